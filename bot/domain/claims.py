"""What a pull request is said to do, audited against what GitHub shows of it.

Files and checks cannot prove everything, and the four states say so: `verified` (a passing check, or a
test that names the claim in a green run), `supported` (tests changed or a reviewer agreed, and all is
green), `unproven`, and `contradicted` (the description says done or tested, the evidence says no).
A claim that names a file of the plan rests on a change of that file, never on another's, and a planned
test never on a review alone.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.domain.claim import Claim, ClaimAttempt
from bot.domain.globs import matches
from bot.domain.naming import telling, words_of
from bot.domain.promises import Promise, promises
from bot.domain.record import PullEvidence, Record

SELF_REPORTED = "self-reported"
"""What a success says by whose maker's word proves nothing about this change."""
GOOD = frozenset({"success", "neutral", "skipped", SELF_REPORTED})
"""Conclusions that stop nobody; only a success proves anything, for a skipped check has looked at nothing."""
MOST_ATTEMPTS = 5
State = Literal["verified", "supported", "unproven", "contradicted"]
_SHOWN = frozenset({"verified", "supported"})
_UNFINISHED = "not finished or none ran"
_UNTESTED = "no test file changed, though this is ticked"
_NO_TEST = "no test changed"
_GREEN = "tests changed and all checks passed"


def absent(wanted: Iterable[str], checks: Mapping[str, str]) -> list[str]:
    """The globs of `wanted` that no check (name -> conclusion) fits, skipped ones left aside."""
    return [glob for glob in wanted if not _fitting(glob, checks)]


def decisive(wanted: Iterable[str], checks: Mapping[str, str]) -> dict[str, str]:
    """Few of these checks with the same result: one of each conclusion, and of each glob of `wanted`."""
    few = {*{said: name for name, said in checks.items()}.values()}
    few.update(_fitting(glob, checks) for glob in wanted)
    return {name: said for name, said in checks.items() if name in few}


def _fitting(glob: str, checks: Mapping[str, str]) -> str:
    """The first check that fits and was not skipped; empty without one."""
    ran = (name for name, said in checks.items() if said not in GOOD - {"success"})
    return next((name for name in ran if matches(glob, name)), "")


def audited(record: Record, shown: PullEvidence) -> tuple[Claim, ...]:
    """The same claims with the state that the evidence of this pull request gives them."""
    proof = _Proof.of(shown)
    return tuple(_settled(claim, _judged(claim, proof)) for claim in promises(record, shown))


def remembered(
    before: tuple[Claim, ...], now: tuple[Claim, ...], at: datetime, *, over: bool = False
) -> tuple[Claim, ...]:
    """Claims for the record: an attempt is added where commit, source or outcome differ from the last one.

    Once the work is `over`, what was shown of it stays shown: only the other claims are tried again.
    """
    known = {(c.kind, c.id, c.text): c for c in before}
    return tuple(_remembered(known.get((c.kind, c.id, c.text)), c, at, over=over) for c in now)


def counted(found: Iterable[Claim], closing: Container[str]) -> tuple[Claim, ...]:
    """The claims that the gate counts, each thing once.

    A planned test is counted among the planned tests. It is a claim besides only where it closes the gate
    (its state is in `closing`) and no criterion says the same and closes it, too.
    """
    claims = tuple(found)
    shut = {_normal(c.text) for c in claims if c.kind != "planned_test" and c.state in closing}
    return tuple(
        c
        for c in claims
        if c.kind != "planned_test" or (c.state in closing and _normal(c.text) not in shut)
    )


@dataclass(frozen=True, slots=True)
class _Proof:
    """A pull request's evidence, looked through once for all claims."""

    shown: PullEvidence
    red: str
    green: bool
    ticked: frozenset[str]
    checks: tuple[tuple[str, frozenset[str]], ...]
    tests: tuple[tuple[str, frozenset[str]], ...]
    changed: frozenset[str]

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
            checks=tuple((name, words_of(name)) for name in passed),
            tests=tuple((name, words_of(name.partition("::")[2])) for name in shown.test_names),
            changed=frozenset((*shown.files_touched, *shown.tests)) - {*shown.files_removed},
        )

    def says(self, state: State, source: str, outcome: str) -> ClaimAttempt:
        """What one audit found on this commit; when, `remembered` says."""
        return ClaimAttempt.model_construct(
            at=_NEVER, source=source, outcome=outcome, head_sha=self.shown.head_sha, state=state
        )


