"""What people allow: an approval of one plan for one request, a waiver of a requirement of the gate."""

from __future__ import annotations

from bot.domain.value import Moment, Stored


class Approval(Stored):
    """Who approved which plan, bound to its digest and to that of the request it answers.

    `void` says what ended it, until it is given again; `request` is the text it was given for, once that
    changed.
    """

    by: str
    at: Moment
    plan_digest: str
    permission: str
    how: str
    comment_id: int = 0
    request_digest: str = ""
    request: str = ""
    void: str = ""

    @property
    def by_person(self) -> bool:
        """Say whether a person gave it, not the policy alone."""
        return self.how != "automation"


class Waiver(Stored):
    """A requirement that somebody set aside, and why: for commits (`heads`) of pull requests (`pulls`).

    A `sticky` one counts for later commits of these pull requests too. `repository` names theirs where
    it is another one than the record's own: bare numbers always mean the record's.
    """

    requirement: str
    reason: str
    by: str
    at: Moment
    permission: str
    comment_id: int = 0
    heads: tuple[str, ...] = ()
    sticky: bool = False
    pulls: tuple[int, ...] = ()
    repository: str = ""

    def names(self, repository: str) -> bool:
        """Say whether it was given for pull requests of this other repository than the record's."""
        return bool(repository) and self.repository.lower() == repository.lower()

    def covers(self, number: int, head_sha: str) -> bool:
        """Say whether it counts for this commit of a pull request in the repository it is for."""
        return number in self.pulls and (self.sticky or head_sha in self.heads)
