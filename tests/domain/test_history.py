"""The history stays bounded and forgets neither a decision nor a key."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import codec
from bot.domain.contracts import Role
from bot.domain.history import COMPACTED, MOST, OURS, Action, WorkflowRuntime, compacted
from bot.domain.record import Record
from bot.domain.stages import Stage
from tests.domain.given import a_full_record, an_action, text
from tests.factories import NOW
from tests.growth import grows

BOT = Path(__file__).parents[2] / "bot"
actions = st.builds(
    an_action,
    st.sampled_from(["pull:8:a", "pull:8:b", "tick:1:q1.a:1", "", "comment:5:0"]) | text,
    actor=st.sampled_from([OURS, OURS, "bob", "mallory"]),
    action=st.sampled_from(["evidence", "approve", "help", "reject", "request edited"]),
    outcome=st.sampled_from(["done", "refused", "blocked"]),
    to_stage=st.none() | st.sampled_from(Stage),
)

histories = st.lists(actions, max_size=60).map(tuple)
bounds = st.integers(0, 30)


def ours(key: str, minute: int = 0, **more: Any) -> Action:
    """A line of the bot's own."""
    at = NOW + timedelta(minutes=minute)
    said = {"actor": OURS, "role": Role.ORCHESTRATOR, "action": "evidence"} | more
    return an_action(key, at=at, **said)


def keys_of(history: tuple[Action, ...]) -> list[str]:
    """Every key there ever was, in order."""
    return [key for line in history for key in line.all_keys]


def test_a_line_written_after_a_look_is_known():
    """What was looked up in a history is looked up again once it has another line."""
    # issue 19
    before = WorkflowRuntime()
    assert "a" not in before.keys

    assert "a" in before.with_line(an_action("a")).keys


def test_two_histories_that_went_on_from_one_do_not_mix():
    """What one of them was told later the other does not know, nor the one that both began with."""
    # issue 19
    before = WorkflowRuntime(action_history=(an_action("a"),))
    one, other = before.with_line(an_action("b")), before.with_line(an_action("c"))
    one = one.with_line(an_action("d"))

    assert [set(h.keys) for h in (before, one, other)] == [{"a"}, {"a", "b", "d"}, {"a", "c"}]
    assert [[a.key for a in h.keys.lines()] for h in (before, one, other)] == [
        [],
        ["b", "d"],
        ["c"],
    ]
    assert [h.keys.total for h in (before, one, other)] == [1, 3, 2]
    assert other.keys.line("b") is None


@given(histories, bounds, text)
def test_no_key_is_forgotten(history, most, other):
    """Whether a key was handled, and how often keys of a kind were, folding does not change."""
    # S2.13
    before, after = (WorkflowRuntime(action_history=h) for h in (history, compacted(history, most)))

    assert set(before.keys) == set(after.keys) == set(keys_of(history))
    for stem in ("", "pull:8:", "tick:", other):
        assert before.times(stem) == after.times(stem)
    assert keys_of(history) == keys_of(compacted(history, most))


@given(histories, bounds)
def test_folding_twice_is_folding_once(history, most):
    """A folded history has nothing left to fold."""
    # S2.13
    once = compacted(history, most)

    assert once == compacted(once, most)


@given(histories, bounds)
def test_what_counts_stays_in_its_order(history, most):
    """First line, last lines, every decision of a person, the newest line into each stage: in order."""
    # S2.13
    after = compacted(history, most)

    stayed = [line for line in after if not line.folded]
    rest = iter(history)
    assert all(any(line is old for old in rest) for line in stayed)
    assert history[:1] == after[:1]
    assert most // 2 == 0 or history[-(most // 2) :] == after[-(most // 2) :]
    assert [a for a in history if a.is_decision] == [a for a in after if a.is_decision]
    for stage in Stage:
        newest = [line for line in history if line.to_stage is stage][-1:]
        assert all(line in after for line in newest)


