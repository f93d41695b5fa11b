"""The rules of the port Dashboards, kept by the fake and by the real adapter alike."""

from __future__ import annotations

from bot.adapters.github_account import Account
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_dashboard import GitHubDashboards
from bot.domain import markers
from bot.domain.dashboard import MOST
from bot.domain.verdict import Conclusion
from bot.ports.github import CheckRun
from tests.adapters.grounds import Ground, no_waiting
from tests.testbed.emulator import GitHubEmulator

TEXT = markers.marked(markers.DASHBOARD, "", "What waits")


def test_open_issues_are_counted_by_label(ground: Ground) -> None:
    """Of those with a stage the oldest are shown, of those that ask the newest; closed ones do not count."""
    for n in range(MOST + 2):
        ground.open_issue("bob", f"Wish {n}", labels=["stage: review", "plan"])
    ground.close_issue(1)
    found = ground.dashboards.overview(["Stage: Review", "stage: staged"], ["plan"]).issues

    assert [found[name].total for name in found] == [MOST + 1, 0, MOST + 1]
    assert [i.number for i in found["Stage: Review"].rows] == list(range(2, MOST + 2))
    assert [i.number for i in found["plan"].rows][:2] == [MOST + 2, MOST + 1]
    assert found["plan"].rows[0].author.login == "bob"


def test_a_pull_request_comes_with_our_check(ground: Ground) -> None:
    """What our newest check says counts; one of another App with our name does not."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.open_pull("bob", {"shop/b.py": "1\n"}, "b")
    sha, other = (ground.pulls.pull(n).head_sha for n in (number, bare))
    for word in (Conclusion.SUCCESS, Conclusion.FAILURE):
        ground.pulls.set_check(CheckRun(sha, word, f"pr:{number} x", "2 missing", "Text"), 0)
    ground.forge(other, f"pr:{bare} x")
    seen = ground.dashboards.overview([], [])

    assert seen.open_pulls == 2
    assert [(p.number, p.conclusion, p.remedy) for p in seen.pulls] == [
        (bare, "", ""),
        (number, "failure", "2 missing"),
    ]
    assert (seen.pulls[1].title != "", seen.pulls[1].author, seen.pulls[1].draft) == (
        True, "bob", False,
    )  # fmt: skip


def test_only_our_own_issue_is_a_dashboard(ground: Ground) -> None:
    """It is found by its label or its marker, open or closed, and never one that somebody else opened."""
    ground.open_issue("bob", "Mine", TEXT, labels=[markers.DASHBOARD_LABEL])
    assert ground.dashboards.homes() == ()

    first = ground.dashboards.open("Waits", TEXT)
    second = ground.dashboards.open("Waits", TEXT)
    assert (first.body, first.dashboard, first.has(markers.DASHBOARD_LABEL)) == (TEXT, True, True)
    assert [i.number for i in ground.dashboards.homes()] == [first.number, second.number]
    assert ground.issues.issue(first.number).dashboard

    ground.issues.label(second.number, (), (markers.DASHBOARD_LABEL,))
    assert [i.number for i in ground.dashboards.homes()] == [first.number]
    ground.dashboards.close(first.number)
    ground.dashboards.close(first.number)
    assert [i.state for i in ground.dashboards.homes()] == ["closed"]
    ground.issues.label(first.number, (), (markers.DASHBOARD_LABEL,))
    assert [i.number for i in ground.dashboards.homes()] == [second.number]
    ground.issues.edit_body(ground.issues.issue(second.number), "gone")
    assert ground.dashboards.homes() == ()


def test_it_is_pinned(ground: Ground) -> None:
    """Three issues can be pinned; GitHub's reason for refusing a fourth comes back."""
    made = [ground.dashboards.open(f"{n}", TEXT) for n in range(4)]

    said = [ground.dashboards.pin(issue) for issue in made]

    assert said[:3] == ["", "", ""]
    assert "3 pinned" in said[3]


def test_a_persons_own_issue_is_left_alone(hub: GitHubEmulator) -> None:
    """With bob's token an issue of bob's that has the label is no dashboard; one with our marker is."""
    client = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())
    dashboards = GitHubDashboards(client, Account(client))
    path = f"/repos/{hub.repo}/issues"
    mine = {"title": "Mine", "body": "My words", "labels": [markers.DASHBOARD_LABEL]}
    hub.request("POST", path, mine, login="bob")

    assert dashboards.homes() == ()
    made = dashboards.open("Waits", TEXT)
    assert [i.number for i in dashboards.homes()] == [made.number]
