"""Untrusted text stays readable and does nothing, wherever it stands."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given

from bot.adapters import neutral, oracle
from bot.adapters.neutral import JOINER, Trusted
from tests.adapters.test_neutral_attacks import ATTACKS, BOMBS, LINKS, PLACES, hostile
from tests.growth import grows


def found(markdown: str) -> tuple[oracle.LiveMarkup, ...]:
    """What the second parser finds where nothing may be."""
    return oracle.check(markdown, links=LINKS)


@pytest.mark.parametrize("place", PLACES)
def test_no_attack_is_live_anywhere(place: str) -> None:
    """Every class of T8 is inert in every place our templates have. # B9"""
    live = [a for a in ATTACKS if found(PLACES[place].format(neutral.inline(a)))]

    assert live == []


def test_a_long_step_is_shown_by_its_first_sentence() -> None:
    """An ellipsis says that more follows; a full stop in code ends nothing."""
    # issue 21, 1
    texts = ("Add a check. Then save.", "One only.", "In `a. b` do x. Then y.", "See `q`. `z` too.")

    assert [neutral.short(t) for t in texts] == [
        "Add a check …",
        "One only.",
        "In `a. b` do x …",
        "See `q` …",
    ]


def test_a_long_sentence_ends_in_time_and_cuts_no_code() -> None:
    """What fits stays whole, a sentence twice as long too; else the rest goes, spans and blocks whole."""
    # issue 21, 1
    texts = (
        "Add a long check to it, and go on.",
        "Add a check for it. Then save.",
        "Use `much_too_long_a_name` here.",
        "`much_too_long_a_name`",
        "All. Fits.",
        "Add it: ```go",
    )

    assert [neutral.short(t, 10) for t in texts] == [
        "Add a long check …",
        "Add a check for it …",
        "Use …",
        "`much_too_long_a_name` …",
        "All. Fits.",
        "Add it: …",
    ]


@given(hostile)
def test_no_text_is_live_anywhere(text: str) -> None:
    """Any text at all is inert on one line. # B9"""
    for place in PLACES.values():
        assert found(place.format(neutral.inline(text))) == ()


@given(hostile)
def test_several_lines_are_inert_too(text: str) -> None:
    """Blocks, quotes and code blocks hold any text, indented or not. # B9"""
    for made in (
        neutral.block(text),
        neutral.quote(text),
        f"- x\n{neutral.quote(text, indent=2)}",
        neutral.fence(text, "text"),
    ):
        assert found(f"a\n\n{made}\n\nb") == ()


@given(hostile, hostile)
def test_code_spans_are_closed_and_stand_in_tables(text: str, other: str) -> None:
    """A code span neither leaks nor breaks the row it stands in. # B9"""
    row = f"| a | b | c |\n|---|---|---|\n| {neutral.code(text)} | {neutral.prose(other)} | end |"

    assert found(row) == ()
    assert "<td>end</td>" in oracle.html(row)
    assert oracle.html(row).count("<td>") == 3


@given(hostile)
def test_text_never_breaks_a_table_row(text: str) -> None:
    """A row keeps its number of cells. # B9"""
    html = oracle.html(f"| a | b |\n|---|---|\n| {neutral.inline(text)} | end |")

    assert html.count("<td>") == 2
    assert "<td>end</td>" in html


@given(hostile)
def test_twice_is_once(text: str) -> None:
    """Neutral text stays as it is, as a value and as a plain string. # B9"""
    for make in (neutral.inline, neutral.block, neutral.mermaid_label):
        once = make(text)

        assert make(once) is once
        assert make(str(once)) == once
    assert neutral.code(neutral.code(text)) == neutral.code(text)
    assert neutral.fence(neutral.fence(text)) == neutral.fence(text)
    assert neutral.quote(neutral.quote(text)) == neutral.quote(text)
    assert neutral.prose(neutral.prose(text)) == neutral.prose(text)


@given(hostile)
def test_people_read_what_was_written(text: str) -> None:
    """On the page stands the text itself; only white space and what nobody sees may differ. # B9"""
    html = oracle.html("x " + neutral.inline(text))
    walker = re.sub("<[^>]*>", "", html)
    shown = _unescaped(walker).replace(JOINER, "")
    wanted = neutral.fold("x " + _own_decoded(neutral.fold(text)))

    assert neutral.fold(shown) == wanted


MAKERS = {
    "inline": neutral.inline, "block": neutral.block, "quote": neutral.quote, "code": neutral.code,
    "prose": neutral.prose, "fence": neutral.fence, "node": neutral.mermaid_label, "plain": neutral.plain,
}  # fmt: skip


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("text", ["password=hun\u200bter2", "{'api_key': 'hunter2'}"])
def test_no_text_shows_a_secret(make, text: str) -> None:
    """Whatever a text is made into, a secret in it is gone, invisible characters or not. # T11"""
    assert "hunter2" not in make(text).replace(JOINER, "")


