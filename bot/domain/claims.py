"""What a pull request is said to do, audited against what GitHub shows of it.

Files and checks cannot prove everything, and the four states say so: `verified` (a passing check, or a
test that names the claim in a green run), `supported` (tests changed or a reviewer agreed, and all is
green), `unproven`, and `contradicted` (the description says done or tested, the evidence says no).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from bot.domain.claim import Claim, ClaimAttempt
from bot.domain.globs import matches
from bot.domain.record import PullEvidence, Record

GOOD = frozenset({"success", "neutral", "skipped"})
"""Conclusions that stop nobody; only a success proves anything, for a skipped check has looked at nothing."""
MOST_ATTEMPTS = 5
MOST_CLAIMS = 500
Kind = Literal["criterion", "planned_test", "statement"]
State = Literal["verified", "supported", "unproven", "contradicted"]
_UNFINISHED = "not finished or none ran"
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NO_MEANING = """
and the for are was were that this with from into given when then test tests should must not has have
its can could will one each any all only than does
"""
_EMPTY = frozenset(_NO_MEANING.split())
_TESTED = re.compile(r"\btests?\b.{0,40}\b(?:added|updated|written|included|new)\b")
_TESTED_TOO = re.compile(r"\b(?:added|updated|wrote|new)\b.{0,40}\btests?\b")
_PASSED = re.compile(
    r"\b(?:tests?|checks?|ci|build)\b.{0,40}\b(?:pass|passe[sd]|passing|green|succeed)"
)
_DENIED = re.compile(r"\b(?:no|not|without|none|todo|skipped)\b|n['\u2019]t\b")


class _Said(NamedTuple):
    """A claim before anybody looked at the evidence."""

    id: str
    text: str
    kind: Kind
    task: int = 0


def absent(wanted: Iterable[str], checks: Mapping[str, str]) -> list[str]:
    """The globs of `wanted` that no check (name -> conclusion) fits, skipped ones left aside."""
    ran = [name for name, said in checks.items() if said not in GOOD - {"success"}]
    return [glob for glob in wanted if not any(matches(glob, name) for name in ran)]


@dataclass(frozen=True, slots=True)
class Seen:
    """What one audit found: the state, what it rests on, and what that said."""

    state: State
    source: str
    outcome: str


def claims_of(record: Record, shown: PullEvidence) -> tuple[Claim, ...]:
    """The claims of a record that this pull request has to answer for, not yet audited.

    A pull request that is part of the issue answers for the criteria of the tasks it names.
    """
    return tuple(Claim(**said._asdict()) for said in _said(record, shown))


def audited(record: Record, shown: PullEvidence) -> tuple[Claim, ...]:
    """The same claims with the state that the evidence of this pull request gives them."""
    proof = _Proof.of(shown)
    return tuple(_settled(said, _judged(said, proof), shown) for said in _said(record, shown))


def remembered(
    before: tuple[Claim, ...], now: tuple[Claim, ...], at: datetime
) -> tuple[Claim, ...]:
    """Claims for the record: an attempt is added where source or outcome differ from the last one."""
    known = {(c.kind, c.id, c.text): c for c in before}
    return tuple(_remembered(known.get((c.kind, c.id, c.text)), c, at) for c in now)


def judge(claim: Claim, shown: PullEvidence) -> Seen:
    """What the evidence says of one claim; the strongest thing wins, a contradiction first."""
    said = _Said(claim.id, claim.text, claim.kind, claim.task)
    return _judged(said, _Proof.of(shown))


@dataclass(frozen=True, slots=True)
class _Proof:
    """A pull request's evidence, looked through once for all claims."""

    shown: PullEvidence
    red: str
    green: bool
    ticked: frozenset[str]
    checks: tuple[tuple[str, frozenset[str]], ...]
    tests: tuple[tuple[str, frozenset[str]], ...]

    @classmethod
    def of(cls, shown: PullEvidence) -> _Proof:
        said = shown.checks
        red = sorted(name for name, how in said.items() if how not in GOOD | {"running"})
        passed = (name for name, how in said.items() if how == "success")
        return cls(
            shown=shown,
            red=red[0] if red else "",
            green="success" in said.values() and not red and "running" not in said.values(),
            ticked=frozenset(map(_normal, shown.said)),
            checks=tuple((name, _words(name)) for name in passed),
            tests=tuple((name, _words(name.partition("::")[2])) for name in shown.test_names),
        )


def _judged(claim: _Said, proof: _Proof) -> Seen:
    if claim.kind == "statement":
        return _statement(claim, proof)
    ticked = bool(proof.ticked) and _normal(claim.text) in proof.ticked
    if ticked and proof.red:
        return Seen("contradicted", proof.red, "ticked as done, but this check failed")
    if ticked and claim.kind == "planned_test" and not proof.shown.tests:
        return Seen("contradicted", "changed files", "ticked as tested, but no test file changed")
    if proof.red:
        return Seen("unproven", proof.red, "failed")
    return _proven(claim, proof) if proof.green else Seen("unproven", "checks", _UNFINISHED)


