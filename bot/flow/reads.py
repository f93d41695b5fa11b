"""The reads of one call: each thing is asked of the world once, until somebody (we) may have changed it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from bot.domain import policy_text
from bot.domain.children import Child
from bot.domain.facts import Comment, Commit, FileChange, Issue, Permission, PolicyBroken, Pull
from bot.domain.floor import raised
from bot.domain.listing import EVIDENCE, Listing
from bot.domain.people import Trail
from bot.domain.policy import Policy
from bot.errors import GitHubError, NotFound
from bot.flow.world import World
from bot.ports.github import GroupBranch, Labelled, Queued

T = TypeVar("T")
FAILED = "PLANGATE-GITHUB-007"
REFUSALS = frozenset({"PLANGATE-GITHUB-004", "PLANGATE-GITHUB-006", FAILED})
"""What GitHub answers about one pull request alone: it is gone, its diff takes too long, or is too much."""


class Reads:
    """Asks and remembers; a new one for every call of `handle`."""

    def __init__(self, world: World) -> None:
        """Nothing is asked yet."""
        self.world = world
        self.failed: GitHubError | None = None
        self._known: dict[Hashable, Any] = {}

    def forget(self, *issues: int) -> None:
        """Ask again for these issues, because we wrote to them; without any, for everything."""
        if not issues:
            self._known.clear()
            self.failed = None
            self.world.issues.distrust()
        for key in [(what, n) for n in issues for what in ("issue", "comments", "trail", "child")]:
            self._known.pop(key, None)

    def issue(self, number: int) -> Issue:
        """An issue. Raises NotFound."""
        return self._once(("issue", number), lambda: self.world.issues.issue(number))

    def comments(self, number: int) -> Listing[Comment]:
        """An issue's comments."""
        return self._once(("comments", number), lambda: self.world.issues.comments(number))

    def child(self, number: int) -> Child | None:
        """An issue as one that others wait for; None where there is none."""
        return self._once(("child", number), lambda: self.world.children.child(number))

    def trail(self, number: int) -> Trail | None:
        """What GitHub tells of who did what on an issue; None where it tells nothing."""
        return self._once(("trail", number), lambda: self.world.issues.trail(number))

    def permission(self, login: str) -> Permission:
        """What a person may do, asked in this call."""
        key = ("permission", login.lower())
        return self._once(key, lambda: self.world.issues.permission(login))

    def pull(self, number: int) -> Pull:
        """A pull request without evidence. Raises NotFound."""
        return self._once(("pull", number), lambda: self.world.pulls.pull(number))

    def still_there(self, numbers: Iterable[int]) -> tuple[Pull, ...]:
        """These pull requests without evidence; those that GitHub no longer shows are left out."""
        found = list[Pull]()
        for number in numbers:
            with suppress(NotFound):
                found.append(self.pull(number))
        return tuple(found)

    def with_head(self, sha: str) -> Listing[Pull]:
        """Pull requests with this head."""
        return self._once(("head", sha), lambda: self.world.pulls.with_head(sha))

    def closing(self, number: int, issues: tuple[int, ...] = ()) -> Listing[int]:
        """Issues GitHub links to a pull request; `issues` are looked at next."""
        return self._once(("closing", number), lambda: self.world.pulls.closing(number, issues))

    def commits(self, number: int) -> Listing[Commit]:
        """The commits of a pull request."""
        return self._once(("commits", number), lambda: self.world.pulls.commits(number))

    def labelled(self, number: int) -> Listing[Labelled]:
        """Who gave the labels of a pull request, newest first."""
        return self._once(("labelled", number), lambda: self.world.pulls.labelled(number))

    def queued(self, branch: str) -> Listing[Queued]:
        """The merge queue of a branch."""
        return self._once(("queue", branch), lambda: self.world.pulls.queued(branch))

    def groups(self, branch: str) -> Listing[GroupBranch]:
        """The branches of a branch's merge queue."""
        return self._once(("groups", branch), lambda: self.world.pulls.groups(branch))

    def tip(self, branch: str) -> str:
        """The commit a branch points to (empty: there is no such branch)."""
        return self._once(("tip", branch), lambda: self._tip(branch))

    def evidence(self, pull: Pull, files: tuple[FileChange, ...]) -> Pull:
        """A pull request with its evidence; without, and so closed, where GitHub refuses to show it.

        Nobody's pull request keeps the others from being judged. What GitHub failed at stands in `failed`.
        """
        key = ("evidence", pull.number, pull.head_sha)
        return self._once(key, lambda: self._evidence(pull, files))

    def policy(self) -> tuple[Policy, PolicyBroken | None]:
        """The policy at the tip of the default branch, and why it is invalid."""
        return self._once(("policy", ""), self._policy)

    def raised(self, branch: str) -> Policy | PolicyBroken | None:
        """What a branch's own file makes of the default one's policy; nothing where it adds nothing."""
        return self._once(("raised", branch), lambda: self._raised(branch))

    def _evidence(self, pull: Pull, files: tuple[FileChange, ...]) -> Pull:
        try:
            return self.world.pulls.evidence(pull, files)
        except GitHubError as problem:
            if problem.code not in REFUSALS:
                raise
            if problem.code == FAILED:
                self.failed = problem
            self.world.watch.tell("evidence_unread", pull=pull.number, why=str(problem))
            verdicts = self.world.pulls.verdicts(pull.head_sha)
            return replace(pull, verdicts=verdicts, cut=pull.cut | EVIDENCE)

    def _tip(self, branch: str) -> str:
        try:
            return self.world.issues.tip(branch)
        except NotFound:
            return ""

    def _policy(self) -> tuple[Policy, PolicyBroken | None]:
        branch = self.world.issues.repository().default_branch
        text, parsed = self._parsed(branch)
        if isinstance(parsed, PolicyBroken):
            return Policy(), parsed
        if parsed.store == "body" and not self.world.records.signed:
            why = "store: body needs PLANGATE_RECORD_KEY, for anybody may edit their own issue"
            return Policy(), self._wrong(branch, _line_of("store", text or ""), why)
        return parsed, None

    def _raised(self, branch: str) -> Policy | PolicyBroken | None:
        floor, broken = self.policy()
        if broken or branch == self.world.issues.repository().default_branch:
            return None
        if not self.tip(branch):
            return self._wrong(branch, 1, f"the base branch {branch} is gone")
        text, own = self._parsed(branch)
        if isinstance(own, PolicyBroken):
            return own
        both = floor if text is None else raised(floor, own)
        if isinstance(both, str):
            why = f"{both} has nothing in common with the default branch's, so no change could meet both"
            return self._wrong(branch, _line_of(both.partition(".")[0], text or ""), why)
        return None if both == floor else both

    def _parsed(self, branch: str) -> tuple[str | None, Policy | PolicyBroken]:
        """A branch's file, and what it says; without one the defaults."""
        path, sha = self.world.policy_path, self.tip(branch)
        text = self.world.issues.file(path, sha) if sha else None
        parsed = policy_text.parse(text or "", path)
        if isinstance(parsed, PolicyBroken):
            return text, replace(parsed, branch=branch)
        return text, parsed

    def _wrong(self, branch: str, line: int, why: str) -> PolicyBroken:
        return PolicyBroken(self.world.policy_path, line, why, branch=branch)

    def _once(self, key: Hashable, ask: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = ask()
        found: T = self._known[key]
        return found


def _line_of(key: str, text: str) -> int:
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
