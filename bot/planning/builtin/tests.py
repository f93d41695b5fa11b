"""Planned tests: one for each criterion that a test can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from unicodedata import normalize

from bot.planning.draft import DraftCriterion, DraftTask, DraftTest
from bot.planning.issue.sections import scenario
from bot.planning.repository.places import Place, is_test, place
from bot.planning.words import shortened, words

_NAME = 8
"""Words of a test's name."""


def planned(
    tasks: tuple[DraftTask, ...], criteria: Mapping[str, DraftCriterion]
) -> tuple[DraftTest, ...]:
    """One test for each criterion of each task.

    A criterion that reads as Given/When/Then becomes a Gherkin scenario, one of a task that changes an
    interface an integration test, any other a unit test.
    """
    return tuple(
        _test(criteria[id_], task) for task in tasks for id_ in task.criteria if criteria[id_].test
    )


def _test(criterion: DraftCriterion, task: DraftTask) -> DraftTest:
    read = scenario(criterion.text)
    changed = [f.path for f in task.files if f.action != "read"]
    path = next((p for p in changed if is_test(p)), "")
    if read:
        title = shortened(read.then, 80)
        asserts = read.gherkin(title[:1].upper() + title[1:])
        return DraftTest(criterion=criterion.id, kind="gherkin", path=path, asserts=asserts)
    faces = any(place(p) is Place.INTERFACE for p in changed if not is_test(p))
    kind: Literal["integration", "unit"] = "integration" if faces else "unit"
    return DraftTest(
        criterion=criterion.id,
        kind=kind,
        path=path,
        name=_named(criterion.text) if path.endswith(".py") else "",
        asserts=criterion.text,
    )


def _named(text: str) -> str:
    bare = normalize("NFKD", text).encode("ascii", "ignore").decode()  # `gelöscht` is `geloscht`
    told = list(words(bare))[:_NAME]
    return f"test_{'_'.join(told)}" if told else ""
