"""Ticked boxes in our own comments say what the record does not; anything but a pure tick says nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain import markers
from bot.domain.authority import UNNAMED
from bot.domain.facts import Comment, Edit, Person, Witness
from bot.domain.questionnaire import Answer, AnswerSource
from bot.domain.stages import Stage
from bot.intents import boxes
from bot.intents.model import Answered, ApprovalGiven
from tests.domain.given import an_action
from tests.factories import BOT, NOW, a_comment, a_person, a_question, facts
from tests.intents.given import asking, known, staged

ROUND = asking()
STAGED = staged()
OPTIONS = "\n".join(
    f"- [ ] <!-- plangate:{q}.{letter} --> {q}{letter}" for q in ("q1", "q2") for letter in "ab"
)
APPROVE = "The plan\n\n- [ ] <!-- plangate:approve --> Approve"
TICKED_AT = NOW - timedelta(minutes=5)


def ours(kind: str, key: str, text: str, *names: str) -> Comment:
    """A comment of ours with these boxes ticked."""
    body = markers.marked(kind, key, text)
    for name in names:
        body = body.replace(f"[ ] <!-- plangate:{name} -->", f"[x] <!-- plangate:{name} -->")
    return a_comment(body, 501, author=BOT.login, updated_at=TICKED_AT)


def questions(*names: str) -> Comment:
    """The questions of round 1 with these boxes ticked."""
    return ours("questions", "round=1", OPTIONS, *names)


def ticks(record, *comments, **more):
    """What the boxes say."""
    return list(boxes.ticks(known(record, *comments, **more), record))


def a_witness(**more) -> Witness:
    """Bob ticked q1.a: so the event says."""
    said: dict[str, Any] = {
        "event": "issue_comment", "action": "edited", "sender": a_person("bob"),
        "comment_id": 501, "body_before": questions().body,
    }  # fmt: skip
    return Witness(**(said | more))


def test_a_tick_answers():
    """A ticked option of the open round is an answer, dated by the edit; nobody is named for it yet."""
    # B4, S1.5
    [answer] = ticks(ROUND, questions("q1.b"))

    assert isinstance(answer, Answered)
    assert (answer.key, answer.at, answer.how) == ("tick:1:q1.b:1", TICKED_AT, AnswerSource.TICK)
    assert [(p.question, p.choice) for p in answer.picks] == [(1, "B")]
    assert answer.by == UNNAMED


def test_the_witness_names_who_ticked():
    """An edit's event tells who ticked."""
    # B4, S1.6
    [answer] = ticks(ROUND, questions("q1.a"), witness=a_witness())

    assert answer.by.login == "bob"


NO_WITNESS = {
    "another comment's event": a_witness(comment_id=502),
    "a new comment's event": a_witness(action="created"),
    "another event": a_witness(event="issues"),
    "a bot's edit": a_witness(sender=BOT),
    "the box was ticked before": a_witness(body_before=questions("q1.a").body),
}


@pytest.mark.parametrize("witness", NO_WITNESS.values(), ids=NO_WITNESS)
def test_who_did_not_tick_is_not_named(witness):
    """An event that did not tick this box names nobody: without GitHub's history nobody is named."""
    # B4, S1.6
    [answer] = ticks(ROUND, questions("q1.a"), witness=witness)

    assert answer.by == UNNAMED


def version(who: str, *ticked: str, minutes: int = 1) -> Edit:
    """One version of the questions' comment."""
    by = BOT if who == BOT.login else Person(who, is_bot=who.endswith("[bot]")) if who else None
    return Edit(NOW + timedelta(minutes=minutes), by, questions(*ticked).body)


ASKED_BY_US = version(BOT.login, minutes=0)
GONE = replace(version("bob"), body=None)
HISTORY = {
    "one edit": ((ASKED_BY_US, version("bob", "q1.a")), "bob"),
    "another box was ticked later": (
        (ASKED_BY_US, version("bob", "q1.a"), version("alice", "q1.a", "q2.b")),
        "bob",
    ),
    "another box was ticked before": (
        (ASKED_BY_US, version("alice", "q2.b"), version("bob", "q1.a", "q2.b")),
        "bob",
    ),
    "cleared and ticked again": (
        (ASKED_BY_US, version("alice", "q1.a"), version("alice"), version("bob", "q1.a")),
        "bob",
    ),
    "we carried the tick over": (
        (ASKED_BY_US, version("bob", "q1.a"), version(BOT.login, "q1.a")),
        "bob",
    ),
    "a program": ((ASKED_BY_US, version("helper[bot]", "q1.a")), "helper[bot]"),
    "a deleted account": ((ASKED_BY_US, version("", "q1.a")), None),
    "our own account": ((ASKED_BY_US, version(BOT.login, "q1.a")), None),
    "before a deleted version": (
        (ASKED_BY_US, version("bob", "q1.a"), GONE, version("alice", "q1.a", "q2.b")),
        None,
    ),
    "in a deleted version": ((ASKED_BY_US, GONE, version("alice", "q1.a", "q2.b")), None),
    "after a deleted version": (
        (ASKED_BY_US, GONE, version("alice"), version("bob", "q1.a")),
        "bob",
    ),
    "nobody ticked it": ((ASKED_BY_US, version("bob", "q2.b")), None),
    "no history": ((), None),
}


