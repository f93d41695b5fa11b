"""Issues as open-source projects get them: what in them opens no question and is no criterion."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning import demands, purpose
from bot.planning.builtin import propose
from bot.planning.choices import choice_in
from bot.planning.derived import regained
from bot.planning.doubts import doubts
from bot.planning.gaps import gap_in
from bot.planning.openings import open_question
from bot.planning.picking import picked, spelled
from bot.planning.proposal import Intent
from bot.planning.reading import read, sentences
from bot.planning.unapproved import unapproved
from bot.planning.undecided import undecided
from bot.planning.undone import undone
from tests.planning.requests import brief, comment, plan_of
from tests.planning.test_leanings import codes
from tests.planning.test_set_down import STEPS, criteria
from tests.training.suspicion import instead

CALLS = "```py\nrender(page)\n```\n"


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("", "Not sure whether this is a bug or a feature."),
        ("", "I can't decide if that's your bug or mine, or how bad it is."),
        ("", "Could it be that it's by design or simply forgotten?"),
        ("Is there a tutorial for it?", "Or how do you do that in your own code?"),
        ("The width is 12.", "Or more generally, the width is that of the longest line."),
    ],
)
def test_who_is_to_blame_and_what_goes_on_is_no_choice(before, sentence):
    """Whether it is a bug, where the manual is, and the same put more widely: nothing to choose."""  # S1.3
    assert choice_in(sentence, before) is None


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("It could be a list.", "Alternatively, it is a table of all sizes."),
        ("", "Not sure whether the list or the table is better."),
    ],
)
def test_ways_stay_a_choice(before, sentence):
    """Two ways are open, also where the second is a sentence of its own."""  # S1.3
    assert choice_in(sentence, before) is not None


@pytest.mark.parametrize(
    ("sentence", "open_"),
    [
        ("Not sure whether the HTTP/3 listener suffers from the same.", False),
        ("I don't know if older versions are affected.", False),
        ("Unclear if that's a problem of the driver.", False),
        ("What about letting `--quiet` print the sum only?", False),
        ("How about this?", False),
        ("On the second page nobody knows which column is which.", False),
        ("I would send a patch, but I'm not sure where the name comes from.", False),
        ("What about existing users?", True),
        ("Not sure if guests may see the prices.", True),
    ],
)
def test_what_else_a_fault_hits_is_no_question(sentence, open_):
    """What nobody has looked at decides nothing; a proposal put as a question asks nothing."""  # S1.3
    assert bool(open_question(sentence)) is open_


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [("`--limit` stops after N lines", False), ("Stop after N lines and say so", True)],
)
def test_a_letter_that_an_option_takes_is_no_gap(sentence, missing):
    """`--limit` takes the number itself."""  # S1.3
    assert (gap_in(sentence) is not None) is missing


def test_what_a_message_does_not_know_is_no_question():
    """A report quotes what the program says: ("Do not know which format to use")."""  # S1.3
    body = f'{STEPS}{CALLS}\nSeen with tables, too ("I do not know which format to use").'

    said = read("Rendering crashes", 'With tables, too ("I do not know which format to use").')

    assert ReasonCode.AC_AMBIGUOUS not in codes("Rendering a page crashes", body)
    assert not doubts(said, fault=True)
    assert doubts(said)


@pytest.mark.parametrize(
    ("sentence", "leave"),
    [
        ("I didn't check the other pages.", False),
        ("We haven't seen it on older kernels.", False),
        ("Legal has not approved it yet, and I didn't ask the owner.", True),
    ],
)
def test_what_was_not_looked_at_is_no_leave_that_is_missing(sentence, leave):
    """Only people give leave; pages and kernels are merely not looked at."""  # S1.3
    told = read("Drop the old price list", f"The list is sent to all customers.\n\n{sentence}")
    quoted = [d.about for d in unapproved(told, Intent.FEATURE)]

    assert (sentence.rstrip(".") in " ".join(quoted)) is leave


def test_what_else_may_be_hit_leaves_nothing_undecided():
    """Who wonders what else has the fault leaves no choice."""  # S1.3
    said = "Not sure whether the {} suffers from the same."

    assert not list(undecided(read("The header is wrong", said.format("port")), Intent.BUG))


def test_who_speaks_of_code_leaves_less_open():
    """A faint sign asks about a shop; about the program's own code it is how people write."""  # S1.3
    doubtful = "There are good reasons for both."
    code = f"{doubtful}\n\n`list_all()` and `Tree.walk` give the names.\n"

    assert list(undecided(read("Sort the files", doubtful), Intent.FEATURE))
    assert not list(undecided(read("Sort the files", code), Intent.FEATURE))


