"""The classifier: one linear model of words and structure says plan, ask, decline or split, and of what kind.

What was measured, and what it does worse than people: docs/adr/0017. The weights come from
`python -m tests.training`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from bot.domain.invisible import COMMENT
from bot.domain.questionnaire import ReasonCode
from bot.planning.draft import Intent

LONGEST = 12_000
"""Characters of a body, and of all comments together, that are looked at."""
_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019][a-z]{1,3})?|[0-9]+|[?!:/]")
_SPAN = re.compile(r"`[^`\n]{1,200}`")
_LINK = re.compile(r"https?://[^\s)>\]]{1,300}")
_QUOTED = re.compile(r"\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|„[^“\n]{1,200}“")
_NUMBER_SIGN = re.compile(r"#[0-9]{1,7}\b")
_TRACE = ("traceback", "  at ", "\tat ", 'file "', "panic:", "exception in", "stack backtrace")
_PLACEHOLDERS = ("???", "TBD", "TODO", "xxx", "...", "…", "_No response_", "N/A")
_DIGITS = re.compile(r"[0-9]")
BAR = 30
"""How much more must speak for asking, or for declining, than for anything else, in hundredths."""
_SHOWN = 5.0
"""How steep the confidence rises with the distance between the first two decisions."""


@dataclass(frozen=True, slots=True)
class Table:
    """One question to the model: its answers, a bias for each, and what each feature adds, in hundredths."""

    answers: tuple[str, ...]
    biases: tuple[int, ...]
    weights: Mapping[str, tuple[int, ...]]

    def scores(self, seen: Mapping[str, float]) -> dict[str, float]:
        """How much speaks for each answer, in hundredths."""
        known = [(self.weights[n], value) for n, value in seen.items() if n in self.weights]
        return {
            answer: self.biases[n] + math.fsum(row[n] * value for row, value in known)
            for n, answer in enumerate(self.answers)
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the model says of an issue; `confidence` from 0 to 1, `scores` for telemetry."""

    decision: Literal["proceed", "ask", "reject", "epic"]
    codes: tuple[ReasonCode, ...]
    intent: Intent
    confidence: float
    scores: Mapping[str, float]


def classify(
    title: str, body: str, labels: Iterable[str], comments: Iterable[tuple[bool, str]]
) -> Judgement:
    """Judge an issue by title, body (Markdown), labels, and comments (may its author write, and its text).

    The codes are those of asking; at least one where the decision is to ask.
    """
    seen = features(title, body, labels, comments)
    tables = _tables()
    decisions = tables["decision"].scores(seen)
    for held_back in ("ask", "reject"):
        decisions[held_back] -= BAR
    first, second = sorted(decisions.values(), reverse=True)[:2]
    codes = tables["code"].scores(seen)
    intents = tables["intent"].scores(seen)
    asked = [c for c, score in codes.items() if score > 0] or [max(codes, key=codes.__getitem__)]
    return Judgement(
        decision=max(decisions, key=decisions.__getitem__),  # type: ignore[arg-type]
        codes=tuple(ReasonCode(c) for c in asked),
        intent=Intent(max(intents, key=intents.__getitem__)),
        confidence=round(1 / (1 + math.exp(-_SHOWN * (first - second) / 100)), 2),
        scores={name: round(score / 100, 2) for name, score in (decisions | codes).items()},
    )


def telling(sentences: Sequence[str], code: ReasonCode) -> tuple[str, ...]:
    """Order the sentences of an issue (its title first) by how much each leaves open, for one code."""
    table, seen = _tables()["sentence"], of_sentences(sentences)
    speaks = {n: table.scores(one)[code.value] for n, one in enumerate(seen)}
    return tuple(sentences[n] for n in sorted(speaks, key=lambda n: (-speaks[n], n)))


@cache
def _tables() -> dict[str, Table]:
    """The model, read once from the package: a line `=`, question and answers begins each table."""
    text = resources.files("bot.planning.builtin").joinpath("weights.tsv").read_text("utf-8")
    found: dict[str, Table] = {}
    for part in text.split("\n= ")[1:]:
        head, *rows = part.rstrip("\n").split("\n")
        name, *answers = head.split("\t")
        held = {row[0]: tuple(map(int, row[1:])) for row in (line.split("\t") for line in rows)}
        found[name] = Table(tuple(answers), held.pop(""), held)
    return found


