"""Verdicts: what follows from the requirements of a pull request, a shared commit, a merge group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.facts import Facts, LinkedIssue, Pull, RecordDamaged, RecordPresent
from bot.domain.record import Record
from bot.domain.verdict import Conclusion, Row, RowCode, RowState, Verdict
from bot.intents.evidence import evidence_of
from bot.roles.gatekeeper import exempting, proofs, requirements, waiving

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


def of_group(
    facts: Facts, verdicts: tuple[Verdict, ...], sha: str, base: tuple[str, str], why: str = ""
) -> Verdict:
    """The verdict on a merge group's head: the AND over its pull requests, closed when in doubt.

    `why` says what keeps the group from being resolved; nobody waits there, so what is still running
    counts as missing.
    """
    known = Row(RowCode.GROUP_KNOWN, RowState.MISSING if why else RowState.MET, data={"why": why})
    rows = [known]
    for v in verdicts:
        good = v.conclusion is Conclusion.SUCCESS
        lacking = [*v.lacking, *v.rows_in(RowState.WAITING)]
        codes = list(dict.fromkeys(row.code.value for row in lacking))
        data = {"pull": v.pull, "lacking": codes, "borrowed": list(v.borrowed)}
        rows.append(
            Row(RowCode.GROUP_MEMBER, RowState.MET if good else RowState.MISSING, data=data)
        )
    issues = {n: r for v in verdicts for n, r in zip(v.issues, v.revisions, strict=True)}
    return Verdict(
        pull=0,
        head_sha=sha,
        base_ref=base[0],
        base_sha=base[1],
        rows=tuple(rows),
        issues=tuple(issues),
        revisions=tuple(issues.values()),
        pulls=tuple(v.pull for v in verdicts),
    )


def begun(pull: Pull) -> Verdict:
    """The verdict on a commit that nobody has looked at yet: in progress, which blocks the merge."""
    row = Row(RowCode.GATE_WORKED, RowState.WAITING)
    return Verdict(pull.number, pull.head_sha, pull.base_ref, pull.base_sha, (row,))


def broken(pull: Pull, problem: str) -> Verdict:
    """The verdict when judging itself failed: closed, and it says so."""
    row = Row(RowCode.GATE_WORKED, RowState.MISSING, data={"problem": problem})
    return Verdict(pull.number, pull.head_sha, pull.base_ref, pull.base_sha, (row,))


def _verdict(facts: Facts, pull: Pull, records: Mapping[int, Record]) -> Verdict:
    why, of_whom = exempting.exempt(facts, pull, records)
    served = [(x, r) for x in pull.linked if (r := requirements.record_of(x, records)) is not None]
    shown = evidence_of(facts, pull)
    claims = () if why else proofs.audited(shown, served)
    change = proofs.JudgedPull(pull, shown, served, claims)
    rows = () if why else tuple(requirements.rows(facts, change, records))
    rows = tuple(waiving.applied(row, facts, pull, served) for row in rows)
    judged = any(row.code is RowCode.CLAIMS_HOLD for row in rows)
    own = [x for x in pull.linked if not x.repository]
    return Verdict(
        pull=pull.number,
        head_sha=pull.head_sha,
        base_ref=pull.base_ref,
        base_sha=pull.base_sha,
        rows=rows,
        issues=tuple(x.number for x in own),
        revisions=tuple(_revision(link, records) for link in own),
        why=why,
        why_of=of_whom,
        not_exempt=None if why else exempting.not_exempt(pull),
        notes=_notes(pull),
        claims=claims if judged else (),
        elsewhere=tuple(
            f"{x.repository}#{x.number}.{r.revision}" for x, r in served if x.repository
        ),
    )


def _revision(link: LinkedIssue, records: Mapping[int, Record]) -> int:
    """The revision a check names; of a damaged record the highest ever seen, so that it stays known."""
    if link.number in records:
        return records[link.number].revision
    return link.record.anchor if isinstance(link.record, RecordDamaged) else 0


def _notes(pull: Pull) -> tuple[str, ...]:
    """What else there is to know about a pull request; words for each stand in the templates."""
    held = {
        "draft": pull.draft,
        "fork": pull.fork,
        "files": pull.files_cut,
        "commits": pull.commits_cut,
        "part": any(not link.whole for link in pull.linked),
    }
    return tuple(name for name, holds in held.items() if holds)


def records_of(facts: Facts, own: Record | None) -> dict[int, Record]:
    """The records of all linked issues of ours, with our own as it will be."""
    found = {
        link.number: link.record.record
        for pull in facts.pulls
        for link in pull.linked
        if isinstance(link.record, RecordPresent) and not link.repository
    }
    if own is not None and facts.issue is not None:
        found[facts.issue.number] = own
    return found
