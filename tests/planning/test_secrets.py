"""What looks like a secret reaches no plan, wherever somebody wrote it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.planning.proposal import ProposedPlan
from tests.planning.requests import answered, brief, comment, propose, with_

TOKEN = "ghp_" + "a1B2" * 9
CLEAR = answered(brief(), "AA")
PLACES = {
    "title": replace(CLEAR.request, title=f"Export orders with {TOKEN}"),
    "body": replace(CLEAR.request, body=f"{CLEAR.request.body}\n- [ ] The export uses {TOKEN}"),
    "comment": replace(CLEAR.request, comments=(comment(f"The token is {TOKEN}"),)),
    "feedback": replace(CLEAR.request, feedback=(f"Also write a changelog entry about {TOKEN}",)),
    "answer": replace(
        CLEAR.request,
        answers=tuple(
            a.model_copy(update={"choice": "", "text": f"use {TOKEN}"})
            for a in CLEAR.request.answers
        ),
    ),
}


@pytest.mark.parametrize("request_", PLACES.values(), ids=PLACES)
@pytest.mark.shows("NFR-011")
def test_a_secret_reaches_no_plan(request_):
    """Title, body, comment, rejection or answer: a plan is made, and the secret is not in it."""
    # T11
    found = propose(replace(CLEAR, request=request_))

    assert isinstance(found, ProposedPlan), found
    assert TOKEN not in repr(found)


@pytest.mark.shows("NFR-011")
def test_a_secret_in_a_rejection_is_not_the_reason_of_a_version():
    """The list of changes repeats no secret."""
    first = propose(CLEAR)
    assert isinstance(first, ProposedPlan)
    wish = f"Also write a changelog entry about {TOKEN}"
    again = propose(with_(CLEAR, earlier=first.plan, feedback=(wish,)))

    assert isinstance(again, ProposedPlan) and again.plan.version == 2
    assert TOKEN not in repr(again)
