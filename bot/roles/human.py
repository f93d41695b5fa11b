"""What people say: answers, approvals, rejections; each checked against their permission when used."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import NEEDED, Deed, may, may_answer, permission_of
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Permission
from bot.domain.history import Action
from bot.domain.questionnaire import Answer, AwaitingHuman, Question
from bot.domain.record import Approval, Record
from bot.domain.stages import Stage
from bot.effects import Effect, NoticeKind, React
from bot.intents.model import Answered, ApprovalGiven, Pick, PlanRejected
from bot.roles.heard import SOMEBODY, Heard, line, refused, telling

ROLE = Role.HUMAN
MERGED_INTO = "planningArtifact.steps, planningArtifact.risks, testingArtifacts.planned"


def answer(facts: Facts, so_far: Heard, intent: Answered) -> Heard:
    """Keep the answers a person may give; refuse the others once and politely."""
    record = so_far.record
    asked = record.awaiting_human_artifact if record else None
    if record is None or asked is None or record.stage is not Stage.AWAITING_HUMAN:
        return _noted(facts, so_far, intent, "no open question")
    theirs = [q.id for q in asked.questions if may_answer(facts, intent.by, q)]
    chosen = [(q, p) for p in intent.picks if (q := _question(asked, p)) and _fits(q, p)]
    allowed = [(q, p) for q, p in chosen if q.id in theirs]
    if theirs and not chosen:
        return _logged(so_far, _unclear(facts, asked, intent))
    if not allowed:
        return _logged(so_far, _refusal(facts, asked, intent))
    answers = tuple(_answer(facts, intent, q, p) for q, p in allowed)
    return _merged(facts, replace(so_far, record=record), intent, asked.with_answers(answers))


def approve(facts: Facts, so_far: Heard, intent: ApprovalGiven) -> Heard:
    """Bind an approval to the plan's digest, and let the work begin."""
    record = so_far.record
    plan = record.planner.plan if record else None
    if record is None or plan is None or record.stage is not Stage.STAGED:
        return _noted(facts, so_far, intent, "no plan waits for approval")
    tried = refused(line(intent, facts.now, ROLE, "approve"))
    if not may(facts, intent.by, Deed.APPROVE):
        needed = NEEDED[Deed.APPROVE].value
        said = telling(tried, NoticeKind.APPROVAL_REFUSED, intent.by, needed=needed)
        return _logged(so_far, said)
    if _stale(record, intent, plan.digest):
        data = {"given": intent.digest[:12], "current": plan.digest[:12]}
        return _logged(so_far, telling(tried, NoticeKind.STALE_APPROVAL, intent.by, **data))
    given = Approval(
        by=intent.by.login or SOMEBODY,
        at=intent.at,
        plan_digest=plan.digest,
        permission=permission_of(facts, intent.by).value,
        how=intent.how.value,
        comment_id=intent.comment_id,
    )
    action = line(intent, facts.now, ROLE, "approve", plan.digest[:12])
    approved = record.write(ROLE, facts.now, f"approved by {given.by}", approval=given)
    moved = approved.move(Stage.IMPLEMENTING, action)
    return replace(so_far, record=moved, effects=so_far.effects + _receipt(intent, "rocket"))


def reject(facts: Facts, so_far: Heard, intent: PlanRejected) -> Heard:
    """Send the plan back; the reason reaches the planner."""
    record = so_far.record
    if record is None or record.plan is None:
        return _noted(facts, so_far, intent, "no plan to reject")
    if not may(facts, intent.by, Deed.REJECT):
        data = {"command": "/plan reject", "needed": NEEDED[Deed.REJECT].value}
        tried = refused(line(intent, facts.now, ROLE, "reject"))
        return _logged(so_far, telling(tried, NoticeKind.COMMAND_REFUSED, intent.by, **data))
    action = line(intent, facts.now, ROLE, "reject", intent.reason)
    cleared = record.write(ROLE, facts.now, f"rejected: {intent.reason}", approval=None)
    moved = cleared.move(Stage.PLANNING, action)
    effects = so_far.effects + _receipt(intent, "eyes")
    return replace(so_far, record=moved, effects=effects, wants_plan=True)


