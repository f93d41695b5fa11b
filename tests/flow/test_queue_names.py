"""A branch's name, or an event that only repeats it, makes no merge group of a commit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import Permission, Person, Witness
from bot.domain.listing import Listing
from bot.events import github
from bot.events.wake import CommitTarget, GroupTarget, PullTarget, Wake
from bot.flow.handle import handle
from bot.ports.github import Queued
from tests.flow.given import Shop, told
from tests.flow.test_merge_group import BASE, HEAD, branch, check

# attack: a writer's branch with a queue's name, and Re-run on its check, opened the gate for its commit


@pytest.fixture(scope="module")
def finished() -> Shop:
    """A pull request that passes, and dave, who may push but whom nobody reviewed."""
    story = told("review")
    story.hub.people["dave"] = Permission.WRITE
    return story


@pytest.fixture
def story(finished: Shop) -> Shop:
    """The same, without any queue or group."""
    finished.hub.queues_told = True
    finished.hub.queues.clear()
    finished.hub.groups.clear()
    for number in [n for n in finished.hub.pulls if n > finished.pull]:
        del finished.hub.pulls[number]
    finished.hub.runs.pop(HEAD, None)
    return finished


def evil(story: Shop, name: str, head: str = "", *, fork: bool = False) -> int:
    """Dave's pull request from a branch of this name; its head is `head`, or whatever he pushed."""
    files = {"shop/evil.py": "x = 1\n"}
    number = story.hub.open_pull("dave", files, branch=name, body="a typo", fork=fork)
    made = story.hub.pulls[number]
    story.hub.pulls[number] = replace(made, head_sha=head or made.head_sha)
    return number


def said(story: Shop, sha: str = HEAD) -> str:
    """What our newest check on a commit says; empty for none."""
    runs = [run for run in story.hub.runs.get(sha, []) if run.name == "plangate"]
    return runs[-1].conclusion if runs else ""


def press(story: Shop, sha: str, name: str) -> None:
    """Dave presses Re-run on a commit that a branch of this name points to."""
    suite = {"head_branch": name, "head_sha": sha, "before": "0" * 40}
    payload = {
        "action": "rerequested",
        "repository": {"full_name": story.hub.full_name},
        "sender": {"login": "dave", "id": 7, "type": "User"},
        "check_run": {"head_sha": sha, "check_suite": suite},
    }
    wake = github.wake("check_run", payload)
    assert wake
    handle(wake, story.world)


def look(story: Shop, sha: str, *pulls: int) -> None:
    """Every other look there is."""
    for number in pulls:
        opened = Witness("pull_request", "opened", Person("dave"))
        story.wake(PullTarget(number), opened)
        story.wake(PullTarget(number))
    story.wake(CommitTarget(sha))
    story.wake(PullTarget(story.pull))
    story.wake()
    story.sweep()


def group(story: Shop, number: int = 0) -> None:
    """A queue takes a pull request up, and GitHub asks for the group's check."""
    number = number or story.pull
    story.hub.groups[branch(number)] = HEAD
    story.hub.queues["main"] = (Queued(number, HEAD, BASE),)
    check(story, number)


def gone(story: Shop) -> None:
    """The queue takes the group apart."""
    story.hub.queues.clear()
    story.hub.groups.clear()


@pytest.mark.parametrize("fork", [False, True])
@pytest.mark.parametrize("read", [True, False])
def test_a_branch_with_a_queues_name_opens_nothing(story: Shop, read: bool, fork: bool) -> None:
    """Re-run on an unreviewed commit of such a branch judges the commit's own pull request."""
    name = branch(story.pull, "e" * 40)
    number = evil(story, name, fork=fork)
    head = story.hub.pulls[number].head_sha
    story.hub.runs.pop(head, None)
    story.hub.groups |= {} if fork else {name: head}
    story.hub.queues_told = read
    story.wake(PullTarget(number))
    seen = [said(story, head)]
    press(story, head, name)
    seen.append(said(story, head))
    look(story, head, number)

    assert [*seen, said(story, head)] == ["failure"] * 3
    assert all(run.external_id.startswith(f"pr:{number} ") for run in story.hub.runs[head])


def test_such_a_branch_keeps_no_green_that_an_older_version_gave(story: Shop) -> None:
    """The commit's pull request takes the check back at its next look."""
    group(story)
    gone(story)
    name = branch(story.pull, "e" * 40)
    story.hub.groups[name] = HEAD
    number = evil(story, name, HEAD)
    story.wake(PullTarget(number))

    assert said(story) == "failure"


