"""However many stories an epic has: each becomes an issue, and a look at them takes linear time."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.domain.approval import Approval
from bot.domain.children import Child, SubIssue
from bot.domain.facts import Facts, record_in
from bot.domain.stages import Stage
from bot.domain.tasks import MOST_LINKED, awaited
from bot.flow.children import with_children
from bot.flow.reads import Reads
from bot.flow.world import World
from bot.intents.tasks import seen
from bot.roles.tasks import wanted
from tests.factories import NOW, a_plan, a_record, a_task, an_issue, facts
from tests.flow.given import Shop
from tests.flow.test_many_in_a_plan import planned
from tests.growth import grows
from tests.intents.given import present


def at_stories(size: int) -> tuple[Facts, World]:
    """An approved epic of so many stories, all but one with an issue; as many open issues beside them."""
    shop = Shop()
    stories = [a_task(n, title=f"Story {n}") for n in range(1, size)]
    plan = a_plan(*stories, a_task(size, title="Another one"))
    known = tuple(SubIssue(key=t.id, number=100 + t.number, settled=True) for t in stories)
    given = Approval(by="bob", at=NOW, plan_digest=plan.digest(), permission="write", how="tick")
    record = a_record(plan=plan, stage=Stage.IMPLEMENTING, approval=given)
    record = record.having(planner=record.planner.having(epic=True, sub_issues=known))
    parts = tuple(Child(100 + t.number, t.number, t.title, key=t.id, parent=7) for t in stories)
    shop.world.children.linked = lambda number: parts  # type: ignore[method-assign]
    opened = tuple(an_issue(n, title=f"Nothing {n}") for n in range(10_000, 10_000 + size))
    shop.world.issues.open_issues = lambda *labels: opened  # type: ignore[method-assign]
    return facts(record=present(record)), shop.world


def looked(given: tuple[Facts, World]) -> None:
    """Nothing is new, and the one story without an issue is to have one."""
    known, record = with_children(given[0], Reads(given[1])), record_in(given[0].record)
    assert record
    assert record.plan
    assert len(known.children) == len(record.plan.live) - 1
    assert list(seen(known, record)) == []
    assert len(wanted(known, record)) == 1


def test_a_look_at_many_stories_takes_linear_time():
    """Neither the record nor the open issues are searched for each."""
    # issue 19
    assert not grows(looked, at_stories, 150)


def test_more_stories_than_an_issue_can_have_sub_issues_become_issues_all_the_same():
    """Those that GitHub links no more stand beside the others, and it is not asked again and again."""
    # an epic of 150 stories had 110 issues, and ten requests at every wake were refused
    shop = planned("plan:epic", "Stories", "### story x{0} of orders\n- it shows a{0}\n\n")(
        MOST_LINKED + 2
    )
    [stories] = shop.ours("stories") or shop.ours("plan")
    shop.hub.tick(stories.id, "approve", "bob")
    shop.wake()

    made = shop.record.planner.sub_issues
    assert len({s.number for s in made}) == len(made) == MOST_LINKED + 2
    asked = shop.world.children.asked  # type: ignore[attr-defined]
    asked.clear()
    assert shop.writes(shop.wake) == []
    assert "link" not in asked


@pytest.mark.parametrize(("stories", "each", "unlinked"), [(5, 10, 0), (3, 12, 6), (20, 50, 950)])
def test_the_issues_that_stories_wait_for_are_few_and_read_once(
    stories: int, each: int, unlinked: int
) -> None:
    """Ten a story and fifty a plan; the others stay text, and the plan says so before it is approved."""
    # issue 19, attack 29: 7
    names = [
        "alpha",
        "bravo",
        "delta",
        "gamma",
        "kappa",
        "sigma",
        "theta",
        "omega",
        "lambda",
        "zeta",
    ]
    lines = [
        f"- Show the {names[n % 10]} {names[n // 10]} part, blocked by "
        + ", ".join(f"#{1000 + n * each + i}" for i in range(each))
        for n in range(stories)
    ]
    shop = planned("plan:epic", "Stories", "{0}\n".replace("{0}", "\n".join(lines)))(1)
    plan = shop.record.plan
    assert plan is not None
    assert sum(len(t.blocked_by) for t in plan.live) == stories * each
    assert max(map(len, awaited(plan).values())) <= 10
    [shown] = shop.ours("stories") or shop.ours("plan")
    assert (f"{unlinked} of the issues above are not linked" in shown.body) is (unlinked > 0)
    shop.hub.tick(shown.id, "approve", "bob")
    asked, children = Counter[int](), shop.world.children
    child = children.child

    def counted(number: int) -> Child | None:
        asked[number] += 1
        return child(number)

    children.child = counted  # type: ignore[method-assign]
    shop.wake()

    others = Counter({number: n for number, n in asked.items() if number >= 1000})
    assert len(others) == min(50, stories * each - unlinked)
    assert others.most_common(1)[0][1] == 1
