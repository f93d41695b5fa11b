"""docs/traceability.md is fresh, and no requirement of the planner's specification is left out."""

from __future__ import annotations

from tests.docs import traceability


def test_the_page_is_fresh():
    """The page is the one that `make docs` draws."""
    assert traceability.page() == traceability.PAGE.read_text(encoding="utf-8"), (
        "docs/traceability.md is stale: run `make docs`"
    )


def test_no_requirement_is_left_out():
    """Every FR, NFR and AC has a test that shows it, or a stated reason."""
    assert traceability.missing() == []


def test_no_sentence_of_the_telemetry_contract_is_left_out():
    """Each of its 25 sentences, or parts of one, has a test; no reason excuses one."""
    # seed 4
    assert traceability.missing(traceability.SENTENCES) == []
    assert len(traceability.wanted(traceability.SENTENCES)) == 25


def test_no_test_shows_a_requirement_that_is_none():
    """An id in a marker that the specification does not know is a slip."""
    assert traceability.unknown() == []


def test_only_a_marker_shows_a_requirement():
    """No comment or docstring of a test names one: it would look like proof and be none."""
    assert traceability.loose() == []


def test_a_reason_is_no_excuse():
    """Reasons are for known ids, they are few, and each is a sentence."""
    assert len(traceability.REASONS) <= 6
    assert all(reason.endswith(".") for reason in traceability.REASONS.values())
    assert traceability.REASONS.keys() <= traceability.wanted().keys()
    assert traceability.REASONS.keys().isdisjoint(traceability.named())
    assert len(traceability.wanted()) == 85 + 16 + 54
