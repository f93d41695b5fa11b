"""Dangers: the actions that need somebody's explicit decision, each with the safer way beside it."""

from __future__ import annotations

from bot.planning.lazy import Lazy

_DATA = (
    r"(?:data|rows?|records?|tables?|columns?|databases?|backups?|users?|accounts?"
    r"|customers?|orders?|logs?|history"
    r"|buckets?|volumes?|entries|files?|members?|clients?|readings?|measurements?"
    r"|bookings?|invoices?|payments?|messages?"
    r"|posts?|profiles?|tenants?|projects?|documents?|photos?|uploads?|sessions?"
    r"|snapshots?|archives?|subscribers?|loans?"
    r"|patients?|employees?|tickets?|events?|items?|branches|namespaces?|clusters?"
    r"|environments?|repositor(?:y|ies)|everything|"
    r"(?:legacy|old|unused|obsolete)[_ ][a-z_]+|`[a-z]+_[a-z_]+`)"
)
_GUARD = (
    r"(?:authentication|authorisation|authorization|auth|login|log-?in|sign-?in|csrf|cors"
    r"|tls|ssl|https"
    r"|certificates?(?: (?:verification|validation|checks?))?"
    r"|signatures?(?: (?:verification|checks?))?|2fa|mfa"
    r"|two-factor(?: authentication)?|rate limit(?:s|ing)?|permission checks?"
    r"|access control|security checks?"
    r"|security|encryption|branch protection|audit log(?:s|ging)?|input validation"
    r"|sandbox(?:ing)?|password(?:s| checks?)?"
    r"|captcha|firewall|content security policy|csp|verification|virus scan\w*|escaping"
    r"|saniti[sz]\w+|required reviews?|x-frame-options|content-security-policy|hsts"
    r"|security headers?|same-?site|spam (?:filter|protection)|throttling|lock-?out"
    r"|code ?owners?|approvals?|safety checks?|consent)"
)
_KEYS = (
    r"(?:secrets?|passwords?|credentials?|api[- ]?keys?|access[- ]?keys?|private keys?"
    r"|signing keys?|deploy keys?|tokens?"
    r"|auth(?:ori[sz]ation)? (?:headers?|tokens?)|certificates?)"
)
_LICENCE = r"(?:a?gpl|lgpl|sspl|bsl|busl|cc[- ]by[- ](?:nc|nd)|commons clause|copyleft|proprietary)"
KEEP = (
    "Keep a way back first",
    "Marked or archived, removed in a later change; slower, can be undone.",
)
GONE = ("Remove it for good", "Done in one step; cannot be undone.")
GUARDED = (
    "Keep the protection",
    "The goal is reached with the protection in place, or narrowed to one case.",
)
OPEN = ("Take it away", "Whatever it kept out can come in.")
PRIVATE = (
    "Only what is needed, with consent",
    "Personal data stays where it is unless its owner agrees.",
)
SHARED = ("All of it", "Somebody must answer for it under data protection law.")
OUT = (
    "Keep it out of the repository and rotate it",
    "A person with the rights revokes it; the new one comes from the environment.",
)

