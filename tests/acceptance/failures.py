"""Six checks that fail, exactly as published: `python -m tests.acceptance.failures FOLDER`.

For readers who have never seen the project: can they say from the check alone what to do next?
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.story import (
    CHECK,
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
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

POLICY = ".github/plangate.yml"
PLANNED = (protect, report, label, tick_answer, reply_answer)
APPROVED = (*PLANNED, approve)


def no_issue(story: Story) -> None:
    """A pull request that names no issue."""
    story.play(protect)
    story.pull = story.hub.open_pull(
        "bob", shop.CODE | shop.TESTS, branch="export", title="Export a month's orders"
    )
    story.door.settle()
    story.play(pass_checks)


def not_approved(story: Story) -> None:
    """The plan stands, and nobody has approved it."""
    _play(story, *PLANNED, open_pull, add_tests, pass_checks)


def no_tests(story: Story) -> None:
    """The plan wants tests, and no test file changed."""
    _play(story, *APPROVED, open_pull, pass_checks, review)


def contradiction(story: Story) -> None:
    """The description says that all checks pass; one failed."""
    _play(story, *APPROVED, open_pull, add_tests)
    body = f"Fixes #{story.issue}\n\n- [x] Tests added\n- [x] All checks pass\n"
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"body": body}, login="bob")
    story.hub.ci(story.head(), "CI", "failure")
    story.door.settle()


def changes_requested(story: Story) -> None:
    """A reviewer asked for changes."""
    _play(story, *APPROVED, open_pull, add_tests, pass_checks)
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}/reviews"
    said = {"event": "REQUEST_CHANGES", "body": "The month is off by one."}
    story.hub.request("POST", path, said, login="alice")
    story.door.settle()


def broken_policy(story: Story) -> None:
    """The policy on the base branch has a misspelt setting."""
    _play(story, *APPROVED[1:], open_pull, add_tests, pass_checks, review)
    story.hub.push_file("alice", POLICY, "automation: manual\nautmation: full\n")
    story.hub.ci(story.head(), "lint", "success")
    story.door.settle()


SITUATIONS: tuple[Callable[[Story], None], ...] = (
    no_issue,
    not_approved,
    no_tests,
    contradiction,
    changes_requested,
    broken_policy,
)


def published(hub: GitHubEmulator, folder: Path) -> Iterator[tuple[str, str]]:
    """Each situation's name and its check, as a page of Markdown."""
    for situation in SITUATIONS:
        hub.sink.forward = None
        hub.reset()
        story = Story(hub, InProcessDoor(hub, app_environment(hub, folder)), app_id=hub.app_id)
        situation(story)
        yield situation.__name__, page(story)


def page(story: Story) -> str:
    """The newest check of the pull request: name, conclusion, title, summary and annotations."""
    run = story.check()
    lines = [f"**{CHECK}** — {run['conclusion']}", "", f"# {run['output']['title']}", ""]
    lines += [run["output"]["summary"].rstrip(), ""]
    for note in _annotations(story):
        where = f"{note['path']}:{note['start_line']}"
        lines += [
            f"> `{where}` {note['annotation_level']}: **{note['title']}** {note['message']}",
            "",
        ]
    return "\n".join(lines)


def _annotations(story: Story) -> list[dict[str, Any]]:
    """What went with the newest check to lines of the change; GitHub only ever adds to them."""
    head = story.head()
    bodies = (
        json.loads(e["request_body"] or "{}")
        for e in story.hub.exchanges()
        if e["actor"] == "app" and e["method"] == "POST" and e["url"].endswith("/check-runs")
    )
    sent = [b for b in bodies if b.get("head_sha") == head]
    return sent[-1]["output"].get("annotations", []) if sent else []


def _play(story: Story, *steps: Callable[[Story], str]) -> None:
    for step in steps:
        story.play(step)


def main(folder: Path) -> None:
    """Write six pages."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as keys,
        started(files=shop.FILES, secret=SECRET) as hub,
    ):
        for n, (_, text) in enumerate(published(hub, Path(keys)), 1):
            (folder / f"{n}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
