"""Pasted output, versions and mere agreement are no criteria."""

from __future__ import annotations

import pytest

from bot.planning.outputs import is_output


@pytest.mark.parametrize(
    "text",
    [
        "fail: Host[11] Hosting failed to start",
        "at Shop.Store.LoadAll() in /src/Store.cs:line 46",
        "Path: $ | LineNumber: 0",
        "shop 1.8.0, compose setup from the docs.",
        "Same here on 3.1.",
        "2025-01-20T18:02:11 something happened",
    ],
)
def test_output_is_seen(text: str):
    """Lines of a log or trace without a fence, versions, `same here`."""  # FR-052
    assert is_output(text)


@pytest.mark.parametrize(
    "text",
    [
        "Python 3.9 is dropped",
        "AGP to 8.6.1",
        "requests 2.31 -> 2.32",
        "The same order is kept everywhere",
        "error: is printed in red",
    ],
)
def test_a_statement_is_no_output(text: str):
    """What says something of a version stays."""  # FR-052
    assert not is_output(text)
