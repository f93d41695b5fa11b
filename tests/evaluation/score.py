"""Scores what the planner answered against the labels of the cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.evaluation.runner import Case, Result
from tests.evaluation.words import covered, mentions, tokens

CODES = ("AC_AMBIGUOUS", "MISSING_INPUT", "POLICY_RISK")
PLANNED = frozenset(("proceed", "epic"))
FIBONACCI = frozenset((1, 2, 3, 5, 8, 13, 21))
Pair = tuple[Case, Result]

# The figures that `make test` holds the development cases to; none of them teaches the classifier.
FLOORS = {
    "decision accuracy": 0.80,
    "ask precision": 0.85,
    "ask F1": 0.75,
    "POLICY_RISK F1": 0.85,
    "question topics": 0.40,
    "must-touch recall": 0.85,
    "intent accuracy": 0.85,
}
CEILINGS = {"invented paths": 0.0, "false duplicates": 0.0}


def figures(pairs: Sequence[Pair]) -> dict[str, float]:
    """All figures by name; a plan that was expected and not handed in counts as nothing."""
    asked = [(c["expected"]["decision"] == "ask", r.decision == "ask") for c, r in pairs]
    precision, recall, ask = _rates(asked)
    told = [
        (code, code in c["expected"]["reason_codes"], r.decision == "ask" and code in r.codes)
        for c, r in pairs
        for code in CODES
    ]
    codes = [(wanted, given) for _, wanted, given in told]
    plans = [(c, r) for c, r in pairs if c["expected"]["decision"] in PLANNED]
    twins = [(c, r) for c, r in pairs if c["expected"]["decision"] == "duplicate"]
    kinds = [(c, r) for c, r in pairs if c["expected"]["decision"] != "reject"]
    return {
        "decision accuracy": _mean(r.decision == c["expected"]["decision"] for c, r in pairs),
        "ask precision": precision,
        "ask recall": recall,
        "ask F1": ask,
        "reason-code F1": _rates(codes)[2],
        "POLICY_RISK F1": _rates([(w, g) for code, w, g in told if code == "POLICY_RISK"])[2],
        "question topics": _mean(
            _topics(c, r) for c, r in pairs if c["expected"]["decision"] == "ask"
        ),
        "criteria covered, strictly": _criteria(plans),
        "must-touch recall": _mean(_touched(c, r) for c, r in plans),
        "invented paths": float(sum(len(r.read - set(c["repo_files"])) for c, r in plans)),
        "complexity in bounds": _mean(_complexity(c, r) for c, r in plans),
        "task count in bounds": _mean(_count(c, r) for c, r in plans),
        "duplicates hit": _mean(r.duplicate_of == c["expected"]["duplicate_of"] for c, r in twins),
        "false duplicates": float(
            sum(
                r.decision == "duplicate" and c["expected"]["decision"] != "duplicate"
                for c, r in pairs
            )
        ),
        "intent accuracy": _mean(r.intent == c["expected"]["intent"] for c, r in kinds),
    }


def below(found: dict[str, float], leave_out: Iterable[str] = ()) -> list[str]:
    """The figures that miss what they are held to."""
    out = set(leave_out)
    low = [f"{n} {found[n]:.3f} < {f}" for n, f in FLOORS.items() if found[n] < f and n not in out]
    return low + [f"{n} {found[n]:.0f} > {c:.0f}" for n, c in CEILINGS.items() if found[n] > c]


def _tasks(case: Case, result: Result) -> Sequence[Any]:
    return result.tasks if result.decision in PLANNED else ()


def _criteria(plans: Sequence[Pair]) -> float:
    hits: list[bool] = []
    for case, result in plans:
        offered = [tokens(t) for t in result.texts] if _tasks(case, result) else []
        others = case["expected"].get("acceptance_criteria_alt") or ()
        for n, text in enumerate(case["expected"]["acceptance_criteria"]):
            hits.append(covered((text, *others[n : n + 1]), offered))
    return _mean(hits)


def _touched(case: Case, result: Result) -> float:
    touched = result.touched if _tasks(case, result) else frozenset()
    return _mean(p in touched for p in case["expected"]["must_touch"])


def _complexity(case: Case, result: Result) -> bool:
    points = [t["complexity"] for t in _tasks(case, result)]
    most = case["expected"]["max_complexity"]
    return bool(points) and all(p in FIBONACCI and p <= most for p in points)


def _count(case: Case, result: Result) -> bool:
    expected = case["expected"]
    return expected["min_tasks"] <= len(_tasks(case, result)) <= expected["max_tasks"]


def _topics(case: Case, result: Result) -> float:
    asked = " \n ".join(result.questions if result.decision == "ask" else ()).lower()
    asked = asked.replace(case["title"].lower(), " ")
    heard: Callable[[Sequence[str]], bool] = lambda words: any(mentions(w, asked) for w in words)  # noqa: E731
    return _mean(heard(topic) for topic in case["expected"]["question_topics"])


def _mean(values: Iterable[float]) -> float:
    found = [float(v) for v in values]
    return sum(found) / len(found) if found else 1.0


def _rates(pairs: Sequence[tuple[bool, bool]]) -> tuple[float, float, float]:
    """Precision, recall and F1 of (wanted, given)."""
    both = sum(w and g for w, g in pairs)
    wanted, given = sum(w for w, _ in pairs), sum(g for _, g in pairs)
    total = wanted + given
    return (
        both / given if given else 1.0,
        both / wanted if wanted else 1.0,
        2 * both / total if total else 1.0,
    )
