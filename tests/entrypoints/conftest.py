"""Commands run in no checkout, and in nobody's account: a test says where it is otherwise."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _nowhere(tmp_path_factory, monkeypatch):
    """An empty folder, and no token of this machine."""
    monkeypatch.chdir(tmp_path_factory.getbasetemp())
    monkeypatch.setenv("GH_CONFIG_DIR", os.devnull)
    for name in ("GITHUB_TOKEN", "GH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
