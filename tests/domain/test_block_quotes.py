"""Block quotes: after very many of them, what stands below one is read rather than missed."""

from __future__ import annotations

import pytest

from bot.domain.visible_text import visible_prose

MANY = "a\n> # a\n" * 3000


@pytest.mark.parametrize(("below", "few"), [("2. Fixes #12", True), ("Fixes #12", False)])
def test_below_very_many_quotes_nothing_is_taken_for_a_quote_without_its_mark(below, few):
    """Elsewhere a line goes on with the paragraph of the quote above it."""
    text = f"1. > a\n{below}\n"

    assert ("Fixes #12" in visible_prose(text)) is few
    assert "Fixes #12" in visible_prose(MANY + text)
