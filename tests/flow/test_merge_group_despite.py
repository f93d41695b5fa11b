"""A merge group follows its members, whatever keeps a look at their issue from its end."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import count
from typing import Any

import pytest

from bot.errors import GitHubError
from bot.events.wake import PullTarget
from bot.ports.github import CheckRun, Queued
from tests.flow.given import told
from tests.flow.test_merge_group import BASE, HEAD, branch, target


@pytest.mark.parametrize("refuses", [True, False])
def test_a_group_closes_with_its_member_whatever_another_pull_request_does(refuses):
    """Its author may edit it at every read of ours, or GitHub may refuse its check."""
    # issue 19: a stranger who named the issue kept the group of a plan that had become void green
    story = told("review")
    hub, name = story.hub, branch(story.pull)
    other = hub.open_pull(
        "mallory", {"a": "b"}, branch="m", body=f"Closes #{story.issue}", fork=True
    )
    story.wake(PullTarget(other))
    hub.groups[name] = HEAD
    hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    story.wake(target(story.pull))
    assert hub.runs[HEAD][-1].conclusion == "success"

    more = count(900)
    read, write = story.world.pulls.pull, story.world.pulls.set_check

    def edited(number: int) -> Any:
        found = read(number)
        if number == other:
            hub.edit_issue(other, "mallory", body=f"Closes #{story.issue}, and #{next(more)}")
        return found

    def refused(run: CheckRun, existing_id: int) -> None:
        if run.head_sha == hub.pulls[other].head_sha:
            raise GitHubError("PLANGATE-GITHUB-006", "no", "")
        write(run, existing_id)

    if refuses:
        story.world.pulls.set_check = refused  # type: ignore[method-assign]
    else:
        story.world.pulls.pull = edited  # type: ignore[method-assign]
    hub.comment("bob", story.issue, "/plan replan other files")
    with pytest.raises(GitHubError) if refuses else nullcontext():
        story.wake()

    assert hub.runs[HEAD][-1].conclusion == "failure"
