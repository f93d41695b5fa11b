"""Needless questions: what a model holds to be planned as well without is said, not asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning import needless
from bot.planning.builtin import propose
from bot.planning.proposal import Brief, ProposedPlan, ProposedQuestions
from tests.planning.requests import brief, comment
from tests.training.suspicion import instead

LONG = """

The office prints the list every Monday and hangs it up beside the door of the hall. It has two columns,
and the page has been the same since the club began to keep its members in this program. Nobody needs it on
a phone. The fonts are fine. New members are in it the next day, as they should be.
"""
CHOICE = brief("Sort the list of members", f"By name or by date?{LONG}")
RISK = brief("Allow any origin", f"Set `allow_origins` to `*` with credentials.{LONG}")


@pytest.fixture
def calm() -> Iterator[None]:
    """A model that holds every question to be needless."""
    with instead({needless.WEIGHTS: {"": (-900,)}}):
        yield


def codes(asked: Brief) -> set[ReasonCode]:
    """Why an issue is asked about; nothing where it is planned."""
    found = propose(asked)
    if isinstance(found, ProposedPlan):
        return set()
    assert isinstance(found, ProposedQuestions)
    return {code for q in found.questions for code in q.context.reason_codes}


def test_what_is_needless_becomes_an_assumption(calm):
    """No way is taken, and the plan says that nobody was asked."""  # S1.3
    found = propose(CHOICE)

    assert isinstance(found, ProposedPlan)
    assert not any("Decided" in t.description for t in found.plan.tasks)
    assert any("name" in text and "date" in text for text in found.assumptions)


def test_without_such_a_model_the_same_is_asked():
    """A choice that the text leaves open is a question as long as no model speaks against it."""  # S1.3
    with instead({needless.WEIGHTS: {"": (900,)}}):
        assert codes(CHOICE) == {ReasonCode.AC_AMBIGUOUS}


def test_a_short_text_is_not_judged_as_a_whole(calm):
    """Where an issue says hardly more than its question, the question is the issue."""  # S1.3
    assert codes(brief("Sort the list of members", "By name or by date?"))


def test_a_risk_is_never_hushed(calm):
    """Words of an issue may calm the model; who approves a risk is asked all the same."""  # S1.3
    assert ReasonCode.POLICY_RISK in codes(RISK)


def test_what_a_maintainer_asks_stays_open(calm):
    """A question of somebody of the repository is put to the author, whatever a model holds of it."""  # S1.3
    said = comment("By name or by date?", "ida", association="OWNER")

    assert codes(
        brief("Sort the list of members", f"It is in no order today.{LONG}", comments=(said,))
    )


def test_what_those_in_charge_put_off_stays_open(calm):
    """A choice that only an answer ends is no matter of how an issue reads."""  # S1.3
    said = comment("You both have a point.", "ida", association="OWNER")

    assert codes(brief("Late bookings", f"Late bookings are lost.{LONG}", comments=(said,)))


def test_what_was_asked_stays_asked(calm):
    """A question that stands on the issue is not withdrawn by a look that comes later."""  # S1.3
    with instead({needless.WEIGHTS: {"": (900,)}}):
        asked = propose(CHOICE)
    assert isinstance(asked, ProposedQuestions)
    request = CHOICE.request

    assert codes(brief(request.title, request.body, questions=asked.questions))
