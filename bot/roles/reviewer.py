"""The reviewer: what the change does and touches, and the decision of reviews on its head commit."""

from __future__ import annotations

from typing import Literal

from bot.domain.artifacts import ArtifactStatus, ReviewArtifact
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.policy import Policy
from bot.domain.record import PullEvidence, Record

ROLE = Role.REVIEWER
MOST_LINES = 1_000
"""Titles of pull requests that the summary keeps: an author may write a new one again and again."""


def see(facts: Facts, record: Record, policy: Policy, shown: PullEvidence) -> Record:
    """Write change summary, files and decision; summaries are only ever added to."""
    before = record.review_artifact or ReviewArtifact()
    summary = f"#{shown.number} {shown.title}"
    lines = before.change_summary
    decided: Literal["approved", "changes_requested"] | None = None
    if shown.rejected_by:
        decided = "changes_requested"
    elif len(shown.approved_by) >= policy.gate.approvals:
        decided = "approved"
    review = before.having(
        change_summary=lines if summary in lines else (*lines, summary)[:MOST_LINES],
        files_touched=shown.files_touched,
        known_risks=record.planning_artifact.risks if record.planning_artifact else (),
        decision=decided,
        status=ArtifactStatus.COMPLETE if decided else ArtifactStatus.DRAFT,
    )
    return record.write(ROLE, facts.now, review_artifact=review)
