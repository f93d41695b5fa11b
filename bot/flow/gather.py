"""All reads of one round: an issue with its record, its pull requests with their evidence, the policies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from bot.domain.crowd import approved, looked_at, on_commit, open_in
from bot.domain.facts import (
    Facts,
    LinkedIssue,
    Pull,
    RecordAbsent,
    RecordDamaged,
    Witness,
    record_in,
)
from bot.domain.listing import Reading
from bot.domain.stages import Stage
from bot.domain.verdict import revisions
from bot.errors import NotFound
from bot.events.wake import (
    CommitTarget,
    DashboardTarget,
    GroupTarget,
    IssueTarget,
    PullTarget,
    Wake,
)
from bot.flow import linking
from bot.flow.children import with_children
from bot.flow.known_files import known_actions, known_files
from bot.flow.linking import linked
from bot.flow.propose import neighbour
from bot.flow.reads import Reads
from bot.flow.trails import accounts, followed, with_edits, with_trail
from bot.intents.reading import read_intents


@dataclass(frozen=True, slots=True)
class Subject:
    """What one round is about: an issue (0: none) and pull requests, linked but without evidence.

    `near` are issues of whose plans we know that they write what this one's plan writes.
    """

    issue: int
    pulls: tuple[Pull, ...] = ()
    near: tuple[int, ...] = ()


def subjects(wake: Wake, reads: Reads) -> tuple[Subject, ...]:
    """The issues a wake concerns; a pull request without an issue is a subject of its own."""
    match wake.target:
        case IssueTarget(number):
            return (Subject(number),)
        case PullTarget(number):
            linked(reads, pull := reads.pull(number))  # its answer tells whether it is alone
            return _of_pulls(reads, with_siblings(reads, (pull,)))
        case CommitTarget(sha) | GroupTarget(sha):  # a group's is judged in `flow.merge_group`
            return _of_pulls(reads, with_siblings(reads, on_commit(reads.with_head(sha).rows)))
        case DashboardTarget():
            return ()  # `flow.dashboard` looks at it
        case _:
            assert_never(wake.target)


def gather(subject: Subject, witness: Witness | None, reads: Reads) -> Facts:
    """Everything one round may know.

    Damage is believed only when it is seen twice: while we read, another run may have saved a record
    whose revision we then find on a check, though the record we hold is the one before.
    """
    facts = _gathered(subject, witness, reads)
    linked_to = (x.record for pull in facts.pulls for x in pull.linked)
    if any(isinstance(state, RecordDamaged) for state in (facts.record, *linked_to)):
        reads.forget()
        facts = _gathered(subject, witness, reads)
    return facts


def _gathered(subject: Subject, witness: Witness | None, reads: Reads) -> Facts:
    facts = _base(subject, witness, reads)
    bare = subject.pulls or _pulls_of_issue(subject, facts, reads)
    facts = replace(facts, pulls=tuple(_judged(reads, facts, p) for p in bare))
    facts = _anchored(reads, facts, _others(subject, facts, reads))
    record = record_in(facts.record)
    overlaps = record.planner.overlaps if record else ()
    near = {*subject.near, *(o.issue for o in overlaps if o.kind == "open")}
    known = tuple(neighbour(number, facts, reads.world) for number in sorted(near))
    facts = replace(facts, neighbours=known)
    begun = with_children(facts, reads) if record and record.approved else facts
    facts = with_edits(begun, reads.world)
    permissions = {name.lower(): reads.permission(name) for name in sorted(accounts(facts))}
    return replace(facts, permissions=permissions)


def with_siblings(reads: Reads, pulls: Iterable[Pull]) -> tuple[Pull, ...]:
    """These and the others on their head commits: pull requests on one commit share its check.

    Of too many the newest are read, and each is closed: many of one stranger cost no look at all of them.
    """
    known = {p.number: p for p in pulls}
    for sha in dict.fromkeys(p.head_sha for p in known.values()):
        found = reads.with_head(sha)
        few = on_commit(found.rows)
        known = {p.number: p for p in few} | known
        if not found.complete or len(few) < len(found.rows):
            mine = (p for p in known.values() if p.head_sha == sha)
            known |= {p.number: replace(p, cut=p.cut | {Reading.SIBLINGS}) for p in mine}
    return tuple(known.values())


def _of_pulls(reads: Reads, pulls: tuple[Pull, ...]) -> tuple[Subject, ...]:
    found = tuple(linked(reads, p) for p in pulls)
    numbers = dict.fromkeys(x.number for p in found for x in p.linked if not x.repository)
    if numbers:
        return tuple(Subject(n, found) for n in numbers)
    return (Subject(0, found),) if found else ()


def _base(subject: Subject, witness: Witness | None, reads: Reads) -> Facts:
    world = reads.world
    if subject.issue:
        reads.trail(subject.issue)  # its answer brings the default branch's tip, too
    policy, broken = reads.policy()
    facts = Facts(
        repository=world.issues.repository(),
        policy=policy,
        policy_broken=broken,
        now=world.clock.now(),
        issue=None,
        witness=witness,
        can_check=world.pulls.can_check,
        spends=world.spends(policy),
    )
    if not subject.issue:
        return facts
    try:
        issue = reads.issue(subject.issue)
    except NotFound:
        return facts
    comments = reads.comments(subject.issue).rows
    record = world.records.find(issue, comments, policy.former_authors)
    held = record_in(record)
    reads.vouch(approved(held) if held and held.workflow.pull_requests else frozenset())
    person = replace(issue, body=world.records.request(issue))
    known = replace(facts, issue=person, raw_body=issue.body, comments=comments, record=record)
    known = with_trail(known, reads)
    if held and held.stage is Stage.DONE and issue.reopened:
        return replace(known, reopened_at=world.issues.reopened_at(subject.issue))
    return known


def _pulls_of_issue(subject: Subject, facts: Facts, reads: Reads) -> tuple[Pull, ...]:
    """The pull requests that an issue's own wake judges, with the issues they serve."""
    record = record_in(facts.record)
    known = record.workflow.by_number if record else {}
    return tuple(
        linked(reads, p, known_to=subject.issue if p.number in known else 0)
        for p in with_siblings(reads, _open_ones(subject, facts, reads))
    )


