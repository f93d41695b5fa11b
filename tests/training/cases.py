"""The labelled issues that teach the classifier: 48 sets, each by a writer of its own, packed into one file.

Issues for training were invented by writers who saw no rule of the planner. The 60 development cases of
`tests/evaluation` are not among them.
"""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass

from bot.planning.builtin.classifier import features, of_sentences
from bot.planning.builtin.questions import open_sentences
from bot.planning.issue.markdown import read
from bot.planning.words import plain
from tests.training import FILE

INSIDERS = frozenset(("OWNER", "MEMBER", "COLLABORATOR"))
"""Of these issues nobody knows who may write: these associations stand for it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One issue as the classifier sees it, with its labels and the set it belongs to.

    `told` are its sentences as the classifier sees them, each with the codes that a reader gave it; empty
    where nobody read them.
    """

    set: str
    seen: dict[str, float]
    decision: str
    codes: frozenset[str]
    intent: str
    told: tuple[tuple[dict[str, float], frozenset[str]], ...] = ()


def rows() -> list[dict]:
    """All issues for training, as they were labelled."""
    return [json.loads(line) for line in lzma.decompress(FILE.read_bytes()).decode().splitlines()]


def load() -> tuple[Case, ...]:
    """All issues for training, as the classifier sees them, in the same order."""
    return tuple(map(_case, rows()))


def _case(row: dict) -> Case:
    comments = [(association in INSIDERS, text) for association, text in row["comments"]]
    seen = features(row["title"], row["body"], row["labels"], comments)
    told = _told(row) if row["told"] else ()
    return Case(row["set"], seen, row["decision"], frozenset(row["codes"]), row["intent"], told)


def _told(row: dict) -> tuple[tuple[dict[str, float], frozenset[str]], ...]:
    texts = [(row["title"], row["body"]), *(("", text) for _, text in row["comments"])]
    found = [s for title, body in texts for s in open_sentences(read(title, body))]
    sentences = list(dict.fromkeys(found))
    quotes = [(plain(quote), code) for quote, code in row["told"]]
    codes = (
        frozenset(code for quote, code in quotes if _overlap(quote, plain(one)))
        for one in sentences
    )
    return tuple(zip(of_sentences(sentences), codes, strict=True))


def _overlap(quote: str, sentence: str) -> bool:
    """Say whether a quotation and a sentence are one, or one holds the other; three words at least."""
    inside = sentence in quote and sentence.count(" ") >= 2
    return bool(quote and sentence) and (quote in sentence or inside)
