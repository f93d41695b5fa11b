"""The dashboard on the emulator: by sweep, server and workflow, with ticks, and in the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import github
import pytest

from bot.domain import markers
from bot.entrypoints import door
from bot.events.wake import DashboardTarget, Wake
from tests.acceptance.doors import ROOT, WebhookDoor, app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.inside_story import CLEAR
from tests.acceptance.story import (
    POLICY,
    Story,
    approve,
    label,
    open_pull,
    protect,
    reply_answer,
    report,
    tick_answer,
)
from tests.entrypoints.cli import NOWHERE, inside, plangate
from tests.service.given import until

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
Json = dict[str, Any]
ON = "dashboard: true\n"
ASKED = (protect, report, label)
OPENED = (*ASKED, tick_answer, reply_answer, approve, open_pull)
DELETE = "mutation ($id: ID!) { deleteIssue(input: {issueId: $id}) { clientMutationId } }"


def homes(story: Story) -> list[Json]:
    """The issues with the dashboard's label, oldest first."""
    path = f"/repos/{story.hub.repo}/issues?labels=plangate: dashboard&state=all&direction=asc"
    return story.hub.request("GET", path.replace(" ", "%20"))


def text(story: Story) -> str:
    """What the one dashboard says."""
    (home,) = homes(story)
    return markers.text_of(home["body"])


def edit(story: Story, login: str, **changes: str) -> None:
    """Somebody changes the dashboard's issue."""
    path = f"/repos/{story.hub.repo}/issues/{homes(story)[0]['number']}"
    story.hub.request("PATCH", path, changes, login=login)


def tick(story: Story, login: str, box: str) -> None:
    """Somebody ticks a box of the dashboard."""
    body, empty = homes(story)[0]["body"], f"- [ ] <!-- plangate:{box} -->"
    assert empty in body, body
    edit(story, login, body=body.replace(empty, empty.replace("[ ]", "[x]")))


def look(story: Story) -> list[str]:
    """One look at the whole repository in this process; returns its requests."""
    assert isinstance(story.door, InProcessDoor)
    wiring = story.door.wiring
    before = len(wiring.__dict__.get("sessions", ()))
    door.run(wiring, Wake(story.hub.repo, DashboardTarget()))
    calls = (c for s in wiring.sessions[before:] for c in s.traffic.calls)
    return [f"{c.method} {c.route}" for c in calls]


def test_a_sweep_makes_one_and_a_second_writes_nothing(inside_story: Begin, tmp_path: Any) -> None:
    """`plangate sweep` as a process: one issue by the bot, without a mention; the next writes nothing."""
    story = inside_story().played(*OPENED, policy=ON)
    env = app_environment(story.hub, tmp_path)

    first = plangate("sweep", story.hub.repo, python=(), cwd=NOWHERE, **env)
    second = inside("sweep", story.hub.repo, "--json", **env)

    assert (first.code, second.code) == (0, 0), first.err + second.err
    assert json.loads(second.out)["wrote"] == 0
    (home,) = homes(story)
    assert (home["user"]["login"], home["comments"]) == (story.hub.app.login, 0)
    assert "Work in progress (1)" in text(story)
    assert "Blocked pull requests (1)" in text(story)
    assert ": add tests. Found: " in text(story)
    assert "@" not in text(story)


def test_two_sweeps_at_once_leave_one(inside_story: Begin, tmp_path: Any) -> None:
    """Two processes that find none at the same time: one is open after them, and its text is right."""
    story = inside_story().played(*ASKED, policy=ON)
    env = {**os.environ, **app_environment(story.hub, tmp_path)}
    story.hub.fail("/issues$", method="POST", times=2, delay_ms=3000)
    command = [sys.executable, "-m", "bot", "sweep", story.hub.repo]
    runs = [subprocess.Popen(command, cwd=ROOT, env=env) for _ in range(2)]

    assert [run.wait(120) for run in runs] == [0, 0]
    look(story)

    assert [home["state"] for home in homes(story)] == ["open"]
    assert "Waiting for answers (1)" in text(story)
    path = f"/repos/{story.hub.repo}/issues?state=closed"
    rows = story.hub.request("GET", path)
    assert all("is not the dashboard" in row["body"] for row in rows)


def test_two_hundred_issues_cost_few_requests(inside_story: Begin) -> None:
    """One question, one list and thirty records at most, whatever there is; then nothing is written."""
    story = inside_story().played(*ASKED, policy=ON)
    for n in range(200):
        stage = ("stage: awaiting human", "stage: staged", "stage: review", "plan")[n % 4]
        body = {"title": f"Wish {n}", "labels": [stage]}
        story.hub.request("POST", f"/repos/{story.hub.repo}/issues", body, login="bob")
    look(story)

    asked = look(story)

    assert len(asked) <= 36, asked
    assert [a for a in asked if not a.startswith("GET") and "graphql" not in a] == []
    assert asked.count("GET /repos/{repo}/issues") == 1
    assert "Waiting for answers (51)" in text(story)
    assert "… and 35 more with the label `stage: staged`" in text(story)


