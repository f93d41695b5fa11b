"""Planner output: what any planner says of its tasks, brought into seed 4's canonical form.

One table says which names mean which field. Nothing is corrected: what does not fit is refused, and the
error names the task and the field. Fields that no rule reads are listed, not lost in silence.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, FailFast, ValidationError

from bot.domain.misfit import in_words
from bot.errors import PlanError
from bot.graph.task_node import TaskNode, Text, Texts

INVALID = "PLANGATE-PLAN-004"
CIRCULAR = "PLANGATE-PLAN-005"
MOST_CHARACTERS = 10_000_000
MOST_TASKS = 100_000
_LONGEST_NAME = 60

ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "task_id", "key", "number"),
    "question": ("question", "title", "task", "goal", "objective", "prompt"),
    "sub_questions": ("sub_questions", "subtasks", "steps"),
    "tools": ("tools", "tool", "tool_names"),
    "affinity": ("affinity", "tool_affinity", "tool_scores", "scores"),
    "dependencies": ("dependencies", "depends_on", "deps", "requires", "after", "blocked_by"),
    "criteria": (
        *("criteria", "acceptance_criteria", "exit_criteria", "completion_criteria"),
        *("success_criteria", "done_when"),
    ),
}
"""The names of a task's fields; case, `_`, `-` and blanks do not count."""
PLAN_ALIASES: Mapping[str, tuple[str, ...]] = {
    "tasks": ("tasks", "nodes"),
    "objectives": ("objectives", "objective", "goals", "goal"),
    "exit_criteria": ("exit_criteria", "success_criteria", "criteria", "done_when"),
    "explanation": ("explanation", "rationale", "reasoning", "summary"),
}
"""The names of what stands beside the tasks."""
WRAPPERS = ("task_graph", "plan")
"""Fields that hold a whole plan of their own, the first that is there counts."""


class PlannerOutput(BaseModel):
    """What a planner said: its tasks, what stands beside them, and the names that no rule reads."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    tasks: Annotated[tuple[TaskNode, ...], FailFast()]
    objectives: Texts = ()
    exit_criteria: Texts = ()
    explanation: Text = ""
    unread: tuple[str, ...] = ()


def read(source: str | Mapping[str, Any] | Sequence[Any]) -> PlannerOutput:
    """Read JSON text, a mapping with a list of tasks, or the list alone.

    Raises PlanError (-004), naming the task and the field, for whatever does not fit: at most
    10,000,000 characters and 100,000 tasks, every id once, every dependency a task, every score a number
    from 0 to 1.
    """
    plan = _unwrapped(_loaded(source) if isinstance(source, str) else source)
    unread: list[str] = []
    fields = _canonical(plan, _PLAN_NAMES, "the plan", unread)
    rows = fields.get("tasks")
    if not isinstance(rows, Sequence) or isinstance(rows, str | bytes):
        raise _refused("the plan has no list `tasks`")
    if not 0 < len(rows) <= MOST_TASKS:
        raise _refused(f"the plan has {len(rows)} tasks; there may be 1 to {MOST_TASKS}")
    tasks = [_canonical(row, _TASK_NAMES, f"task {n}", unread) for n, row in enumerate(rows, 1)]
    try:
        output = PlannerOutput(**fields | {"tasks": tasks, "unread": tuple(dict.fromkeys(unread))})
    except ValidationError as problem:
        raise _refused(_first_fault(problem, tasks, rows)) from problem
    _require_whole(output.tasks, rows)
    return output


def _loaded(text: str) -> Any:
    if len(text) > MOST_CHARACTERS:
        raise _refused(f"the plan is longer than {MOST_CHARACTERS} characters")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        where = f" (line {problem.lineno})" if isinstance(problem, json.JSONDecodeError) else ""
        raise _refused(f"the plan is not JSON{where}") from problem


def _unwrapped(plan: Any) -> Mapping[Any, Any]:
    if not isinstance(plan, Mapping):
        return {"tasks": plan}
    named = {_plain(key): value for key, value in plan.items()}
    held = (named.get(_plain(name)) for name in WRAPPERS)
    return next((one for one in held if isinstance(one, Mapping)), plan)


def _canonical(row: Any, names: Mapping[str, str], at: str, unread: list[str]) -> dict[str, Any]:
    """The row under canonical names; other names are added to `unread`.

    Beside the canonical name of a field its other names are not read. Without it, two that differ are
    refused, for it is unknown which is meant.
    """
    if not isinstance(row, Mapping):
        raise _refused(f"{at} must be an object")
    keys = defaultdict[str, list[Any]](list)
    for key in row:
        keys[names.get(_plain(key), "")].append(key)
    unread += [_short(key) for key in keys.pop("", ())]
    fields: dict[str, Any] = {}
    for name, written in keys.items():
        first, *others = [k for k in written if _plain(k) == _plain(name)] or written
        fields[name] = row[first]
        other = next((key for key in others if row[key] != row[first]), None)
        if other is not None:
            raise _refused(f"{at}: {first} and {other} both mean {name}, and differ")
        unread += [_short(key) for key in written if row[key] != row[first]]
    return fields


def _first_fault(
    problem: ValidationError, tasks: Sequence[Mapping[str, Any]], rows: Sequence[Any]
) -> str:
    """The first field that does not fit, with its task where it is a task's, and what is wrong."""
    error = problem.errors(include_url=False, include_input=False)[0]
    at, path = "the plan", error["loc"]
    if path[0] == "tasks" and isinstance(path[1], int):
        id_ = "" if path[2] == "id" else f" ({_short(tasks[path[1]]['id'])})"
        at, path = f"task {path[1] + 1}{id_}", (_written(rows[path[1]], str(path[2])), *path[3:])
    return f"{at}: {'.'.join(map(_short, path))} {in_words(error)}"


def _require_whole(tasks: Sequence[TaskNode], rows: Sequence[Any]) -> None:
    """Raise PlanError for a task without a question, an id that occurs twice, an unknown dependency."""
    known, seen = {task.id for task in tasks}, set[str]()
    for n, task in enumerate(tasks, 1):
        at = f"task {n} ({_short(task.id)})"
        if not task.question:
            raise _refused(f"{at}: {_written(rows[n - 1], 'question')} is missing")
        if task.id in seen:
            raise _refused(f"{at}: id is that of an earlier task")
        for id_ in task.dependencies:
            if id_ not in known:
                raise _refused(f"{at}: dependencies: {_short(id_)!r} is not a task")
        seen.add(task.id)


def _written(row: Mapping[Any, Any], name: str) -> str:
    """What a task calls this field itself; a field it does not have, the name in the shortest plan."""
    named = [_short(key) for key in row if _TASK_NAMES.get(_plain(key)) == name]
    own = [key for key in named if _plain(key) == _plain(name)]
    return (own or named or ["title" if name == "question" else name])[0]


def _plain(name: object) -> str:
    return str(name).lower().translate(_DROPPED)


def _short(name: object) -> str:
    return str(name).strip()[:_LONGEST_NAME]


def _refused(what: str) -> PlanError:
    return PlanError(
        INVALID,
        "".join(c if c.isprintable() else " " for c in what),
        'The shortest plan is {"tasks": [{"id": "1", "title": "…"}]}; docs/telemetry.md in plangate\'s '
        "repository lists every field",
    )


_DROPPED = str.maketrans("", "", "_- ")
_TASK_NAMES = {_plain(alias): name for name, aliases in ALIASES.items() for alias in aliases}
_PLAN_NAMES = {_plain(alias): name for name, aliases in PLAN_ALIASES.items() for alias in aliases}
