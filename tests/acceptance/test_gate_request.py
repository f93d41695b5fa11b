"""An approval is bound to the request's text: what is asked for later is not approved."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from bot.domain import codec
from bot.domain.codec import Seal
from tests.acceptance import shop
from tests.acceptance.inside_story import change, notices, says, stage, ticks
from tests.acceptance.state import record
from tests.acceptance.story import (
    Story,
    add_tests,
    approve,
    label,
    open_pull,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
    tick_answer,
)

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
UNTIL_APPROVED = (protect, report, label, tick_answer, reply_answer, approve)
ADDED = "- [ ] Guests may export, too.\n"
MORE = shop.BODY.replace("- [ ] Only admin", f"{ADDED}- [ ] Only admin")


def play(story: Story, *steps: Callable[[Story], str]) -> Story:
    """What people do, the bot looking after each."""
    for step in steps:
        story.play(step)
    return story


def green(begin: Begin) -> Story:
    """A pull request that may merge."""
    story = begin().played(*UNTIL_APPROVED, open_pull, add_tests, pass_checks, review)
    assert story.check()["conclusion"] == "success"
    return story


def approves(story: Story, login: str) -> None:
    """Somebody approves by a tick, in a second of its own: GitHub's times have whole ones."""
    time.sleep(1 - time.time() % 1)
    ticks(story, login, "plan", "approve")


AT = {
    "implementing": (open_pull,),
    "review": (open_pull, add_tests, pass_checks),
    "verification": (open_pull, add_tests, pass_checks, review),
}


@pytest.mark.parametrize("where", AT)
def test_a_changed_request_voids_the_approval_at_every_stage(
    inside_story: Begin, where: str
) -> None:
    """A criterion added before the merge closes the gate, stands on the card, and asks for one tick."""
    story = inside_story().played(*UNTIL_APPROVED, *AT[where])
    assert stage(story) == where
    change(story, "carol", body=MORE)
    card, summary = story.bot_comment("record")["body"], story.check()["output"]["summary"]

    assert (stage(story), story.may_merge()) == ("staged", False)
    assert "- added: `- [ ] Guests may export, too.`" in card
    assert story.check()["conclusion"] != "success"
    assert "text of the issue has changed" in summary
    assert any("text of the issue has changed" in said for said in notices(story))
    approves(story, "bob")
    assert record(story)["approval"]["by"] == "bob" and stage(story) != "staged"
    assert "What changed in the request" not in story.bot_comment("record")["body"]


def test_prose_voids_it_as_well_though_the_plan_stays(inside_story: Begin) -> None:
    """A sentence that changes no plan changes what was approved: one tick, and the gate opens again."""
    story = green(inside_story)
    version = record(story)["planner"]["plan"]["version"]
    change(story, "carol", body=shop.BODY + "\nGuests may export, too.\n")
    closed = story.check()["conclusion"]
    approves(story, "alice")

    assert (closed, record(story)["planner"]["plan"]["version"]) == ("action_required", version)
    assert story.check()["conclusion"] == "success"


def test_the_title_is_part_of_the_request(inside_story: Begin) -> None:
    """Another title is another request."""
    story = green(inside_story)
    change(story, "carol", title="Export orders and customers as a file")

    assert story.check()["conclusion"] == "action_required"


def test_ticks_and_white_space_void_nothing(inside_story: Begin) -> None:
    """Who works off the issue's boxes, or has an editor that reflows, changes no request."""
    story = green(inside_story)
    body = shop.BODY.replace("- [ ] The export", "- [x] The export").replace("\n\n", "\r\n\r\n\r\n")
    change(
        story, "carol", body=body.replace("Our accountants copy", "Our accountants\ncopy") + "  \n"
    )

    assert story.check()["conclusion"] == "success"
    assert stage(story) == "verification"


def test_a_merge_group_is_closed_by_a_changed_request(inside_story: Begin) -> None:
    """The queue takes up a pull request whose issue asks for more since: its group does not pass."""
    story = green(inside_story)
    path = f"/repos/{story.hub.repo}/issues/{story.issue}"
    story.hub.request("PATCH", path, {"body": MORE}, login="carol")
    story.hub.settle()
    story.door.attach()
    group = story.hub.merge_group(story.pull)
    story.door.settle()
    runs = story.hub.request(
        "GET", f"/repos/{story.hub.repo}/commits/{group['head_sha']}/check-runs"
    )["check_runs"]

    assert [run["conclusion"] for run in runs if run["name"] == "plangate"] == ["failure"]


def test_an_approval_of_an_older_version_asks_for_one_tick(inside_story: Begin) -> None:
    """A record from before approvals knew the request: asked once, and the sentence says why."""
    story = green(inside_story)
    older(story)
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]
    closed, summary = story.check()["conclusion"], story.check()["output"]["summary"]
    told = [said for said in notices(story) if "the approval is from an older version" in said]
    approves(story, "alice")
    again = story.check()["conclusion"]
    says(story, "mallory", "Nice.")

    assert (closed, again, story.check()["conclusion"]) == ("action_required", "success", "success")
    assert "the approval is from an older version" in summary and len(told) == 1


def older(story: Story) -> None:
    """Our account writes the record as version 1.0 would have: its approval knows no request."""
    card = story.bot_comment("record")
    repository = story.hub.request("GET", f"/repos/{story.hub.repo}")
    seal = Seal(repository["id"], story.issue)
    data: dict[str, Any] = json.loads(codec.to_json(codec.decode(card["body"], seal)))
    data["schemaVersion"] = "1.0"
    for name in ("requestDigest", "request", "void"):
        data["approval"].pop(name, None)
    made = codec.from_json(json.dumps(data))
    body = card["body"][: card["body"].rfind(codec.START)] + codec.encode(made, seal)
    path = f"/repos/{story.hub.repo}/issues/comments/{card['id']}"
    story.hub.as_app().requester.requestJsonAndCheck("PATCH", path, input={"body": body})
    story.hub.settle()
    story.door.attach()


def test_what_was_begun_before_the_work_was_finished_serves_the_same_request(
    inside_story: Begin,
) -> None:
    """All tasks are merged, the issue is open and says more now: another part that waits is closed."""
    story = inside_story().played(*UNTIL_APPROVED)
    part = f"Part of #{story.issue}, task 1"
    files = {**shop.CODE, **shop.TESTS}
    first = story.hub.open_pull("bob", files, branch="first", body=part)
    more = {"shop/more.py": "x = 1\n", "tests/test_more.py": "def test_more():\n    assert True\n"}
    second = story.hub.open_pull("bob", more, branch="second", body=part)
    story.door.settle()
    for story.pull in (first, second):
        play(story, pass_checks, review)
    story.hub.merge("bob", first)
    story.door.settle()
    before = stage(story), story.check()["conclusion"]
    change(story, "carol", body=shop.BODY + ADDED)

    assert before == ("done", "success")
    assert story.check()["conclusion"] == "action_required"
    assert not story.may_merge()
