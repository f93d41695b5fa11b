"""How many requests each thing costs, how writes are paced, and which tokens are asked for."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.adapters.github_account import Account
from bot.adapters.github_app import GitHubApp
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_issues import GitHubIssues
from bot.adapters.github_pulls import GitHubPulls
from bot.adapters.github_traffic import Pace, Paces
from bot.domain.listing import Listing
from bot.domain.verdict import Conclusion
from bot.errors import ConfigError, GitHubError, Moved
from bot.ports.github import CheckRun
from tests.adapters.conftest import wrong
from tests.adapters.grounds import EmulatorGround, no_waiting
from tests.testbed.emulator import GitHubEmulator

MARKER = "<!-- plangate:record"


@pytest.fixture
def ground(hub: GitHubEmulator) -> EmulatorGround:
    """One issue, one pull request; the first two requests (repository, token) are over."""
    ground = EmulatorGround(hub)
    issue = ground.open_issue("carol", "Add validation")
    ground.open_pull("bob", {"shop/a.py": "1\n"}, "a", body=f"Closes #{issue}")
    ground.issues.repository()
    ground.client.traffic.calls.clear()
    return ground


def test_each_read_costs_what_the_budget_says(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """15 requests a run are planned: none may be spent unseen.

    Where the answer about links told that there are no reviews or statuses, they are not asked for: once.
    """
    traffic, spent = ground.client.traffic, []
    sha = ground.pulls.pull(2).head_sha
    traffic.calls.clear()
    for ask in (
        ground.issues.repository,
        lambda: ground.issues.issue(1),
        lambda: ground.issues.comments(1),
        lambda: ground.issues.permission("bob"),
        lambda: ground.issues.file("README.md", "main"),
        lambda: ground.issues.open_issues(),
        lambda: ground.issues.changed(datetime(2026, 1, 1, tzinfo=UTC)),
        lambda: ground.pulls.pull(2),
        lambda: ground.pulls.with_head(sha),
        lambda: ground.pulls.open(),
        lambda: ground.pulls.closing(2),
        lambda: ground.pulls.closing(2),
        lambda: ground.pulls.evidence(ground.pulls.pull(2)),
        lambda: ground.pulls.evidence(ground.pulls.pull(2)),
    ):
        before = traffic.count()
        ask()
        spent.append(traffic.count() - before)

    assert spent == [0, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 3, 5]
    assert wrong(hub) == []


def test_each_write_costs_what_the_budget_says(ground: EmulatorGround) -> None:
    """An edit reads before it writes; converging lists the comments once."""
    traffic, spent = ground.client.traffic, []
    sha = ground.pulls.pull(2).head_sha
    posted = ground.issues.post(1, f"{MARKER} -->\n1", MARKER)
    run = CheckRun(sha, Conclusion.FAILURE, "pr:2", "Title", "Summary")
    for write in (
        lambda: ground.issues.post(1, f"{MARKER} -->\n2", MARKER),
        lambda: ground.issues.post(2, f"{MARKER} -->\n3", MARKER, converge=True),
        lambda: ground.issues.edit(posted, f"{MARKER} -->\n4"),
        lambda: ground.issues.label(1, ["a", "b"], []),
        lambda: ground.issues.label(1, ["c"], ["a", "b"]),
        lambda: ground.issues.react(posted.id, "eyes"),
        lambda: ground.pulls.set_check(run, 0),
    ):
        before = traffic.count(), traffic.writes
        write()
        spent.append((traffic.count() - before[0], traffic.writes - before[1]))

    assert spent == [(1, 1), (2, 1), (2, 1), (1, 1), (3, 3), (1, 1), (1, 1)]


def test_long_lists_are_read_page_by_page(ground: EmulatorGround) -> None:
    """100 rows a request, by GitHub's own links."""
    for n in range(101):
        ground.comment("carol", 1, f"+{n}")
    found = ground.issues.comments(1).rows

    assert [c.body for c in found] == [f"+{n}" for n in range(101)]
    assert ground.client.traffic.count() == 2


def test_a_renamed_repository_is_followed(hub: GitHubEmulator) -> None:
    """PyGithub follows a 301 but drops the query; so the new name is learnt before any query."""
    hub.push_file("bob", "README.md", "# Draft\n", branch="draft")
    moved = {"location": f"{hub.url}/repos/{hub.repo}"}
    hub.fail("/repos/acme/old$", status=301, headers=moved)
    client = GitHubClient("acme/old", TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())
    issues = GitHubIssues(client, Account(client))

    assert issues.file("README.md", "draft") == "# Draft\n"
    assert issues.repository().full_name == "acme/shop"


