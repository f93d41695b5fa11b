"""Merge groups: every pull request in one is judged, and the group's commit gets the AND."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import Person, Witness
from bot.errors import GitHubError
from bot.events.wake import GroupTarget, PullTarget, Wake
from bot.flow.handle import handle
from bot.ports.github import Queued
from tests.fakes.watch import FakeWatch
from tests.flow.given import Shop, told

BASE, MIDDLE, HEAD = "b" * 40, "c" * 40, "d" * 40


@pytest.fixture(scope="module")
def finished() -> Shop:
    """The story up to the approval: pull request 2 is good; pull request 3 is not."""
    story = told("review")
    story.hub.open_pull("bob", {"shop/evil.py": "x = 1\n"}, branch="evil", body="no issue")
    return story


@pytest.fixture
def story(finished: Shop) -> Shop:
    """The same, with no group yet."""
    finished.hub.queues_told = True
    finished.hub.queues.clear()
    finished.hub.groups.clear()
    finished.hub.runs.pop(HEAD, None)
    return finished


def branch(number: int, below: str = BASE, base: str = "main") -> str:
    """A branch of the queue, as GitHub names it."""
    return f"gh-readonly-queue/{base}/pr-{number}-{below}"


def target(last: int, below: str = BASE) -> GroupTarget:
    """A group whose branch names its last pull request, on top of a commit."""
    return GroupTarget(HEAD, branch(last, below), BASE, "main")


def check(
    story: Shop, last: int, witness: Witness | None = None, below: str = BASE
) -> tuple[str, str]:
    """What the group's commit is told: conclusion and summary; empty for nothing."""
    wake = Wake(story.hub.full_name, target(last, below), witness)
    handle(wake, story.world)
    runs = story.hub.runs.get(HEAD, [])
    return (runs[-1].conclusion, runs[-1].summary) if runs else ("", "")


def test_a_group_of_one_good_pull_request_passes(story: Shop) -> None:
    """The queue names it, it passes, so the group does."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)

    assert check(story, story.pull)[0] == "success"


@pytest.mark.parametrize("order", ["bad last", "bad first"])
@pytest.mark.parametrize("told_by", ["queue", "branches", "branches, on top of a group"])
def test_one_bad_pull_request_closes_the_group(story: Shop, order: str, told_by: str) -> None:
    """Of two pull requests one does not pass: neither does the group, whichever comes first."""
    # B3, issue 18, 13
    bad = max(story.hub.pulls)
    first, last = (story.pull, bad) if order == "bad last" else (bad, story.pull)
    if told_by == "queue":
        story.hub.queues["main"] = (Queued(first, MIDDLE, BASE), Queued(last, HEAD, MIDDLE))
    else:
        story.hub.queues_told = False
        story.hub.groups[branch(first)] = MIDDLE
    base = MIDDLE if told_by == "branches, on top of a group" else BASE
    wake = GroupTarget(HEAD, branch(last, MIDDLE), base, "main")

    handle(Wake(story.hub.full_name, wake), story.world)
    [run] = story.hub.runs[HEAD]

    assert run.conclusion == "failure"
    assert run.summary.count("GROUP_MEMBER met") == 1
    assert run.summary.count("GROUP_MEMBER missing") == 1


def test_a_rebased_pull_request_is_named_by_its_branch(story: Shop) -> None:
    """Whatever its commits say: GitHub names the branch."""
    # issue 18, 13
    story.hub.queues_told = False

    assert check(story, story.pull)[0] == "success"


def test_a_group_waits_while_github_does_not_show_its_pull_request(story: Shop) -> None:
    """A red group leaves its queue for good, so a failure of GitHub is no verdict; the job is tried again."""
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    read = story.world.pulls.commits

    def silent(number: int) -> None:
        raise GitHubError("PLANGATE-GITHUB-008", "no answer in time", "Check the network")

    story.world.pulls.commits = silent  # type: ignore[method-assign,assignment]
    with pytest.raises(GitHubError, match="PLANGATE-GITHUB-008"):
        check(story, story.pull)
    assert HEAD not in story.hub.runs

    story.world.pulls.commits = read  # type: ignore[method-assign]
    assert check(story, story.pull)[0] == "success"


UNKNOWN: dict[str, dict[str, str]] = {
    "one in front has no branch": {},
    "a branch of another base": {branch(2, base="dev"): MIDDLE},
    "two branches disagree": {branch(2): MIDDLE, branch(3): MIDDLE},
    "a branch that names nothing": {"gh-readonly-queue/main/other": MIDDLE},
    "a chain that turns round": {branch(2, HEAD): MIDDLE},
    "a pull request there is not": {branch(99): MIDDLE},
}


@pytest.mark.parametrize("groups", UNKNOWN.values(), ids=UNKNOWN)
def test_a_group_that_cannot_be_told_apart_is_closed(story: Shop, groups: dict[str, str]) -> None:
    """Doubt is no green: the check says that the group is not known."""
    # B3, issue 18, 13
    story.hub.queues_told = False
    story.hub.groups |= groups

    conclusion, summary = check(story, story.pull, below=MIDDLE)

    assert conclusion == "failure"
    assert "GROUP_KNOWN missing" in summary


def test_a_queue_that_does_not_reach_the_base_is_not_trusted(story: Shop) -> None:
    """Entries between base and head are missing, so the branches must tell; they do not."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, MIDDLE),)

    assert check(story, story.pull, below=MIDDLE)[0] == "failure"


