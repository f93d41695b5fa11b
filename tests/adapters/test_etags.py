"""GitHub's answers are kept with their ETags: what has not changed costs nothing of the hour."""

from __future__ import annotations

from pathlib import Path

from bot import settings
from bot.adapters.github_etags import Etags
from bot.wiring.github import Wiring
from tests.testbed.emulator import GitHubEmulator


def test_an_answer_is_kept_for_one_account(tmp_path: Path):
    """It comes back as it was, also after a restart, to the same account and address only; it is private."""
    # FACTS 9
    path = tmp_path / "state" / "answers.db"
    Etags(path).keep("acme", "/a?x=1", '"e"', "<next>", "\u00e9" * 10)
    again = Etags(path)

    assert again.find("acme", "/a?x=1") == ('"e"', "<next>", "\u00e9" * 10)
    assert again.find("other", "/a?x=1") is None
    assert again.find("acme", "/a?x=2") is None
    assert path.stat().st_mode & 0o777 == 0o600


def test_large_answers_and_a_broken_file_cost_a_request_and_no_more(tmp_path: Path):
    """What is too large is not kept; a file that fails answers nothing."""
    etags = Etags(tmp_path / "answers.db")
    etags.keep("acme", "/a", '"e"', "", "x" * 2_000_000)
    assert etags.find("acme", "/a") is None

    etags._db.close()
    assert etags.find("acme", "/a") is None
    etags.keep("acme", "/a", '"e"', "", "x")


def test_what_has_not_changed_costs_nothing(hub: GitHubEmulator, tmp_path: Path):
    """Asked twice, GitHub says 304 and the answer is the same; after a change it is the new one."""
    # FACTS 9
    env = {"PLANGATE_GITHUB_URL": hub.url, "GITHUB_TOKEN": hub.installation_token()}
    number = hub.request("POST", f"/repos/{hub.repo}/issues", {"title": "first"})["number"]
    wiring = Wiring(settings.from_environ(env))
    wiring.keep_answers(tmp_path / "answers.db")

    titles, statuses = [], []
    for title in ("first", "first", "second"):
        hub.request(
            "PATCH", f"/repos/{hub.repo}/issues/{number}", {"title": title}
        ) if title == "second" else None
        session = wiring.session(hub.repo)
        titles.append(session.world.issues.issue(number).title)
        route = "/repos/{repo}/issues/{number}"
        statuses += [call.status for call in session.traffic.calls if call.route == route]

    assert titles == ["first", "first", "second"]
    assert statuses == [200, 304, 200]
    assert wiring.budgets()["acme"] > 0
