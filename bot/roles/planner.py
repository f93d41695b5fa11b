"""The planner: adopts a proposal as the next plan version and writes planning artifact and test intent."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Literal

from bot.domain.artifacts import ArtifactStatus, PlanningArtifact, TestingArtifacts
from bot.domain.codec import packed, weight
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Neighbour
from bot.domain.links import branch_name, slug
from bot.domain.overlap import Overlap, overlap
from bot.domain.plan import PlanningRun, merged
from bot.domain.plan_delta import PlanDelta
from bot.domain.questionnaire import Answer
from bot.domain.record import PlanDecision, PlannerState, PlanVersion, Record, StoredPlan, Workflow
from bot.domain.stages import Stage
from bot.graph.task_graph import set_task_graph
from bot.planning.proposal import Decided, ProposedPlan

ROLE = Role.PLANNER
_CAUSES = frozenset(
    {"plan", "force", "answer", "questions timed out", "request edited"}
    | {"reject", "replan", "resume", "restore"}
)
"""History lines that make a new plan version."""
MOST_VERSIONS, VERSIONS_ROOM, VERSIONS_PACKED = 500, 1_000_000, 90_000
"""Earlier versions that a record names, and what they may take: bytes written, characters compressed."""


def adopt(facts: Facts, record: Record, proposal: ProposedPlan) -> Record:
    """Make `proposal` the plan in force; a plan that says the same stays the version it is.

    What stands beside it (risks, what was assumed) is always the newest.
    """
    reason = _reason(record)
    if facts.issue and facts.issue.has(facts.policy.labels.epic):
        proposal = replace(proposal, epic=True)
    same = record.planner.plan is not None and record.planner.plan.digest == proposal.plan.digest()
    planner = _state(record, proposal, reason, keep_plan=same)
    told = _planning(facts, record, proposal)
    if same:
        return record.write(ROLE, facts.now, reason, planner=planner, planning_artifact=told)
    done = record.testing_artifacts.implemented if record.testing_artifacts else None
    return record.write(
        ROLE,
        facts.now,
        reason,
        planner=planner,
        planning_artifact=told,
        testing_artifacts=TestingArtifacts(planned=proposal.tests, implemented=done),
        workflow=_workflow(facts, record),
    )


def _state(record: Record, proposal: ProposedPlan, reason: str, *, keep_plan: bool) -> PlannerState:
    plan, before = proposal.plan, record.planner
    sure = proposal.confidence
    told = {**proposal.telemetry, "confidence": sure, "confidences": [sure]}
    kept = before.having(
        intent=proposal.intent.value,
        epic=before.epic or proposal.epic,
        decisions=decisions(record),
        telemetry=set_task_graph(before.telemetry, plan, told),
    )
    if keep_plan:
        return kept
    run = PlanningRun.of(proposal.telemetry)
    stored = StoredPlan(
        id=plan.id,
        version=plan.version,
        digest=plan.digest(),
        request_digest=before.request_digest,
        where=f"plan comment v={plan.version}",
        planned_by=run,
        body=plan,
    )
    entry = PlanVersion(
        version=plan.version,
        digest=stored.digest,
        created_at=plan.created_at,
        reason=reason,
        changes=plan.changes,
        before=PlanDelta.between(before.plan.body, plan) if before.plan else None,
        planned_by=run,
    )
    return kept.having(plan=stored, versions=_remembered((*before.versions, entry)))


def _remembered(versions: tuple[PlanVersion, ...]) -> tuple[PlanVersion, ...]:
    """The versions, the newest with what they changed, as far as they fit; of older ones that they were."""
    room, size, kept = VERSIONS_PACKED, VERSIONS_ROOM, deque[PlanVersion]()
    for version in reversed(versions[-MOST_VERSIONS:]):
        written = version.model_dump_json()
        room, size = room - packed(written), size - weight(written)
        fits = room >= 0 and size >= 0
        kept.appendleft(version if fits else version.having(changes=(), before=None))
    return tuple(kept)


def beside(facts: Facts, record: Record) -> Record:
    """The record with the other plans that write what its own writes, and its tasks that nobody wants now.

    Others that nobody read stay as they are.
    """
    before = {o.issue: o for o in record.planner.overlaps}
    found = dict(before) if record.stage.live else {}
    for near in facts.neighbours:
        seen = _overlap(facts, record, near, before.get(near.number))
        found.pop(near.number, None)
        if seen and record.stage.live:
            found[near.number] = seen
    closed = (c for c in facts.children if c.state == "closed" and not c.done)
    dropped = tuple(sorted(c.key for c in closed)) if facts.children else record.planner.dropped
    overlaps = tuple(found[n] for n in sorted(found))
    told, unread = record.planner.telemetry, facts.plans_unread
    if unread or (unread == 0 and "plansUnread" in told):
        told = merged(told, {"plansUnread": unread})
    planner = record.planner.having(overlaps=overlaps, dropped=dropped, telemetry=told)
    return record.write(ROLE, facts.now, planner=planner)


def _overlap(facts: Facts, record: Record, near: Neighbour, was: Overlap | None) -> Overlap | None:
    """What two plans have in common; of work that ended only where it is done, and was known before."""
    theirs = near.record
    if record.plan is None or theirs is None or theirs.plan is None:
        return None
    over = theirs.stage is Stage.DONE
    if (over and was is None) or (not over and (near.closed or not theirs.stage.live)):
        return None
    paths, symbols = overlap(record.plan, theirs.plan)
    since = was.since if was else facts.now
    kind: Literal["open", "finished"] = "finished" if over else "open"
    agreed = not over and theirs.approved and theirs.stage.planned
    found = Overlap(issue=near.number, paths=paths, symbols=symbols, kind=kind, since=since)
    return found.having(approved=agreed) if paths else None


def decided(facts: Facts, record: Record) -> Record:
    """The record with all decisions beside its plan, where that plan is not made again."""
    held = record.planner.having(decisions=decisions(record))
    return record.write(ROLE, facts.now, planner=held)


def decisions(record: Record) -> tuple[PlanDecision, ...]:
    """Every question with its answer and who decided it."""
    questions = {q.id: q for q in record.planner.questions}
    return tuple(
        PlanDecision(question=q.question, answer=Decided(q, a).chosen, rationale=_rationale(a))
        for a in record.planner.answers
        if (q := questions.get(a.question_id))
    )


def _rationale(answer: Answer) -> str:
    if answer.planner_decision:
        return f"(planner decision) left to the planner by {answer.by}"
    return f"chosen by {answer.by} ({answer.how.value})"


def _planning(facts: Facts, record: Record, proposal: ProposedPlan) -> PlanningArtifact:
    before = record.planning_artifact
    kept = tuple(g for g in (before.goals if before else ()) if record.approval)
    return PlanningArtifact(
        created_at=before.created_at if before else facts.now,
        goals=tuple(dict.fromkeys((*kept, *proposal.goals))),
        steps=tuple(
            f"{task.number}.{n} {step.title}"
            for task in proposal.plan.live
            for n, step in enumerate(task.steps, 1)
        ),
        risks=proposal.risks,
        assumptions=proposal.assumptions,
        rules=proposal.rules,
        uncovered=proposal.uncovered,
        background=proposal.background,
        status=ArtifactStatus.COMPLETE,
    )


def _workflow(facts: Facts, record: Record) -> Workflow:
    if record.workflow.branch_name or facts.issue is None:
        return record.workflow
    return record.workflow.having(
        owner=next(iter(facts.issue.assignees), facts.issue.author.login),
        base_branch=facts.repository.default_branch,
        branch_name=branch_name(facts.issue.number, slug(facts.issue.title)),
    )


def _reason(record: Record) -> str:
    causes = [a for a in record.history if a.outcome == "done" and a.action in _CAUSES]
    last = causes[-1] if causes else None
    return f"{last.action}: {last.reason}".rstrip(": ") if last else "first plan"