@pytest.mark.parametrize("tag", ["[Proposal]", "RFC:", "[Idea]"])
def test_a_proposal_is_no_fault(tag):
    """What is proposed is new, whatever stands below it."""  # FR-021
    title = f"{tag} a time limit for each attempt"
    plan = plan_of(brief(title, "A single attempt may hang for the whole time today.")).plan
    texts = [c.text for t in plan.tasks for c in t.acceptance_criteria]

    assert not any("no longer happens" in t for t in texts)


@pytest.mark.parametrize(
    "title",
    [
        "ValueError: first argument cannot be empty",
        "`verify` passes although a call is incomplete",
    ],
)
def test_what_a_title_only_quotes_is_not_turned_round(title):
    """A message in a title, and what happens although something else does: the whole no longer happens."""
    # FR-052
    found = criteria(title, f"{STEPS}It happened twice.", labels=("bug",))

    assert f"“{title}” no longer happens" in found


@pytest.mark.parametrize(
    "aside",
    [
        "Please be gentle with follow-up questions.",
        "Please ignore the second block.",
        "That is only a workaround and has to be repeated in each module.",
        "To my surprise a plain call should be the slow one.",
    ],
)
def test_what_is_said_to_the_reader_is_no_criterion(aside):
    """Requests to the maintainers and workarounds demand nothing of the program."""  # FR-052
    body = f"{STEPS}### More\nLines must stay whole in conditions.\n\n{aside}"
    found = criteria("The formatter breaks lines in conditions", body)

    assert "Lines must stay whole in conditions" in found
    assert not any(aside[:20] in c for c in found)


def test_what_a_form_asks_about_the_reporter_is_no_criterion():
    """A box in the first person is the reporter's."""  # FR-052
    form = "### Validation\n- [x] It happens on main\n- [ ] I can run the unit tests\n\n"
    body = f"{form}{STEPS}### Expected behavior\nLines stay whole in conditions."

    assert criteria("The formatter breaks lines in conditions", body) == [
        "Lines stay whole in conditions"
    ]


def test_a_remark_in_a_comment_is_weighed_like_one_in_the_text():
    """`No need for a contract` lays nothing down, whoever says it."""  # FR-052
    told = read("Export orders", "The export contains one line for each order.")
    remark = "I had a look at it on the train on Monday"
    both = [(remark, remark)]

    scores = demands.demanded(told, Intent.FEATURE, [f"{remark}."])

    assert scores[remark] < demands.LEAST
    assert demands.weighed(both, (), told, Intent.FEATURE, [f"{remark}."]) == []


def test_praise_by_the_owner_is_no_criterion():
    """What a model takes for a remark in a comment is left out of the plan, too."""  # FR-052
    said = comment(
        "Good catch and a nice first issue for somebody.", author="owner", association="OWNER"
    )
    found = criteria(
        "Export orders", "The export should contain one line for each order.", comments=(said,)
    )

    assert not any("Good catch" in c for c in found)


def test_a_letter_stands_for_the_way_that_the_issue_tells_by_it():
    """`(b).` in an answer is what the issue says behind `b)`."""  # S3.6
    told = read("Sort orders", "- a) by the date of the order\n- b) by the name of the customer")

    assert spelled("(b).", told) == "by the name of the customer"
    assert spelled("by date", told) == "by date"
    assert spelled("(c)", told) == "(c)"


WAYS = (
    "- a) sorted by the date\n- b) sorted by the name",
    "Two ways: a) sorted by the date, b) sorted by the name",
    "a) sorted by the date\nb) sorted by the name",
    "Ways:\n\n1. sorted by the date\n2. sorted by the name",
)


