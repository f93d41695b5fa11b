"""The service against the emulator: an outage is caught up, doctor finds what was broken."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from bot import settings
from bot.adapters.checked import checked
from bot.domain.facts import Repository
from bot.entrypoints import door
from bot.errors import GitHubError
from bot.events.wake import IssueTarget, Wake
from bot.ports.inbox import Counts, Done, Job, Later
from bot.service.catchup import CatchUp
from bot.service.handling import Handler, Limits
from bot.service.metrics import Metrics
from bot.wiring import github_checkup
from bot.wiring.github import Wiring
from tests.entrypoints.cli import Ran, inside
from tests.testbed.emulator import GitHubEmulator

ROW = {"number": 1, "title": "t", "body": "", "repository_url": "https://x/repos/acme/shop"}
SECRET = "a-secret-of-32-characters-or-more"


def app(hub: GitHubEmulator, **more: str) -> dict[str, str]:
    """The App's environment."""
    return {
        "PLANGATE_GITHUB_URL": hub.url,
        "PLANGATE_APP_ID": str(hub.app_id),
        "PLANGATE_PRIVATE_KEY": hub.key,
        "PLANGATE_WEBHOOK_SECRET": SECRET,
        "PLANGATE_WRITE_INTERVAL": "0",
    } | more


def test_an_outage_is_caught_up(hub: GitHubEmulator):
    """Every delivery that reached nobody during an outage comes again under its id, each one once."""
    # B13, F4
    clock = [datetime.now(UTC).timestamp()]  # noqa: TID251 - the emulator's clock runs too
    ours = Wiring(settings.from_environ(app(hub))).app
    assert ours
    catching = CatchUp(ours, lambda: clock[0])
    hub.sink.status = 503
    for n in range(30):
        hub.request("POST", f"/repos/{hub.repo}/issues", {"title": f"during the outage {n}"})
    hub.settle()
    lost = {d.guid for d in hub.sink.deliveries}
    hub.sink.clear()
    hub.sink.status = 202
    clock[0] += 7200

    assert catching.catch_up() == len(lost) >= 30
    hub.settle()
    assert sorted(d.guid for d in hub.sink.deliveries) == sorted(lost)
    assert catching.catch_up() == 0


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            {"title": "a title, and no more"},
            "the field 'number' is missing (found in github_issues.issue)",
        ),
        (ROW | {"user": "carol"}, "a field is wrong (found in github_facts.person)"),
        ([], "a field is wrong (found in github_issues.issue)"),
    ],
)
def test_an_answer_that_cannot_be_read_is_an_error_of_its_own(hub: GitHubEmulator, answer, told):
    """A field that is missing or of another kind is told as GitHub's, and tried again later."""
    issues = Wiring(settings.from_environ(app(hub))).session(hub.repo).world.issues
    hub.fail("/issues/1$", method="GET", status=200, times=9, body=answer)

    with pytest.raises(GitHubError) as met:
        issues.issue(1)
    assert (met.value.code, met.value.what) == (
        "PLANGATE-GITHUB-016",
        f"GitHub's answer cannot be read: {told}",
    )
    assert "githubstatus.com" in met.value.remedy and not door.is_permanent(met.value)


def test_a_mistake_of_ours_is_not_told_as_one_of_github():
    """Only what a reader of GitHub's answers meets is told so."""
    with pytest.raises(KeyError):
        checked({"known": 1}).__getitem__("other")


def test_installed_repositories_are_found_and_suspended_ones_are_not(hub: GitHubEmulator):
    """The sweep knows every repository of the App after a restart, with no delivery at all."""
    # B13, F12
    wiring = Wiring(settings.from_environ(app(hub)))

    assert wiring.installed() == (hub.repo,)
    github_checkup.require_access(wiring)
    hub.suspend()
    assert Wiring(settings.from_environ(app(hub))).installed() == ()


def renamed(hub: GitHubEmulator) -> Repository:
    """What an event told of acme/shop when it was called acme/old; old names are redirected."""
    for tail in ("", "/installation"):
        moved = {"location": f"{hub.url}/repos/{hub.repo}{tail}"}
        hub.fail(f"/repos/acme/old{tail}$", status=301, headers=moved)
    return Repository("acme/old", hub.request("GET", f"/repos/{hub.repo}")["id"], "")


