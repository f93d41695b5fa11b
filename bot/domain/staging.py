"""What the orchestrator hands on: a request that needs planning, and a plan that is ready (seed 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from bot.domain import globs
from bot.domain.plan import TaskPlan
from bot.domain.policy import FormerModels
from bot.domain.value import Stored

MANY_FILES = 5
"""More files than this make a task complex; more explored ones say that it does not converge."""
DEEP_FILES = 10
QUICK = 5
"""The largest complexity one quick fix may have."""
Complexity = Literal["low", "medium", "high"]


class NeedsPlanning(Stored):
    """The block of a request that cannot be staged yet: what was found, and the whole list of questions."""

    todo: str
    complexity: Complexity = "medium"
    touches: tuple[str, ...] = ()
    files_explored: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


class StagingPayload(Stored):
    """What will be worked on, by whom, with which depth: shown whole before anybody approves it.

    `model` is the tier, `named_model` what the policy calls it, `touches` the folders that change.
    """

    slug: str
    agent: Literal["quick-fixer", "architect"]
    model: Literal["default", "deep"]
    named_model: str = ""
    touches: tuple[str, ...] = ()
    write_files: tuple[str, ...] = ()
    read_files: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


def complexity_of(files: int, questions: int) -> Complexity:
    """How complex a request seems before it is planned, by the files it may touch and what is open."""
    if files > MANY_FILES or questions > MANY_FILES:
        return "high"
    return "low" if files <= 1 and questions <= 1 else "medium"


def touched(paths: Iterable[str]) -> tuple[str, ...]:
    """The areas these paths lie in, each once: their folders, or a file at the top itself."""
    return tuple(dict.fromkeys(path.rpartition("/")[0] or path for path in paths))


def payload(plan: TaskPlan, slug: str, model: FormerModels | None = None) -> StagingPayload:
    """The staging payload of a plan: the same wherever it was made, for plan and policy alone decide."""
    model = model or FormerModels()
    written = [p for t in plan.live for p in (*t.resources.write, *t.resources.create)]
    writes = tuple(dict.fromkeys(written))
    reads = tuple(dict.fromkeys(p for t in plan.live for p in t.resources.read))
    large = plan.total_complexity > QUICK or len(writes) > MANY_FILES
    deep = (
        plan.total_complexity > 2 * QUICK
        or len({*reads, *writes}) > DEEP_FILES
        or len(writes) > MANY_FILES
        or any(globs.fits(model.areas, path) for path in writes)
    )
    return StagingPayload(
        slug=slug,
        agent="architect" if large else "quick-fixer",
        model="deep" if deep else "default",
        named_model=(model.deep if deep else model.default) or "",
        touches=touched(writes),
        write_files=writes,
        read_files=tuple(p for p in reads if p not in set(writes)),
        tasks=tuple(f"{t.number}. {t.title}" for t in plan.live),
    )
