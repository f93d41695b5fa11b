"""What the gate asks of one pull request: one row a requirement, in the order people fix them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.domain import links, policy_exceptions
from bot.domain.authority import by_writer
from bot.domain.evidence_kinds import EvidenceKind, Maker, counts
from bot.domain.facts import Facts, LinkedIssue, Person, Pull, RecordDamaged, record_in
from bot.domain.listing import Reading
from bot.domain.objections import objections
from bot.domain.planned_tests import planned_in
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.domain.verdict import Row, RowCode, RowState
from bot.graph.signals import intensity
from bot.roles.gatekeeper import proofs

MET, MISSING, PERSON = RowState.MET, RowState.MISSING, RowState.UNDECIDED


def record_of(link: LinkedIssue, records: Mapping[int, Record]) -> Record | None:
    """The record of a linked issue as it will be; that of another repository as it is."""
    if not link.repository:
        return records.get(link.number)
    return record_in(link.record)


def rows(facts: Facts, change: proofs.JudgedPull, records: Mapping[int, Record]) -> Iterator[Row]:
    """Every requirement of a pull request with its state."""
    pull = change.pull
    if pull.policy_broken:
        broken = pull.policy_broken
        data = {
            "file": broken.file,
            "line": broken.line,
            "why": broken.why,
            "branch": broken.branch,
        }
        yield Row(RowCode.POLICY_VALID, MISSING, data=data)
        return
    yield linked(facts, pull)
    for link in pull.linked:
        yield from _of_issue(facts, link, record_of(link, records), pull)
    if any(isinstance(link.record, RecordDamaged) for link in pull.linked):
        return  # nothing else can be judged before the record is back
    if pull.unread:
        counted = {"listed": len(pull.files), "changed": pull.changed_files}
        data = {"unread": [part.value for part in pull.unread], **counted}
        yield Row(RowCode.CHANGES_READ, PERSON, data=data)
    yield from proofs.rows(facts, change)


def linked(facts: Facts, pull: Pull) -> Row:
    """A pull request without an issue needs a reason, given by somebody who may write here."""
    numbers = [x.number for x in pull.linked if not x.repository]
    named = [f"{x.repository}#{x.number}" for x in pull.linked if x.repository]
    reason = links.no_issue(pull.body)
    if not pull.linked and reason:
        denied = _denied(facts, pull)
        if denied is None:
            given = {"by": pull.author.login, "reason": reason}
            return Row(RowCode.ISSUE_LINKED, RowState.WAIVED, data=given)
        return Row(RowCode.ISSUE_LINKED, MISSING, data={"denied": denied})
    data: dict[str, object] = {
        "issues": numbers,
        "elsewhere": named,
        "sources": {str(x.number): x.source for x in pull.linked if not x.repository},
    }
    if pull.too_many_links:
        data["many"] = links.MOST_LINKS if by_writer(facts, pull) else links.MOST_OF_OTHERS
    if Reading.COMMITS in pull.unread:
        data["commits"] = max(pull.commit_count, len(pull.commits))
    met = pull.linked and not pull.too_many_links
    return Row(RowCode.ISSUE_LINKED, MET if met else MISSING, data=data)


def _denied(facts: Facts, pull: Pull) -> str | None:
    """Who may not say that no issue is needed: the author, or who edited the description last.

    Triage permission suffices to edit it; where nobody is told (""), nobody may. None: both may.
    https://docs.github.com/en/organizations/managing-user-access-to-your-organizations-repositories
    """
    editor = pull.last_edit.by if pull.last_edit and pull.last_edit.edited else pull.author
    if pull.last_edit is None or editor is None:
        return ""
    both = (pull.author, editor)
    return next((p.login for p in both if not _writes(facts, p)), None)


def _writes(facts: Facts, person: Person) -> bool:
    """Say whether a person's word counts that no issue is needed, as its opener or last editor."""
    who = {Maker.OPENER, *({Maker.APP} if person.is_bot else ())}
    return counts(EvidenceKind.NO_ISSUE, who, facts.permission(person.login))


