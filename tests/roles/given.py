"""The story's actors as data: what is proposed, what is said, and the decision that follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.domain.artifacts import PlannedTests
from bot.domain.facts import Comment, Facts, FileChange, LinkedIssue, Pull, Review
from bot.domain.listing import Listing
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.effects import Decision, NoticeMessage, UpsertComment
from bot.intents.reading import read_intents
from bot.planning.draft import Intent
from bot.planning.proposal import Proposal, ProposedPlan, ProposedQuestions
from bot.roles import dispatch
from tests.factories import (
    NOW,
    SHA,
    a_check,
    a_comment,
    a_person,
    a_plan,
    a_pull,
    a_question,
    a_test,
    an_issue,
    facts,
)
from tests.intents.given import present

TESTS = PlannedTests(unit_test_intent=("a negative count raises ValueError",))


def a_proposal(plan: Any = None, **more: Any) -> ProposedPlan:
    """A plan with its tests."""
    given: dict[str, Any] = {"goals": ("The cart refuses negative counts",), "risks": ("callers",)}
    return ProposedPlan(plan or a_plan(), TESTS, Intent.FEATURE, **(given | more))


def proposed_questions(*questions: Any) -> ProposedQuestions:
    """Questions before a plan."""
    return ProposedQuestions(questions or (a_question("q1"), a_question("q2")), Intent.FEATURE)


def decide(known: Facts, proposal: Proposal | None = None) -> Any:
    """One round: what was asked is heard, and the proposal (if one is wanted) answered."""
    so_far = dispatch.apply_intents(known, read_intents(known))
    return dispatch.act(known, so_far, proposal if so_far.wants_plan else None)


def wants_plan(known: Facts) -> bool:
    """Say whether the round would ask the planner."""
    return dispatch.apply_intents(known, read_intents(known)).wants_plan


def after(known: Facts, proposal: Proposal | None = None) -> Any:
    """The record as the round leaves it."""
    record = decide(known, proposal).record
    assert record is not None
    return record


def judged(record: Record, *pulls: Pull, **more: Any) -> Record:
    """The record once the gate has looked at these pull requests."""
    known = facts(issue=an_issue(labels={"plan"}), pulls=pulls, record=present(record), **more)
    return after(known)


def notices(decision: Decision) -> list[tuple[str, str]]:
    """The notices a decision posts: kind and person."""
    return [
        (e.message.kind.value, e.message.to)
        for e in decision.effects
        if isinstance(e, UpsertComment) and isinstance(e.message, NoticeMessage)
    ]


def said_in(decision: Decision) -> dict[str, NoticeMessage]:
    """The notices that shall stand, by what names their comments: equal ones write nothing."""
    return {
        e.key: e.message
        for e in decision.effects
        if isinstance(e, UpsertComment) and isinstance(e.message, NoticeMessage)
    }


def notice_keys(decision: Decision) -> list[str]:
    """What names the comments of the notices, each as often as it would be written."""
    effects = (e for e in decision.effects if isinstance(e, UpsertComment))
    return [e.key for e in effects if isinstance(e.message, NoticeMessage)]


def with_record(known: Facts, record: Record, *comments: Comment, **more: Any) -> Facts:
    """The next round: the same issue, the record it left, and what was said since."""
    return replace(known, record=present(record), comments=comments, **more)


def a_story_pull(number: int = 8, record: Record | None = None, **more: Any) -> Pull:
    """An honest pull request for issue 7: tests, a green check, an approval on its head."""
    head = more.get("head_sha", SHA)
    state = present(record) if record else None
    given: dict[str, Any] = {
        "files": (FileChange("shop/cart.py"), a_test()),
        "checks": (a_check("ci", "success", url="https://ci/1"),),
        "local_actions": Listing(),
        "reviews": (Review(1, a_person("alice"), "APPROVED", head, NOW),),
    }
    if state:
        given["linked"] = (LinkedIssue(7, "keyword", state),)
    return a_pull(number, **(given | more))


def at_work(stage: Stage = Stage.IMPLEMENTING) -> Any:
    """A record whose plan was proposed, staged and approved by bob."""
    opened = facts(issue=an_issue(labels={"plan"}))
    record = after(opened, a_proposal())
    approved = after(with_record(opened, record, a_comment("/plan approve", author="bob")))
    assert approved.stage is Stage.IMPLEMENTING
    return approved.model_copy(update={"stage": stage})
