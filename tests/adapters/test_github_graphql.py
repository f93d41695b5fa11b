"""What GraphQL answers: whatever it does not tell is unknown, and never taken for nothing."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.adapters.github_account import Account
from bot.adapters.github_graphql import (
    HomeAnswer,
    alone_on,
    edits_of,
    home_of,
    links_of,
    statusless,
    told,
)
from bot.adapters.github_trails import labelled, trail
from bot.domain.listing import Listing
from bot.domain.people import GHOST, LastEdit, Trail
from tests.adapters.grounds import asking
from tests.growth import grows

HEAD, TIP = "a" * 40, "b" * 40
Json = dict[str, Any]


def linking(*named: str, more: bool = False) -> Json:
    """A pull request with the issues that GitHub links to it, as `owner/repo#number`."""
    nodes = [
        {"number": int(n.partition("#")[2]), "repository": {"nameWithOwner": n.partition("#")[0]}}
        for n in named
    ]
    told = {"nodes": nodes, "pageInfo": {"hasNextPage": more}}
    return {"closingIssuesReferences": told}


def test_links_are_those_of_the_same_repository() -> None:
    """GitHub ignores case in names, and names issues elsewhere, too."""
    told = linking("Acme/Shop#9", "acme/shop#7", "acme/plans#1")

    assert links_of(told, "acme/shop") == Listing((7, 9))


def by(login: str | None, diff: str | None, **more: Any) -> Json:
    """One version of a text; a deleted one has no `diff`."""
    editor = login and {"__typename": "User", "login": login}
    return {"editedAt": "2026-11-20T12:00:00Z", "diff": diff, "editor": editor, **more}


def test_a_deleted_version_is_no_empty_text() -> None:
    """Its editor is told still; a version that is really empty says nothing."""
    nodes = [by("bob", ""), by("alice", None)]
    versions = edits_of({"node": {"userContentEdits": {"nodes": nodes}}})

    assert [(v.by and v.by.login, v.body) for v in versions.rows] == [("alice", None), ("bob", "")]


@pytest.mark.parametrize("node", [None, by("alice", "/plan reject", editedAt=None)])
def test_of_a_version_that_cannot_be_read_the_whole_history_is_unknown(node: Json | None) -> None:
    """It may be anybody's, and say anything."""
    nodes = [by("bob", "ok"), node]

    assert edits_of({"node": {"userContentEdits": {"nodes": nodes}}}) == Listing(complete=False)


NO_LINKS = [{}, {"closingIssuesReferences": None}, linking("acme/shop#7", more=True)]


@pytest.mark.parametrize("pull", NO_LINKS)
def test_links_that_are_not_told_or_go_on_are_not_complete(pull: Json) -> None:
    """Nobody knows what else a merge would close."""
    # issue 18, 7
    assert not links_of(pull, "acme/shop").complete


def on_commit(*numbers: int, heads: str = HEAD, more: bool = False, oid: str = HEAD) -> Json:
    """The open pull requests beside one with this head commit."""
    nodes = [{"number": n, "headRefOid": heads} for n in numbers]
    found = {"nodes": nodes, "pageInfo": {"hasNextPage": more}}
    return {"head": {"nodes": [{"commit": {"oid": oid}}]}, "repository": {"open": found}}


UNSURE: dict[str, Json] = {
    "another pull request": on_commit(8, 9),
    "not even this one, as once it is closed": on_commit(),
    "more than were listed": on_commit(8, more=True),
    "this one by another head": on_commit(8, heads=TIP),
    "nobody told": {**on_commit(8), "repository": None},
    "no commit": {**on_commit(8), "head": {"nodes": []}},
    "no answer": {},
}


@pytest.mark.parametrize("pull", UNSURE.values(), ids=UNSURE)
def test_alone_is_only_who_is_known_to_be(pull: Json) -> None:
    """Else all open pull requests are listed."""
    # issue 18, 7
    assert alone_on(pull, 8) == ""


def test_a_pull_request_with_the_commit_further_down_is_no_sibling() -> None:
    """Only who has this very commit as its head shares the check."""
    pull = on_commit(8)
    pull["repository"]["open"]["nodes"].append({"number": 9, "headRefOid": TIP})

    assert alone_on(pull, 8) == HEAD


class Told(Account):
    """An account that was told of so many pull requests, each alone on a commit of its own."""

    def __init__(self, size: int) -> None:
        """Every answer has been learned."""
        super().__init__(cast(Any, SimpleNamespace(full_name="acme/shop", allowance=None)))
        for number in range(size):
            self.learn(number, f"{number:040}")

    def learn(self, number: int, sha: str) -> None:
        """Hear that a pull request is alone on a commit."""
        answer = {"repository": {"pullRequest": on_commit(number, heads=sha, oid=sha)}}
        self._look = lambda issues, pull=0: answer  # type: ignore[method-assign]
        self._learn(number)


def test_who_is_alone_on_a_commit_is_found_without_looking_through_all() -> None:
    """Four times as many pull requests take about four times as long; only the newest head counts."""
    # issue 19

    def found(account: Told) -> None:
        assert all(account.alone(f"{n:040}") == n for n in range(len(account._pulls)))

    assert not grows(found, Told, 200)
    moved = Told(2)
    moved.learn(1, HEAD)
    assert (moved.alone(HEAD), moved.alone(f"{1:040}")) == (1, 0)


def with_status(status: Json | None) -> Json:
    return {"head": {"nodes": [{"commit": {"oid": HEAD, "status": status}}]}}


