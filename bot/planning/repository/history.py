"""History: what earlier changes were about, and which files they touched."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.repository.evidence import Touch
from bot.planning.repository.terms import OF_CHANGES, bag, root

_TRAILER = re.compile(r"(?im)^(?:signed-off-by|co-authored-by|reviewed-by|acked-by):[^\n]*$")
_MOST_MESSAGE = 2_000
_MOST_SPREAD = 30
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Change:
    """An earlier commit: when (seconds), its message, the files it changed."""

    when: int
    message: str
    files: tuple[str, ...]


def learned(
    changes: Iterable[Change], paths: Iterable[str]
) -> tuple[list[Touch], dict[str, list[int]]]:
    """What changes teach: each as a touch of today's files, and which touches speak of which root.

    A change to more than 30 files says nothing about any of them. Ages count from the newest change
    given, not from now, so that the same history gives the same ranking on any day.
    """
    numbers = {path: n for n, path in enumerate(paths)}
    listed = list(changes)
    newest = max((c.when for c in listed), default=0)
    touches: list[Touch] = []
    said: dict[str, list[int]] = {}
    for change in listed:
        if len(change.files) > _MOST_SPREAD:
            continue
        files = tuple(numbers[f] for f in change.files if f in numbers)
        terms = bag(_TRAILER.sub("", change.message[:_MOST_MESSAGE]))
        for cut in {root(term, OF_CHANGES): None for term in terms}:
            said.setdefault(cut, []).append(len(touches))
        age = round((newest - change.when) / _DAY, 1)
        touches.append(Touch(age, len(change.files), len(terms), files))
    return touches, said


def change_of(record: str) -> Change | None:
    """Read one commit as `git log` prints it: id and time, message, a mark, files; None if it is cut."""
    head, _, rest = record.partition("\n")
    message, mark, names = rest.partition("\x02")
    when = head.rpartition(" ")[2]
    if not (mark and when.isascii() and when.isdecimal() and len(when) < 13):
        return None
    files = tuple(name for name in names.split("\n") if name)
    return Change(int(when), message, files)
