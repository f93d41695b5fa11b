"""Who edited our comments, asked only where a box was ticked and the event does not tell by whom."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import UNNAMED
from bot.domain.facts import Facts
from bot.flow.world import World
from bot.intents.reading import read_intents


def with_edits(facts: Facts, world: World) -> Facts:
    """The facts with the versions of every comment whose tick nobody is named for."""
    unnamed = {i.comment_id for i in read_intents(facts) if i.by == UNNAMED}
    comments = (c for c in facts.comments if c.id in unnamed)
    return replace(facts, edits={c.id: world.issues.edits(c) for c in comments})
