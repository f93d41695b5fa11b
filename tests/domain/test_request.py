"""The request's digest: what counts as a change of an issue, and what does not."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.request import (
    MOST,
    MOST_LINES,
    RequestChange,
    is_request,
    request_change,
    request_digest,
    request_text,
)

BODY = "Refuse them.\n\n- [ ] a test\n  1. [ ] another\n"

SAME = {
    "a ticked box": ("Title", BODY.replace("[ ] a", "[x] a")),
    "a ticked inner box": ("Title", BODY.replace("[ ] another", "[X] another")),
    "line ends": ("Title", BODY.replace("\n", "\r\n")),
    "outer blanks": (" Title ", "\n\n" + BODY + "\n  "),
    "inner blanks": ("Title", BODY.replace("Refuse them.", "Refuse\n  them.  ")),
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


def test_a_digest_of_the_first_version_is_still_known():
    """An update of plangate is no change of an issue."""
    text = f"Title\n\n{BODY.strip()}"
    first = hashlib.sha256(text.encode()).hexdigest()

    assert is_request(first, "Title", BODY)
    assert is_request(request_digest("Title", BODY), "Title", BODY)
    assert not is_request(first, "Title", BODY + "More")


def test_what_changed_is_told_line_by_line():
    """Added and removed lines in their order, each as often as it was; ticks and blanks are no change."""
    before = request_text("Title", "One.\n\n- [ ] a\n- [ ] a\n- [ ] gone\n")
    after = request_text("Title", "Two.\n- [x] a\n- [x]  a\n- [ ] a\n")
    change = request_change(before, after)

    assert change.added == ("Two.", "- [ ] a")
    assert change.removed == ("One.", "- [ ] gone")
    assert request_change(before, before) == RequestChange()


def test_what_is_kept_and_told_is_bounded():
    """Long texts are cut, long lists counted, and secrets are in neither."""
    secret = "ghp_" + "a" * 36
    long = request_text("Title", f"{secret}\n" + "\n".join(f"line {n}" for n in range(9000)))
    change = request_change(request_text("Title", ""), long)

    assert len(long) <= MOST + 100 and secret not in long
    assert len(change.added) == MOST_LINES and change.more > 100


def test_half_a_surrogate_pair_has_a_digest():
    """JSON can carry one; it is replaced, as it is wherever a text is written."""
    # issue 19
    assert request_digest("\ud800", "x") == request_digest("?", "x")
