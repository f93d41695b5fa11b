"""Perils: risks whose parts stand in several sentences, as families of words that must come together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.planning.dangers import GONE, GUARDED, KEEP, OPEN, OUT, PRIVATE, SHARED

_PERSONAL = (
    r"full names?|(?:patient|guest|employee|member|customer|user|visitor|pupil|student|tenant"
    r"|donor|child)(?:'?s|s')? (?:names?|list|data|details|records?)|\bnames?, |diagnos[ei]s"
    r"|treatments?|patients?|medical|health (?:data|records?)|medication|allerg\w+"
    r"|salar(?:y|ies)|wages?|payroll|iban|bank (?:details|account)|birth ?da(?:y|te)s?"
    r"|dates? of birth|home address(?:es)?|phone numbers?|e-?mail address(?:es)?|passports?"
    r"|school grades|sick (?:notes?|leave)|religion|whereabouts|personal data|private messages"
)
_NO_LOGIN = (
    r"(?:without|w/o|no|needs? no|skip(?:ping|s)?) (?:any |a |the )?(?:log-?in|logging in|auth\w*"
    r"|passwords?|sign-?in|signing in|session|account)\b"
    r"|\bunauthenticated\b|\banonymous(?:ly)? (?:access|read\w*|visible)"
    r"|\b(?:can'?t|cannot) (?:log|sign) ?in\b"
    r"|\bpublic(?:ly)? (?:page|endpoint|route|url|link|screen|read\w*|access\w*|available|visible)"
    r"|\b(?:visible|readable|open|accessible|available) (?:to|for) (?:everyone|everybody|anyone"
    r"|anybody|the public|visitors|the world)\b"
)
_DELETES = (
    r"\b(?:remov(?:e|es|ed|ing)|delet\w+|purg(?:e|es|ed|ing)|drop(?:s|ped|ping)?|wip(?:e|es|ed"
    r"|ing)|eras(?:e|es|ed|ing)|prun(?:e|es|ed|ing)|throw\w* (?:away|out)|get rid of|destroy\w*"
    r"|discard\w*|expir(?:e|es)|shred\w*)\b"
)
_LASTING = (
    r"\b(?:pvcs?|(?<!sound )volumes?|snapshots?|backups?|buckets?|versions|raw (?:[a-z]+ )?files"
    r"|originals|recordings?|records|archives?|histor(?:y|ies)|accounts?|personal data"
    r"|(?:user|customer|member|patient) (?:data|files)|customers?|uploads?|photos|messages"
    r"|mailbox\w*|orders|invoices|bookings|documents|databases?|tables?|measurements?"
    r"|readings|audit (?:log|trail)s?|members?|save ?games|profiles|deliver(?:y|ies)|claims"
    r"|namespaces?|tenants?)\b"
)
_FOR_GOOD = (
    r"\b(?:nightly|every (?:night|day|week|month)|daily|older than|after [0-9]+ (?:days|weeks"
    r"|months|years)|all versions|versions too|by default|make it (?:the )?default|cascad\w+"
    r"|for good|for ?ever|permanent\w*|irrevers\w+|on prod\w*|in prod\w*"
    r"|without (?:a |any )?(?:question|confirmation|asking|prompt|backup|warning)"
    r"|no (?:question|confirmation|prompt|way back)"
    r"|(?:and|including|with) (?:the |their |all |its )?(?:backups?|snapshots|all versions|copies))\b"
)
_HUSHED = (
    r"\b(?:passwords?|secrets?|credentials?|(?:api|access|private|deploy|signing|ssh|vault"
    r"|encryption|service account|aws|cloud)[ -]keys?|(?:access|auth|bearer|api|bot|deploy"
    r"|personal) tokens?)\b(?! (?:field|input|reset|check|hash|policy|rule|form|page|strength"
    r"|manager|prompt|box|store|hint|length|change))"
)
_INTO_FILES = (
    r"\b(?:put|goes?|add|commit|check|store|write|paste|copy|move|hard-?cod\w+|keep|save)\w*\b"
    r".{0,80}\b(?:into|in|to|inside) (?:the |our )?(?:`?[\w./-]+\.(?:ya?ml|json|toml|env|ini|conf"
    r"|cfg|tfvars|py|js|ts|sh|php|properties|xml)\b|repo(?:sitory)?\b|git\b|(?:source )?code\b"
    r"|image\b|dockerfile|frontend|bundle\b|apk\b|readme)"
)
_LOOSE = (
    r"PasswordAuthentication\W+(?:to |on |= ?)?yes|PermitRootLogin\W+(?:to )?yes"
    r"|\b(?:accept|allow|enable)\w* (?:ssh )?passwords?(?: log-?ins?| auth\w*)? again"
    r"|\b(?:sudo|become`?|root(?: log-?in)?|ssh) without (?:a |any )?password|NOPASSWD"
    r"|passwordless (?:sudo|root)|StrictHostKeyChecking\W+no\b|privileged: ?true"
    r"|0\.0\.0\.0/0|Allow-Origin\W+\*|\bverify ?= ?False"
    r"|\btrust (?:all|any|every) (?:[a-z]+ )?(?:certificates?|hosts?|origins?|prox(?:y|ies))"
    r"|\btokens? (?:that )?(?:never|don't|do not) expire"
    r"|\b(?:one|the same|shared|default) (?:password|account|login) (?:for|to) (?:all|everyone"
    r"|everybody|every)|\b(?:disable|switch off|turn off) (?:selinux|apparmor|seccomp)|setenforce 0"
)
_HARDWARE = (
    r"\b(?:rais|increas|lift|remov|disabl|bypass|ignor|skip|overrid|deactivat|doubl|switch\w* off"
    r"|turn\w* off)\w*\b.{0,60}(?:\b(?:current|torque|voltage|temperature|pressure|speed|charg\w+"
    r"|thermal|dose|dosage|rpm|acceleration)[ -](?:limit\w*|maximum|cap|cut-?off|protection)"
    r"|\bover-?(?:temperature|current|voltage|heat\w*|pressure)|\bwatchdog|\binterlocks?"
    r"|\bemergency stop|\be-stop|\bend ?stops?|\blimit switch\w*|\bsafety (?:margin|limit|stop"
    r"|time-?out|valve|check)s?|\bfuses?\b|\bbrown-?out)"
)
_RESTRICTED = (
    r"\b(?:personal|private|non-?commercial|educational|evaluation|home) use\b"
    r"|\b(?:don't|do not|not|no|must not|may not|cannot|never) (?:be )?(?:re-?distribut\w+"
    r"|re-?publish\w*|re-?s(?:ell|old))"
    r"|\bredistribution right|\ball rights reserved|\bper work-?station|\bunlicensed\b"
    r"|\b(?:has|have|with|shows?) no licen[cs]e\b|\blicen[cs]e (?:is )?(?:unclear|unknown|forbids)"
    r"|\b(?:ripped|extracted|taken|copied) (?:from|out of) (?:the |a |an |another |their )?(?:[a-z]+ )?"
    r"(?:game|film|movie|album|competitor\w*|app|book|newspaper)\b"
)
_TELLS_SERVER = (
    r"\b(?:send|report|upload|transmit|post|collect|phones? home)\w*\b.{0,160}\b(?:events?|usage"
    r"|statistics|analytics|telemetry|(?:machine|user|device|host|install\w*)[ -]?(?:id|name)s?"
    r"|ip address|key ?strokes|clicks|crash reports?|commands?|server|collector|backend)\b"
)
_BREAKS = (
    r"\b(?:flip|chang|switch|invert|revers|alter|swap)\w* (?:the |its |this |our )?(?:defaults?\b"
    r"|meaning|behaviou?r|return (?:values?|types?)|order of (?:the )?(?:arguments|parameters)"
    r"|sign\b|units?\b)"
)


@dataclass(frozen=True, slots=True)
class Peril:
    """One kind of risk, with its question, and the safer and the risky way.

    `core` holds families of words that one sentence joins; of `beside` one must stand anywhere, of
    `calm` none may.
    """

    core: tuple[str, ...]
    beside: str
    calm: str
    question: str
    safer: tuple[str, str]
    risky: tuple[str, str]


PERILS = (
    Peril(
        (_NO_LOGIN,),
        _PERSONAL,
        r"no (?:full )?names|initials|pseudonym|anonymi[sz]ed|no personal|\b40[13]\b|redirect",
        "Whose privacy does it touch (data protection), which fields may be shown without login, "
        "and who has approved that access?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:send|mail|forward|pass on|export|upload|hand(?:s|ed)? over|giv|share|transfer"
            r"|gets? (?:an? |the )?(?:[a-z]+ )?(?:mail|copy|list|export|access)|receiv)",
            _PERSONAL,
            r"\b(?:caterer|insur(?:er|ance)|partners?|third part|vendor|supplier|agency|authority"
            r"|employer|advertis|marketing|external|sponsor|press|landlord|contractor|sales team"
            r"|slack|teams channel|chat)\b",
        ),
        r"",
        r"with consent|agreed in writing|no personal|anonymi[sz]ed|processing agreement",
        "Which personal data may be passed on, to whom, and with whose consent?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (_TELLS_SERVER,),
        r"\b(?:on by default|default on|(?:switched|turned) on|enabled (?:by default|for)|always on"
        r"|silently|no (?:dialog|question|consent|prompt|opt-?out)|(?:machine|user|device)[ -]ids?\b"
        r"|without (?:a |any )?(?:question|dialog|consent|asking|prompt)|cannot be (?:switched|turned))",
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
            r"\b(?:locations?|positions?|whereabouts|screens?|key ?strokes|conversations|calls|mails)"
            r" of (?:all |every |our |the )*(?:employees|drivers|staff|members|users|children|pupils"
            r"|couriers|workers)",
        ),
        r"",
        r"with consent|anonymi[sz]ed",
        "May these people be watched, who has agreed to it, and how long is it kept?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (_DELETES, _LASTING),
        _FOR_GOOD,
        r"undo\b|trash|recycle|soft[- ]delet|dry[- ]run|grace period|restor|\btemp(?:orary)?\b|/tmp"
        r"|\bcache[ds]?\b|fixtures?|rebuilt|regenerat|test (?:data|users?)|dropped? ?down",
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
        (_HUSHED, _INTO_FILES),
        r"",
        r"encrypted|secret store|placeholder|dummy|fake|sops|\.env\.example|from the environment",
        "A secret in plain text reaches everybody with a copy: may it be kept there, or does it go "
        "into a secret store, and who rotates it?",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    Peril(
        (_LOOSE,),
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
        r"sandbox|test mode|up to [0-9]|at most [0-9]|read[- ]only|twice|two times|limit of [0-9]",
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
        r"unsubscribed|opted out|never (?:agreed|consented|subscribed)|ever (?:ordered|bought|regist)"
        r"|without consent|bought (?:list|addresses)|regardless",
        r"except|not to those|excluded",
        "May these people be written to without their consent, and who answers for it?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (_BREAKS,),
        r"\brel(?:y|ies) on|\bdepends? on (?:it|the|this|that)|\bsemver|semantic versioning"
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
        (_RESTRICTED,),
        r"\b(?:add|put|ship|bundle|vendor|include|copy|drop|use[sd]?|embed|commit|download|plays?)\b",
        r"\bcc0\b|public domain|(?:have|got|bought) (?:the |a |their )?(?:permission|licen[cs]e)"
        r"|permission (?:from|of|by)",
        "Does the licence permit that we redistribute it, whose permission is there, or is there a "
        "free alternative?",
        (
            "Keep to today's licences (an alternative, an external tool or an optional feature)",
            "Owners and contributors are asked first.",
        ),
        ("Accept the licence", "Binds every contributor and user from the next release on."),
    ),
    Peril(
        (_HARDWARE,),
        r"",
        r"simulat|\bmock|in (?:the )?tests?\b|\bback to\b|never",
        "This takes a safety limit away: who has checked the hardware, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:privacy|terms|imprint|disclaimer|warranty|liability|cancellation policy|promises?)\b",
            r"\b(?:re-?word|rewrit|re-?phras|delet|remov|drop|strike|soften|weaken)\w*",
        ),
        r"\b(?:says?|promises?|clause|guarantees?)\b",
        r"\btypo|spelling|\blink\b|lawyer (?:approved|wrote)|text from legal|must pass",
        "This changes what we promise by law: who (legal, owner) has approved the new wording?",
        ("Keep the promise", "What was promised stays true; the work fits itself to it."),
        ("Change the wording", "Somebody must answer for it towards everybody who agreed."),
    ),
)
