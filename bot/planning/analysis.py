"""Analysis: what kind of work a request asks for, its goals, and what it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.mentions import mentioned, unknown
from bot.planning.proposal import Intent, Request
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.verbs import is_imperative
from bot.planning.words import words

_LABELS: tuple[tuple[Intent, frozenset[str]], ...] = (
    (Intent.BUG, frozenset(("bug", "defect", "regression", "crash", "fix"))),
    (Intent.DOCS, frozenset(("docs", "documentation", "doc"))),
    (Intent.QUESTION, frozenset(("question", "support", "help"))),
    (Intent.REFACTOR, frozenset(("refactor", "refactoring", "debt", "cleanup"))),
    (Intent.TEST, frozenset(("test", "tests", "testing", "coverage", "flaky"))),
    (Intent.CHORE, frozenset(("chore", "dependencies", "ci", "build", "maintenance", "infra"))),
    (Intent.FEATURE, frozenset(("feature", "enhancement", "feat", "story"))),
)
_PREFIXES = {
    "feat": Intent.FEATURE, "feature": Intent.FEATURE, "enhancement": Intent.FEATURE, "fr": Intent.FEATURE,
    "fix": Intent.BUG, "bug": Intent.BUG, "bugfix": Intent.BUG, "hotfix": Intent.BUG, "regression": Intent.BUG,
    "docs": Intent.DOCS, "doc": Intent.DOCS, "refactor": Intent.REFACTOR, "perf": Intent.REFACTOR,
    "test": Intent.TEST, "tests": Intent.TEST, "chore": Intent.CHORE, "ci": Intent.CHORE, "build": Intent.CHORE,
    "deps": Intent.CHORE, "style": Intent.CHORE, "question": Intent.QUESTION, "help": Intent.QUESTION,
}  # fmt: skip
_PREFIX = re.compile(r"^\[?(?P<kind>[A-Za-z]{2,12})(?:\([^()]{1,40}\))?!?\]?(?:: ?|(?<=\]) )(?=\S)")
_TITLES: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    (
        Intent.DOCS,
        re.compile(
            r"(?i)^(?:document|describe|explain) |\b(?:typos?|readme|documentation|docs|docstrings?|changelog|tutorial)\b"
        ),
    ),
    (
        Intent.TEST,
        re.compile(
            r"(?i)^(?:test|cover) |\b(?:add|write|missing|more|flaky|unit|integration) (?:[a-z]+ )?tests?\b|\btest coverage\b"
        ),
    ),
    (
        Intent.CHORE,
        re.compile(
            r"(?i)^(?:bump|upgrade|pin|update) .{0,60}(?:\b(?:to|from|dependenc\w+)\b|v?[0-9]+\.[0-9])|\b(?:dependabot|github actions|ci (?:pipeline|job)|pre-commit|linter|lint)\b"
        ),
    ),
    (
        Intent.REFACTOR,
        re.compile(
            r"(?i)^(?:refactor|rename|extract|split|move|simplify|clean ?up|tidy|restructure|reorgani[sz]e|deduplicate|replace|migrate|modernize|unify|inline)\b|\btech(?:nical)? debt\b"
        ),
    ),
    (
        Intent.BUG,
        re.compile(
            r"(?i)^(?:fix|correct|repair|resolve)\b|\b(?:bug|crash(?:es|ed|ing)?|fails?|failing|broken|error|exception|wrong(?:ly)?|incorrect(?:ly)?|does ?n[o']t work|not working|regression|hangs?|leaks?|traceback|stack ?trace|returns? (?:500|404|null|none)|throws?|raises|instead of|can(?:'|no)t|unable to|missing|duplicated?|twice|off by one)\b"
        ),
    ),
    (
        Intent.FEATURE,
        re.compile(
            r"(?i)^(?:add|allow|support|implement|introduce|enable|create|provide|let|offer|export|import|show|make|build|integrate)\b"
        ),
    ),
)
_TRACE = re.compile(
    r"(?m)^ *(?:Traceback \(most recent|File \"|at [\w.$<>]+ ?\(|panic:|thread '.{1,40}' panicked|[\w.]+(?:Error|Exception)\b)"
)
_IDENTIFIER = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::|#)[A-Za-z_][A-Za-z0-9_]*)*(?:\(\))?$")
_QUOTED = re.compile(r"[\"“„]([^\"“”„\n]{2,60})[\"”“]")
_REQUIRES = re.compile(
    r"(?i)\b(?:should|must|shall|has to|have to|needs? to|want(?:s)? to|would like|be able to|expect(?:ed)?)\b"
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a request is: its intent and the reason for it, its goal, and what it names.

    `paths` are files of the repository, `strangers` look like paths but are not there.
    """

    intent: Intent
    why: str
    goal: str
    goals: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()


