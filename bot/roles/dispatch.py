"""Dispatch: which role an intent goes to, which acts on a proposal; then the gatekeeper judges."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import assert_never

from bot.domain import policy_exceptions
from bot.domain.contracts import Role
from bot.domain.facts import Facts, RecordDamaged, record_in
from bot.domain.objections import silenced
from bot.domain.people import was
from bot.domain.record import Record
from bot.domain.request import request_digest, request_text
from bot.domain.verdict import Verdict
from bot.effects import CardMessage, Decision, Effect, GateMessage, React, SaveRecord, SetCheck
from bot.errors import RecordError
from bot.intents import model as asks
from bot.planning.proposal import Declined, Proposal, ProposedPlan, ProposedQuestions
from bot.roles import (
    answers,
    architect,
    asking,
    epic,
    explaining,
    human,
    lifecycle,
    orchestrator,
    planner,
    repair,
    round,
    tasks,
    views,
    waivers,
)
from bot.roles.gatekeeper import unjudged, verdicts
from bot.roles.round import Round

MOST_REACTIONS = 10
"""Reactions a look; a comment beyond them is read and answered all the same."""
SHOW_PLAN = "show-plan"
"""The identifier of the check's button that asks for the plan."""


def apply_intents(facts: Facts, intents: tuple[asks.Intent, ...]) -> Round:
    """Hand each intent, oldest first, to the role it concerns."""
    before = record_in(facts.record)
    so_far = Round(before)
    for together, same in groupby(intents, key=_brings_open):
        if together:
            pulls = [i.pull for i in same if isinstance(i, asks.EvidenceSeen)]
            if so_far.record:
                so_far = so_far.plus(lifecycle.evidence(facts, so_far.record, pulls))
            continue
        for intent in same:
            if not (so_far.record and so_far.record.handled(intent.key)):
                so_far = so_far.plus(_acknowledged(_apply(facts, so_far, intent), intent))
    so_far = round.resumed(before, round.paid(facts, before, so_far, intents))
    return round.postponed(facts, so_far) if silenced(facts) else so_far


def _brings_open(intent: asks.Intent) -> bool:
    """Say whether it brings evidence of an open pull request: all of those are written down at once."""
    return isinstance(intent, asks.EvidenceSeen) and intent.pull.state == "open"


def _acknowledged(done: Round, intent: asks.Intent) -> Round:
    """Leave one reaction on every comment that was read, whatever came of it."""
    spoken = intent.comment_id and intent.key.startswith("comment:")
    if not spoken or done.record is None or any(isinstance(e, React) for e in done.effects):
        return done
    line = done.record.workflow_runtime.keys.line(intent.key)
    if line is None:
        return done
    content = "eyes" if line.outcome == "done" else "confused"
    return replace(done, effects=(*done.effects, React(intent.comment_id, content)))


def _apply(facts: Facts, so_far: Round, intent: asks.Intent) -> Round:  # noqa: C901 - one case a kind
    """What one intent comes to; without a record only planning and repairs begin."""
    record = so_far.record
    if isinstance(intent, asks.PlanWanted):
        return orchestrator.open_planning(facts, record, intent)
    if isinstance(intent, asks.RestoreWanted):
        return repair.restore(facts, record, intent)
    if record is None:
        return Round(None)
    match intent:
        case asks.CancelWanted():
            return orchestrator.cancel(facts, record, intent)
        case asks.RequestEdited():
            return orchestrator.request_edited(facts, record, intent)
        case asks.QuestionsExpired():
            return orchestrator.expire(facts, record, intent)
        case asks.HelpWanted() | asks.HandWanted() | asks.CommandHeld():
            return explaining.explain(facts, record, intent)
        case asks.Answered():
            return _answered(facts, so_far, record, intent)
        case asks.ReplyRead():
            return answers.reading(facts, record, intent)
        case asks.ApprovalGiven():
            return human.approve(facts, record, intent)
        case asks.ApprovalVoided():
            return human.void(facts, record, intent)
        case asks.PlanRejected():
            return human.reject(facts, record, intent)
        case asks.WaiveWanted():
            return waivers.waive(facts, record, intent)
        case asks.RecordEdited():
            return repair.edited(facts, record, intent)
        case asks.TaskMoved():
            return tasks.finish(facts, record, intent)
        case asks.TaskSpoken():
            return tasks.say(facts, record, intent)
        case asks.ChildSeen():
            return tasks.see_child(facts, record, intent)
        case asks.EvidenceSeen():
            return lifecycle.evidence(facts, record, [intent.pull])
        case asks.Reopened():
            return lifecycle.reopen(facts, record, intent)
        case asks.Reverted():
            return lifecycle.revert(facts, record, intent)
        case _:
            assert_never(intent)