@given(histories, bounds)
def test_the_size_is_bounded(history, most):
    """Only what must stay and one line between two of them is left."""
    # S2.13
    staying = sum(a.is_decision for a in history) + len({(a.to_stage, a.outcome) for a in history})

    assert len(compacted(history, most)) <= max(most, 2 * (1 + staying + most // 2) + 1)


@given(histories, bounds)
def test_line_by_line_no_key_is_forgotten(history, most):
    """A history that is folded with every line it gets keeps the same laws."""
    # S2.13
    grown: tuple[Action, ...] = ()
    for line in history:
        grown = compacted((*grown, line), most)

    assert keys_of(history) == keys_of(grown)
    assert [a for a in history if a.is_decision] == [a for a in grown if a.is_decision]


def test_a_run_of_lines_becomes_one():
    """The line that stands for others says how many, from when to when, and holds their keys."""
    # S2.13
    history = (an_action("first"), *(ours(f"k{n}", n) for n in range(1, 10)))

    first, summary, *rest = compacted(history, 6)

    assert first.key == "first"
    assert tuple(f"k{n}" for n in range(1, 7)) == summary.folded
    assert (summary.action, summary.actor, summary.outcome) == (COMPACTED, OURS, "done")
    assert summary.reason == "6 lines from 2026-11-20T12:01+00:00 to 2026-11-20T12:06+00:00"
    assert [line.key for line in rest] == ["k7", "k8", "k9"]


def test_folded_lines_are_folded_again():
    """What was folded once becomes part of the next one, with the time it began."""
    # S2.13
    history = compacted(tuple(ours(f"k{n}", n) for n in range(10)), 6)

    [_, summary, *_] = compacted((*history, ours("k10", 10), ours("k11", 11)), 6)

    assert tuple(f"k{n}" for n in range(1, 9)) == summary.folded
    assert NOW + timedelta(minutes=1) == summary.since
    assert summary.reason.startswith("8 lines from 2026-11-20T12:01")


@pytest.mark.parametrize(
    ("line", "decides"),
    [
        (an_action(action="approve"), True),
        (an_action(action="reject", reason="too slow"), True),
        (an_action(action="waive"), True),
        (an_action(action="cancel", role=Role.ORCHESTRATOR), True),
        (an_action(action="resume", role=Role.ORCHESTRATOR), True),
        (an_action(action="restore", role=Role.ORCHESTRATOR), True),
        (an_action(action="answer", actor="somebody with write access"), True),
        (an_action(action="approve", outcome="blocked"), True),
        (an_action(action="something new"), True),
        (an_action(action="approve", outcome="refused"), False),
        (an_action(action="help"), False),
        (an_action(action="too late"), False),
        (an_action(action="request edited"), False),
        (ours("staged:3"), False),
    ],
    ids=lambda value: value.action if isinstance(value, Action) else "",
)
def test_decisions_are_what_people_settled(line, decides):
    """Refusals, small talk and what the bot did itself decide nothing; what is unknown is kept."""
    # S2.13
    assert decides == line.is_decision


def test_a_record_folds_by_itself():
    """Line for line logged, a record's history never outgrows its bound, and is told in full by keys."""
    # S2.13
    record = a_full_record()
    for n in range(3 * MOST):
        record = record.logged(ours(f"pull:8:{n}", n))

    assert len(record.history) <= MOST
    assert 3 * MOST == record.times() == record.times("pull:8:")
    assert all(record.handled(f"pull:8:{n}") for n in range(3 * MOST))
    assert not record.handled("pull:8:600")
    assert record == codec.from_json(codec.to_json(record))


def test_a_blocked_move_stays_in_a_long_history():
    """What a person tried and what stopped it is found again, however much happened since."""
    # S2.10, S2.13
    record = Record.new(7).move(Stage.REVIEW, an_action("comment:1:0", action="resume"))
    for n in range(2 * MOST):
        record = record.logged(ours(f"k{n}"))

    assert [b.code for b in record.history[0].blocking] == ["TRANSITION_UNKNOWN"]


def test_a_round_of_many_lines_takes_linear_time():
    """Thousands of refused commands of strangers in one round: no line copies what all others hold."""
    # issue 19

    def log(lines: int) -> None:
        record = Record.new(7)
        for n in range(lines):
            record = record.logged(ours(f"comment:{n}:0"))

    assert not grows(log, lambda lines: lines, 32_000)


def test_looking_up_keys_takes_linear_time():
    """A hundred questions to a history four times as long take about four times as long."""
    # NFR

    def long(lines: int) -> Record:
        record = Record.new(7)
        for n in range(lines):
            record = record.logged(ours(f"pull:8:{n:07}", actor="bob" if n % 20 == 0 else OURS))
        return record

    def ask(record: Record) -> None:
        assert not any(record.handled(f"comment:{n}:0") for n in range(100))

    assert not grows(ask, long, 500)


def test_nobody_counts_lines_that_may_be_folded():
    """Keys that are made unique by a count come from `times`, which folding does not lower."""
    # S2.13
    counted = re.compile(r"len\((?:\w+\.)*history\)|in record\.history if \w+\.key\.startswith\(")
    files = [f for part in ("intents", "roles", "flow") for f in (BOT / part).glob("*.py")]

    assert [f.name for f in files if counted.search(f.read_text(encoding="utf-8"))] == []
