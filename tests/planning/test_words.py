"""Words and their stems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planning.words import shortened, stem, words


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("orderExport", ["order", "export"]),
        ("HTTPServer_v2", ["http", "server", "v2"]),
        ("snake_case-kebab", ["snake", "case", "kebab"]),
        ("größe", ["größe"]),
    ],
)
def test_words(text, parts):
    """Identifiers fall into their parts, other languages stay whole."""  # FR-015
    assert list(words(text)) == parts


@pytest.mark.parametrize(
    "group", ["export exports exported exporting", "order orders", "class classes"]
)
def test_stems(group):
    """Forms of a word have one stem."""  # FR-015
    assert len({stem(w) for w in group.split()}) == 1


@given(st.text(max_size=200), st.integers(5, 50))
def test_shortened_fits(text, limit):
    """The cut text never exceeds its limit."""  # FR-077
    assert len(shortened(text, limit)) <= limit
