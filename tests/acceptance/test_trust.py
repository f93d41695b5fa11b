"""Tampering, deletion and hand edits on the emulator: the record is trusted only when it may be."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.domain import codec
from bot.domain.record import Record
from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.sealed import KEY, record_of
from tests.acceptance.story import (
    SECRET,
    Story,
    approve,
    label,
    open_pull,
    protect,
    reply_answer,
    report,
    tick_answer,
)
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
Json = dict[str, Any]


@pytest.fixture(scope="module")
def own_hub() -> Iterator[GitHubEmulator]:
    """An emulator of this module's own."""
    with started(files=shop.FILES, secret=SECRET, record=False) as hub:
        yield hub


@pytest.fixture
def story(own_hub: GitHubEmulator, tmp_path: Path) -> Story:
    """A story through the program's own functions, with a record key."""
    own_hub.sink.forward = None
    own_hub.reset()
    env = app_environment(own_hub, tmp_path) | {"PLANGATE_RECORD_KEY": KEY}
    return Story(own_hub, InProcessDoor(own_hub, env), app_id=own_hub.app_id)


def test_a_changed_hidden_block_is_mended_from_the_sealed_copy(story: Story) -> None:
    """Tampering is noticed, the record comes back from the newest copy, and the history says so."""
    # S2.13 B2
    story.played(report, label, tick_answer)
    before = _record(story)
    home = story.bot_comment("record")
    _edit(story, home["id"], home["body"].replace("T-0000", "T-0009"))
    story.door.settle()
    after = _record(story)

    assert after.history[-1].action == "restore"
    assert after.revision > before.revision
    assert after.awaiting_human_artifact == before.awaiting_human_artifact


def test_a_deleted_record_comes_back_and_hears_what_was_said_since(story: Story) -> None:
    """Deleting the record comment loses nothing: copy first, then every unhandled intent again."""
    story.played(report, label, tick_answer)
    _delete(story, story.bot_comment("record")["id"])
    story.comment("carol", "2A")
    story.door.settle()
    after = _record(story)

    assert {a.question_id for a in after.planner.answers} == {"q1", "q2"}
    assert after.plan is not None


def test_an_older_valid_record_put_back_is_noticed(story: Story) -> None:
    """A rollback to a record that was valid once is no way to undo what was decided."""
    story.played(report, label)
    old = story.bot_comment("record")["body"]
    _play(story, tick_answer, reply_answer, approve)
    before = _record(story)
    _edit(story, story.bot_comment("record")["id"], old)
    story.door.settle()
    after = _record(story)

    assert "PLANGATE-RECORD-011" in after.history[-1].reason + after.history[-2].reason
    assert after.approval is not None
    assert after.approval.plan_digest == before.approval.plan_digest  # type: ignore[union-attr]
    assert (after.approval.void, after.approved) == ("tampered", False)


def test_without_any_copy_the_gate_closes_until_somebody_restores(story: Story) -> None:
    """No copy, no fresh empty record: action required, until a writer comments `/plan restore`."""
    story.played(protect, report, label, tick_answer, reply_answer, approve, open_pull)
    for comment in story.comments():
        if comment["user"]["login"].endswith("[bot]"):
            body = re.sub(r"digest=[0-9a-f]{8}", "digest=00000000", comment["body"])
            _edit(story, comment["id"], body)
    story.door.settle()
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]

    assert story.check()["conclusion"] == "action_required"
    assert not story.may_merge()

    story.comment("mallory", "/plan restore")
    story.comment("alice", "Leave it.")
    _edit(story, story.comments()[-1]["id"], "/plan restore")
    story.door.settle()
    assert story.check()["conclusion"] == "action_required"
    story.comment("bob", "/plan restore")
    story.door.settle()
    first = _record(story).history[0]
    assert (first.action, first.actor) == ("restore", "bob"), "alice's words were somebody else's"


