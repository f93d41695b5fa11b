"""The architect: judges a plan against policy before anybody implements it; never a code review.

What breaks a rule that takes an exception is asked: plan again, or allow it for this version alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain import policy_exceptions
from bot.domain.artifacts import Finding, PlanReview, ReviewArtifact
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.globs import fits
from bot.domain.plan import TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import AwaitingHuman, Question
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.roles.round import own_line

ROLE = Role.ARCHITECT
ASKED = "exception asked"
UNCHECKED = "RULE_UNCHECKED"


def review(facts: Facts, record: Record) -> Record:
    """Write `reviewArtifact.planReview` for the plan in force."""
    plan = record.plan
    if plan is None:
        return record
    findings = tuple(_findings(facts.policy, record, plan))
    given = policy_exceptions.granted(record, findings)
    left = {f.code for f in findings} - {e.rule for e in given}
    judged = PlanReview(
        decision="changes_requested" if left - {UNCHECKED} else "to_check" if left else "approved",
        findings=findings,
        remediation=tuple(dict.fromkeys(_REMEDIES[f.code] for f in findings if f.code in left)),
        exceptions=given,
    )
    before = record.review_artifact or ReviewArtifact()
    return record.write(ROLE, facts.now, review_artifact=before.having(plan_review=judged))


def ask(facts: Facts, record: Record, questions: tuple[Question, ...]) -> Record:
    """Put the questions about exceptions to people with write permission; they never time out."""
    before = record.awaiting_human_artifact
    round_ = before.round + 1 if before else 1
    asked = AwaitingHuman.asking(questions, facts.now, round_, None)
    state = record.planner.having(questions=record.planner.questions + asked.questions)
    told = record.write(Role.ORCHESTRATOR, facts.now, planner=state)
    why = "the plan needs an exception from policy"
    written = told.write(ROLE, facts.now, why, awaiting_human_artifact=asked)
    key = f"exception:{round_}:{record.times() + 1}"
    return written.move(Stage.AWAITING_HUMAN, own_line(key, facts.now, ROLE, ASKED, why))


def allowed(facts: Facts, before: Record, record: Record) -> Record | None:
    """The record with its exceptions, where the answers heard since `before` allow all that the plan needs.

    Then the plan stands as it is, and none is made again.
    """
    known = before.planner.answers
    answered = {a.question_id for a in record.planner.answers if a not in known}
    asked = {q.id for q in record.planner.questions if policy_exceptions.is_exception(q)}
    if not answered <= asked:
        return None
    judged = review(facts, record)
    found = judged.review_artifact.plan_review if judged.review_artifact else None
    return judged if found and found.exceptions else None


_REMEDIES = {
    UNCHECKED: "Compare the plan with these lines before you approve it: no model did that",
    "RULE_BROKEN": "Ask for a plan that follows the rule (/plan replan REASON), or change the rule first",
    "TASK_TOO_LARGE": "Split the task, or raise planner.max_complexity",
    "TESTS_MISSING": "Comment /plan replan REASON and name what must be tested",
    "PROTECTED_PATH": "Plan again without these files, or someone with the role Maintain or Admin allows it",
    "CRITERIA_MISSING": "Comment /plan replan REASON and say how to tell that the task is done",
}


def _findings(policy: Policy, record: Record, plan: TaskPlan) -> Iterator[Finding]:
    cap = policy.planner.max_complexity
    for task in plan.live:
        if task.complexity > cap:
            text = f"Task {task.number} has complexity {task.complexity}, above the limit of {cap}"
            yield Finding(code="TASK_TOO_LARGE", text=text)
        guarded = [path for path in task.written if fits(policy.gate.protected, path)]
        if guarded:
            text = f"Task {task.number} changes protected files: {', '.join(guarded[:5])}"
            yield Finding(code="PROTECTED_PATH", text=text)
    yield from _of_rules(record)
    if not any(task.acceptance_criteria for task in plan.live):
        yield Finding(code="CRITERIA_MISSING", text="No task says how to tell that it is done")
    if record.testing_artifacts is None or not record.testing_artifacts.planned:
        yield Finding(code="TESTS_MISSING", text="No test is planned")


def _of_rules(record: Record) -> Iterator[Finding]:
    """The repository's own rules that the plan breaks, or that nobody has compared it with."""
    for rule in record.planning_artifact.rules if record.planning_artifact else ():
        where = f"{rule.path} line {rule.line} says “{rule.text}”"
        if rule.state == "broken":
            yield Finding(code="RULE_BROKEN", text=f"{where}. {rule.why}")
        elif rule.state == "unchecked":
            yield Finding(code=UNCHECKED, text=where)
