"""Verdicts: what follows from the requirements of a pull request, a shared commit, a merge group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.claims import counted
from bot.domain.facts import (
    Facts,
    LinkedIssue,
    PolicyBroken,
    Pull,
    RecordAbsent,
    RecordDamaged,
    record_in,
)
from bot.domain.globs import names
from bot.domain.listing import Reading
from bot.domain.record import Record
from bot.domain.verdict import CHECK, Conclusion, Row, RowCode, RowState, Verdict, branch_check
from bot.intents.evidence import evidence_of
from bot.roles.gatekeeper import exempting, proofs, requirements, unjudged, waiving

MOST_BORROWED = 20
"""Other pull requests on a commit that a verdict names; one of them closes it."""
_WORST_FIRST = (
    Conclusion.FAILURE,
    Conclusion.ACTION_REQUIRED,
    Conclusion.IN_PROGRESS,
    Conclusion.SUCCESS,
)


def judge(facts: Facts, records: Mapping[int, Record]) -> tuple[Verdict, ...]:
    """A verdict for every open pull request; `records` holds records as they will be, by issue.

    The default branch's policy judges each. Where the file of its own base branch adds something, or
    added something before, there is a second verdict by both, under that branch's name. A commit has
    one check of a name, so pull requests that share a head cannot borrow each other's green.
    """
    opened = [p for p in facts.pulls if p.state == "open"]
    verdicts = [_verdict(facts, p, records, CHECK) for p in opened]
    for pull in opened:
        name = branch_check(pull.base_ref)
        if pull.raised or name in {run.name for run in pull.verdicts}:
            verdicts.append(_verdict(facts, _raised(pull), records, name))
    red: dict[tuple[str, str], list[int]] = {}
    for one in sorted((v for v in verdicts if not v.passes), key=lambda v: v.pull):
        red.setdefault(_place(one), []).append(one.pull)
    found = ((v, red.get(_place(v), [])[: MOST_BORROWED + 1]) for v in verdicts)
    return tuple(replace(v, borrowed=tuple(n for n in more if n != v.pull)) for v, more in found)


def _place(verdict: Verdict) -> tuple[str, str]:
    """The check that a verdict is for: its commit and name."""
    return verdict.head_sha, verdict.check


def _raised(pull: Pull) -> Pull:
    """The pull request as its base branch's own check judges it."""
    match pull.raised:
        case None:
            return pull
        case PolicyBroken() as broken:
            return replace(pull, policy_broken=broken)
        case policy:
            allowed = policy.gate.repositories
            linked = (
                replace(x, record=RecordAbsent(), unreachable="not allowed")
                if x.repository and not names(allowed, x.repository)
                else x
                for x in pull.linked
            )
            return replace(pull, policy=policy, linked=tuple(linked))


def published(verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The one verdict that each check of a commit shows: the worst, of equals the lowest number's."""
    worst: dict[tuple[str, str], Verdict] = {}
    for verdict in sorted(verdicts, key=lambda v: (_WORST_FIRST.index(v.conclusion), v.pull)):
        worst.setdefault(_place(verdict), verdict)
    return tuple(v for v in verdicts if worst[_place(v)] is v)


def of_group(facts: Facts, verdicts: tuple[Verdict, ...], group: Verdict, why: str) -> Verdict:
    """The verdict on a merge group's head: the AND over its pull requests, closed when in doubt.

    `group` is it without its rows, `why` says why its members are unknown. Nobody waits there, so what is
    still running counts as missing.
    """
    known = Row(RowCode.GROUP_KNOWN, RowState.MISSING if why else RowState.MET, data={"why": why})
    rows = [known]
    members = tuple(v for v in verdicts if v.check == group.check)
    for v in members:
        lacking = [*v.lacking, *v.rows_in(RowState.WAITING)]
        codes = list(dict.fromkeys(row.code.value for row in lacking))
        data = {"pull": v.pull, "lacking": codes, "borrowed": list(v.borrowed)}
        state = RowState.MET if v.passes else RowState.MISSING
        rows.append(Row(RowCode.GROUP_MEMBER, state, data=data))
    issues = {n: r for v in members for n, r in zip(v.issues, v.revisions, strict=True)}
    return replace(
        group,
        rows=tuple(rows),
        issues=tuple(issues),
        revisions=tuple(issues.values()),
        pulls=tuple(v.pull for v in members),
        policy=members[0].policy if members else facts.policy,
        policy_sha=members[0].policy_sha if members else "",
    )


def _verdict(facts: Facts, pull: Pull, records: Mapping[int, Record], check: str) -> Verdict:
    why, of_whom = exempting.exempt(facts, pull, records)
    served = [(x, r) for x in pull.linked if (r := requirements.record_of(x, records)) is not None]
    shown = evidence_of(facts, pull)
    claims = () if why else proofs.audited(shown, served)
    sought = () if why else proofs.sought(shown, served)
    change = proofs.JudgedPull(pull, shown, served, claims, sought)
    rows = () if why else tuple(requirements.rows(facts, change, records))
    rows = tuple(waiving.applied(row, facts, pull, served) for row in rows)
    judged = any(row.code is RowCode.CLAIMS_HOLD for row in rows)
    own = [x for x in pull.linked if not x.repository]
    return replace(
        unjudged.bare(pull, rows, check),
        issues=tuple(x.number for x in own),
        revisions=tuple(_revision(link, records) for link in own),
        why=why,
        why_of=of_whom,
        not_exempt=None if why else exempting.lacking(facts, pull),
        notes=_notes(pull, check),
        claims=counted(claims, proofs.closing(pull.policy)) if judged else (),
        planned=sought,
        elsewhere=tuple(
            f"{x.repository}#{x.number}.{r.revision}" for x, r in served if x.repository
        ),
    )


def _revision(link: LinkedIssue, records: Mapping[int, Record]) -> int:
    """The revision a check names; of a damaged record the highest ever seen, so that it stays known."""
    if link.number in records:
        return records[link.number].revision
    return link.record.anchor if isinstance(link.record, RecordDamaged) else 0


def _notes(pull: Pull, check: str) -> tuple[str, ...]:
    """What else there is to know about a pull request; words for each stand in the templates."""
    held = {
        "branch": check != CHECK,
        "draft": pull.draft,
        "fork": pull.fork,
        "files": Reading.FILES in pull.unread,
        "commits": Reading.COMMITS in pull.unread,
        "part": any(not link.whole for link in pull.linked),
    }
    return tuple(name for name, holds in held.items() if holds)


def records_of(facts: Facts, own: Record | None) -> dict[int, Record]:
    """The records of all linked issues of ours, with our own as it will be."""
    found = {
        link.number: record
        for pull in facts.pulls
        for link in pull.linked
        if (record := record_in(link.record)) and not link.repository
    }
    if own is not None and facts.issue is not None:
        found[facts.issue.number] = own
    return found
