"""An issue of another repository: its plan lets a pull request merge here, and nothing else does."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.story import (
    SECRET,
    Story,
    approve,
    label,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
    tick_answer,
)
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
POLICY = ".github/plangate.yml"
NAMED = "gate: {repositories: ['*/plans']}\n"
FILES = {**shop.CODE, **shop.TESTS}
SEED = {
    "orgs": [{"login": "other", "members": [{"login": "alice", "role": "admin"}]}],
    "repos": [
        {"owner": "acme", "name": "plans", "default_branch": "main"},
        {"owner": "other", "name": "plans", "private": True, "default_branch": "main"},
    ],
}


class Two(NamedTuple):
    """The repository with the code, and the one with the issues."""

    code: Story
    plans: Story


@pytest.fixture(scope="module")
def hub_of_two() -> Iterator[tuple[GitHubEmulator, GitHubEmulator]]:
    """An emulator with a repository of issues beside the shop, and one where the App is not installed."""
    with started(files=shop.FILES, secret=SECRET, extra_seed=SEED) as hub:
        there = copy.copy(hub)
        there.repo = "acme/plans"
        there._prepare()
        yield hub, there


@pytest.fixture
def two(hub_of_two: tuple[GitHubEmulator, GitHubEmulator], tmp_path: Path) -> Two:
    """A plan in `acme/plans` that waits for its approval."""
    hub, there = hub_of_two
    there.reset()
    door = InProcessDoor(hub, app_environment(hub, tmp_path))
    plans = Story(there, door, app_id=hub.app_id).played(report, label, tick_answer, reply_answer)
    return Two(Story(hub, door, app_id=hub.app_id), plans)


def opened(code: Story, policy: str, body: str) -> None:
    """A pull request with code and tests, whose checks pass and whose change is approved."""
    code.hub.push_file("alice", POLICY, policy)
    code.play(protect)
    code.pull = code.hub.open_pull("bob", FILES, branch="export", title="Export", body=body)
    code.door.settle()
    code.play(pass_checks)
    code.play(review)


def test_a_plan_elsewhere_opens_the_gate_once_it_is_approved(two: Two) -> None:
    """Red and refused by GitHub until the other repository's plan is approved; then green and merged."""
    # B10 C
    opened(two.code, NAMED, f"Fixes acme/plans#{two.plans.issue}")
    before = two.code.check(), two.code.may_merge()
    spoken = len(two.plans.comments())

    two.plans.play(approve)
    said = len(two.plans.comments())
    two.code.door.wake_pull(two.code.pull)  # type: ignore[attr-defined]

    assert (before[0]["conclusion"], before[1]) == ("action_required", False)
    assert f"`acme/plans#{two.plans.issue}`" in before[0]["output"]["summary"]
    assert two.code.check()["conclusion"] == "success"
    assert len(two.plans.comments()) == said == spoken + 1, "nothing was written there"
    assert two.code.may_merge()


UNREACHED = {
    "no access": (NAMED, "other/plans#1", "plangate may not read it"),
    "no such repository": ("gate: {repositories: ['**']}\n", "no/where#1", "plangate may not read it"),
    "no such issue": (NAMED, "acme/plans#999", "plangate may not read it"),
    "not allowed": ("gate: {approvals: 1}\n", "acme/plans#1", "the policy does not name"),
}  # fmt: skip


@pytest.mark.parametrize(("policy", "named", "why"), UNREACHED.values(), ids=UNREACHED)
def test_an_issue_that_cannot_be_read_keeps_the_gate_closed(
    two: Two, policy: str, named: str, why: str
) -> None:
    """Approved, green and reviewed, but nobody can see the issue: refused, with the reason."""
    # B10
    two.plans.play(approve)

    opened(two.code, policy, f"Fixes {named}")

    check = two.code.check()
    assert (check["conclusion"], two.code.may_merge()) == ("failure", False)
    assert why in check["output"]["summary"] and named in check["output"]["summary"]


