"""Stakes: perils that a wish and the sentence around it show together: the act here, what it hits nearby."""

from __future__ import annotations

from bot.planning.dangers import GUARDED, OPEN, OUT, PRIVATE, SHARED
from bot.planning.families import HUSHED, LICENCE_KEPT, LICENCE_TAKEN, Peril

_GUARD = (
    r"\b(?:log-?in|sign-?in|password check|token|authentication|auth|permission checks?"
    r"|access control"
    r"|api key|captcha|two-factor|[2m]fa|cors|csrf|tls|ssl|certificates?|verification|signature"
    r"|firewall"
    r"|rate limit\w*|approval|review|consent|check ?box|cookie banner|opt-?in|confirmation mail"
    r"|double opt-?in"
    r"|virus scan\w*|escaping|saniti[sz]\w+|sandbox\w*|encryption|audit|password rules?"
    r"|lock-?out|allow ?-?list"
    r"|security headers?|branch protection|validation)\b"
)
_GIVE_UP = (
    r"\b(?:remove|drop|disable|lift|take (?:it |that |them )?(?:out|away)|turn (?:it |that "
    r"|them |this )?off"
    r"|switch (?:it |that |them |this )?off|get rid of|loosen|relax|skip|kill|bypass|ignore"
    r"|deactivate|omit"
    r"|allow (?:everything|everyone|all|any|anything)|open (?:it|that|this|everything) (?:up"
    r"|for)|leave (?:it"
    r"|that|them) out|do(?:es)? without|without (?:it|that|asking)|let (?:it|them|everybody"
    r"|everyone|anyone"
    r"|main|all) (?:through|in|deploy|pass)|no longer (?:ask|require|check|need)"
    r"|white-?list (?:all|everything)"
    r"|accept (?:any|all|every))\b"
)
_CALM = (
    r"\breplace (?:it|them|that) (?:with|by)|\binstead of it|\bin (?:the )?tests?\b|\btest mode"
    r"|\blocalhost\b"
    r"|\bemulator|\bapproved by|\bsigned off|\balready checked|\bstays? (?:required|on|protected"
    r"|as it is)"
    r"|\bkeep the (?:check|protection)|\bwith the same (?:rights|role)"
)
_PLATFORM = (
    r"\b(?:apis?|endpoints?|fields?|responses?|parameters?|methods?|functions?|flags?|options?|keys?|columns?"
    r"|protocol|routes?|urls?|events?|webhooks?|topics?|config\w*|file format|signatures?|exports?|packages?"
    r"|names?|commands?|defaults?)\b"
)

