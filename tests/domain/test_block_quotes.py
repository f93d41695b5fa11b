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
    ("quote", "heard"),
    [
        ("> [1]: https://example.com", False),
        ("> [1]:\n> https://example.com", False),
        ("- > > [1]: https://example.com 'its\n  > > title'", False),
        ("> a\n    >", False),
        ("> a\n\t>", False),
        (">", True),
        ("> [1]: https://example.com\n>", True),
        ("> # a", True),
        ("> a\n> ===", True),
        ("> ```", True),
    ],
)
def test_a_line_below_a_quoted_definition_belongs_to_the_quote(quote, heard):
    """As GitHub draws it; below what cannot go on, it does not."""
    # issue 19
    assert ("/plan approve" in visible_lines(f"{quote}\n/plan approve\n")) is heard
    assert "/plan approve" in visible_lines(f"{quote}\n\n/plan approve\n")
