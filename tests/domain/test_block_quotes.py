"""Block quotes: after very many of them, prose below one is read rather than missed, and no line is heard."""

from __future__ import annotations

import pytest

from bot.domain.visible_text import visible_lines, visible_prose

MANY = "a\n> # a\n" * 3000


@pytest.mark.parametrize(("below", "few"), [("2. Fixes #12", True), ("Fixes #12", False)])
def test_below_very_many_quotes_nothing_is_taken_for_a_quote_without_its_mark(below, few):
    """Elsewhere a line goes on with the paragraph of the quote above it."""
    text = f"1. > a\n{below}\n"

    assert ("Fixes #12" in visible_prose(text)) is few
    assert "Fixes #12" in visible_prose(MANY + text)


@pytest.mark.parametrize("many", ["", "> > a\n> ***\n" * 100, "a\n> # a\n" * 3000])
def test_a_line_that_may_go_on_with_a_quote_is_nobody_s_command(many):
    """A mail program wraps what a stranger wrote, and marks the first of its lines alone."""
    # issue 19: the wrapped line became a command of whoever answered by mail
    body = f"Thanks.\n\n{many}> please do not write\n/plan approve\nnow\n> thanks\n\n/plan help\n"

    assert [line for line in visible_lines(body) if "/plan" in line or line == "now"] == [
        "/plan help"
    ]


@pytest.mark.parametrize(
    "quote",
    [
        ">",
        "> a",
        "> a\n    >",
        "> a\n\t>",
        "> a\n> ===",
        "> # a",
        "> ***",
        "> ```",
        ">     a",
        "> <div>",
        "> <!-- a",
        "> - # a",
        "> [1]: https://example.com",
        "- > > [1]: https://example.com 'its\n  > > title'",
    ],
)
def test_what_stands_right_below_a_quote_is_not_heard(quote):
    """However the quote ends: a mail program wraps its lines, and leaves the rest of one without a mark."""
    # issue 19: `# ` and a long line became a command of whoever answered by mail
    for below in ("/plan approve", "- a\n/plan approve", "a\n***\n/plan approve"):
        assert "/plan approve" not in visible_lines(f"{quote}\n{below}\n"), below
        assert "/plan approve" in visible_lines(f"{quote}\n\n{below}\n"), below


def test_quotes_in_code_are_code():
    """What a program printed stands between fences, and a command may stand right below."""
    assert "/plan approve" in visible_lines("```\n> a\n```\n/plan approve\n")
