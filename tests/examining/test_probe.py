"""Probing: an endpoint's answers show what it can do, and what cannot be used at all ends the asking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from bot.errors import ModelError
from bot.examining.ability import Ability
from bot.examining.probe import glance, greeted, probed
from bot.planning.model.setup import Way
from bot.ports.model import Reply, Turn, Usage
from bot.ports.model_faults import ModelFault, failure
from tests.fakes.model import FakeModel, Scripted, answered, called, said

YES = said("yes")
KEPT = answered({"colour": "red", "count": 4})
POEM = said("The sea, the sea\nis blue")
READS = called(("read_file", {"path": "src/app.py"}))
SUBMITS = called(("submit", {"answer": "heliotrope"}))
REMEMBERS = replace(said("It was Heliotrope."), usage=Usage(5_000, 0, 8))
COUNTS = replace(said("1\n2\n3"), usage=Usage(20, 0, 120))


def refused(turn: Turn) -> Reply:
    raise failure(ModelFault.REQUEST_REFUSED, host="h", status=400, why="no tools here")


def slow(turn: Turn) -> Reply:
    raise failure(ModelFault.TIMED_OUT, host="h", seconds=60.0)


def able(*script: Scripted) -> Ability:
    return glance(FakeModel([YES, *script]), 60)


SHOWN: dict[str, tuple[list[Scripted], tuple[bool, bool], Way]] = {
    "both": ([KEPT, READS, SUBMITS], (True, True), Way.NATIVE),
    "tools alone": ([POEM, READS, SUBMITS], (False, True), Way.NATIVE),
    "a schema alone": ([KEPT, said("I would read the file")], (True, False), Way.SCHEMA),
    "neither": ([POEM, POEM], (False, False), Way.PLAIN),
    "another object": ([answered({"poem": "sea"}), POEM], (False, False), Way.PLAIN),
    "a colour it may not name": (
        [answered({"colour": "green", "count": 1}), POEM],
        (False, False),
        Way.PLAIN,
    ),
    "JSON in a fence": ([said('```json\n{"colour": "red"}\n```'), POEM], (False, False), Way.PLAIN),
    "tools refused": ([KEPT, refused], (True, False), Way.SCHEMA),
    "a schema refused": ([refused, READS, SUBMITS], (False, True), Way.NATIVE),
    "another path": ([KEPT, called(("read_file", {"path": "/etc"}))], (True, False), Way.SCHEMA),
    "another tool": ([KEPT, called(("open", {"path": "src/app.py"}))], (True, False), Way.SCHEMA),
    "the result is not heard": (
        [KEPT, READS, called(("submit", {"answer": "?"}))],
        (True, False),
        Way.SCHEMA,
    ),
    "it reads again": ([KEPT, READS, READS], (True, False), Way.SCHEMA),
    "results refused": ([KEPT, READS, refused], (True, False), Way.SCHEMA),
    "too slow for a schema": ([slow, READS, SUBMITS], (False, True), Way.NATIVE),
}


@pytest.mark.parametrize(("script", "shown", "way"), SHOWN.values(), ids=SHOWN)
def test_answers_show_what_an_endpoint_can_do(script, shown, way):
    """Only an answer that the ability alone explains counts; from it follows how tools go."""
    found = able(*script)

    assert (found.schema_kept, found.tools_called, found.way) == (*shown, way)


USELESS = {
    "a wrong key": failure(ModelFault.KEY_REFUSED, host="h", status=401),
    "nobody there": failure(ModelFault.UNREACHABLE, host="h", why="x"),
    "no such model": failure(ModelFault.NOT_FOUND, host="h", status=404, name="m"),
    "too slow": failure(ModelFault.TIMED_OUT, host="h", seconds=60.0),
    "down": failure(ModelFault.DOWN, host="h", status=500),
}


@pytest.mark.parametrize("problem", USELESS.values(), ids=USELESS)
def test_what_cannot_be_used_at_all_ends_the_asking(problem):
    """The first word decides: a wrong key is no sign of what a model can do."""
    fake = FakeModel([problem])
    with pytest.raises(ModelError) as raised:
        glance(fake, 60)

    assert (raised.value, len(fake.turns)) == (problem, 1)


def test_a_key_that_fails_later_ends_it_too():
    """A budget that runs out in the middle is no ability that is missing."""
    with pytest.raises(ModelError, match="PLANGATE-MODEL-021"):
        able(KEPT, failure(ModelFault.BUDGET_SPENT, spent="1", budget="1"))


@pytest.mark.parametrize("fault", [ModelFault.TRUNCATED, ModelFault.EMPTY])
def test_a_model_that_thinks_too_long_has_answered(fault):
    """One that spends its fifty tokens on thoughts is there."""
    greeted(FakeModel([failure(fault, tokens=50)]), 60)


def ticking() -> Callable[[], float]:
    """A clock that goes on by half a second each time it is looked at."""
    ticks: Iterator[int] = count()
    return lambda: next(ticks) / 2


def test_the_whole_probe_measures():
    """A long text read to its beginning, and tokens a second each way."""

    class Talking(FakeModel):
        def reply(self, turn, progress=lambda received: None):
            made = super().reply(turn, progress)
            progress(len(made.text))
            return made

    found = probed(Talking([YES, KEPT, READS, SUBMITS, REMEMBERS, COUNTS]), 60, ticking(), 8_192)

    assert (found.remembers, found.context) == (True, 8_192)
    assert (found.reads, found.writes) == (10_000, 240)


FORGETS: dict[str, tuple[Scripted, bool | None]] = {
    "it read the end alone": (said("I do not know."), False),
    "it refuses so long a text": (
        failure(ModelFault.CONTEXT),
        False,
    ),
    "it does not get there in time": (failure(ModelFault.TIMED_OUT, host="h", seconds=1.0), None),
}


@pytest.mark.parametrize(("answer", "remembers"), FORGETS.values(), ids=FORGETS)
def test_a_context_too_small_is_found(answer, remembers):
    """Servers that cut long texts off without a word are found by a word at the beginning."""
    fake = FakeModel([YES, KEPT, READS, SUBMITS, answer, COUNTS])
    found = probed(fake, 60, ticking())

    assert found.remembers is remembers
    assert len(fake.turns[4].messages[0].text) > 4 * 4_096


def test_one_that_talks_to_its_limit_shows_its_speed():
    """A truncated count was counted, too: three hundred tokens in half a second."""

    class CutOff(FakeModel):
        def reply(self, turn, progress=lambda received: None):
            if len(self.turns) == 5:
                progress(1)
                progress(2)
            return super().reply(turn, progress)

    cut = failure(ModelFault.TRUNCATED, Usage(20, 0, 300), tokens=300)
    found = probed(CutOff([YES, KEPT, READS, SUBMITS, REMEMBERS, cut]), 60, ticking())

    assert found.writes == 600
