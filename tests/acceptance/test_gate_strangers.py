"""Pull requests from forks of people without write permission: what each costs, however much it names."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from tests.acceptance.inside import run_unattended
from tests.acceptance.story import Story, approve, label, reply_answer, report, tick_answer

pytestmark = pytest.mark.acceptance
MOST_EACH, MOST_OF_ONE = 9, 20
"""Requests that each adds to a look at the issue, and that a look at one of them costs."""


def requests(story: Story, target: Target) -> int:
    """How many requests a look costs that has nothing new to say."""
    wake = Wake(story.hub.repo, target)
    run_unattended(story.door.wiring, wake)  # type: ignore[attr-defined]
    before = len(story._ours())
    run_unattended(story.door.wiring, wake)  # type: ignore[attr-defined]
    return len(story._ours()) - before


def test_a_strangers_pull_request_costs_few_requests_however_much_it_names(
    inside_story: Callable[[], Story],
) -> None:
    """Three issues are read, not ten; a fourth is a red row that says how many may be named."""
    # issue 19, attack 29: 4
    story = inside_story().played(report, label, tick_answer, reply_answer, approve)
    hub, path = story.hub, f"/repos/{story.hub.repo}"
    fork = copy.copy(hub)
    fork.repo = hub.request("POST", f"{path}/forks", {}, login="mallory")["full_name"]
    alone, pulls = requests(story, IssueTarget(story.issue)), list[int]()
    for n in range(2):
        others = [
            hub.request("POST", f"{path}/issues", {"title": f"Other {n}.{i}"}, login="carol")
            for i in range(9)
        ]
        fork.push_files("mallory", {f"f{n}.txt": "x\n"}, f"b{n}")
        named = "\n".join(f"Closes #{i}" for i in (story.issue, *(o["number"] for o in others)))
        pull = {"title": "Export", "body": named, "head": f"mallory:b{n}", "base": "main"}
        pulls.append(hub.request("POST", f"{path}/pulls", pull, login="mallory")["number"])
        hub.settle()
    story.door.settle()

    crowd = requests(story, IssueTarget(story.issue))
    one = requests(story, PullTarget(pulls[0]))

    assert (crowd - alone - 1) / len(pulls) <= MOST_EACH, (alone, crowd)  # 1: what she may do
    assert one <= MOST_OF_ONE, one
    story.pull = pulls[0]
    assert story.check()["conclusion"] == "failure"
    assert "name 3 issues at most" in story.check()["output"]["summary"]
