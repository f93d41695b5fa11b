"""What a sweep looks at: all that shows something of ours, and few of the rest."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.domain import markers
from bot.events.wake import IssueTarget, PullTarget
from bot.flow import sweep
from tests.fakes.watch import FakeWatch
from tests.flow.given import Shop, told


def looked_at(shop: Shop) -> list[int]:
    """The numbers of a sweep's subjects, in order."""
    targets = (wake.target for wake in sweep.wakes(shop.world))
    return [t.number for t in targets if isinstance(t, IssueTarget | PullTarget)]


def test_an_issue_that_nobody_labelled_or_commented_on_costs_a_sweep_nothing() -> None:
    """Anybody opens hundreds of them: three requests each used up the hour of a job's token."""
    shop = Shop()
    quiet = shop.hub.open_issue("mallory", "Hello")
    shop.open_issue()
    old = shop.hub.open_issue("mallory", "Long ago")
    shop.hub.comment("mallory", old, "Hello")
    shop.hub.later(seconds=int(timedelta(days=15).total_seconds()))
    held = shop.hub.open_issue("mallory", "A record", f"Text\n\n{markers.BLOCK}")
    talk = shop.hub.open_issue("mallory", "A command")
    shop.hub.comment("bob", talk, "/plan")

    assert quiet not in looked_at(shop)
    assert looked_at(shop) == [shop.issue, held, talk]


def test_a_sweep_begins_with_pull_requests_and_with_issues_that_have_a_stage() -> None:
    """Whoever opens many issues does not keep a sweep from those that were planned."""
    shop = told("review")
    asking = shop.hub.open_issue("bob", "Another", labels=["plan"])
    talk = [shop.hub.open_issue("mallory", "Talk") for _ in range(sweep.MOST_OTHERS + 1)]
    for number in talk:
        shop.hub.comment("mallory", number, "Hello")
    watch = FakeWatch()
    shop.world = replace(shop.world, watch=watch)

    assert looked_at(shop) == [shop.pull, shop.issue, asking, *reversed(talk[1:])]
    assert [event for event, _ in watch.events] == ["sweep_incomplete"]
