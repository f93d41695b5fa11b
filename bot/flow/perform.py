"""All writes: one case an effect, the record first. Whatever stands as wanted already is left alone."""

from __future__ import annotations

from typing import assert_never

from bot.domain import marks
from bot.domain.body_digest import short_digest
from bot.domain.facts import Check, Comment, Facts
from bot.domain.verdict import Conclusion
from bot.effects import (
    CommentKind,
    Decision,
    Effect,
    React,
    SaveRecord,
    SetCheck,
    SetLabels,
    SupersedeComment,
    UpsertComment,
)
from bot.ports import CheckRun, World


def perform(decision: Decision, facts: Facts, world: World) -> tuple[Effect, ...]:
    """Carry out the effects in order and return those that wrote something.

    Raises Moved when somebody wrote in between: what was done stands, and the next round goes on.
    """
    return tuple(effect for effect in decision.effects if _perform(effect, facts, world))


def _perform(effect: Effect, facts: Facts, world: World) -> bool:
    match effect:
        case SaveRecord():
            world.records.save(effect.issue, effect.record, facts.record, effect.card)
            return True
        case UpsertComment():
            return _upsert(effect, facts, world)
        case SupersedeComment():
            return _supersede(effect, facts, world)
        case SetLabels():
            world.issues.label(effect.issue, effect.add, effect.remove)
            return True
        case React():
            world.issues.react(effect.comment_id, effect.content)
            return True
        case SetCheck():
            return _check(effect, facts, world)
        case _:
            assert_never(effect)


def _upsert(effect: UpsertComment, facts: Facts, world: World) -> bool:
    text = world.renderer.comment(effect.message)
    body = marks.marked(effect.kind.value, effect.key, text)
    standing = _find(facts, effect.kind.value, effect.key)
    if standing is None:
        opening = marks.opening(effect.kind.value, effect.key)
        asks = effect.kind is CommentKind.QUESTIONS
        world.issues.post(effect.issue, body, opening, converge=asks)
        return True
    if _same(standing.body, body):
        return False
    world.issues.edit(standing, body)
    return True


def _supersede(effect: SupersedeComment, facts: Facts, world: World) -> bool:
    standing = _find(facts, effect.kind.value, effect.key)
    if standing is None:
        return False
    text = marks.text_of(standing.body)
    if text.startswith(SUPERSEDED):
        return False
    said = world.renderer.superseded(effect.by, _without_box(text))
    world.issues.edit(standing, marks.marked(effect.kind.value, effect.key, said))
    return True


SUPERSEDED = "**Superseded"


def _without_box(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if "<!-- plangate:" not in line)


def _check(effect: SetCheck, facts: Facts, world: World) -> bool:
    title, summary = world.renderer.check(effect.message)
    verdict = effect.message.verdict
    external_id = f"{verdict.external_id} sum:{short_digest(title + summary)}"
    standing = _verdict_of(facts, effect)
    if standing and standing.external_id == external_id:
        return False
    run = CheckRun(effect.head_sha, verdict.conclusion, external_id, title, summary)
    reopened = run.conclusion is Conclusion.IN_PROGRESS and standing and standing.conclusion
    world.pulls.set_check(run, standing.id if standing and not reopened else 0)
    return True


def _verdict_of(facts: Facts, effect: SetCheck) -> Check | None:
    pull = next((p for p in facts.pulls if p.number == effect.pull), None)
    return max(pull.verdicts, key=lambda check: check.id, default=None) if pull else None


def _find(facts: Facts, kind: str, key: str) -> Comment | None:
    for comment in facts.comments:
        mark = marks.read(comment.body) if comment.ours else None
        if mark and mark.kind == kind and mark.key == key:
            return comment
    return None


def _same(standing: str, wanted: str) -> bool:
    mark = marks.read(standing)
    asked = marks.read(wanted)
    same_text = mark == asked and marks.intact(standing)
    return same_text and marks.ticked(standing) == marks.ticked(wanted)
