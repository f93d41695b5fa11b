"""What GraphQL alone tells: who we are, what GitHub links, who edited what. One query for all of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from bot.adapters import github_authors, github_graphql, github_trails
from bot.adapters.github_app import InstallationAuth
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_errors import UNKNOWN_WAIT, Unanswered
from bot.adapters.github_facts import Json, moment
from bot.adapters.github_graphql import HomeAnswer
from bot.domain import markers
from bot.domain.facts import MOST_COMMITS, Comment, Edit, Issue, Pull
from bot.domain.listing import Listing
from bot.domain.people import LastEdit, Trail
from bot.domain.policy import POLICY_PATH
from bot.errors import GitHubError, RateLimited
from bot.ports.github import Queued

MOST_EVENTS = 1000
"""So many of a kind are read, the newest first; what stands further back is not known."""


class Account:
    """The account behind a client's token; asks at most once for each thing."""

    def __init__(
        self,
        client: GitHubClient,
        fallback_login: str = "",
        policy: str = POLICY_PATH,
        *,
        reads_only: bool = False,
    ) -> None:
        """`fallback_login` is used when the token may not even read its own name.

        `policy` is the file of which each answer tells the default branch's text. `reads_only`: nothing is
        written, so whose comments count may be learned from them.
        """
        self._reads_only = reads_only
        self._client = client
        self._fallback, self._policy = fallback_login, policy
        self._login = ""
        self._pull = 0
        self._closing: dict[int, Listing[int]] = {}
        self._pulls: dict[int, dict[str, Any]] = {}
        self._alone: dict[str, int] = {}
        self._home = HomeAnswer()
        self._tips: dict[str, str] = {}
        self._statusless: dict[int, str] = {}
        self._issues: dict[int, Json | None] = {}
        self._hands: dict[int, tuple[str, Listing[str]]] = {}
        self._turned: dict[int, datetime | None] = {}

    @property
    def app_id(self) -> int:
        """The id of our own App; 0 with a token."""
        auth = self._client.auth
        return auth.app_id if isinstance(auth, InstallationAuth) else 0

    @property
    def login(self) -> str:
        """Our login as comments show it, such as `plangate[bot]`."""
        auth = self._client.auth
        if isinstance(auth, InstallationAuth):
            return auth.login
        if not self._login and self._pull:
            self._closing[self._pull] = self.closing(self._pull)
        if not self._login:
            self._look(())
        if not self._login:
            self._login = self._fall_back()
        return self._login

    @property
    def here(self) -> dict[str, str]:
        """The repository, as a question names it."""
        owner, name = self._client.repository()["full_name"].split("/")
        return {"owner": owner, "name": name}

    def recognise(self, comments: Iterable[Json]) -> None:
        """Where we only read, with a person's token: take the bot that wrote these comments for us."""
        for row in comments if self._reads_only else ():
            author = row["user"] or {}
            if author.get("type") == "Bot" and markers.read(row["body"] or ""):
                self._login = author["login"]
                return

    def expect(self, number: int) -> None:
        """Remember the pull request this run is about, so that one query can ask for both."""
        self._pull = self._pull or number

    def closing(self, number: int, issues: Iterable[int] = ()) -> Listing[int]:
        """Issues of this repository that GitHub itself links to the pull request, if it tells.

        The same question brings the trails of `issues`, for `trail` to give. Asked every time, unless
        the question who we are has just brought it. Not complete either where the answer does not tell
        whether the pull request went to another branch.
        """
        if number in self._closing:
            return self._closing.pop(number)
        return self._learn(number, tuple(issues))

    def waiting(self, number: int) -> bool:
        """Say whether a pull request is in a merge queue; true where the answer on its links did not tell."""
        return self._pulls.get(number, {}).get("isInMergeQueue") is not False

    def alone(self, sha: str) -> int:
        """The one pull request whose head is this commit, if an answer told; else 0."""
        number = self._alone.get(sha, 0)
        told = self._pulls.get(number, {})  # a later answer may name another head
        return number if github_graphql.alone_on(told, number) == sha else 0

    def _learn(self, number: int, issues: tuple[int, ...] = ()) -> Listing[int]:
        """Ask the one question about a pull request, and keep its answers."""
        data = self._look(issues, number)
        pull = (data.get("repository") or {}).get("pullRequest") or {}
        self._pulls[number] = pull
        self._alone[github_graphql.alone_on(pull, number)] = number
        self._statusless[number] = github_graphql.statusless(pull)
        self._hands[number] = str(pull.get("headRefOid") or ""), self._pushers(number, pull)
        links = github_graphql.links_of(pull, self._client.full_name)
        turned = github_authors.connection(pull, "turned", paged=False)
        if turned.complete:
            at = max((moment(node["createdAt"]) for node in turned.rows), default=None)
            self._turned[number] = at
        return Listing(links.rows, links.complete and turned.complete)

    def turned_at(self, number: int) -> datetime | None:
        """When a pull request last went to another branch, where `closing` was told."""
        return self._turned.get(number)

    def _pushers(self, number: int, pull: Json) -> Listing[str]:
        """Who had a hand in the commits of this answer, and in those before them."""
        asked = "pullRequest", "commits", github_authors.COMMITS
        found, whole = self._with_older(pull, number, asked, MOST_COMMITS)
        return github_authors.pushers(found, whole=whole)

    def _with_older(
        self, node: Json, number: int, asked: tuple[str, str, str], most: int
    ) -> tuple[list[Any], bool]:
        """The rows of a list's last page and of those before it, oldest first; whether these are all.

        None among them stands for what is not told. The list is `asked` for by what it belongs to, its
        name and its GraphQL.
        """
        thing, name, listed = asked
        page = node.get(name) or {}
        found, info = github_authors.rows_of(page), page.get("pageInfo") or {}
        allowed = self._client.allowance
        while info.get("hasPreviousPage") and info.get("startCursor") and len(found) < most:
            if allowed and not allowed.take():
                return found, False
            given = {**self.here, "number": number, "before": info["startCursor"]}
            told = self.ask(github_authors.older(thing, listed), given).get("repository") or {}
            page = (told.get(thing) or {}).get(name) or {}
            found, info = [*github_authors.rows_of(page), *found], page.get("pageInfo") or {}
        return found, info.get("hasPreviousPage") is False

    def pushers(self, number: int, head_sha: str) -> Listing[str]:
        """Who pushed or co-wrote the commits of a pull request, asked again for another head."""
        if self._hands.get(number, ("unasked",))[0] not in {"", head_sha}:
            self._learn(number)
        return self._hands[number][1]

    def local_actions(self, folders: tuple[str, ...], ref: str) -> Listing[str]:
        """Which of these folders hold an action of GitHub Actions at a commit."""
        query, paths = github_authors.actions_query(folders, ref)
        told = self.ask(query, {**self.here, **paths})
        return github_authors.actions_told(folders, told)

    def last_edit(self, number: int) -> LastEdit | None:
        """The last edit of a pull request's description, where the answer on its links told."""
        return github_trails.last_edit(self._pulls.get(number, {}))

    def trail(self, number: int) -> Trail | None:
        """What GitHub tells of an issue: brought by the last question, once each, else asked alone.

        A pull request beside it may be too much for one answer, and then takes the issue's part with it.
        """
        if not github_trails.is_whole(self._issues.get(number) or {}):
            self._look((number,))
        node = self._issues.pop(number, None)
        if node is None:
            return None
        given, gone = self._events(number, node, "given"), self._events(number, node, "gone")
        return github_trails.trail(node, given, gone, self.login)

    def _events(self, number: int, node: Json, kind: str) -> Listing[Json]:
        """The newest events of a kind, and those before them as far as they are read; empty: not told."""
        asked = "issue", kind, github_trails.EVENTS[kind]
        found, whole = self._with_older(node, number, asked, MOST_EVENTS)
        return Listing(tuple(event or {} for event in found), whole and all(found))

    def last_edits(self, comments: Iterable[Comment]) -> dict[str, LastEdit]:
        """The last edits of these comments by their node ids; GitHub tells of a hundred at a time."""
        ids = [comment.node_id for comment in comments if comment.node_id]
        told: dict[str, LastEdit] = {}
        for start in range(0, len(ids), 100):
            data = self.ask(github_trails.LAST_EDITS, {"ids": ids[start : start + 100]})
            told |= github_trails.last_edits(data.get("nodes") or ())
        return told

    def _look(self, issues: tuple[int, ...], pull: int = 0) -> dict[str, Any]:
        given: dict[str, Any] = {**self.here, "policy": f"HEAD:{self._policy}"}
        given |= {"number": pull} if pull else {}
        data = self.ask(github_trails.question(issues, pull=bool(pull)), given)
        if pull and not data:
            data = self.ask(github_trails.question(issues, pull=True, queues=False), given)
        login = (data.get("viewer") or {}).get("login") or ""
        self._login = self._login or self._as_rest_says(login)
        repository = data.get("repository") or {}
        self._home = github_graphql.home_of(repository) or self._home
        self._issues |= dict.fromkeys(issues) | github_trails.issues_in(repository)
        base = (repository.get("pullRequest") or {}).get("baseRef") or {}
        for branch in (base, repository.get("defaultBranchRef") or {}):
            if branch.get("name") and (branch.get("target") or {}).get("oid"):
                self._tips[branch["name"]] = branch["target"]["oid"]
        return data

    def tip(self, branch: str) -> str:
        """The commit a branch points to, if the last answer told; once each."""
        return self._tips.pop(branch, "")

    def file(self, path: str, sha: str) -> HomeAnswer | None:
        """The policy file at a commit of the default branch, if the last answer told."""
        known = self._home.told and (path, sha) == (self._policy, self._home.sha)
        return self._home if known else None

    def unreviewed(self, number: int) -> bool:
        """Say whether the last answer on a pull request told that it has no review; once each."""
        told = self._pulls.get(number, {}).pop("reviews", None)
        return bool(told) and told.get("totalCount") == 0

    def statusless(self, number: int, sha: str) -> bool:
        """Say whether the last answer on a pull request told that its head has no status; once each."""
        return self._statusless.pop(number, "") == sha

    def queued(self, branch: str) -> Listing[Queued]:
        """The merge queue of a branch; empty where there is none, not complete where nobody tells."""
        found = self.ask(github_graphql.QUEUE, {**self.here, "branch": branch})
        return github_graphql.queue_of(found)

    def edits(self, text: Comment | Issue | Pull, *, whole: bool = True) -> tuple[Edit, ...]:
        """The versions of a text, oldest first; none where not its newest one is told.

        Not `whole`: older ones than the newest hundred may be missing.
        """
        asked = {"id": text.node_id}
        answer = self.ask(github_graphql.EDITS, asked) if text.node_id else {}
        found = github_graphql.edits_of(answer)
        told, newest = found.rows, found.rows[-1].body if found.rows else None
        ticks = newest is not None and markers.ticked(newest) == markers.ticked(text.body)
        return told if ticks and (found.complete or not whole) else ()

    def ask(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        """The data, or nothing where GraphQL is not to be had (old servers, narrow tokens)."""
        try:
            answer = self._client.graphql(query, variables)
        except RateLimited:
            raise
        except GitHubError as refused:
            if refused.code == "PLANGATE-GITHUB-001":
                raise
            return {}
        errors = answer.get("errors") or ()
        if any(error.get("type") == "RATE_LIMITED" for error in errors):
            raise RateLimited("GitHub limits GraphQL queries", UNKNOWN_WAIT)
        return github_graphql.told(answer.get("data") or {}, errors)

    def _as_rest_says(self, login: str) -> str:
        """GraphQL names a bot without the suffix that REST shows.

        The token decides: a person called like a bot must not be taken for it, or the reverse.
        """
        auth = self._client.auth
        bot = isinstance(auth, TokenAuth) and auth.is_app
        return f"{login}[bot]" if login and bot and not login.endswith("[bot]") else login

    def _fall_back(self) -> str:
        try:
            return str(self._client.get("/user")["login"])
        except (RateLimited, Unanswered):
            raise  # it passes; who took another's name for ours would not find what we wrote
        except GitHubError as refused:
            if self._fallback and refused.code != "PLANGATE-GITHUB-001":
                return self._fallback
            what = "The account of the token is unknown"
            remedy = "Use the job's own token, or one that may read its own user"
            raise GitHubError("PLANGATE-GITHUB-010", what, remedy) from refused
