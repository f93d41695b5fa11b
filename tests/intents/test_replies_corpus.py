"""Replies as people write them, and replies made from the grammar: both are read as they were meant."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.intents import replies
from bot.intents.model import Pick
from tests.factories import a_question

ROWS = yaml.safe_load(
    Path(__file__).with_name("examples").joinpath("replies.yml").read_text("utf-8")
)

OPEN = a_question("q1", "Keep (Recommended)", "Drop", "Ask")


def pick(text: str) -> Pick:
    """A pick as the corpus writes it."""
    number, _, what = text.partition(" ")
    if what.startswith("="):
        return Pick(int(number), text=what[1:])
    special = {
        "rec": Pick(int(number), recommended=True),
        "you": Pick(int(number), you_decide=True),
    }
    return special.get(what) or Pick(int(number), choice=what)


def test_every_reply_of_the_corpus():
    """Picks are read, talk is left alone, and what only seems to answer is asked about."""
    # B4 S3.9
    found = {row["say"]: list(replies.picks(row["say"])) for row in ROWS}
    seems = {row["say"]: replies.seems(row["say"], (OPEN,)) for row in ROWS}

    assert found == {row["say"]: [pick(p) for p in row.get("picks", [])] for row in ROWS}
    assert {say: told for say, told in seems.items() if not found[say]} == {
        row["say"]: row.get("vague", False) for row in ROWS if not found[row["say"]]
    }


def test_the_corpus_is_large_and_mixed():
    """At least a hundred replies, a good part of each kind, none twice."""
    kinds = Counter(next(k for k in ("picks", "talk", "vague") if k in row) for row in ROWS)

    assert len({row["say"] for row in ROWS}) == len(ROWS) >= 100
    assert kinds["picks"] >= 40 and kinds["talk"] >= 40 and kinds["vague"] >= 10


@dataclass(frozen=True)
class Said:
    """A piece of a reply with the pick it means; `whole`: it needs a line of its own."""

    text: str
    means: Pick
    whole: bool = False


NUMBERS = st.integers(1, 99)
LETTERS = st.sampled_from("ABCDEabcde")
GLUE = st.sampled_from(["", " ", ".", ") ", ": ", ":", ". ", ")"])
WORDS: dict[str, Any] = {
    "yes": {"recommended": True}, "recommended": {"recommended": True},
    "you decide": {"you_decide": True}, "up to you": {"you_decide": True},
}  # fmt: skip
OWN = st.lists(
    st.sampled_from(
        ("keep", "the old", "names,", "only for admins;", "größer", "2 weeks", "名前", "#12")
    ),
    min_size=2,
    max_size=6,
).map(" ".join)


def wide(text: str) -> str:
    """The same with full-width characters."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


COMPACT = st.builds(
    lambda n, glue, letter: Said(f"{n}{glue}{letter}", Pick(n, letter.upper())),
    NUMBERS, GLUE, LETTERS,
)  # fmt: skip
WIDE = COMPACT.map(lambda said: Said(wide(said.text), said.means))
BARE = LETTERS.map(lambda letter: Said(letter, Pick(0, letter.upper())))
WORDED = st.builds(
    lambda word, n, caps: Said(
        (f"{n}: " if n else "") + (word.title() if caps else word), Pick(n, **WORDS[word]), True
    ),
    st.sampled_from(sorted(WORDS)), st.integers(0, 20), st.booleans(),
)  # fmt: skip
TOLD = st.builds(lambda n, words: Said(f"{n}: {words}", Pick(n, text=words), True), NUMBERS, OWN)
LISTED = st.lists(st.one_of(COMPACT, COMPACT, WIDE, BARE), min_size=1, max_size=4)
ALONE = st.one_of(WORDED, TOLD).map(lambda said: [said])
LINES = st.lists(st.one_of(LISTED, LISTED, ALONE), min_size=1, max_size=4)
SEPARATORS = st.sampled_from([" ", ", ", ",", "; ", " and "])
NOISE = st.sampled_from(["", "> 3C\n\n", "```\n4D\n```\n", "<!-- 5E -->\n", "\n", "> yes\n\n"])


@given(lines=LINES, separator=SEPARATORS, noise=NOISE, end=st.sampled_from(["", ".", "!", "\n"]),
       bullet=st.booleans())  # fmt: skip
def test_a_reply_made_from_the_grammar_is_read_back(lines, separator, noise, end, bullet):
    """Whatever picks the grammar puts together, exactly those are read, in order; quotes and code aside."""
    # B4 S3.9
    texts = [separator.join(said.text for said in line) for line in lines]
    body = noise + "\n".join(("- " if bullet else "") + text for text in texts) + end
    expected = [said.means for line in lines for said in line]

    assert list(replies.picks(body)) == expected


@given(lines=LINES)
def test_asking_back_is_no_answer(lines):
    """The same picks with a question mark behind them answer nothing."""
    # a counter-question does not count as an answer
    body = "\n".join(", ".join(said.text for said in line) + "?" for line in lines)

    assert replies.picks(body) == ()
