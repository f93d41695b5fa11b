"""Waivers: a maintainer sets a requirement of the gate aside, for the commits that stand now."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.domain.authority import Privilege, by_writer, may, permission_of
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.record import Record, Waiver
from bot.domain.value import Moment
from bot.domain.verdict import RowCode
from bot.effects import NoticeKind, React
from bot.intents.model import WaiveWanted
from bot.roles.round import Round, denied, line, refused, telling

ROLE = Role.HUMAN
WAIVABLE = (
    *(RowCode.TESTS_PLANNED, RowCode.PLAN_SOUND, RowCode.PLANS_APART, RowCode.CHANGES_READ),
    *(RowCode.TESTS_CHANGED, RowCode.CLAIMS_HOLD, RowCode.SCOPE_KEPT, RowCode.CHECKS_PASSED),
    RowCode.REVIEW_APPROVED,
)
"""What may be set aside: evidence. That there is an intact, approved plan may not."""
_FOR = re.compile(
    r"for ([A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100})#([0-9]{1,9})(?: (.*))?$", re.DOTALL
)


def waive(facts: Facts, record: Record, intent: WaiveWanted) -> Round:
    """Write the waiver, or say who may waive and how."""
    tried = line(intent, facts.now, ROLE, "waive")
    asked = _asked(facts, intent.reason)
    deed = Privilege.WAIVE_ELSEWHERE if asked.repository else Privilege.WAIVE
    if not may(facts, intent.by, deed):
        return Round(record.logged(denied(tried, facts, intent.by, deed, command="/plan waive")))
    if intent.requirement not in set(WAIVABLE) or not asked.reason:
        known = [code.value for code in WAIVABLE]
        tried = refused(tried, "it names no requirement that may be waived, or no reason")
        unclear = telling(tried, NoticeKind.UNCLEAR_WAIVER, intent.by, known=known)
        return Round(record.logged(unclear))
    waiver, left = _written(facts, record, intent, asked)
    code, of = intent.requirement, waiver.repository
    if not (of or waiver.heads or (waiver.sticky and waiver.pulls)):
        tried = refused(tried, "it is for no pull request that may pass by it")
        unclear = telling(tried, NoticeKind.UNCLEAR_WAIVER, intent.by, code=code, left=left)
        return Round(record.logged(unclear))
    written = record.write(ROLE, facts.now, waivers=(*record.waivers, waiver))
    action = line(intent, facts.now, ROLE, "waive", f"{code}: {intent.reason}")
    told = {"code": code, "pulls": waiver.pulls, "left": left, "sticky": waiver.sticky}
    receipt = telling(action, NoticeKind.WAIVED, intent.by, code, repository=of, **told)
    return Round(written.logged(receipt), (React(intent.comment_id, "+1"),))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a waiver says besides its requirement; `pull` 0: the pull requests that stand open."""

    reason: str
    sticky: bool = False
    pull: int = 0
    repository: str = ""


def _asked(facts: Facts, said: str) -> _Asked:
    """`sticky` outlives the next commit, `for owner/name#5` names one pull request; then the reason.

    That of another repository is named for all its commits, which nobody reads from here.
    """
    first, _, rest = said.partition(" ")
    sticky = first.lower().rstrip(":") == "sticky"
    named = _FOR.match(rest.lstrip() if sticky else said)
    if named is None:
        return _Asked(rest.strip() if sticky else said, sticky)
    repository, number, reason = named[1], named[2], named[3] or ""
    away = "" if repository.lower() == facts.repository.full_name.lower() else repository
    return _Asked(reason.strip(), sticky or bool(away), int(number), away)


def _written(
    facts: Facts, record: Record, intent: WaiveWanted, asked: _Asked
) -> tuple[Waiver, tuple[int, ...]]:
    """The waiver, and the open pull requests left out: a stranger's must be named, writers' need not."""
    seen = {} if asked.repository else _seen(facts, record, asked.pull, intent.at)
    left = () if asked.pull else tuple(sorted(n for n, (_, trusted) in seen.items() if not trusted))
    heads = {n: sha for n, (sha, _) in seen.items() if n not in left}
    waiver = Waiver(
        requirement=intent.requirement,
        reason=asked.reason[:500],
        by=intent.by.login,
        at=intent.at,
        permission=permission_of(facts, intent.by).value,
        comment_id=intent.comment_id,
        heads=tuple(sorted(set(heads.values()))),
        sticky=asked.sticky,
        pulls=(asked.pull,) if asked.pull else tuple(sorted(heads)),
        repository=asked.repository,
    )
    return waiver, left


def _seen(facts: Facts, record: Record, only: int, at: Moment) -> dict[int, tuple[str, bool]]:
    """The pull requests with the commits that the gate judged before the waiver, and a writer's or not.

    A commit that came since then is not waived, however late the waiver is read.
    """
    now = {p.number: by_writer(facts, p) for p in facts.pulls}
    return {
        p.number: (p.head_sha, now.get(p.number, p.by_writer))
        for p in record.workflow.pull_requests
        if p.state == "open" and only in (0, p.number) and (p.since is None or p.since <= at)
    }
