"""A pull request that may merge, on the emulator: its merge groups and its buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance import shop
from tests.acceptance.doors import ActionDoor, app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.story import (
    CHECK,
    SECRET,
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
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
GOOD = (
    protect, report, label, tick_answer, reply_answer, approve, open_pull, add_tests, pass_checks,
    review,
)  # fmt: skip


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Story, int]]:
    """A story with one pull request that may merge, and another that may not."""
    with started(files=shop.FILES, secret=SECRET) as hub:
        env = app_environment(hub, Path(tmp_path_factory.mktemp("queue")))
        story = Story(hub, InProcessDoor(hub, env), app_id=hub.app_id)
        for step in GOOD:
            story.play(step)
        bad = hub.open_pull("bob", {"shop/mail.py": "x = 1\n"}, branch="bad", title="Bad", body="")
        story.door.settle()
        yield story, bad


def checked(hub: GitHubEmulator, sha: str) -> dict[str, Any]:
    """Our newest check on a commit; empty without one."""
    path = f"/repos/{hub.repo}/commits/{sha}/check-runs?check_name={CHECK}"
    runs = hub.request("GET", path)["check_runs"]
    return max(runs, key=lambda run: run["id"], default={})


GROUPS = {
    "one good": (("good",), "merge", False, "success"),
    "good and bad": (("good", "bad"), "merge", False, "failure"),
    "bad and good": (("bad", "good"), "merge", False, "failure"),
    "good and bad, squashed": (("good", "bad"), "squash", False, "failure"),
    "good, squashed": (("good",), "squash", False, "success"),
    "good and bad, told by the queue": (("good", "bad"), "rebase", True, "failure"),
    "good, told by the queue": (("good",), "rebase", True, "success"),
    "good, rebased": (("good",), "rebase", False, "success"),
    "bad and good, rebased": (("bad", "good"), "rebase", False, "failure"),
}


@pytest.mark.parametrize(("members", "method", "told", "said"), GROUPS.values(), ids=GROUPS)
def test_a_group_passes_only_as_a_whole(
    queue: tuple[Story, int], members: tuple[str, ...], method: str, told: bool, said: str
) -> None:
    """The group's commit gets the AND; what cannot be resolved fails closed; taken apart, nothing is left."""
    # B3
    story, bad = queue
    numbers = [story.pull if name == "good" else bad for name in members]
    before = len(story.comments())

    group = story.hub.merge_group(*numbers, method=method, queue=told)
    story.door.settle()

    run = checked(story.hub, group["head_sha"])
    assert (run["status"], run["conclusion"]) == ("completed", said)
    assert (f"#{bad}" in run["output"]["summary"]) is ("bad" in members)
    story.hub.destroy_group(group)
    story.door.settle()
    assert checked(story.hub, group["head_sha"])["id"] == run["id"]
    assert len(story.comments()) == before


@pytest.mark.parametrize("button", ["rerequested", "look-again", "show-plan"])
def test_the_buttons_give_a_new_check(queue: tuple[Story, int], button: str) -> None:
    """Re-run and Look again judge anew; Show plan puts the whole plan into the details."""
    # B1
    story, _ = queue
    run = story.check()
    labels = [action["identifier"] for action in _actions(story)]
    action = "rerequested" if button == "rerequested" else "requested_action"

    story.hub.click(run["id"], action, None if action == "rerequested" else button)
    story.door.settle()

    new = story.check()
    assert labels == ["look-again", "show-plan"]
    assert (new["id"] > run["id"], new["conclusion"]) == (True, "success")
    assert ("Task Plan (v1)" in (new["output"]["text"] or "")) is (button == "show-plan")


def _actions(story: Story) -> list[dict[str, str]]:
    """The buttons that went with the newest check."""
    sent = [
        json.loads(e["request_body"])
        for e in story.hub.exchanges()
        if e["actor"] == "app" and "/check-runs" in e["url"] and e["method"] != "GET"
    ]
    return sent[-1]["actions"]


def test_the_starter_workflow_starts_for_a_group(queue: tuple[Story, int]) -> None:
    """GitHub starts it for groups that are to be checked, and not for those taken apart."""
    # B3
    story, _ = queue
    door = ActionDoor(story.hub)
    begin = len(story.hub.sink.history)
    group = story.hub.merge_group(story.pull)
    story.hub.destroy_group(group)
    story.door.settle()
    heard = [d for d in story.hub.sink.history[begin:] if d.event == "merge_group"]

    started_for = {d.action: door.event_of(d) for d in heard}
    assert started_for == {"checks_requested": "merge_group", "destroyed": None}
