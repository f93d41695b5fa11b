"""The check of a branch whose file adds to the default branch's: both judge, and nobody borrows a green."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.domain.facts import Check, LinkedIssue, PolicyBroken, Pull
from bot.domain.policy import Policy
from bot.domain.verdict import CHECK, Verdict
from bot.effects import SetCheck
from bot.roles.gatekeeper import unjudged, verdicts
from tests.factories import a_policy, facts
from tests.intents.given import present
from tests.roles.given import a_story_pull, at_work, decide

WORK = at_work()
OWN = f"{CHECK} (release)"
STRICT = a_policy(gate={"checks": ["deploy"]})
GREEN = Check(CHECK, "completed", "success", external_id="pr:8 rev:7.1", id=5)


def a_release_pull(number: int = 8, **more: Any) -> Pull:
    """An honest pull request to `release`, whose file asks for one check more."""
    given: dict[str, Any] = {"base_ref": "release", "raised": STRICT}
    return a_story_pull(number, record=WORK, **(given | more))


def judged(*pulls: Pull) -> dict[tuple[str, int], str]:
    """Check and pull request -> conclusion."""
    return {(v.check, v.pull): v.conclusion.value for v in of(*pulls)}


def of(*pulls: Pull) -> tuple[Verdict, ...]:
    """The verdicts on pull requests of issue 7."""
    known = facts(record=present(WORK), pulls=pulls)
    return verdicts.judge(known, verdicts.records_of(known, WORK))


def test_the_floor_and_both_judge_side_by_side() -> None:
    """`plangate` knows nothing of what the branch adds; its own check does."""
    # issue 18, 1
    assert judged(a_release_pull()) == {(CHECK, 8): "success", (OWN, 8): "failure"}


def test_a_file_that_cannot_be_used_closes_the_branchs_check_alone() -> None:
    """And says so under that name."""
    # issue 18, 1
    broken = PolicyBroken(".github/plangate.yml", 3, "unknown setting", branch="release")
    first, own = of(a_release_pull(raised=broken))

    assert (first.check, first.conclusion.value) == (CHECK, "success")
    assert (own.check, own.conclusion.value) == (OWN, "failure")
    assert [row.code.value for row in own.rows] == ["POLICY_VALID"]


def test_a_check_that_stands_is_kept_though_the_file_adds_nothing_any_more() -> None:
    """A protection may still ask for it: it follows the floor."""
    # issue 18, 1
    stands = replace(GREEN, name=OWN, conclusion="failure")

    assert judged(a_release_pull(raised=None, verdicts=(stands,))) == {
        (CHECK, 8): "success",
        (OWN, 8): "success",
    }


def test_pull_requests_of_one_commit_share_the_checks_of_one_name() -> None:
    """The worst of each name counts: a pull request to main borrows nothing, and lends nothing."""
    # issue 18, 1
    other = a_story_pull(9, base_ref="main", reviews=(), record=WORK)
    found = of(a_release_pull(), other)

    assert {(v.check, v.pull): v.borrowed for v in found} == {
        (CHECK, 8): (9,),
        (CHECK, 9): (),
        (OWN, 8): (),
    }
    assert {(v.check, v.pull) for v in verdicts.published(found)} == {(CHECK, 8), (OWN, 8)}


def test_an_issue_elsewhere_counts_where_both_files_name_its_repository() -> None:
    """What main allows, release may forbid."""
    # issue 18, 1
    link = LinkedIssue(9, "keyword", present(WORK), "acme/plans")
    floor = a_policy(gate={"repositories": ["acme/*"]})
    first, own = of(a_release_pull(policy=floor, raised=Policy(), linked=(link,)))

    assert first.passes
    assert [r.data["why"] for r in own.lacking if r.code == "ISSUE_REACHED"] == ["not allowed"]


def test_a_green_that_nobody_earns_is_taken_back() -> None:
    """Of a closed pull request, or for a branch to which nothing goes; a merged one keeps its own."""
    # issue 18, 1
    closed = a_story_pull(8, record=WORK, state="closed", verdicts=(GREEN,))
    turned = a_story_pull(9, record=WORK, head_sha="d" * 40, verdicts=(replace(GREEN, name=OWN),))
    gone = {"state": "closed", "head_sha": "e" * 40}
    merged = a_story_pull(10, record=WORK, merged=True, verdicts=(GREEN,), **gone)
    red = replace(GREEN, conclusion="failure")
    twin = a_story_pull(11, record=WORK, state="closed", head_sha="f" * 40, verdicts=(red,))
    known = facts(record=present(WORK), pulls=(closed, turned, merged, twin))
    found = unjudged.outlived(known, verdicts.judge(known, {7: WORK}))

    assert [(v.check, v.pull, v.rows[0].data["why"]) for v in found] == [
        (CHECK, 8, "closed"),
        (OWN, 9, "base"),
    ]
    assert not any(v.passes for v in found)


def test_a_closed_pull_request_whose_commit_is_open_in_another_is_left_alone() -> None:
    """The open one's verdict stands there."""
    # issue 18, 1
    closed = a_story_pull(8, record=WORK, state="closed", verdicts=(GREEN,))
    opened = a_story_pull(9, record=WORK, verdicts=(GREEN,))
    known = facts(record=present(WORK), pulls=(closed, opened))

    assert unjudged.outlived(known, verdicts.judge(known, {7: WORK})) == ()


def test_each_check_is_told_by_its_own_policy() -> None:
    """What is published names the check, and explains it by the policy that judged."""
    # issue 18, 1
    known = facts(record=present(WORK), pulls=(a_release_pull(),))
    checks = (e for e in decide(known).effects if isinstance(e, SetCheck))
    by_name = {e.message.verdict.check: e.message.policy for e in checks}

    assert by_name == {CHECK: Policy(), OWN: STRICT}
