"""Fixtures every test may use."""

from __future__ import annotations

from tests.testbed.fixtures import hub, hub_process

__all__ = ["hub", "hub_process"]
