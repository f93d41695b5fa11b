"""Has a model read replies that the rules read no pick in; what it finds is only proposed."""

from __future__ import annotations

from bot.domain.facts import Comment, Facts
from bot.errors import ModelError
from bot.flow.world import World
from bot.intents.model import Answered, Intent, Pick, ReplyRead
from bot.intents.readings import answerable, key_of, unread


def with_readings(facts: Facts, intents: tuple[Intent, ...], world: World) -> tuple[Intent, ...]:
    """The intents, and how each reply in its author's own words is read; asks a model once a reply.

    A reply that was understood is not called unclear as well.
    """
    found = [made for c in unread(facts) if (made := _read(facts, c, world))]
    understood = {reading.comment_id for reading in found if reading.picks}
    kept = (
        i
        for i in intents
        if not (isinstance(i, Answered) and not i.picks and i.comment_id in understood)
    )
    return (*kept, *found)


def _read(facts: Facts, comment: Comment, world: World) -> ReplyRead | None:
    questions = answerable(facts, comment)
    if not questions or world.read_reply is None:
        return None
    picks, problem = tuple[Pick, ...](), ""
    try:
        chosen = world.read_reply(questions, comment.body)
        picks = tuple(Pick(number, choice=letter) for number, letter in chosen)
    except ModelError as fault:
        problem = f"{fault.code}: {fault.what}"
    return ReplyRead(
        key_of(comment), comment.created_at, comment.author, comment.id, picks, problem
    )