def analyse(request: Request, reading: Reading, paths: Iterable[str]) -> Analysis:
    """Find out what a request asks for. Takes the request, the issue as read, and the repository's paths."""
    intent, why = _intent(request, reading)
    tree = tuple(paths)
    whole = "\n".join([reading.text, *(f.text for f in reading.fences), *request.feedback])
    plain = "\n".join([reading.text, *request.feedback])
    limits = [p.text for p in reading.of(Part.LIMITS)]
    limits += [f"Out of scope: {p.text}" for p in reading.of(Part.OUTSIDE)]
    return Analysis(
        intent=intent,
        why=why,
        goal=goal_of(reading.title) or _first(reading),
        goals=_goals(reading),
        paths=mentioned(whole, tree),
        strangers=unknown(plain, tree)[:8],
        identifiers=tuple(s for s in reading.spans if _IDENTIFIER.match(s))[:20],
        quoted=tuple(dict.fromkeys(_QUOTED.findall(reading.text[:20_000])))[:10],
        limits=tuple(limits),
    )


def goal_of(title: str) -> str:
    """The title without its prefixes: `feat(cart): add x` and `[Feature] Add x` to `Add x`."""
    plain = title.strip()
    for _ in range(2):
        found = _PREFIX.match(plain)
        if found is None or found["kind"].lower() not in {
            *_PREFIXES,
            "request",
            "task",
            "story",
            "epic",
            "todo",
        }:
            break
        plain = plain[found.end() :].strip()
    return (plain[:1].upper() + plain[1:]).rstrip(" .")


def _first(reading: Reading) -> str:
    return next((p.text.rstrip(".") for p in reading.passages), "")[:200]


def _goals(reading: Reading) -> tuple[str, ...]:
    """The sentences of the description that say what is wanted."""
    told = (
        p.text
        for p in reading.of(Part.DESCRIPTION)
        if p.form is Form.PROSE and _REQUIRES.search(p.text) and not p.text.endswith("?")
    )
    return tuple(dict.fromkeys(told))[:4]


def _intent(request: Request, reading: Reading) -> tuple[Intent, str]:
    found = _PREFIX.match(reading.title)
    kind = _PREFIXES.get(found["kind"].lower()) if found else None
    if kind:
        return kind, f"the title's prefix “{found['kind'] if found else ''}”"
    for intent, names in _LABELS:
        for label in sorted(request.labels):
            if names & set(words(label)):
                return intent, f"the label “{label}”"
    return _by_text(reading)


def _by_text(reading: Reading) -> tuple[Intent, str]:
    traced = any(_TRACE.search(f.text[:20_000]) for f in reading.fences)
    goal = goal_of(reading.title)
    if reading.of(Part.REPRODUCE) or (traced and not is_imperative(goal)):
        return Intent.BUG, "steps to reproduce it or a stack trace"
    for intent, pattern in _TITLES:
        hit = pattern.search(goal)
        if hit:
            return intent, f"the title's “{hit[0].strip()}”"
    if goal.endswith("?") and not reading.of(Part.CRITERIA):
        return Intent.QUESTION, "the title asks"
    if reading.of(Part.ACTUAL, Part.EXPECTED) or traced:
        return Intent.BUG, "expected and actual behaviour"
    return Intent.FEATURE, "nothing says otherwise"
