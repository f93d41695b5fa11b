"""Derived: the criterion that follows from the title and the kind of work where the text has no better."""

from __future__ import annotations

import re

from bot.planning.analysis import Analysis
from bot.planning.assertions import asserted, is_sentence
from bot.planning.lazy import Lazy
from bot.planning.positives import positive
from bot.planning.proposal import Intent
from bot.planning.reversal import turned
from bot.planning.undone import undone
from bot.planning.verbs import is_imperative
from bot.planning.words import same, shortened, words

_UNDOCUMENTED = Lazy(
    r"(?i) (?:is|are)(?: not|n't) (?:\w+ )?documented\b| (?:is|are) undocumented\b| (?:is "
    r"|are )?missing (?:in|from) (?:the )?(?:docs|documentation)\b"
)
_SETTLED = "is settled as the issue asks"
_BARE = "is settled as the issue asks, and a test shows it"
# What an error says is no wish: `Error when writing: type must be string`.
_MESSAGE = Lazy(
    r"(?i)^(?-i:[A-Z][\w.]*(?:Error|Exception|Fault|Warning|Panic)): "
    r"|\b(?:although|even though|despite)\b"
    r"|(?:errors?|exceptions?|crash\w*|panics?)\b[^:]*: .*\b(?:should|must|has to|needs? to)\b"
)
# What a turned clause shows that was no sentence of its own.
_UNSOUND = Lazy(
    r"(?i)^(?:which|that|instead|because|this (?:key|is)|there (?:is|are) no (?:message|instead|results)"
    r"|when|if|while)\b"
    r"|\b(?:an?|the|to|for|started to|appearing to|locate the|because) works? without\b"
    r"|^there (?:is|are) no (?:if|when|while|that|\w+ itself)\b"
    r"|^there (?:is|are) no\b.*\b(?:is|are|was|were)\b"
    r"|\bthere and complete (?:the|an?|its|which)\b|\b(?:that|which) works? without\b"
    r"|\bbecause$|\bbecause\b.*\binstead of\b|:$"
    r"|\ba (?:\w+ )?bug\b|\bwill (?:\(?\w+\)? )?works\b"
)
# `x is used where y should be` tells the fault.
_BESIDE = Lazy(r"(?i)\b(?:where|although|even though|while)\b[^,]*$")
_SPAN = Lazy(r"`[^`]*`")
# A wish or a question that was filed as a fault.
_WISH = Lazy(
    r"(?i)^(?:have|get|be able|(?:the )?(?:ability|option|possibility) to|way to|more|better|questions?"
    r"|help)\b|^[\w`-]+(?: [\w`-]+){0,3} to (?:return|support|allow|be|have|print|show|accept|use)\b|\?$"
)
# `Change the error style` wishes, `Throw error on load` complains.
_CHANGES = Lazy(
    r"(?i)^(?:change|fix|improve|rename|reword|extend|simplify|clean up|report|move|update|use|set|make)"
    r" (?:the|an?|all|its|errors?|messages?)\b"
)
# `Detect when x does not do y` is an order, whatever it speaks of.
_BIDS = Lazy(r"[A-Za-z]+ (?:when|if|whether|that|how)\b")
_SHOULD = Lazy(r"(?i)\b(?:should|must|ought to|has to|needs? to)\b")
_CORRECTION = Lazy(
    r"(?i)^(?P<files>[^:]{3,120}): .{2,120}? (?:(?:should|must) (?:be|read|say)|->|→"
    r"|instead of) (?P<right>`[^`]+`|[\"“][^\"”]+[\"”]|v?[0-9][\w.-]*)"
)
_OUTDATED = Lazy(
    r"(?i)^(?P<file>`?[\w./-]+\.[a-z]{2,4}`?|README|changelog)(?::| -|,"
    r"| \u2013)? (?P<what>.{3,80}?) (?:is|are) (?:still )?(?:outdated|out of date|old|stale"
    r"|obsolete|wrong|incorrect|no longer (?:right|correct|true|valid)|broken|for \w+ [0-9]"
    r"|(?:the one|those|the ones) of|from v?[0-9]|of v?[0-9])\b"
)
_NAME = r"(?:`[^`]{1,60}`|[\"“'][^\"”']{1,60}[\"”'])"
_SAYS_WRONG = Lazy(
    r"(?i)^(?P<file>[\w./`-]{2,80}?(?: [\w./-]+){0,3}?):? (?:still )?(?:lists?|says?|mentions?"
    r"|shows?|calls? it|uses|tells?|refers? to|speaks? of|claims?|documents?|has|names) (?:the )?"
    rf"(?:[\w-]+ ){{0,2}}?(?P<wrong>{_NAME}).{{1,60}}?\b(?:is|are|should|must|it'?s|has been|was"
    rf"|now|called|named|renamed|correct|right|actual(?:ly)?"
    rf"|really)\b.{{0,30}}?(?P<right>{_NAME})"
)
_ALSO_IN = Lazy(
    r"(?i),? (?:also|and|likewise|same|as well as)(?: (?:in|at"
    r"|for))? (?:the )?(?P<file>(?:table (?:in|of) )?[\w./`-]+(?: \w+)?)$"
)
_REPLACED = Lazy(
    r"(?i)^(?:typos? in (?:the )?)?(?P<what>[^:→>\"“`]{2,80}?):?"
    r" (?:(?P<q>[\"“`'])(?P<said>[^\"”`'→>:]{1,40})[\"”`']|v?(?P<old>[\w.-]*[0-9][\w.-]*)) ?(?:→"
    r"|->|=>) ?[\"“`']?(?P<new>[^\"”`'(:]{1,40})"
)


