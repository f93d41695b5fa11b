"""The transition table: every way there is with its requirements, and every way there is not."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.artifacts import (
    DoneArtifact,
    PlannedTests,
    PlanningArtifact,
    ReviewArtifact,
    TestingArtifacts,
    VerificationArtifact,
)
from bot.domain.questionnaire import AwaitingHuman
from bot.domain.record import Approval, Record
from bot.domain.stages import TRANSITIONS, Stage, blocking
from tests.domain.given import an_action
from tests.factories import NOW, a_plan, a_question, a_record

PLAN = a_plan()
APPROVAL = Approval(by="bob", at=NOW, plan_digest=PLAN.digest(), permission="write", how="command")
HAS: dict[str, dict[str, Any]] = {
    "QUESTIONS_MISSING": {
        "awaiting_human_artifact": AwaitingHuman.asking((a_question(),), NOW, 1, None)
    },
    "PLAN_MISSING": {
        "planning_artifact": PlanningArtifact(created_at=NOW, goals=("g",), steps=("1.1 s",))
    },
    "PLANNED_TESTS_MISSING": {
        "testing_artifacts": TestingArtifacts(planned=PlannedTests(unit_test_intent=("t",)))
    },
    "APPROVAL_MISSING": {"approval": APPROVAL},
    "REVIEW_MISSING": {"review_artifact": ReviewArtifact(change_summary=("#8 x",))},
    "VERIFICATION_MISSING": {"verification_artifact": VerificationArtifact(result="passed")},
    "REVIEW_UNDECIDED": {
        "review_artifact": ReviewArtifact(change_summary=("#8 x",), decision="approved")
    },
    "DONE_MISSING": {"done_artifact": DoneArtifact(completed_at=NOW, summary=("#8",))},
}

P, A, S, I = "planning", "awaiting_human", "staged", "implementing"  # noqa: E741
R, V, D = "review", "verification", "done"
C, DUP, UN = "cancelled", "duplicate", "unresolvable"
STAGING = ("PLAN_MISSING", "PLANNED_TESTS_MISSING")
APPROVED = (*STAGING, "APPROVAL_MISSING")
SHOWN = ("REVIEW_MISSING", "VERIFICATION_MISSING")
ENDS: dict[str, tuple[str, ...]] = {C: (), DUP: (), UN: ()}
# the table as README draws it, written down a second time
WAYS: dict[str, dict[str, tuple[str, ...]]] = {
    P: {A: ("QUESTIONS_MISSING",), S: STAGING} | ENDS,
    A: {P: ()} | ENDS,
    S: {P: (), A: ("QUESTIONS_MISSING",), I: APPROVED} | ENDS,
    I: {P: (), A: ("QUESTIONS_MISSING",), S: STAGING, R: SHOWN, D: ("DONE_MISSING",)} | ENDS,
    R: {P: (), S: STAGING, I: APPROVED, V: (*SHOWN, "REVIEW_UNDECIDED"), D: ("DONE_MISSING",)}
    | ENDS,
    V: {P: (), S: STAGING, I: APPROVED, R: SHOWN, D: ("DONE_MISSING",)} | ENDS,
    D: {P: ()},
    C: {P: ()},
    DUP: {P: ()},
    UN: {P: ()},
}
PAIRS = [(a, b) for a in Stage for b in Stage if a is not b]
THERE = [(a, b, codes) for a, ways in WAYS.items() for b, codes in ways.items()]


def a_record_at(stage: Stage | str, *codes: str) -> Record:
    """A record at a stage that holds what these requirements ask for."""
    held: dict[str, Any] = {}
    for code in codes:
        held |= HAS[code]
    return a_record(plan=PLAN).model_copy(update={"stage": Stage(stage)} | held)


def moved(record: Record, to: str) -> Record:
    """The record after somebody tried to move it."""
    return record.move(Stage(to), an_action())


def test_there_are_these_ways_and_no_others():
    """A way is in the table exactly if it is drawn; any other is refused as unknown."""
    # S2.10, S2.11
    drawn = [(a, b) for a, b in PAIRS if b.value in WAYS[a.value]]
    refused = [
        (a, b)
        for a, b in PAIRS
        if "TRANSITION_UNKNOWN" in [r.code for r in blocking(a_record_at(a), a, b)]
    ]

    assert [(a, b) for a, b in PAIRS if b in TRANSITIONS[a]] == drawn
    assert [pair for pair in PAIRS if pair not in refused] == drawn


@pytest.mark.parametrize(("a", "b", "codes"), THERE, ids=[f"{a}-{b}" for a, b, _ in THERE])
def test_a_way_opens_when_everything_is_there(a, b, codes):
    """With all its requirements held a stage is entered, and the history says from where to where."""
    # S2.11, S1.5, S1.7
    after = moved(a_record_at(a, *codes), b)

    assert Stage(b) is after.stage
    last = after.history[-1]
    assert (a, b, "done", ()) == (last.from_stage, last.to_stage, last.outcome, last.blocking)


NEEDED = [(a, b, codes, c) for a, b, codes in THERE for c in codes]


@pytest.mark.parametrize(
    ("a", "b", "codes", "lacking"), NEEDED, ids=[f"{a}-{b}-{c}" for a, b, _, c in NEEDED]
)
def test_a_way_is_closed_while_one_thing_is_missing(a, b, codes, lacking):
    """Each requirement alone keeps the way closed; the refusal is logged with reason and remedy."""
    # S2.10, S2.11, S2.13, S1.7
    rest = [c for c in codes if c != lacking]
    record = a_record_at(a, *rest)
    if lacking == "REVIEW_MISSING":
        record = record.model_copy(update={"review_artifact": ReviewArtifact(decision="approved")})

    after = moved(record, b)

    assert Stage(a) is after.stage
    last = after.history[-1]
    assert ("blocked", [lacking]) == (last.outcome, [r.code for r in last.blocking])
    assert (a, b) == (last.from_stage, last.to_stage)
    assert all(r.requirement and r.remedy for r in last.blocking)


def test_an_unknown_way_is_refused_and_logged():
    """A move that no way leads to leaves the stage, and stands in the history with its remedy."""
    # S2.10, S2.13
    after = moved(a_record_at(P), D)

    assert Stage.PLANNING is after.stage
    [reason] = after.history[-1].blocking
    assert reason.requirement == "no way leads from planning to done"
    assert reason.remedy == "Comment /plan to start planning again"


def test_an_approval_of_another_plan_opens_nothing():
    """Implementing needs an approval of the plan in force, not of an older one."""
    # B6, S3.10
    stale = APPROVAL.model_copy(update={"plan_digest": "0" * 64})
    record = a_record_at(S, *APPROVED).model_copy(update={"approval": stale})

    after = moved(record, I)

    assert Stage.STAGED is after.stage
    assert [r.code for r in after.history[-1].blocking] == ["APPROVAL_MISSING"]


def test_a_plan_without_steps_is_no_plan():
    """Missing required fields of an artifact count like a missing artifact."""
    # S2.9, S2.10
    record = a_record_at(P, *STAGING).model_copy(
        update={"planning_artifact": PlanningArtifact(created_at=NOW)}
    )

    after = moved(record, S)

    assert [r.code for r in after.history[-1].blocking] == ["PLAN_MISSING"]


def test_staying_is_no_transition():
    """A move to the stage a record is at is logged, and checks nothing."""
    after = moved(a_record_at(I), I)

    assert Stage.IMPLEMENTING is after.stage
    assert [(a.outcome, a.to_stage) for a in after.history] == [("done", None)]


def test_a_requirement_names_the_field_as_people_see_it():
    """A blocking reason names the field in the record's own camelCase."""
    # S2.10
    [reason] = blocking(a_record_at(P), Stage.PLANNING, Stage.AWAITING_HUMAN)

    assert reason.requirement == "awaitingHumanArtifact: a questionnaire with a recommended option"


