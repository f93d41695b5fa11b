"""Derived: the criterion that follows from the title and the kind of work where the text has no better."""

from __future__ import annotations

import re

from bot.planning.analysis import Analysis
from bot.planning.proposal import Intent
from bot.planning.reversal import turned
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened, words

_UNDOCUMENTED = re.compile(
    r"(?i) (?:is|are)(?: not|n't) (?:\w+ )?documented\b| (?:is|are) undocumented\b"
    r"| (?:is |are )?missing (?:in|from) (?:the )?(?:docs|documentation)\b"
)
_SHOULD = re.compile(r"(?i)\b(?:should|must|ought to|has to|needs? to)\b")
_CORRECTION = re.compile(
    r"(?i)^(?P<files>[^:]{3,120}): .{2,120}? (?:should (?:be|read|say)|must be|->|→"
    r"|instead of) (?P<right>`[^`]+`|[^(]{2,80})"
)
_REPLACED = re.compile(
    r"(?i)^(?:typos? in (?:the )?)?(?P<what>[^:→>\"“`]{2,80}?):? "
    r"(?:(?P<q>[\"“`'])(?P<said>[^\"”`'→>:]{1,40})[\"”`']|v?(?P<old>[\w.-]*[0-9][\w.-]*))"
    r" ?(?:→|->|=>) ?[\"“`']?(?P<new>[^\"”`'(:]{1,40})"
)


def derived(analysis: Analysis) -> tuple[str, ...]:
    """The criteria that the goal itself is, one or two sentences."""
    goal = shortened(analysis.goal, 200) or "the request"
    replaced = _replaced(goal)
    if replaced and analysis.intent is not Intent.DOCS:
        passes = f"The whole test suite passes after “{goal}”"
        return (replaced, passes) if analysis.intent is Intent.CHORE else (replaced,)
    texts = {
        Intent.BUG: (
            goal if _SHOULD.search(goal) else turned(goal) or f"“{goal}” no longer happens",
        ),
        Intent.REFACTOR: (
            f"“{goal}” is done",
            f"Behaviour is unchanged: the existing tests pass after “{goal}”",
        ),
        Intent.DOCS: tuple(_corrections(goal)) or (_documented(goal),),
        Intent.TEST: (f"The new tests fail when what they cover is broken: “{goal}”",),
        Intent.CHORE: (f"“{goal}” is done", f"The whole test suite passes after “{goal}”"),
    }
    return texts.get(analysis.intent, (_wished(goal),))


def _wished(goal: str) -> str:
    """`Add x` works; `X should do y` says itself what must be; a mere name asks for what it names."""
    if _SHOULD.search(goal) and not goal.endswith("?"):
        return goal
    if is_imperative(goal) or len(list(words(goal))) <= 3:
        return f"“{goal}” works"
    return f"“{goal}” is there as the issue describes it, and a test uses it"


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
    return f"The documentation is right about “{goal}”"


def _corrections(goal: str) -> list[str]:
    """`README and docs/a.md: X should be Y` means that each of the files says Y."""
    found = _CORRECTION.match(goal)
    if found is None:
        return []
    files = [f.strip(" `") for f in re.split(r",| and | & ", found["files"]) if f.strip(" `")]
    return [f"{file} says {found['right'].strip()}" for file in files]
