"""The witness: what an event itself saw. It is evidence of who did something, and never truth."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.people import Person


@dataclass(frozen=True, slots=True)
class Witness:
    """What the event itself saw: who acted, a comment's text before and after the edit.

    `head_before` is the commit that a push left, `turned` says that a pull request went to another branch.
    """

    event: str
    action: str
    sender: Person
    delivery: str = ""
    comment_id: int = 0
    body_before: str | None = None
    body_after: str | None = None
    button: str = ""
    head_before: str = ""
    turned: bool = False
    label: str = ""
