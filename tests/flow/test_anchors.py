"""What a check names is never forgotten: a damaged record cannot come back older than it was."""

from __future__ import annotations

from bot.domain.verdict import Verdict, revisions
from bot.events.wake import PullTarget
from tests.flow.given import Shop
from tests.flow.test_naming import staged


def at_work(others: int = 0) -> Shop:
    """An approved plan, and a pull request that serves the issue, and others after it."""
    shop = staged()
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.wake()
    more = [shop.hub.open_issue("carol", "Another", "Say hello.") for _ in range(others)]
    body = " ".join(f"Closes #{n}" for n in (shop.issue, *more))
    shop.pull = shop.hub.open_pull("bob", {"shop/one.py": ""}, branch="one", body=body)
    shop.look()
    return shop


def named(shop: Shop) -> int:
    """The revision of the issue's record that our newest check names."""
    ours = [r for r in shop.hub.runs[shop.head] if r.app_id == shop.hub.app_id]
    return revisions(ours[-1].external_id)[shop.issue]


def judged(shop: Shop) -> Verdict:
    """The verdict on the pull request, by its own wake."""
    return shop.wake(PullTarget(shop.pull))[-1].verdicts[0]


def lost(shop: Shop, *but: int) -> None:
    """Somebody deletes our comments."""
    for comment in shop.hub.comments_of(shop.issue):
        if comment.ours and comment.id not in but:
            shop.hub.delete_comment(comment.id)


def test_a_check_on_a_damaged_record_still_names_its_revision() -> None:
    """Nothing but the check knows the revision: begun anew, the record goes on from there."""
    # S2.13 B2 I2
    shop = at_work()
    revision = shop.record.revision
    lost(shop)
    shop.look()
    shop.look()

    assert (shop.verdict, named(shop)) == ("action_required", revision)

    shop.hub.comment("alice", shop.issue, "/plan restore")
    shop.look()

    assert shop.record.revision > revision


def test_a_rollback_is_noticed_also_where_another_issue_is_judged_last() -> None:
    """A pull request serves two issues: the gate looks at both records as its own check knows them."""
    # S2.13 B2 I6
    shop = at_work(others=1)
    [older] = shop.ours("record")
    shop.hub.ci(shop.head, "ci")
    shop.look()
    revision = named(shop)
    lost(shop, older.id)
    shop.hub.edit_comment("bob", older.id, older.body)
    rows = {row.code.value for row in judged(shop).rows if row.issue == shop.issue}

    assert rows == {"RECORD_INTACT"}
    assert named(shop) == revision


def test_a_new_pull_request_sees_a_rollback_that_no_comment_tells() -> None:
    """The older record knows no pull request, and no comment vouches for it: all checks are looked at."""
    # S2.13 B2 I2
    shop = staged()
    [older] = shop.ours("record")
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.wake()
    shop.open_pull()
    shop.look()
    shop.ci()
    shop.look()
    revision = shop.record.revision
    lost(shop, older.id)
    shop.hub.edit_comment("bob", older.id, older.body)
    body = f"Closes #{shop.issue}"
    fresh = shop.hub.open_pull("bob", {"shop/two.py": ""}, branch="two", body=body)
    rows = shop.wake(PullTarget(fresh))[-1].verdicts[-1].rows

    assert "RECORD_INTACT" in {row.code.value for row in rows}
    assert f"damaged-{revision}" in shop.ours("notice")[-1].body
