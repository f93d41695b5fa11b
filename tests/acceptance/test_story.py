"""The story from label to merge, through each door: the real program as a process, a GitHub over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance.doors import ActionDoor, WebhookDoor
from tests.acceptance.state import end_state, record
from tests.acceptance.story import STEPS, Story
from tests.testbed.openapi import violations

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
Json = dict[str, Any]
LOST = "issues/labeled"
"""The runs that GitHub does not start in the story of the Action."""


@pytest.fixture(params=["webhook", "action", "sweep"])
def story(request: pytest.FixtureRequest, undisturbed: Json) -> Story:
    """A fresh story through each of the doors."""
    begin: Begin = request.getfixturevalue(f"{request.param}_story")
    story = begin()
    if isinstance(story.door, ActionDoor):
        story.door.drop.add(LOST)
    return story


def test_the_story_ends_in_a_merge_that_was_refused_before(story: Story, undisturbed: Json) -> None:
    """An ambiguous issue is asked about, planned, approved, gated, and merged only with evidence.

    Webhooks, workflow runs and the sweep alone end in the same state: an event is not trusted, and what
    a workflow run that GitHub never started would have done, the scheduled one does. Every request of
    the bot on the way conforms to GitHub's description. (Slow: the real action in its runner.)
    """
    # S1.3 S1.5 S3.10 S2.11 B1 B4 B13
    _play_until(story, "label")
    assert {"plan", "stage: awaiting human"} <= story.labels()
    assert story.bot_comment("questions")["body"].count("- [ ] <!-- plangate:q") == 4

    _play_until(story, "stranger_insists")
    refusals = [c for c in story.comments() if "plangate:notice" in c["body"]]
    assert len(refusals) == 1
    assert "@mallory" in refusals[0]["body"]

    _play_until(story, "reply_answer")
    plan = story.bot_comment("plan")["body"]
    assert "CSV" in plan.split("Decision")[0]
    assert "stage: staged" in story.labels()

    _play_until(story, "approve")
    assert "stage: implementing" in story.labels()

    _play_until(story, "open_pull")
    assert story.check()["conclusion"] == "failure"
    assert "to do: tests" in story.check()["output"]["title"]
    assert not story.may_merge()

    _play_until(story, "pass_checks")
    assert story.check()["conclusion"] == "action_required"
    assert not story.may_merge()

    _play_until(story, "review")
    assert story.check()["conclusion"] == "success"

    _play_until(story, "merge")
    assert "stage: done" in story.labels()
    assert record(story)["doneArtifact"]["summary"] == [f"#{story.pull} Export a month's orders"]
    assert end_state(story) == undisturbed
    assert _against_githubs_description(story) == []
    if isinstance(story.door, ActionDoor):
        _check_what_the_action_heard(story.door)


def _against_githubs_description(story: Story) -> list[str]:
    """What GitHub's own OpenAPI description has against our requests."""
    hub = story.hub
    exchanges = [e for e in hub.exchanges() if e["actor"] in {"app", "github-actions", "jwt"}]
    assert len(exchanges) > 50
    found = [str(f) for f in violations(exchanges, base=hub.url)]
    # the emulator's own short form of a new token's repositories is no request of ours
    return [f for f in found if "access_tokens -> 201" not in f]


def _check_what_the_action_heard(door: ActionDoor) -> None:
    """The workflow ran for no event of GITHUB_TOKEN and for no check suite, and still got there."""
    started = {(d.event, d.actor) for d, _ in door.runs}
    assert not {event for event, _ in started} & {"check_run", "check_suite", "push", "status"}
    assert door.hub.ci_app.login not in {actor for _, actor in started}
    assert door.runs[-1][1].outputs["stage"] == "done"
    assert door.runs[-1][1].summary


BUDGETS = {
    "label": 12,
    "reply_answer": 12,
    "open_pull": 15,
    "add_tests": 15,
    "pass_checks": 15,
    "review": 15,
}


def test_a_run_keeps_to_its_request_budget(webhook_story: Begin, server: WebhookDoor) -> None:
    """Label to questions and reply to plan take at most 12 requests, an evaluation of the gate 15."""
    # what is answered 304 is not counted by GitHub; cold blobs have a budget of their own: at most 40
    story = webhook_story()
    server.handled()
    most = {}
    for do in STEPS:
        story.play(do)
        runs = server.handled()
        most[do.__name__] = max(
            (r["requests"] - r["unchanged"] - r["blobs"] for r in runs), default=0
        )
        assert max((r["blobs"] for r in runs), default=0) <= 40
    story.remember(*STEPS)
    # in the other steps two workers may meet at one issue, and one of them reads again
    over = {name: n for name, n in most.items() if n > BUDGETS.get(name, 24)}

    assert over == {}


def test_the_record_holds_who_decided_what(webhook_story: Begin) -> None:
    """Answers and approval keep their person, way and permission; the plan says because of whom."""
    # S1.6 B4 B6
    story = webhook_story().played(*STEPS)
    held = record(story)

    answers = [(a["questionId"], a["by"], a["how"]) for a in held["planner"]["answers"]]
    assert answers == [("q1", "bob", "tick"), ("q2", "carol", "reply")]
    assert held["approval"]["by"] == "alice"
    assert held["approval"]["planDigest"] == held["planner"]["plan"]["digest"]
    assert "bob" in story.bot_comment("plan")["body"]
    done = [(a["role"], a["action"]) for a in held["workflowRuntime"]["actionHistory"]]
    assert ("human", "approve") in done
    planned = held["testingArtifacts"]["planned"]
    criteria = sum(len(t["acceptanceCriteria"]) for t in held["planner"]["plan"]["body"]["tasks"])
    assert criteria >= 3
    assert sum(len(v) for v in planned.values() if isinstance(v, list)) >= 3


def test_an_event_that_changes_nothing_writes_nothing(
    webhook_story: Begin, server: WebhookDoor
) -> None:
    """Every event of the story, delivered once more at its end, causes no write at all."""
    # B11
    story = webhook_story().played(*STEPS)
    server.handled()
    assert len(story.hub.sink.history) > 30
    for delivery in list(story.hub.sink.history):
        assert server.relay.send(delivery) == 202
    server.settle()

    assert sum(run["writes"] for run in server.handled()) == 0


def _play_until(story: Story, name: str) -> None:
    played = len(story.steps)
    for do in STEPS[played:]:
        story.play(do)
        if isinstance(story.door, ActionDoor) and story.door.lost_something():
            story.door.sweep()
        if do.__name__ == name:
            return
