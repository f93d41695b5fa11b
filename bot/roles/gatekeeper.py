"""The gatekeeper: the verdict on a pull request. It reads the record as it will be, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.domain import links
from bot.domain.facts import Facts, LinkedIssue, Permission, Pull, RecordDamaged, RecordPresent
from bot.domain.record import PullEvidence, Record
from bot.domain.stages import Stage
from bot.domain.verdict import Conclusion, Row, RowCode, RowState, Verdict
from bot.intents.evidence import GOOD, evidence_of

_MET, _MISSING, _WAITING = RowState.MET, RowState.MISSING, RowState.WAITING
_PERSON = RowState.UNDECIDED
_WORST_FIRST = (
    Conclusion.FAILURE,
    Conclusion.ACTION_REQUIRED,
    Conclusion.IN_PROGRESS,
    Conclusion.SUCCESS,
)


def judge(facts: Facts, records: Mapping[int, Record]) -> tuple[Verdict, ...]:
    """A verdict for every open pull request; `records` holds records as they will be, by issue.

    One commit has one check, so pull requests that share a head cannot borrow each other's green.
    """
    verdicts = [_verdict(facts, p, records) for p in facts.pulls if p.state == "open"]
    red = {(v.head_sha, v.pull) for v in verdicts if v.conclusion is not Conclusion.SUCCESS}
    return tuple(
        replace(v, borrowed=tuple(n for sha, n in sorted(red) if sha == v.head_sha and n != v.pull))
        for v in verdicts
    )


def published(verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The one verdict that each commit's check shows: the worst, of equals the lowest number's."""
    worst: dict[str, Verdict] = {}
    for verdict in sorted(verdicts, key=lambda v: (_WORST_FIRST.index(v.conclusion), v.pull)):
        worst.setdefault(verdict.head_sha, verdict)
    return tuple(v for v in verdicts if worst[v.head_sha] is v)


def _verdict(facts: Facts, pull: Pull, records: Mapping[int, Record]) -> Verdict:
    exempt = _exempt(pull, records)
    rows = () if exempt else tuple(_rows(facts, pull, records))
    numbers = tuple(link.number for link in pull.linked)
    own = [records[n] for n in numbers if n in records]
    rows = tuple(_waived(row, pull, own) for row in rows)
    return Verdict(
        pull=pull.number,
        head_sha=pull.head_sha,
        base_ref=pull.base_ref,
        base_sha=pull.base_sha,
        rows=rows,
        issues=numbers,
        revisions=tuple(_revision(link, records) for link in pull.linked),
        why=exempt,
    )


def _revision(link: LinkedIssue, records: Mapping[int, Record]) -> int:
    """The revision a check names; of a damaged record the highest ever seen, so that it stays known."""
    if link.number in records:
        return records[link.number].revision
    return link.record.anchor if isinstance(link.record, RecordDamaged) else 0


def _exempt(pull: Pull, records: Mapping[int, Record]) -> str:
    if pull.policy_broken:
        return ""
    gate = pull.policy.gate
    planned = any(link.number in records for link in pull.linked)
    if gate.require == "planned" and not planned and not _damaged(pull):
        return "not planned"
    created = pull.created_at
    return "older" if gate.since and created and created.date() < gate.since else ""


def _damaged(pull: Pull) -> bool:
    return any(isinstance(link.record, RecordDamaged) for link in pull.linked)


def _rows(facts: Facts, pull: Pull, records: Mapping[int, Record]) -> Iterator[Row]:
    if pull.policy_broken:
        broken = pull.policy_broken
        data = {"file": broken.file, "line": broken.line, "why": broken.why}
        yield Row(RowCode.POLICY_VALID, _MISSING, data=data)
        return
    numbers = [link.number for link in pull.linked]
    yield _linked(facts, pull, numbers)
    for link in pull.linked:
        yield from _issue_rows(link, records.get(link.number), pull)
    own = [records[n] for n in numbers if n in records]
    if _damaged(pull):
        return  # nothing else can be judged before the record is back
    yield from _pull_rows(facts, pull, evidence_of(facts, pull), own)


def _linked(facts: Facts, pull: Pull, numbers: list[int]) -> Row:
    """A pull request without an issue needs a reason, given by somebody who may write here."""
    reason = links.no_issue(pull.body)
    if not numbers and reason and facts.permission(pull.author.login).at_least(Permission.WRITE):
        given = {"by": pull.author.login, "reason": reason}
        return Row(RowCode.ISSUE_LINKED, RowState.WAIVED, data=given)
    data: dict[str, object] = {"issues": numbers}
    if pull.too_many_links:
        data["why"] = "and more: too many for one pull request"
    met = numbers and not pull.too_many_links
    return Row(RowCode.ISSUE_LINKED, _MET if met else _MISSING, data=data)


