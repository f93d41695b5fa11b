"""Exceptions from policy: who accepts what the architect found in a plan, and for which plan."""

from __future__ import annotations

from bot.domain.artifacts import NEEDS_MAINTAINER, Finding, PlanReview, PolicyException
from bot.domain.facts import Permission
from bot.domain.questionnaire import Option, Question, QuestionContext, ReasonCode
from bot.domain.record import Record, StoredPlan

AGAIN, ALLOW = "A", "B"
_SECTION = "reviewArtifact.planReview"
"""What names a question of the architect: its answer changes nothing else."""


def is_exception(question: Question) -> bool:
    """Say whether a question asks for an exception from policy; no planner hears of it."""
    return _SECTION in question.context.affected_sections


def wanted(record: Record) -> tuple[Question, ...]:
    """The question about what this version of the plan breaks, unless it was asked already.

    Ids go on from all questions ever asked, so that an answer names one question for good.
    """
    review, known = _review(record), record.planner.questions
    found = needing(review.findings) if review else ()
    made = _question(record.planner.plan, found, len(known) + 1)
    return (made,) if found and made.question not in {q.question for q in known} else ()


def granted(record: Record, findings: tuple[Finding, ...]) -> tuple[PolicyException, ...]:
    """The exception that people gave for this version of the plan, with who, when and how."""
    plan, found = record.planner.plan, needing(findings)
    if plan is None or not found:
        return ()
    asked = _question(plan, found).question
    ids = {q.id for q in record.planner.questions if is_exception(q) and q.question == asked}
    allowed = (a for a in record.planner.answers if a.question_id in ids and a.choice == ALLOW)
    return tuple(
        PolicyException(
            rule=found[0].code,
            plan_version=plan.version,
            plan_digest=plan.digest,
            question_id=said.question_id,
            by=said.by,
            at=said.at,
            how=said.how.value,
            permission=said.permission,
            comment_id=said.comment_id,
        )
        for said in allowed
    )


def needing(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that only a maintainer accepts."""
    return tuple(f for f in findings if f.code == NEEDS_MAINTAINER)


def refused(record: Record) -> bool:
    """Say whether somebody wants a plan that keeps the rules, and did not take that back since."""
    found = (q for q in record.planner.questions if is_exception(q))
    said = {a.question_id: a for a in record.planner.answers}
    newest = [said[q.id].choice for q in found if q.id in said][-1:]
    return newest == [AGAIN]


def unaccepted(record: Record, permission: str = "") -> tuple[Finding, ...]:
    """The architect's findings that neither an exception nor the plan's approval accepts.

    `permission` is that of an approval which is about to be given, beside what stands. What is in
    `needing` takes a maintainer, everything else write permission.
    """
    review = _review(record)
    given = {permission, record.approval.permission if record.approved and record.approval else ""}
    return tuple(f for f in review.findings if not _accepted(f, review, given)) if review else ()


def accepted_by(record: Record) -> str:
    """Who accepted the findings: the person who gave an exception, else the one who approved the plan."""
    review = _review(record)
    given = [e.by for e in review.exceptions] if review else []
    given += [record.approval.by] if record.approved and record.approval else []
    return given[0] if given else ""


def _accepted(finding: Finding, review: PlanReview, given: set[str]) -> bool:
    least = Permission.MAINTAIN if finding.code == NEEDS_MAINTAINER else Permission.WRITE
    levels = given | {e.permission for e in review.exceptions if e.rule == finding.code}
    known = {p.value for p in Permission}
    return any(Permission(level).at_least(least) for level in levels if level in known)


def _review(record: Record) -> PlanReview | None:
    return record.review_artifact.plan_review if record.review_artifact else None


def _question(plan: StoredPlan | None, found: tuple[Finding, ...], number: int = 1) -> Question:
    version = plan.version if plan else 0
    said = "; ".join(f.text for f in found[:3])
    more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""
    again = "Plan again without them (Recommended)"
    return Question(
        id=f"q{number}",
        question=f"{said}{more}. Should version {version} of the plan be an exception?",
        options=(
            Option(
                label=again, description="The rule stands, and the plan leaves these files alone"
            ),
            Option(
                label="Allow it",
                description="For this version of the plan only; it counts when someone with the role "
                "Maintain or Admin says so here or approves the plan",
            ),
        ),
        recommended_option=again,
        context=QuestionContext(
            reason_codes=(ReasonCode.POLICY_RISK,), affected_sections=(_SECTION,)
        ),
        why="",
        recommended_because="the policy protects these files (gate.protected)",
    )
