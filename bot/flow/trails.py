"""Who edited what, merged into the facts: asked of GitHub itself, and seen by the event that woke us."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.domain.facts import Comment, Facts, Witness
from bot.domain.trail import LastEdit
from bot.flow.reads import Reads
from bot.intents.reading import read_intents


def with_trail(facts: Facts, reads: Reads) -> Facts:
    """The facts with the last edits of the issue and its comments.

    One question tells of the first and the last hundred comments; another one of those between them,
    where somebody asks for something there.
    """
    if facts.issue is None:
        return facts
    trail = reads.trail(facts.issue.number)
    if trail is None:
        return replace(facts, comments=_touched(facts.comments, {}, facts.witness))
    issue = replace(facts.issue, last_edit=trail.body)
    comments = _touched(facts.comments, trail.comments, facts.witness)
    known = replace(facts, trail=trail, issue=issue, comments=comments)
    asking = {intent.comment_id for intent in read_intents(known)}
    between = tuple(c for c in comments if c.last_edit is None and c.id in asking)
    if not between:
        return known
    told = {**trail.comments, **reads.world.issues.last_edits(between)}
    return replace(known, comments=_touched(comments, told, facts.witness))


def _touched(
    comments: Iterable[Comment], told: Mapping[str, LastEdit], seen: Witness | None
) -> tuple[Comment, ...]:
    return tuple(replace(c, last_edit=_last(c, told.get(c.node_id), seen)) for c in comments)


def _last(comment: Comment, told: LastEdit | None, seen: Witness | None) -> LastEdit | None:
    """The last edit that is known of: the event's own counts where GitHub's answer lags behind it."""
    if seen is None or (seen.event, seen.comment_id) != ("issue_comment", comment.id):
        return told
    if told is not None and told.edited:
        return told
    if seen.action == "edited":
        return LastEdit(comment.updated_at, seen.sender)
    moved = seen.body_after is not None and seen.body_after != comment.body
    return LastEdit(comment.updated_at) if moved else told
