"""The labelled sentences: those written one by one (`planning/sentences`), and those of written issues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bot.planning.hunches import CODES
from bot.planning.reading import read
from bot.planning.signs import told_in
from bot.planning.traits import traits
from tests.training.cases import PLANNED, Written, load
from tests.training.regression import Row, Weights, fitted

SENTENCES = Path(__file__).parents[1] / "planning" / "sentences"
LABELS = dict(zip(("AC", "MISSING", "POLICY"), CODES, strict=True))
COLUMNS = ", ".join(code.value for code in CODES)


def train(names: Iterable[str]) -> Weights:
    """Weights from the sentences written one by one and those of these sets of issues."""
    single = (_row(r["sentence"], r["context"], LABELS.get(r["label"])) for r in sentences())
    return fitted([*single, *(row for name in names for one in load(name) for row in rows(one))])


def sentences() -> list[dict[str, Any]]:
    """The sentences that were written one by one."""
    files = sorted(SENTENCES.glob("*.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]


def rows(one: Written) -> Iterator[Row]:
    """The sentences of an issue: of one that is planned, none is of a code; of one that was asked about,
    those that its writer points at. Without such pointing it teaches nothing."""
    if one.decision not in PLANNED and not one.asked:
        return
    before = ""
    for _, raw, text in told_in(read(one.case["title"], one.case["body"])):
        yield _row(text, before, _code(raw, one))
        before = text


def _code(raw: str, one: Written) -> str | None:
    told = _bare(raw)
    for quote, code in one.asked:
        wanted = _bare(quote)
        if len(told) > 5 and (told in wanted or wanted in told):
            return code
    return None


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .-*#>|[]")


def _row(sentence: str, before: str, code: str | None) -> Row:
    return traits(sentence, before), tuple(code == wanted for wanted in CODES)
