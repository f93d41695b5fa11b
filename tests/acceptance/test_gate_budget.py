"""What one evaluation costs: a pull request of a hundred files, for an issue with a hundred comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.adapters.github_traffic import Call
from bot.domain.facts import Person, Witness
from bot.events.wake import PullTarget, Wake
from tests.acceptance import shop
from tests.acceptance.doors import app_environment, environment
from tests.acceptance.inside import InProcessDoor, run_unattended
from tests.acceptance.story import (
    SECRET,
    Story,
    add_tests,
    approve,
    label,
    open_pull,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
    tick_answer,
)
from tests.testbed.emulator import JOB_PERMISSIONS
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
MOST = 15
COMMENTS, FILES = 90, 100
BLOBS = "/repos/{repo}/git/blobs/{sha}"
OF_THE_RECORD = frozenset(
    {
        "/repos/{repo}/issues/comments/{comment}",
        "/repos/{repo}/issues/{number}/labels",
        "/repos/{repo}/issues/{number}/labels/{label}",
    }
)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """A pull request that may merge, with as much as an evaluation of the usual price may read."""
    with started(files=shop.FILES, secret=SECRET) as hub:
        folder = Path(tmp_path_factory.mktemp("crowded"))
        story = Story(hub, InProcessDoor(hub, app_environment(hub, folder)), app_id=hub.app_id)
        for step in (protect, report, label, tick_answer, reply_answer, approve):
            story.play(step)
        for n in range(COMMENTS):
            story.comment(("carol", "bob", "mallory")[n % 3], f"I have thought of this {n} times")
        story.door.attach()  # as if each had been looked at
        files = shop.CODE | shop.TESTS
        files |= {f"shop/part{n}.py": "x = 1\n" for n in range(FILES - len(files))}
        body = f"Fixes #{story.issue}"
        story.pull = hub.open_pull("bob", files, branch="export", title="Export", body=body)
        story.door.settle()
        story.play(pass_checks)
        story.play(review)
        assert story.check()["conclusion"] == "success"
        yield story


def asked(story: Story, do: Callable[[], object]) -> list[Call]:
    """The requests of the bot meanwhile."""
    known = len(story.door.wiring.__dict__.get("sessions", ()))  # type: ignore[attr-defined]
    do()
    opened = story.door.wiring.sessions[known:]  # type: ignore[attr-defined]
    return [call for session in opened for call in session.traffic.calls]


def look(story: Story) -> list[Call]:
    """One look at the pull request, with no event."""
    return asked(story, lambda: story.door.wake_pull(story.pull))  # type: ignore[attr-defined]


def is_write(call: Call) -> bool:
    """GraphQL questions are asked by POST, and write nothing."""
    return call.method != "GET" and call.route != "/graphql"


def test_a_look_costs_at_most_fifteen_requests_and_writes_nothing(crowded: Story) -> None:
    """A hundred files and comments come in one page each; when nothing changed nothing is written."""
    # B11
    made = look(crowded)

    assert len(made) <= MOST, made
    assert [call for call in made if is_write(call)] == []


def test_what_did_not_change_is_answered_304(crowded: Story, tmp_path: Path) -> None:
    """With a cache every read but the one GraphQL question, which GitHub never answers so."""
    # B11, FACTS 9
    wiring = crowded.door.wiring  # type: ignore[attr-defined]
    wiring.keep_answers(tmp_path / "answers.db")
    look(crowded)

    again = look(crowded)
    wiring._etags = None

    assert [c for c in again if c.status != 304 and c.route != "/graphql"] == []
    assert [c.route for c in again].count("/graphql") == 1
    assert [call for call in again if is_write(call)] == []


def test_a_new_verdict_costs_at_most_fifteen_requests(crowded: Story) -> None:
    """The look, one more read of what the verdict is bound to, and the check."""
    # B2
    run = crowded.check()
    route = f"/repos/{crowded.hub.repo}/check-runs/{run['id']}"
    forged = {"conclusion": "failure"}
    crowded.hub.as_app().requester.requestJsonAndCheck("PATCH", route, input=forged)

    made = look(crowded)
    crowded.door.attach()

    assert len(made) <= MOST, made
    assert [call.method for call in made if "/check-runs/{run}" in call.route] == ["PATCH"]


def test_a_new_commit_costs_at_most_fifteen_requests_and_its_record(crowded: Story) -> None:
    """Also where there is much to read; saving the record, its copy and labels comes on top."""
    # B1 B2
    hub = crowded.hub
    hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")
    hub.settle()
    crowded.door.attach()
    pushed = Witness("pull_request", "synchronize", Person("bob"))
    wake = Wake(hub.repo, PullTarget(crowded.pull), pushed)

    made = asked(crowded, lambda: run_unattended(crowded.door.wiring, wake))  # type: ignore[attr-defined]

    record = [call for call in made if call.route in OF_THE_RECORD]
    assert len(made) - len(record) <= MOST, made
    assert len(record) <= 6, record
    assert next(call.method for call in made if is_write(call)) == "POST"


LIMITS: dict[str, tuple[Callable[[Story], str], int]] = {
    "label": (label, 12),
    "reply": (reply_answer, 12),
    "new commit": (add_tests, 15),  # one of them looks at the green of the commit that was left
}
"""What an event of the story may cost in all, the files that the planner reads aside."""


@pytest.mark.parametrize("who", ["App", "job"])
def test_an_event_costs_no_more_requests_than_this(who: str, tmp_path: Path) -> None:
    """Label, reply and new commit, each from its first read to its last write, with nothing kept before."""
    # issue 18
    with started(files=shop.FILES, secret=SECRET) as hub:
        bot = hub.app if who == "App" else hub.ci_app
        env = app_environment(hub, tmp_path)
        if who == "job":
            token = hub.installation_token(JOB_PERMISSIONS, app=bot)
            env = environment(hub, GITHUB_TOKEN=token, GITHUB_ACTIONS="true")
        story = Story(hub, InProcessDoor(hub, env, bot.login), app_id=bot.id)
        spent = {}
        for step in (report, label, tick_answer, reply_answer, approve, open_pull, add_tests):
            if who == "job":  # a process of its own for each event
                story.door.wiring._pinned.clear()  # type: ignore[attr-defined]
            calls = asked(story, lambda step=step: story.play(step))  # type: ignore[misc]
            spent[step.__name__] = [c for c in calls if c.route != BLOBS]
        assert story.check()["conclusion"]

    for name, (deed, most) in LIMITS.items():
        assert len(spent[deed.__name__]) <= most, (name, spent[deed.__name__])
