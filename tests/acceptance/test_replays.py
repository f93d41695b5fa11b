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


@pytest.fixture(scope="module")
def clean() -> dict[str, Any]:
    """What an undisturbed story ends in, per door; filled by the first story of each."""
    return {}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_event_twice_or_lost_changes_nothing(
    webhook_story: Begin, server: WebhookDoor, part: int
) -> None:
    """Each delivery of the story, doubled, and each one lost before a sweep, ends in the same state."""
    # B13
    story = webhook_story()
    expected = _play(story)
    events = [f.delivery for f in server.relay.forwarded]
    differing = []
    assert len(events) > 30
    for delivery in events[part::PARTS]:
        for kind in ("double", "drop"):
            story = webhook_story()
            getattr(server.relay, kind).add(delivery.number)
            end = _play(story, sweep=server if kind == "drop" else None)
            if end != expected:
                differing.append((kind, delivery.number, str(delivery)))

    assert differing == []


@pytest.mark.parametrize("event", ACTION_EVENTS)
def test_a_workflow_run_twice_or_lost_changes_nothing(
    action_story: Begin, event: str, clean: dict[str, Any]
) -> None:
    """GitHub may drop or double a workflow run: the sweep, or nothing, makes up for it."""
    if "action" not in clean:
        clean["action"] = _play(action_story())
    for kind in ("double", "drop"):
        story = action_story()
        door = story.door
        assert isinstance(door, ActionDoor)
        getattr(door, kind).add(event)

        assert _play(story, sweep=door if kind == "drop" else None) == clean["action"], kind


def _play(story: Story, sweep: ActionDoor | WebhookDoor | None = None) -> dict[str, Any]:
    for do in STEPS:
        story.play(do)
        if sweep and sweep.lost_something():
            sweep.sweep()
    return end_state(story)