def _open_ones(subject: Subject, facts: Facts, reads: Reads) -> tuple[Pull, ...]:
    """Pull requests an issue's own wake must look at: open ones that name it, and known open ones.

    Where the issue is gone (deleted, moved) nobody knows them, so all open ones are looked through.
    Of very many those that may pass and the newest are read; what GitHub no longer shows is left out.
    """
    record = record_in(facts.record)
    gone = subject.issue > 0 and facts.issue is None
    begun = record and (record.stage.planned or record.stage is Stage.STAGED)
    works = begun or (record and record.workflow.pull_requests)
    if not (gone or works or _in_doubt(subject, facts)):
        return ()
    known, opened = open_in(record), reads.world.pulls.open().rows
    mine = [p for p in opened if p.number in known or linking.may_name(p, subject.issue)]
    closed = looked_at(known - {p.number for p in opened}, record)
    few = looked_at((p.number for p in mine), record)
    if left := len(mine) - len(few):
        reads.world.watch.tell("pulls_unread", issue=subject.issue, looked_at=len(few), unread=left)
    looked = (p for p in mine if p.number in few)
    named = (p for p in looked if p.number in known or linking.names_issue(reads, p, subject.issue))
    return (*named, *reads.still_there(sorted(closed)))


def _others(subject: Subject, facts: Facts, reads: Reads) -> tuple[Pull, ...]:
    """The issue's pull requests that a pull request's own wake does not judge.

    Their checks may name a later revision than anything this wake is about.
    """
    mine = {p.number for p in facts.pulls}
    more = subject.pulls and open_in(record_in(facts.record)) - mine
    if not subject.pulls or not (_in_doubt(subject, facts) or more):
        return ()
    found = (p for p in _open_ones(subject, facts, reads) if p.number not in mine)
    return tuple(replace(p, verdicts=reads.verdicts(p)) for p in found)


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
    fresh = any(p.number not in found.record.workflow.by_number for p in subject.pulls)
    return fresh and found.named < found.record.revision


def _judged(reads: Reads, facts: Facts, pull: Pull) -> Pull:
    """The pull request with its evidence, its issues' records, and the policies that judge it."""
    policy, broken = reads.policy()
    ruled = replace(
        pull,
        policy=policy,
        policy_broken=broken,
        policy_sha=reads.tip(facts.repository.default_branch),
        raised=reads.raised(pull.base_ref),
        base_sha=reads.tip(pull.base_ref) or pull.base_sha,
        local_actions=known_actions(facts, pull),
    )
    ruled = _labelled(reads, ruled)
    shown = reads.evidence(ruled, known_files(facts, ruled))
    found = tuple(_reached(reads, facts, shown, link) for link in _also_by_check(shown))
    return replace(shown, linked=found)


def _labelled(reads: Reads, pull: Pull) -> Pull:
    """The pull request with who gave its labels last, asked only where one of them would exempt."""
    policy = pull.policy
    matter = {name.casefold() for name in (*policy.gate.exempt.labels, policy.labels.ignore)}
    if not matter & {name.casefold() for name in pull.labels}:
        return pull
    found = reads.labelled(pull)
    told = (given for given in reversed(found.rows) if pull.said_here(given.at))
    newest = {given.label: given.by for given in told}
    cut = pull.cut if found.complete else pull.cut | {Reading.LABELS}
    return replace(pull, labelled=newest, cut=cut)


def _also_by_check(pull: Pull) -> tuple[LinkedIssue, ...]:
    """The links; where nothing else names an issue, those our own check of it on this head was bound to.

    A commit's check may be another pull request's: that one's issues are not borrowed.
    """
    newest = max(pull.verdicts, key=lambda run: run.id, default=None)
    if pull.linked or newest is None or not newest.external_id.startswith(f"pr:{pull.number} "):
        return pull.linked
    bound = revisions(newest.external_id)
    return tuple(LinkedIssue(number, "record", RecordAbsent()) for number in bound)


def _reached(reads: Reads, facts: Facts, pull: Pull, link: LinkedIssue) -> LinkedIssue:
    """The link with its issue's record, or with the reason why that cannot be read."""
    if link.repository:
        return linking.elsewhere(reads, pull, link)
    own = facts.issue if facts.issue and facts.issue.number == link.number else None
    try:
        if (own or reads.issue(link.number)).dashboard:  # it asks for nothing
            return replace(link, unreachable="missing")
        if own is None:
            anchor = _named((pull,), link.number)
            return followed(link, reads, facts.policy.former_authors, anchor)
    except NotFound:
        return replace(link, unreachable="missing")
    if not reads.comments(own.number).complete:
        return replace(link, unreachable="comments")
    return replace(link, record=facts.record, ended=own.ended, issue=own, trail=facts.trail)


def _anchored(reads: Reads, facts: Facts, others: tuple[Pull, ...]) -> Facts:
    """Look at the record again where a check run of ours names a later revision than it has."""
    anchor = _named((*facts.pulls, *others), facts.number)
    known = held.revision if (held := record_in(facts.record)) else 0
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
