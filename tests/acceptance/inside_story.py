"""What conversations on the emulator share: a story in this process, and what people do in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.adapters.clock import SystemClock
from bot.entrypoints import door
from bot.events.wake import IssueTarget, Wake
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.state import record
from tests.acceptance.story import Story

CLEAR = """\
`Order.total` in `shop/models.py` must never be negative.

## Tasks
- [ ] Refuse a negative total in `shop/models.py`
- [ ] Say in `docs/admin.md` that totals are never negative

## Acceptance criteria
- [ ] A negative total raises ValueError
"""
OPEN = """\
Our accountants copy orders by hand every month.

The file could be CSV or XLSX. I'm not sure whether the export should run at once or be sent by
e-mail when it is ready.
"""


def begun(begin: Callable[[], Story], title: str, body: str, policy: str = "") -> Story:
    """A story that begins with this issue; the next one that does is taken up from there."""

    def opens(story: Story) -> str:
        issue(story, title, body)
        return "carol opens the issue, and alice labels it"

    return begin().played(opens, given=f"{title}\n{body}", policy=policy)


def issue(story: Story, title: str, body: str, *labels: str, login: str = "carol") -> int:
    """Carol opens an issue, alice labels it, and the bot looks."""
    path = f"/repos/{story.hub.repo}/issues"
    row = story.hub.request("POST", path, {"title": title, "body": body}, login=login)
    story.issue = int(row["number"])
    for name in labels or ("plan",):
        asked = {"labels": [name]}
        story.hub.request("POST", f"{path}/{story.issue}/labels", asked, login="alice")
    story.door.settle()
    return story.issue


def says(story: Story, login: str, body: str) -> None:
    """Somebody comments, and the bot looks."""
    story.comment(login, body)
    story.door.settle()


def ticks(story: Story, login: str, kind: str, box: str, *, clear: bool = False) -> None:
    """Somebody ticks (or clears) a box, and the bot looks."""
    body, marker = story.bot_comment(kind)["body"], f"<!-- plangate:{box} -->"
    marks = ("[x]", "[ ]") if clear else ("[ ]", "[x]")
    edit(story, login, kind, body.replace(f"- {marks[0]} {marker}", f"- {marks[1]} {marker}"))


def edit(story: Story, login: str, kind: str, body: str) -> None:
    """Somebody edits a comment of the bot, and the bot looks."""
    path = f"/repos/{story.hub.repo}/issues/comments/{story.bot_comment(kind)['id']}"
    story.hub.request("PATCH", path, {"body": body}, login=login)
    story.door.settle()


def change(story: Story, login: str = "alice", **fields: Any) -> None:
    """Somebody changes the issue (its body, its state), and the bot looks."""
    path = f"/repos/{story.hub.repo}/issues/{story.issue}"
    story.hub.request("PATCH", path, fields, login=login)
    story.door.settle()


def policy(story: Story, text: str) -> None:
    """The policy on the default branch."""
    story.hub.push_files("alice", {".github/plangate.yml": text}, "main", "Policy")
    story.door.settle()


def look(story: Story) -> None:
    """The bot looks at the issue, with no event."""
    assert isinstance(story.door, InProcessDoor)
    door.run(story.door.wiring, Wake(story.hub.repo, IssueTarget(story.issue)))


def later(monkeypatch: pytest.MonkeyPatch, **passed: float) -> None:
    """Let time pass for the bot: `later(monkeypatch, hours=73)`."""
    real = SystemClock.now

    def now(clock: SystemClock) -> Any:
        return real(clock) + timedelta(**passed)

    monkeypatch.setattr(SystemClock, "now", now)


def stage(story: Story) -> str:
    """The stage that the record tells."""
    return str(record(story)["stage"])


def notices(story: Story) -> list[str]:
    """The notices on the issue, without their markers."""
    found = (c["body"] for c in story.comments() if c["body"].startswith("<!-- plangate:notice"))
    return [body.partition("\n")[2] for body in found]


def count(story: Story, kind: str) -> int:
    """How many comments of this kind the bot has on the issue."""
    return sum(c["body"].startswith(f"<!-- plangate:{kind} ") for c in story.comments())


def statuses(story: Story) -> list[str]:
    """How far each task is, in the plan's order."""
    tasks = record(story)["planner"]["plan"]["body"]["tasks"]
    return [t.get("status", "pending") for t in tasks]


def writes_of(story: Story, do: Callable[[], object]) -> list[str]:
    """The bot's own writes meanwhile, as `METHOD route`."""
    assert isinstance(story.door, InProcessDoor)
    before = len(story.door.wiring.writes())
    do()
    return story.door.wiring.writes()[before:]
