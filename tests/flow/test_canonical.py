"""A duplicate points to an open issue that is none itself: chains are followed, rings broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.children import marker
from bot.domain.record import Orchestration
from bot.domain.stages import Stage
from bot.effects import CardMessage
from bot.flow.propose import MOST_TWINS, _shown, canonical
from bot.flow.reads import Reads
from bot.planning.draft import Draft, Intent
from bot.planning.proposal import Brief, Declined
from tests.factories import a_record, an_issue, facts
from tests.fakes.engine import FakeEngine, story
from tests.fakes.watch import FakeWatch
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


def a_copy(brief: Brief) -> Draft:
    """Whatever is open asks for the same; with nothing beside it, it is planned."""
    others = brief.request.open_issues
    if not others:
        return story(brief)
    same = {"duplicate_of": others[0].number, "explanation": "the same words"}
    return Draft.model_validate({"decision": "duplicate", "intent": Intent.FEATURE, **same})


def plan(shop: Shop, issue: int) -> None:
    """Trent asks for a plan of an issue."""
    shop.issue = issue
    shop.hub.set_labels(issue, ["plan"])
    shop.hub.labelled.setdefault(issue, {})["plan"] = "trent"
    shop.wake()


def test_a_newer_copy_does_not_make_the_original_a_duplicate() -> None:
    """Anybody can open one: the original is planned, and of both the copy is the duplicate."""
    # issue 19
    shop = shop_with(0, 0)
    shop.world = replace(shop.world, engine=FakeEngine(a_copy))
    plan(shop, 1)
    assert shop.stage == Stage.STAGED

    plan(shop, 2)
    assert shop.record.orchestrator and shop.record.orchestrator.duplicate_of == 1


@pytest.mark.parametrize("author", ["mallory", "plangate[bot]"])
def test_a_copy_with_the_marker_of_a_story_is_a_duplicate_all_the_same(author: str) -> None:
    """No story is one, for its epic's plan was approved; but only our own account opens stories."""
    # issue 19
    shop = shop_with(0)
    shop.world = replace(shop.world, engine=FakeEngine(a_copy))
    plan(shop, shop.hub.open_issue(author, "Issue 1", f"The same\n\n{marker(1, 't-1')}"))

    assert (shop.stage == Stage.DUPLICATE) is (author == "mallory")


@pytest.mark.parametrize("has_plan", [True, False])
def test_a_newer_issue_is_the_original_only_if_it_has_a_plan(has_plan: bool) -> None:
    """What was planned already stays; the label of a stage alone is no plan."""
    # issue 19
    shop = shop_with(0, 0)
    if has_plan:
        plan(shop, 2)
    shop.hub.set_labels(2, ["stage: staged"])
    shop.world = replace(shop.world, engine=FakeEngine(a_copy))
    plan(shop, 1)

    decided = shop.record.orchestrator
    assert decided and decided.duplicate_of == (2 if has_plan else None)


@pytest.mark.parametrize(("copies", "asked"), [(2, 3), (30, MOST_TWINS + 1)])
def test_an_issue_is_planned_however_many_copies_of_it_there_are(copies: int, asked: int) -> None:
    """Few are looked at, one by one; then it is planned beside none, and the plan and the log say so."""
    # issue 19
    me, engine, watch = copies + 1, FakeEngine(a_copy), FakeWatch()
    shop = shop_with(*[me] * copies, 0)
    shop.world = replace(shop.world, engine=engine, watch=watch)
    unread = max(copies - MOST_TWINS, 0)
    plan(shop, me)

    assert (shop.stage, engine.calls) == (Stage.STAGED, asked)
    assert [f["issues"] for e, f in watch.events if e == "duplicates_unread"] == [unread] * bool(
        unread
    )
    told = shop.record.planning_artifact.assumptions
    assert sum(f"whether {unread} more open issues" in text for text in told) == bool(unread)


LISTED = [
    "- Add export",
    "- [x] **add export** (after 1)",
    "### 2. Add export",
    "- [Add export](x/9)",
]
LISTED += ["| Add export: by carol", "* Add export – for the shop", "#9 first"]


@pytest.mark.parametrize("line", LISTED)
def test_an_issue_that_an_epic_lists_is_not_taken_for_its_double(line: str) -> None:
    """By its number, or by its title on a line of its own; a title somewhere in a sentence lists nothing."""
    shop = Shop()
    for _ in range(9):
        shop.hub.open_issue("carol", "Add export")
    epic = frozenset({"plan:epic"})
    listing = facts(issue=an_issue(10, body=f"Several:\n{line}\n", labels=epic))
    saying = facts(issue=an_issue(10, body="We do not add export now", labels=epic))

    assert {9} & {o.number for o in _shown(listing, Reads(shop.world))} == set()
    assert len(_shown(saying, Reads(shop.world))) == 9
