"""Decisions: what somebody chose, or what was taken because nobody minds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was made: the question, what was chosen, what that requires, what is dropped.

    `by` is a person's login, or empty where nobody chose and the recommendation was taken.
    """

    question: str
    chosen: str
    stated: str
    dropped: tuple[str, ...] = ()
    by: str = ""
    about: str = ""
    verifiable: bool = True

    @property
    def person(self) -> str:
        """Who decided: a login as GitHub writes it, or the words for somebody nobody saw."""
        return self.by if " " in self.by or not self.by else f"@{self.by}"

    @property
    def because(self) -> str:
        """Say who decided what."""
        chose = f"“{self.chosen}”"
        return f"because {self.person} chose {chose}" if self.by else f"taken: {chose}"
