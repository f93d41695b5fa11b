"""All reads of one round: an issue with its record, its pull requests with their evidence, the policies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from bot.domain import links
from bot.domain.facts import (
    Facts,
    FileChange,
    LinkedIssue,
    Pull,
    RecordAbsent,
    RecordDamaged,
    RecordPresent,
    RecordState,
    Witness,
)
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.domain.verdict import revisions
from bot.errors import NotFound
from bot.events.wake import CommitTarget, IssueTarget, PullTarget, Wake
from bot.flow.children import with_children
from bot.flow.reads import Reads
from bot.intents.reading import read_intents, speakers

MOST_LINKS = 10
"""Issues one pull request may name; more are a red row of the gate, not a thousand requests."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What one round is about: an issue (0: none) and pull requests, linked but without evidence."""

    issue: int
    pulls: tuple[Pull, ...] = ()


def subjects(wake: Wake, reads: Reads) -> tuple[Subject, ...]:
    """The issues a wake concerns; a pull request without an issue is a subject of its own."""
    match wake.target:
        case IssueTarget(number):
            return (Subject(number),)
        case PullTarget(number):
            return _of_pulls(reads, _with_siblings(reads, (reads.pull(number),)))
        case CommitTarget(sha):
            return _of_pulls(reads, reads.with_head(sha))
        case _:
            assert_never(wake.target)


def gather(subject: Subject, witness: Witness | None, reads: Reads) -> Facts:
    """Everything one round may know."""
    facts = _base(subject, witness, reads)
    bare = subject.pulls or _pulls_of_issue(subject, facts, reads)
    facts = replace(facts, pulls=tuple(_judged(reads, facts, p) for p in bare))
    facts = _anchored(reads, facts, _others(subject, facts, reads))
    facts = with_children(facts, reads.world)
    logins = speakers(facts) | _reviewers(facts) | _waivers(facts)
    permissions = {login.lower(): reads.permission(login) for login in sorted(logins)}
    return replace(facts, permissions=permissions)


def _with_siblings(reads: Reads, pulls: tuple[Pull, ...]) -> tuple[Pull, ...]:
    """These and all others on their head commits: pull requests on one commit share its check."""
    known = {p.number: p for p in pulls}
    for pull in pulls:
        for other in reads.with_head(pull.head_sha):
            known.setdefault(other.number, other)
    return tuple(known.values())


def _of_pulls(reads: Reads, pulls: tuple[Pull, ...]) -> tuple[Subject, ...]:
    linked = tuple(_linked(reads, p) for p in pulls)
    numbers = dict.fromkeys(link.number for p in linked for link in p.linked)
    if numbers:
        return tuple(Subject(n, linked) for n in numbers)
    return (Subject(0, linked),) if linked else ()


def _linked(reads: Reads, pull: Pull) -> Pull:
    """The pull request with the issues it serves; keywords count for any base branch."""
    found = {n: "keyword" for n in links.closes(pull.body, reads.world.full_name)}
    for number in reads.closing(pull.number):
        found.setdefault(number, "github")
    named = links.branch_issue(pull.head_ref)
    if named:
        found.setdefault(named, "branch")
    listed = tuple(LinkedIssue(n, source, RecordAbsent()) for n, source in found.items())
    return replace(pull, linked=listed[:MOST_LINKS], too_many_links=len(listed) > MOST_LINKS)


def _base(subject: Subject, witness: Witness | None, reads: Reads) -> Facts:
    world = reads.world
    policy, broken = reads.policy("")
    facts = Facts(
        repository=world.issues.repository(),
        policy=policy,
        policy_broken=broken,
        now=world.clock.now(),
        issue=None,
        witness=witness,
        can_check=world.pulls.can_check,
    )
    if not subject.issue:
        return facts
    try:
        issue = reads.issue(subject.issue)
    except NotFound:
        return facts
    comments = reads.comments(subject.issue)
    record = world.records.find(issue, comments, policy.former_authors)
    person = replace(issue, body=world.records.request(issue))
    return replace(facts, issue=person, raw_body=issue.body, comments=comments, record=record)


def _pulls_of_issue(subject: Subject, facts: Facts, reads: Reads) -> tuple[Pull, ...]:
    """Pull requests an issue's own wake must look at: open ones that name it, and known open ones."""
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    if not (_in_doubt(subject, facts) or (record and _has_pulls(record))):
        return ()
    shown = record.workflow.pull_requests if record else ()
    known = {p.number for p in shown if p.state == "open"}
    opened = reads.world.pulls.open()
    mine = [p for p in opened if p.number in known or _names(reads, p, subject.issue)]
    closed = [reads.pull(n) for n in known - {p.number for p in opened}]
    return tuple(_linked(reads, p) for p in _with_siblings(reads, (*mine, *closed)))


