"""A claim of a pull request, as the record keeps it."""

from __future__ import annotations

from typing import Literal

from bot.domain.value import Moment, Stored


class ClaimAttempt(Stored):
    """One try to prove a claim: when, on which commit, by what (check, test, review), what it said."""

    at: Moment
    source: str
    outcome: str = ""
    head_sha: str = ""


class Claim(Stored):
    """Something a pull request is said to do, and how far evidence bears it out."""

    id: str = ""
    text: str
    kind: Literal["criterion", "planned_test", "statement"] = "criterion"
    task: int = 0
    state: Literal["verified", "supported", "unproven", "contradicted"] = "unproven"
    attempts: tuple[ClaimAttempt, ...] = ()
