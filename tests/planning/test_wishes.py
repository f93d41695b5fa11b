"""What people list and what feedback adds."""

from __future__ import annotations

import pytest

from bot.planning.reading import read
from bot.planning.wishes import items, wanted


def test_items():
    """Items under a heading of tasks and instructing boxes count; criteria and ticks do not."""  # FR-019
    body = "- [ ] Add a flag\n- [ ] the flag is off\n- [x] Done\n\n## Tasks\n- Write docs\n"

    assert items(read("x", body)) == ("Add a flag", "Write docs")


@pytest.mark.parametrize(
    ("feedback", "work"),
    [
        ("Missing phone validation", ("Add phone validation",)),
        ("Tests for refunds are missing.", ("Add Tests for refunds",)),
        ("Use the mailer. It looks good otherwise.", ("Use the mailer",)),
        ("I don't like it", ()),
    ],
)
def test_feedback(feedback, work):
    """What a rejection misses or orders becomes work; a mere opinion does not."""  # FR-064
    assert wanted([feedback]) == work
