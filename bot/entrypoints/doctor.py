"""`plangate doctor`: check a deployment from end to end, and say how to fix what is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from os import environ

import click

from bot import log, settings
from bot.entrypoints import door
from bot.entrypoints.commands import REPOSITORY
from bot.entrypoints.terminal import count
from bot.errors import ConfigError, PlangateError, cause
from bot.ports.diagnosis import Diagnosis, failed
from bot.settings import Settings
from bot.wiring import github_checkup, model_checkup
from bot.wiring import inbox as inboxes
from bot.wiring.engines import models_of
from bot.wiring.github import Wiring
from bot.wiring.model_checkup import Checkup

MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}
FAILED = 5


@click.command()
@click.argument("repository", type=REPOSITORY, required=False, default="")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def doctor(repository: str, as_json: bool) -> None:
    """Check settings, database, model server and GitHub; also REPOSITORY (owner/name), if you name one."""
    log.configure("ERROR")
    configured = door.signed_in(settings.from_environ(environ))
    wrong = 0
    for finding in diagnoses(configured, repository):
        wrong += finding.state == "wrong"
        remedy = f". {finding.remedy}." if finding.remedy else ""
        line = f"{MARKS[finding.state]}  {finding.what}{remedy}"
        click.echo(json.dumps(asdict(finding)) if as_json else line)
    if wrong:
        sys.exit(FAILED)


def diagnoses(configured: Settings, repository: str) -> Iterator[Diagnosis]:
    """Everything that was looked at, in order."""
    access = _asked(
        lambda: settings.require_credentials(configured, typed=True), "GitHub credentials are set"
    )
    yield access
    yield from _secrets(configured)
    yield from _database(configured)
    models = models_of(configured)
    yield from model_checkup.diagnoses(Checkup(configured, models) if models else None)
    if access.state == "wrong":
        return  # that was said first
    try:
        wiring = Wiring(configured)
    except ConfigError as problem:
        yield failed(problem)
        return
    who = "the App's id and key" if configured.app_mode else "the token"
    access = _asked(lambda: github_checkup.require_access(wiring), f"GitHub accepts {who}")
    yield access
    if access.state == "wrong":
        return  # whatever is asked next fails in the same way
    if repository:
        yield from github_checkup.diagnoses(wiring, repository)
    else:
        what = "no repository was checked"
        yield Diagnosis("note", what, "To check one: plangate doctor OWNER/NAME")


def _secrets(configured: Settings) -> Iterator[Diagnosis]:
    try:
        settings.require_secret(configured)
        yield Diagnosis("ok", "the webhook's secret is set")
    except ConfigError as problem:
        what = f"{problem.what}: without it, `plangate serve` starts only with --setup"
        yield Diagnosis("note", what, problem.remedy)
    if configured.former_secret:
        what = "the previous webhook secret is still accepted"
        remedy = "After the change of secrets, unset PLANGATE_WEBHOOK_SECRET_PREVIOUS"
        yield Diagnosis("note", what, remedy)
    if configured.record_key:
        yield Diagnosis("ok", "records are signed: every change by anybody else is detected")
    else:
        what = "records are unsigned: accidental damage is detected, deliberate edits are not"
        remedy = "To sign them, set PLANGATE_RECORD_KEY, for example from `openssl rand -hex 32`"
        yield Diagnosis("note", what, remedy)


def _database(configured: Settings) -> Iterator[Diagnosis]:
    if missing := inboxes.missing(configured):
        yield Diagnosis("note", f"there is no database yet: `plangate serve` creates {missing}")
        return
    try:
        inbox = inboxes.opened(configured)
        counts = inbox.counts()
        inbox.close()
    except PlangateError as problem:
        what = f"{problem.code}: {problem.what} ({inboxes.said(configured)})"
        yield Diagnosis("wrong", what, problem.remedy)
        return
    except Exception as problem:
        yield Diagnosis("wrong", f"the inbox cannot be read ({cause(problem)})", "See the log")
        return
    queue = f"{count(counts.waiting, 'event')} waiting" if counts.waiting else "queue empty"
    yield Diagnosis("ok", f"the inbox works ({inboxes.said(configured)}): {queue}")
    if counts.dead:
        what = f"{count(counts.dead, 'event')} failed permanently"
        remedy = "See `plangate inbox list`, fix the cause, then `plangate inbox retry --all`"
        yield Diagnosis("wrong", what, remedy)


def _asked(ask: Callable[[], None], fine: str) -> Diagnosis:
    try:
        ask()
    except PlangateError as problem:
        return failed(problem)
    return Diagnosis("ok", fine)
