"""What people without write permission do with pull requests of their own, and what it changes for others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import Permission, Person, Witness
from bot.effects import NoticeKind
from bot.events.wake import PullTarget
from tests.acceptance import shop as files
from tests.flow.given import Shop, told
from tests.planning.requests import brief, comment

# issue 19: whoever had one merged pull request could finish, undo and lead other people's work


def typo(shop: Shop, body: str = "Fix a typo", login: str = "mallory") -> int:
    """A typo's correction from a fork, which somebody merged."""
    number = shop.hub.open_pull(
        login, {"README.md": "# Shop!\n"}, branch="typo", body=body, fork=True
    )
    shop.wake(PullTarget(number))
    shop.hub.close_pull(number, merged=True)
    shop.wake(PullTarget(number))
    return number


def edit(shop: Shop, number: int, login: str = "mallory", **changes: str) -> None:
    """Edit a pull request, and let the bot hear of it; then of the issue, and of all."""
    shop.hub.edit_issue(number, login, **changes)
    shop.wake(PullTarget(number))
    shop.wake()
    shop.sweep()


def done(shop: Shop) -> list[int]:
    """The finished tasks."""
    assert shop.record.plan is not None
    return [t.number for t in shop.record.plan.live if t.status.value == "done"]


def undone(shop: Shop) -> bool:
    """Say whether the record tells that its work was reverted."""
    return any("reverted" in lesson for r in shop.record.retrospectives for lesson in r.lessons)


EDITS = {
    "a keyword": {"body": "Fixes #1"},
    "a part": {"body": "Part of #1, task 1"},
    "a title": {"title": "Task 1", "body": "Part of #1"},
    "a revert": {"body": "Reverts #2"},
}


@pytest.mark.parametrize("until", ["approve", "review", "merge"])
@pytest.mark.parametrize("changes", EDITS.values(), ids=EDITS)
def test_what_a_stranger_makes_of_a_merged_description_changes_nothing(
    until: str, changes: dict[str, str]
) -> None:
    """It counts as it stood at the merge, whichever wake looks."""
    shop = told(until)
    number = typo(shop)
    before = shop.record

    edit(shop, number, **changes)

    assert (shop.stage, done(shop), undone(shop)) == (before.stage.value, [], False)
    assert shop.record.workflow.pull_requests == before.workflow.pull_requests


def test_an_edit_of_a_merged_description_keeps_what_it_said() -> None:
    """A fork's contributor corrects a word before anybody looked at the merge."""
    shop = told("approve")
    number = shop.hub.open_pull("carol", files.CODE, branch="export", body="Fixes #1", fork=True)
    shop.wake(PullTarget(number))
    shop.hub.close_pull(number, merged=True)

    edit(shop, number, "carol", body="It works")

    assert shop.stage == "done"


def test_a_writers_edit_of_a_merged_description_counts() -> None:
    """A writer says afterwards which issue was fixed; a stranger's later edit takes nothing away."""
    shop = told("approve")
    number = typo(shop)
    shop.hub.edit_issue(number, "bob", body="Fixes #1")

    edit(shop, number, body="Fix a typo")

    assert shop.stage == "done"


def test_a_description_whose_edits_nobody_tells_finishes_nothing() -> None:
    """Where GitHub does not say whether it was edited, a merged description says nothing."""
    shop = told("approve")
    number = typo(shop)
    shop.hub.edit_issue(number, "mallory", body="Fixes #1")
    shop.hub.told = False
    shop.wake(PullTarget(number))

    assert shop.stage == "implementing"


@pytest.mark.parametrize("said", ["Fixes #1", "Part of #1, task 1"])
def test_a_merge_before_the_approval_finishes_nothing(said: str) -> None:
    """It names an issue that nobody had opened yet, or a plan that nobody had approved."""
    shop = Shop()
    shop.hub.open_issue("carol", "First", "Something else")
    shop.hub.later(days=-300)
    number = typo(shop, said.replace("#1", "#3"))
    shop.hub.later(days=300)
    for do in shop.deeds():
        do()
        shop.look()
        if do.__name__ == "approve":
            break
    assert shop.issue == 3

    shop.hub.comment("mallory", number, "Look here")
    shop.wake(PullTarget(number))

    assert (shop.stage, done(shop)) == ("implementing", [])
    assert shop.record.workflow.pull_requests == ()


