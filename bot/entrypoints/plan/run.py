"""`plangate plan run|replay`: plan an issue or a Markdown file, or run a model's transcript again."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click

from bot.domain.policy import EngineName
from bot.entrypoints import reading
from bot.entrypoints.commands import NAMED
from bot.entrypoints.plan.answering import plan_file
from bot.entrypoints.plan.printed import asked_text, printed
from bot.entrypoints.plan.source import Source
from bot.entrypoints.terminal import json_text, show
from bot.errors import UsageError, unwritten
from bot.events.target import is_target, named
from bot.planning.proposal import Declined, Proposal, ProposedPlan, ProposedQuestions
from bot.wiring.engines import local_engine
from bot.wiring.engines import replay as again
from bot.wiring.local import renderer, write

WAITING = 3


@click.command("run")
@click.argument("target", type=NAMED)
@click.option(
    "--workspace",
    type=reading.PATH,
    metavar="DIR",
    help="Only for a Markdown file: the repository's folder. Default: this checkout.",
)
@click.option(
    "--issues",
    type=reading.PATH,
    help="Only for a Markdown file: open issues to compare with, as "
    "`gh issue list --json number,title,body` prints them.",
)
@click.option(
    "--comments",
    type=reading.PATH,
    help="Only for a Markdown file: comments on the issue, as "
    "`gh api repos/OWNER/REPO/issues/12/comments` prints them.",
)
@click.option(
    "--answer",
    multiple=True,
    help="Only for a Markdown file: answers, such as '1A 2B'; may be repeated.",
)
@click.option(
    "--engine",
    type=click.Choice(get_args(EngineName)),
    help="The planner to use. A model that fails is replaced by the built-in planner, with a note.",
)
@click.option(
    "--transcript",
    type=reading.PATH,
    help="Save the prompts and answers to this file, if a model is asked.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Write nothing to GitHub (a file's plan is only printed anyway).",
)
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
    """Plan TARGET: an issue (owner/repo#12, its URL, or only 12 in a checkout) or a Markdown file."""
    variables = {"PLANGATE_ENGINE": engine} if engine else {}
    keep = _Keep(transcript) if transcript else None
    if is_target(target):
        given = {"answer": answer, "workspace": workspace, "issues": issues, "comments": comments}
        if unfit := next((name for name, value in given.items() if value), ""):
            what = f"--{unfit} is only for a Markdown file, and {target} is an issue"
            remedy = "Answer on GitHub, for example with 1A" if answer else f"Leave out --{unfit}"
            raise UsageError("PLANGATE-CLI-010", what, remedy)
        # What speaks with GitHub is slow to import, and a file needs none of it.
        from bot.entrypoints.plan.issue import plan_issue

        waits = plan_issue(named(target), keep, variables, dry_run=dry_run, as_json=as_json)
        _tell_unkept(keep)
        if waits:
            sys.exit(WAITING)
        return
    asked = reading.text(Path(target))
    known = reading.rows(issues, "gh issue list --json number,title,body")
    said = reading.rows(comments, "gh api repos/OWNER/REPO/issues/12/comments")
    source = Source(asked, known, said, answer, keep)
    engine_of = functools.partial(local_engine, {**os.environ, **variables})
    found = plan_file(source, workspace, engine_of, as_json=as_json)
    tell(found, as_json=as_json, given=answer)
    told = isinstance(found, Declined)  # its reason holds the note
    if not (as_json or told) and (note := planner_note(found)):
        click.echo(note, err=True)
    _tell_unkept(keep)
    if isinstance(found, ProposedQuestions):
        sys.exit(WAITING)


@click.command("replay")
@click.argument("file", type=reading.PATH)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def replay(file: Path, as_json: bool) -> None:
    """Make a plan again from the prompts and answers that `plan run --transcript` saved in FILE.

    No model is asked, and the plan is the same, byte for byte.
    """
    remedy = "Make it again with `plangate plan run TARGET --transcript FILE`"
    told = reading.data(file, reading.output(file), remedy)
    try:
        found = again(told)
    except (ValueError, KeyError, TypeError) as problem:
        what = f"{file} is not a transcript, or is damaged"
        remedy = "Name a file that `plangate plan run TARGET --transcript FILE` wrote"
        raise UsageError("PLANGATE-CLI-019", what, remedy) from problem
    tell(found, as_json=as_json)


@dataclass(slots=True)
class _Keep:
    """Writes the transcript where it was asked for. Raises UsageError."""

    path: Path
    kept: bool = False

    def __call__(self, transcript: Mapping[str, Any]) -> None:
        try:
            write(self.path, transcript)
        except OSError as problem:
            what = f"the transcript cannot be written to {self.path} ({unwritten(problem)})"
            remedy = "Name a file in an existing folder"
            raise UsageError("PLANGATE-CLI-018", what, remedy) from problem
        self.kept = True


def _tell_unkept(keep: _Keep | None) -> None:
    """Say on standard error that a transcript was asked for, and none was written."""
    if keep and not keep.kept:
        click.echo(f"{keep.path} was not written: no model was used.", err=True)


def planner_note(proposal: Proposal) -> str:
    """What must be known of who planned: why not the model, or that it was not examined; mostly empty."""
    told = proposal.telemetry
    fallback = told.get("fallback")
    if fallback:
        why = f"{fallback['code']}: {fallback['what']}. {fallback['remedy']}."
        return f"The model {told['model']} was not used. {why}"
    return str(told.get("caveat") or "")


def tell(proposal: Proposal, *, as_json: bool, given: tuple[str, ...] = ()) -> None:
    """Print what came of planning with the answers `given`, as one JSON object or in words."""
    if as_json:
        click.echo(json_text(printed(proposal)))
        return
    match proposal:
        case ProposedPlan():
            show(renderer().plan_text(proposal.plan))
        case ProposedQuestions():
            show(asked_text(proposal.questions, given))
        case Declined():
            show(f"Not planned: {proposal.reason}\n{proposal.would_change}")
