"""Logins: perils of wishes that let people in for longer, with less proof, or with more rights."""

from __future__ import annotations

from bot.planning.dangers import GUARDED, OPEN
from bot.planning.families import Peril

_TICKET = (
    r"(?:sessions?|(?:access |refresh |auth |bearer |api |login |device "
    r"|remember[- ]me )?tokens?|jwts?|cookies?"
    r"|log-?ins?|sign-?ins?|(?:magic|invit\w+|reset|share|download|sign-?in|log-?in) links?"
    r"|api keys?"
    r"|invitations?|one-time codes?|otps?|passwords?)"
)
_LASTS = (
    rf"\b{_TICKET}\b[^.;]{{0,50}}\b(?:life ?time|ttl|time-?outs?|expir\w+|valid\w*"
    rf"|max[-_ ]?age|last(?:s|ing)?"
    r"|live|good|run(?:s|ning)? out|end(?:s|ed|less)?|kill(?:s|ed)?)\b"
    rf"|\b(?:life ?time|ttl|expiry|time-?out|max[-_ ]?age|validity)\b[^.;]{{0,30}}\b{_TICKET}\b"
    r"|\b(?:stay(?:s|ing)?|keep(?:s|ing)? (?:me|us|people|users|them|every(?:one|body)|staff)"
    r"|remain\w*|be)"
    r" (?:logged|signed)[- ]?(?:in|on)\b|\blog(?:ged|s)? (?:me |us |people |users |them )?out\b"
    r"|\b(?:idle|inactivity|automatic|auto)[- ](?:time-?out|log-?out)\b"
)
_LONGER = (
    r"\b(?:(?:a|one|two|three|six|twelve|several|[0-9]+) (?:full |whole )?(?:weeks?|months?"
    r"|years?)|[3-9][0-9] days"
    r"|[1-9][0-9]{2,} days|for ?ever|never(?! (?:log|send|store|save|show))|no (?:expiry"
    r"|expiration|time-?out|limit)"
    r"|without (?:an? )?(?:expiry|expiration|time-?out|limit)|unlimited|indefinitely|longer"
    r"|rais(?:e|ed|ing)"
    r"|increas(?:e|ed|ing)|extend\w*|bump|permanent\w*|60 \* 60 \* 24 \* [1-9][0-9]+"
    r"|86400 \* [1-9][0-9]+|[1-9][0-9]{6,})\b"
)

