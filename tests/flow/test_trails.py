"""What speaks against an approval: deletions and foreign edits since, as far as GitHub tells them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.domain import markers
from bot.domain.facts import Comment, Witness
from bot.domain.people import GHOST, LastEdit
from bot.events.wake import IssueTarget, PullTarget
from bot.flow.trails import MOST_AUTHORS
from tests.fakes.issues import FakeIssues
from tests.flow.given import Shop, a_world, told


@pytest.fixture
def shop() -> Shop:
    """A pull request that may merge."""
    made = told("review")
    assert made.verdict == "success"
    return made


def test_more_deletions_than_can_be_read_close_the_gate(shop: Shop) -> None:
    """Of a thousand deletions the oldest may be the one that counts: a stranger cannot hide it."""
    shop.hub.whole = False
    shop.wake(PullTarget(shop.pull))

    assert shop.verdict == "action_required"


@pytest.mark.parametrize(("authors", "whole"), [(MOST_AUTHORS + 1, True), (1, False)])
def test_an_approval_given_again_counts_where_deletions_are_too_many_to_judge(
    shop: Shop, authors: int, whole: bool
) -> None:
    """Of 21 strangers, or more than a thousand: nothing else could open the gate again."""
    shop.hub.whole = whole
    for n in range(authors):
        gone = shop.hub.comment(f"spam{n}", shop.issue, "Buy this")
        shop.hub.delete_comment(gone)
    shop.look()
    assert (shop.verdict, shop.stage) == ("action_required", "verification")

    shop.hub.comment("mallory", shop.issue, "/plan approve")
    shop.look()
    assert shop.verdict == "action_required"
    shop.hub.comment("bob", shop.issue, "/plan approve")
    shop.look()
    shop.look()
    assert (shop.verdict, shop.stage) == ("success", "verification")


def test_deletions_from_before_the_approval_are_no_matter(shop: Shop) -> None:
    """Only what was deleted since somebody looked and agreed."""
    gone = replace(_deleted(shop), at=shop.record.approval.at.replace(year=2025))  # type: ignore[union-attr]
    shop.hub.deletions[shop.issue] = [gone]
    shop.wake(PullTarget(shop.pull))

    assert shop.verdict == "success"


WHOSE = [("bob", True), ("", True), ("trent", False), (GHOST, False)]


@pytest.mark.parametrize(("whose", "counts"), WHOSE)
def test_a_deletion_counts_by_whose_comment_it_was(shop: Shop, whose: str, counts: bool) -> None:
    """Who may approve decides; whom nobody names may have, and who has left may not any more."""
    author = shop.hub.person(whose) if whose else None
    shop.hub.deletions[shop.issue] = [replace(_deleted(shop), author=author, ours=False)]
    shop.wake(IssueTarget(shop.issue))

    assert (shop.verdict == "action_required") is counts
    assert (shop.stage == "staged") is counts


def test_a_deleted_version_of_which_nobody_is_named_may_be_the_authors_last_one(shop: Shop) -> None:
    """What alice wrote before it is not taken for her last words."""
    said = shop.hub.comment("alice", shop.issue, "Hm")
    shop.hub.edit_comment("alice", said, "/plan reject This is unsafe")
    shop.hub.edit_comment("bob", said, "ok")
    shop.hub.delete_version(said, 1)
    shop.hub.edits[said][1] = replace(shop.hub.edits[said][1], by=None)
    shop.look()

    assert shop.verdict == "action_required"


DELETED = [("mallory", "bob", 0), ("alice", "alice", 0), ("alice", "bob", 1)]


@pytest.mark.parametrize(("whose", "by", "deleted"), DELETED)
def test_other_deleted_versions_void_nothing(shop: Shop, whose: str, by: str, deleted: int) -> None:
    """Of a stranger's comment, of one that only its author edited, or not the author's last one."""
    said = shop.hub.comment(whose, shop.issue, "I like it")
    shop.hub.edit_comment(by, said, "I lik it")
    shop.hub.edit_comment(by, said, "I like it!")
    shop.hub.delete_version(said, deleted)
    shop.look()

    assert shop.verdict == "success"


class Untold(FakeIssues):
    """Of the comments between the first and the last hundred nobody tells."""

    def last_edits(self, comments: Iterable[Comment]) -> dict[str, LastEdit]:
        return {}


@pytest.mark.parametrize(("login", "counts"), [("bob", True), ("mallory", False)])
def test_an_edit_that_nobody_tells_of_counts_by_whose_comment_it_was(
    shop: Shop, login: str, counts: bool
) -> None:
    """What a stranger's comments said takes no command away, however many of them were edited."""
    # issue 19
    made = [shop.hub.comment(login, shop.issue, f"talk {n}") for n in range(320)]
    for comment in made[105:206]:
        shop.hub.edit_comment(login, comment, "other talk")
    shop.look()
    assert shop.verdict == "success"

    shop.world = a_world(shop.hub, issues=Untold(shop.hub))
    shop.look()
    assert (shop.verdict == "action_required") is counts


