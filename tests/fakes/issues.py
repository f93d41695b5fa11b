"""The port `Issues` in memory; it acts as the bot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain import markers
from bot.domain.facts import Comment, Edit, Issue, Permission, Pull, Repository
from bot.domain.listing import Listing
from bot.domain.people import LastEdit, Trail
from bot.errors import Moved, NotFound
from bot.ports.github import Changed
from tests.fakes.dashboards import with_home
from tests.fakes.hub import FakeHub, Written


@dataclass
class FakeIssues:
    """Reads and writes the hub; every write that GitHub would see is in `hub.writes`."""

    hub: FakeHub

    def repository(self) -> Repository:
        return Repository(self.hub.full_name, 1, self.hub.default_branch, self.hub.private)

    def file(self, path: str, ref: str) -> str | None:
        branches = self.hub.branches
        by_sha = {self.hub.sha(name): name for name in branches}
        branch = by_sha.get(ref, ref or self.hub.default_branch)
        return branches.get(branch, {}).get(path)

    def issue(self, number: int) -> Issue:
        if number in self.hub.pulls:
            raise NotFound("PLANGATE-GITHUB-004", f"#{number} is a pull request", "Name an issue")
        return with_home(self.hub, self.hub.subject(number))

    def tip(self, branch: str) -> str:
        if branch not in self.hub.branches:
            raise NotFound("PLANGATE-GITHUB-004", f"No branch {branch}", "Check the name")
        return self.hub.sha(branch)

    def reopened_at(self, number: int) -> datetime | None:
        return self.hub.reopened.get(number)

    def distrust(self) -> None:
        """Nothing is kept from before."""

    def comments(self, number: int) -> Listing[Comment]:
        return Listing(self.hub.comments_of(number))

    def trail(self, number: int) -> Trail | None:
        if not self.hub.told or number not in self.hub.issues:
            return None
        rows = self.comments(number).rows
        return Trail(
            self._last_edit(self.hub.texts.get(number)),
            self._told((*rows[:100], *rows[-100:])),
            self.hub.labelled.get(number, {}),
            tuple(self.hub.deletions.get(number, ())),
            whole=self.hub.whole,
        )

    def last_edits(self, comments: Iterable[Comment]) -> dict[str, LastEdit]:
        return self._told(comments) if self.hub.told else {}

    def _told(self, comments: Iterable[Comment]) -> dict[str, LastEdit]:
        return {c.node_id: self._last_edit(self.hub.edits.get(c.id)) for c in comments}

    @staticmethod
    def _last_edit(edits: list[Edit] | None) -> LastEdit:
        return LastEdit(edits[-1].at, edits[-1].by) if edits else LastEdit()

    def permission(self, login: str) -> Permission:
        return self.hub.people.get(login.lower(), Permission.NONE)

    def open_issues(self, *labels: str) -> tuple[Issue, ...]:
        hub = self.hub
        found = [i for n, i in hub.issues.items() if n not in hub.pulls and i.state == "open"]
        found = [i for i in found if not labels or any(map(i.has, labels))]
        return tuple(sorted(found, key=lambda i: -i.number)[:300])

    def changed(self, since: datetime) -> Listing[Changed]:
        found = (
            Changed(
                number,
                number in self.hub.pulls,
                self.hub.touched[number],
                frozenset(name.casefold() for name in issue.labels),
                markers.BLOCK in issue.body,
                number in self.hub.homes.values(),
            )
            for number, issue in sorted(self.hub.issues.items(), reverse=True)
            if issue.state == "open" or self.hub.touched[number] >= since
        )
        return Listing(tuple(found))

    def text_of(self, comment_id: int) -> str:
        comment = self.hub.comments.get(comment_id)
        return comment.body if comment else ""

    def edits(self, text: Comment | Issue | Pull, *, whole: bool = True) -> tuple[Edit, ...]:
        if isinstance(text, Issue | Pull):
            return tuple(self.hub.texts.get(text.number, ()))
        return tuple(self.hub.edits.get(text.id, ()))

    def post(self, number: int, body: str, marker: str, *, converge: bool = False) -> Comment:
        assert body.startswith(marker), "a comment begins with its marker"
        earlier = [c for c in self.comments(number).rows if c.ours and _begins(c.body, marker)]
        self.hub.writes.append(Written("post", number, body))
        if converge and earlier:
            return earlier[0]
        return self.hub.comments[self.hub.comment(self.hub.me, number, body)]

    def edit(self, comment: Comment, body: str) -> Comment:
        now = self.hub.comments.get(comment.id)
        if now is None:
            raise Moved(f"Comment {comment.id} was deleted")
        if now.body == body:
            return now
        if now.body != comment.body:
            raise Moved(f"Comment {comment.id} was changed by somebody else")
        self.hub.writes.append(Written("edit", comment.id, body))
        self.hub.edit_comment(self.hub.me, comment.id, body)
        return self.hub.comments[comment.id]

    def edit_body(self, issue: Issue, body: str) -> None:
        now = self.hub.subject(issue.number)
        if now.body == body:
            return
        if now.body != issue.body:
            raise Moved(f"The body of #{issue.number} was changed by somebody else")
        self.hub.writes.append(Written("body", issue.number, body))
        self.hub.edit_issue(issue.number, self.hub.me, body=body)

    def delete(self, comment_id: int) -> None:
        if self.hub.comments.pop(comment_id, None):  # our own: no deletion that speaks against us
            self.hub.writes.append(Written("delete", comment_id, ""))

    def label(self, number: int, add: Iterable[str], remove: Iterable[str]) -> None:
        given, taken = sorted(set(add)), sorted(set(remove))
        said = " ".join([*(f"+{name}" for name in given), *(f"-{name}" for name in taken)])
        if said:
            self.hub.set_labels(number, given, taken)
            self.hub.writes.append(Written("label", number, said))

    def react(self, comment_id: int, content: str) -> None:
        if comment_id not in self.hub.comments:
            raise NotFound("PLANGATE-GITHUB-004", f"No comment {comment_id}", "Check the id")
        self.hub.reactions.add((comment_id, content))
        self.hub.writes.append(Written("react", comment_id, content))


def _begins(body: str, marker: str) -> bool:
    return body.startswith(marker) and not body[len(marker) : len(marker) + 1].strip()
