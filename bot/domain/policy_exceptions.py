"""Exceptions from policy: who accepts what the architect found in a plan, and for which plan."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.artifacts import NEEDS_MAINTAINER, Finding, PlanReview, PolicyException
from bot.domain.facts import Permission
from bot.domain.questionnaire import Answer, Option, Question, QuestionContext, ReasonCode
from bot.domain.record import Record, StoredPlan

AGAIN, ALLOW = "A", "B"
_SECTION = "reviewArtifact.planReview"
"""What names a question of the architect: its answer changes nothing else."""


def is_exception(question: Question) -> bool:
    """Say whether a question asks for an exception from policy; no planner hears of it."""
    return _SECTION in question.context.affected_sections


def wanted(record: Record) -> tuple[Question, ...]:
    """One question for each rule that this version of the plan breaks and nobody has decided about.

    Ids go on from all questions ever asked, so that an answer names one question for good.
    """
    asked = {q.question for q in record.planner.questions}
    made = (_question(record.planner.plan, group) for group in _grouped(record))
    new = [q for q in made if q.question not in asked]
    after = len(record.planner.questions)
    return tuple(q.model_copy(update={"id": f"q{n}"}) for n, q in enumerate(new, after + 1))


def granted(record: Record) -> tuple[PolicyException, ...]:
    """The exceptions that people gave for this version of the plan, with who, when and how."""
    plan = record.planner.plan
    if plan is None:
        return ()
    answers = _answers(record)
    found = (
        (group[0].code, answers.get(_question(plan, group).question)) for group in _grouped(record)
    )
    return tuple(
        PolicyException(
            rule=rule,
            plan_version=plan.version,
            plan_digest=plan.digest,
            question_id=said.question_id,
            by=said.by,
            at=said.at,
            how=said.how.value,
            permission=said.permission,
            comment_id=said.comment_id,
        )
        for rule, said in found
        if said is not None and said.choice == ALLOW
    )


def refused(record: Record) -> bool:
    """Say whether somebody wants a plan that keeps the rules, and did not take that back since."""
    found = (q for q in record.planner.questions if is_exception(q))
    said = {a.question_id: a for a in record.planner.answers}
    newest = [said[q.id].choice for q in found if q.id in said][-1:]
    return newest == [AGAIN]


def unaccepted(record: Record, permission: str = "") -> tuple[Finding, ...]:
    """The architect's findings that neither an exception nor the plan's approval accepts.

    `permission` is that of an approval which is about to be given, beside what stands. What breaks a
    rule in `NEEDS_MAINTAINER` takes a maintainer, everything else write permission.
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
    least = Permission.MAINTAIN if finding.code in NEEDS_MAINTAINER else Permission.WRITE
    levels = given | {e.permission for e in review.exceptions if e.rule == finding.code}
    known = {p.value for p in Permission}
    return any(Permission(level).at_least(least) for level in levels if level in known)


def _review(record: Record) -> PlanReview | None:
    return record.review_artifact.plan_review if record.review_artifact else None


def _grouped(record: Record) -> Iterator[tuple[Finding, ...]]:
    """The findings that need an exception, those of one rule together."""
    review = _review(record)
    found = [f for f in review.findings if f.code in NEEDS_MAINTAINER] if review else []
    for rule in dict.fromkeys(f.code for f in found):
        yield tuple(f for f in found if f.code == rule)


def _answers(record: Record) -> dict[str, Answer]:
    texts = {q.id: q.question for q in record.planner.questions if is_exception(q)}
    return {texts[a.question_id]: a for a in record.planner.answers if a.question_id in texts}


def _question(plan: StoredPlan | None, found: tuple[Finding, ...]) -> Question:
    version = plan.version if plan else 0
    said = "; ".join(f.text for f in found[:3])
    more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""
    again = "Plan again without them (Recommended)"
    return Question(
        id="q1",
        question=f"{said}{more}. Should version {version} of the plan be an exception?",
        options=(
            Option(
                label=again, description="The rule stands, and the plan leaves these files alone"
            ),
            Option(
                label="Allow it",
                description="For this version of the plan only; it counts when a maintainer says so here "
                "or approves the plan",
            ),
        ),
        recommended_option=again,
        context=QuestionContext(
            reason_codes=(ReasonCode.POLICY_RISK,), affected_sections=(_SECTION,)
        ),
        why="",
        recommended_because="the policy protects these files (gate.protected)",
    )
