"""Two writers at once on the emulator: each intent ends in the history exactly once, in one record."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance import shop
from tests.acceptance.races import CLEAR, CLEAR_TITLE, Races, assert_heard_once

pytestmark = pytest.mark.acceptance


def answers_race(races: Races, seed: int) -> None:
    """Both writers come from the issue: a tick, an answer and a stranger's answer."""
    issue, story = races.begin(shop.TITLE, shop.BODY), races.story
    story.tick("bob", "questions", "q1.a")
    said = [races.say("carol", "2A"), races.say("mallory", "1B")]
    races.run(issue, issue, seed)
    record = races.record()

    assert_heard_once(record, "tick:1:q1.a:1", *said)
    assert {(a.question_id, a.by) for a in record.planner.answers} >= {("q2", "carol")}
    assert {a.question_id for a in record.planner.answers} == {"q1", "q2"}
    assert record.plan is not None
    races.end()


def approval_race(races: Races, seed: int) -> None:
    """One writer comes from the issue, the other from its pull request."""
    issue, story = races.begin(CLEAR_TITLE, CLEAR), races.story
    pull = races.open_pull(f"work-{seed}-{story.issue}")
    said = [races.say("alice", "/plan approve"), races.say("mallory", "/plan cancel")]
    races.run(issue, pull, seed)
    record = races.record()

    assert_heard_once(record, *said)
    assert record.approved
    assert [p.number for p in record.workflow.pull_requests] == [story.pull]
    assert story.check()["conclusion"] not in {"success", None}
    races.end()


RACES = pytest.mark.parametrize("race", [answers_race, approval_race], ids=["answers", "approval"])


@RACES
def test_two_runs_at_once_keep_every_intent_once(
    races: Races, race: Callable[[Races, int], None]
) -> None:
    """Two writers: after both runs and one sweep each intent is in the history exactly once."""
    # S3.14
    for seed in range(2):
        race(races, seed)


@pytest.mark.proof
@pytest.mark.timeout(1800)
@RACES
def test_two_hundred_races(races: Races, race: Callable[[Races, int], None]) -> None:
    """The long count of both races."""
    for seed in range(200):
        race(races, seed)
