"""The Action door: the runner's event file -> handle -> outputs and job summary."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import environ
from pathlib import Path

import click

from bot.domain.verdict import Conclusion
from bot.effects import GateMessage
from bot.entrypoints import door
from bot.errors import Bug, PlangateError, UsageError, cause
from bot.events import github
from bot.events.wake import Wake
from bot.flow.handle import Outcome
from bot.wiring.local import renderer

SWEEPING = {"schedule", "workflow_dispatch"}
_SHUT = {Conclusion.FAILURE, Conclusion.ACTION_REQUIRED}


@click.command()
def action() -> None:
    """Handle the event that started this workflow run."""
    notes: list[str] = []
    try:
        with commands_stopped():
            _handle(notes)
    except PlangateError as problem:
        notes.append(annotation("error", problem.code, f"{problem.what}. {problem.remedy}."))
        raise
    finally:
        for note in notes:
            click.echo(note)


def annotation(level: str, title: str, text: str) -> str:
    """A line that the runner shows on the run's page, whatever the texts hold.

    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
    """

    def told(value: str, *more: str) -> str:
        for sign in ("%", "\r", "\n", *more):
            value = value.replace(sign, f"%{ord(sign):02X}")
        return value

    return f"::{level} title={told(title, ':', ',')}::{told(text)}"


def _handle(notes: list[str]) -> None:
    event, repository = _needed("GITHUB_EVENT_NAME"), _needed("GITHUB_REPOSITORY")
    wiring = door.open_wiring()
    payload = _payload(Path(_needed("GITHUB_EVENT_PATH")))
    dry = wiring.settings.dry_run
    failed: list[tuple[Wake, PlangateError]] = []
    if event in SWEEPING:
        came = door.sweep_all(wiring, repository, dry_run=dry)
        outcomes, failed = came.outcomes, came.failed
    else:
        wake = github.wake(event, payload)
        outcomes = list(door.run_whole(wiring, wake, dry_run=dry)) if wake else []
    said = door.outputs(outcomes)
    _append("GITHUB_OUTPUT", "".join(_pairs(said)))
    _append("GITHUB_STEP_SUMMARY", summary(repository, outcomes, wiring.settings.server_url))
    notes += blocked(repository, outcomes, wiring.settings.server_url)
    click.echo(json.dumps({"event": event, **said}, ensure_ascii=True))
    if failed:
        raise failed[0][1]


@contextmanager
def commands_stopped() -> Iterator[None]:
    """Keep the runner from obeying anything that is printed: an error may repeat what users wrote.

    A bug is told in here, too.
    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#stopping-and-starting-workflow-commands
    """
    token = secrets.token_hex(16)
    click.echo(f"::stop-commands::{token}")
    try:
        yield
    except PlangateError:
        raise
    except Exception as problem:
        bug = Bug(problem)
        click.echo(f"{bug}\n{bug.details}", err=True, nl=False)
        sys.exit(bug.exit_code)
    finally:
        click.echo(f"::{token}::")


def _payload(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as problem:
        what = f"the event file cannot be read ({cause(problem)})"
        raise UsageError(
            "PLANGATE-ACTION-002", what, "Check GITHUB_EVENT_PATH; in a workflow, GitHub sets it"
        ) from problem


def _needed(name: str) -> str:
    value = environ.get(name, "")
    if not value:
        remedy = "Run this in a job of GitHub Actions; elsewhere, use `plangate replay`"
        raise UsageError("PLANGATE-ACTION-001", f"{name} is not set", remedy)
    return value


def _pairs(outputs: Mapping[str, str]) -> Iterator[str]:
    """Output blocks under a fresh random delimiter, so that no value can end its own block.

    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
    """
    for name, value in outputs.items():
        delimiter = f"plangate_{secrets.token_hex(16)}"
        yield f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def _append(variable: str, text: str) -> None:
    path = environ.get(variable, "")
    if path and text:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)


def blocked(repository: str, outcomes: list[Outcome], server_url: str) -> list[str]:
    """An annotation for each pull request that may not be merged: what is the next thing to do."""
    shut = [v for o in outcomes for v in o.verdicts if v.conclusion in _SHUT]
    if not shut:
        return []
    title = renderer(repository, server_url).title
    return [
        annotation(
            "warning", f"plangate: #{v.pull}" if v.pull else "plangate: merge group",
            title(GateMessage(v, v.policy)),
        )
        for v in shut
    ]  # fmt: skip


def summary(repository: str, outcomes: list[Outcome], server_url: str) -> str:
    """The job summary: where the issue stands, and the gate's explanation for each pull request."""
    said = {name.replace("-", "_"): value for name, value in door.outputs(outcomes).items()}
    messages = [GateMessage(v, v.policy) for o in outcomes for v in o.verdicts]
    reasons = [reason for o in outcomes for reason in o.decision.reasons]
    effects = [type(effect).__name__ for o in outcomes for effect in o.done]
    data = {**said, "messages": messages, "reasons": reasons, "effects": effects}
    return renderer(repository, server_url).summary(data)
