"""Decisions: what is still open is asked; what people chose stands in goal, criteria and steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.domain.plan import ActionType
from bot.domain.questionnaire import (
    RECOMMENDED,
    Group,
    Option,
    Question,
    QuestionContext,
    ReasonCode,
)
from bot.planning.draft import (
    Draft,
    DraftCriterion,
    DraftOption,
    DraftQuestion,
    DraftStep,
    DraftTask,
    DraftTest,
)
from bot.planning.proposal import Decided, Request
from bot.planning.repository.places import is_test
from bot.planning.words import plain, shortened

MOST_QUESTIONS = 8
"""In all, over every round (seed 3)."""
_QUESTION, _LABEL, _WORDS = 400, 160, 200
"""Characters of a question, of an option's label, and of what was chosen."""
_SECTIONS = ("planningArtifact.goals", "planningArtifact.steps", "testingArtifacts.planned")
_ID = "decided{n}"


def still_open(draft: Draft, request: Request) -> Draft:
    """The draft with the questions that nobody answered yet; without any it is a plan.

    Only an answer ends a question on policy. One of another kind that waits is asked on, in its own
    words, where the engine still asks for the same reason. No more than eight are asked in all, those on
    policy first: what goes beyond stands among the assumptions, as its recommended option, or as undecided.
    """
    answered = {d.question.id for d in request.decided}
    waiting = [q for q in request.questions if q.id not in answered]
    known = {q.question for q in request.questions}
    drafted = [q for q in draft.questions if shortened(q.question, _QUESTION) not in known]
    codes = {q.code for q in draft.questions}
    kept = [_drafted(q) for q in waiting if q.needs_write or codes & {*q.context.reason_codes}]
    reworded = {q.code for q in kept}
    new = sorted((q for q in drafted if q.code not in reworded), key=_is_harmless)
    room = max(0, MOST_QUESTIONS - len(known))
    return draft.having(
        questions=(*kept, *new[:room]),
        assumptions=(*draft.assumptions, *map(_taken, new[room:])),
        decision="ask" if kept or new[:room] else "proceed",
    )


def _is_harmless(question: DraftQuestion) -> bool:
    return question.code is not ReasonCode.POLICY_RISK


def _taken(question: DraftQuestion) -> str:
    if _is_harmless(question):
        return f"{question.question} Taken: {question.recommended}"
    return f"{question.question} Undecided: it is not to be done before somebody decides."


def asked(draft: Draft) -> tuple[Question, ...]:
    """The questions of a draft in the questionnaire's shape (seed 1); labels of options differ."""
    return tuple(_question(n, q) for n, q in enumerate(draft.questions, 1))


def _question(number: int, question: DraftQuestion) -> Question:
    labels = {o.label: shortened(o.label, _LABEL) for o in question.options}
    best = f"{labels[question.recommended]}{RECOMMENDED}"
    options = (
        Option(
            label=best if o.label == question.recommended else labels[o.label],
            description=shortened(o.effect, 300),
        )
        for o in question.options
    )
    return Question(
        id=f"q{number}",
        question=shortened(question.question, _QUESTION),
        options=tuple(options),
        recommended_option=best,
        context=QuestionContext(reason_codes=(question.code,), affected_sections=_SECTIONS),
        group=Group.SCOPE if question.code is ReasonCode.MISSING_INPUT else Group.APPROACH,
        why=shortened(question.quote, 600),
        recommended_because=shortened(question.because, 300),
        free_text=_is_harmless(question),
    )


def _drafted(question: Question) -> DraftQuestion:
    """A question that was asked before, as a draft: word for word."""
    options = (DraftOption(label=o.plain_label, effect=o.description) for o in question.options)
    return DraftQuestion(
        code=question.context.reason_codes[0],
        question=question.question,
        quote=question.why,
        options=tuple(options),
        recommended=question.recommended_option.removesuffix(RECOMMENDED),
        because=question.recommended_because,
        needs_text=question.free_text,
    )


def with_decisions(draft: Draft, decided: Iterable[Decided]) -> Draft:
    """The draft in which every decision can be seen.

    Takes a draft of a plan and what was decided. What the draft says itself, in goal, criteria and
    steps alike, is not said again; what is left out is no part of it.
    """
    told = [(one, shortened(one.chosen.rstrip("."), _WORDS)) for one in decided]
    told = [(one, chosen) for one, chosen in told if chosen and not one.leaves_out]
    if not told or not draft.work:
        return draft
    first, *rest = draft.work
    unsaid = _unsaid(told, (draft.goal,))
    goal = f"{draft.goal.rstrip('.')} ({unsaid})" if unsaid else draft.goal
    known = [c.text for c in draft.criteria]
    more = tuple(
        DraftCriterion(id=_ID.format(n=number), text=_criterion(one, chosen), kind="derived")
        for number, (one, chosen) in enumerate(told, 1)
        if not _says(chosen, known)
    )
    tests = (DraftTest(criterion=c.id, asserts=c.text) for c in more)
    if unsaid := _unsaid(told, [s.instruction for t in draft.work for s in t.steps]):
        first = first.having(steps=tuple(_stepped(first, unsaid)))
    first = first.having(criteria=(*first.criteria, *(c.id for c in more)))
    held = {"goal": goal, "criteria": (*draft.criteria, *more), "tests": (*draft.tests, *tests)}
    return draft.model_copy(update=held).with_work((first, *rest))


def _criterion(one: Decided, chosen: str) -> str:
    """What holds once it is done as decided: `CSV, not XLSX` where the request names every way."""
    quote = one.question.why
    named = [_spelled(o.plain_label, quote) for o in one.question.options]
    others = [way for way in named if plain(way) != plain(chosen)]
    if all(named) and len(others) < len(named):
        return f"{chosen}, not {' or '.join(others)}"
    return f"{chosen} (decided on: {shortened(one.question.question, _QUESTION)})"


def _spelled(label: str, quote: str) -> str:
    """A label as the request spells it; empty where it does not."""
    at = quote.casefold().find(label.casefold())
    return quote[at : at + len(label)] if at >= 0 else ""


def _unsaid(told: Iterable[tuple[Decided, str]], texts: Sequence[str]) -> str:
    """What was chosen and is said in none of these texts."""
    return "; ".join(dict.fromkeys(chosen for _, chosen in told if not _says(chosen, texts)))


def _says(chosen: str, texts: Iterable[str]) -> bool:
    return any(plain(chosen) in plain(text) for text in texts)


def _stepped(task: DraftTask, chosen: str) -> Iterator[DraftStep]:
    """The steps of a task; the first one that changes something says what was decided."""
    told = False
    changing = {ActionType.MODIFY_FILE, ActionType.WRITE_FILE, ActionType.GENERATE_CODE}
    for step in task.steps:
        if not told and step.action in changing and not is_test(step.path):
            told = True
            instruction = f"{step.instruction.rstrip('.')} ({chosen})"
            yield step.having(instruction=instruction)
        else:
            yield step
    if not told:
        yield DraftStep(
            action=ActionType.GENERATE_CODE,
            instruction=f"Do it as decided: {chosen}",
            verify=f"It is done as decided: {chosen}",
        )
