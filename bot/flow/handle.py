"""The whole product on one page: wake, look, decide, write. Every door calls `handle`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bot.domain.facts import Facts, Pull, Witness
from bot.domain.people import did, was
from bot.domain.stages import Stage
from bot.domain.verdict import Verdict
from bot.effects import Decision, Effect, EnsureChild, GateMessage, SaveRecord, SetCheck
from bot.errors import GitHubError, Moved, NotFound, PlangateError, RateLimited, RecordError
from bot.events.wake import DashboardTarget, GroupTarget, IssueTarget, PullTarget, Wake
from bot.flow import dashboard, merge_group
from bot.flow.announce import announce, retire
from bot.flow.gather import Subject, gather, subjects, with_siblings
from bot.flow.linking import linked
from bot.flow.perform import perform
from bot.flow.propose import Planned, propose, takes_long, with_neighbours
from bot.flow.reading import with_readings
from bot.flow.reads import Reads
from bot.flow.world import World
from bot.intents.model import Intent
from bot.intents.reading import read_intents
from bot.ports.world import Watch
from bot.roles import dispatch, round
from bot.roles.gatekeeper import unjudged, verdicts

ROUNDS = 5
MOST_STEPS = 60
"""So many times a round may go on making issues."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one subject came to: the facts last seen, the decision, and the effects that wrote."""

    subject: Subject
    facts: Facts
    decision: Decision
    done: tuple[Effect, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts on its pull requests."""
        return self.decision.verdicts


def handle(
    wake: Wake, world: World, *, dry_run: bool = False, asked: tuple[Intent, ...] = ()
) -> tuple[Outcome, ...]:
    """Bring everything the wake concerns to the state GitHub's own state asks for.

    We do not trust what an event says: handling one twice, late, out of order or not at all ends in the same
    state once any later wake (or the sweep) looks. `dry_run` decides and writes nothing;
    `asked` are intents that come from elsewhere than GitHub (the command line).
    Raises PlangateError, NotFound only where the target is gone; what was written until then stands. Where
    the record cannot be written, or GitHub fails to show a pull request, that gate is closed before.
    """
    run = CallContext(wake, Reads(world), dry_run, asked)
    run.reads.target(wake.target)
    try:
        outcomes = _handled(run)
    except NotFound as gone:
        raise GitHubError("PLANGATE-GITHUB-006", gone.what, gone.remedy) from gone
    problem = run.reads.failed
    if problem and isinstance(wake.target, GroupTarget):  # only writers queue: the group waits
        raise problem
    if problem:  # no outage: it is of one pull request, and that one's gate is closed
        raise GitHubError("PLANGATE-GITHUB-006", problem.what, problem.remedy)
    return outcomes


def _handled(run: CallContext) -> tuple[Outcome, ...]:
    wake, reads, dry_run = run.wake, run.reads, run.dry_run
    if isinstance(wake.target, GroupTarget) and (group := merge_group.proven(wake.target, reads)):
        return (_group(group, wake.witness, reads, dry_run),)
    if isinstance(wake.target, DashboardTarget) or _is_dashboard(wake, reads):
        return _dashboard(wake, reads, dry_run=dry_run)
    refused = None
    if not dry_run and isinstance(wake.target, PullTarget):
        announce(wake, reads)
        refused = retire(wake, reads)
    found = subjects(wake, reads)
    # one check a commit: it is judged once, when all its issues' records are as they will be
    outcomes = [_settle(s, run, judge=n == len(found)) for n, s in enumerate(found, 1)]
    if not dry_run:
        related = [s for o in outcomes for s in _related(wake, o)]
        outcomes += [_settle(s, run, judge=True) for s in related]
        outcomes += _groups((pull for o in outcomes for pull in o.facts.pulls), reads)
    if refused:
        raise refused
    return tuple(outcomes)


def _is_dashboard(wake: Wake, reads: Reads) -> bool:
    """Say whether a wake is about the dashboard's own issue, which is handled in no other way."""
    if not isinstance(wake.target, IssueTarget):
        return False
    try:
        return reads.issue(wake.target.number).dashboard
    except NotFound:
        return False


def _dashboard(wake: Wake, reads: Reads, *, dry_run: bool) -> tuple[Outcome, ...]:
    """The dashboard as it came to be; a sweep looks at the whole repository last, not at its issue.

    Nobody's comment there says anything: only what became of the issue itself is worth a look.
    """
    told = did(wake.witness)
    if isinstance(wake.target, IssueTarget) and all(x.startswith("issue_comment.") for x in told):
        return ()

    settled = dashboard.refresh(
        wake, reads, lambda other, asked: handle(other, reads.world, asked=asked), dry_run=dry_run
    )
    return (Outcome(Subject(0), *settled),) if settled else ()


def _groups(pulls: Iterable[Pull], reads: Reads) -> list[Outcome]:
    """The merge groups of the pull requests that were just judged: their green follows its members'."""
    opened = {pull.number: pull for pull in pulls if pull.state == "open"}
    held = merge_group.holding(opened.values(), reads) if opened else ()
    return [_group(target, None, reads) for target in held]


def _group(target: GroupTarget, seen: Witness | None, reads: Reads, dry: bool = False) -> Outcome:
    facts, decision, done = merge_group.settle(target, seen, reads, dry_run=dry)
    return Outcome(Subject(0, facts.pulls), facts, decision, done)


def _related(wake: Wake, outcome: Outcome) -> Iterator[Subject]:
    """Issues that no event of their own wakes us for: new stories, and the parent of a closed one."""
    yield from _stories(outcome)
    yield from _unaware(outcome)
    issue, record = outcome.facts.issue, outcome.decision.record
    turned = was(wake.witness, "issues", "closed", "reopened")
    ends = {Stage.DONE, Stage.CANCELLED}
    ended = _saved(outcome.done) and record is not None and record.stage in ends
    if issue and issue.parent and (turned or ended):
        yield Subject(issue.parent)


def _saved(done: tuple[Effect, ...]) -> bool:
    return any(isinstance(effect, SaveRecord) for effect in done)


def _unaware(outcome: Outcome) -> Iterator[Subject]:
    """Issues whose records do not say yet that our approved plan writes the same files, or still say so.

    Only what a person approved is news for them: each costs a look and three writes, and anybody may edit
    a request of theirs, again and again. Of other plans they hear at a look of their own.
    """
    issue, record = outcome.facts.issue, outcome.decision.record
    if issue is None or record is None:
        return
    given = record.approval if record.approved and record.stage.planned else None
    mine = {o.issue for o in record.planner.overlaps if given and o.kind == "open"}
    for near in outcome.decision.neighbours:
        held = near.record.planner.overlaps if near.record else ()
        told = any(o.issue == issue.number and o.approved for o in held)
        news = near.number in mine and (told or bool(given and given.by_person))
        if told != news and not near.closed:
            yield Subject(near.number, near=(issue.number,))


def _stories(outcome: Outcome) -> Iterator[Subject]:
    """The stories of an epic that nobody has planned yet: no event of our own would wake us for them."""
    facts = outcome.facts
    stages = {name.casefold() for name in facts.policy.labels.stages.all()}
    for child in facts.children:
        labels = {name.casefold() for name in child.labels}
        asked = facts.policy.labels.plan.casefold() in labels and child.state == "open"
        if asked and not labels & stages:
            yield Subject(child.number)


@dataclass(frozen=True, slots=True)
class CallContext:
    """What stays the same for all subjects and rounds of one call."""

    wake: Wake
    reads: Reads
    dry_run: bool
    asked: tuple[Intent, ...]


def _settle(subject: Subject, run: CallContext, *, judge: bool) -> Outcome:
    done: tuple[Effect, ...] = ()
    left, steps = ROUNDS, MOST_STEPS
    while left and steps:
        facts = gather(subject, run.wake.witness, run.reads)
        with _bugs_told(facts, run, GitHubError, Moved):
            decision, planned = decide(facts, run, judge=judge)
        if run.dry_run:
            return Outcome(subject, facts, decision, ())
        try:
            with _groups_closed(facts, run, last=left == 1), _bugs_told(facts, run, PlangateError):
                written = perform(decision, facts, run.reads.world)
            done += written
            _tell_refusals(facts, decision, run.reads.world.watch)
            if planned:
                planned.stage.exit(planned.proposal, "record" if _saved(written) else "unchanged")
        except Moved:
            run.reads.forget()
            left -= 1
            subject = _read_again(subject, run)
            continue
        except RecordError as problem:
            perform(dispatch.unsaved(facts, problem), facts, run.reads.world)
            raise
        run.reads.forget(subject.issue)
        made = any(isinstance(effect, EnsureChild) for effect in written)
        if not decision.again and not made:
            return Outcome(subject, facts, decision, done)
        left, steps = (left, steps - 1) if made else (left - 1, steps)
    raise Moved(f"{run.wake.subject} kept changing for {ROUNDS} rounds")


def _tell_refusals(facts: Facts, decision: Decision, watch: Watch) -> None:
    """Log what this round refused; without a record, which would remember it, only what the event brought."""
    seen = facts.witness.comment_id if facts.witness else 0
    news = decision.record.workflow_runtime.news if decision.record else ()
    for line in (
        *(a for a in news if a.outcome != "done"),
        *(a for a in decision.unrecorded if a.key.startswith(f"comment:{seen}:")),
    ):
        subject = f"{facts.repository.full_name}#{facts.number}"
        rule = "; ".join(b.requirement for b in line.blocking) or line.reason
        told = {"who": line.actor, "what": line.action, "rule": rule, "key": line.key}
        watch.tell("refused", subject=subject, **told)


def _read_again(subject: Subject, run: CallContext) -> Subject:
    """The subject with its pull requests read again: a verdict on an older commit is none."""
    if not subject.pulls:
        return subject
    again = run.reads.still_there(p.number for p in subject.pulls)
    for pull in again:
        linked(run.reads, pull)  # its answer tells whether it is alone
    known = (linked(run.reads, p) for p in with_siblings(run.reads, again))
    return replace(subject, pulls=tuple(known))


@contextmanager
def _bugs_told(facts: Facts, run: CallContext, *expected: type[Exception]) -> Iterator[None]:
    """Where a bug keeps us from deciding or writing, no older verdict stays as if nothing were."""
    try:
        yield
    except expected:
        raise
    except Exception as problem:
        if facts.can_check and not run.dry_run:
            _report_bug(facts, type(problem).__name__, run.reads.world)
        raise


@contextmanager
def _groups_closed(facts: Facts, run: CallContext, *, last: bool) -> Iterator[None]:
    """Where one pull request keeps a look from its end, the groups of the others are judged all the same."""
    try:
        yield
    except (Moved, GitHubError) as problem:
        if last or not isinstance(problem, Moved | RateLimited):
            run.reads.forget()
            _groups(facts.pulls, run.reads)
        raise


def _report_bug(facts: Facts, problem: str, world: World) -> None:
    opened = (p for p in facts.pulls if p.state == "open")
    broken = tuple(v for p in opened for v in unjudged.broken(p, problem))
    checks = tuple(SetCheck(GateMessage(v, v.policy)) for v in verdicts.published(broken))
    perform(Decision(None, checks), facts, world)


def decide(facts: Facts, run: CallContext, *, judge: bool) -> tuple[Decision, Planned | None]:
    """The pure middle of a round, with the planner's proposal (a read) between its two halves.

    Work that may take long is announced first: the card says so, and the next round does it. A dry run
    announces nothing, and has no reply read.
    """
    world, intents = run.reads.world, (*run.asked, *read_intents(facts))
    if world.read_reply and not run.dry_run:
        intents = with_readings(facts, intents, world)
    so_far = dispatch.apply_intents(facts, intents)
    fresh = so_far.wants_plan and not round.was_announced(so_far.record)
    if fresh and not run.dry_run and takes_long(facts, world):
        return dispatch.act(facts, round.announce(facts, so_far), None, judge=judge), None
    planned = propose(facts, so_far, run.reads)
    facts = with_neighbours(facts, so_far, planned, world)
    proposal = planned.proposal if planned else None
    return dispatch.act(facts, so_far, proposal, judge=judge), planned
