"""Check runs through GitHub's REST API: those of others, our own, and how ours are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from itertools import chain
from operator import itemgetter
from typing import Any

from bot.adapters import github_facts as facts
from bot.adapters.github_account import Account
from bot.adapters.github_client import GitHubClient
from bot.adapters.github_pages import PER_PAGE, listed
from bot.domain.facts import Check
from bot.domain.verdict import Conclusion, is_check
from bot.ports.github import CheckRun, LineNote

_RUNS = "/repos/{repo}/commits/{sha}/check-runs"
_CREATE = "/repos/{repo}/check-runs"
_UPDATE = "/repos/{repo}/check-runs/{run}"
_rows = itemgetter("check_runs")
MOST_RUNS = 1000
MOST_NOTES = 50
"""What GitHub takes of notes in one request."""


@dataclass(frozen=True, slots=True)
class Runs:
    """The check runs on a commit: those of others, and our own, newest first."""

    others: tuple[Check, ...]
    ours: tuple[Check, ...]
    complete: bool


class GitHubCheckRuns:
    """The check runs of one repository."""

    def __init__(self, client: GitHubClient, account: Account) -> None:
        """`account` tells which of them may be ours."""
        self._client, self._account = client, account
        self._running: set[int] = set()
        self._looked: dict[str, Runs] = {}

    def look(self, sha: str) -> Runs:
        """The runs on a commit, asked now."""
        self._looked[sha] = self._runs(sha)
        return self._looked[sha]

    def of(self, sha: str) -> Runs:
        """The runs on a commit; not asked for again where the last look was at this one: once."""
        looked = self._looked.pop(sha, None)
        return self._runs(sha) if looked is None else looked

    def named(self, sha: str, names: Iterable[str]) -> tuple[Check, ...]:
        """Our own runs with these names on a commit, one page of each name, newest first."""
        found = (self._runs(sha, name).ours for name in names)
        return tuple(sorted(chain(*found), key=lambda run: run.id, reverse=True))

    def put(self, run: CheckRun, existing_id: int) -> None:
        """Create the check run, or update the existing one.

        A completed run is not opened again: a new one with the same name takes its place.
        https://docs.github.com/en/rest/checks/runs
        """
        body = _body(run, fresh=not existing_id, own_app=self._account.app_id != 0)
        reopens = run.conclusion is Conclusion.IN_PROGRESS and existing_id not in self._running
        target = 0 if reopens else existing_id
        made = self._client.settle(
            lambda: self._written(body, target), lambda: self._found(run, target)
        )
        looked = self._looked.get(run.head_sha)
        if looked:  # what was just written stands among what was just read
            rest = tuple(check for check in looked.ours if check.id != made.id)
            self._looked[run.head_sha] = replace(looked, ours=(made, *rest))
        if run.conclusion is Conclusion.IN_PROGRESS:
            self._running.add(made.id)
        else:
            self._running.discard(made.id)

    def _written(self, body: dict[str, Any], run_id: int) -> Check:
        if not run_id:
            return facts.run(self._client.write("POST", _CREATE, body))
        changes = {name: value for name, value in body.items() if name != "head_sha"}
        return facts.run(self._client.write("PATCH", _UPDATE, changes, run=run_id))

    def _found(self, run: CheckRun, run_id: int) -> Check | None:
        """The check run as it was to be, after a lost answer; None: it must be written again."""
        query = {"check_name": run.name, "filter": "latest"}
        found = listed(self._client, _RUNS, query, rows_of=_rows, sha=run.head_sha)
        for check in map(facts.run, found.rows):
            if run_id in (0, check.id) and self._is_ours(check) and _says(check, run):
                return check
        return None

    def _runs(self, sha: str, name: str = "") -> Runs:
        """The runs on a commit, or one page of those with a name, our own ones newest first.

        Of more than 1,000 suites GitHub lists the newest alone and does not say so: 1,000 runs are too many.
        https://docs.github.com/en/rest/checks/runs#list-check-runs-for-a-git-reference
        """
        query = {"filter": "latest"} | ({"check_name": name} if name else {})
        cap = PER_PAGE if name else MOST_RUNS
        found = listed(self._client, _RUNS, query, cap=cap, rows_of=_rows, sha=sha)
        runs = [facts.run(row) for row in found.rows]
        ours = sorted((r for r in runs if self._is_ours(r)), key=lambda r: r.id, reverse=True)
        self._running |= {r.id for r in ours if r.status != "completed"}
        others = tuple(r for r in runs if not self._is_ours(r))
        return Runs(others, tuple(ours), found.complete and len(runs) < MOST_RUNS)

    def _is_ours(self, check: Check) -> bool:
        """With a token the App behind it is unknown, so name and external id must do."""
        app_id = self._account.app_id
        ours = app_id in (0, check.app_id)
        return ours and is_check(check.name) and check.external_id.startswith(("pr:", "group:"))


def _says(check: Check, run: CheckRun) -> bool:
    wanted = run.conclusion.value
    stands = check.conclusion or check.status
    return check.external_id == run.external_id and stands == wanted and check.title == run.title


def _body(run: CheckRun, *, fresh: bool, own_app: bool) -> dict[str, Any]:
    """Notes are only ever added to a run, so they go with a new one; buttons reach their own App alone.

    https://docs.github.com/en/rest/checks/runs#create-a-check-run
    """
    running = run.conclusion is Conclusion.IN_PROGRESS
    ended = {"status": "completed", "conclusion": run.conclusion.value}
    output: dict[str, Any] = {"title": run.title, "summary": run.summary}
    output |= {"text": run.text} if run.text else {}
    if fresh and run.notes:
        output["annotations"] = [_annotation(note) for note in run.notes[:MOST_NOTES]]
    buttons = run.buttons if own_app and not running else ()
    return {
        "name": run.name,
        "head_sha": run.head_sha,
        "external_id": run.external_id,
        "output": output,
        **({"actions": [asdict(button) for button in buttons]} if buttons else {}),
        **({"status": "in_progress"} if running else ended),
    }


def _annotation(note: LineNote) -> dict[str, Any]:
    return {
        "path": note.path,
        "start_line": note.line,
        "end_line": note.line,
        "annotation_level": note.level,
        "title": note.title[:255],
        "message": note.message,
    }
