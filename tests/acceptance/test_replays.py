"""Any event twice, or lost with a sweep afterwards: the end state stays the same. Every event is tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.acceptance.doors import ActionDoor, WebhookDoor
from tests.acceptance.state import end_state
from tests.acceptance.story import STEPS, Story

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
TURNS, PARTS = 2, 8
ACTION_EVENTS = (
    "issues/labeled",
    "issue_comment/created",
    "pull_request_target/opened",
    "workflow_run/completed",
)


@pytest.mark.parametrize("kind", ["double", "drop"])
@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.proof)])
def test_every_event_twice_or_lost_changes_nothing(
    webhook_story: Begin, server: WebhookDoor, expected: End, part: int, kind: str
) -> None:
    """Every other delivery of a story doubled, or lost before a sweep: the end is the same."""
    # B13
    numbers = {delivery.number for delivery in expected.events[part::TURNS]}
    assert _end(webhook_story, server, kind, numbers) == expected.state


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
def test_every_single_event_twice_and_lost_changes_nothing(
    webhook_story: Begin, server: WebhookDoor, expected: End, part: int
) -> None:
    """The long count: a story for each delivery doubled alone, and for each one lost."""
    # B13
    differing = [
        (kind, delivery.number, str(delivery))
        for delivery in expected.events[part::PARTS]
        for kind in ("double", "drop")
        if _end(webhook_story, server, kind, {delivery.number}) != expected.state
    ]
    assert differing == []


@dataclass(frozen=True)
class End:
    """How an undisturbed story ends, and the deliveries it took."""

    state: dict[str, Any]
    events: list[Any]


_undisturbed: list[End] = []


@pytest.fixture
def expected(webhook_story: Begin) -> End:
    """The undisturbed story, played once by each test process."""
    if not _undisturbed:
        story = webhook_story().played(*STEPS)
        _undisturbed.append(End(end_state(story), list(story.hub.sink.history)))
        assert len(_undisturbed[0].events) > 30
    return _undisturbed[0]


def _end(story: Begin, server: WebhookDoor, kind: str, numbers: set[int]) -> dict[str, Any]:
    begun = story()
    getattr(server.relay, kind).update(numbers)
    return _play(begun, sweep=server if kind == "drop" else None)


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["double", "drop"])
def test_workflow_runs_twice_or_lost_change_nothing(
    action_story: Begin, undisturbed: dict[str, Any], kind: str
) -> None:
    """GitHub may drop or double runs of four kinds: the scheduled sweep, or nothing, makes up for it."""
    story = action_story()
    door = story.door
    assert isinstance(door, ActionDoor)
    getattr(door, kind).update(ACTION_EVENTS)

    assert _play(story, sweep=door if kind == "drop" else None) == undisturbed


def _play(story: Story, sweep: ActionDoor | WebhookDoor | None = None) -> dict[str, Any]:
    for do in STEPS:
        story.play(do)
        if sweep and sweep.lost_something():
            sweep.sweep()
    return end_state(story)
