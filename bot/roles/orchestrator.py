"""The orchestrator: opens records, classifies requests, asks, declines, and moves issues on."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import Deed, may
from bot.domain.contracts import Role
from bot.domain.facts import Facts, RecordDamaged
from bot.domain.questionnaire import Answer, AwaitingHuman, How, Question
from bot.domain.record import Approval, Orchestration, Record
from bot.domain.stages import Stage
from bot.effects import CommentKind, Effect, NoticeKind, NoticeMessage, React, UpsertComment
from bot.intents.commands import USAGE
from bot.intents.model import (
    Asked,
    CancelWanted,
    EditedCommand,
    HelpWanted,
    PlanWanted,
    QuestionsExpired,
    ReplanWanted,
    RequestEdited,
    ResumeWanted,
)
from bot.planning.proposal import Declined, ProposedPlan, ProposedQuestions
from bot.roles.heard import Heard, line, own_line

ROLE = Role.ORCHESTRATOR
LOW = 5
"""The largest complexity that `automation: balanced` lets pass without a person."""
_DEEDS = {
    PlanWanted: Deed.PLAN,
    ReplanWanted: Deed.REPLAN,
    CancelWanted: Deed.CANCEL,
    ResumeWanted: Deed.RESUME,
}


def open_planning(facts: Facts, so_far: Heard, intent: Asked) -> Heard:
    """Start or restart planning, for whoever may ask for it."""
    refused = _refused(facts, so_far, intent)
    if refused or isinstance(facts.record, RecordDamaged) or facts.issue is None:
        return refused or so_far
    record = so_far.record or Record.new(facts.issue.number)
    what = "force" if isinstance(intent, PlanWanted) and intent.force else _word(intent)
    action = line(intent, facts.now, ROLE, what, getattr(intent, "reason", ""))
    running = record.stage in {Stage.PLANNING, Stage.AWAITING_HUMAN, Stage.STAGED}
    if isinstance(intent, PlanWanted) and so_far.record and running and not intent.force:
        return replace(so_far, record=record.logged(action))
    return Heard(
        record.move(Stage.PLANNING, action),
        so_far.effects + _receipt(intent),
        wants_plan=True,
        reasons=(*so_far.reasons, what),
    )


def request_edited(facts: Facts, so_far: Heard, intent: RequestEdited) -> Heard:
    """A changed request voids what was planned for the old one."""
    if so_far.record is None or so_far.record.stage is Stage.CANCELLED:
        return so_far
    action = line(intent, facts.now, ROLE, "request edited")
    moved = so_far.record.move(Stage.PLANNING, action)
    return replace(
        so_far, record=moved, wants_plan=True, reasons=(*so_far.reasons, "request edited")
    )


def cancel(facts: Facts, so_far: Heard, intent: CancelWanted) -> Heard:
    """Stop; everything that is there is kept."""
    refused = _refused(facts, so_far, intent)
    if refused or so_far.record is None:
        return refused or so_far
    action = line(intent, facts.now, ROLE, "cancel")
    moved = so_far.record.move(Stage.CANCELLED, action)
    if moved.stage is not Stage.CANCELLED:
        return replace(so_far, record=moved)
    told = notice(facts, NoticeMessage(NoticeKind.CANCELLED, intent.by.login), "cancelled")
    return Heard(moved, (*so_far.effects, *told))


def expire(facts: Facts, so_far: Heard, intent: QuestionsExpired) -> Heard:
    """Time is up: the recommended options are taken, except where only a person may decide."""
    record, asked = so_far.record, so_far.record.awaiting_human_artifact if so_far.record else None
    if record is None or asked is None or record.stage is not Stage.AWAITING_HUMAN:
        return so_far
    taken = tuple(
        Answer(
            question_id=q.id,
            choice=q.recommended_letter,
            by="time-out",
            how=How.TIMEOUT,
            at=facts.now,
        )
        for q in asked.open_questions
        if not q.needs_write
    )
    answered = asked.with_answers(taken)
    action = line(intent, facts.now, ROLE, "questions timed out")
    planner = record.planner.model_copy(update={"answers": (*record.planner.answers, *taken)})
    written = record.write(
        ROLE,
        facts.now,
        "time-out: recommended options taken",
        awaiting_human_artifact=answered,
        planner=planner,
    )
    if answered.open_questions:
        return replace(so_far, record=written.logged(action))
    return replace(so_far, record=written.move(Stage.PLANNING, action), wants_plan=True)


def explain(facts: Facts, so_far: Heard, intent: HelpWanted | EditedCommand) -> Heard:
    """Answer a call for help, an unknown verb, or a command in an edited comment."""
    if isinstance(intent, EditedCommand):
        message = NoticeMessage(NoticeKind.EDITED_COMMAND, intent.by.login)
    elif intent.unknown:
        data = {"verb": intent.unknown, "suggestion": intent.suggestion}
        message = NoticeMessage(NoticeKind.UNKNOWN_COMMAND, intent.by.login, data)
    else:
        message = NoticeMessage(NoticeKind.HELP, intent.by.login, {"commands": USAGE})
    if so_far.record is None:
        return so_far
    action = line(intent, facts.now, ROLE, message.kind.value)
    told = notice(facts, message, f"c{intent.comment_id}")
    return replace(so_far, record=so_far.record.logged(action), effects=(*so_far.effects, *told))


def stage_payload(facts: Facts, record: Record, proposal: ProposedPlan) -> Record:
    """The plan stands: stage it for approval, or let an approval of the same plan go on."""
    record = record.write(
        ROLE,
        facts.now,
        orchestrator=Orchestration(
            outcome="STAGING_PAYLOAD", confidence=proposal.confidence, reasons=proposal.reasons
        ),
    )
    action = own_line(_key(record, "staged"), facts.now, ROLE, "plan staged")
    staged = _automated(facts, record.move(Stage.STAGED, action))
    if not staged.approved:
        return staged
    again = own_line(_key(staged, "approved"), facts.now, ROLE, "approval stands")
    return staged.move(Stage.IMPLEMENTING, again)


def _automated(facts: Facts, record: Record) -> Record:
    """Let policy approve: `full` every plan, `balanced` small ones that needed no question."""
    plan, level = record.planner.plan, facts.policy.automation
    small = plan is not None and plan.body.total_complexity <= LOW and not record.planner.questions
    if plan is None or not (level == "full" or (level == "balanced" and small)):
        return record
    given = Approval(
        by=f"policy (automation: {level})",
        at=facts.now,
        plan_digest=plan.digest,
        permission="policy",
        how="automation",
    )
    return record.write(Role.HUMAN, facts.now, f"approved by {given.by}", approval=given)


def ask(facts: Facts, record: Record, proposal: ProposedQuestions, digest: str) -> Record:
    """Put the planner's questions to people, with a time-out unless only a person may decide.

    Numbers go on from earlier rounds, so that an answer names one question for good.
    """
    before = record.awaiting_human_artifact
    round_ = before.round + 1 if before else 1
    lasting = all(q.needs_write for q in proposal.questions)
    deadline = None if lasting else facts.now + facts.policy.answers.timeout
    questions = _numbered(proposal.questions, len(record.planner.questions))
    artifact = AwaitingHuman.asking(questions, facts.now, round_, deadline)
    asked = record.planner.questions + artifact.questions
    state = record.planner.model_copy(
        update={"questions": asked, "request_digest": digest, "intent": proposal.intent.value}
    )
    record = record.write(
        ROLE,
        facts.now,
        "questions for people",
        awaiting_human_artifact=artifact,
        planner=state,
        orchestrator=Orchestration(
            outcome="NEEDS_PLANNING", confidence=proposal.confidence, reasons=proposal.reasons
        ),
    )
    action = own_line(f"asked:{round_}", facts.now, ROLE, "questions asked")
    return record.move(Stage.AWAITING_HUMAN, action)


def decline(facts: Facts, record: Record, proposal: Declined) -> tuple[Record, tuple[Effect, ...]]:
    """Say that there will be no plan, why, and what would change that."""
    duplicate = proposal.outcome == "DUPLICATE"
    record = record.write(
        ROLE,
        facts.now,
        orchestrator=Orchestration(
            outcome=proposal.outcome, confidence=proposal.confidence, reasons=(proposal.reason,)
        ),
    )
    name = proposal.outcome.lower()
    action = own_line(_key(record, name), facts.now, ROLE, name, proposal.reason)
    moved = record.move(Stage.DUPLICATE if duplicate else Stage.UNRESOLVABLE, action)
    data = {
        "number": proposal.duplicate_of,
        "reason": proposal.reason,
        "score": round(proposal.confidence, 2),
        "would_change": proposal.would_change,
    }
    kind = NoticeKind.DUPLICATE if duplicate else NoticeKind.UNRESOLVABLE
    author = facts.issue.author.login if facts.issue else ""
    return moved, notice(facts, NoticeMessage(kind, author, data), f"{name}{len(record.history)}")


def notice(facts: Facts, message: NoticeMessage, key: str) -> tuple[Effect, ...]:
    """The effect that posts a notice once; `key` names it on its issue."""
    if facts.issue is None:
        return ()
    return (UpsertComment(facts.issue.number, CommentKind.NOTICE, f"id={key}", message),)


def _refused(facts: Facts, so_far: Heard, intent: Asked) -> Heard | None:
    deed = _DEEDS[type(intent)]
    if may(facts, intent.by, deed):
        return None
    if so_far.record is None:
        return so_far
    told: tuple[Effect, ...] = ()
    if not any(
        a.actor == intent.by.login and a.outcome == "refused" for a in so_far.record.history
    ):
        data = {"command": f"/plan {deed.value}".replace("/plan plan", "/plan"), "needed": "write"}
        message = NoticeMessage(NoticeKind.COMMAND_REFUSED, intent.by.login, data)
        told = notice(facts, message, f"refused-{intent.by.login}")
    action = line(intent, facts.now, ROLE, deed.value, "not permitted")
    record = so_far.record.logged(action.model_copy(update={"outcome": "refused"}))
    return replace(so_far, record=record, effects=(*so_far.effects, *told))


def _receipt(intent: Asked) -> tuple[Effect, ...]:
    return (React(intent.comment_id, "eyes"),) if intent.comment_id else ()


def _word(intent: Asked) -> str:
    return {PlanWanted: "plan", ReplanWanted: "replan", ResumeWanted: "resume"}.get(
        type(intent), "plan"
    )


def _key(record: Record, name: str) -> str:
    return f"{name}:{len(record.history) + 1}"


def _numbered(questions: tuple[Question, ...], after: int) -> tuple[Question, ...]:
    return tuple(q.model_copy(update={"id": f"q{n}"}) for n, q in enumerate(questions, after + 1))