def _others(subject: Subject, facts: Facts, reads: Reads) -> tuple[Pull, ...]:
    """The issue's pull requests that a pull request's own wake does not judge.

    Their checks may name a later revision than anything this wake is about.
    """
    mine = {p.number for p in facts.pulls}
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    known = {p.number for p in record.workflow.pull_requests if p.state == "open"} if record else ()
    if not subject.pulls or not (_in_doubt(subject, facts) or set(known) - mine):
        return ()
    found = (p for p in _pulls_of_issue(subject, facts, reads) if p.number not in mine)
    return tuple(reads.evidence(p, _known_files(facts, p)) for p in found)


def _in_doubt(subject: Subject, facts: Facts) -> bool:
    """Say whether a check may know more than what stands on the issue.

    The record is damaged, or about to be made as the first one; or no comment vouches for it, and it
    does not know the pull request that woke us: it may be older than another one's check.
    """
    found = facts.record
    if isinstance(found, RecordAbsent):
        return bool(read_intents(facts))
    if isinstance(found, RecordDamaged):
        return True
    known = {p.number for p in found.record.workflow.pull_requests}
    fresh = any(p.number not in known for p in subject.pulls)
    return fresh and found.named < found.record.revision


def _has_pulls(record: Record) -> bool:
    return record.stage.planned or record.stage is Stage.STAGED


def _names(reads: Reads, pull: Pull, issue: int) -> bool:
    named = links.closes(pull.body, reads.world.full_name)
    return issue in named or links.branch_issue(pull.head_ref) == issue


def _judged(reads: Reads, facts: Facts, pull: Pull) -> Pull:
    """The pull request with its evidence, its issues' records, and its own base branch's policy."""
    policy, broken = reads.policy(pull.base_ref)
    shown = reads.evidence(pull, _known_files(facts, pull))
    found = tuple(
        replace(link, record=_record(reads, facts, link.number, _named((shown,), link.number)))
        for link in pull.linked
    )
    return replace(shown, linked=found, policy=policy, policy_broken=broken)


def _known_files(facts: Facts, pull: Pull) -> tuple[FileChange, ...]:
    """The files the record holds for this very head and base: they need not be listed again."""
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    for shown in record.workflow.pull_requests if record else ():
        here = (shown.number, shown.head_sha) == (pull.number, pull.head_sha)
        if here and shown.base_ref == pull.base_ref and shown.complete:
            gone = set(shown.files_removed)
            return tuple(
                FileChange(p, "removed" if p in gone else "modified") for p in shown.files_touched
            )
    return ()


def _record(reads: Reads, facts: Facts, number: int, anchor: int) -> RecordState:
    """The record of a linked issue; `anchor` is what the check of the pull request names."""
    if facts.issue is not None and facts.issue.number == number:
        return facts.record
    try:
        issue, comments = reads.issue(number), reads.comments(number)
    except NotFound:
        return RecordAbsent()
    return reads.world.records.find(issue, comments, facts.policy.former_authors, anchor)


def _anchored(reads: Reads, facts: Facts, others: tuple[Pull, ...]) -> Facts:
    """Look at the record again where a check run of ours names a later revision than it has."""
    found, number = facts.record, facts.issue.number if facts.issue else 0
    anchor = _named((*facts.pulls, *others), number)
    known = found.record.revision if isinstance(found, RecordPresent) else 0
    if facts.issue is None or anchor <= known:
        return facts
    raw = replace(facts.issue, body=facts.raw_body)
    former = facts.policy.former_authors
    state = reads.world.records.find(raw, facts.comments, former, anchor)
    return facts.with_record(state)


def _named(pulls: Iterable[Pull], issue: int) -> int:
    """The highest revision of an issue's record that a check run of ours on one of these names."""
    named = (revisions(run.external_id) for pull in pulls for run in pull.verdicts)
    return max((found.get(issue, 0) for found in named), default=0)


def _waivers(facts: Facts) -> frozenset[str]:
    """Authors who say that their pull request needs no issue."""
    return frozenset(p.author.login for p in facts.pulls if links.no_issue(p.body) and not p.linked)


def _reviewers(facts: Facts) -> frozenset[str]:
    return frozenset(
        review.author.login
        for pull in facts.pulls
        for review in pull.reviews
        if review.state in {"APPROVED", "CHANGES_REQUESTED"} and not review.author.is_bot
    )