def test_a_hand_edit_a_deletion_and_a_closing(inside_story: Begin) -> None:
    """An edit is written over, a deleted one made anew, and one that alice closed stays closed."""
    story = inside_story().played(*ASKED, policy=ON)
    look(story)
    before = text(story)
    for words in (f"{homes(story)[0]['body']}\nMine", "gone"):
        edit(story, "bob", body=words)
        look(story)
        assert text(story) == before
    number, taken = homes(story)[0]["number"], "labels/plangate%3A%20dashboard"
    story.hub.request("DELETE", f"/repos/{story.hub.repo}/issues/{number}/{taken}")
    look(story)
    assert [home["number"] for home in homes(story)] == [number]

    admin = story.hub.as_user("alice")
    for home in homes(story):
        story.hub.graphql(admin, DELETE, id=home["node_id"])
    assert homes(story) == []
    look(story)
    assert text(story) == before

    edit(story, "alice", state="closed")
    look(story)
    look(story)
    assert "Reopen it" in text(story)


@contextmanager
def served(story: Story) -> Iterator[WebhookDoor]:
    """A server process of its own that hears the emulator."""
    server = WebhookDoor(story.hub)
    server.attach()
    try:
        yield server
    finally:
        server.close()


def test_a_server_keeps_it_and_does_what_is_ticked(inside_story: Begin) -> None:
    """A stage that moves shows soon; a reader cannot tick; a tick with triage is done and emptied."""
    story = inside_story().played(protect, report, policy=ON)
    with served(story) as server:
        label(story)
        until(lambda: bool(homes(story)) and "Waiting for answers (1)" in text(story), 90)
        server.settle()
        story.hub.sink.forward = None  # what reaches nobody
        path = f"/repos/{story.hub.repo}/issues"
        wish = {"title": "Refuse negative totals", "body": CLEAR, "labels": ["plan"]}
        lost = story.hub.request("POST", path, wish, login="alice")["number"]
        story.hub.settle()
        story.hub.sink.forward = server.relay
        edit(story, "bob", title="plangate")
        until(lambda: f"plangate:plan.{lost}" in text(story), 90)

        with pytest.raises(github.GithubException) as refusal:
            tick(story, "carol", f"plan.{lost}")
        tick(story, "trent", f"plan.{lost}")
        until(lambda: f"plangate:plan.{lost}" not in text(story), 90)

    assert refusal.value.status == 403
    story.issue = lost
    assert story.bot_comment("record")
    assert "[x]" not in text(story)


def test_a_workflow_keeps_it_too(action_story: Begin) -> None:
    """The Action's job after an event, and the job that a tick starts."""
    story = action_story()
    story.hub.push_file("alice", POLICY, ON)
    for do in OPENED:
        story.play(do)
    assert "Blocked pull requests (1)" in text(story)
    story.hub.ci(story.head(), "CI", "success")

    tick(story, "bob", f"look.{story.pull}")
    story.door.settle()

    assert "[x]" not in text(story)
    assert homes(story)[0]["user"]["login"] == story.hub.ci_app.login


def test_status_tells_the_same_in_the_terminal(inside_story: Begin) -> None:
    """`plangate status` with a person's own token: words without markup, JSON, no write."""
    story = inside_story().played(*OPENED)
    env = {"PLANGATE_GITHUB_URL": story.hub.url, "GH_TOKEN": story.hub.tokens["carol"]}
    before = len(story.hub.exchanges())

    shown = inside("status", story.hub.repo, **env)
    data = inside("status", f"{story.hub.url}/{story.hub.repo}", "--json", **env)
    wrong = inside("status", "shop", **env)

    assert (shown.code, shown.err) == (0, "")
    assert "Work in progress (1)" in shown.out
    assert f"#{story.pull} Export a month's orders (by bob): add tests." in shown.out
    assert not any(mark in shown.out for mark in ("<!--", "[ ]", "](", "**"))
    parts = {part["name"]: part for part in json.loads(data.out)["lists"]}
    (row,) = parts["blocked"]["rows"]
    assert (data.code, row["number"], row["text"][:9]) == (0, story.pull, "add tests")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    made = story.hub.exchanges()[before:]
    assert [e for e in made if e["method"] != "GET" and "/graphql" not in e["url"]] == []
