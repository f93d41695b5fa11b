"""The issues written for training, set by set, with the sentences that their writers point at.

`SETS` were written by people who knew no rule; the rules were mended on those of `READ`, so that what
rules say of them teaches nothing about rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from bot.planning.settled import DECIDERS

FOLDER = Path(__file__).with_name("written")
READ = ("c", "d", "e", "f", "first", "g", "k1", "k2", "k3", "m1", "m2", "w", "x", "y")
FIRST = "first"
"""The cases of `tests/evaluation`; in this folder are only the sentences behind their labels."""
JUDGED = Path(__file__).parents[1] / "evaluation"
NEAR = ("near",) * 6
"""Short examples that read like doubts and are none; each counts several times, for they are few."""
PLANNED = frozenset(("proceed", "epic"))


@dataclass(frozen=True, slots=True)
class Written:
    """A labelled issue, and the quotations its writer gives for its labels."""

    case: Mapping[str, Any]
    asked: tuple[tuple[str, str], ...] = ()  # sentence, code
    criteria: tuple[str, ...] = ()
    background: tuple[str, ...] = ()

    @property
    def expected(self) -> Mapping[str, Any]:
        """The labels."""
        found: Mapping[str, Any] = self.case["expected"]
        return found

    @property
    def decision(self) -> str:
        """What should be done with it."""
        return str(self.expected["decision"])

    def heard(self) -> list[str]:
        """The comments of people who may decide."""
        return [c["body"] for c in self.case["comments"] if c.get("association") in DECIDERS]


def sets() -> tuple[str, ...]:
    """The names of all sets."""
    found = {p.stem for p in FOLDER.glob("*.jsonl") if not p.stem.endswith("-evidence")}
    return tuple(sorted({FIRST, *found} - {*NEAR}))


@cache
def load(name: str) -> tuple[Written, ...]:
    """The issues of a set."""
    pointed = {line["id"]: line for line in _lines(f"{name}-evidence")}
    return tuple(_written(case, pointed.get(case["id"], {})) for case in _cases(name))


def _written(case: Mapping[str, Any], pointed: Mapping[str, Any]) -> Written:
    quotes = (q for text in pointed.get("criteria", ()) for q in text.split(" || "))
    return Written(
        case,
        tuple((one["quote"], one["code"]) for one in pointed.get("ask", ())),
        tuple(q for q in quotes if q),
        tuple(pointed.get("background", ())),
    )


def _cases(name: str) -> Iterator[Any]:
    if name != FIRST:
        return _lines(name)
    return chain(_lines("planning-tuning", JUDGED), _lines("planning-sealed", JUDGED))


def _lines(name: str, folder: Path = FOLDER) -> Iterator[Any]:
    path = folder / f"{name}.jsonl"
    text = path.read_text("utf-8") if path.exists() else ""
    return (json.loads(line) for line in text.splitlines())
