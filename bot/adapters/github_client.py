"""One repository's line to GitHub: every request of a run goes through `GitHubClient`.

Reads are tried again; writes never are, because a lost answer does not mean a lost write: `settle`
finds out first. PyGithub carries the requests with its own retries and waits switched off, and its
objects are not used: they fetch missing attributes behind one's back.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from github import Auth, Github
from tenacity import RetryCallState, Retrying, retry_if_exception
from tenacity.stop import stop_after_attempt, stop_after_delay, stop_base, stop_never
from tenacity.wait import wait_random_exponential

from bot.adapters.github_errors import SIGN_IN, GitHubResponse, Unanswered, problem
from bot.adapters.github_etags import Etags, Known
from bot.adapters.github_traffic import Call, Pace, Traffic
from bot.domain.listing import Allowance
from bot.errors import GitHubError, Moved, RateLimited, cause

__all__ = ["API_URL", "API_VERSION", "GitHubClient", "Pace", "TokenAuth", "Traffic"]

API_URL = "https://api.github.com"
API_VERSION = "2022-11-28"
LONGEST_WAIT = 5.0
READ_TRIES = 3
# GitHub gives up a request after ten seconds; until then a write without an answer may still happen.
# https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#timeouts
LONGEST_WORK = 11.0
_ELSEWHERE = frozenset({301, 302, 307, 308})

# No dots alone: a name must not climb out of its place in the address.
_FULL_NAME = re.compile(r"[A-Za-z0-9_-]+/(?!\.{1,2}$)[A-Za-z0-9._-]+")

_log = logging.getLogger(__name__)
T = TypeVar("T")


class TokenAuth(Auth.Token):
    """A token that was given to us and that we cannot renew."""

    @property
    def is_app(self) -> bool:
        """Say whether it is an installation token, such as the job's own GITHUB_TOKEN.

        https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
        """
        return self.token.startswith("ghs_")


@dataclass(frozen=True, slots=True)
class _Request:
    """One request: its route's template, and the address that was made of it."""

    method: str
    route: str
    url: str
    query: Mapping[str, Any] | None = None
    body: Any = None

    @property
    def path(self) -> str:
        """What is asked for at the host."""
        return urlsplit(self.url).path

    @property
    def whole(self) -> str:
        """The address with its query."""
        return f"{self.url}?{urlencode(sorted((self.query or {}).items()))}"


