"""An epic of twelve stories on the emulator: no twins and no orphans, wherever the bot is killed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.adapters.github_client import GitHubClient
from bot.entrypoints import door
from bot.events.wake import IssueTarget, Wake
from tests.acceptance.inside import InProcessDoor, wiring_of
from tests.acceptance.inside_story import writes_of
from tests.acceptance.state import record
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
TITLES = [
    "Keep members in `shop/models.py`", "Show one's own profile in `shop/admin.py`",
    "Collect the yearly fee", "Offer invoices as PDF", "Let members leave the club",
    "Show the club's calendar", "Remind members by `shop/mail.py`", "Search the list of members",
    "Upload a portrait", "Send a newsletter", "Export the list of members",
    "Print membership cards (after 1, 9)",
]  # fmt: skip
BODY = "Members should look after their own data.\n\n## Tasks\n" + "".join(
    f"- [ ] {title}\n" for title in TITLES
)


_NO_WRITES = {"/graphql", "/app/installations/{installation}/access_tokens"}


class Killed(BaseException):
    """The process was killed."""


class Reaper:
    """Kills the process right after its n-th request of a kind was carried out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left, self.calls, self.writes_only = 0, 0, True
        real = GitHubClient._ask

        def ask(client: GitHubClient, request: Any) -> Any:
            answer = real(client, request)
            writes = request.method != "GET" and request.route not in _NO_WRITES
            if not self.writes_only or writes:
                self.calls += 1
                self.left -= 1
                if self.left == 0:
                    raise Killed
            return answer

        monkeypatch.setattr(GitHubClient, "_ask", ask)


def approved(begin: Callable[[], Story]) -> Story:
    """An epic that was planned and approved, and nobody has looked since."""
    story = begin().played(planned)
    assert "stage: staged" in story.labels(), story.labels()
    story.comment("alice", "/plan approve")
    return story


def planned(story: Story) -> str:
    story.issue = issue(story, "Member portal", BODY)
    label(story, "plan:epic")
    label(story, "plan")
    return "carol asks for an epic, and alice has it planned"


def issue(story: Story, title: str, body: str = "", login: str = "carol") -> int:
    path = f"/repos/{story.hub.repo}/issues"
    asked = {"title": title, "body": body}
    return int(story.hub.request("POST", path, asked, login=login)["number"])


def label(story: Story, name: str) -> None:
    path = f"/repos/{story.hub.repo}/issues/{story.issue}/labels"
    story.hub.request("POST", path, {"labels": [name]}, login="alice")


def rows(story: Story, path: str) -> list[dict[str, Any]]:
    return story.hub.request("GET", f"/repos/{story.hub.repo}/issues{path}per_page=100")


def look(story: Story) -> None:
    wake = Wake(story.hub.repo, IssueTarget(story.issue))
    assert isinstance(story.door, InProcessDoor)
    door.run(story.door.wiring, wake)


def twelve_stories(story: Story) -> None:
    """Exactly twelve issues beside the epic, all of them its sub-issues, blocked as the plan says."""
    others = [i for i in rows(story, "?state=all&") if i["number"] != story.issue]
    titles = [title.replace(" (after 1, 9)", "") for title in TITLES]
    assert sorted(i["title"] for i in others) == sorted(titles)
    linked = rows(story, f"/{story.issue}/sub_issues?")
    assert {i["number"] for i in linked} == {i["number"] for i in others}
    held = record(story)
    numbers = {s["key"]: s["number"] for s in held["planner"]["subIssues"]}
    assert sorted(numbers.values()) == sorted(i["number"] for i in others)
    tasks = held["planner"]["plan"]["body"]["tasks"]
    assert max(len(task.get("dependsOn", [])) for task in tasks) >= 2
    for task in tasks:
        blocked = rows(story, f"/{numbers[task['id']]}/dependencies/blocked_by?")
        assert {b["number"] for b in blocked} == {numbers[k] for k in task.get("dependsOn", [])}
    for one in others:
        comments = rows(story, f"/{one['number']}/comments?")
        cards = [c for c in comments if c["body"].startswith("<!-- plangate:record")]
        assert len(cards) == 1, one["title"]
        assert "plan" in {x["name"] for x in one["labels"]}


def test_an_epic_becomes_twelve_issues(inside_story: Callable[[], Story]) -> None:
    """Approved once, each story is a sub-issue with its own record; looking again writes nothing."""
    # S3.12 B8 B11
    story = approved(inside_story)
    story.door.settle()
    twelve_stories(story)
    before = len(story.hub.exchanges())

    look(story)

    asked = [e for e in story.hub.exchanges()[before:] if e["method"] != "GET"]
    assert [
        e["url"] for e in asked if "graphql" not in e["url"] and "access_tokens" not in e["url"]
    ] == []