def _judged(claim: Promise, proof: _Proof) -> ClaimAttempt:
    if claim.kind == "statement":
        return _statement(claim, proof)
    ticked = bool(proof.ticked) and _normal(claim.text) in proof.ticked
    if ticked and proof.red:
        return proof.says("contradicted", proof.red, "failed, though this is ticked as done")
    if ticked and claim.kind == "planned_test" and not proof.shown.tests:
        return proof.says("contradicted", "changed files", _UNTESTED)
    if proof.red:
        return proof.says("unproven", proof.red, "failed")
    return _proven(claim, proof) if proof.green else proof.says("unproven", "checks", _UNFINISHED)


def _proven(claim: Promise, proof: _Proof) -> ClaimAttempt:
    wanted = words_of(claim.text)
    if check := telling(proof.checks, wanted):
        return proof.says("verified", check, "this check passed")
    if test := telling(proof.tests, wanted):
        return proof.says("verified", test, "added here, and all checks passed")
    if claim.files:
        return _in_its_file(claim, proof)
    shown = proof.shown
    if shown.tests:
        return proof.says("supported", shown.tests[0], _GREEN)
    if claim.kind == "planned_test":
        return proof.says("unproven", "changed files", _NO_TEST)
    if shown.approved_by and not shown.rejected_by:
        return proof.says(
            "supported", shown.approved_by[0], "a reviewer approved, and all checks passed"
        )
    return proof.says("unproven", "changed files", "no test file changed")


def _in_its_file(claim: Promise, proof: _Proof) -> ClaimAttempt:
    """What the files say that the plan names for this claim."""
    shown = proof.shown
    here = next((path for path in claim.files if path in proof.changed), "")
    if here in shown.tests:
        return proof.says("supported", here, _GREEN)
    if here:
        return proof.says("supported", here, "changed here, and all checks passed")
    if claim.kind == "planned_test" and not shown.tests:
        return proof.says("unproven", "changed files", _NO_TEST)
    cut = shown.files_count > len(shown.files_touched)
    said = "not among the files read" if cut else "not changed"
    return proof.says("unproven", claim.files[0], said)


def _statement(claim: Promise, proof: _Proof) -> ClaimAttempt:
    if claim.id == "tested":
        if proof.shown.tests:
            return proof.says("verified", proof.shown.tests[0], "changed here")
        return proof.says("contradicted", "changed files", _UNTESTED)
    if proof.red:
        return proof.says("contradicted", proof.red, "failed, though this is ticked")
    if proof.green:
        passed = (name for name, said in proof.shown.checks.items() if said == "success")
        return proof.says("verified", min(passed), "all checks passed")
    return proof.says("unproven", "checks", _UNFINISHED)


def _settled(claim: Promise, seen: ClaimAttempt) -> Claim:
    return Claim.model_construct(
        id=claim.id,
        text=claim.text,
        kind=claim.kind,
        task=claim.task,
        state=seen.state,  # type: ignore[arg-type]
        attempts=(seen,),
    )


def _remembered(known: Claim | None, now: Claim, at: datetime, *, over: bool) -> Claim:
    if known and over and known.state in _SHOWN:
        return known
    tried = tuple(a.having(at=at) for a in now.attempts)
    before = known.attempts if known else ()
    if before and tried and _says(before[-1]) == _says(tried[-1]):
        return now.having(attempts=before)
    return now.having(attempts=(*before, *tried)[-MOST_ATTEMPTS:])


def _says(attempt: ClaimAttempt) -> tuple[str, str, str]:
    return attempt.head_sha, attempt.source, attempt.outcome


def _normal(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


_NEVER = datetime(2008, 4, 10, tzinfo=UTC)
