"""Any event twice, or lost with a sweep afterwards: the end state stays the same. Every event is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance.doors import ActionDoor, WebhookDoor
from tests.acceptance.state import end_state
from tests.acceptance.story import STEPS, Story

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
PARTS = 8  # so that two workers share them
ACTION_EVENTS = (
    "issues/labeled",
    "issue_comment/created",
    "pull_request_target/opened",
    "workflow_run/completed",
)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_event_twice_or_lost_changes_nothing(
    webhook_story: Begin, server: WebhookDoor, part: int
) -> None:
    """Each delivery of the story, doubled or (every second) lost before a sweep: the end is the same."""
    # B13
    assert _differing(webhook_story, server, part, whole=False) == []


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
def test_every_event_twice_and_lost_changes_nothing(
    webhook_story: Begin, server: WebhookDoor, part: int
) -> None:
    """The long count: each delivery of the story doubled, and each one lost."""
    # B13
    assert _differing(webhook_story, server, part, whole=True) == []


def _differing(
    webhook_story: Begin, server: WebhookDoor, part: int, *, whole: bool
) -> list[tuple[str, int, str]]:
    story = webhook_story()
    expected = _play(story)
    events = [f.delivery for f in server.relay.forwarded]
    differing = []
    assert len(events) > 30
    for turn, delivery in enumerate(events[part::PARTS]):
        for kind in ("double", "drop") if whole else (("double", "drop")[turn % 2],):
            story = webhook_story()
            getattr(server.relay, kind).add(delivery.number)
            end = _play(story, sweep=server if kind == "drop" else None)
            if end != expected:
                differing.append((kind, delivery.number, str(delivery)))
    return differing


@pytest.mark.parametrize("kind", ["double", "drop"])
def test_workflow_runs_twice_or_lost_change_nothing(
    action_story: Begin, webhook_story: Begin, kind: str
) -> None:
    """GitHub may drop or double runs of four kinds: the scheduled sweep, or nothing, makes up for it."""
    expected = _play(webhook_story())
    story = action_story()
    door = story.door
    assert isinstance(door, ActionDoor)
    getattr(door, kind).update(ACTION_EVENTS)
    end = _play(story, sweep=door if kind == "drop" else None)
    # the bot's account differs: an App, or GitHub Actions
    end["comments"] = [[w.replace("github-actions", "plangate"), m] for w, m in end["comments"]]

    assert end == expected


def _play(story: Story, sweep: ActionDoor | WebhookDoor | None = None) -> dict[str, Any]:
    for do in STEPS:
        story.play(do)
        if sweep and sweep.lost_something():
            sweep.sweep()
    return end_state(story)
