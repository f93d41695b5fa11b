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
        if mark.kind in {"plan", "stories"} and plan and mark.key == f"v={plan.version}":
            yield from _approval(facts, record, comment)


def _answers(
    facts: Facts, record: Record, asked: AwaitingHuman, comment: Comment
) -> Iterator[Intent]:
    """New ticks, one intent a question; two at once for one question are told as they stand.

    Until the plan is approved they count, so a tick that came while we closed the round is not lost.
    """
    if record.stage not in {Stage.AWAITING_HUMAN, Stage.STAGED}:
        return
    ticked = marks.ticked(comment.body)
    for question in asked.questions:
        known = asked.answer_to(question.id)
        boxes = (f"{question.id}.{letter.lower()}" for letter in question.letters)
        new = [box for box in boxes if box in ticked and not (known and _says(known, box[-1]))]
        if not new or (known and comment.updated_at < known.at):
            continue
        number = int(question.id.removeprefix("q"))
        letters = "".join(box[-1] for box in new)
        stem = f"tick:{asked.round}:{question.id}."
        yield Answered(
            f"{stem}{letters}:{record.times(stem) + 1}",
            comment.updated_at,
            ticker(facts, comment, *new),
            comment.id,
            picks=tuple(Pick(number, choice=letter.upper()) for letter in letters),
            how=How.TICK,
        )


def _approval(facts: Facts, record: Record, comment: Comment) -> Iterator[Intent]:
    plan = record.planner.plan
    if plan and record.stage is Stage.STAGED and "approve" in marks.ticked(comment.body):
        stem = f"tick:approve:{plan.version}:{plan.digest[:12]}:"
        yield ApprovalGiven(
            f"{stem}{record.times(stem) + 1}",
            comment.updated_at,
            ticker(facts, comment, "approve"),
            comment.id,
            digest=plan.digest,
            how=How.TICK,
        )


def _says(answer: Answer, letter: str) -> bool:
    return answer.choice.lower() == letter


def ticker(facts: Facts, comment: Comment, *boxes: str, cleared: bool = False) -> Person:
    """Who ticked (or cleared): the sender of the edit that did it, or somebody whom no event named."""
    seen = facts.witness
    edited = seen and seen.event == "issue_comment" and seen.action == "edited"
    if not seen or not edited or seen.comment_id != comment.id:
        return SOMEBODY_WITH_WRITE
    if seen.sender.login == comment.author.login:  # our own rendering ticks nothing
        return SOMEBODY_WITH_WRITE
    before = marks.ticked(seen.body_before or "")
    after = marks.ticked(comment.body if seen.body_after is None else seen.body_after)
    did = before - after if cleared else after - before
    return seen.sender if set(boxes) <= did else SOMEBODY_WITH_WRITE
