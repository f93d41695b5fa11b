"""The planner on labelled cases it was tuned on; the sealed ones are reported by `make bench` only."""

from __future__ import annotations

from tests.evaluation.runner import cases, run
from tests.evaluation.score import below, figures


def test_the_tuning_cases_stay_above_their_floors():
    """Decisions, reason codes, criteria, estimates, duplicates and intents keep quality."""  # S1.3
    pairs = [(case, run(case)) for case in cases("tuning")]

    assert below(figures(pairs)) == []
