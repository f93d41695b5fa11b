"""Choices that tables, lists and comments leave open, and inputs that somebody knows to be absent."""

from __future__ import annotations

import pytest

from bot.domain.facts import Comment
from bot.domain.questionnaire import ReasonCode
from bot.planning.absences import absences
from bot.planning.builtin import propose
from bot.planning.debated import debated
from bot.planning.felt import felt
from bot.planning.openings import open_question, promised
from bot.planning.proposal import Intent, ProposedQuestions
from bot.planning.providers import unnamed
from bot.planning.reading import read
from bot.planning.vagueness import vague
from bot.planning.weighed import compared
from tests.planning.requests import brief, codes, comment

FOR_AND_AGAINST = """\
| | pro | con |
|---|---|---|
| a) a column | fast | migration |
| b) a table of its own | clean | one more join |
"""
BY_EFFORT = """\
| | banner on top | line in the footer |
|---|---|---|
| effort | 2 d | 1 h |
| seen by guests | yes | hardly |
"""
SIGNS = """\
zip archive
 + one file
 - slow to open

folder
 + can be browsed
 - many small files
"""
PARAGRAPHS = """\
Variant 1 - the browser resizes the picture.

Variant 2 - the server does it overnight.

Both need a limit.
"""
HEADINGS = """\
### Option A: a queue in the database
Nothing to install.
### Option B: a broker
Faster, one more thing to run.
"""


def ways(body: str, *comments: Comment) -> tuple[str, ...]:
    """The ways among which nobody has chosen."""
    found = list(
        compared(brief("Where to put it", body, comments=comments).request, read("", body))
    )
    return tuple(w.label for w in found[0].ways) if found else ()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FOR_AND_AGAINST, ("a column", "a table of its own")),
        (BY_EFFORT, ("banner on top", "line in the footer")),
        (SIGNS, ("zip archive", "folder")),
        (SIGNS.replace(" +", " Pro:").replace(" -", " Con:"), ("zip archive", "folder")),
        (
            PARAGRAPHS,
            ("the browser resizes the picture", "the server does it overnight"),
        ),
        (HEADINGS, ("a queue in the database", "a broker")),
    ],
)
def test_ways_that_are_compared_are_asked_about_by_name(body, expected):
    """Ways shown with what is for and against each are a choice to make, in whatever form."""  # S1.2
    assert ways(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        FOR_AND_AGAINST + "\nWe decided to take the column.\n",
        FOR_AND_AGAINST.replace("| fast |", "| fast, chosen |"),
        SIGNS.replace("zip archive", "zip archive (agreed)"),
        BY_EFFORT.replace("banner on top", "today").replace("line in the footer", "new"),
        "| name | effort |\n|---|---|\n| export | 2 d |\n| import | 1 d |\n",
        "Changes:\n - the button is blue\n - the link is gone\n",
        "```diff\nfolder\n+ one\n- two\nfile\n+ three\n- four\n```\n",
        "Variant 1 - the browser resizes the picture.\n",
    ],
)
def test_a_taken_way_and_other_tables_leave_no_choice(body):
    """A way that was taken, plain tables and lists, and a single way are none to choose from."""  # S1.2
    assert not ways(body)


def test_what_must_be_decided_in_the_program_takes_no_way():
    """A criterion that speaks of deciding does not choose among the ways."""  # S1.2
    body = FOR_AND_AGAINST + "\n## Acceptance criteria\n- the swap is decided by Monday\n"
    assert ways(body)


def test_somebody_who_may_decide_takes_one_of_the_ways():
    """A comment of a maintainer that names one way ends the question."""  # S1.2
    body = "Guests overlook the notice about the closing hours.\n\n" + BY_EFFORT
    assert codes("Notice of closing hours", body) == {ReasonCode.AC_AMBIGUOUS}
    ruled = comment("Line in the footer, please.", "cem", association="OWNER")
    assert codes("Notice of closing hours", body, ruled) == set()


def left(*said: tuple[str, str]) -> list[str]:
    """What a conversation leaves open, each remark with its association."""
    spoken = tuple(comment(body, f"p{n}", who) for n, (who, body) in enumerate(said))
    body = "Late bookings are lost."
    return [
        d.question
        for d in debated(brief("Late bookings", body, comments=spoken).request, read("", body))
    ]


@pytest.mark.parametrize(
    "last",
    [
        "You both have a point.",
        "Both make sense. Hm.",
        "I'm torn.",
        "Let me ask the caretakers first.",
        "I lean to the second but want to hear the others.",
        "Let's decide that at the meeting in May.",
        "I want to sleep on it.",
        "I can see either.",
    ],
)
def test_those_in_charge_who_put_it_off_leave_it_open(last):
    """The last word of those who may decide keeps a choice open, whatever strangers say after it."""  # S1.2
    assert left(("MEMBER", "Good topic."), ("OWNER", last), ("NONE", "+1"))


