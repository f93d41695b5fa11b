"""A stranger's pull request that cannot be read, moves or vanishes keeps nobody else from being judged."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest

from bot.domain.facts import FileChange, Person, Pull, Witness
from bot.domain.listing import LINKING
from bot.domain.verdict import CHECK
from bot.errors import GitHubError, Moved, NotFound, RateLimited, RecordError
from bot.events.wake import CommitTarget, PullTarget
from bot.ports.github import CheckRun
from bot.ports.inbox import Dead, Later
from bot.service import handling
from tests.flow.given import Shop, told

# issue 19: a huge diff, an edit in the wrong moment or a suspended account froze everybody's green check

REFUSED = GitHubError("PLANGATE-GITHUB-006", "This diff is taking too long to generate", "Split it")
FAILED = GitHubError("PLANGATE-GITHUB-007", "GitHub failed (500)", "Try again")
SILENT = GitHubError("PLANGATE-GITHUB-008", "no answer in time", "Check the network")
ROUTES = ["evidence", "commits"]


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


def unread(shop: Shop, number: int, problem: GitHubError, route: str = "evidence") -> list[str]:
    """From now on GitHub does not show what this pull request changes; how often it was asked."""
    read, asked = getattr(shop.world.pulls, route), list[str]()

    def unshown(pull: Pull | int, *files: tuple[FileChange, ...]) -> object:
        if number == (pull if isinstance(pull, int) else pull.number):
            asked.append(route)
            raise problem
        return read(pull, *files)

    setattr(shop.world.pulls, route, unshown)
    return asked


def edited_while_we_look(shop: Shop, edited: int, most: int) -> None:
    """Whenever this pull request is read, its author has just edited the description; so many times."""
    read, bodies = shop.world.pulls.pull, (f"Fixes #{shop.issue}\n\nedit {n}" for n in range(most))

    def pull(number: int) -> Pull:
        if number == edited and (body := next(bodies, "")):
            shop.hub.pulls[number] = replace(shop.hub.pulls[number], body=body)
        return read(number)

    shop.world.pulls.pull = pull  # type: ignore[method-assign]


def reject(shop: Shop, *expected: type[Exception]) -> None:
    """Alice rejects the plan, and the bot hears of it."""
    shop.hub.comment("alice", shop.issue, "/plan reject we do not want this")
    with suppress(*expected):
        shop.wake()


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("problem", "raised"), [(REFUSED, ()), (FAILED, (GitHubError,)), (SILENT, (GitHubError,))]
)
def test_a_pull_request_that_github_does_not_show_closes_its_own_gate_alone(problem, raised, route):
    """A rejection of the issue's plan is heard all the same; what GitHub failed at is tried again."""
    shop, theirs = with_stranger()
    asked = unread(shop, theirs, problem, route)

    reject(shop, *raised)
    assert asked == [route]
    assert (shop.stage, shop.verdict) == ("staged", "action_required")
    assert shop.hub.runs[shop.hub.pulls[theirs].head_sha][-1].conclusion != "success"
    if raised:  # tried again a few times only: it is no outage of GitHub
        with pytest.raises(GitHubError, match="PLANGATE-GITHUB-006"):
            shop.wake()


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("problem", [FAILED, SILENT])
def test_an_outage_is_none_of_one_pull_request(problem, route):
    """Where GitHub does not tell of the commit's checks either, nothing is judged, and the job waits."""
    shop, _ = with_stranger()
    unread(shop, shop.pull, problem, route)

    def down(sha: str, *names: str) -> tuple[()]:
        raise problem

    shop.world.pulls.verdicts = down  # type: ignore[method-assign]
    with pytest.raises(GitHubError) as raised:
        shop.wake(PullTarget(shop.pull))
    assert isinstance(handling.judged(raised.value, 99), Later)
    assert shop.verdict == "success"


def test_a_pull_request_whose_commits_are_not_shown_names_nothing_and_passes_nothing():
    """What was not read of it stands in the row that says that the change was read in full."""
    shop, _ = with_stranger()
    unread(shop, shop.pull, REFUSED, "commits")

    [outcome] = shop.wake(PullTarget(shop.pull))
    [pull] = [p for p in outcome.facts.pulls if p.number == shop.pull]
    assert {*pull.unread} >= LINKING
    assert shop.verdict == "failure"