def _stale(record: Record, intent: ApprovalGiven, digest: str) -> bool:
    """Say whether another plan was meant: by its digest, or because this one stood only later."""
    if intent.digest:
        return not digest.startswith(intent.digest)
    staged = max((a.at for a in record.history if a.to_stage is Stage.STAGED), default=intent.at)
    return intent.at < staged


def _merged(facts: Facts, so_far: Heard, intent: Answered, answered: AwaitingHuman) -> Heard:
    record = so_far.record or Record.new(0)
    kept = tuple(a for a in record.planner.answers if not _same_round(a, answered))
    note = f"source: human questionnaire answer by {intent.by.login or 'a writer'}"
    planner = record.planner.model_copy(update={"answers": kept + answered.answers})
    written = record.write(
        ROLE,
        facts.now,
        f"{note}; applied fields: {MERGED_INTO}",
        awaiting_human_artifact=answered,
        planner=planner,
    )
    action = line(intent, facts.now, ROLE, "answer", _picked(intent))
    effects = so_far.effects + _receipt(intent, "+1")
    if answered.open_questions:
        return replace(so_far, record=written.logged(action), effects=effects)
    moved = written.move(Stage.PLANNING, action)
    return replace(so_far, record=moved, effects=effects, wants_plan=True)


def _same_round(answer: Answer, asked: AwaitingHuman) -> bool:
    return answer.question_id in {q.id for q in asked.questions}


def _question(asked: AwaitingHuman, pick: Pick) -> Question | None:
    if pick.question:
        return asked.question_by_id(f"q{pick.question}")
    still_open = asked.open_questions
    return still_open[0] if len(still_open) == 1 else None


def _fits(question: Question, pick: Pick) -> bool:
    if pick.recommended or pick.you_decide:
        return True
    return question.free_text if pick.text else question.option(pick.choice) is not None


def _answer(facts: Facts, intent: Answered, question: Question, pick: Pick) -> Answer:
    taken = pick.recommended or pick.you_decide
    return Answer(
        question_id=question.id,
        choice=question.recommended_letter if taken else pick.choice,
        text=pick.text[:500],
        planner_decision=pick.you_decide,
        by=intent.by.login or SOMEBODY,
        how=intent.how,
        at=intent.at,
        permission=_standing(facts, intent),
        comment_id=intent.comment_id,
        body_digest=intent.body_digest,
    )


def _standing(facts: Facts, intent: Answered) -> str:
    """What the right to answer rests on: a permission, or being author or assignee."""
    permission = permission_of(facts, intent.by)
    if permission is not Permission.NONE or facts.issue is None:
        return permission.value
    author = intent.by.login.lower() == facts.issue.author.login.lower()
    return "author" if author else "assignee"


def _unclear(facts: Facts, asked: AwaitingHuman, intent: Answered) -> Action:
    tried = refused(line(intent, facts.now, ROLE, "answer", "unclear"))
    numbers = [q.id.removeprefix("q") for q in asked.open_questions]
    return telling(tried, NoticeKind.UNCLEAR_ANSWER, intent.by, open=numbers)


def _refusal(facts: Facts, asked: AwaitingHuman, intent: Answered) -> Action:
    tried = refused(line(intent, facts.now, ROLE, "answer", f"answer in round {asked.round}"))
    data = {"round": asked.round, "who": facts.policy.answers.who}
    kind, about = NoticeKind.ANSWER_REFUSED, f"r{asked.round}"
    return telling(tried, kind, intent.by, about, **data)


def _logged(so_far: Heard, action: Action) -> Heard:
    if so_far.record is None:
        return so_far
    return replace(so_far, record=so_far.record.logged(action))


def _noted(
    facts: Facts, so_far: Heard, intent: Answered | ApprovalGiven | PlanRejected, why: str
) -> Heard:
    return _logged(so_far, line(intent, facts.now, ROLE, "too late", why))


def _receipt(intent: Answered | ApprovalGiven | PlanRejected, content: str) -> tuple[Effect, ...]:
    ticked = getattr(intent, "how", None) == "tick"
    return () if ticked else (React(intent.comment_id, content),)


def _picked(intent: Answered) -> str:
    return ", ".join(
        f"{p.question or ''}{p.choice or p.text[:40] or '(recommended)'}" for p in intent.picks
    )
