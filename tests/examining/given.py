"""Answers to the cases of the exam, right and wrong, and marks."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from bot.examining.ability import Exam, Marked
from bot.examining.cases import Case, cases, edition
from tests.adapters.model_server import Answer
from tests.adapters.model_voices import Voice
from tests.planning.model.given import asking, draft

NO_TASK: dict[str, Any] = {
    "decision": "reject",
    "intent": "question",
    "explanation": "No change of the repository would settle it.",
}


def right(case: Case) -> dict[str, Any]:
    """The draft that decides a case as it should be."""
    match case.expects:
        case "ask":
            return asking(code=case.code)
        case "reject":
            return NO_TASK
        case "duplicate":
            return {**NO_TASK, "decision": "duplicate", "duplicateOf": case.issues[1].number}
        case "epic":
            return draft(decision="epic", stories=draft()["tasks"], tasks=[])
        case _:
            return draft()


def wrong(case: Case) -> dict[str, Any]:
    """A valid draft that decides a case otherwise."""
    return draft() if case.expects != "proceed" else NO_TASK


def sat(voice: Voice, failed: Collection[str] = (), *, by_call: bool = True) -> list[Answer]:
    """What a model answers in its exam; the named cases are decided wrongly."""
    drafts = [wrong(c) if c.id in failed else right(c) for c in cases()]
    return [voice.says("", ("submit", d)) if by_call else voice.says(json.dumps(d)) for d in drafts]


def exam(right: int = 0, wrong: int = 0) -> Exam:
    """So many marks."""
    marks = [
        Marked(case=case.id, expected=case.expects, right=number < right)
        for number, case in enumerate(cases()[: right + wrong])
    ]
    return Exam(edition=edition(), of=len(cases()), marked=tuple(marks))
