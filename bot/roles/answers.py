"""Answers to questions: whose counts, what they change, what people are told, how a model read one."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import UNNAMED, may_answer, permission_of
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Permission
from bot.domain.history import READ, Action
from bot.domain.questionnaire import Answer, AnswerSource, Question
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.effects import Effect, NoticeKind, React
from bot.intents import picked
from bot.intents.model import Answered, Pick, ReplyRead
from bot.intents.picked import PickSet
from bot.roles.round import SOMEBODY, Round, line, own_line, refused, telling, unnamed

ROLE = Role.HUMAN
MERGED_INTO = "planningArtifact.steps, planningArtifact.risks, testingArtifacts.planned"
_CHANGEABLE = frozenset({Stage.AWAITING_HUMAN, Stage.PLANNING, Stage.STAGED})
"""`PLANNING`: somebody else said the last answer that was missing a moment ago, and no plan is made yet."""


def answer(facts: Facts, record: Record, intent: Answered) -> Round:
    """Keep the answers a person may give; refuse the others once and politely.

    Until the plan is approved a changed answer plans again; afterwards it needs `/plan replan`.
    """
    if not record.planner.questions:
        return _noted(facts, record, intent)
    if record.stage not in _CHANGEABLE:
        return _late(facts, record, intent)
    if intent.by == UNNAMED:
        words = " ".join(f"{p.question}{p.choice}" for p in intent.picks)
        return Round(record.logged(unnamed(line(intent, facts.now, ROLE, "answer"), words)))
    picks = picked.sort(facts, record, intent)
    news = tuple(_answer(facts, intent, q, p) for q, p in picks.taken if _is_news(record, q, p))
    if news:
        return _merged(facts, record, intent, picks, news)
    if picks.taken and not picks.rule:
        return _noted(facts, record, intent, "nothing new")
    tried = refused(line(intent, facts.now, ROLE, "answer"), picks.rule)
    told = _told(facts, record, intent, picks, tried)
    return Round(record.logged(told) if told.notice or _is_said(intent) else record)


def _is_news(record: Record, question: Question, pick: Pick) -> bool:
    known = _known(record, question.id)
    return known is None or (known.choice, known.text) != picked.choice(question, pick)


def _known(record: Record, question_id: str) -> Answer | None:
    return next((a for a in record.planner.answers if a.question_id == question_id), None)


def _merged(
    facts: Facts, record: Record, intent: Answered, picks: PickSet, news: tuple[Answer, ...]
) -> Round:
    answers = {a.question_id: a for a in (*record.planner.answers, *news)}
    known = [q.id for q in record.planner.questions]
    planner = record.planner.having(answers=tuple(answers[i] for i in known if i in answers))
    asked = record.awaiting_human_artifact
    if asked:
        here = {q.id for q in asked.questions}
        asked = asked.with_answers(tuple(a for a in news if a.question_id in here))
    note = f"source: human questionnaire answer by {intent.by.login or 'a writer'}"
    written = record.write(
        ROLE,
        facts.now,
        f"{note}; applied fields: {MERGED_INTO}",
        awaiting_human_artifact=asked,
        planner=planner,
    )
    words = said(news) + (f"; not taken: {picks.rule}" if picks.rule else "")
    action = line(intent, facts.now, ROLE, "answer", words)
    action = _told(facts, record, intent, picks, action)
    if written.still_open:
        return Round(written.logged(action), _receipt(intent))
    return Round(written.move(Stage.PLANNING, action), _receipt(intent), wants_plan=True)


def said(answers: tuple[Answer, ...]) -> str:
    """Answers as the history shows them, such as `1A, 2(recommended)`."""
    return ", ".join(f"{a.question_id[1:]}{a.choice or a.text[:40]}" for a in answers)


def _told(facts: Facts, record: Record, intent: Answered, picks: PickSet, action: Action) -> Action:
    """The line with the one thing somebody must hear because of it, if there is one."""
    if intent.by.is_bot:
        return action
    asked = record.awaiting_human_artifact
    about = f"r{asked.round if asked else 1}"
    data: dict[str, object] = {"taken": picked.numbers(tuple(q for q, _ in picks.taken))}
    if picks.torn:
        data["questions"] = picked.numbers(picks.torn)
        return telling(action, NoticeKind.CONFLICT, intent.by, about, **data)
    if picks.barred:
        data = _refusal(facts, record, intent, picks.barred, data)
        return telling(action, NoticeKind.ANSWER_REFUSED, intent.by, about, **data)
    still_open = asked.open_questions if asked else ()
    theirs = any(may_answer(facts, intent.by, q) for q in (asked.questions if asked else ()))
    if picks.unclear and intent.how is not AnswerSource.TICK:
        if theirs:
            data |= {"left": picks.unclear, "open": picked.numbers(still_open)}
            data["own_words"] = picked.numbers(tuple(q for q in still_open if q.free_text))[:1]
            return telling(action, NoticeKind.UNCLEAR_ANSWER, intent.by, about, **data)
        if _is_said(intent):
            data = _refusal(facts, record, intent, still_open, data)
            return telling(action, NoticeKind.ANSWER_REFUSED, intent.by, about, **data)
    return _overruling(record, intent, picks, action, about)


def _refusal(
    facts: Facts,
    record: Record,
    intent: Answered,
    barred: tuple[Question, ...],
    data: dict[str, object],
) -> dict[str, object]:
    """What is said of who may answer instead; on policy that takes write permission."""
    asked = record.awaiting_human_artifact
    data = data | {"round": asked.round if asked else 1, "who": facts.policy.answers.who}
    theirs = any(may_answer(facts, intent.by, q) for q in record.planner.questions)
    if theirs or (barred and all(q.needs_write for q in barred)):
        data |= {"questions": picked.numbers(barred), "needs_write": True}
    return data


def _overruling(
    record: Record, intent: Answered, picks: PickSet, action: Action, about: str
) -> Action:
    """Tell a person that somebody else changed their answer."""
    for question, pick in picks.taken:
        known = _known(record, question.id)
        person = known is not None and known.how not in {AnswerSource.TIMEOUT, AnswerSource.CLI}
        same = not _is_news(record, question, pick)
        if known is None or same or not person or known.by in {SOMEBODY, intent.by.login}:
            continue
        was, now = known.choice or known.text[:80], picked.choice(question, pick)
        return telling(
            action,
            NoticeKind.ANSWER_CHANGED,
            replace(intent.by, login=known.by, is_bot=known.by.endswith("[bot]")),
            about,
            number=question.id[1:],
            was=was,
            now=now[0] or now[1][:80],
            by=intent.by.login or SOMEBODY,
        )
    return action


def _late(facts: Facts, record: Record, intent: Answered) -> Round:
    """What was decided stays decided; who may answer hears how to change it all the same."""
    known = any(picked.question(record, p) for p in intent.picks)
    theirs = all(may_answer(facts, intent.by, q) for q in record.planner.questions)
    if not known or not theirs:
        return _noted(facts, record, intent)
    tried = refused(line(intent, facts.now, ROLE, "too late"), "answer: the plan goes on as it is")
    told = telling(tried, NoticeKind.ANSWER_LATE, intent.by, planned=record.stage.planned)
    return Round(record.logged(told))


def reading(facts: Facts, record: Record, intent: ReplyRead) -> Round:
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


def _answer(facts: Facts, intent: Answered, question: Question, pick: Pick) -> Answer:
    choice, text = picked.choice(question, pick)
    return Answer(
        question_id=question.id,
        choice=choice,
        text=text[:500],
        planner_decision=pick.you_decide,
        by=intent.by.login or SOMEBODY,
        how=intent.how,
        at=intent.at,
        permission=_standing(facts, intent),
        comment_id=intent.comment_id,
        body_digest=intent.body_digest,
    )


def _standing(facts: Facts, intent: Answered) -> str:
    """What the right to answer rests on: a permission, or being author, assignee or a listed bot."""
    permission = permission_of(facts, intent.by)
    if intent.by.is_bot:
        return "answers.bots"
    if permission is not Permission.NONE or facts.issue is None:
        return permission.value
    author = intent.by.login.lower() == facts.issue.author.login.lower()
    return "author" if author else "assignee"


def _noted(facts: Facts, record: Record, intent: Answered, why: str = "no open question") -> Round:
    if not _is_said(intent):
        return Round(record)
    return Round(record.logged(line(intent, facts.now, ROLE, "too late", f"answer: {why}")))


def _is_said(intent: Answered) -> bool:
    """Say whether this must be remembered: a reply that names nothing was perhaps no answer at all."""
    return bool(intent.picks) or intent.how is AnswerSource.COMMAND


def _receipt(intent: Answered) -> tuple[Effect, ...]:
    return () if intent.how is AnswerSource.TICK else (React(intent.comment_id, "+1"),)
