"""GitHub's answers are kept with their ETags: what has not changed costs nothing of the hour."""

from __future__ import annotations

from pathlib import Path

import pytest
from requests.adapters import HTTPAdapter
from structlog.testing import capture_logs

from bot import settings
from bot.adapters.github_etags import Etags
from bot.errors import GitHubError
from bot.wiring.github import Wiring
from tests.acceptance.faults import FAULTS, Line
from tests.adapters.grounds import no_waiting
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

    (tmp_path / "broken.db").write_bytes(b"damaged!" * 512)
    wiring = Wiring(settings.from_environ({"GITHUB_TOKEN": "t"}))
    with capture_logs() as told:
        wiring.keep_answers(tmp_path / "broken.db")
    assert [row["event"] for row in told] == ["answers are not kept"]

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


def test_a_304_for_ever_is_believed_by_no_write(hub: GitHubEmulator, tmp_path: Path, monkeypatch):
    """Whoever asked nothing before gets no 304; what a write or a doubt depends on is asked in full."""
    # issue 19: 304 for ever
    env = {"PLANGATE_GITHUB_URL": hub.url, "GITHUB_TOKEN": hub.installation_token()}
    number = hub.request("POST", f"/repos/{hub.repo}/issues", {"title": "first"})["number"]
    path = f"/repos/{hub.repo}/issues/{number}/comments"
    comment = hub.request("POST", path, {"body": "words"})["id"]
    wiring = Wiring(settings.from_environ(env))
    wiring.paces.of = lambda account: no_waiting()  # type: ignore[method-assign]
    wiring.keep_answers(tmp_path / "answers.db")
    wiring.session(hub.repo).world.issues.issue(number)
    line = Line(next(fault for fault in FAULTS if fault.name == "unchanged on"))
    monkeypatch.setattr(HTTPAdapter, "send", line.over(HTTPAdapter.send))
    issues = wiring.session(hub.repo).world.issues

    with line.ours():
        assert issues.issue(number).title == "first"
        for ask in (lambda: issues.comments(number), lambda: issues.text_of(comment)):
            with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-007.*304"):
                ask()
        issues.distrust()
        with pytest.raises(GitHubError, match=r"PLANGATE-GITHUB-007.*304"):
            issues.issue(number)