def _of_issue(facts: Facts, link: LinkedIssue, record: Record | None, pull: Pull) -> Iterator[Row]:
    n, where = link.number, link.repository
    if link.unreachable:
        data = {"why": link.unreachable, "repository": where}
        yield Row(RowCode.ISSUE_REACHED, MISSING, n, data, where)
        return
    if link.ended:
        yield Row(RowCode.ISSUE_OPEN, MISSING, n, {"why": link.ended}, where)
    if isinstance(link.record, RecordDamaged):
        damage = {"code": link.record.code, "why": link.record.why}
        yield Row(RowCode.RECORD_INTACT, PERSON, n, damage, where)
        return
    if record is None or record.plan is None:
        if waits := record and record.stage is Stage.AWAITING_HUMAN:
            yield _questions(n, record, where)
        yield Row(RowCode.PLAN_MADE, PERSON if waits else MISSING, n, {}, where)
        return
    yield _questions(n, record, where)
    planned = record.testing_artifacts.planned if record.testing_artifacts else None
    count = {"count": len(planned_in(record))}
    yield Row(RowCode.TESTS_PLANNED, MET if planned else MISSING, n, count, where)
    yield from _sound(n, record, where)
    if not where:
        yield from _apart(n, record, pull)
    plan, against = record.planner.plan, objections(facts, link.issue, link.trail, record)
    approval: dict[str, object] = {
        "digest": plan.digest[:12] if plan else "",
        "stale": record.approval is not None and not record.approved,
        "by": record.approval.by if record.approval else "",
        "void": record.approval.void if record.approval else "",
        "ended": record.stage.value if not record.stage.live else "",
        "planning": record.stage is Stage.PLANNING,
        "offered": record.plan_offered,
        "objections": [objection.value for objection in against],
    }
    state = MET if _approved(link, record, pull) and not against else PERSON
    yield Row(RowCode.PLAN_APPROVED, state, n, approval, where)


def _sound(number: int, record: Record, where: str) -> Iterator[Row]:
    """The architect's findings; what needs an exception is asked of a maintainer."""
    judged = record.review_artifact.plan_review if record.review_artifact else None
    if judged is None or not judged.findings:
        return
    left = policy_exceptions.unaccepted(record)
    data = {
        "findings": [f.text for f in left or judged.findings],
        "remediation": list(judged.remediation),
        "by": "" if left else policy_exceptions.accepted_by(record),
        "hard": bool(policy_exceptions.needing(left)),
    }
    yield Row(RowCode.PLAN_SOUND, PERSON if left else MET, number, data, where)


def _apart(number: int, record: Record, pull: Pull) -> Iterator[Row]:
    """Other approved plans that write the same file; the policy says whether they close the gate.

    Anybody may bring about a plan that nobody approved: such a one stands in the issue's notice alone.
    """
    found = [o for o in record.planner.overlaps if o.approved]
    if found:
        data: dict[str, object] = {
            "others": [o.issue for o in found],
            "paths": sorted({path for o in found for path in o.paths}),
            "intensity": intensity(found),
        }
        blocks = pull.policy.gate.overlap == "block"
        yield Row(RowCode.PLANS_APART, PERSON if blocks else MET, number, data)


def _approved(link: LinkedIssue, record: Record, pull: Pull) -> bool:
    """An approval stands while its work goes on; finished work approves no further pull request.

    The numbers in a record of another repository mean that one's pull requests, never ours.
    """
    known = not link.repository and pull.number in record.workflow.by_number
    stands = record.approved and record.stage.planned
    return stands and (known or record.stage is not Stage.DONE)


def _questions(number: int, record: Record, where: str) -> Row:
    still_open = record.still_open
    data = {
        "open": [q.id for q in still_open],
        "need_write": [q.id for q in still_open if q.needs_write],
    }
    state = PERSON if still_open else MET
    return Row(RowCode.QUESTIONS_ANSWERED, state, number, data, where)
