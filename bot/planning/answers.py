"""Answers: what people answered to the questions asked, as decisions."""

from __future__ import annotations

from bot.domain.questionnaire import Answer, Question, ReasonCode
from bot.planning.decisions import Decision
from bot.planning.doubts import Doubt
from bot.planning.proposal import Request
from bot.planning.words import same


def answered(doubt: Doubt, request: Request) -> Decision | None:
    """Find the answer to a doubt, by its question's text."""
    for question, answer in answers(request):
        if same(question.question, doubt.question):
            return _from_answer(doubt, question, answer)
    return None


def answers(request: Request) -> tuple[tuple[Question, Answer], ...]:
    """Every answer with its question; the newest answer to a question counts."""
    known = {q.id: q for q in request.questions}
    newest = {a.question_id: a for a in request.answers if a.question_id in known}
    return tuple((known[id_], answer) for id_, answer in newest.items())


def of_own_accord(question: Question, answer: Answer) -> Decision:
    """Read an answer to a question that today's text no longer raises."""
    option = question.option(answer.choice) if answer.choice else None
    taken = option.plain_label if option else answer.text
    if not taken:
        taken = next(
            o.plain_label for o in question.options if o.label == question.recommended_option
        )
    dropped = tuple(o.plain_label for o in question.options if o.plain_label != taken)
    plain = question.question.rstrip("?")
    return Decision(question.question, taken, f"{plain}: {taken}", dropped, answer.by, question.why)


def taken(doubt: Doubt, at: int) -> Decision:
    """Take one way of a doubt without asking."""
    return one_of(doubt, at, "")


def one_of(doubt: Doubt, at: int, by: str) -> Decision:
    """The decision for one way of a doubt, by its place; `by` is empty where nobody chose."""
    way = doubt.ways[at]
    dropped = tuple(w.label for n, w in enumerate(doubt.ways) if n != at)
    verifiable = doubt.code is not ReasonCode.POLICY_RISK and not (doubt.prefer_first and at == 0)
    return Decision(doubt.question, way.label, way.stated, dropped, by, doubt.about, verifiable)


def _from_answer(doubt: Doubt, question: Question, answer: Answer) -> Decision:
    own = of_own_accord(question, answer)
    at = next((n for n, way in enumerate(doubt.ways) if same(way.label, own.chosen)), None)
    by = "" if answer.planner_decision else answer.by
    if at is not None:
        return one_of(doubt, at, by)
    return Decision(doubt.question, own.chosen, own.stated, own.dropped, by, doubt.about)
