"""Dilemmas: the signs that a choice is still to be made, and by whom."""

from __future__ import annotations

from bot.planning.immaterial import IMMATERIAL
from bot.planning.rulings import PRICES
from bot.planning.signs import kind

_AGREED = (
    r"(?:agree(?:d|ment)?|decid(?:e|ed)|decision|settled?|consensus|conclu(?:ded|sion)"
    r"|reconciled|ma(?:de|ke) up (?:my|our|their|his|her) minds?|pinned (?:it |this |that )?down"
    r"|written (?:it |this |that )?down|wrote (?:it |this |that )?down|spelled out|laid down"
    r"|figured (?:it |this |that )?out|worked (?:it |this |that )?out|thought (?:it |this "
    r"|that )?through|signed (?:it |this |that )?off|sure|clear|on the same page|of one mind)"
)
_NOT = r"(?:\bnobody|\bno one|\bnone of us|\bnever|\bnot|n't|\bno|\bneither of us|\bhardly anybody)"
# What a program leaves to its users is no decision of the team.
_USERS = (
    r"\b(?:users?|customers?|visitors?|players?|guests?|admins?|members?|people|they|he|she"
    r"|callers?|clients?|reader|browser|server|app|program|tool)\b"
)
_WHO = (
    r"(?:somebody|someone|we|you|(?:the |our )?(?:team|board|owners?|maintainers?"
    r"|product(?: owner| people)?|committee|council|boss|client|group|marketing|sales|legal"
    r"|management|design(?:ers?)?|finance|security|ops|support|accounting|working group"
    r"|architects?|lead|[a-z]+ team))"
)
_CAUSE = (
    r"\b(?:why|what (?:causes|caused|happened|triggers|went|is wrong|changed|i did)|how (?:it"
    r"|this|that) (?:happened|got|came)|where (?:it|this) comes|if (?:it|this|that)(?: is"
    r"|'s) (?:a bug|related|intended|known|the same|relevant)|whether (?:it|this|that) (?:is"
    r"|was) (?:a bug|related|intended|relevant))|no longer|\bi suspect\b|\bseparate (?:issue"
    r"|ticket|pr)\b|\bout of scope\b|\bi (?:think|believe|guess), (?:but )?(?:i'm )?not sure"
    r"|\bwho (?:wrote|made|added|did|put)\b|\b(?:idea|know|clue|sure) (?:how (?:many|much)"
    r"|since when|who)\b|\b(?:not sure|unsure)[^,.;]{0,40}\bworks?\b|was not sure|wasn't sure"
    r"|were not sure|make sure"
    r"|to be sure|for sure|rest assured|\bsure,|\bsorry\b"
    r"|\bwonder\w* (?:if|whether) (?:it(?:'s| is| was| would be) (?:possible|feasible|an option)"
    r"|i'?m\b|i am|there|any(?:one|body)|this (?:is|was)|you)"
    r"|\b(?:it|this|that|which) (?:does not|doesn't|did not|didn't) know how\b"
    rf"|{IMMATERIAL}"
)
_ASKS = (
    r"(?:whether|which|how (?:often|long|many|much|far|big|soon|exactly|strict(?:ly)?|to|we|it"
    r"|the)|who|what (?:exactly|counts|happens|we|the|to)|where|when)"
)
_OPEN = (
    r"(?:(?:still |left |an? |very much |rather )*(?:undecided|unresolved|unsettled|unclear"
    r"|up in the air|on the table|up for (?:grabs|debate|discussion|vote)|under (?:discussion"
    r"|debate|consideration)|being (?:discussed|debated|decided|argued)|(?:in|under) dispute"
    r"|contentious|contested|controversial|debatable|to be seen)|(?:still "
    r"|yet )?to be (?:settled|sorted|agreed|clarified|determined|discussed|resolved|decided"
    r"|debated|chosen))"
)
KINDS = (
    kind(
        "nothing agreed", 3, rf"{_NOT}\b[^.;:,]{{0,30}}\b{_AGREED}\b(?! (?:to|for) \w+ing)", _CAUSE
    ),
    kind(
        "left open",
        3,
        rf"\b(?:is|are|was|were|remains?|stays?|it's|that's|this is|still) {_OPEN}"
        r"|\b(?:it|this|points?|questions?|details?|rest|parts?|number|amount|length|name|format"
        r"|choice|rule|matter|topic)s? (?:is|are|remains?|stays?|was left|were left) (?:still "
        r"|left )*open\b"
        rf"|\b(?:open|unresolved|undecided|unanswered|pending) (?:question|point|issue|decision"
        rf"|matter)s?\b|\b(?:jury|verdict) is (?:still )?out|\b(?:decision|ruling"
        rf"|verdict) (?:is |still )?(?:pending|needed|required|wanted|missing|outstanding)"
        rf"|\belephant in the room"
        r"|\b(?:club|board|team|committee|council|group|maintainers|we|owners|assembly|members"
        r"|management)\b(?: [a-z]+)? (?:will|'ll|is going to|are going to|is to|want(?:s)? to"
        r"|plans? to) (?:vote|decide|discuss|talk (?:about|over)|settle|choose|think about)"
        r"|\b(?:poll|vote|survey|discussion|debate) (?:is|are) (?:still )?(?:running|going on"
        r"|open|under way|planned)|\bbefore (?:anybody|anyone|somebody|someone|we|i"
        r"|you) (?:writes?|starts?|builds?|codes?|implements?|touch(?:es)?|begins?|code)\b"
        r"|\blet'?s hear\b",
        rf"{_CAUSE}|\b(?:door|window|file|port|connection|dialog|menu|panel|tab|modal|shop"
        rf"|socket|handle"
        r"|session|issue|ticket|pull request|pr)s? (?:is|are|remains?|stays?)",
    ),
    kind(
        "somebody must decide",
        3,
        rf"\b{_WHO}(?:'d (?:need|have) to|(?: still| first| really| will| also)* (?:should|must"
        rf"|needs? to|ha(?:s|ve) to"
        rf"|had better"
        r"|ought to|would have to|would need to)) (?:first |still |really "
        r"|please |also )*(?:decide|say|tell us|settle|choose|pick|agree|weigh in|make (?:a|the"
        r"|that|this|up)(?: \w+)* (?:decision|call|choice|minds?)|clarify|discuss|talk (?:about"
        r"|over|it)|sort (?:this"
        r"|that|it) out|think about|come to an agreement|define (?:what|which|how|who|when))\b"
        r"|\bneeds? (?:an? |some |your |the |more )*(?:[a-z]+ )?(?:decision|ruling|verdict"
        r"|guidance|clarification|discussion|consensus|agreement|steer)\b"
        r"|\bsomething (?:for )?(?:the|our|we) [a-z]* ?(?:has|have|needs?) to (?:settle|decide)"
        r"|\b(?:your|the owner's|their|his|her|product's) call to make\b"
        r"|\bfor (?:the )?\w+ to decide\b",
        rf"{_USERS} (?:should|must|needs? to|ha(?:s|ve) to|can|may|could) |\bagree to the\b"
        rf"|without having",
    ),
    kind(
        "an indirect question",
        3,
        rf"\b{_ASKS}\b[^.?!;]{{3,120}}\b(?:is|are|remains?|has|needs?|should|must|will|nobody"
        rf"|no one|i|we|who|anybody|it)\b[^.?!]{{0,40}}(?:\b{_OPEN}|\b(?:has|have"
        rf"|needs?) to (?:settle|decide|agree|say)"
        r"|\b(?:knows?|can say|(?:will )?decides?|has said|wrote down|specified|defined"
        r"|mentioned)[.]?$|\b(?:not|isn't|n't)(?: yet| been)* (?:clear|known|said|defined"
        r"|specified|decided|written|stated|mentioned|fixed|set|agreed))"
        rf"|(?:\bnot (?:yet )?(?:sure|certain|clear)|n't (?:yet )?(?:sure|certain|clear|know"
        rf"|decided)|\bunsure|\bundecided|\bunclear|\bno idea|\bnot convinced"
        rf"|\bwonder(?:ing)?)\b[^.?!;]{{0,30}}"
        rf"\b(?:if|{_ASKS})\b",
        rf"{_CAUSE}|\bwhen (?:the|a|i) |{_USERS} (?:don't|do not|doesn't|is|are|never|will) ",
    ),
    kind(
        "both ways have something",
        2.5,
        r"\barguments? (?:for|on|in favou?r of) (?:both|either|each)|\bgood (?:points|reasons"
        r"|arguments)\b|\bboth (?:camps|sides|have (?:been )?(?:suggested|proposed|merits?|their"
        r"|good|pros|drawbacks)|make sense|sound|seem|were (?:suggested|mentioned|proposed)"
        r"|would (?:work|be possible|make)|are (?:possible|defensible|conceivable|plausible"
        r"|valid))|\bpros (?:and|&) cons|\bon (?:the )?one hand|\btorn\b"
        r"|\bon the fence|\b(?:in|of) two minds|\b(?:pick|choose) your poison|\beach (?:ha(?:s"
        r"|ve)|with) (?:its|their|his) (?:own )?(?:favou?rite|drawbacks?|merits?|downsides?|fans"
        r"|advantages|price|cost|problems?)|\bwhatever we (?:do|choose|pick|decide)"
        r"|\bwhich(?:ever)? (?:way|one) we (?:go|choose|pick|take)|\b(?:argu(?:e[sd]?|ing)|(?:debat"
        r"|disagree|quarrel|fight|bicker)\w*) (?:about|over|on|whether|for)\b|\bopinions (?:differ|vary"
        r"|are|diverge|go)|\b(?:do|does|did)(?:n't| not) see eye to eye"
        r"|\bdepends (?:on )?(?:who(?:m)?|which [a-z]+) you ask|\bcould (?:go"
        r"|be argued) either way|\bnot of one mind|\bdifferent (?:views|opinions|ideas"
        r"|answers)\b|\btwo schools\b"
        r"|\bhandles? (?:it|this|that) differently|\bleaning (?:towards?|to)\b",
        r"\b(?:was|were) (?:discussed|debated) and\b",
    ),
    kind("each way has its price", 3, PRICES, r"^(?:given|when|then)\b"),
    kind(
        "ways that are counted",
        2.5,
        r"^(?:i (?:can )?see |there are |we have |i can think of |there would be |we could go )?(?:two|three"
        r"|four|several|a few|[234]) (?:[a-z]+ )?(?:routes|readings|ways|roads|approaches|variants"
        r"|possibilities|interpretations|meanings|candidates|schools|options|choices|alternatives|ideas"
        r"|strategies|solutions|directions|designs|remedies|views|camps|proposals"
        r"|suggestions)\b[^:.]{0,40}[:.\u2013\u2014-]",
    ),
    kind(
        "either a whole sentence or another",
        2.5,
        r"^(?:so )?either (?:we |you |the |they |it |these |those |i |a |an |our |each |every |[a-z]+s )"
        r"[^?]{5,200}[,;]? or (?:we|you|the|they|it|these|those|i|a|an|only|that|each|every|[a-z]+s)\b",
        r"\b(?:if|when|fails?|crash)\b",
    ),
    kind(
        "opinions wanted",
        1.5,
        r"\b(?:thoughts|opinions?|preferences?|feedback|input|views|votes|ideas"
        r"|objections)(?: on (?:this|that|it))? ?\?|\b(?:comments?|feedback|opinions?|input"
        r"|votes?|suggestions|ideas|thoughts) (?:is |are |very |much |most "
        r"|would be )*(?:welcome|wanted|appreciated|needed|please)|\bwhat (?:do|would) (?:you"
        r"|others|people|the others|we)(?: all| guys| both)? (?:think|prefer|say|pick|choose"
        r"|suggest|want)|\bwhich (?:one |way )?(?:do|would) (?:you|we|people|others) (?:prefer"
        r"|like|want|rather|choose|pick)|\b(?:would|i'd) like to hear|\bwdyt\b|\brfc\b"
        r"|\brequest for comments|\blet's discuss|\bto (?:be )?discuss(?:ed)?\b"
        r"|\bfor discussion\b|\bbefore i (?:start|begin|go ahead|build)|\blet me know (?:what"
        r"|which|if you|how you)|\bwhat's your (?:take"
        r"|opinion|view)",
        r"\brfc ?-?[0-9]",
    ),
    kind(
        "only mentioned",
        2,
        r"\b(?:has|have) been (?:suggested|proposed|mentioned|floated|brought up|discussed"
        r"|thrown)|\b(?:was|were) (?:only |just )?(?:mentioned|suggested|proposed|floated"
        r"|thrown)\b|\b(?:suggestions?|ideas|candidates|proposals|contenders) (?:so far|are"
        r"|include|were|from)\b|\bsome (?:people |of us |customers |users )?(?:say|suggest|want"
        r"|prefer|think|argue|like|would)\b.{3,120}\bothers\b|\bsomebody (?:suggested|proposed)"
        r"|\bcome to mind\b|\bmight be an option|\b(?:is|are|would be) (?:one|another"
        r"|an) (?:option|possibility|way|idea|approach)\b|\bone (?:option|idea|way|approach"
        r"|possibility|variant) (?:is|would|could|might)|\banother (?:option|idea|way|approach"
        r"|possibility|variant|one)? ?(?:is|would|could"
        r"|might)\b",
        r"\bas (?:was )?(?:mentioned|suggested)\b|\bis not an option",
    ),
    kind(
        "a list of ways",
        2.5,
        r"\b(?:options|choices|candidates|alternatives|possibilities|variants|ways|methods"
        r"|contenders|possible|conceivable|thinkable|imaginable)"
        r"(?: are| would be| i see| we have| that come to mind)?: [^.]{3,}(?:,|;| or | / )",
        r"\b(?:both|all|each|user(?:s)? (?:can|may)|menu|drop-?down|dialog)\b|\bconsidered and",
    ),
    kind(
        "ways in a row",
        2.5,
        r", or [^,.;:?]{3,60}, or [^.;:?]{3,60}[.]?$",
        r"\b(?:if|when|unless|whether|where|that|any|every|accepts?|supports?|allow\w*|users? can"
        r"|either|error|fails?|rejects?|refuse[sd]?|invalid|not|no|never|choose|menu|drop-?down"
        r"|setting|option)\b|`",
    ),
    kind(
        "left to taste",
        2.5,
        r"\bwhere(?:ver)? (?:it )?(?:makes sense|useful|appropriate|sensible|suitable|fitting)\b"
        r"|\bsome (?:nice|cool|fancy|useful|helpful|sensible|good) [a-z]+s\b|\bin (?:the right"
        r"|suitable) places\b",
        r"[0-9]|`",
    ),
    kind(
        "to be chosen",
        1.5,
        r"\b(?:build|pick|choose|take|start with) the wrong one\b|\bwhat(?:so)?ever (?:comes out"
        r"|is decided|we decide|it turns out|the outcome)\b"
        r"|^(?:pick|choose|select|decide(?: on)?|evaluate|compare|find) (?:an? |the |our |some "
        r"|between |which )|\b(?:as|is|just|only) (?:an? )?(?:placeholder|rough guess"
        r"|first guess)\b|\bwhich(?:ever)? (?:it|one it) (?:becomes|will be|is going to be)"
        r"|\bthere are (?:at least )?(?:two|three|four|several|many|various) (?:[a-z]+ )?"
        r"(?:ways|options|possibilities|variants|candidates|palettes|libraries|approaches"
        r"|answers|models|schemes)",
        r"\bfile\b|\bdirectory\b|\bfrom the (?:list|menu)",
    ),
    kind(
        "names weighed against each other",
        2.5,
        r"(?-i:(?:^|[ (])[A-Z][\w.+#-]+(?: [\w.+#-]+){0,2}) (?:is|are|has(?! to)|have(?! to)"
        r"|would|needs?(?! to)"
        r"|lacks?|costs?|can't|gives?|means?|requires?|does) [^.;]{3,80}[,;] (?:and |but |while "
        r"|whereas )?(?-i:[A-Z][\w.+#-]+(?: [\w.+#-]+){0,2}) (?:is|are"
        r"|has(?! to)|have(?! to)|would|needs?(?! to)|lacks?|costs?|can't|gives?|means?|requires?"
        r"|does|only)\b",
        rf"{_USERS} (?:is|are|has(?! to)|have(?! to)|would|needs?(?! to)|lacks?|can't)"
        rf"|\bI (?:have|would|am|need)\b"
        rf"|\bit's\b",
    ),
    kind(
        "ways side by side",
        1.5,
        r"\b(?:could|might|can|may|should|would|either|do we|shall"
        r"|whether)\b[^.?!]{2,120}\bor\b(?! (?:so|more|less|later|fewer|higher|newer|similar|not"
        r"|even|the like|anything|something|otherwise|else)\b)"
        r"|\bvs\.? |\bversus\b|\balternatively\b|^[^?]{2,80}\bor\b[^?]{2,80}\?$",
        rf"\b(?:if|when|unless|whenever|accepts?|supports?|allows?) either|{_USERS} (?:can|may"
        rf"|could|might)"
        r"|\bfail(?:s|ed)? or|\bslow or|\blost or|\b(?:can|could) (?:you|i|someone)\b|^(?:if"
        r"|when|unless) ",
    ),
)
