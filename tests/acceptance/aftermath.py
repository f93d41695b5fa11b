"""What must hold after a fault of GitHub, before and after the sweep: each function tells what does not."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

from structlog.typing import EventDict

from bot.errors import PlangateError, RateLimited
from tests.acceptance.faults import Fault, limited
from tests.acceptance.state import end_state
from tests.acceptance.story import Story

LIMITED = RateLimited("", 0).code


def at_once_wrong(fault: Fault | None, failed: list[str], told: int) -> list[str]:
    """What is wrong before the sweep: a fault that passes stops nothing, and takes two lines at most.

    A limit stops all, under its own name: nothing that was not read is taken for nothing.
    """
    wrong = [] if told or (fault and not fault.plain) else ["the log says nothing"]
    if fault and fault.how is limited and set(failed) != {LIMITED}:
        wrong.append(f"a limit became {failed}")
    if fault and fault.passes:
        wrong += [f"it stopped the work: {failed}"] * bool(failed)
        wrong += [f"{told} lines tell of it"] * (told > 2)
    return wrong


def doubled(story: Story) -> list[str]:
    """Comments of ours that stand twice, also if the next round would take one away."""
    bodies = (c["body"] for c in story.comments()) if story.issue else ()
    marks = Counter(b.partition(" sum=")[0] for b in bodies if b.startswith("<!-- plangate:"))
    return [f"doubled: {mark}" for mark, times in marks.items() if times > 1]


def said_wrong(
    told: Sequence[EventDict],
    warned: Sequence[logging.LogRecord],
    failed: Sequence[PlangateError],
) -> list[str]:
    """What the log says that it must not: each failure is a line with its remedy, and none is a bug."""
    lines = [row for row in told if row["event"] in {"failed", "bug"}]
    wrong = [f"the log says {row}" for row in lines if not row.get("remedy")]
    if [row["code"] for row in lines] != [problem.code for problem in failed]:
        wrong.append(f"the log says {lines} of {failed}")
    said = [str(row) for row in told] + [record.getMessage() for record in warned]
    return wrong + [f"more than a line: {text}" for text in said if "\n" in text]


def seen(story: Story) -> dict[str, Any]:
    """All that people see, where there is something yet."""
    repo = f"/repos/{story.hub.repo}"
    if not story.issue:
        return {}
    ours = [c for c in story.comments() if c["body"].startswith("<!-- plangate:")]
    state = end_state(story) if ours else {"labels": sorted(story.labels())}
    reactions = Counter(
        f"{c['id']} {r['content']}"
        for c in story.comments()
        for r in story.hub.request("GET", f"{repo}/issues/comments/{c['id']}/reactions")
    )
    talk = story.pull and story.hub.request("GET", f"{repo}/issues/{story.pull}/comments")
    return state | {"reactions": reactions, "talk": len(talk or ())}


def verdict_wrong(story: Story, end: dict[str, Any]) -> list[str]:
    """Whether the check lets merge what the undisturbed story would not."""
    check = (end.get("check") or {}).get("conclusion")
    if not story.pull or check == "success":
        return []
    path = f"/repos/{story.hub.repo}/commits/{story.head()}/check-runs?check_name=plangate"
    runs = story.hub.request("GET", path)["check_runs"]
    return [f"the verdict is {r['conclusion']}" for r in runs if r["conclusion"] == "success"]


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """The parts that are not as expected. A reaction may be missing: no later run gives it."""
    more = found.get("reactions", Counter()) - expected.get("reactions", Counter())
    return [f"doubled: {more}"] * bool(more) + [
        f"{part}: {found.get(part)} instead of {expected.get(part)}"
        for part in sorted((expected.keys() | found.keys()) - {"reactions"})
        if expected.get(part) != found.get(part)
    ]
