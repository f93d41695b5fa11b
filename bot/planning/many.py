"""Many: sentences that say of a request that it is more than one plan."""

from __future__ import annotations

from bot.planning.lazy import Lazy

_SAYS = Lazy(
    r"(?i)\b(?:tracking issue|this (?:is an?|issue is an?) (?:epic|umbrella)"
    r"|umbrella issue|(?:to be |should be |must be |needs? to be |will (?:need to )?be "
    r"|can be )?split(?: up)?"
    r" (?:in(?:to)?|up) (?:[a-z]+ )?(?:stories|issues|tickets|tasks|pull requests|prs"
    r"|parts|steps|pieces)|one (?:issue|ticket|story|pull request|pr) (?:each|per)"
    r"|(?:several|lots? of|a (?:bunch|couple|set|number|series|handful|pile) of) (?:stories"
    r"|issues|tickets"
    r"|parts|phases|milestones|sprints)"
    r"|separate (?:stories|issues|tickets)|in (?:several|multiple|separate) (?:stories"
    r"|phases|issues|pull requests|prs)"
    r"|(?:big|large|huge) (?:effort|undertaking|project|chunk|topic)|an? (?:big|large|huge) one"
    r"|larger effort"
    r"|over the next (?:months|quarters?|year)|multi-(?:month|quarter|team)|sub-?issues"
    r"|work packages?|(?:far |way |much )?too (?:much|big|large) (?:for|to be) (?:a single|one|1)"
    r" (?:pr|pull request|issue|ticket|change|go|task)|cut (?:in|up )?(?:to |into )(?:stories"
    r"|parts|tickets"
    r"|pieces)|umbrella (?:for|ticket)|break(?:ing)? (?:it|this|that|them) (?:down|up)"
    r"|(?:each|every) (?:row|part|piece|item|point|step|one|of (?:these|them|those)|its own)"
    r"(?: is| gets| becomes| should be| can be|,)? (?:a |an |its |merged |own |separate )+"
    r"(?:pr|pull request|issue|ticket|story|alone|separately|on its own)"
    r"|each its own (?:pr|pull request|issue|ticket)|(?:can|could|may) be merged (?:alone"
    r"|separately"
    r"|independently|one by one|on (?:its|their) own)|plan of record"
    r"|(?:cut|carve|slice|chop|break|broken|split|divided?) (?:(?:it|this|that|them|all|of|up|down"
    r"|the whole(?: thing)?)"
    r" ){0,3}(?:in)?to (?:[a-z]+ ){0,2}(?:stories|parts|tickets|pieces|issues|chunks|slices"
    r"|portions|bites)"
    r"|(?:too much|too big|too large|too long|more than|bigger than|larger than|work) (?:for "
    r"|fits? (?:in)?to )?"
    r"(?:one|a single|1) (?:person|pr|pull request|issue|ticket|change|go|task|story|sitting"
    r"|sprint)"
    r"|one person to do (?:it|that|this|all|everything)"
    r"|plus (?:qu'un|d'un) (?:seul )?ticket|trop (?:gros|grand|pour un)[a-z ]{0,12} (?:seule?"
    r"|ticket)"
    r"|(?:mucho|demasiado|grande) para (?:una?|un) sol[ao]\b|zu (?:gro\u00df"
    r"|viel) f\u00fcr ein(?:en?)? (?:einzelne[sn]"
    r"|einzige[sn]|ticket))\b"
)

_EACH = (
    r"(?:each|every)(?: (?:one|part|piece|step|point|block|stage|item|of (?:these|those|them|that|this"
    r"|the [a-z]+)))?"
)
_UNIT = (
    r"(?:releases?|versions?|milestones?|tickets?|issues?|branch(?:es)?|pull requests?|prs?|stor(?:y"
    r"|ies)|projects?|sprints?|plans?|deploy(?:ment)?s?)"
)
_MANY = (
    r"(?:several|many|two|three|four|five|six|more than one"
    r"|a (?:couple|few|number|handful|series)(?: of)?)"
)
# Each part is a release of its own, or weeks of work; not all at once; piece by piece.
_APART = Lazy(
    rf"(?i)\b{_EACH} (?:of which )?(?:is|are|gets?|becomes?|should (?:be|become|get)|can be|could be|will be"
    rf"|makes?|deserves?|takes?|needs?|means|has)\b.{{0,40}}\b(?:{_UNIT} of its own|(?:its|their|an?) own"
    rf" {_UNIT}|a (?:separate |single )?{_UNIT}|(?:weeks?|months?|quarters?)\b|(?:released|shipped|deployed"
    rf"|delivered|merged|rolled out|done|built|planned) (?:alone|separately|independently|on its own|one by"
    rf" one|by itself))"
    rf"|\b{_EACH} (?:ships|goes|comes|lands|stands|works|is useful) (?:out )?(?:on its own|alone"
    r"|separately|by itself|independently)\b"
    r"|\b(?:not|don't (?:do|build|put|try)|never) (?:it |them )?(?:all|everything)(?: of (?:it|this|that"
    r"|them))? (?:(?:in|at|on|into) (?:one|once|a single|the same)|together)\b"
    r"|\bneed(?:s)? not (?:all )?(?:come|be (?:done|there|ready|finished)) (?:on|at|in) (?:one|once"
    r"|the same)|\b(?:none|not all|nothing) of (?:this|that|it|these|them) (?:fits?|goes|can be done)"
    r" (?:in|into) (?:one|a single)\b|\bmore than one (?:(?:piece|bit|chunk) of work|round)\b"
    rf"|\b(?:release|ship|deploy|deliver|build|publish|roll|bring)\w*\b.{{0,30}}\b(?:piece by piece"
    r"|bit by bit|one (?:part|piece|step|thing) (?:after the other|at a time)|part by part|one by one"
    r"|in (?:stages|steps|pieces|parts))\b"
    rf"|\b{_MANY} (?:larger|big|bigger|large|separate|independent|sizeable) (?:pieces|parts|steps|chunks|bits"
    r"|packages|blocks|topics|works?)\b"
    rf"|\b(?:(?:spread )?(?:over|across|during)|(?:over|within|in) the next) {_MANY}"
    r" (?:releases|versions|milestones|quarters|months)\b|\b(?:months|a year) of work\b"
    r"|\b(?:cut|split|carve|slice|chop|break) (?:it|this|that|them|all of (?:it|this)|these)(?: all)? up\b"
    r"|\bcut (?:it|this|that|them|all of (?:it|this)) (?:in|into)\b"
    rf"|\b(?:one|a|an own|its own) {_UNIT} (?:per|for (?:each|every)) (?:part|piece|step|point|item|one)\b"
)