def test_another_host_is_not_followed(hub: GitHubEmulator) -> None:
    """A token goes to the host it was given for, and nowhere else."""
    hub.fail("/repos/acme/shop$", status=301, headers={"location": "http://example.test/"})
    client = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())

    with pytest.raises(GitHubError, match="PLANGATE-GITHUB-009"):
        GitHubIssues(client, Account(client)).repository()


@pytest.mark.parametrize("name", ["acme", "acme/shop/x", "acme/..", "acme/a?b", "/shop", "a b/c"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    """It would end up in addresses."""
    with pytest.raises(GitHubError, match="PLANGATE-GITHUB-012"):
        GitHubClient(name, TokenAuth("tok"))


def test_the_apps_name_costs_nothing(ground: EmulatorGround) -> None:
    """The installation tells who we are; GraphQL is not asked."""
    account = Account(ground.client)

    assert (account.login, account.app_id) == ("plangate[bot]", 12345)
    assert ground.client.traffic.count() == 0


def test_one_query_tells_name_and_links(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """A pull request's run asks GraphQL once, whichever of the two is wanted first."""
    client = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())
    account = Account(client)
    pulls = GitHubPulls(client, account)
    pulls.pull(2)
    asked: list[str] = []
    both = {
        "viewer": {"login": "bob"},
        "repository": {"pullRequest": {"closingIssuesReferences": {"nodes": []}}},
    }

    def answer(query: str, variables: object) -> dict[str, Any]:
        asked.append(query)
        return {"data": both}

    client.graphql = answer  # type: ignore[method-assign]

    assert (account.login, pulls.closing(2).rows) == ("bob", ())
    assert len(asked) == 1


NAMES = [
    ("ghs_job", "github-actions", "github-actions[bot]"),
    ("ghs_job", "github-actions[bot]", "github-actions[bot]"),
    ("ghp_person", "plangate", "plangate"),
]


@pytest.mark.parametrize(("token", "viewer", "expected"), NAMES)
def test_a_bots_name_is_that_of_its_comments(token: str, viewer: str, expected: str) -> None:
    """GraphQL may leave out `[bot]`; a person who is called like a bot is not taken for it."""
    client = GitHubClient("acme/shop", TokenAuth(token), "http://localhost:9", no_waiting())
    client.learn({"full_name": "acme/shop", "id": 1, "default_branch": "main"})
    client.graphql = lambda query, variables: {"data": {"viewer": {"login": viewer}}}  # type: ignore[method-assign]

    assert Account(client).login == expected


def test_without_graphql_the_name_is_asked_elsewhere(hub: GitHubEmulator) -> None:
    """Old servers and narrow tokens: GET /user, then what the settings say; links are unknown."""
    hub.fail("/graphql", status=404, times=9)
    person = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())
    job = GitHubClient(hub.repo, TokenAuth(hub.installation_token()), hub.url, no_waiting())

    assert Account(person).login == "bob"
    assert Account(job, fallback_login="github-actions[bot]").login == "github-actions[bot]"
    assert Account(job).closing(1) == Listing(complete=False)


def test_an_outage_is_no_name(hub: GitHubEmulator) -> None:
    """Where GitHub fails to say who we are, nobody is taken for us: we would write everything twice."""
    # issue 19: 5xx
    hub.fail("/graphql", status=502, times=9)
    hub.fail("/user$", status=502, times=9)
    job = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())

    with pytest.raises(GitHubError, match="PLANGATE-GITHUB-007"):
        Account(job, fallback_login="github-actions[bot]").login  # noqa: B018


def test_writes_keep_their_distance() -> None:
    """GitHub asks for a second between writes; reads do not wait, and the first write does not."""
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(interval=1.0, sleep=sleep, monotonic=lambda: now[0])
    pace.before_write()
    now[0] += 0.25
    pace.before_write()
    now[0] += 5
    pace.before_write()

    assert slept == [0.75]


