"""Trains the planner's classifier: `python -m tests.training` writes its weights.

`--folds` prints what carries over: each set judged by a model that has not seen it, by that model alone
and by the whole engine, and each kind of writer left out. It needs scikit-learn, in any environment that
has the project's own packages too.

A linear support vector machine for each question, on n-grams weighed by how rare they are; the features
with the largest weights are kept and fitted again.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.svm import LinearSVC

from bot.planning import builtin
from bot.planning.builtin import classifier
from bot.planning.builtin.classifier import BAR
from tests.evaluation.runner import Result, run
from tests.training.cases import Case, load, rows

TARGET = Path(builtin.__file__).with_name("weights.tsv")
RAREST = 4
"""In so many issues a feature stands at least."""
DECISIONS = ("proceed", "ask", "reject", "epic")
CODES = ("AC_AMBIGUOUS", "MISSING_INPUT", "POLICY_RISK")
INTENTS = ("bug", "feature", "refactor", "docs", "test", "chore", "question")
Column = Sequence[bool]
Seen = dict[str, float]
Told = tuple[Case, str, set[str], str, bool]
Table = tuple[tuple[str, ...], dict[str, tuple[int, ...]]]


def table(
    rare: dict[str, float], seen: Sequence[Seen], columns: dict[str, Column], fit: dict
) -> Table:
    """The weights of one question in hundredths, by feature; the biases under "".

    Takes how rare each feature is, the features of each example, for each answer which examples have it,
    and how to fit: the `features` to keep, `C`, and `class_weight`.
    """
    rows = list(columns.values())
    vectors = DictVectorizer()
    weighed = ({n: v * rare[n] for n, v in one.items() if n in rare} for one in seen)
    matrix = vectors.fit_transform(weighed).tocsr()
    matrix.indices, matrix.indptr = (a.astype(np.int32) for a in (matrix.indices, matrix.indptr))
    names = vectors.get_feature_names_out()
    first = np.array([_fitted(matrix, row, fit).coef_[0] for row in rows])
    kept = np.sort(np.argsort(-np.abs(first).max(0), kind="stable")[: fit["features"]])
    models = [_fitted(matrix[:, kept], row, fit) for row in rows]
    biases = tuple(round(100 * float(m.intercept_[0])) for m in models)
    weights = {
        str(names[at]): tuple(round(100 * float(m.coef_[0][n]) * rare[names[at]]) for m in models)
        for n, at in enumerate(kept)
    }
    return tuple(columns), {"": biases, **{k: w for k, w in weights.items() if any(w)}}


def _fitted(matrix, row: Column, fit: dict) -> LinearSVC | SimpleNamespace:
    if len(set(row)) < 2:  # nobody in these sets means it: it is never answered
        return SimpleNamespace(coef_=np.zeros((1, matrix.shape[1])), intercept_=np.array([-1.0]))
    model = LinearSVC(C=fit["C"], class_weight=fit["class_weight"], random_state=0)
    return model.fit(matrix, np.array(row))


def _rarity(name: str, often: int, total: int) -> float:
    """Words count by how rare they are, signs of structure as they are."""
    return float((np.log((1 + total) / (1 + often)) + 1) / 3) if name[0] in "tbmo" else 1.0


def trained(cases: Sequence[Case]) -> dict[str, Table]:
    """The four tables of the model."""
    rare = _rare([case.seen for case in cases])
    decided = [c for c in cases if c.decision != "duplicate"]
    asked = [c for c in cases if c.decision == "ask"]
    meant = [c for c in cases if c.decision != "reject"]
    balanced = {"C": 0.3, "class_weight": "balanced", "features": 4_000}
    by_code = {"C": 0.2, "class_weight": "balanced", "features": 3_000}
    by_intent = {"C": 0.3, "class_weight": None, "features": 2_000}
    by_decision = {d: [c.decision == d for c in decided] for d in DECISIONS}
    return {
        "decision": table(rare, _seen(decided), by_decision, balanced),
        "code": table(
            rare, _seen(asked), {k: [k in c.codes for c in asked] for k in CODES}, by_code
        ),
        "intent": table(
            rare, _seen(meant), {i: [c.intent == i for c in meant] for i in INTENTS}, by_intent
        ),
        "sentence": _sentences(cases),
    }


def _seen(cases: Iterable[Case]) -> list[Seen]:
    return [case.seen for case in cases]


def _sentences(cases: Iterable[Case]) -> Table:
    """Which sentence of an issue is asked about, with which code."""
    told = [one for case in cases if any(codes for _, codes in case.told) for one in case.told]
    seen = [features for features, _ in told]
    columns = {k: [k in codes for _, codes in told] for k in CODES}
    fit = {"C": 0.05, "class_weight": "balanced", "features": 1_200}
    return table(_rare(seen), seen, columns, fit)


def _rare(seen: Sequence[Seen]) -> dict[str, float]:
    often = Counter(name for one in seen for name in one)
    return {n: _rarity(n, often[n], len(seen)) for n in sorted(often) if often[n] >= RAREST}


def written(tables: dict[str, Table]) -> str:
    """The model as the package holds it."""
    lines = ["# Made by `python -m tests.training`; see docs/adr/0017."]
    for name, (answers, weights) in tables.items():
        lines.append("\t".join((f"= {name}", *answers)))
        lines += ["\t".join((feature, *map(str, row))) for feature, row in weights.items()]
    return "\n".join(lines) + "\n"


def figures(tables: dict[str, Table], cases: Iterable[Case]) -> list[Told]:
    """What a model says of cases: decision, codes and intent of each, and whether it points right."""
    return [(case, *_answer(tables, case), _pointed(tables, case)) for case in cases]


def _answer(tables: dict[str, Table], case: Case) -> tuple[str, set[str], str]:
    scores = {name: _scores(held, case.seen) for name, held in tables.items() if name != "sentence"}
    for held_back in ("ask", "reject"):
        scores["decision"][held_back] -= BAR
    decision = max(scores["decision"], key=scores["decision"].__getitem__)
    codes = {c for c, s in scores["code"].items() if s > 0} if decision == "ask" else set()
    return decision, codes, max(scores["intent"], key=scores["intent"].__getitem__)


def _scores(held: Table, seen: Seen) -> dict[str, float]:
    answers, weights = held
    known = [(weights[f], v) for f, v in seen.items() if f and f in weights]
    return {a: weights[""][n] + sum(w[n] * v for w, v in known) for n, a in enumerate(answers)}


def _pointed(tables: dict[str, Table], case: Case) -> bool:
    """Say whether a sentence that a reader gave a code is the first, for one of an issue's codes."""
    scored = [(_scores(tables["sentence"], seen), codes) for seen, codes in case.told]
    best = (
        max(scored, key=lambda one, code=code: one[0][code])[1] for code in case.codes if scored
    )
    return any(best)


