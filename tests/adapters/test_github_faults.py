"""GitHub fails, stays silent or refuses: what the client tries again, and what it must not."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bot.adapters.github_account import Account
from bot.adapters.github_app import GitHubApp
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_issues import GitHubIssues
from bot.adapters.github_pulls import GitHubPulls
from bot.adapters.github_traffic import Call, Pace
from bot.domain.verdict import Conclusion
from bot.errors import GitHubError, Moved, NotFound, PermissionMissing, RateLimited
from bot.ports.github import CheckRun
from tests.adapters.grounds import EmulatorGround, no_waiting
from tests.testbed.emulator import GitHubEmulator

MARKER = "<!-- plangate:record"
BODY = f"{MARKER} sum=0123456789ab -->\nText"
COMMENTS = "/issues/1/comments"
LOST: dict[str, dict[str, Any]] = {
    "502 before": {"status": 502},
    "502 after": {"status": 502, "after": True},
    "dropped before": {"drop": True},
    "dropped after": {"drop": True, "after": True},
    "late, after our time-out": {"delay_ms": 1400},
    "half an answer": {"status": 201, "body": '{"id": 1, "bo', "after": True},
    "an empty answer": {"status": 201, "body": "", "after": True},
}
SILENCES = {"PLANGATE-GITHUB-007", "PLANGATE-GITHUB-008"}


@pytest.fixture
def ground(hub: GitHubEmulator) -> EmulatorGround:
    ground = EmulatorGround(hub)
    ground.open_issue("carol", "Add validation")
    return ground


def by_token(hub: GitHubEmulator, token: str) -> GitHubClient:
    return GitHubClient(hub.repo, TokenAuth(token), hub.url, no_waiting())


def impatient(hub: GitHubEmulator) -> GitHubClient:
    """A client that gives up after a second, and then sleeps for one at most."""
    pace = Pace(interval=0, sleep=lambda seconds: time.sleep(min(seconds, 1)))
    return GitHubClient(hub.repo, TokenAuth(hub.installation_token()), hub.url, pace, timeout=1)


def issues_of(client: GitHubClient) -> GitHubIssues:
    return GitHubIssues(client, Account(client))


@pytest.mark.parametrize("fault", LOST.values(), ids=LOST.keys())
def test_a_lost_answer_never_doubles_a_comment(
    hub: GitHubEmulator, ground: EmulatorGround, fault: dict[str, Any]
) -> None:
    """PyGithub would send the POST again; we look for our marker first, and not too early."""
    issues = issues_of(impatient(hub))
    hub.fail(COMMENTS, method="POST", **fault)
    posted = issues.post(1, BODY, MARKER)
    time.sleep(fault.get("delay_ms", 0) / 2000)

    assert [c.id for c in ground.issues.comments(1).rows] == [posted.id]


def test_a_refused_write_stands_in_the_log(
    hub: GitHubEmulator, ground: EmulatorGround, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal that a caller may live with (an early check) is never silent."""
    hub.fail(COMMENTS, method="POST", status=403)
    with pytest.raises(GitHubError):
        issues_of(by_token(hub, hub.installation_token())).post(1, BODY, MARKER)

    warned = [r.getMessage() for r in caplog.records if r.levelname == "WARNING"]
    assert any(line.startswith("POST ") and line.endswith("-> 403") for line in warned)


@pytest.mark.parametrize("fault", LOST.values(), ids=LOST.keys())
def test_a_lost_answer_never_loses_an_edit(
    hub: GitHubEmulator, ground: EmulatorGround, fault: dict[str, Any]
) -> None:
    """After an unknown outcome the comment is read: what says the new text already is adopted."""
    issues = issues_of(impatient(hub))
    posted = issues.post(1, BODY, MARKER)
    hub.fail("/issues/comments/", method="PATCH", **fault)
    edited = issues.edit(posted, BODY + " more")

    assert edited.body == BODY + " more"
    assert ground.issues.comments(1).rows == (edited,)


def test_an_edit_does_not_write_over_what_came_meanwhile(
    hub: GitHubEmulator, ground: EmulatorGround
) -> None:
    """The PATCH failed, and somebody ticked a box before the second try: that is a move."""
    posted = ground.issues.post(1, BODY, MARKER)
    hub.fail("/issues/comments/", method="PATCH", status=502)
    ticks = lambda seconds: ground.edit_comment("bob", posted.id, BODY + " [x]")  # noqa: E731
    ground.client.pace = Pace(interval=0, sleep=ticks)

    with pytest.raises(Moved):
        ground.issues.edit(posted, BODY + " more")
    assert ground.issues.comments(1).rows[0].body == BODY + " [x]"


