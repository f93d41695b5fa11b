"""Told: what an issue speaks of, and whether it reports a fault or wishes for something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from bot.planning.gloss import gloss, tongue_of
from bot.planning.lazy import Lazy
from bot.planning.meanings import Meaning, meanings
from bot.planning.verbs import is_imperative
from bot.planning.words import stem, words

_MOST = 4_000
# How long that may be which stands before a colon.
_LEADS = 40
# `kWh` is one word, and no name of the code.
_UNITS = Lazy(r"\b[kMGm](?:Wh?|Ah?|Hz|[VB]|Pa)\b")
_WISHES = Lazy(
    r"(?i)\b(?:please|should|would|could|wish|want|like to|needs?|nice|able|let (?:me|us)"
    r"|feature|idea|add|also)\b"
)
_SENTENCES = Lazy(r"(?<=[.!?;])\s+|(?<=[。！？])|\n+")  # noqa: RUF001
_DETERMINERS = frozenset(("the", "a", "an", "all", "every", "each", "my", "our", "their"))
_DENIES = Lazy(
    r"(?i)\b(?:not|no|never|nothing|cannot|without|stops?|only|still|although|wrong|again|too|lost"
    r"|but|any more|no longer)\b|n't\b"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What an issue speaks of: in its title, and in all of it.

    `said` are the words of the title with what each means by itself, `text` the words of the body,
    `sentences` what each sentence of the body speaks of.
    """

    title: Mapping[str, Meaning]
    all: Mapping[str, Meaning]
    said: Mapping[str, tuple[Meaning, ...]]
    text: frozenset[str]
    sentences: tuple[frozenset[str], ...]
    order: str
    fault: bool | None
    lead: frozenset[str]

    @classmethod
    def of(cls, title: str, body: str) -> Told:
        """Read a title and a body, at most 4000 characters of it."""
        title, body = (_UNITS.pattern.sub(lambda u: u[0].lower(), t) for t in (title, body[:_MOST]))
        tongue = tongue_of(f"{title}\n{body}")
        titled = {m.name: m for m in meanings(title, tongue)}
        told = {m.name: m for m in meanings(body, tongue)}
        said = {stem(w): meanings(w, tongue) for w in words(title) if w.isascii() or tongue != "ja"}
        if tongue == "ja":
            said |= {name: (m,) for name, m in titled.items()}
        return cls(
            titled,
            {**told, **titled},
            said,
            frozenset(stem(w) for w in words(body)),
            _sentences(body, tongue),
            next(iter(said), "") if _orders(title) else "",
            _is_fault(title, body, (titled, told)),
            _lead(title, tongue),
        )


def _sentences(body: str, tongue: str) -> tuple[frozenset[str], ...]:
    found = (frozenset(m.name for m in meanings(s, tongue)) for s in _SENTENCES.pattern.split(body))
    return tuple(names for names in found if names)


def _orders(title: str) -> bool:
    """Say whether a title tells to do something: `Refund the deposit`."""
    said = list(islice(words(title), 2))
    if is_imperative(title) or len(said) < 2 or said[1] not in _DETERMINERS:
        return is_imperative(title)
    return not said[0].endswith(("s", "ed", "ing")) and any(
        m.field == "acts" for m in meanings(said[0])
    )


def _lead(title: str, tongue: str) -> frozenset[str]:
    """What only the part before a colon speaks of: `CSV import: …` says where, not what."""
    lead, colon, rest = title.partition(": ")
    said = {m.name for m in meanings(rest, tongue)} if colon and len(lead) < _LEADS else set()
    return frozenset(m.name for m in meanings(lead, tongue)) - said if said else frozenset()


def _is_fault(title: str, body: str, told: tuple[Mapping[str, Meaning], ...]) -> bool | None:
    """Say whether an issue reports a fault or wishes for something; nothing where it does not show."""
    titled, whole = told
    bad = [m for m in titled.values() if m.bad]
    if _WISHES.search(gloss(title)) or any(_orders(p) for p in title.split(": ")):
        return None if bad else False
    if bad or _DENIES.search(gloss(title)):
        return True
    denied = _DENIES.search(gloss(body)) or any(m.bad and not m.common for m in whole.values())
    wished = _WISHES.search(gloss(body)) or is_imperative(body)
    return None if bool(denied) == bool(wished) else bool(denied)
