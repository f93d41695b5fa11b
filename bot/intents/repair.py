"""A damaged record, an edited card, an approval that no longer holds -> what is asked of us about them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain import hand_edits, markers
from bot.domain.authority import UNNAMED
from bot.domain.codec import UNSAVED
from bot.domain.facts import Comment, Facts, Person, RecordDamaged, RecordPresent, own
from bot.domain.objections import Objection, objections
from bot.domain.people import Trail
from bot.domain.record import Record
from bot.intents.commands import commands
from bot.intents.model import ApprovalVoided, RecordEdited, RestoreWanted

BOT = Person("plangate", is_bot=True)


def wanted(facts: Facts, damaged: RecordDamaged) -> Iterator[RestoreWanted]:
    """A good copy is put back by itself; else somebody must say `/plan restore`.

    That counts only after we said what is damaged: words about an earlier damage are no consent.
    What a newer version of plangate wrote is no damage: nobody can ask this one to replace it.
    """
    if damaged.newer:
        return
    if damaged.copy:
        yield RestoreWanted(f"restore:{damaged.anchor}", facts.now, BOT)
        return
    for comment in _asking(facts, damaged):
        if not comment.edited and not comment.untold:
            key = f"comment:{comment.id}:0"
            yield RestoreWanted(key, comment.created_at, comment.author, comment.id)


def untold(facts: Facts, damaged: RecordDamaged) -> bool:
    """Say whether somebody asked for it, and GitHub does not tell if these are their own words."""
    return any(comment.untold for comment in _asking(facts, damaged))


def _asking(facts: Facts, damaged: RecordDamaged) -> Iterator[Comment]:
    key = reported(damaged)  # our comment that reported this very damage
    since = min((c.id for c, mark in own(facts.comments) if mark.key == key), default=0)
    for comment in (c for c in facts.comments if since and c.id > since and not c.ours):
        said = any(c.verb == "restore" for c in commands(comment.body))
        if said and not comment.author.is_bot:
            yield comment


def reported(damaged: RecordDamaged) -> str:
    """What names our comment about a damage; one about a newer version asks for something else."""
    kind = "newer" if damaged.newer else "unsaved" if damaged.code == UNSAVED else "damaged"
    return f"id={kind}-{damaged.anchor}"


def edits(facts: Facts, record: Record) -> Iterator[RecordEdited]:
    """The visible part of the card says something else than we wrote: a request, or clutter."""
    state = facts.record
    if not isinstance(state, RecordPresent) or state.home.foreign:
        return
    body = state.home.card or state.home.body
    if markers.intact(body) or (state.home.comment_id and markers.read(body) is None):
        return
    text, where = markers.text_of(body), state.home.comment_id
    key = f"card:{record.times('card:') + 1}:{markers.body_checksum(text)}"
    edit = hand_edits.read(record, text)
    yield RecordEdited(key, facts.now, _editor(facts, where), where, edit=edit)


def _editor(facts: Facts, comment_id: int) -> Person:
    """Who edited a comment of ours last, or (comment_id 0) the issue's body, as event or GitHub tell.

    That we did ourselves is no answer: what GitHub tells lags behind what stands there.
    """
    seen, event = facts.witness, "issue_comment" if comment_id else "issues"
    edited = seen and (seen.event, seen.action) == (event, "edited") and seen.rewritten
    if seen and edited and seen.comment_id == comment_id and not seen.sender.is_bot:
        return seen.sender
    card = next((c for c in facts.comments if c.id == comment_id), None)
    told = card or facts.issue
    by = told.last_edit.by if told and told.last_edit else None
    ours = card.author.login if card else ""
    return by if by and by.login != ours else UNNAMED


def voided(facts: Facts, record: Record) -> Iterator[ApprovalVoided]:
    """The first lasting objection to an approval, once; it is dated when it came about.

    A closed issue opens no gate; what became of its approval is asked when it is open again. That of
    finished work is left as it was: the gate asks for itself.
    """
    approval, trail, issue = record.approval, facts.trail, facts.issue
    if approval is None or trail is None or not record.stage.live:
        return
    if issue is None or issue.state != "open":
        return
    found = objections(facts, issue, trail, record)
    for why in [objection for objection in found if objection.lasting][:1]:
        at, by = _newest(trail, why)
        key = f"void:{record.times('void:') + 1}"
        yield ApprovalVoided(key, at or approval.at, by or UNNAMED, why=why)


def _newest(trail: Trail, why: Objection) -> tuple[datetime | None, Person | None]:
    match why:
        case Objection.DELETED:
            return trail.deletions[-1].at, trail.deletions[-1].by
        case Objection.TAMPERED:
            return trail.tampered[-1].at, trail.tampered[-1].by
        case _:
            return None, None
