"""What a plan's comment looks up for each task and criterion: found once, so that templates only print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from bot.domain import tasks
from bot.domain.handover import open_tasks
from bot.domain.plan import Criterion, Task, TaskPlan
from bot.domain.planned_tests import CriterionIndex
from bot.domain.questionnaire import Answer, Question
from bot.domain.record import PlanDecision, Record
from bot.effects import PlanMessage

OPEN = "Open:"
"""What a model's instructions ask it to begin an assumption with that nobody decided."""
_LEAD = 120
"""Characters of a beginning that several criteria share, and that is shown once."""
Named = tuple[str, str]
"""A text as the comment names it: by an id (`u1`), and the text, or its place."""


def lookups(message: PlanMessage, plan: TaskPlan) -> dict[str, Any]:
    """The values that `plan.md.j2` asks for beside the message itself."""
    record, live = message.record, plan.live
    # The first of a name counts.
    progress = {p.key: p for p in reversed(record.planner.progress)}
    issues = {s.key: s for s in reversed(record.planner.sub_issues)}
    criteria = _distinct(live)
    planned = _planned(message)
    shown = _by_criterion(criteria, planned)
    assumed = record.planning_artifact.assumptions if record.planning_artifact else ()
    return {
        "m": message,
        "after": plan.order(),
        "live": live,
        "as_boxes": tasks.as_boxes(record, message.policy),
        "issue_of": issues.get,
        "progress_of": progress.get,
        "open_tasks": len(open_tasks(record)),
        "prompts": (),
        "criteria": criteria,
        "grouped": _grouped,
        "criteria_of": lambda task: frozenset(c.text for c in task.acceptance_criteria),
        "planned": planned,
        "tests_of": lambda text: shown.get(text, ()),
        "decisions": tuple(_decisions(record)),
        "concerns": _concerns,
        "still_open": [t.removeprefix(OPEN).strip() for t in assumed if t.startswith(OPEN)],
        "assumed": [t for t in assumed if not t.startswith(OPEN)],
        "other_tests": partial(_others, planned, criteria, shown),
    }


@dataclass(frozen=True, slots=True)
class ShownTest:
    """A planned test beside its criterion: `place` is its file, empty where none is chosen."""

    id: str
    text: str
    place: str


def _distinct(live: Iterable[Task]) -> tuple[Criterion, ...]:
    """The criteria of all tasks; of those that differ in capitals only, the first."""
    found: dict[str, Criterion] = {}
    for task in live:
        for criterion in task.acceptance_criteria:
            found.setdefault(criterion.text.lower(), criterion)
    return tuple(found.values())


def _grouped(criteria: Iterable[Criterion]) -> Iterator[tuple[str, list[tuple[Criterion, str]]]]:
    """The criteria in their order, each with its text; under a heading those in a row that share it.

    It is what their texts begin with, up to a colon, or the line that led to their list.
    """
    for (heading, cut), group in groupby(criteria, _heading):
        alike = list(group)
        if len(alike) == 1 or not heading:
            yield "", [(c, c.text) for c in alike]
        else:
            yield heading, [(c, c.text[cut:]) for c in alike]


def _heading(criterion: Criterion) -> tuple[str, int]:
    """What may stand above a criterion, and how many characters of its text that is."""
    if criterion.source.endswith((":", "\uff1a")):
        return criterion.source, 0
    lead, colon, _ = criterion.text.partition(": ")
    fits = colon and len(lead) <= _LEAD and lead.count("`") % 2 == 0
    return (lead + colon, len(lead + colon)) if fits else ("", 0)


def _decisions(record: Record) -> Iterator[tuple[PlanDecision, Question | None, Answer | None]]:
    """Each decision with its question and its answer, where the record still has them."""
    answers = {a.question_id: a for a in record.planner.answers}
    asked = {q.question: q for q in record.planner.questions if q.id in answers}
    for one in record.planner.decisions:
        question = asked.get(one.question)
        yield one, question, answers[question.id] if question else None


def _concerns(told: Sequence[str], most: int, long: int) -> tuple[list[str], list[str], int]:
    """The first of these texts, those that are not shown in full there, and how many more there are."""
    folded = [t for n, t in enumerate(told) if n >= most or len(t) > long]
    return list(told[:most]), folded, len(told[most:])


def _planned(message: PlanMessage) -> tuple[Named, ...]:
    tests = message.tests
    lists = (tests.unit_test_intent, tests.integration_test_intent, tests.gherkin_scenarios)
    lettered = zip("uig", lists, strict=True)
    return tuple((f"{x}{n}", text) for x, texts in lettered for n, text in enumerate(texts, 1))


def _by_criterion(
    criteria: Iterable[Criterion], planned: Iterable[Named]
) -> Mapping[str, list[ShownTest]]:
    """The tests of each criterion."""
    index = CriterionIndex(c.text for c in criteria)
    found = defaultdict[str, list[ShownTest]](list)
    for id_, text in planned:
        for end in index.shown_by(id_, text):
            place = "" if id_.startswith("g") else text[: -(len(end) + 2)]
            found[end].append(ShownTest(id_, text, place))
    return found


def _others(
    planned: Iterable[Named],
    criteria: tuple[Criterion, ...],
    shown: Mapping[str, list[ShownTest]],
    rows: int,
) -> list[Named]:
    """The tests that stand beside none of the first `rows` criteria."""
    ids = {test.id for c in criteria[:rows] for test in shown.get(c.text, ())}
    return [test for test in planned if test[0] not in ids]