def test_a_hand_edit_with_a_reason_is_a_request(story: Story) -> None:
    """A writer's edit of the visible JSON is judged by the contracts and taken over with its reason."""
    # S2.8
    story.played(report, label, tick_answer, reply_answer)
    home = story.bot_comment("record")
    risk = "Exports may be large."
    body = home["body"].replace('"risks": []', f'"risks": ["{risk}"]', 1)
    note = re.compile(r'"transitionNote": "[^"]*"')
    body = note.sub('"transitionNote": "Accounting asked for it"', body)
    _edit(story, home["id"], body)
    story.door.settle()
    after = _record(story)

    assert after.planning_artifact is not None
    assert risk in after.planning_artifact.risks
    assert after.transition_note == "Accounting asked for it"
    assert (after.history[-1].role, after.history[-1].action) == ("human", "edit")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"goals": [', '"goals": [\n "no reason given",', "changes only with a reason"),
        ('"stage": "staged"', '"stage": "done"', "cannot be changed by hand"),
        ('"branchName": "task/', '"branchName": "evil/', "immutable"),
        ('"canonicalTaskId"', '"canonicalTaskId": "T-00002", "canonicalTaskId"', "not JSON"),
    ],
    ids=["no reason", "a stage", "immutable", "doubled key"],
)
def test_a_hand_edit_against_the_rules_is_put_back(
    story: Story, old: str, new: str, why: str
) -> None:
    """A refused edit is explained once, and the card is as before."""
    # S2.8 S2.10
    story.played(report, label, tick_answer, reply_answer)
    home = story.bot_comment("record")
    assert old in home["body"]
    _edit(story, home["id"], home["body"].replace(old, new, 1))
    story.door.settle()
    after, now = _record(story), story.bot_comment("record")["body"]

    assert after.history[-1].outcome == "refused"
    assert why in after.history[-1].reason
    assert old in now and new not in now
    assert why in story.bot_comment("notice")["body"]


def test_mutations_rollbacks_and_deletions_never_pass(story: Story) -> None:
    """Random damage of every kind, a part of `make proof`: noticed each time, never taken over."""
    assert _passed(story, mutations=4, rollbacks=2, deletions=1) == []


@pytest.mark.proof
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_mutations_never_pass(story: Story, part: int) -> None:
    """The long count, in four parts: 2,000 mutations, 200 rollbacks, 100 deletions."""
    assert _passed(story, mutations=500, rollbacks=50, deletions=25, seed=part) == []


def _passed(
    story: Story, mutations: int, rollbacks: int, deletions: int, seed: int = 7
) -> list[str]:
    """The damage that was not noticed, was taken over, or left the gate open."""
    rng = random.Random(seed)
    story.played(report, label)
    bodies = [story.bot_comment("record")["body"]]
    _play(story, tick_answer, reply_answer)
    bodies.append(story.bot_comment("record")["body"])
    _play(story, approve, open_pull)
    kinds = ["mutate"] * mutations + ["rollback"] * rollbacks + ["delete"] * deletions
    rng.shuffle(kinds)
    passed: list[str] = []
    home, good = _home(story)
    for kind in kinds:
        if kind == "delete":
            _delete(story, home["id"])
        else:
            old = kind == "rollback"
            _edit(story, home["id"], rng.choice(bodies) if old else _mutated(home["body"], rng))
        story.hub.limit(remaining=1000)  # more damage than an hour's requests
        story.door.wake_issue(story.issue)  # type: ignore[attr-defined]
        home, now = _home(story)
        noticed = now.revision > good.revision and now.plan == good.plan
        void = now.approval is not None and not now.approved
        closed = story.check()["conclusion"] not in {"success", "neutral", "skipped"}
        passed += [] if noticed and void and closed else [kind]
        good = now
    return passed


def _home(story: Story) -> tuple[Json, Record]:
    """The record's comment and the record; what the bot said of the damage is cleared away."""
    comments = story.comments()
    for comment in comments:
        if comment["body"].startswith("<!-- plangate:notice"):
            _delete(story, comment["id"])
    [home] = [c for c in comments if c["body"].startswith("<!-- plangate:record")]
    return home, record_of(story, home["body"])


def _mutated(body: str, rng: random.Random) -> str:
    """One byte of the hidden block changed."""
    start = body.rfind(codec.START)
    at = rng.randrange(start + len(codec.START), len(body) - len(codec.END))
    new = rng.choice([c for c in "abcdef0123456789" if c != body[at]])
    return body[:at] + new + body[at + 1 :]


def _play(story: Story, *steps: Callable[[Story], str]) -> None:
    for step in steps:
        story.play(step)


def _record(story: Story) -> Record:
    return record_of(story, story.bot_comment("record")["body"])


def _edit(story: Story, comment: int, body: str) -> None:
    path = f"/repos/{story.hub.repo}/issues/comments/{comment}"
    story.hub.request("PATCH", path, {"body": body}, login="bob")


def _delete(story: Story, comment: int) -> None:
    client = story.hub.as_user("bob").requester
    path = f"/repos/{story.hub.repo}/issues/comments/{comment}"
    client.requestJsonAndCheck("DELETE", path)
