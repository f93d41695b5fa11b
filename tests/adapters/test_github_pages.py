"""Lists in pages: in GitHub's order or newest first, up to a limit, and told whether that was all."""

from __future__ import annotations

from operator import itemgetter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.adapters import github_pages
from bot.adapters.github_check_runs import GitHubCheckRuns
from bot.adapters.github_client import GitHubClient
from bot.adapters.github_pages import app_pages, listed, newest, shortening
from bot.errors import GitHubError


class Pages:
    """A list of so many rows, a hundred a page, with the Link header that GitHub sends."""

    def __init__(self, rows: int, key: str = "") -> None:
        self.rows, self.key, self.asked, self.allowance = rows, key, 0, None

    def repository(self) -> None:
        """Nothing to know."""

    def address(self, route: str) -> str:
        """The first page."""
        return f"{route}?page=1"

    def page(self, route: str, url: str, query: Any = None) -> tuple[Any, str]:
        """One page."""
        self.asked += 1
        number, last = int(url.partition("page=")[2] or 1), max(1, -(-self.rows // 100))
        rows = list(range((number - 1) * 100, min(number * 100, self.rows)))
        named = {
            "prev": number - 1 if number > 1 else 0,
            "next": number + 1 if number < last else 0,
            "last": last if number < last else 0,
            "first": 1 if number > 1 else 0,
        }
        link = ", ".join(f'<{route}?page={n}>; rel="{rel}"' for rel, n in named.items() if n)
        return ({self.key: rows} if self.key else rows), link


SIZES = [0, 1, 99, 100, 101, 250, 299, 300, 301, 999]


@pytest.mark.parametrize("key", ["", "check_runs"])
@pytest.mark.parametrize("rows", SIZES)
def test_a_list_is_read_up_to_its_limit(rows: int, key: str) -> None:
    """The first 300 rows, and whether there were more."""
    # issue 18, 7
    pages = Pages(rows, key)
    found = listed(
        cast(GitHubClient, pages), "/x", cap=300, rows_of=itemgetter(key) if key else list
    )

    assert list(cast(Any, found.rows)) == list(range(min(rows, 300)))
    assert found.complete is (rows <= 300)
    assert pages.asked == max(1, min(3, -(-rows // 100)))


@pytest.mark.parametrize("rows", SIZES)
def test_the_newest_are_read_first(rows: int) -> None:
    """From the last page backwards: of more than 300 rows the oldest are left out."""
    # issue 18, 7
    pages = Pages(rows)
    found = newest(cast(GitHubClient, pages), "/x", cap=300)

    assert list(cast(Any, found.rows)) == list(range(rows))[::-1][:300]
    assert found.complete is (rows <= 300)
    assert pages.asked <= max(1, min(5, -(-rows // 100)))


def test_a_list_of_the_app_that_is_too_long_is_an_error() -> None:
    """A sweep that forgets repositories would not be noticed."""
    # issue 18, 7
    assert len(list(app_pages(cast(GitHubClient, Pages(250)), "/x", 300))) == 3
    with pytest.raises(GitHubError, match="PLANGATE-GITHUB-014"):
        list(app_pages(cast(GitHubClient, Pages(301)), "/x", 300))


def test_who_says_very_much_is_cut_short_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every comment is read, of an account beyond its limit the beginning; what we say stays whole."""
    # issue 19: a thousand long comments took more memory than a worker has
    monkeypatch.setattr(github_pages, "SHORT", 2)
    shorten = shortening(lambda: "plangate[bot]", 10)

    def rows(*said: tuple[str, str]) -> list[dict[str, Any]]:
        return [{"user": {"login": login} if login else None, "body": body} for login, body in said]

    first = rows(
        ("mallory", "12345678"), ("alice", "1234"), ("", "12345678"), ("plangate[bot]", "123456")
    )
    again = rows(("mallory", "1234"), ("alice", "123456"), ("", "123"), ("plangate[bot]", "123456"))

    assert list(shorten(first)) == first
    assert [row["body"] for row in shorten(again)] == ["12", "123456", "12", "123456"]


class Jobs(Pages):
    """The check runs that the workflows of a stranger's pull request made on its commit."""

    def address(self, route: str, **path: object) -> str:
        """The first page."""
        return super().address(route)

    def page(self, route: str, url: str, query: Any = None) -> tuple[Any, str]:
        """One page."""
        told, link = super().page(route, url, query)
        run = {"name": "plangate", "status": "queued", "conclusion": None}
        return {"check_runs": [{"id": n, **run} for n in told["check_runs"]]}, link


def test_our_own_runs_are_asked_for_by_name_with_one_request() -> None:
    """However many of that name there are; without a name all of them are read."""
    jobs = Jobs(1000, "check_runs")
    runs = GitHubCheckRuns(cast(Any, jobs), cast(Any, SimpleNamespace(app_id=1)))

    assert (runs.named("a" * 40, ["plangate"]), jobs.asked) == ((), 1)
    assert (runs.look("a" * 40).ours, jobs.asked) == ((), 11)