def test_a_handled_key_is_known():
    """The history knows which intents have been dealt with, by key."""
    # S2.13
    record = a_record_at(P).logged(an_action("comment:5:0"))

    assert record.handled("comment:5:0")
    assert not record.handled("comment:5:1")


@pytest.mark.parametrize(
    "code", [c for c in HAS if c not in {"QUESTIONS_MISSING", "APPROVAL_MISSING"}]
)
def test_a_superseded_artifact_counts_as_missing(code):
    """Whatever it holds, an artifact that is superseded lets nobody into the next stage."""
    # S2.9 S2.10
    [(name, artifact)] = HAS[code].items()
    old = artifact.model_copy(update={"status": "superseded"})
    need = next(
        n
        for ways in TRANSITIONS.values()
        for needs in ways.values()
        for n in needs
        if n.code == code
    )

    assert need.missing(a_record(**{name: artifact})) is None
    assert need.missing(a_record(**{name: old})) is not None


@pytest.mark.parametrize("stage", ["implementing", "review", "verification", "done"])
def test_planning_anew_supersedes_what_was_judged_under_the_old_plan(stage):
    """Review, verification and done artifacts keep their words and say that they are superseded."""
    # S2.9
    judged = HAS["REVIEW_UNDECIDED"] | HAS["VERIFICATION_MISSING"] | HAS["DONE_MISSING"]
    before = a_record(stage=Stage(stage), **judged)
    after = before.move(Stage.PLANNING, an_action())

    assert after.review_artifact and after.verification_artifact and after.done_artifact
    assert after.review_artifact.change_summary == ("#8 x",)
    assert {
        a.status for a in (after.review_artifact, after.verification_artifact, after.done_artifact)
    } == {"superseded"}
    assert after.review_artifact.updated_by == an_action().actor


def test_moves_that_keep_the_plan_supersede_nothing():
    """From review back to implementing, what reviewers said stays in force."""
    # S2.9
    before = a_record(stage=Stage.REVIEW, **HAS["REVIEW_UNDECIDED"])

    assert before.move(Stage.IMPLEMENTING, an_action()).review_artifact == before.review_artifact
