"""Plan delta: what one version changed of another, told and as data that give the one before back."""

from __future__ import annotations

from datetime import datetime
from operator import not_

from pydantic import Field

from bot.domain.plan import PLAN_INTENT_FIELDS, Dependency, PlanChange, Task, TaskPlan, WorkStatus
from bot.domain.value import Stored

_WHOLE = (
    *("id", "version", "goal", "dependencies", "total_complexity", "created_at"),
    *PLAN_INTENT_FIELDS,
)
"""The fields of the version before that a delta keeps as they were."""


class PlanDelta(Stored):
    """The version before, as far as the later one does not hold it; `added` are ids it did not have."""

    id: str
    version: int
    goal: str
    total_complexity: int
    created_at: datetime
    replaced: tuple[Task, ...] = ()
    added: tuple[str, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    objectives: tuple[str, ...] = Field((), exclude_if=not_)
    exit_criteria: tuple[str, ...] = Field((), exclude_if=not_)
    explanation: str = Field("", exclude_if=not_)

    @classmethod
    def between(cls, earlier: TaskPlan, later: TaskPlan) -> PlanDelta:
        """What `later` does not tell of `earlier`. Its list of changes stands with its own version."""
        before, after = {t.id for t in earlier.tasks}, {t.id: t for t in later.tasks}
        return cls(
            replaced=tuple(t for t in earlier.tasks if after.get(t.id) != t),
            added=tuple(t.id for t in later.tasks if t.id not in before),
            **{name: getattr(earlier, name) for name in _WHOLE},
        )

    def before(self, later: TaskPlan, changes: tuple[PlanChange, ...] = ()) -> TaskPlan:
        """The version before `later`; `changes` is what that version itself had changed."""
        replaced = {t.id: t for t in self.replaced}
        kept = (t for t in later.tasks if t.id not in self.added and t.id not in replaced)
        return TaskPlan(
            tasks=tuple(sorted([*kept, *self.replaced], key=lambda t: t.number)),
            changes=changes,
            **{name: getattr(self, name) for name in _WHOLE},
        )


def changes(earlier: TaskPlan, joined: TaskPlan, reason: str = "") -> tuple[PlanChange, ...]:
    """What one version changed of another, a line a task: added, changed, kept or removed, and why.

    Takes the two versions and the reason of the change. A task that was superseded before is told once.
    """
    before = {t.id: t for t in earlier.live}
    after = {t.id for t in joined.live}
    why = reason or "the issue changed"
    gone = (t for t in earlier.live if t.id not in after)
    return (
        *(_change(before.get(task.id), task, why) for task in joined.live),
        *(PlanChange(kind="removed", what=_named(t), reason=why) for t in gone),
    )


def _change(before: Task | None, task: Task, why: str) -> PlanChange:
    if before is None:
        return PlanChange(kind="added", what=_named(task), reason=why)
    if before == task:
        done = task.status is WorkStatus.DONE
        kept = "it is done" if done else "nothing about it changed"
        return PlanChange(kind="kept", what=_named(task), reason=kept)
    was, now = _parts(before), _parts(task)
    said = [name for name in was if was[name] != now[name]] or [
        name.replace("_", " ")
        for name in Task.model_fields
        if getattr(before, name) != getattr(task, name)
    ]
    return PlanChange(kind="changed", what=_named(task), reason=f"{', '.join(said)}. Why: {why}")


def _named(task: Task) -> str:
    return f"Task {task.number}: {task.title}"


def _parts(task: Task) -> dict[str, object]:
    return {
        "steps": [(s.title, s.description) for s in task.steps],
        "criteria": [c.text for c in task.acceptance_criteria],
        "files": task.resources,
        "order": task.depends_on,
        "estimate": task.complexity,
    }