def test_two_proposals_in_comments_are_the_ways():
    """Where two people each proposed something, the question names both."""  # S1.2
    [question] = left(
        ("MEMBER", "Then put them on a waiting list."),
        ("COLLABORATOR", "I'd rather open ten more places."),
        ("OWNER", "Both have something."),
    )
    assert "waiting list" in question
    assert "ten more places" in question


@pytest.mark.parametrize(
    "said",
    [
        (("NONE", "I'm torn."),),
        (("OWNER", "You both have a point."), ("OWNER", "We decided: ten more places.")),
        (("OWNER", "Let me review the pull request first."),),
        (("OWNER", "Let's sort the wording out in the review."),),
        (("OWNER", "Fine with me, go ahead."),),
        (("OWNER", "Both dates are in the file."),),
    ],
)
def test_strangers_rulings_and_plain_remarks_leave_nothing_open(said):
    """What a stranger doubts, what was ruled later, and talk about the work open no choice."""  # S1.2
    assert not left(*said)


@pytest.mark.parametrize(
    "body",
    [
        "The board has picked another provider, the old contract ends in June.",
        "Purchasing has signed with a vendor, we can start in autumn.",
        "Our contract with the courier is signed, so each parcel gets a number.",
        "On the page of each branch, show a map with a pin.",
    ],
)
def test_who_was_hired_must_be_named(body):
    """A service that somebody signed with, or that a page cannot do without, has to be named."""  # S1.2
    assert unnamed(body, ())


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("The board has picked Paylane as provider, the old contract ends in June.", ()),
        ("The agreement was signed in May, so the raise counts from then.", ()),
        ("On the page of each branch, show a map with a pin, tiles from OpenStreetMap.", ()),
        ("On the page of each branch, show a map with a pin.", ("src/map/tiles.ts",)),
        ("Return a map of the keys with their values.", ()),
    ],
)
def test_a_service_that_is_named_or_there_is_not_missing(body, paths):
    """A name, a file about it, or another meaning of the word leave nothing to ask."""  # S1.2
    assert unnamed(body, paths) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "What I don't: on which host, who pays.",
        "What we don't know yet: database and account.",
        "Still open: server, subdomain.",
        "Nobody has said on which machine it runs: unclear under which domain.",
    ],
)
def test_a_place_that_somebody_does_not_know_is_missing(sentence):
    """Where a new environment runs, under which name and on whose account are inputs."""  # S1.2
    assert promised(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["What I know: own URL, own database.", "Still open: the door.", "Open: tickets per server?"],
)
def test_a_place_that_is_told_is_not_missing(sentence):
    """What is known, and other things that are open, are no missing place."""  # S1.2
    assert not promised(sentence)


@pytest.mark.parametrize(
    "body",
    [
        "```yaml\nruns-on: [self-hosted, big]\n```\n",
        "```markdown\n## core\n- fix: ...\n- feat: ...\n```\n",
        "```yaml\nbranches: [main]\nsteps: ...\n```\n",
    ],
)
def test_lists_of_values_and_samples_are_no_placeholders(body):
    """In a block a list in brackets is given, and dots leave out what does not matter."""  # S1.2
    assert not list(absences(read("Build", body), Intent.CHORE, (), ()))


def test_a_block_with_placeholders_asks_for_them():
    """A mark that says to fill something in is asked for."""  # S1.2
    body = "```yaml\nhost: [your host]\nport: <port>\n```\n"
    [found] = absences(read("Build", body), Intent.CHORE, (), ())
    assert "host, port" in found.question


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Shift planning is unfair", "Please make it fair."),
        ("Search", "Could this be improved before the season starts?"),
    ],
)
def test_a_wish_for_fairness_or_improvement_has_no_measure(title, body):
    """Fair, balanced and improved say only a direction."""  # S1.2
    assert vague(read(title, body), ())


def test_a_fair_rule_that_is_told_has_one():
    """Who says what fair means has given the measure."""  # S1.2
    assert not vague(read("Fair shifts", "Everybody gets at most 2 night shifts per week."), ())


def test_a_hungry_program_is_asked_for_device_and_amount():
    """What a program takes of a device is asked for with device, moment and amount."""  # S1.2
    reading = read("Power", "The tracker drains the battery. Please optimise it.")
    [found] = felt(reading, vague(reading, ()))
    assert "on which device" in found.question


def test_what_others_do_in_secret_is_no_choice():
    """Not knowing whether somebody does something tells why it is wanted."""  # S1.2
    assert not open_question("We've no idea whether somebody uses the back door.")
    assert open_question("We've no idea whether it should be closed.")


def test_a_yes_answers_whether_it_is_wanted():
    """The yes of somebody who may decide ends the question whether it is wanted at all."""  # S1.2
    body = "Visitors lose their basket after 10 minutes. Set it to 30. Do we want this?"
    assert codes("Keep baskets for 30 minutes", body) == {ReasonCode.AC_AMBIGUOUS}
    yes = comment("Yes: 30 for baskets.", "cem", association="OWNER")
    assert codes("Keep baskets for 30 minutes", body, yes) == set()
    stranger = comment("Yes: 30 for baskets.", "dov", association="NONE")
    assert codes("Keep baskets for 30 minutes", body, stranger) == {ReasonCode.AC_AMBIGUOUS}