def _waived(row: Row, pull: Pull, records: Iterable[Record]) -> Row:
    """A row that somebody set aside for this very commit."""
    for waiver in (w for record in records for w in record.waivers):
        here = waiver.requirement == row.code.value and pull.head_sha in waiver.heads
        if here and row.state is not RowState.MET:
            return replace(
                row, state=RowState.WAIVED, data={"by": waiver.by, "reason": waiver.reason}
            )
    return row


def _issue_rows(link: LinkedIssue, record: Record | None, pull: Pull) -> Iterator[Row]:
    n = link.number
    if isinstance(link.record, RecordDamaged):
        data = {"code": link.record.code, "why": link.record.why}
        yield Row(RowCode.RECORD_INTACT, _PERSON, n, data)
        return
    if record is None or record.plan is None:
        waiting = record is not None and record.stage is Stage.AWAITING_HUMAN
        if waiting:
            yield _questions(n, record)
        yield Row(RowCode.PLAN_MADE, _PERSON if waiting else _MISSING, n)
        return
    yield _questions(n, record)
    planned = record.testing_artifacts.planned if record.testing_artifacts else None
    yield Row(RowCode.TESTS_PLANNED, _MET if planned else _MISSING, n, {"count": _count(record)})
    plan = record.planner.plan
    approval: dict[str, object] = {
        "digest": plan.digest[:12] if plan else "",
        "stale": record.approval is not None and not record.approved,
        "by": record.approval.by if record.approval else "",
    }
    approved = _MET if _approved(record, pull) else _PERSON
    yield Row(RowCode.PLAN_APPROVED, approved, n, approval)


def _approved(record: Record, pull: Pull) -> bool:
    """An approval stands while its work goes on; finished work approves no further pull request."""
    known = pull.number in {p.number for p in record.workflow.pull_requests}
    live = record.stage.planned and (record.stage is not Stage.DONE or known)
    return record.approved and live


def _questions(number: int, record: Record | None) -> Row:
    asked = record.awaiting_human_artifact if record else None
    live = record is not None and record.stage is Stage.AWAITING_HUMAN
    still_open = [q.id for q in asked.open_questions] if asked and live else []
    state = _PERSON if still_open else _MET
    return Row(RowCode.QUESTIONS_ANSWERED, state, number, {"open": still_open})


def _count(record: Record) -> int:
    planned = record.testing_artifacts.planned if record.testing_artifacts else None
    if planned is None:
        return 0
    kinds = (planned.gherkin_scenarios, planned.unit_test_intent, planned.integration_test_intent)
    return sum(len(k) for k in kinds)


def _pull_rows(
    facts: Facts, pull: Pull, shown: PullEvidence, records: list[Record]
) -> Iterator[Row]:
    planned = sum(_count(r) for r in records)
    wanted = planned > 0 and not shown.tests
    yield Row(
        RowCode.TESTS_CHANGED,
        _MISSING if wanted else _MET,
        data={"tests": list(shown.tests), "planned": planned},
    )
    yield _checks(shown)
    yield _reviews(facts, pull, shown)


def _checks(shown: PullEvidence) -> Row:
    running = sorted(n for n, said in shown.checks.items() if said == "running")
    failed = sorted(n for n, said in shown.checks.items() if said not in GOOD | {"running"})
    passed = sorted(n for n, said in shown.checks.items() if said in GOOD)
    state = _MISSING if failed else _WAITING if running else _MET if passed else _MISSING
    return Row(
        RowCode.CHECKS_PASSED, state, data={"failed": failed, "running": running, "passed": passed}
    )


def _reviews(facts: Facts, pull: Pull, shown: PullEvidence) -> Row:
    needed = pull.policy.gate.approvals
    enough = len(shown.approved_by) >= needed and not shown.rejected_by
    ignored = {
        r.author.login
        for r in pull.reviews
        if r.state == "APPROVED" and not facts.permission(r.author.login).at_least(Permission.WRITE)
    }
    data = {
        "by": list(shown.approved_by),
        "rejected_by": list(shown.rejected_by),
        "needed": needed,
        "ignored": sorted(ignored),
    }
    state = _MET if enough else _MISSING if shown.rejected_by else _PERSON
    return Row(RowCode.REVIEW_APPROVED, state, data=data)


def records_of(facts: Facts, own: Record | None) -> dict[int, Record]:
    """The records of all linked issues, with our own as it will be."""
    found = {
        link.number: link.record.record
        for pull in facts.pulls
        for link in pull.linked
        if isinstance(link.record, RecordPresent)
    }
    if own is not None and facts.issue is not None:
        found[facts.issue.number] = own
    return found
