"""An epic of four stories with criteria of its own and stated order, from its label until it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.domain import markers
from tests.acceptance import shop
from tests.acceptance.inside import InProcessDoor, wiring_of
from tests.acceptance.inside_story import writes_of
from tests.acceptance.state import record
from tests.acceptance.story import Story
from tests.acceptance.test_epic import Killed, Reaper, issue, label, look, rows

pytestmark = pytest.mark.acceptance
TITLES = (
    "Export a month's orders from `shop/orders.py`",
    "Show a list of past exports in `shop/admin.py`",
    "Send an export by `shop/mail.py`",
    "Say in `docs/admin.md` who may export",
)
BODY = f"""\
Our accountants copy orders by hand every month.

## Stories
1. {TITLES[0]}
   - [ ] The export contains order number, date, customer and total
2. {TITLES[1]} (depends on the previous story)
3. {TITLES[2]}, after story 2
4. {TITLES[3]}
   - blocked by #1

## Acceptance criteria
- [ ] No export takes longer than a minute
- [ ] The export contains order number, date, customer and total
"""
WHOLE = "No export takes longer than a minute"


def begun(story: Story) -> Story:
    """An issue that a story waits for, and the epic, labelled."""
    issue(story, "Decide who may export")
    story.issue = issue(story, "Exports for accountants", BODY)
    label(story, "plan:epic")
    label(story, "plan")
    return story


def approved(story: Story) -> Story:
    """The epic, planned and approved, with its four issues."""
    begun(story).door.settle()
    story.comment("alice", "/plan approve")
    story.door.settle()
    return story


def by_title(story: Story) -> dict[str, Any]:
    return {row["title"]: row for row in rows(story, "?state=all&")}


def numbers(story: Story) -> list[int]:
    """The issues of the stories, in the epic's order."""
    found = by_title(story)
    return [found[title]["number"] for title in TITLES]


def links(story: Story) -> dict[int, set[int]]:
    """What each issue of the repository waits for, where it waits for something."""
    found = {
        row["number"]: {
            b["number"] for b in rows(story, f"/{row['number']}/dependencies/blocked_by?")
        }
        for row in rows(story, "?state=all&")
    }
    return {number: blockers for number, blockers in found.items() if blockers}


def close(story: Story, number: int, reason: str = "completed") -> None:
    path = f"/repos/{story.hub.repo}/issues/{number}"
    asked = {"state": "closed", "state_reason": reason}
    story.hub.request("PATCH", path, asked, login="alice")


def ours(story: Story) -> Counter[str]:
    """The bot's comments on the epic, by what their markers say they are."""
    found = (markers.read(c["body"]) for c in story.comments())
    return Counter(f"{mark.kind} {mark.key}" for mark in found if mark)


def built(story: Story, number: int) -> int:
    """Carry a story out: its plan approved, a pull request with tests, checks, a review, and the merge."""
    epic, story.issue = story.issue, number
    story.comment("alice", "/plan approve")
    story.door.settle()
    branch = f"task/t-{number:05d}-export"
    files = {**shop.CODE, **shop.TESTS}
    story.pull = story.hub.open_pull(
        "bob", files, branch=branch, title="Export", body=f"Fixes #{number}"
    )
    story.door.settle()
    story.hub.ci(story.head(), "CI", "success")
    story.hub.workflow_run("CI", story.head(), "success")
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}/reviews"
    story.hub.request("POST", path, {"event": "APPROVE", "body": "Good."}, login="alice")
    story.door.settle()
    story.hub.merge("bob", story.pull)
    story.door.settle()
    story.issue = epic
    return story.pull


def test_an_epic_from_its_label_until_it_is_done(webhook_story: Callable[[], Story]) -> None:
    """Every criterion is somewhere, links as stated and no others, done when all stories are."""
    # issue 22
    story = approved(webhook_story())
    one, two, three, four = numbers(story)
    assert links(story) == {two: {one}, three: {two}, four: {1}}
    assert record(story)["planningArtifact"]["uncovered"] == [WHOLE]
    assert WHOLE in story.bot_comment("stories")["body"]
    first = by_title(story)[TITLES[0]]["body"]
    assert "- The export contains order number, date, customer and total" in first
    assert "Acceptance criteria" not in by_title(story)[TITLES[2]]["body"]

    pull = built(story, one)
    close(story, four, "not_planned")
    close(story, two)
    story.door.settle()
    assert record(story)["stage"] == "implementing"
    close(story, three)
    story.door.settle()

    held, card = record(story), story.bot_comment("record")["body"]
    assert (held["stage"], story.labels() & {"stage: done", "stage: implementing"}) == (
        "done",
        {"stage: done"},
    )
    ends = held["doneArtifact"]["stories"]
    assert [(e["number"], e["state"], e.get("pulls", [])) for e in ends] == [
        (one, "done", [pull]),
        (two, "done", []),
        (three, "done", []),
        (four, "dropped", []),
    ]
    assert f"done by [#{pull}]" in card and "closed without a merged pull request" in card
    assert "closed as not planned" in card and f"- {WHOLE}" in card
    met = [c for c in ends[0]["criteria"] if c["text"].startswith("The export contains")]
    assert [c["state"] for c in met] == ["supported"] and met[0]["source"]
    told = story.bot_comment("notice")["body"]
    assert "3 of 4 stories are done" in told and f"Not done: [#{four}]" in told
    assert set(ours(story).values()) == {1}


