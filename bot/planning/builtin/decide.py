"""Deciding: plan, ask, decline or split, by structure and the one classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin.classifier import Judgement, classify
from bot.planning.builtin.questions import destructive, pointed, structural
from bot.planning.builtin.stories import Story, phases, stories
from bot.planning.draft import Action, DraftQuestion
from bot.planning.duplicates import Twin, twin
from bot.planning.issue.conversation import Remark
from bot.planning.issue.markdown import IssueText
from bot.planning.issue.sections import Part
from bot.planning.proposal import Request
from bot.planning.repository.mentions import Names, mentioned
from bot.planning.words import plain, words

_TELLING = (Part.CRITERIA, Part.EXPECTED, Part.REPRODUCE, Part.ACTUAL, Part.TASKS)
_LABELS = frozenset(("epic", "plan:epic"))
_FEWEST_STORIES = 3
_FEWEST_WORDS = 2
_MUCH = 1.2
"""How far asking must be ahead of planning where criteria are marked."""
_NEARLY = 2
"""Fewer decisions than that are likelier than an epic."""


@dataclass(frozen=True, slots=True)
class Triage:
    """What to do with a request, why, and what comes with it."""

    action: Action
    why: str
    judgement: Judgement
    questions: tuple[DraftQuestion, ...] = ()
    stories: tuple[Story, ...] = ()
    twin: Twin | None = None


def decide(
    request: Request, issue: IssueText, remarks: tuple[Remark, ...], paths: Sequence[str]
) -> Triage:
    """Decide what to do with a request.

    Takes the request, its text as read, the conversation below it, and the repository's paths. A plan
    that stands already, or questions that were answered, say that somebody wants it planned: then nothing
    is declined.
    """
    said = [(c.association, c.body) for c in request.comments]
    judgement = classify(request.title, request.body, request.labels, said)
    begun = request.forced or request.earlier is not None or bool(request.questions)
    if not begun:
        if is_empty(issue):
            why = "There is nothing to plan: the issue says nothing beyond its template."
            return Triage("reject", why, judgement)
        if judgement.decision == "reject" and not _shows_work(issue, paths):
            why = "This does not read like a task for this repository."
            return Triage("reject", why, judgement)
        same = twin(request)
        if same is not None:
            return Triage("duplicate", same.reason, judgement, twin=same)
    if not request.forced and _is_left_out(request, issue):
        why = "It was decided to leave this out for now, and the issue asks for nothing else."
        return Triage("reject", why, judgement)
    whole = request.earlier is None or _is_labelled(request)
    parts = stories(issue) if whole and _is_epic(request, issue, judgement) else ()
    if len(parts) >= _FEWEST_STORIES:
        return Triage("epic", "It lists several stories.", judgement, stories=parts)
    questions = _questions(request, issue, remarks, judgement)
    if questions:
        return Triage("ask", "It leaves something open.", judgement, questions)
    return Triage("proceed", f"Read as {judgement.intent.value}.", judgement)


def _is_left_out(request: Request, issue: IssueText) -> bool:
    """Say whether what the title asks for was left out by an answer, and no section asks for more."""
    title = plain(issue.title)
    more = issue.of(Part.CRITERIA, Part.TASKS, Part.EXPECTED)
    return not more and any(plain(text) == title for text in request.left_out)


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


def _is_specified(issue: IssueText, judgement: Judgement) -> bool:
    """Say whether an issue marks its criteria: then asking needs much more than a leaning of the words."""
    risk = ReasonCode.POLICY_RISK in judgement.codes
    lean = judgement.scores["ask"] - judgement.scores["proceed"]
    return bool(issue.of(Part.CRITERIA)) and not risk and lean < _MUCH


def is_empty(issue: IssueText) -> bool:
    """Say whether an issue says nothing: no title of two words, and no text or code of its own."""
    title = len(list(words(issue.title.rpartition("]")[2])))
    return not (issue.passages or issue.fences) and title < _FEWEST_WORDS


def _questions(
    request: Request, issue: IssueText, remarks: tuple[Remark, ...], judgement: Judgement
) -> tuple[DraftQuestion, ...]:
    """What structure shows, then what the classifier points at; of risks first."""
    if request.earlier is not None and not request.questions:
        return ()
    found = [*destructive(issue, remarks), *structural(issue, remarks)]
    if judgement.decision == "ask" and not _is_specified(issue, judgement):
        there = {q.code for q in found}
        codes = [c for c in judgement.codes if c not in there]
        found += pointed(issue, remarks, codes, judgement.intent)
    unique = {q.question: q for q in found}
    return tuple(sorted(unique.values(), key=lambda q: q.code is not ReasonCode.POLICY_RISK))
