"""Accesses: perils of who gets in and who sees what: guessing unhindered, unproven names, wider circles."""

from __future__ import annotations

from bot.planning.dangers import GUARDED, OPEN, PRIVATE, SHARED
from bot.planning.families import PERSONAL, Peril

_LOGIN = (
    r"\b(?:passwords?|passphrases?|pins?\b|log-?ins?|logs? in|logged in|logging in|sign-?ins?"
    r"|signs? in|accounts?|one-time codes?|otp|2fa|mfa|second factor|vouchers? codes?"
    r"|access codes?)\b"
)
_GIVES_UP = (
    r"\b(?:get rid of|remov\w*|drop\w*|disabl\w*|(?:switch|turn)\w* (?:it |that |this "
    r"|the [a-z -]{1,30})?off"
    r"|lift\w*|no more|without|rais\w*|increas\w*|unlimited|stop\w*|abolish\w*|loosen\w*|relax\w*"
    r"|deactivat\w*|skip\w*|take (?:it |that |this |the [a-z -]{1,30})?out|forget about"
    r"|(?:don't|do not|no longer) (?:lock|block|shut|throttle|count)|away with|kill|scrap|off\b"
    r"|as often as)"
)
_BRAKES = (
    r"\b(?:locking|lock[- ]?outs?|locked out|account locks?|locks? (?:the |an? |your "
    r"|people'?s? )?accounts?"
    r"|blocking|(?:account|log-?in|ip) (?:block|ban|lock)\w*"
    r"|(?:limit|number|maximum|max) (?:of|on) (?:the )?(?:failed |wrong |log-?in "
    r"|password )*(?:attempts|tries)"
    r"|(?:failed|wrong|log-?in|password|pin|max\w*|allowed) (?:attempts?|tries)|attempts? (?:limit"
    r"|counter)"
    r"|captchas?|throttl\w*|brute[- ]?force \w+|back-?off|wait(?:ing)? time after"
    r"|(?:people|members|users|they|everyone|everybody) (?:can |may |could |should )*try)\b"
)
_CIRCLE = (
    r"\b(?:staff|support(?: team| people| agents?)?|agenc(?:y|ies)|temps?|interns?|trainees?"
    r"|volunteers?"
    r"|trainers?|coaches|partners?|contractors?|external\w*|freelanc\w*|sub-?contractors?"
    r"|franchise\w*"
    r"|dealers?|resellers?|neighbou?rs|parents|teachers|drivers|receptionists?|reception|front desk"
    r"|helpers?|students?|viewers?|guests?|is_staff|logged[- ]in users?|any logged[- ]in"
    r"|(?:all|every|any|each) (?:logged[- ]in |registered |normal |other )?(?:users?|members?"
    r"|employees?"
    r"|colleagues?|players?|customers?|nurses?|doctors?|editors?|departments?|accounts?|roles?)"
    r"|every(?:one|body)|any(?:one|body)|whole (?:team|company|club|school|house|department))\b"
)
_LETS = (
    r"\b(?:allow\w*|let|lets|letting|give|gives|grant\w*|open\w*|make|check(?:s)? for|needs?"
    r"|wants?|accept\w*"
    r"|extend\w*|unlock\w*|enable\w*|permit\w*|instead|also|too|as well|replace|lower|drop|remove"
    r"|swap|switch)\b"
)
_SO_FAR_FEW = (
    r"\bis_superuser\b|\bsuper ?users?\b|\b(?:admins?|administrators?|owners?|managers?|office"
    r"|board"
    r"|treasurer|finance|hr|doctors?|me|two (?:of us|people|persons))\b[^.;]{0,30}\b(?:only"
    r"|alone)\b"
    r"|\b(?:only|just|nobody but|restricted to|limited to|reserved for)\b[^.;]{0,40}\b(?:admins?"
    r"|administrators?|owners?|managers?|office|board|treasurer|finance|hr|doctors?|superusers?"
    r"|me|i can|two (?:of us|people|persons)|the [a-z]+ (?:role|team|group))\b"
    r"|\b(?:ADMIN|OWNER|MANAGER|SUPER\w*|ROLE_\w+)\b|\b403\b|\b(?:permission|role) check\b"
)

