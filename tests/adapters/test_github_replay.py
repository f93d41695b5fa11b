"""The main reads against saved HTTP: no emulator, no network, GitHub's own address."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.adapters.github_account import Account
from bot.adapters.github_issues import GitHubIssues
from bot.adapters.github_pulls import GitHubPulls
from bot.adapters.github_tree import BlobCache, GitHubWorkspace
from bot.domain.facts import Permission
from bot.errors import NotFound
from tests.adapters.tape import CASSETTES, exchanges, playing
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.openapi import violations

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
Hub = Callable[[], GitHubEmulator]


@pytest.fixture
def hub(request: pytest.FixtureRequest) -> Hub:
    """The emulator, started only when something is recorded."""

    def fresh() -> GitHubEmulator:
        process: GitHubEmulator = request.getfixturevalue("hub_process")
        process.reset()
        return process

    return fresh


def planned_issue(hub: GitHubEmulator) -> None:
    issue = {"title": "Add validation", "body": "The cart.", "labels": ["plan", "bug"]}
    at = f"/repos/{hub.repo}/issues"
    hub.request("POST", at, issue, login="bob")
    hub.request("POST", f"{at}/1/comments", {"body": "Ünïcode 🎉"}, login="carol")
    hub.request("POST", f"{at}/1/comments", {"body": "Seen."}, login="bob")


def linked_pull(hub: GitHubEmulator) -> None:
    planned_issue(hub)
    files = {"shop/cart.py": "class Cart: ...\n", "tests/test_count.py": "def test(): ...\n"}
    pull = hub.open_pull("bob", files, branch="cart", body="Closes #1")
    review = {"event": "APPROVE", "body": "Fine."}
    hub.request("POST", f"/repos/{hub.repo}/pulls/{pull}/reviews", review)
    hub.ci(hub.head("cart"), "test", "success")
    status = {"context": "deploy", "state": "pending"}
    hub.request("POST", f"/repos/{hub.repo}/statuses/{hub.head('cart')}", status)


def test_issue(hub: Hub) -> None:
    """An issue with its labels and comments; a token's comments are those of its person."""
    with playing("issue", hub, planned_issue) as client:
        issues = GitHubIssues(client, Account(client))
        issue, comments = issues.issue(1), issues.comments(1).rows

    assert (issue.title, issue.body, issue.labels) == (
        "Add validation",
        "The cart.",
        frozenset({"plan", "bug"}),
    )
    assert issue.url.endswith("/acme/shop/issues/1")
    assert [(c.author.login, c.body, c.ours) for c in comments] == [
        ("carol", "Ünïcode 🎉", False),
        ("bob", "Seen.", True),
    ]


def test_missing(hub: Hub) -> None:
    """404 becomes NotFound."""
    with playing("missing", hub, planned_issue) as client, pytest.raises(NotFound):
        GitHubIssues(client, Account(client)).issue(99)


def test_permissions(hub: Hub) -> None:
    """The booleans tell maintain from write and triage from read; nobody is nobody."""
    with playing("permissions", hub, planned_issue) as client:
        issues = GitHubIssues(client, Account(client))
        found = [issues.permission(login) for login in ("alice", "trent", "no-such-person")]

    assert found == [Permission.ADMIN, Permission.TRIAGE, Permission.NONE]


def test_changed(hub: Hub) -> None:
    """Pull requests are told by their key in the common list."""
    with playing("changed", hub, linked_pull) as client:
        found = GitHubIssues(client, Account(client)).changed(LONG_AGO).rows

    assert {(c.number, c.is_pull) for c in found} == {(1, False), (2, True)}


def test_file(hub: Hub) -> None:
    """A file by path and ref, and none."""
    with playing("file", hub, planned_issue) as client:
        issues = GitHubIssues(client, Account(client))
        found = [issues.file("README.md", "main"), issues.file(".github/plangate.yml", "main")]

    assert found == ["# Shop\n\nA small web shop: catalogue, cart, checkout.\n", None]


def test_pull(hub: Hub) -> None:
    """A pull request with all its evidence, and the issue GitHub links to it."""
    with playing("pull", hub, linked_pull) as client:
        pulls = GitHubPulls(client, Account(client))
        bare = pulls.pull(2)
        closing, pull = pulls.closing(2).rows, pulls.evidence(bare)
        same = pulls.with_head(bare.head_sha).rows

    assert closing == (1,)
    assert {(f.path, f.status, f.added.names) for f in pull.files} == {
        ("shop/cart.py", "modified", ()),
        ("tests/test_count.py", "added", ("test",)),
    }
    assert [(r.author.login, r.state) for r in pull.reviews] == [("alice", "APPROVED")]
    assert {(c.name, c.status, c.conclusion) for c in pull.checks} == {
        ("test", "completed", "success"),
        ("deploy", "in_progress", ""),
    }
    assert [p.number for p in same] == [2]


def test_tree(hub: Hub) -> None:
    """The tree in one request, a blob in another."""
    with playing("tree", hub, planned_issue) as client:
        workspace = GitHubWorkspace(client, BlobCache())
        paths, texts = workspace.paths(), workspace.texts(["shop/cart.py"], 11)

    assert "shop/payment/gateway.py" in paths
    assert texts == {"shop/cart.py": "class Cart:"}


@pytest.mark.parametrize("path", sorted(CASSETTES.glob("*.yaml")), ids=lambda path: path.stem)
def test_cassettes_keep_to_githubs_description(path: Path) -> None:
    """What was recorded is what GitHub's OpenAPI description says, and holds no secret."""
    assert violations(exchanges(path), base="https://api.github.com") == []
    text = path.read_text(encoding="utf-8")
    assert "tok_" not in text
    assert "localhost" not in text
