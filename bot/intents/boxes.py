"""Ticked boxes in our own comments -> answers and approvals."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain import marks
from bot.domain.authority import SOMEBODY_WITH_WRITE
from bot.domain.facts import Comment, Facts, Person
from bot.domain.questionnaire import Answer, AwaitingHuman, How
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.intents.model import Answered, ApprovalGiven, Intent, Pick


def ticks(facts: Facts, record: Record) -> Iterator[Intent]:
    """What the boxes say that the record does not.

    A comment whose text was changed besides its boxes says nothing: its ticks are void, and the next
    rendering restores it.
    """
    for comment in facts.comments:
        mark = marks.read(comment.body) if comment.ours else None
        if mark is None or not marks.intact(comment.body):
            continue
        asked, plan = record.awaiting_human_artifact, record.planner.plan
        if mark.kind == "questions" and asked and mark.key == f"round={asked.round}":
            yield from _answers(facts, record, asked, comment)
        if mark.kind == "plan" and plan and mark.key == f"v={plan.version}":
            yield from _approval(facts, record, comment)


def _answers(
    facts: Facts, record: Record, asked: AwaitingHuman, comment: Comment
) -> Iterator[Intent]:
    if record.stage is not Stage.AWAITING_HUMAN:
        return
    for box in sorted(marks.ticked(comment.body)):
        question_id, _, letter = box.partition(".")
        known = asked.answer_to(question_id)
        if not letter or asked.question_by_id(question_id) is None:
            continue
        if known and (_says(known, letter) or comment.updated_at < known.at):
            continue
        pick = Pick(int(question_id.removeprefix("q")), choice=letter.upper())
        stem = f"tick:{asked.round}:{question_id}."
        yield Answered(
            f"{stem}{letter}:{record.times(stem) + 1}",
            comment.updated_at,
            _ticker(facts, comment, box),
            comment.id,
            picks=(pick,),
            how=How.TICK,
        )


def _approval(facts: Facts, record: Record, comment: Comment) -> Iterator[Intent]:
    plan = record.planner.plan
    if plan and record.stage is Stage.STAGED and "approve" in marks.ticked(comment.body):
        stem = f"tick:approve:{plan.version}:{plan.digest[:12]}:"
        yield ApprovalGiven(
            f"{stem}{record.times(stem) + 1}",
            comment.updated_at,
            _ticker(facts, comment, "approve"),
            comment.id,
            digest=plan.digest,
            how=How.TICK,
        )


def _says(answer: Answer, letter: str) -> bool:
    return answer.choice.lower() == letter


def _ticker(facts: Facts, comment: Comment, box: str) -> Person:
    """Who ticked: the sender of the edit that did it, or somebody whom no event named."""
    seen = facts.witness
    edited = seen and seen.event == "issue_comment" and seen.action == "edited"
    if not seen or not edited or seen.comment_id != comment.id or seen.sender.is_bot:
        return SOMEBODY_WITH_WRITE
    before = marks.ticked(seen.body_before or "")
    return SOMEBODY_WITH_WRITE if box in before else seen.sender
