"""Makes the test bed's fixtures known to its own tests."""

from tests.testbed.fixtures import hub, hub_process

__all__ = ["hub", "hub_process"]