def test_a_public_check_tells_nothing_of_a_private_plan(two: Two) -> None:
    """Red, as for an issue that does not exist, until readers of the check may read the plan as well."""
    # issue 19, attack 29: 5
    two.plans.play(approve)
    code, plans = two.code.hub, two.plans.hub
    plans.request("PATCH", f"/repos/{plans.repo}", {"private": True})

    opened(two.code, NAMED, f"Fixes acme/plans#{two.plans.issue}")
    public = two.code.check()
    code.request("PATCH", f"/repos/{code.repo}", {"private": True})
    two.code.door.wake_pull(two.code.pull)  # type: ignore[attr-defined]

    said = public["output"]["summary"]
    assert (public["conclusion"], "may not read it or show it here" in said) == ("failure", True)
    assert "Planned tests" not in said and "The plan is approved" not in said
    assert two.code.check()["conclusion"] == "success"


def maintained(two: Two, login: str, story: Story) -> None:
    """Somebody may maintain one of the two repositories."""
    path = f"/repos/{story.hub.repo}/collaborators/{login}"
    two.code.hub.request("PUT", path, {"permission": "maintain"})


def same_number(two: Two, files: dict[str, str]) -> None:
    """A pull request in each repository, both with the same number, for the one plan."""
    plans, code = two.plans, two.code
    plans.play(approve)
    named = f"Fixes acme/plans#{plans.issue}"
    for story, what in ((plans, f"Fixes #{plans.issue}"), (code, named)):
        hub, path = story.hub, f"/repos/{story.hub.repo}/issues"
        numbers = [row["number"] for row in hub.request("GET", f"{path}?state=all&per_page=100")]
        if not numbers:
            hub.request("POST", path, {"title": "Talk", "body": ""}, login="carol")
        if story is code:
            hub.push_file("alice", POLICY, NAMED)
            story.play(protect)
        story.pull = hub.open_pull("bob", files, branch="export", title="Export", body=what)
        story.door.settle()
    assert plans.pull == code.pull


def test_a_waiver_elsewhere_sets_nothing_aside_here(two: Two) -> None:
    """It counts for its own repository's pull request; ours of the same number waits for its tests."""
    maintained(two, "carol", two.plans)
    same_number(two, shop.CODE)
    two.code.play(pass_checks)
    two.code.play(review)

    two.plans.comment("carol", "/plan waive TESTS_CHANGED sticky the files are generated")
    two.plans.door.settle()
    two.code.door.wake_pull(two.code.pull)  # type: ignore[attr-defined]

    summary = two.code.check()["output"]["summary"]
    assert (two.code.check()["conclusion"], two.code.may_merge()) == ("failure", False)
    assert "Tests were added or changed" in summary and "waived" not in summary


def test_work_finished_elsewhere_approves_nothing_here(two: Two) -> None:
    """Its merged pull request had the number of ours: that is no approval of ours."""
    same_number(two, FILES)
    two.plans.play(pass_checks)
    two.plans.play(review)
    two.plans.hub.merge("bob", two.plans.pull)
    two.plans.door.settle()
    assert "stage: done" in two.plans.labels()

    two.code.play(pass_checks)
    two.code.play(review)

    check = two.code.check()
    assert (check["conclusion"], two.code.may_merge()) == ("failure", False)
    assert "it was closed as completed" in check["output"]["summary"]
    assert "covers no further pull request" in check["output"]["summary"]


@pytest.mark.parametrize("counts", [True, False], ids=["maintains both", "maintains the plans"])
def test_a_waiver_for_a_pull_request_elsewhere_is_a_maintainers_of_its_repository(
    two: Two, counts: bool
) -> None:
    """Who names our pull request on the other repository's issue must be a maintainer of ours."""
    maintained(two, "carol", two.plans)
    if counts:
        maintained(two, "carol", two.code)
    same_number(two, shop.CODE)
    two.code.play(pass_checks)
    two.code.play(review)

    said = f"/plan waive TESTS_CHANGED for acme/shop#{two.code.pull} the files are generated"
    two.plans.comment("carol", said)
    two.plans.door.settle()
    two.code.door.wake_pull(two.code.pull)  # type: ignore[attr-defined]

    assert two.code.may_merge() is counts
    assert ("waived by" in two.code.check()["output"]["summary"]) is counts