class GitHubClient:
    """Requests for one repository. Not safe for threads (nor is PyGithub): make one per run.

    Routes are templates such as `/repos/{repo}/issues/{number}`; `{repo}` is filled in here.
    """

    def __init__(
        self,
        full_name: str,
        auth: Auth.Auth,
        base_url: str = API_URL,
        pace: Pace | None = None,
        timeout: int = 8,
    ) -> None:
        """`auth` is a TokenAuth or an InstallationAuth; `timeout` is in seconds."""
        if not _FULL_NAME.fullmatch(full_name):
            what = f"{full_name!r} is not the name of a repository"
            raise GitHubError("PLANGATE-GITHUB-012", what, "Write owner/name")
        self.full_name = full_name
        self.auth = auth
        self.traffic = Traffic()
        self.etags: Etags | None = None
        self.allowance: Allowance | None = None
        self.account = full_name.split("/")[0]
        self._repository: Mapping[str, Any] = {}
        self.base_url = base_url.rstrip("/")
        self.pace = pace or Pace()
        self._timeout = timeout
        self._requester = Github(
            auth=auth,
            base_url=self.base_url,
            timeout=timeout,
            user_agent="plangate",
            retry=None,
            seconds_between_requests=None,
            seconds_between_writes=None,
            lazy=True,
            api_version=API_VERSION,
        ).requester

    def repository(self) -> Mapping[str, Any]:
        """The repository, read once; a renamed one is called by its new name from here on.

        PyGithub follows the 301 of an old name but drops the query (and with it a file's ref), so
        every read with a query asks for this first.
        """
        if not self._repository:
            self.learn(self.get("/repos/{repo}"))
        return self._repository

    def learn(self, row: Mapping[str, Any]) -> None:
        """Take over the repository's own description that came with another answer."""
        self._repository = row
        self.full_name = row["full_name"]

    def get(self, route: str, query: Mapping[str, Any] | None = None, **path: object) -> Any:
        """Read one thing."""
        if query:
            self.repository()
        return self._read(_Request("GET", route, self.address(route, **path), query))[1]

    def now(self, route: str, **path: object) -> Any:
        """Read one thing in full, whatever was answered before: a write depends on it."""
        kept, self.etags = self.etags, None
        try:
            return self.get(route, None, **path)
        finally:
            self.etags = kept

    def page(self, route: str, url: str, query: Mapping[str, Any] | None = None) -> tuple[Any, str]:
        """One page of a list and its Link header; `url` is an address or what such a header named."""
        slow = stop_after_delay(self._timeout)  # anybody can make a list slow: it is asked for once
        answer, page = self._read(_Request("GET", route, url, query), slow)
        return page, answer.headers.get("link", "")

    def address(self, route: str, **path: object) -> str:
        """The address of a route of this repository."""
        quoted = {name: quote(str(value), safe="") for name, value in path.items()}
        if "path" in path:
            quoted["path"] = quote(str(path["path"]))
        return route.format(repo=self.full_name, **quoted)

    def write(self, method: str, route: str, body: Any = None, **path: object) -> Any:
        """Write once. Raises Unanswered when nobody knows whether it happened; see `settle`."""
        self.pace.before_write()
        answer = self._ask(_Request(method, route, self.address(route, **path), body=body))
        try:
            return answer.json()
        except Unanswered as garbled:
            _log.warning("%s %s -> %s", method, route, garbled.what)
            raise

    def repeat(self, method: str, route: str, body: Any = None, **path: object) -> None:
        """Write what changes nothing when done twice: after a lost answer it is simply done again."""
        try:
            self.write(method, route, body, **path)
        except Unanswered:
            self.write(method, route, body, **path)

    def settle(self, write: Callable[[], T], find: Callable[[], T | None]) -> T:
        """Write; when the answer is lost, look whether it happened before writing again."""
        for last in (False, True):
            began = self.pace.monotonic()
            try:
                return write()
            except Unanswered as lost:
                spent = self.pace.monotonic() - began
                rest = LONGEST_WORK - spent if lost.silent else 0.0
                self.pace.sleep(max(rest, self.pace.interval))
                found = find()
                if found is not None:
                    return found
                if last:
                    raise
        raise AssertionError("unreachable")

    def graphql(self, query: str, variables: Mapping[str, Any]) -> Any:
        """Ask the GraphQL API a question; the answer may hold `data`, `errors` or both."""
        body = {"query": query, "variables": dict(variables)}
        url = self._requester.graphql_url
        return self._read(_Request("POST", "/graphql", url, body=body))[1]

    def _read(self, request: _Request, stop: stop_base = stop_never) -> tuple[GitHubResponse, Any]:
        def once() -> tuple[GitHubResponse, Any]:
            return (answer := self._ask(request)), answer.json()

        retrying = Retrying(
            stop=stop_after_attempt(READ_TRIES) | stop,
            wait=_patience,
            retry=retry_if_exception(_passes),
            sleep=self.pace.sleep,
            before_sleep=_say,
            reraise=True,
        )
        return retrying(once)

    def _ask(self, request: _Request) -> GitHubResponse:
        etags = self.etags if request.method == "GET" else None
        known = etags.find(self.account, request.whole) if etags else None
        answer = self._send(request, known)
        if answer.status == 401 and self._renewed():
            answer = self._send(request, known)
        if answer.status >= 400:
            raise problem(request.method, request.route, answer, request.path)
        if answer.status in _ELSEWHERE:  # PyGithub follows a read's 301, and nothing else
            what = f"{request.method} {request.path} has moved ({answer.status})"
            if request.method != "GET":
                raise Moved(f"{what}: plangate does not write to the new address")
            raise GitHubError("PLANGATE-GITHUB-009", what, "Use the new name")
        if answer.status == 304:
            return _as_known(answer, known, f"{request.method} {request.path}")
        etag = answer.headers.get("etag", "")
        if etags and etag and answer.status == 200:
            link = answer.headers.get("link", "")
            etags.keep(self.account, request.whole, etag, link, answer.text)
        return answer

    def _renewed(self) -> bool:
        """Renew an expired installation token; a request refused with 401 had no effect."""
        renew = getattr(self.auth, "renew", None)
        if renew:
            renew()
        return renew is not None

    def _send(self, request: _Request, known: Known | None) -> GitHubResponse:
        headers = {"Accept": "application/vnd.github+json"}
        headers |= {"If-None-Match": known[0]} if known else {}
        method, query = request.method, dict(request.query or {})
        status, received = 0, dict[str, str]()
        try:
            status, received, text = self._requester.requestJson(
                method, request.url, query, headers, request.body
            )
        except OSError as lost:  # every failure of `requests` is one
            if isinstance(lost, ValueError):  # the header with the token; the address is checked
                what = "the token contains an invalid character, such as a line break"
                raise GitHubError("PLANGATE-GITHUB-001", what, SIGN_IN) from lost
            host, asked = urlsplit(self.base_url).netloc, f"{method} {request.path}"
            what = f"GitHub at {host} could not be reached for {asked} ({cause(lost)})"
            remedy = "Check the network, and PLANGATE_GITHUB_URL or GITHUB_API_URL if set"
            raise Unanswered("PLANGATE-GITHUB-008", what, remedy) from lost
        except RuntimeError as moved:  # PyGithub follows a renamed repository on the same host only
            what = f"GitHub redirects {self.base_url} to another address"
            remedy = "Correct PLANGATE_GITHUB_URL or GITHUB_API_URL; perhaps it needs https in place of http"
            raise GitHubError("PLANGATE-GITHUB-009", what, remedy) from moved
        finally:
            self.traffic.add(Call(method, request.route, status), received)
            refused = method != "GET" and status not in range(200, 400)
            level = logging.WARNING if refused else logging.DEBUG
            _log.log(level, "%s %s -> %s", method, request.route, status or "no answer")
        return GitHubResponse(status, received, text)


def _as_known(answer: GitHubResponse, known: Known | None, asked: str) -> GitHubResponse:
    """What was said before; to whom nothing was said, nothing can be unchanged."""
    if known is None:
        what = f"GitHub answered {asked} with 304 (not changed), although plangate has no earlier answer"
        remedy = "Try again, and check for a proxy that changes answers"
        raise Unanswered("PLANGATE-GITHUB-007", what, remedy)
    return GitHubResponse(200, {**answer.headers, "link": known[1]}, known[2])


def _passes(error: BaseException) -> bool:
    """Say whether it may be better a moment later."""
    if isinstance(error, RateLimited):
        return error.wait_seconds <= LONGEST_WAIT
    return isinstance(error, Unanswered)


def _say(state: RetryCallState) -> None:
    """A read that failed and is tried again stands in the log: a write that fails does, too."""
    _log.warning("%s", state.outcome.exception() if state.outcome else "no answer")


def _patience(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, RateLimited):
        return error.wait_seconds
    return wait_random_exponential(multiplier=0.5, max=LONGEST_WAIT)(state)