def test_a_repository_renamed_since_its_event_is_found_by_its_id(hub: GitHubEmulator):
    """Its token is asked for by id, its name is learnt, and everything is read under the new one."""
    # F12, issue 7: renamed
    hub.request("POST", f"/repos/{hub.repo}/issues", {"title": "Still here"})
    home = renamed(hub)
    hub.control("DELETE", "/exchanges")
    issues = Wiring(settings.from_environ(app(hub))).session("acme/old", home).world.issues

    assert issues.repository().full_name == hub.repo
    assert issues.issue(1).title == "Still here"
    asked = [e["url"] for e in hub.exchanges() if "/acme/old" in e["url"]]
    assert len(asked) == 2


def test_a_suspended_app_waits_and_goes_on(hub: GitHubEmulator):
    """While the App is suspended its job is set aside; unsuspended, the same job is handled."""
    # F12, issue 7: suspended
    hub.request("POST", f"/repos/{hub.repo}/issues", {"title": "Wait for me"})
    handled: list[str] = []

    def run(wiring: Wiring, wake: Wake) -> tuple[()]:
        handled.append(wiring.session(wake.repository).world.issues.issue(1).title)
        return ()

    configured = Wiring(settings.from_environ(app(hub)))
    handler = Handler(configured, run, Metrics(Counts, dict), Limits())
    job = Job("1", Wake(hub.repo, IssueTarget(1)), 0, time.time())
    hub.suspend()
    aside = handler(job)
    hub.suspend(False)

    assert isinstance(aside, Later)
    assert aside.trouble.code == "PLANGATE-GITHUB-013"
    assert handler(job) == Done()
    assert handled == ["Wait for me"]


def test_a_repository_that_is_gone_is_dropped(hub: GitHubEmulator):
    """Deleted, or transferred to an account without us: the wake is dropped, and no dead job."""
    # F12, issue 7: removed, transferred
    configured = Wiring(settings.from_environ(app(hub)))

    def run(wiring: Wiring, wake: Wake) -> tuple[()]:
        wiring.session(wake.repository, wake.home).world.issues.repository()
        return ()

    handler = Handler(configured, run, Metrics(Counts, dict), Limits())
    home = Repository("acme/elsewhere", 999, "main")

    assert handler(Job("1", Wake("acme/elsewhere", IssueTarget(1), home=home))) == Done()


def doctor(hub: GitHubEmulator, tmp_path: Any, **more: str) -> tuple[Ran, dict[str, Any]]:
    """Run doctor; its findings by what was found."""
    database = {"PLANGATE_DATABASE_URL": f"sqlite://{tmp_path}/inbox.db"}
    env: Any = app(hub) | database | more
    ran = inside("doctor", hub.repo, "--json", **env)
    rows = [json.loads(line) for line in ran.out.splitlines()]
    return ran, {row["what"]: row for row in rows}


def test_doctor_finds_what_is_wrong_and_then_that_it_is_mended(hub: GitHubEmulator, tmp_path):
    """An unguarded branch is found with its remedy; an unpinned check too; a pinned one is fine."""
    # CONTRACT: doctor
    ran, found = doctor(hub, tmp_path)
    what = "merging into main does not need the check 'plangate'"
    assert (ran.code, found[what]["state"]) == (5, "wrong"), ran.err
    assert "Require the status check" in found[what]["remedy"]
    digest = next(row for what, row in found.items() if "accidental damage is detected" in what)
    assert digest["state"] == "note"

    hub.protect("plangate")
    _, found = doctor(hub, tmp_path)
    assert found["every workflow of main may create the check 'plangate'"]["state"] == "wrong"

    hub.protect("plangate", app_id=hub.app_id)
    hub.request("POST", f"/repos/{hub.repo}/labels", {"name": "plan", "color": "ededed"})
    ran, found = doctor(hub, tmp_path, PLANGATE_RECORD_KEY="k" * 32)
    assert ran.code == 0, ran.out
    assert {row["state"] for row in found.values()} <= {"ok", "note"}


