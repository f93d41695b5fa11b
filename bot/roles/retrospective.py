"""The retrospective: what was done and what to learn from it, written when the work is merged."""

from __future__ import annotations

from bot.domain.artifacts import ArtifactStatus, DoneArtifact, Retrospective
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Pull
from bot.domain.record import PullEvidence, Record

ROLE = Role.RETROSPECTIVE


def close(facts: Facts, record: Record, pull: Pull, shown: PullEvidence) -> Record:
    """Write done artifact and lessons for a merged pull request; a second merge adds its lessons."""
    if record.done_artifact:
        return record
    done = DoneArtifact(
        completed_at=pull.merged_at or facts.now,
        summary=(f"#{pull.number} {pull.title}",),
        verification=tuple(f"{name}: {said}" for name, said in sorted(shown.checks.items())),
        status=ArtifactStatus.COMPLETE,
    )
    lesson = Retrospective(at=pull.merged_at or facts.now, lessons=tuple(_lessons(record, shown)))
    return record.write(
        ROLE, facts.now, done_artifact=done, retrospectives=(*record.retrospectives, lesson)
    )


def _lessons(record: Record, shown: PullEvidence) -> list[str]:
    planned = {
        path
        for task in (record.plan.live if record.plan else ())
        for path in (*task.resources.write, *task.resources.create)
    }
    touched = set(shown.files_touched)
    lessons = [f"{len(touched & planned)} of {len(planned)} planned files were changed"]
    if touched - planned:
        lessons.append(f"{len(touched - planned)} files were changed that no task named")
    return lessons
