"""Plans of two open issues that write the same file: both are told once one is approved, and it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.children import Child, marker
from bot.domain.facts import Neighbour
from bot.domain.markers import text_of
from bot.domain.overlap import overlap
from bot.domain.plan import ActionType, Step
from bot.domain.policy import POLICY_PATH, Policy
from bot.domain.stages import Stage
from bot.effects import NoticeKind, NoticeMessage
from bot.flow.propose import MOST_NEIGHBOURS
from bot.planning.draft import Draft
from bot.planning.proposal import Brief
from bot.roles import planner
from tests.factories import a_plan, a_task, an_issue, facts
from tests.fakes.engine import FakeEngine, story, task
from tests.fakes.hub import Written
from tests.fakes.renderer import FakeRenderer
from tests.flow.given import Shop

TITLE, BODY = "Columns of the export", "- [ ] Each row in `shop/orders.py` has a date"
ALONE, MET = "- [ ] The page of shop/admin.py is blue", "- [ ] The page of shop/orders.py is blue"


def two_plans() -> tuple[Shop, Shop]:
    """Two issues with plans that write the same; the second is approved while the first is open."""
    first = Shop()
    second = Shop(hub=first.hub)
    planned(first), planned(second)
    second.approve()
    second.wake()
    return first, second


def one_file(brief: Brief) -> Draft:
    """A plan that writes the one file which the request's first box names."""
    whole = story(brief)
    named = next(word for word in brief.request.body.split() if word.endswith(".py"))
    one = task("t1", brief.request.title, tuple(c.id for c in whole.criteria), named)
    return whole.model_copy(update={"tasks": (one,)})


def among(others: int) -> tuple[Shop, list[Shop]]:
    """An issue of mallory's whose plan writes a file of its own, and others that write another one."""
    mine = Shop()
    shops = [mine, *(Shop(hub=mine.hub) for _ in range(others))]
    for number, shop in enumerate(shops):
        shop.world = replace(shop.world, engine=FakeEngine(one_file, name="builtin"))
        body = "- [ ] Each row in shop/orders.py has a date" if number else ALONE
        planned(shop, "mallory" if shop is mine else "carol", body)
    return mine, shops[1:]


def named(shop: Shop) -> set[int]:
    """The issues that the record names as overlapping."""
    return {o.issue for o in shop.record.planner.overlaps}


def edited(shop: Shop, body: str) -> list[Written]:
    """What was written since the issue's author changed its text."""
    shop.hub.edit_issue(shop.issue, body=body)
    return shop.writes(shop.wake)


def planned(shop: Shop, author: str = "carol", body: str = BODY) -> Shop:
    """The shop with an issue that has a plan."""
    shop.issue = shop.hub.open_issue(author, TITLE, body)
    shop.hub.set_labels(shop.issue, ["plan"])
    shop.hub.labelled.setdefault(shop.issue, {})["plan"] = "trent"
    shop.hub.comment("trent", shop.issue, "/plan force")
    shop.wake()
    return shop


def a_step(path: str, text: str) -> Step:
    """A step that changes a file."""
    return Step(id="s", title=text, description=text, action=ActionType.MODIFY_FILE, target=path)


def notices(shop: Shop) -> list[str]:
    """Our notices about overlaps on the issue, without their first line."""
    return [text_of(c.body) for c in shop.ours("notice") if "id=overlap" in c.body]


def test_both_issues_are_told_once_each():
    """Each record names the other issue and the file; each issue has one notice, and no wake adds one."""
    # S4.6
    first, second = two_plans()
    told = [len(notices(shop)) for shop in (first, second)]
    for shop in (first, second):
        shop.wake()

    assert told == [1, 1] == [len(notices(shop)) for shop in (first, second)]
    for mine, other in ((first, second), (second, first)):
        (seen,) = mine.record.planner.overlaps
        assert (seen.issue, seen.kind, seen.approved) == (other.issue, "open", other is second)
        assert "shop/orders.py" in seen.paths and seen.strength == 0.6


@pytest.mark.parametrize("author", ["mallory", "plangate[bot]"])
@pytest.mark.parametrize("epic", [1, 3])
def test_a_strangers_marker_hides_no_overlap(author: str, epic: int) -> None:
    """One plan orders its stories, which we opened; a marker that somebody else wrote makes no story."""
    # issue 19: neither the approver of the copied issue's plan nor that of the copy heard of the other
    first = planned(Shop())
    story = planned(Shop(hub=first.hub), author, f"{BODY}\n\n{marker(epic, 't-1')}")
    above = {1: first, 3: planned(Shop(hub=first.hub))}[epic]
    above.approve()
    above.wake()

    assert (story.issue in named(above)) is (author == "mallory")


def test_an_edit_of_a_plan_that_nobody_approved_writes_on_no_other_issue():
    """However many plans it meets or leaves, an edit of one's own request costs the same few writes."""
    # issue 19
    told = []
    for others in (2, 6):
        mine, theirs = among(others)
        meets, near = edited(mine, MET), named(mine)
        leaves = edited(mine, ALONE)
        told.append((len(meets), len(leaves), len(near)))
        assert not [shop for shop in theirs if mine.issue in named(shop)] and not named(mine)

    (met, left, two), (met_more, left_more, six) = told
    assert (two, six) == (2, 6)
    assert (met, left) == (met_more, left_more) and 0 < met <= 4