def _proven(claim: _Said, proof: _Proof) -> Seen:
    wanted, shown = _words(claim.text), proof.shown
    check = next((name for name, words in proof.checks if _tells(words, wanted)), "")
    if check:
        return Seen("verified", check, "this check passed")
    test = next((name for name, words in proof.tests if _tells(words, wanted)), "")
    if test:
        return Seen("verified", test, "added here, and all checks passed")
    if shown.tests:
        return Seen("supported", shown.tests[0], "tests changed and all checks passed")
    if shown.approved_by and not shown.rejected_by:
        return Seen("supported", shown.approved_by[0], "a reviewer approved, and all checks passed")
    return Seen("unproven", "changed files", "no test file changed")


def _statement(claim: _Said, proof: _Proof) -> Seen:
    if claim.id == "tested":
        if proof.shown.tests:
            return Seen("verified", proof.shown.tests[0], "changed here")
        return Seen("contradicted", "changed files", "ticked, but no test file changed")
    if proof.red:
        return Seen("contradicted", proof.red, "ticked, but this check failed")
    if proof.green:
        return Seen("verified", min(proof.shown.checks), "all checks passed")
    return Seen("unproven", "checks", _UNFINISHED)


def _said(record: Record, shown: PullEvidence) -> tuple[_Said, ...]:
    found = [*_criteria(record, shown)]
    if shown.whole:
        found += _planned(record)
    return (*found[:MOST_CLAIMS], *_statements(shown))


def _criteria(record: Record, shown: PullEvidence) -> Iterator[_Said]:
    for task in record.plan.live if record.plan else ():
        if shown.whole or task.number in shown.tasks:
            for n, criterion in enumerate(task.acceptance_criteria, 1):
                yield _Said(f"{task.number}.{n}", criterion.text, "criterion", task.number)


def _planned(record: Record) -> Iterator[_Said]:
    planned = record.testing_artifacts.planned if record.testing_artifacts else None
    if planned is None:
        return
    kinds = {
        "g": planned.gherkin_scenarios,
        "u": planned.unit_test_intent,
        "i": planned.integration_test_intent,
    }
    for letter, texts in kinds.items():
        for n, text in enumerate(texts, 1):
            yield _Said(f"{letter}{n}", text, "planned_test")


def _statements(shown: PullEvidence) -> Iterator[_Said]:
    """What the description says in general: "tests added", "all checks pass"."""
    for id_, patterns in (("tested", (_TESTED, _TESTED_TOO)), ("passed", (_PASSED,))):
        for said in shown.said:
            low = said.lower()
            if any(p.search(low) for p in patterns) and not _DENIED.search(low):
                yield _Said(id_, said, "statement")
                break


def _settled(claim: _Said, seen: Seen, shown: PullEvidence) -> Claim:
    attempt = ClaimAttempt.model_construct(
        at=_NEVER, source=seen.source, outcome=seen.outcome, head_sha=shown.head_sha
    )
    return Claim.model_construct(
        id=claim.id,
        text=claim.text,
        kind=claim.kind,
        task=claim.task,
        state=seen.state,
        attempts=(attempt,),
    )


def _remembered(known: Claim | None, now: Claim, at: datetime) -> Claim:
    tried = tuple(a.model_copy(update={"at": at}) for a in now.attempts)
    before = known.attempts if known else ()
    if before and tried and _says(before[-1]) == _says(tried[-1]):
        return now.model_copy(update={"attempts": before})
    return now.model_copy(update={"attempts": (*before, *tried)[-MOST_ATTEMPTS:]})


def _says(attempt: ClaimAttempt) -> tuple[str, str, str]:
    return attempt.head_sha, attempt.source, attempt.outcome


def _tells(words: frozenset[str], wanted: frozenset[str]) -> bool:
    """Say whether a name tells of a claim: two words or more, and half of the claim's, are in it."""
    shared = len(words & wanted)
    return shared >= 2 and shared * 2 >= len(wanted)


@functools.lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The words that carry meaning, roughly stemmed; camelCase and snake_case are taken apart."""
    found = (word.lower() for word in _WORD.findall(text[:2000]))
    return frozenset(_stem(word) for word in found if len(word) > 2 and word not in _EMPTY)


def _stem(word: str) -> str:
    for end in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(end) and len(word) - len(end) > 2:
            return word[: -len(end)] + ("y" if end == "ies" else "")
    return word


def _normal(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


_NEVER = datetime(2008, 4, 10, tzinfo=UTC)
