"""Short names for branches."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.links import slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Export the orders as a file, please now", "export-orders-as-file-please"),
        ("Größe ändern", "groe-andern"),
        ("日本語", "task"),
        ("Don't panic", "dont-panic"),
    ],
)
def test_slug(title, name):
    """Kebab-case, five words, ASCII."""  # S3.6
    assert slug(title) == name


@given(st.text())
def test_any_title_has_a_slug(title):
    """Every title gives a name that git takes."""  # S3.6
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+){0,4}", slug(title))
    assert len(slug(title)) <= 50
