"""Shortcuts: perils of convenience, where somebody gives up a protection, a right or a record."""

from __future__ import annotations

from bot.planning.dangers import GONE, GUARDED, KEEP, OPEN, OUT
from bot.planning.families import HUSHED, LICENCE_KEPT, LICENCE_TAKEN, Peril

SHORTCUTS = (
    Peril(
        (
            r"\bi(?:'ve| have)? (?:just )?(?:pulled|extracted|ripped|dumped|scraped|took|taken"
            r"|copied"
            r"|grabbed|lifted|screenshotted|downloaded)\b.{0,60}\b(?:out of|from|off) (?:the|its"
            r"|their|an?"
            r"|another|some) ",
        ),
        r"\b(?:fonts?|typefaces?|images?|pictures?|sounds?|icons?|artwork|photos?|music|songs?"
        r"|sprites?"
        r"|drawings?|maps?|videos?)\b",
        r"\bcc0\b|public domain|permission|\bour own\b|licen[cs]ed",
        "Whose work is it, does its licence permit that we redistribute it, or is there a free one?",
        LICENCE_KEPT,
        LICENCE_TAKEN,
    ),
    Peril(
        (
            r"(?<!free of )(?<!in )\b(?:charg|bill|debit)(?:e|es|ed|ing)?\b.{0,80}\b(?:everybody"
            r"|everyone|all|existing"
            r"|already"
            r"|stored cards?|again|difference)\b",
        ),
        r"\bstored cards?|\balready paid|\bexisting|\beverybody|\beveryone|retroactive",
        r"sandbox|test mode|with (?:their )?consent|never charged",
        "Real money is taken from people who agreed to something else: who (legal, finance, owner) "
        "approves it, and how are they told?",
        ("Only new contracts", "Nobody pays more than agreed."),
        ("Everybody at once", "Money that was taken is hard to give back; disputes follow."),
    ),
    Peril(
        (
            r"\b(?:write|store|save|put|keep|dump|cache)s?\b (?:it|them|that) (?:in|to|into"
            r"|at) (?:the |an? )?"
            r"(?:`?[\w./-]+\.[a-z]{2,5}\b|[a-z]+ file|local ?storage|cookies?|registry|clipboard"
            r"|url)",
        ),
        HUSHED,
        r"encrypted|hash|secret store|key ?chain|key ?ring",
        "A secret in plain text reaches everybody with a copy: may it be kept there, or does it go "
        "into a secret store or keychain?",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    Peril(
        (
            r"\b(?:renam|remov|drop|delet|chang|replac)\w*\b.{0,100}\b(?:exports?|public|apis?"
            r"|client"
            r"|package|functions?|methods?|options?|flags?|fields?|parameters?|endpoints?"
            r"|everywhere)\b",
        ),
        r"\bno alias|\bwithout (?:an? )?(?:alias|deprecation|fallback|warning period)|aliases rot"
        r"|\bhard cut|\bno (?:compatib|transition|deprecation)|\bclean break",
        r"stays as an alias|old name stays|\bmajor version\b",
        "This breaks callers (compatibility): keep the old name with a warning, or in a major version?",
        ("Deprecate first", "Old and new work side by side; an option chooses."),
        ("Break it now", "Callers must change with the next release."),
    ),
    Peril(
        (
            r"\b(?:rais|increas|let (?:it|them) (?:go|run|heat|charge)|go up to|allow up to|push"
            r"|overclock"
            r"|shorten|skip|reduc|remov)\w*\b.{0,80}(?:[0-9]|\bcheck|\blimit|\bpause)",
        ),
        r"\bheaters?\b|heating element|°C\b|\bvolts?\b|\bamperes?\b|\blaser|\bboiler|\bbrakes?\b"
        r"|\bcharger|\binsulin|\bventilator|\binfusion|\bdefibrillator|\bpatient is",
        r"simulat|\bmock|data ?sheet says|certified for|lower",
        "This moves a safety limit of hardware or health: who has checked it (data sheet), who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:renumber|backdate|re-?issue|rewrite|change|alter|edit|correct"
            r"|overwrite)\w* (?:the |all )*"
            r"(?:existing|issued|old|past|sent|booked|closed|paid) (?:invoices?|receipts?|bookings"
            r"|entries"
            r"|contracts?|payslips?|ledger|accounts|votes)\b",
        ),
        "",
        r"drafts?\b|test data",
        "These are records that people and the law rely on: may they be changed afterwards, and who "
        "(accounting, legal, owner) approves?",
        KEEP,
        GONE,
    ),
    Peril(
        (
            r"\b(?:auto-?)?(?:merge|publish|release|approve)s? (?:every|all|each|any)\b"
            r"|\brelease right after",
        ),
        r"\bas soon as|\bmajors? (?:included|too)|\bwithout (?:a )?review|\bautomatic|\bby itself",
        r"(?<!without )\breview(?:ed)? by|patch(?:es)? only|never majors",
        "Should it go out without a person, or does somebody review and approve it?",
        ("A person approves", "Somebody sees each one; slower."),
        ("Without a person", "A bad version reaches everybody at once."),
    ),
    Peril(
        (
            r"\b(?:nobody|no one|noone) (?:will|would|ever|reads?|checks?|notices|guess\w*|cares?"
            r"|minds?)\b"
            r"|\bwe(?:'re| are) (?:tiny|only|just a|a club|not a company)|\bno (?:harm|big deal)\b"
            r"|\banyway\b|\bhonestly\b|\bis a pain\b|\bjust (?:open|remove|skip|disable|delete"
            r"|drop) "
            r"|\bnever (?:been )?(?:looked at|needed|checked)|\bwhat could go wrong|\bwho cares",
        ),
        r"\b(?:asks? for a log-?in|just open it|needs? an? (?:log-?in|account|password)"
        r"|skip (?:the )?"
        r"(?:check|log-?in|confirmation)|licen[cs]e|commercial|originals|backups?|private key"
        r"|allow ?-?list|consent|role admin|admin rights|mail addresses|health|salar(?:y|ies))\b",
        r"\bmit\b|apache|cc0|approved|undo|restor",
        "This gives up a protection for convenience: is that decided, and by whom (owner, security, "
        "data protection)?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:one|a single|a common|the same) (?:user|account|login)\b.{0,60}\b(?:admin"
            r"|root|all"
            r"|everyone|everybody|password)\b",
        ),
        "",
        r"per person|each (?:person|volunteer|user) (?:has|gets)|test account",
        "A login that many share cannot be traced or withdrawn: who approves, and with which rights?",
        GUARDED,
        OPEN,
    ),
)