def test_a_description_that_no_longer_named_the_issue_at_the_merge_finishes_nothing() -> None:
    """What the record knew of it while it was open keeps the gate closed, and finishes nothing."""
    shop = told("approve")
    number = shop.hub.open_pull("mallory", {"a.md": "a"}, branch="a", body="Fixes #1", fork=True)
    shop.wake(PullTarget(number))
    edit(shop, number, body="Fix a typo")
    shop.hub.close_pull(number, merged=True)

    shop.wake()
    shop.sweep()

    assert shop.stage == "implementing"


@pytest.mark.parametrize(
    ("login", "fork", "stage"),
    [("mallory", True, "implementing"), ("bob", True, "done"), ("bob", False, "done")],
)
def test_a_branchs_name_counts_of_the_repository_and_of_who_may_write(
    login: str, fork: bool, stage: str
) -> None:
    """Anybody names a branch of their own fork, and no page of GitHub shows that it means something."""
    shop = told("approve")
    change, branch = {"README.md": "# Shop!\n"}, "task/t-00001-typo"
    number = shop.hub.open_pull(login, change, branch=branch, body="Fix a typo", fork=fork)
    shop.wake(PullTarget(number))
    shop.wake()
    shop.hub.close_pull(number, merged=True)

    shop.wake(PullTarget(number))
    shop.sweep()

    assert shop.stage == stage
    assert bool(shop.record.workflow.pull_requests) is (stage == "done")


@pytest.mark.parametrize(("base", "stage"), [("main", "done"), ("release", "implementing")])
def test_a_revert_undoes_finished_work_and_finishes_none(base: str, stage: str) -> None:
    """What was merged elsewhere finished nothing; taking it back there does not either."""
    shop = told("approve")
    shop.hub.branches["release"] = dict(shop.hub.branches["main"])
    first = shop.hub.open_pull("bob", files.CODE, branch="export", body="Fixes #1", base=base)
    revert = shop.hub.open_pull("bob", {"x.py": "x"}, branch="revert", body=f"Reverts #{first}")
    for number in (first, revert):
        shop.wake(PullTarget(number))
        shop.hub.close_pull(number, merged=True)
        shop.wake(PullTarget(number))

    assert (shop.stage, undone(shop)) == (stage, stage == "done")


# ---- reopening


@pytest.mark.parametrize(("seen", "actor"), [(True, "carol"), (False, "somebody")])
def test_who_reopened_finished_work_needs_no_permission_and_the_trail_claims_none(
    seen: bool, actor: str
) -> None:
    """GitHub lets the author reopen what they closed: the approval is void, as after any reopening."""
    shop = told("merge")
    shop.hub.edit_issue(1, "carol", state="closed")
    shop.hub.later(seconds=5)
    shop.hub.edit_issue(1, "carol", state="open")
    shop.hub.issues[1] = replace(shop.hub.issues[1], reason="reopened")
    shop.hub.reopened[1] = shop.hub.now

    shop.wake(witness=Witness("issues", "reopened", shop.hub.person("carol")) if seen else None)

    told_as = [a.actor for a in shop.record.history if a.action == "reopened"]
    assert (shop.record.approved, told_as) == (False, [actor])


# ---- deleted accounts


@pytest.mark.parametrize("said", ["1A 2A", "/plan cancel"])
def test_of_two_deleted_accounts_one_is_not_the_other(said: str) -> None:
    """GitHub shows each as `ghost`: the issue's author left, and another one who left commented."""
    shop = told("open_issue")
    shop.hub.issues[1] = replace(shop.hub.issues[1], author=Person("ghost", 10137))
    shop.hub.people["ghost"] = Permission.READ
    shop.hub.comment("ghost", shop.issue, said)

    shop.look()

    assert (shop.stage, shop.record.planner.answers) == ("awaiting_human", ())


