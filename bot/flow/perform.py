"""All writes: one case an effect, the record first. Whatever stands as wanted already is left alone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from bot.domain import marks
from bot.domain.body_digest import short_digest
from bot.domain.facts import Check, Comment, Facts
from bot.domain.verdict import Conclusion
from bot.effects import (
    CommentKind,
    Decision,
    Effect,
    EnsureChild,
    React,
    SaveRecord,
    SetCheck,
    SetLabels,
    SupersedeComment,
    UpsertComment,
)
from bot.errors import NotFound
from bot.flow.children import ChildWriter
from bot.ports import CheckRun, World

SUPERSEDED = "**Superseded"
COMMENT_LIMIT = 65_000
ANCHORS = frozenset({CommentKind.PLAN, CommentKind.QUESTIONS, CommentKind.STORIES})
"""Comments that name the record's revision and hold a sealed copy of it."""


def perform(decision: Decision, facts: Facts, world: World) -> tuple[Effect, ...]:
    """Carry out the effects in order and return those that wrote something.

    Raises Moved when somebody wrote in between: what was done stands, and the next round goes on.
    """
    writer = Writer(decision, facts, world)
    done = tuple(effect for effect in decision.effects if writer.perform(effect))
    if any(isinstance(effect, SaveRecord) for effect in done):
        writer.anchor(done)
    return done


class Writer:
    """The writes of one round, from what was read in it."""

    def __init__(self, decision: Decision, facts: Facts, world: World) -> None:
        """Everything is compared with `facts`, the picture this decision was made from."""
        self.decision, self.facts, self.world = decision, facts, world
        self.children = ChildWriter(facts, world)

    def perform(self, effect: Effect) -> bool:
        """Carry out one effect; say whether anything was written."""
        match effect:
            case SaveRecord():
                return self._save(effect)
            case UpsertComment():
                return self._upsert(effect)
            case SupersedeComment():
                return self._supersede(effect)
            case SetLabels():
                self.world.issues.label(effect.issue, effect.add, effect.remove)
            case React():
                with suppress(NotFound):  # who deletes a comment needs no receipt for it
                    self.world.issues.react(effect.comment_id, effect.content)
            case EnsureChild():
                return self.children.ensure(effect)
            case SetCheck():
                return self._check(effect)
            case _:
                assert_never(effect)
        return True

    def anchor(self, done: tuple[Effect, ...]) -> None:
        """Let some other text of ours name the new revision, so that a rollback can be noticed.

        A comment or check written in this round does so already; else the newest comment of ours
        gets a new marker line and, where there is room, a fresh sealed copy.
        """
        written = {(e.kind, e.key) for e in done if isinstance(e, UpsertComment)}
        if any(kind in ANCHORS for kind, _ in written) or any(
            isinstance(e, SetCheck) for e in done
        ):
            return
        for comment in sorted(self.facts.comments, key=lambda c: -c.id):
            mark = marks.read(comment.body) if comment.ours else None
            if mark and mark.kind in {k.value for k in ANCHORS} and marks.intact(comment.body):
                kind, text = CommentKind(mark.kind), marks.text_of(comment.body)
                self.world.issues.edit(comment, self._body(kind, mark.key, text))
                return

    def _save(self, effect: SaveRecord) -> bool:
        if self.facts.issue is None:
            return False
        raw = replace(self.facts.issue, body=self.facts.raw_body)
        self.world.records.save(raw, effect.record, self.facts.record, effect.card)
        return True

    def _upsert(self, effect: UpsertComment) -> bool:
        text = self.world.renderer.comment(effect.message)
        standing = self._find(effect.kind, effect.key)
        if standing and _same(standing.body, marks.marked(effect.kind.value, effect.key, text)):
            return False
        body = self._body(effect.kind, effect.key, text)
        if standing:
            self.world.issues.edit(standing, body)
            return True
        opening = marks.opening(effect.kind.value, effect.key)
        alone = effect.kind in {CommentKind.QUESTIONS, CommentKind.NOTICE}
        self.world.issues.post(effect.issue, body, opening, converge=alone)
        return True

    def _body(self, kind: CommentKind, key: str, text: str) -> str:
        """A comment with its marker, and a sealed copy of the record where it fits."""
        record, issue = self.decision.record, self.facts.issue
        if record is None or issue is None or kind not in ANCHORS:
            return marks.marked(kind.value, key, text)
        body = marks.marked(kind.value, key, text, record.revision)
        copy = self.world.records.copy(issue.number, record, COMMENT_LIMIT - len(body) - 2)
        return f"{body.rstrip()}\n\n{copy}" if copy else body

    def _supersede(self, effect: SupersedeComment) -> bool:
        standing = self._find(effect.kind, effect.key)
        if standing is None:
            return False
        text = marks.text_of(standing.body)
        if text.startswith(SUPERSEDED):
            return False
        said = self.world.renderer.superseded(effect.by, _without_box(text))
        self.world.issues.edit(standing, marks.marked(effect.kind.value, effect.key, said))
        return True

    def _check(self, effect: SetCheck) -> bool:
        title, summary = self.world.renderer.check(effect.message)
        verdict = effect.message.verdict
        external_id = f"{verdict.external_id} sum:{short_digest(title + summary)}"
        standing = self._verdict_of(effect)
        wanted = "" if verdict.conclusion is Conclusion.IN_PROGRESS else verdict.conclusion.value
        says = (standing.external_id, standing.conclusion, standing.title) if standing else None
        if says == (external_id, wanted, title):
            return False
        run = CheckRun(effect.head_sha, verdict.conclusion, external_id, title, summary)
        reopened = run.conclusion is Conclusion.IN_PROGRESS and standing and standing.conclusion
        self.world.pulls.set_check(run, standing.id if standing and not reopened else 0)
        return True

    def _verdict_of(self, effect: SetCheck) -> Check | None:
        pull = next((p for p in self.facts.pulls if p.number == effect.pull), None)
        return max(pull.verdicts, key=lambda check: check.id, default=None) if pull else None

    def _find(self, kind: CommentKind, key: str) -> Comment | None:
        for comment in self.facts.comments:
            mark = marks.read(comment.body) if comment.ours else None
            if mark and mark.kind == kind.value and mark.key == key:
                return comment
        return None


def _without_box(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if "<!-- plangate:" not in line)


def _same(standing: str, wanted: str) -> bool:
    mark, asked = marks.read(standing), marks.read(wanted)
    same_text = mark is not None and asked is not None and mark.sum == asked.sum
    return (
        same_text
        and marks.intact(standing)
        and marks.ticked(marks.text_of(standing)) == marks.ticked(marks.text_of(wanted))
    )
