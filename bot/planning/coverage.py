"""Coverage: each criterion belongs to a task and has a test; what no story of an epic covers is named."""

from __future__ import annotations

from bot.planning.builtin.criteria import of_epic
from bot.planning.draft import Draft, DraftTest
from bot.planning.issue.markdown import read
from bot.planning.issue.order import Items
from bot.planning.proposal import Request, remarks
from bot.planning.words import plain


def uncovered(request: Request, draft: Draft) -> tuple[str, ...]:
    """What an epic asks that no story covers: nobody knows which story it belongs to, so it is named."""
    given = {c for t in draft.work for c in t.criteria}
    met = [c for c in draft.criteria if c.id in given]
    known = {plain(text) for c in met for text in (c.text, c.quote)}
    known |= {plain(t.title) for t in draft.work}
    issue, said = read(request.title, request.body), remarks(request.comments, request.author)
    orphans = (c.text for c in draft.criteria if c.id not in given)
    asked = (*orphans, *of_epic(request, issue, said))
    items = Items([t.title for t in draft.work])
    left = (text for text in asked if plain(text) not in known)
    return tuple(
        dict.fromkeys(t for t in left if plain(items.read(t, -1).rest) not in {*known, ""})
    )


def covered(draft: Draft) -> Draft:
    """The draft in which each criterion belongs to a task and, where a test can show it, has one.

    What no story of an epic covers belongs to none of them.
    """
    given = {c for t in draft.work for c in t.criteria}
    orphans = tuple(c.id for c in draft.criteria if c.id not in given)
    if draft.decision == "epic":
        kept = tuple(c for c in draft.criteria if c.id in given)
        tests = tuple(t for t in draft.tests if t.criterion in given)
        draft = draft.model_copy(update={"criteria": kept, "tests": tests})
    elif orphans and draft.work:
        *others, last = draft.work
        held = last.model_copy(update={"criteria": (*last.criteria, *orphans)})
        draft = draft.with_work((*others, held))
    tested = {t.criterion for t in draft.tests}
    missing = tuple(
        DraftTest(criterion=c.id, asserts=c.text)
        for c in draft.criteria
        if c.test and c.id not in tested
    )
    return draft.model_copy(update={"tests": (*draft.tests, *missing)})
