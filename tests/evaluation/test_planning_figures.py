"""The built-in planner on the 60 labelled development cases, which are left out of training."""

from __future__ import annotations

from tests.evaluation.runner import cases, run
from tests.evaluation.score import below, figures


def test_the_development_cases_stay_above_their_floors():
    """Decisions, asking, intents and places keep their quality; nothing is invented."""  # S1.3
    pairs = [(case, run(case)) for name in ("tuning", "sealed") for case in cases(name)]

    assert below(figures(pairs)) == []