def test_an_approval_that_is_void_is_told_to_those_who_knew_of_it():
    """The other record keeps the overlap, of a plan that is not approved any more; no edit tells it again."""
    # issue 19
    first, second = two_plans()
    edited(second, BODY + " and a time")

    (seen,) = first.record.planner.overlaps
    assert (second.stage, seen.issue, seen.approved) == ("staged", second.issue, False)
    before = first.record
    edited(second, BODY + " and a day")
    assert first.record == before


def test_what_only_the_policy_approved_is_no_news_for_others():
    """Where policy approves every plan, an edit approves it anew: it writes on no other issue either."""
    # issue 19
    mine, theirs = among(3)
    mine.hub.push_files("alice", {POLICY_PATH: "automation: full\n"})
    edited(mine, MET)

    assert mine.record.approval and mine.record.approval.how == "automation"
    assert len(mine.record.planner.overlaps) == 3
    assert not [shop for shop in theirs if mine.issue in named(shop)]


def test_a_plan_with_questions_tells_at_its_approval():
    """Where questions were asked first, the others are looked at when the plan is approved."""
    # S4.6
    first = Shop()
    second = Shop(hub=first.hub)
    for shop in (first, second):
        shop.open_issue()
        shop.hub.comment("trent", shop.issue, "/plan force")
        shop.wake()
        while shop.stage == "awaiting_human":
            shop.answer()
            shop.wake()
    assert [notices(shop) for shop in (first, second)] == [[], []]

    second.approve()
    second.wake()

    assert [len(notices(shop)) for shop in (first, second)] == [1, 1]


def test_many_newer_issues_hide_no_plan():
    """Plans are found by the labels of their stages, which only people with triage can give."""
    # issue 19: behind 300 issues of a stranger, `overlap: block` let a second plan for the same file pass
    first = Shop()
    planned(first)
    for n in range(300):
        first.hub.open_issue("mallory", f"Idea {n}")
    second = Shop(hub=first.hub)
    planned(second)
    second.approve()
    second.wake()

    assert named(second) == {first.issue}


def test_plans_that_were_not_looked_at_are_counted():
    """Where there are more open plans than are read, the record says how many; later ones take it back."""
    # S4.6
    shop = Shop()
    staged = Policy().labels.stages.staged
    others = [shop.hub.open_issue("carol", "Other", "Text") for _ in range(MOST_NEIGHBOURS + 1)]
    for number in others:
        shop.hub.set_labels(number, [staged])
    planned(shop)

    assert shop.record.planner.telemetry["plansUnread"] == 1
    shop.hub.set_labels(others[0], remove=[staged])
    shop.approve()
    shop.wake()
    assert shop.record.planner.telemetry["plansUnread"] == 0


def test_the_same_wakes_again_write_nothing():
    """Once both are told, looking again is quiet."""
    # S4.6
    first, second = two_plans()
    first.wake(), second.wake()

    assert first.writes(lambda: (first.wake(), second.wake())) == []


@pytest.mark.parametrize("ends", ["first", "second"])
def test_the_message_goes_when_it_ends(ends):
    """When one of the two plans is cancelled, neither record names the other any more.

    At once if it was approved; if not, once the other issue is looked at.
    """
    # S4.6
    first, second = two_plans()
    ended, stays = (first, second) if ends == "first" else (second, first)
    ended.hub.comment("alice", ended.issue, "/plan cancel")
    ended.wake()
    if ends == "first":
        assert len(stays.record.planner.overlaps) == 1
        stays.wake()

    assert stays.record.planner.overlaps == ended.record.planner.overlaps == ()
    over = FakeRenderer().comment(NoticeMessage(NoticeKind.OVERLAP, "", {"overlaps": []}))
    assert [notices(shop) for shop in (first, second)] == [[over.strip()]] * 2


def test_finished_work_is_a_weaker_signal():
    """A plan that met ours and is done stays in the record as such, and is no message any more."""
    # S4.6: "a plan against a finished one"
    first, second = two_plans()
    theirs = second.record.model_copy(update={"stage": Stage.DONE})
    near = (Neighbour(second.issue, theirs, closed=True),)
    known = facts(issue=an_issue(first.issue), neighbours=near)

    (seen,) = planner.beside(known, first.record).planner.overlaps

    assert (seen.kind, seen.strength) == ("finished", 0.3)
    fresh = first.record.planner.model_copy(update={"overlaps": ()})
    unknown = first.record.model_copy(update={"planner": fresh})
    assert planner.beside(known, unknown).planner.overlaps == ()


def test_a_common_symbol_is_stronger_than_a_common_file():
    """Two plans that name the same code in a file come nearer than two that only share the file."""
    # S4.6
    told = [a_step("shop/cart.py", text) for text in ("Change `Cart.add`", "Read it")]
    both, file = (a_plan(a_task(1, steps=(step,))) for step in told)

    assert overlap(both, both) == (("shop/cart.py",), ("Cart.add",))
    assert overlap(both, file) == (("shop/cart.py",), ())


def test_a_task_whose_issue_nobody_wants_is_remembered():
    """A sub-issue closed as not planned marks its task; one closed as completed does not."""
    # S4.6: "a dependency on a cancelled issue"
    record = two_plans()[0].record
    closed = [
        Child(8, 1, "x", "closed", "not_planned", "t-1"),
        Child(9, 2, "x", "closed", "", "t-2"),
    ]
    known = facts(issue=an_issue(), children=tuple(closed))

    assert planner.beside(known, record).planner.dropped == ("t-1",)
