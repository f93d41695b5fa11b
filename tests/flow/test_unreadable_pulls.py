"""A stranger's pull request that cannot be read, moves or vanishes keeps nobody else from being judged."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest

from bot.domain.facts import FileChange, Pull
from bot.errors import GitHubError, Moved, RecordError
from bot.events.wake import CommitTarget, PullTarget
from tests.flow.given import Shop, told

# issue 19: a huge diff, an edit in the wrong moment or a suspended account froze everybody's green check

REFUSED = GitHubError("PLANGATE-GITHUB-006", "This diff is taking too long to generate", "Split it")
FAILED = GitHubError("PLANGATE-GITHUB-007", "GitHub failed (500)", "Try again")


def with_stranger() -> tuple[Shop, int]:
    """Work that is green, and an older pull request of mallory's that says it fixes the same issue."""
    shop = told("approve")
    body = f"Fixes #{shop.issue}"
    theirs = shop.hub.open_pull("mallory", {"x.py": "1\n"}, branch="x", body=body, fork=True)
    shop.wake(PullTarget(theirs))
    for step in (shop.open_pull, shop.push_tests, shop.ci, shop.review):
        step()
        shop.look()
    shop.wake()
    assert shop.verdict == "success"
    return shop, theirs


def unread(shop: Shop, number: int, problem: GitHubError) -> None:
    """From now on GitHub does not show what this pull request changes."""
    read = shop.world.pulls.evidence

    def evidence(pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        if pull.number == number:
            raise problem
        return read(pull, files)

    shop.world.pulls.evidence = evidence  # type: ignore[method-assign]


def reject(shop: Shop, *expected: type[Exception]) -> None:
    """Alice rejects the plan, and the bot hears of it."""
    shop.hub.comment("alice", shop.issue, "/plan reject we do not want this")
    with suppress(*expected):
        shop.wake()


@pytest.mark.parametrize(("problem", "raised"), [(REFUSED, ()), (FAILED, (GitHubError,))])
def test_a_pull_request_that_github_does_not_show_closes_its_own_gate_alone(problem, raised):
    """A rejection of the issue's plan is heard all the same; what GitHub failed at is tried again."""
    shop, theirs = with_stranger()
    unread(shop, theirs, problem)

    reject(shop, *raised)
    assert (shop.stage, shop.verdict) == ("staged", "action_required")
    assert shop.hub.runs[shop.hub.pulls[theirs].head_sha][-1].conclusion != "success"
    if raised:  # tried again a few times only: it is no outage of GitHub
        with pytest.raises(GitHubError, match="PLANGATE-GITHUB-006"):
            shop.wake()


def test_a_pull_request_that_is_not_shown_on_the_same_commit_freezes_nothing():
    """The commit's own events are judged: another pull request on it makes it red at most."""
    shop, _ = with_stranger()
    head = shop.hub.pulls[shop.pull]
    body = f"Fixes #{shop.issue}"
    twin = shop.hub.open_pull("mallory", {}, branch="twin", body=body, fork=True)
    shop.hub.pulls[twin] = replace(shop.hub.pulls[twin], head_sha=head.head_sha)
    unread(shop, twin, REFUSED)

    shop.hub.ci(shop.head, "ci", "failure")
    shop.wake(CommitTarget(shop.head))
    assert shop.verdict == "failure"


@pytest.mark.parametrize("edits", [1, 1_000])
@pytest.mark.parametrize("command", ["/plan cancel", "/plan reject no"])
def test_whoever_edits_while_we_look_keeps_no_other_check_from_being_written(command, edits):
    """One edit between the record and the checks, or one before each check of their own."""
    shop, theirs = with_stranger()
    read, made = shop.world.pulls.pull, list[str]()

    def pull(number: int) -> Pull:
        if number == theirs and len(made) < edits:
            made.append(f"Fixes #{shop.issue}\n\nedit {len(made)}")
            shop.hub.pulls[theirs] = replace(shop.hub.pulls[theirs], body=made[-1])
        return read(number)

    shop.world.pulls.pull = pull  # type: ignore[method-assign]
    shop.hub.comment("alice", shop.issue, command)
    with suppress(Moved):
        shop.wake()

    assert shop.verdict == "action_required"


def test_a_pull_request_that_vanishes_silences_nobody():
    """GitHub hides what a suspended account wrote: the issue and its other pull requests are still heard."""
    shop, theirs = with_stranger()
    for held in (shop.hub.pulls, shop.hub.issues, shop.hub.touched):
        held.pop(theirs, None)

    reject(shop)
    assert (shop.stage, shop.verdict) == ("staged", "action_required")
    shop.hub.push_files("bob", {"new.py": "1\n"}, "export")
    shop.wake(PullTarget(shop.pull))
    assert shop.verdict != "success"
    shop.sweep()


@pytest.mark.parametrize("refused", [("post",), ("post", "edit")], ids=["notice", "record"])
def test_an_issue_that_takes_no_more_comments_keeps_no_green_check(refused):
    """GitHub refuses its 2,501st comment: neither a notice nor the record itself stops the checks."""
    shop, _ = with_stranger()

    def refuse(*_: object, **__: object) -> None:
        raise REFUSED

    for write in refused:
        setattr(shop.world.issues, write, refuse)
    shop.hub.edit_issue(shop.issue, "carol", body="Something else altogether, in `shop/orders.py`.")
    with suppress(GitHubError, RecordError):
        shop.wake()

    assert shop.verdict != "success"


@pytest.mark.parametrize("words", ["/plan cancel", "/plan reject no"])
def test_whoever_edits_their_own_pull_request_while_we_look_keeps_no_green_on_it(words):
    """To close a green check needs no second look, so nobody can make it come too late."""
    shop, _ = with_stranger()
    read, edits = shop.world.pulls.pull, list[str]()

    def pull(number: int) -> Pull:
        if number == shop.pull and len(edits) < 1_000:
            edits.append(f"Fixes #{shop.issue}\n\nedit {len(edits)}")
            shop.hub.pulls[number] = replace(shop.hub.pulls[number], body=edits[-1])
        return read(number)

    shop.world.pulls.pull = pull  # type: ignore[method-assign]
    shop.hub.comment("alice", shop.issue, words)
    with suppress(Moved):
        shop.wake()
    assert shop.verdict == "action_required"
