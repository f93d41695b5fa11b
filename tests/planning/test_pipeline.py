"""The pipeline: whatever the engine, the draft is grounded, repaired, covered, and says what was decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.plan import ActionType
from bot.domain.questionnaire import ReasonCode
from bot.errors import PlanError
from bot.planning.draft import Draft, DraftFile, DraftOption, DraftQuestion, DraftStep
from bot.planning.proposal import Brief, ProposedPlan, ProposedQuestions
from bot.planning.words import plain
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


def test_a_file_that_is_there_is_changed_and_not_created():
    """Whatever an engine calls it: whoever follows the plan must not write over it."""

    def writing(asked: Brief) -> Draft:
        draft = story(asked)
        path = asked.tree.paths[0]
        write = step(path).model_copy(update={"action": ActionType.WRITE_FILE})
        files = (DraftFile(path=path, action="create"),)
        first = draft.tasks[0].model_copy(update={"steps": (write,), "files": files})
        return draft.model_copy(update={"tasks": (first, *draft.tasks[1:])})

    first = plan_of(CLEAR, FakeEngine(writing)).plan.tasks[0]

    assert first.resources.create == ()
    assert first.resources.write == (CLEAR.tree.paths[0],)
    assert first.steps[0].action is ActionType.MODIFY_FILE


@pytest.mark.parametrize("lines", [3, 900])
def test_code_keeps_its_lines(lines):
    """What a step says to paste stands in the plan as it was written; where too long, it says so."""
    code = "\n".join(f"    total += {n}" for n in range(lines))

    def pasting(asked: Brief) -> Draft:
        draft = story(asked)
        paste = step(asked.tree.paths[0]).model_copy(update={"code": f"\n{code}\n"})
        first = draft.tasks[0].model_copy(update={"steps": (paste,)})
        return draft.model_copy(update={"tasks": (first, *draft.tasks[1:])})

    kept = plan_of(CLEAR, FakeEngine(pasting)).plan.tasks[0].steps[0].code
    whole, _, end = kept.rpartition("\n")
    assert kept == code if lines == 3 else (code.startswith(f"{whole}\n"), end) == (True, "…")


def test_a_plan_that_the_checks_refuse_goes_back_to_the_engine():
    """Tasks that wait for each other are no reason to throw a model's plan away at once."""

    def hasty(asked: Brief) -> Draft:
        draft = story(asked)
        first, *rest = draft.tasks
        waits = first.model_copy(update={"depends_on": (rest[-1].id,)})
        return draft if asked.repair else draft.model_copy(update={"tasks": (waits, *rest)})

    engine = FakeEngine(hasty, repairs=True)
    found = plan_of(CLEAR, engine)

    assert engine.calls == 2 and found.telemetry["faults"] == []


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
        assert all(plain(one.chosen) in plain(told) for told in (plan.goal, criteria, steps))


def test_who_explains_the_request_is_not_told_the_answers_twice():
    """A draft that explains how the code does it has its own criteria and steps for what was decided."""

    # issue 21
    def explaining(asked: Brief) -> Draft:
        return story(asked).model_copy(update={"explanation": "`export` writes no file."})

    told = [
        [c.text for t in plan_of(CLEAR, FakeEngine(made)).plan.tasks for c in t.acceptance_criteria]
        for made in (story, explaining)
    ]
    found = plan_of(CLEAR, FakeEngine(explaining))

    assert any("As decided: " in text for text in told[0])
    assert told[1] == [text for text in told[0] if "As decided: " not in text]
    assert "CSV" in found.plan.goal
    assert not any("Decided:" in s.description for t in found.plan.tasks for s in t.steps)


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
    assert sum("I assumed: " in text for text in found.assumptions) == 4


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
        if "As decided: " not in text
    )
    assert found.telemetry["quality"]["covered"] == 1.0


def test_what_a_task_creates_no_other_reads():
    """`read` names what is there before the work: a file of an earlier task is implied by the order."""

    def two_steps(asked: Brief) -> Draft:
        draft = story(asked)
        first, second, *rest = draft.tasks
        made = DraftFile(path="shop/rates.py", action="create")
        seen = DraftFile(path="shop/rates.py", action="read")
        first = first.model_copy(update={"files": (*first.files, made)})
        second = second.model_copy(update={"files": (*second.files, seen)})
        return draft.model_copy(update={"tasks": (first, second, *rest)})

    tasks = plan_of(CLEAR, FakeEngine(two_steps)).plan.tasks

    assert "shop/rates.py" in tasks[0].resources.create
    assert all("shop/rates.py" not in t.resources.read for t in tasks)


