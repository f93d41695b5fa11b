"""Repair: a damaged record is put back, an edited card becomes a request or is put right."""

from __future__ import annotations

from pydantic.alias_generators import to_camel

from bot.domain.authority import UNNAMED, Privilege, may
from bot.domain.contracts import Role
from bot.domain.facts import Facts, RecordDamaged
from bot.domain.history import Action
from bot.domain.objections import Objection
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.effects import CommentKind, Effect, NoticeKind, NoticeMessage, UpsertComment
from bot.errors import RecordError
from bot.intents.model import RecordEdited, RestoreWanted
from bot.intents.repair import reported, untold
from bot.roles.round import Round, forbidden, line, refused, telling, withdrawn

ROLE = Role.HUMAN
_OF_THE_PLAN = ("planning_artifact", "testing_artifacts")


def restore(facts: Facts, record: Record | None, intent: RestoreWanted) -> Round:
    """Put the newest good copy back; with none, a person with write permission takes what there is.

    That is an older or unsigned record, with nothing in it that lets a change pass, or a new one.
    """
    damaged = facts.record
    if record:  # nothing to repair: remembered, so that it is not looked at for ever
        noted = line(intent, facts.now, ROLE, "too late", "restore: the record is in order")
        return Round(record.logged(noted))
    if not isinstance(damaged, RecordDamaged) or facts.issue is None or damaged.newer:
        return Round(None)
    if damaged.copy is None and not may(facts, intent.by, Privilege.RESTORE):
        action = line(intent, facts.now, ROLE, "restore")
        tried = forbidden(action, facts, intent.by, Privilege.RESTORE)
        return Round(None, unrecorded=(tried,))
    action = line(intent, facts.now, ROLE, "restore", f"{damaged.code}: {damaged.why}")
    found = damaged.copy or damaged.stale
    data = {
        "code": damaged.code,
        "why": damaged.why,
        "revision": found.revision if found else 0,
        "current": damaged.copy is not None,
        "by": intent.by.login,
        "approved": bool(found and found.approved and found.stage.live),
    }
    told = NoticeMessage(NoticeKind.RECORD_RESTORED, "", data)
    if damaged.copy:  # void: who changed what stood there may have meant to bring its approval back
        back = withdrawn(damaged.copy, facts.now, Objection.TAMPERED.value, action)
    else:
        back = _begun(facts, damaged.stale, action)
    return Round(
        back,
        (UpsertComment(CommentKind.NOTICE, f"id=restored-{damaged.anchor}", told),),
        wants_plan=damaged.copy is None,
        reasons=("restored",),
        again=True,
    )


def _begun(facts: Facts, stale: Record | None, action: Action) -> Record:
    """The record to plan again from: of an older or unsigned one all but what lets a change pass."""
    if stale is None:
        assert facts.issue is not None  # noqa: S101 - the caller looked
        return Record.new(facts.issue.number).logged(action)
    seen = stale.workflow.having(pull_requests=())
    kept = stale.write(ROLE, facts.now, "", approval=None, waivers=())
    return kept.write(Role.DEVELOPER, facts.now, "", workflow=seen).move(Stage.PLANNING, action)


def report(facts: Facts) -> tuple[Effect, ...]:
    """Say once that the record is damaged and what to do; the gate stays closed meanwhile."""
    damaged = facts.record
    if not isinstance(damaged, RecordDamaged) or facts.issue is None:
        return ()
    data = {
        "code": damaged.code,
        "why": damaged.why,
        "stale": damaged.stale.revision if damaged.stale else 0,
        "untold": untold(facts, damaged),
    }
    told = NoticeMessage(NoticeKind.RECORD_DAMAGED, "", data)
    return (UpsertComment(CommentKind.NOTICE, reported(damaged), told),)


def edited(facts: Facts, record: Record, intent: RecordEdited) -> Round:
    """Judge a hand edit by the contracts; whatever comes of it, the card is written again."""
    edit, why = intent.edit, intent.edit.problem
    frozen = [name for name, _ in edit.fields if name in _OF_THE_PLAN]
    if intent.by == UNNAMED:
        why = "GitHub does not say that one person changed it: change it again"
    elif not may(facts, intent.by, Privilege.EDIT):
        why = "it needs write permission"
    elif not why and record.approved and frozen:
        why = f"{to_camel(frozen[0])} belongs to the approved plan: comment /plan replan REASON"
    if why:
        return _refused(facts, record, intent, why)
    try:
        written = record.write(ROLE, facts.now, edit.reason, **dict(edit.fields))
    except RecordError as refusal:
        return _refused(facts, record, intent, f"{refusal.what}. {refusal.remedy}")
    what = ", ".join(name for name, _ in edit.fields) or "nothing of the record"
    action = line(intent, facts.now, ROLE, "edit", f"{what}: {edit.reason}".rstrip(": "))
    return Round(written.logged(action), reasons=("edited",))


def _refused(facts: Facts, record: Record, intent: RecordEdited, why: str) -> Round:
    tried = refused(line(intent, facts.now, ROLE, "edit"), why)
    said = telling(tried, NoticeKind.EDIT_REFUSED, intent.by, why=why)
    return Round(record.logged(said))