# What an error says of values demands nothing: `Nullable object must have a value`.
_ERROR_SAYS = Lazy(
    r"(?i)\bobject must have a value\b|\bmust (?:not be (?:null|nil|none|undefined|empty)\b"
    r"|be (?:an? |of )?(?:non-|type\b|string\b|str\b|bytes\b|integer\b|positive\b|instance\b|in range\b))"
)
# The error at the end of a title tells how the fault shows itself.
_TRAILING = Lazy(
    r", (?:\w+ )?[\w.]*(?:Error|Exception)\b[^,]*$|, [45][0-9]{2}$"
    r"|, (?!so )(?:\w+ ){1,4}(?:is|are|was|were|says?)\b.*$"
)
# Signs that something happens, beside a verb in the third person before its object.
_HAPPENS = Lazy(
    r"(?i)\b(?:is|are|was|were|gets?|got|not|no|never|nothing|n't|cannot|can't|won't|does|do|has|have|errors?"
    r"|exceptions?|npe|oom|traceback|crash\w*|panic\w*|seg\w*fault|sigsegv|fatal|leaks?|hangs?|deadlock|loops?|loss|missing|lost"
    r"|wrong\w*|broken|bad|fail(?:s|ed|ure)|refused|rejected|ignored|instead|twice|double|doubled|again"
    r"|same|too|only|still|although|though|slow\w*|freez\w+|stuck|gone|empty|nil|null|corrupt\w*"
    r"|unexpected|invalid|unchecked|endless|infinite|races?|overflow|timeouts?|times? out|dereference"
    r"|meditation|out of|by zero|undefined|than)\b|\w(?:Error|Exception)\b"
    r"|[^\x00-\u024f]|\b[45][0-9]{2}\b"
)
_VERB_FORM = Lazy(
    r"(?i)^\S+ .*?\b[a-z]{2,}(?<!s)s (?:the|an?|its|all|every|each|up|down|out|off|to|into|one|two|[0-9`\"“]"
    r"|[a-z]+s\b|[a-z]+ (?:of|instead|per)\b)"
)
_FEW = 6
_ORDERS = Lazy(
    r"(?i)(?:get|purge|retire|teach|hoist|unify|give|do|go|try|find|reorganise|dedupe|untangle)\b"
)
_QUESTION = Lazy(
    r"(?i)^(?:[^:]{2,60}: )?(?:what|which|how|where|when|who|why|whether)\b|\?$|\bvs\.? "
)
_ONE_OF = Lazy(r"(?i)^(?:one|two|three|a single) [^:,]{3,140}$")


def derived(analysis: Analysis) -> tuple[str, ...]:
    """The criteria that the goal itself is, one or two sentences."""
    goal = shortened(analysis.goal, 200) or "the request"
    replaced = _replaced(goal)
    if replaced and analysis.intent is not Intent.DOCS:
        passes = f"The whole test suite passes after “{goal}”"
        return (replaced, passes) if analysis.intent is Intent.CHORE else (replaced,)
    texts = {
        Intent.BUG: (regained(goal),),
        Intent.REFACTOR: (
            _done(goal),
            f"Behaviour is unchanged: the existing tests pass after “{goal}”",
        ),
        Intent.DOCS: tuple(_corrections(goal)) or (_documented(goal),),
        Intent.TEST: (f"The new tests fail when what they cover is broken: “{goal}”",),
        Intent.CHORE: (_done(goal), f"The whole test suite passes after “{goal}”"),
    }
    return texts.get(analysis.intent, (_wished(goal),))


