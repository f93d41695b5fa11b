"""Pytest fixtures: one emulator process per session, reset before each test that uses it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.testbed.emulator import GitHubEmulator
from tests.testbed.node import MissingTestBed
from tests.testbed.shop import SHOP


def started(**options: Any) -> GitHubEmulator:
    """An emulator; where Node is missing the tests skip, but in CI they fail."""
    try:
        return GitHubEmulator(**options)
    except MissingTestBed as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def hub_process() -> Iterator[GitHubEmulator]:
    """The emulator of this session."""
    with started(files=SHOP) as emulator:
        yield emulator


@pytest.fixture
def hub(hub_process: GitHubEmulator) -> GitHubEmulator:
    """A public repository acme/shop in its first state."""
    hub_process.reset()
    return hub_process
