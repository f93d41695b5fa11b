"""The end of an epic: done when no story is open any more, with what became of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.domain import tasks
from bot.domain.artifacts import ArtifactStatus, DoneArtifact, Shown, StoryEnd
from bot.domain.children import Child, SubIssue
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Person
from bot.domain.plan import Task, WorkStatus
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.effects import NoticeKind
from bot.planning.words import plain
from bot.roles.round import own_line, telling


def closed(facts: Facts, record: Record) -> Record:
    """The record of an epic whose stories have all ended, in stage done; any other as it is.

    An epic of which no story is done is not done either.
    """
    plan = record.plan
    working = record.stage.planned and record.stage is not Stage.DONE and record.approved
    if plan is None or not record.planner.epic or not working or not facts.stories:
        return record
    known, children = tasks.sub_issues(record), {c.key: c for c in reversed(facts.children)}
    stories = {s.number: s.record for s in facts.stories}
    ends = tuple(_end(t, children.get(t.id), known.get(t.id), stories) for t in plan.live)
    states = {end.state for end in ends}
    if "open" in states or "done" not in states:
        return record
    at = max((c.closed_at for c in facts.children if c.closed_at), default=facts.now)
    done = DoneArtifact(
        completed_at=at,
        summary=tuple(f"#{end.number} {end.title}: {end.reason or end.state}" for end in ends),
        stories=ends,
        status=ArtifactStatus.COMPLETE,
    )
    written = record.write(Role.RETROSPECTIVE, facts.now, done_artifact=done)
    key = f"epic:{record.times('epic:') + 1}"
    action = own_line(key, facts.now, Role.ORCHESTRATOR, "stories ended")
    return written.move(Stage.DONE, telling(action, NoticeKind.EPIC_DONE, Person("")))


def _end(
    task: Task, child: Child | None, entry: SubIssue | None, stories: Mapping[int, Record | None]
) -> StoryEnd:
    number = child.number if child else entry.number if entry else 0
    story = stories.get(number)
    state, reason = "open", ""
    if child and child.state == "closed" and not child.done:
        state, reason = "dropped", child.reason
    elif task.status is WorkStatus.DONE:
        state = "done"
    elif story and story.stage is Stage.CANCELLED:
        state, reason = "dropped", story.stage.value
    merged = (p for p in story.workflow.pull_requests if p.state == "merged") if story else ()
    return StoryEnd(
        number=number,
        title=task.title,
        state=state,  # type: ignore[arg-type]
        reason=reason,
        pulls=tuple(p.number for p in merged),
        criteria=tuple(_shown(task, story)),
    )


def _shown(task: Task, story: Record | None) -> Iterator[Shown]:
    """The criteria of a story, of its own plan and of the epic's, with what shows each."""
    claims = [c for c in story.claims if c.kind == "criterion"] if story else []
    own = story.plan.live if story and story.plan else ()
    known = {plain(c.text): c for c in reversed(claims)}
    asked = (c.text for t in (*own, task) for c in t.acceptance_criteria)
    for name, text in {plain(text): text for text in asked}.items():
        claim = known.get(name)
        source = claim.attempts[-1].source if claim and claim.attempts else ""
        yield Shown(text=text, state=claim.state if claim else "unproven", source=source)
