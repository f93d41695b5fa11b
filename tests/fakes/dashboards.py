"""The port `Dashboards` in memory; it acts as the bot, and answers as the hub stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.domain import dashboard, markers
from bot.domain.dashboard import LabelledIssues, ListedPull, Overview
from bot.domain.facts import Issue
from bot.domain.verdict import CHECK
from tests.fakes.hub import FakeHub, Written


def with_home(hub: FakeHub, issue: Issue) -> Issue:
    """The issue as the bot sees it: a dashboard of its own is known by marker and author."""
    return replace(
        issue,
        dashboard=markers.of_dashboard(issue.body, issue.labels) and issue.author.login == hub.me,
    )


@dataclass
class FakeDashboards:
    """Sees the hub; `unpinnable` is why GitHub would refuse to pin."""

    hub: FakeHub
    unpinnable: str = ""
    pinned: list[int] = field(default_factory=list)
    asked: int = 0

    def overview(self, stages: Iterable[str], asking: Iterable[str]) -> Overview:
        self.asked += 1
        hub = self.hub
        opened = [i for n, i in hub.issues.items() if n not in hub.pulls and i.state == "open"]
        found = {name: [i for i in opened if i.has(name)] for name in (*stages, *asking)}
        stages_ = {n: LabelledIssues(len(r), tuple(r[: dashboard.MOST])) for n, r in found.items()}
        newest = {
            n: LabelledIssues(len(found[n]), tuple(found[n][::-1][: dashboard.MOST_LABELLED]))
            for n in asking
        }
        pulls = [p for p in reversed(hub.pulls.values()) if p.state == "open"]
        judged = (self._judged(p.number) for p in pulls[: dashboard.MOST_PULLS])
        return Overview(stages_ | newest, tuple(judged), len(pulls))

    def _judged(self, number: int) -> ListedPull:
        pull = self.hub.pulls[number]
        runs = [r for r in self.hub.runs.get(pull.head_sha, []) if r.name == CHECK]
        ours = [r for r in runs if r.app_id == self.hub.app_id]
        word, title = (ours[-1].conclusion, ours[-1].title) if ours else ("", "")
        return ListedPull(number, pull.title, pull.author.login, pull.draft, word, title)

    def homes(self) -> tuple[Issue, ...]:
        told = (with_home(self.hub, i) for _, i in sorted(self.hub.issues.items()))
        ours = [i for i in told if i.dashboard]
        labelled = tuple(i for i in ours if i.has(markers.DASHBOARD_LABEL))
        return labelled or tuple(i for i in ours if i.state == "open")

    def open(self, title: str, body: str) -> Issue:
        number = self.hub.open_issue(self.hub.me, title, body, [markers.DASHBOARD_LABEL])
        self.hub.writes.append(Written("open", number, body))
        return with_home(self.hub, self.hub.issues[number])

    def close(self, number: int) -> None:
        self.hub.writes.append(Written("close", number))
        self.hub.edit_issue(number, state="closed")

    def pin(self, issue: Issue) -> str:
        if self.unpinnable or len(self.pinned) == 3:
            return self.unpinnable or "Maximum 3 pinned issues per repository"
        self.pinned.append(issue.number)
        return ""
