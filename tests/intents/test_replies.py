"""A reply that is nothing but picks answers; anything else is conversation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.intents import replies
from bot.intents.model import Pick
from tests.factories import a_question
from tests.growth import grows, repeated

A1, B2, C3 = Pick(1, "A"), Pick(2, "B"), Pick(3, "C")
REPLIES = {
    "1A": [A1],
    "1a": [A1],
    "1 A": [A1],
    "1.A": [A1],
    "1. A": [A1],
    "1) A": [A1],
    "1:A": [A1],
    "1: a": [A1],
    "1A.": [A1],
    "1A!": [A1],
    "1A, 2b": [A1, B2],
    "1A,2B": [A1, B2],
    "1A 2B": [A1, B2],
    "1A; 2B": [A1, B2],
    "1A and 2B": [A1, B2],
    "1: A, 2: B": [A1, B2],
    "1A\n2B": [A1, B2],
    "1A\r\n2B\r\n3C": [A1, B2, C3],
    "- 1A\n- 2B": [A1, B2],
    "\n\n 1A \n\n": [A1],
    "> Which one?\n\n1A": [A1],
    "10A": [Pick(10, "A")],
    "12: b": [Pick(12, "B")],
    "A": [Pick(0, "A")],
    "B.": [Pick(0, "B")],
    "yes": [Pick(0, recommended=True)],
    "Yes!": [Pick(0, recommended=True)],
    "recommended": [Pick(0, recommended=True)],
    "you decide": [Pick(0, you_decide=True)],
    "2: you decide": [Pick(2, you_decide=True)],
    "2: recommended": [Pick(2, recommended=True)],
    "1: yes": [Pick(1, recommended=True)],
    "1: clamp it to zero": [Pick(1, text="clamp it to zero")],
    "1: a warning is enough": [Pick(1, text="a warning is enough")],
    "1: ask Bob, he knows": [Pick(1, text="ask Bob, he knows")],
}


@pytest.mark.parametrize(("body", "found"), REPLIES.items(), ids=[repr(b) for b in REPLIES])
def test_what_answers(body, found):
    """Numbers with letters, a lone letter, `yes`, `you decide` and `N: words` are picks."""
    # B4, S3.9
    assert found == list(replies.picks(body))


PROSE = [
    "", " ", "I think 1A is better?", "1A?", "A?", "yes?", "1A or 2B?", "1A, I think", "yes and no",
    "a good idea", "A better way would be", "I would say A", "b or c?", "no", "ok", "thanks!", "1",
    "42", "1F", "0A", "100A", "1AA", "A1", "Q1", "2 apples", "1A is wrong, take 1B", "maybe 1A",
    "1A\nbut why?", "What does 1A mean?", "Yes, please go on", "+1", "\U0001f44d", "LGTM", "@bob 1A",
    "`1A`", "> 1A", "```\n1A\n```", "    1A", "<!-- 1A -->", "\u0661A", "1\u0410", "/plan answer 1A",
    "See #1: a comment there", "eg", "i.e.",
]  # fmt: skip


@pytest.mark.parametrize("body", PROSE, ids=repr)
def test_what_is_only_talk(body):
    """Questions, prose, quotes, code and look-alike letters are no answers."""
    # B4, T4
    assert replies.picks(body) == ()


@pytest.mark.parametrize("rest", ["", "  ", "what?", "1A maybe"])
def test_a_command_that_cannot_be_read_has_no_picks(rest):
    """`/plan answer` with anything but picks behind it picks nothing."""
    assert replies.arguments(rest) == ()


def test_a_command_takes_the_same_picks():
    """What may be replied may stand behind `/plan answer`."""
    assert replies.arguments(" 1A 2B ") == (A1, B2)
    assert (Pick(0, you_decide=True),) == replies.arguments("you decide")


TWO = (a_question("q1"), a_question("q2"))
OWN_WORDS = {
    "1: csv with semicolons, 2b": [(1, "", "csv with semicolons"), (2, "B", "")],
    "1: see part 3, 4b": [(1, "", "see part 3, 4b")],
    "1: not a, 1b": [(1, "", "not a, 1b")],
    "- [x] 1A\n- [ ] 1B\n- [X] 2B\n- [ ]": [(1, "A", ""), (2, "B", "")],
    "1A, 2B\n\n________________________________\nFrom: x\nSent: y\n\n1A CSV\n1B XLSX": [
        (1, "A", ""), (2, "B", ""),
    ],
    "1B\n-----Original Message-----\nFrom: x": [(1, "B", "")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("body", "found"), OWN_WORDS.items(), ids=[repr(b)[:30] for b in OWN_WORDS]
)
def test_picks_as_people_write_them_around_other_things(body, found):
    """Own words with a pick behind them, ticked boxes as a list, a letter quoted below without marks."""
    # S1.5
    assert [(p.question, p.choice, p.text) for p in replies.picks(body, TWO)] == found


@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from("ABCDEabcde")), min_size=1, max_size=8)
)
def test_picks_are_read_in_order(pairs):
    """However many picks stand in one line, all are read, in order."""
    expected = tuple(Pick(number, letter.upper()) for number, letter in pairs)

    for separator in (" ", ", ", ",", "; ", " and ", "\n"):
        assert expected == replies.picks(separator.join(f"{n}{letter}" for n, letter in pairs))


@given(st.text(max_size=200))
def test_any_text_can_be_read(body):
    """No text makes the reader fail, and no pick lacks both a choice and a meaning."""
    for pick in replies.picks(body):
        assert pick.choice or pick.text or pick.recommended or pick.you_decide


PIECES = [
    "1a ", "1", "a,", " and ", "1: ", "1:a", "- ", "\t", "1 a", "1:a, 2:b, ", "1:x, 2a,", ", 1", "1: csv ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_replies_are_read_in_linear_time(piece):
    """A comment four times as long takes about four times as long to read."""
    # T20
    assert not grows(lambda body: replies.picks(body, TWO), repeated(piece), 16_384)
