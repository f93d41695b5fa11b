"""Two open plans that write the same file: both are told once one is approved, and it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.domain.markers import text_of
from tests.acceptance import shop
from tests.acceptance.story import Story, approve, label, pass_checks, protect, review

pytestmark = pytest.mark.acceptance
FIRST = "Orders know their city", "- [ ] `Order.as_row` in `shop/models.py` has the city"
SECOND = "Totals have two decimals", "- [ ] The total in `shop/models.py` has two decimals"
THIRD = "Mails have a sender", "- [ ] Every mail of `shop/mail.py` has a sender"
BLOCK = "gate: {overlap: block, approvals: 0, require: planned}\n"
CODE = {"shop/models.py": shop.FILES["shop/models.py"].replace("total: int", "total: float")}
TESTS = {"tests/test_models.py": "def test_the_total_has_two_decimals():\n    assert True\n"}


def planned(story: Story, title: str, body: str) -> Story:
    """The story of another issue on the same GitHub, which has a plan."""
    path = f"/repos/{story.hub.repo}/issues"
    made = story.hub.request("POST", path, {"title": title, "body": body}, login="carol")
    told = replace(story, issue=made["number"])
    told.play(label)
    assert "stage: staged" in told.labels(), told.labels()
    return told


def notices(story: Story) -> list[str]:
    """The bot's messages about overlaps on the issue."""
    return [text_of(c["body"]) for c in story.comments() if "notice id=overlap" in c["body"]]


def test_both_issues_are_told_once_and_the_message_goes(
    webhook_story: Callable[[], Story],
) -> None:
    """The first hears of the second once that is approved; cancelled, both comments say that it is over."""
    # S4.6
    first = planned(webhook_story(), *FIRST)
    alone = notices(first)
    second = planned(first, *SECOND)
    before = [len(notices(story)) for story in (first, second)]
    second.play(approve)
    both = [notices(story) for story in (first, second)]
    first.comment("bob", "I like this.")
    first.door.settle()

    assert (alone, before) == ([], [0, 1]) and [len(told) for told in both] == [1, 1]
    assert both == [notices(story) for story in (first, second)]
    for (told,), other in zip(both, (second, first), strict=True):
        assert f"#{other.issue}" in told and "shop/models.py" in told

    second.comment("alice", "/plan cancel")
    second.door.settle()
    for story in (first, second):
        (told,) = notices(story)
        assert "shop/models.py" not in told


def test_the_gate_closes_while_plans_overlap(webhook_story: Callable[[], Story]) -> None:
    """With `gate.overlap: block` a change that lacks nothing else waits while another plan is approved."""
    # S4.6
    story = webhook_story()
    story.hub.push_file("alice", ".github/plangate.yml", BLOCK)
    story.play(protect)
    first = planned(story, *FIRST)
    second = planned(story, *SECOND)
    second.play(approve)
    body = f"Fixes #{second.issue}"
    second.pull = story.hub.open_pull("bob", CODE | TESTS, branch="total", title="x", body=body)
    story.door.settle()
    second.play(pass_checks)
    second.play(review)
    assert second.check()["conclusion"] == "success" and notices(second)

    first.play(approve)
    check = second.check()

    assert (
        check["conclusion"] == "action_required" and f"#{first.issue}" in check["output"]["summary"]
    )
    assert not second.may_merge()

    first.comment("alice", "/plan cancel")
    story.door.settle()
    assert second.check()["conclusion"] == "success"
    assert second.may_merge()


def test_another_open_plan_costs_one_request(inside_story: Callable[[], Story]) -> None:
    """Of a plan that writes other files only the comments are read, once; its issue hears nothing."""
    # S4.6, B2
    first = planned(inside_story(), *FIRST)
    before = len(first.hub.exchanges())
    third = planned(first, *THIRD)

    place = f"/issues/{first.issue}"
    asked = [e["url"] for e in first.hub.exchanges()[before:] if place in e["url"]]
    assert [url.partition(place)[2].partition("?")[0] for url in asked] == ["/comments"]
    assert notices(first) == notices(third) == []
