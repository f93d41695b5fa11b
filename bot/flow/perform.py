"""All writes: one case an effect, the record first. Whatever stands as wanted already is left alone."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import assert_never

from bot.domain import markers
from bot.domain.facts import Check, Comment, Facts, Pull, RecordPresent
from bot.domain.verdict import Conclusion, Verdict, unbound
from bot.effects import (
    CommentKind,
    Decision,
    Effect,
    EnsureChild,
    KeepDashboard,
    React,
    SaveRecord,
    SetCheck,
    SetLabels,
    SupersedeComment,
    UpsertComment,
)
from bot.errors import GitHubError, Moved, NotFound, RateLimited
from bot.flow.children import ChildWriter
from bot.flow.world import World
from bot.ports.github import CheckRun

SUPERSEDED = "**Superseded"
COMMENT_LIMIT = 65_000
ANCHORS = frozenset({CommentKind.PLAN, CommentKind.QUESTIONS, CommentKind.STORIES})
"""Comments that name the record's revision and hold a sealed copy of it."""
_bound = attrgetter("head_sha", "base_ref", "state", "draft", "body", "labels")
"""What a verdict is bound to, as far as one look at the pull request tells."""
VIEWS = frozenset(CommentKind) - {CommentKind.RECORD}  # one for each key


def perform(
    decision: Decision, facts: Facts, world: World, group_runs: tuple[Check, ...] = ()
) -> tuple[Effect, ...]:
    """Carry out the effects in order and return those that wrote; `group_runs` are ours on a group's commit.

    Raises Moved when somebody wrote in between: what was done stands, and the next round goes on. What
    cannot be written stops no other check.
    """
    writer, done = EffectWriter(decision, facts, world, group_runs), list[Effect]()
    failed: Moved | GitHubError | None = None
    for effect in decision.effects:
        if failed and not isinstance(effect, SetCheck):
            continue
        try:
            done += [effect] if writer.perform(effect) else []
        except (Moved, GitHubError) as problem:
            if isinstance(problem, RateLimited) or isinstance(effect, SaveRecord):
                raise
            failed = failed or (Moved(problem.what) if isinstance(problem, NotFound) else problem)
    if failed:
        raise failed
    writer.anchor(tuple(done), tidied=writer.tidy())
    return tuple(done)


