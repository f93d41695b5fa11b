"""Waivers at work: which rows of the gate somebody set aside for this very pull request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.authority import NEEDED, Privilege
from bot.domain.facts import Facts, LinkedIssue, Pull
from bot.domain.listing import Reading
from bot.domain.record import Record, Waiver
from bot.domain.verdict import Row, RowState
from bot.roles.gatekeeper.proofs import Served


def applied(row: Row, facts: Facts, pull: Pull, served: Served) -> Row:
    """The row, set aside where a waiver stands for it.

    What one issue asks is set aside on that issue. What is asked of the pull request as a whole is set
    aside once every issue it serves has the waiver: no issue's waiver covers what another one asks, nor
    the pull requests on the same commit that were not read.
    """
    unread = row.data.get("unread")
    if isinstance(unread, list) and Reading.SIBLINGS in unread:
        return row
    whose = row.issue, row.repository
    asking = [(x, r) for x, r in served if not row.issue or whose == (x.number, x.repository)]
    if row.state is RowState.MET or not asking:
        return row
    given = [next(_standing(row, facts, pull, link, r), None) for link, r in asking]
    first = given[0]
    if first is None or None in given:
        return row
    data = {"by": first.by, "reason": first.reason, "sticky": first.sticky}
    return replace(row, state=RowState.WAIVED, data=data)


def _standing(
    row: Row, facts: Facts, pull: Pull, link: LinkedIssue, record: Record
) -> Iterator[Waiver]:
    """The waivers of one issue that count for this row and this commit."""
    for waiver in record.waivers:
        fits = waiver.requirement == row.code.value and pull.said_here(waiver.at)
        if (
            fits
            and _counts(waiver, facts, link)
            and _bound(waiver, record).covers(pull.number, pull.head_sha)
        ):
            yield waiver


def _counts(waiver: Waiver, facts: Facts, link: LinkedIssue) -> bool:
    """Say whether a waiver is for pull requests of ours, by somebody who may waive in our repository.

    Who gave one on an issue of ours was asked then; who gave one elsewhere is asked here and now.
    """
    if not link.repository:
        return not waiver.repository
    allowed = facts.permission(waiver.by).at_least(NEEDED[Privilege.WAIVE])
    return waiver.names(facts.repository.full_name) and allowed


def _bound(waiver: Waiver, record: Record) -> Waiver:
    """The waiver with its pull requests; an older one names commits alone, whose the record knows."""
    if waiver.pulls or waiver.repository:
        return waiver
    known = (p.number for p in record.workflow.pull_requests if p.head_sha in waiver.heads)
    return waiver.having(pulls=tuple(known))