@pytest.mark.parametrize(
    "sentence",
    [
        "Both can't be the start page.",
        "Mine needs a new column, his a second table.",
        "That's my idea, but our reviewer says it should be a plugin.",
        "A switch is too much, so we have to pick one.",
        "Only one of them can be the default.",
    ],
)
def test_two_ways_of_which_one_can_hold_are_a_choice(sentence):
    """A sentence that only one way can hold, or that sets mine against yours, leaves it open."""  # S1.2
    request = brief("Start page", sentence).request
    assert list(compared(request, read("Start page", sentence)))
    taken = f"{sentence} We decided to take the first."
    assert not list(compared(request, read("Start page", taken)))


def test_a_remark_on_importance_takes_no_way():
    """Where those in charge put it off, nothing they say beside that chooses."""  # S1.2
    body = "Guests overlook the notice about the closing hours.\n\n" + BY_EFFORT
    said = comment("Important. I want to sleep on it.", "cem", association="OWNER")
    assert codes("Notice of closing hours", body, said) == {ReasonCode.AC_AMBIGUOUS}


@pytest.mark.parametrize(
    ("title", "body", "example"),
    [
        ("Feed should be smarter", "The feed shows the wrong posts.", True),
        ("Feed needs some love", "The feed shows the wrong posts.", False),
    ],
)
def test_a_wish_for_better_is_no_fault_to_be_shown(title, body, example):
    """A title that wishes for better is asked what better means, and for no steps or versions."""  # S1.2
    found = propose(brief(title, body))
    assert isinstance(found, ProposedQuestions)
    asked = " ".join(q.question for q in found.questions)
    assert "What exactly should be different" in asked
    assert "which version" not in asked.lower()
    assert ("an example" in asked) is example


def test_what_goes_needs_no_provider():
    """A service that is removed needs no name."""  # S1.2
    assert unnamed("Make a cloud backup of the diary each night.", ())
    assert unnamed("Remove the old cloud backup of the diary.", ()) is None


@pytest.mark.parametrize(
    "body",
    [
        "Send the reminder over the messenger that everybody has.",
        "Fill in title and author by ISBN.",
        "Tours should show up in the team calendar.",
        "Uploads should be scanned for viruses.",
        "Put a captcha on the contact form.",
        "Show the next departures of the stop.",
    ],
)
def test_data_and_deliveries_from_outside_need_a_name(body):
    """What only somebody outside can deliver has to be named, or to be there."""  # S1.2
    assert unnamed(body, ())


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ("Send the reminder over the messenger, we have a Matrix room for it.", ""),
        ("Fill in title and author by ISBN from Open Library.", ""),
        ("Tours should show up in the team calendar.", "src/caldav/client.ts"),
        ("Put a captcha on the contact form.", "src/captcha.php"),
        ("Print the date of each tour on the calendar page.", ""),
    ],
)
def test_data_that_has_a_source_is_planned(body, path):
    """A source that is named or has its file leaves nothing to ask."""  # S1.2
    assert unnamed(body, (path,)) is None


def test_a_person_who_cannot_do_both_is_no_choice():
    """A rule that nobody may do two things at once decides nothing between ways."""  # S1.2
    request = brief("Approvals", "The same clerk cannot do both.").request
    assert not list(compared(request, read("Approvals", "The same clerk cannot do both.")))


@pytest.mark.parametrize(
    "after",
    [
        "Line in the footer it is.",
        "We take the second.",
        "So: line in the footer.",
        "Second one, because of the effort.",
        "Do the banner first, the footer can follow in another issue.",
        "Build the footer line; the banner was rejected in May.",
        "Both should be offered, with a setting.",
        "Your call.",
    ],
)
def test_a_sentence_behind_the_ways_may_take_one(after):
    """What the writer says behind the comparison decides, in whatever words."""  # S1.2
    body = f"Guests overlook the notice about the closing hours.\n\n{BY_EFFORT}\n"
    assert codes("Notice of closing hours", body + after) == set()
    rest = "Whichever, it must be gone at midnight."
    assert codes("Notice of closing hours", body + rest) == {ReasonCode.AC_AMBIGUOUS}


@pytest.mark.parametrize(
    "said",
    [
        "You both have a point. Let's do the waiting list.",
        "Both make sense, so let's offer both.",
        "I want to talk to the printer about that, but the list can be built.",
        "I need to check with the office, but go ahead.",
    ],
)
def test_what_goes_on_all_the_same_waits_for_nobody(said):
    """A remark that lets the work go on leaves no choice open."""  # S1.2
    assert not left(("MEMBER", "Good topic."), ("OWNER", said))
