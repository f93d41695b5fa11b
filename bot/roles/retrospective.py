"""The retrospective: what was done and what to learn from it, written when the work is merged."""

from __future__ import annotations

from bot.domain.artifacts import ArtifactStatus, DoneArtifact, Retrospective
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Pull
from bot.domain.plan import FIBONACCI
from bot.domain.record import PullEvidence, Record

ROLE = Role.RETROSPECTIVE
FILES_A_POINT = 2
"""How many changed files one point of complexity stands for; more is a plan that was too small."""


def close(facts: Facts, record: Record, pull: Pull, shown: PullEvidence) -> Record:
    """Write done artifact and lessons for a merged pull request; a second merge adds nothing."""
    if record.done_artifact and record.done_artifact.status is ArtifactStatus.COMPLETE:
        return record
    done = DoneArtifact(
        completed_at=pull.merged_at or facts.now,
        summary=(f"#{pull.number} {pull.title}",),
        verification=tuple(f"{name}: {said}" for name, said in sorted(shown.checks.items())),
        status=ArtifactStatus.COMPLETE,
    )
    lesson = Retrospective(
        at=pull.merged_at or facts.now,
        lessons=tuple(_lessons(record, shown)),
        follow_ups=tuple(_follow_ups(record)),
    )
    lessons = (*record.retrospectives, lesson)
    return record.write(ROLE, facts.now, done_artifact=done, retrospectives=lessons)


def undone(facts: Facts, record: Record, pull: Pull) -> Record:
    """Add that finished work was reverted, and what follows from it."""
    lesson = Retrospective(
        at=pull.merged_at or facts.now,
        lessons=(f"The work was reverted by #{pull.number}",),
        follow_ups=("Reopen the issue to plan it again",),
    )
    return record.write(ROLE, facts.now, retrospectives=(*record.retrospectives, lesson))


def _lessons(record: Record, shown: PullEvidence) -> list[str]:
    """Planned against actual: files, tasks, complexity."""
    tasks = record.plan.live if record.plan else ()
    planned = {path for t in tasks for path in t.written}
    merged = [p for p in record.workflow.pull_requests if p.state == "merged"] or [shown]
    touched = {path for p in merged for path in p.files_touched}
    lessons = [f"{len(touched & planned)} of {len(planned)} planned files were changed"]
    if touched - planned:
        lessons.append(f"{len(touched - planned)} changed files were named by no task")
    reached = [t for t in tasks if not t.written or touched.intersection(t.written)]
    lessons.append(f"{len(reached)} of {len(tasks)} tasks are visible in the change")
    if record.plan:
        count = max(sum(p.files_count for p in merged), len(touched))
        fitting = next((n for n in FIBONACCI if n * FILES_A_POINT >= count), FIBONACCI[-1])
        lessons.append(
            f"Planned complexity {record.plan.total_complexity}; {count} changed files suggest {fitting}"
        )
    return lessons


def _follow_ups(record: Record) -> list[str]:
    """What was merged without being proven or done."""
    open_ = [c.text for c in record.claims if c.state in {"unproven", "contradicted"}]
    waived = [f"{w.requirement} was waived by {w.by}: {w.reason}" for w in record.waivers]
    return [f"Not proven: {text}" for text in open_[:10]] + waived[:10]
