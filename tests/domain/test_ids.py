"""Ids are UUIDv7: ordered by time, the same for the same seed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import RFC_4122, UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.value import uuid7

AT = datetime(2026, 3, 1, 9, 30, 0, 123000, tzinfo=UTC)
TIMES = st.datetimes(min_value=datetime(1970, 1, 1), timezones=st.just(UTC))


@given(at=TIMES, seed=st.lists(st.text()))
@pytest.mark.shows("FR-023", "AC-019")
def test_version_variant_and_time_stand_where_rfc_9562_wants_them(at, seed):
    """Version 7, variant 2, milliseconds first."""
    made = UUID(uuid7(at, *seed))

    assert made.version == 7
    assert made.variant == RFC_4122
    assert made.int >> 80 == (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


@pytest.mark.shows("FR-023")
def test_later_ids_sort_later():
    """Ids of a later time come later in text order."""
    assert uuid7(AT, "z") < uuid7(AT + timedelta(milliseconds=1), "a")


def test_same_seed_same_id_and_parts_do_not_run_together():
    """The same seed gives the same id; moving a letter from one part to the next gives another."""
    assert uuid7(AT, "ab", "c") == uuid7(AT, "ab", "c")
    assert uuid7(AT, "ab", "c") != uuid7(AT, "a", "bc")


def test_times_outside_the_range_are_brought_into_it():
    """Before 1970 counts as 1970, and a time without a zone as UTC."""
    early = UUID(uuid7(datetime(1960, 1, 1, tzinfo=UTC), "x"))

    assert early.int >> 80 == 0
    assert uuid7(AT.replace(tzinfo=None), "x") == uuid7(AT, "x")
