"""What is known of a model: what its endpoint can do, and how well it planned the cases of the exam."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bot.domain.questionnaire import ReasonCode
from bot.domain.value import Moment, Stored
from bot.planning.draft import Action
from bot.planning.model.setup import Way

BAR = 0.75
"""The share of an exam's cases that a model must decide well, to decide at all."""


class Ability(Stored):
    """What an endpoint showed. Rates are tokens a second; `context` is what it says of itself.

    `remembers` says whether a long text was read to its beginning; None: nobody asked.
    """

    schema_kept: bool
    tools_called: bool
    remembers: bool | None = None
    context: int | None = None
    reads: float | None = None
    writes: float | None = None

    @property
    def way(self) -> Way:
        """How an engine should take tools there."""
        if self.tools_called:
            return Way.NATIVE
        return Way.SCHEMA if self.schema_kept else Way.PLAIN


@dataclass(frozen=True, slots=True)
class Standing:
    """How an engine may use a model; `caveat` is what each of its plans must say of that."""

    way: Way
    decides: bool
    caveat: str = ""


class Marked(Stored):
    """What a model decided of one case; nothing where it gave no answer that could be used.

    `code` is the reason that had to be asked for, `asked` are those it asked for.
    """

    case: str
    expected: Action
    code: ReasonCode | None = None
    decision: Action | None = None
    asked: tuple[ReasonCode, ...] = ()
    right: bool = False


class Exam(Stored):
    """The marks so far. `edition` names the cases, `of` is how many there are."""

    edition: str
    of: int
    marked: tuple[Marked, ...] = ()

    @property
    def right(self) -> int:
        """How many cases were decided as they should be."""
        return sum(m.right for m in self.marked)

    @property
    def verdict(self) -> bool | None:
        """Say whether it is passed, as soon as that is certain; None before."""
        if self.right >= BAR * self.of:
            return True
        wrong = len(self.marked) - self.right
        return False if self.of - wrong < BAR * self.of else None


class Examined(Stored):
    """What is known of a model, and since when; `exam` is missing where nobody had it plan the cases."""

    name: str
    digest: str
    at: Moment
    ability: Ability
    exam: Exam | None = None

    @property
    def decides(self) -> bool:
        """Say whether it may decide what is asked and planned: one that did not pass only words plans."""
        return self.exam is not None and self.exam.verdict is True

    @property
    def settled(self) -> bool:
        """Say whether it is certain that it may decide, or may not."""
        return self.exam is not None and self.exam.verdict is not None

    @property
    def standing(self) -> Standing:
        """How an engine may use it, and what its plans must say where it does not decide."""
        if self.decides:
            return Standing(self.ability.way, decides=True)
        caveat = (
            f"{self.marks}, so the built-in planner decided, and the model only wrote the text."
        )
        return Standing(self.ability.way, decides=False, caveat=caveat)

    @property
    def marks(self) -> str:
        """The exam in words."""
        exam = self.exam
        if exam is None:
            return f"{self.name} was not examined"
        if exam.verdict is None:
            asked = f"{len(exam.marked)} of {exam.of} cases were asked"
            return f"the exam of {self.name} is not finished ({asked} within time and budget)"
        how = "passed" if exam.verdict else "did not pass"
        need = "" if exam.verdict else f"; {math.ceil(BAR * exam.of)} are needed"
        return f"{self.name} {how} its exam ({exam.right} of {len(exam.marked)} cases right{need})"
