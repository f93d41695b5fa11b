"""A damaged record, an edited card, an approval that no longer holds -> what is asked of us about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, pairwise

from bot.domain import hand_edits, markers
from bot.domain.authority import UNNAMED
from bot.domain.codec import UNSAVED
from bot.domain.facts import Comment, Facts, Person, RecordDamaged, RecordPresent, own
from bot.domain.objections import LASTING, Objection, objections
from bot.domain.people import Deletion, LastEdit
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
    by = _editor(facts, where) if where else _changer(facts, body)
    yield RecordEdited(key, facts.now, by, where, edit=edit)


def _editor(facts: Facts, comment_id: int) -> Person:
    """Who edited a comment of ours last, as event or GitHub tell.

    That we did ourselves is no answer: what GitHub tells lags behind what stands there.
    """
    seen, event = facts.witness, ("issue_comment", "edited", comment_id)
    if seen and (seen.event, seen.action, seen.comment_id) == event and not seen.sender.is_bot:
        return seen.sender
    card = next((c for c in facts.comments if c.id == comment_id), None)
    by = card.last_edit.by if card and card.last_edit else None
    return by if card and by and by.login != card.author.login else UNNAMED


def _changer(facts: Facts, section: str) -> Person:
    """Who alone changed our section of the issue's body since we wrote it; nobody where GitHub does not tell.

    What we wrote is the first version with the hidden block of now, which nobody else can sign. Who changed
    another part of the body in between did not change the section.
    """
    ours, block = {c.author.login for c in facts.comments if c.ours}, markers.hidden(section)[1]
    told = [*dropwhile(lambda v: markers.hidden(v.body or "")[1] != block, facts.edits.get(0, ()))]
    texts = [version.body.replace("\r\n", "\n") for version in told if version.body is not None]
    first = told[0].by if told and len(texts) == len(told) else None
    if first is None or first.login not in ours or texts[-1] != section.replace("\r\n", "\n"):
        return UNNAMED
    steps = zip(told[1:], pairwise(texts), strict=True)
    by = {version.by for version, (before, after) in steps if before != after}
    return (by.pop() or UNNAMED) if len(by) == 1 else UNNAMED


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
    for why in [objection for objection in found if objection in LASTING][:1]:
        newest: Deletion | LastEdit = LastEdit()
        if why is Objection.DELETED:
            newest = trail.deletions[-1]
        elif why is Objection.TAMPERED:
            newest = trail.tampered[-1]
        key = f"void:{record.times('void:') + 1}"
        yield ApprovalVoided(key, newest.at or approval.at, newest.by or UNNAMED, why=why)
