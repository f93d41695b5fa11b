"""Parts of an epic that prose tells one after the other."""

from __future__ import annotations

from bot.planning.sequels import in_turn, unstepped
from tests.planning.requests import brief, plan_of

BODY = (
    "I'd like the shop to run without a network. This is clearly too much for one go, "
    "please make separate issues of it.\n\n"
    "To begin with, the order form must open without network, i.e. with a worker, styles and the list. "
    "Next an outbox: orders made offline are kept in the browser. "
    "Then comes the sync: when the network is back the outbox is sent in order. "
    "After that photos, downscaled before they go to the outbox. "
    "And at last a page in docs/admin.md about certificates.\n\nNo native app, please."
)


def test_parts_in_turn_are_stories():
    """Each step of the sequence is a part; what is said of the whole, or not wanted, is none."""  # FR-060
    found = plan_of(brief("Offline orders", BODY, labels=frozenset(("epic",))))
    told = [t.title for t in found.plan.tasks]

    assert found.epic
    assert len(told) == 5
    assert not any("native" in t or "To begin" in t for t in told)
    assert any(t.startswith("Photos") for t in told)


def test_a_step_is_named_without_its_place():
    """What puts a part in its place is no word of it."""  # FR-060
    assert unstepped("After that photos") == "photos"
    assert unstepped("Then comes the sync: it is sent") == "the sync: it is sent"
    assert in_turn(["First a table.", "Then a form.", "Finally a page."])
    assert not in_turn(["A table.", "A form.", "And a page."])


def test_what_stays_or_is_not_wanted_is_no_part():
    """Limits behind the parts are no stories; `in parallel` and `after boats` only place them."""  # FR-060
    body = (
        "Each of these is a release of its own.\n\n"
        "First the boats get a number and a record. Once we have that, a page per boat. "
        "In parallel somebody could do the weather. After boats comes booking, by the hour. "
        "And at the end a bill per month. Payment stays as it is. No chat, we cannot read it all. "
        "Rentals to guests are not wanted."
    )
    found = plan_of(brief("Boats", body))
    told = [t.title for t in found.plan.tasks]

    assert found.epic
    assert len(told) == 5
    assert any(t.startswith("The weather") for t in told)
    assert any(t.startswith("Booking") for t in told)