def test_what_is_gone_ends_a_job_only_where_it_is_the_jobs_own_target():
    """Of anything else a missing answer is a failure: tried again a few times, then kept for people."""
    shop, _ = with_stranger()
    with pytest.raises(NotFound):
        shop.wake(PullTarget(4_711))

    def gone(number: int) -> None:
        raise NotFound("PLANGATE-GITHUB-004", "no such thing", "Check the number")

    shop.world.issues.comments = gone  # type: ignore[method-assign,assignment]
    with pytest.raises(GitHubError) as raised:
        shop.wake()
    first, last = (handling.judged(raised.value, tries) for tries in (0, 99))
    assert isinstance(first, Later) and isinstance(last, Dead)


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
    edited_while_we_look(shop, theirs, edits)
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
    edited_while_we_look(shop, shop.pull, 1_000)
    shop.hub.comment("alice", shop.issue, words)
    with suppress(Moved):
        shop.wake()
    assert shop.verdict == "action_required"


def test_what_the_record_knows_of_a_pull_request_stays_while_github_does_not_show_it():
    """Its files, checks and reviews are not forgotten because one read failed; its gate is closed so long."""
    shop, _ = with_stranger()
    known = shop.record.workflow.by_number[shop.pull]
    unread(shop, shop.pull, REFUSED)

    shop.wake(PullTarget(shop.pull))
    assert shop.verdict != "success"
    assert shop.record.workflow.by_number[shop.pull] == known


def test_a_pull_request_on_the_same_commit_that_vanishes_between_two_looks_stops_nothing():
    """What moved is read again, and of it what is still there."""
    shop, _ = with_stranger()
    head, body = shop.hub.pulls[shop.pull], f"Fixes #{shop.issue}"
    twin = shop.hub.open_pull("mallory", {}, branch="twin", body=body, fork=True)
    shop.hub.pulls[twin] = replace(shop.hub.pulls[twin], head_sha=head.head_sha)
    shop.wake(PullTarget(twin))
    assert shop.verdict != "success"
    read, judge, judged = shop.world.pulls.pull, shop.world.pulls.evidence, list[int]()

    def evidence(pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        judged.append(pull.number)
        return judge(pull, files)

    def look(number: int) -> Pull:
        # the first one after the evidence is the look before a check is written
        if {shop.pull, twin} <= {*judged} and twin in shop.hub.pulls:
            edited = replace(shop.hub.pulls[shop.pull], body=f"{body}\n\nand more")
            shop.hub.pulls = {**shop.hub.pulls, shop.pull: edited}
            del shop.hub.pulls[twin]
        return read(number)

    shop.world.pulls.evidence = evidence  # type: ignore[method-assign]
    shop.world.pulls.pull = look  # type: ignore[method-assign]
    shop.hub.ci(shop.head, "lint", "success")
    shop.wake(PullTarget(shop.pull))
    assert twin not in shop.hub.pulls and shop.verdict == "success"


def test_whoever_edits_after_a_push_keeps_no_green_on_the_commit_before():
    """It is closed first: somebody could push that commit again, and merge before anybody looks."""
    shop, _ = with_stranger()
    before = shop.head
    shop.hub.push_files("bob", {"new.py": "1\n"}, "export")
    edited_while_we_look(shop, shop.pull, 1_000)

    pushed = Witness("pull_request", "synchronize", Person("bob"), heads_before=(before,))
    with suppress(Moved):
        shop.wake(PullTarget(shop.pull), pushed)
    ours = max((r for r in shop.hub.runs[before] if r.name == CHECK), key=lambda run: run.id)
    assert ours.conclusion != "success"


def test_where_github_limits_us_no_other_check_is_tried():
    """The wake is tried again once the time is over, and judges them all."""
    shop, _ = with_stranger()
    tried = list[str]()

    def limited(run: CheckRun, existing_id: int) -> None:
        tried.append(run.head_sha)
        raise RateLimited("GitHub limits requests", 60)

    shop.world.pulls.set_check = limited  # type: ignore[method-assign]
    reject(shop, RateLimited)
    assert len(tried) == 1
