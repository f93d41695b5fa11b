"""Merge groups: every pull request in one is judged, and the group's commit gets the AND."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import Commit, Person, Witness
from bot.events.wake import GroupTarget, Wake
from bot.flow.handle import handle
from bot.ports.github import Queued
from tests.flow.given import Shop, told

BASE, MIDDLE, HEAD = "b" * 40, "c" * 40, "d" * 40
MERGED = "Merge pull request #{} from acme/x\n\nTitle"
SQUASHED = "Title (#{})\n\nBody"


@pytest.fixture(scope="module")
def finished() -> Shop:
    """The story up to the approval: pull request 2 is good; pull request 3 is not."""
    story = told("review")
    story.hub.open_pull("bob", {"shop/evil.py": "x = 1\n"}, branch="evil", body="no issue")
    return story


@pytest.fixture
def story(finished: Shop) -> Shop:
    """The same, with no group yet."""
    finished.hub.queues.clear()
    finished.hub.history.clear()
    finished.hub.runs.pop(HEAD, None)
    return finished


def target(last: int) -> GroupTarget:
    """A group whose branch names its last pull request."""
    return GroupTarget(HEAD, f"gh-readonly-queue/main/pr-{last}-{BASE}", BASE, "main")


def check(story: Shop, last: int, witness: Witness | None = None) -> tuple[str, str]:
    """What the group's commit is told: conclusion and summary; empty for nothing."""
    wake = Wake(story.hub.full_name, target(last), witness)
    handle(wake, story.world)
    runs = story.hub.runs.get(HEAD, [])
    return (runs[-1].conclusion, runs[-1].summary) if runs else ("", "")


def chain(story: Shop, *messages: str, parents: int = 2) -> None:
    """The group's commits, each on top of the one before."""
    shas = [BASE, *([MIDDLE] if len(messages) == 2 else []), HEAD]
    made = []
    for n, message in enumerate(messages):
        others = ("e" * 40,) * (parents - 1)
        made.append(Commit(shas[n + 1], message, parents=(shas[n], *others)))
    story.hub.history[HEAD] = tuple(made)


def test_a_group_of_one_good_pull_request_passes(story: Shop) -> None:
    """The queue names it, it passes, so the group does."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, BASE),)

    assert check(story, story.pull)[0] == "success"


@pytest.mark.parametrize("order", ["bad last", "bad first"])
@pytest.mark.parametrize("told_by", ["queue", "merge commits", "squash commits"])
def test_one_bad_pull_request_closes_the_group(story: Shop, order: str, told_by: str) -> None:
    """Of two pull requests one does not pass: neither does the group, whichever comes first."""
    # B3
    bad = max(story.hub.pulls)
    first, last = (story.pull, bad) if order == "bad last" else (bad, story.pull)
    if told_by == "queue":
        story.hub.queues["main"] = (Queued(first, MIDDLE, BASE), Queued(last, HEAD, MIDDLE))
    else:
        merged = told_by == "merge commits"
        said = MERGED if merged else SQUASHED
        chain(story, said.format(first), said.format(last), parents=2 if merged else 1)

    conclusion, summary = check(story, last)

    assert conclusion == "failure"
    assert summary.count("GROUP_MEMBER met") == 1
    assert summary.count("GROUP_MEMBER missing") == 1


UNKNOWN = {
    "rebased": (("Add export",), 1),
    "one of two unnamed": ((SQUASHED.format(2), "Something"), 1),
    "another than the branch names": ((SQUASHED.format(3),), 1),
    "named by a title only": (("Merge pull request #2 from acme/x",), 1),
    "a pull request there is not": ((SQUASHED.format(99),), 1),
}


@pytest.mark.parametrize(("messages", "parents"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_group_that_cannot_be_told_apart_is_closed(
    story: Shop, messages: tuple[str, ...], parents: int
) -> None:
    """Doubt is no green: the check says that the group is not known."""
    # B3
    chain(story, *messages, parents=parents)

    conclusion, summary = check(story, story.pull)

    assert conclusion == "failure"
    assert "GROUP_KNOWN missing" in summary


def test_a_group_nobody_can_read_is_closed(story: Shop) -> None:
    """Neither queue nor commits: closed, not silent."""
    # B3
    assert check(story, story.pull)[0] == "failure"


def test_a_queue_that_does_not_reach_the_base_is_not_trusted(story: Shop) -> None:
    """Entries between base and head are missing, so the commits must tell; they do not."""
    # B3
    story.hub.queues["main"] = (Queued(story.pull, HEAD, MIDDLE),)

    assert check(story, story.pull)[0] == "failure"


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
