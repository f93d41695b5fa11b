"""What all doors share: run a wake in a world of its own, log one line, and say what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from os import environ

from bot import log, settings
from bot.domain.facts import RecordDamaged, RecordPresent
from bot.domain.record import Record
from bot.domain.verdict import Conclusion
from bot.errors import NotFound, PlangateError, RateLimited, UsageError
from bot.events.target import named
from bot.events.wake import Wake
from bot.flow import sweep as sweeping
from bot.flow.handle import Outcome, handle
from bot.intents.model import Intent
from bot.wiring.github import Wiring


def opened() -> Wiring:
    """The wiring of this process, from its environment. Raises ConfigError."""
    configured = settings.from_environ(environ)
    settings.require_credentials(configured)
    log.configure(configured.log_level)
    return Wiring(configured)


def run(
    wiring: Wiring, wake: Wake, *, dry_run: bool = False, asked: tuple[Intent, ...] = ()
) -> tuple[Outcome, ...]:
    """Handle one wake and log it. Raises PlangateError, after logging its code."""
    started = time.monotonic()
    session = wiring.session(wake.repository, wake.home)
    line = log.logger().bind(
        delivery=wake.witness.delivery if wake.witness else "",
        repo=wake.repository,
        subject=wake.subject,
    )
    try:
        outcomes = handle(wake, session.world, dry_run=dry_run, asked=asked)
    except PlangateError as problem:
        line.warning("failed", code=problem.code, requests=session.traffic.count(), ms=_ms(started))
        raise
    line.info(
        "handled",
        reasons=[reason for o in outcomes for reason in o.decision.reasons],
        wrote=[type(effect).__name__ for o in outcomes for effect in o.done],
        requests=session.traffic.count(),
        blobs=session.traffic.count(route="/repos/{repo}/git/blobs/{sha}"),
        writes=session.traffic.writes,
        checks=session.world.pulls.can_check,
        ms=_ms(started),
    )
    return outcomes


def run_patiently(wiring: Wiring, wake: Wake, tries: int = 3) -> tuple[Outcome, ...]:
    """Handle a wake for which nobody waits: what may pass is tried again, the rest is logged.

    What stays undone is found again by the next wake or the sweep.
    """
    for attempt in range(1, tries + 1):
        try:
            return run(wiring, wake)
        except NotFound:
            return ()
        except RateLimited as limited:
            time.sleep(min(limited.wait_seconds, 60))
        except PlangateError:
            time.sleep(0.2 * attempt)
        except Exception:
            log.logger().exception("bug", subject=wake.subject, code="PLANGATE-BUG-001")
            return ()
    return ()


def sweep(wiring: Wiring, repository: str) -> Iterator[Wake]:
    """The wakes of a sweep."""
    return sweeping.wakes(wiring.session(repository).world)


def outputs(outcomes: Iterable[Outcome]) -> Mapping[str, str]:
    """The outputs of `action.yml`, from the last subject that has a record."""
    said = {
        "stage": "",
        "decision": "",
        "gate": "",
        "plan-id": "",
        "plan-version": "",
        "issue": "",
        "summary": "",
    }
    for outcome in outcomes:
        said |= _of(outcome)
    return said


def _of(outcome: Outcome) -> dict[str, str]:
    record, verdicts = outcome.decision.record, outcome.verdicts
    said = {"gate": _worst(v.conclusion for v in verdicts)} if verdicts else {}
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


def _worst(conclusions: Iterable[Conclusion]) -> str:
    order = [
        Conclusion.SUCCESS,
        Conclusion.IN_PROGRESS,
        Conclusion.ACTION_REQUIRED,
        Conclusion.FAILURE,
    ]
    return max(conclusions, key=order.index).value


def _ms(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


def read_record(target: str) -> Record:
    """The record of `owner/repo#12`. Raises UsageError when there is none that can be trusted."""
    repository, number = named(target)
    world = opened().session(repository).world
    issue = world.issues.issue(number)
    match world.records.find(issue, world.issues.comments(number)):
        case RecordPresent(record=record):
            return record
        case RecordDamaged(code=code, why=why):
            raise UsageError(code, f"{target}: {why}", "Restore the comment from its history")
        case _:
            raise UsageError(
                "PLANGATE-RECORD-009", f"{target} has no record", "Label the issue `plan`"
            )
