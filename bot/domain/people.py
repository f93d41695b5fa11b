"""Accounts, and what they may do in a repository."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Permission(StrEnum):
    """What a person may do in a repository, weakest first.

    https://docs.github.com/en/organizations/managing-user-access-to-your-organizations-repositories
    """

    NONE = "none"
    READ = "read"
    TRIAGE = "triage"
    WRITE = "write"
    MAINTAIN = "maintain"
    ADMIN = "admin"

    def at_least(self, other: Permission) -> bool:
        """Say whether this permission includes `other`."""
        order = list(Permission)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Person:
    """A GitHub account."""

    login: str
    id: int = 0
    is_bot: bool = False
