"""Stakes: perils that a wish and the sentence around it show together: the act here, what it hits nearby."""

from __future__ import annotations

from bot.planning.bystanders import BYSTANDERS
from bot.planning.dangers import GUARDED, OPEN, OUT
from bot.planning.families import HUSHED, LICENCE_KEPT, LICENCE_TAKEN, PERSONAL, Peril

_GUARD = (
    r"\b(?:(?:the|a|current) password|second factor|log-?in|sign-?in|password check|token"
    r"|authentication|auth|permission checks?"
    r"|access control|api key|captcha|two-factor|[2m]fa|cors|csrf|tls|ssl|certificates?"
    r"|verification|signature|firewall|rate limit\w*|approval|review|consent|check ?box"
    r"|cookie banner|opt-?in|confirmation mail|double opt-?in|virus scan\w*|escaping"
    r"|saniti[sz]\w+|sandbox\w*|encryption|audit|password rules?|lock-?out|allow ?-?list"
    r"|security headers?|branch protection|validation)\b"
)
_GIVE_UP = (
    r"\b(?:stop (?:asking|checking|requiring|verifying)|remov\w+|drop\w*|disabl\w+|lift\w*"
    r"|take (?:it |that |them )?(?:out|away)|turn (?:it "
    r"|that |them |this )?off|switch (?:it |that |them |this )?off|get rid of|loosen\w*|relax\w*"
    r"|weaken\w*|suspend\w*|waiv\w+|skip\w*|kill|bypass\w*|ignor\w+|deactivat\w+|omit"
    r"|allow (?:everything|everyone|all|any|anything)|open (?:it|that|this|everything) (?:up"
    r"|for)|leave (?:it|that|them) out|do(?:es)? without|without (?:it|that|asking)|let (?:it"
    r"|them|everybody|everyone|anyone|main|all) (?:through|in|deploy|pass)|no longer (?:ask"
    r"|require|check|need)|white-?list (?:all|everything)|accept (?:any|all|every))\b"
)
_CALM = (
    r"\breplace (?:it|them|that) (?:with|by)|\binstead of it|\bin (?:the )?tests?\b|\btest mode"
    r"|\blocalhost\b|\bemulator|\bapproved by|\bsigned off|\balready checked"
    r"|\bstays? (?:required|on|protected|as it is)|\bkeep the (?:check|protection)"
    r"|\bwith the same (?:rights|role)"
)
_PLATFORM = (
    r"\b(?:apis?|endpoints?|fields?|responses?|parameters?|methods?|functions?|flags?|options?"
    r"|keys?|columns?|protocol|routes?|urls?|events?|webhooks?|topics?|config\w*|file format"
    r"|signatures?|exports?|packages?|names?|commands?|defaults?)\b"
)

