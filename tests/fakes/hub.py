"""A GitHub in memory: one repository, its people, and what they do. The fakes of the ports see it.

The cast is the emulator's: alice (admin), bob (write), trent (triage), carol and mallory (read).
Every deed takes a second, so that what came later also says so.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.domain.added_tests import added_in
from bot.domain.facts import (
    Check,
    Comment,
    Commit,
    Edit,
    FileChange,
    Issue,
    Permission,
    Person,
    Pull,
    Review,
    Witness,
)
from bot.domain.people import Deletion
from bot.errors import NotFound, PermissionMissing
from bot.ports.github import Queued

CI_APP, ACTIONS = 15368, "github-actions[bot]"
PEOPLE = {
    "alice": Permission.ADMIN,
    "bob": Permission.WRITE,
    "trent": Permission.TRIAGE,
    "carol": Permission.READ,
    "mallory": Permission.READ,
}


@dataclass(frozen=True)
class Written:
    """One thing the bot wrote: `on` is an issue, comment or commit."""

    verb: str
    on: int | str
    text: str = ""


@dataclass
class FakeHub:
    """The state of one repository, and the deeds of its people, who need permission for them."""

    full_name: str = "acme/shop"
    default_branch: str = "main"
    me: str = "plangate[bot]"
    app_id: int = 12345
    now: datetime = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    can_check: bool = True
    private: bool = False
    people: dict[str, Permission] = field(default_factory=lambda: dict(PEOPLE))
    branches: dict[str, dict[str, str]] = field(default_factory=lambda: {"main": {}})
    issues: dict[int, Issue] = field(default_factory=dict)
    pulls: dict[int, Pull] = field(default_factory=dict)
    touched: dict[int, datetime] = field(default_factory=dict)
    comments: dict[int, Comment] = field(default_factory=dict)
    homes: dict[int, int] = field(default_factory=dict)
    edits: dict[int, list[Edit]] = field(default_factory=dict)
    texts: dict[int, list[Edit]] = field(default_factory=dict)
    deletions: dict[int, list[Deletion]] = field(default_factory=dict)
    whole: bool = True  # whether all of a trail can be read
    told: bool = True
    reviews: dict[int, list[Review]] = field(default_factory=dict)
    runs: dict[str, list[Check]] = field(default_factory=dict)
    statuses: dict[str, list[Check]] = field(default_factory=dict)
    reactions: set[tuple[int, str]] = field(default_factory=set)
    closed: dict[int, tuple[datetime, Person]] = field(default_factory=dict)
    reopened: dict[int, datetime] = field(default_factory=dict)
    labelled: dict[int, dict[str, str]] = field(default_factory=dict)
    commits: dict[int, tuple[Commit, ...]] = field(default_factory=dict)
    queues: dict[str, tuple[Queued, ...]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    queues_told: bool = True  # whether our token may read merge queues
    turns: dict[int, datetime] = field(default_factory=dict)
    pushers: dict[str, set[str]] = field(default_factory=dict)
    forks: dict[str, str] = field(default_factory=dict)  # whose fork a branch is in
    history: dict[str, tuple[Commit, ...]] = field(default_factory=dict)
    writes: list[Written] = field(default_factory=list)
    last_id: int = 2_400_000_000

    # ---- time and identity

    def later(self, **passed: float) -> None:
        """Let time pass: `later(hours=72)`."""
        self.now += timedelta(**passed)

    def new_id(self) -> int:
        """The next id; ids only ever grow."""
        self.last_id += 1
        return self.last_id

    def person(self, login: str) -> Person:
        """An account by its login; one person has one id."""
        number = int(hashlib.sha256(login.encode()).hexdigest()[:7], 16)
        return Person(login, number, login.endswith("[bot]"))

    def may(self, login: str, least: Permission) -> bool:
        """Say whether a person has at least this permission; the bot itself may write."""
        held = Permission.WRITE if login == self.me else self.people.get(login, Permission.NONE)
        return held.at_least(least)

    def sha(self, branch: str) -> str:
        """The commit a branch points to: it changes with what the branch holds."""
        held = repr((branch, sorted(self.branches[branch].items())))
        return hashlib.sha1(held.encode(), usedforsecurity=False).hexdigest()

    # ---- what people do

    def open_issue(self, login: str, title: str, body: str = "", labels: Iterable[str] = ()) -> int:
        """Open an issue; labels of those without triage are dropped, as GitHub does."""
        self.later(seconds=1)
        number = self._next_number()
        given = frozenset(labels) if self.may(login, Permission.TRIAGE) else frozenset()
        url = f"https://github.com/{self.full_name}/issues/{number}"
        self.issues[number] = Issue(
            number, title, body, self.person(login), self.now, given, url=url
        )
        self.touched[number] = self.now
        return number

    def comment(self, login: str, number: int, body: str) -> int:
        """Comment an issue or pull request; return the comment's id."""
        self.subject(number)
        self.later(seconds=1)
        made = Comment(
            id=self.new_id(),
            author=self.person(login),
            body=body,
            created_at=self.now,
            updated_at=self.now,
            association="MEMBER" if self.may(login, Permission.WRITE) else "NONE",
            ours=login == self.me,
            url=f"https://github.com/{self.full_name}/issues/{number}#issuecomment-{self.last_id}",
            node_id=f"IC_{self.last_id}",
        )
        self.comments[made.id], self.homes[made.id] = made, number
        self.touched[number] = self.now
        return made.id

    def edit_comment(self, login: str, comment_id: int, body: str) -> None:
        """Edit a comment: one's own, or anyone's with write permission."""
        comment = self.comments[comment_id]
        if comment.author.login != login and not self.may(login, Permission.WRITE):
            raise PermissionMissing("PLANGATE-GITHUB-002", f"{login} may not edit", "Ask bob")
        first = Edit(comment.created_at, comment.author, comment.body)
        self.later(seconds=1)
        told = self.edits.setdefault(comment_id, [first])
        told.append(Edit(self.now, self.person(login), body))
        self.comments[comment_id] = replace(comment, body=body, updated_at=self.now)
        self.touched[self.homes[comment_id]] = self.now

    def delete_version(self, comment_id: int, version: int) -> None:
        """Delete a version from a comment's edit history: who wrote it and when stay known."""
        told = self.edits[comment_id]
        told[version] = replace(told[version], body=None)

    def delete_comment(self, comment_id: int, login: str = "bob") -> None:
        """Delete a comment, as somebody who may write, or its author."""
        self.later(seconds=1)
        author = self.comments.pop(comment_id).author
        gone = Deletion(self.now, self.person(login), author, author.login == self.me)
        self.deletions.setdefault(self.homes.pop(comment_id), []).append(gone)

    def tick(self, comment_id: int, marker: str, login: str = "bob") -> Witness:
        """Tick the box `marker` (q1.a, approve) and return what the event of it would tell."""
        before = self.comments[comment_id].body
        empty = f"[ ] <!-- plangate:{marker} -->"
        assert empty in before, f"no empty box {marker} in comment {comment_id}"
        self.edit_comment(login, comment_id, before.replace(empty, empty.replace("[ ]", "[x]")))
        return Witness(
            event="issue_comment",
            action="edited",
            sender=self.person(login),
            comment_id=comment_id,
            body_before=before,
        )

    def set_labels(self, number: int, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Give and take labels; their names ignore case."""
        issue = self.subject(number)
        gone = {name.lower() for name in remove}
        there = {name.lower(): name for name in add} | {n.lower(): n for n in issue.labels}
        labels = frozenset(name for low, name in there.items() if low not in gone)
        self.issues[number] = replace(issue, labels=labels)
        self.touched[number] = self.now

    def edit_issue(self, number: int, login: str = "", **changes: str) -> None:
        """Change an issue's title, body or state, as its author or somebody else."""
        self.later(seconds=1)
        issue = self.subject(number)
        if "body" in changes:
            first = Edit(issue.created_at, issue.author, issue.body)
            by = self.person(login) if login else issue.author
            told = self.texts.setdefault(number, [first])
            told.append(Edit(self.now, by, changes["body"]))
        self.issues[number] = replace(
            issue,
            title=changes.get("title", issue.title),
            body=changes.get("body", issue.body),
            state=changes.get("state", issue.state),
        )
        if pull := self.pulls.get(number):
            title, body = changes.get("title", pull.title), changes.get("body", pull.body)
            self.pulls[number] = replace(pull, title=title, body=body)
        if changes.get("state") == "closed":
            self.closed[number] = self.now, self.person(login) if login else issue.author
        self.touched[number] = self.now

    # ---- code

    def push_files(self, login: str, files: Mapping[str, str | None], branch: str = "main") -> str:
        """Commit files (None deletes one); open pull requests of the branch get a new head."""
        if self.forks.get(branch) != login and not self.may(login, Permission.WRITE):
            raise PermissionMissing("PLANGATE-GITHUB-002", f"{login} may not push", "Ask bob")
        self.later(seconds=1)
        self.pushers.setdefault(branch, set()).add(login)
        held = dict(self.branches.get(branch) or self.branches[self.default_branch])
        held |= {path: text for path, text in files.items() if text is not None}
        for path in [path for path, text in files.items() if text is None]:
            held.pop(path, None)
        self.branches[branch] = held
        for number, pull in self.pulls.items():
            if pull.head_ref == branch and pull.state == "open":
                self.pulls[number] = replace(pull, head_sha=self.sha(branch))
                self.touched[number] = self.now
        return self.sha(branch)

    def open_pull(  # noqa: PLR0913 - named options
        self,
        login: str,
        files: Mapping[str, str | None],
        *,
        branch: str,
        body: str = "",
        base: str = "main",
        fork: bool = False,
    ) -> int:
        """Push files to a branch (of a fork of one's own) and open a pull request for it."""
        if fork:
            self.forks[branch] = login
        sha = self.push_files(login, files, branch)
        title = f"Change {branch}"
        number = self.open_issue(login, title, body)
        author = self.person(login)
        url = f"https://github.com/{self.full_name}/pull/{number}"
        self.pulls[number] = Pull(
            number, title, body, author, "open", False, False, sha, branch, base, self.sha(base),
            url, self.now, fork=fork,
        )  # fmt: skip
        return number

    def close_pull(self, number: int, *, merged: bool = False) -> None:
        """Close or merge a pull request."""
        self.later(seconds=1)
        when = self.now if merged else None
        pull = replace(self.pulls[number], state="closed", merged=merged, merged_at=when)
        self.pulls[number] = pull
        self.edit_issue(number, state="closed")
        if merged:
            self.branches[pull.base_ref] |= self.branches[pull.head_ref]

    def review(self, login: str, number: int, state: str = "APPROVED") -> None:
        """Review the head of a pull request; nobody reviews their own with a verdict."""
        pull = self.pulls[number]
        assert state == "COMMENTED" or pull.author.login != login, "nobody approves their own work"
        self.later(seconds=1)
        review = Review(self.new_id(), self.person(login), state, pull.head_sha, self.now)
        self.reviews.setdefault(number, []).append(review)

    def ci(self, sha: str, name: str, conclusion: str | None = "success") -> int:
        """Make a check run of GitHub Actions on a commit (None: still running)."""
        return self.add_run(sha, Check(name, "", conclusion or "", app_id=CI_APP, by=ACTIONS))

    def status(self, sha: str, context: str, state: str = "success", login: str = "alice") -> None:
        """Set a commit status as somebody; the newest of a context counts."""
        done = {"success": "success", "failure": "failure", "error": "failure"}.get(state, "")
        word, id_ = "completed" if done else "in_progress", self.new_id()
        check = Check(context, word, done, by=login, is_run=False, id=id_)
        others = [one for one in self.statuses.get(sha, []) if one.name != context]
        self.statuses[sha] = [*others, check]

    def add_run(self, sha: str, run: Check) -> int:
        """Add a check run; its id and status follow from time and conclusion."""
        state = "completed" if run.conclusion else "in_progress"
        run = replace(run, id=self.new_id(), status=state)
        self.runs.setdefault(sha, []).append(run)
        return run.id

    # ---- what there is

    def subject(self, number: int) -> Issue:
        """The issue or pull request of this number. Raises NotFound."""
        if number not in self.issues:
            raise NotFound("PLANGATE-GITHUB-004", f"There is no #{number}", "Check the number")
        return self.issues[number]

    def comments_of(self, number: int) -> tuple[Comment, ...]:
        """The comments of an issue, oldest first."""
        self.subject(number)
        return tuple(c for i, c in sorted(self.comments.items()) if self.homes[i] == number)

    def files_of(self, pull: Pull) -> tuple[FileChange, ...]:
        """What a pull request changes against its base."""
        head, base = self.branches[pull.head_ref], self.branches[pull.base_ref]
        changed = {p: "modified" if p in base else "added" for p in head if head[p] != base.get(p)}
        changed |= dict.fromkeys(base.keys() - head.keys(), "removed")
        return tuple(
            FileChange(path, word, added=added_in(path, _patch(base.get(path), head.get(path))))
            for path, word in sorted(changed.items())
        )

    def _next_number(self) -> int:
        return max(self.issues, default=0) + 1


def _patch(before: str | None, after: str | None) -> str:
    """A unified diff of one file, as GitHub lists it: without the lines that name the files."""
    lines = difflib.unified_diff(
        (before or "").splitlines(), (after or "").splitlines(), lineterm=""
    )
    return "\n".join(list(lines)[2:])