def regained(goal: str) -> str:
    """What holds when the fault of a title is gone."""
    if _MESSAGE.search(goal) or _ERROR_SAYS.search(goal):
        return f"“{goal}” no longer happens"
    if _WISH.search(goal):
        return f"“{goal}” {_BARE}"
    if _SHOULD.search(_BESIDE.sub("", _SPAN.sub("x", goal))):
        return goal
    fault = _TRAILING.sub("", goal)
    made = "" if _CHANGES.match(goal) else positive(fault)
    told = turned(fault) or (made if _is_sound(made) else "") or undone(fault)
    if told:
        return told
    # `Retry logs an error` begins with a verb and is no instruction.
    ordered = is_imperative(goal) and (not is_sentence(goal) or bool(_BIDS.match(goal)))
    stated = asserted(goal) if ordered else ""
    if ordered:
        return f"“{goal}” {_BARE}" if not stated or same(stated, goal) else stated
    return f"“{goal}” {'no longer happens' if _tells_event(goal) else _BARE}"


def _tells_event(goal: str) -> bool:
    """Say whether a title tells what happens; `Page labels` only names a thing."""
    told = len(list(words(goal))) > _FEW or _HAPPENS.search(goal) or _VERB_FORM.search(goal)
    return bool(told)


def _is_sound(text: str) -> bool:
    """Say whether what was turned round reads as a sentence: brackets and marks closed, a subject."""
    closed = text.count("(") == text.count(")") and text.count("`") % 2 == 0
    return closed and not _UNSOUND.search(text)


def _done(goal: str) -> str:
    """`Get rid of x` is done when x is removed."""
    area, colon, rest = goal.partition(": ")
    order = rest if colon and len(area) < 40 and is_imperative(rest) else goal
    stated = asserted(order)
    if not (same(stated, order) or is_imperative(stated)):
        return stated
    if is_imperative(order) or _ORDERS.match(order) or "->" in goal or "→" in goal:
        return f"“{goal}” is done"
    if _SHOULD.search(goal) and not goal.endswith("?"):
        return goal
    if _ONE_OF.match(goal):
        return f"There {'is' if goal[:2].lower() in {'on', 'a '} else 'are'} {goal[:1].lower()}{goal[1:]}"
    if not _tells_event(goal):
        return f"“{goal}” is done"
    fault = _TRAILING.sub("", goal)
    return turned(fault) or undone(fault) or f"“{goal}” {_SETTLED}"


def _wished(goal: str) -> str:
    """`Add x` works; `X should do y` says itself what must be; a mere name asks for what it names."""
    if _SHOULD.search(goal) and not goal.endswith("?"):
        return goal
    area, colon, rest = goal.partition(": ")
    order = rest if colon and len(area.split()) <= 2 and is_imperative(rest) else goal
    stated = asserted(order)
    if _QUESTION.search(goal):
        return f"“{goal}” {_BARE}"
    if not same(stated, order) and is_imperative(order) and not is_imperative(stated):
        return stated
    if is_imperative(goal) or len(list(words(goal))) <= 3:
        return f"“{goal}” works"
    return f"“{goal}” {_BARE}"


def is_bare(text: str) -> bool:
    """Say whether a criterion only says that there is what the title asks for."""
    return text.endswith(_BARE)


def _replaced(goal: str) -> str:
    """`MSRV 1.70 → 1.75` and `Typo in the hint: "teh" → "the"` say what stands there in the end."""
    found = _REPLACED.match(goal)
    if found is None:
        return ""
    old, new = ((found["said"] or found["old"]).strip(" .,"), found["new"].strip(" .,"))
    what = found["what"].strip()
    what = what.partition(" ")[2] if is_imperative(what) and " " in what else what
    if found["q"]:
        return f"{what[:1].upper()}{what[1:]} says “{new}”, not “{old}”"
    return f"{what} is {new}, no longer {old}"


def _documented(goal: str) -> str:
    """`X is not documented` asks for a document that tells of X."""
    missing = _UNDOCUMENTED.search(goal)
    if missing and goal[: missing.start()].strip():
        return (
            f"The documentation tells what {goal[: missing.start()].strip()} is and how it is used"
        )
    outdated = _OUTDATED.match(goal)
    if outdated:
        return f"{outdated['file'].strip('`')} shows {outdated['what']} as it is today"
    return f"The documentation is right about “{goal}”"


def _corrections(goal: str) -> list[str]:
    """`README and docs/a.md: X should be Y` means that each of the files says Y."""
    renamed = _SAYS_WRONG.match(goal)
    if renamed:
        also = _ALSO_IN.search(goal)
        files = [renamed["file"], *([also["file"]] if also else [])]
        return [
            f"{file.strip(' `')} says {renamed['right']}, not {renamed['wrong']}" for file in files
        ]
    found = _CORRECTION.match(goal)
    if found is None:
        return []
    files = [f.strip(" `") for f in re.split(r",| and | & ", found["files"]) if f.strip(" `")]
    return [f"{file} says {found['right'].strip()}" for file in files]
