"""The reads of one call: each thing is asked of the world once, until somebody (we) may have changed it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from bot.domain import policy_text
from bot.domain.children import Child
from bot.domain.facts import (
    Check,
    Comment,
    FileChange,
    Issue,
    Permission,
    Person,
    PolicyBroken,
    Pull,
)
from bot.domain.floor import raised
from bot.domain.listing import EVIDENCE, LINKING, Allowance, Listing, Reading
from bot.domain.people import Trail
from bot.domain.policy import Policy
from bot.domain.verdict import CHECK, branch_check
from bot.errors import GitHubError, NotFound
from bot.events.wake import PullTarget, Target
from bot.flow.world import World
from bot.ports.github import GroupBranch, Labelled, Queued

T = TypeVar("T")
FAILED = frozenset({"PLANGATE-GITHUB-007", "PLANGATE-GITHUB-008"})
REFUSALS = frozenset({"PLANGATE-GITHUB-004", "PLANGATE-GITHUB-006", "PLANGATE-GITHUB-007"})
"""What GitHub answers about one pull request alone: it is gone, its diff takes too long, or is too much."""

MOST_FURTHER = 60
"""Pages beyond the first of each list that a look reads of strangers' pull requests together.

The largest one has 42: 3,000 files, 250 commits and 1,000 reviews.
"""


class Reads:
    """Asks and remembers; a new one for every call of `handle`."""

    def __init__(self, world: World) -> None:
        """Nothing is asked yet."""
        self.world = world
        self.failed: GitHubError | None = None
        self._unshown: set[int] = set()
        self._known: dict[tuple[Hashable, ...], Any] = {}
        self._vouched: set[int] = set()
        self._allowance = Allowance(MOST_FURTHER)
        self._beyond: set[int] = set()

    def vouch(self, numbers: Iterable[int]) -> None:
        """Read these pull requests whole, for a writer has approved or queued them."""
        again = self._beyond.intersection(numbers) - self._vouched
        self._vouched.update(numbers)
        self._unshown -= again
        old = {(what, n) for what in ("commits", "evidence") for n in again}
        self._known = {key: told for key, told in self._known.items() if key[:2] not in old}

    def forget(self, *issues: int) -> None:
        """Ask again for these issues, because we wrote to them; without any, for everything."""
        if not issues:
            self._known.clear()
            self._allowance = Allowance(MOST_FURTHER)
            self.world.issues.distrust()
        for key in [(what, n) for n in issues for what in ("issue", "comments", "trail", "child")]:
            self._known.pop(key, None)

    def target(self, target: Target) -> None:
        """Ask whether what a wake is about, or else its repository, is still there. Raises NotFound."""
        if isinstance(target, PullTarget):
            self.pull(target.number)
        else:
            self.world.issues.repository()

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

    def writes(self, person: Person | None) -> bool:
        """Say whether a person may write."""
        if person is None or person.is_bot:
            return False
        return self.permission(person.login).at_least(Permission.WRITE)

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

    def closing(self, pull: Pull, issues: tuple[int, ...] = ()) -> Listing[int]:
        """Issues GitHub links to a pull request; `issues` are looked at next."""
        with self.within(pull):
            key, ask = ("closing", pull.number), self.world.pulls.closing
            return self._once(key, lambda: ask(pull.number, issues))

    def with_commits(self, pull: Pull) -> Pull:
        """A pull request with its commits; without, and so closed, where GitHub refuses to show them."""
        key, ask = ("commits", pull.number), self.world.pulls.commits
        found = self._once(key, lambda: self._shown(pull, lambda: ask(pull.number)))
        if found is None:
            return replace(pull, cut=pull.cut | LINKING)
        cut = pull.cut if found.complete else pull.cut | {Reading.COMMITS}
        return replace(pull, commits=found.rows, cut=cut)

    def labelled(self, pull: Pull) -> Listing[Labelled]:
        """Who gave the labels of a pull request, newest first; nobody where GitHub refuses to tell."""
        key, ask = ("labelled", pull.number), self.world.pulls.labelled
        found = self._once(key, lambda: self._shown(pull, lambda: ask(pull.number)))
        return found or Listing((), complete=False)

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
        """A pull request with its evidence; without, and so closed, where GitHub refuses to show it."""
        key, ask = ("evidence", pull.number, pull.head_sha), self.world.pulls.evidence
        found = self._once(key, lambda: self._shown(pull, lambda: ask(pull, files)))
        return found or replace(pull, verdicts=self.verdicts(pull), cut=pull.cut | EVIDENCE)

    def policy(self) -> tuple[Policy, PolicyBroken | None]:
        """The policy at the tip of the default branch, and why it is invalid."""
        return self._once(("policy", ""), self._policy)

    def raised(self, branch: str) -> Policy | PolicyBroken | None:
        """What a branch's own file makes of the default one's policy; nothing where it adds nothing."""
        return self._once(("raised", branch), lambda: self._raised(branch))

    def _shown(self, pull: Pull, ask: Callable[[], T]) -> T | None:
        """What GitHub shows of one pull request; None where it refuses, and no more of that one is asked.

        Nobody's pull request keeps the others from being judged. What GitHub failed at stands in `failed`;
        where it does not tell of the commit's checks either, it fails for everybody, and that is raised.
        """
        if pull.number in self._unshown:
            return None
        try:
            with self.within(pull):
                return ask()
        except GitHubError as problem:
            if problem.code not in REFUSALS | FAILED:
                raise
            self.verdicts(pull)
            if (allowed := self._allowed(pull)) and allowed.left < 0:
                self._beyond.add(pull.number)
            if problem.code in FAILED:
                self.failed = problem
            self._unshown.add(pull.number)
            self.world.watch.tell("evidence_unread", pull=pull.number, why=str(problem))
            return None

    def within(self, pull: Pull) -> AbstractContextManager[None]:
        """Read meanwhile no more pages than may be read of a pull request."""
        return self.world.pulls.within(self._allowed(pull))

    def _allowed(self, pull: Pull) -> Allowance | None:
        """What may be read of a pull request; of a stranger's that nobody vouches for, what is left."""
        stranger = pull.fork and not self.writes(pull.author) and pull.number not in self._vouched
        return self._allowance if stranger else None

    def verdicts(self, pull: Pull) -> tuple[Check, ...]:
        """Our own verdicts on a pull request, without the runs of others: a request or two."""
        sha, names = pull.head_sha, [CHECK]
        if pull.base_ref != self.world.issues.repository().default_branch:
            names.append(branch_check(pull.base_ref))
        key = ("verdicts", sha, *names)
        return self._once(key, lambda: self.world.pulls.verdicts(sha, *names))

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
            why = "store: body needs PLANGATE_RECORD_KEY, because authors can edit their own issues"
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
            why = f"{both} shares no entry with {both} of the default branch, so no change can meet both"
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

    def _once(self, key: tuple[Hashable, ...], ask: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = ask()
        found: T = self._known[key]
        return found


def _line_of(key: str, text: str) -> int:
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
