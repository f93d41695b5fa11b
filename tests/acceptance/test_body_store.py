"""`store: body` on the emulator: the record lives in the issue's body, and the person's text stays theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.domain import codec, markers, trust
from bot.domain.codec import Seal
from bot.domain.record import Record
from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.story import (
    SECRET,
    Story,
    approve,
    label,
    open_pull,
    protect,
    reply_answer,
    tick_answer,
)
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
KEY = "a-record-key-of-the-tests-32-characters"
TEXT = (
    shop.BODY.replace("\n", "\r\n")
    + "\r\n<details><summary>Log</summary>\r\n\r\n```\r\n<!-- plangate:record sum=1 rev=3 -->\r\n```\r\n"
    + "</details>\r\n  \r\n"
)
"""Line ends of a browser, folded code with a look-alike of our marker, and blanks at the end."""


@pytest.fixture(scope="module")
def body_hub() -> Iterator[GitHubEmulator]:
    """An emulator whose repository keeps records in issue bodies."""
    policy = {".github/plangate.yml": "store: body\n"}
    with started(files=shop.FILES | policy, secret=SECRET) as hub:
        yield hub


@pytest.fixture
def begin(body_hub: GitHubEmulator, tmp_path: Path) -> Callable[[str], Story]:
    """Begin a story with this record key, or with none."""

    def story(key: str) -> Story:
        body_hub.sink.forward = None
        body_hub.reset()
        env = app_environment(body_hub, tmp_path)
        env |= {"PLANGATE_RECORD_KEY": key} if key else {}
        return Story(body_hub, InProcessDoor(body_hub, env), app_id=body_hub.app_id)

    return story


def test_a_story_in_the_body_keeps_every_byte_of_its_author(begin: Callable[[str], Story]) -> None:
    """Label, questions, answers, approval: the record stands after the text, and the text stays."""
    # S2.13 B9, bar 9
    story = begin(KEY)
    for step in (report, label, tick_answer, reply_answer, approve):
        story.play(step)
        if step is not report:
            assert _text(story) == TEXT, step.__name__

    record = _record(story)
    assert record.stage.value == "implementing"
    assert record.approval is not None and record.approval.by == "alice"
    assert {a.question_id for a in record.planner.answers} == {"q1", "q2"}
    assert not [c for c in story.comments() if c["body"].startswith("<!-- plangate:record")]
    assert "stage: implementing" in story.labels()


def test_an_edit_of_the_text_plans_again(begin: Callable[[str], Story]) -> None:
    """The author edits their text in a browser: a new plan, a void approval, and a record still whole."""
    # S1.5 S2.13
    story = begin(KEY)
    story.played(report, label, tick_answer, reply_answer, approve)
    before = _record(story)
    more = "## Also\r\n- [ ] The file name holds the month\r\n\r\n"
    whole = (more + _body(story)).replace("\r\n", "\n").replace("\n", "\r\n")
    _edit(story, whole)
    story.door.settle()
    after = _record(story)

    assert after.revision > before.revision
    assert after.planner.plan is not None and before.planner.plan is not None
    assert after.planner.plan.version > before.planner.plan.version
    assert not after.approved
    assert after.history[: len(before.history)] == before.history
    assert _text(story) == more + TEXT


def test_a_deleted_section_comes_back_from_a_sealed_copy(begin: Callable[[str], Story]) -> None:
    """The author removes our section: it is put back behind their text, with all that was decided."""
    # T5 B2
    story = begin(KEY)
    story.played(report, label, tick_answer, reply_answer, approve)
    before = _record(story)
    _edit(story, TEXT)
    story.door.settle()
    after = _record(story)

    assert after.history[-1].action == "restore" or after.history[-2].action == "restore"
    assert after.plan == before.plan
    assert after.approval is not None and (after.approval.void, after.approved) == (
        "tampered",
        False,
    )
    assert after.revision > before.revision
    assert _text(story) == TEXT


def test_a_changed_section_is_mended_in_its_place(begin: Callable[[str], Story]) -> None:
    """The author, who needs no permission for it, changes what our section says: none of it counts."""
    # T5, bar 9
    story = begin(KEY)
    story.played(report, label, tick_answer, reply_answer)
    before, body = _record(story), _body(story)
    at = body.rfind(markers.BLOCK)
    forged = re.sub(r'"stage":"staged"', '"stage":"implementing"', body[at:])
    _edit(story, body[:at] + forged)
    story.door.settle()

    assert _record(story).stage is before.stage
    assert _body(story).count(codec.START) == 1
    assert _text(story) == TEXT


def test_the_json_in_the_body_is_edited_like_the_card(begin: Callable[[str], Story]) -> None:
    """Who may write changes the visible JSON with a reason; the author alone may not: it is put back."""
    # S2.7 S2.8 T6
    story = begin(KEY)
    story.played(report, label, tick_answer, reply_answer)
    shown = _body(story)
    _edit(story, shown.replace('"owner": "carol"', '"owner": "mallory"'))
    story.door.settle()

    assert _record(story).history[-1].outcome == "refused"
    assert '"owner": "mallory"' not in _body(story)

    note = '"transitionNote": "bob takes over"'
    changed = re.sub(r'"transitionNote": "[^"]*"', note, _body(story))
    _edit(story, changed.replace('"owner": "carol"', '"owner": "bob"'), login="bob")
    story.door.settle()

    assert _record(story).workflow.owner == "bob"
    assert _record(story).history[-1].reason == "workflow: bob takes over"
    assert _text(story) == TEXT


def test_without_a_key_nothing_is_planned_and_the_policys_line_is_named(
    begin: Callable[[str], Story],
) -> None:
    """Without a key notice and gate name the line of the policy that asks for one; the body stays."""
    # B5 S2.13
    story = begin("")
    story.played(protect, report, label, open_pull, given="no key")
    notice = story.bot_comment("notice")["body"]
    summary = story.check()["output"]["summary"]

    assert "PLANGATE_RECORD_KEY" in notice and ".github/plangate.yml" in notice
    assert "line 1" in notice
    assert story.check()["conclusion"] == "failure"
    assert "PLANGATE_RECORD_KEY" in summary
    assert not story.may_merge()
    assert _body(story) == TEXT


def report(story: Story) -> str:
    """Carol opens the issue with a text that is not easy to keep."""
    path = f"/repos/{story.hub.repo}/issues"
    body = {"title": shop.TITLE, "body": TEXT}
    story.issue = story.hub.request("POST", path, body, login="carol")["number"]
    return "carol opens the issue"


def _body(story: Story) -> str:
    issue: dict[str, Any] = story.hub.request(
        "GET", f"/repos/{story.hub.repo}/issues/{story.issue}"
    )
    return str(issue["body"])


def _edit(story: Story, body: str, login: str = "carol") -> None:
    path = f"/repos/{story.hub.repo}/issues/{story.issue}"
    story.hub.request("PATCH", path, {"body": body}, login=login)


def _seal(story: Story) -> Seal:
    repository = story.hub.request("GET", f"/repos/{story.hub.repo}")
    return Seal(repository["id"], story.issue, KEY.encode())


def _record(story: Story) -> Record:
    body, seal = _body(story), _seal(story)
    start, end = trust.section(body, seal) or (0, 0)
    return codec.decode(body[start:end], seal)


def _text(story: Story) -> str:
    """What is left of the body without our section and the empty line before it."""
    body = _body(story)
    start, end = trust.section(body, _seal(story)) or (0, 0)
    before, browser = body[:start], "\r\n\r\n"
    return before.removesuffix(browser if before.endswith(browser) else "\n\n") + body[end:]
