"""Assembly: drafts become a plan with ids, numbers and edges."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.ids import uuid7
from bot.domain.plan import (
    ActionType,
    Criterion,
    Dependency,
    Resources,
    Step,
    Task,
    TaskPlan,
    WorkStatus,
)
from bot.planning.drafts import DraftTask
from bot.planning.estimation import total
from bot.planning.proposal import Request


def assemble(request: Request, goal: str, drafts: Sequence[DraftTask], version: int) -> TaskPlan:
    """Make a plan of drafts.

    Ids follow from repository, issue, version and place in the plan; times from the issue's own.
    """
    ids = {d.key: _id(request, version, f"task/{n}") for n, d in enumerate(drafts, 1)}
    tasks = tuple(_task(request, version, (n, d), ids) for n, d in enumerate(drafts, 1))
    return TaskPlan(
        id=_id(request, version, "plan"),
        version=version,
        goal=goal,
        tasks=tasks,
        dependencies=edges(tasks),
        total_complexity=total(t.complexity for t in tasks),
        created_at=request.created_at,
    )


def edges(tasks: Sequence[Task]) -> tuple[Dependency, ...]:
    """The tasks' dependencies as a list; superseded tasks hold nobody up."""
    live = [t for t in tasks if t.status is not WorkStatus.SUPERSEDED]
    return tuple(Dependency(task=t.id, needs=d) for t in live for d in t.depends_on)


def _task(
    request: Request, version: int, placed: tuple[int, DraftTask], ids: dict[str, str]
) -> Task:
    number, draft = placed
    where = f"task/{number}"
    return Task(
        id=ids[draft.key],
        number=number,
        title=draft.title,
        description=draft.description,
        complexity=draft.points,
        depends_on=tuple(ids[key] for key in draft.after if key in ids),
        steps=_steps(request, version, draft, where),
        resources=_resources(draft),
        acceptance_criteria=tuple(
            Criterion(
                id=_id(request, version, f"{where}/criterion/{n}"),
                text=need.text,
                test=need.test,
                source=need.source,
            )
            for n, need in enumerate(draft.needs, 1)
        ),
    )


def _steps(request: Request, version: int, draft: DraftTask, where: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    for n, step in enumerate(draft.steps, 1):
        steps.append(
            Step(
                id=_id(request, version, f"{where}/step/{n}"),
                title=step.title,
                description=step.description,
                action=step.action,
                target=step.target,
                expected_output=step.expected,
                verification=step.verification,
                depends_on=(steps[-1].id,) if steps else (),
            )
        )
    return tuple(steps)


def _resources(draft: DraftTask) -> Resources:
    return Resources(
        read=draft.targets(ActionType.READ_FILE),
        write=draft.targets(ActionType.MODIFY_FILE),
        create=draft.targets(ActionType.CREATE_DIRECTORY, ActionType.WRITE_FILE),
        run=draft.targets(ActionType.RUN_COMMAND),
    )


def _id(request: Request, version: int, path: str) -> str:
    return uuid7(request.created_at, request.repository, str(request.number), str(version), path)
