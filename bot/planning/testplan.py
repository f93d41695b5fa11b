"""Test plan: at least one intended test for every criterion a test can prove."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import ActionType, Criterion, Task, TaskPlan
from bot.planning.places import Place, is_test, place
from bot.planning.reversal import turned
from bot.planning.scenarios import in_short, named_scenario, scenario
from bot.planning.words import same, shortened, stems, words

_LONGEST = 30
_FEW = 6
# Such a sentence is no name of a test; its clause is.
_OPINES = re.compile(
    r"(?i)^(?:i|i'\w+|we|hi|hello|imho|imo|hence|as per|based on|in fact|in my opinion|so|and|but|maybe"
    r"|ideally|therefore|thus|it would)\b"
)
_SPEAKER = re.compile(r"^@[\w\[\].-]{1,60}: ")


def plan_tests(plan: TaskPlan, reproduce: Sequence[str] = (), fault: bool = False) -> PlannedTests:
    """Intend tests for a plan.

    A criterion that reads as Given/When/Then becomes a Gherkin scenario, one of a task on an
    interface an integration test, any other a unit test. What no test can prove goes into the notes.
    `reproduce` holds the steps that show a `fault`; they make the scenario of its repair. A test is
    called what its criterion says. Where the plan has several files of tests, each test says in which.
    """
    gherkin: list[str] = []
    unit: list[str] = []
    integration: list[str] = []
    notes: list[str] = []
    several = len({_file(task) for task in plan.live} - {""}) > 1
    for task in plan.live:
        for criterion in task.acceptance_criteria:
            read = scenario(criterion.text)
            if not criterion.test:
                notes.append(f"By reading: {criterion.text}.")
            elif read:
                called = named_scenario(_SPEAKER.sub("", criterion.source))
                gherkin.append(read.lines(shortened(_titled(called or read.then), 80)))
                unit += in_short(read, called)
            else:
                where = _file(task) if several else ""
                kind = integration if _is_interface(task) else unit
                told = _shown(criterion, plan.goal)
                kind.append(f"`{where}`: {told}" if where else told)
    if not gherkin:
        gherkin = _main(plan, reproduce, fault)
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


def _shown(criterion: Criterion, goal: str) -> str:
    """What a test shows: the whole sentence of a clause; a few words only with the goal they serve."""
    told = _SPEAKER.sub("", criterion.source)
    text, source = stems(criterion.text), stems(told)
    if _OPINES.match(told) and not _OPINES.match(criterion.text):
        return criterion.text
    if any(mark in told and mark not in criterion.text for mark in ("?", ", but ")):
        return criterion.text
    if not same(told, goal) and len(text) < len(source) <= _LONGEST and set(text) <= set(source):
        return told.rstrip(".")
    short = len(set(text)) <= _FEW and len(set(stems(goal))) <= _FEW
    if short and not (set(stems(goal)) <= set(text) or turned(goal)):
        return f"{shortened(goal, 80)}: {criterion.text}"
    return criterion.text


def _file(task: Task) -> str:
    """The file of tests that a task writes to."""
    changed = (
        s.target for s in task.steps if s.action in {ActionType.MODIFY_FILE, ActionType.WRITE_FILE}
    )
    return next((f for f in changed if is_test(f)), "")


def _titled(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_interface(task: Task) -> bool:
    changed = (s.target for s in task.steps if s.action is ActionType.MODIFY_FILE)
    return any(place(path) is Place.INTERFACE for path in changed)


def _main(plan: TaskPlan, reproduce: Sequence[str], fault: bool) -> list[str]:
    """One scenario for the whole, where no criterion is written as one."""
    criteria = [c for t in plan.live for c in t.acceptance_criteria]
    shown = [c.text for c in criteria if c.test] or [c.text for c in criteria]
    if not shown:
        return []
    tried = f"{'the case of ' if fault else ''}“{shortened(plan.goal, 120)}”"
    steps = [_lowered(s) for s in reproduce[:8]] or [f"{tried} is tried out"]
    lines = [f"Scenario: {shortened(plan.goal, 80)}"]
    lines += [f"  Given {steps[0]}", *(f"  And {s}" for s in steps[1:-1])] if len(steps) > 1 else []
    lines += [f"  When {steps[-1]}", f"  Then {_lowered(shown[0])}"]
    return ["\n".join([*lines, *(f"  And {_lowered(text)}" for text in shown[1:5])])]


def _lowered(text: str) -> str:
    """A phrase for the middle of a sentence; `NullPointerException` keeps its capital, as do names."""
    first = text.split(" ", 1)[0]
    plain = first[1:].islower() or len(first) == 1
    return text[:1].lower() + text[1:] if plain else text
