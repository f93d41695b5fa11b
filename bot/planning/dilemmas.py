"""Dilemmas: the signs that a choice is still to be made, and by whom."""

from __future__ import annotations

from bot.planning.signs import kind

_AGREED = (
    r"(?:agree(?:d|ment)?|decid(?:e|ed)|decision|settled?|consensus|conclu(?:ded|sion)|reconciled"
    r"|ma(?:de|ke) up (?:my|our|their|his|her) minds?|pinned (?:it |this |that )?down"
    r"|written (?:it |this |that )?down|wrote (?:it |this |that )?down|spelled out|laid down"
    r"|figured (?:it |this |that )?out|worked (?:it |this |that )?out|thought (?:it |this "
    r"|that )?through"
    r"|signed (?:it |this |that )?off|sure|clear|on the same page|of one mind)"
)
_NOT = r"(?:\bnobody|\bno one|\bnone of us|\bnever|\bnot|n't|\bno|\bneither of us|\bhardly anybody)"
# What a program leaves to its users is no decision of the team.
_USERS = (
    r"\b(?:users?|customers?|visitors?|players?|guests?|admins?|members?|people|they|he|she"
    r"|callers?"
    r"|clients?|reader|browser|server|app|program|tool)\b"
)
_WHO = (
    r"(?:somebody|someone|we|you|(?:the |our )?(?:team|board|owners?|maintainers?"
    r"|product(?: owner| people)?"
    r"|committee|council|boss|client|group|marketing|sales|legal|management|design(?:ers?)?"
    r"|finance|security"
    r"|ops|support|accounting|working group|architects?|lead|[a-z]+ team))"
)
_CAUSE = (
    r"\b(?:why|what (?:causes|caused|happened|triggers|went|is wrong|changed|i did)|how (?:it"
    r"|this|that)"
    r" (?:happened|got|came)|where (?:it|this) comes|if (?:it|this|that)(?: is|'s) (?:a bug"
    r"|related"
    r"|intended|known|the same|relevant)|whether (?:it|this|that) (?:is|was) (?:a bug|related"
    r"|intended"
    r"|relevant))|no longer|make sure|to be sure|for sure|rest assured|\bsure,"
)
_ASKS = (
    r"(?:whether|which|how (?:often|long|many|much|far|big|soon|exactly|strict(?:ly)?|to|we|it"
    r"|the)"
    r"|who|what (?:exactly|counts|happens|we|the|to)|where|when)"
)
_OPEN = (
    r"(?:(?:still |left |an? |very much |rather )*(?:undecided|unresolved|unsettled|unclear"
    r"|up in the air|on the table|up for (?:grabs|debate"
    r"|discussion|vote)|under (?:discussion|debate|consideration)|being (?:discussed|debated"
    r"|decided"
    r"|argued)|(?:in|under) dispute|contentious|contested|controversial|debatable|to be seen)"
    r"|(?:still |yet )?to be (?:settled|sorted|agreed|clarified|determined|discussed|resolved"
    r"|decided"
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
        rf"|matter)s?\b"
        rf"|\b(?:jury|verdict) is (?:still )?out|\b(?:decision|ruling|verdict) (?:is "
        rf"|still )?(?:pending"
        rf"|needed|required|wanted|missing|outstanding)|\belephant in the room",
        rf"{_CAUSE}|\b(?:door|window|file|port|connection|dialog|menu|panel|tab|modal|shop"
        rf"|socket|handle"
        r"|session|issue|ticket|pull request|pr)s? (?:is|are|remains?|stays?)",
    ),
    kind(
        "somebody must decide",
        3,
        rf"\b{_WHO} (?:still |first |really |will |also )*(?:should|must|needs? to|ha(?:s|ve) to"
        rf"|had better"
        r"|ought to|would have to) (?:first |still |really |please |also )*(?:decide|say|tell us"
        r"|settle"
        r"|choose|pick|agree|weigh in|make (?:a|the|that|this|up)(?: \w+)* (?:decision|call"
        r"|choice|minds?)"
        r"|clarify|discuss|sort (?:this|that|it) out|think about|come to an agreement"
        r"|define (?:what|which"
        r"|how|who|when))\b"
        r"|\bneeds? (?:an? |some |your |the |more )*(?:[a-z]+ )?(?:decision|ruling|verdict"
        r"|guidance"
        r"|clarification|discussion|consensus|agreement|steer)\b"
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
        rf"|no one|i|we"
        rf"|who|anybody|it)\b[^.?!]{{0,40}}(?:\b{_OPEN}|\b(?:has|have|needs?) to (?:settle"
        rf"|decide|agree|say)"
        r"|\b(?:knows?|can say|(?:will )?decides?|has said|wrote down|specified|defined"
        r"|mentioned)"
        r"[.]?$|\b(?:not|isn't|n't)(?: yet| been)* (?:clear|known|said|defined|specified|decided"
        r"|written"
        r"|stated|mentioned|fixed|set|agreed))"
        rf"|(?:\bnot (?:yet )?(?:sure|certain|clear)|n't (?:yet )?(?:sure|certain|clear|know"
        rf"|decided)"
        rf"|\bunsure|\bundecided|\bunclear|\bno idea|\bnot convinced"
        rf"|\bwonder(?:ing)?)\b[^.?!;]{{0,30}}"
        rf"\b(?:if|{_ASKS})\b",
        rf"{_CAUSE}|\bwhen (?:the|a|i) |{_USERS} (?:don't|do not|doesn't|is|are|never|will) ",
    ),
    kind(
        "both ways have something",
        2.5,
        r"\barguments? (?:for|on|in favou?r of) (?:both|either|each)|\bgood (?:points|reasons"
        r"|arguments)\b"
        r"|\bboth (?:camps|sides|have (?:been )?(?:suggested|proposed|merits?|their|good|pros"
        r"|drawbacks)"
        r"|make sense|sound|seem|were (?:suggested|mentioned|proposed)|would (?:work|be possible"
        r"|make)"
        r"|are (?:possible|defensible|conceivable|plausible|valid))"
        r"|\bpros (?:and|&) cons|\b(?:on (?:the )?one hand|on the other hand)|\btorn\b"
        r"|\bon the fence"
        r"|\b(?:in|of) two minds|\b(?:pick|choose) your poison|\beach (?:ha(?:s|ve)|with) (?:its"
        r"|their|his)"
        r" (?:own )?(?:favou?rite|drawbacks?|merits?|downsides?|fans|advantages|price|cost"
        r"|problems?)"
        r"|\bwhatever we (?:do|choose|pick|decide)|\bwhich(?:ever)? (?:way|one) we (?:go|choose"
        r"|pick|take)"
        r"|\b(?:debat|argu|disagree|quarrel|fight|bicker)\w* (?:about|over|on|whether|for)\b"
        r"|\bopinions (?:differ|vary|are|diverge|go)|\b(?:do|does|did)(?:n't| not) see eye to eye"
        r"|\bdepends (?:on )?(?:who(?:m)?|which [a-z]+) you ask|\bcould (?:go"
        r"|be argued) either way"
        r"|\bnot of one mind|\bdifferent (?:views|opinions|ideas|answers)\b|\btwo schools\b"
        r"|\bhandles? (?:it|this|that) differently|\bleaning (?:towards?|to)\b",
        r"\b(?:was|were) (?:discussed|debated) and\b",
    ),
    kind(
        "opinions wanted",
        1.5,
        r"\b(?:thoughts|opinions?|preferences?|feedback|input|views|votes|ideas"
        r"|objections)(?: on (?:this"
        r"|that|it))? ?\?|\b(?:comments?|feedback|opinions?|input|votes?|suggestions|ideas"
        r"|thoughts)"
        r" (?:is |are |very |much |most |would be )*(?:welcome|wanted|appreciated|needed|please)"
        r"|\bwhat (?:do|would) (?:you|others|people|the others|we)(?: all| guys| both)? (?:think"
        r"|prefer|say"
        r"|pick|choose|suggest|want)|\bwhich (?:one |way )?(?:do|would) (?:you|we|people"
        r"|others) (?:prefer"
        r"|like|want|rather|choose|pick)|\b(?:would|i'd) like to hear|\bwdyt\b|\brfc\b"
        r"|\brequest for comments"
        r"|\blet's discuss|\bto (?:be )?discuss(?:ed)?\b|\bfor discussion\b|\bbefore i (?:start"
        r"|begin|go"
        r" ahead|build)|\blet me know (?:what|which|if you|how you)|\bwhat's your (?:take"
        r"|opinion|view)",
        r"\brfc ?-?[0-9]",
    ),
    kind(
        "only mentioned",
        2,
        r"\b(?:has|have) been (?:suggested|proposed|mentioned|floated|brought up|discussed"
        r"|thrown)"
        r"|\b(?:was|were) (?:only |just )?(?:mentioned|suggested|proposed|floated|thrown)\b"
        r"|\b(?:suggestions?|ideas|candidates|proposals|contenders) (?:so far|are|include|were"
        r"|from)\b"
        r"|\bsome (?:people |of us |customers |users )?(?:say|suggest|want|prefer|think|argue"
        r"|like|would)"
        r"\b.{3,120}\bothers\b|\bsomebody (?:suggested|proposed)|\bcome to mind\b"
        r"|\bmight be an option"
        r"|\b(?:is|are|would be) (?:one|another|an) (?:option|possibility|way|idea|approach)\b"
        r"|\bone (?:option|idea|way|approach|possibility|variant) (?:is|would|could|might)"
        r"|\banother (?:option|idea|way|approach|possibility|variant|one)? ?(?:is|would|could"
        r"|might)\b",
        r"\bas (?:was )?(?:mentioned|suggested)\b|\bis not an option",
    ),
    kind(
        "a list of ways",
        2.5,
        r"\b(?:options|choices|candidates|alternatives|possibilities|variants|ways|methods"
        r"|contenders)"
        r"(?: are| would be| i see| we have| that come to mind)?: [^.]{3,}(?:,|;| or | / )",
        r"\b(?:both|all|each|user(?:s)? (?:can|may)|menu|drop-?down|dialog)\b|\bconsidered and",
    ),
    kind(
        "ways side by side",
        1.5,
        r"\b(?:could|might|can|may|should|would|either|do we|shall"
        r"|whether)\b[^.?!]{2,120}\bor\b(?! (?:so|more"
        r"|less|later|fewer|higher|newer|similar|not|even|the like|anything|something|otherwise"
        r"|else)\b)"
        r"|\bvs\.? |\bversus\b|\balternatively\b|^[^?]{2,80}\bor\b[^?]{2,80}\?$",
        rf"\b(?:if|when|unless|whenever|accepts?|supports?|allows?) either|{_USERS} (?:can|may"
        rf"|could|might)"
        r"|\bfail(?:s|ed)? or|\bslow or|\blost or|\b(?:can|could) (?:you|i|someone)\b|^(?:if"
        r"|when|unless) ",
    ),
)
