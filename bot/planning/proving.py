"""Proving: the words of a task in a tree that was read: its title, its tests, and what people suggest."""

from __future__ import annotations

from bot.planning import stepwise
from bot.planning.drafts import DraftStep
from bot.planning.grounds import Ground
from bot.planning.lazy import Lazy
from bot.planning.places import Place
from bot.planning.positives import in_its_place
from bot.planning.proposal import Intent
from bot.planning.reversal import turned
from bot.planning.testhabits import home_of_tests
from bot.planning.undone import undone
from bot.planning.verbs import is_imperative
from bot.planning.wanted import to_choose
from bot.planning.words import each, shortened
from bot.planning.work import Work

_TITLE = 160
_SHOULD = Lazy(r"(?i)\b(?:should|must)\b|^The example of|^Running `")
_SHALL = Lazy(r"(?i)\b(?:should|must|shall)\b")
_CLAUSES = Lazy(r"(?i) (?=(?:when|if|after|because|while|unless|since|due to|caused by)\b)|, | \(")


def proved(work: Work, first: Ground) -> tuple[DraftStep, ...]:
    """The tests, before the change: of a fault, its own example with what must come out of it.

    Where no file of tests is known, only the folder that they lie below is told; nothing without any.
    """
    known = first.proof or first.place is Place.TEST
    home = "" if known else home_of_tests(first.path, work.tree.paths)
    if not (first.proof or home):
        return ()
    fault = work.analysis.intent is Intent.BUG
    wanted = [n.text for n in work.needs if n.test] or [n.text for n in work.needs]
    told = (
        [f"A new case in the form of those beside it, such as `{first.like}`."]
        if first.like
        else []
    )
    told += [work.example.taken] if work.example.taken else []
    if fault and not work.example.taken:
        told.append(_to_build(work))
    one = len(wanted) == 1
    told.append(f"{'Assert' if one else 'Assert, one test each'}: {each(wanted)}.")
    told += [work.behaviour.outcome] if fault and work.behaviour.outcome else []
    told += [open_outcome(work)] if open_outcome(work) else []
    failing = (
        "A test that fails as the issue tells it" if fault else "Tests that fail for want of it"
    )
    own = ", where its own tests are" if first.path == first.proof else ""
    title = f"{'Reproduce it' if fault else 'Add tests'} in `{first.proof}`{own}"
    if home:
        aim = (
            f"{'Reproduce it' if fault else 'Add tests'}, beside the tests like it below `{home}/`"
        )
        return (stepwise.unplaced(aim, " ".join(told), failing),)
    return stepwise.tests(first.proof, " ".join(told), work.tree.paths, title, failing)


def _to_build(work: Work) -> str:
    quoted = work.example.quoted
    if quoted:
        line = shortened(quoted, 90)
        return f"The issue quotes the code itself (`{line}`): build the smallest case that runs it."
    if work.example.fenced:
        return f"Build the smallest case of “{work.goal}” from what the issue shows."
    return f"The issue shows no code: build the smallest case of “{work.goal}”."


def open_outcome(work: Work) -> str:
    """Of a fault, that its outcome must be chosen, where the issue does not say it."""
    if work.analysis.intent is not Intent.BUG:
        return ""
    return to_choose((n.text for n in work.needs), work.behaviour.wanted, work.text)


def hinted(work: Work) -> list[str]:
    """What somebody suggests, as a thing to weigh and no fact."""
    return [f"Suggested in the issue, yet to be checked: “{hint}”" for hint in work.behaviour.hints]


def outcome(work: Work, first: Ground, sure: bool) -> str:
    """The title of a task: what will be there or hold in the end, and where, if that is sure."""
    at = f" (`{first.path}`)" if sure else ""
    told = healed(work.analysis.goal) if work.analysis.intent is Intent.BUG else ""
    if told:
        return f"{brief(told)}{at}"
    goal = brief(work.analysis.goal)
    lead, colon, rest = goal.partition(": ")
    if colon and len(lead.split()) <= 2 and is_imperative(rest):
        goal = f"{rest[:1].upper()}{rest[1:]}"
    if is_imperative(goal):
        return f"{goal}{at}"
    if work.analysis.intent is Intent.BUG:
        wanted = (n.text for n in work.needs if len(n.text) <= _TITLE and _SHOULD.search(n.text))
        first_one = next(wanted, "")
        return f"{first_one[:1].upper() + first_one[1:]}{at}" if first_one else f"Fix “{goal}”{at}"
    if work.analysis.intent is Intent.FEATURE:
        return f"{_wish(work) or _laid_down(work) or f'Provide “{goal}”'}{at}"
    return f"{goal} (`{first.path}`)"


def healed(goal: str) -> str:
    """What holds once the fault of a title is mended; empty where it cannot be told."""
    return turned(goal) or undone(goal) or in_its_place(goal)


def brief(text: str) -> str:
    """A long sentence up to the last of its clauses that fits into a title; a short one as it is."""
    if len(text) <= _TITLE:
        return text
    ends = [m.start() for m in _CLAUSES.finditer(text) if 20 < m.start() <= _TITLE]
    whole = bool(ends) and text[: ends[-1]].count("`") % 2 == 0
    return text[: ends[-1]] if whole else shortened(text, _TITLE)


def noted(work: Work) -> str:
    """What the list of changes says: of a fault, what holds now."""
    told = healed(work.analysis.goal) if work.analysis.intent is Intent.BUG else ""
    wished = work.analysis.intent is Intent.FEATURE and not is_imperative(work.analysis.goal)
    told = told or (_wish(work) or _laid_down(work) if wished else "")
    return brief(told or work.analysis.goal)


def _laid_down(work: Work) -> str:
    """The first criterion, where it is short and says what should be."""
    first = next((n.text for n in work.needs if n.source != work.analysis.goal), "")
    fits = len(first) <= _TITLE and _SHALL.search(first)
    return first[:1].upper() + first[1:] if fits else ""


def _wish(work: Work) -> str:
    """The first criterion that is an instruction or says what must be, where it is short."""
    told = (n.text for n in work.needs if n.source != work.analysis.goal)
    return next((t[:1].upper() + t[1:] for t in told if len(t) <= _TITLE and is_imperative(t)), "")
