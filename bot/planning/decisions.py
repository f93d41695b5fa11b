"""Decisions: what is still open is asked; what people chose stands in goal, criteria and steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
from bot.planning.words import plain, shortened

MOST_QUESTIONS = 8
"""In all, over every round (seed 3)."""
_QUESTION, _LABEL, _WORDS, _QUOTE = 400, 160, 200, 80
"""Characters of a question, of an option's label, of what was chosen, and of the words that a step quotes."""
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
    steps alike, is not said again; what is left out is no criterion, and a step says so.
    """
    answers = [one for one in decided if one.chosen]
    if not answers or not draft.work:
        return draft
    first, *rest = draft.work
    told = [one for one in answers if not (one.leaves_out or one.confirms)]
    unsaid = "; ".join(dict.fromkeys(map(_chosen, _unsaid(told, (draft.goal,)))))
    missing = _unsaid(told, [c.text for c in draft.criteria])
    more = tuple(_criterion(n, one) for n, one in enumerate(told, 1) if one in missing)
    place = next((t.path for t in draft.tests if t.path), "")
    tests = (DraftTest(criterion=c.id, path=place, asserts=c.text) for c in more if c.test)
    steps = [s.instruction for t in draft.work for s in t.steps]
    unsaid_there = _unsaid(told, steps)
    first = first.having(
        criteria=(*first.criteria, *(c.id for c in more)),
        steps=_stepped(first, [a for a in answers if a.leaves_out or a in unsaid_there]),
    )
    goal = f"{draft.goal.rstrip('.')} ({unsaid})" if unsaid else draft.goal
    criteria, tested = (*draft.criteria, *more), (*draft.tests, *tests)
    return draft.having(goal=goal, criteria=criteria, tests=tested).with_work((first, *rest))


def _chosen(one: Decided) -> str:
    return shortened(one.chosen.rstrip("."), _WORDS)


def _criterion(number: int, one: Decided) -> DraftCriterion:
    """What holds once it is done as decided; a test can show it where the request names every way."""
    named = all(_spelled(o.plain_label, one.question.why) for o in one.question.options)
    told = _told(one)
    return DraftCriterion(id=_ID.format(n=number), text=told, kind="derived", test=named)


def _told(one: Decided) -> str:
    """What was asked about, and what was chosen of it."""
    return f"“{shortened(_about(one), _QUESTION)}” → {_choice(one)}"


def _about(one: Decided) -> str:
    return one.question.why or one.question.question


def _choice(one: Decided) -> str:
    """What was chosen, and what was not, as the request spells it."""
    chosen, *others = (_spelled(way, _about(one)) or way for way in (_chosen(one), *one.others))
    if not others:
        return chosen
    named = all(_spelled(way, _about(one)) for way in others)
    return (
        f"{chosen}, not {' or '.join(others)}" if named else f"{chosen} (not: {'; '.join(others)})"
    )


def _spelled(label: str, quote: str) -> str:
    """A label as the request spells it; empty where it does not."""
    at = quote.casefold().find(label.casefold())
    return quote[at : at + len(label)] if at >= 0 else ""


def _unsaid(told: Iterable[Decided], texts: Sequence[str]) -> list[Decided]:
    """The decisions that none of these texts says: the choice, and not what could have been chosen."""
    return [one for one in told if not any(_says(one, text) for text in map(plain, texts))]


def _says(one: Decided, text: str) -> bool:
    return plain(_chosen(one)) in text and not any(plain(way) in text for way in one.others)


def _stepped(task: DraftTask, answers: Sequence[Decided]) -> tuple[DraftStep, ...]:
    """The steps of a task with one for each answer: before the first command."""
    ends = (n for n, s in enumerate(task.steps) if s.action is ActionType.RUN_COMMAND)
    end = next(ends, len(task.steps))
    return (*task.steps[:end], *map(_step, answers), *task.steps[end:])


def _step(one: Decided) -> DraftStep:
    if one.leaves_out:
        return DraftStep(
            action=ActionType.ANALYZE_CODE,
            instruction=f"Leave out, as decided: “{shortened(one.question.why, _QUESTION)}”",
            verify="The change does nothing for it",
        )
    return DraftStep(
        action=ActionType.GENERATE_CODE,
        instruction=f"As decided: {_choice(one)} (“{shortened(_about(one), _QUOTE)}”)",
        verify=_told(one),
    )