ACCESSES = (
    Peril(
        (_GIVES_UP, _BRAKES),
        _LOGIN,
        r"\b(?:unlock (?:button|link|mail)|admins? can unlock|shorter lock|(?:lower|reduc|short"
        r"|tighten)\w*"
        r"|replace (?:it|the captcha) (?:with|by)|in (?:the )?(?:unit |e2e |load )?tests?\b"
        r"|test environment"
        r"|count (?:only )?per|per (?:ip|device)|after a (?:successful|correct)|by mistake|wrongly"
        r"|although"
        r"|even though|message|e-?mail is sent|audit)\b",
        "Without it passwords can be guessed unhindered (brute force, lock-out, number of "
        "attempts): is that "
        "decided, what protects instead, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b[0-9]+ (?:characters?|chars?|digits?|letters?|signs?|places)\b",
            r"\b(?:[1-7]|three|four|five|six|seven)\b[^.;]{0,40}\b(?:would do|will do|do(?:es)?\b"
            r"|enough|suffic\w*"
            r"|is fine|are fine|would be fine|instead|is plenty|ok(?:ay)?)\b"
            r"|\b(?:down to|to only|only|just) (?:[1-7]|four|five|six|seven)\b",
        ),
        r"",
        r"\bone-time\b|\bpostcode|\bzip|\bshortened|\bellips|\btruncat|\bcolumn|\bdecimals?\b",
        "Shorter passwords are guessed faster (minimum length): is it decided, what stops "
        "guessing, and who "
        "approves?",
        GUARDED,
        OPEN,
        near=(r"\b(?:passwords?|passphrases?|pins?|log-?ins?|codes?)\b",),
    ),
    Peril(
        (
            r"\b(?:unverified|unconfirmed|un-?validated|self-declared|verified: ?false"
            r"|(?:isn't|aren't|wasn't|(?:(?:is|are|was|were|been) )?(?:not|never)|nobody) (?:been "
            r"|being |yet |really |ever )?(?:verif\w+|confirm\w+"
            r"|validated|proven|prove[sd]?)|without (?:an? |any |the )?(?:e-?mail )?(?:verif\w+"
            r"|confirm\w+"
            r"|proof|double opt-in)|(?:skip|drop|remove|leave out|no) (?:the |an? "
            r"|any )?(?:e-?mail |address )?"
            r"(?:verification|confirmation(?: mail| link| e-?mail)?))\b",
        ),
        r"\b(?:admins?|is_admin|administrators?|log(?:s|ged)?[- ]?in|sign(?:s|ed)?[- ]?in|sign(?:s"
        r"|ed)?[- ]?up"
        r"|roles?|rights|owners?|single sign-on|sso|oauth|oidc|link(?:s|ed|ing)? (?:the "
        r"|an? )?accounts?)\b",
        r"\b(?:reject|refus|must not|only (?:a )?(?:verified|confirmed)|until|ask(?:s"
        r"|ed)? (?:them )?to confirm"
        r"|order|payment|booking|reminder|banner|badge|expire|delete[sd]? after|resend|deliver\w*"
        r"|unsubscribe|newsletter|show(?:s|n)? as|filter|column)\b",
        "Whoever types somebody else's address gets in as that person: must it be verified first, "
        "or is there "
        "another way (a fixed id, a command), and who approves?",
        GUARDED,
        OPEN,
        near=(
            r"\b(?:accept\w*|allow\w*|let|use|take|trust\w*|equals?|match(?:es)?|set|sets|make"
            r"|makes|become\w*"
            r"|fine|guess|ok(?:ay)?|good enough|should|log(?:s|ged)? in|at once|right away|straight"
            r"|skip|drop|remove|leave out)\b",
        ),
    ),
    Peril(
        (_LETS, _CIRCLE),
        _SO_FAR_FEW,
        r"\b(?:(?:their|his|her|my|your|its) own|masked|anonymi[sz]\w*|with (?:their )?consent"
        r"|only (?:the )?"
        r"(?:number|count|total|own|name of the)|no (?:names|personal)|initials|must not see"
        r"|nobody else"
        r"|should not see|shouldn't see|hide|hidden|initially|new permission|read[- ]only role)\b",
        "More people would see personal data (which group: staff, temps, agencies?): is that "
        "decided, which "
        "fields do they need, and who (owner, data protection) approves?",
        PRIVATE,
        SHARED,
        near=(
            rf"{PERSONAL}|\b(?:customer|member|patient|client|guest|donor|pupil|tenant|address"
            rf"|birth\w*)s?"
            r" (?:csv|export|file|sheet|dump|report|card|record)s?\b"
            r"|\b(?:injury|disciplinary|medical|sick|counselling|exam|payroll|police|case|family"
            r"|contact|court|assessment|visit|care|complaint) "
            r"(?:records?|notes?|files?|data|reports?|lists?|history|details)\b",
            r"\b(?:export\w*|csv|download\w*|list|all|full|every|whole|complete|everything"
            r"|records?|files?|history"
            r"|[0-9]{2,} (?:people|users|staff|persons|colleagues))\b",
        ),
    ),
    Peril(
        (
            r"\b(?:[2m]fa|second factor|passwords?|pins?|log-?in|sign-?in|captcha|otp|codes?|keys?"
            r"|tokens?|authentication)\b[^.;]{0,60}"
            r"\b(?:(?:should(?: not|n't)|needn't|need not|must not|not|isn't|aren't) (?:be "
            r"|to be )?(?:asked|needed|required|checked|necessary)|no longer"
            r" (?:asked|needed|required|checked))|\b(?:skip\w*|without|no|not (?:ask|need"
            r"|require)\w*|don't (?:ask|need|require)\w*|let (?:them|people|everybody"
            r"|everyone) in)\b[^.;]{0,30}"
            r"\b(?:[2m]fa|second factor|passwords?|pins?|log-?in|sign-?in|authentication|keys?)\b",
        ),
        r"\b(?:(?:office|company|local|internal|school|home|trusted|same) (?:network|lan|wi-?fi"
        r"|ips?)|intranet|X-Forwarded-For|X-Real-IP|10\.[0-9x]|192\.168"
        r"|127\.0|trusted (?:ips?|hosts?|networks?)|ip range|user[- ]agent|referer)",
        r"\b(?:trusted proxy list|spoof\w*|as today|stays? required|remains? required|reject"
        r"|mtls)\b",
        "An address or header can be forged or shared: is it decided that nothing else proves who "
        "it is, for which network, and "
        "who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:phone numbers?|names?|birth ?da(?:y|te)s?|dates? of birth|post ?codes?"
            r"|e-?mail(?: address(?:es)?)?|(?:customer|order|member|badge|card|booking)"
            r" (?:numbers?|id)|licen[cs]e plates?)\b[^.;]{0,40}\b(?:(?:should|would|could|must|to"
            r"|will|is|are|be) (?:be )?(?:enough|sufficient|plenty)|will do|would do|suffices?)\b"
            r"|\bonly (?:by|with|need|needs|ask for|type|enter) (?:the(?:ir)? "
            r"|an? )?(?:phone number|name|birth ?da(?:y|te)|date of birth|post ?code"
            r"|customer number|order number)\b",
        ),
        r"\b(?:get in|get(?:s|ting)? into|log(?:s|ged)?[- ]?in|sign(?:s|ed)?[- ]?in|accounts?"
        r"|access|passwords?|identif\w+|verif\w+|cancel\w*|reset)\b",
        r"\b(?:confirm\w*|one-time|code (?:is|by|to)|search|filter|find the customer|look ?up"
        r"|field|autocomplete|sms)\b",
        "Many people know that of others: what proves who it is, is it decided, and who approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:become|log(?:ging)? in as|sign in as|act(?:ing)? as|impersonat\w+"
            r"|switch (?:in)?to|take over|open)\b[^.;]{0,20}\b(?:this|an?|the|any|another|that"
            r"|every|other|all)"
            r" ?(?:users?|customers?|members?|patients?|accounts?"
            r"|people'?s?)(?: accounts?)?\b(?! (?:settings|page|menu|list|guide))"
            r"|\b(?:support|staff|admins?|we|trainers?|teachers?|the office)\b[^.;]{0,40}\b(?:set"
            r"|see|read|choose|look up|tell)\b[^.;]{0,30}\b(?:new )?passwords?\b",
        ),
        r"\b(?:support|admins?|staff|button|role|we|phone|teachers?|office)\b",
        r"\b(?:banner|audit|logged (?:with|who)|with (?:their )?consent|bug|wrong"
        r"|stop impersonating|test users?|own password|their password twice|reset link|e2e"
        r"|fixture)\b",
        "Then somebody can do anything in another person's name: who may, with whose consent, what "
        "is recorded (audit), and who "
        "approves?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:any(?:one|body)|every(?:one|body)|whoever|people|visitors|guests?|all) (?:with"
            r"|who (?:has|have|knows?|gets?)) (?:the |a |this )?(?:link|url|qr code|code"
            r"|address)\b",
            r"\b(?:edit|change|delete|write|upload|cancel|move|manage|add|remove|book|see (?:all"
            r"|every))\w*\b",
        ),
        r"",
        r"\b(?:read[- ]only|expires?|revoke\w*|cannot|can't|must not|only (?:see|read)|signed link"
        r"|pass(?:word|code) protected|warn\w*)\b",
        "A link is passed on and cannot be taken back: who may change things through it, does it "
        "expire, and who approves?",
        GUARDED,
        OPEN,
    ),
)
