"""Doubts that no single sentence raises: weighed signs, and what ends them."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning import dilemmas, outsiders, unapproved
from bot.planning.blurred import blurred
from bot.planning.gloss import gloss, tongue_of
from bot.planning.hazards import approved
from bot.planning.lacking import lacking
from bot.planning.leanings import unanswered_remarks
from bot.planning.proposal import Intent, ProposedPlan, ProposedQuestions
from bot.planning.reading import read
from bot.planning.rulings import allows, numbered, rules, settles, weighs
from bot.planning.signs import Sign, because, kind, seen, total, weightiest
from bot.planning.undecided import undecided
from tests.planning.requests import brief, comment
from tests.planning.test_examples import propose

MISSING, OPEN, RISK = (
    ReasonCode.MISSING_INPUT,
    ReasonCode.AC_AMBIGUOUS,
    ReasonCode.POLICY_RISK,
)


def codes(title, body, *said, **more):
    """The reasons for which is asked; nothing where there is a plan."""
    people = tuple(
        comment(text, author=f"person{n}", association=who) for n, (who, text) in enumerate(said)
    )
    found = propose(brief(title, body, comments=people, **more))
    if isinstance(found, ProposedQuestions):
        return {c for q in found.questions for c in q.context.reason_codes}
    assert isinstance(found, ProposedPlan)
    return set()


def test_signs_of_one_kind_count_once():
    """Saying the same thing three times is no more evidence than saying it once."""  # S1.3
    signs = [Sign("a", 1.5, "one", 1), Sign("a", 1.5, "two", 2), Sign("b", 2.0, "three", 3)]

    assert total(signs) == 3.5
    assert weightiest(signs).sentence == "three"
    assert because(signs) == "one / two / three"


def test_a_sign_knows_what_speaks_against_it():
    """A pattern and its exception, whatever the case of the letters."""  # S1.3
    sure = kind("unsure", 2, r"\bnot sure\b", r"\bnot sure why\b")

    assert [s.at for s in seen([sure], [(0, "Not sure if", "Not sure if")])] == [0]
    assert not seen([sure], [(0, "Not sure why", "Not sure why")])


@pytest.mark.parametrize("kinds", [dilemmas.KINDS, outsiders.KINDS, unapproved.KINDS])
def test_every_kind_of_sign_has_its_own_name(kinds):
    """What counts once needs a name of its own, and weighs something."""  # S1.3
    assert len({k.name for k in kinds}) == len(kinds)
    assert all(k.weight > 0 for k in kinds)


@pytest.mark.parametrize(
    ("title", "body", "code"),
    [
        ("Session timeout", "Product would like 8 hours, security thinks 30 minutes.", OPEN),
        ("Retry failed webhooks", "How often is something the team has to settle.", OPEN),
        ("Digest day", "A poll is running in the forum until next week.", OPEN),
        ("Add the logos", "Put the sponsors' logos in the footer. Lisa has the files.", MISSING),
        ("Pension report", "The Word document has the wording. Wording: see the Word document.", MISSING),
        ("Cost of replicas", "It exceeds the ceiling in policy.rego. I haven't raised it yet.", RISK),
        ("Grant cluster-admin", "security.md advertises least privilege. Bind it anyway.", RISK),
    ],
)  # fmt: skip
def test_weighed_signs_ask_with_the_sentence_that_caused_it(title, body, code):
    """Each doubt carries the sentence that raised it."""  # S1.3 FR-017
    found = propose(brief(title, body))

    assert isinstance(found, ProposedQuestions)
    asked = [q for q in found.questions if code in q.context.reason_codes]
    assert asked
    assert all(q.why for q in asked)


def test_a_question_answered_in_the_next_sentence_is_none():
    """`Monday or Friday? Friday.` and `Should pinned come first? Yes.` leave nothing open."""  # S1.3
    assert not codes("Weekly digest", "Monday or Friday? We went with Friday, at 15:00.")
    assert not codes("Sort pinned notes", "Should pinned notes come first? Yes. Newest first.")
    assert codes("Weekly digest", "Monday or Friday? Somebody has to decide.") == {OPEN}


def test_an_owner_rules_in_one_word_and_a_stranger_never():
    """`File.` of the owner ends a choice; the same of somebody without a role does not."""  # S1.3
    body = "Either print the assembly on stdout, or put it in a file beside the source."

    assert not codes("Option --emit-asm", body, ("OWNER", "File. `-o` overrides the path."))
    assert codes("Option --emit-asm", body, ("NONE", "File. `-o` overrides the path.")) == {OPEN}


def test_an_owner_picks_by_number():
    """`(1), same as the others` takes the first of `(1) …, (2) …`."""  # S1.3
    about = "Should it be (1) a paragraph, or (2) a table?"

    assert numbered("We discussed it: (1), same as the others", about) == 0
    assert numbered("Both (1) and (2) have their charm", about) is None
    assert numbered("Is (2) hard?", about) is None
    assert numbered("(3) then", about) is None


def test_what_a_maintainer_asks_back_stays_open():
    """An unanswered question of a member is asked; politeness and an answer are not."""  # S1.3
    body = "Late returns should cost something."

    assert codes("Penalty", body, ("MEMBER", "How much? Per day or once?")) == {OPEN}
    assert not codes("Penalty of 2 EUR a day", body, ("MEMBER", "Would you work on a PR?"))
    bank = ("OWNER", "Which bank, which protocol?")
    assert codes("Bank connection", "Read the account statements.", bank) == {MISSING}


def test_who_may_allow_a_risk_is_named():
    """An approval names somebody; hearsay, a wish for one and a coming one are none."""  # S1.3
    assert approved("Signed off by Marieke (managing director)")
    assert approved("Security reviewed and accepted this (SEC-118)")
    assert not approved("I heard it was approved by the board")
    assert not approved("This must be approved by legal")
    assert allows("Yes, for 4.0, together with the others.")
    assert not allows("Yes, but first ask the customers")
    assert not allows("Yes?")


def test_an_approval_before_the_risk_counts():
    """Who has decided may stand above what was decided."""  # S1.3
    risky = "Delete accounts without log-in for three years automatically, with all data."

    assert codes("Old accounts", risky) >= {RISK}
    assert not codes("Old accounts", f"Signed off by the board and by the bookkeeper. {risky}")


def test_a_permission_is_asked_for_once():
    """Beside a risk, the doubt whether it is allowed adds no second question."""  # S1.3
    body = "Delete all invoices older than 3 years every night. Someone from legal ought to say so."

    assert codes("Purge invoices", body) == {RISK}


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("We went with Postgres.", True),
        ("Product picked the banner.", True),
        ("It has not been decided.", False),
        ("Before we decided we looked at both.", False),
    ],
)
def test_what_tells_of_a_decision(sentence, found):
    """A decision that was made, not one to come."""  # S1.3
    assert settles(sentence) is found


def test_a_ruling_does_not_weigh():
    """`On disk, below `data/`` says what to do; `I'd prefer disk, but …` does not."""  # S1.3
    told = "On disk, below `data/avatars`."

    assert rules(told, told)
    assert not rules("Hm, `data/avatars` could work, but", "Hm, `data/avatars` could work, but")
    assert weighs("S3 would be nicer")


def test_faults_wonder_about_causes_only():
    """A report asks no choice, a document none about what it is to explain."""  # S1.3
    told = read("Export hangs", "Nobody knows which of the two locks is to blame, A or B.")

    assert not list(undecided(told, Intent.DOCS))
    assert not list(lacking(told, Intent.BUG, ()))
    assert not list(blurred(read("Better export", "Make it better."), Intent.BUG))


def test_a_title_is_read_in_the_language_of_its_text():
    """Two German words are too few to tell; the text below them is not."""  # FR-015
    body = "Die Startseite wirkt altbacken. Bitte moderner und übersichtlicher machen."

    assert gloss("Startseite ansprechender gestalten", tongue_of(body)) != (
        "Startseite ansprechender gestalten"
    )
    assert codes("Startseite ansprechender gestalten", body) == {OPEN}


def test_portuguese_is_not_read_as_spanish():
    """Its words would mean something else; it is read for structure only."""  # FR-015
    text = "O produto não é mostrado com preço quando você está em uma lista"

    assert tongue_of(text) == ""
    assert tongue_of("El producto no se muestra con el precio cuando está en la lista") == "es"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("Is there a drawing by the carpenter?", ReasonCode.MISSING_INPUT),
        ("Which phone do the drivers have?", ReasonCode.MISSING_INPUT),
        ("Can you name the stations?", ReasonCode.MISSING_INPUT),
        ("Has anybody kept the seed list?", ReasonCode.MISSING_INPUT),
        ("Should it run at night?", ReasonCode.AC_AMBIGUOUS),
        ("Is there a reason for the limit?", ReasonCode.AC_AMBIGUOUS),
    ],
)
def test_what_is_asked_back_is_a_thing_or_a_choice(question, code):
    """A question for a thing that somebody has lacks input, any other leaves something open."""  # S1.3
    assert [d.code for d in unanswered_remarks((question,), frozenset())] == [code]
