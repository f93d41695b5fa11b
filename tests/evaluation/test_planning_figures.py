"""The built-in planner on the 60 labelled development cases, which are left out of training."""

from __future__ import annotations

import json
import lzma
import re

from tests.evaluation.runner import cases, run
from tests.evaluation.score import below, figures
from tests.training import FILE

RUN, SHARE = 5, 0.2
"""Words of a run, and the share of a case's runs that may stand in one issue for training."""


def runs(title: str, body: str) -> set[str]:
    """Every run of five words of an issue."""
    found = re.findall(r"\w+", f"{title} {body}".lower())
    return {" ".join(found[n : n + RUN]) for n in range(len(found) - RUN + 1)}


def test_the_development_cases_stay_above_their_floors():
    """Decisions, asking, intents and places keep their quality; nothing is invented."""  # S1.3
    pairs = [(case, run(case)) for name in ("tuning", "sealed") for case in cases(name)]

    assert below(figures(pairs)) == []


def test_no_development_case_teaches_the_classifier():
    """No issue for training has the title of a case, or a fifth of its words in the same order."""
    rows = [json.loads(line) for line in lzma.decompress(FILE.read_bytes()).decode().splitlines()]
    titles = {row["title"].casefold() for row in rows}
    taught = [runs(row["title"], row["body"]) for row in rows]
    for case in (*cases("tuning"), *cases("sealed")):
        own = runs(case["title"], case["body"])
        assert case["title"].casefold() not in titles or len(case["title"].split()) < 2
        assert max(len(own & other) for other in taught) <= SHARE * len(own), case["id"]