def test_a_file_that_a_task_creates_is_there_for_its_steps_and_for_later_tasks():
    """Whatever the step is called that writes it: a model's `GENERATE_CODE` is as good as `WRITE_FILE`."""

    def growing(asked: Brief) -> Draft:
        draft = story(asked)
        first, second, *rest = draft.tasks
        made = DraftFile(path="shop/rates.py", action="create")
        code = step("shop/rates.py").model_copy(update={"action": ActionType.GENERATE_CODE})
        first = first.model_copy(
            update={"files": (*first.files, made), "steps": (*first.steps, code)}
        )
        later = (*second.steps, step("shop/rates.py"))
        second = second.model_copy(update={"steps": later})
        return draft.model_copy(update={"tasks": (first, second, *rest)})

    tasks = plan_of(CLEAR, FakeEngine(growing)).plan.tasks

    assert "shop/rates.py" in [s.target for s in tasks[0].steps]
    assert "shop/rates.py" in tasks[1].resources.write


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
    [text] = [text for text, test in flagged.items() if not test and "As decided: " not in text]

    assert (found.tests.notes or "").startswith(f"To check by reading: {text}")
    assert not any(text in line for line in found.tests.unit_test_intent)


def asking(*questions: DraftQuestion) -> FakeEngine:
    """An engine that asks these."""

    def script(asked: Brief) -> Draft:
        return story(asked).model_copy(update={"questions": questions, "decision": "ask"})

    return FakeEngine(script)


def test_what_is_risky_is_asked_before_anything_else():
    """Of more than eight questions those on policy are asked; a risk beyond them is named as undecided."""
    # S1.3, S3.2
    plain = [question(ReasonCode.AC_AMBIGUOUS, f"A{n}", f"B{n}") for n in range(9)]
    risks = [question(ReasonCode.POLICY_RISK, f"C{n}", f"D{n}") for n in range(3)]
    asked = questions_of(brief(), asking(*plain, *risks)).questions
    assert [q.needs_write for q in asked] == [True] * 3 + [False] * 5

    engine = asking(*(question(ReasonCode.POLICY_RISK, f"C{n}", f"D{n}") for n in range(9)))
    found = plan_of(answered(brief(), "A" * 8, engine), engine)
    assert [text for text in found.assumptions if "Not decided" in text and "C8" in text]


def options(*labels: str) -> tuple[DraftOption, ...]:
    return tuple(DraftOption(label=label) for label in labels)


UNUSABLE = {
    "one option": options("A"),
    "six options": options(*"ABCDEF"),
    "the same option twice": options("A", "a"),
    "options that differ only where they are cut": options("A" * 200, "A" * 200 + "B"),
    "none that is recommended": options("B", "C"),
}


@pytest.mark.parametrize("given", UNUSABLE.values(), ids=UNUSABLE)
def test_a_question_that_cannot_be_answered_is_not_asked(given):
    """It is a fault that goes back to the engine; after that it is left out, and one on a risk ends it."""
    code = ReasonCode.AC_AMBIGUOUS
    bad = question(code, "A", "B").model_copy(update={"options": given})
    good = question(code, "C", "D")

    asked = questions_of(brief(), asking(bad, good))
    assert [q.question for q in asked.questions] == [good.question]
    assert "OPTIONS_UNUSABLE" in str(asked.telemetry["faults"])

    risk = bad.model_copy(update={"code": ReasonCode.POLICY_RISK})
    with pytest.raises(PlanError, match="no options"):
        propose(brief(), asking(risk, good))


def test_a_command_that_the_repository_cannot_run_is_left_out():
    """`make check` needs a Makefile; what is left out is named."""
    # B15

    def running(asked: Brief) -> Draft:
        draft = story(asked)
        first, *rest = draft.tasks
        run = DraftStep(action=ActionType.RUN_COMMAND, path="make check", instruction="Run it")
        steps = (*first.steps, run)
        return draft.model_copy(
            update={"tasks": (first.model_copy(update={"steps": steps}), *rest)}
        )

    found = plan_of(CLEAR, FakeEngine(running))
    assert not any(t.resources.run for t in found.plan.tasks)
    assert any("`make check`" in text for text in found.assumptions)

    made = replace(CLEAR, tree=replace(CLEAR.tree, paths=(*CLEAR.tree.paths, "Makefile")))
    assert plan_of(made, FakeEngine(running)).plan.tasks[0].resources.run == ("make check",)


def test_an_engine_that_only_asks_again_is_told_to_plan():
    """Every question is answered and there is no task: that is a fault to repair."""

    def stubborn(asked: Brief) -> Draft:
        draft = story(asked)
        return draft if asked.repair else draft.model_copy(update={"tasks": (), "decision": "ask"})

    engine = FakeEngine(stubborn, repairs=True)
    assert plan_of(CLEAR, engine).plan.tasks and engine.calls == 2
