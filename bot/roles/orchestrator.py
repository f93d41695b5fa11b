"""The orchestrator: opens records, classifies requests, asks, declines, and moves issues on."""

from __future__ import annotations

from bot.domain.artifacts import payload
from bot.domain.authority import Privilege, may_steer
from bot.domain.belief import believed
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Person, RecordDamaged, record_in
from bot.domain.history import Action
from bot.domain.links import slug
from bot.domain.objections import Objection
from bot.domain.questionnaire import Answer, AnswerSource
from bot.domain.record import Approval, Orchestration, Record
from bot.domain.stages import Stage
from bot.effects import NoticeKind
from bot.intents import model as asks
from bot.planning.proposal import Declined, ProposedPlan
from bot.roles.round import SOMEBODY, Round, approver, denied, forbidden, line, own_line, telling

ROLE = Role.ORCHESTRATOR
EDITED = "request edited"
LOW = 5
"""The largest complexity that `automation: balanced` lets pass without a person."""
_RUNNING = frozenset({Stage.PLANNING, Stage.AWAITING_HUMAN, Stage.STAGED})


def open_planning(facts: Facts, before: Record | None, intent: asks.PlanWanted) -> Round:
    """Start or restart planning, for a person who may ask for it."""
    kept = _refused(facts, before, intent, intent.deed)
    if kept or isinstance(facts.record, RecordDamaged) or facts.issue is None:
        return kept or Round(before)
    record = before or Record.new(facts.issue.number)
    asked = intent.deed is Privilege.PLAN and not intent.force
    what = "force" if intent.force else intent.deed.value
    action = line(intent, facts.now, ROLE, what, intent.reason)
    running = record.stage in _RUNNING and not record.plan_offered
    if asked and before and running:
        if intent.comment_id and record.stage is not Stage.PLANNING:
            told = {"command": "/plan", "waits": record.stage.value}
            action = telling(action, NoticeKind.COMMAND_REFUSED, intent.by, **told)
        return Round(record.logged(action))
    moved = record.move(Stage.PLANNING, action)
    return Round(moved, wants_plan=True, reasons=(what,))


def request_edited(facts: Facts, record: Record, intent: asks.RequestEdited) -> Round:
    """A changed request voids what was planned and approved for the old one."""
    if record.stage is Stage.CANCELLED:
        return Round(record)
    action = line(intent, facts.now, ROLE, EDITED)
    given = record.approval
    if given is not None and record.approved:
        request = given.request or record.planner.request
        void = given.having(void=Objection.REQUEST.value, request=request)
        record = record.write(Role.HUMAN, facts.now, "the request changed", approval=void)
        told = {"why": Objection.REQUEST.value, "by": "", "digest": ""}
        action = telling(action, NoticeKind.APPROVAL_VOID, approver(given), **told)
    return Round(record.move(Stage.PLANNING, action), wants_plan=True, reasons=(EDITED,))


def cancel(facts: Facts, record: Record, intent: asks.CancelWanted) -> Round:
    """Stop; everything that is there is kept."""
    said = telling(line(intent, facts.now, ROLE, "cancel"), NoticeKind.CANCELLED, intent.by)
    kept = _refused(facts, record, intent, Privilege.CANCEL)
    return kept or Round(record.move(Stage.CANCELLED, said))


def expire(facts: Facts, record: Record, intent: asks.QuestionsExpired) -> Round:
    """Time is up: the recommended options are taken, except where only a person may decide."""
    asked = record.awaiting_human_artifact
    if asked is None or record.stage is not Stage.AWAITING_HUMAN:
        return Round(record)
    how, left = AnswerSource.TIMEOUT, (q for q in asked.open_questions if not q.needs_write)
    taken = tuple(
        Answer(question_id=q.id, choice=q.recommended_letter, by="time-out", how=how, at=facts.now)
        for q in left
    )
    answered = asked.with_answers(taken)
    action = line(intent, facts.now, ROLE, "questions timed out")
    planner = record.planner.having(answers=(*record.planner.answers, *taken))
    written = record.write(
        ROLE,
        facts.now,
        "time-out: recommended options taken",
        awaiting_human_artifact=answered,
        planner=planner,
    )
    if answered.open_questions:
        return Round(written.logged(action))
    return Round(written.move(Stage.PLANNING, action), wants_plan=True)