def test_an_edit_of_an_issue_does_not_write_over_what_came_meanwhile(
    hub: GitHubEmulator, ground: EmulatorGround
) -> None:
    """The PATCH failed, and the author changed the issue before the second try: that is a move."""
    path, issue = f"/repos/{hub.repo}/issues/1", ground.issues.issue(1)
    hub.fail("/issues/1", method="PATCH", status=502)
    author = lambda seconds: hub.request("PATCH", path, {"body": "Mine"}, login="bob")  # noqa: E731
    ground.client.pace = Pace(interval=0, sleep=author)

    with pytest.raises(Moved):
        ground.issues.edit_body(issue, "Ours")
    assert ground.issues.issue(1).body == "Mine"


@pytest.mark.parametrize("fault", [{"status": 502, "after": True}, {"drop": True, "after": True}])
def test_a_lost_answer_never_doubles_a_check(
    hub: GitHubEmulator, ground: EmulatorGround, fault: dict[str, Any]
) -> None:
    """The check run is found by its external id."""
    pull = ground.pulls.pull(ground.open_pull("bob", {"shop/a.py": "1\n"}, "a"))
    run = CheckRun(pull.head_sha, Conclusion.FAILURE, "pr:2 rev:1", "Title", "Summary")
    hub.fail("/check-runs", method="POST", **fault)
    ground.pulls.set_check(run, 0)
    path = f"/repos/{hub.repo}/commits/{pull.head_sha}/check-runs?filter=all"

    assert hub.request("GET", path)["total_count"] == 1


def test_labels_and_reactions_may_be_sent_again(
    hub: GitHubEmulator, ground: EmulatorGround
) -> None:
    """Doing them twice changes nothing, so a lost answer is simply asked for again."""
    comment = ground.comment("carol", 1, "1a")
    hub.fail("/labels", method="POST", status=502, after=True)
    hub.fail("/labels/", method="DELETE", drop=True, after=True)
    hub.fail("/reactions", method="POST", status=500)
    ground.issues.label(1, ["plan", "stage: planning"], ["plan"])
    ground.issues.react(comment, "eyes")

    assert ground.issues.issue(1).labels == {"stage: planning"}


