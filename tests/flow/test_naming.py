"""The revision of a record is named by another text of ours, whatever breaks a run off."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.domain.facts import RecordDamaged
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.flow.handle import handle
from tests.flow.given import Shop
from tests.stateful.world import Crash, Fuse, a_world

KEY = b"a-record-key-of-the-tests-32-characters"


def killed_after(shop: Shop, writes: int) -> None:
    """A run that is killed right after so many writes."""

    def kill() -> None:
        raise Crash

    with suppress(Crash):
        world = a_world(shop.hub, Fuse(writes, kill, late=True))
        handle(Wake(shop.hub.full_name, IssueTarget(shop.issue)), world)


def staged() -> Shop:
    """An issue with a plan that waits for approval."""
    shop = Shop(key=KEY)
    shop.open_issue()
    shop.look()
    shop.answer()
    shop.look()
    assert shop.stage == "staged"
    return shop


def rolled_back(shop: Shop, body: str) -> str:
    """Put an older record back; what the bot makes of it."""
    [home] = shop.ours("record")
    shop.hub.edit_comment("bob", home.id, body)
    comments = shop.hub.comments_of(shop.issue)
    state = shop.world.records.find(shop.hub.subject(shop.issue), comments)
    return state.code if isinstance(state, RecordDamaged) else "trusted"


def test_a_run_killed_after_it_saved_the_record_leaves_the_naming_to_the_next() -> None:
    """The next wake names the saved revision, so that a rollback to the one before is noticed."""
    # S2.13 B2 T5
    shop = staged()
    [older] = shop.ours("record")
    shop.hub.comment("bob", shop.issue, "/plan help")
    killed_after(shop, 1)
    [newer] = shop.ours("record")
    assert newer.body != older.body

    shop.wake()

    assert rolled_back(shop, older.body) == "PLANGATE-RECORD-011"


@pytest.mark.parametrize("target", ["issue", "pull"])
def test_a_revision_that_a_comment_names_is_not_named_again(target: str) -> None:
    """The plan's comment names it and holds its copy: looking again writes nothing."""
    shop = staged()
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.wake()
    shop.open_pull()
    shop.wake(PullTarget(shop.pull))
    seen: Target = IssueTarget(shop.issue) if target == "issue" else PullTarget(shop.pull)

    assert shop.writes(lambda: shop.wake(seen)) == []
