"""What adapter tests share: the two grounds, and the check against GitHub's own description."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.adapters.grounds import EmulatorGround, FakeGround, Ground
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.openapi import violations


@pytest.fixture(params=["fake", "emulator"])
def ground(request: pytest.FixtureRequest) -> Iterator[Ground]:
    """The same repository twice: in memory, and on the emulator through the real adapters."""
    if request.param == "fake":
        yield FakeGround()
        return
    hub: GitHubEmulator = request.getfixturevalue("hub")
    yield EmulatorGround(hub)
    assert wrong(hub) == []


def wrong(hub: GitHubEmulator) -> list[str]:
    """Where the exchanges so far differ from GitHub's description.

    Left out: the emulator's own short form of a new token's repositories, which nobody reads.
    """
    found = map(str, violations(hub.exchanges(), base=hub.url))
    return [finding for finding in found if "access_tokens -> 201 repositories" not in finding]
