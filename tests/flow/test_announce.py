"""A new commit has its check at once, in progress; the verdict follows, whatever dies in between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.domain.facts import Person, Witness
from bot.domain.people import did
from bot.errors import GitHubError, PermissionMissing, RateLimited
from bot.events.wake import PullTarget, Wake
from bot.flow.handle import handle
from tests.fakes.issues import FakeIssues
from tests.fakes.pulls import FakePulls
from tests.flow.given import Shop, told

OPENED = Witness("pull_request", "opened", Person("bob"))


def fresh(until: str = "approve") -> Shop:
    """A pull request that was just opened: nobody has looked at its commit."""
    story = told(until)
    story.open_pull()
    return story


def said(story: Shop, witness: Witness | None = OPENED) -> list[str]:
    """What our check said, in order, from one wake of the pull request."""
    writes = story.writes(lambda: story.wake(PullTarget(story.pull), witness))
    return [w.text for w in writes if w.verb == "check"]


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
@pytest.mark.parametrize("action", ["opened", "reopened", "synchronize"])
def test_a_new_commit_has_its_check_before_anything_else(event: str, action: str) -> None:
    """In progress is the first thing written, and the verdict takes the place of that very run."""
    # B1 C
    story = fresh()
    seen = Witness(event, action, Person("bob"))

    writes = story.writes(lambda: story.wake(PullTarget(story.pull), seen))

    assert (writes[0].verb, writes[0].text) == ("check", "in_progress")
    assert [w.text for w in writes if w.verb == "check"] == ["in_progress", "failure"]
    [run] = [r for r in story.hub.runs[story.head] if r.name == "plangate"]
    assert (run.status, run.conclusion) == ("completed", "failure")


def test_the_first_check_is_there_before_the_issue_is_read() -> None:
    """Reading takes seconds: by then people see that somebody looks."""
    # B1
    story = fresh()
    seen_first: list[int] = []

    class Issues(FakeIssues):
        def comments(self, number: int) -> Any:
            seen_first.append(len(story.hub.runs.get(story.head, ())))
            return super().comments(number)

    world = replace(story.world, issues=Issues(story.hub))
    handle(Wake(story.hub.full_name, PullTarget(story.pull), OPENED), world)

    assert seen_first[0] == 1


def test_the_same_delivery_again_writes_nothing() -> None:
    """A commit that was judged is not in progress again."""
    # B11
    story = fresh()
    said(story)

    assert said(story) == []


def test_a_new_commit_whose_event_was_folded_has_its_check_at_once() -> None:
    """A comment right after the opening is one wake with it."""
    seen = Witness("issue_comment", "created", Person("bob"), earlier=did(OPENED))

    assert said(fresh(), seen) == ["in_progress", "failure"]


@pytest.mark.parametrize(
    "witness",
    [
        None,
        Witness("pull_request", "edited", Person("bob")),
        Witness("issues", "opened", Person("bob")),
        Witness("issue_comment", "created", Person("bob")),
    ],
    ids=["sweep", "edited", "issue", "comment"],
)
def test_other_wakes_announce_nothing(witness: Witness | None) -> None:
    """They are quick, and mostly find a check that stands."""
    # B11
    assert said(fresh(), witness) == ["failure"]


def test_without_permission_for_checks_nothing_is_tried() -> None:
    """A personal token makes no check, also not this one."""
    story = fresh()
    story.hub.can_check = False

    assert said(story) == []


def test_a_closed_pull_request_needs_none() -> None:
    """It was closed before we looked."""
    story = fresh()
    story.hub.close_pull(story.pull)

    assert said(story) == []


def test_a_dry_run_announces_nothing() -> None:
    """It only looks."""
    story = fresh()
    wake = Wake(story.hub.full_name, PullTarget(story.pull), OPENED)

    assert story.writes(lambda: handle(wake, story.world, dry_run=True)) == []


class Refusing(FakePulls):
    """Checks cannot be written for a while."""

    refusals = 1

    def set_check(self, run: Any, existing_id: int) -> None:
        if self.refusals:
            self.refusals -= 1
            raise PermissionMissing("PLANGATE-GITHUB-002", "Not now", "Wait")
        super().set_check(run, existing_id)


def test_a_refused_announcement_costs_no_verdict() -> None:
    """The verdict is published although its announcement was not."""
    # B1
    story = fresh()
    world = replace(story.world, pulls=Refusing(story.hub))

    handle(Wake(story.hub.full_name, PullTarget(story.pull), OPENED), world)

    assert story.verdict == "failure"


class Limiting(FakePulls):
    """GitHub limits us at the look before the announcement."""

    def verdicts(self, sha: str, *names: str) -> Any:
        raise RateLimited("GitHub limits our requests", 60)


def test_a_limit_at_the_announcement_ends_the_run() -> None:
    """Whoever goes on while GitHub says wait may be shut out."""
    # issue 19: secondary limits
    story = fresh()
    world = replace(story.world, pulls=Limiting(story.hub))

    with pytest.raises(RateLimited):
        handle(Wake(story.hub.full_name, PullTarget(story.pull), OPENED), world)


class Dying(FakeIssues):
    """GitHub goes away right after the announcement."""

    def comments(self, number: int) -> Any:
        raise GitHubError("PLANGATE-GITHUB-008", "gone", "Wait")


@pytest.mark.parametrize("next_wake", ["the same delivery", "the sweep", "the issue's"])
def test_a_run_that_dies_leaves_the_gate_closed_and_the_next_one_finishes(next_wake: str) -> None:
    """In progress is no green, and no check stays so for ever."""
    # B1 B2
    story = fresh()
    wake = Wake(story.hub.full_name, PullTarget(story.pull), OPENED)
    with pytest.raises(GitHubError):
        handle(wake, replace(story.world, issues=Dying(story.hub)))
    assert story.verdict == "in_progress"

    match next_wake:
        case "the same delivery":
            handle(wake, story.world)
        case "the sweep":
            story.sweep()
        case _:
            story.wake()

    runs = [r for r in story.hub.runs[story.head] if r.name == "plangate"]
    assert [(r.status, r.conclusion) for r in runs] == [("completed", "failure")]


def test_a_waiting_commit_of_an_open_gate_is_closed_by_a_push() -> None:
    """The green of the older commit says nothing of the new one: it begins in progress."""
    # B2
    story = told("review")
    assert story.verdict == "success"
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")
    pushed = Witness("pull_request", "synchronize", Person("bob"))
    wake = Wake(story.hub.full_name, PullTarget(story.pull), pushed)
    with pytest.raises(GitHubError):
        handle(wake, replace(story.world, issues=Dying(story.hub)))

    assert story.verdict == "in_progress"


@pytest.mark.parametrize(("shared", "after"), [(False, "failure"), (True, "success")])
def test_the_commit_a_push_left_is_closed_unless_another_pull_request_stands_there(
    shared: bool, after: str
) -> None:
    """Its green would be there before anybody looks; that of another pull request is its own."""
    story = told("review")
    left, pull = story.head, story.hub.pulls[story.pull]
    if shared:
        story.hub.pulls[99] = replace(pull, number=99)
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, pull.head_ref)
    if shared:
        story.hub.pulls[99] = replace(pull, number=99)
    pushed = Witness("pull_request", "synchronize", Person("bob"), heads_before=(left,))
    story.wake(PullTarget(story.pull), pushed)

    ours = [run for run in story.hub.runs[left] if run.name == "plangate"]
    assert max(ours, key=lambda run: run.id).conclusion == after


def test_one_look_for_many_pushes_closes_every_commit_they_left() -> None:
    """Two pushes and a comment became one wake: both commits are closed, the new one is announced."""
    # issue 19
    story = told("review")
    left, again = story.head, "f" * 40
    story.hub.runs[again] = list(story.hub.runs[left])
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")
    seen = Witness("issue_comment", "created", Person("bob"), heads_before=(left, again))
    writes = story.writes(lambda: story.wake(PullTarget(story.pull), seen))

    assert (writes[0].verb, writes[0].text) == ("check", "in_progress")
    for sha in (left, again):
        ours = [run for run in story.hub.runs[sha] if run.name == "plangate"]
        assert max(ours, key=lambda run: run.id).conclusion == "failure", sha


def test_a_left_commit_that_github_refuses_stops_nothing_and_is_tried_again() -> None:
    """The other commit is closed, the new one judged; then the refusal is raised: the job comes again."""
    story = told("review")
    refused, left = "f" * 40, story.head
    story.hub.runs[refused] = list(story.hub.runs[left])
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")

    class Refusing(FakePulls):
        def verdicts(self, sha: str, *names: str) -> Any:
            if sha == refused:
                raise GitHubError("PLANGATE-GITHUB-006", "GitHub refuses this commit", "Try again")
            return super().verdicts(sha, *names)

    seen = Witness("pull_request", "synchronize", Person("bob"), heads_before=(refused, left))
    wake = Wake(story.hub.full_name, PullTarget(story.pull), seen)
    with pytest.raises(GitHubError, match="this commit"):
        handle(wake, replace(story.world, pulls=Refusing(story.hub)))

    ours = [run for run in story.hub.runs[left] if run.name == "plangate"]
    assert max(ours, key=lambda run: run.id).conclusion == "failure"
    assert story.verdict not in {"in_progress", "success"}
    handle(wake, story.world)
    ours = [run for run in story.hub.runs[refused] if run.name == "plangate"]
    assert max(ours, key=lambda run: run.id).conclusion == "failure"


@pytest.mark.parametrize("turned", [True, False])
def test_a_green_towards_another_branch_is_put_in_progress_at_once(turned: bool) -> None:
    """Who merges right after turning it finds no green; other edits of it leave the green alone."""
    story = told("review")
    pull = story.hub.pulls[story.pull]
    story.hub.branches["feature"] = dict(story.hub.branches["main"])
    base = story.hub.sha("feature") if turned else pull.base_sha
    story.hub.pulls[story.pull] = replace(pull, base_sha=base)
    seen = Witness("pull_request", "edited", Person("bob"), turned=turned)

    assert said(story, seen)[:1] == (["in_progress"] if turned else [])


def test_a_green_of_another_pull_request_is_put_in_progress_at_once() -> None:
    """A second one on a commit that may merge elsewhere has not been looked at."""
    story = told("review")
    pull = story.hub.pulls[story.pull]
    number = story.hub.open_issue("bob", "Again", "Nothing")
    story.hub.pulls[number] = replace(pull, number=number, body="Nothing")
    story.pull = number

    assert said(story) == ["in_progress", "failure"]