def test_an_old_tick_is_no_new_approval(shop: Shop) -> None:
    """A run that died before it emptied the box leaves the old tick: it approves nothing once more."""
    plan = shop.ours("plan")[-1]
    shop.hub.deletions[shop.issue] = [_deleted(shop)]
    shop.wake(IssueTarget(shop.issue))
    ticked = [e for e in shop.hub.edits[plan.id] if "[x] <!-- plangate:approve" in str(e.body)][-1]
    shop.hub.edits[plan.id] = [e for e in shop.hub.edits[plan.id] if e.at <= ticked.at]
    shop.hub.comments[plan.id] = replace(plan, body=str(ticked.body), updated_at=shop.hub.now)
    shop.wake(IssueTarget(shop.issue))

    assert shop.stage == "staged"
    assert shop.record.approval is not None and shop.record.approval.void


@pytest.mark.parametrize("told", [True, False])
def test_what_the_event_saw_counts_where_githubs_answer_lags(shop: Shop, told: bool) -> None:
    """Who changed a hidden block is known from the edit's own event, before GraphQL tells of it."""
    plan = shop.ours("plan")[-1]
    shop.hub.edit_comment("bob", plan.id, plan.body.partition(markers.BLOCK)[0])
    if not told:
        shop.hub.edits[plan.id].pop()
    seen = Witness("issue_comment", "edited", shop.hub.person("bob"), comment_id=plan.id)
    shop.wake(IssueTarget(shop.issue), seen)

    assert (shop.stage, shop.verdict) == ("staged", "action_required")


def _deleted(shop: Shop):
    """A comment of ours, deleted now."""
    comment = shop.hub.comment(shop.hub.me, shop.issue, "Words")
    shop.hub.delete_comment(comment)
    return shop.hub.deletions[shop.issue][-1]


@pytest.mark.parametrize("around", [0, 101])
def test_a_command_waits_until_github_tells_whether_it_was_edited(around: int) -> None:
    """It is refused for nothing that GitHub did not say, its author hears of it once, and then it runs."""
    shop = told("answer")

    def talk() -> None:
        for n in range(around):
            shop.hub.comment("carol", shop.issue, f"I thought of it {n} times")

    talk()
    shop.hub.comment("bob", shop.issue, "/plan approve")
    talk()
    shop.hub.told = False
    shop.wake()
    assert shop.writes(shop.wake) == []
    assert [(a.action, a.outcome) for a in shop.record.history[-1:]] == [("edited_command", "done")]
    assert (shop.stage, len(shop.ours("notice"))) == ("staged", 1)

    shop.hub.told = True
    shop.sweep()

    assert (shop.stage, shop.record.approval.by) == ("implementing", "bob")  # type: ignore[union-attr]


def test_a_strangers_command_that_waits_is_no_refusal_and_brings_no_notice() -> None:
    """Why it does not count is known once GitHub tells."""
    shop = told("answer")
    shop.hub.comment("mallory", shop.issue, "/plan approve")
    shop.hub.told = False
    shop.wake()
    waiting = [a for a in shop.record.history if a.actor == "mallory"]

    shop.hub.told = True
    shop.wake()

    assert [a.outcome for a in waiting] == ["done"]
    assert [a.outcome for a in shop.record.history if a.actor == "mallory"] == ["done", "refused"]
