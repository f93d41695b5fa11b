"""Atomic: whether a step does one thing in one place, so that it can be done, seen and undone alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.plan import ActionType, Step

LONGEST_TITLE = 300
_NEEDS_TARGET = frozenset(
    {
        ActionType.READ_FILE,
        ActionType.MODIFY_FILE,
        ActionType.WRITE_FILE,
        ActionType.CREATE_DIRECTORY,
        ActionType.RUN_COMMAND,
    }
)
_SEVERAL = re.compile(r"[*?{}\n\t;,|]|(?<!\\) (?:and|&) ")


def faults(name: str, step: Step) -> Iterator[str]:
    """Everything that keeps a step from being atomic; `name` is how the finding calls it.

    A step on a file, folder or command names exactly one, and its title is one short line. What a
    command may be is judged with the resources.
    """
    if step.action in _NEEDS_TARGET and not step.target.strip():
        yield f"{name} does not say what it concerns ({step.action.value} without a target)"
    if step.action is not ActionType.RUN_COMMAND and _SEVERAL.search(step.target):
        yield f"{name} is not atomic: it concerns more than one file ({step.target!r})"
    if len(step.title) > LONGEST_TITLE or "\n" in step.title:
        yield f"{name} is not atomic: its title is more than one short line"
