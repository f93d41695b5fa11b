"""What one look needs more than once is worked out once."""

from __future__ import annotations

from bot.events.wake import PullTarget
from tests.flow.given import Shop


def test_a_pull_request_of_many_issues_is_judged_once():
    """When all their records are as they will be."""
    # issue 19: ten issues were looked at, and all ten judged at each of these looks
    shop = Shop()
    numbers = [shop.hub.open_issue("carol", f"Part {n}") for n in range(4)]
    body = " ".join(f"Closes #{n}." for n in numbers)
    pull = shop.hub.open_pull("bob", {"shop/part.py": "x"}, branch="part", body=body)

    assert [len(outcome.verdicts) for outcome in shop.wake(PullTarget(pull))] == [0, 0, 0, 1]
