"""Outsiders: the signs that something is with others, comes later, or was never named."""

from __future__ import annotations

from bot.planning.openings import FACT
from bot.planning.people import GROUPS, TRADES
from bot.planning.signs import kind

# Those outside of the program who hold what it needs.
_HOLDER = (
    r"(?:(?:our|their|the|a|an|this|that|its|his|her)(?: [a-z]+)?(?:'s|s')? )?"
    rf"(?:(?<=[a-z,;] )(?-i:[A-Z][a-z]+)(?: from \w+)?|{TRADES}|{GROUPS}"
    r"|client|they|he|she|them|him|her|somebody|someone)"
)
_GIVES = (
    r"(?:send|give|provide|deliver|supply|hand|forward|share|mail|e-?mail|tell|announce|confirm"
    r"|publish|get back|pass|let (?:us|me|you) (?:know|have)|bring|drop|upload|issue|fill in"
    r"|work out|finali[sz]e|prepare|compile|measure|collect|write|define|specify|determine)"
)
_INPUT = (
    r"(?:values?|parameters?|numbers?|figures|details|codes?|lists?|data ?sets?|sample|dump"
    r"|files?|keys?|passwords?|credentials?|texts?|wordings?|prices?|rates?|coefficients?"
    r"|constants?|limits?|thresholds?|formats?|spec\w*|documentation|docs|documents?"
    r"|address(?:es)?|colou?rs?|formulas?|coordinates|layouts?|translations?|logos?|photos?"
    r"|pictures?|schedule|mapping|schemas?|samples?|templates?|certificates?|tokens?|secrets?"
    r"|urls?|endpoints?|host ?names?|domains?|accounts?|metadata|ids?|interface|protocol|api"
    r"|access|tariffs?|fees|dates|names|contents?|materials?|designs?|mock-?ups?|drawings?"
    r"|requirements|licen[cs]e key|tax rates|regions|message types|segments|versions? we"
    r"|criteria|rules|terms|descriptions?|scans?|recordings?|drawings?|plans?|originals?)"
)
_SOON = (
    r"(?:next (?:week|month|monday|tuesday|wednesday|thursday|friday|year|quarter)|tomorrow|soon"
    r"|later|at the end of|in (?:a|two|three|some) (?:days|weeks|couple)|by (?:monday|tuesday"
    r"|wednesday|thursday|friday|then|the end)|when (?:they|he|she|i)|once (?:they|he|she|i)"
    r"|as soon as|after (?:the|his|her|their) (?:meeting|holiday|vacation|call|audit)|this week"
    r"|in due (?:time|course)|shortly|separately|in (?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december))"
)
_DOCUMENT = (
    r"(?:letter|contract|agreement|word (?:document|file)|(?:google )?docs?(?:ument)?"
    r"|spreadsheet|excel(?: file| sheet)?|sheet|(?:style|design|brand) ?(?:guide|book|manual)"
    r"|manual|handbook|data ?sheet|e-?mails?|chat|meeting|call|intranet|share ?point"
    r"|share(?:d)? drive|confluence|notion|figma|mock-?ups?|sketch(?:es)?|pdf|tender|brochure"
    r"|minutes|flyer|white ?board|template (?:they|he|she)|guideline|regulations?|directive"
    r"|circular|printed (?:list|form)|paper form|attachment|screenshot|corporate design)"
)
_NEW = (
    r"(?:proper|valid|genuine|new|changed|updated|current|latest|real|correct|right|actual|final"
    r"|adapted|revised|official)"
)
_VALUE = (
    r"(?:prices?(?: list)?|tariffs?|rates?|fees|signature(?: block)?|letter-?head|seal|stamp"
    r"|portraits?|banner|coat of arms|(?:bank )?account|bank details|iban|address"
    r"|phone number|logo|brand(?:ing)?|corporate design|texts?|wording|terms(?: of \w+)?"
    r"|legal texts?|privacy policy|imprint|disclaimer|api key|key|password|credentials?"
    r"|certificate|url|endpoint|template|opening hours|tax rates?|limits?|thresholds?"
    r"|coefficients?|constants?|contact(?: person| details)?|colou?rs?|conditions|discounts?"
    r"|allowances?|rules|regulation|form|layout)"
)
_RATE = (
    r"(?:prices?(?: list)?|tariffs?|rates?|fees|signature block|letter-?head|bank details|logo"
    r"|brand(?:ing)?|corporate design"
    r"|terms(?: of \w+)?|legal texts?|opening hours|tax rates?|coefficients?|regulation|wording"
    r"|discounts?)"
)
# Where it lies instead, and the words for all that one got.
_NOT_WITH_US = (
    r"\b(?:have|has|had|could|was|were|am|are|is)(?:n't| not)(?: yet)? (?:been able|managed"
    r"|succeeded"
    r"|able) (?:to|in) (?:get|getting|find|finding|obtain|reach|learn|extract)\b"
    r"(?! (?:the |a )?(?:cause|reason|culprit|bug|way))|\bnothing but the (?:date|name|logo|number"
    r"|title|fact|idea)\b|\b(?:that's|this is|that is) (?:all|everything) (?:i|we)(?:'ve"
    r"| have)? (?:know"
    r"|have|got|been told|heard)\b|\ball (?:i|we) (?:know|have) (?:so far )?is\b"
    r"|\b(?:file|list|data|dump|archive|original|table|document|template|key|password|manual|map"
    r"|script|one|it|they|everything)s? (?:is|are|lies?|sits?|lives?) (?:still |only )?(?:on|in"
    r"|with|at"
    r"|behind) (?:an? (?:old|locked)|(?-i:[A-Z][a-z]+)'s?|(?:the |our |my )?[a-z]+'s|his|her|their)"
    r" (?:[a-z]+ )?(?:computer|laptop|pc|desk|drawer|mail ?box|inbox|disk|drive|stick|office|safe"
    r"|folder|phone|desktop|head|library|account|share)\b"
    r"|\b(?:in|from|per|see|with) (?-i:[A-Z][a-z]+)'s (?:e-?mail|mail|head|notes?|message|letter"
    r"|notebook|sheet|slides|drawing|list|sketch|draft)\b"
    r"|\b(?:mail|letter|list|table|file|document|fax) (?:with (?:the|all) [a-z ]{2,20} )?(?:went"
    r"|was sent|has gone) to (?!the (?:user|customer))[a-z]+"
)
KINDS = (
    kind("a fact that nobody knows", 2, FACT.source.removeprefix("(?i)")),
    kind(
        "somebody brings it",
        3,
        rf"\b{_HOLDER}(?:'ll|'d| will| is going to| are going to| wants? to| promised to"
        rf"| is supposed to| should| would| must| ha(?:s|ve) to| needs? to| still ha(?:s"
        rf"|ve) to) (?:then |also |still |first |probably )*{_GIVES}\b(?:[^.;]{{0,60}}\b(?:us|me"
        rf"|you|{_INPUT}|{_SOON})\b|[.]?$)|\b{_HOLDER} (?:sends?|delivers?|gives?|provides?"
        rf"|measures?|prepares?|supplies|works? (?:it )?out|finali[sz]es?"
        rf"|defines?)\b[^.;]{{0,60}}\b{_SOON}\b|\b(?:will|'ll|is to"
        rf"|are to) be (?:\w+ )?(?:provided|supplied|sent|delivered|given|announced|published"
        rf"|shared|handed over|communicated|agreed)\b[^.;]{{0,30}}\b(?:by|from|later|soon|when"
        rf"|once"
        rf"|{_SOON}|{_HOLDER})\b",
        r"\b(?:to|for) (?:the|our|all|each|every) (?:users?|customers?|members?|readers?"
        r"|visitors?)\b",
    ),
    kind(
        "it comes from them",
        2.5,
        rf"\b{_INPUT}\b[^.;]{{0,80}}\b(?:comes?|to come|come|has to come|have to come|is coming"
        rf"|gets?|receive[ds]?|expected|expect|wait(?:ing)?|requested?"
        rf"|obtained)\b[^.;]{{0,20}}\b(?:from|by) {_HOLDER}\b|\b(?:wait(?:ing)?|hoping) (?:for"
        rf"|on) (?:the |an? |their |our |his |her |some )?(?:[a-z]+ ){{0,3}}(?:{_INPUT}|answer"
        rf"|reply|response|feedback|confirmation)\b|\b(?:i|we)(?:'ll| will|'d| would| have to"
        rf"| need to| must| can)(?: still| first| have to)* (?:ask|request|find out|look (?:it"
        rf"|them|that) up|get (?:it|them|that|the [a-z]+)|check with"
        rf"|chase|obtain)\b",
        r"\b(?:way|easier|possible|able|apis?|methods?|functions?|how|used|need|want"
        r"|allows?(?: one)?)"
        r" to wait\b|\b(?:users?|customers?|members?) (?:can|may|should|will)\b"
        r"|\bask (?:for confirmation"
        r"|before|the user"
        r"|whether|if they)",
    ),
    kind(
        "it is not here",
        3,
        rf"(?:\bdo not|\bdoes not|n't|\bnot|\bnobody|\bno one|\bno|\bwithout|\bnever|\black(?:s"
        rf"|ing)?|\bmissing)\b[^.;:,]{{0,40}}\b(?:know|knows|known|have|has|got|find|access"
        rf"|received|seen|told|heard|available|here|there|yet)\b[^.;:]{{0,40}}\b{_INPUT}\b"
        rf"|\b{_INPUT}\b[^.;:]{{0,60}}\b(?:is|are|was|were)(?: still| as yet| currently)? (?:not"
        rf"|n't|un) ?(?:yet )?(?:been )?(?:known|here|available|there|clear to me|defined|public"
        rf"|accessible|received|delivered|disclosed|documented)|\b(?:confidential|under nda"
        rf"|behind a (?:login|paywall)|only on request|not public)\b|\b(?:our|the|my"
        rf"|an?) {TRADES} (?:has|have|knows?|keeps?|wrote|made|drew) (?:the |an? |all |some "
        rf"|these |those |our )*(?:[a-z]+ )?(?:{_INPUT}|{_DOCUMENT})\b"
        r"|(?<=[a-z,;] )(?-i:[A-Z][a-z]+)(?: from \w+)? (?:has |already )*(?:ordered|requested"
        r"|applied for|bought|got|made|prepared|wrote) (?:it|them|one|that)\b|: (?:not|nothing"
        r"|none) [a-z ]{0,20}\byet\b|\b(?:rep|vendor|supplier|they|he|she) (?:has "
        r"|have )?promised (?:it|us|them|me)\b"
        rf"|\b(?:so|still|yet|currently|got|as yet) no (?:[a-z]+ ){{0,2}}(?:{_INPUT}|user"
        rf"|handbook|number|sandbox|licen[cs]e|contact|samples?)\b(?! (?:is|are) (?:needed"
        rf"|required|necessary|shown|left))|\b(?:{_INPUT}|handbook|manual) (?:is "
        rf"|are )?only (?:comes?|available|given|handed out|released) (?:with|after|once"
        r"|when|to)\b|\b(?:contract|agreement|nda|order) (?:is(?:n't| not)|has(?:n't"
        r"| not)(?: been)?) (?:yet )?(?:signed|closed|concluded|countersigned|placed)\b"
        r"|\bany (?:day|week) now\b"
        rf"|{_NOT_WITH_US}"
        rf"|^(?-i:[A-Z][a-z]+) (?:has|knows|keeps|got) (?:them|it|(?:the|all"
        rf"|those) {_INPUT})\b[.]?$|\b{_HOLDER} (?:has|have|knows?|keeps?|might|should have"
        rf"|may have|got) (?:the |all |them\b|it\b|that|those|our )(?: ?{_INPUT})?|\bask (?!for"
        rf"|before|the (?:user|customer|player|visitor|reader|caller|operator)"
        rf"|users|again|first|if|whether|me\b)[A-Za-z]+(?: [a-z]+)?(?: for| about|[.)]|$)",
        r"\b(?:if|when|unless|where|with(?:out)?) (?:the|a|an|no|there|it|they|users?|nobody|i"
        r"|someone)\b|\b(?:users?|customers?|members?|visitors?|players?|page|server|app|program"
        r"|api|response|request|row|entry|list|table) (?:ha(?:s|ve)|do(?:es)?|is|are|knows?"
        r"|keeps?)\b|\b(?:is|are|was)(?:n't| not) (?:yet )?(?:planned|scheduled|intended"
        r"|foreseen)\b|\b(?:404|403"
        r"|500|401)\b",
    ),
    kind(
        "it stands elsewhere",
        1.9,  # a document that is spoken of is not enough alone
        rf"\b(?:from|in|on|see|according to|(?:as )?per|following|follow|like|as|match(?:es)?"
        rf"|described|defined|listed|laid down|specified|given|agreed|found) (?:in |on |by "
        rf"|with )?(?:the|our|my|this|their|its|an?|his|her|[A-Z]\w+'s"
        rf"|last [a-z]+'s)(?: [\w'-]+){{0,2}}? {_DOCUMENT}\b|\b{_DOCUMENT} (?:is|are|lies"
        rf"|can be found) (?:on|in|at|with)\b|\b(?:the one|that|which|what|as|like) (?:i|we|you"
        rf"|they|he|she) (?:just |already )?(?:sent|mailed|showed|gave|discussed|handed"
        rf"|presented|described) (?:to )?(?:[A-Z]\w+|you|me|us|them|him|her|in|at|on|last"
        rf"|yesterday|earlier)|\b(?:agreed|negotiated|arranged|fixed"
        rf"|discussed) (?:up)?(?:on )?with (?:the|our|a|an) [a-z]+\b|\b(?:prescribed|required"
        rf"|mandated|demanded|specified|stipulated|published|issued|dictated) by (?:the|our"
        rf"|their|an?) (?:[a-z]+ ){{0,2}}(?:authority|office|ministry|law|bank|insurer|regulator"
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
        r"|future )?(?:partner|supplier|vendor|manufacturer|provider|wholesaler|publisher|bank"
        r"|insurer|insurance|authority|municipality|federation|association|health insurance"
        r"|customer|client|ministry|tax office|university|hospital|lab|exchange|broker|school"
        r"|carrier)(?:'s|s'|s)? (?:[a-z]+ )?(?:feed|rules|criteria|formula"
        r"|catalogue|checklist|numbering|scheme|requirements|register|registry|tariff|api"
        r"|interface|format|webhook|portal|system"
        r"|server|endpoint|ftp|service|platform|gateway|protocol|software|layout)\b"
        r"|\bprotocol (?:v(?:ersion)? ?)?[0-9.]+\b|\b(?:hl7|edifact|edi|fhir|sap|opc"
        r"|iso [0-9]{4,})\b[^.]{0,60}\b(?:they|their|lab|partner|hospital)\b|\b(?:we|they"
        r"|procurement|purchasing|sales|the board|management)(?: have|'ve| has|'s)? (?:finally "
        r"|just |now |recently )*(?:hired|contracted|signed|bought|ordered|chosen|picked|engaged"
        r"|rented|subscribed|changed|switched|switch|change|get|move)\b[^.]{0,40}\b(?:carrier"
        r"|courier|provider|company|gateway|service|vendor|bank|hoster|supplier|data cent(?:re"
        r"|er)|platform|system|tool|software)s?\b"
        rf"|\b(?:{TRADES}|{GROUPS})(?:'s|s') (?:own )?(?:software|program|system|tool|app|format"
        rf"|database|platform)\b|\b(?:{TRADES}|they|he|she)\b[^.;]{{0,60}}\b(?:his|her"
        rf"|their) (?:own )?(?:software|program|system|format)\b"
        r"|\b(?:connect|integrate|hook up|link|read out|talk to) (?:[a-z]+ )?(?:the|our"
        r"|a) new [a-z]+(?: [a-z]+)?\b"
        r"|\b(?:sales|we|they|management|the board|purchasing|marketing) (?:is|are) (?:still "
        r"|currently |just )?(?:talking (?:to|with)|negotiating|in (?:talks|contact)|choosing"
        r"|evaluating|comparing|looking for)\b|\b(?:is|are) (?:still |currently )?(?:talking to"
        r"|negotiating with|in talks with)\b"
        r"|\b(?:assume|think|guess|believe|suppose|heard|hope) (?:that )?(?:there(?:'s"
        r"| is) (?:some|an?)|they"
        r" (?:have|offer) (?:some|an?)) (?:[a-z]+ ){0,2}(?:api|service|interface|export|feed|format"
        r"|endpoint|webhook)\b"
        r"|\bin (?:the|a) format (?:it|they|he|she|that [a-z]+) (?:understands?|needs?|wants?"
        r"|expects?|accepts?)\b",
        r"`[^`]+`|:$|\b(?:called|named)\b|(?-i:[a-z] "
        r"(?!(?:REST|API|CSV|PDF|JSON|XML|FTP|SFTP|URL|HTTP|SMS|PIN|M-Bus)\b)(?:[A-Z][a-z]+\w*"
        r"|[A-Z]{3,})\b(?!'))",
    ),
    kind(
        "new values are not given",
        2.5,
        rf"(?:^|\b(?:the|our|an?|their|its|with|this) ){_NEW} (?:[a-z]+ ){{0,2}}{_RATE}\b"
        rf"|\b(?:update|change|replace|adapt|adjust|apply|implement|use|set|enter|put|switch"
        rf"|correct)\b[^.;]{{0,60}}\b(?:the|our|an?|their|its|with"
        rf"|this) {_NEW} (?:[a-z]+ ){{0,2}}{_VALUE}\b|\b(?:put|use|take|insert|install|enter"
        rf"|deploy) (?:in )?the {_NEW} ones?\b"
        r"|\b(?:neue[nrs]?|geänderte[nrs]?|aktuelle[nrs]?|nuev[ao]s|nouve(?:aux"
        r"|lles)) [\w-]*(?:sätze|preise|tarife|gebühren|zeiten|texte|fristen|grenzwerte"
        r"|steuersätze|logos?|adresse|tarifas|precios|tarifs|prix|horarios|horaires)\b"
        rf"|\b{_VALUE} (?:has|have|is|are|was|were)? ?(?:been )?(?:changed|changing|updated"
        rf"|replaced|new|increased|raised|adjusted|wrong|outdated)\b|\b(?:update|change|replace"
        rf"|adapt|adjust|correct|set) (?:the "
        rf"|our )(?:[a-z]+ )?{_VALUE}\b",
        r"[0-9]+[.,][0-9]{2}|`[^`]+`|[\"“«„]|->|→|\b[\w-]+/[\w./-]+|https?://|#[0-9a-f]{3,6}\b"
        r"|[0-9] ?(?:%|€|\$|px|ms|s|MB|GB|days|hours|minutes|EUR|USD|CHF)\b|\b(?:setting|column"
        r"|field|button|option|display|show"
        r"|format|validation|check|history|sort)\w*\b",
    ),
    kind(
        "blanks",
        3,
        r"(?:\b[\w-]{2,20}: ?\?(?=[,.;\s]|$).*){2}|\btb[dac]\b|\?{3,}|\bxxx+\b|<(?:to be|fill"
        r"|ask|insert|your)[^>]{0,30}>"
        r"|<[^<>]{1,40}\?>|<[^<>]{0,60}\b(?:to be|tbd|agreed|decided|later|ask)\b[^<>]{0,60}>",
        r"\bplaceholders?\b",
    ),
)
