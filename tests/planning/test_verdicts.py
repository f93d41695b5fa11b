"""Comments heard: a project's word against a request, its decisions, and tips that are no requirements."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import Person
from bot.domain.questionnaire import Answer, How, ReasonCode
from bot.planning.builtin import propose
from bot.planning.proposal import Declined, ProposedPlan, ProposedQuestions
from bot.planning.tips import is_tip
from bot.planning.verdicts import declines, leans, takes_up
from tests.planning.requests import AT, brief, comment, plan_of, questions_of

TITLE = "Order total ignores the discount"
BODY = "With a 10 % discount the list still shows the full price. It should show the reduced one."
FIRM = (
    "Works as designed.",
    "This is by design, the list shows list prices.",
    "Sorry, this is intended.",
    "Won't fix.",
    "We won't change this.",
    "Not planned.",
    "We have no plans to change this.",
    "This is not a bug.",
    "Out of scope for this project.",
    "Closing as not planned.",
    "This already works with `--net`.",
    "Das ist so gewollt.",
    "Wird nicht umgesetzt.",
    "Funktioniert wie vorgesehen.",
    "Funciona como está previsto.",
    "No lo vamos a cambiar.",
    "C'est voulu.",
    "This is a library for bank files, we don't run a bank.",
    "You are looking for Orchard Insurance, no relation to us.",
    "Sorry, we only write the program of the till; we know nothing of your order.",
    "Please write to the shop that sold it.",
    "Questions like this belong in the forum.",
    "Ne sera pas corrigé.",
)
LEANING = (
    "I think this is intended.",
    "I don't think we want this.",
    "Use `net_total` instead.",
    "You can use `net_total` instead.",
    "Nimm stattdessen `net_total`.",
    "Usa `net_total` en su lugar.",
    "Utilise `net_total` à la place.",
)
CHOICE = "Let people export orders from the admin page. It could be CSV or XLSX."


def heard(*said, title=TITLE, body=BODY):
    """What the planner makes of an issue with these comments: text, and who says it with which role."""
    return propose(brief(title, body, comments=tuple(comment(*one) for one in said)))


def criteria(made):
    """The texts of a plan's criteria."""
    return [c.text for t in made.plan.tasks for c in t.acceptance_criteria]


@pytest.mark.parametrize("text", FIRM)
def test_a_firm_word_of_the_project_declines(text):
    """What an owner turns down is not planned, in whatever words and language, and is quoted."""
    # FR-006, FR-017
    made = heard((text, "bob", "OWNER"))

    assert isinstance(made, Declined)
    assert f"@bob wrote “{text.rstrip('.')}”" in made.reason


@pytest.mark.parametrize("text", LEANING)
def test_a_word_that_leans_against_it_is_asked_about(text):
    """`Use X instead` is no requirement: it is asked whether the thing should be changed all the same."""
    # FR-006, FR-016
    made = heard((text, "bob", "MEMBER"))

    assert isinstance(made, ProposedQuestions)
    assert text in made.questions[0].question
    assert made.questions[0].context.reason_codes == (ReasonCode.POLICY_RISK,)


@pytest.mark.parametrize("text", [*FIRM, *LEANING])
def test_a_stranger_turns_nothing_down(text):
    """What a stranger writes against a request changes nothing, nor is it a requirement."""  # FR-006
    assert criteria(heard((text, "eve", "NONE"))) == criteria(heard())


@pytest.mark.parametrize("text", [*FIRM, *LEANING])
def test_what_is_said_against_it_is_never_a_criterion(text):
    """Also where `/plan force` plans it all the same."""  # FR-052
    made = plan_of(brief(TITLE, BODY, comments=(comment(text, "bob", "OWNER"),), forced=True))

    assert not [c for c in criteria(made) if text.rstrip(".").lower() in c.lower()]


def test_the_last_word_of_the_project_counts():
    """A decline holds through small talk and pleading, until somebody who may decide takes it back."""
    # FR-006
    no = ("Works as designed.", "bob", "OWNER")

    assert isinstance(heard(no, ("cc @dan", "bob", "OWNER")), Declined)
    assert isinstance(heard(no, ("Please do it, I need it.", "ann", "NONE")), Declined)
    assert isinstance(heard(no, ("On second thought, let's do it.", "dan", "MEMBER")), ProposedPlan)
    assert isinstance(heard(("Let's do it.", "dan", "MEMBER"), no), Declined)


def test_the_author_does_not_end_what_the_project_leans_to():
    """Who wants it cannot overrule who may decide."""  # FR-006
    doubt = ("I think this is intended.", "bob", "OWNER")

    assert isinstance(
        heard(doubt, ("Please do it all the same.", "ann", "NONE")), ProposedQuestions
    )
    assert isinstance(heard(doubt, ("Let's do it.", "dan", "MEMBER")), ProposedPlan)


