"""Issues of other repositories: judged where the policy names them and we may read; never written to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.domain.facts import Comment, Permission
from bot.domain.listing import Listing
from bot.domain.policy import POLICY_PATH
from bot.errors import NotFound, RateLimited
from bot.events.wake import PullTarget, Wake
from bot.flow.handle import handle
from bot.flow.world import World
from tests.acceptance import shop
from tests.fakes.hub import FakeHub
from tests.fakes.issues import FakeIssues
from tests.flow.given import Shop, a_world, told

ALLOWED = "gate: {repositories: ['acme/plans']}\n"


def away(policy: str = ALLOWED, body: str = "Fixes acme/plans#1") -> tuple[FakeHub, int]:
    """A repository without issues of its own, and an honest pull request for an issue elsewhere."""
    files = {**shop.FILES, **({POLICY_PATH: policy} if policy else {})}
    hub = FakeHub(full_name="acme/web", branches={"main": files})
    number = hub.open_pull("bob", {**shop.CODE, **shop.TESTS}, branch="export", body=body)
    hub.ci(hub.pulls[number].head_sha, "ci")
    hub.review("alice", number)
    return hub, number


def there(made: Shop) -> Shop:
    """A story in the repository that is named."""
    made.hub.full_name = "acme/plans"
    return made


def verdict(hub: FakeHub, number: int, elsewhere: World | None) -> tuple[str, str]:
    """What the check says: conclusion and rows."""

    def reach(name: str) -> World:
        assert name == "acme/plans"
        if elsewhere is None:
            raise NotFound("PLANGATE-GITHUB-004", "No such repository", "Ask")
        return elsewhere

    world = replace(a_world(hub), elsewhere=reach)
    handle(Wake(hub.full_name, PullTarget(number)), world)
    run = hub.runs[hub.pulls[number].head_sha][-1]
    return run.conclusion, run.summary


@pytest.fixture
def plans() -> Shop:
    """The story of the other repository, up to the approval."""
    return there(told("approve"))


def test_an_approved_plan_elsewhere_counts(plans: Shop) -> None:
    """Plan and approval are read from there; tests, checks and review are this pull request's own."""
    # B10
    hub, number = away()
    before = len(plans.hub.writes)

    conclusion, rows = verdict(hub, number, plans.world)

    assert (conclusion, "PLAN_APPROVED met #1" in rows) == ("success", True)
    assert before == len(plans.hub.writes)
    assert {w.verb for w in hub.writes} == {"check"}


def test_an_unapproved_plan_elsewhere_closes_the_gate() -> None:
    """The other repository's issue must pass as any other."""
    # B10
    hub, number = away()

    conclusion, rows = verdict(hub, number, there(Shop(hub=told("open_issue").hub)).world)

    assert conclusion in {"failure", "action_required"}
    assert "PLAN_" in rows


CLOSED = {
    "the policy does not name it": ("", True),
    "the policy names another": ("gate: {repositories: ['acme/other']}\n", True),
    "we may not read it": (ALLOWED, False),
    "only planned ones count, and we may not read it": (
        "gate: {repositories: ['acme/plans'], require: planned}\n",
        False,
    ),
}


@pytest.mark.parametrize(("policy", "reachable"), CLOSED.values(), ids=CLOSED)
def test_what_cannot_be_read_is_never_green(policy: str, reachable: bool, plans: Shop) -> None:
    """The gate is closed, with the reason."""
    # B10
    hub, number = away(policy)

    conclusion, rows = verdict(hub, number, plans.world if reachable else None)

    assert (conclusion, "ISSUE_REACHED missing #1" in rows) == ("failure", True)


class CutIssues(FakeIssues):
    """Issues with more comments than are read."""

    def comments(self, number: int) -> Listing[Comment]:
        """Those that were read; there are more."""
        return replace(super().comments(number), complete=False)


def test_unread_comments_elsewhere_close_the_gate(plans: Shop) -> None:
    """Approved as far as was read; further on may stand a rejection."""
    # issue 18, 7
    hub, number = away()

    conclusion, rows = verdict(hub, number, a_world(plans.hub, issues=CutIssues(plans.hub)))

    assert (conclusion, "ISSUE_REACHED missing #1" in rows) == ("failure", True)


def test_a_limit_elsewhere_is_waited_for(plans: Shop) -> None:
    """Being limited says nothing of access: the wake is tried again."""
    hub, number = away()

    def limited(name: str) -> World:
        raise RateLimited("slow down", 60)

    world = replace(a_world(hub), elsewhere=limited)
    with pytest.raises(RateLimited):
        handle(Wake(hub.full_name, PullTarget(number)), world)


def test_a_name_that_was_given_up_leads_nowhere(plans: Shop) -> None:
    """GitHub follows an old name to the repository's new owner, who could approve anything there."""
    hub, number = away()
    plans.hub.full_name = "mallory/plans"

    conclusion, rows = verdict(hub, number, plans.world)

    assert (conclusion, "ISSUE_REACHED missing #1" in rows) == ("failure", True)


@dataclass
class AskedIssues(FakeIssues):
    """Issues that count whose permission was asked for."""

    asked: list[str] = field(default_factory=list)

    def permission(self, login: str) -> Permission:
        """What a person may do there."""
        self.asked.append(login)
        return super().permission(login)


READERS = {
    "a private plan, and everybody reads the check": (True, False, Permission.ADMIN, False),
    "both are private, and the author may not read the plan": (True, True, Permission.NONE, False),
    "both are private, and the author may read the plan": (True, True, Permission.READ, True),
    "everybody may read the plan": (False, True, Permission.NONE, True),
}


@pytest.mark.parametrize(("theirs", "ours", "may", "told"), READERS.values(), ids=READERS)
def test_a_private_plan_is_shown_only_where_its_readers_are(
    theirs: bool, ours: bool, may: Permission, told: bool, plans: Shop
) -> None:
    """Never in a public check, nor to an author who may not read it: no text, path, name or digest."""
    # issue 19, attack 29: 5
    hub, number = away()
    hub.private, plans.hub.private = ours, theirs
    plans.hub.people["bob"] = may
    there = AskedIssues(plans.hub)
    other = a_world(plans.hub, issues=there)
    world = replace(
        a_world(hub), renderer=MarkdownRenderer("acme/web"), elsewhere=lambda name: other
    )

    handle(Wake(hub.full_name, PullTarget(number)), world)

    run = hub.runs[hub.pulls[number].head_sha][-1]
    shown = "\n".join((run.title, run.summary, run.external_id))
    record = plans.record
    assert record.planner.plan is not None
    secret = (record.planner.plan.digest[:7], "plans#1.", *(c.text for c in record.claims))
    assert [word in shown for word in secret] == [told] * len(secret)
    assert (run.conclusion == "success") is told
    assert there.asked == (["bob"] if theirs and ours else [])