def features(
    title: str, body: str, labels: Iterable[str], comments: Iterable[tuple[bool, str]]
) -> dict[str, float]:
    """What the classifier sees of an issue, by name; each block of n-grams has length 1.

    Takes title and body in Markdown, the labels, and the comments: may its author write, and its text.
    """
    listed = [(a, t[:LONGEST]) for a, t in comments][-40:]
    body = COMMENT.sub("", body[:LONGEST])
    found = dict(_block("t", _tokens(title[:300]), 2))
    found |= _block("b", _tokens(_prose(body)), 3)
    for name, is_insider in (("m", True), ("o", False)):
        told = " \n ".join(_prose(t) for inside, t in listed if inside is is_insider)
        found |= _block(name, _tokens(told[:LONGEST]), 2)
    found |= {f"l:{_DIGITS.sub('', label).strip().lower()[:30]}": 0.7 for label in labels}
    found |= {f"s:{name}": 0.5 for name in _signs(title, body, listed)}
    return found


def of_sentences(sentences: Sequence[str]) -> list[dict[str, float]]:
    """What the classifier sees of each of an issue's sentences: its words, its place and its length."""
    last = len(sentences) - 1
    return [
        {**dict(_block("b", _tokens(_prose(one[:2_000])), 3)), **_place(one, n, last)}
        for n, one in enumerate(sentences)
    ]


def _place(sentence: str, number: int, last: int) -> dict[str, float]:
    length = len(sentence.split())
    signs = {
        "title": number == 0,
        "first": number == 1,
        "last": number == last,
        "question": sentence.endswith(("?", "\uff1f")),
        "colon": sentence.endswith((":", "\uff1a")),
        **{f"words {n}": length >= n for n in (3, 6, 12, 20)},
    }
    return {f"s:{name}": 0.5 for name, holds in signs.items() if holds}


def _block(name: str, tokens: Sequence[str], longest: int) -> Iterator[tuple[str, float]]:
    """The n-grams of tokens, each with the logarithm of its count, scaled so that their length is 1."""
    counts: Counter[str] = Counter()
    for size in range(1, longest + 1):
        counts.update(" ".join(tokens[n : n + size]) for n in range(len(tokens) - size + 1))
    weights = {gram: 1 + math.log(n) for gram, n in counts.items()}
    length = math.sqrt(math.fsum(w * w for w in weights.values()))
    return ((f"{name}:{gram}", w / length) for gram, w in weights.items())


def _tokens(text: str) -> list[str]:
    plain = _QUOTED.sub(lambda m: f" quoted {m[0][1:-1]} ", text)
    plain = _LINK.sub(" weblink ", _SPAN.sub(" codespan ", plain))
    return [
        "0" if token.isdigit() else token.lower().replace("\u2019", "'")
        for token in _TOKEN.findall(_NUMBER_SIGN.sub(" issuenumber ", plain))
    ]


def _prose(text: str) -> str:
    """Text without fenced code; each block leaves a word behind."""
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            inside = not inside
            kept += ["codeblock"] if inside else []
        elif not inside:
            kept.append("" if line.startswith(("    ", "\t")) and len(line) > 60 else line)
    return "\n".join(kept)


def _signs(title: str, body: str, comments: Sequence[tuple[bool, str]]) -> Iterator[str]:
    told = [line for raw in body.split("\n") if (line := raw.strip())]
    lower = body.lower()
    counts: Mapping[str, int] = {
        "headings": sum(line.startswith("#") for line in told),
        "boxes": sum(line.startswith(("- [ ]", "* [ ]")) for line in told),
        "ticked": sum(line.lower().startswith(("- [x]", "* [x]")) for line in told),
        "items": sum(line.startswith(("- ", "* ", "1. ", "2. ", "3. ")) for line in told),
        "rows": sum(line.startswith("|") for line in told),
        "fences": sum(line.startswith("```") for line in told) // 2,
        "questions": body.count("?"),
        "questions at the end": int(bool(told) and told[-1].endswith("?")),
        "question in title": int("?" in title),
        "links": lower.count("http"),
        "spans": body.count("`") // 2,
        "trace": int(any(mark in lower for mark in _TRACE)),
        "bold": body.count("**") // 2,
        "placeholders": sum(body.count(mark) for mark in _PLACEHOLDERS),
        "shouting": sum(w.isupper() and len(w) > 3 for w in title.split()),
        "diff": int("```diff" in lower),
        "given": int("given " in lower and "then " in lower),
        "insiders": sum(inside for inside, _ in comments),
        "others": sum(not inside for inside, _ in comments),
        "last is insider": int(bool(comments) and comments[-1][0]),
        "insider asks": sum(inside and "?" in t for inside, t in comments),
        "paragraphs": body.strip().count("\n\n"),
    }
    for name, count in counts.items():
        for step in (1, 2, 4, 8):
            if count >= step:
                yield f"{name} {step}"
    if not told:
        yield "no body"
    if len(body) < 60:
        yield "hardly any body"
