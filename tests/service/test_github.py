"""The service against the emulator: an outage is caught up, doctor finds what was broken."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from bot import settings
from bot.service.catchup import CatchUp
from bot.wiring.github import Wiring
from tests.entrypoints.cli import Ran, plangate
from tests.testbed.emulator import GitHubEmulator

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
    catching = CatchUp(Wiring(settings.from_environ(app(hub))), lambda: clock[0])
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


def test_installed_repositories_are_found_and_suspended_ones_are_not(hub: GitHubEmulator):
    """The sweep knows every repository of the App after a restart, with no delivery at all."""
    # B13, F12
    wiring = Wiring(settings.from_environ(app(hub)))

    assert wiring.installed() == (hub.repo,)
    wiring.check()
    hub.suspend()
    assert Wiring(settings.from_environ(app(hub))).installed() == ()


def doctor(hub: GitHubEmulator, tmp_path: Any, **more: str) -> tuple[Ran, dict[str, Any]]:
    """Run doctor; its findings by what was found."""
    database = {"PLANGATE_DATABASE_URL": f"sqlite://{tmp_path}/inbox.db"}
    env: Any = app(hub) | database | more
    ran = plangate("doctor", hub.repo, "--json", **env)
    rows = [json.loads(line) for line in ran.out.splitlines()]
    return ran, {row["what"]: row for row in rows}


def test_doctor_finds_what_is_wrong_and_then_that_it_is_mended(hub: GitHubEmulator, tmp_path):
    """An unguarded branch is found with its remedy; an unpinned check too; a pinned one is fine."""
    # CONTRACT: doctor
    ran, found = doctor(hub, tmp_path)
    what = "merging into main does not need the check 'plangate'"
    assert (ran.code, found[what]["state"]) == (5, "wrong"), ran.err
    assert "Require the status check" in found[what]["remedy"]
    digest = next(row for what, row in found.items() if "digest only" in what)
    assert digest["state"] == "note"

    hub.protect("plangate")
    _, found = doctor(hub, tmp_path)
    assert found["any workflow of main may set the check 'plangate'"]["state"] == "wrong"

    hub.protect("plangate", app_id=hub.app_id)
    hub.request("POST", f"/repos/{hub.repo}/labels", {"name": "plan", "color": "ededed"})
    ran, found = doctor(hub, tmp_path, PLANGATE_RECORD_KEY="k" * 32)
    assert ran.code == 0, ran.out
    assert {row["state"] for row in found.values()} <= {"ok", "note"}


def test_doctor_names_a_refused_key_and_a_database_that_is_none(hub: GitHubEmulator, tmp_path):
    """A token that GitHub refuses, and a folder where the inbox's file should be: each with its code."""
    ran, found = doctor(hub, tmp_path, PLANGATE_APP_ID="", GITHUB_TOKEN="wrong")
    assert ran.code == 5
    assert any(what.startswith("PLANGATE-GITHUB-001") for what in found)

    ran, found = doctor(hub, tmp_path, PLANGATE_DATABASE_URL=f"sqlite://{tmp_path}")
    assert ran.code == 5
    assert any(what.startswith("PLANGATE-INBOX-001") for what in found)


@pytest.mark.parametrize("url", ["mysql://x/y", "http://x"])
def test_another_database_is_refused(url):
    """Only SQLite files and PostgreSQL are inboxes."""
    ran = plangate("inbox", "list", PLANGATE_DATABASE_URL=url)

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("PLANGATE-CONFIG-004")