def line(name: str, told: list[Told]) -> str:
    """One row of the table of figures."""
    held = [one for one in told if one[0].decision != "duplicate"]
    right = np.mean([case.decision == decision for case, decision, *_ in held])
    asks = [(case.decision == "ask", decision == "ask") for case, decision, *_ in held]
    needless = np.mean([given and not wanted for wanted, given in asks])
    intent = np.mean([c.intent == i for c, _, _, i, _ in held if c.decision != "reject"])
    risk = [("POLICY_RISK" in c.codes, "POLICY_RISK" in codes) for c, _, codes, *_ in held]
    codes = [(k in c.codes, k in given) for c, _, given, *_ in held for k in CODES]
    read = [hit for c, *_, hit in held if any(codes for _, codes in c.told)]
    pointed = np.mean(read) if read else 0.0
    shown = (right, *_f1(asks), needless, _f1(risk)[2], _f1(codes)[2], intent, pointed)
    return f"{name:18} {len(held):5}" + "".join(f"{value:9.3f}" for value in shown)


def _f1(pairs: Sequence[tuple[bool, bool]]) -> tuple[float, float, float]:
    both = sum(w and g for w, g in pairs)
    precision = both / max(sum(g for _, g in pairs), 1)
    recall = both / max(sum(w for w, _ in pairs), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def folds(cases: Sequence[Case]) -> None:
    """Print the figures on sets that the model has not seen: five-fold, and each kind of writer left out."""
    names = sorted({c.set for c in cases})
    columns = (
        "decision",
        "ask P",
        "ask R",
        "ask F1",
        "needless",
        "POLICY",
        "codes",
        "intent",
        "pointed",
    )
    print(f"{'left out':18} {'cases':>5}" + "".join(f"{c:>9}" for c in columns))
    told = [one for n in range(5) for one in _apart(cases, names[n::5])]
    print(line("five-fold by set", told))
    print(line("the whole engine", [one for n in range(5) for one in _engine(cases, names[n::5])]))
    kinds = {
        "real projects": ("oss1", "oss2", "oss3"),
        "rare risks": ("k1", "k2", "k3", "k4", "k5"),
        "sisters of dev": ("m1", "m2", "m4", "m5", "m6"),
        "first writers": ("c", "d", "e", "f", "g"),
    }
    for name, sets in kinds.items():
        print(line(name, _apart(cases, sets)))


def _apart(cases: Sequence[Case], sets: Sequence[str]) -> list[Told]:
    model = trained([c for c in cases if c.set not in sets])
    return figures(model, [c for c in cases if c.set in sets])


def _engine(cases: Sequence[Case], sets: Sequence[str]) -> list[Told]:
    """What the built-in engine answers for these sets, with a model that has not seen them."""
    model = trained([c for c in cases if c.set not in sets])
    tables = {
        name: classifier.Table(answers, held[""], held) for name, (answers, held) in model.items()
    }
    before, classifier._tables = classifier._tables, lambda: tables
    try:
        told = [(c, _run(row)) for c, row in zip(cases, rows(), strict=True) if c.set in sets]
    finally:
        classifier._tables = before
    return [(case, made.decision, set(made.codes), made.intent, False) for case, made in told]


def _run(row: dict) -> Result:
    said = [
        {"author": f"p{n}", "association": association, "body": text}
        for n, (association, text) in enumerate(row["comments"])
    ]
    known = {"id": row["set"], "open_issues": [], "repo_files": ["src/main.py"]}
    return run({**row, **known, "comments": said})


def main(arguments: list[str]) -> None:
    """Train on everything, or print what carries over."""
    cases = load()
    if "--folds" in arguments:
        folds(cases)
        return
    TARGET.write_text(written(trained(cases)), "utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes from {len(cases):,} issues")


if __name__ == "__main__":
    main(sys.argv[1:])