def test_writes_keep_their_distance_from_other_processes() -> None:
    """The turn of all processes counts; without it, its own pace goes on."""
    # issue 7: rate care
    slept: list[float] = []
    turns = [0.0, 3.0]

    def turn(interval: float) -> float:
        assert interval == 1.0
        return turns.pop(0)  # then the database is away

    pace = Pace(1.0, sleep=slept.append, monotonic=lambda: 100.0, turn=turn)
    for _ in range(3):
        pace.before_write()

    assert slept == [3.0, 2.0]


def test_a_session_takes_its_turn() -> None:
    """Every write of the service asks for its account's turn, by the account's name in small letters."""
    # issue 7: rate care
    asked: list[tuple[str, float]] = []

    def turn(account: str, interval: float) -> float:
        asked.append((account, interval))
        return 0.0

    paces = Paces(0.5)
    paces.turn = turn
    paces.of("Acme").before_write()

    assert asked == [("acme", 0.5)]


def test_tokens_carry_the_least(hub: GitHubEmulator) -> None:
    """One repository, and no more permissions than we need or have."""
    ground = EmulatorGround(hub)
    ground.issues.repository()
    minted = [e for e in hub.exchanges() if e["url"].endswith("/access_tokens")]
    asked = json.loads(minted[0]["request_body"])

    assert asked["repositories"] == ["shop"]
    assert asked["permissions"] == {
        "actions": "read",
        "checks": "write",
        "contents": "read",
        "issues": "write",
        "metadata": "read",
        "pull_requests": "write",
        "statuses": "read",
    }


def test_a_token_is_kept_until_five_minutes_before_its_end(hub: GitHubEmulator) -> None:
    """Minting costs a signature and a request: all clients of a process share the token."""
    elapsed = [0.0]
    app = GitHubApp(str(hub.app_id), hub.key, hub.url, monotonic=lambda: elapsed[0])
    first = app.token(hub.repo)
    elapsed[0] = 3600 - 305
    kept = app.token(hub.repo)
    elapsed[0] = 3600 - 295
    renewed = app.token(hub.repo)

    assert kept == first
    assert renewed != first


@pytest.mark.parametrize("wrong", [-86_400.0, -3600.0, 600.0, 86_400.0], ids="{:+.0f} s".format)
def test_a_wrong_clock_costs_no_token_a_request_and_keeps_none_too_long(
    hub: GitHubEmulator, wrong: float
) -> None:
    """However far our clock is off or jumps: one token a minute at most, and none after its hour."""
    # F16
    elapsed, off = [0.0], [wrong]

    def clock() -> float:
        return datetime.now(UTC).timestamp() + off[0]  # noqa: TID251 - the emulator's clock runs

    app = GitHubApp(str(hub.app_id), hub.key, hub.url, now=clock, monotonic=lambda: elapsed[0])
    first = app.token(hub.repo)
    off[0] = -wrong
    elapsed[0] = 59.0
    soon = app.token(hub.repo)
    elapsed[0] = 3301.0

    assert soon == first
    assert app.token(hub.repo) != first


def test_a_token_is_asked_for_by_the_repositorys_id(hub: GitHubEmulator) -> None:
    """Where the event told the id, the token does not depend on a name that may have changed."""
    # F12
    number = hub.request("GET", f"/repos/{hub.repo}")["id"]
    hub.control("DELETE", "/exchanges")
    app = GitHubApp(str(hub.app_id), hub.key, hub.url)
    assert app.auth(hub.repo, number).token
    [minted] = [e for e in hub.exchanges() if e["url"].endswith("/access_tokens")]
    asked = json.loads(minted["request_body"])

    assert asked["repository_ids"] == [number]
    assert "repositories" not in asked
    assert wrong(hub) == []


@pytest.mark.parametrize("status", [307, 308, 302])
def test_a_write_under_a_former_name_is_no_success(hub: GitHubEmulator, status: int) -> None:
    """GitHub answers a renamed repository's writes with a redirection: nothing was written, try again."""
    # F12
    moved = {"location": f"{hub.url}/repositories/1/issues/1/comments"}
    client = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())
    hub.fail("/comments$", method="POST", status=status, headers=moved)

    with pytest.raises(Moved, match="has moved"):
        client.write("POST", "/repos/{repo}/issues/{number}/comments", {"body": "x"}, number=1)


def test_a_broken_key_is_a_matter_of_configuration() -> None:
    """The key is read when the App is made, not at the first request."""
    with pytest.raises(ConfigError, match="private key"):
        GitHubApp("1", "-----BEGIN NONSENSE-----")
