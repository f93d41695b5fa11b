"""The developer: branch, pull request and tests, as the pull request itself shows them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.artifacts import ArtifactStatus, ImplementedTests, TestingArtifacts
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Pull
from bot.domain.record import PullEvidence, Record
from bot.intents.evidence import room_of_each, trimmed

ROLE = Role.DEVELOPER
MOST_CLOSED, MOST_NAMES = 200, 1_000
"""What a record keeps: pull requests that were closed without a merge, and names of checks there were."""


def note(facts: Facts, record: Record, shown: Sequence[PullEvidence]) -> Record:
    """Keep the evidence of these pull requests; that of the others stays as it is.

    The more there are, the less of each stays. Of those that were closed without a merge the newest
    MOST_CLOSED stay.
    """
    numbers, before = {p.number for p in shown}, record.workflow.pull_requests
    shown = [_dated(p, record, facts) for p in shown]
    others = [p for p in before if p.number not in numbers]
    most = room_of_each(len(others) + len(shown))
    if most < room_of_each(len(before)):
        others = [trimmed(p, most, facts.policy) for p in others]
    known = (*others, *shown)
    closed = [p.number for p in known if p.state == "closed"]
    gone = set(closed[:-MOST_CLOSED])
    workflow = record.workflow.having(pull_requests=tuple(p for p in known if p.number not in gone))
    return record.write(ROLE, facts.now, workflow=workflow)


def _dated(shown: PullEvidence, record: Record, facts: Facts) -> PullEvidence:
    known = record.workflow.by_number.get(shown.number)
    same = known is not None and known.head_sha == shown.head_sha
    return shown.having(since=known.since if known and same else facts.now)


def see(facts: Facts, record: Record, pull: Pull | None, shown: PullEvidence) -> Record:
    """Mirror the leading pull request at the top; `pull` (if it was read) has the links of its checks."""
    workflow = record.workflow.having(pull_request_url=shown.url)
    before = record.testing_artifacts or TestingArtifacts()
    done_before = before.implemented or ImplementedTests()
    links = tuple(c.url for c in pull.checks if c.name in shown.checks and c.url) if pull else ()
    names = dict.fromkeys((*done_before.commands_run, *shown.checks))
    implemented = done_before.having(
        tests_added_or_updated=shown.tests,
        evidence_links=links or done_before.evidence_links,
        commands_run=tuple(names)[:MOST_NAMES],
    )
    testing = before.having(
        implemented=implemented,
        status=ArtifactStatus.COMPLETE if shown.tests else ArtifactStatus.DRAFT,
    )
    return record.write(ROLE, facts.now, workflow=workflow, testing_artifacts=testing)
