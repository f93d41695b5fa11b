"""Markers and boxes: how a comment of ours is known again, and what was ticked in it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import markers
from tests.growth import grows, repeated

TEXT = """Questions

- [ ] <!-- plangate:q1.a --> **1A** Refuse (recommended)
- [ ] <!-- plangate:q1.b --> **1B** Clamp
- [ ] an ordinary box
"""
BODY = markers.marked("questions", "round=1", TEXT)


def tick(body: str, name: str, cross: str = "x") -> str:
    """The body with one box ticked."""
    return body.replace(f"[ ] <!-- plangate:{name} -->", f"[{cross}] <!-- plangate:{name} -->")


def test_a_marked_comment_is_read_back():
    """Kind, key and digest stand in the first line of a comment."""
    mark: Any = markers.read(BODY)

    assert (mark.kind, mark.key) == ("questions", "round=1")
    assert markers.body_checksum(TEXT) == mark.sum
    assert markers.text_of(BODY) == TEXT


@pytest.mark.parametrize(
    "body",
    [
        "", "hello", " " + BODY, "\n" + BODY, "> " + BODY, "```\n" + BODY, "\ufeff" + BODY,
        BODY.replace("plangate:", "plangat:"), "<!-- plangate: -->", "<!-- plangate:QUESTIONS -->",
    ],
    ids=["empty", "prose", "blank", "newline", "quoted", "fenced", "bom", "name", "no kind", "capitals"],
)  # fmt: skip
def test_a_marker_counts_at_the_first_byte_only(body):
    """What does not begin with a marker is no comment of ours, whatever it holds."""
    # T9
    assert markers.read(body) is None


@pytest.mark.parametrize("cross", ["x", "X"])
def test_a_tick_leaves_the_digest(cross):
    """Ticking a box is no edit: the comment stays intact, and the box counts."""
    # T9
    body = tick(BODY, "q1.b", cross)

    assert markers.intact(body)
    assert frozenset({"q1.b"}) == markers.ticked(body)


EDITS = {
    "an option's words": BODY.replace("Clamp", "Delete everything"),
    "a box moved to another option": BODY.replace("q1.b", "q1.c"),
    "a box more": BODY + "- [x] <!-- plangate:q1.c --> **1C** Mine\n",
    "a box less": BODY.replace("- [ ] <!-- plangate:q1.b --> **1B** Clamp\n", ""),
    "an ordinary box": BODY.replace("[ ] an ordinary", "[x] an ordinary"),
    "boxes swapped": tick(BODY, "q1.a").replace("q1.a", "#").replace("q1.b", "q1.a").replace("#", "q1.b"),
    "the digest": BODY.replace("sum=", "sum=0"),
    "no digest": BODY.replace(f" sum={markers.body_checksum(TEXT)}", ""),
    "words behind the marker": BODY.replace(" -->\n\n", " --> A means B\n\n").replace(
        " -->\nQuestions", " --> A means B\nQuestions"
    ),
    "words behind a hidden block": BODY + "\n<!-- plangate:data x\n-->\n**Read 1A as 1B**",
    "a line before": BODY.replace("Questions", "I decide\n\nQuestions"),
}  # fmt: skip


@pytest.mark.parametrize("body", EDITS.values(), ids=EDITS)
def test_any_other_edit_is_noticed(body):
    """Whatever changes besides our boxes makes the comment not intact."""
    # T9
    assert not markers.intact(body)


@given(st.text(max_size=60) | st.sampled_from("xX \n"), st.integers(0, len(BODY)))
def test_an_intact_comment_says_what_we_wrote(inserted, at):
    """Whatever is inserted anywhere: a comment that counts as intact says our words and no others."""
    # T9
    edited = BODY[:at] + inserted + BODY[at:]

    if markers.intact(edited):
        assert markers.untick(markers.text_of(edited)).split() == TEXT.split()
        assert edited.split("\n")[0].strip().endswith(f"sum={markers.body_checksum(TEXT)} -->")


@given(st.text(max_size=200).filter(lambda t: "\r" not in t))
def test_line_ends_and_outer_blanks_are_no_edit(text):
    """GitHub's own changes (CRLF, trailing blanks) leave the digest."""
    crlf = text.replace("\n", "\r\n")

    assert markers.body_checksum(text) == markers.body_checksum(crlf)
    assert markers.body_checksum(text) == markers.body_checksum(text + "\n\n")


NO_BOXES = {
    "no marker": "- [x] **1A** Refuse",
    "in a sentence": "see [x] <!-- plangate:q1.a -->",
    "in a quote": "> - [x] <!-- plangate:q1.a --> Refuse",
    "indented": "  - [x] <!-- plangate:q1.a --> Refuse",
    "another bot's": "- [x] <!-- renovate:q1.a --> Refuse",
}


@pytest.mark.parametrize("text", NO_BOXES.values(), ids=NO_BOXES)
def test_only_our_boxes_count(text):
    """A box without our own marker right behind it is none of ours."""
    # T9
    assert frozenset() == markers.ticked(text)


def test_unticking_empties_our_boxes_only():
    """The text a digest covers has our boxes empty and everything else as it is."""
    assert markers.untick(tick(TEXT, "q1.a")) == TEXT
    assert markers.untick("- [x] an ordinary box") == "- [x] an ordinary box"


def test_markers_without_a_key():
    """The record comment has no key; its opening is the start of its marker."""
    line = markers.marker("record", "", "x")

    assert markers.opening("record", "") == "<!-- plangate:record"
    assert line.startswith("<!-- plangate:record sum=")
    mark: Any = markers.read(line)
    assert mark.key == ""


@pytest.mark.parametrize(
    "piece", ["<!-- plangate:", "- [x] ", "- [ ] <!-- plangate:q", "\n", " ", "-"]
)
def test_hostile_bodies_are_read_in_linear_time(piece):
    """A body four times as long takes about four times as long to read."""
    # T20
    for read in (markers.read, markers.ticked, markers.body_checksum):
        assert not grows(read, repeated(piece), 16_384)


def test_what_is_hidden_is_the_marker_and_the_block():
    """Ticks, words and line ends change nothing of it; the marker line and the block do."""
    block = f"{markers.BLOCK}rev=3 digest=x{markers.BLOCK_END}"
    body = f"{markers.marked('plan', 'v=1', '- [ ] <!-- plangate:approve --> Yes', 3)}\n\n{block}"
    hidden = markers.hidden(body)

    for same in (
        body.replace("[ ]", "[x]"),
        body.replace("Yes", "No"),
        body.replace("\n", "\r\n"),
        f"{body}\nMore.",
    ):
        assert markers.hidden(same) == hidden
    for other in (body.replace("rev=3 digest", "rev=2 digest"), body.replace("rev=3 -->", "-->")):
        assert markers.hidden(other) != hidden
    assert markers.hidden("Words") == ("", "")