def test_null_says_that_a_commit_has_no_status() -> None:
    """Any other answer says nothing of the kind, and they are listed."""
    # issue 18, 7
    assert statusless(with_status(None)) == HEAD
    assert [statusless(p) for p in (with_status({"id": "S"}), on_commit(8), {})] == ["", "", ""]


REFUSED: dict[str, Json] = {
    "with its path": {"path": ["pull", "head", "nodes", 0, "commit", "status"]},
    "in a field below it": {"path": ["pull", "head", "nodes", 0, "commit", "status", "id"]},
}


@pytest.mark.parametrize("error", REFUSED.values(), ids=REFUSED)
def test_what_github_refused_to_tell_is_not_taken_for_nothing(error: Json) -> None:
    """There GraphQL writes null too, and names the field in its errors."""
    # issue 18, 7
    answer = told({"pull": with_status(None), "policy": None}, [error])

    assert statusless(answer["pull"]) == ""
    assert "policy" in answer
    assert told({}, [error]) == {}


def test_a_refused_policy_file_is_unknown_and_not_missing() -> None:
    """Without the file's text the defaults would hold."""
    # issue 18, 1
    home = {"defaultBranchRef": {"target": {"oid": TIP}}, "policy": None}
    answer = told({"repository": home}, [{"type": "FORBIDDEN", "path": ["repository", "policy"]}])

    assert home_of(answer["repository"]) is None


FILES: dict[str, tuple[Json, HomeAnswer]] = {
    "a file": (
        {"text": "store: body", "isTruncated": False},
        HomeAnswer(TIP, "store: body", True),
    ),
    "an empty file": ({"text": "", "isTruncated": False}, HomeAnswer(TIP, "", True)),
    "no file": (None, HomeAnswer(TIP, None, True)),  # type: ignore[dict-item]
    "a file too large": ({"text": "x", "isTruncated": True}, HomeAnswer(TIP)),
    "bytes": ({"text": None, "isBinary": True}, HomeAnswer(TIP)),
    "a folder": ({}, HomeAnswer(TIP)),
}


@pytest.mark.parametrize(("file", "expected"), FILES.values(), ids=FILES)
def test_the_policy_file_is_told_whole_or_not_at_all(file: Json, expected: HomeAnswer) -> None:
    """What is cut, or is no text, is asked for again in the other way."""
    branch = {"name": "main", "target": {"oid": TIP}}

    assert home_of({"defaultBranchRef": branch, "policy": file}) == expected


@pytest.mark.parametrize("repository", [{}, {"policy": None}, {"defaultBranchRef": None}])
def test_without_a_default_branch_nothing_is_told_of_its_file(repository: Json) -> None:
    """An empty repository, or no answer."""
    assert home_of(repository) is None


ACTOR, AUTHOR = {"actor": {"login": "bob"}}, "deletedCommentAuthor"
DELETED: dict[str, tuple[Json, str]] = {
    "a stranger's": (ACTOR | {AUTHOR: {"login": "carol"}}, "carol"),
    "somebody's who has left": (ACTOR | {AUTHOR: None}, GHOST),
    "refused": (ACTOR, ""),
    "neither is named": ({"actor": None, AUTHOR: None}, ""),
}


@pytest.mark.parametrize(("row", "author"), DELETED.values(), ids=DELETED)
def test_whose_comment_was_deleted(row: Json, author: str) -> None:
    """Nobody is named for a deleted account, which may approve nothing; what is not told is unknown."""
    gone = Listing(({"createdAt": "2026-11-20T12:00:00Z", **row},))
    [found] = trail({}, Listing(), gone, "plangate[bot]").deletions

    assert (found.author.login if found.author else "") == author


@pytest.mark.parametrize("untold", [{}, {"createdAt": "2026-11-20T12:00:00Z", **ACTOR}])
def test_nobody_is_known_for_a_label_before_an_event_that_is_not_told(untold: Json) -> None:
    """Somebody else may have given it again since."""
    given = [ACTOR | {"label": {"name": name}} for name in ("No-Plan", "early")]

    assert labelled(given) == {"no-plan": "bob", "early": "bob"}
    assert labelled([given[0], untold, given[1]]) == {"early": "bob"}


LIST: Json = {"nodes": [], "pageInfo": {"hasPreviousPage": False}}
WHOLE: Json = {"lastEditedAt": None, "given": LIST, "gone": LIST, "first": LIST, "newest": LIST}
PATH = ["repository", "i1", "first", "nodes"]
ME: Json = {"viewer": {"login": "plangate"}}
TOO_MUCH: dict[str, Json] = {
    "nothing": {"data": None, "errors": [{"message": "This may be the result of a timeout"}]},
    "null": {"data": {**ME, "repository": {"i1": None}}, "errors": [{"path": PATH[:2]}]},
    "a part": {
        "data": {**ME, "repository": {"i1": {**WHOLE, "first": {"nodes": None}}}},
        "errors": [{"type": "RESOURCE_LIMITS_EXCEEDED", "path": PATH}],
    },
}


@pytest.mark.parametrize("answer", TOO_MUCH.values(), ids=TOO_MUCH)
def test_an_issue_is_asked_for_alone_where_a_pull_request_was_too_much(answer: Json) -> None:
    """Whoever opens a pull request with very many commits takes nothing from the issue that it names."""
    asked = []

    def graphql(_: str, variables: Json) -> Json:
        asked.append("number" in variables)
        alone = {"data": {**ME, "repository": {"i1": WHOLE}}}
        return copy.deepcopy(answer if asked[-1] else alone)

    account = asking(graphql)

    assert not account.closing(66, (1,)).complete
    asked.clear()
    assert account.trail(1) == Trail(body=LastEdit())
    assert asked == [False]
