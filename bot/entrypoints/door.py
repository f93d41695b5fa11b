"""What all doors share: run a wake in a world of its own, log one line, and say what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import environ
from typing import Any
from urllib.parse import urlsplit

from bot import log, settings
from bot.domain import codec
from bot.domain.facts import RecordDamaged, RecordPresent
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.errors import (
    Bug,
    ConfigError,
    NotFound,
    PermissionMissing,
    PlangateError,
    RateLimited,
    UsageError,
)
from bot.events.target import named
from bot.events.wake import DashboardTarget, Wake
from bot.flow import dashboard
from bot.flow import sweep as sweeping
from bot.flow.gather import Subject, gather
from bot.flow.handle import Outcome, handle
from bot.flow.reads import Reads
from bot.intents.model import Intent
from bot.settings import Settings
from bot.wiring import local
from bot.wiring.github import Wiring

LONGEST_WAIT = 60.0
TRIES = 3
# What stays as it is until a person changes something; the codes stand in adapters/github_errors.py:
# a wrong token, switched off, not installed, no repository's name, suspended.
_PERMANENT = (Bug, ConfigError, NotFound, PermissionMissing, UsageError)
_WORSE = ("success", "in_progress", "action_required", "failure")
_REMEDIES = {"PLANGATE-RECORD-003": "Update plangate; this version does not change the record"}
_PERMANENT_CODES = {f"PLANGATE-GITHUB-{number}" for number in ("001", "005", "011", "012", "013")}


def open_wiring() -> Wiring:
    """The wiring of this process, from its environment. Raises ConfigError."""
    configured = settings.from_environ(environ)
    settings.require_credentials(configured)
    log.configure(configured.log_level)
    return Wiring(configured)


def command_wiring(more: Mapping[str, str] | None = None, *, reads_only: bool = False) -> Wiring:
    """The wiring of a command that somebody types: it logs only what PLANGATE_LOG_LEVEL asks for.

    `more` goes before the environment. Where that has no credentials, those of `gh auth login` are taken.
    Raises ConfigError.
    """
    configured = signed_in(settings.from_environ({**environ, **(more or {})}))
    settings.require_credentials(configured, typed=True)
    log.configure(configured.log_level if environ.get("PLANGATE_LOG_LEVEL") else "CRITICAL")
    return Wiring(configured, reads_only=reads_only)


def signed_in(configured: Settings) -> Settings:
    """The settings, with the token of GitHub's own command line where they have no credentials."""
    if configured.token or configured.app_mode or configured.in_actions:
        return configured
    host = urlsplit(configured.github_url).netloc.removeprefix("api.")
    return configured.model_copy(update={"token": local.signed_in_token(host)})


def run(
    wiring: Wiring, wake: Wake, *, dry_run: bool = False, asked: tuple[Intent, ...] = ()
) -> tuple[Outcome, ...]:
    """Handle one wake and log it. Raises PlangateError, after logging its code."""
    started = time.monotonic()
    session = wiring.session(wake.repository, wake.home)
    try:
        outcomes = handle(wake, session.world, dry_run=dry_run, asked=asked)
    except PlangateError as problem:
        told = {"code": problem.code, "what": problem.what, "remedy": problem.remedy}
        _line(wake).warning("failed", **told, requests=session.traffic.count(), ms=_ms(started))
        raise
    _line(wake).info(
        "handled",
        reasons=[reason for o in outcomes for reason in o.decision.reasons],
        wrote=[type(effect).__name__ for o in outcomes for effect in o.done],
        requests=session.traffic.count(),
        unchanged=session.traffic.unchanged,
        blobs=session.traffic.count(route="/repos/{repo}/git/blobs/{sha}"),
        writes=session.traffic.writes,
        checks=session.world.pulls.can_check,
        ms=_ms(started),
    )
    return outcomes


def run_whole(wiring: Wiring, wake: Wake, *, dry_run: bool = False) -> tuple[Outcome, ...]:
    """Handle one wake, then the dashboard where the wake changed what that shows. Raises PlangateError.

    What fails of the dashboard is logged and left to the next look: the wake's own work stands.
    """
    outcomes = run(wiring, wake, dry_run=dry_run)
    if dry_run or not dashboard.changes((o.facts, o.decision) for o in outcomes):
        return outcomes
    try:
        return (*outcomes, *run(wiring, Wake(wake.repository, DashboardTarget(), home=wake.home)))
    except PlangateError:
        return outcomes


def _line(wake: Wake) -> Any:
    seen = wake.witness
    return log.logger().bind(
        delivery=seen.delivery if seen else "", repo=wake.repository, subject=wake.subject
    )


