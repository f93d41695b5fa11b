"""The labelled issues that teach the classifier: 48 sets, each by a writer of its own, packed into one file.

Issues for training were invented by writers who saw no rule of the planner. The 60 development cases of
`tests/evaluation` are not among them.
"""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from pathlib import Path

from bot.planning.builtin.classifier import features

FILE = Path(__file__).with_name("issues.jsonl.xz")


@dataclass(frozen=True, slots=True)
class Case:
    """One issue as the classifier sees it, with its labels and the set it belongs to."""

    set: str
    seen: dict[str, float]
    decision: str
    codes: frozenset[str]
    intent: str


def load() -> tuple[Case, ...]:
    """All issues for training."""
    lines = lzma.decompress(FILE.read_bytes()).decode().splitlines()
    return tuple(_case(json.loads(line)) for line in lines)


def _case(row: dict) -> Case:
    comments = [(association, text) for association, text in row["comments"]]
    seen = features(row["title"], row["body"], row["labels"], comments)
    return Case(row["set"], seen, row["decision"], frozenset(row["codes"]), row["intent"])