def test_doctor_names_a_refused_key_and_a_database_that_is_none(hub: GitHubEmulator, tmp_path):
    """A refused token is told once, a folder in place of the inbox's file too: each with its code."""
    ran, found = doctor(hub, tmp_path, PLANGATE_APP_ID="", GITHUB_TOKEN="wrong")
    assert ran.code == 5
    assert [what[:19] for what, row in found.items() if row["state"] == "wrong"] == [
        "PLANGATE-GITHUB-001"
    ]

    ran, found = doctor(hub, tmp_path, PLANGATE_DATABASE_URL=f"sqlite://{tmp_path}")
    assert ran.code == 5
    assert any(what.startswith("PLANGATE-INBOX-001") for what in found)


def test_doctor_goes_on_where_rate_limits_are_off(hub: GitHubEmulator, tmp_path):
    """An Enterprise Server without rate limits answers 404 there: the repository is read."""
    off = {"message": "Rate limiting is not enabled."}
    hub.fail("^/rate_limit$", status=404, times=9, body=off)
    _, found = doctor(hub, tmp_path, PLANGATE_APP_ID="", GITHUB_TOKEN=hub.tokens["alice"])

    assert found["GitHub accepts the token"]["state"] == "ok"
    assert found[f"{hub.repo} can be read"]["state"] == "ok"


def test_doctor_says_that_a_server_is_not_github(hub: GitHubEmulator, tmp_path):
    """A server that answers 404 to everything accepted no token: the address is wrong."""
    hub.fail(".*", status=404, times=99, body={"message": "Not Found"})
    ran, found = doctor(hub, tmp_path, PLANGATE_APP_ID="", GITHUB_TOKEN="t")

    [(what, row)] = [(w, r) for w, r in found.items() if r["state"] == "wrong"]
    assert what == "PLANGATE-GITHUB-004: the server does not answer as the GitHub API"
    assert (ran.code, "PLANGATE_GITHUB_URL" in row["remedy"]) == (5, True)


@pytest.mark.parametrize("place", ["", "/installation", "/rules/branches/main"])
def test_doctor_tells_an_answer_that_cannot_be_read(hub: GitHubEmulator, tmp_path, place):
    """A list where an object must be, or the other way round, is told as GitHub's fault."""
    body = {"x": "y"} if "rules" in place else ["x"]
    hub.fail(f"^/repos/{hub.repo}{place}$", method="GET", status=200, times=9, body=body)
    ran, found = doctor(hub, tmp_path)

    [what] = [what for what in found if "PLANGATE-GITHUB-016" in what]
    assert (ran.code, found[what]["state"], ran.err) == (5, "wrong", "")


def test_an_installation_that_cannot_be_read_is_an_error_of_github(hub: GitHubEmulator):
    """Also where a server asks for its own name, or lists its repositories."""
    wiring = Wiring(settings.from_environ(app(hub)))
    hub.fail("/installations?$", method="GET", status=200, times=9, body=["x"])

    for ask in (lambda: wiring.own_login(hub.repo), wiring.installed):
        with pytest.raises(GitHubError, match="PLANGATE-GITHUB-016"):
            ask()


def test_an_inbox_is_named_by_its_path(tmp_path):
    """With a fourth slash, as other programs write it, too; a folder that is missing is told."""
    ran = inside("doctor", PLANGATE_DATABASE_URL=f"sqlite:///{tmp_path}/x.db")
    gone = inside("serve", PLANGATE_DATABASE_URL="sqlite:////proc/x/y.db", GITHUB_TOKEN="t",
                  PLANGATE_WEBHOOK_SECRET=SECRET)  # fmt: skip

    assert f"`plangate serve` creates {tmp_path}/x.db" in ran.out
    assert "cannot open the inbox /proc/x/y.db (its folder does not exist). Set" in gone.err


@pytest.mark.parametrize("url", ["mysql://x/y", "http://x", "nonsense", "sqlite://here.db"])
def test_another_database_is_refused(url):
    """Only SQLite files and PostgreSQL are inboxes."""
    ran = inside("inbox", "list", PLANGATE_DATABASE_URL=url)

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("PLANGATE-CONFIG-004")
