"""The architect: judges a plan against policy before anybody implements it; never a code review."""

from __future__ import annotations

from bot.domain.artifacts import Finding, PlanReview, ReviewArtifact
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.plan import TaskPlan
from bot.domain.record import Record

ROLE = Role.ARCHITECT


def review(facts: Facts, record: Record) -> Record:
    """Write `reviewArtifact.planReview` for the plan in force."""
    plan = record.plan
    if plan is None:
        return record
    findings = tuple(_findings(facts, record, plan))
    judged = PlanReview(
        decision="changes_requested" if findings else "approved",
        findings=findings,
        remediation=tuple(dict.fromkeys(_MEND[f.code] for f in findings)),
    )
    before = record.review_artifact or ReviewArtifact()
    return record.write(
        ROLE, facts.now, review_artifact=before.model_copy(update={"plan_review": judged})
    )


_MEND = {
    "TASK_TOO_LARGE": "Split the task, or raise planner.max_complexity",
    "TESTS_MISSING": "Name what must be tested, then comment /plan replan",
}


def _findings(facts: Facts, record: Record, plan: TaskPlan) -> list[Finding]:
    cap = facts.policy.planner.max_complexity
    large = [t for t in plan.live if t.complexity > cap]
    found = [
        Finding(
            code="TASK_TOO_LARGE",
            text=f"Task {t.number} has complexity {t.complexity}, over the cap of {cap}",
        )
        for t in large
    ]
    if record.testing_artifacts is None or not record.testing_artifacts.planned:
        found.append(Finding(code="TESTS_MISSING", text="No test is planned"))
    return found