def test_a_pull_request_closed_meanwhile_closes_the_group(story: Shop) -> None:
    """What is in the group must be open."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    before = story.hub.pulls[story.pull]
    story.hub.pulls[story.pull] = replace(before, state="closed")

    conclusion, _ = check(story, story.pull)
    story.hub.pulls[story.pull] = before

    assert conclusion == "failure"


def test_checks_that_run_again_close_the_group(story: Shop) -> None:
    """Nobody looks at a group twice, so what still runs counts as missing."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    runs = list(story.hub.runs[story.head])
    story.hub.ci(story.head, "ci", None)

    conclusion, _ = check(story, story.pull)
    story.hub.runs[story.head] = runs

    assert conclusion == "failure"


def test_a_group_writes_its_check_and_nothing_else(story: Shop) -> None:
    """Records, comments and labels stay; the same group again writes nothing."""
    # B3, B11
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)

    first = story.writes(lambda: check(story, story.pull))
    second = story.writes(lambda: check(story, story.pull))

    assert [(w.verb, w.on) for w in first] == [("check", HEAD)]
    assert second == []


def test_the_button_judges_a_group_anew(story: Shop) -> None:
    """Who asks for another run gets one, though nothing changed."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    check(story, story.pull)
    asked = Witness("check_run", "rerequested", Person("bob"))

    writes = story.writes(lambda: check(story, story.pull, asked))

    assert [w.verb for w in writes] == ["check"]


def test_a_dry_run_of_a_group_writes_nothing(story: Shop) -> None:
    """It tells the verdict."""
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    wake = Wake(story.hub.full_name, target(story.pull))

    before = len(story.hub.writes)
    [outcome] = handle(wake, story.world, dry_run=True)

    assert [v.conclusion.value for v in outcome.verdicts] == ["success"]
    assert before == len(story.hub.writes)


def test_a_members_own_wake_judges_its_group_again(story: Shop) -> None:
    """The pull request fails, and so does its group; a group that holds others is left alone."""
    # issue 18, 13
    bad = max(story.hub.pulls)
    story.hub.groups |= {branch(story.pull): HEAD, branch(bad): MIDDLE}
    story.hub.queues["main"] = Queued(story.pull, HEAD, BASE), Queued(bad, MIDDLE, BASE)
    check(story, story.pull)
    runs = list(story.hub.runs[story.head])
    story.hub.ci(story.head, "ci", "failure")

    story.wake(PullTarget(story.pull))
    after = [run.conclusion for run in story.hub.runs[HEAD]]
    story.hub.runs[story.head] = runs
    story.look()

    assert after == ["failure"]
    assert [run.conclusion for run in story.hub.runs[HEAD]] == ["success"]
    assert MIDDLE not in story.hub.runs


def test_a_group_to_a_branch_that_asks_more_has_both_checks(story: Shop) -> None:
    """The queue of `release` asks for its own check on the group's commit, too."""
    # issue 18, 1 13
    story.hub.push_files("bob", {".github/plangate.yml": "gate: {checks: [deploy]}\n"}, "release")
    before = story.hub.pulls[story.pull]
    story.hub.pulls[story.pull] = replace(before, base_ref="release")
    story.hub.queues["release"] = (Queued(story.pull, HEAD, BASE),)
    wake = GroupTarget(HEAD, branch(story.pull, base="release"), BASE, "release")
    handle(Wake(story.hub.full_name, wake), story.world)
    story.hub.pulls[story.pull] = before

    assert {run.name: run.conclusion for run in story.hub.runs[HEAD]} == {
        "plangate": "success",
        "plangate (release)": "failure",
    }


