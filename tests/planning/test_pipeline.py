"""The pipeline: whatever the engine, the draft is grounded, repaired, covered, and says what was decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.planning.draft import Draft, DraftFile
from bot.planning.proposal import Brief, ProposedPlan, ProposedQuestions
from tests.fakes.engine import FakeEngine, question, step, story
from tests.planning.requests import answered, brief, plan_of, propose, questions_of

CLEAR = answered(brief(), "AA", FakeEngine())


def inventing(asked: Brief) -> Draft:
    """A draft with a path, a symbol and a quote that are not there."""
    draft = story(asked)
    first, *rest = draft.tasks
    made_up = step("shop/none.py").model_copy(update={"symbol": "nobody"})
    files = (*first.files, DraftFile(path="shop/none.py"))
    invented = first.model_copy(update={"steps": (*first.steps, made_up), "files": files})
    criteria = (draft.criteria[0].model_copy(update={"quote": "nobody said this"}),)
    return draft.model_copy(
        update={"tasks": (invented, *rest), "criteria": (*criteria, *draft.criteria[1:])}
    )


@pytest.mark.parametrize("repairs", [True, False])
@pytest.mark.shows("NFR-008", "NFR-013")
def test_nothing_invented_is_ever_planned(repairs):
    """A path or quote that is not there is repaired at most twice, then left out and named."""
    # B15
    engine = FakeEngine(inventing, repairs=repairs)
    found = plan_of(CLEAR, engine)

    assert "shop/none.py" not in found.plan.model_dump_json()
    assert all(
        c.source != "nobody said this" for t in found.plan.tasks for c in t.acceptance_criteria
    )
    assert any("shop/none.py" in text for text in found.assumptions)
    assert engine.calls == (3 if repairs else 1)


def test_an_engine_that_mends_its_draft_is_believed():
    """A repaired draft is planned without a word about the first one."""
    # B15

    def learning(asked: Brief) -> Draft:
        return inventing(asked) if asked.repair is None else story(asked)

    engine = FakeEngine(learning, repairs=True)
    found = plan_of(CLEAR, engine)

    assert engine.calls == 2 and found.telemetry["faults"] == []


@pytest.mark.parametrize("picks", ["AA", "AB", "BA", "BB"])
@pytest.mark.shows("FR-070", "AC-047")
def test_what_was_chosen_stands_in_goal_criteria_and_steps(picks):
    """Each option that was taken can be read in the goal, in a criterion and in a step."""
    # S1.6
    asked = answered(brief(), picks, FakeEngine())
    plan = plan_of(asked, FakeEngine()).plan
    criteria = " ".join(c.text for t in plan.tasks for c in t.acceptance_criteria)
    steps = " ".join(s.description for t in plan.tasks for s in t.steps)

    for one in asked.request.decided:
        assert all(one.chosen in told for told in (plan.goal, criteria, steps))


def test_no_more_than_eight_questions_are_asked_in_all():
    """What goes beyond eight is assumed, and said; after the answers a plan comes."""
    # S3.2, S3.3

    def curious(asked: Brief) -> Draft:
        draft = story(asked)
        many = tuple(
            question(next(iter(draft.questions)).code, f"A{n}", f"B{n}") for n in range(12)
        )
        return draft.model_copy(update={"questions": many})

    engine = FakeEngine(curious)
    assert len(questions_of(brief(), engine).questions) == 8

    done = answered(brief(), "A" * 8, engine)
    found = plan_of(done, engine)
    assert sum("Taken: " in text for text in found.assumptions) == 4


@pytest.mark.shows("FR-052", "FR-053", "NFR-006", "NFR-016")
def test_every_criterion_reaches_a_task_and_a_test():
    """A criterion that the draft leaves aside is taken up; quality is counted with the plan."""

    def careless(asked: Brief) -> Draft:
        draft = story(asked)
        tasks = tuple(t.model_copy(update={"criteria": t.criteria[:1]}) for t in draft.tasks)
        return draft.model_copy(update={"tasks": tasks})

    found = plan_of(CLEAR, FakeEngine(careless))
    texts = {c.text for t in found.plan.tasks for c in t.acceptance_criteria}

    assert "Only administrators can export" in texts
    assert all(
        any(text in test for test in found.tests.unit_test_intent)
        for text in texts
        if "decided" not in text
    )
    assert found.telemetry["quality"]["covered"] == 1.0


def test_an_unanswered_question_on_policy_stays():
    """Only an answer ends it, whatever the engine says later."""
    # S1.3
    risky = brief("Send it", "Send it to the advertising partner.")
    asked = questions_of(risky, FakeEngine()).questions
    later = replace(risky, request=replace(risky.request, questions=asked, body="All is decided."))
    found = propose(later, FakeEngine())

    assert isinstance(found, ProposedQuestions)
    assert [q.question for q in found.questions] == [q.question for q in asked]
    assert not isinstance(found, ProposedPlan)


@pytest.mark.shows("FR-055")
def test_what_only_reading_shows_is_no_test():
    """A criterion that no test can show is not flagged for one; the notes say that somebody reads it."""

    def readable(asked: Brief) -> Draft:
        draft = story(asked)
        first, *rest = draft.criteria
        return draft.model_copy(
            update={"criteria": (first.model_copy(update={"test": False}), *rest)}
        )

    found = plan_of(CLEAR, FakeEngine(readable))
    flagged = {c.text: c.test for t in found.plan.tasks for c in t.acceptance_criteria}
    [text] = [text for text, test in flagged.items() if not test]

    assert f"Check by reading: {text}" in (found.tests.notes or "")
    assert not any(text in line for line in found.tests.unit_test_intent)
