"""The whole program in memory, lived through at random: after every step every law holds (L6)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.stateful.life import Life

CI = settings(
    max_examples=3,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,  # the same lives on every machine; `make proof` lives new ones
    phases=(Phase.explicit, Phase.generate),  # a failure is shown at once, not shrunk for minutes
    suppress_health_check=list(HealthCheck),
)
PROOF = settings(
    max_examples=400,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_a_life_keeps_every_law():
    """Any order of deeds, mishaps, crashes and attacks: record, comments and gate keep their laws."""
    # S1.6 S2.8-S2.14 S3.14 B2 B3 T5 T6 T8, I1-I3 I5 I6 I11
    run_state_machine_as_test(Life, settings=CI)


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_four_hundred_lives_keep_every_law():
    """The long count: 400 lives of 50 steps."""
    run_state_machine_as_test(Life, settings=PROOF)
