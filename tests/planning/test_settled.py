"""Who ends a doubt, who takes that back, and what only sounds like a decision."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.facts import Comment, Person
from bot.domain.questionnaire import ReasonCode
from bot.planning.concluded import concludes, withdraws
from bot.planning.rulings import rules
from tests.planning.requests import AT, brief, codes, comment, plan_of, questions_of, with_

OPEN, MISSING, RISK = (
    ReasonCode.AC_AMBIGUOUS,
    ReasonCode.MISSING_INPUT,
    ReasonCode.POLICY_RISK,
)
WAYS = "Drop the oldest line or refuse the new one?"
TABLE = "| | refuse | overwrite |\n|---|---|---|\n| effort | S | M |\n\nWhichever we take, it is counted."
OVER, REFUSE = "overwrite, that is what people expect.", "For our auditors it is refuse or nothing."


def owner(text: str) -> Comment:
    return comment(text, "olga", "OWNER")


def member(text: str, name: str = "mia") -> Comment:
    return comment(text, name, "MEMBER")


def still(*said: Comment, title: str = "Full spool", body: str = WAYS) -> set[ReasonCode]:
    """What is asked about the spool once this was said."""
    return codes(title, body, *said)


@pytest.mark.parametrize(
    "sentence",
    [
        "Hold on a minute, the lift is not ours.",
        "Hold your horses, the board meets on Monday.",
        "We withdraw that until the audit.",
        "Please ignore my last comment.",
        "My decision above was premature.",
        "I'd like to rethink that.",
        "Back to square one.",
    ],
)
def test_each_way_to_take_a_decision_back_is_heard_and_asking_is_none(sentence):
    """Whoever holds off, withdraws or thinks anew takes back; a question does not."""  # S1.3
    assert withdraws(sentence)
    assert not withdraws(f"{sentence.rstrip('.')}?")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The meeting voted on it in May: the cellar.", True),
        ("Thus the balcony drops out.", True),
        ("Paper must not get wet, so the balcony is out?", False),
        ("They sold it all, so the paper is out of stock.", False),
        ("Then it must be clear by May.", False),
    ],
)
def test_a_conclusion_is_no_question_and_names_a_way(sentence, expected):
    """A vote that is told and a way ruled out conclude; a question and what has run out do not."""  # S1.3
    assert concludes(sentence) is expected


@pytest.mark.parametrize(
    "text",
    [
        *("Thanks!", "Noted.", "Hello all.", "Nice idea.", "Hm.", "No idea.", "Ditto.", "Seconded."),
        *("Finally!", "High time.", "Count me in.", "Tell me about it.", "Ouch.", "Big fan.", "Maybe."),
        *("Important.", "Same here.", "Sorry.", "Ping.", "Not sure.", "Been on my list.", "Exactly."),
        *("Long overdue.", "Haha.", "Torn.", "Careful.", "Me too.", "Which one?", "Okay.", "Wow."),
        *("Love it.", "I like it.", "Useful.", "Sad.", "Yay!", "Pity.", "True.", "Tricky.", "Bump."),
    ],
)  # fmt: skip
def test_small_talk_rules_nothing(text):
    """A short word of thanks, feeling or doubt is no ruling, however short rulings are."""  # S1.3
    assert rules("Paper, then.", "Paper, then.")
    assert not rules(text, text)


def test_only_who_may_decide_takes_back_what_the_owner_decided():
    """The author's `Scratch that` leaves the owner's decision as it is."""  # S1.2
    decided = owner("Decided: refuse the new one.")

    assert OPEN in still(decided, owner("Scratch that, I don't like it."))
    assert OPEN not in still(decided, comment("Scratch that, I don't like it."))


@pytest.mark.parametrize(
    "said",
    [
        (member(OVER), owner(REFUSE)),
        (owner(OVER), member(REFUSE)),
        (member(OVER), member(REFUSE)),
        (member(OVER), comment(REFUSE)),
        (member(OVER), member("Same here, overwrite.", "noa")),
        (member(OVER), member("We decided to refuse.", "noa")),
        (member(OVER), member("refuse, at most 3 times a day.", "noa")),
        (member(OVER), member("refuse it is.", "noa")),
        (member(OVER), member("We went with refuse.", "noa")),
        (member(OVER), member("So overwrite is out.", "noa")),
    ],
    ids=[
        "owner",
        "to owner",
        "same",
        "author",
        "agrees",
        "settles",
        "bounds",
        "rules",
        "went",
        "out",
    ],
)
def test_a_second_word_that_contests_nothing(said):
    """The owner's word, the own second thought, assent and a ruling leave nothing open."""  # S1.2
    assert OPEN not in still(*said, body=TABLE)
    assert OPEN in still(member(OVER), member(REFUSE, "noa"), body=TABLE)


def test_the_owners_word_stands_against_a_member():
    """What the owner took is planned where a member only prefers the other way, before or after."""  # S1.2
    for said in ((owner(OVER), member(REFUSE)), (member(REFUSE), owner(OVER))):
        made = plan_of(brief("Full spool", TABLE, comments=said))
        told = [c.text for t in made.plan.tasks for c in t.acceptance_criteria]
        assert [c for c in told if c.endswith("is overwrite")]
        assert not [c for c in told if c.endswith("is refuse")]


def test_programs_decide_nothing():
    """A comment of a bot or of the planner itself ends no choice, whatever rights it has."""  # S1.2
    said = owner("Decided: refuse the new one.")

    assert OPEN not in still(said)
    assert OPEN in still(replace(said, ours=True))
    assert OPEN in still(replace(said, author=Person("hal", is_bot=True)))


