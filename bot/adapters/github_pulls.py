"""Pull requests, their evidence and our check run through GitHub's REST API: the port `Pulls`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bot.adapters import github_facts as facts
from bot.adapters.github_account import Account
from bot.adapters.github_check_runs import GitHubCheckRuns
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_pages import listed, newest, shortening
from bot.domain import authorship, ci_files
from bot.domain.facts import MOST_COMMITS, MOST_FILES, Check, Commit, FileChange, Pull, Review
from bot.domain.listing import Allowance, Listing, Reading
from bot.errors import GitHubError, NotFound
from bot.ports.github import GroupBranch, Labelled

_PULLS = "/repos/{repo}/pulls"
_PULL = "/repos/{repo}/pulls/{number}"
_FILES = "/repos/{repo}/pulls/{number}/files"
_REVIEWS = "/repos/{repo}/pulls/{number}/reviews"
_STATUSES = "/repos/{repo}/commits/{sha}/statuses"
_COMMITS = "/repos/{repo}/pulls/{number}/commits"
_EVENTS = "/repos/{repo}/issues/{number}/events"
_REFS = "/repos/{repo}/git/matching-refs/{path}"
_QUEUES = "heads/gh-readonly-queue/"

# https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files
MOST_OPEN, MOST_SAID = 3000, 16_000_000
MOST_EVENTS, MOST_REVIEWS, MOST_STATUSES, MOST_GROUPS = 1000, 1000, 1000, 1000


class GitHubPulls:
    """The port `Pulls` on one client."""

    def __init__(self, client: GitHubClient, account: Account) -> None:
        """`account` tells which check runs may be ours, and what GitHub links."""
        self._client, self._account = client, account
        self._runs = GitHubCheckRuns(client, account)
        self._read: dict[int, Pull] = {}
        # What GraphQL tells of a pull request, the account is asked.
        self.closing, self.waiting, self.queued = account.closing, account.waiting, account.queued
        self.last_edit, self.turned_at = account.last_edit, account.turned_at
        self.set_check = self._runs.put

    @contextmanager
    def within(self, allowance: Allowance | None) -> Iterator[None]:
        """Read meanwhile no more pages beyond the first of each list than this allows (None: all)."""
        self._client.allowance = allowance
        try:
            yield
        finally:
            self._client.allowance = None

    def pull(self, number: int) -> Pull:
        """A pull request without evidence."""
        self._account.expect(number)
        row = self._client.get(_PULL, number=number)
        self._client.learn(row["base"]["repo"])
        self._read[number] = facts.pull(row)
        return self._read[number]

    def with_head(self, sha: str) -> Listing[Pull]:
        """Open pull requests whose head is this commit; all open ones are looked through.

        What GitHub lists for a commit leaves out those from forks, those on a commit of the default
        branch, and names those of other repositories.
        https://docs.github.com/en/rest/commits/commits#list-pull-requests-associated-with-a-commit
        """
        alone = self._read.get(self._account.alone(sha))
        if alone and alone.head_sha == sha:
            return Listing((alone,))
        found = self.open()
        return Listing(tuple(p for p in found.rows if p.head_sha == sha), found.complete)

    def open(self) -> Listing[Pull]:
        """Open pull requests without evidence, newest first; those of an account that says very much are cut.

        https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
        """
        query = {"state": "open", "sort": "created", "direction": "desc"}
        rows = shortening(lambda: self._account.login, MOST_SAID)
        return listed(self._client, _PULLS, query, cap=MOST_OPEN, rows_of=rows).of(facts.pull)

    def groups(self, branch: str) -> Listing[GroupBranch]:
        """The branches of a branch's merge queue (empty: of all), from their own names.

        https://docs.github.com/en/rest/git/refs#list-matching-references
        """
        found = listed(
            self._client, _REFS, cap=MOST_GROUPS, path=_QUEUES + (branch and f"{branch}/")
        )
        return found.of(
            lambda row: GroupBranch(row["ref"].removeprefix("refs/heads/"), row["object"]["sha"])
        )

    def evidence(self, pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        """The pull request with its files, reviews and checks: four requests for a small one.

        `files` are those already known for this head and base; they are not asked for again, nor are
        the runs where `verdicts` has just looked at them.
        """
        runs = self._runs.of(pull.head_sha)
        changed = Listing(files)
        if not files:
            found = listed(self._client, _FILES, cap=MOST_FILES, number=pull.number)
            changed = found.of(facts.file)
        reviews, statuses = self._reviews(pull.number), self._statuses(pull)
        hands = self._account.pushers(pull.number, pull.head_sha)
        cut = {
            Reading.HANDS: not hands.complete,
            Reading.FILES: not changed.complete or len(changed.rows) < pull.changed_files,
            Reading.REVIEWS: not reviews.complete,
            Reading.CHECKS: not (runs.complete and statuses.complete),
        }
        shown = replace(
            pull,
            files=changed.rows,
            reviews=tuple(reversed(reviews.rows)),
            checks=(*runs.others, *statuses.rows),
            verdicts=runs.ours,
            pushers=frozenset(hands.rows),
            cut=pull.cut | {part for part, short in cut.items() if short},
        )
        return self._with_actions(shown) if authorship.asks_for_actions(shown) else shown

    def _with_actions(self, pull: Pull) -> Pull:
        """The pull request with which changed folders hold local actions; too many are not known."""
        folders = ci_files.folders(authorship.changed(pull))
        found: Listing[str] = Listing(complete=len(folders) <= ci_files.MOST_FOLDERS)
        if folders and found.complete:
            found = self._account.local_actions(folders, pull.base_sha)
        return replace(pull, local_actions=found)

    def _reviews(self, number: int) -> Listing[Review]:
        """The reviews, newest first; not asked for where GitHub has just told that there are none."""
        if self._account.unreviewed(number):
            return Listing()
        return newest(self._client, _REVIEWS, cap=MOST_REVIEWS, number=number).of(facts.review)

    def commits(self, number: int) -> Listing[Commit]:
        """The commits of a pull request, oldest first.

        https://docs.github.com/en/rest/pulls/pulls#list-commits-on-a-pull-request (250 at most)
        """
        return listed(self._client, _COMMITS, cap=MOST_COMMITS, number=number).of(facts.commit)

    def labelled(self, number: int) -> Listing[Labelled]:
        """Who gave which label, newest first.

        https://docs.github.com/en/rest/issues/events#list-issue-events
        """
        found = newest(self._client, _EVENTS, cap=MOST_EVENTS, number=number)
        given = tuple(r for r in found.rows if r["event"] == "labeled" and r.get("actor"))
        return Listing(given, found.complete).of(facts.labelled)

    @property
    def can_check(self) -> bool:
        """Say whether our token may make check runs; only an App's token may.

        https://docs.github.com/en/rest/checks/runs#create-a-check-run
        """
        auth = self._client.auth
        return not isinstance(auth, TokenAuth) or auth.is_app

    def verdicts(self, sha: str, *names: str) -> tuple[Check, ...]:
        """Our own runs on a commit, newest first; none where GitHub knows no such commit.

        Those with these names alone cost a request for each name, however many runs others made.
        """
        try:
            return self._runs.named(sha, names) if names else self._runs.look(sha).ours
        except GitHubError as refused:
            if _unknown(refused):
                return ()
            raise

    def _statuses(self, pull: Pull) -> Listing[Check]:
        """Commit statuses, the newest of each maker for each context, whose case does not matter.

        Not asked for where GitHub has just told that there are none. This list, newest first, says who
        made them: nobody's green takes the place of another's red.
        https://docs.github.com/en/rest/commits/statuses#list-commit-statuses-for-a-reference
        """
        if self._account.statusless(pull.number, pull.head_sha):
            return Listing()
        found = listed(self._client, _STATUSES, cap=MOST_STATUSES, sha=pull.head_sha)
        told = [facts.status(row) for row in reversed(found.rows)]
        newest_of = {(check.name.casefold(), check.by): check for check in told}
        return Listing(tuple(newest_of.values()), found.complete)


def _unknown(refused: GitHubError) -> bool:
    """Say whether GitHub refused because it knows no such commit."""
    return isinstance(refused, NotFound) or "no commit found" in refused.what.lower()
