"""Ticked boxes in our own comments -> answers and approvals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.domain import markers
from bot.domain.authority import UNNAMED
from bot.domain.facts import Comment, Edit, Facts, Person, Witness, own
from bot.domain.history import OFFERED
from bot.domain.questionnaire import AnswerSource, AwaitingHuman
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.intents.model import Answered, ApprovalGiven, Intent, Pick, PlanWanted


def ticks(facts: Facts, record: Record) -> Iterator[Intent]:
    """What the boxes say that the record does not.

    A comment whose text was changed besides its boxes says nothing: its ticks are void, and the next
    rendering restores it.
    """
    for comment, mark in own(facts.comments):
        if not markers.intact(comment.body):
            continue
        asked, plan = record.awaiting_human_artifact, record.planner.plan
        if mark.kind == "questions" and asked and mark.key == f"round={asked.round}":
            yield from _answers(facts, record, asked, comment)
        if mark.kind == "notice" and mark.key.startswith("id=plan_offered"):
            yield from _start(facts, record, comment)
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
    ticked = markers.ticked(comment.body)
    for question in asked.questions:
        known = asked.answer_to(question.id)
        boxes = (f"{question.id}.{letter.lower()}" for letter in question.letters)
        taken = known.choice.lower() if known else ""
        new = [box for box in boxes if box in ticked and box[-1] != taken]
        if not new or (known and comment.updated_at < known.at):
            continue
        number = int(question.id.removeprefix("q"))
        letters = "".join(box[-1] for box in new)
        stem = f"tick:{asked.round}:{question.id}."
        key, by = f"{stem}{letters}:{record.times(stem) + 1}", ticker(facts, comment, *new).by
        picks = tuple(Pick(number, choice=letter.upper()) for letter in letters)
        base = key, comment.updated_at, by, comment.id
        yield Answered(*base, picks=picks, how=AnswerSource.TICK)


def _start(facts: Facts, record: Record, comment: Comment) -> Iterator[Intent]:
    """A tick that starts the planning that was offered; one from before the offer starts nothing."""
    offer = next((a for a in reversed(record.history) if a.action == OFFERED), None)
    if not (record.plan_offered and offer and "plan" in markers.ticked(comment.body)):
        return
    tick = ticker(facts, comment, "plan")
    if tick.at > offer.at:
        key = f"tick:plan:{record.times('tick:plan:') + 1}"
        yield PlanWanted(key, tick.at, tick.by, comment.id)


def _approval(facts: Facts, record: Record, comment: Comment) -> Iterator[Intent]:
    plan = record.planner.plan
    if plan and record.stage is Stage.STAGED and "approve" in markers.ticked(comment.body):
        stem = f"tick:approve:{plan.version}:{plan.digest[:12]}:"
        tick = ticker(facts, comment, "approve")
        base = f"{stem}{record.times(stem) + 1}", tick.at, tick.by, comment.id
        yield ApprovalGiven(*base, digest=plan.digest, how=AnswerSource.TICK)


@dataclass(frozen=True, slots=True)
class Tick:
    """Who ticked or cleared boxes, and when; without anybody named, when the comment last changed."""

    by: Person
    at: datetime


def ticker(facts: Facts, comment: Comment, *boxes: str, cleared: bool = False) -> Tick:
    """Who ticked (or cleared): the sender of the edit that did it, or whom GitHub's edit history names.

    Of several edits at once each is its own author's. Where neither tells, nobody is named.
    """
    seen, wanted = facts.witness, set(boxes)
    if seen and _is_edit(seen, comment):
        before = markers.ticked(seen.body_before or "")
        after = markers.ticked(comment.body if seen.body_after is None else seen.body_after)
        if wanted <= (before - after if cleared else after - before):
            return Tick(seen.sender, comment.updated_at)
    return _in_history(facts.edits.get(comment.id, ()), comment, wanted, cleared=cleared)


def _is_edit(seen: Witness, comment: Comment) -> bool:
    """Say whether the event is an edit of this comment by somebody else: our own ticks nothing.

    An issue's own text (a dashboard) has no id, and an edit of its title alone ticks nothing.
    """
    event = "issue_comment" if comment.id else "issues"
    edited = (seen.event, seen.action, seen.comment_id) == (event, "edited", comment.id)
    edited = edited and bool(comment.id or seen.body_before is not None)
    return edited and seen.sender.login != comment.author.login


def _in_history(
    edits: tuple[Edit, ...], comment: Comment, wanted: set[str], *, cleared: bool
) -> Tick:
    """Whose edit was the last to tick (or clear) all these boxes, and no part of them came later.

    A version that was deleted may have changed any of them: what stands in the next one is nobody's.
    """
    before: frozenset[str] | None = frozenset()
    found = nobody = Tick(UNNAMED, comment.updated_at)
    for edit in edits:
        ticked = None if edit.body is None else markers.ticked(edit.body)
        if before is None or ticked is None:
            before, found = ticked, nobody
            continue
        did = before - ticked if cleared else ticked - before
        before = ticked
        if did & wanted:
            named = edit.by and edit.by.login != comment.author.login and wanted <= did
            found = Tick(edit.by, edit.at) if edit.by and named else nobody
    return found
