"""Families: words that mean one thing to the perils: to delete, what lasts, what is personal."""

from __future__ import annotations

from dataclasses import dataclass

PERSONAL = (
    r"recordings? of (?:people|members|lessons|rehearsals|calls)|voices|conversations"
    r"|mitschnitte?|aufnahmen|customer data|patient data|member data|(?:patient|medical"
    r"|health) records?|revenue|turnover|customers? and (?:revenue|orders"
    r"|sales)|full names?|(?:patient|guest|employee|member|customer|user|visitor|pupil|student"
    r"|tenant"
    r"|donor|child)(?:'?s|s')? (?:names?|list|data|details|records?)|\bnames?, |diagnos[ei]s"
    r"|treatments?|patients?|medical|health (?:data|records?)|medication|allerg\w+"
    r"|salar(?:y|ies)|wages?|payroll|iban|bank (?:details|account)|birth ?da(?:y|te)s?"
    r"|dates? of birth|home address(?:es)?|phone numbers?|e-?mail address(?:es)?|passports?"
    r"|matriculation|\bmarks?\b"
    r"|school grades|last (?:log-?in|seen)|online last|\bips?\b|(?:mail|ip) address(?:es)?"
    r"|which city|sick (?:notes?|leave)|religion|whereabouts|personal data|private messages"
)
NO_LOGIN = (
    r"(?:without|w/o|no|needs? no|skip(?:ping|s)?) (?:any |a |the )?(?:log-?in|logging in|auth\w*"
    r"|passwords?|sign-?in|signing in|session|account)\b"
    r"|\bopen (?:web ?)?(?:page|site)\b|\bnotice board\b|\bunauthenticated\b"
    r"|\banonymous(?:ly)? (?:access|read\w*|visible)"
    r"|\b(?:can'?t|cannot) (?:log|sign) ?in\b"
    r"|\bpublic(?:ly)? (?:page|endpoint|route|url|link|screen|read\w*|access\w*|available|visible)"
    r"|\b(?:page|list|site|board|bucket|calendar|feed|profile)s? (?:is|are|should be|becomes?) public\b"
    r"|\b(?:visible|readable|open|accessible|available) (?:to|for) (?:everyone|everybody|anyone"
    r"|anybody|the public|visitors|the world)\b"
    r"|\bwithout (?:an? |any )?(?:api[ -])?key\b|\bmake (?:the |our |all )?[\w ]{3,30} public\b"
    r"|\bpublic (?:directory|list|dashboard|profile|calendar|map|board|wiki)\b"
)
DELETES = (
    r"\b(?:remov(?:e|es|ed|ing)|delet\w+|purg(?:e|es|ed|ing)|drop(?:s|ped"
    r"|ping)?(?! (?:\S+ ){0,3}(?:in)?to (?:our|the|an?|my)\b)|wip(?:e|es|ed"
    r"|ing)|eras(?:e|es|ed|ing)|prun(?:e|es|ed|ing)|throw\w* (?:away|out)|get rid of|destroy\w*"
    r"|discard\w*|expir(?:e|es)|shred\w*|unlink\w*|lösch\w+|supprim\w+|effac\w+|borra\w*"
    r"|nuk(?:e|es|ed|ing)|blow\w* away|blown away|truncat\w+|clear(?:s|ed|ing)? out|clean(?:s|ed"
    r"|ing)? out"
    r"|empt(?:y|ies|ied) (?:everything|the|all)|scrub\w*|expung\w+|forget|trim\w*|cull\w*"
    r"|evict\w*"
    r"|overwrit\w+|sweep|swept|keep only|bin them|throw\w* (?:it|them|that) (?:away|out)"
    r"|vernicht\w+"
    r"|elimin\w+)\b|削除"
)
LASTING = (
    r"\b(?:pvcs?|(?<!sound )volumes?|snapshots?|backups?|buckets?|versions|raw (?:[a-z]+ )?files"
    r"|originals?|recordings?|records|archives?|histor(?:y|ies)|accounts?|personal data"
    r"|(?:user|customer|member|patient) (?:data|files)|customers?|uploads?|photos|messages"
    r"|mailbox\w*|orders|invoices|bookings|documents|databases?|tables?|measurements?"
    r"|readings|posts|users?|messwerte|datensätze|nutzer|konten|mitglieder|bestellungen|registros"
    r"|usuarios|cuentas|comptes|utilisateurs|audit (?:log|trail)s?|members?|save ?games|profiles"
    r"|deliver(?:y|ies)|claims"
    r"|namespaces?|tenants?|their schemas|progress|inventor(?:y|ies)|audit logs?"
    r"|(?<!test )(?<!cached )data|attachments?|subscribers?"
    r"|log ?files|entries|rows|repositor(?:y|ies)"
    r"|branches|releases|tags|pictures|videos|everything|people's (?:data|edits|work)|edits"
    r"|comments"
    r"|subscriptions|contacts|patients?|results|datasets?|tickets|conversations|playlists"
    r"|wallets?"
    r"|mails|e-?mails|history)\b"
)
FOR_GOOD = (
    r"\b(?:nightly|weekly|monthly|hourly|cron|scheduler|inactive|jede nacht|automatisch|älter als"
    r"|cada noche|automáticamente|chaque nuit|automatiquement|every (?:night|day|week|month)|daily"
    r"|older than|after [0-9]+ (?:days|weeks"
    r"|months|years)|all versions|versions too|by default|make it (?:the )?default|cascad\w+"
    r"|for good|also for (?:the|all)|for ?ever|permanent\w*|irrevers\w+|on prod\w*|in prod\w*"
    r"|(?:a|one|two|three|six|[0-9]+) (?:days?|weeks?|months?|years?) (?:after|later|old|ago)"
    r"|(?:for|in) (?:a|"
    r"two|three|five|six|ten|[0-9]+|several|many) (?:months|years?)|cancell?ed|dormant|abandoned"
    r"|stale"
    r"|before (?:19|20)[0-9]{2}|nobody (?:opened|used|touched|looked)|(?:have|has)n't (?:clicked"
    r"|logged|been)"
    r"|gdpr|on request|from the (?:production )?(?:database|db|backups?|disk)|keep only"
    r"|only the last"
    r"|everything (?:that|older|else|before)|all (?:of )?(?:their|his|her|its) \w+|completely"
    r"|entire\w*"
    r"|all (?:players|users|customers|members|accounts|tenants)|every(?:body|one)'?s"
    r"|on (?:the next )?deploy|vollständig|mit allen daten|with all data|über [0-9]+ jahre"
    r"|without (?:a |any )?(?:question|confirmation|asking|prompt|backup|warning)"
    r"|no (?:question|confirmation|prompt|way back)"
    r"|(?:and|including|with) (?:the |their |all |its )?(?:backups?|snapshots|all versions|copies))\b"
)
HUSHED = (
    r"\b[A-Z][A-Z0-9]*_(?:KEY|SECRET|TOKEN|PASSWORD|PASS)\b|\b(?:live|production|prod|payment"
    r"|merchant|master|real|root|smtp|webhook|licen[cs]e server) (?:keys?|secrets?)\b"
    r"|\b(?:passwords?|pins?|passphrases?|recovery codes?|session cookies?|secrets?|credentials?"
    r"|(?:api|access|private|deploy|signing|ssh|vault"
    r"|encryption|service account|aws|cloud)[ -]keys?|(?:access|auth|bearer|api|bot|deploy"
    r"|personal) tokens?)\b(?! (?:field|input|reset|check|hash|policy|rule|form|page|strength"
    r"|manager|prompt|box|store|hint|length|change))"
)
INTO_FILES = (
    r"\b(?:put|goes?|add|commit|check|store|write|paste|copy|move|hard-?cod\w+|keep|save)\w*\b"
    r".{0,80}\b(?:into|in|to|inside) (?:the |our )?(?:`?[\w./-]+\.(?:ya?ml|json|toml|env|ini|conf"
    r"|cfg|tfvars|py|js|ts|sh|php|properties|xml)\b|repo(?:sitory)?\b|git\b|(?:source )?code\b"
    r"|image\b|dockerfile|frontend|bundle\b|apk\b|readme)"
)
LOOSE = (
    r"\bcluster-admin\b|\bwildcard (?:permission|role|policy)|sudo ALL"
    r"|PasswordAuthentication\W+(?:to |on |= ?)?yes|PermitRootLogin\W+(?:to )?yes"
    r"|\b(?:accept|allow|enable)\w* (?:ssh )?passwords?(?: log-?ins?| auth\w*)? again"
    r"|\b(?:sudo|become`?|root(?: log-?in)?|ssh) without (?:a |any )?password|NOPASSWD"
    r"|\btoken`? in the (?:url|query)|\bpassword (?:is )?on the (?:wiki|wall|notice)"
    r"|\bshared (?:admin |root )?(?:log-?in|account|user)\b"
    r"|passwordless (?:sudo|root)|StrictHostKeyChecking\W+no\b|privileged: ?true"
    r"|0\.0\.0\.0/0|Allow-Origin\W+\*|\bverify ?= ?False"
    r"|\btrust (?:all|any|every) (?:[a-z]+ )?(?:certificates?|hosts?|origins?|prox(?:y|ies))"
    r"|\btokens? (?:that )?(?:never|don't|do not) expire"
    r"|\b(?:run|start|execute)\w* (?:everything|it|all|the container|them) as root"
    r"|chmod -?R? ?0?777"
    r"|\bone (?:log-?in|account|user|password) for (?:all|everyone|everybody|the whole)"
    r"|\b(?:make|give|grant)\w* (?:them|him|her|everyone|everybody|all [a-z]+|the [a-z]+"
    r"|[a-z]+s) (?:an? |full "
    r"|the )*(?:admins?|administrators?|root|owner|super ?users?|sudo)\b"
    r"|\blog ?in as (?:any|every|another|other|the|a) (?:[a-z]+ )?(?:customer|user|member)s?\b"
    r"|\b(?:one|the same|shared|default) (?:password|account|login) (?:for|to) (?:all|everyone"
    r"|everybody|every)|\b(?:disable|switch off|turn off) (?:selinux|apparmor|seccomp)|setenforce 0"
)
HARDWARE = (
    r"\b(?:rais|increas|lift|remov|disabl|bypass|ignor|skip|overrid|deactivat|doubl|switch\w* off"
    r"|turn\w* off)\w*\b.{0,60}(?:\b(?:current|torque|voltage|temperature|pressure|speed|charg\w+"
    r"|thermal|dose|dosage|rpm|acceleration)[ -](?:limit\w*|maximum|cap|cut-?off|protection)"
    r"|\bover-?(?:temperature|current|voltage|heat\w*|pressure)|\bwatchdog|\binterlocks?"
    r"|\bemergency stop|\be-stop|\bend ?stops?|\blimit switch\w*|\bsafety (?:margin|limit|stop"
    r"|time-?out|valve|check)s?|\bfuses?\b|\bbrown-?out)"
)
RESTRICTED = (
    r"\b(?:personal|private|non-?commercial|educational|evaluation|home) use\b"
    r"|\b(?:don't|do not|not|no|must not|may not|cannot|never"
    r"|forbids?) (?:be )?(?:re-?distribut\w+"
    r"|re-?publish\w*|re-?s(?:ell|old))"
    r"|\b(?:not|no|never) (?:be )?(?:used? )?(?:in|for) commercial|\bplease do not (?:use|copy)"
    r"|\b(?:against|violates?) (?:the|their) terms|\bterms (?:of (?:use|service) )?forbid"
    r"|\bredistribution right|\ball rights reserved|\bper work-?station|\bunlicensed\b"
    r"|\b(?:has|have|with|shows?) no licen[cs]e\b|\blicen[cs]e (?:is )?(?:unclear|unknown|forbids)"
    r"|\b(?:ripped|extracted|taken|copied) (?:from|out of) (?:the |a |an |another |their )?(?:[a-z]+ )?"
    r"(?:game|film|movie|album|competitor\w*|app|book|newspaper)\b"
    r"|\bscrap(?:e|es|er|ing)\b.{0,80}\b(?:their|competitor\w*|other) "
    r"|\bcompetitor'?s?'? (?:catalogue|texts|pictures|photos|data|content|icons|design)\b"
    r"|\ba?l?gpl\b.{0,80}\b(?:closed|proprietary|commercial)\b|\bclosed[- ]source\b.{0,80}\ba?l?gpl\b"
)
TELLS_SERVER = (
    r"\b(?:send|report|upload|transmit|post|collect|phones? home)\w*\b.{0,160}\b(?:events?|usage"
    r"|statistics|analytics|telemetry|(?:machine|user|device|host|install\w*)[ -]?(?:id|name)s?"
    r"|ip address|key ?strokes|clicks|crash reports?|commands?|server|collector|backend)\b"
)
BREAKS = (
    r"\b(?:flip|chang|switch|invert|revers|alter|swap)\w* (?:the |its |this |our )?(?:defaults?\b"
    r"|meaning|behaviou?r|log level|return (?:values?|types?)|order of (?:the )?(?:arguments"
    r"|parameters)"
    r"|sign\b|units?\b)"
    r"|\bmake `?[\w.-]+`?(?: mode)? the default|\bshould (?:now )?(?:raise|fail|throw|reject"
    r"|refuse) (?:on|if|when|for)"
    r"|\b(?:becomes?|make (?:it|this|them)) (?:mandatory|required)\b"
    r"|\b(?:shorten|renam|chang|remov|restructur|flatten|renumber)\w* (?:the "
    r"|all )*(?:[a-z]+ )?(?:keys|fields"
    r"|responses?|payload|codes|urls|routes|ids)\b"
)
LICENCE_KEPT = (
    "Keep to today's licences (an alternative, an external tool or an optional feature)",
    "Owners and contributors are asked first.",
)
LICENCE_TAKEN = (
    "Accept the licence",
    "Binds every contributor and user from the next release on.",
)


@dataclass(frozen=True, slots=True)
class Peril:
    """One kind of risk, with its question, and the safer and the risky way.

    `core` holds families of words that one sentence joins; of `beside` one must stand anywhere, of
    `calm` none may. Each family of `near` stands in that sentence, in a neighbour of it, or in the title.
    """

    core: tuple[str, ...]
    beside: str
    calm: str
    question: str
    safer: tuple[str, str]
    risky: tuple[str, str]
    near: tuple[str, ...] = ()
