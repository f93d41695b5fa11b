"""Decisions: what people chose stands in the plan's goal, a criterion and a step, whoever drafted it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.plan import ActionType
from bot.planning.draft import Draft, DraftCriterion, DraftStep, DraftTask, DraftTest
from bot.planning.proposal import Decided
from bot.planning.repository.places import is_test
from bot.planning.words import plain, shortened

_WORDS, _ID = 200, "decided{n}"


def with_decisions(draft: Draft, decided: Iterable[Decided]) -> Draft:
    """The draft in which every decision can be seen.

    Takes a draft of a plan and what was decided. What the draft says itself, in goal, criteria and
    steps alike, is not said again.
    """
    for number, one in enumerate(decided, 1):
        draft = _with(draft, one, number)
    return draft


def _with(draft: Draft, one: Decided, number: int) -> Draft:
    chosen = shortened(one.chosen.rstrip("."), _WORDS)
    if not chosen or not draft.work:
        return draft
    first, *rest = draft.work
    if not _says(chosen, (draft.goal,)):
        draft = draft.model_copy(update={"goal": f"{draft.goal.rstrip('.')} — decided: {chosen}"})
    if not _says(chosen, (c.text for c in draft.criteria)):
        criterion = DraftCriterion(
            id=_ID.format(n=number),
            text=f"{chosen} (decided on: {one.question.question})",
            kind="derived",
        )
        test = DraftTest(criterion=criterion.id, asserts=f"As decided: {chosen}")
        update = {"criteria": (*draft.criteria, criterion), "tests": (*draft.tests, test)}
        draft = draft.model_copy(update=update)
        first = first.model_copy(update={"criteria": (*first.criteria, criterion.id)})
    if not _says(chosen, (s.instruction for t in draft.work for s in t.steps)):
        first = first.model_copy(update={"steps": tuple(_stepped(first, chosen))})
    return draft.with_work((first, *rest))


def _says(chosen: str, texts: Iterable[str]) -> bool:
    return any(plain(chosen) in plain(text) for text in texts)


def _stepped(task: DraftTask, chosen: str) -> Iterator[DraftStep]:
    """The steps of a task; the first one that changes something says what was decided."""
    told = False
    changing = {ActionType.MODIFY_FILE, ActionType.WRITE_FILE, ActionType.GENERATE_CODE}
    for step in task.steps:
        if not told and step.action in changing and not is_test(step.path):
            told = True
            instruction = f"{step.instruction.rstrip('.')}; as decided: {chosen}"
            yield step.model_copy(update={"instruction": instruction})
        else:
            yield step
    if not told:
        yield DraftStep(
            action=ActionType.GENERATE_CODE,
            instruction=f"Do it as decided: {chosen}",
            verify=f"It is done as decided: {chosen}",
        )
