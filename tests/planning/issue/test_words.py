"""The data files of issue texts: each phrase is written as texts are compared."""

from __future__ import annotations

import pytest

from bot.planning.issue.sections import Part, part_of
from bot.planning.words import named_phrases, plain


@pytest.mark.parametrize(("part", "phrase"), named_phrases("issue/headings.txt"))
def test_each_heading_can_be_met(part: str, phrase: str) -> None:
    """A phrase of headings.txt names a part, in the words that are left of a heading."""
    assert Part(part)
    assert phrase.removeprefix("=") == plain(phrase)


def test_a_heading_in_any_language_announces_its_part() -> None:
    """A line of headings.txt is all that a language needs."""
    assert part_of("## Akzeptanzkriterien:") is Part.CRITERIA
    assert part_of("Was passiert?") is Part.ACTUAL
    assert plain("İSTENEN davranış") == "istenen davranış"
    assert part_of("Anything") is Part.DESCRIPTION