STAKES = (
    Peril(
        (_GIVE_UP,),
        "",
        rf"{_CALM}|\bdouble|\bduplicate",
        "This takes a protection away (access, security, consent): is it decided, and who approves?",
        GUARDED,
        OPEN,
        near=(
            _GUARD,
            r"\b(?:annoy\w*|nuisance|pain|hassle|slow\w*|cost\w*|easier|simpler|conversions?"
            r"|complain\w*"
            r"|internal|for now|just|anyway|private|in the way|keeps? (?:running|failing)"
            r"|block\w*|bother\w*"
            r"|tedious|cumbersome|nobody|faster|trust\w*|straight|quick\w*|temporar\w+"
            r"|customers? hits?)\b",
        ),
    ),
    Peril(
        (
            rf"{HUSHED}|\b(?:\.env|key ?file|private key|deploy key)\b",
            r"\b(?:pushed|committed|leaked|exposed|published|checked in|visible|readable|posted"
            r"|public(?:ly)?"
            r"|in (?:the )?(?:git )?history|shared)\b",
        ),
        r"\b(?:rotate|revoke|replace|new key|history|purge|remove|get it out|force|invalidate"
        r"|renew|clean)\w*\b",
        r"already (?:rotated|revoked)|has been (?:rotated|revoked)|\bsample\b|\bfake\b|\bdummy\b"
        r"|mask",
        "Which secret must be revoked, who has the rights to rotate it, and may the history be rewritten?",
        OUT,
        ("Only take it out of the files", "Whoever has read it can go on using it."),
    ),
    Peril(
        (
            r"\b(?:store|save|keep|log|logs|print|write|record|dump|mail|send|e-?mail|show"
            r"|display)\w*\b",
            r"\b(?:passwords?|log-?in form|credentials|pins?|card numbers?|cvv"
            r"|full request bod(?:y|ies)"
            r"|request bod(?:y|ies)|session cookies?|auth(?:orization)? headers?|id cards?"
            r"|passports?|ssn"
            r"|social security|tax ids?)\b",
        ),
        r"\bso (?:that )?we can|\bwhen they ask|\bin (?:clear|plain)|\bfor debugging"
        r"|\bin production|\bin full"
        r"|\bincluding\b|\bfor support|\bfor later|\bso (?:that )?(?:support|users?|they)"
        r"|\breadable|\bby mail",
        r"\bhash|\bmask|\bdo not\b|\bdon't\b|\bnever\b|\bleave out|\bwithout the\b|\bredact"
        r"|\bencrypt|\breset",
        "Secrets and identities in readable form reach everybody with a copy: may they be kept or sent so?",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    Peril(
        (
            r"\b(?:export|send|hand|give|share|pass|upload|transmit|forward|sell|provide|publish"
            r"|expose|show"
            r"|display|list|collect)\w*\b",
            r"\b(?:names?|birth ?da(?:y|te)s?|dates? of birth|diagnos[ei]s|patient|medical"
            r"|health|salar(?:y|ies)"
            r"|phone|e-?mail (?:address)?|addresses|user documents|documents attached|personal"
            r"|private|location"
            r"|positions?|memory dumps?|crash dumps?)\b",
        ),
        r"\b(?:university|study|research|partner|third part(?:y|ies)|our server|home|advertis\w+"
        r"|insur\w+"
        r"|without login|no login|reachable by anyone|everyone|public directory|employer|police"
        r"|press|sponsor"
        r"|marketing agency|data broker|vendor|parents of other)\b",
        r"with (?:their )?consent|anonymi[sz]ed|pseudonym|opt-?in\b"
        r"|only (?:the )?(?:organi[sz]er|admins?|board"
        r"|owner|own)|\bnobody else\b|own page|same rights",
        "Which personal data may go out, to whom, and with whose consent (data protection)?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:fac(?:e|ial) recognition|recogni[sz]e (?:faces|people)|camera"
            r"|take (?:a )?(?:picture|photo)s? of"
            r" (?:every|all|each)|finger ?prints?|key ?logg\w*|screen ?shots? of (?:their"
            r"|the employee|every)"
            r"|track(?:s|ing)? (?:what|where|who|people|employees|users|every|their|visitors)"
            r"|tracking (?:snippet|pixel|cookie|script)s?|session replay|geo-?location of"
            r"|gps positions? of"
            r"|read(?:s|ing)? (?:their|private|other people's) (?:mails?|messages))\b",
        ),
        "",
        r"with (?:their )?consent|anonymi[sz]ed|opt-?in\b|after consent|off by default|parcels?"
        r"|packages",
        "People would be watched: who has agreed to it (consent, data protection), and how long is it kept?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:migrat\w+|alter|convert|change|switch|move|cut over|rename|restart|upgrade"
            r"|run)\b.{0,80}"
            r"\b(?:prod(?:uction)?|live)\b",
        ),
        r"\bno (?:rollback|way back|backup|downtime page|maintenance|staging)|\bin place\b"
        r"|\bwithout (?:a )?"
        r"(?:rollback|backup|downtime|notice|dry run|staging)|\bdirectly\b|\bon (?:friday"
        r"|saturday|the fly)",
        r"backup first|after a backup|staging first|rollback is",
        "This changes production without a way back: which backup and rollback, and who approves?",
        ("Try it apart from production first", "A copy shows what happens; a way back exists."),
        ("Do it on production", "Whatever goes wrong hits everybody at once."),
    ),
    Peril(
        (
            r"\b(?:copy|copied|take|took|use|used|grab\w*|save[ds]?|download\w*|borrow\w*|reuse"
            r"|embed|bundle"
            r"|include|vendor|port(?:ed)?|translate[ds]?|lift(?:ed)?)\b",
            r"\b(?:icons?|fonts?|images?|photos?|pictures?|sounds?|music|songs?|code|files?"
            r"|texts?|data ?sets?"
            r"|maps?|decoder|library|tables?|dictionary|lyrics|articles?|models?|artwork"
            r"|sprites?|it|them)\b",
        ),
        r"\b(?:competitor\w*|their (?:site|app|website|page|repo)|other app|stack ?overflow"
        r"|without (?:a )?"
        r"licen[cs]e|no licen[cs]e|licen[cs]e (?:file|says|is unclear)|all rights|proprietary"
        r"|non-?commercial|paid font"
        r"|trial (?:version|licen[cs]e)|leaked|decompil\w+|reverse[- ]engineer\w*|found (?:it "
        r"|them )?on (?:google"
        r"|the (?:web|internet|net))|off the internet|a?gpl(?:v?[0-9.]+)?|cc-by-nc\S*"
        r"|from wikipedia)\b",
        r"\bcc0\b|public domain|permission|\bour own\b|licen[cs]ed to us|\bwe bought"
        r"|\bwe are gpl|gpl(?:v?[0-9.]+)?"
        r" (?:ourselves|too|as well|like us)|compatible|\bseparate process",
        "Whose work is it, does its licence permit our use, and who accepts that?",
        LICENCE_KEPT,
        LICENCE_TAKEN,
    ),
    Peril(
        (
            rf"\b(?:renam|remov|drop|delet|chang|replac|flip|break|kill|retir|restructur|switch"
            rf"|mak)\w*\b.{{0,100}}"
            rf"{_PLATFORM}",
        ),
        r"\b(?:partners?|(?:old|existing|other) (?:clients?|devices?|scripts?|integrations?"
        r"|consumers?|apps?|users?"
        r"|callers?|customers?|programs?|installations?)|third[- ]part(?:y|ies)|integrators?"
        r"|downstream|in the field"
        r"|somebody's|everyone'?s?|all (?:clients|consumers|callers"
        r"|plugins?)) \S*(?:[^.]{0,40})\b(?:still|use[sd]?"
        r"|call|rely|depend|break|fail|adapt|stop|problem|update|parse|notice|migrate)\w*\b",
        r"\bdeprecat|\bnew (?:option|parameter|version|endpoint)|\bstays?\b|\bkeep(?:s"
        r"|ing)? (?:the )?old|\balias\b"
        r"|\bv[0-9]+ (?:of the api|next to)|\bredirect|\bopt-?in\b|\bno (?:other|one else)"
        r"|\bmajor (?:release|version)"
        r"|\badditional|\bnothing changes|\bannounced",
        "This breaks callers (compatibility): keep the old way with a warning, or in a major version?",
        ("Deprecate first", "Old and new work side by side for a release."),
        ("Break it now", "Callers must change with the next release."),
    ),
    Peril(
        (
            r"\b(?:terms|contracts?|subscriptions?|prices?|fees?|renewals?|cancell?ation"
            r"|refunds?|notice period"
            r"|guarantee|warranty|privacy policy)\b",
            r"\b(?:without (?:a |any )?(?:notice|telling|asking|consent|warning)|silently"
            r"|quietly|hide|bury"
            r"|automatically renew\w*|make it hard(?:er)?|no notice|not tell|nobody notices"
            r"|small print)\b",
        ),
        "",
        r"never without|not without",
        "This binds people to something they were not told: who (legal, owner) approves it?",
        ("Tell them and ask", "People can refuse; the law is kept."),
        ("As the text says", "Disputes follow; somebody must answer for it."),
    ),
)
