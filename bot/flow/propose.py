"""Asks the planner for a proposal, but only if one is wanted. What an engine does counts as a read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.domain import belief, policy_exceptions
from bot.domain.facts import Comment, Facts, Issue, Neighbour, Permission, Person, record_in
from bot.domain.policy import Policy
from bot.domain.questionnaire import Question
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.errors import NotFound
from bot.flow.reads import Reads
from bot.flow.stage import PlannerStage
from bot.flow.world import World
from bot.intents import replies
from bot.intents.commands import beside, commands
from bot.planning.proposal import Declined, OpenIssue, Proposal, ProposedPlan, Request
from bot.roles.round import Round

EPIC = "plan:epic"
"""How a planner hears that several stories are wanted, whatever the policy calls the label."""
LONG_TEXT, LONG_TREE = 20_000, 20_000
MOST_NEIGHBOURS = 40
LONGEST_CHAIN = 10
"""So many duplicates of duplicates are followed."""
MOST_TWINS = 3
"""So often the planner is asked anew since what it found to be the same is none after all."""
_NUMBER = re.compile(r"#([0-9]{1,9})(?![0-9])")
_PARTS = re.compile(r"[\[\]()\n]|: | [-\u2013\u2014] ")
_AROUND = " \t\r0123456789-+*#>|_`~.:;,!?\"'()[]"


@dataclass(frozen=True, slots=True)
class Planned:
    """What the planner answered, and the stage that ran: its exit is logged once the result is kept."""

    proposal: Proposal
    stage: PlannerStage


def propose(facts: Facts, so_far: Round, reads: Reads) -> Planned | None:
    """A proposal for the issue as this round left it, or nothing when nobody wants a plan.

    Other issues are read for the first planning only: who answers questions has seen it is no duplicate.
    Nor is a story, however many copies are open: its epic's plan was approved.
    """
    if not so_far.wants_plan or so_far.record is None or facts.issue is None:
        return None
    world = reads.world
    unique = so_far.record.planner.questions or world.children.story_of(facts.issue)
    others = () if unique else _shown(facts, reads)
    request = request_of(facts, so_far.record, others)
    newest = (c.author for c in reversed(request.comments))
    request = replace(request, writers=_writers(newest, reads))
    stage = PlannerStage(
        f"{facts.repository.full_name}#{facts.number}",
        _keeping(facts, so_far.record),
        world.watch,
        world.engine_for(facts.policy),
        world.workspace,
        world.watch.elapsed(),
        world.keep,
    )
    return Planned(_proposed(facts, world, stage, request), stage)


def _keeping(facts: Facts, record: Record) -> Policy:
    """The policy; it keeps protected files out of sight, where no exception is wanted."""
    if not policy_exceptions.refused(record):
        return facts.policy
    rules = facts.policy.planner
    hidden = (*rules.context_excludes, *facts.policy.gate.protected)
    return facts.policy.having(planner=rules.having(context_excludes=hidden))


def _proposed(facts: Facts, world: World, stage: PlannerStage, request: Request) -> Proposal:
    """Ask the planner; a twin that is none after all (closed, or it points here) is left out.

    Anybody can open copies of an issue: after MOST_TWINS it is planned beside no other one, and says so.
    """
    for _ in range(MOST_TWINS):
        found = stage.run(request)
        if not isinstance(found, Declined) or found.duplicate_of is None:
            return found
        twin = canonical(facts, world, found)
        if twin is not None:
            return twin
        left = tuple(o for o in request.open_issues if o.number != found.duplicate_of)
        if len(left) == len(request.open_issues):
            return found
        request = replace(request, open_issues=left)
    unread = len(request.open_issues)
    found = stage.run(replace(request, open_issues=()))
    world.watch.tell("duplicates_unread", session_id=stage.session, issues=unread)
    if not unread or not isinstance(found, ProposedPlan):
        return found
    others = "1 more open issue asks" if unread == 1 else f"{unread} more open issues ask"
    told = f"I did not check whether {others} for the same. I stopped looking after {MOST_TWINS} "
    told += "apparent duplicates: each is closed, or a duplicate of this issue."
    return replace(found, assumptions=(*found.assumptions, told))


def canonical(facts: Facts, world: World, found: Declined) -> Declined | None:
    """The same finding with the issue that stands at the end of its chain of duplicates.

    Nothing where the chain ends in a closed issue, in a newer one that has no plan, or leads back to
    this one: then this is the one that stays. Reads the records on the chain.
    """
    number, met = found.duplicate_of, {facts.number}
    for _ in range(LONGEST_CHAIN):
        if number is None or number in met:
            return None
        met.add(number)
        try:
            issue = world.issues.issue(number)
        except NotFound:
            return None
        if issue.state != "open":
            return None
        record = neighbour(number, facts, world, issue).record
        decided = record.orchestrator if record and record.stage is Stage.DUPLICATE else None
        if decided is None or decided.duplicate_of is None:
            older = number < facts.number or bool(record and record.plan)
            return replace(found, duplicate_of=number) if older else None
        number = decided.duplicate_of
    return None


def takes_long(facts: Facts, world: World) -> bool:
    """Say whether planning may take more than a few seconds: a model's does, and that of much text."""
    if world.spends(facts.policy):
        return True
    text = len(facts.issue.body) if facts.issue else 0
    return text > LONG_TEXT or len(world.workspace.paths()) > LONG_TREE