@pytest.mark.parametrize("name", ["normal", branch(2, "e" * 40)], ids=["normal", "queue's"])
@pytest.mark.parametrize("read", [True, False])
def test_a_groups_commit_pushed_again_is_judged_by_itself(
    story: Shop, name: str, read: bool
) -> None:
    """The group is gone, and its member has moved on: its green does not carry over to a new branch."""
    group(story)
    gone(story)
    story.hub.queues_told = read
    number = evil(story, name, HEAD)
    story.hub.groups |= {} if name == "normal" else {name: HEAD}
    look(story, HEAD, number)
    seen = [said(story)]
    press(story, HEAD, name)
    check(story, story.pull)  # the job that GitHub's old event started, run again

    assert [*seen, said(story)] == ["failure"] * 2


def test_an_old_event_of_a_group_that_is_gone_opens_nothing(story: Shop) -> None:
    """A push to its member took it out of the queue."""
    conclusion, summary = check(story, story.pull)

    assert conclusion == "failure"
    assert "GROUP_KNOWN missing" in summary


def test_the_event_is_believed_before_the_queue_shows_the_group(story: Shop) -> None:
    """GitHub's answers may lag: the pull request waits there, its group is not named yet."""
    story.hub.queues["main"] = (Queued(story.pull, "", ""),)

    assert check(story, story.pull)[0] == "success"


def test_a_name_of_another_branchs_queue_changes_no_group(story: Shop) -> None:
    """The queue of `dev` does not name the commit, so the group of `main` stays as it is."""
    group(story)
    press(story, HEAD, branch(story.pull, base="dev"))

    assert said(story) == "success"
    assert len(story.hub.runs[HEAD]) == 1


def test_the_button_judges_a_group_that_the_queue_names(story: Shop) -> None:
    """Whatever base its branch's name tells."""
    group(story)
    before = story.hub.runs[HEAD][-1]
    press(story, HEAD, branch(story.pull, "e" * 40))

    assert story.hub.runs[HEAD][-1].id != before.id
    assert story.hub.runs[HEAD][-1].conclusion == "success"


def test_without_the_queue_a_green_group_still_closes_with_its_member(story: Shop) -> None:
    """A look without GitHub's event can close it, and opens no red one."""
    story.hub.queues_told = False
    story.hub.groups[branch(story.pull)] = HEAD
    seen = [check(story, story.pull)[0]]
    runs = list(story.hub.runs[story.head])
    story.wake(PullTarget(story.pull))
    seen.append(said(story))
    story.hub.ci(story.head, "ci", "failure")
    story.wake(PullTarget(story.pull))
    seen.append(said(story))
    story.hub.runs[story.head] = runs
    story.look()

    assert [*seen, said(story)] == ["success", "success", "failure", "failure"]


def test_without_the_queue_no_pull_request_opens_a_red_group(story: Shop) -> None:
    """An exempt pull request with the group's commit leaves it red; any other closes a green one."""
    story.hub.queues_told = False
    story.hub.groups[branch(99)] = HEAD
    check(story, 99)
    before = dict(story.hub.branches["main"])
    story.hub.branches["main"] = {".github/plangate.yml": "gate: {require: planned}\n", **before}
    number = evil(story, "typo", HEAD, fork=True)
    look(story, HEAD, number)
    story.hub.branches["main"] = before

    assert said(story) == "failure"


def test_a_pull_request_on_a_groups_commit_shows_the_groups_verdict(story: Shop) -> None:
    """As long as the queue names the commit, whatever that pull request's branch is called."""
    group(story)
    name = branch(story.pull, "e" * 40)
    number = evil(story, name, HEAD)
    story.hub.groups[name] = HEAD
    look(story, HEAD, number)
    press(story, HEAD, name)
    seen = said(story)
    gone(story)
    story.wake(PullTarget(number))

    assert [seen, said(story)] == ["success", "failure"]


def test_a_name_alone_costs_one_question_more(story: Shop) -> None:
    """Whether the queue of that branch names the commit."""
    asked: list[str] = []
    queued = story.world.pulls.queued

    def spied(branch: str) -> Listing[Queued]:
        asked.append(branch)
        return queued(branch)

    story.world.pulls.queued = spied  # type: ignore[method-assign]
    name = branch(story.pull, "e" * 40)
    wake = Wake(story.hub.full_name, GroupTarget("f" * 40, name, "", "main"))
    handle(wake, story.world)
    story.world.pulls.queued = queued  # type: ignore[method-assign]

    assert asked == ["main"]
