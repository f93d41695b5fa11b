"""What a pull request is said to do: by criteria of the plan, planned tests, and ticked boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from bot.domain.planned_tests import planned_in
from bot.domain.record import PullEvidence, Record

MOST_CLAIMS = 500
Kind = Literal["criterion", "planned_test", "statement"]
_TESTED = re.compile(r"\btests?\b.{0,40}\b(?:added|updated|written|included|new)\b")
_TESTED_TOO = re.compile(r"\b(?:added|updated|wrote|new)\b.{0,40}\btests?\b")
_PASSED = re.compile(
    r"\b(?:tests?|checks?|ci|build)\b.{0,40}\b(?:pass|passe[sd]|passing|green|succeed)"
)
_DENIED = re.compile(r"\b(?:no|not|without|none|todo|skipped)\b|n['\u2019]t\b")


class Promise(NamedTuple):
    """A claim before anybody looked at the evidence; `files` are those the plan names for it."""

    id: str
    text: str
    kind: Kind
    task: int = 0
    files: tuple[str, ...] = ()


def promises(record: Record, shown: PullEvidence) -> tuple[Promise, ...]:
    """All that this pull request has to answer for, 500 claims of the plan at most."""
    found = [*_criteria(record, shown)]
    if shown.whole:
        for test in planned_in(record):
            files = (test.file,) if test.file else ()
            found.append(Promise(test.id, test.text, "planned_test", files=files))
    return (*found[:MOST_CLAIMS], *_statements(shown))


def _criteria(record: Record, shown: PullEvidence) -> Iterator[Promise]:
    for task in record.plan.live if record.plan else ():
        if shown.whole or task.number in shown.tasks:
            for n, criterion in enumerate(task.acceptance_criteria, 1):
                text = criterion.text
                files = tuple(path for path in task.written if _named(text, path))
                yield Promise(f"{task.number}.{n}", text, "criterion", task.number, files)


def _named(text: str, path: str) -> bool:
    """Say whether a text names this file, and no longer path that only contains it."""
    if path not in text or "." not in path.rpartition("/")[2]:
        return False
    return re.search(rf"(?<![\w/.-]){re.escape(path)}(?![\w/-])", text) is not None


def _statements(shown: PullEvidence) -> Iterator[Promise]:
    """What the description says in general: "tests added", "all checks pass"."""
    for id_, patterns in (("tested", (_TESTED, _TESTED_TOO)), ("passed", (_PASSED,))):
        for said in shown.said:
            low = said.lower()
            if any(p.search(low) for p in patterns) and not _DENIED.search(low):
                yield Promise(id_, said, "statement")
                break
