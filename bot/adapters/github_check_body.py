"""A check run as GitHub's API takes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bot.domain.verdict import Conclusion
from bot.ports.github import CheckRun, LineNote

MOST_NOTES = 50
"""What GitHub takes of notes in one request."""


def check_run_body(run: CheckRun, *, fresh: bool, own_app: bool) -> dict[str, Any]:
    """Notes are only ever added to a run, so they go with a new one; buttons reach their own App alone.

    https://docs.github.com/en/rest/checks/runs#create-a-check-run
    """
    state = (
        {"status": "in_progress"}
        if run.conclusion is Conclusion.IN_PROGRESS
        else {"status": "completed", "conclusion": run.conclusion.value}
    )
    output: dict[str, Any] = {"title": run.title, "summary": run.summary}
    output |= {"text": run.text} if run.text else {}
    if fresh and run.notes:
        output["annotations"] = [_annotation(note) for note in run.notes[:MOST_NOTES]]
    buttons = run.buttons if own_app and run.conclusion is not Conclusion.IN_PROGRESS else ()
    return {
        "name": run.name,
        "head_sha": run.head_sha,
        "external_id": run.external_id,
        "output": output,
        **({"actions": [asdict(button) for button in buttons]} if buttons else {}),
        **state,
    }


def _annotation(note: LineNote) -> dict[str, Any]:
    return {
        "path": note.path,
        "start_line": note.line,
        "end_line": note.line,
        "annotation_level": note.level,
        "title": note.title[:255],
        "message": note.message,
    }