# Pattern, name of the action (empty: the words themselves), the safer way, the risky way.
RULES: tuple[tuple[Lazy, str, tuple[str, str], tuple[str, str]], ...] = (
    (
        Lazy(
            rf"(?i)\b(?:drop|truncate|wipe|purge|erase|delete|remove|clear|destroy|prune"
            rf"|get rid of)s?"
            rf"(?: (?:the|all|our|old|existing|unused|every|historical|production|stale|inactive"
            rf"|legacy|obsolete|orphaned|expired|of|permanently"
            rf"|`[^`]{{1,40}}`|[a-z_-]{{3,20}})){{0,6}} {_DATA}\b(?=.{{0,80}}\b(?:older than"
            rf"|permanently|from (?:the|our) (?:[a-z]+ )?(?:database|db|server|disk)|for good"
            rf"|irrevocably|before [0-9]{{4}}"
            rf"|every night|nightly|automatically|in production|on production|for ever|forever"
            rf"|years?|months?)\b)"
            rf"|\b(?:drop|truncate|wipe|purge|erase)(?: the| all| our| old| existing| unused"
            rf"| production| `[^`]{{1,40}}`| [a-z_-]{{1,30}}){{0,4}} {_DATA}\b"
            rf"|\b(?:delete|remove|clear|destroy)(?: all| every| existing| old| historical"
            rf"| production| stale| inactive| the production)(?: the| of the| of our"
            rf"| [a-z_-]{{1,30}}){{0,3}} {_DATA}\b"
            r"|\b(?:drop|truncate) (?:table|column|database|schema|`[a-z]\w*`)|\bdrop it in (?:the"
            r"|a) (?:next )?migration"
            rf"|{_DATA}\b.{{0,60}} (?:should|must|shall|will|can"
            rf"|may) (?:all )?(?:permanently )?be (?:permanently |automatically )?(?:deleted|purged"
            rf"|wiped|erased|removed|dropped)(?= .{{0,40}}(?:database|db|together with|permanently"
            rf"|automatically|including|for good))"
            rf"|\b{_DATA}\b.{{0,80}}\b(?:permanently|irrevocably)\b.{{0,60}}\b(?:delete|remove"
            rf"|erase)\b|\b(?:all|old) (?:[a-z]+ )?{_DATA}(?: .{{0,60}})? (?:delete|erase)[.!]?$"
            r"|\b(?:wiped?|purged?|erased?|truncated?|dropped)\b.{0,60}\b(?:database|db|production"
            r"|prod|live system|server|backups?)\b"
            r"|\b(?:delete|remove|drop|purge|wipe|clear|erase) (?:everything|all of it|whatever)\b"
            r"|\breset (?:the |all )?(?:[a-z]+ )?(?:production|live|prod) (?:data|database|db"
            r"|environment|system)"
            rf"|\b(?:permanently|irrevocably) (?:delete|remove|erase)|\b(?:delete|remove"
            rf"|erase)s? (?:[a-z]+ ){{0,4}}permanently"
            r"|\b(?:delete|remove|erase|close)s? (?:my|the|an?|one's|their|your|user|member"
            r"|customer)s? (?:own )?(?:user )?accounts?\b(?! (?:button|page|link|icon|name))"
            r"|\bremoves? (?:the|an?|my|their) (?:account|user|customer|tenant) and (?:everything"
            r"|all)\b"
        ),
        "",
        KEEP,
        GONE,
    ),
    (
        Lazy(
            rf"(?i)\b(?:disable|turn off|switch off|bypass|skip|remove|relax|weaken|drop|ignore"
            rf"|get rid of|lift|loosen|no longer (?:require|check))"
            rf"(?: (?:the|all|our|any|this|that|for"
            rf"|[a-z_-]{{1,20}})){{0,3}} {_GUARD}\b(?! (?:header|button|page|error|message|field"
            rf"|form|link|icon|text|warning|banner))"
            r"|\b(?:without|no) (?:any )?(?:login|log-?in|authentication|auth|password|permission"
            r"|approval)\b(?= (?:so|from|on|in|and|for|at|needed|required))"
            r"|\b(?:verify|rejectunauthorized|insecure[a-z]*|strict_?ssl) ?[=:] ?(?:false|0|none"
            r"|true)\b|--(?:insecure|no-verify|no-check-certificate)\b"
            rf"|\b(?:turn|switch) (?:[a-z]+ ){{0,3}}{_GUARD}(?: [a-z]+)? off\b"
            r"|\b(?:log ?in|sign in|act|impersonat\w+) (?:as )?(?:any|every|another|other"
            r"|all) (?:[a-z]+ )?(?:customers?|users?|members?|accounts?|people)\b"
            r"|\bwithout (?:their|the user'?s?|the owner'?s?) (?:password|consent|knowledge"
            r"|permission)\b"
            r"|\b(?:give|grant) (?:[a-z]+ ){1,4}(?:full )?(?:access|rights|permissions) to (?:all "
            r"|every |the )?(?:production|customer|user|member|private|live)\b"
            r"|\ballow(?:ing)? (?:all|any|every) origins?\b|\bchmod 777\b|\brun(?:ning)? as root\b"
            r"|\b(?:everyone|everybody|anyone|anybody|all users) (?:should|shall|can|could|may"
            r"|gets?|be made)(?: [a-z]+){0,2} (?:admin|administrator|root|owner|write access)\b"
            r"|\b(?:make|expose|open)(?: [a-z`/_-]+){1,6} (?:public(?:ly)?|to the internet"
            r"|from the internet|to everyone|to the world)\b(?! (?:api|method|function|property"
            r"|class))"
        ),
        "",
        GUARDED,
        OPEN,
    ),
    (
        Lazy(
            r"(?i)\bforce[- ]?push|\b(?:rewrite|squash|clean|purge|erase|scrub)(?: the| our| all"
            r"| git| commit| repository| of)* history\b"
            r"|\bfilter-(?:branch|repo)\b|\bbfg\b|\bdelete (?:all |old |the )*(?:tags|releases"
            r"|published versions?)\b|\byank(?:ing)? (?:the |old |all )"
        ),
        "",
        ("Leave the history as it is", "A new commit mends it; every clone and link stays valid."),
        ("Rewrite the history", "Every clone breaks and must be fetched anew."),
    ),
    (
        Lazy(
            r"(?i)\b(?:change|switch|replace|move|convert)(?: the| our| this)?(?: project'?s?"
            r"| repository'?s?)? licen[cs]e\b|\brelicen[cs]e\w*"
            rf"|\bswitch(?: the project| [a-z]+)?(?: from [a-z0-9.-]+)? to (?:the )?(?:{_LICENCE}"
            rf"|mit|apache)\b"
            rf"|\b(?:copy|copied|copying|include|including|import|vendor(?:ing)?|paste|take|reuse"
            rf"|use|bundle|link)\b.{{0,120}}\b{_LICENCE}(?:v?[0-9.]+)?\b"
            rf"|\b(?:is|it's|are|under|licen[cs]ed) (?:the )?{_LICENCE}(?:v?[0-9.]+)?\b"
            rf"|\b{_LICENCE}(?:v?[0-9.]+)?[- ](?:licen[cs]ed|only|code|library)\b"
            r"|\blicen[cs]e\b.{0,60}\b(?:isn't|is not|not|nor)\b.{0,20}\b(?:in the "
            r"|on the )?(?:allow(?:ed)?|accept(?:ed)?|compatible|list)\b|\blicen[cs]e (?:check"
            r"|allow[- ]?list|scan\w*|policy)\b.{0,40}\b(?:complain|fail|reject|add)"
            r"|\b(?:copy|copied|extract|take|reuse|scrape|rip|borrow"
            r"|download)\b.{0,80}\b(?:competitors?'?s?|from their (?:app|apk|site|website|shop"
            r"|page|repo))\b"
            r"|\b(?:copyrighted|trademarked?|pirated|cracked)\b"
            r"|\b(?:allow[- ]?list|incompatible)\b.{0,40}\blicen[cs]e"
            r"|\blicen[cs]e\b.{0,40}\b(?:forbids?|prohibits?|does not allow|doesn't allow"
            r"|not permit(?:ted)?|restricts?)\b|\bnon-?commercial\b.{0,30}\b(?:licen[cs]e|use)"
            r"|\blicen[cs]e\b.{0,40}\bnon-?commercial"
        ),
        "",
        (
            "Keep to today's licences (an alternative, an external tool or an optional feature)",
            "Owners and contributors are asked first.",
        ),
        ("Accept the licence", "Binds every contributor and user from the next release on."),
    ),
    (
        Lazy(
            r"(?i)\b(?:remove|rename|drop|break|change|delete|kill|retire)(?: (?:the|our|all|old"
            r"|this|that|of|in|fields?|responses?|[a-z0-9_`/.-]{1,20})){0,6} (?:public (?:api"
            r"|interface|endpoints?|methods?|functions?|signatures?)|v[0-9]+ (?:api|responses?"
            r"|endpoints?)|api v[0-9]+)\b"
            r"|\b(?:public|external) api\b.{0,60}\b(?:rename|remove|drop|change the|delete)\b"
            r"|\bbreak(?:s|ing)?(?: all| existing| backwards?| the| our| every)* (?:compatib\w+"
            r"|clients?|callers?|consumers?|integrations?|users? of|plugins?|scripts)\b"
            r"|\b(?:this|it|that) (?:is|will be|would be) a breaking change\b"
            r"|\bbreaking (?:api )?change\b|\b(?:clients?|consumers?|callers?|partners?|apps?"
            r"|integrations?|plugins?|integrators?|scripts?|others?|they|everybody|everyone|people"
            r"|users) (?:[a-z]+ ){0,3}(?:will|would|must|have to|need to) (?:have to "
            r"|need to )?(?:adapt|change their|update their|migrate|break|be broken)\b"
            r"|\b(?:partners?|clients?|customers?|apps?|people|users|consumers?"
            r"|third parties) (?:still )?(?:call|use|consume|rely on|depend on) (?:it|them|these"
            r"|that|this)\b(?=.{0,20}[.!]?$)"
        ),
        "",
        (
            "Deprecate first",
            "Old and new work side by side for a release; a warning names the end.",
        ),
        ("Break it now", "Callers must change with the next release."),
    ),
    (
        Lazy(
            rf"(?i)\b(?:commit|hard-?code|check in|embed|store|put|add|paste|include"
            rf"|upload)(?: (?:the|our|an?|all"
            rf"|[a-z_-]{{1,20}})){{0,3}} {_KEYS}\b(?=.{{0,30}}\b(?:in(?:to)? (?:plain ?text"
            rf"|the (?:repo|repository|code|source|image|client|app|frontend|bundle"
            rf"|config(?:uration)? file)|git)|under `?[a-z]+/|to the (?:repo|repository)"
            rf"|unencrypted))"
            rf"|\b(?:live|leaked|exposed|committed|hard-?coded|plain[- ]?text) (?:cloud |aws "
            rf"|production |prod )?{_KEYS}\b|\b{_KEYS}\b.{{0,40}} (?:was|were|is|are|has been"
            rf"|got) (?:committed|leaked|exposed|pushed|published|checked in|public)\b"
            rf"|\b(?:log|print"
            rf"|dump|trace|echo|show)(?:s|ging"
            rf"|ing)? (?:[a-z]+ ){{0,6}}{_KEYS}\b(?=.{{0,80}}\b(?:production|prod|debug|week"
            rf"|days?|log|temporar\w+|for)\b)"
            rf"|\b(?:send|e-?mail|post|share)s? (?:[a-z]+ ){{0,4}}{_KEYS}\b (?:by|in|to|via|over"
            rf"|through) (?:e-?mail|plain ?text|chat|slack|http)\b"
            r"|\b(?:store|save|keep)s? (?:[a-z]+ ){0,4}passwords? (?:[a-z]+ ){0,3}(?:plain ?text"
            r"|clear ?text|unhashed|readable)"
        ),
        "",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    (
        Lazy(
            r"(?i)\b(?:store|save|keep|log|collect|record)(?:s"
            r"|ing)? (?:[a-z]+ ){0,4}(?:card numbers?|credit cards?(?: (?:details|numbers|data))?"
            r"|cvv|cvc|iban|bank details|social security|passports?|id (?:cards?|numbers?)"
            r"|health data|medical (?:data|records)|fingerprints?|birth ?dates? of (?:all|every)"
            r"|location of (?:all|every|users?|members?))"
            r"|\b(?:collect|track|record|send|share|export|sell|upload|give)(?:s"
            r"|ing)? (?:[a-z,]+ ){0,12}(?:e-?mail addresses|personal data|names, |phone numbers"
            r"|birth dates|ip addresses|usage data|telemetry|what (?:people|users) (?:click|do"
            r"|type)|location data|browsing)(?=.{0,120}\b(?:to (?:our|the|a|an|some|third)|server"
            r"|third part(?:y|ies)|partners?|compan(?:y|ies)|by default|without (?:asking|consent)"
            r"|insurance|advertis\w+|analytics|every month|each month|vendor))"
            r"|\b(?:upload|send|transmit|collect|share|charge|publish)(?:s"
            r"|ing)?\b.{0,120}\bwithout (?:asking|consent|telling|notice|permission"
            r"|their knowledge)"
            r"|\bshare (?:the |our |all )?(?:customer|member|user|client|patient"
            r"|subscriber) (?:list|data|addresses)\b|\b(?:telemetry|tracking"
            r"|usage data)\b.{0,60}\b(?:on by default|opt-?out|enabled by default)"
            r"|\bgive\b.{0,80}\b(?:export|copy|list|access)\b.{0,60}\b(?:names|birth|phone"
            r"|addresses|personal)\b"
        ),
        "",
        PRIVATE,
        SHARED,
    ),
    (
        Lazy(
            r"(?i)\b(?:charge|bill|refund|debit)(?:s|ing)? (?:all|every|each|existing"
            r"|the) (?:[a-z]+ ){0,3}(?:customers?|members?|users?|cards?|accounts?"
            r"|subscribers?)\b(?=.{0,60}\b(?:automatically|without|at once|again|retroactively))"
            r"|\b(?:run|execute|apply|deploy|push|test)(?:s|ing)? (?:[a-z]+ ){0,4}(?:directly "
            r"|straight |right )?(?:on|against|to|in) (?:the )?(?:live|prod"
            r"|production)(?: (?:database|system|data|cluster|server))?\b(?=.{0,60}\b(?:directly"
            r"|without|at once|skip|no review|friday|right away|immediately))"
            r"|\b(?:directly|straight|right) (?:on|against|to|in) (?:the )?(?:live|prod"
            r"|production)\b"
            r"|\b(?:send(?:s|ing)?|mail(?:s|ing)?|e-?mail(?:s|ing)?) (?:(?:an?|the|this"
            r"|one) (?:[a-z-]+ )?(?:e-?mail|mail|message|newsletter|text) to )?(?:all|every"
            r"|everybody|everyone)(?: [a-z]+)?"
            r"(?: (?:customers?|members?|users?|subscribers?|addresses))?\b(?=.{0,80}\b(?:at once"
            r"|today|now|whether|regardless|even if|without|opted out|unsubscribed))"
        ),
        "",
        (
            "Try it apart from production first",
            "A copy or a small group shows what happens; slower, nobody is hit.",
        ),
        ("Do it on production", "Whatever goes wrong hits everybody at once."),
    ),
)
