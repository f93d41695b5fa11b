"""From the label to the answers: who is asked, whose answer counts, and what is kept of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.questionnaire import AnswerSource
from bot.domain.stages import Stage
from bot.effects import QuestionsMessage, React, SaveRecord, SetLabels, UpsertComment
from bot.planning.proposal import Declined
from tests.factories import NOW, a_comment, a_policy, a_question, an_issue, facts
from tests.intents.given import asking, known, said
from tests.roles.given import (
    a_proposal,
    after,
    decide,
    notices,
    proposed_questions,
    said_in,
    wants_plan,
    with_record,
)

LABELLED = facts(issue=an_issue(labels={"plan"}))
LATER = NOW + timedelta(minutes=1)
RISKY = {"context": {"reasonCodes": ["POLICY_RISK"], "affectedSections": ["planningArtifact"]}}


def later(body: str, id: int = 1001, author: str = "carol"):
    """A comment a minute after the questions."""
    return a_comment(body, id, author=author, created_at=LATER, updated_at=LATER)


def test_the_label_wants_a_plan():
    """A labelled issue asks the planner; an issue nobody asked about does not."""
    assert wants_plan(LABELLED)
    assert not wants_plan(facts())
    assert decide(facts()).effects == ()


@pytest.mark.shows("FR-016", "AC-015")
def test_questions_are_asked_and_the_issue_waits():
    """Proposed questions become a round with a deadline, and the record goes first."""
    # S1.5, S3.1
    decision = decide(LABELLED, proposed_questions())

    record = decision.record
    assert (
        record.stage, record.revision, record.orchestrator.outcome,
    ) == (Stage.AWAITING_HUMAN, 1, "NEEDS_PLANNING")  # fmt: skip
    asked = record.awaiting_human_artifact
    assert (1, ["q1", "q2"], NOW + timedelta(hours=72)) == (
        asked.round, [q.id for q in asked.questions], asked.deadline,
    )  # fmt: skip
    assert [SaveRecord, UpsertComment, SetLabels] == [type(e) for e in decision.effects]
    assert isinstance(decision.effects[1].message, QuestionsMessage)
    assert {"stage: awaiting human"} == decision.effects[2].add


def test_the_deadline_is_the_policys():
    """The time-out comes from the policy."""
    quick = facts(issue=LABELLED.issue, policy=a_policy(answers={"timeout": "30m"}))

    record = after(quick, proposed_questions())

    assert NOW + timedelta(minutes=30) == record.awaiting_human_artifact.deadline


def test_policy_questions_alone_have_no_deadline():
    """A round in which only a person may decide never times out."""
    # S1.3
    record = after(LABELLED, proposed_questions(a_question("q1", **RISKY)))

    assert record.awaiting_human_artifact.deadline is None


def answered(*comments, record=None, **more):
    """The record after these comments."""
    return after(known(record or asking(), *comments, **more), a_proposal())


def test_an_answer_keeps_its_provenance():
    """Who answered, when, how, with what permission, in which comment: all is kept."""
    # S1.6, B4
    record = answered(later("1A", author="bob"))

    [answer] = record.planner.answers
    assert (
        answer.question_id, answer.choice, answer.by, answer.how, answer.at, answer.permission,
        answer.comment_id, len(answer.body_digest),
    ) == ("q1", "A", "bob", AnswerSource.REPLY, LATER, "write", 1001, 16)  # fmt: skip
    assert "source: human questionnaire answer by bob" in record.transition_note
    assert "applied fields: planningArtifact.steps" in record.transition_note
    assert (
        next(
            e.content for e in decide(known(asking(), later("1A"))).effects if isinstance(e, React)
        )
        == "+1"
    )


def test_a_partial_answer_leaves_the_rest_open():
    """While a question is open the issue waits, and the planner is not asked."""
    # S1.5
    facts_ = known(asking(), later("1A"))
    record = after(facts_)

    assert not wants_plan(facts_)
    assert Stage.AWAITING_HUMAN is record.stage
    assert [q.id for q in record.awaiting_human_artifact.open_questions] == ["q2"]


@pytest.mark.shows("FR-070", "AC-047")
def test_the_last_answer_brings_the_planner_back():
    """With the last answer the issue returns to planning, in one round with the plan."""
    # S1.5
    record = answered(later("1A"), later("2B", 1002, author="bob"))

    moves = [(a.from_stage, a.to_stage) for a in record.history if a.to_stage]
    assert moves == [("awaiting_human", "planning"), ("planning", "staged")]
    assert [(a.question_id, a.choice, a.by) for a in record.planner.answers] == [
        ("q1", "A", "carol"),
        ("q2", "B", "bob"),
    ]
    assert [d.rationale for d in record.planner.decisions] == [
        "chosen by carol (reply)",
        "chosen by bob (reply)",
    ]


ANSWERS = {
    "recommended": ("1: recommended", "A", False, ""),
    "you decide": ("1: you decide", "A", True, ""),
    "command": ("/plan answer 1B", "B", False, ""),
    "lower case": ("1b", "B", False, ""),
}


@pytest.mark.parametrize(("body", "choice", "planner", "text"), ANSWERS.values(), ids=ANSWERS)
def test_ways_to_answer(body, choice, planner, text):
    """A pick, the recommended option and "you decide" all become an answer with a letter."""
    # S3.9
    [answer] = answered(later(body)).planner.answers

    assert (choice, planner, text) == (answer.choice, answer.planner_decision, answer.text)


def test_you_decide_is_marked():
    """What was left to the planner is kept as a planner decision."""
    # S3.9
    record = answered(later("1: you decide, please".replace(", please", "")), later("2A", 1002))

    assert record.planner.decisions[0].rationale.startswith("(planner decision)")


def test_free_text_counts_where_it_is_allowed():
    """Own words answer a question that takes them, and no other."""
    free = a_question("q1", free_text=True)

    taken = answered(later("1: return a warning"), record=asking(free))
    refused = decide(known(asking(a_question("q1")), later("1: return a warning")))

    assert [a.text for a in taken.planner.answers] == ["return a warning"]
    assert notices(refused) == [("unclear_answer", "carol")]


UNCLEAR = {
    "no such option": "1E",
    "no such question": "7A",
    "which of two": "A",
    "yes to which of two": "yes",
    "a command without picks": "/plan answer what?",
}


@pytest.mark.parametrize("body", UNCLEAR.values(), ids=UNCLEAR)
def test_an_unclear_answer_is_told(body):
    """A pick that fits no open question answers nothing, and its author hears which are open."""
    # S1.6
    decision = decide(known(asking(), later(body)))

    assert notices(decision) == [("unclear_answer", "carol")]
    assert decision.record.planner.answers == ()
    assert decision.record.handled("comment:1001:0")


def test_a_lone_letter_answers_the_only_question():
    """With one question open a letter, or `yes`, is enough."""
    # S3.2
    one = asking(a_question("q1"))

    assert [a.choice for a in answered(later("b"), record=one).planner.answers] == ["B"]
    assert [a.choice for a in answered(later("yes"), record=one).planner.answers] == ["A"]


def test_two_picks_for_one_question_are_no_answer():
    """`1A 1B` answers nothing, and its author hears why; what else the reply says counts."""
    # S1.6
    decision = decide(known(asking(), later("1A 1B 2A")))

    assert [(a.question_id, a.choice) for a in decision.record.planner.answers] == [("q2", "A")]
    assert notices(decision) == [("conflict", "carol")]


def test_a_stranger_is_refused_once_a_round():
    """Who may not answer is told so once, however often they try; nothing is recorded as an answer."""
    # B4, T4
    first = decide(known(asking(), later("1A", author="mallory")))
    second = decide(
        known(first.record, later("1A", author="mallory"), later("2B", 1002, author="mallory"))
    )

    assert notices(first) == [("answer_refused", "mallory")]
    assert said_in(first) == said_in(second)
    assert second.record.planner.answers == ()
    assert [a.outcome for a in second.record.history if a.actor == "mallory"] == [
        "refused",
        "refused",
    ]


def test_only_writers_decide_on_policy():
    """A policy question is not answered by the author; a writer answers it."""
    # S1.3
    risky = asking(a_question("q1", **RISKY))

    by_author = decide(known(risky, later("1A", author="carol")))
    by_writer = decide(known(risky, later("1A", author="bob")), a_proposal())

    assert notices(by_author) == [("answer_refused", "carol")]
    assert [a.by for a in by_writer.record.planner.answers] == ["bob"]


def test_a_late_answer_is_noted():
    """An answer after the work is done changes nothing, but stands in the history."""
    # S2.13
    record = asking().model_copy(update={"stage": Stage.UNRESOLVABLE})

    after_ = after(known(record, later("/plan answer 1A")))

    assert (
        after_.history[-1].action, after_.history[-1].reason,
    ) == ("too late", "answer: the plan goes on as it is")  # fmt: skip


def expired(record):
    """The facts at the deadline."""
    return known(record, now=NOW + timedelta(hours=72))


@pytest.mark.shows("FR-069", "AC-046")
def test_time_out_takes_the_recommended_options():
    """At the deadline open questions get their recommended option, and planning goes on."""
    # S1.5, S1.6
    record = after(expired(asking()), a_proposal())

    answers = [(a.question_id, a.choice, a.by, a.how) for a in record.planner.answers]
    assert answers == [
        ("q1", "A", "time-out", AnswerSource.TIMEOUT),
        ("q2", "A", "time-out", AnswerSource.TIMEOUT),
    ]
    assert Stage.STAGED is record.stage
    assert {"chosen by time-out (timeout)"} == {d.rationale for d in record.planner.decisions}


def test_time_out_keeps_what_people_said():
    """An answer that a person gave stays; only open questions get the default."""
    # S1.6
    partly = after(known(asking(), later("1B")))

    record = after(expired(partly), a_proposal())

    assert [(a.question_id, a.choice, a.by) for a in record.planner.answers] == [
        ("q1", "B", "carol"),
        ("q2", "A", "time-out"),
    ]


def test_time_out_never_decides_on_policy():
    """Policy questions stay open after the time-out, and a person still decides them."""
    # S1.3
    mixed = asking(a_question("q1"), a_question("q2", **RISKY))

    record = after(expired(mixed))
    done = after(known(record, later("2B", author="bob")), a_proposal())

    assert Stage.AWAITING_HUMAN is record.stage
    assert [q.id for q in record.awaiting_human_artifact.open_questions] == ["q2"]
    assert [(a.question_id, a.choice) for a in done.planner.answers] == [("q1", "A"), ("q2", "B")]


def test_a_cancel_wins_over_a_time_out():
    """Who cancelled in time is not planned after all, though both are read in one round."""
    # S3.9
    stop = later("/plan cancel", author="bob")

    record = after(known(asking(), stop, now=NOW + timedelta(hours=72)))

    assert Stage.CANCELLED is record.stage
    assert record.planner.answers == ()


def test_a_second_round_numbers_on():
    """Questions of a later round have numbers of their own, so an answer names one question for good."""
    # S3.4
    first = answered(later("1A 2A"))
    back = after(
        with_record(LABELLED, first, later("/plan replan name the unit", 1003, author="bob")),
        proposed_questions(a_question("q1")),
    )

    asked = back.awaiting_human_artifact
    assert (asked.round, [q.id for q in asked.questions]) == (2, ["q3"])
    assert [q.id for q in back.planner.questions] == ["q1", "q2", "q3"]


@pytest.mark.parametrize(
    ("outcome", "stage", "kind"),
    [
        ("DUPLICATE", Stage.DUPLICATE, "duplicate"),
        ("UNRESOLVABLE", Stage.UNRESOLVABLE, "unresolvable"),
    ],
)
def test_a_refusal_is_told_with_its_reason(outcome, stage, kind):
    """A duplicate or an unresolvable request ends there; the author hears why, nothing is closed."""
    # S3.1, S3.11
    decision = decide(LABELLED, Declined(outcome, "same words", duplicate_of=3, confidence=0.9))

    assert (stage, outcome, 0.9) == (
        decision.record.stage, decision.record.orchestrator.outcome,
        decision.record.orchestrator.confidence,
    )  # fmt: skip
    assert [(kind, "carol")] == notices(decision)


def test_force_plans_what_was_declined():
    """`/plan force` by somebody with triage reopens planning, and the history shows it was forced."""
    # S3.11
    declined = after(LABELLED, Declined("DUPLICATE", "same words", duplicate_of=3))

    forced = after(
        with_record(LABELLED, declined, said("/plan force", author="trent")), a_proposal()
    )

    assert Stage.STAGED is forced.stage
    assert ("force", "trent") in [(a.action, a.actor) for a in forced.history]


def test_questions_are_not_closed_while_an_answer_still_counts():
    """Between the last answer and the plan another answer is taken, so the comment says so."""
    # S1.5
    waits = decide(known(asking(), later("1A"), later("2B", 1002, author="bob")))
    shown = next(
        e.message
        for e in waits.effects
        if isinstance(e, UpsertComment) and isinstance(e.message, QuestionsMessage)
    )

    assert (waits.record.stage, shown.closed) == (Stage.PLANNING, True)
    assert shown.changeable