def test_what_is_said_after_the_question_waits_for_the_answer():
    """Once a question stands, a later remark does not end it; an earlier one does."""  # S1.2
    asked = questions_of(brief("Full spool", WAYS)).questions
    said = owner("Decided: refuse the new one.")
    early, late = (
        with_(
            brief("Full spool", WAYS, comments=(said,)),
            questions=tuple(q.model_copy(update={"requested_at": at}) for q in asked),
        )
        for at in (said.created_at + timedelta(hours=1), AT)
    )

    assert plan_of(early).plan.tasks
    assert questions_of(late).questions
    other = tuple(
        q.model_copy(update={"question": "Which colour?"}) for q in late.request.questions
    )
    assert plan_of(with_(late, questions=other)).plan.tasks


@pytest.mark.parametrize(
    ("text", "by_owner", "by_author"),
    [
        ("Yes, newest first.", set(), {OPEN}),
        ("Hm.", {OPEN}, {OPEN}),
        ("Is that worth it?", {OPEN}, {OPEN}),
    ],
)
def test_a_question_for_yes_or_no_waits_for_the_yes_of_the_project(text, by_owner, by_author):
    """`Should pinned notes come first?` is answered by whoever may decide, not by its writer."""  # S1.2
    body = "Should pinned notes come first?"

    assert still(owner(text), title="Sort pinned notes", body=body) == by_owner
    assert still(comment(text), title="Sort pinned notes", body=body) == by_author


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Yes, please.", set()),
        ("You can do that.", set()),
        ("No idea yet.", {OPEN}),
        ("It is on the agenda.", {OPEN}),
        ("Should we use 45?", {OPEN}),
        ("I'd like to hear the shop first.", {OPEN}),
    ],
)
def test_whether_it_is_wanted_is_ended_by_a_yes_alone(text, asked):
    """Other words of the owner leave open whether it is wanted at all."""  # S1.2
    body = "Visitors lose their basket after 10 minutes. Set it to 30. Do we want this?"
    assert still(owner(text), title="Keep baskets for 30 minutes", body=body) == asked


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("Ring buffer of 4 MB.", False),
        ("(3) then", False),
        ("Not the oldest line.", False),
        ("I don't care.", False),
        ("Fine with me, whichever way the oldest line goes.", False),
        ("I don't care about the printer.", True),
        ("With the first a line is lost, with the second one waits.", True),
        ("Refuse the new one, please. The board has to decide.", True),
        ("Should we use the spool of cups?", True),
        ("We'll use a ring, not sure how big.", True),
        ("I don't mind which, the printer is new.", True),
        ("Is refuse better?", True),
    ],
)
def test_what_an_owner_says_to_a_choice(text, open_):
    """Own words and indifference to it end it; a question, doubt and care for other things do not."""  # S1.2
    assert (OPEN in still(owner(text))) is open_


@pytest.mark.parametrize(
    ("text", "by_owner", "by_author"),
    [
        ("Yes.", set(), {RISK}),
        ("We decided to delete them.", set(), set()),
        ("Only those of closed accounts.", {RISK}, {RISK}),
        ("I don't care.", {RISK}, {RISK}),
    ],
)
def test_a_risk_is_taken_by_whoever_may_decide(text, by_owner, by_author):
    """A bare yes counts from the project only; indifference takes no risk."""  # S1.2
    title, body = "Purge invoices", "Delete all invoices older than 3 years every night."

    assert still(owner(text), title=title, body=body) == by_owner
    assert still(comment(text), title=title, body=body) == by_author


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("N = 20", False),
        ("20 files per day.", False),
        ("Is it 20?", True),
        ("The number of files is TBD.", True),
        ("Files per day: I'll ask Tom for the number.", True),
    ],
)
def test_a_missing_number_is_brought_by_a_number(text, missing):
    """A question, a blank and a promise bring no value."""  # S1.2
    body = "A user may upload at most N files per day."
    assert (MISSING in still(owner(text), title="Limit uploads", body=body)) is missing


@pytest.mark.parametrize(
    ("body", "open_"),
    [
        ("Banner or footer? Banner is loud. Footer is quiet.", True),
        ("Banner or footer? Footer, not banner.", False),
        ("Banner or footer? Not the banner.", False),
        ("Banner, footer or mail? Not the banner.", True),
        ("Banner or footer? Take that of the importer.", False),
        ("Banner or footer? Should it follow the importer?", True),
        ("Banner or footer? Each in its own file, like `export` does it.", False),
    ],
)
def test_what_the_writer_says_behind_the_own_question(body, open_):
    """One way taken, or the only other one refused, ends it; a word on each of them takes none."""  # S1.3
    assert (OPEN in still(title="Notice of closing hours", body=body)) is open_


@pytest.mark.parametrize(
    ("second", "open_"),
    [
        ("The board voted for footer.", False),
        ("Then it has to be the footer.", False),
        ("We went with footer.", False),
        ("Footer.", False),
        ("I'd like the footer, please.", True),
    ],
)
def test_a_ruling_ends_what_another_member_began(second, open_):
    """A second member who tells what was decided ends the choice; a wish only contests the first."""  # S1.2
    said = (member("Banner."), member(second, "noa"))
    assert (OPEN in still(*said, title="Notice", body="Banner or footer?")) is open_