def test_a_deleted_accounts_comment_is_not_the_authors_word_to_a_planner() -> None:
    """The issue's author left, too; what is written there only tells."""
    left, there = (
        brief(author=login, comments=(comment("Use XLSX.", login),)).request
        for login in ("ghost", "carol")
    )

    assert (left.trusts("ghost"), there.trusts("carol")) == ("anybody", "author")
    assert [len(left.deciding), len(there.deciding)] == [0, 1]


# ---- waivers


def crowd(until: str = "ci") -> tuple[Shop, int]:
    """Bob's work, and the same with more in it from mallory's fork."""
    shop = told(until)
    more = {**files.CODE, **files.TESTS, "README.md": "# Mine\n"}
    number = shop.hub.open_pull("mallory", more, branch="mine", body="Fixes #1", fork=True)
    shop.hub.ci(shop.hub.pulls[number].head_sha, "ci")
    shop.wake(PullTarget(number))
    return shop, number


def conclusion(shop: Shop, number: int) -> str:
    """What our check says on the head of a pull request."""
    return replace(shop, pull=number).verdict


def waive(shop: Shop, said: str) -> dict[str, object]:
    """Alice waives; what she is told."""
    shop.hub.comment("alice", shop.issue, f"/plan waive REVIEW_APPROVED {said}")
    shop.wake()
    notice = next(a.notice for a in reversed(shop.record.history) if a.notice)
    return {"kind": notice.kind, **notice.data}


@pytest.mark.parametrize("sticky", ["", "sticky "])
def test_a_bare_waiver_covers_no_strangers_pull_request(sticky: str) -> None:
    """It covers what people with write permission opened, and its receipt says so."""
    shop, theirs = crowd()

    heard = waive(shop, f"{sticky}on holiday")

    assert (heard["kind"], heard["pulls"], heard["left"]) == ("waived", [shop.pull], [theirs])
    assert (shop.verdict, conclusion(shop, theirs)) == ("success", "action_required")


def test_a_strangers_pull_request_is_waived_by_name() -> None:
    """Who waives may mean an outsider's work, and names it then."""
    shop, theirs = crowd()

    heard = waive(shop, f"for acme/shop#{theirs} read it on paper")

    assert (heard["kind"], heard["pulls"], heard["left"]) == ("waived", [theirs], [])
    assert (shop.verdict, conclusion(shop, theirs)) == ("action_required", "success")


def test_a_bare_waiver_for_a_stranger_alone_asks_to_name_it() -> None:
    """Nothing is waived, and its author hears why."""
    shop, theirs = crowd("approve")

    heard = waive(shop, "on holiday")

    assert (heard["kind"], heard["left"]) == (NoticeKind.UNCLEAR_WAIVER.value, [theirs])
    assert shop.record.waivers == ()


def test_a_writers_fork_is_no_strangers() -> None:
    """Many who may write work in forks of their own."""
    shop, theirs = crowd("approve")
    shop.hub.people["mallory"] = Permission.WRITE

    assert waive(shop, "on holiday")["pulls"] == [theirs]


# ---- who leads


def test_a_strangers_pull_request_leads_no_issue_where_a_writers_is_open() -> None:
    """The issue goes on showing bob's, a draft too; once it is closed, the outsider's leads."""
    shop, theirs = crowd("review")
    assert (shop.stage, shop.record.workflow.pull_request_url) == (
        "verification",
        url(shop, shop.pull),
    )
    shop.hub.pulls[shop.pull] = replace(shop.hub.pulls[shop.pull], draft=True)
    shop.look()
    assert shop.record.workflow.pull_request_url == url(shop, shop.pull)

    shop.hub.close_pull(shop.pull)
    shop.look()

    assert shop.record.workflow.pull_request_url == url(shop, theirs)


def url(shop: Shop, number: int) -> str:
    """The page of a pull request."""
    return shop.hub.pulls[number].url
