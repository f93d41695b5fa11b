"""What a model read in a reply: shown to its author, and taken only with their word."""

from __future__ import annotations

from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.history import READ
from bot.domain.record import Record
from bot.effects import NoticeKind
from bot.intents.model import Pick, ReplyRead
from bot.roles.round import Round, own_line, refused, telling


def propose(facts: Facts, record: Record, intent: ReplyRead) -> Round:
    """Note how a reply was read, and ask its author; where nothing was read, nobody is told."""
    words = tuple(f"{p.question}{p.choice}" for p in intent.picks)
    told = intent.problem or ", ".join(words) or "no pick"
    action = own_line(intent.key, facts.now, Role.HUMAN, READ, told)
    if intent.problem:
        action = refused(action, intent.problem)
    if words:
        labels = tuple(_label(record, p) for p in intent.picks)
        about = f"c{intent.comment_id}"
        data: dict[str, object] = {"picks": words, "labels": labels}
        action = telling(action, NoticeKind.REPLY_READ, intent.by, about, **data)
    return Round(record.logged(action))


def _label(record: Record, pick: Pick) -> str:
    question = next(q for q in record.planner.questions if q.id == f"q{pick.question}")
    option = question.option(pick.choice)
    return option.plain_label if option else ""
