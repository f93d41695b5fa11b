"""Replies that the rules read no pick in: which a model may read, and whether its reading was confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.authority import Privilege, may, may_answer
from bot.domain.facts import Comment, Facts, own, record_in
from bot.domain.history import READ, Notice
from bot.domain.objections import silenced
from bot.domain.questionnaire import Question
from bot.domain.record import Record
from bot.intents import replies
from bot.intents.commands import commands, spoken_lines
from bot.intents.model import Pick

_YES = "yes"
"""The one word that takes a reading: it is ours, and means nothing else after that question."""


def key_of(comment: Comment) -> str:
    """The key of the line that says how a reply was read."""
    return f"read:{comment.id}"


def unread(facts: Facts) -> tuple[Comment, ...]:
    """The newest word of each person since the open questions, where it holds no command and no pick.

    Only where planning asks a model, and only what nobody read before. Who may have it read is another
    question: see `answerable`.
    """
    record = record_in(facts.record)
    questions = waiting(record) if record else ()
    asked = record.awaiting_human_artifact if record else None
    if record is None or asked is None or not questions or not _heard(facts):
        return ()
    since = (c for c in facts.comments if c.created_at >= asked.requested_at)
    last = {c.author.login: c for c in since if not (c.ours or c.author.is_bot)}
    return tuple(c for c in last.values() if _is_new(c, record, questions))


def answerable(facts: Facts, comment: Comment) -> tuple[Question, ...]:
    """The open questions that its author may answer in own words, if they may start a model's run at all.

    Never one on policy: those are answered by their number only.
    """
    record = record_in(facts.record)
    if record is None or not may(facts, comment.author, Privilege.PLAN):
        return ()
    return tuple(q for q in waiting(record) if may_answer(facts, comment.author, q))


def waiting(record: Record) -> tuple[Question, ...]:
    """The questions that wait for an answer and are not on policy."""
    return tuple(q for q in record.still_open if not q.needs_write)


def confirmations(facts: Facts, record: Record) -> dict[int, tuple[Pick, ...]]:
    """The picks that comments take with a `yes`, by their ids, which only ever grow.

    It is its author's first word after we said how we read their reply. Picks of questions that were
    answered since, and of those on policy, are left out.
    """
    read = tuple(_proposed(facts, record))
    found: dict[int, tuple[Pick, ...]] = {}
    last: dict[str, int] = {}
    for comment in sorted(facts.comments, key=lambda c: c.id) if read else ():
        login = comment.author.login
        since, last[login] = last.get(login, 0), comment.id
        if _is_yes(comment):
            told = (n for at, n in read if any(since < one < comment.id for one in at))
            notice = next(told, None)
            found[comment.id] = _picks(record, notice) if notice and notice.to == login else ()
    return found


def _is_yes(comment: Comment) -> bool:
    said = [line.strip(" \t.!").lower() for line in spoken_lines(comment.body) if line.strip()]
    return said == [_YES]


def _picks(record: Record, notice: Notice) -> tuple[Pick, ...]:
    still_open = {q.id for q in waiting(record)}
    picks = (replies.arguments(str(word)) for word in notice.data.get("picks", ()))
    return tuple(p for found in picks for p in found if f"q{p.question}" in still_open)


def _proposed(facts: Facts, record: Record) -> Iterator[tuple[list[int], Notice]]:
    """What we told of readings, the newest first, and in which comments."""
    places: dict[str, list[int]] = {}
    for comment, mark in own(facts.comments):
        if mark.kind == "notice":
            places.setdefault(mark.key, []).append(comment.id)
    told = (a.notice for a in reversed(record.history) if a.action == READ and a.notice)
    yield from ((places[key], n) for n in told if (key := f"id={n.key}") in places)


def _heard(facts: Facts) -> bool:
    """Say whether anything is read on this issue now, and a model may be asked."""
    is_open = facts.issue is not None and facts.issue.state == "open"
    return is_open and facts.spends and not facts.policy_broken and not silenced(facts)


def _is_new(comment: Comment, record: Record, questions: tuple[Question, ...]) -> bool:
    if comment.edited or comment.untold or not comment.body.strip():
        return False
    if record.handled(key_of(comment)) or record.handled(f"comment:{comment.id}:0"):
        return False
    told = commands(comment.body) or replies.cancels(comment.body)
    return not (told or replies.picks(comment.body, questions))