class EffectWriter:
    """The writes of one round, from what was read in it."""

    def __init__(
        self, decision: Decision, facts: Facts, world: World, group_runs: tuple[Check, ...] = ()
    ) -> None:
        """Everything is compared with `facts`, the picture this decision was made from."""
        self.decision, self.facts, self.world = decision, facts, world
        self.group_runs = group_runs
        self._saves = any(isinstance(effect, SaveRecord) for effect in decision.effects)
        self._by_number = {pull.number: pull for pull in facts.pulls}
        self._by_head = defaultdict[str, list[Pull]](list)
        for pull in facts.pulls:
            self._by_head[pull.head_sha].append(pull)

    @cached_property
    def children(self) -> ChildWriter:
        """Writes the issues of tasks, once there is one to write."""
        return ChildWriter(self.facts, self.world)

    @cached_property
    def _ours(self) -> list[tuple[Comment, markers.Marker]]:
        """Our comments with their markers, oldest first."""
        ours = sorted((c for c in self.facts.comments if c.ours), key=lambda c: c.id)
        return [(c, mark) for c in ours if (mark := markers.read(c.body))]

    @cached_property
    def _standing(self) -> dict[tuple[str, str], Comment]:
        """Our oldest comment of each kind and key."""
        return {(mark.kind, mark.key): comment for comment, mark in reversed(self._ours)}

    def perform(self, effect: Effect) -> bool:  # noqa: C901 - one case a kind
        """Carry out one effect; say whether anything was written."""
        match effect:
            case SaveRecord():
                return self._save(effect)
            case UpsertComment():
                return self._upsert(effect)
            case SupersedeComment():
                return self._supersede(effect)
            case SetLabels():
                self.world.issues.label(self.facts.number, effect.add, effect.remove)
            case React():
                with suppress(NotFound):  # who deletes a comment needs no receipt for it
                    self.world.issues.react(effect.comment_id, effect.content)
            case EnsureChild():
                return self.children.ensure(effect)
            case SetCheck():
                return self._check(effect)
            case KeepDashboard():
                return self._keep(effect)
            case _:
                assert_never(effect)
        return True

    def tidy(self) -> frozenset[int]:
        """Delete our comments that stand twice, as two runs at once make them, and return their ids.

        The oldest stays. Beside a damaged record nothing is deleted: it may hold a copy.
        """
        if not isinstance(self.facts.record, RecordPresent):
            return frozenset()
        views = ((c, self._standing[m.kind, m.key]) for c, m in self._ours if m.kind in VIEWS)
        doubled = [comment.id for comment, oldest in views if comment is not oldest]
        for comment_id in doubled:
            self.world.issues.delete(comment_id)
        return frozenset(doubled)

    def anchor(self, done: tuple[Effect, ...], tidied: frozenset[int] = frozenset()) -> None:
        """Let another comment of ours name the revision and hold its copy, so that no damage costs it.

        A plan or questions comment written in this round does so already; else the newest one gets a new
        marker line and, where there is room, a fresh copy; also where an earlier run was killed before.
        """
        found, saved = self.facts.record, any(isinstance(effect, SaveRecord) for effect in done)
        named = not isinstance(found, RecordPresent) or found.named >= found.record.revision
        if named and not saved and not tidied:
            return
        if any(isinstance(e, UpsertComment) and e.kind in ANCHORS for e in done):
            return
        for comment, mark in reversed(self._ours):
            anchors = mark.kind in ANCHORS and comment.id not in tidied
            if anchors and markers.intact(comment.body):
                kind, text = CommentKind(mark.kind), markers.text_of(comment.body)
                self.world.issues.edit(comment, self._body(kind, mark.key, text))
                return

    def _save(self, effect: SaveRecord) -> bool:
        if self.facts.issue is None:
            return False
        raw = replace(self.facts.issue, body=self.facts.raw_body)
        self.world.records.save(raw, effect.card.record, self.facts.record, effect.card)
        return True

    def _upsert(self, effect: UpsertComment) -> bool:
        text = self.world.renderer.comment(effect.message)
        standing = self._find(effect.kind, effect.key)
        wanted = effect.kind.value, effect.key, text
        if standing and markers.same(standing.body, markers.marked(*wanted)):
            return False
        body = self._body(effect.kind, effect.key, text)
        if standing:
            self.world.issues.edit(standing, body)
            return True
        opening = markers.opening(effect.kind.value, effect.key)
        # a look for a double costs a request that no new plan has left; see `tidy`
        looks = effect.kind is not CommentKind.PLAN
        self.world.issues.post(self.facts.number, body, opening, converge=looks)
        return True

    def _body(self, kind: CommentKind, key: str, text: str) -> str:
        """A comment with its marker, and a sealed copy of the record where it fits."""
        record, issue = self.decision.record, self.facts.issue
        if record is None or issue is None or kind not in ANCHORS:
            return markers.marked(kind.value, key, text)
        body = markers.marked(kind.value, key, text, record.revision)
        copy = self.world.records.copy(issue.number, record, COMMENT_LIMIT - len(body) - 2)
        return f"{body.rstrip()}\n\n{copy}" if copy else body

    def _supersede(self, effect: SupersedeComment) -> bool:
        standing = self._find(effect.kind, effect.key)
        text = markers.text_of(standing.body) if standing else ""
        if standing is None or text.startswith(SUPERSEDED):
            return False
        said = self.world.renderer.superseded(effect.by, markers.without_boxes(text))
        self.world.issues.edit(standing, markers.marked(effect.kind.value, effect.key, said))
        return True

    def _check(self, effect: SetCheck) -> bool:
        verdict = effect.message.verdict
        standing = self._standing_check(verdict)
        facts = replace(effect.message, verdict=replace(verdict, revisions=()))
        digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:10]
        told = f"{verdict.external_id} sum:{digest}"
        title = self.world.renderer.title(effect.message)
        wanted = "" if verdict.conclusion is Conclusion.IN_PROGRESS else verdict.conclusion.value
        says = (standing.external_id, standing.conclusion, standing.title) if standing else None
        of = str if wanted == "success" else unbound  # only a green one is bound to a revision
        if says and (of(says[0]), *says[1:]) == (of(told), wanted, title) and not effect.again:
            return False  # the same facts: nothing is drawn
        if verdict.pull and self.world.of_group(verdict.head_sha, standing):
            return False
        closes = says and says[1] == "success" != wanted
        moved = self._merged(verdict.pull) if closes else self._moved(verdict)
        if moved and wanted == "success":
            raise Moved(moved)
        if moved:  # by an event of its own, so what is closed is looked at again
            return False
        reopened = verdict.conclusion is Conclusion.IN_PROGRESS and standing and standing.conclusion
        run_id = standing.id if standing and not (reopened or effect.again) else 0
        self.world.pulls.set_check(self._run(effect, told), run_id)
        return True

    def _run(self, effect: SetCheck, told: str) -> CheckRun:
        renderer, verdict = self.world.renderer, effect.message.verdict
        said = verdict.head_sha, verdict.conclusion, told, *renderer.check(effect.message)
        return CheckRun(
            *said,
            text=renderer.details(effect.plan) if effect.plan else "",
            notes=renderer.line_notes(effect.message),
            buttons=renderer.buttons(),
            name=verdict.check,
        )

    def _merged(self, number: int) -> str:
        """Say so if it is merged, though GitHub may have shown it open: to close needs no other look."""
        with suppress(GitHubError):
            return "merged" if number and self.world.pulls.pull(number).merged else ""
        return ""

    def _moved(self, verdict: Verdict) -> str:
        """Which pull request or record, but the one just saved, is not what was judged; else nothing."""
        members = {verdict.pull, *verdict.pulls}
        own = self.facts.issue.number if self.facts.issue and self._saves else 0
        here = self._by_head.get(verdict.head_sha, ())
        others = (self._by_number[n] for n in members if n in self._by_number)
        for pull in {p.number: p for p in (*here, *others)}.values():
            now = self.world.pulls.pull(pull.number)
            if _bound(now) != _bound(pull):
                return f"pull request #{pull.number} changed while it was judged"
            for link in pull.linked:
                if link.repository or link.number == own:
                    continue
                if not self.world.records.still(link.number, link.record):
                    return f"the record of #{link.number} changed while it was judged"
        return ""

    def _standing_check(self, verdict: Verdict) -> Check | None:
        found = (p.verdicts for p in self._by_head.get(verdict.head_sha, ()))
        named = (r for r in next(found, self.group_runs) if r.name == verdict.check)
        return max(named, key=lambda run: run.id, default=None)

    def _keep(self, effect: KeepDashboard) -> bool:
        """Write the dashboard; of two that were opened at once the older stays, and says what is."""
        world, home = self.world, effect.home
        text = markers.marked(markers.DASHBOARD, "", world.renderer.comment(effect.message))
        if home is None:
            title = markers.text_of(text).partition("\n")[0].lstrip("# ")
            made = world.dashboards.open(title, text)
            oldest = min(i.number for i in (made, *world.dashboards.homes()))
            why = world.dashboards.pin(made) if made.number == oldest else ""
            if why:
                world.watch.tell("dashboard_unpinned", number=made.number, why=why)
            return True
        for twin in effect.twins:
            line = replace(effect.message, lists=(), closed=False, instead=home.number)
            world.dashboards.close(twin.number)
            world.issues.label(twin.number, (), (markers.DASHBOARD_LABEL,))
            world.issues.edit_body(twin, world.renderer.comment(line))  # last: its marker goes
        if not home.has(markers.DASHBOARD_LABEL):
            world.issues.label(home.number, (markers.DASHBOARD_LABEL,), ())
        if home.body.replace("\r\n", "\n").strip() == text.strip():
            return bool(effect.twins)
        world.issues.edit_body(home, text)
        return True

    def _find(self, kind: CommentKind, key: str) -> Comment | None:
        return self._standing.get((kind.value, key))
