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
def hub_of_two() -> Iterator[GitHubEmulator]:
    """An emulator with a repository of issues beside the shop, and one where the App is not installed."""
    with started(files=shop.FILES, secret=SECRET, extra_seed=SEED) as hub:
        yield hub


@pytest.fixture
def two(hub_of_two: GitHubEmulator, tmp_path: Path) -> Two:
    """A plan in `acme/plans` that waits for its approval."""
    hub = hub_of_two
    hub.reset()
    there = copy.copy(hub)
    there.repo = "acme/plans"
    there._prepare()
    door = InProcessDoor(hub, app_environment(hub, tmp_path))
    plans = Story(there, door, app_id=hub.app_id)
    for step in (report, label, tick_answer, reply_answer):
        plans.play(step)
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