def classify(facts: Facts, record: Record, proposal: ProposedPlan) -> Record:
    """A plan stands: write down what is to be staged."""
    name, areas = slug(facts.issue.title) if facts.issue else "", facts.policy.planner.model.areas
    staged, sure = payload(record.plan or proposal.plan, name, areas), proposal.confidence
    made = Orchestration(
        outcome="STAGING_PAYLOAD", confidence=sure, reasons=proposal.reasons, staging_payload=staged
    )
    return record.write(ROLE, facts.now, orchestrator=made)


def stage_plan(facts: Facts, record: Record, *, new_plan: bool = True) -> Record:
    """Stage the plan for approval, or let an approval of the same plan go on; `new_plan`: just made."""
    staged = _automated(facts, record.move(Stage.STAGED, _staged(facts, record, new_plan=new_plan)))
    if not staged.approved:
        return staged
    again = own_line(_key(staged, "approved"), facts.now, ROLE, "approval stands")
    return staged.move(Stage.IMPLEMENTING, again)


def _staged(facts: Facts, record: Record, *, new_plan: bool) -> Action:
    """The line of a staged plan; who asked for another one and gets the same is told so."""
    before, plan = record_in(facts.record), record.planner.plan
    known = before.planner.plan if before else None
    same = new_plan and known and plan and known.version == plan.version
    what = "plan unchanged" if same else "plan staged"
    action, asker = own_line(_key(record, "staged"), facts.now, ROLE, what), _asker(record)
    told = same and asker
    return telling(action, NoticeKind.PLAN_UNCHANGED, Person(asker)) if told else action


def _asker(record: Record) -> str:
    """Who asked for another plan since this one was staged; nobody when the request changed."""
    for action in reversed(record.history):
        if action.to_stage is Stage.STAGED:
            return ""
        if action.action in {"reject", "replan"} and action.outcome == "done":
            return action.actor if action.actor != SOMEBODY else ""
    return ""


def _automated(facts: Facts, record: Record) -> Record:
    """Let policy approve: `full` every plan, `balanced` small ones that needed no question."""
    plan, level = record.planner.plan, facts.policy.automation
    small = plan is not None and plan.body.total_complexity <= LOW and not record.planner.questions
    passes = level == "full" or (level == "balanced" and small)
    if plan is None or not passes or not believed(facts, record):
        return record
    given = Approval(
        by=f"policy (automation: {level})",
        at=facts.now,
        plan_digest=plan.digest,
        request_digest=record.planner.request_digest,
        permission="policy",
        how="automation",
    )
    return record.write(Role.HUMAN, facts.now, f"approved by {given.by}", approval=given)


def decline(facts: Facts, record: Record, proposal: Declined) -> Record:
    """Say that there will be no plan, why, and what would change that."""
    duplicate = proposal.outcome == "DUPLICATE"
    record = record.write(
        ROLE,
        facts.now,
        orchestrator=Orchestration(
            outcome=proposal.outcome,
            confidence=proposal.confidence,
            reasons=(proposal.reason,),
            duplicate_of=proposal.duplicate_of,
        ),
    )
    name = proposal.outcome.lower()
    action = own_line(_key(record, name), facts.now, ROLE, name, proposal.reason)
    data: dict[str, object] = {
        "number": proposal.duplicate_of,
        "reason": proposal.reason,
        "would_change": proposal.would_change,
    }
    kind = NoticeKind.DUPLICATE if duplicate else NoticeKind.UNRESOLVABLE
    if proposal.code:
        kind, data = NoticeKind.PLAN_FAILED, {**data, "code": proposal.code}
    author = facts.issue.author if facts.issue else Person("")
    said = telling(action, kind, author, "", **data)
    return record.move(Stage.DUPLICATE if duplicate else Stage.UNRESOLVABLE, said)


def _refused(
    facts: Facts,
    record: Record | None,
    intent: asks.PlanWanted | asks.CancelWanted,
    deed: Privilege,
) -> Round | None:
    if may_steer(facts, intent.by, deed, record):
        return None
    action = line(intent, facts.now, ROLE, deed.value)
    if record is None:
        return Round(None, unrecorded=(forbidden(action, facts, intent.by, deed),))
    again = "force" if getattr(intent, "force", False) else ""
    command = f"/plan {again if deed is Privilege.PLAN else deed.value}".strip()
    return Round(record.logged(denied(action, facts, intent.by, deed, command=command)))


def _key(record: Record, name: str) -> str:
    return f"{name}:{record.times() + 1}"
