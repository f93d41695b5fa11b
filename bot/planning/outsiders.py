"""Outsiders: the signs that something is with others, comes later, or was never named."""

from __future__ import annotations

from bot.planning.signs import kind

# Those outside of the program who hold what it needs.
_HOLDER = (
    r"(?:(?:our|their|the|a|an|this|that|its|his|her)(?: [a-z]+)?(?:'s"
    r"|s')? )?(?:(?<=[a-z,;] )(?-i:[A-Z][a-z]+)(?: from \w+)?"
    r"|partners?|customers? it|vendors?|providers?|suppliers?|manufacturers?|translators?"
    r"|lab(?:oratory)?"
    r"|lawyers?|banks?|agency|agencies|marketing|sales|finance|legal|purchasing|procurement|hr"
    r"|designers?"
    r"|boss|client|colleagues?|[a-z]+ (?:team|department|people|guys|folks|company)"
    r"|it department|their it"
    r"|headquarters|hq|office|board|treasurer|accountant|consultants?|auditors?|authority"
    r"|ministry|insurer"
    r"|carrier|hoster|contractor|admin of [a-z ]+|former admin|ops|they|he|she|them|him|her"
    r"|somebody|someone)"
)
_GIVES = (
    r"(?:send|give|provide|deliver|supply|hand|forward|share|mail|e-?mail|tell|announce|confirm"
    r"|publish"
    r"|get back|pass|let (?:us|me|you) (?:know|have)|bring|drop|upload|issue|fill in|work out"
    r"|finali[sz]e"
    r"|prepare|compile|measure|collect|write|define|specify|determine)"
)
_INPUT = (
    r"(?:values?|parameters?|numbers?|figures|details|codes?|lists?|data ?sets?|sample|dump"
    r"|files?|keys?|passwords?"
    r"|credentials?|texts?|wordings?|prices?|rates?|coefficients?|constants?|limits?|thresholds?"
    r"|formats?"
    r"|spec\w*|documentation|docs|documents?|address(?:es)?|colou?rs?|formulas?|coordinates"
    r"|layouts?"
    r"|translations?|logos?|photos?|pictures?|schedule|mapping|schemas?|samples?|templates?"
    r"|certificates?"
    r"|tokens?|secrets?|urls?|endpoints?|host ?names?|domains?|accounts?|metadata|ids?|interface"
    r"|protocol"
    r"|api|access|tariffs?|fees|dates|names|contents?|materials?|designs?|mock-?ups?|drawings?"
    r"|requirements"
    r"|licen[cs]e key|tax rates|regions|message types|segments|versions? we|criteria|rules|terms)"
)
_SOON = (
    r"(?:next (?:week|month|monday|tuesday|wednesday|thursday|friday|year|quarter)|tomorrow|soon"
    r"|later"
    r"|at the end of|in (?:a|two|three|some) (?:days|weeks|couple)|by (?:monday|tuesday"
    r"|wednesday|thursday"
    r"|friday|then|the end)|when (?:they|he|she|i)|once (?:they|he|she|i)|as soon as"
    r"|after (?:the|his|her"
    r"|their) (?:meeting|holiday|vacation|call|audit)|this week|in due (?:time|course)|shortly"
    r"|separately|in (?:january|february|march|april|may|june|july|august|september|october"
    r"|november"
    r"|december))"
)
_DOCUMENT = (
    r"(?:letter|contract|agreement|word (?:document|file)|(?:google )?docs?(?:ument)?"
    r"|spreadsheet|excel(?: file"
    r"| sheet)?|sheet|(?:style|design|brand) ?(?:guide|book|manual)|manual|handbook|data ?sheet"
    r"|e-?mails?"
    r"|chat|meeting|call|intranet|share ?point|share(?:d)? drive|confluence|notion|figma"
    r"|mock-?ups?"
    r"|sketch(?:es)?|pdf|tender|brochure|minutes|flyer|white ?board|template"
    r" (?:they|he|she)|guideline|regulations?|directive|circular|printed (?:list|form)|paper form"
    r"|attachment|screenshot|corporate design)"
)
_NEW = r"(?:new|changed|updated|current|latest|real|correct|right|actual|final|adapted|revised|official)"
_VALUE = (
    r"(?:prices?(?: list)?|tariffs?|rates?|fees|(?:bank )?account|bank details|iban|address"
    r"|phone number"
    r"|logo|brand(?:ing)?|corporate design|texts?|wording|terms(?: of \w+)?|legal texts?"
    r"|privacy policy"
    r"|imprint|disclaimer|api key|key|password|credentials?|certificate|url|endpoint|template"
    r"|opening hours"
    r"|tax rates?|limits?|thresholds?|coefficients?|constants?|contact(?: person| details)?"
    r"|colou?rs?"
    r"|conditions|discounts?|allowances?|rules|regulation|form|layout)"
)
_RATE = (
    r"(?:prices?(?: list)?|tariffs?|rates?|fees|bank details|logo|brand(?:ing)?|corporate design"
    r"|terms(?: of \w+)?"
    r"|legal texts?|opening hours|tax rates?|coefficients?|regulation|wording|discounts?)"
)
KINDS = (
    kind(
        "somebody brings it",
        3,
        rf"\b{_HOLDER} (?:will|'ll|is going to|are going to|wants? to|promised to|is supposed to"
        rf"|should|would"
        rf"|must|ha(?:s|ve) to|needs? to|still ha(?:s|ve) to) (?:then |also |still |first "
        rf"|probably )*{_GIVES}\b"
        rf"(?:[^.;]{{0,60}}\b(?:us|me|you|{_INPUT}|{_SOON})\b|[.]?$)"
        rf"|\b{_HOLDER} (?:sends?|delivers?|gives?|provides?|measures?|prepares?|supplies"
        rf"|works? (?:it )?out"
        rf"|finali[sz]es?|defines?)\b[^.;]{{0,60}}\b{_SOON}\b"
        rf"|\b(?:will|'ll|is to|are to) be (?:\w+ )?(?:provided|supplied|sent|delivered|given"
        rf"|announced"
        rf"|published|shared|handed over|communicated|agreed)\b[^.;]{{0,30}}\b(?:by|from|later"
        rf"|soon|when|once"
        rf"|{_SOON}|{_HOLDER})\b",
        r"\b(?:to|for) (?:the|our|all|each|every) (?:users?|customers?|members?|readers?"
        r"|visitors?)\b",
    ),
    kind(
        "it comes from them",
        2.5,
        rf"\b{_INPUT}\b[^.;]{{0,80}}\b(?:comes?|to come|come|has to come|have to come|is coming"
        rf"|gets?|receive[ds]?"
        rf"|expected|expect|wait(?:ing)?|requested?|obtained)\b[^.;]{{0,20}}\b(?:from"
        rf"|by) {_HOLDER}\b"
        rf"|\b(?:wait(?:ing)?|hoping) (?:for|on) (?:the |an? |their |our |his |her "
        rf"|some )?(?:[a-z]+ ){{0,3}}"
        rf"(?:{_INPUT}|answer|reply|response|feedback|confirmation)\b"
        rf"|\b(?:i|we)(?:'ll| will|'d| would| have to| need to| must| can)(?: still| first"
        rf"| have to)*"
        rf" (?:ask|request|find out|look (?:it|them|that) up|get (?:it|them|that|the [a-z]+)"
        rf"|check with"
        rf"|chase|obtain)\b",
        r"\b(?:users?|customers?|members?) (?:can|may|should|will)\b|\bask (?:for confirmation"
        r"|before|the user"
        r"|whether|if they)",
    ),
    kind(
        "it is not here",
        3,
        rf"(?:\bdo not|\bdoes not|n't|\bnot|\bnobody|\bno one|\bno|\bwithout|\bnever|\black(?:s"
        rf"|ing)?"
        rf"|\bmissing)\b[^.;:]{{0,40}}\b(?:know|knows|known|have|has|got|find|access|received"
        rf"|seen|told|heard"
        rf"|available|here|there|yet)\b[^.;:]{{0,40}}\b{_INPUT}\b"
        rf"|\b{_INPUT}\b[^.;:]{{0,60}}\b(?:is|are|was|were)(?: still| as yet| currently)? (?:not"
        rf"|n't|un)"
        rf" ?(?:yet )?(?:been )?(?:known|here|available|there|clear to me|defined|public"
        rf"|accessible"
        rf"|received|delivered|disclosed|documented)"
        rf"|\b(?:confidential|under nda|behind a (?:login|paywall)|only on request|not public)\b"
        rf"|^(?-i:[A-Z][a-z]+) (?:has|knows|keeps|got) (?:them|it|(?:the|all"
        rf"|those) {_INPUT})\b[.]?$"
        rf"|\b{_HOLDER} (?:has|have|knows?|keeps?|might|should have|may have|got) (?:the |all "
        rf"|them\b|it\b|that"
        rf"|those|our )(?: ?{_INPUT})?"
        rf"|\bask (?!for|before|the (?:user|customer|player|visitor|reader|caller|operator)"
        rf"|users|again|first|if|whether|me\b)[A-Za-z]+(?: [a-z]+)?(?: for| about|[.)]|$)",
        r"\b(?:if|when|unless|where|with(?:out)?) (?:the|a|an|no|there|it|they|users?|nobody|i"
        r"|someone)\b"
        r"|\b(?:users?|customers?|members?|visitors?|players?|page|server|app|program|api"
        r"|response|request"
        r"|row|entry|list|table) (?:ha(?:s|ve)|do(?:es)?|is|are|knows?|keeps?)\b|\b(?:404|403"
        r"|500|401)\b",
    ),
    kind(
        "it stands elsewhere",
        2,
        rf"\b(?:from|in|on|see|according to|(?:as )?per|following|follow|like|as|match(?:es)?"
        rf"|described|defined"
        rf"|listed|laid down|specified|given|agreed|found) (?:in |on |by |with )?(?:the|our|my"
        rf"|this|their|its|an?"
        rf"|his|her|[A-Z]\w+'s|last [a-z]+'s)(?: [\w'-]+){{0,2}}? {_DOCUMENT}\b"
        rf"|\b{_DOCUMENT} (?:is|are|lies|can be found) (?:on|in|at|with)\b"
        rf"|\b(?:the one|that|which|what|as|like) (?:i|we|you|they|he|she) (?:just "
        rf"|already )?(?:sent|mailed"
        rf"|showed|gave|discussed|handed|presented|described) (?:to )?(?:[A-Z]\w+|you|me|us|them"
        rf"|him|her|in|at"
        rf"|on|last|yesterday|earlier)"
        rf"|\b(?:agreed|negotiated|arranged|fixed|discussed) (?:up)?(?:on )?with (?:the|our|a"
        rf"|an) [a-z]+\b"
        rf"|\b(?:prescribed|required|mandated|demanded|specified|stipulated|published|issued"
        rf"|dictated) by"
        rf" (?:the|our|their|an?) (?:[a-z]+ ){{0,2}}(?:authority|office|ministry|law|bank"
        rf"|insurer|regulator"
        rf"|standard|government|state|federation|customer|client|partner|agency|auditor|norm"
        rf"|commission)",
        r"\b(?:agreed|decided|approved|discussed and|voted) (?:in|on|at|by)\b|`[^`]+`"
        r"|\b[\w-]+/[\w./-]+|https?://|\bdocs?/|\.md\b|\badr\b|\breadme\b|\bas (?:pdf|an? pdf)\b"
        r"|\b(?:to|into|as|send|export|upload|import|open|print|attach)\w* (?:an? |the )?(?:pdf"
        r"|excel|e-?mail"
        r"|attachment|spreadsheet|sheet|csv|word)",
    ),
    kind(
        "an outsider's thing without a name",
        2.5,
        r"\b(?:the|our|a|their|an|some|another)(?: [a-z]+)? ?(?:new |second |other |external "
        r"|future )?(?:partner"
        r"|supplier|vendor|manufacturer|provider|wholesaler|publisher|bank|insurer|insurance"
        r"|authority|municipality"
        r"|federation|association|health insurance|customer|client|ministry|tax office"
        r"|university|hospital|lab"
        r"|exchange|broker|school|carrier)(?:'s|s'|s)? (?:[a-z]+ )?(?:feed|api|interface|format"
        r"|webhook|portal|system|server"
        r"|endpoint|ftp|service|platform|gateway|protocol|software|layout)\b"
        r"|\bprotocol (?:v(?:ersion)? ?)?[0-9.]+\b|\b(?:hl7|edifact|edi|fhir|sap|opc"
        r"|iso [0-9]{4,})\b"
        r"[^.]{0,60}\b(?:they|their|lab|partner|hospital)\b"
        r"|\b(?:we|they|procurement|purchasing|sales|the board|management)(?: have|'ve| has"
        r"|'s)? (?:finally |just"
        r" |now |recently )*(?:hired|contracted|signed|bought|ordered|chosen|picked|engaged"
        r"|rented|subscribed"
        r"|changed|switched|switch|change|get|move)\b[^.]{0,40}\b(?:carrier|courier|provider"
        r"|company|gateway"
        r"|service|vendor|bank|hoster|supplier|data cent(?:re|er)|platform|system|tool"
        r"|software)s?\b",
        r"`[^`]+`|\b(?:called|named)\b|[a-z] (?:[A-Z][a-z]+[A-Z]?\w*|[A-Z]{3,})\b(?!')",
    ),
    kind(
        "new values are not given",
        2.5,
        rf"(?:^|\b(?:the|our|an?|their|its|with|this) ){_NEW} (?:[a-z]+ ){{0,2}}{_RATE}\b"
        rf"|\b(?:update|change|replace|adapt|adjust|apply|implement|use|set|enter|put|switch"
        rf"|correct)\b[^.;]{{0,60}}"
        rf"\b(?:the|our|an?|their|its|with|this) {_NEW} (?:[a-z]+ ){{0,2}}{_VALUE}\b"
        rf"|\b{_VALUE} (?:has|have|is|are|was|were)? ?(?:been )?(?:changed"
        rf"|changing|updated|replaced|new|increased|raised|adjusted|wrong|outdated)\b"
        rf"|\b(?:update|change|replace|adapt|adjust|correct|set) (?:the "
        rf"|our )(?:[a-z]+ )?{_VALUE}\b",
        r"[0-9]+[.,][0-9]{2}|`[^`]+`|[\"“«„]|->|→|\b[\w-]+/[\w./-]+|https?://|#[0-9a-f]{3,6}\b"
        r"|[0-9] ?(?:%|€|\$|px|"
        r"ms|s|MB|GB|days|hours|minutes|EUR|USD|CHF)\b|\b(?:setting|column|field|button|option"
        r"|display|show"
        r"|format|validation|check|history|sort)\w*\b",
    ),
    kind(
        "blanks",
        3,
        r"(?:\b[\w-]{2,20}: ?\?(?=[,.;\s]|$).*){2}|\btb[dac]\b|\?{3,}|\bxxx+\b|<(?:to be|fill"
        r"|ask|insert|your)[^>]{0,30}>"
        r"|<[^<>]{1,40}\?>|<[^<>]{0,60}\b(?:to be|tbd|agreed|decided|later|ask)\b[^<>]{0,60}>",
    ),
)
