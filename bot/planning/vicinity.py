"""Vicinity: steps for the files that a request names, or that go with a change, and no task has yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.plan import ActionType
from bot.planning import stepwise
from bot.planning.crossings import LOCKED, crossings, locked
from bot.planning.drafts import DraftStep, DraftTask
from bot.planning.guides import fragment
from bot.planning.kindred import kindred
from bot.planning.mentions import frame_lines, mentioned
from bot.planning.pages import GOES_WITH, described
from bot.planning.places import Place, bare, is_test, place
from bot.planning.proposal import Intent
from bot.planning.proving import noted
from bot.planning.surroundings import named_by, near_by
from bot.planning.work import Work

_SPEAKS = "The request speaks of it: see whether the change goes through it."
_MOST_CHANGED = 3
_FILES = (ActionType.READ_FILE, ActionType.MODIFY_FILE, ActionType.WRITE_FILE)


def with_surroundings(tasks: Sequence[DraftTask], work: Work) -> list[DraftTask]:
    """Add to each task the files it names and to the first the files beside it.

    Takes the tasks in order. What a criterion names is changed, what the request only names or what
    goes with such a change is looked at.
    """
    paths = work.tree.paths
    taken = {p for t in tasks for p in t.targets(*_FILES)}
    found = [*tasks]
    if not found:
        return found
    named = named_by(work.text, paths, taken, work.grounds.read_through)
    changed = 0
    for path in named:
        at = _task_of(path, found, paths)
        edits = at >= 0 and changed < _MOST_CHANGED and work.analysis.intent is not Intent.BUG
        at = max(at, 0) if at >= 0 else _core(found)
        found[at] = _with(found[at], path, edits)
        changed += edits
    edited = [p for t in tasks for p in t.targets(ActionType.MODIFY_FILE, ActionType.WRITE_FILE)]
    near = _near(work, {*taken, *named}, edited)
    for path, why in (near | _crossed(work, {*taken, *named, *near}, edited)).items():
        at = _core(found)
        found[at] = _looked(found[at], stepwise.read(path, why))
    if not work.grounds.read_through:
        for path, held in work.new_files(edited).items():
            found[_core(found)] = _before_run(found[_core(found)], stepwise.write(path, held))
    if not (work.grounds.read_through or work.analysis.intent is Intent.DOCS):
        known = {p for t in found for p in t.targets(*_FILES)}
        for path in kindred(work.text, paths, known, edited):
            at = _core(found)
            found[at] = _looked(found[at], stepwise.read(path, _SPEAKS))
    return _noted([_pointed(t, work) for t in found], work)


def _near(work: Work, taken: set[str], edited: list[str]) -> dict[str, str]:
    """The files beside those of the tasks, each with why it is read; of documents only what they need."""
    paths = work.tree.paths
    near = near_by(work.text, paths, taken, edited, work.grounds.read_through)
    if work.grounds.read_through:
        near = tuple(p for p in near if _lists(work.tree.texts.get(p, ""), edited))
    if work.analysis.intent is not Intent.DOCS:
        return dict.fromkeys(near, GOES_WITH)
    return described(near, edited, work.text, [p for p in paths if p not in taken])


def _crossed(work: Work, taken: set[str], edited: list[str]) -> dict[str, str]:
    """What every such change passes through; of a tree that was read only what locks dependencies."""
    free = [p for p in work.tree.paths if p not in taken]
    intent = work.analysis.intent
    read_through = work.grounds.read_through or intent is Intent.DOCS
    passed = [] if read_through else crossings(work.text, intent, edited, free)
    return dict.fromkeys(passed, GOES_WITH) | dict.fromkeys(locked(work.text, edited, free), LOCKED)


def _lists(text: str, edited: list[str]) -> bool:
    """Say whether a file that was read names one that is changed; what was not read is not guessed at."""
    return any(re.search(rf"\b{re.escape(bare(p))}\b", text) for p in edited if not is_test(p))


def _pointed(task: DraftTask, work: Work) -> DraftTask:
    """Reading a file of the stack trace begins at the line that it names."""
    lines = frame_lines(work.trace, work.tree.paths) if work.analysis.intent is Intent.BUG else {}
    steps = (
        replace(s, description=f"{s.description} The trace names line {lines[s.target]}.")
        if s.action is ActionType.READ_FILE and lines.get(s.target)
        else s
        for s in task.steps
    )
    return replace(task, steps=tuple(steps)) if lines else task


def _noted(tasks: list[DraftTask], work: Work) -> list[DraftTask]:
    """Where each change brings a file of its own for the list of changes, the last task writes it."""
    intent = work.analysis.intent
    if work.epic or intent not in {Intent.BUG, Intent.FEATURE}:
        return tasks
    path = fragment(work.goal, intent is Intent.BUG, work.tree.paths)
    if not path or path in work.tree.paths:
        return tasks
    step = DraftStep(
        ActionType.WRITE_FILE,
        f"Write `{path}`",
        f"One sentence for those who use it: {noted(work)}.",
        path,
        "The change is told in the manner of the fragments beside it",
        "Somebody who has not read the issue understands it",
    )
    tasks[-1] = _before_run(tasks[-1], step)
    return tasks


def _looked(task: DraftTask, look: DraftStep) -> DraftTask:
    """One more file is read after those that the task reads first."""
    first = next(
        (n for n, s in enumerate(task.steps) if s.action is not ActionType.READ_FILE),
        len(task.steps),
    )
    return replace(task, steps=(*task.steps[:first], look, *task.steps[first:]))


def _before_run(task: DraftTask, step: DraftStep) -> DraftTask:
    steps = task.steps
    last = len(steps) - (bool(steps) and steps[-1].action is ActionType.RUN_COMMAND)
    return replace(task, steps=(*steps[:last], step, *steps[last:]))


def _with(task: DraftTask, path: str, edits: bool) -> DraftTask:
    look = stepwise.read(path, "The issue names it: see what of this is to stand there.")
    if not edits:
        return _looked(task, look)
    told = "; ".join(n.text for n in task.needs if mentioned(n.text, (path,)))
    edit = stepwise.change(path, f"Make this hold: {told}.", "The criterion that names it holds")
    return _looked(_before_run(task, edit), look)


def _task_of(path: str, tasks: Sequence[DraftTask], paths: Sequence[str]) -> int:
    """The first task with a criterion that names a file; -1 where none does."""
    return next(
        (n for n, t in enumerate(tasks) if any(path in mentioned(c.text, paths) for c in t.needs)),
        -1,
    )


def _core(tasks: Sequence[DraftTask]) -> int:
    """The task that changes code; else the first."""
    code = (Place.SCHEMA, Place.SOURCE, Place.INTERFACE)
    return next(
        (
            n
            for n, t in enumerate(tasks)
            if any(place(p) in code for p in t.targets(ActionType.MODIFY_FILE))
        ),
        0,
    )
