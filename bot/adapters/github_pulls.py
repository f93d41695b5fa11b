"""Pull requests, their evidence and our check run through GitHub's REST API: the port `Pulls`."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.adapters import github_facts as facts
from bot.adapters.github_account import Account
from bot.adapters.github_check_body import check_run_body
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_pages import listed, newest
from bot.domain.facts import MOST_COMMITS, MOST_FILES, Check, Commit, FileChange, Pull, Review
from bot.domain.listing import Listing, Reading
from bot.domain.trail import LastEdit
from bot.domain.verdict import Conclusion, is_check
from bot.errors import GitHubError, NotFound
from bot.ports.github import CheckRun, Labelled, Queued

_PULLS = "/repos/{repo}/pulls"
_PULL = "/repos/{repo}/pulls/{number}"
_FILES = "/repos/{repo}/pulls/{number}/files"
_REVIEWS = "/repos/{repo}/pulls/{number}/reviews"
_OF_COMMIT = "/repos/{repo}/commits/{sha}/pulls"
_RUNS = "/repos/{repo}/commits/{sha}/check-runs"
_STATUS = "/repos/{repo}/commits/{sha}/status"
_COMMITS = "/repos/{repo}/pulls/{number}/commits"
_EVENTS = "/repos/{repo}/issues/{number}/events"
_COMPARE = "/repos/{repo}/compare/{base}...{head}"
_CREATE = "/repos/{repo}/check-runs"
_UPDATE = "/repos/{repo}/check-runs/{run}"

# https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files
MOST_OPEN, MOST_ON_COMMIT = 1000, 100
MOST_EVENTS, MOST_REVIEWS, MOST_RUNS = 1000, 1000, 1000


@dataclass(frozen=True, slots=True)
class _Runs:
    """The check runs on a commit: those of others, and our own, newest first."""

    others: tuple[Check, ...]
    ours: tuple[Check, ...]
    complete: bool


class GitHubPulls:
    """The port `Pulls` on one client."""

    def __init__(self, client: GitHubClient, account: Account) -> None:
        """`account` tells which check runs may be ours, and what GitHub links."""
        self._client, self._account = client, account
        self._running: set[int] = set()
        self._looked: dict[str, _Runs] = {}

    def pull(self, number: int) -> Pull:
        """A pull request without evidence."""
        self._account.expect(number)
        row = self._client.get(_PULL, number=number)
        self._client.learn(row["base"]["repo"])
        return facts.pull(row)

    def with_head(self, sha: str) -> Listing[Pull]:
        """Pull requests whose head is this commit.

        GitHub lists those that contain it, and may know none of a fork's commits; then the newest
        open ones are looked through.
        https://docs.github.com/en/rest/commits/commits#list-pull-requests-associated-with-a-commit
        """
        told = self._of_commit(sha)
        found = (
            Listing(tuple(map(facts.pull, told.rows)), told.complete) if told.rows else self.open()
        )
        return Listing(tuple(p for p in found.rows if p.head_sha == sha), found.complete)

    def open(self) -> Listing[Pull]:
        """Open pull requests without evidence, newest first.

        https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
        """
        query = {"state": "open", "sort": "created", "direction": "desc"}
        found = listed(self._client, _PULLS, query, cap=MOST_OPEN)
        return Listing(tuple(map(facts.pull, found.rows)), found.complete)

    def closing(self, number: int, issues: Iterable[int] = ()) -> Listing[int]:
        """Issues of this repository that GitHub itself links; `issues` will be looked at anyway."""
        return self._account.closing(number, issues)

    def last_edit(self, number: int) -> LastEdit | None:
        """The last edit of the description, asked along with what GitHub links."""
        return self._account.last_edit(number)

    def evidence(self, pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        """The pull request with its files, reviews and checks: four requests for a small one.

        `files` are those already known for this head and base; they are not asked for again, nor are
        the runs where `verdicts` has just looked at them.
        """
        looked = self._looked.pop(pull.head_sha, None)
        runs = self._runs(pull.head_sha) if looked is None else looked
        changed = Listing(files) if files else self._files(pull.number)
        reviews, statuses = self._reviews(pull.number), self._statuses(pull.head_sha)
        cut = {
            Reading.FILES: not changed.complete,
            Reading.REVIEWS: not reviews.complete,
            Reading.CHECKS: not (runs.complete and statuses.complete),
        }
        return replace(
            pull,
            files=changed.rows,
            reviews=tuple(reversed(reviews.rows)),
            checks=(*runs.others, *statuses.rows),
            verdicts=runs.ours,
            cut=pull.cut | {part for part, short in cut.items() if short},
        )

    def _files(self, number: int) -> Listing[FileChange]:
        found = listed(self._client, _FILES, cap=MOST_FILES, number=number)
        return Listing(tuple(map(facts.file, found.rows)), found.complete)

    def _reviews(self, number: int) -> Listing[Review]:
        """The reviews, newest first; not asked for where GitHub has just told that there are none."""
        if self._account.unreviewed(number):
            return Listing()
        found = newest(self._client, _REVIEWS, cap=MOST_REVIEWS, number=number)
        return Listing(tuple(map(facts.review, found.rows)), found.complete)

    def commits(self, number: int) -> Listing[Commit]:
        """The commits of a pull request, oldest first.

        https://docs.github.com/en/rest/pulls/pulls#list-commits-on-a-pull-request (250 at most)
        """
        found = listed(self._client, _COMMITS, cap=MOST_COMMITS, number=number)
        return Listing(tuple(map(facts.commit, found.rows)), found.complete)

    def labelled(self, number: int) -> Listing[Labelled]:
        """Who gave which label, newest first.

        https://docs.github.com/en/rest/issues/events#list-issue-events
        """
        found = newest(self._client, _EVENTS, cap=MOST_EVENTS, number=number)
        given = (row for row in found.rows if row["event"] == "labeled" and row.get("actor"))
        told = (Labelled(row["label"]["name"].casefold(), row["actor"]["login"]) for row in given)
        return Listing(tuple(told), found.complete)

    def queued(self, branch: str) -> Listing[Queued]:
        """The merge queue of a branch, as GraphQL tells."""
        return self._account.queued(branch)

    def between(self, base_sha: str, head_sha: str) -> Listing[Commit]:
        """The commits that lead from base to head, oldest first.

        https://docs.github.com/en/rest/commits/commits#compare-two-commits
        """
        ask = functools.partial(listed, self._client, _COMPARE, cap=MOST_COMMITS, key="commits")
        found = ask(base=base_sha, head=head_sha)
        return Listing(tuple(map(facts.commit, found.rows)), found.complete)

    @property
    def can_check(self) -> bool:
        """Say whether our token may make check runs; only an App's token may.

        https://docs.github.com/en/rest/checks/runs#create-a-check-run
        """
        auth = self._client.auth
        return not isinstance(auth, TokenAuth) or auth.is_app

    def verdicts(self, sha: str) -> tuple[Check, ...]:
        """Our own runs on a commit, newest first."""
        self._looked[sha] = self._runs(sha)
        return self._looked[sha].ours

    def set_check(self, run: CheckRun, existing_id: int) -> None:
        """Create the check run, or update the existing one.

        A completed run is not opened again: a new one with the same name takes its place.
        https://docs.github.com/en/rest/checks/runs
        """
        body = check_run_body(run, fresh=not existing_id, own_app=self._account.app_id != 0)
        reopens = run.conclusion is Conclusion.IN_PROGRESS and existing_id not in self._running
        target = 0 if reopens else existing_id
        written = self._client.settle(
            lambda: self._update(target, body) if target else self._create(body),
            lambda: self._found(run, target),
        )
        self._remember(run, written)
        if run.conclusion is Conclusion.IN_PROGRESS:
            self._running.add(written)
        else:
            self._running.discard(written)

    def _remember(self, run: CheckRun, run_id: int) -> None:
        """Put a run that was just written among those that were just read."""
        if run.head_sha not in self._looked:
            return
        looked = self._looked[run.head_sha]
        running = run.conclusion is Conclusion.IN_PROGRESS
        made = Check(
            name=run.name,
            status="in_progress" if running else "completed",
            conclusion="" if running else run.conclusion.value,
            app_id=self._account.app_id,
            external_id=run.external_id,
            id=run_id,
            title=run.title,
            summary=run.summary,
        )
        rest = tuple(check for check in looked.ours if check.id != run_id)
        self._looked[run.head_sha] = replace(looked, ours=(made, *rest))

    def _update(self, run_id: int, body: dict[str, Any]) -> int:
        changes = {name: value for name, value in body.items() if name != "head_sha"}
        self._client.write("PATCH", _UPDATE, changes, run=run_id)
        return run_id

    def _create(self, body: dict[str, Any]) -> int:
        return int(self._client.write("POST", _CREATE, body)["id"])

    def _found(self, run: CheckRun, run_id: int) -> int | None:
        """The check run as it was to be, after a lost answer; None: it must be written again."""
        query = {"check_name": run.name, "filter": "latest"}
        found = listed(self._client, _RUNS, query, key="check_runs", sha=run.head_sha)
        for check in map(facts.run, found.rows):
            if run_id in (0, check.id) and self._is_ours(check) and _says(check, run):
                return check.id
        return None

    def _runs(self, sha: str) -> _Runs:
        """The runs on a commit, our own ones newest first."""
        query = {"filter": "latest"}
        found = listed(self._client, _RUNS, query, cap=MOST_RUNS, key="check_runs", sha=sha)
        runs = [facts.run(row) for row in found.rows]
        ours = sorted((r for r in runs if self._is_ours(r)), key=lambda r: r.id, reverse=True)
        self._running |= {r.id for r in ours if r.status != "completed"}
        others = tuple(r for r in runs if not self._is_ours(r))
        return _Runs(others, tuple(ours), found.complete)

    def _statuses(self, sha: str) -> Listing[Check]:
        """Commit statuses, the newest of each context.

        https://docs.github.com/en/rest/commits/statuses
        """
        found = listed(self._client, _STATUS, cap=MOST_RUNS, key="statuses", sha=sha)
        return Listing(tuple(map(facts.status, found.rows)), found.complete)

    def _is_ours(self, check: Check) -> bool:
        """With a token the App behind it is unknown, so name and external id must do."""
        app_id = self._account.app_id
        ours = app_id in (0, check.app_id)
        return ours and is_check(check.name) and check.external_id.startswith(("pr:", "group:"))

    def _of_commit(self, sha: str) -> Listing[dict[str, Any]]:
        try:
            return listed(self._client, _OF_COMMIT, cap=MOST_ON_COMMIT, sha=sha)
        except NotFound:
            return Listing()
        except GitHubError as refused:
            if "no commit found" in refused.what.lower():
                return Listing()
            raise


def _says(check: Check, run: CheckRun) -> bool:
    wanted = run.conclusion.value
    stands = check.conclusion or check.status
    return check.external_id == run.external_id and stands == wanted and check.title == run.title
