"""Explaining: what is said to a call for help, an unknown verb, and a comment that runs no command."""

from __future__ import annotations

from typing import Any

from bot.domain.authority import may_ask
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.plan import WorkStatus
from bot.domain.record import Record
from bot.effects import NoticeKind
from bot.graph.schedule import schedule_next
from bot.intents.model import CommandHeld, Explained, HandWanted
from bot.roles.round import Round, line, refused, telling

ROLE = Role.ORCHESTRATOR
_HELD = {
    "edited": "the comment does not count: it was edited",
    "untold": "the comment waits until GitHub says whether it was edited",
    "closed": "the issue is closed, so commands wait",
}
_STRANGERS = "only people who may answer, or have triage permission, get an answer"


def explain(facts: Facts, record: Record, intent: Explained) -> Round:
    """Answer those who may do something; what others say is noted as refused."""
    kind, why, data = _said(record, intent)
    action = line(intent, facts.now, ROLE, kind.value, why)
    held = intent.why if isinstance(intent, CommandHeld) else ""
    heard = may_ask(facts, intent.by)
    if held == "edited" or not (heard or held == "untold"):
        action = refused(action, why or _STRANGERS)
    return Round(record.logged(telling(action, kind, intent.by, **data) if heard else action))


def _said(record: Record, intent: Explained) -> tuple[NoticeKind, str, dict[str, Any]]:
    """The kind of notice, the reason for the history, and what the notice's words need."""
    if isinstance(intent, CommandHeld):
        kind = NoticeKind.ISSUE_CLOSED if intent.why == "closed" else NoticeKind.EDITED_COMMAND
        return kind, _HELD[intent.why], {"untold": True} if intent.why == "untold" else {}
    if isinstance(intent, HandWanted):
        return NoticeKind.HANDED, "", _handed(record, intent.task)
    if intent.show:
        return NoticeKind.SHOWN, "", _shown(record)
    if intent.unknown:
        data = {"verb": intent.unknown, "suggestion": intent.suggestion}
        return NoticeKind.UNKNOWN_COMMAND, "the command does not exist", data
    return NoticeKind.HELP, "", {}


def _handed(record: Record, asked: int) -> dict[str, Any]:
    """The number of the task that is handed on: the one asked for, or the next; 0 where there is none."""
    plan = record.plan
    if plan is None:
        return {}
    numbers = tuple(t.number for t in plan.live)
    first = schedule_next(plan)
    following = first.task.number if first else 0
    number = (asked if asked in numbers else 0) if asked else following
    return {"task": number, "asked": asked, "tasks": numbers}


def _shown(record: Record) -> dict[str, Any]:
    """Where things stand, for who asks."""
    plan = record.planner.plan
    tasks = plan.body.live if plan else ()
    return {
        "stage": record.stage.value,
        "open": tuple(q.id[1:] for q in record.still_open),
        "version": plan.version if plan else 0,
        "digest": plan.digest[:12] if plan else "",
        "approved": record.approved,
        "done": sum(t.status is WorkStatus.DONE for t in tasks),
        "tasks": len(tasks),
    }