def on_the_groups_commit(story: Shop) -> int:
    """A stranger's pull request whose head is the group's commit."""
    evil = {"shop/evil.py": "x = 1\n"}
    number = story.hub.open_pull("mallory", evil, branch="g", fork=True)
    story.hub.pulls[number] = replace(story.hub.pulls[number], head_sha=HEAD)
    return number


@pytest.mark.parametrize("good", [True, False])
def test_no_pull_request_replaces_the_check_of_a_group(story: Shop, good: bool) -> None:
    """While the group exists its verdict stands, red or green, whatever happens to the pull request."""
    # attack: a stranger's exempt pull request opened a red group; another one closed each green group
    exempt = {".github/plangate.yml": "gate: {require: planned}\n", **story.hub.branches["main"]}
    before, watch = dict(story.hub.branches["main"]), FakeWatch()
    story.hub.branches["main"] = before if good else exempt
    story.hub.groups[branch(story.pull)] = HEAD
    story.hub.queues["main"] = (Queued(story.pull if good else 99, HEAD, BASE),)
    check(story, story.pull if good else 99)
    group = list(story.hub.runs[HEAD])
    number = on_the_groups_commit(story)
    opened = Witness("pull_request", "opened", Person("mallory"))
    left = Witness("pull_request", "synchronize", Person("mallory"), heads_before=(HEAD,))
    seen, world = [], replace(story.world, watch=watch)
    for witness in (opened, None, left):
        if witness is left:
            story.hub.pulls[number] = replace(story.hub.pulls[number], head_sha="e" * 40)
        handle(Wake(story.hub.full_name, PullTarget(number), witness), world)
        seen.append(list(story.hub.runs[HEAD]))
    story.hub.branches["main"] = before
    del story.hub.pulls[number]

    assert [run.conclusion for run in group] == ["success" if good else "failure"]
    assert seen == [group] * 3
    assert watch.of("check_is_a_groups") == {"head": HEAD, "check": "plangate"}


def test_a_group_replaces_what_a_pull_request_wrote_and_gives_way_when_it_is_gone(
    story: Shop,
) -> None:
    """The group's verdict takes the place of that very run; without the group its green is nobody's."""
    number = on_the_groups_commit(story)
    story.wake(PullTarget(number))
    seen = [story.hub.runs[HEAD][-1].conclusion]
    story.hub.groups[branch(story.pull)] = HEAD
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)
    seen.append(check(story, story.pull)[0])
    story.hub.queues.clear()
    story.wake(PullTarget(number))
    [run] = story.hub.runs[HEAD]
    del story.hub.pulls[number]

    assert [*seen, run.conclusion] == ["failure", "success", "failure"]
    assert run.external_id.startswith(f"pr:{number} ")
