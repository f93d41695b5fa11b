"""Ask or go on: the three conditions, and what ends a doubt."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import Answer, How, ReasonCode
from bot.planning.builtin import propose
from bot.planning.clarify import clarify
from bot.planning.proposal import ProposedQuestions
from bot.planning.reading import read
from tests.planning.requests import AT, answered, brief, comment, plan_of, questions_of, with_

OPEN = "The list could be sorted by name or by date."


def asked(body: str, **fields):
    made = brief("Sort the order list", body, **fields)
    return clarify(made, read(made.request.title, body))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "The list should be sorted by date.",
        "It works with either CSV or XLSX input.",
        "When the user clicks save or presses enter, the form is sent.",
        "Passwords must contain a digit or a symbol.",
        "The request may fail or hang.",
        "Might be a missing index or the N+1 in the list.",
        "Did I do something wrong or is this a bug?",
        "> The file could be CSV or XLSX.",
        "## Alternatives considered\nWe could use Redis or Postgres.",
        "## Out of scope\nShould we also support XLSX?",
        "```\nRate limit: TBD\n```",
        "Users must not delete all orders. Never disable CSRF.",
        "Use Python 3.11 or newer.",
        "<!-- The file could be CSV or XLSX. -->",
        "~~The file could be CSV or XLSX.~~ The file is CSV.",
    ],
)
def test_no_condition_no_questions(body):
    """Conditions, freedoms, dangers, quotes and rejected ideas are no open choices."""  # S1.3
    assert asked(body).questions == ()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (OPEN, ReasonCode.AC_AMBIGUOUS),
        ("Should we use a modal or a separate page?", ReasonCode.AC_AMBIGUOUS),
        ("Not decided: soft delete or hard delete.", ReasonCode.AC_AMBIGUOUS),
        ("We could cache it. Alternatively, we could read a snapshot.", ReasonCode.AC_AMBIGUOUS),
        ("Should we also handle refunds?", ReasonCode.AC_AMBIGUOUS),
        ("Retention period: TBD", ReasonCode.MISSING_INPUT),
        ("Orders are removed after X days.", ReasonCode.MISSING_INPUT),
        ("We don't have the API key yet.", ReasonCode.MISSING_INPUT),
        ("Messages are sent via an external SMS provider.", ReasonCode.MISSING_INPUT),
        ("Drop the legacy_customers table.", ReasonCode.POLICY_RISK),
        ("Disable CSRF for the admin page.", ReasonCode.POLICY_RISK),
        ("Force-push main to remove the file.", ReasonCode.POLICY_RISK),
        ("Change the licence to MIT.", ReasonCode.POLICY_RISK),
    ],
)
def test_each_condition_asks_and_cites_its_sentence(body, code):
    """A question carries its reason code and the sentence that caused it."""  # S1.3
    questions = asked(body).questions

    assert [q.context.reason_codes for q in questions] == [(code,)]
    assert questions[0].why in body


@pytest.mark.parametrize(
    "settling",
    [
        "Let's go with date.",
        "Not by name.",
        "By date, not by name.",
        "By date please.",
        "Decided: by date.",
    ],
)
@pytest.mark.parametrize("where", ["body", "comment"])
def test_a_later_word_of_the_author_settles(settling, where):
    """A later statement that takes one way, or refuses the other of two, ends the doubt."""  # S1.3
    said = {"body": f"{OPEN} {settling}", "comment": OPEN}[where]
    found = asked(said, comments=(comment(settling),) if where == "comment" else ())

    assert found.questions == ()
    assert [d.chosen for d in found.decisions] == ["By date"]


def test_indifference_takes_the_recommendation_and_says_so():
    """`Either is fine` asks nobody; the plan says what was taken."""  # S1.3
    found = asked(f"{OPEN} Either is fine.")

    assert found.questions == ()
    assert found.assumptions == ("Should the list be sorted by name or by date? Taken: By name.",)


def test_an_answered_question_is_never_asked_again():
    """Answers are matched by the question's text; the other keeps its id."""  # FR-070
    first = questions_of(brief())
    one = Answer(question_id="q1", choice="B", by="bea", how=How.TICK, at=AT)
    again = questions_of(with_(brief(), questions=first.questions, answers=(one,)))

    assert [q.id for q in again.questions] == ["q2"]
    assert again.questions[0] == first.questions[1]


def test_an_answer_in_own_words_counts():
    """Free text is taken as it stands."""  # S1.6
    first = questions_of(brief())
    answers = (
        Answer(question_id="q1", text="OpenDocument", by="bea", how=How.REPLY, at=AT),
        Answer(question_id="q2", planner_decision=True, by="bea", how=How.REPLY, at=AT),
    )
    proposal = plan_of(with_(brief(), questions=first.questions, answers=answers))

    assert "OpenDocument" in proposal.plan.tasks[0].description
    assert any("Taken: Run at once" in a for a in proposal.assumptions)


def test_at_most_eight_questions_the_weightiest_first():
    """Risks come before missing inputs before choices; the rest is assumed, never asked."""  # S3.2
    choices = " ".join(f"The view{n} could be red{n} or blue{n}." for n in range(12))
    found = asked(f"{choices} Retention period: TBD\n\nDrop the legacy table.")

    assert len(found.questions) == 8
    assert found.questions[0].context.reason_codes == (ReasonCode.POLICY_RISK,)
    assert len(found.assumptions) == len(found.decisions)
    assert found.assumptions


@pytest.mark.parametrize(
    "body", [OPEN, "Retention period: TBD", "Disable CSRF for the admin page."]
)
def test_every_question_keeps_schema_v1(body):
    """Two to five options, one recommended with the suffix, sections named."""  # S1.4
    for question in asked(body).questions:
        marked = [o.label for o in question.options if o.label.endswith(" (Recommended)")]
        assert marked == [question.recommended_option]
        assert 2 <= len(question.options) <= 5
        assert question.context.affected_sections
        assert question.recommended_because
        assert all(o.description for o in question.options)


def test_the_recommended_way_prefers_what_the_repository_has():
    """Of two ways the one a file speaks of is recommended."""  # S1.4
    found = asked("The cache could be Redis or Memcached.", paths=("app/memcached.py",))

    assert found.questions[0].recommended_option == "Memcached (Recommended)"


def test_a_risk_declared_as_decided_is_not_asked():
    """A decision, there or by an owner later, ends a policy doubt; indifference does not."""  # S1.3
    risky = "Drop the legacy_customers table."

    assert asked("We have decided to drop the legacy_customers table.").questions == ()
    assert asked(risky, comments=(comment("Approved by me.", "bob", "OWNER"),)).questions == ()
    assert len(asked(f"{risky} Either is fine.").questions) == 1


def test_a_value_given_later_is_taken():
    """A comment that brings the missing value ends the doubt."""  # FR-070
    found = asked("Retention period: TBD", comments=(comment("The retention period is 30 days."),))

    assert found.questions == ()
    assert found.decisions[0].chosen == "The retention period is 30 days."


def test_a_second_round_keeps_ids_apart():
    """A new question never takes the id of an old one."""  # S1.4
    first = answered(brief(), "AA")
    body = first.request.body + "\nThe header could be English or German."
    again = propose(with_(first, body=body))

    assert isinstance(again, ProposedQuestions)
    assert [q.id for q in again.questions] == ["q3"]