LOGINS = (
    Peril(
        (
            _LASTS,
            _LONGER,
            r"\b(?:set|rais\w*|increas\w*|extend\w*|chang\w*|make|bump|let|allow|stay|keep"
            r"|want\w*|should|must"
            r"|please|turn|remov\w*|drop|disabl\w*|need\w*|would)\b",
        ),
        "",
        r"\b(?:short(?:er|en\w*)|reduc\w+|lower\w*|cut (?:it )?(?:down )?to|down to|at most"
        r"|no longer than|revok\w+"
        r"|rotat\w+|denylist|blocklist|too long|trusted devices?|logs? out everywhere"
        r"|device list|opt-?in"
        r"|remember me|leak\w*|warn\w* before|as (?:configured|documented|promised)"
        r"|instead of (?:never|for ever))\b",
        "Whoever gets hold of it stays in as long: is that decided, can it be taken back (revoked), or is "
        "there another way (renewal in the background, trusted devices)?",
        ("Keep it short and renew it", "Less typing for people; a stolen one runs out soon."),
        ("As long as the text says", "A stolen one is good for as long; nobody can take it back."),
    ),
    Peril(
        (
            r"\b(?:allow\w*|accept\w*|add|set|enabl\w*|open\w*|permit\w*|configur\w*|let"
            r"|turn on|use|return|send)\b",
            r"\bcors\b[^.;]{0,60}(?:\*|\bany\b|\ball\b|\bevery\b|wildcard)"
            r"|\bAccess-Control-Allow-Origin\b[^.;]{0,10}\*"
            r"|(?:\*|\bany|\ball|\bevery|wildcard)\b[^.;]{0,30}\b(?:cors|origins?)\b"
            r"|\bSameSite ?= ?None\b"
            r"|\borigin: ?(?:true|\*|'\*'|\"\*\")",
        ),
        "",
        r"\ballow-?list of origins|\bonly (?:our|these|the) (?:domains?|origins?)"
        r"|\bpublic (?:data|assets|fonts)"
        r"|\bwithout credentials|\bread-only public\b",
        "Any page on the web could then ask with a visitor's login: for which origins is it needed, and who "
        "approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:password|passphrase|pin)s?\b[^.;]{0,60}\b(?:shorter|[1-7] (?:characters"
            r"|digits|letters|chars)|minimum"
            r"|min[_-]?length|rules?|complexity|requirements?|any length|simple|easier)\b",
            r"\b(?:lower\w*|reduc\w*|relax\w*|drop\w*|remov\w*|loosen\w*|only|down to|allow\w*"
            r"|accept\w*|enough"
            r"|simplif\w*|weaken\w*|shorten\w*)\b",
        ),
        "",
        r"\bstronger\b|\bat least (?:8|9|1[0-9])\b|\bmessage\b|\bhint\b|\btypo\b|\bnist\b",
        "This lets weaker passwords in: is it decided, what stops guessing, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:admin\w*|administrator|owner|moderator|editor|staff|superuser|root"
            r"|maintainer|manager)s?"
            r"(?: (?:role|rights|access|permissions?|accounts?|status))?\b",
            r"\b(?:automatic\w*|by default|everybody|everyone|anybody|anyone|all (?:staff"
            r"|employees|members|users|"
            r"contributors|editors|developers|colleagues|volunteers)|whoever|any(?:body)? with"
            r"|every (?:employee|member"
            r"|user|volunteer|developer)|with (?:an? )?@|e-?mail (?:domain|ends|address ends)"
            r"|first (?:user|login))\b",
            r"\b(?:get|gets|give|grant|make|become|becomes|assign|promote|receive|have|has|be"
            r"|is|are|should)\w*\b",
        ),
        r"\b(?:role|rights|access|permissions?|admin\w*|owner)\b",
        r"\bread[- ]only\b|\brevok\w+|\bremove (?:the )?(?:admin|rights)|\bno longer\b"
        r"|\bnobody (?:but|except)\b|\bonly"
        r" (?:the )?(?:owner|admin)|\bnotif\w+|\bmails? (?:to|the)\b|\b(?:sees?|shown?|list\w*"
        r"|e-?mail\w*) (?:to )?(?:the )?"
        r"admins?\b|\bask(?:s|ed)? an admin",
        "More people could do anything: who exactly, is that decided, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:log(?:s|ged)? ?in|sign(?:s|ed)? ?in|authenticat\w+|identif\w+|let (?:them"
            r"|people|users|me|us) in)\b"
            r"[^.;]{0,60}\b(?:by|with|via|through|using|from) (?:just |only "
            r"|nothing but )*(?:(?:the|their|an?|his|her) )?"
            r"(?:e-?mail(?: address)?|phone number|name|user ?name|customer number"
            r"|order number|birth ?da(?:y|te)|date of"
            r" birth|postcode|header|x-[\w-]+|query (?:string|parameter)|url"
            r"|ip(?: address)?)\b(?! and)",
        ),
        r"\b(?:without (?:a |any )?(?:password|code|link)|no (?:password|code)|only|just"
        r"|enough|alone|trust\w*|forget\w*"
        r"|forgot\w*|too (?:hard|complicated)|seniors|elderly)\b",
        r"\bmagic link|\bconfirm\w*|\bcode (?:is|by|to)\b|\bone-time\b|\bas well as\b"
        r"|\bsecond factor|\breverse proxy sets\b",
        "Who knows that would be in: is it decided, what proves who it is, and who approves?",
        GUARDED,
        OPEN,
    ),
)
