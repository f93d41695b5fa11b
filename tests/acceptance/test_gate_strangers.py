"""Pull requests from forks of people without write permission: what each costs, however much it names."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from bot.adapters import github_pages
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.flow.reads import MOST_FURTHER
from tests.acceptance.inside import run_unattended
from tests.acceptance.story import Story, approve, label, reply_answer, report, tick_answer
from tests.testbed.emulator import GitHubEmulator

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


def forked(story: Story) -> GitHubEmulator:
    """Mallory's fork."""
    fork = copy.copy(story.hub)
    path = f"/repos/{story.hub.repo}/forks"
    fork.repo = fork.request("POST", path, {}, login="mallory")["full_name"]
    return fork


def opened(story: Story, fork: GitHubEmulator, name: str, body: str) -> int:
    """A pull request from mallory's fork."""
    hub, path = story.hub, f"/repos/{story.hub.repo}"
    fork.push_files("mallory", {f"{name}.txt": "x\n"}, name)
    pull = {"title": "Export", "body": body, "head": f"mallory:{name}", "base": "main"}
    number: int = hub.request("POST", f"{path}/pulls", pull, login="mallory")["number"]
    hub.settle()
    return number


def test_a_strangers_pull_request_costs_few_requests_however_much_it_names(
    inside_story: Callable[[], Story],
) -> None:
    """Three issues are read, not ten; a fourth is a red row that says how many may be named."""
    # issue 19, attack 29: 4
    story = inside_story().played(report, label, tick_answer, reply_answer, approve)
    hub, path = story.hub, f"/repos/{story.hub.repo}"
    alone, pulls = requests(story, IssueTarget(story.issue)), list[int]()
    fork = forked(story)
    for n in range(2):
        others = [
            hub.request("POST", f"{path}/issues", {"title": f"Other {n}.{i}"}, login="carol")
            for i in range(9)
        ]
        named = "\n".join(f"Closes #{i}" for i in (story.issue, *(o["number"] for o in others)))
        pulls.append(opened(story, fork, f"b{n}", named))
    story.door.settle()

    crowd = requests(story, IssueTarget(story.issue))
    one = requests(story, PullTarget(pulls[0]))

    assert (crowd - alone - 1) / len(pulls) <= MOST_EACH, (alone, crowd)  # 1: what she may do
    assert one <= MOST_OF_ONE, one
    story.pull = pulls[0]
    assert story.check()["conclusion"] == "failure"
    assert "name 3 issues at most" in story.check()["output"]["summary"]


def test_large_pull_requests_of_strangers_cost_a_look_few_requests_together(
    inside_story: Callable[[], Story], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each costs what a small one does; what is further read of all of them has one limit."""
    # attack1: 30 of them cost more than the job's token has for an hour, at every look at their issue
    monkeypatch.setattr(github_pages, "PER_PAGE", 4)
    story = inside_story().played(report, label, tick_answer, reply_answer, approve)
    hub, path = story.hub, f"/repos/{story.hub.repo}"
    alone = requests(story, IssueTarget(story.issue))
    fork, body = forked(story), f"Closes #{story.issue}"
    pulls = [opened(story, fork, f"b{n}", body) for n in range(5)]
    for number in pulls:
        for n in range(80):
            said = {"event": "COMMENT", "body": f"I thought of it {n} times"}
            hub.request("POST", f"{path}/pulls/{number}/reviews", said, login="mallory")
    hub.settle()
    story.door.attach()
    requests(story, IssueTarget(story.issue))

    crowd = requests(story, IssueTarget(story.issue))

    assert crowd - alone - 1 <= len(pulls) * MOST_EACH + MOST_FURTHER, (alone, crowd)
