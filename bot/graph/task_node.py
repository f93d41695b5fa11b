"""Task node: one task in the canonical form of seed 4, as a scheduler reads it.

The types say what is read as a value: a number as an id, one text as a list of texts, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Strict, StringConstraints
from pydantic.alias_generators import to_camel

from bot.domain.plan import Score


def _as_id(value: Any) -> Any:
    if value is None or (isinstance(value, str) and not value.strip()):
        raise ValueError("is missing")
    whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18
    return str(value) if whole else value


def _as_text(value: Any) -> Any:
    if isinstance(value, Mapping):
        value = next((value[k] for k in ("text", "title", "question") if k in value), value)
    return "" if value is None else value


def _as_list(value: Any) -> Any:
    if value is None:
        return ()
    return (value,) if isinstance(value, str | int) else value


def _as_scores(value: Any) -> Any:
    rows = _as_list(value)
    if isinstance(rows, Sequence) and all(
        isinstance(row, Mapping) and isinstance(row.get("tool"), str | int) for row in rows
    ):
        return {row["tool"]: row.get("score") for row in rows}
    return value


_STRIPPED = StringConstraints(strict=True, strip_whitespace=True)
Id = Annotated[str, _STRIPPED, BeforeValidator(_as_id)]
Ids = Annotated[
    tuple[Id, ...], BeforeValidator(_as_list), AfterValidator(lambda ids: tuple(dict.fromkeys(ids)))
]
Text = Annotated[str, _STRIPPED, BeforeValidator(_as_text)]
Texts = Annotated[
    tuple[Text, ...],
    BeforeValidator(_as_list),
    AfterValidator(lambda texts: tuple(filter(None, texts))),
]
Scores = Annotated[
    dict[Id, Annotated[Score, Strict()]],
    BeforeValidator(_as_scores),
    AfterValidator(lambda scores: dict(sorted((t.lower(), s) for t, s in scores.items()))),
]


@dataclass(frozen=True, slots=True)
class TaskNode:
    """One task in canonical form; `affinity` scores tools from 0 to 1, `dependencies` are ids."""

    id: Id
    question: Text = ""
    sub_questions: Texts = ()
    tools: Texts = ()
    affinity: Scores = field(default_factory=dict)
    dependencies: Ids = ()
    criteria: Texts = ()

    def as_json(self) -> dict[str, Any]:
        """The task under its canonical names, in camelCase as all JSON of ours."""
        return {to_camel(name): value for name, value in asdict(self).items()}
