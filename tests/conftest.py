"""Fixtures every test may use, and how many examples Hypothesis tries.

Thousands of tests are collected without looking for garbage, and never looked at again for it.

`make test` tries few examples, the same ones on every machine; `make proof` tries many new ones. No example
fails because a machine is slow: there is no deadline, and what never ends is ended by pytest's time-out.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings

from tests.testbed.fixtures import hub, hub_process

__all__ = ["hub", "hub_process"]

_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile(
    "test", max_examples=20, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile(
    "proof", max_examples=1_000, deadline=None, suppress_health_check=_SLOW_IS_FINE
)
settings.load_profile("test")

gc.disable()
# No test sees what plangate keeps for whoever runs the tests, and none leaves anything there.
_STATE = tempfile.TemporaryDirectory(prefix="plangate-state-", ignore_cleanup_errors=True)
os.environ["XDG_STATE_HOME"] = _STATE.name
# The test bed is on this machine: no request asks the environment twice which proxy leads there.
os.environ["no_proxy"] = ",".join(
    filter(
        None, (os.environ.get("no_proxy") or os.environ.get("NO_PROXY"), "127.0.0.1", "localhost")
    )
)


@pytest.fixture(autouse=True)
def _log() -> Iterator[None]:
    """How a test sets the log up ends with it, so that no test depends on which ran before it."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def pytest_collection_finish() -> None:
    """From here on garbage is collected as ever."""
    gc.freeze()
    gc.enable()