@pytest.mark.parametrize(
    ("ways", "said", "found"),
    [
        *((way, "b). The other only looks simple.", "sorted by the name") for way in WAYS[:3]),
        *((way, "Let's go with option 2, please.", "sorted by the name") for way in WAYS[3:]),
        (WAYS[0], "I'd prefer a)", "sorted by the date"),
        (WAYS[0], "a) is a one-liner, I could send it tonight", ""),
        (WAYS[0], "c), please.", ""),
        (WAYS[0], "b), but only if nobody finds anything else", ""),
        ("The list is long.", "b).", ""),
    ],
)
def test_a_way_that_somebody_names_by_its_sign_is_what_it_says(ways, said, found):
    """`b), please` is what the issue says behind `b)`; a remark on a way takes none."""  # S3.6
    assert picked(said.split(". ")[0], read("Sort orders", ways)) == found


def test_a_way_that_the_owner_names_is_a_criterion():
    """What stands behind the sign must hold, in the words of the issue."""  # FR-052
    said = comment("b). The other only looks simple.", author="owner", association="OWNER")
    found = criteria("Sort the list of orders by date or name", WAYS[2], comments=(said,))

    assert "sorted by the name" in found


@pytest.mark.parametrize(
    "told",
    [
        "It can currently be done with a global hook.",
        "Inspired by somebody in the chat.",
        "This means that for a moment there are two files.",
        "That would be handy for other reporters.",
        "- java version: 17",
        "I notice that for each file we:\n\n1. open a file for it\n2. count the open files",
    ],
)
def test_how_it_is_today_is_no_criterion(told):
    """What can be done already, where an idea comes from, the machine, and steps that are taken today."""
    # FR-052
    found = criteria("Close files early", f"Files should be closed at once.\n\n{told}")

    assert found[0] == "Files should be closed at once"
    assert not any(
        w in c
        for c in found
        for w in ("hook", "chat", "moment", "handy", "java", "open a file", "count the")
    )


def test_a_mark_within_code_ends_no_sentence():
    """`Condition<? super T>` is one piece of code."""  # FR-020
    said = "There is a clash on `set(Condition<? super T>)` among others. It is new."

    assert sentences(said) == (
        "There is a clash on `set(Condition<? super T>)` among others.",
        "It is new.",
    )


def test_a_form_for_faults_tells_of_a_fault():
    """Who fills in `Describe the bug` reports one, whatever the title says."""  # FR-021
    asked = brief("Name clash in subclasses", "**Describe the bug**\nBoth have one name.")

    assert propose(asked).intent is Intent.BUG


def test_no_model_says_otherwise_of_a_form_for_faults():
    """The model of kinds of work is asked only where nobody said what it is."""  # FR-021
    asked = brief("Name clash in subclasses", "**Describe the bug**\nBoth have one name.")
    wishes = tuple(90 if kind is Intent.FEATURE else 0 for kind in purpose.KINDS)
    tables = {purpose.WEIGHTS: {"": (0,) * len(purpose.KINDS), "read as bug": wishes}}

    with instead(tables):
        assert propose(asked).intent is Intent.BUG


def test_what_announces_a_quotation_is_not_asked_about():
    """A sentence that ends in a colon leaves the word to others."""  # S1.3
    assert not open_question("This contradicts the manual, which states:")
    assert open_question("This contradicts the manual.")


def test_what_a_document_lacks_is_documented():
    """Of a list of what is wrong with a page, what is missing comes to be there."""  # FR-052
    body = "These are wrong:\n\n1. `size` is called `length`\n2. `slots` is missing, default 15\n"

    assert any(
        "`slots` is documented, default 15" in c
        for c in criteria("docs/offices.md is behind the code", body)
    )


def test_what_a_title_orders_is_not_turned_round():
    """`Change the error style` asks for a change; the error in it is no fault that goes away."""  # FR-052
    assert "no change" not in regained("Change the error style to file:line:column")


def test_what_is_only_done_is_not_said_to_be_done_no_longer():
    """What is wrong with `x only reads y` is the adverb."""  # FR-052
    assert not undone("The list only reads the key of today")
    assert undone("The list reads the wrong key") == "The list no longer reads the wrong key"


def test_the_names_of_a_call_are_no_settings_without_values():
    """An object in code is an example, not a form to fill in."""  # S1.3
    code = "res.links({\n  self: '/a',\n  item: <ask>,\n})"

    assert not codes("Allow several links", f"It should take:\n\n```js\n{code}\n```\n")


def test_two_guesses_are_a_choice():
    """`Maybe a popup, maybe a page` leaves both open."""  # S1.3
    found = choice_in("Maybe a popup, maybe a page of its own, what do you say?")

    assert found and found.ways == ("A popup", "A page of its own")
