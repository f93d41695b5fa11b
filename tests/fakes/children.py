"""The port `Children` in memory; it acts as the bot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.domain.children import Child, read_marker
from bot.domain.facts import Issue
from bot.domain.tasks import MOST_LINKED
from tests.fakes.hub import FakeHub


@dataclass
class FakeChildren:
    """Makes issues on the hub, and keeps what is linked to what."""

    hub: FakeHub
    parents: dict[int, int] = field(default_factory=dict)
    waits: dict[int, frozenset[int]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def linked(self, number: int) -> tuple[Child, ...] | None:
        rows = (self._child(self.hub.issues[n]) for n, p in self.parents.items() if p == number)
        return tuple(replace(child, closed_by=None) for child in rows)  # a list need not tell

    def made(self, number: int) -> tuple[Child, ...]:
        made = (i for i in reversed(self.hub.issues.values()) if self.story_of(i) == number)
        return tuple(self._child(issue) for issue in made)

    def story_of(self, issue: Issue) -> int:
        mark = read_marker(issue.body)
        return mark[0] if mark and issue.author.login == self.hub.me else 0

    def child(self, number: int) -> Child | None:
        self.asked.append("child")
        issue = None if number in self.hub.pulls else self.hub.issues.get(number)
        return self._child(issue) if issue else None

    def blockers(self, number: int) -> frozenset[int]:
        self.asked.append("blockers")
        return self.waits.get(number, frozenset())

    def create(self, title: str, body: str, labels: Iterable[str]) -> Child:
        number = self.hub.open_issue(self.hub.me, title, body, labels)
        return self._child(self.hub.issues[number])

    def link(self, number: int, child: Child) -> bool:
        self.asked.append("link")
        if list(self.parents.values()).count(number) >= MOST_LINKED:
            return False
        return self.parents.setdefault(child.number, number) == number

    def block(self, child: int, blocker: Child) -> bool:
        self.asked.append("block")
        self.waits[child] = self.blockers(child) | {blocker.number}
        return True

    def _child(self, issue: Issue) -> Child:
        mark, parent = read_marker(issue.body), self.parents.get(issue.number, 0)
        ended = self.hub.closed.get(issue.number) if issue.state == "closed" else None
        return Child(
            issue.number,
            issue.number,
            issue.title,
            issue.state,
            key=mark[1] if mark else "",
            parent=parent,
            labels=issue.labels,
            closed_at=ended[0] if ended else None,
            closed_by=ended[1] if ended else None,
        )