@pytest.mark.parametrize(("edits", "who"), HISTORY.values(), ids=HISTORY)
def test_without_an_event_the_edit_history_names_who_ticked(edits, who):
    """Each tick is its own author's, however many edited; what nobody told is nobody's."""
    # B4, S1.6
    record = asking(a_question("q1"))
    [answer] = ticks(record, questions("q1.a"), edits={501: edits})

    assert (None if answer.by == UNNAMED else answer.by.login) == who


VOID = {
    "a look-alike by a stranger": replace(
        questions("q1.a"), author=a_person("mallory"), ours=False
    ),
    "a look-alike by a writer": replace(questions("q1.a"), author=a_person("bob"), ours=False),
    "an option's words changed": replace(
        questions("q1.a"), body=questions("q1.a").body.replace("q1a", "delete everything")
    ),
    "a box more": replace(
        questions(), body=questions().body + "\n- [x] <!-- plangate:q1.a --> mine"
    ),
    "an earlier round": ours("questions", "round=0", OPTIONS, "q1.a"),
    "another kind": ours("plan", "v=1", OPTIONS, "q1.a"),
    "no box": questions(),
    "an approval among questions": ours("questions", "round=1", APPROVE, "approve"),
    "a question nobody asked": ours(
        "questions", "round=1", "- [ ] <!-- plangate:q9.a --> x", "q9.a"
    ),
    "a name that is no question": ours(
        "questions", "round=1", "- [ ] <!-- plangate:foo.a --> x", "foo.a"
    ),
}


@pytest.mark.parametrize("comment", VOID.values(), ids=VOID)
def test_anything_but_a_pure_tick_says_nothing(comment):
    """Ticks count in our own intact comment of the open round only."""
    # T9, T4
    assert ticks(ROUND, comment) == []


OVER = [s for s in Stage if s not in {Stage.AWAITING_HUMAN, Stage.STAGED}]


@pytest.mark.parametrize("stage", OVER)
def test_ticks_count_until_the_plan_is_approved(stage):
    """Once a plan is approved, or planning is over, the boxes of its questions say nothing."""
    record = ROUND.model_copy(update={"stage": stage})

    assert ticks(record, questions("q1.a")) == []


def answered(choice: str, at=NOW, how: AnswerSource = AnswerSource.REPLY):
    """The round with an answer to q1."""
    answer = Answer(question_id="q1", choice=choice, by="carol", how=how, at=at)
    asked = ROUND.awaiting_human_artifact.with_answers((answer,))
    return ROUND.model_copy(update={"awaiting_human_artifact": asked})


def test_a_known_answer_is_not_said_again():
    """The box of the answer the record holds is no news."""
    # B11
    assert ticks(answered("A"), questions("q1.a")) == []


def test_another_tick_changes_the_answer():
    """Who ticks another option later changes the answer."""
    record = answered("A", at=TICKED_AT - timedelta(minutes=1), how=AnswerSource.TICK)

    [answer] = ticks(record, questions("q1.a", "q1.b"))

    assert answer.picks[0].choice == "B"


def test_an_older_tick_does_not_undo_a_later_reply():
    """A reply that came after the last edit of the boxes stands, though the old tick still shows."""
    # S1.6: a crash between record and comment must not flip the answer back
    record = answered("B", at=TICKED_AT + timedelta(minutes=1))

    assert ticks(record, questions("q1.a")) == []


def test_every_tick_has_a_key_of_its_own():
    """A tick taken back and given again is another intent."""
    # S2.13
    record = ROUND
    keys = []
    for _ in range(3):
        [tick] = ticks(record, questions("q1.a"))
        keys.append(tick.key)
        history = ROUND.history[0].model_copy(update={"key": tick.key})
        record = record.logged(history)

    assert keys == ["tick:1:q1.a:1", "tick:1:q1.a:2", "tick:1:q1.a:3"]


def plan_comment(*names: str, version: int = 1) -> Comment:
    """The plan's comment."""
    return ours("plan", f"v={version}", APPROVE, *names)


def test_the_approval_box_approves_the_plan_it_stands_under():
    """A ticked approval is bound to the digest of the plan in force."""
    # B6, S3.10
    [approval] = ticks(STAGED, plan_comment("approve"))

    assert isinstance(approval, ApprovalGiven)
    assert (STAGED.planner.plan.digest, AnswerSource.TICK) == (approval.digest, approval.how)


def test_every_approval_has_a_key_of_its_own():
    """Tick, reject, the same plan, tick again: the second tick is another approval, after a refusal too."""
    # S2.13, S3.10
    record, keys = STAGED, []
    for outcome in ("done", "refused", "done"):
        [tick] = ticks(record, plan_comment("approve"))
        keys.append(tick.key)
        record = record.logged(an_action(tick.key, outcome=outcome))

    stem = f"tick:approve:1:{STAGED.planner.plan.digest[:12]}"
    assert keys == [f"{stem}:1", f"{stem}:2", f"{stem}:3"]


def test_the_box_of_another_version_approves_nothing():
    """An older version's box is no approval of the plan in force."""
    # B6
    assert ticks(STAGED, plan_comment("approve", version=2)) == []
    assert ticks(STAGED, plan_comment()) == []
    assert ticks(STAGED.model_copy(update={"stage": Stage.PLANNING}), plan_comment("approve")) == []


def test_without_comments_there_is_nothing():
    """No comment, no tick."""
    assert list(boxes.ticks(facts(), ROUND)) == []
