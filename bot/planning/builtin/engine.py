"""The built-in engine: a draft from structure alone; no model, same input, same draft."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.globs import fits
from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin.classifier import Judgement, classify
from bot.planning.builtin.criteria import criteria, goal_of, planned
from bot.planning.builtin.questions import (
    destructive,
    open_sentences,
    pointed,
    said_below,
    settled,
    structural,
)
from bot.planning.builtin.stories import Story, phases, stories
from bot.planning.builtin.tasks import MOST_PLACED, tasks_of, tasks_of_stories
from bot.planning.draft import Draft, DraftCriterion, DraftQuestion
from bot.planning.duplicates import twin
from bot.planning.engine import Pulse, Run
from bot.planning.issue.markdown import IssueText, PassageKind, read
from bot.planning.issue.sections import Part
from bot.planning.proposal import Brief, Request
from bot.planning.repository.mentions import Names, mentioned
from bot.planning.words import plain, words
from bot.ports.world import Workspace

_NO_LINK = "it is no number or whole title of a story, or stories would wait in a circle, or one for over 50"


class BuiltinEngine:
    """The engine port on rules about structure and one small classifier."""

    name = "builtin"
    repairs = False
    patience = 0.0
    spare = None
    last = Run("builtin")

    def propose(self, brief: Brief, repository: Workspace, pulse: Pulse) -> Draft:
        """Answer a brief by what its structure shows."""
        request = brief.request
        issue = read(request.title, request.body)
        pulse("reading")
        draft, parts = decide(request, issue, brief.tree.paths)
        pulse("analysis")
        first = draft.decision == "ask" and not request.questions  # nothing can be answered yet
        if first or draft.decision in {"reject", "duplicate"}:
            return draft
        draft = _planned(brief, issue, draft, parts)
        pulse("breakdown")
        return draft


def _planned(brief: Brief, issue: IssueText, draft: Draft, parts: tuple[Story, ...]) -> Draft:
    """The draft with its criteria, tasks and tests; of an epic with its stories."""
    request = brief.request
    if parts:
        asked = ((t, s.quote) for s in parts for t in s.criteria or (s.text,))
        stated = tuple(
            DraftCriterion(id=f"c{n}", text=text, quote=quote if text in quote else "")
            for n, (text, quote) in enumerate(asked, 1)
        )
        work = tasks_of_stories(brief, parts, stated)
    else:
        proposes = any(d.proposes for d in request.decided) and _is_wish(request, issue)
        stated = () if proposes else criteria(request, issue, draft.intent, Names(brief.tree.paths))
        work = tasks_of(brief, issue, stated, draft)
    made = draft.having(
        goal=goal_of(issue),
        criteria=stated,
        tests=planned(work, {c.id: c for c in stated}),
        risks=tuple(
            f"It may be impossible to undo, and {d.answer.by} decided it "
            f"(answer {d.question.id[1:]}{d.answer.choice}): “{d.question.why}”"
            for d in request.decided
            if d.confirms
        ),
    ).with_work(work)
    return made.having(assumptions=_assumptions(brief, issue, made, parts))


def _assumptions(
    brief: Brief, issue: IssueText, draft: Draft, parts: tuple[Story, ...]
) -> tuple[str, ...]:
    """What was taken for granted instead of asked."""
    unclear = dict.fromkeys(one for story in parts for one in story.unclear)
    found = [f"I made no link for “{one}”: {_NO_LINK}." for one in unclear]
    request, told = brief.request, list(open_sentences(issue))[1:]
    answered = {plain(one) for d in request.decided for one in d.quotes}
    if not request.deciding:  # else they may have been answered below
        asked = (s for s in told if s.endswith(("?", "\uff1f")) and plain(s) not in answered)
        found += [f"Open: “{sentence}”" for sentence in asked]
    proposes = any(d.proposes for d in request.decided)
    if not proposes and not any(c.test or c.kind == "stated" for c in draft.criteria):
        found.append(
            "The issue has no acceptance criteria, so the planned test may miss what was meant."
        )
    done = [p.text for p in issue.passages if p.form is PassageKind.TICKED]
    found += [f"Ticked in the issue and taken as done: “{text}”" for text in done]
    if not brief.tree.ranked and brief.tree.paths:
        found.append("The issue names no file; the first step is to find the place.")
    rules = [p for p in brief.tree.paths if fits(brief.policy.constraints, p)]
    found += [f"The rules in `{path}` apply; read them before you start." for path in rules[:5]]
    if brief.tree.partial:
        found.append("Only a part of the repository was read.")
    if any(not task.files for task in draft.work[MOST_PLACED:]):
        found.append(f"Files were looked for up to task {MOST_PLACED} only.")
    return (*draft.assumptions, *found)


_TELLING = (Part.CRITERIA, Part.EXPECTED, Part.REPRODUCE, Part.ACTUAL, Part.TASKS)
_TRUST = ("maintainer", "author", "anybody")
_LABELS = frozenset(("epic", "plan:epic"))
_FEWEST_STORIES = 3
_FEWEST_WORDS = 2
_MUCH = 1.2
"""How far asking must be ahead of planning where criteria are marked."""
_NEARLY = 2
"""Fewer decisions than that are likelier than an epic."""


def decide(
    request: Request, issue: IssueText, paths: Sequence[str]
) -> tuple[Draft, tuple[Story, ...]]:
    """Decide what to do with a request: the draft without its work, and the stories of an epic.

    Takes the request, its text as read, and the repository's paths. A plan that stands already, or questions
    that were answered, say that somebody wants it planned: then nothing is declined. Whether it is an epic
    or a risk, nobody says who may not write, and bystanders can only add questions.
    """
    alone, judgement, everybody = (_judged(request, *_TRUST[:n]) for n in (1, 2, 3))
    draft = Draft(decision="proceed", intent=judgement.intent, confidence=judgement.confidence)
    begun = request.forced or request.earlier is not None or bool(request.questions)
    why = ""
    if not begun and is_empty(issue):
        why = "The issue is empty, or says nothing beyond its template."
    elif not begun and judgement.decision == "reject" and not _shows_work(issue, paths):
        why = "I found no task for this repository in the issue."
    elif not request.forced and _is_left_out(request, issue):
        why = f"The answer was to leave “{issue.title}” out, and the issue asks for nothing else."
    if why:
        return draft.having(decision="reject", explanation=why), ()
    same = None if begun else twin(request)
    if same is not None:
        number, why = same
        return draft.having(decision="duplicate", explanation=why, duplicate_of=number), ()
    whole = request.earlier is None or _is_labelled(request)
    parts = stories(issue) if whole and _is_epic(request, issue, alone) else ()
    if len(parts) >= _FEWEST_STORIES:
        return draft.having(decision="epic"), parts
    return _asking(draft, request, _questions(request, issue, judgement, alone, everybody)), ()


def _judged(request: Request, *trusted: str) -> Judgement:
    """What the classifier makes of the issue with the comments of these people."""
    said = ((request.trusts(c.author.login), c.body) for c in request.before_asking)
    heard = [(who == "maintainer", text) for who, text in said if who in trusted]
    return classify(request.title, request.body, request.labels, heard)


def _asking(draft: Draft, request: Request, asked: Sequence[DraftQuestion]) -> Draft:
    """The draft with the questions that nobody settled below the issue; how they did is an assumption."""
    below = said_below(request) if asked else frozenset()
    ways = {q.question: settled(q, below) for q in asked}
    questions = tuple(q for q in asked if not ways[q.question])
    return draft.having(
        decision="ask" if questions else "proceed",
        questions=questions,
        assumptions=tuple(f"Decided in a comment: “{way}”." for way in ways.values() if way),
    )


def _is_left_out(request: Request, issue: IssueText) -> bool:
    """Say whether answers left out the title or a whole wish, and no section asks for more."""
    title, gone = plain(issue.title), [plain(text) for text in request.left_out]
    more = issue.of(Part.CRITERIA, Part.TASKS, Part.EXPECTED)
    every = bool(gone) and sum(d.leaves_out for d in request.decided) == len(request.questions)
    return not more and (title in gone or (every and _is_wish(request, issue)))


def _is_wish(request: Request, issue: IssueText) -> bool:
    """Say whether an issue in prose still needs asking without the sentences that were asked about."""
    prose = {(Part.DESCRIPTION, PassageKind.PROSE)}
    if issue.fences or issue.spans or not {(p.part, p.form) for p in issue.passages} <= prose:
        return False
    asked = {plain(one) for d in request.decided for one in d.quotes}
    left = [one for one in open_sentences(issue) if plain(one) not in asked]
    body = " ".join(one for one in left if one != issue.title)
    return not left or classify(issue.title, body, request.labels, ()).decision == "ask"


def _shows_work(issue: IssueText, paths: Sequence[str]) -> bool:
    """Say whether an issue fills a section of a form, or names a file that is there."""
    told = "\n".join((issue.text, *issue.spans, *(f.text for f in issue.fences)))
    return bool(issue.of(*_TELLING) or mentioned(told, Names(paths)))


def _is_labelled(request: Request) -> bool:
    return bool(_LABELS & {label.casefold() for label in request.labels})


def _is_epic(request: Request, issue: IssueText, judgement: Judgement) -> bool:
    """Say whether several stories are wanted: by label, by words, or by phases where words nearly say so."""
    if _is_labelled(request) or judgement.decision == "epic":
        return True
    scores = judgement.scores
    others = sum(scores[d] > scores["epic"] for d in ("proceed", "ask", "reject"))
    return others < _NEARLY and len(phases(issue)) > _FEWEST_STORIES


def is_empty(issue: IssueText) -> bool:
    """Say whether an issue says nothing: no title of two words, and no text or code of its own."""
    title = len(list(words(issue.title.rpartition("]")[2])))
    return not (issue.passages or issue.fences) and title < _FEWEST_WORDS


def _questions(
    request: Request, issue: IssueText, judgement: Judgement, alone: Judgement, everybody: Judgement
) -> tuple[DraftQuestion, ...]:
    """What structure shows, then what the classifier points at; of risks first.

    No comment takes away a risk, nor what is asked beside one: these are asked by the issue `alone`, too.
    Where criteria are marked, bystanders add no question.
    """
    if request.earlier is not None and not request.questions:
        return destructive(issue)
    found, risk = [*destructive(issue)], ReasonCode.POLICY_RISK
    codes, apart = _codes(issue, judgement), _codes(issue, alone)
    if found or risk in apart:
        codes |= apart
    more = frozenset() if issue.of(Part.CRITERIA) else _codes(issue, everybody) - codes
    found += structural(issue, asked=bool(found or codes or more))
    there = {q.code for q in found}
    risky = risk in there | codes  # then no choice is taken because time ran out
    ordered = (risk, *(c for c in ReasonCode if c is not risk))
    wanted = [c for part in (codes, more) for c in ordered if c in part - there]
    found += pointed(issue, wanted, judgement.intent)
    unique = {q.question: q for q in found}.values()
    safe = (q if q.needs_text or not risky else q.having(code=risk) for q in unique)
    return tuple(sorted(safe, key=lambda q: q.code is not risk))


def _codes(issue: IssueText, judgement: Judgement) -> frozenset[ReasonCode]:
    """Why to ask; of an issue that marks its criteria only where the words do much more than lean to it."""
    risk = ReasonCode.POLICY_RISK in judgement.codes
    lean = judgement.scores["ask"] - judgement.scores["proceed"]
    specified = bool(issue.of(Part.CRITERIA)) and not risk and lean < _MUCH
    return frozenset(judgement.codes if judgement.decision == "ask" and not specified else ())
