"""Decisions: what is still open is asked; what people chose stands in goal, criteria and steps.

What else the request says, and nothing of the plan shows, stands beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

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
from bot.planning.issue.markdown import Fence, IssueText, Passage, PassageKind, read
from bot.planning.issue.sections import COLONS, Part
from bot.planning.proposal import UNSTATED, Decided, Request
from bot.planning.repository.mentions import raised
from bot.planning.repository.places import is_test
from bot.planning.words import capital, plain, shortened

MOST_QUESTIONS = 8
"""In all, over every round (seed 3)."""
_QUESTION, _LABEL, _WORDS = 400, 160, 200
"""Characters of a question, of an option's label, and of what was chosen."""
_SECTIONS = ("planningArtifact.goals", "planningArtifact.steps", "testingArtifacts.planned")
_WORK = frozenset((ActionType.MODIFY_FILE, ActionType.WRITE_FILE, ActionType.GENERATE_CODE))
_BACKGROUND = 1_100
"""Characters of what else a request says: about eleven lines."""
_CODE, _LINES = 400, 6
"""Characters and lines of code that stand with the sentence that leads to it."""
_ENDS = (".", "!", "?", "…", "\u3002", "\uff01", "\uff1f")
_Part = Passage | Fence
MORE = "…"
"""Stands last where it says more."""
_SILENT = frozenset((Part.CRITERIA, Part.TASKS, Part.ENVIRONMENT, Part.TALK))
_SPOKEN = frozenset((PassageKind.PROSE, PassageKind.ITEM))
_AGREED = "The proposal says how the change is checked"


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
        return f"{question.question} I assumed: {question.recommended}"
    return f"{question.question} Not decided: do not do it until somebody decides."


