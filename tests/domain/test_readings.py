"""Readings of texts are kept within a limit, and what has no room together does not push itself out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.visible_text import kept


@given(st.lists(st.text(max_size=9)), st.integers(0, 30))
def test_what_is_kept_never_holds_more_than_its_limit(texts, most):
    """The answers are those of the function, whatever made room for what."""
    reading = kept(most)(len)

    for text in texts:
        assert reading(text) == len(text)
        assert reading.size == sum(len(asked[0]) for asked in reading._found) <= most
        assert reading._asked == [*dict.fromkeys(reading._asked)]
    assert reading.hits + reading.misses == len(texts)


def test_more_texts_than_have_room_are_read_in_turn_and_most_are_found():
    """The one that waits longest is not always the one that goes."""
    # issue 19: a thousand and ten comments were read four times at every look
    reading = kept(10_000)(len)

    for _ in range(5):
        for n in range(1_010):
            reading(f"{n:010}")

    assert reading.misses < 2 * 1_010


def test_other_arguments_are_another_reading():
    """A description and a commit's message of the same words are not read alike."""

    @kept(100)
    def joined(text: str, more: str, *, loud: bool = False) -> str:
        return f"{text} {more}{'!' * loud}"

    assert [joined("a", "b"), joined("a", "c"), joined("a", "b", loud=True)] == [
        "a b",
        "a c",
        "a b!",
    ]
    assert (joined("a", "b"), joined.misses) == ("a b", 3)