@pytest.mark.parametrize(("pick", "kind"), [("A", ProposedPlan), ("B", Declined)])
def test_an_answer_ends_it_either_way(pick, kind):
    """Changed all the same, or left as it is."""  # FR-022
    asked = brief(TITLE, BODY, comments=(comment("I think this is intended.", "bob", "OWNER"),))
    question = questions_of(asked).questions[0]
    answer = Answer(question_id=question.id, choice=pick, by="bob", how=How.REPLY, at=AT)
    request = replace(asked.request, questions=(question,), answers=(answer,))

    assert isinstance(propose(replace(asked, request=request)), kind)


def test_a_decline_with_a_task_is_a_task():
    """`Works as designed, but … Please rename it` leaves something to do."""  # FR-006
    said = "Works as designed, but the label is misleading. Please rename it to `List price`."
    made = heard((said, "bob", "OWNER"))

    assert isinstance(made, ProposedPlan)
    assert any("List price" in c for c in criteria(made))
    assert not any("designed" in c for c in criteria(made))


@pytest.mark.parametrize(
    "text",
    [
        "This is a mistake in the app, we should mend it.",
        "We don't ship this yet.",
        "We write the file twice, and the second time it is empty.",
        "This isn't by design, I'll look.",
        "Is this by design?",
        "We won't support XLSX here.",
        "It won't work unless the index is rebuilt.",
        "Use the csv module instead of writing it by hand.",
        "If this is intended, the guide should say so.",
        "We don't want this to happen again.",
    ],
)
def test_what_only_sounds_like_a_decline(text):
    """Denied, asked, conditional, or about something else."""  # FR-006
    assert not declines(text)
    assert not leans(text)


@pytest.mark.parametrize(
    "text", ["CSV, please.", "CSV it is.", "Wir nehmen CSV.", "Vamos con CSV.", "On prend CSV."]
)
def test_the_project_settles_an_or_and_a_stranger_does_not(text):
    """Decided by an owner, still asked after a stranger's word; the decision is told once."""
    # FR-016, FR-052
    settled = heard((text, "bob", "OWNER"), title="Export orders", body=CHOICE)
    asked = heard((text, "eve", "NONE"), title="Export orders", body=CHOICE)

    assert isinstance(settled, ProposedPlan)
    assert [c for c in criteria(settled) if "CSV" in c] == ["The file format is CSV"]
    assert isinstance(asked, ProposedQuestions)


@pytest.mark.parametrize("role", ["OWNER", "NONE"])
@pytest.mark.parametrize(
    "text",
    [
        "The bug is in `shop/mail.py`: `total()` forgets the discount.",
        "I think `shop/mail.py` is the culprit, it rounds before subtracting.",
        "The fix should be in `shop/mail.py`.",
        "Looks like `shop/mail.py` should subtract it.",
        "Der Fehler liegt in `shop/mail.py`.",
        "El problema está en `shop/mail.py`.",
        "L'erreur vient de `shop/mail.py`.",
    ],
)
def test_a_tip_leads_to_a_file_and_is_no_criterion(text, role):
    """Where and why somebody believes it to be helps to find files; what must be stays as it was."""
    # FR-006, FR-014, FR-052
    made = heard((text, "bob", role))

    assert is_tip(text)
    assert criteria(made) == criteria(heard())
    read = {p for t in made.plan.tasks for p in (*t.resources.read, *t.resources.write)}
    assert "shop/mail.py" in read


def test_taking_up_is_seen():
    """What takes a request up after all."""  # FR-006
    assert takes_up("OK, let's do it.")
    assert takes_up("PRs welcome.")
    assert not takes_up("Let's see.")


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("We merely share the name.", True),
        ("They only share the name with us.", True),
        ("They share our name, that is all.", True),
        ("It happens to share our name, sorry.", True),
        ("That is a game by somebody else.", True),
        ("This is an app from another vendor.", True),
        ("You mean the plugin with the same name.", True),
        ("What you have is a tool of others.", True),
        ("There's no Rust port in this repository.", True),
        ("It shares the name of the table.", False),
        ("This is a plugin with the same error.", False),
        ("You are using a library of our own.", False),
        ("There is no text in the field.", False),
        ("Is this the module of somebody else?", False),
    ],
)
def test_a_request_for_a_namesake_is_declined(text, another):
    """Who is told that it is somebody else's thing gets no plan; names inside the project decline nothing."""
    # FR-006, FR-017
    assert isinstance(heard((text, "bob", "OWNER")), Declined) is another


def test_a_verdict_of_a_program_or_of_the_author_declines_nothing():
    """Only people of the project turn down, and not their own request."""  # FR-006
    no = comment("Works as designed.", "bob", "OWNER")

    assert isinstance(propose(brief(TITLE, BODY, comments=(no,))), Declined)
    for said in (replace(no, ours=True), replace(no, author=Person("bob", is_bot=True))):
        assert not isinstance(propose(brief(TITLE, BODY, comments=(said,))), Declined)