def asked(number: int, question: DraftQuestion) -> Question:
    """A question of a draft in the questionnaire's shape (seed 1); labels of options differ."""
    labels = {o.label: shortened(o.label, _LABEL) for o in question.options}
    labels[question.recommended] += RECOMMENDED
    options = (
        Option(label=labels[o.label], description=shortened(o.effect, 300))
        for o in question.options
    )
    return Question(
        id=f"q{number}",
        question=shortened(question.question, _QUESTION),
        options=tuple(options),
        recommended_option=labels[question.recommended],
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

    Takes a draft of a plan and what was decided. What was chosen stands in the goal, in a criterion, and, as
    what was left out, in the step that does the work; what must be agreed first is the first step. A draft
    that explains the request was made by who read the answers: only its goal names what it does not.
    """
    answers = [one for one in decided if one.chosen and not one.confirms]
    if not answers or not draft.work:
        return draft
    first, *rest = draft.work
    told = [one for one in answers if not one.leaves_out]
    unsaid = dict.fromkeys(_chosen(one) for one in told if not _says(draft.goal, one))
    goal = f"{draft.goal.rstrip('.')}{DECIDED}{'; '.join(unsaid)}" if unsaid else draft.goal
    if draft.explanation:  # it read the answers, and its criteria and steps follow from them
        return draft.having(goal=goal)
    more = tuple(_criterion(n, one) for n, one in enumerate(told, 1))
    place = next((t.path for t in draft.tests if t.path), "")
    asked = [_proposal(one) for one in told if one.proposes]
    tests = [DraftTest(criterion=c.id, path=place, asserts=c.text) for c in more if c.test]
    kept = [t for t in draft.tests if t.asserts != UNSTATED or not tests]
    if asked and not (kept or tests):
        tests = [DraftTest(criterion=more[0].id, asserts=_AGREED)]
    carried = [one for one in answers if not one.proposes]
    first = first.having(
        criteria=(*first.criteria, *(c.id for c in more)),
        steps=(*asked, *_carrying(first.steps, carried)),
    )
    drawn = draft.having(goal=goal, criteria=(*draft.criteria, *more), tests=(*kept, *tests))
    return drawn.with_work((first, *rest))


def _chosen(one: Decided) -> str:
    return shortened(one.chosen.rstrip("."), _WORDS)


def _criterion(number: int, one: Decided) -> DraftCriterion:
    """What holds once it is done as decided; a test can show it where the request names every way."""
    about = _about(one).casefold()
    named = all(way.casefold() in about for way in (_chosen(one), *one.others))
    more = "" if named or not one.others else f" (rejected: {'; '.join(one.others)})"
    text = f"As decided: {_quoted(one)} → {_choice(one)}{more}"
    if one.proposes:
        text = f"{_choice(one)} and agreed to there; nothing else is built"
    return DraftCriterion(id=f"decided{number}", text=text, kind="derived", test=named)


def _quoted(one: Decided) -> str:
    return f"“{shortened(_about(one), _QUESTION)}”"


def _about(one: Decided) -> str:
    return one.question.why or one.question.question


def _choice(one: Decided) -> str:
    """What was chosen, as the request spells it."""
    chosen, about = _chosen(one), _about(one)
    at = about.casefold().find(chosen.casefold())
    return about[at : at + len(chosen)] if at >= 0 else chosen


def _says(text: str, one: Decided) -> bool:
    """Whether a text names the choice, and nothing that was not chosen."""
    said = plain(text)
    return plain(_chosen(one)) in said and not any(plain(o) in said for o in one.others)


def _proposal(one: Decided) -> DraftStep:
    return DraftStep(
        action=ActionType.ANALYZE_CODE,
        instruction=f"{capital(_choice(one))}: say what, where, and how it is checked",
        verify="Somebody with write permission agrees to it in a comment, before any code is written",
    )


def _carrying(steps: Sequence[DraftStep], answers: Sequence[Decided]) -> tuple[DraftStep, ...]:
    """The steps of a task; the first one that changes more than a test says what was decided."""
    chosen = ", ".join(dict.fromkeys(f"“{_choice(a)}”" for a in answers if not a.leaves_out))
    out = (_quoted(a) for a in answers if a.leaves_out)
    told = [f"Decided: {chosen}"] if chosen else []
    told += [f"Decided: leave out {one}" for one in out]
    if not told:
        return tuple(steps)
    at = next((n for n, s in enumerate(steps) if s.action in _WORK and not is_test(s.path)), None)
    if at is None:
        return (*steps, DraftStep(action=ActionType.GENERATE_CODE, instruction=". ".join(told)))
    whole = ". ".join((steps[at].instruction.rstrip("."), *told))
    return (*steps[:at], steps[at].having(instruction=whole), *steps[at + 1 :])


def background(request: Request, draft: Draft) -> tuple[str, ...]:
    """The paragraphs of a request without the sentences that its plan shows; what its traces end with.

    A section begins with its heading. Short code stands behind a sentence that leads to it, as a text
    with line breaks; a sentence that leads to nothing that is shown is left out. Sentences stay whole; those
    beyond the limit are left out, and an ellipsis says so. A draft that explains the request has none.
    """
    steps = (s.instruction for t in draft.work for s in t.steps)
    told = (t for c in draft.criteria for t in (c.text, c.quote))
    asked = (one for d in request.decided for one in d.quotes)
    shown = "\n".join(map(plain, (request.title, *told, *steps, *asked, *draft.risks)))
    room, kept = _BACKGROUND, dict[int, str]()
    issue = read(request.title, request.body)
    for at, text in () if draft.explanation else _sentences(issue, shown):
        room -= len(text)
        if room < 0:
            return (*kept.values(), MORE)
        kept[at] = f"{kept[at]} {text}" if at in kept else text
    return tuple(kept.values())


def _sentences(issue: IssueText, told: str) -> Iterator[tuple[int, str]]:
    """What is not told, sentence for sentence, each with the number of its paragraph."""
    parts: list[_Part] = [*issue.passages, *issue.fences]
    parts.sort(key=lambda one: one.block)
    at, head, in_list = 0, "", False
    before: _Part | None = None
    for one, behind in zip_longest(parts, parts[1:]):
        text, listed = _shown(one, before, told), isinstance(one, Passage) and one.depth > 0
        near = behind and behind.block == one.block + 1
        leads = text.endswith(COLONS) and not listed
        if not text or (leads and not (near and _shown(behind, one, told))):
            continue
        if not (listed and in_list):
            at = one.block
        if isinstance(one, Passage) and one.head != head:
            head = one.head
            at, text = one.block, f"{head}: {text}" if head else text
        yield at, text
        before, in_list = one, listed


def _shown(one: _Part, before: _Part | None, told: str) -> str:
    """What is shown of a part of an issue behind the one that is shown before it."""
    if isinstance(one, Fence):
        error, code = raised(one.text), one.text.strip("\n")
        leads = isinstance(before, Passage) and not before.text.endswith(_ENDS)
        led = leads and before is not None and before.block == one.block - 1
        short = 0 < len(code) <= _CODE and code.count("\n") < _LINES
        return f"`{error}`" if error else f"{code}\n" if led and short else ""
    left = one.form in _SPOKEN and one.part not in _SILENT and plain(one.text) not in told
    return f"{'• ' if one.form is PassageKind.ITEM else ''}{one.text}" if left else ""
