"""The exam: twelve cases, marked by what is decided, within time and money."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.adapters.templating import TemplatePrompts
from bot.domain.prices import prices
from bot.domain.run_limits import RunLimits
from bot.errors import ModelError
from bot.examining.ability import Exam
from bot.examining.cases import cases
from bot.examining.exam import CALLS, Sitting
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.model.setup import Setup, Way
from bot.ports.explorer import NoCommit
from bot.ports.model import Reply, Turn, Usage
from bot.ports.model_faults import ModelFault, failure
from tests.examining import given
from tests.fakes.model import FakeModel, Scripted, said
from tests.planning.model.given import DOWN, Clock, submit

ROOM = RunLimits()
RIGHT = [submit(given.right(c)) for c in cases()]
WRONG = [submit(given.wrong(c)) for c in cases()]


def take(
    script: Sequence[Scripted],
    before: Exam | None = None,
    *,
    room: RunLimits = ROOM,
    whole: bool = False,
    clock: Clock | None = None,
    **setup: Any,
) -> tuple[Exam, FakeModel, list[int]]:
    """The exam taken, the model that was asked, and how many marks there were each time one was told."""
    model, heard = FakeModel(list(script)), list[int]()
    made = Setup(model, TemplatePrompts(), NoCommit, clock or Clock(), BuiltinEngine(), **setup)
    sitting = Sitting(
        made, room, lambda _: None, lambda e: heard.append(len(e.marked)), whole=whole
    )
    return sitting.take(before), model, heard


def test_the_cases_are_a_mix():
    """A dozen: to plan, to ask for each reason, to decline, a duplicate, an epic; no id twice."""
    expected = Counter(c.expects for c in cases())

    assert expected == {"proceed": 4, "ask": 4, "reject": 2, "duplicate": 1, "epic": 1}
    assert {c.code for c in cases() if c.code} == {"AC_AMBIGUOUS", "MISSING_INPUT", "POLICY_RISK"}
    assert all((c.code is not None) == (c.expects == "ask") for c in cases())
    assert len({c.id for c in cases()}) == len(cases()) == 12


def test_each_case_is_one_call():
    """The model sees the whole small tree at once, so that one turn settles a case."""
    exam, model, heard = take(RIGHT, whole=True)

    assert (exam.right, exam.verdict) == (12, True)
    assert len(model.turns) == 12
    assert heard == list(range(1, 13))
    assert "hive/readings.py" in model.turns[0].messages[-1].text


def test_a_verdict_ends_the_exam_as_soon_as_it_is_certain():
    """Nine right ones pass, four wrong ones do not; asking on would cost and change nothing."""
    passed, *_ = take(RIGHT)
    failed, *_ = take(WRONG)

    assert (passed.verdict, len(passed.marked)) == (True, 9)
    assert (failed.verdict, len(failed.marked)) == (False, 4)


@pytest.mark.parametrize(("right", "verdict"), [(9, True), (8, False)])
def test_three_of_four_cases_must_be_decided_well(right, verdict):
    """The bar, on both of its sides."""
    exam, *_ = take([*RIGHT[:right], *WRONG[right:]], whole=True)

    assert exam.verdict is verdict


def test_another_reason_to_ask_is_shown_and_counts_as_asking():
    """The decision is what is marked; the reasons stand beside it."""
    exam, *_ = take([*RIGHT[:4], submit(given.asking(code="POLICY_RISK")), *RIGHT[5:]], whole=True)
    mark = exam.marked[4]

    assert (mark.right, mark.code, mark.asked) == (True, "AC_AMBIGUOUS", ("POLICY_RISK",))


def no_answer(fault: ModelFault) -> Scripted:
    return failure(fault, host="h", tokens=8, seconds=1.0, name="x")


@pytest.mark.parametrize(
    "script",
    [
        [said("I would rather talk")] * 2,
        [no_answer(ModelFault.TRUNCATED)] * 2,
        [no_answer(ModelFault.DECLINED)],
        [no_answer(ModelFault.CONTEXT)],
        [no_answer(ModelFault.TIMED_OUT)],
    ],
    ids=["prose", "cut off", "declined", "too long for it", "too slow for a plan"],
)
def test_no_usable_answer_is_a_wrong_one(script):
    """A case without a decision is marked wrong, and the next one is asked."""
    exam, *_ = take([*script, *RIGHT[1:]], whole=True)

    assert (exam.marked[0].decision, exam.marked[0].right, exam.right) == (None, False, 11)


def test_an_endpoint_that_fails_ends_the_exam_and_marks_nothing():
    """That a server is down says nothing of its model."""
    with pytest.raises(ModelError) as problem:
        take([*RIGHT[:2], DOWN])

    assert problem.value.code == ModelFault.UNREACHABLE.code


def test_an_unfinished_exam_goes_on_where_it_was():
    """Marks that were given stay; only the cases that are left are asked."""
    exam, model, _ = take(RIGHT[5:], before=given.exam(right=5))

    assert (exam.right, len(model.turns)) == (9, 4)


def test_time_ends_it_without_a_verdict():
    """All cases together may take what a run may; a case that it breaks off is not marked."""
    clock = Clock()

    def slow(turn: Turn) -> Reply:
        clock.now += 200
        return RIGHT[0]

    def hangs(turn: Turn) -> Reply:
        clock.now += turn.seconds
        raise no_answer(ModelFault.TIMED_OUT)  # type: ignore[misc]

    exam, model, _ = take([slow, hangs], clock=clock)

    assert (exam.verdict, len(exam.marked)) == (None, 1)
    assert model.turns[1].seconds == pytest.approx(100)


def test_money_ends_it_without_a_verdict():
    """The budget of a run bounds the exam, too."""
    limits = replace(ROOM, money=0.02)
    dear = [replace(reply, usage=Usage(3_000, 0, 500)) for reply in RIGHT]
    exam, *_ = take(dear, room=limits, limits=limits, prices=prices("1/1/1"))

    assert exam.verdict is None
    assert 4 < len(exam.marked) < 8


def test_a_weak_endpoint_is_examined_by_schema():
    """The way its tools go is the way of its exam."""
    script = [said(json.dumps(given.right(c))) for c in cases()]
    exam, model, _ = take(script, way=Way.SCHEMA)

    assert exam.verdict is True
    assert model.turns[0].schema and CALLS == 3