_STAGE = (
    r"(?:releases|deliver(?:y|ies)|deliverables?|milestones?|stages|waves|increments"
    r"|instal?ments|roll-?outs|phases|sprints"
    r"|iterations|rounds of work|tranches|projects)"
)
_COUNT = (
    r"(?:(?:two|three|four|five|six|seven|[2-9])(?: (?:or|to) (?:three|four|five|six|seven|[3-9]))?"
    r"|several|some|multiple|a few|many)"
)
_WHEN = (
    r"(?:spring|summer|autumn|fall|winter|christmas|easter|new year|the (?:year|season"
    r"|quarter)|year'?s end|next|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|20[0-9]{2}|the end of)"
)
# It takes a season, comes in so many deliveries, one of which can go out before the next.
_STAGED = Lazy(
    rf"(?i)\b(?:in|over|as|into|makes?|be|are|expect|plan|see|about|with|want"
    rf"|planned) {_COUNT} (?:[a-z]+ )?{_STAGE}\b(?! (?:of|from|per|behind|older|back|since"
    rf"|already)\b(?! work))"
    rf"|^(?:(?:we|i) (?:plan|see|expect|have) )?{_COUNT} (?:deliverables|deliveries|milestones"
    rf"|releases|phases|stages)\b[,:. ]"
    rf"|\bbetween now and {_WHEN}\b|\bfrom now (?:to|until|till) {_WHEN}\b"
    rf"|\b(?:keep us|take us|keeps us|takes us|occupy|cost us|busy)\w*\b.{{0,20}}\b(?:until"
    rf"|till|into|most of|all|the whole(?: of)?|(?:the )?(?:better|best) part of) (?:next "
    rf"|this |the |a )?{_WHEN}\b"
    r"|\b(?:plan|programme|program|roadmap|agenda|goal|project|work|list|topics?) for (?:the "
    r"|this |next |all |the whole |the coming )*(?:year|season|quarter|half[- ]year|winter"
    r"|summer|20[0-9]{2})\b"
    r"|\broad-?map (?:item|topic|entry)\b|\b(?:more|bigger|larger) than (?:a|one"
    r"|any) (?:single )?(?:ticket|issue|story|pr|pull request|sprint)\b"
    r"|\b(?:quite|rather|such|really) an? (?:chunk|programme|undertaking|mountain|journey)\b"
    r"|\ban? (?:season|year|quarter|winter|summer|half-year)(?:'s|\u2019s| of| long) (?:work|project)\b"
    rf"|\b(?:over|during|within|across|throughout) the (?:coming|next"
    rf"|following) (?:[a-z]+ )?(?:releases|versions|months|quarters|sprints|year|seasons|terms)\b"
    r"|\b(?:each|every|any|all)(?: (?:one|part|piece|step|stage|delivery|of (?:them|these"
    r"|those)))? (?:can|could|may|should|will|must|shall) (?:go|be) (?:live|out|used|shipped"
    r"|released|delivered|merged|rolled out"
    r"|turned on|switched on|useful|put to use)\b|\b(?:useful|of use|worth something|usable"
    r"|valuable) (?:without|before|even if|on its own|by itself|alone)\b"
    r"|\b(?:ticket|issue|pr|pull request|release|delivery) (?:per|for each"
    r"|for every) (?:delivery|part|piece|step|stage|milestone|release|point|item)\b"
    r"|\b(?:do|build|take|ship|deliver|release)\b.{0,20}\bone after (?:the )?(?:other"
    r"|another)\b|\beach (?:with|in|as|under) (?:its|an?) own (?:release|ticket|branch|version|date|pr)\b"
    r"|\bin mehreren (?:etappen|schritten|stufen|phasen|teilen|lieferungen|abschnitten)\b"
    r"|\bst\u00fcck f\u00fcr st\u00fcck\b"
    r"|\ben (?:varias|cuatro|cinco|tres) (?:fases|etapas|entregas|partes)\b|\ben (?:plusieurs"
    r"|trois|quatre|cinq) (?:\u00e9tapes|phases|livraisons|lots|temps)\b"
)


def calls_many(text: str) -> bool:
    """Say whether a sentence says that the request is too much for one plan, or comes in parts."""
    return bool(_SAYS.search(text) or _APART.search(text) or _STAGED.search(text))
