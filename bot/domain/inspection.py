"""Everything that is wrong with a record's JSON: where, by which code, and how to fix it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from bot.domain import codec
from bot.domain.misfit import in_words
from bot.domain.record import Record
from bot.domain.stages import TRANSITIONS, Requirement, Stage
from bot.errors import RecordError

_FIRM = {Stage.AWAITING_HUMAN, Stage.STAGED, Stage.IMPLEMENTING}
"""Stages whose requirements hold for as long as an issue stands there; evidence comes and goes."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong; `path` names the field as the JSON does, and is empty for the whole."""

    path: str
    code: str
    what: str
    remedy: str

    def __str__(self) -> str:
        """One line, as errors are printed."""
        where = self.path or "the record"
        if not self.what.startswith(("is ", "must ", "does ")):
            where = f"{self.path}:" if self.path else ""
        return f"{self.code}: {f'{where} {self.what}'.strip()}. {self.remedy}."


def problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with the JSON of a record; nothing when it may be trusted to be one."""
    try:
        record = codec.from_json(text)
    except RecordError as refused:
        remedy = _REMEDIES.get(refused.code, refused.remedy)
        return (*_misfits(refused),) or (Problem("", refused.code, refused.what, remedy),)
    return tuple(broken_laws(record))


def unknown(node: object, path: str = "") -> Iterator[Problem]:
    """The fields of a record that this version does not know: kept as they are, and no error."""
    if isinstance(node, BaseModel):
        for name in node.model_extra or ():
            what = "is unknown: plangate keeps it and does not read it"
            yield Problem(f"{path}{name}", "PLANGATE-RECORD-025", what, "Check the spelling")
        for name, field in type(node).model_fields.items():
            yield from unknown(getattr(node, name), f"{path}{field.alias}.")
    for n, one in enumerate(node if isinstance(node, tuple) else ()):
        yield from unknown(one, f"{path}{n}.")


def broken_laws(record: Record) -> Iterator[Problem]:
    """What a record says that cannot be, though each of its fields is well-formed."""
    plan = record.planner.plan
    if not 0 <= record.revision < 10**12:
        yield Problem(
            "revision",
            "PLANGATE-RECORD-023",
            f"must be from 0 to {10**12 - 1}",
            "Write such a number",
        )
    keys = Counter(key for line in record.history for key in line.all_keys)
    for key, times in keys.items():
        if times > 1:
            yield Problem(
                "workflowRuntime.actionHistory",
                "PLANGATE-RECORD-024",
                f"{key[:80]} appears {times} times",
                "Keep only the first line",
            )
    if not re.fullmatch(r"T-[0-9]{5,10}", record.canonical_task_id):
        yield Problem(
            "canonicalTaskId",
            "PLANGATE-RECORD-021",
            "does not name an issue",
            "Write T- and the issue's number in five digits, such as T-00012",
        )
    if plan and plan.digest != plan.body.digest():
        yield Problem(
            "planner.plan.digest",
            "PLANGATE-RECORD-020",
            "is not the digest of `planner.plan.body`",
            "Undo the change of the plan, or comment `/plan replan REASON` on the issue for a new plan",
        )
    for need in _common(record.stage) if record.stage in _FIRM else ():
        if missing := need.missing(record):
            what = f"{record.stage.value} needs {missing.requirement}"
            yield Problem("stage", "PLANGATE-RECORD-022", what, missing.remedy)


def _common(stage: Stage) -> tuple[Requirement, ...]:
    """What every way into a stage requires."""
    first, *others = [needs[stage] for needs in TRANSITIONS.values() if stage in needs]
    return tuple(n for n in first if all(n in needs for needs in others))


def _misfits(refused: RecordError) -> Iterator[Problem]:
    """Each field that does not fit, where it is that which was refused."""
    if isinstance(refused.__cause__, ValidationError):
        for error in refused.__cause__.errors(include_url=False, include_input=False):
            path = ".".join(map(str, error["loc"]))
            yield Problem(path, refused.code, in_words(error), _REMEDIES[refused.code])


_REMEDIES = {
    "PLANGATE-RECORD-001": "Correct the JSON",
    "PLANGATE-RECORD-002": "docs/record.schema.json in plangate's repository describes each field",
    "PLANGATE-RECORD-003": "Update plangate; this version leaves the record as it is",
}
