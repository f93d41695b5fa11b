"""Test plan: at least one intended test for every criterion a test can prove."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import ActionType, Criterion, Task, TaskPlan
from bot.planning.places import Place, is_test, place
from bot.planning.scenarios import scenario
from bot.planning.words import shortened, stems, words

_LONGEST = 30
_FEW = 6
_SPEAKER = re.compile(r"^@[\w\[\].-]{1,60}: ")


def plan_tests(plan: TaskPlan, reproduce: Sequence[str] = ()) -> PlannedTests:
    """Intend tests for a plan.

    A criterion that reads as Given/When/Then becomes a Gherkin scenario, one of a task on an
    interface an integration test, any other a unit test. What no test can prove goes into the notes.
    `reproduce` holds the steps that show a fault; they make the scenario of its repair.
    """
    gherkin: list[str] = []
    unit: list[str] = []
    integration: list[str] = []
    notes: list[str] = []
    for task in plan.live:
        for criterion in task.acceptance_criteria:
            read = scenario(criterion.text)
            if not criterion.test:
                notes.append(f"By reading: {criterion.text}.")
            elif read:
                gherkin.append(read.lines(shortened(_titled(read.then), 80)))
                unit += _outcomes(read.then)
            elif _is_interface(task):
                integration.append(_intent(task, criterion, plan.goal))
            else:
                unit.append(_intent(task, criterion, plan.goal))
    if not gherkin:
        gherkin = _main(plan, reproduce)
    return PlannedTests(
        gherkin_scenarios=tuple(dict.fromkeys(gherkin)),
        unit_test_intent=_once(unit),
        integration_test_intent=_once(integration),
        notes=" ".join(dict.fromkeys(notes)) or None,
    )


def _once(texts: Sequence[str]) -> tuple[str, ...]:
    """Each sentence once, in whatever case and with whatever stop at its end."""
    unique: dict[str, str] = {}
    for text in texts:
        unique.setdefault(" ".join(words(text)), text)
    return tuple(unique.values())


def uncovered(plan: TaskPlan, tests: PlannedTests) -> tuple[Criterion, ...]:
    """The criteria marked for a test that no intended test speaks of."""
    intended = (*tests.gherkin_scenarios, *tests.unit_test_intent, *tests.integration_test_intent)
    bags = [frozenset(stems(text)) for text in intended]
    return tuple(
        c
        for task in plan.live
        for c in task.acceptance_criteria
        if c.test and not any(_speaks_of(bag, frozenset(stems(c.text))) for bag in bags)
    )


def _speaks_of(bag: frozenset[str], wanted: frozenset[str]) -> bool:
    return len(bag & wanted) * 10 >= 6 * len(wanted)


def _outcomes(then: str) -> list[str]:
    """What a scenario ends in, one by one, where it is more than one thing."""
    found = [o.strip(" ,;.") for o in re.split(r"(?:,|;)? and (?=\S)|, And ", then, flags=re.I)]
    told = [o for o in found if len(o.split()) >= 3]
    return [_titled(o) for o in told] if len(told) == len(found) > 1 else []


def _shown(criterion: Criterion, goal: str) -> str:
    """What a test shows: the whole sentence of a clause; a few words only with the goal they serve."""
    told = _SPEAKER.sub("", criterion.source)
    text, source = stems(criterion.text), stems(told)
    if "?" in told and "?" not in criterion.text:
        return criterion.text
    if len(text) < len(source) <= _LONGEST and set(text) <= set(source):
        return told.rstrip(".")
    short = len(set(text)) <= _FEW and len(set(stems(goal))) <= _FEW
    if short and not set(stems(goal)) <= set(text):
        return f"{shortened(goal, 80)}: {criterion.text}"
    return criterion.text


def _intent(task: Task, criterion: Criterion, goal: str) -> str:
    files = [
        s.target for s in task.steps if s.action in {ActionType.MODIFY_FILE, ActionType.WRITE_FILE}
    ]
    where = next((f for f in files if is_test(f)), "")
    shown = _shown(criterion, goal)
    return f"`{where}`: {shown}" if where else shown


def _titled(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_interface(task: Task) -> bool:
    changed = (s.target for s in task.steps if s.action is ActionType.MODIFY_FILE)
    return any(place(path) is Place.INTERFACE for path in changed)


def _main(plan: TaskPlan, reproduce: Sequence[str]) -> list[str]:
    """One scenario for the whole, where no criterion is written as one."""
    criteria = [c for t in plan.live for c in t.acceptance_criteria]
    shown = [c.text for c in criteria if c.test] or [c.text for c in criteria]
    if not shown:
        return []
    steps = [_lowered(s) for s in reproduce[:8]] or [f"“{shortened(plan.goal, 120)}” is tried out"]
    lines = [f"Scenario: {shortened(plan.goal, 80)}"]
    lines += [f"  Given {steps[0]}", *(f"  And {s}" for s in steps[1:-1])] if len(steps) > 1 else []
    lines += [f"  When {steps[-1]}", f"  Then {_lowered(shown[0])}"]
    return ["\n".join([*lines, *(f"  And {_lowered(text)}" for text in shown[1:5])])]


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
