"""Demands: how much a clause reads like one that says what must hold, by a linear model of words.

It was trained on the clauses of labelled issues (`tests/planning/clauses`); what an author set down as
criteria needs no model. See docs/adr/0013-a-linear-model-as-one-sign.md.
"""

from __future__ import annotations

from bot.planning import linear
from bot.planning.clauses import Clause, clauses
from bot.planning.proposal import Intent
from bot.planning.reading import Reading

WEIGHTS = "demands.tsv"
# Log-odds in thousandths: below one in twelve nothing is demanded, from three in five on it is.
LEAST, SURE = -2_400, 400


def demanded(reading: Reading, intent: Intent) -> dict[str, int]:
    """How much each clause of an issue reads like a demand: log-odds in thousandths by its text."""
    return {c.text: score(c, intent) for c in clauses(reading)}


def score(clause: Clause, intent: Intent) -> int:
    """How much a clause reads like a demand: log-odds in thousandths."""
    return linear.scored(linear.weights(WEIGHTS), clause.traits(intent))[0]
