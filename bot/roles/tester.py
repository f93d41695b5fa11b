"""The tester: what the checks on the head commit say."""

from __future__ import annotations

from typing import Literal

from bot.domain.artifacts import ArtifactStatus, VerificationArtifact
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.record import PullEvidence, Record

ROLE = Role.TESTER
GOOD = frozenset({"success", "neutral", "skipped"})


def see(facts: Facts, record: Record, shown: PullEvidence) -> Record:
    """Write the verification artifact from the checks of one head commit."""
    before = record.verification_artifact or VerificationArtifact()
    outcome = result(shown)
    note = f"{shown.head_sha[:12]}: {outcome}"
    known = outcome is None or before.notes[-1:] == (note,)
    notes = before.notes if known else (*before.notes, note)
    verification = before.model_copy(
        update={
            "commands": tuple(shown.checks),
            "result": outcome,
            "notes": notes,
            "status": ArtifactStatus.COMPLETE if outcome else ArtifactStatus.DRAFT,
        }
    )
    return record.write(ROLE, facts.now, verification_artifact=verification)


def result(shown: PullEvidence) -> Literal["passed", "failed"] | None:
    """Failed as soon as one check failed; passed when there are checks and all passed."""
    conclusions = set(shown.checks.values())
    if conclusions - GOOD - {"running"}:
        return "failed"
    return "passed" if conclusions and "running" not in conclusions else None
