"""What a record looks like on GitHub: the comments and labels that must stand, whatever stands now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby

from bot.domain.artifacts import PlannedTests
from bot.domain.facts import Facts, Issue, own
from bot.domain.handover import handover
from bot.domain.history import Notice
from bot.domain.policy import Policy
from bot.domain.questionnaire import AwaitingHuman
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.effects import (
    CommentKind,
    Effect,
    NoticeKind,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
    SetLabels,
    SupersedeComment,
    UpsertComment,
)
from bot.intents.commands import USAGE
from bot.intents.reading import asks_for_plan

LASTING = timedelta(hours=1)
"""So long a notice that is missing is posted again; who deletes a later one wants it gone."""
_KINDS = frozenset(kind.value for kind in NoticeKind)


def of(facts: Facts, record: Record) -> tuple[Effect, ...]:
    """The views of `record`; performing those that stand already writes nothing."""
    if facts.issue is None:
        return ()
    return (
        *_questions(facts, facts.issue, record),
        *_plans(facts, record),
        *_labels(facts.policy, facts.issue, record),
        *_notices(facts, record),
        *_overlaps(facts, record),
    )


def policy_notice(facts: Facts) -> tuple[Effect, ...]:
    """Say on an issue that waits for a plan that the policy is invalid; nothing is planned then."""
    broken = facts.policy_broken
    if broken is None or facts.issue is None or not asks_for_plan(facts.issue, facts.policy):
        return ()
    data = {"file": broken.file, "line": broken.line, "why": broken.why}
    message = NoticeMessage(NoticeKind.POLICY_BROKEN, "", data)
    return (UpsertComment(CommentKind.NOTICE, "id=policy", message),)


def _notices(facts: Facts, record: Record) -> tuple[Effect, ...]:
    """What people are to be told: the newest of each kind and person, in one comment that is edited.

    A step that was blocked tells nobody: the card says what stopped it.
    """
    told = (
        *record.history,
        *record.workflow_runtime.news,
    )  # some of the news may be folded already
    recent = (a for a in told if a.outcome != "blocked" and facts.now - a.at < LASTING)
    said = (action.notice for action in recent if action.notice)
    newest = {notice.key: notice for notice in said if notice.kind in _KINDS}
    return tuple(
        UpsertComment(CommentKind.NOTICE, f"id={key}", _message(facts, record, notice))
        for key, notice in newest.items()
    )


def _overlaps(facts: Facts, record: Record) -> tuple[Effect, ...]:
    """Which other open plans write the same, in one comment; when none does any more, it says so.

    Who deletes it wants it gone: it is posted again only for another overlap.
    """
    found = [o for o in record.planner.overlaps if o.kind == "open"]
    key = f"id={NoticeKind.OVERLAP.value}"
    fresh = any(facts.now - o.since < LASTING for o in found)
    if fresh or _standing(facts, CommentKind.NOTICE, key):
        message = NoticeMessage(NoticeKind.OVERLAP, "", {"overlaps": found})
        return (UpsertComment(CommentKind.NOTICE, key, message),)
    return ()


def _message(facts: Facts, record: Record, notice: Notice) -> NoticeMessage:
    kind, data = NoticeKind(notice.kind), dict[str, object](notice.data)
    if kind is NoticeKind.HELP:
        data = {"commands": USAGE}
    if kind is NoticeKind.EPIC_DONE:
        data["done"] = record.done_artifact
    task = record.plan.task(notice.data.get("task", 0)) if record.plan else None
    if kind is NoticeKind.HANDED and record.plan and task:
        data["handover"] = handover(record.plan, task, record, facts.policy)
    return NoticeMessage(kind, notice.to, data)


def _questions(facts: Facts, issue: Issue, record: Record) -> tuple[Effect, ...]:
    """The comment of every round: earlier ones closed, with the answers as they are now."""
    asked = record.awaiting_human_artifact
    if asked is None:
        return ()
    reporter = issue.author.login
    earlier = _earlier(record, asked)  # who deleted the comment of one wants it gone
    rounds = [r for r in earlier if _standing(facts, CommentKind.QUESTIONS, f"round={r.round}")]
    found = record.orchestrator.needs_planning if record.orchestrator else None
    waits = record.stage is Stage.AWAITING_HUMAN
    changes = waits or record.stage in {Stage.PLANNING, Stage.STAGED}
    messages = [
        QuestionsMessage(r, facts.policy, reporter, closed=True, changeable=changes) for r in rounds
    ]
    now = QuestionsMessage(asked, facts.policy, reporter, not waits, found, changeable=changes)
    messages.append(now)
    return tuple(
        UpsertComment(CommentKind.QUESTIONS, f"round={m.round.round}", m) for m in messages
    )


def _earlier(record: Record, asked: AwaitingHuman) -> Iterator[AwaitingHuman]:
    """The rounds before this one: questions that were asked at one time are a round."""
    now = {q.id for q in asked.questions}
    older = [q for q in record.planner.questions if q.id not in now and q.requested_at]
    for n, (at, batch) in enumerate(groupby(older, key=lambda q: q.requested_at), 1):
        if at is not None:
            made, answers = AwaitingHuman.asking(tuple(batch), at, n, None), record.planner.answers
            ids = {q.id for q in made.questions}
            yield made.with_answers(tuple(a for a in answers if a.question_id in ids))


def _standing(facts: Facts, kind: CommentKind, key: str) -> bool:
    return any((m.kind, m.key) == (kind.value, key) for _, m in own(facts.comments))


def _plans(facts: Facts, record: Record) -> tuple[Effect, ...]:
    plan = record.planner.plan
    if plan is None:
        return ()
    tests = record.testing_artifacts.planned if record.testing_artifacts else None
    message = PlanMessage(record, facts.policy, facts.number, tests or PlannedTests())
    kind = CommentKind.STORIES if record.planner.epic else CommentKind.PLAN
    older = tuple(
        SupersedeComment(kind, f"v={v.version}", f"version {plan.version}")
        for v in record.planner.versions
        if v.version < plan.version
    )
    return (UpsertComment(kind, f"v={plan.version}", message), *older)


def _labels(policy: Policy, issue: Issue, record: Record) -> tuple[Effect, ...]:
    names = policy.labels.stages
    wanted = names.of(record.stage)
    known = {name.casefold() for name in names.all() if name != wanted}
    stale = frozenset(label for label in issue.labels if label.casefold() in known)
    add = frozenset({wanted}) if wanted and not issue.has(wanted) else frozenset()
    return (SetLabels(add, stale),) if add or stale else ()