def test_issues_that_are_there_are_adopted(inside_story: Callable[[], Story]) -> None:
    """A story takes an issue that it names by its number, or a writer's with its title; no stranger's."""
    # S3.12 B8
    story = inside_story()
    strange = issue(story, "Offer invoices as PDF", "Send them to me.", login="mallory")
    first = issue(story, "Offer invoices as PDF", "For every order.", login="bob")
    second = issue(story, "A calendar", "Of the club.")
    body = BODY.replace("Show the club's calendar", f"#{second}")
    story.issue = issue(story, "Member portal", body)
    label(story, "plan:epic")
    label(story, "plan")
    story.door.settle()
    story.comment("alice", "/plan approve")
    story.door.settle()

    assert len(rows(story, "?state=all&")) == 14
    linked = {i["number"] for i in rows(story, f"/{story.issue}/sub_issues?")}
    assert {first, second} <= linked and len(linked) == 12 and strange not in linked
    adopted = {s["number"] for s in record(story)["planner"]["subIssues"] if s.get("adopted")}
    assert adopted == {first, second}
    text = story.hub.request("GET", f"/repos/{story.hub.repo}/issues/{first}")
    assert text["body"] == "For every order."
    assert "plan" in {x["name"] for x in text["labels"]}

    closed(story, first, "bob")
    closed(story, second, "carol")
    assert [t["status"] for t in finished(story)].count("done") == 1
    refused = [
        a for a in record(story)["workflowRuntime"]["actionHistory"] if "carol" in a["actor"]
    ]
    assert [a["action"] for a in refused if a["outcome"] == "refused"] == ["task finished"]
    closed(story, second, "alice")
    assert [t["status"] for t in finished(story)].count("done") == 2


def finished(story: Story) -> list[dict[str, Any]]:
    tasks = record(story)["planner"]["plan"]["body"]["tasks"]
    return [{"status": "pending", **task} for task in tasks]


def closed(story: Story, number: int, login: str) -> None:
    """Somebody closes an issue as completed; if it was closed already, alice opens it again first."""
    path = f"/repos/{story.hub.repo}/issues/{number}"
    story.hub.request("PATCH", path, {"state": "open"}, login="alice")
    asked = {"state": "closed", "state_reason": "completed"}
    story.hub.request("PATCH", path, asked, login=login)
    look(story)


def resumed(story: Story) -> None:
    """A new process looks at the issue: it remembers nothing of the one that was killed."""
    assert isinstance(story.door, InProcessDoor)
    story.door.wiring = wiring_of(story.door.env)
    look(story)


@pytest.mark.proof
@pytest.mark.parametrize("writes", [3, 1])
def test_killed_again_and_again(
    inside_story: Callable[[], Story], monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """The bot dies after so many writes, over and over; the next wake goes on where it stopped."""
    # S3.12 B8
    story = approved(inside_story)
    reaper, deaths = Reaper(monkeypatch), 0
    while True:
        reaper.left = writes
        try:
            resumed(story)
            break
        except Killed:
            deaths += 1
        assert deaths < 400
    reaper.left = 0
    story.door.settle()

    assert deaths * writes > 12 * 4
    twelve_stories(story)


def killed_at(begin: Callable[[], Story], reaper: Reaper, n: int) -> Story:
    """An approved epic whose process was killed after its n-th request, and a new one looked."""
    reaper.left = 0
    story = approved(begin)
    reaper.left = n
    with pytest.raises(Killed):
        resumed(story)
    reaper.left = 0
    resumed(story)
    return story


def requests_of(begin: Callable[[], Story], reaper: Reaper) -> int:
    """How many requests the epic takes when nobody kills the process."""
    reaper.writes_only, reaper.left = False, 0
    story = approved(begin)
    reaper.calls = 0
    resumed(story)
    twelve_stories(story)
    return reaper.calls


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(2))
def test_killed_after_every_single_call(
    inside_story: Callable[[], Story], monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    """The bot is killed once after its n-th request, for every n, and resumed: always the same twelve."""
    # S3.12 B8
    reaper = Reaper(monkeypatch)
    total = requests_of(inside_story, reaper)
    assert total > 12 * 10
    for n in range(1 + part, total + 1, 2):
        story = killed_at(inside_story, reaper, n)
        twelve_stories(story)
        assert writes_of(story, partial(look, story)) == [], n
