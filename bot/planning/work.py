"""Work: everything a breakdown goes by, and how it is put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.planning.analysis import Analysis
from bot.planning.behaviour import NOTHING, Behaviour
from bot.planning.criteria import Need
from bot.planning.decisions import Decision
from bot.planning.grounds import CHANGEABLE, Grounds
from bot.planning.new_files import new_files
from bot.planning.places import place
from bot.planning.proposal import Intent, Tree
from bot.planning.reading import Reading
from bot.planning.shown import NOTHING_SHOWN, Example
from bot.planning.testhabits import new_test as new_test_like
from bot.planning.verbs import is_imperative
from bot.planning.words import each, shortened


@dataclass(frozen=True, slots=True)
class Work:
    """Everything the breakdown goes by; `items` are the author's, `extra` those that feedback added.

    `epic` says that the items are stories, `text` is the request without what was decided against,
    `trace` what its blocks of code show.
    """

    analysis: Analysis
    needs: tuple[Need, ...]
    decisions: tuple[Decision, ...]
    items: tuple[str, ...]
    grounds: Grounds
    tree: Tree
    reproduce: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    epic: bool = False
    behaviour: Behaviour = NOTHING
    text: str = ""
    trace: str = ""
    reading: Reading | None = None
    example: Example = NOTHING_SHOWN

    def new_files(self, edited: Sequence[str]) -> dict[str, str]:
        """The files to write beside those that are changed; a repair writes none."""
        if self.reading is None or self.analysis.intent in {Intent.BUG, Intent.QUESTION}:
            return {}
        made = new_files(self.reading, self.tree.paths, edited)
        moved = self.analysis.intent is Intent.REFACTOR  # what is only moved keeps its tests
        code = [] if moved else [p for p in made if place(p) in CHANGEABLE]
        tests = dict.fromkeys(t for p in code if (t := new_test_like(p, self.tree, "")))
        return made | {t: "" for t in tests if t not in {*made, *self.tree.paths}}

    @property
    def goal(self) -> str:
        """The goal, short enough for a title."""
        return shortened(self.analysis.goal, 80)


def what(work: Work, needs: tuple[Need, ...], after: tuple[str, ...] = ()) -> str:
    """What to do in a file: the criteria it must meet, what it builds on, and the limits to keep."""
    fault = work.analysis.intent is Intent.BUG
    wish = "" if fault else _wished(work, needs)
    told = work.behaviour.now if fault else work.behaviour.lack
    parts = [f"Make {'these' if len(needs) > 1 else 'this'} hold: {each(n.text for n in needs)}."]
    parts = [wish, *parts] if wish else parts
    parts += [told] if told and not after else []
    if after:
        parts.append(
            f"Build on what the tasks before made in {', '.join(f'`{p}`' for p in after)}."
        )
    if work.analysis.limits:
        parts.append(f"Keep to: {shortened('; '.join(work.analysis.limits[:3]), 300)}.")
    return " ".join(parts)


def _wished(work: Work, needs: tuple[Need, ...]) -> str:
    """The wish of the title itself, where it is an instruction that no criterion repeats."""
    goal = work.analysis.goal
    if work.analysis.intent is not Intent.FEATURE or not is_imperative(goal):
        return ""
    return "" if any(goal in n.text for n in needs) else f"{goal}."


def chosen(decisions: Iterable[Decision]) -> str:
    """The decisions as one sentence, each with who made it."""
    each = [f"{d.stated[:1].upper()}{d.stated[1:]} ({d.because})" for d in decisions]
    return "; ".join(each)


def told(work: Work) -> str:
    """The decisions as they read to users."""
    return " ".join(f"{d.stated[:1].upper()}{d.stated[1:]}." for d in work.decisions)


def description(work: Work, needs: tuple[Need, ...]) -> str:
    """What the task serves, and the decisions that its criteria come from or that bind every task."""
    texts = {n.text.lower() for n in work.needs} - {n.text.lower() for n in needs}
    decided = chosen(d for d in work.decisions if d.stated.lower() not in texts)
    serves = work.analysis.goals[0] if work.analysis.goals else work.analysis.goal
    base = f"Serves: {shortened(serves, 300)}"
    base = base if base.endswith((".", "…", "!")) else f"{base}."
    return f"{base} Decided: {decided}." if decided else base


def lowered(text: str) -> str:
    """A phrase for the middle of a sentence; names keep their capitals."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
