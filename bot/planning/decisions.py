"""Decisions: what is still open is asked; what people chose stands in goal, criteria and steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.domain.plan import DECIDED, ActionType
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
_PATH = re.compile(r"`[^`\n]*/[^`\n]*`")
"""A path in code: what it is called decides nothing."""
_WORK = frozenset((ActionType.MODIFY_FILE, ActionType.WRITE_FILE, ActionType.GENERATE_CODE))
_AGREED = "What was agreed: its proposal says how it is checked"


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
    steps alike, is not said again. What was chosen or left out stands in the step that does the work;
    what must be agreed first is the first step.
    """
    answers = [one for one in decided if one.chosen and not one.confirms]
    if not answers or not draft.work:
        return draft
    first, *rest = draft.work
    told = [one for one in answers if not one.leaves_out]
    unsaid = "; ".join(dict.fromkeys(map(_chosen, _unsaid(told, (draft.goal,)))))
    missing = _unsaid(told, [c.text for c in draft.criteria])
    more = tuple(_criterion(n, one) for n, one in enumerate(told, 1) if one in missing)
    place = next((t.path for t in draft.tests if t.path), "")
    tests = tuple(DraftTest(criterion=c.id, path=place, asserts=c.text) for c in more if c.test)
    if more and not (draft.tests or tests):
        tests = (DraftTest(criterion=more[0].id, asserts=_AGREED),)
    steps = (_PATH.sub("", s.instruction) for t in draft.work for s in t.steps)
    unsaid_there = _unsaid(told, tuple(steps))
    asked = [_proposal(one) for one in unsaid_there if one.proposes]
    carried = [a for a in answers if a.leaves_out or (a in unsaid_there and not a.proposes)]
    first = first.having(
        criteria=(*first.criteria, *(c.id for c in more)),
        steps=(*asked, *_carrying(first.steps, carried)),
    )
    goal = f"{draft.goal.rstrip('.')}{DECIDED}{unsaid}" if unsaid else draft.goal
    criteria, tested = (*draft.criteria, *more), (*draft.tests, *tests)
    return draft.having(goal=goal, criteria=criteria, tests=tested).with_work((first, *rest))


def _chosen(one: Decided) -> str:
    return shortened(one.chosen.rstrip("."), _WORDS)


def _criterion(number: int, one: Decided) -> DraftCriterion:
    """What holds once it is done as decided; a test can show it where the request names every way."""
    named = all(_spelled(way, _about(one)) for way in (_chosen(one), *one.others))
    more = "" if named or not one.others else f" (not: {'; '.join(one.others)})"
    more = " and agreed there, and nothing else" if one.proposes else more
    text = f"{_quoted(one)} → {_choice(one)}{more}"
    return DraftCriterion(id=_ID.format(n=number), text=text, kind="derived", test=named)


def _quoted(one: Decided) -> str:
    return f"“{shortened(_about(one), _QUESTION)}”"


def _about(one: Decided) -> str:
    return one.question.why or one.question.question


def _choice(one: Decided) -> str:
    """What was chosen, as the request spells it."""
    return _spelled(_chosen(one), _about(one)) or _chosen(one)


def _spelled(label: str, quote: str) -> str:
    """A label as the request spells it; empty where it does not."""
    at = quote.casefold().find(label.casefold())
    return quote[at : at + len(label)] if at >= 0 else ""


def _unsaid(told: Iterable[Decided], texts: Sequence[str]) -> list[Decided]:
    """The decisions that texts leave open: one must name the choice alone, none what was not chosen."""
    said = tuple(map(plain, texts))

    def alone(one: str, others: Iterable[str]) -> bool:
        return any(plain(one) in t and not any(plain(o) in t for o in others) for t in said)

    return [
        one
        for one in told
        if not alone(_chosen(one), one.others)
        or any(alone(way, (_chosen(one),)) for way in one.others)
    ]


def _proposal(one: Decided) -> DraftStep:
    return DraftStep(
        action=ActionType.ANALYZE_CODE,
        instruction=f"{_quoted(one)} → {_choice(one)}: say what, where, and how it is checked",
        verify="Write no code before somebody with write permission agrees",
    )


def _carrying(steps: Sequence[DraftStep], answers: Sequence[Decided]) -> tuple[DraftStep, ...]:
    """The steps of a task; the first one that changes more than a test says what was decided."""
    chosen = "; ".join(dict.fromkeys(_choice(a) for a in answers if not a.leaves_out))
    out = (_quoted(a) for a in answers if a.leaves_out)
    told = [f"As decided: {chosen}"] if chosen else []
    told += [f"Leave out, as decided: {one}" for one in out]
    if not told:
        return tuple(steps)
    at = next((n for n, s in enumerate(steps) if s.action in _WORK and not is_test(s.path)), None)
    if at is None:
        return (*steps, DraftStep(action=ActionType.GENERATE_CODE, instruction=". ".join(told)))
    whole = ". ".join((steps[at].instruction.rstrip("."), *told))
    return (*steps[:at], steps[at].having(instruction=whole), *steps[at + 1 :])
