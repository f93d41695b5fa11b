"""Planner output: what any planner says of its tasks, brought into seed 4's canonical form.

One table says which names mean which field. Nothing is corrected: what does not fit is refused, and the
error names the task and the field. Fields that no rule reads are listed, not lost in silence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import PlanError
from bot.graph.task_node import TaskNode

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


@dataclass(frozen=True, slots=True)
class PlannerOutput:
    """What a planner said: its tasks, what stands beside them, and the names that no rule reads."""

    tasks: tuple[TaskNode, ...]
    objectives: tuple[str, ...] = ()
    exit_criteria: tuple[str, ...] = ()
    explanation: str = ""
    unread: tuple[str, ...] = ()


def read(source: str | Mapping[str, Any] | Sequence[Any]) -> PlannerOutput:
    """Read JSON text, a mapping with a list of tasks, or the list alone.

    Raises PlanError (-004), naming the task and the field, for whatever does not fit: at most
    10,000,000 characters and 100,000 tasks, every id once, every dependency a task, every score a number
    from 0 to 1.
    """
    plan = _unwrapped(_loaded(source) if isinstance(source, str) else source)
    if isinstance(plan, Mapping):
        known, unread = _named(plan, _PLAN_NAMES, "the plan")
        rows = known.get("tasks")
    else:
        known, unread, rows = {}, [], plan
    if rows is None:
        raise _refused("the plan has no list `tasks`")
    if not _is_list(rows):
        raise _refused(f"the tasks of the plan must be a list, not {_kind(rows)}")
    if not 0 < len(rows) <= MOST_TASKS:
        raise _refused(f"the plan has {len(rows)} tasks; there may be 1 to {MOST_TASKS}")
    missed = dict.fromkeys(unread)
    tasks = tuple(_task(n, row, missed) for n, row in enumerate(rows, 1))
    _require_known(tasks)
    return PlannerOutput(
        tasks,
        _texts(known.get("objectives"), "the plan: objectives"),
        _texts(known.get("exit_criteria"), "the plan: exit_criteria"),
        _text(known.get("explanation"), "the plan: explanation"),
        tuple(missed),
    )


def _loaded(text: str) -> Any:
    if len(text) > MOST_CHARACTERS:
        raise _refused(f"the plan is longer than {MOST_CHARACTERS} characters")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        where = f" (line {problem.lineno})" if isinstance(problem, json.JSONDecodeError) else ""
        raise _refused(f"the plan is not JSON{where}") from problem


def _unwrapped(plan: Any) -> Any:
    if not isinstance(plan, Mapping):
        return plan
    named = {_plain(key): value for key, value in plan.items()}
    held = (named.get(_plain(name)) for name in WRAPPERS)
    return next((one for one in held if isinstance(one, Mapping)), plan)


def _task(number: int, row: Any, missed: dict[str, None]) -> TaskNode:
    if not isinstance(row, Mapping):
        raise _refused(f"task {number} is no object, but {_kind(row)}")
    known, unread = _named(row, _TASK_NAMES, f"task {number}")
    missed |= dict.fromkeys(unread)
    id_ = _id(known.get("id"), f"task {number}: id")
    at = f"task {number} ({id_[:_LONGEST_NAME]})"
    question = _text(known.get("question"), f"{at}: question").strip()
    if not question:
        raise _refused(f"{at}: question is missing")
    return TaskNode(
        id=id_,
        question=question,
        sub_questions=_texts(known.get("sub_questions"), f"{at}: sub_questions"),
        tools=_texts(known.get("tools"), f"{at}: tools"),
        affinity=_scores(known.get("affinity"), f"{at}: affinity"),
        dependencies=tuple(
            dict.fromkeys(
                _id(one, f"{at}: dependencies: an id")
                for one in _listed(known.get("dependencies"), f"{at}: dependencies")
            )
        ),
        criteria=_texts(known.get("criteria"), f"{at}: criteria"),
    )


def _named(
    row: Mapping[Any, Any], names: Mapping[str, str], at: str
) -> tuple[dict[str, Any], list[str]]:
    """The row under canonical names, and the names that none is known for.

    Where several names of one field are there, the canonical one counts and the others are not read;
    two aliases that differ are refused, for nobody can tell which is meant.
    """
    known: dict[str, tuple[str, Any]] = {}
    unread: list[str] = []
    for key, value in row.items():
        name = names.get(_plain(key))
        if name is None:
            unread.append(str(key)[:_LONGEST_NAME])
            continue
        before = known.get(name)
        if before is None or _plain(key) == _plain(name):
            unread += [before[0]] if before and before[1] != value else []
            known[name] = (str(key), value)
        elif _plain(before[0]) == _plain(name):
            unread += [str(key)] if before[1] != value else []
        elif before[1] != value:
            raise _refused(f"{at}: {before[0]} and {key} both mean {name}, and differ")
    return {name: value for name, (_, value) in known.items()}, unread


def _require_known(tasks: Sequence[TaskNode]) -> None:
    ids: set[str] = set()
    for n, task in enumerate(tasks, 1):
        if task.id in ids:
            raise _refused(f"task {n} ({task.id[:_LONGEST_NAME]}): id is that of an earlier task")
        ids.add(task.id)
    for n, task in enumerate(tasks, 1):
        gone = next((d for d in task.dependencies if d not in ids), None)
        if gone is not None:
            raise _refused(
                f"task {n} ({task.id[:_LONGEST_NAME]}): dependencies name {gone[:_LONGEST_NAME]!r}, "
                "which is no task"
            )


def _scores(value: Any, at: str) -> dict[str, float]:
    """Tool -> score, from a mapping or from rows of `tool` and `score`."""
    pairs = value.items() if isinstance(value, Mapping) else _rows(value, at)
    found: dict[str, float] = {}
    for tool, score in pairs:
        name = _id(tool, at).lower()
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise _refused(f"{at}: the score of {name[:_LONGEST_NAME]} is no number")
        if not 0 <= score <= 1:
            raise _refused(f"{at}: the score of {name[:_LONGEST_NAME]} is not from 0 to 1")
        found[name] = float(score)
    return dict(sorted(found.items()))


def _rows(value: Any, at: str) -> Iterator[tuple[Any, Any]]:
    for row in _listed(value, at):
        if not isinstance(row, Mapping) or not {"tool", "score"} <= row.keys():
            raise _refused(f"{at}: a row without tool and score")
        yield row["tool"], row["score"]


def _texts(value: Any, at: str) -> tuple[str, ...]:
    """Texts, from a list of texts, of objects that hold one, or from one text alone."""
    found = (_text(one, at).strip() for one in _listed(value, at))
    return tuple(text for text in found if text)


def _listed(value: Any, at: str) -> Sequence[Any]:
    if value is None:
        return ()
    if isinstance(value, str | int) and not isinstance(value, bool):
        return (value,)
    if not _is_list(value):
        raise _refused(f"{at} is no list, but {_kind(value)}")
    return value  # type: ignore[no-any-return]


def _text(value: Any, at: str) -> str:
    if isinstance(value, Mapping):
        value = next((value[k] for k in ("text", "title", "question") if k in value), value)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _refused(f"{at} is no text, but {_kind(value)}")
    return value


def _id(value: Any, at: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise _refused(f"{at} is {'missing' if value in (None, '') else _kind(value)}")
    return value.strip()


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def _plain(name: object) -> str:
    return str(name).lower().translate(_DROPPED)


def _kind(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case Mapping():
            return "an object"
        case _:
            return "a list" if _is_list(value) else "something else"


def _refused(what: str) -> PlanError:
    return PlanError(
        INVALID,
        "".join(c if c.isprintable() else " " for c in what),
        "Correct it there; docs/telemetry.md of plangate lists the fields and their other names",
    )


_DROPPED = str.maketrans("", "", "_- ")
_TASK_NAMES = {_plain(alias): name for name, aliases in ALIASES.items() for alias in aliases}
_PLAN_NAMES = {_plain(alias): name for name, aliases in PLAN_ALIASES.items() for alias in aliases}
