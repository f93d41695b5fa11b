"""Perils: risks whose parts stand in several sentences, as families of words that must come together."""

from __future__ import annotations

from bot.planning.accesses import ACCESSES
from bot.planning.belongings import BELONGINGS
from bot.planning.contracts import CONTRACTS
from bot.planning.dangers import GONE, GUARDED, KEEP, OPEN, OUT, PRIVATE, SHARED
from bot.planning.families import (
    BREAKS,
    DELETES,
    FOR_GOOD,
    HARDWARE,
    HUSHED,
    INTO_FILES,
    LASTING,
    LICENCE_KEPT,
    LICENCE_TAKEN,
    LOOSE,
    NO_LOGIN,
    PERSONAL,
    RESTRICTED,
    TELLS_SERVER,
    Peril,
)
from bot.planning.logins import LOGINS
from bot.planning.oversights import OVERSIGHTS
from bot.planning.shortcuts import SHORTCUTS
from bot.planning.stakes import STAKES

PERILS = (
    Peril(
        (NO_LOGIN,),
        PERSONAL,
        r"no (?:full )?names|initials|pseudonym|anonymi[sz]ed|no personal|\b40[13]\b|redirect",
        "Whose privacy does it touch (data protection), which fields may be shown without login, "
        "and who has approved that access?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:send|mail|forward|pass on|export|upload|hand(?:s|ed)? over|attach|giv|share"
            r"|transfer"
            r"|gets? (?:an? |the )?(?:[a-z]+ )?(?:mail|copy|list|export|access)|receiv)",
            PERSONAL,
            r"\b(?:caterer|insur(?:er|ance)|partners?|third part|vendor|supplier|agency|authority"
            r"|employer|advertis|marketing|external|sponsor|press|landlord|contractor|sales team"
            r"|support'?s?|bucket|(?:each|every) event|crash reports?|sentry|(?:ordinary|plain"
            r"|normal|unencrypted) e-?mail|whatsapp|fax|slack|teams channel"
            r"|chat)\b",
        ),
        r"",
        r"with consent|agreed in writing|no personal|anonymi[sz]ed|processing agreement",
        "Which personal data may be passed on, to whom, and with whose consent?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (TELLS_SERVER,),
        r"\b(?:on by default|default on|(?:switched|turned) on|enabled (?:by default|for)|always on"
        r"|silently|no (?:dialog|question|consent|prompt|opt-?out)|(?:machine|user"
        r"|device)[ -]ids?\b"
        r"|without (?:a |any )?(?:question|dialog|consent|asking|prompt)|cannot be (?:switched"
        r"|turned))",
        r"opt-?in\b|off by default|asks? (?:first|before|for consent)|nothing leaves"
        r"|with (?:their )?consent",
        "May this be sent by default, or only with consent (opt-in); which data, is it anonymous, "
        "and what does the privacy promise say?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:track|record|watch|monitor|film|log)\w*",
            r"\b(?:locations?|positions?|whereabouts|screens?|key ?strokes|conversations|calls"
            r"|mails)"
            r" of (?:all |every |our |the )*(?:employees|drivers|staff|members|users|children"
            r"|pupils"
            r"|couriers|workers)",
        ),
        r"",
        r"with consent|anonymi[sz]ed",
        "May these people be watched, who has agreed to it, and how long is it kept?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (DELETES, LASTING),
        FOR_GOOD,
        r"undo\b|trash|recycle|soft[- ]delet|dry[- ]run|grace period|restor|\btemp(?:orary)?\b|/tmp"
        r"|\bcache[ds]?\b|fixtures?|\bexpired (?:rows|tokens|sessions|links|invitations)|rebuilt"
        r"|regenerat|test (?:data|users?)|dropped? ?down",
        "This cannot be undone: delete for good by default, or only opt-in, archived or after a grace "
        "period? Do backups, retention rules or contracts stand against it, and who approves?",
        KEEP,
        GONE,
    ),
    Peril(
        (
            r"\b(?:convert|migrat|upgrad|rewrit|overwrit)\w*",
            r"\b(?:existing|all|users'?|their|people's|saved|old) (?:[a-z]+ )?(?:files|saves|save"
            r" ?games|notes|databases?|projects|data|documents)\b",
        ),
        r"no way back|can(?:no|')t be (?:opened|read)|one[- ]way\b|without (?:a )?(?:backup|asking)"
        r"|\bsilently\b|older versions? (?:can't|cannot|won't)",
        r"\.bak\b|keeps? a (?:copy|backup)|backup first",
        "Old versions cannot read it afterwards: keep a way back, or migrate at once?",
        KEEP,
        GONE,
    ),
    Peril(
        (HUSHED, INTO_FILES),
        r"",
        r"encrypted|secret store|persist-credentials|placeholder|dummy|fake|sops"
        r"|\.env\.example|from the environment",
        "A secret in plain text reaches everybody with a copy: may it be kept there, or does it go "
        "into a secret store, and who rotates it?",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    Peril(
        (LOOSE,),
        r"",
        r"unless|fails? the build|should (?:be rejected|fail)|as (?:in|on) the emulator",
        "This weakens who gets in (access, ssh, authentication): is it decided, for which machines, "
        "and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:merge|push|commit|tag|roll\w* out|deploy\w*|runs?\b|appl(?:y|ied|ies)|migrat\w+)"
            r".{0,80}\b(?:to|against|on|in|into) (?:the )?(?:prod(?:uction)?|live)\b",
        ),
        r"\bby itself|\bautomatic|\balone\b|\bat once\b|\bnobody\b|\bright away|\bunattended"
        r"|\bimmediately|\bwithout (?:a |any )?(?:approval|review|confirmation|asking)",
        r"(?<!without )(?<!no )(?<!any )\bapproval|manual gate|staging first|protected environment"
        r"|\bconfirms\b",
        "Should it reach production without a manual gate, or does somebody approve each run?",
        ("Try it apart from production first", "A gate or a small group shows what happens."),
        ("Do it on production", "Whatever goes wrong hits everybody at once."),
    ),
    Peril(
        (
            r"\brefund|\bpay(?:s|ing)? (?:[a-z]+ ){0,3}(?:back|out)\b|\bpayouts?\b|\bmoney back"
            r"|\bdirect debit|\btransfers? (?:the )?(?:money|amount)|\bwithdrawal",
        ),
        r"(?:without|no) (?:[a-z]+ )?(?:waiting|approval|review|support|check|confirmation|anybody"
        r"|anyone|somebody)|out of the loop|right away|at once|automatic|immediately|instantly"
        r"|full amount|by itself|real money",
        r"sandbox|test mode|up to [0-9]|at most [0-9]|read[- ]only|twice|two times"
        r"|limit of [0-9]",
        "Real money moves without a person: up to which limit, within how many days, who approves, "
        "and what stops abuse?",
        ("Only up to a limit, the rest by a person", "Fraud and mistakes stay small; more steps."),
        ("Always, without a person", "Money that has left is hard to get back."),
    ),
    Peril(
        (
            r"\b(?:send|mail|write to|notify)\w*",
            r"\b(?:every|all|each) (?:[a-z]+ )?(?:address(?:es)?|customers?|users?|members?"
            r"|subscribers?)\b|\bevery(?:body|one) who\b",
        ),
        r"unsubscribed|opted out|never (?:agreed|consented|subscribed)|ever (?:ordered|bought"
        r"|regist)"
        r"|without consent|bought (?:list|addresses)|regardless",
        r"except|not to those|excluded",
        "May these people be written to without their consent, and who answers for it?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (BREAKS,),
        r"\brel(?:y|ies) on|\bdepends? on (?:it|the|this|that)|\bsemver|semantic versioning"
        r"|\b(?:don't|not|would|will|does|breaks?) break|\bbreaks? (?:my|our|them)\b"
        r"|\bother (?:consumers|clients|apps|integrations)|\bwill notice\b|\bmust adapt"
        r"|\bpatch release|\bminor (?:release|version)|\bdownstream|\bother (?:projects|teams)"
        r"|\bexisting (?:users|callers|scripts|code|clients|programs)|\bnext patch",
        r"\bmajor\b|\b[0-9]+\.0(?:\.0)?\b|behind a (?:flag|setting)|opt-?in\b|deprecat"
        r"|\bnew (?:option|parameter|function|argument)|default stays|backwards?[- ]compatib",
        "This breaks callers (compatibility, semver): a new option or parameter first, or in a major "
        "version?",
        ("Deprecate first", "Old and new work side by side; an option chooses."),
        ("Break it now", "Callers must change with the next release."),
    ),
    Peril(
        (RESTRICTED,),
        r"\b(?:add|put|ship|bundle|vendor|include|copy|drop|use[sd]?|embed|commit|download"
        r"|fetch(?:es)?|plays?)\b",
        r"\bcc0\b|public domain|(?:have|got|bought) (?:the |a |their )?(?:permission|licen[cs]e)"
        r"|permission (?:from|of|by)",
        "Does the licence permit that we redistribute it, whose permission is there, or is there a "
        "free alternative?",
        LICENCE_KEPT,
        LICENCE_TAKEN,
    ),
    Peril(
        (HARDWARE,),
        r"",
        r"simulat|\bmock|in (?:the )?tests?\b|\bback to\b|never",
        "This takes a safety limit away: who has checked the hardware, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:privacy|terms|imprint|disclaimer|warranty|liability|cancellation policy"
            r"|promises?)\b",
            r"\b(?:re-?word|rewrit|re-?phras|delet|remov|drop|strike|soften|weaken)\w*",
        ),
        r"\b(?:says?|promises?|clause|guarantees?)\b",
        r"\btypo|spelling|\balready says|\bas [\w./-]+\.md\b|\blink\b|lawyer (?:approved|wrote)"
        r"|text from legal|must pass",
        "This changes what we promise by law: who (legal, owner) has approved the new wording?",
        ("Keep the promise", "What was promised stays true; the work fits itself to it."),
        ("Change the wording", "Somebody must answer for it towards everybody who agreed."),
    ),
    Peril(
        (
            r"\b(?:remove|drop|disable|lift|switch|turn|get rid of|loosen|skip|kill)\b (?:off )?"
            r"(?:it|them|that|this)\b",
        ),
        r"\b(?:allow|white) ?-?list|firewall|captcha|two-factor|\b[2m]fa\b|rate limit"
        r"|permission check"
        r"|certificate check|encryption|csrf|lock-?out|\bvpn\b|\bip (?:check|filter|restriction)",
        r"replace it with|instead of it",
        "This takes a protection away (access, security): is it decided, and who approves?",
        GUARDED,
        OPEN,
    ),
    *SHORTCUTS,
    *STAKES,
    *OVERSIGHTS,
    *LOGINS,
    *ACCESSES,
    *CONTRACTS,
    *BELONGINGS,
)
