"""Reversal: what must hold, for a title that tells what goes wrong."""

from __future__ import annotations

import pytest

from bot.planning.reversal import turned


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        (
            "`shop list` raises KeyError on Windows",
            "`shop list` no longer raises KeyError on Windows",
        ),
        ("The `-F` flag doesn't escape options", "The `-F` flag escapes options"),
        ("Ids can't be integers", "Ids can be integers"),
        (
            "Images are silently dropped on import",
            "Images are no longer silently dropped on import",
        ),
        ("The import fails to keep order numbers", "The import keeps order numbers"),
        ("Panic when the pool is dropped", "There is no panic any more when the pool is dropped"),
        (
            "NoUnused: false positive for empty lists",
            "NoUnused: The check reports nothing for empty lists",
        ),
        ("NoUnused false negative with lambdas", "NoUnused reports lambdas"),
        ("The cache leaks memory in some situations", "The cache no longer leaks memory"),
        ("Precision 0 seems wrong in v8", "Precision 0 is right in v8"),
        ("The check reads `a` instead of `b` at start", "The check reads `b`, not `a` at start"),
        ("Sorting can lose rows", "Sorting can no longer lose rows"),
        (
            "walk: the walker hangs if it panics",
            "walk: The walker no longer hangs if it panics",
        ),
        ("There is a bug where exports ignore the filter", ""),
    ],
)
def test_a_symptom_is_turned_round(title, wanted):
    """“x raises y” asks that x no longer raises y."""  # FR-029
    assert turned(title) == wanted


@pytest.mark.parametrize(
    "title",
    [
        "Add a way to skip tests",
        "Errors should be shown in red",
        "`f` where `g` doesn't return text is slow",
        "Can the list be sorted?",
        "Sorting of the list",
        "",
    ],
)
def test_what_cannot_be_told_apart_is_left_alone(title):
    """Wishes, questions, names and nested sentences are not turned."""  # FR-029
    assert turned(title) == ""