@pytest.mark.parametrize("make", [neutral.inline, neutral.block, neutral.quote, neutral.prose])
def test_no_entity_hides_a_secret(make) -> None:
    """What a page shows as `=` counts as one. # T11"""
    assert "hunter2" not in make("password&#61;hunter2")


def _unescaped(html: str) -> str:
    pairs = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&"))
    for entity, sign in pairs:
        html = html.replace(entity, sign)
    return html


def _own_decoded(text: str) -> str:
    """Entities in the form we write are read as what they mean, as GitHub itself reads them."""
    signs = "<>&\\`*[]|~$_#+-=:/.)!"
    return re.sub(
        r"&#([0-9]+);",
        lambda m: chr(int(m[1])) if m[1] in {str(ord(c)) for c in signs} else m[0],
        text,
    )


@pytest.mark.parametrize(
    "text",
    [
        "Add `POST /carts/{id}` & return 201, not 200 (see RFC 9110, section 9.3.3).",
        "Use snake_case and C++20; 3 > 2, a < b",
        "100 % — “quoted”, naïve, 日本語, 👍🏽",
    ],
)
def test_harmless_text_reads_the_same(text: str) -> None:
    """Benign text is shown letter by letter. # B9"""
    shown = _unescaped(re.sub("<[^>]*>", "", oracle.html(neutral.inline(text))))

    assert shown.strip().replace(JOINER, "") == text


def test_what_nobody_sees_is_dropped() -> None:
    """Every control, format, surrogate and filler character goes; visible ones stay. # B9"""
    visible_formats = {*range(0x600, 0x606), 0x6DD, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    kept = [
        f"U+{n:04X}"
        for n in range(sys.maxunicode + 1)
        if unicodedata.category(chr(n)) in {"Cc", "Cf", "Cs"}
        and n not in visible_formats
        and neutral.fold(f"a{chr(n)}b") not in {"ab", "a b"}
    ]

    assert kept == []


@given(hostile)
def test_a_graph_node_holds_any_text(text: str) -> None:
    """A Mermaid label cannot end its quotes, its node or its code block. # B9"""
    graph = f'```mermaid\nflowchart LR\n  t1["1. {neutral.mermaid_label(text)}"]\n```'

    assert found(graph) == ()
    assert len(neutral.fold(text)) > 60 or "…" not in neutral.mermaid_label(text.replace("…", ""))


def test_code_keeps_commands_exact() -> None:
    """What people copy from a code span holds no invisible character. # B9"""
    assert neutral.code("/plan approve 2e7a597d8154") == "`/plan approve 2e7a597d8154`"
    assert (
        neutral.code("pip install git+https://x.example") == "`pip install git+https://x.example`"
    )
    assert neutral.code("``") == "``` `` ```"
    assert neutral.code("a | b") == "<code>a &#124; b</code>"


def test_code_spans_in_prose_stay_code() -> None:
    """Text of a planner keeps its code, the rest is neutral. # B9"""
    made = neutral.prose("Call `save()` before *x* and `@ann`")

    assert made == "Call `save()` before &#42;x&#42; and `@ann`"
    assert isinstance(made, Trusted)


def test_no_raw_text_looks_like_a_marker() -> None:
    """Programs that read raw comments find no marker in user text, not even in code. # B9"""
    text = "- [x] <!-- plangate:approve -->"

    for make in (neutral.inline, neutral.code, neutral.block, neutral.quote, neutral.prose):
        assert "<!--" not in make(text)
    assert "<!--" not in neutral.fence(text)


def test_long_text_is_cut_between_words() -> None:
    """A limit clips before anything is escaped, so no escape is cut in two. # B9"""
    assert neutral.inline("*" * 10, 4) == "&#42;" * 3 + "…"
    assert neutral.inline("one two three four", 15) == "one two three…"


SIZED = (
    neutral.inline, neutral.block, neutral.prose, neutral.code, neutral.fence, neutral.mermaid_label
)  # fmt: skip


@pytest.mark.parametrize("size", [4_096, pytest.param(16_384, marks=pytest.mark.proof)])
@pytest.mark.parametrize("bomb", BOMBS)
def test_hostile_size_takes_linear_time(bomb: str, size: int) -> None:
    """Four times as many hostile characters take about four times as long to make neutral. # B9"""
    text = BOMBS[bomb][: 4 * size]
    slow = [make for make in SIZED if grows(make, lambda size: text[:size], size)]

    assert slow == []
    assert found(neutral.inline(text)) == ()
