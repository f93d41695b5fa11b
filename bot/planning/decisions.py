"""Decisions: what somebody chose, or what was taken because nobody minds."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FEW = 4
_WHICH = re.compile(
    r"(?i)^(?:which|what) (?P<what>[\w -]{2,60}?) (?:should|shall|is|are|do|does|will|would)\b"
)
_IT_IS = re.compile(r"(?i)^(?:it|this|that) (?:should|shall|must|will) be ")
_SHOULD_BE = re.compile(r"(?i)^should (?P<what>.{2,160}?) be (?P<how>[^?]{2,200})\??$")


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
    def sentence(self) -> str:
        """What holds from now on: to `Which format should it have?` the answer CSV is `The format is CSV`."""
        asked = _WHICH.match(self.question)
        stated = _IT_IS.sub("", self.stated.strip()) if asked else self.stated.strip()
        if asked and len(stated.split()) <= _FEW:
            return f"The {asked['what']} is {stated}"
        wished = _SHOULD_BE.match(stated)
        if wished:
            stated = f"{wished['what']} should be {wished['how']}"
        return stated[:1].upper() + stated[1:]

    @property
    def because(self) -> str:
        """Say who decided what."""
        chose = f"“{self.chosen}”"
        return f"because {self.person} chose {chose}" if self.by else f"taken: {chose}"
