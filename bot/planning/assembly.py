"""Assembly: a grounded draft becomes a plan with ids, numbers and edges, and its tests.

Each criterion belongs to a task and has a test; what no story of an epic covers is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import (
    FIBONACCI,
    ActionType,
    Criterion,
    Dependency,
    Resources,
    Step,
    Task,
    TaskPlan,
    WorkStatus,
)
from bot.domain.value import uuid7
from bot.planning.builtin.criteria import of_epic
from bot.planning.draft import Draft, DraftCriterion, DraftStep, DraftTask, DraftTest
from bot.planning.grounding import makes
from bot.planning.issue.markdown import read
from bot.planning.issue.order import Items
from bot.planning.proposal import Request
from bot.planning.words import plain, shortened

_ISSUE = re.compile(r"#[1-9][0-9]{0,8}")
_TITLE, _TEXT, _CODE = 200, 4_000, 8_000
"""Characters of a title, of any other text, and of a step's code: a file of tests fits."""
_EXPECTED = {
    ActionType.READ_FILE: "You know what the file contains",
    ActionType.ANALYZE_CODE: "You know what has to change, and where",
    ActionType.MODIFY_FILE: "The file does what the step says",
    ActionType.WRITE_FILE: "The file is there",
    ActionType.CREATE_DIRECTORY: "The folder is there",
    ActionType.GENERATE_CODE: "The code is there",
    ActionType.RUN_COMMAND: "The command ends without an error",
}


MakeId = Callable[[str], str]
"""The id of what stands at a place in the plan, such as `task/2/step/1`."""


def assemble(request: Request, draft: Draft, version: int) -> TaskPlan:
    """Make a plan of a draft that was grounded.

    Ids follow from repository, issue, version and place in the plan; times from the issue's own.
    """
    work, seed = draft.work, (request.repository, str(request.number), str(version))

    def place(path: str) -> str:
        return uuid7(request.created_at, *seed, path)

    ids = {t.id: place(f"task/{n}") for n, t in enumerate(work, 1)}
    criteria = {c.id: c for c in draft.criteria}
    made = frozenset(path for task in work for path in makes(task))
    tasks = tuple(_task(place, n, task, ids, criteria, made) for n, task in enumerate(work, 1))
    return TaskPlan(
        id=place("plan"),
        version=version,
        goal=shortened(draft.goal or request.title, _TEXT),
        tasks=tasks,
        dependencies=edges(tasks),
        total_complexity=total(t.complexity for t in tasks),
        created_at=request.created_at,
        objectives=_several(draft.objectives),
        exit_criteria=_several(draft.exit_criteria),
        explanation=shortened(draft.explanation, _TEXT),
    )


def _several(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(shortened(text, _TEXT) for text in texts if text.strip())


def edges(tasks: Sequence[Task]) -> tuple[Dependency, ...]:
    """The tasks' dependencies as a list; superseded tasks hold nobody up."""
    live = [t for t in tasks if t.status is not WorkStatus.SUPERSEDED]
    return tuple(Dependency(task=t.id, needs=d) for t in live for d in t.depends_on)


def total(points: Iterable[int]) -> int:
    """The estimate of a whole plan: the smallest Fibonacci number that holds the sum, at most 34."""
    whole = sum(points)
    return next((f for f in FIBONACCI if f >= whole), FIBONACCI[-1])


def _task(  # noqa: PLR0913 - what stands around a task
    place: MakeId,
    number: int,
    task: DraftTask,
    ids: dict[str, str],
    criteria: dict[str, DraftCriterion],
    made: frozenset[str],
) -> Task:
    met = [criteria[c] for c in task.criteria]
    told = "; ".join(c.text.rstrip(".") for c in met) or task.title
    rising = sorted(task.affinity, key=lambda one: one.score)  # the last of a tool's scores counts
    return Task(
        id=place(f"task/{number}"),
        number=number,
        title=shortened(task.title, _TITLE),
        description=shortened(told, _TEXT),
        complexity=task.complexity,
        depends_on=tuple(ids[d] for d in task.depends_on if d in ids),
        blocked_by=tuple(int(d[1:]) for d in task.depends_on if _ISSUE.fullmatch(d)),
        steps=tuple(_steps(place, number, task.steps)),
        resources=_resources(task, made),
        acceptance_criteria=tuple(
            Criterion(
                id=place(f"task/{number}/criterion/{n}"),
                text=shortened(c.text, _TEXT),
                test=c.test,
                source=shortened(c.quote, _TEXT),
            )
            for n, c in enumerate(met, 1)
        ),
        question=shortened(task.question, _TEXT),
        sub_questions=_several(task.sub_questions),
        tools=_several(task.tools),
        affinity={shortened(a.tool.strip().lower(), _TITLE): a.score for a in rising},
    )


def _steps(place: MakeId, number: int, steps: Sequence[DraftStep]) -> Iterator[Step]:
    before = ""
    for n, step in enumerate(steps, 1):
        id_ = place(f"task/{number}/step/{n}")
        where = f" (`{step.symbol}`)" if step.symbol and step.symbol not in step.instruction else ""
        yield Step(
            id=id_,
            title=shortened(step.instruction, _TITLE),
            description=shortened(f"{step.instruction}{where}", _TEXT),
            code=_code(step.code),
            action=step.action,
            target=step.path,
            expected_output=_EXPECTED[step.action],
            verification=shortened(step.verify, _TEXT) or _EXPECTED[step.action],
            depends_on=(before,) if before else (),
        )
        before = id_


def _code(text: str) -> str:
    """Code with its lines as they are; where it is too long it ends with a line, and an ellipsis says so."""
    whole = text.strip("\n")
    return whole if len(whole) <= _CODE else whole[:_CODE].rpartition("\n")[0] + "\n…"


def _resources(task: DraftTask, made: frozenset[str]) -> Resources:
    """What a task touches; what any task makes (`made`) is not there to be read."""

    def named(*actions: str) -> list[str]:
        return [f.path for f in task.files if f.action in actions]

    def stepped(*actions: ActionType) -> list[str]:
        return [s.path for s in task.steps if s.action in actions and s.path]

    write = (*named("modify"), *stepped(ActionType.MODIFY_FILE))
    read = (*named("read"), *stepped(ActionType.READ_FILE))
    create = dict.fromkeys(filter(None, makes(task)))
    changed = dict.fromkeys(p for p in write if p not in create)
    return Resources(
        read=tuple(dict.fromkeys(p for p in read if p not in {*changed, *made})),
        write=tuple(changed),
        create=tuple(create),
        run=tuple(dict.fromkeys(stepped(ActionType.RUN_COMMAND))),
    )


def planned_tests(draft: Draft) -> PlannedTests:
    """The tests of a draft as the record keeps them: one line each, with file and name where known.

    A criterion that only reading can show stands in the notes.
    """

    def lines(kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_test_line(t) for t in draft.tests if t.kind == kind))

    read = [c.text.rstrip(".") for c in draft.criteria if not c.test]
    return PlannedTests(
        gherkin_scenarios=lines("gherkin"),
        unit_test_intent=lines("unit"),
        integration_test_intent=lines("integration"),
        notes=f"To check by reading: {'; '.join(read)}" if read else None,
    )


