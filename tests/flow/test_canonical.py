"""A duplicate points to an open issue that is none itself: chains are followed, rings broken."""

from __future__ import annotations

import pytest

from bot.domain.record import Orchestration
from bot.domain.stages import Stage
from bot.effects import CardMessage
from bot.flow.propose import canonical
from bot.planning.proposal import Declined
from tests.factories import a_record, an_issue, facts
from tests.flow.given import Shop


def shop_with(*points_to: int, closed: int = 0):
    """A shop whose issues 1, 2, … are duplicates of these (0: of none); the closed one is closed."""
    shop = Shop()
    for number, target in enumerate(points_to, 1):
        shop.hub.open_issue("carol", f"Issue {number}")
        if target:
            outcome = Orchestration(outcome="DUPLICATE", confidence=0.9, duplicate_of=target)
            record = a_record(number, stage=Stage.DUPLICATE, orchestrator=outcome)
            issue = shop.world.issues.issue(number)
            state = shop.world.records.find(issue, ())
            card = CardMessage(record, facts().policy, number)
            shop.world.records.save(issue, record.model_copy(update={"revision": 1}), state, card)
    if closed:
        shop.hub.edit_issue(closed, state="closed")
    return shop


CASES = {
    "an ordinary issue": ((0,), 0, 1, 1),
    "a chain": ((2, 3, 0), 0, 1, 3),
    "a ring leads to itself": ((9, 0), 0, 1, None),
    "a ring among others": ((2, 3, 1), 0, 1, None),
    "a closed one": ((0,), 1, 1, None),
    "a chain that ends closed": ((2, 0), 2, 1, None),
    "no such issue": ((0,), 0, 7, None),
}


@pytest.mark.parametrize(("points_to", "closed", "found", "wanted"), CASES.values(), ids=CASES)
def test_where_a_duplicate_points(points_to, closed, found, wanted):
    """The end of the chain, if it is open; nothing where it leads back here, or to nowhere."""
    # S3.11
    shop = shop_with(*points_to, closed=closed)
    me = facts(issue=an_issue(9))

    said = canonical(me, shop.world, Declined("DUPLICATE", "same words", duplicate_of=found))

    assert (said.duplicate_of if said else None) == wanted