def test_a_write_that_keeps_failing_ends(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """Two tries, then an error with exit code 5; nothing was written."""
    hub.fail(COMMENTS, method="POST", status=503, times=9)

    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-007") as failed:
        ground.issues.post(1, BODY, MARKER)
    assert failed.value.exit_code == 5
    assert ground.client.traffic.count("POST") == 2
    assert ground.issues.comments(1).rows == ()


@pytest.mark.parametrize(
    "fault",
    [{"status": 502}, {"drop": True}, {"status": 200, "body": ""}, {"status": 200, "body": "[{"}],
    ids=["502", "dropped", "empty", "half"],
)
def test_reads_are_tried_three_times(
    hub: GitHubEmulator,
    ground: EmulatorGround,
    caplog: pytest.LogCaptureFixture,
    fault: dict[str, Any],
) -> None:
    """Two failures are survived, and stand in the log; a third is not."""
    hub.fail("/issues/1$", method="GET", times=2, **fault)
    assert ground.issues.issue(1).title == "Add validation"
    assert [r.getMessage()[:19] in SILENCES for r in caplog.records] == [True] * 2

    hub.fail("/issues/1$", method="GET", times=3, **fault)
    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-00[78]"):
        ground.issues.issue(1)


def test_a_list_that_is_not_shown_in_time_is_asked_for_once(
    hub: GitHubEmulator, ground: EmulatorGround
) -> None:
    """Anybody can make a list slow, such as the files of their pull request: it costs the time of one try."""
    client = impatient(hub)
    hub.fail(COMMENTS, method="GET", delay_ms=1400, times=9)
    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-008"):
        issues_of(client).comments(1)

    assert [c.route for c in client.traffic.calls].count(
        "/repos/{repo}/issues/{number}/comments"
    ) == 1


def test_a_short_wait_is_waited_out(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """A read waits as long as Retry-After says, where that is short."""
    slept: list[float] = []
    ground.client.pace = Pace(interval=0, sleep=slept.append)
    hub.fail("/issues/1$", status=429, headers={"retry-after": "2"})

    assert ground.issues.issue(1).number == 1
    assert slept == [2.0]


RATE = {
    "429": {"status": 429, "headers": {"retry-after": "90"}},
    "403 with Retry-After": {"status": 403, "headers": {"retry-after": "90"}},
    "secondary": {"status": 403, "body": {"message": "You have exceeded a secondary rate limit."}},
}


@pytest.mark.parametrize("fault", RATE.values(), ids=RATE.keys())
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_long_wait_is_handed_on(
    hub: GitHubEmulator, ground: EmulatorGround, method: str, fault: dict[str, Any]
) -> None:
    """Nobody sleeps for a minute with a job in hand: the error says how long to wait."""
    hub.fail(COMMENTS, method=method, **fault)

    with pytest.raises(RateLimited, match=r"PLANGATE-GITHUB-003") as limited:
        if method == "GET":
            ground.issues.comments(1)
        else:
            ground.issues.post(1, BODY, MARKER)
    assert limited.value.wait_seconds in (60, 90)


def test_an_empty_budget_waits_for_its_reset(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """No Retry-After, but nothing remaining: wait until x-ratelimit-reset, by GitHub's clock."""
    ground.issues.repository()
    hub.limit(remaining=0, reset_in=600)

    with pytest.raises(RateLimited) as limited:
        ground.issues.issue(1)
    assert 500 < limited.value.wait_seconds <= 601


def test_a_missing_permission_is_named(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """The message says which permission to give; nothing is tried again."""
    token = hub.installation_token({"metadata": "read", "contents": "read"})
    client = by_token(hub, token)

    with pytest.raises(PermissionMissing, match="`issues: write`"):
        issues_of(client).post(1, BODY, MARKER)
    assert client.traffic.count("POST") == 1


def test_a_personal_token_makes_no_check_runs(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """Check runs belong to Apps; the message says what to use instead."""
    pull = ground.pulls.pull(ground.open_pull("bob", {"shop/a.py": "1\n"}, "a"))
    client = by_token(hub, hub.tokens["bob"])
    run = CheckRun(pull.head_sha, Conclusion.FAILURE, "pr:2 rev:1", "Title", "Summary")

    with pytest.raises(PermissionMissing, match=r"GitHub App or the job.*checks: write"):
        GitHubPulls(client, Account(client)).set_check(run, 0)


def test_a_wrong_token_is_said_once(hub: GitHubEmulator) -> None:
    """401 is final for a token that was given to us."""
    client = by_token(hub, "no-such-token")

    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-001"):
        issues_of(client).repository()
    assert client.traffic.calls == [Call("GET", "/repos/{repo}", 401)]


def test_other_refusals_carry_githubs_words(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """A body that is too long is refused with GitHub's own message."""
    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-006.*65536"):
        ground.issues.post(1, MARKER + "x" * 70_000, MARKER)


def test_an_expired_installation_token_is_renewed_once(
    hub: GitHubEmulator, ground: EmulatorGround
) -> None:
    """A 401 had no effect, so even a write may follow with the new token."""
    ground.issues.issue(1)
    hub.expire_tokens()
    posted = ground.issues.post(1, BODY, MARKER)

    assert posted.ours
    assert [c.status for c in ground.client.traffic.calls if c.method == "POST"] == [401, 201]


def test_a_token_that_stays_refused_is_not_renewed_for_ever(hub: GitHubEmulator) -> None:
    """One renewal for one request."""
    ground = EmulatorGround(hub)
    hub.fail("/repos/acme/shop$", status=401, times=9, body={"message": "Bad credentials"})

    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-001"):
        ground.issues.repository()
    assert ground.client.traffic.count() == 2


def test_a_suspended_app_says_so(hub: GitHubEmulator, ground: EmulatorGround) -> None:
    """The way out is in the installation's settings."""
    hub.suspend()

    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-013.*suspended"):
        ground.issues.repository()


def test_an_app_that_is_not_installed_says_so(hub: GitHubEmulator) -> None:
    """The installation is looked up before anything else."""
    app = GitHubApp(str(hub.app_id), hub.key, hub.url)
    client = GitHubClient("acme/other", app.auth("acme/other"), hub.url, no_waiting())

    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-011.*not installed on acme/other"):
        issues_of(client).repository()


def test_an_address_where_nobody_listens(hub: GitHubEmulator) -> None:
    """The message names the failure, and no secret."""
    client = GitHubClient("acme/shop", TokenAuth("tok_x"), "http://localhost:9", no_waiting())

    with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-008") as lost:
        issues_of(client).repository()
    assert "tok_x" not in str(lost.value)


def test_an_unknown_repository_is_not_found(hub: GitHubEmulator) -> None:
    """404 is not tried again."""
    client = GitHubClient("acme/no", TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())

    with pytest.raises(NotFound):
        issues_of(client).repository()
    assert client.traffic.count() == 1
