"""The tester: what the checks on the head commit say, and how far that bears out the claims."""

from __future__ import annotations

from typing import Literal

from bot.domain import claims
from bot.domain.artifacts import ArtifactStatus, VerificationArtifact
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.policy import Policy
from bot.domain.record import PullEvidence, Record
from bot.domain.stages import Stage

ROLE = Role.TESTER


def see(facts: Facts, record: Record, policy: Policy, shown: PullEvidence) -> Record:
    """Write the verification artifact and the claims from the evidence of one head commit.

    A new commit supersedes what was verified before it; its own checks verify it again.
    """
    before = record.verification_artifact or VerificationArtifact()
    outcome = result(shown, policy)
    note = f"{shown.head_sha[:12]}: {outcome}"
    known = outcome is None or before.notes[-1:] == (note,)
    stale = outcome is None and before.result and before.head_sha not in {"", shown.head_sha}
    unfinished = ArtifactStatus.SUPERSEDED if stale else ArtifactStatus.DRAFT
    verification = before.having(
        commands=tuple(shown.checks),
        result=outcome,
        notes=before.notes if known else (*before.notes, note),
        head_sha=before.head_sha if stale else shown.head_sha,
        status=ArtifactStatus.COMPLETE if outcome else unfinished,
    )
    over = record.stage is Stage.DONE
    now = claims.audited(record, shown)
    audited = claims.remembered(record.claims, now, facts.now, over=over)
    return record.write(ROLE, facts.now, verification_artifact=verification, claims=audited)


def result(shown: PullEvidence, policy: Policy) -> Literal["passed", "failed"] | None:
    """Failed as soon as one check failed; passed when all did, the ones that policy names among them.

    Skipped checks stop nothing and prove nothing: at least one must have succeeded.
    """
    conclusions = set(shown.checks.values())
    if conclusions - claims.GOOD - {"running"}:
        return "failed"
    absent = claims.absent(policy.gate.checks, shown.checks)
    done = "success" in conclusions and "running" not in conclusions and not absent
    return "passed" if done else None