def test_an_epic_is_not_done_while_a_story_is_open_or_none_is_done(
    inside_story: Callable[[], Story],
) -> None:
    """Stories closed as not planned finish nothing; one that a command cancelled counts as cancelled."""
    # issue 22
    story = approved(inside_story())
    one, two, three, four = numbers(story)
    for number in (one, two, three):
        close(story, number, "not_planned")
    story.door.settle()
    assert record(story)["stage"] == "implementing"
    close(story, four, "not_planned")
    story.door.settle()
    assert record(story)["stage"] == "implementing"
    assert "Every story was closed as not planned" in story.bot_comment("record")["body"]

    path = f"/repos/{story.hub.repo}/issues/{one}"
    story.hub.request("PATCH", path, {"state": "open"}, login="alice")
    story.door.settle()
    close(story, two)
    story.door.settle()
    assert record(story)["stage"] == "implementing"
    epic, story.issue = story.issue, one
    story.comment("alice", "/plan cancel")
    story.door.settle()
    story.issue = epic

    ends = record(story)["doneArtifact"]["stories"]
    assert [e.get("reason", "") for e in ends] == ["cancelled", "", "not_planned", "not_planned"]
    assert record(story)["stage"] == "done"


def test_a_story_without_a_label_is_open_all_the_same(inside_story: Callable[[], Story]) -> None:
    """What shows whether a story has ended is its record, not that a label of its stage is missing."""
    # issue 22
    story = approved(inside_story())
    one, *others = numbers(story)
    path = f"/repos/{story.hub.repo}/issues/{one}/labels/stage: staged"
    story.hub.request("DELETE", path, login="alice")
    for number in others:
        close(story, number)
    look(story)

    assert record(story)["stage"] == "implementing"


def test_planning_an_epic_again_keeps_its_stories(inside_story: Callable[[], Story]) -> None:
    """A new version has the same stories and issues, label or not; what the reason asks is named."""
    # issue 22
    story = approved(inside_story())
    before = numbers(story)
    path = f"/repos/{story.hub.repo}/issues/{story.issue}/labels/plan:epic"
    story.hub.request("DELETE", path, login="alice")
    story.comment("alice", "/plan replan The page needs a help text")
    story.door.settle()
    held = record(story)
    assert [t["title"] for t in held["planner"]["plan"]["body"]["tasks"]] == list(TITLES)
    story.comment("alice", "/plan approve")
    story.door.settle()

    assert numbers(story) == before and len(by_title(story)) == 6
    assert "The page needs a help text" in held["planningArtifact"]["uncovered"]


# ---- killed


def whole(story: Story) -> dict[str, Any]:
    """All that stands on GitHub at the end, with titles instead of numbers."""
    found = by_title(story)
    title = {row["number"]: name for name, row in found.items()}
    held = record(story)
    done = held.get("doneArtifact") or {}
    return {
        "issues": sorted(row["title"] for row in rows(story, "?state=all&")),
        "sub": sorted(title[i["number"]] for i in rows(story, f"/{story.issue}/sub_issues?")),
        "links": {title[n]: {title[b] for b in found} for n, found in links(story).items()},
        "stage": held["stage"],
        "ends": [(e["title"], e["state"]) for e in done.get("stories", [])],
        "comments": ours(story),
        "labels": story.labels(),
        "cards": Counter(
            name
            for name, row in found.items()
            for c in rows(story, f"/{row['number']}/comments?")
            if c["body"].startswith("<!-- plangate:record")
        ),
    }


def approve(story: Story) -> None:
    story.comment("alice", "/plan approve")


def finish(story: Story) -> None:
    *most, last = numbers(story)
    for number in most:
        close(story, number)
    close(story, last, "not_planned")


ACTS: tuple[Callable[[Story], object], ...] = (begun, approve, finish)


def fresh(story: Story) -> None:
    """A new process looks at the epic: it remembers nothing of the one that was killed."""
    assert isinstance(story.door, InProcessDoor)
    story.door.wiring = wiring_of(story.door.env)
    look(story)


def killed(story: Story, reaper: Reaper, act: int, *, each: bool = True) -> int:
    """What people do until this act; then the bot is killed right after a write, and a new one looks.

    Takes which act, and whether to kill at each write or at the first of each kind only. Returns how often
    it was killed.
    """
    for do in ACTS[:act]:
        do(story)
        fresh(story)
    ACTS[act](story)
    state, epic = story.hub.save(), story.issue
    reaper.calls = 0
    fresh(story)
    assert isinstance(story.door, InProcessDoor)
    expected, writes = whole(story), story.door.wiring.writes()
    assert expected["stage"] == ("staged", "implementing", "done")[act]
    assert len(writes) == reaper.calls
    at = [n for n, one in enumerate(writes) if each or one not in writes[:n]]
    for n in at:
        story.hub.restore(state)
        story.issue = epic
        reaper.left = n + 1
        with pytest.raises(Killed):
            fresh(story)
        reaper.left = 0
        fresh(story)
        assert whole(story) == expected, writes[n]
        assert writes_of(story, lambda: look(story)) == [], writes[n]
    return len(at)


@pytest.mark.parametrize("act", [1, 2], ids=["made", "done"])
def test_no_twins_after_a_kill(
    inside_story: Callable[[], Story], monkeypatch: pytest.MonkeyPatch, act: int
) -> None:
    """Killed at each kind of write, while issues are made and at the end: all is as if it had not been."""
    # issue 22
    assert killed(inside_story(), Reaper(monkeypatch), act, each=False) >= 3


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("act", [0, 1, 2], ids=["planned", "made", "done"])
def test_no_twins_after_a_kill_at_every_write(
    inside_story: Callable[[], Story], monkeypatch: pytest.MonkeyPatch, act: int
) -> None:
    """Killed at each single write of the whole epic, and resumed: all is as if it had not been."""
    # issue 22
    assert killed(inside_story(), Reaper(monkeypatch), act) >= 3