STAKES = (
    Peril(
        (
            r"\b(?:install|deploy|roll\w* out|push|release|update|upgrade)\w*\b",
            r"\b(?:every|all|each|any) (?:new )?(?:build|commit|version|release|change|update"
            r"|device)s?\b",
            r"\b(?:on (?:its|their) own|automatic\w*|by (?:itself|themselves)|unattended"
            r"|auto-?updates?|at night)\b",
        ),
        r"\b(?:field|devices?|customers?|production|prod|main|master|fleet|all)\b",
        r"\bstaged\b|\bcanary\b|\broll-?back\b|\bopt-?in\b|\bconfirm|\bapprov|\bnightly build"
        r"|\btest devices?|\bstaging",
        "A bad version would reach everybody at once: in which stages, who approves, what is the way back?",
        ("A person approves", "Somebody sees each one; slower."),
        ("Without a person", "A bad version reaches everybody at once."),
    ),
    Peril(
        (
            r"\bbreak(?:s|ing)? (?:the )?(?:every(?:body|one|thing)|any(?:body|one)|all|existing"
            r"|people|callers?|clients?|scripts?"
            r"|those|other|somebody)\b",
        ),
        "",
        r"\b(?:must|may|should|does|do|can) ?n[o']t (?:\w+ )?break|nothing breaks"
        r"|without breaking|not breaking|\bif (?:it|this)"
        r"|\bdeprecat|\bstays accepted|\balias\b|\bcurrently\b|\bsince\b",
        "This breaks callers (compatibility): keep the old way with a warning, or in a major version?",
        ("Deprecate first", "Old and new work side by side for a release."),
        ("Break it now", "Callers must change with the next release."),
    ),
    Peril(
        (
            rf"(?:{PERSONAL}|\bmoney\b|\bpayouts?\b|\bproduction\b|\bmain\b|\bmaster\b"
            rf"|\bmedication\b|\bdosage\b)",
            r"\bwithout (?:any |an? |the |their )?(?:approval|review|sign-?off|second (?:person"
            r"|pair)|four eyes|permission|supervision"
            r"|it)\b",
        ),
        "",
        r"\b(?:must|may|should|can)(?:not|n't| not| never) \b|\bnobody\b.{0,40}without"
        r"|\bnever without|\bnot without|refuse|\bpreview",
        "This takes a check away from something that matters: is it decided, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (_GIVE_UP,),
        "",
        rf"{_CALM}|\bdouble|\bduplicate",
        "This takes a protection away (access, security, consent): is it decided, and who approves?",
        GUARDED,
        OPEN,
        near=(
            _GUARD,
            r"\b(?:too many|one step|annoy\w*|nuisance|pain|hassle|slow\w*|cost\w*|easier"
            r"|simpler|conversions?"
            r"|complain\w*|internal|for now|just|anyway|private|in the way|keeps? (?:running"
            r"|failing)|block\w*|bother\w*|its own|their own|by itself|green|takes? too long"
            r"|too (?:long|slow)|takes? (?:days|ages|weeks|forever|hours)|tedious|cumbersome"
            r"|nobody|faster|trust\w*|straight|quick\w*|temporar\w+"
            r"|customers? hits?)\b",
        ),
    ),
    Peril(
        (
            rf"{HUSHED}|\bvault\b|\b(?:in|as) (?:plain|clear) ?text\b|\bunencrypted\b"
            r"|\b(?:\.env|key ?file|private key|deploy key)\b",
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
            r"|full request bod(?:y|ies)|request bod(?:y|ies)|session cookies?"
            r"|auth(?:orization)? headers?|id cards?|passports?|ssn"
            r"|social security|tax ids?)\b",
        ),
        r"\bso (?:that )?we can|\bwhen they ask|\bin (?:clear|plain)|\bfor debugging"
        r"|\bin production|\bin full|\bincluding\b|\bfor support|\bfor later"
        r"|\bso (?:that )?(?:support|users?|they)"
        r"|\breadable|\bby mail",
        r"\bhash|\bmask|\bdo not\b|\bdon't\b|\bnever\b|\bleave out|\bwithout the\b|\bredact"
        r"|\bencrypt|\breset",
        "Secrets and identities in readable form reach everybody with a copy: may they be kept or sent so?",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    Peril(
        (
            r"\b(?:open|expose|publish|attach|forward|make)\w*\b",
            r"\b(?:port [0-9]+|debugger|debug (?:port|endpoint|mode|page)|profiler|admin (?:page"
            r"|panel|ui|interface|console)"
            r"|phpmyadmin|shell|ssh|database|kibana|redis|metrics)\b",
            r"\b(?:production|prod|live|internet|outside|public(?:ly)?|from home|from anywhere"
            r"|everywhere|0\.0\.0\.0)\b",
        ),
        "",
        r"through the vpn|over the vpn|behind (?:the )?(?:vpn|log-?in|auth\w*|proxy)"
        r"|port-forward|read[- ]only replica",
        "This opens a way in: for whom, how protected, for how long, and who (security, owner) approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:charg\w*|bill\w*|debit\w*|renew\w*|subscrib\w*|upgrad\w*|(?:take|withdraw"
            r"|collect|capture|deduct)s?\b.{0,40}"
            r"\b(?:card|account|balance))\b",
            r"\b(?:automatic\w*|without (?:another|a|any|further) (?:mail|e-?mail|notice|click"
            r"|confirmation|question)|silently"
            r"|by default|saved card|stored card|on file|no (?:mail|notice|warning"
            r"|question) (?:beforehand|before|first))\b",
        ),
        r"\b(?:trial|card|without|saved|stored|subscription|customers?)\b",
        r"sandbox|test mode|reminder (?:mail )?before|with (?:their )?consent|explicitly agreed"
        r"|can cancel with one",
        "Money would be taken without a word: who (legal, finance, owner) approves, how are people told?",
        ("Tell them before and let them stop it", "Fewer disputes; one more mail."),
        ("Charge without another word", "Disputes and chargebacks follow."),
    ),
    Peril(
        (
            r"\b(?:migrat\w+|alter|convert|change|switch|move|cut over|rename|restart|upgrade"
            r"|run)\b.{0,80}"
            r"\b(?:prod(?:uction)?|live)\b",
        ),
        r"\bno (?:rollback|way back|backup|downtime page|maintenance|staging)|\bin place\b"
        r"|\bwithout (?:a )?(?:rollback|backup|downtime|notice|dry run|staging)|\bdirectly\b"
        r"|\bon (?:friday"
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
            r"|texts?|data ?sets?|maps?|decoder|library|tables?|dictionary|lyrics|articles?"
            r"|models?|artwork"
            r"|sprites?|it|them)\b",
        ),
        r"\b(?:competitor\w*|their (?:site|app|website|page|repo)|other app|stack ?overflow"
        r"|without (?:a )?licen[cs]e|no licen[cs]e|licen[cs]e (?:file|says|is unclear)"
        r"|all rights|proprietary|non-?commercial|paid font|trial (?:version|licen[cs]e)|leaked"
        r"|decompil\w+|reverse[- ]engineer\w*|found (?:it |them )?on (?:google|the (?:web"
        r"|internet|net))|off the internet|a?gpl(?:v?[0-9.]+)?|cc[- ]by[- ]n[cd]\S*"
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
        r"|consumers?|apps?|users?|callers?|customers?|programs?|installations?)"
        r"|third[- ]part(?:y|ies)|integrators?|downstream|in the field|somebody's|everyone'?s?"
        r"|all (?:clients|consumers|callers|plugins?)) \S*(?:[^.]{0,40})\b(?:still|use[sd]?"
        r"|call|rely|depend|break|fail|adapt|stop|problem|update|parse|notice|migrate)\w*\b",
        r"\bdeprecat|\bnew (?:option|parameter|version|endpoint)|\bstays?\b|\bkeep(?:s"
        r"|ing)? (?:the )?old|\balias\b|\bv[0-9]+ (?:of the api|next to)|\bredirect|\bopt-?in\b"
        r"|\bno (?:other|one else)|\bmajor (?:release|version)"
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
            r"|quietly|hide|bury|automatically renew\w*|make it hard(?:er)?|no notice|not tell"
            r"|nobody notices"
            r"|small print)\b",
        ),
        "",
        r"never without|not without",
        "This binds people to something they were not told: who (legal, owner) approves it?",
        ("Tell them and ask", "People can refuse; the law is kept."),
        ("As the text says", "Disputes follow; somebody must answer for it."),
    ),
    *BYSTANDERS,
)
