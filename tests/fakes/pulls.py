"""The port `Pulls` in memory; check runs are made by the bot's own App."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.domain import authorship, ci_files
from bot.domain.facts import Check, Commit, FileChange, Pull
from bot.domain.listing import Allowance, Listing
from bot.domain.people import LastEdit
from bot.domain.verdict import Conclusion, is_check
from bot.errors import GitHubError, NotFound, PermissionMissing
from bot.ports.github import CheckRun, GroupBranch, Labelled, Queued
from tests.fakes.hub import FakeHub, Written

_CLOSES = re.compile(r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?) #(\d+)", re.IGNORECASE)


@dataclass
class FakePulls:
    """Reads and writes the hub."""

    hub: FakeHub
    allowance: Allowance | None = field(default=None, init=False)
    further: int = field(default=0, init=False)  # pages read beyond the first of each list

    @contextmanager
    def within(self, allowance: Allowance | None) -> Iterator[None]:
        self.allowance = allowance
        try:
            yield
        finally:
            self.allowance = None

    def pull(self, number: int) -> Pull:
        if number not in self.hub.pulls:
            raise NotFound("PLANGATE-GITHUB-004", f"No pull request #{number}", "Check the number")
        return self.hub.pulls[number]

    def with_head(self, sha: str) -> Listing[Pull]:
        return Listing(tuple(pull for pull in self.open().rows if pull.head_sha == sha))

    def open(self) -> Listing[Pull]:
        found = [pull for pull in self.hub.pulls.values() if pull.state == "open"]
        return Listing(tuple(sorted(found, key=lambda pull: -pull.number)))

    def last_edit(self, number: int) -> LastEdit | None:
        edits = self.hub.texts.get(number)
        told = LastEdit(edits[-1].at, edits[-1].by) if edits else LastEdit()
        return told if self.hub.told else None

    def turned_at(self, number: int) -> datetime | None:
        return self.hub.turns.get(number)

    def closing(self, number: int, issues: Iterable[int] = ()) -> Listing[int]:
        pull = self.pull(number)
        if pull.base_ref != self.hub.default_branch:
            return Listing()
        named = {int(digits) for digits in _CLOSES.findall(pull.body)}
        return Listing(tuple(sorted(named & self.hub.issues.keys() - self.hub.pulls.keys())))

    def evidence(self, pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        runs = _latest(self.hub.runs.get(pull.head_sha, []))
        ours = [run for run in runs if self._is_ours(run)]
        others = [run for run in runs if not self._is_ours(run)]
        changed = files or self.hub.files_of(pull)
        self._page(() if files else changed)
        self._page(runs)
        shown = replace(
            pull,
            files=changed,
            reviews=tuple(self.hub.reviews.get(pull.number, ())),
            checks=(*others, *self.hub.statuses.get(pull.head_sha, ())),
            verdicts=tuple(sorted(ours, key=lambda run: -run.id)),
            pushers=frozenset(self.hub.pushers.get(pull.head_ref, ())),
        )
        if not authorship.asks_for_actions(shown):
            return shown
        folders = ci_files.folders(authorship.changed(shown))
        held = self.hub.branches[pull.base_ref]
        found = tuple(f for f in folders if f"{f}/action.yml" in held)
        return replace(shown, local_actions=Listing(found))

    def commits(self, number: int) -> Listing[Commit]:
        pull = self.pull(number)
        head = Commit(pull.head_sha, pull.title, pull.author.login)
        return Listing(self.hub.commits.get(number, (head,)))

    def labelled(self, number: int) -> Listing[Labelled]:
        told = self.hub.labelled.get(number, {})
        return Listing(tuple(Labelled(label, by, self.hub.now) for label, by in told.items()))

    def queued(self, branch: str) -> Listing[Queued]:
        told = self.hub.queues_told
        return Listing(self.hub.queues.get(branch, ()) if told else (), told)

    def waiting(self, number: int) -> bool:
        entries = (entry for queue in self.hub.queues.values() for entry in queue)
        return not self.hub.queues_told or any(entry.pull == number for entry in entries)

    def groups(self, branch: str) -> Listing[GroupBranch]:
        prefix = "gh-readonly-queue/" + (branch and f"{branch}/")
        told = (GroupBranch(n, sha) for n, sha in self.hub.groups.items() if n.startswith(prefix))
        return Listing(tuple(told))

    @property
    def can_check(self) -> bool:
        return self.hub.can_check

    def verdicts(self, sha: str, *names: str) -> tuple[Check, ...]:
        runs = _latest(self.hub.runs.get(sha, []))
        self._page(() if names else runs)
        ours = [run for run in runs if self._is_ours(run) and run.name in (names or (run.name,))]
        return tuple(sorted(ours, key=lambda run: -run.id))

    def _page(self, rows: Sized) -> None:
        for _ in range(100, len(rows), 100):
            self.further += 1
            if self.allowance and not self.allowance.take():
                raise GitHubError("PLANGATE-GITHUB-006", "Too many pages", "Make it smaller")

    def set_check(self, run: CheckRun, existing_id: int) -> None:
        if not self.hub.can_check:
            remedy = "Give it `checks: write`"
            raise PermissionMissing("PLANGATE-GITHUB-002", "Our token may not do that", remedy)
        self.hub.writes.append(Written("check", run.head_sha, run.conclusion.value))
        running = run.conclusion is Conclusion.IN_PROGRESS
        check = Check(
            name=run.name,
            status="in_progress" if running else "completed",
            conclusion="" if running else run.conclusion.value,
            app_id=self.hub.app_id,
            external_id=run.external_id,
            title=run.title,
            summary=run.summary,
        )
        standing = self.hub.runs.get(run.head_sha, [])
        at = next((n for n, r in enumerate(standing) if r.id == existing_id), None)
        if at is None or (running and standing[at].conclusion):
            self.hub.add_run(run.head_sha, check)
        else:
            standing[at] = replace(check, id=existing_id)

    def _is_ours(self, run: Check) -> bool:
        ours = run.app_id == self.hub.app_id and is_check(run.name)
        return ours and run.external_id.startswith(("pr:", "group:"))


def _latest(runs: list[Check]) -> list[Check]:
    """Of the runs of one App with one name GitHub shows the newest."""
    return list({(run.app_id, run.name): run for run in sorted(runs, key=lambda r: r.id)}.values())
