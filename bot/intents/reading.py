"""Facts -> what people ask that we have not dealt with yet, oldest first; no event is needed for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.authority import SOMEBODY_WITH_WRITE, may_answer, may_speak
from bot.domain.belief import editor, labeller
from bot.domain.facts import Comment, Facts, Issue, RecordDamaged, record_in
from bot.domain.objections import silenced
from bot.domain.policy import Policy
from bot.domain.questionnaire import AnswerSource
from bot.domain.record import Record
from bot.domain.request import is_request, request_digest
from bot.domain.stages import Stage
from bot.intents import boxes, evidence, repair, replies, tasks
from bot.intents.commands import MOST, Command, beside, commands
from bot.intents.model import (
    Answered,
    CancelWanted,
    CommandHeld,
    HandWanted,
    HelpWanted,
    Intent,
    Pick,
    PlanRejected,
    PlanWanted,
    QuestionsExpired,
    RecordEdited,
    RequestEdited,
    TaskMoved,
)
from bot.intents.readings import confirmations
from bot.intents.verbs import intent_of

_WORKED_ON = frozenset({Stage.IMPLEMENTING, Stage.REVIEW, Stage.VERIFICATION})
_ANSWERABLE = _WORKED_ON | {Stage.AWAITING_HUMAN, Stage.STAGED, Stage.CANCELLED}


def read_intents(facts: Facts) -> tuple[Intent, ...]:
    """Every intent in the facts whose key the record's history does not hold, oldest first."""
    if facts.issue is None or facts.issue.dashboard or facts.policy_broken:
        return ()
    if silenced(facts):
        return _rejections(facts)
    if isinstance(facts.record, RecordDamaged):
        return tuple(repair.wanted(facts, facts.record))
    record = record_in(facts.record)
    found = [*_from_label(facts, record), *_from_comments(facts, record)]
    if record and facts.issue.state == "open":
        found += [*boxes.ticks(facts, record), *_from_clock(facts, record)]
    if record:
        planned = record.stage.planned
        found += repair.edits(facts, record)
        found += tasks.seen(facts, record) if planned else ()
        found += _from_request(facts.issue, facts, record)
        found += evidence.seen(facts, record) if planned else ()
        found += repair.voided(facts, record)
        found += evidence.reopened_or_reverted(facts, record) if planned else ()
    fresh = [i for i in found if not (record and record.handled(i.key)) or _waits(i)]
    return tuple(sorted(fresh, key=lambda i: i.at))


def _waits(intent: Intent) -> bool:
    """Say whether GitHub has yet to tell whether this is what its author wrote: then it is read again."""
    return isinstance(intent, CommandHeld) and intent.why == "untold"


def _rejections(facts: Facts) -> tuple[Intent, ...]:
    """What is heard while a label keeps us away: that somebody withdraws their consent."""
    record = record_in(facts.record)
    if record is None:
        return ()
    found = (i for i in _from_comments(facts, record) if isinstance(i, PlanRejected))
    return tuple(i for i in found if not record.handled(i.key))


def speakers(facts: Facts) -> frozenset[str]:
    """Logins whose permission must be asked before these facts can be judged."""
    record = record_in(facts.record)
    told = (i for i in read_intents(facts) if not (record and record.handled(i.key)))
    return frozenset(
        i.by.login
        for i in told
        if i.by.login and not i.by.is_bot and _judged(i) and not _entitled(facts, i)
    )


def _judged(intent: Intent) -> bool:
    """Say whether it was said in a comment, by closing an issue, or written into our section of the body."""
    return bool(intent.comment_id) or isinstance(intent, RecordEdited | TaskMoved)


def _entitled(facts: Facts, intent: Intent) -> bool:
    """Say whether the policy lets this person answer whatever their permission is."""
    record = record_in(facts.record)
    asked = record.awaiting_human_artifact if record else None
    if record is None or not isinstance(intent, Answered) or asked is None:
        return False
    nobody = replace(facts, permissions={})
    return all(may_answer(nobody, intent.by, q) for q in record.planner.questions)


def _from_label(facts: Facts, record: Record | None) -> Iterator[Intent]:
    issue = facts.issue
    fresh = issue is not None and record is None and issue.state == "open"
    if issue and fresh and asks_for_plan(issue, facts.policy):
        yield PlanWanted("label:plan", issue.created_at, SOMEBODY_WITH_WRITE, named=labeller(facts))


def asks_for_plan(issue: Issue, policy: Policy) -> bool:
    """Say whether a label asks for a plan: of one story, or of several."""
    return issue.has(policy.labels.plan) or issue.has(policy.labels.epic)


def _from_comments(facts: Facts, record: Record | None) -> Iterator[Intent]:
    if facts.issue and facts.issue.state == "closed":
        yield from _on_closed(facts, record)
        return
    confirmed = confirmations(facts, record) if record and record.times("read:") else {}
    for comment in facts.comments:
        if comment.ours or not may_speak(facts, comment.author):
            continue
        said = commands(comment.body)
        taken = confirmed.get(comment.id, ())
        reply = (_answered(comment, said, taken),) if taken else _reply(comment, record, said)
        found = (*reply, *_spoken(comment, said, record))
        if comment.author.is_bot:  # a listed one may answer, and nothing else
            own = not comment.edited and not comment.untold
            yield from (i for i in found if own and isinstance(i, Answered))
        elif comment.edited and (said or found):
            no = [i for i in found if _withdraws(i, record)]
            yield from no or _edited(comment, record)
        else:
            yield from (_proven(facts, comment, i) for i in found)


