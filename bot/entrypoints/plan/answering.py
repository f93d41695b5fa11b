"""Planning a file: the stage runs, and runs again with the answers that the command line gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, AnswerSource, Question
from bot.entrypoints import reading
from bot.entrypoints.plan.progress import progress
from bot.entrypoints.plan.source import EPOCH, Source, request_of
from bot.errors import UsageError
from bot.flow.stage import PlannerStage
from bot.intents.model import EVERY, Pick
from bot.planning.engine import Engine
from bot.planning.pipeline import FORCE
from bot.planning.proposal import Declined, Proposal, ProposedQuestions, Request
from bot.ports.world import NO_FILES, Unwatched, Watch, Workspace
from bot.wiring.local import root_of

UNWATCHED = Unwatched()
_SAY_MORE = (
    "Edit the text: say what should change and how it should behave; name the file if you know it."
)
_OTHERWISE = "To plan it unchanged, remove that issue from the list of --issues."
_LETTER = re.compile("([1-9][0-9]?)([A-Za-z])[ ,]*")
_LETTERS = re.compile(f"(?:{_LETTER.pattern})+")
"""Picks of letters alone: one that is no option is told by its question, not as unreadable."""


def plan_file(
    source: Source,
    folder: Path | None,
    engine: Callable[[Path | None, Policy], Engine],
    *,
    as_json: bool,
) -> Proposal:
    """What a planner answers beside the repository in a folder, by default this checkout.

    `engine` chooses the planner for that folder and its policy. Raises UsageError, ConfigError.
    """
    root = folder or root_of(Path.cwd())
    tree, policy = reading.workspace(root), reading.policy(root)
    planner = engine(root, policy)
    with progress(as_json=as_json) as watch:
        found = propose(source, planner, tree, policy, watch)
    reading.tell_unread(root, tree.paths() if tree else ())
    return found


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
    found = _numbered(stage.run(request), request)
    picks = _picks(source, found.questions if isinstance(found, ProposedQuestions) else ())
    while picks:
        request, picks = _answered(request, found, picks)
        found = _numbered(stage.run(request), request)
    stage.exit(found, "output")
    if isinstance(found, Declined) and FORCE in found.would_change:  # a file takes no comments
        return replace(found, would_change=_OTHERWISE if found.duplicate_of else _SAY_MORE)
    return found


def _numbered(found: Proposal, request: Request) -> Proposal:
    """What was found; a question keeps its number over rounds, and a new one gets the next."""
    if not isinstance(found, ProposedQuestions):
        return found
    ids = {q.question: q.id for q in request.questions}
    for one in found.questions:
        ids.setdefault(one.question, f"q{len(ids) + 1}")
    return replace(found, questions=tuple(q.having(id=ids[q.question]) for q in found.questions))


def _answered(
    request: Request, found: Proposal, picks: Sequence[Pick]
) -> tuple[Request, tuple[Pick, ...]]:
    """The request with what was asked and answered, and the answers to questions not asked yet."""
    known = {q.id for q in request.questions}
    asked = found.questions if isinstance(found, ProposedQuestions) else ()
    questions = (*request.questions, *(q for q in asked if q.id not in known))
    if not questions:
        raise _no_answer("no question waits for an answer", "Remove --answer")
    picks = [_named(pick, picks, request, questions) for pick in picks]
    now = [p for pick in picks for p in _each(pick, picks, questions)]
    if not now:
        what = f"question {max(picks[0].question, 1)} does not exist"
        raise _no_answer(what, f"The last question is {len(questions)}")
    answers = (*request.answers, *(_answer(p, questions) for p in now))
    later = tuple(p for p in picks if p.question > len(questions))
    return replace(request, questions=questions, answers=answers), later


def _named(
    pick: Pick, picks: Sequence[Pick], request: Request, questions: Sequence[Question]
) -> Pick:
    """An answer that names no question, such as `yes`, with the number of the one that waits."""
    if pick.question:
        return pick
    named = {p.question for p in picks} | {int(a.question_id[1:]) for a in request.answers}
    left = [n for n in range(1, len(questions) + 1) if n not in named]
    if len(left) != 1:
        what = f"there are {len(left)} questions, but the answer has no number"
        raise _no_answer(what, "Write the question's number, too: --answer '1A'")
    return replace(pick, question=left[0])


def _each(pick: Pick, picks: Sequence[Pick], questions: Sequence[Question]) -> list[Pick]:
    """An answer to a question that was asked, or to every one that no other answer names."""
    if pick.question != EVERY:
        return [pick] if pick.question <= len(questions) else []
    named = {p.question for p in picks}
    rest = (n for n in range(1, len(questions) + 1) if n not in named)
    return [replace(pick, question=n) for n in rest]


def _picks(source: Source, asked: Sequence[Question]) -> tuple[Pick, ...]:
    if not source.answers:
        return ()
    from bot.intents import replies  # the ways of saying an answer are slow to load

    found = list[Pick]()
    for text in source.answers:
        letters = _LETTER.findall(text) if _LETTERS.fullmatch(text) else ()
        picked = [Pick(int(n), choice=letter.upper()) for n, letter in letters]
        picked = picked or list(replies.arguments(text, asked))
        if not picked:
            remedy = "Write --answer 1A, or in your own words --answer '1: …'"
            raise _no_answer(f"{text!r} is not an answer", remedy)
        found += picked
    for one in found:
        if any(p.question == one.question and p != one for p in found):
            which = "every question" if one.question == EVERY else f"question {one.question}"
            raise _no_answer(f"{which} has two answers", "Give one of them")
    return tuple(found)


def _answer(pick: Pick, questions: Sequence[Question]) -> Answer:
    question = questions[pick.question - 1]
    known = f"Choose {', '.join(question.letters[:-1])} or {question.letters[-1]}"
    if pick.choice and question.option(pick.choice) is None:
        raise _no_answer(f"question {pick.question} has no option {pick.choice}", known)
    if pick.text and not question.free_text:
        raise _no_answer(f"question {pick.question} takes only its options", known)
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
