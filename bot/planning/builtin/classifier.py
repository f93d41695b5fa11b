"""The classifier: one linear model of words and structure says plan, ask, decline or split, and of what kind.

What was measured, and what it does worse than people: docs/adr/0016. The weights come from
`python -m tests.training`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Literal

from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin.features import features, of_sentence
from bot.planning.draft import Intent

BAR = 30
"""How much more must speak for asking, or for declining, than for anything else, in hundredths."""
_SHOWN = 5.0
"""How steep the confidence rises with the distance between the first two decisions."""
_DECISION, _CODE, _INTENT = "decision", "code", "intent"

Weights = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """One question to the model: its answers, a bias for each, and what each feature adds, in hundredths."""

    answers: tuple[str, ...]
    biases: tuple[int, ...]
    weights: Weights

    def scores(self, seen: Mapping[str, float]) -> dict[str, float]:
        """How much speaks for each answer, in hundredths."""
        known = [
            (self.weights[name], value) for name, value in seen.items() if name in self.weights
        ]
        return {
            answer: self.biases[n] + math.fsum(row[n] * value for row, value in known)
            for n, answer in enumerate(self.answers)
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the model says of an issue; `confidence` from 0 to 1, `scores` for telemetry."""

    decision: Literal["proceed", "ask", "reject", "epic"]
    codes: tuple[ReasonCode, ...]
    intent: Intent
    confidence: float = 0.5
    scores: Mapping[str, float] = field(default_factory=dict)


def classify(
    title: str, body: str, labels: Iterable[str], comments: Iterable[tuple[str, str]]
) -> Judgement:
    """Judge an issue by title, body (Markdown), labels, and comments (association and text).

    The codes are those of asking; at least one where the decision is to ask.
    """
    seen = features(title, body, labels, comments)
    tables = _tables()
    decisions = tables[_DECISION].scores(seen)
    for held_back in ("ask", "reject"):
        decisions[held_back] -= BAR
    first, second = sorted(decisions.values(), reverse=True)[:2]
    codes = tables[_CODE].scores(seen)
    intents = tables[_INTENT].scores(seen)
    asked = [c for c, score in codes.items() if score > 0] or [max(codes, key=codes.__getitem__)]
    return Judgement(
        decision=max(decisions, key=decisions.__getitem__),  # type: ignore[arg-type]
        codes=tuple(ReasonCode(c) for c in asked),
        intent=Intent(max(intents, key=intents.__getitem__)),
        confidence=round(1 / (1 + math.exp(-_SHOWN * (first - second) / 100)), 2),
        scores={name: round(score / 100, 2) for name, score in (decisions | codes).items()},
    )


def telling(sentence: str) -> dict[ReasonCode, float]:
    """How much a sentence speaks for asking, by code."""
    seen = of_sentence(sentence)
    ask = _tables()[_DECISION].scores(seen)["ask"]
    codes = _tables()[_CODE].scores(seen)
    return {ReasonCode(c): ask + score for c, score in codes.items()}


@cache
def _tables() -> dict[str, Table]:
    """The model, read once from the package: a line `=`, question and answers begins each table."""
    text = resources.files("bot.planning.builtin").joinpath("weights.tsv").read_text("utf-8")
    found: dict[str, Table] = {}
    for part in text.split("\n= ")[1:]:
        head, *rows = part.rstrip("\n").split("\n")
        name, *answers = head.split("\t")
        held = {row[0]: tuple(map(int, row[1:])) for row in (line.split("\t") for line in rows)}
        found[name] = Table(tuple(answers), held.pop(""), held)
    return found
