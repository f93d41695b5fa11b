"""The built-in engine: a draft from structure alone; no model, same input, same draft."""

from __future__ import annotations

from bot.domain.globs import matches
from bot.planning.builtin.criteria import criteria, goal_of
from bot.planning.builtin.decide import Triage, decide
from bot.planning.builtin.tasks import MOST_PLACED, tasks_of, tasks_of_stories
from bot.planning.builtin.tests import planned
from bot.planning.draft import Draft, DraftCriterion
from bot.planning.engine import Budget, Pulse, Run
from bot.planning.issue.conversation import Remark, remarks
from bot.planning.issue.markdown import IssueText, PassageKind, read
from bot.planning.proposal import Brief, Request
from bot.ports.world import Workspace

UNREAD = (
    "No language model read this issue: the plan follows its structure alone. Read it with care."
)
_NO_LINK = "several stories may be meant, stories would wait for each other, or for more than 50"


class BuiltinEngine:
    """The engine port on rules about structure and one small classifier."""

    name = "builtin"
    repairs = False
    patience = 0.0
    spare = None
    last = Run("builtin")

    def propose(self, brief: Brief, repository: Workspace, budget: Budget, pulse: Pulse) -> Draft:
        """Answer a brief by what its structure shows."""
        request = brief.request
        issue, said = read(request.title, request.body), remarks(request.comments, request.author)
        pulse("reading")
        decision = decide(request, issue, _before_asking(request, said), brief.tree.paths)
        pulse("analysis")
        draft = Draft(
            decision=decision.action,
            intent=decision.judgement.intent,
            explanation=decision.why,
            reason_codes=tuple(dict.fromkeys(q.code for q in decision.questions)),
            questions=decision.questions,
            duplicate_of=decision.twin.number if decision.twin else None,
            confidence=round(decision.judgement.confidence, 2),
        )
        first = decision.action == "ask" and not request.questions  # nothing can be answered yet
        if first or decision.action in {"reject", "duplicate"}:
            return draft
        planned_draft = _planned(brief, issue, said, decision, draft)
        pulse("breakdown")
        return planned_draft


def _before_asking(request: Request, said: tuple[Remark, ...]) -> tuple[Remark, ...]:
    """What was said before the first question was asked: talk after it settles nothing, answers do."""
    asked = min((q.requested_at for q in request.questions if q.requested_at), default=None)
    return said if asked is None else tuple(r for r in said if r.at < asked)


def _planned(
    brief: Brief, issue: IssueText, said: tuple[Remark, ...], decision: Triage, draft: Draft
) -> Draft:
    """The draft with its criteria, tasks and tests; of an epic with its stories."""
    request = brief.request
    if decision.action == "epic":
        asked = ((t, s.quote) for s in decision.stories for t in s.criteria or (s.text,))
        stated = tuple(
            DraftCriterion(id=f"c{n}", text=text, quote=quote if text in quote else "")
            for n, (text, quote) in enumerate(asked, 1)
        )
        work = tasks_of_stories(brief, decision.stories, stated)
    else:
        stated = criteria(request, issue, said, draft.intent)
        work = tasks_of(brief, issue, stated, draft)
    tests = planned(work, {c.id: c for c in stated})
    unplaced = any(not task.files for task in work[MOST_PLACED:])
    unclear = dict.fromkeys(one for story in decision.stories for one in story.unclear)
    order = (f"No link is made of “{one}”: {_NO_LINK}." for one in unclear)
    limit = (f"Files were looked for up to task {MOST_PLACED} only.",) if unplaced else ()
    made = draft.model_copy(
        update={
            "goal": goal_of(issue),
            "criteria": stated,
            "tests": tests,
            "assumptions": (*order, *_assumptions(brief, issue), *limit),
            "risks": (UNREAD,),
        }
    )
    return made.with_work(work)


def _assumptions(brief: Brief, issue: IssueText) -> tuple[str, ...]:
    """What was left out, and what was taken for granted instead of asked."""
    done = [p.text for p in issue.passages if p.form is PassageKind.TICKED]
    found = [f"Left out, as decided: {text}" for text in brief.request.left_out]
    found += [f"Ticked in the issue and taken as done: {text}" for text in done]
    if not brief.tree.ranked and brief.tree.paths:
        found.append("No file could be told from the request; the first step is to find the place.")
    globs = brief.policy.constraints
    rules = [p for p in brief.tree.paths if any(matches(glob, p) for glob in globs)]
    found += [f"The rules in `{path}` hold; read them before you start." for path in rules[:5]]
    if brief.tree.partial:
        found.append("Only a part of the repository was read.")
    return tuple(found)
