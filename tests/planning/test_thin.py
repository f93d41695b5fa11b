"""Reports of a fault by which nobody else could see it, and short ones by which everybody can."""

from __future__ import annotations

import pytest

from bot.planning.builtin import propose
from bot.planning.proposal import ProposedPlan, ProposedQuestions
from bot.planning.thin import is_placeholder
from tests.planning.requests import brief, comment
from tests.planning.test_examples import answer

BUG = frozenset(("bug",))


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Lamps flicker", "My lamps flicker since the party. The neighbours have it too."),
        (
            "Wrong totals",
            "The totals are wrong. Not for everybody. Please repair before the audit!",
        ),
        ("Parcel labels", "The labels come out odd, and our packers have to redo them by hand."),
        ("Search is broken", "It finds the wrong things. It used to be good."),
        ("Greenhouse vents", "Vents open at night. Tomatoes did not like that. Please fix soon."),
        ("Seats double booked", "Two couples came for the same seats again, very embarrassing."),
        ("Battery drains", "My watch is empty at noon with your app, a friend says the same."),
        (
            "Sheet music skips bars",
            "Sometimes it skips a bar. I lost my place in the concert of May 4.",
        ),
        ("Choir mail vanishes", "Some of our mails never come. About 3 of them this month."),
        ("Scoreboard freezes", "Now and then it freezes and a referee has to restart it."),
        ("Boat position", "The boat jumps around on the map. Expected: no jumping."),
        ("Payroll", "Amounts are off for some of us. They should be correct."),
        (
            "Toilet counter stuck",
            "### Steps\n\nsee above\n\n### Expected\n\nworks\n\n### Actual\n\nstuck",
        ),
        (
            "Ovens",
            "### What happened\n\nOven is too hot\n\n### Log\n\n```\n# paste your log here\n```",
        ),
        ("Die Uhr geht falsch", "Manchmal geht die Uhr falsch. Bitte bald reparieren."),
    ],
)
def test_nothing_to_look_at(title, body):
    """A report without a name, words, a number or a cause is asked how to see the fault."""  # S1.3
    given = answer({"title": title, "body": body, "labels": BUG})

    assert given["decision"] == "ask"
    assert "MISSING_INPUT" in given["reasonCodes"]


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Lamps flicker at 12 %", "Dimming below 12 % makes them flicker, above it is steady."),
        ("Totals leave out refunds", 'The row "Total" of `report.csv` leaves out refunds.'),
        ("Labels are cut", "If a street has more than one line the second one is cut off."),
        ("Duplicate seats", "When two people book at once, the second must get a refusal."),
        ("Vents open at night", "Keep the vents closed between sunset and sunrise."),
        ("Timer too short", "The kettle beeps too early. Make it 4 minutes."),
        (
            "Sorting of names",
            "Names are sorted by first name. They should be sorted by family name.",
        ),
        ("Score sheet", "Every time the second half begins the fouls of the first one are gone."),
    ],
)
def test_short_and_enough(title, body):
    """A short report that names a cause, a value, or what should come out instead is planned."""  # S1.3
    given = answer({"title": title, "body": body, "labels": BUG})

    assert "MISSING_INPUT" not in given["reasonCodes"]


def test_what_was_asked_back_is_owed():
    """A fault whose reporter was asked for something waits until the reporter has answered."""  # S1.3
    asked = "Was the cable plugged in, and at which of the gates?"
    owner = comment(asked, author="boss", association="OWNER")
    stranger = comment("Same with me.", author="someone")
    title, body = "Gate stays shut", "It says `closed` although I paid 4.50 at the machine."

    assert isinstance(
        propose(brief(title, body, labels=BUG, comments=(owner, stranger))), ProposedQuestions
    )
    told = (owner, stranger, comment("Plugged in, gate 3."))
    assert isinstance(propose(brief(title, body, labels=BUG, comments=told)), ProposedPlan)


@pytest.mark.parametrize("question", ["When will it be done?", "Who takes it?", "Any news?"])
def test_a_question_on_progress_is_none_about_the_fault(question):
    """What the team asks among itself, the reporter does not owe."""  # S1.3
    asked = comment(question, author="boss", association="OWNER")
    title, body = "Gate stays shut", "It says `closed` although I paid 4.50 at the machine."

    found = propose(brief(title, body, labels=BUG, comments=(asked,)))

    assert isinstance(found, ProposedPlan)


@pytest.mark.parametrize(
    ("text", "open_"),
    [("# paste here", True), ("...", True), ("Traceback (most recent call last)", False)],
)
def test_placeholder(text, open_):
    """A block with the form's own words shows nothing."""  # S1.3
    assert is_placeholder(text) is open_
