"""Resources: every path and command of a plan, checked against the tree and against what came before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.domain.plan import ActionType, Task, TaskPlan
from bot.graph.task_graph import TaskGraph
from bot.planning.repository.commands import is_allowed
from bot.planning.repository.places import folder, is_safe

_MAKES = frozenset({ActionType.WRITE_FILE, ActionType.CREATE_DIRECTORY})
_CHANGES = frozenset({ActionType.MODIFY_FILE, ActionType.GENERATE_CODE})


def faults(plan: TaskPlan, paths: Collection[str] | None) -> Iterator[str]:
    """Everything that is wrong with what a plan reads, writes, creates and runs.

    Takes the plan and the repository's paths (None: unknown, only the form of paths is judged). A
    path must lie in the repository, and exist or be made by a step or task before; what a step changes, makes
    or runs must stand in its task's list of resources.
    """
    for task in plan.live:
        yield from _unsafe(task)
        yield from _unlisted(task)
    if paths is not None:
        yield from _missing(plan, paths)


def _unsafe(task: Task) -> Iterator[str]:
    for path in dict.fromkeys(_named(task)):
        if not is_safe(path):
            yield f"Task {task.number} leaves the repository: {path!r}"
    steps = (s.target for s in task.steps if s.action is ActionType.RUN_COMMAND)
    for command in dict.fromkeys((*task.resources.run, *steps)):
        if not is_allowed(command):
            yield f"Task {task.number} runs a command that is not allowed: {command!r}"


def _unlisted(task: Task) -> Iterator[str]:
    held = task.resources
    for n, step in enumerate(task.steps, 1):
        runs = step.action is ActionType.RUN_COMMAND
        known = held.run if runs else (*held.write, *held.create)
        writes = runs or step.action in _MAKES or step.action is ActionType.MODIFY_FILE
        if writes and step.target and step.target not in known:
            yield f"Step {task.number}.{n} uses what its task does not list: {step.target!r}"


def _missing(plan: TaskPlan, paths: Collection[str]) -> Iterator[str]:
    """Walk the tasks in an order that works: each finds the tree and what those before it have made."""
    there = set(paths)
    there |= _folders(there)
    tasks = {t.id: t for t in plan.live}
    made: dict[str, set[str]] = {}
    needs = TaskGraph.of_plan(plan).needs
    for id_ in TaskGraph.of_plan(plan).order():
        task, known = tasks[id_], set[str]().union(*(made[n] for n in needs[id_]))
        yield from _walked(task, there, known)
        made[id_] = known.union(task.resources.create) | _folders(task.resources.create)
    everything = there.union(*made.values()) if made else there
    for task in plan.live if made else ():
        held = task.resources
        for path in dict.fromkeys((*held.read, *held.write)):
            if path.rstrip("/") not in everything and is_safe(path):
                yield f"Task {task.number} names a file that is not there: {path}"


def _walked(task: Task, there: set[str], known: set[str]) -> Iterator[str]:
    """The steps of a task; `known` grows by what they make."""
    for n, step in enumerate(task.steps, 1):
        path = step.target.rstrip("/")
        if step.action is ActionType.RUN_COMMAND or not path:
            continue
        if step.action in _MAKES or (step.action in _CHANGES and path in task.resources.create):
            known |= {path} | _folders((path,))
        elif path not in there and path not in known and is_safe(path):
            yield f"Step {task.number}.{n} names a file that is not there: {path}"


def _named(task: Task) -> Iterator[str]:
    yield from (*task.resources.read, *task.resources.write, *task.resources.create)
    runs = ActionType.RUN_COMMAND
    yield from (s.target for s in task.steps if s.action is not runs and s.target)


def _folders(paths: Collection[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        above = folder(path)
        while above and above not in found:
            found.add(above)
            above = folder(above)
    return found
