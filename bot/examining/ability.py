"""What is known of a model: what its endpoint can do, and how well it planned the cases of the exam."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.value import Moment, Stored
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


class Exam(Stored):
    """How many of the shipped cases a model decided well, and how many there are."""

    passed: int
    of: int


class Examined(Stored):
    """What is known of a model, and since when; `exam` is missing where nobody had it plan the cases."""

    name: str
    digest: str
    at: Moment
    ability: Ability
    exam: Exam | None = None

    @property
    def decides(self) -> bool:
        """Say whether it may decide what is asked and planned; one that failed the exam only words plans."""
        return self.exam is None or self.exam.passed >= BAR * self.exam.of