def request_of(facts: Facts, record: Record, others: tuple[OpenIssue, ...] = ()) -> Request:
    """The issue as a planner sees it. Comments of bots, and our own, are no part of the request.

    Nor are replies to questions: what counts of them stands in the answers, and `1B` read as prose
    would seem to settle what nobody answered yet.
    """
    issue = facts.issue
    assert issue is not None  # noqa: S101 - the caller looked
    asked = record.planner.questions
    own = tuple(q for q in asked if not policy_exceptions.is_exception(q))
    epic = issue.has(facts.policy.labels.epic) or record.planner.epic
    return Request(
        repository=facts.repository.full_name,
        number=issue.number,
        title=issue.title,
        body=issue.body,
        author=issue.author.login,
        created_at=issue.created_at,
        labels=issue.labels | ({EPIC} if epic else set()),
        comments=tuple(c for c in facts.comments if _is_prose(c, asked)),
        questions=own,
        answers=tuple(a for a in record.planner.answers if a.question_id in {q.id for q in own}),
        feedback=tuple(
            a.reason
            for a in record.history
            if a.action in {"reject", "replan"} and a.outcome == "done" and a.reason
        ),
        earlier=record.plan,
        open_issues=others,
        forced=any(a.action == "force" and a.outcome == "done" for a in record.history),
    )


def _writers(people: Iterable[Person], reads: Reads) -> frozenset[str]:
    """Who of the first of these people may write, asked of GitHub; in small letters."""
    first = list(dict.fromkeys(p.login.lower() for p in people if not p.is_bot))[: belief.MOST]
    return frozenset(p for p in first if reads.permission(p).at_least(Permission.WRITE))


def _is_prose(comment: Comment, asked: tuple[Question, ...]) -> bool:
    """Say whether a comment is part of the request: by a person, no command, and no reply to us."""
    if comment.ours or comment.author.is_bot:
        return False
    body = beside(comment.body) if commands(comment.body) else comment.body
    if not body.strip():
        return False
    since = min((q.requested_at or comment.created_at for q in asked), default=None)
    if since is None or comment.created_at < since:
        return True
    return not (replies.picks(body, asked) or replies.seems(body, asked))


def _shown(facts: Facts, reads: Reads) -> tuple[OpenIssue, ...]:
    """The open issues that this one may repeat: older ones, and newer ones that we have planned.

    Anybody can open a copy of an issue, and it is newer than the issue. Where policy may approve what a
    model plans, it is shown those of writers alone.
    """
    planned = _planned_labels(facts)
    found = [
        i
        for i in _unrelated(facts, reads.world)
        if not i.dashboard and (i.number < facts.number or any(map(i.has, planned)))
    ]
    if facts.spends and facts.policy.automation != "manual":
        writers = _writers((i.author for i in found), reads)
        found = [i for i in found if i.author.login.lower() in writers]
    return tuple(OpenIssue(i.number, i.title, i.body) for i in found)


def _unrelated(facts: Facts, world: World, *labels: str) -> Iterator[Issue]:
    """The open issues (with one of these labels) but this one, its stories, and those beside or above it."""
    me = facts.issue
    if me is None:
        return
    body = me.body if me.has(facts.policy.labels.epic) else ""
    mine, listed = _parents(me, world), set(_NUMBER.findall(body))
    lines = {*map(_bare, body.split("\n")), *map(_bare, _PARTS.split(body))} - {""}
    for other in world.issues.open_issues(*labels):
        named = str(other.number) in listed or _bare(other.title) in lines
        family = {other.number, *_parents(other, world)}
        if not (named or me.number in family or mine & family):
            yield other


def _bare(text: str) -> str:
    """A line of a list, or a title, without what marks it."""
    return text.casefold().replace("[x]", "").strip(_AROUND)


def neighbour(number: int, facts: Facts, world: World, issue: Issue | None = None) -> Neighbour:
    """An issue with its record; one that is gone has none. `issue` is what was read of it just now."""
    try:
        issue = issue or world.issues.issue(number)
        comments = world.issues.comments(number)
    except NotFound:
        return Neighbour(number)
    found = world.records.find(issue, comments.rows, facts.policy.former_authors)
    return Neighbour(number, record_in(found), closed=issue.state != "open")


def with_neighbours(facts: Facts, so_far: Round, planned: Planned | None, world: World) -> Facts:
    """The facts with the open issues whose plans may write the same, when somebody must know of them.

    That is when a plan is made of a request that raised no question, for the open issues were read then
    anyway, and when a plan is approved, before work begins.
    """
    before, record = record_in(facts.record), so_far.record
    staged = before is not None and before.stage is Stage.STAGED
    approved = staged and record is not None and record.stage is Stage.IMPLEMENTING
    made = planned is not None and isinstance(planned.proposal, ProposedPlan)
    if approved or (made and record is not None and not record.planner.questions):
        return _all_neighbours(facts, world)
    return facts


def _all_neighbours(facts: Facts, world: World) -> Facts:
    """With the open issues that have the label of a stage with a plan, besides those known already.

    Issues of its own epic are no neighbours: one plan orders them. The MOST_NEIGHBOURS newest are read,
    at a request each; how many were left out stands in the facts.
    """
    labels, known = _planned_labels(facts), {n.number for n in facts.neighbours}
    near = _unrelated(facts, world, *labels) if labels else ()
    fresh = [i for i in near if i.number not in known]
    read = [neighbour(i.number, facts, world, i) for i in fresh[:MOST_NEIGHBOURS]]
    unread = len(fresh) - len(read)
    return replace(facts, neighbours=(*facts.neighbours, *read), plans_unread=unread)


def _planned_labels(facts: Facts) -> frozenset[str]:
    """The labels of the stages in which an open issue has a plan; they take triage to give."""
    names = facts.policy.labels.stages
    labels = frozenset(name for stage in Stage if stage.live and (name := names.of(stage)))
    return labels - {names.planning, names.awaiting_human}


def _parents(issue: Issue, world: World) -> set[int]:
    """The epics of a story, by GitHub's own link (it takes triage) and by the marker that we wrote."""
    return {issue.parent, world.children.story_of(issue)} - {0}
