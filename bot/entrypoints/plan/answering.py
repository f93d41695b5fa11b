"""Planning a file: the stage runs, and runs again with the answers that the command line gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, AnswerSource, Question
from bot.entrypoints.plan.source import EPOCH, Source, request_of
from bot.errors import UsageError
from bot.flow.stage import PlannerStage
from bot.intents.model import EVERY, Pick
from bot.planning.engine import Engine
from bot.planning.proposal import Proposal, ProposedQuestions, Request
from bot.ports.world import NO_FILES, Unwatched, Watch, Workspace

UNWATCHED = Unwatched()


def propose(
    source: Source,
    engine: Engine,
    workspace: Workspace | None = None,
    policy: Policy | None = None,
    watch: Watch = UNWATCHED,
) -> Proposal:
    """What the planner answers; with answers given, asked again with them.

    Questions that come in a later round can be answered along with the first: `1A 4B`. Raises UsageError
    for an answer to no question.
    """
    request = request_of(source)
    stage = PlannerStage(
        f"file#{request.number}",
        policy or Policy(),
        watch,
        engine,
        workspace or NO_FILES,
        watch.elapsed(),
        source.keep,
    )
    found = stage.run(request)
    picks = _picks(source)
    while picks:
        request, picks = _answered(request, found, picks)
        found = stage.run(request)
    stage.exit(found, "output")
    return found


def _answered(
    request: Request, found: Proposal, picks: Sequence[Pick]
) -> tuple[Request, tuple[Pick, ...]]:
    """The request with what was asked and answered, and the answers to questions not asked yet."""
    asked = found.questions if isinstance(found, ProposedQuestions) else ()
    if not (asked or request.questions):
        raise _no_answer("no question waits for an answer", "Remove --answer")
    if not request.questions:
        asked = tuple(q.model_copy(update={"id": f"q{n}"}) for n, q in enumerate(asked, 1))
    known = {q.id for q in request.questions}
    questions = (*request.questions, *(q for q in asked if q.id not in known))
    now = [p for pick in picks for p in _each(pick, picks, questions)]
    if not now:
        what = f"question {max(picks[0].question, 1)} does not exist"
        raise _no_answer(what, f"The last question is {len(questions)}")
    answers = (*request.answers, *(_answer(p, questions) for p in now))
    later = tuple(p for p in picks if p.question > len(questions))
    return replace(request, questions=questions, answers=answers), later


def _each(pick: Pick, picks: Sequence[Pick], questions: Sequence[Question]) -> list[Pick]:
    """An answer to a question that was asked, or to every one that no other answer names."""
    if pick.question != EVERY:
        return [pick] if pick.question <= len(questions) else []
    named = {p.question for p in picks}
    rest = (n for n in range(1, len(questions) + 1) if n not in named)
    return [replace(pick, question=n) for n in rest]


def _picks(source: Source) -> tuple[Pick, ...]:
    if not source.answers:
        return ()
    from bot.intents import replies  # the ways of saying an answer are slow to load

    found = list[Pick]()
    for text in source.answers:
        picked = replies.arguments(text)
        if not picked:
            raise _no_answer(f"{text!r} is not an answer", "Write --answer '1A 2B'")
        found += picked
    return tuple(found)


def _answer(pick: Pick, questions: Sequence[Question]) -> Answer:
    number = pick.question or 1
    question = questions[number - 1]
    if pick.choice and question.option(pick.choice) is None:
        known = f"Question {number} has the options {', '.join(question.letters)}"
        raise _no_answer(f"option {number}{pick.choice} does not exist", known)
    return Answer(
        question_id=question.id,
        choice=pick.choice,
        text=pick.text,
        planner_decision=pick.you_decide or pick.recommended,
        by="command line",
        how=AnswerSource.CLI,
        at=EPOCH,
    )


def _no_answer(what: str, remedy: str) -> UsageError:
    return UsageError("PLANGATE-CLI-006", what, remedy)
