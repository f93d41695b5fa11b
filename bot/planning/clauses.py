"""Clauses: the smallest parts of a conversation that say something by themselves, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.planning.gloss import gloss, tongue_of
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Passage, Reading, sentences
from bot.planning.statements import labelled, parts, without_lead
from bot.planning.traits import traits
from bot.planning.words import words

_MOST = 600
_COMMENT = "comment"
# What a place weighs, in tenths.
_FULL, _HALF = 10, 5


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause in its own words and in English, the one before it in English, and its place.

    `part` and `form` tell the section's kind and how it stands there, a comment's are `comment` and
    `prose`; `nth` counts the clauses of its sentence, -1 for one that is whole.
    """

    text: str
    plain: str
    before: str
    part: str
    form: str
    section: str = ""
    nth: int = -1
    first: bool = False
    last: bool = False

    def traits(self, intent: Intent) -> dict[str, int]:
        """What a linear model sees of it in a request of this intent, in tenths."""
        found = traits(self.plain, self.before)
        found |= {
            f"p:{self.part} {self.form}": _FULL,
            f"p:{self.part}": _FULL,
            f"f:{self.form}": _FULL,
            f"i:{intent.value}": _HALF,
            f"i:{intent.value} {self.part}": _FULL,
            f"i:{intent.value} {self.part} {self.form}": _FULL,
        }
        found |= dict.fromkeys((f"s:{w}" for w in list(words(self.section))[:4]), _HALF)
        marks = (
            ("<first>", self.first),
            ("<last>", self.last),
            (f"m:{min(self.nth, 2)}", self.nth >= 0),
        )
        return found | {name: _FULL for name, holds in marks if holds}


def clauses(reading: Reading, said: Iterable[str] = ()) -> Iterator[Clause]:
    """Take an issue and its comments apart.

    Takes the issue as read, and the texts of comments; gives the clauses of both in their order.
    """
    among = tongue_of(reading.text[:2000])
    before = gloss(reading.title, among)
    for n, passage in enumerate(reading.passages):
        first, last = n == 0, n + 1 == len(reading.passages)
        for nth, text in _apart(passage):
            plain = gloss(text[:_MOST], among)
            where = (passage.part.value, passage.form.value, passage.section, nth, first, last)
            yield Clause(text, plain, before, *where)
            before = plain
    for text in (s for comment in said for s in sentences(comment)):
        for nth, part in _numbered(parts(without_lead(text)) or (text,)):
            plain = gloss(part[:_MOST], among)
            yield Clause(part, plain, before, _COMMENT, Form.PROSE.value, "", nth)
            before = plain


def _apart(passage: Passage) -> Iterator[tuple[int, str]]:
    told = without_lead(labelled(passage.text) or passage.text)
    yield from _numbered((parts(told) or (told,)) if passage.form is Form.PROSE else (told,))


def _numbered(texts: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    yield from enumerate(texts) if len(texts) > 1 else ((-1, t) for t in texts)
