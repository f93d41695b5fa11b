"""A wake: which issue, pull request or commit to look at, and what the event itself saw."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.facts import Repository, Witness


@dataclass(frozen=True, slots=True)
class IssueTarget:
    """Look at this issue."""

    number: int


@dataclass(frozen=True, slots=True)
class PullTarget:
    """Look at this pull request."""

    number: int


@dataclass(frozen=True, slots=True)
class CommitTarget:
    """Look at the pull requests whose head is this commit."""

    sha: str


@dataclass(frozen=True, slots=True)
class GroupTarget:
    """Look at the pull requests that a merge group's commit would merge into `base_ref`.

    Without `base_sha` only a branch's name says that the commit is a group's.
    """

    head_sha: str
    head_ref: str
    base_sha: str
    base_ref: str


@dataclass(frozen=True, slots=True)
class DashboardTarget:
    """Look at the repository as a whole, for its dashboard."""


Target = IssueTarget | PullTarget | CommitTarget | GroupTarget | DashboardTarget


@dataclass(frozen=True, slots=True)
class Wake:
    """Wake up for `target` in `repository` (`owner/name`); `witness` is evidence, never truth.

    `home` is the repository as the event described it: its id never changes, so it need not be asked.
    """

    repository: str
    target: Target
    witness: Witness | None = None
    home: Repository | None = None

    @property
    def subject(self) -> str:
        """What wakes of one subject have in common; they are handled one at a time."""
        match self.target:
            case IssueTarget(number) | PullTarget(number):
                return f"{self.repository}#{number}"
            case CommitTarget(sha) | GroupTarget(sha):
                return f"{self.repository}@{sha}"
            case DashboardTarget():
                return f"{self.repository}!dashboard"
