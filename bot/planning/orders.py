"""Orders: what an issue says to the programs that read it, left out of what it asks for."""

from __future__ import annotations

from dataclasses import replace

from bot.planning.hostile import OF_ITSELF, addresses, is_foul, is_hostile
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Passage, Reading
from bot.planning.verbs import is_imperative
from bot.planning.words import stems

_LISTED = frozenset((Form.ITEM, Form.BOX, Form.TICKED))
_TO_YOU = Lazy(r"(?i)\b(?:you|your|yourself|afterwards)\b|^(?:then|also|and|finally|next)\b")
# Whoever comes back to people comes back to the matter.
_STARTS = Lazy(
    r"(?i)^(?:for humans|back to|now for|the real|expected|acceptance criteria|anyway)\b"
    r"|\b(?:should|must|has to|have to) (?!not (?:be )?mention)(?!you\b)"
)


def heeded(reading: Reading) -> Reading:
    """An issue without what it says to the programs that read it, where nobody asks that in good faith.

    From the address on, everything that gives orders in the same section belongs to it; a wish after
    a heading is heard again.
    """
    if not is_hostile(reading):
        return reading
    title = frozenset(stems(reading.title))
    kept: list[Passage] = []
    run: list[Passage] = []
    for passage in (*reading.passages, Passage("")):
        if run and passage.text and _goes_on(passage, run, title):
            run.append(passage)
            continue
        if not any(is_foul(p.text) for p in run):
            kept += run
        run = [passage] if addresses(passage.text) else []
        kept += [] if run else [passage]
    heard = tuple(p for p in kept if p.text)
    return replace(reading, passages=heard) if len(heard) < len(reading.passages) else reading


def _goes_on(passage: Passage, run: list[Passage], title: frozenset[str]) -> bool:
    """Say whether a passage still belongs to what is said to programs."""
    if passage.section != run[0].section:
        return False
    if is_foul(passage.text) or addresses(passage.text):
        return True
    if passage.form in _LISTED:
        # A note among wishes ends with its item; a list behind a note belongs to it.
        return run[0].form not in _LISTED and (
            run[-1].form in _LISTED or run[-1].text.endswith(":")
        )
    if _STARTS.search(passage.text) or title & frozenset(stems(passage.text)):
        return False
    return is_imperative(passage.text) or bool(
        OF_ITSELF.search(passage.text) or _TO_YOU.search(passage.text)
    )
