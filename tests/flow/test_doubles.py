"""Two runs at once, or a wake that sees half of an issue: one comment of each kind, one record a revision."""

from __future__ import annotations

import pytest

from bot.domain import markers
from bot.events.wake import IssueTarget, PullTarget, Wake
from bot.flow.handle import handle
from tests.flow.given import Shop
from tests.flow.test_naming import KEY, staged
from tests.stateful.world import Fuse, a_world


def between(shop: Shop, writes: int) -> None:
    """A run, and another one that does all its work right before the n-th write of the first."""
    wake = Wake(shop.hub.full_name, IssueTarget(shop.issue))
    handle(wake, a_world(shop.hub, Fuse(writes, lambda: handle(wake, a_world(shop.hub)))))


@pytest.mark.parametrize("writes", range(1, 5))
def test_a_comment_that_two_runs_posted_stands_once_after_the_next(writes: int) -> None:
    """Both found the plan's comment missing; the older stays, and names the record's revision."""
    # S3.14 I3
    shop = Shop(key=KEY)
    shop.open_issue()
    shop.look()
    shop.answer()
    between(shop, writes)
    shop.wake()
    found = [m.kind for c in shop.ours("plan") if (m := markers.read(c.body))]

    assert found == ["plan"]
    [comment], revision = shop.ours("plan"), shop.record.revision
    assert f"rev={revision}" in comment.body.partition("\n")[0]
    assert shop.writes(shop.wake) == []


def test_what_was_ticked_in_the_younger_one_is_heard() -> None:
    """A tick in a comment that is about to go is an approval all the same."""
    shop = staged()
    [plan] = shop.ours("plan")
    double = shop.hub.comment(shop.hub.me, shop.issue, plan.body)
    shop.hub.tick(double, "approve", "bob")
    shop.wake()

    assert shop.record.approved
    assert [c.id for c in shop.ours("plan")] == [plan.id]


def test_nothing_is_tidied_beside_a_damaged_record() -> None:
    """A comment that stands twice may hold the copy that the record is mended from."""
    shop = staged()
    [plan], [home] = shop.ours("plan"), shop.ours("record")
    shop.hub.comment(shop.hub.me, shop.issue, plan.body)
    shop.hub.edit_comment("bob", home.id, home.body.replace("T-0000", "T-0009"))
    wrote = [w.verb for w in shop.writes(lambda: shop.wake())]

    assert shop.record.history[-1].action == "restore"
    assert wrote.index("delete") > wrote.index("edit")
    assert [c.id for c in shop.ours("plan")] == [plan.id]


def test_a_restored_record_goes_on_from_what_any_check_of_the_issue_names() -> None:
    """A wake from one pull request looks at the checks of the others before it counts on."""
    # S2.13 B2
    shop = staged()
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.wake()
    body = f"Closes #{shop.issue}"
    one = shop.hub.open_pull("bob", {"shop/one.py": ""}, branch="one", body=body)
    shop.wake(PullTarget(one))
    other = shop.hub.open_pull("bob", {"shop/other.py": ""}, branch="other", body=body)
    shop.wake(PullTarget(other))
    shop.hub.ci(shop.hub.pulls[other].head_sha, "ci")
    shop.wake(PullTarget(other))
    revision = shop.record.revision
    shop.hub.delete_comment(shop.ours("record")[0].id)
    shop.wake(PullTarget(one))

    assert shop.record.revision > revision


def test_a_rollback_that_only_another_check_can_tell_is_noticed() -> None:
    """The older record knows that there is another pull request, and its check names a later revision."""
    # S2.13 B2
    shop = staged()
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.wake()
    body = f"Closes #{shop.issue}"
    one = shop.hub.open_pull("bob", {"shop/one.py": ""}, branch="one", body=body)
    shop.wake(PullTarget(one))
    other = shop.hub.open_pull("bob", {"shop/other.py": ""}, branch="other", body=body)
    shop.wake(PullTarget(other))
    [older] = shop.ours("record")
    shop.hub.ci(shop.hub.pulls[other].head_sha, "ci")
    shop.wake(PullTarget(other))
    shop.hub.edit_comment("bob", older.id, older.body)
    shop.wake(PullTarget(one))

    assert "restore" in {line.action for line in shop.record.history}
