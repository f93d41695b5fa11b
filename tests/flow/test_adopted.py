"""Which issues become stories and tasks, and whose closing of them counts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.domain.children import SubIssue
from tests.flow.given import Shop
from tests.flow.test_many_in_a_plan import planned

STORY = "### story x{0} of orders\n- it shows a{0}\n\n"


@pytest.fixture
def epic() -> Shop:
    """An epic of three stories that waits for approval: its stories can be read."""
    return begun(3)


begun = planned("plan:epic", "Stories", STORY)


def titles(shop: Shop) -> list[str]:
    plan = shop.record.plan
    assert plan is not None
    return [task.title for task in plan.live]


def approved(shop: Shop) -> tuple[SubIssue, ...]:
    """What became of the stories once bob has approved the plan, in the plan's order."""
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.wake()
    assert shop.record.plan is not None
    order = [task.id for task in shop.record.plan.live]
    return tuple(sorted(shop.record.planner.sub_issues, key=lambda s: order.index(s.key)))


def label(shop: Shop, number: int, name: str, login: str) -> None:
    shop.hub.set_labels(number, [name])
    shop.hub.labelled.setdefault(number, {})[name.casefold()] = login


def close(shop: Shop, number: int, login: str) -> None:
    shop.hub.edit_issue(number, login, state="closed")
    shop.wake()


def done(shop: Shop) -> list[bool]:
    assert shop.record.plan is not None
    return [task.status.value == "done" for task in shop.record.plan.live]


def refusals(shop: Shop) -> list[tuple[str, str]]:
    return [(a.actor, a.action) for a in shop.record.history if a.outcome == "refused"]


def asked_for(shop: Shop, login: str, wanted: Iterable[str]) -> list[int]:
    return [shop.hub.open_issue(login, title, "And a little more.") for title in wanted]


def test_a_strangers_issue_is_not_taken_for_a_story(epic: Shop) -> None:
    """Anybody can open one with a story's title and text: it gets no label, and no story is its duplicate."""
    # issue 19
    other = begun(3)
    texts = [other.hub.issues[s.number] for s in approved(other)]
    bodies = [issue.body.partition("<!-- plangate:child")[0] for issue in texts]
    theirs = [
        epic.hub.open_issue("mallory", i.title, b) for i, b in zip(texts, bodies, strict=True)
    ]
    stories = approved(epic)

    assert not {s.number for s in stories} & set(theirs)
    assert [s.adopted for s in stories] == [False] * 3
    assert [epic.hub.issues[n].labels for n in theirs] == [frozenset()] * 3
    assert {name for s in stories for name in epic.hub.issues[s.number].labels} == {
        "plan",
        "stage: staged",
    }


def test_the_oldest_issue_of_somebody_who_may_write_is_taken(epic: Shop) -> None:
    """Not the newest, and not an older one of somebody else."""
    # issue 19
    first = titles(epic)[:1]
    asked_for(epic, "mallory", first)
    [mine] = asked_for(epic, "bob", first)
    asked_for(epic, "bob", first)
    stories = approved(epic)

    assert (stories[0].number, stories[0].adopted) == (mine, True)


@pytest.mark.parametrize(("login", "taken"), [("trent", True), ("mallory", False)])
def test_a_strangers_issue_is_taken_once_somebody_labelled_it(
    epic: Shop, login: str, taken: bool
) -> None:
    """That takes triage permission; an issue form gives its labels to whatever anybody opens."""
    # issue 19
    [theirs] = asked_for(epic, "mallory", titles(epic)[:1])
    label(epic, theirs, "plan", login)
    stories = approved(epic)

    assert (stories[0].number == theirs) is taken


def test_its_author_does_not_finish_a_story_by_closing_it(epic: Shop) -> None:
    """Of an issue that somebody else opened only the closing of a writer counts; the rest is told once."""
    # issue 19
    theirs = asked_for(epic, "mallory", titles(epic))
    for number in theirs:
        label(epic, number, "plan", "trent")
    approved(epic)
    for number in theirs:
        close(epic, number, "mallory")

    assert (epic.stage, done(epic)) == ("implementing", [False] * 3)
    assert refusals(epic) == [("mallory", "task finished")] * 3
    assert epic.writes(epic.wake) == []
    [notice] = epic.ours("notice")
    assert "@mallory" in notice.body
    assert "`/plan done 3`" in notice.body

    epic.hub.edit_issue(theirs[0], "mallory", state="open")
    close(epic, theirs[0], "bob")
    assert done(epic) == [True, False, False]


def test_whoever_closes_it_a_story_that_is_done_is_done(epic: Shop) -> None:
    """Its own record says so: its work was merged."""
    # issue 19
    [theirs] = asked_for(epic, "mallory", titles(epic)[:1])
    label(epic, theirs, "plan", "trent")
    approved(epic)
    epic.hub.set_labels(theirs, ["stage: done"], ["stage: staged"])
    close(epic, theirs, "mallory")

    assert done(epic) == [True, False, False]


def test_the_same_holds_where_tasks_are_sub_issues() -> None:
    """A stranger's is not taken; a writer's is, and its closing by a program finishes nothing."""
    # issue 19
    shop = planned("plan", "Tasks", "- change x{} in orders\n")(5)
    shop.hub.branches["main"][".github/plangate.yml"] = "tasks: sub-issues\n"
    [theirs] = asked_for(shop, "mallory", titles(shop)[:1])
    [mine] = asked_for(shop, "bob", titles(shop)[1:2])
    first, second, *_ = approved(shop)

    assert first.number != theirs
    assert second.number == mine
    close(shop, mine, "stale[bot]")
    assert done(shop) == [False] * 5
    close(shop, first.number, "trent")
    assert done(shop) == [True, *[False] * 4]
