"""`plangate plan run`: plan an issue or a Markdown file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.domain.authority import SOMEBODY_WITH_WRITE
from bot.domain.record import Record
from bot.entrypoints.plan import reading
from bot.entrypoints.plan.answering import propose
from bot.entrypoints.plan.printed import printed
from bot.entrypoints.plan.progress import progress
from bot.entrypoints.plan.source import Source
from bot.errors import UsageError
from bot.events.target import is_target, named
from bot.events.wake import IssueTarget, Wake
from bot.flow.handle import Outcome
from bot.intents.model import PlanWanted
from bot.planning.proposal import Declined, Proposal, ProposedPlan, ProposedQuestions
from bot.wiring.engines import local_engine
from bot.wiring.local import renderer, write

if TYPE_CHECKING:
    from bot.wiring.github import Wiring

WAITING = 3
_PATH = click.Path(path_type=Path, readable=False)  # reading.py says what is wrong


@click.command("run")
@click.argument("target")
@click.option("--workspace", type=_PATH, help="The repository to read.")
@click.option("--issues", type=_PATH, help="Open issues as JSON, for finding duplicates.")
@click.option("--comments", type=_PATH, help="The conversation as JSON.")
@click.option("--answer", multiple=True, help="Answers such as '1A 2B'; may be repeated.")
@click.option("--engine", type=click.Choice(["auto", "builtin", "model"]), help="Who plans.")
@click.option("--transcript", type=_PATH, help="Write the model's run into this file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--dry-run", is_flag=True, help="Decide, but write nothing to GitHub.")
def run(  # noqa: PLR0913 - one parameter an option
    target: str,
    workspace: Path | None,
    issues: Path | None,
    comments: Path | None,
    answer: tuple[str, ...],
    engine: str | None,
    transcript: Path | None,
    as_json: bool,
    dry_run: bool,
) -> None:
    """Plan TARGET: owner/repo#12, or a Markdown file."""
    if is_target(target):
        if answer:
            raise UsageError(
                "PLANGATE-CLI-010",
                "--answer is for files; an issue is answered on GitHub",
                "Reply there, for instance with 1A",
            )
        wiring = _wiring(engine, transcript)
        _run_issue(wiring, *named(target), dry_run=dry_run, as_json=as_json)
        return
    asked = reading.text(Path(target))
    keep = partial(_keep, transcript) if transcript else None
    source = Source(asked, reading.rows(issues), reading.rows(comments), answer, keep)
    tree, policy = reading.workspace(workspace), reading.policy(workspace)
    said = {**os.environ, **_engine_variable(engine)}
    planner = local_engine(said, workspace, policy)
    with progress(as_json=as_json) as watch:
        found = propose(source, planner, tree, policy, watch)
    click.echo(_json(printed(found)) if as_json else words(found))
    if isinstance(found, ProposedQuestions):
        sys.exit(WAITING)


def _engine_variable(engine: str | None) -> dict[str, str]:
    return {"PLANGATE_ENGINE": engine} if engine else {}


def _keep(path: Path, transcript: Mapping[str, Any]) -> None:
    """Write the transcript where it was asked for. Raises UsageError."""
    try:
        write(path, transcript)
    except OSError as problem:
        raise UsageError(
            "PLANGATE-CLI-018",
            f"the transcript cannot be written to {path} ({type(problem).__name__})",
            "Name a file in a folder that is there",
        ) from problem


def _wiring(engine: str | None, transcript: Path | None) -> Wiring:
    from bot.entrypoints import door  # PyGithub is slow to import, and a file needs none of it

    wiring = door.open_wiring(**_engine_variable(engine))
    if transcript:
        wiring.keep = partial(_keep, transcript)
    return wiring


def _run_issue(
    wiring: Wiring, repository: str, number: int, *, dry_run: bool, as_json: bool
) -> None:
    from bot.entrypoints import door

    now = datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - a door
    wanted = PlanWanted(f"cli:plan:{now.isoformat()}", now, SOMEBODY_WITH_WRITE)
    wake = Wake(repository, IssueTarget(number))
    outcomes = door.run(wiring, wake, dry_run=dry_run, asked=(wanted,))
    record = next((o.decision.record for o in outcomes), None)
    if as_json and record:
        click.echo(_json(record.model_dump(mode="json", by_alias=True)))
    elif record:
        click.echo(_result(outcomes, record))
    if record and record.stage == "awaiting_human":
        sys.exit(WAITING)


def _result(outcomes: tuple[Outcome, ...], record: Record) -> str:
    wrote = sum(len(o.done) for o in outcomes)
    tasks = len(record.plan.live) if record.plan else 0
    return (
        f"{record.canonical_task_id}: {record.stage.value}, {_count(tasks, 'task')}, "
        f"{_count(wrote, 'thing')} written"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def words(proposal: Proposal) -> str:
    """A proposal as a terminal shows it."""
    match proposal:
        case ProposedPlan():
            return renderer().plan_text(proposal.plan, task=None)
        case ProposedQuestions():
            lines = [f"{_count(len(proposal.questions), 'question')} before a plan can be made:"]
            for q in proposal.questions:
                lines.append(f"\n{q.id.removeprefix('q')}. {q.question}")
                for letter, option in zip(q.letters, q.options, strict=True):
                    lines.append(f"   {letter}. {option.label} - {option.description}")
            return "\n".join(lines)
        case Declined():
            return f"{proposal.outcome}: {proposal.reason}\n{proposal.would_change}"


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=False)
