"""The issue a duplicate points to: open, not itself a duplicate, and never in a ring."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.facts import Facts, record_in
from bot.domain.stages import Stage
from bot.errors import NotFound
from bot.flow.world import World
from bot.planning.proposal import Declined

LONGEST = 10
"""So many duplicates of duplicates are followed."""


def canonical(facts: Facts, world: World, found: Declined) -> Declined | None:
    """The same finding with the issue that stands at the end of its chain of duplicates.

    Nothing where the chain ends in a closed issue, or leads back to this one: then this is the one
    that stays. Reads the records on the chain.
    """
    me = facts.issue.number if facts.issue else 0
    number, met = found.duplicate_of, {me}
    for _ in range(LONGEST):
        if number is None or number in met:
            return None
        met.add(number)
        try:
            issue = world.issues.issue(number)
        except NotFound:
            return None
        if issue.state != "open":
            return None
        onward = _points_to(facts, world, number)
        if onward is None:
            return replace(found, duplicate_of=number)
        number = onward
    return None


def _points_to(facts: Facts, world: World, number: int) -> int | None:
    issue, comments = world.issues.issue(number), world.issues.comments(number).rows
    state = world.records.find(issue, comments, facts.policy.former_authors)
    record = record_in(state)
    if record is None or record.stage is not Stage.DUPLICATE or record.orchestrator is None:
        return None
    return record.orchestrator.duplicate_of
