"""What is left open, taken back, or said by others: whether it is asked, and how."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning.absences import absences
from bot.planning.alarms import alarms
from bot.planning.blurred import blurred
from bot.planning.concluded import withdraws
from bot.planning.contrasts import sided
from bot.planning.conversions import converted
from bot.planning.debated import debated
from bot.planning.elsewhere import elsewhere
from bot.planning.epics import stories
from bot.planning.leaks import leaked
from bot.planning.noise import is_advert
from bot.planning.openings import how_to_decide, open_question, promised
from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.rulings import rules, settles
from bot.planning.verdicts import declines
from tests.planning.requests import brief, codes, comment

OPEN, MISSING, RISK = ReasonCode.AC_AMBIGUOUS, ReasonCode.MISSING_INPUT, ReasonCode.POLICY_RISK
WAYS = "Drop the oldest line or refuse the new one?"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Hold on with what I decided.", True),
        ("Scratch that, the union has to be asked.", True),
        ("I have to take my yes back.", True),
        ("That question is open again.", True),
        ("I was too quick there.", True),
        ("Hold the key for two seconds.", False),
        ("Take the second one.", False),
        ("The server takes it back from the cache.", False),
    ],
)
def test_a_decision_is_taken_back(sentence, expected):
    """Whoever may decide can take a decision back; what a program takes is none."""  # S1.3
    assert withdraws(sentence) is expected


def test_what_was_decided_and_taken_back_is_asked():
    """A decision that its owner takes back leaves the choice open; a new one ends it."""  # S1.2
    decided = comment("Decided: refuse the new one.", "olga", "OWNER")
    back = comment("Scratch that, I have to hear the archive first.", "olga", "OWNER")
    anew = comment("So the oldest it is, drop that.", "olga", "OWNER")
    assert OPEN not in codes("Full spool", WAYS, decided)
    assert OPEN in codes("Full spool", WAYS, decided, back)
    assert OPEN not in codes("Full spool", WAYS, decided, back, anew)
    asked = brief("Full spool", "The spool has a limit.", comments=(decided, back))
    found = list(debated(asked.request, read("Full spool", "The spool has a limit.")))
    assert "took the decision back" in found[0].question


def test_two_who_may_decide_and_differ_leave_it_open():
    """Where two members take different ways and neither rules, nobody has decided; a ruling does."""  # S1.2
    body = "| | refuse | overwrite |\n|---|---|---|\n| effort | S | M |\n\nWhichever we take, it is counted."
    one = comment("overwrite, that is what people expect.", "mia", "MEMBER")
    other = comment("For our auditors it is refuse or nothing.", "noa", "MEMBER")
    ruled = comment("overwrite is fine, too.", "olga", "OWNER")
    assert OPEN in codes("Full spool", body, one, other)
    assert OPEN not in codes("Full spool", body, one, other, ruled)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Paper must not get wet, so the balcony is out.", True),
        ("Then it has to be the cellar.", True),
        ("The power is out.", False),
        ("Then it has to be decided in May.", False),
    ],
)
def test_a_text_that_concludes_settles(sentence, expected):
    """What a text concludes by ruling a way out or naming the one left settles it."""  # S1.3
    assert settles(sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Then it isn't a question of either way, it gets a setting.", True),
        ("So markdown it is.", True),
        ("The treasurer is back on the 14th, she will have a view.", False),
        ("The town of Ulm had that and all were gone by 9.", False),
        ("Long overdue.", False),
    ],
)
def test_what_a_comment_rules(sentence, expected):
    """A comment rules by what is to be; what it tells of people or the past rules nothing."""  # S1.3
    assert rules(sentence, sentence) is expected


def test_who_builds_it_may_choose():
    """A choice that is left to whoever builds it is none; one that is left to a board is."""  # S1.3
    free = "Could be a page of its own or a dialog, that is up to whoever builds it."
    assert OPEN not in codes("Print the list", free)
    assert OPEN in codes(
        "Print the list", "Could be a page of its own or a dialog, up to the board."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Many of our guests have no idea which code they got.",
        "I see a person whom I don't know.",
        "It came with the house, more than that I don't know.",
        "Nobody knows the number anyway.",
    ],
)
def test_what_others_do_not_know_is_no_choice(sentence):
    """What users do not know, or all that somebody knows, leaves nothing to be decided."""  # S1.2
    assert open_question(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Not sure whether the export keeps old ids.",
            "How should this be decided: whether the export keeps old ids?",
        ),
        (
            "How long a link lives is not decided yet.",
            "How should this be decided: how long a link lives?",
        ),
        (
            "The board wants one hour, the desk wants three.",
            "Which of the two should hold: “The board wants one hour” or “the desk wants three”?",
        ),
        (
            "Views differ on the stamps.",
            "What should be decided here: “Views differ on the stamps”?",
        ),
    ],
)
def test_a_question_names_what_is_open(sentence, expected):
    """A question names the clause or the two sides that are open, not the whole sentence."""  # S1.2
    assert how_to_decide(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("No idea where we get the tide tables from.", True),
        ("Where the prices are to come from I don't know.", True),
        ("I'll ask the vet for the list.", True),
        ('The vet would ask "which dose".', False),
        ("It shows where the prices come from.", False),
    ],
)
def test_a_source_that_nobody_knows_is_missing(sentence, expected):
    """A source that nobody knows is missing; what somebody would ask promises nothing."""  # S1.2
    assert bool(promised(sentence)) is expected


def test_ways_with_a_price_each():
    """Two ways with a price each are a choice; one way with its price is none."""  # S1.2
    both = "Printing at once is simple but jams; collecting it needs a second tray."
    assert sided(both, read("Labels", both)) == ("Printing at once", "collecting it")
    one = "Printing at once is simple; the tray is full."
    assert sided(one, read("Labels", one)) == ()


def test_letters_below_criteria_are_no_ways_and_no_stories():
    """Letters below a line that announces criteria are neither ways nor stories."""  # S1.2
    lines = "a) a page for the cooks\nb) not more than ten rows\nc) bold if new\nd) no menu\ne) fits on A4"
    body = f"Definition of done:\n\n{lines}"
    assert sided(body, read("Kitchen list", body)) == ()
    assert stories(brief("Kitchen list", body).request, read("Kitchen list", body)) == ()
    assert sided(lines, read("Kitchen list", lines))


def test_habits_of_people_move_no_money():
    """What people do by hand each week is told; an order to pay at once is a risk."""  # S1.2
    told = read("Fee booked at once", "Support refunds some by hand each week.")
    ordered = read("Pay back at once", "Please refund the full amount automatically.")
    assert not list(alarms(told, Intent.BUG, ()))
    assert list(alarms(ordered, Intent.FEATURE, ()))


def test_lists_of_things_are_here():
    """A list of a thing in the program is no list that others hold; that of a person or paper is."""  # S1.2

    def found(body: str) -> bool:
        return bool(list(elsewhere(read("Mail", body), Intent.FEATURE, ())))

    assert not found("Send a mail to each customer on the product's list.")
    assert found("Sort the rows by the baker's list.")
    assert found("We keep our share (rate as in the new lease agreement).")


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (
            '<string name="help_mail">TODO@mill.invalid</string>\n<string name="site">xxx</string>',
            True,
        ),
        ("<host><!-- who runs it? --></host>\n<port>xxx</port>", True),
        ('<string name="help_mail">post@mill.example</string>', False),
    ],
)
def test_placeholders_in_xml_are_missing_values(block, expected):
    """A placeholder as the value of an element is a value that is missing, as in any settings."""  # S1.2
    body = f"Add these rows:\n\n```xml\n{block}\n```"
    found = list(absences(read("About page", body), Intent.FEATURE, (), ()))
    assert bool(found) is expected


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("Manual overhaul", "It isn't great. Could somebody give it a once-over?", True),
        ("Clean up mill.py", "Let's split it in a sensible way and get rid of the hacks.", True),
        ("Order form: fewer clicks", "Please streamline `Order.vue`.", True),
        ("Clean up mill.py", "Move the parser to `grain.py` and delete `old_mill()`.", False),
    ],
)
def test_sweeping_wishes_have_no_measure(title, body, expected):
    """A wish to tidy up or overhaul a whole part names no result; a move of names does."""  # S1.2
    assert bool(list(blurred(read(title, body), Intent.REFACTOR))) is expected


def test_stored_data_changed_by_sql():
    """A statement that rewrites data in use is a risk, and values that fit no way are asked about."""  # S1.2
    body = (
        "One statement at start-up, 3 M rows in production:\n\n"
        "```sql\nALTER TABLE trip ALTER COLUMN went TYPE timestamptz;\n```\n\n"
        "{} Some are locked."
    )
    unfit = read("Keep times as UTC", body.format("Of 80 rows nobody can tell which hour it was."))
    fit = read("Keep times as UTC", body.format("All rows are of one zone."))
    assert {d.code for d in converted(unfit, Intent.CHORE, ())} == {RISK, OPEN}
    assert {d.code for d in converted(fit, Intent.CHORE, ())} <= {RISK}


def test_a_key_that_is_said_to_be_no_test_key():
    """A published key is a leak, also where it is said to be no test key; a test key is none."""  # S1.2
    body = "The image holds the signing key, since 2.1 on the registry. It is {} key. We need a new key."
    assert list(leaked(read("Published signing key", body.format("not a test")), Intent.BUG))
    assert not list(leaked(read("Published signing key", body.format("only a test")), Intent.BUG))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("That's the game by other people, we just share the name.", True),
        ("There is no Python code in here, please ask on PyPI.", True),
        ("You are using the extension of the same name.", True),
        ("This is another package, see packages/mill.", False),
        ("Both columns share the name of the table.", False),
    ],
)
def test_another_thing_of_the_same_name(sentence, expected):
    """Whoever took the project for another thing of its name is turned down; a part of it is none."""  # S1.4
    assert declines(sentence) is expected


def test_links_for_sale_are_advertising():
    """An offer of links and guest articles is advertising; a wish for links is none."""  # S1.4
    offer = "We own many high authority sites.\n\n* 5 dofollow links: $20\n* guest article: $10"
    assert is_advert(read("Partnership proposal", offer))
    assert not is_advert(read("Mark links as nofollow", "Links in comments should get `nofollow`."))


@pytest.mark.parametrize(
    "body",
    [
        "Wind as an arrow or as a word? The arrow needs a font. I've gone for the word.",
        "CSV or ODS? The harbour takes CSV only. That decides it.",
        "Own palette or inverted? Inverted makes the map grey. So own palette, as below.",
        "Per day or flat? The meeting voted on it in March: 2.00 flat.",
        "Should old berths be deleted or hidden? Hidden, invoices still point at them.",
    ],
)
def test_a_question_that_the_text_answers(body):
    """A question that the next sentences answer or decide is none, in however few words."""  # S1.3
    assert OPEN not in codes("Show it on the board", body)


def test_a_question_that_the_next_sentence_only_weighs():
    """Where the next sentence only tells how it is today or weighs, the question stays."""  # S1.2
    assert OPEN in codes("Berths", "Sorted by pontoon or by length? Both have their friends.")
    assert OPEN in codes("Berths", "Sorted by pontoon or by length? Depends on who looks.")
    assert OPEN in codes("Berths", "Sorted by pontoon or by length? Also the map.")
