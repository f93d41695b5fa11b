"""Deciding: which of several places it is: where a reader begins, how it is checked, what else changes."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.names import Weight, names
from bot.planning.proposal import Intent
from bot.planning.work import Work

_CALLS = Lazy(r"\w\(")
_PRINTS = Lazy(
    r"\s*(?:for|while|if|print(?:ln!?)?|console\.\w+|puts|p|echo|fmt\.Print\w*|System\.out\.\w+)\b"
)
_MARKED = Lazy(r"`([A-Za-z_][\w.:-]{1,60})(?:\(\))?`|(?<!\w)['\"]([A-Za-z_][\w.:-]{1,60})['\"]")


def start(work: Work) -> str:
    """What a reader can run or search for: a command, an error, the example's call, a like, a setting."""
    told = work.behaviour
    fault = work.analysis.intent is Intent.BUG
    if told.command:
        return f"`{told.command}`"
    if told.error:
        return f"`{told.error}`"
    call = _call(work)
    if fault and (work.example.lines or not call):
        return f"`{call}`, the call of the example," if call else _test_or_goal(work)
    if call:
        return f"`{call}`, the call of the example,"
    like = _like(work)
    if like:
        return f"`{like}`, which is of the same kind,"
    setting = _MARKED.search(work.analysis.goal)
    if setting:
        return f"the code that reads `{setting[1] or setting[2]}`"
    return f"“{work.analysis.goal}”"


def checked(work: Work) -> str:
    """How one sees that the place is the right one, by the kind of work."""
    if work.analysis.intent is Intent.BUG:
        return "Every part of what the issue shows goes through it, and changes with a value there"
    if _like(work):
        return "What is new stands beside its like there, and is reached the same way"
    return "Every criterion of this task can be met there, or the other places are listed, too"


def elsewhere(work: Work) -> str:
    """What to do where the step before decided for another of the likely files."""
    other = " and its own tests" if any(t for _, t in work.grounds.tested) else ""
    return (
        f"If the step before found other places, change those{other}, too, or instead where nothing "
        "needs a change here."
    )


def _test_or_goal(work: Work) -> str:
    return "the example of the issue" if work.example.lines else f"“{work.analysis.goal}”"


def _call(work: Work) -> str:
    """The line of the example that calls what the title names; else the last that calls anything."""
    calls = [line for line in work.example.lines if _CALLS.search(line)]
    calls = [line for line in calls if not _PRINTS.match(line)] or calls
    if not calls or work.reading is None:
        return ""
    named = [n.text.lower() for n in names(work.reading) if n.weight is Weight.TITLE]
    title = {w.lower() for w in re.findall(r"[A-Za-z]{3,}", work.analysis.goal)}

    def weight(line: str) -> tuple[int, int, int]:
        low = line.lower()
        told = len(title & set(re.findall(r"[a-z]{3,}", low)))
        return sum(n in low for n in named), told, calls.index(line)

    return max(calls, key=weight)


def _like(work: Work) -> str:
    """What the issue names in code and the tree has: a new thing goes beside it."""
    if work.analysis.intent is not Intent.FEATURE:
        return ""
    known = {
        re.split(r"\.|::|#", s.name)[-1].strip("()") for p in work.tree.spots.values() for s in p
    }
    told = (i for i in work.analysis.identifiers if re.search(r"[A-Z_]|\(\)", i))
    return next((i for i in told if re.split(r"\.|::|#", i)[-1].strip("()") in known), "")
