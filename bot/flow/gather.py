"""All reads of one round: an issue with its record, its pull requests with their evidence, the policy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from bot.domain import links, policy_text
from bot.domain.facts import (
    Facts,
    FileChange,
    LinkedIssue,
    PolicyBroken,
    Pull,
    RecordAbsent,
    RecordDamaged,
    RecordPresent,
    RecordState,
    Witness,
)
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.domain.verdict import revisions
from bot.errors import NotFound
from bot.events.wake import CommitTarget, IssueTarget, PullTarget, Wake
from bot.intents.reading import speakers
from bot.ports import World


@dataclass(frozen=True, slots=True)
class Subject:
    """What one round is about: an issue (0: none) and pull requests, linked but without evidence."""

    issue: int
    pulls: tuple[Pull, ...] = ()


def subjects(wake: Wake, world: World) -> tuple[Subject, ...]:
    """The issues a wake concerns; a pull request without an issue is a subject of its own.

    Pull requests that share a head commit come together, because they share its check.
    """
    match wake.target:
        case IssueTarget(number):
            return (Subject(number),)
        case PullTarget(number):
            pull = world.pulls.pull(number)
            others = [p for p in world.pulls.with_head(pull.head_sha) if p.number != number]
            return _of_pulls(world, (pull, *others))
        case CommitTarget(sha):
            return _of_pulls(world, world.pulls.with_head(sha))
        case _:
            assert_never(wake.target)


def gather(subject: Subject, witness: Witness | None, world: World) -> Facts:
    """Everything one round may know. Raises NotFound for a subject that is gone."""
    facts = _base(subject, witness, world)
    bare = (*subject.pulls, *_more_pulls(subject, facts, world))
    facts = replace(facts, pulls=tuple(_with_evidence(world, facts, p) for p in bare))
    facts = _anchored(world, facts)
    logins = speakers(facts) | _reviewers(facts) | _waivers(facts)
    permissions = {login.lower(): world.issues.permission(login) for login in sorted(logins)}
    return replace(facts, permissions=permissions)


def _of_pulls(world: World, pulls: tuple[Pull, ...]) -> tuple[Subject, ...]:
    linked = tuple(_linked(world, p) for p in pulls)
    numbers = dict.fromkeys(link.number for p in linked for link in p.linked)
    if numbers:
        return tuple(Subject(n, linked) for n in numbers)
    return (Subject(0, linked),) if linked else ()


def _linked(world: World, pull: Pull) -> Pull:
    """The pull request with the issues it serves; keywords count for any base branch."""
    found = {n: "keyword" for n in links.closes(pull.body, world.full_name)}
    for number in world.pulls.closing(pull.number):
        found.setdefault(number, "github")
    named = links.branch_issue(pull.head_ref)
    if named:
        found.setdefault(named, "branch")
    return replace(
        pull, linked=tuple(LinkedIssue(n, source, RecordAbsent()) for n, source in found.items())
    )


def _base(subject: Subject, witness: Witness | None, world: World) -> Facts:
    policy, broken = _policy(world, subject.pulls[0].base_ref if subject.pulls else "")
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
        issue = world.issues.issue(subject.issue)
    except NotFound:
        return facts
    comments = world.issues.comments(subject.issue)
    record = world.records.find(issue, comments, policy.former_authors)
    person = replace(issue, body=world.records.request(issue))
    return replace(facts, issue=person, raw_body=issue.body, comments=comments, record=record)


def _policy(world: World, ref: str) -> tuple[Policy, PolicyBroken | None]:
    text = world.issues.file(world.policy_path, ref)
    parsed = policy_text.parse(text, world.policy_path) if text is not None else Policy()
    if isinstance(parsed, PolicyBroken):
        return Policy(), parsed
    if parsed.store == "body" and not world.records.signed:
        why = "store: body needs PLANGATE_RECORD_KEY, for anybody may edit the body of their issue"
        return Policy(), PolicyBroken(world.policy_path, _line_of("store", text or ""), why)
    return parsed, None


def _line_of(key: str, text: str) -> int:
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)


def _more_pulls(subject: Subject, facts: Facts, world: World) -> tuple[Pull, ...]:
    """Pull requests an issue's own wake must look at: linked open ones, and those it knew as open."""
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    damaged = isinstance(facts.record, RecordDamaged)
    if subject.pulls or not (damaged or (record and _has_pulls(record))):
        return ()
    linked = tuple(_linked_cheaply(world, p) for p in world.pulls.open())
    mine = tuple(p for p in linked if subject.issue in {link.number for link in p.linked})
    seen = {p.number for p in mine}
    shown = record.workflow.pull_requests if record else ()
    gone = (p.number for p in shown if p.state == "open")
    return (*mine, *(_linked(world, world.pulls.pull(n)) for n in gone if n not in seen))


def _has_pulls(record: Record) -> bool:
    return record.stage.planned or record.stage is Stage.STAGED


def _linked_cheaply(world: World, pull: Pull) -> Pull:
    numbers = [*links.closes(pull.body, world.full_name), links.branch_issue(pull.head_ref)]
    found = tuple(LinkedIssue(n, "keyword", RecordAbsent()) for n in dict.fromkeys(numbers) if n)
    return replace(pull, linked=found)


def _with_evidence(world: World, facts: Facts, pull: Pull) -> Pull:
    found = tuple(replace(link, record=_record(world, facts, link.number)) for link in pull.linked)
    return replace(world.pulls.evidence(pull, _known_files(facts, pull)), linked=found)


def _known_files(facts: Facts, pull: Pull) -> tuple[FileChange, ...]:
    """The files the record holds for this very head and base: they need not be listed again."""
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    for shown in record.workflow.pull_requests if record else ():
        if shown.number == pull.number and shown.head_sha == pull.head_sha:
            if shown.base_ref != pull.base_ref:
                return ()
            gone = set(shown.files_removed)
            return tuple(
                FileChange(p, "removed" if p in gone else "modified") for p in shown.files_touched
            )
    return ()


def _record(world: World, facts: Facts, number: int) -> RecordState:
    if facts.issue is not None and facts.issue.number == number:
        return facts.record
    try:
        issue, comments = world.issues.issue(number), world.issues.comments(number)
        return world.records.find(issue, comments, facts.policy.former_authors)
    except NotFound:
        return RecordAbsent()


def _waivers(facts: Facts) -> frozenset[str]:
    """Authors who say that their pull request needs no issue."""
    return frozenset(p.author.login for p in facts.pulls if links.no_issue(p.body) and not p.linked)


def _anchored(world: World, facts: Facts) -> Facts:
    """Look at the record again where a check run of ours names a later revision than it has."""
    anchor, found = _highest(facts), facts.record
    known = found.record.revision if isinstance(found, RecordPresent) else 0
    if facts.issue is None or anchor <= known:
        return facts
    raw = replace(facts.issue, body=facts.raw_body)
    former = facts.policy.former_authors
    return replace(facts, record=world.records.find(raw, facts.comments, former, anchor))


def _highest(facts: Facts) -> int:
    """The highest revision of our record that a check run of ours names."""
    number = facts.issue.number if facts.issue else 0
    named = (revisions(run.external_id) for pull in facts.pulls for run in pull.verdicts)
    return max((found.get(number, 0) for found in named), default=0)


def _reviewers(facts: Facts) -> frozenset[str]:
    return frozenset(
        review.author.login
        for pull in facts.pulls
        for review in pull.reviews
        if review.state in {"APPROVED", "CHANGES_REQUESTED"} and not review.author.is_bot
    )