def _answered(facts: Facts, so_far: Round, record: Record, intent: asks.Answered) -> Round:
    """Who allows all that a plan needs has it staged as it stands; other answers plan again."""
    done = answers.answer(facts, record, intent)
    wanted = done.wants_plan and not so_far.wants_plan
    allowed = architect.allowed(facts, record, done.record) if wanted and done.record else None
    if allowed is None:
        return done
    staged = orchestrator.stage_plan(facts, planner.decided(facts, allowed), new_plan=False)
    return replace(done, record=staged, wants_plan=False)


def act(facts: Facts, so_far: Round, proposal: Proposal | None, *, judge: bool = True) -> Decision:
    """Answer the proposal, judge the pull requests, and list everything that must be written.

    Not `judge`: another subject of the same wake judges them, when all records are as they will be.
    """
    record, effects = so_far.record, so_far.effects
    if record is not None and proposal is not None:
        record, more = _adopt(facts, record, proposal)
        effects += more
    read, looked = facts.neighbours, facts.plans_unread is not None
    if record is not None and (read or looked or facts.children or record.planner.overlaps):
        record = epic.closed(facts, planner.beside(facts, record))
    record, save = _saved(facts, record)
    if record is None:
        effects += repair.report(facts)
    effects += views.policy_notice(facts)
    judged, checks = _judged(facts, record) if judge and facts.pulls else ((), ())
    shown: tuple[Effect, ...] = views.of(facts, record) if record else ()
    begun = record if record and record.approved else None
    shown += tasks.wanted(facts, begun) if begun else ()
    again = so_far.again or (begun is not None and tasks.unknown(facts, begun))
    done = (*save, *shown, *_few_reactions(effects), *checks)
    return Decision(record, done, so_far.reasons, again, judged, so_far.unrecorded, read)


def _few_reactions(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects with one reaction of each kind a comment, and the first few: each is a write of its own.

    Refusals come last, so that nobody's many comments use up what others are answered with.
    """
    reacts = dict.fromkeys(effect for effect in effects if isinstance(effect, React))
    first = sorted(reacts, key=lambda react: react.content == "confused")[:MOST_REACTIONS]
    return (*(e for e in effects if not isinstance(e, React)), *first)


def _judged(facts: Facts, own: Record | None) -> tuple[tuple[Verdict, ...], tuple[SetCheck, ...]]:
    """The verdicts on the pull requests, and the checks that say them."""
    judged = verdicts.judge(facts, verdicts.records_of(facts, own))
    shown_as = (*verdicts.published(judged), *unjudged.outlived(facts, judged))
    return judged, tuple(_check(facts, own, v) for v in shown_as if facts.can_check)


def _check(facts: Facts, record: Record | None, verdict: Verdict) -> SetCheck:
    """The check of one verdict; who pressed a button on it gets a new one, though nothing changed."""
    seen = facts.witness
    asked = was(seen, "check_", "rerequested", "requested_action")
    plan = record.plan if record and seen and seen.button == SHOW_PLAN else None
    return SetCheck(GateMessage(verdict, verdict.policy), again=asked, plan=plan)


def unsaved(facts: Facts, problem: RecordError) -> Decision:
    """What is done when the record cannot be written: the gate closes, and people are told why."""
    before = record_in(facts.record)
    seen = max(before.revision if before else 0, _anchor(facts))
    stuck = RecordDamaged(problem.code, problem.what, seen)
    return act(facts.with_record(stuck), Round(None), None)


def _adopt(facts: Facts, record: Record, proposal: Proposal) -> tuple[Record, tuple[Effect, ...]]:
    title, body = (facts.issue.title, facts.issue.body) if facts.issue else ("", "")
    kept = record.planner.having(
        request=request_text(title, body), request_digest=request_digest(title, body)
    )
    record = record.write(Role.PLANNER, facts.now, planner=kept)
    match proposal:
        case ProposedPlan():
            adopted = architect.review(facts, planner.adopt(facts, record, proposal))
            made = orchestrator.classify(facts, adopted, proposal)
            needed = policy_exceptions.wanted(made)
            if needed:
                return architect.ask(facts, made, needed), ()
            return orchestrator.stage_plan(facts, made), ()
        case ProposedQuestions():
            return asking.ask(facts, record, proposal), ()
        case Declined():
            return orchestrator.decline(facts, record, proposal), ()
        case _:
            assert_never(proposal)


def _saved(facts: Facts, record: Record | None) -> tuple[Record | None, tuple[Effect, ...]]:
    before = record_in(facts.record)
    if record is None or facts.issue is None or record == before:
        return record, ()
    read = before.revision if before else _anchor(facts)
    newer = record.having(revision=read + 1, repository_id=facts.repository.id)
    card = CardMessage(newer, facts.policy, facts.issue.number)
    return newer, (SaveRecord(card),)


def _anchor(facts: Facts) -> int:
    """Revisions go on from the highest ever seen, also after a restore."""
    damaged = facts.record
    if not isinstance(damaged, RecordDamaged):
        return 0
    readable = damaged.copy or damaged.stale
    return max(damaged.anchor, readable.revision if readable else 0)
