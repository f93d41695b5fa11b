"""Half an answer of GraphQL: whatever GitHub does not tell leaves a list open, and never makes it shorter."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from bot.domain.listing import Listing
from tests.adapters.grounds import asking
from tests.adapters.tape import CASSETTES, exchanges

Json = dict[str, Any]
Path = list[str | int]
NUMBER = 2


def whole() -> Json:
    """The recorded answer on a pull request, with more in its lists, and one for each other question."""
    asked = (one["response_body"] for one in exchanges(CASSETTES / "pull.yaml"))
    first = next(body["data"] for body in asked if "viewer" in body.get("data", ()))
    pull = first["repository"]["pullRequest"]
    commit = pull["commits"]["nodes"][0]["commit"]
    by_dave = copy.deepcopy(commit)
    by_dave["checkSuites"]["nodes"] = [
        {"push": None}, {"push": {"pusher": {"__typename": "User", "login": "dave"}}},
    ]  # fmt: skip
    by_dave["authors"]["nodes"] = [{"user": None}, {"user": {"login": "alice"}}]
    older = {"nodes": [{"commit": by_dave}], "pageInfo": {"hasPreviousPage": False}}
    pull["commits"]["pageInfo"]["hasPreviousPage"] = True
    pull["turned"]["nodes"] = [{"createdAt": "2026-11-20T12:00:00Z"}]
    links, siblings = pull["closingIssuesReferences"], pull["repository"]["open"]
    links["nodes"].append({**links["nodes"][0], "number": 4})
    siblings["nodes"].append({**siblings["nodes"][0], "number": 3})
    entries = [
        {"pullRequest": {"number": n}, "headCommit": {"oid": "c" * 40}, "baseCommit": None}
        for n in (2, 3)
    ]
    queue = {"entries": {"nodes": entries, "pageInfo": {"hasNextPage": False}}}
    return {
        "pull": first,
        "older": {"repository": {"pullRequest": {"commits": older}}},
        "queue": {"repository": {"mergeQueue": queue}},
        "actions": {"repository": {"p0_0": None, "p0_1": {"__typename": "Blob"}}},
    }


WHOLE = whole()
HEAD = WHOLE["pull"]["repository"]["pullRequest"]["headRefOid"]


def parts(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every part that may be null; of a plain value that may not be, the part around it is null."""
    if node is None or isinstance(node, dict | list):
        yield path, node
    inner = enumerate(node) if isinstance(node, list) else ()
    for key, value in node.items() if isinstance(node, dict) else inner:
        yield from parts(value, [*path, key])


PARTS = {
    ".".join(map(str, path)): path
    for question, answer in WHOLE.items()
    for path, _ in parts(answer, [question])
}
UNSAID = {f"{name}, unsaid": path for name, path in PARTS.items() if path[-1] in {"nodes", 0, 1}}


def known(answers: Json, errors: list[Json], where: str = "") -> dict[str, Listing[Any]]:
    """What the adapter knows by these answers; not complete what keeps the gate closed, or is asked again."""

    def graphql(_: str, variables: Json) -> Json:
        told = {"before": "older", "branch": "queue", "p0_0": "actions"}
        question = next((told[v] for v in variables if v in told), "pull")
        found = errors if question == where else []
        return copy.deepcopy({"data": answers[question], "errors": found})

    account = asking(graphql)
    links, alone = account.closing(NUMBER), account.alone(HEAD)
    waiting = account.waiting(NUMBER)
    return {
        "links": links,
        "turned": Listing((account.turned_at(NUMBER),), links.complete),
        "alone": Listing((alone,), bool(alone)),
        "waiting": Listing((waiting,), not waiting),
        "no status": Listing((), account.statusless(NUMBER, HEAD)),
        "no review": Listing((), account.unreviewed(NUMBER)),
        "hands": account.pushers(NUMBER, HEAD),
        "queue": account.queued("main"),
        "actions": account.local_actions(("tools",), HEAD),
    }


def test_what_is_null_in_a_whole_answer_is_told() -> None:
    """A suite that no push began, an author without an account, an entry whose commit is not made yet."""
    found = known(WHOLE, [])

    assert found["hands"] == Listing(("dave", "alice", "bob"))
    assert [name for name in ("links", "queue", "actions") if not found[name].complete] == []
    assert (len(found["links"].rows), len(found["queue"].rows)) == (2, 2)


@pytest.mark.parametrize("name", [*PARTS, *UNSAID])
def test_half_an_answer_tells_the_same_or_says_that_it_is_not_whole(name: str) -> None:
    """Whichever part is null, with GitHub's error or without a word; less is never taken for all."""
    path = (PARTS | UNSAID)[name]
    answers = copy.deepcopy(WHOLE)
    place: Any = answers
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = None
    error = {"type": "RESOURCE_LIMITS_EXCEEDED", "path": path[1:]}

    found = known(answers, [error] if name in PARTS else [], str(path[0]))

    expected = known(WHOLE, [])
    assert [n for n, told in found.items() if told.complete and told != expected[n]] == []