def _proven(facts: Facts, comment: Comment, intent: Intent) -> Intent:
    """The intent; where nobody tells whether these are its author's own words, only what needs no permission.

    REST's times have whole seconds: who may write could have put the words there in the same one. The
    rest waits until GitHub tells, and its author hears once that it does.
    """
    record = record_in(facts.record)
    heard = record is not None and record.handled(intent.key)
    free = isinstance(intent, HelpWanted | HandWanted) or _withdraws(intent, record)
    free = free or _entitled(facts, intent)
    if heard or free or not comment.untold:
        return intent
    return CommandHeld(f"untold:{comment.id}", intent.at, intent.by, comment.id, why="untold")


def _withdraws(intent: Intent, record: Record | None) -> bool:
    """Say whether it rejects an approved plan: that never waits, and counts in an edited comment, too.

    Else an edit of the comment would keep the gate open. Whoever can edit it may reject the plan as well.
    """
    return isinstance(intent, PlanRejected) and record is not None and record.approved


def _on_closed(facts: Facts, record: Record | None) -> Iterator[CommandHeld]:
    """Commands given after the last thing that happened: on a closed issue they wait."""
    last = record.history[-1].at if record and record.history else None
    for comment in facts.comments:
        silent = comment.ours or comment.author.is_bot or comment.edited
        if last is None or silent or comment.created_at < last or not commands(comment.body):
            continue
        if record and not any(record.handled(f"comment:{comment.id}:{n}") for n in range(MOST)):
            key = f"closed:{comment.id}"
            yield CommandHeld(key, comment.created_at, comment.author, comment.id, why="closed")


def _edited(comment: Comment, record: Record | None) -> Iterator[CommandHeld]:
    """Anyone with write permission may have put the words there: they count only as what was heard before.

    Who edits an answer that was heard into another one hears that this changed nothing.
    """
    heard = record and any(record.handled(f"comment:{comment.id}:{n}") for n in range(MOST + 1))
    if not heard or (record and _says_otherwise(comment, record)):
        key = f"edited:{comment.id}"
        yield CommandHeld(key, comment.updated_at, comment.author, comment.id)


def _says_otherwise(comment: Comment, record: Record) -> bool:
    """Say whether an answer that was taken from this comment is another one in its words of now."""
    taken = {a.question_id: a for a in record.planner.answers if a.comment_id == comment.id}
    same = all(a.body_digest == replies.checksum(comment) for a in taken.values())
    if record.stage not in _ANSWERABLE or same:
        return False
    picked = replies.picks(comment.body, record.planner.questions)
    said = ((taken.get(f"q{p.question}"), p) for p in picked)
    return any(
        a and (p.choice or p.text) and (a.choice, a.text) != (p.choice, p.text) for a, p in said
    )


def _spoken(comment: Comment, said: tuple[Command, ...], record: Record | None) -> Iterator[Intent]:
    unknown = [n for n, command in enumerate(said) if not command.known]
    still_open = record.still_open if record else ()
    for n, command in enumerate(said):
        if n in unknown[1:]:
            continue
        starts = command.verb in {"", "force"}
        if record is None and not starts:
            continue
        if record and record.history and comment.created_at < record.history[0].at:
            continue
        yield intent_of(command, f"comment:{comment.id}:{n}", comment, still_open)


def _reply(comment: Comment, record: Record | None, said: tuple[Command, ...]) -> Iterator[Intent]:
    """The answer in a reply: while we wait any picks, later on only such as name their question.

    Beside commands only picks count.
    """
    asked = record.awaiting_human_artifact if record else None
    if record is None or asked is None or record.stage not in _ANSWERABLE:
        return
    waiting = bool(record.still_open) and comment.created_at >= asked.requested_at
    still_open = record.still_open if waiting else ()
    picked = replies.picks(beside(comment.body) if said else comment.body, still_open)
    first = min(q.requested_at or comment.created_at for q in record.planner.questions)
    named = bool(picked) and all(p.question > 0 for p in picked) and comment.created_at >= first
    if waiting and not (picked or said) and replies.cancels(comment.body):
        key = f"comment:{comment.id}:0"
        yield CancelWanted(key, comment.created_at, comment.author, comment.id)
        return
    read = record.handled(f"read:{comment.id}")  # by a model, which found a pick or none
    meant = picked or (not said and not read and replies.seems(comment.body, still_open))
    if (waiting and meant) or named:
        yield _answered(comment, said, picked)


def _answered(comment: Comment, said: tuple[Command, ...], picked: tuple[Pick, ...]) -> Answered:
    key, digest = f"comment:{comment.id}:{len(said)}", replies.checksum(comment)
    base = key, comment.created_at, comment.author, comment.id
    return Answered(*base, picks=picked, how=AnswerSource.REPLY, body_digest=digest)


def _from_clock(facts: Facts, record: Record) -> Iterator[Intent]:
    asked = record.awaiting_human_artifact
    if asked and asked.deadline and record.still_open and facts.now >= asked.deadline:
        yield QuestionsExpired(f"timeout:{asked.round}", asked.deadline, repair.BOT)


def _from_request(issue: Issue, facts: Facts, record: Record) -> Iterator[Intent]:
    known = record.planner.request_digest
    declined = record.stage in {Stage.DUPLICATE, Stage.UNRESOLVABLE}
    if not known or is_request(known, issue.title, issue.body):
        return
    if (record.stage.live or declined) and issue.state == "open":
        digest = request_digest(issue.title, issue.body)
        heard = next((a.key for a in reversed(record.history) if a.key.startswith("request:")), "")
        if record.stage is Stage.PLANNING and heard.endswith(f":{digest[:16]}"):
            return  # its plan is still to be made: announced, or offered
        key = f"request:{record.times('request:') + 1}:{digest[:16]}"
        yield RequestEdited(key, facts.now, issue.author, named=editor(facts))