def _test_line(test: DraftTest) -> str:
    if test.kind == "gherkin":
        return test.asserts
    where = "::".join(part for part in (test.path, test.name) if part)
    return f"`{where}`: {test.asserts}" if where else test.asserts


def counts(draft: Draft, plan: TaskPlan) -> dict[str, Any]:
    """How many tasks and criteria, and the shares of them that say where and how (seed 5, NFR-016)."""
    work = draft.work
    held = {
        "covered": [any(c.id in t.criteria for t in work) for c in draft.criteria],
        "quoted": [c.kind == "stated" and bool(c.quote) for c in draft.criteria],
        "placed": [any(f.action != "read" for f in t.files) for t in work],
        "verified": [bool(s.verify) for t in work for s in t.steps],
    }
    return {
        "tasks": len(plan.live),
        "criteria": sum(len(t.acceptance_criteria) for t in plan.live),
        "quality": {n: round(sum(h) / len(h), 3) if h else 1.0 for n, h in held.items()},
    }


def uncovered(request: Request, draft: Draft) -> tuple[str, ...]:
    """What an epic asks that no story covers: nobody knows which story it belongs to, so it is named."""
    given = {c for t in draft.work for c in t.criteria}
    met = [c for c in draft.criteria if c.id in given]
    known = {plain(text) for c in met for text in (c.text, c.quote)}
    known |= {plain(t.title) for t in draft.work}
    orphans = (c.text for c in draft.criteria if c.id not in given)
    asked = (*orphans, *of_epic(request, read(request.title, request.body)))
    items = Items([t.title for t in draft.work])
    left = (text for text in asked if plain(text) not in known)
    return tuple(
        dict.fromkeys(t for t in left if plain(items.read(t, -1).rest) not in {*known, ""})
    )


def covered(draft: Draft) -> Draft:
    """The draft in which each criterion belongs to a task and, where a test can show it, has one.

    What no story of an epic covers belongs to none of them.
    """
    given = {c for t in draft.work for c in t.criteria}
    orphans = tuple(c.id for c in draft.criteria if c.id not in given)
    if draft.decision == "epic":
        kept = tuple(c for c in draft.criteria if c.id in given)
        tests = tuple(t for t in draft.tests if t.criterion in given)
        draft = draft.having(criteria=kept, tests=tests)
    elif orphans and draft.work:
        *others, last = draft.work
        held = last.having(criteria=(*last.criteria, *orphans))
        draft = draft.with_work((*others, held))
    tested = {t.criterion for t in draft.tests}
    missing = tuple(
        DraftTest(criterion=c.id, asserts=c.text)
        for c in draft.criteria
        if c.test and c.id not in tested
    )
    return draft.having(tests=(*draft.tests, *missing))
