"""What a model answered becomes a draft, or a list of what is wrong with it: never a guess."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from pydantic import ValidationError

from bot.domain.codec import refuse_constant
from bot.domain.secrets import cleaned
from bot.errors import ModelError
from bot.planning.draft import Draft, DraftQuestion, schema
from bot.planning.model.contents import clean

UNUSABLE = "PLANGATE-MODEL-032"
LONGEST = 300_000
"""Characters of an answer that is read at all."""
_MOST_FAULTS = 12
_KEYS = {"tasks": "id", "stories": "id", "criteria": "id", "tests": "criterion"}
"""By what the entries of a draft's lists are told apart."""
_SAID = ("title", "text", "asserts")
_DECODER = json.JSONDecoder(parse_constant=refuse_constant)
_FENCE = re.compile(r"^[ \t]*```[a-zA-Z]{0,10}[ \t]*$", re.M)


class NotADraft(ValueError):
    """An invalid answer; its text says why, in words for the model that wrote it."""


def unusable(why: str) -> ModelError:
    """The error of a model whose answer is invalid."""
    return ModelError(
        UNUSABLE,
        f"the answer of the model is not a plan: {why[:200]}",
        "Try again, or use another model",
    )


def object_in(text: str) -> dict[str, Any]:
    """The one JSON object in a text: alone, in a fence, or behind prose and thoughts.

    Raises NotADraft where there is none, where it is cut off, or where the text is too long.
    """
    if len(text) > LONGEST:
        raise NotADraft(f"The answer has {len(text)} characters; {LONGEST} are read.")
    bare = text.rpartition("</think>")[2].strip()
    parts = [p.strip() for p in _FENCE.split(bare)]
    for candidate in (*(p for p in parts if p.startswith("{")), bare[max(bare.find("{"), 0) :]):
        with suppress(ValueError, RecursionError):
            found, _ = _DECODER.raw_decode(candidate)
            if isinstance(found, dict):
                return found
    raise NotADraft("The answer holds no complete JSON object.")


def draft_of(data: Mapping[str, Any], base: Draft | None = None) -> Draft:
    """The draft in an object, without anything that looks like a secret.

    Where it repairs `base`, what it leaves out or empty is taken from there. Raises NotADraft with everything
    that does not fit, each with its place.
    """
    try:
        told = _told_apart(cleaned(data, clean))
        if base is None or told.get("decision", base.decision) != base.decision:
            draft = Draft.model_validate(told)
        else:
            draft = _without_gone(base, Draft.model_validate(_merged(base, told)))
    except RecursionError as problem:
        raise NotADraft("The answer is nested too deeply.") from problem
    except ValidationError as problem:
        raise NotADraft(_told(problem)) from problem
    if faults := list(_faults(draft)):
        raise NotADraft("\n".join(faults[:_MOST_FAULTS]))
    return draft


def form() -> dict[str, Any]:
    """The draft's schema as a model is given it: an epic's stories are its tasks."""
    whole = schema()
    return whole | {"properties": {k: v for k, v in whole["properties"].items() if k != "stories"}}


def _told_apart(data: dict[str, Any]) -> dict[str, Any]:
    """An answer's data with the tasks of an epic where stories stand."""
    if data.get("decision") == "epic" and not data.get("stories"):
        return {**data, "stories": data.get("tasks", []), "tasks": []}
    return data


def _merged(base: Draft, data: dict[str, Any]) -> dict[str, Any]:
    """An answer's data on that of the draft it repairs: tasks, criteria and tests are told apart by id.

    One with an id and an empty title or text is taken out.
    """
    whole = base.model_dump(mode="json", by_alias=True)
    for field, value in data.items():
        key = _KEYS.get(field)
        if key and isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
            whole[field] = _replaced(whole[field], value, key)
        elif value not in ("", None, []):
            whole[field] = value
    return whole


def _replaced(old: list[Any], new: list[Any], key: str) -> list[Any]:
    """The old entries, those with a key of the new ones replaced by them, where the first of them stood."""
    groups: dict[str, list[Any]] = {}
    for entries in (old, new):
        given: dict[str, list[Any]] = {}
        for one in entries:
            given.setdefault(str(one.get(key)), []).append(one)
        groups |= given
    return [one for one in chain.from_iterable(groups.values()) if any(map(one.get, _SAID))]


def _without_gone(base: Draft, draft: Draft) -> Draft:
    """The draft in which nothing refers any more to tasks and criteria of `base` that were taken out."""
    had, has = ({c.id for c in d.criteria} | {t.id for t in d.work} for d in (base, draft))
    gone = had - has

    def kept(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in ids if one not in gone)

    work = (t.having(criteria=kept(t.criteria), depends_on=kept(t.depends_on)) for t in draft.work)
    tests = tuple(t for t in draft.tests if t.criterion not in gone)
    return draft.having(tests=tests).with_work(tuple(work))


def _told(problem: ValidationError) -> str:
    return "\n".join(
        f"{'.'.join(map(str, e['loc']))}: {e['msg']}; got {json.dumps(e['input'], default=str)[:80]}"
        for e in problem.errors(include_url=False, include_context=False)[:_MOST_FAULTS]
    )


def _faults(draft: Draft) -> Iterator[str]:
    """What fits the schema and still is no answer."""
    if draft.decision == "ask" and not draft.questions:
        yield "decision is ask, but there are no questions"
    if draft.decision == "duplicate" and draft.duplicate_of is None:
        yield "decision is duplicate, but duplicateOf is empty"
    if draft.decision == "reject" and not draft.explanation.strip():
        yield "decision is reject, but explanation is empty"
    if draft.decision in {"proceed", "epic"}:
        yield from _work_faults(draft)
    for number, question in enumerate(draft.questions, 1):
        yield from (f"questions.{number}: {fault}" for fault in _question_faults(question))


def _work_faults(draft: Draft) -> Iterator[str]:
    if not draft.work:
        yield f"decision is {draft.decision}, but there are no tasks"
    if not draft.criteria:
        yield "there are no criteria"
    ids, stated = [t.id for t in draft.work], [c.id for c in draft.criteria]
    if len(set(ids)) < len(ids) or len(set(stated)) < len(stated):
        yield "an id is used twice"
    met = {c for t in draft.work for c in t.criteria}
    yield from (f"criterion {c}: no task meets it" for c in stated if c not in met)


def _question_faults(question: DraftQuestion) -> Iterator[str]:
    labels = [o.label.strip() for o in question.options]
    if not 2 <= len(labels) <= 5 or len(set(labels)) < len(labels) or not all(labels):
        yield "it needs two to five options with different labels"
    if question.recommended not in [o.label for o in question.options]:
        yield "recommended is not the label of one of its options"
    if not question.question.strip():
        yield "it asks nothing"
