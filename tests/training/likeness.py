"""Pairs of issues, and whether their writers had one matter in mind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from bot.planning.duplicates import candidates
from bot.planning.likeness import seen
from bot.planning.proposal import OpenIssue
from tests import planning
from tests.training.cases import load
from tests.training.regression import Row, Weights, fitted

COLUMNS = "log-odds of telling the same"
RETOLD, TWINS = (Path(planning.__file__).with_name(n) for n in ("retold.yml", "twins.yml"))
EPOCHS = 100  # few traits, each in every row
OFTEN = 2  # how often the sets count: the retold pairs are nearer to one another than issues are
LONE = ("first", "k1", "k2", "k3", "k4", "k5")
"""Sets with hardly a duplicate among their issues: they would only teach that there is none."""
Issue = Mapping[str, Any]


def train(names: Iterable[str]) -> Weights:
    """Weights from the sets of these names, and from what was retold in many fields."""
    told = [row for name in names if name not in LONE for row in rows(name)]
    return fitted([*told * OFTEN, *retold(), *twins()], EPOCHS)


def rows(name: str) -> Iterator[Row]:
    """Each issue of a set with each open issue beside it."""
    for one in load(name):
        meant = one.expected["duplicate_of"] if one.decision == "duplicate" else None
        others = [OpenIssue(o["number"], o["title"], o["body"]) for o in one.case["open_issues"]]
        yield from _pairs(one.case, others, meant, one.case["repo_files"])


def retold() -> Iterator[Row]:
    """Issues of many products with the open ones of their product, and with those of another."""
    products = yaml.safe_load(RETOLD.read_text(encoding="utf-8"))
    for product, another in zip(products, products[3:] + products[:3], strict=True):
        others = [OpenIssue(*one) for one in product["open"]]
        for issue in (*product["same"], *product["other"]):
            yield from _pairs(issue, others, issue.get("twin"))
        for issue in (*another["same"], *another["other"]):
            yield from _pairs(issue, others, None)


def twins() -> Iterator[Row]:
    """Single issues, in several languages, with the open ones beside them."""
    for row in yaml.safe_load(TWINS.read_text(encoding="utf-8")):
        yield from _pairs(row, [OpenIssue(*one) for one in row["issues"]], row["twin"])


def _pairs(
    issue: Issue, others: Iterable[OpenIssue], meant: int | None, paths: Iterable[str] = ()
) -> Iterator[Row]:
    mine, told, weights = candidates(issue["title"], issue["body"], others, paths)
    for (other, _), found in zip(told, seen(mine, [t for _, t in told], weights), strict=True):
        yield found, (other.number == meant,)
