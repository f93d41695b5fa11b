"""Lists, a hundred rows a page: read up to a limit, and told whether that was all.

https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from bot.adapters.github_client import GitHubClient
from bot.domain.listing import Listing
from bot.errors import GitHubError

Row = dict[str, Any]
PER_PAGE = 100
SHORT = 4_000


def shortening(us: Callable[[], str], most: int) -> Callable[[Iterable[Row]], Iterator[Row]]:
    """The rows of each page, in turn: what an account says in a list beyond `most` characters is cut short.

    A thousand long comments would take a gigabyte. What we (`us`) say stays whole: a card is read again.
    A row that is cut has the beginning of its text, and is marked as `cut`.
    """
    said = Counter[str]()

    def short(row: Row) -> Row:
        login, body = (row["user"] or {}).get("login", ""), row["body"] or ""
        said[login] += len(body)
        beyond = said[login] > most and login != us()
        return row | {"body": body[:SHORT], "cut": True} if beyond else row

    return partial(map, short)


def pages(
    client: GitHubClient,
    route: str,
    query: Mapping[str, Any] | None = None,
    *,
    cap: int = 1000,
    **path: object,
) -> Iterator[tuple[Any, str]]:
    """The pages of a list, each with the address of the next one (empty: none), up to `cap` rows."""
    if "{repo}" in route:
        client.repository()
    url = client.address(route, **path)
    asked = {**(query or {}), "per_page": min(PER_PAGE, cap)}
    for n in range(-(-cap // PER_PAGE)):
        page, link = _further(client, route, url) if n else client.page(route, url, asked)
        url = _named(link, "next")
        yield page, url
        if not url:
            return


def listed(
    client: GitHubClient,
    route: str,
    query: Mapping[str, Any] | None = None,
    *,
    cap: int = 1000,
    rows_of: Callable[[Any], Iterable[Any]] = list,
    **path: object,
) -> Listing[Any]:
    """The first `cap` rows in GitHub's own order; `rows_of` finds them in a page that is not their list."""
    rows: list[Any] = []
    more = ""
    for page, more in pages(client, route, query, cap=cap, **path):
        rows += rows_of(page or ())
        if not more:
            break
    return Listing(tuple(rows[:cap]), complete=not more and len(rows) <= cap)


def newest(client: GitHubClient, route: str, *, cap: int = 1000, **path: object) -> Listing[Row]:
    """The newest `cap` rows, newest first, of a list that GitHub gives oldest first.

    The first page tells where the last one is; from there it goes back, page by page.
    """
    client.repository()
    url, size = client.address(route, **path), min(PER_PAGE, cap)
    oldest, link = client.page(route, url, {"per_page": size})
    rows: list[Row] = []
    back = _named(link, "last")
    while back and len(rows) < cap:
        page, link = _further(client, route, back)
        rows += reversed(page or ())
        back = "" if _named(link, "prev") == _named(link, "first") else _named(link, "prev")
    if not back:
        rows += reversed(oldest or ())
    return Listing(tuple(rows[:cap]), complete=not back and len(rows) <= cap)


def _further(client: GitHubClient, route: str, url: str) -> tuple[Any, str]:
    """A page that another one named. Raises GitHubError where no more may be read."""
    if client.allowance and not client.allowance.take():
        what = f"more pages of {route} than one look reads of strangers' pull requests"
        raise GitHubError("PLANGATE-GITHUB-006", what, "Make the pull request smaller")
    return client.page(route, url)


def app_pages(client: GitHubClient, route: str, cap: int) -> Iterator[Any]:
    """The pages of one of the App's own lists, which belong to no repository.

    Raises GitHubError when there are more than `cap` rows: nothing is left out silently.
    """
    for page, more in pages(client, route, cap=cap):
        yield page
        if not more:
            return
    what = f"GitHub lists more than {cap} entries at {route}, and the rest was not read"
    raise GitHubError("PLANGATE-GITHUB-014", what, "Report it: plangate needs a larger limit")


def _named(link: str, wanted: str) -> str:
    """The address that a Link header gives for a relation; empty where it gives none."""
    for part in link.split(","):
        address, _, relation = part.partition(";")
        if f'rel="{wanted}"' in relation:
            return address.strip().strip("<>")
    return ""
