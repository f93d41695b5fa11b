"""Waivers: a maintainer sets a requirement of the gate aside, for the commits that stand now."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import NEEDED, Deed, may, permission_of
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.record import Record, Waiver
from bot.domain.verdict import RowCode
from bot.effects import NoticeKind, React
from bot.intents.model import WaiveWanted
from bot.roles.heard import Heard, line, refused, telling

ROLE = Role.HUMAN
WAIVABLE = (
    RowCode.TESTS_PLANNED,
    RowCode.PLAN_SOUND,
    RowCode.CHANGES_READ,
    RowCode.TESTS_CHANGED,
    RowCode.CLAIMS_HOLD,
    RowCode.SCOPE_KEPT,
    RowCode.CHECKS_PASSED,
    RowCode.REVIEW_APPROVED,
)
"""What may be set aside: evidence. That there is an intact, approved plan may not."""


def waive(facts: Facts, so_far: Heard, intent: WaiveWanted) -> Heard:
    """Write the waiver, or say who may waive and how."""
    record = so_far.record
    if record is None:
        return so_far
    tried = refused(line(intent, facts.now, ROLE, "waive"))
    if not may(facts, intent.by, Deed.WAIVE):
        data = {"command": "/plan waive", "needed": NEEDED[Deed.WAIVE].value}
        told = telling(tried, NoticeKind.COMMAND_REFUSED, intent.by, **data)
        return replace(so_far, record=record.logged(told))
    sticky, reason = _lasting(intent.reason)
    if intent.requirement not in set(WAIVABLE) or not reason:
        known = [code.value for code in WAIVABLE]
        told = telling(tried, NoticeKind.UNCLEAR_WAIVER, intent.by, known=known)
        return replace(so_far, record=record.logged(told))
    waiver = Waiver(
        requirement=intent.requirement,
        reason=reason[:500],
        by=intent.by.login,
        at=intent.at,
        permission=permission_of(facts, intent.by).value,
        comment_id=intent.comment_id,
        heads=_seen_heads(facts, record),
        sticky=sticky,
        pulls=_seen_pulls(facts, record) if sticky else (),
    )
    written = record.write(ROLE, facts.now, waivers=(*record.waivers, waiver))
    action = line(intent, facts.now, ROLE, "waive", f"{intent.requirement}: {intent.reason}")
    receipt = React(intent.comment_id, "+1")
    return replace(so_far, record=written.logged(action), effects=(*so_far.effects, receipt))


def _lasting(reason: str) -> tuple[bool, str]:
    """`sticky REASON` (or `sticky: REASON`) outlives the next commit."""
    first, _, rest = reason.partition(" ")
    sticky = first.lower().rstrip(":") == "sticky"
    return sticky, rest.strip() if sticky else reason


def _seen_pulls(facts: Facts, record: Record) -> tuple[int, ...]:
    judged = {p.number for p in record.workflow.pull_requests if p.state == "open"}
    return tuple(sorted(judged or {p.number for p in facts.pulls}))


def _seen_heads(facts: Facts, record: Record) -> tuple[str, ...]:
    """The commits a maintainer has seen the gate judge; one pushed since then is not waived."""
    judged = {p.head_sha for p in record.workflow.pull_requests if p.state == "open"}
    return tuple(sorted(judged or {p.head_sha for p in facts.pulls}))
