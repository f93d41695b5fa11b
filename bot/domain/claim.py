"""A claim of a pull request, as the record keeps it."""

from __future__ import annotations

from operator import not_
from typing import Literal

from pydantic import Field

from bot.domain.value import Moment, Stored


class ClaimAttempt(Stored):
    """One try to prove a claim: when, on which commit, what was looked at, what it said, and what follows.

    `source` is the check, test, file or review, `outcome` its words, `state` the claim's state after it.
    """

    at: Moment
    source: str
    outcome: str = ""
    head_sha: str = ""
    state: str = Field("", exclude_if=not_)


class Claim(Stored):
    """Something a pull request is said to do, and how far evidence bears it out."""

    id: str = ""
    text: str
    kind: Literal["criterion", "planned_test", "statement"] = "criterion"
    task: int = 0
    state: Literal["verified", "supported", "unproven", "contradicted"] = "unproven"
    attempts: tuple[ClaimAttempt, ...] = ()
