"""Plan delta: what a plan version needs to give back the one before it, to the byte."""

from __future__ import annotations

from datetime import datetime
from operator import not_

from pydantic import Field

from bot.domain.plan import Dependency, PlanChange, Task, TaskPlan
from bot.domain.value import Stored


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
            id=earlier.id,
            version=earlier.version,
            goal=earlier.goal,
            total_complexity=earlier.total_complexity,
            created_at=earlier.created_at,
            replaced=tuple(t for t in earlier.tasks if after.get(t.id) != t),
            added=tuple(t.id for t in later.tasks if t.id not in before),
            dependencies=earlier.dependencies,
            objectives=earlier.objectives,
            exit_criteria=earlier.exit_criteria,
            explanation=earlier.explanation,
        )

    def before(self, later: TaskPlan, changes: tuple[PlanChange, ...] = ()) -> TaskPlan:
        """The version before `later`; `changes` is what that version itself had changed."""
        replaced = {t.id: t for t in self.replaced}
        kept = (t for t in later.tasks if t.id not in self.added and t.id not in replaced)
        return TaskPlan(
            id=self.id,
            version=self.version,
            goal=self.goal,
            tasks=tuple(sorted([*kept, *self.replaced], key=lambda t: t.number)),
            dependencies=self.dependencies,
            total_complexity=self.total_complexity,
            created_at=self.created_at,
            changes=changes,
            objectives=self.objectives,
            exit_criteria=self.exit_criteria,
            explanation=self.explanation,
        )
