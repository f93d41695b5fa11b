"""Rounds of two or three questions, one planning loop, and what the orchestrator says of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.questionnaire import Group
from bot.domain.stages import Stage
from bot.roles.asking import ASKED
from tests.factories import NOW, a_comment, a_question, an_issue, facts
from tests.intents.given import known
from tests.roles.given import after, decide, notices, proposed_questions, with_record

LABELLED = facts(issue=an_issue(labels={"plan"}))


def listed(count: int, **more):
    """So many different questions."""
    return tuple(
        a_question(f"q{n}", question=f"Question {n}?", **more) for n in range(1, count + 1)
    )


def reply(text: str, id: int, minutes: int):
    at = NOW + timedelta(minutes=minutes)
    return a_comment(text, id, author="bob", created_at=at, updated_at=at)


BATCHES = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 8: 3}


@pytest.mark.parametrize(("count", "first"), BATCHES.items())
def test_a_round_has_two_or_three_questions(count, first):
    """The first two or three of a list are asked, and never one is left for a round of its own."""
    # S3.2 S3.4
    record = after(LABELLED, proposed_questions(*listed(count)))

    assert len(record.awaiting_human_artifact.questions) == first
    assert len(record.orchestrator.needs_planning.questions) == count
    assert record.orchestrator.direct == (count == 1)


def test_questions_of_a_group_stand_together():
    """Within a round questions about one thing follow each other, the weightiest group first."""
    # S3.4
    groups = (Group.SCHEMA, Group.SCOPE, Group.SCHEMA)
    asked = tuple(q.model_copy(update={"group": g}) for q, g in zip(listed(3), groups, strict=True))

    questions = after(LABELLED, proposed_questions(*asked)).awaiting_human_artifact.questions

    assert [q.question for q in questions] == ["Question 1?", "Question 3?", "Question 2?"]
    assert [q.id for q in questions] == ["q1", "q2", "q3"]


def test_the_rest_of_a_list_is_the_same_loop():
    """After the first round the rest of its list is asked: that is one planning loop."""
    # S3.8
    record = after(LABELLED, proposed_questions(*listed(5)))
    second = after(
        with_record(known(record), record, reply("1A 2A 3A", 1001, 1)),
        proposed_questions(*listed(5)[3:]),
    )

    assert second.stage is Stage.AWAITING_HUMAN
    assert [q.id for q in second.awaiting_human_artifact.questions] == ["q4", "q5"]


def test_a_second_list_is_surfaced_and_planning_stops():
    """New questions after the answers are shown once; nobody is asked in circles."""
    # S3.8
    record = after(LABELLED, proposed_questions(*listed(2)))
    new = proposed_questions(a_question("q9", question="Something else?"))
    decision = decide(with_record(known(record), record, reply("1A 2A", 1001, 1)), new)

    assert decision.record.stage is Stage.UNRESOLVABLE
    assert decision.record.orchestrator.outcome == "NEEDS_PLANNING"
    assert notices(decision) == [("still_open", "carol")]
    assert sum(a.action == ASKED for a in decision.record.history) == 1


def test_somebody_may_begin_another_loop():
    """After `/plan` or an edit the same planner may ask again."""
    # S3.8
    record = after(LABELLED, proposed_questions(*listed(2)))
    new = proposed_questions(a_question("q9", question="Something else?"))
    stopped = after(with_record(known(record), record, reply("1A 2A", 1001, 1)), new)

    again = after(with_record(known(stopped), stopped, reply("/plan", 1002, 2)), new)

    assert again.stage is Stage.AWAITING_HUMAN


def test_the_same_open_questions_are_asked_in_the_same_round():
    """A request that was edited and leaves the same open keeps its round, comment and answers."""
    # B11
    record = after(LABELLED, proposed_questions(*listed(2)))
    partly = after(with_record(known(record), record, reply("1B", 1001, 1)))
    edited = known(partly, reply("1B", 1001, 1), issue=an_issue(title="Another title"))

    asked = after(edited, proposed_questions(*listed(2)[1:])).awaiting_human_artifact

    assert (asked.round, [a.choice for a in asked.answers]) == (1, ["B"])