def run_with_retries(wiring: Wiring, wake: Wake, *, dry_run: bool = False) -> tuple[Outcome, ...]:
    """Handle a wake; what may pass is tried again, unless GitHub limits us for longer than that waits.

    Raises PlangateError when it does not pass, and Bug for whatever nobody foresaw.
    """
    for attempt in range(1, TRIES + 1):
        try:
            return run(wiring, wake, dry_run=dry_run)
        except PlangateError as problem:
            wait = problem.wait_seconds if isinstance(problem, RateLimited) else 0.2 * attempt
            left = TRIES - attempt
            if not left or is_permanent(problem) or wait > left * LONGEST_WAIT:
                raise
            time.sleep(min(wait, LONGEST_WAIT))
        except Exception as problem:
            log.logger().exception("bug", subject=wake.subject, code=Bug(problem).code)
            raise Bug(problem) from problem
    return ()


def is_permanent(problem: PlangateError) -> bool:
    """Say whether trying again is of no use before a person has changed something."""
    return isinstance(problem, _PERMANENT) or problem.code in _PERMANENT_CODES


def sweep(wiring: Wiring, repository: str) -> Iterator[Wake]:
    """The wakes of a sweep."""
    return sweeping.wakes(wiring.session(repository).world)


@dataclass(slots=True)
class SweepResult:
    """What a sweep came to."""

    looked: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    failed: list[tuple[Wake, PlangateError]] = field(default_factory=list)
    left: int = 0


def sweep_all(wiring: Wiring, repository: str, *, dry_run: bool = False) -> SweepResult:
    """Sweep to the end, whatever fails on the way; what is gone meanwhile is no failure.

    Where GitHub limits us it ends: what is left would only wait for the same.
    """
    came, wakes = SweepResult(), sweep(wiring, repository)
    for wake in wakes:
        came.looked += 1
        try:
            came.outcomes += run_with_retries(wiring, wake, dry_run=dry_run)
        except NotFound:
            continue
        except PlangateError as problem:
            came.failed.append((wake, problem))
            if isinstance(problem, RateLimited):
                came.left = sum(1 for _ in wakes)
                log.logger().warning("sweep ended", repo=repository, left=came.left)
    return came


def outputs(outcomes: Iterable[Outcome]) -> Mapping[str, str]:
    """The outputs of `action.yml`, from the last subject that has a record."""
    names = ("stage", "decision", "gate", "plan-id", "plan-version", "issue", "summary")
    said = dict.fromkeys(names, "")
    for outcome in outcomes:
        said |= _of(outcome)
    return said


def _of(outcome: Outcome) -> dict[str, str]:
    record, verdicts = outcome.decision.record, outcome.verdicts
    worst = max((v.conclusion for v in verdicts), key=_WORSE.index, default=None)
    said = {"gate": worst.value} if worst else {}
    if record is None:
        return said
    plan = record.planner.plan
    return said | {
        "stage": record.stage.value,
        "decision": record.orchestrator.outcome if record.orchestrator else "",
        "plan-id": plan.id if plan else "",
        "plan-version": str(plan.version) if plan else "",
        "issue": str(outcome.subject.issue),
        "summary": f"{record.canonical_task_id} is {record.stage.value.replace('_', ' ')}",
    }


def _ms(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


def reads_of(wiring: Wiring, repository: str, number: int) -> Reads:
    """Reads of a repository that has this issue. Raises NotFound for another number."""
    reads = Reads(wiring.session(repository).world)
    reads.issue(number)
    return reads


def pulls_of_issue(wiring: Wiring, repository: str, number: int) -> list[int]:
    """The open pull requests that are linked to an issue. Raises NotFound where there is no such issue."""
    facts = gather(Subject(number), None, reads_of(wiring, repository, number))
    return [pull.number for pull in facts.pulls if pull.state == "open"]


def read_record(target: str) -> tuple[Record, Policy]:
    """The record of `owner/repo#12`, and the policy.

    Raises NotFound where it is no issue, UsageError without a record that can be trusted.
    """
    repository, number = named(target)
    reads = reads_of(command_wiring(reads_only=True), repository, number)
    facts = gather(Subject(number), None, reads)
    match facts.record:
        case RecordPresent(record=record):
            return record, facts.policy
        case RecordDamaged(code=code, why=why):
            raise UsageError(code, f"{target}: {why}", _REMEDIES.get(code, codec.RESTORE))
        case _:
            what = f"{target} has no record"
            remedy = (
                f"Label the issue `{facts.policy.labels.plan}`, and wait for plangate's comment"
            )
            raise UsageError("PLANGATE-RECORD-014", what, remedy)
