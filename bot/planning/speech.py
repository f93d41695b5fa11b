"""Speech: the sentences of a comment that its writer says himself."""

from __future__ import annotations

from bot.planning.reading import Form, read, sentences

_MOST = 20_000


def said_in(body: str) -> tuple[str, ...]:
    """The sentences of a comment, without what it quotes and without commands; at most 20000 characters."""
    return tuple(
        sentence
        for passage in read("", body[:_MOST]).passages
        if passage.form is not Form.QUOTE and not passage.text.startswith("/")
        for sentence in sentences(passage.text)
    )
