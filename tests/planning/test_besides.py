"""What the text beside explicit criteria keeps or forbids, and what below `Expected` is no outcome."""

from __future__ import annotations

import pytest

from bot.planning.besides import left_alone
from bot.planning.reading import read
from bot.planning.unwanted import unwanted
from tests.planning.requests import brief, plan_of

LISTED = "The list shows the newest first"
EXPECTED = "### Steps to reproduce\n1. Run `fmt cond.txt`\n\n### Expected behavior\n"
FAULT = "The formatter breaks lines in conditions"


def criteria(title: str, body: str) -> list[str]:
    return [c.text for t in plan_of(brief(title, body)).plan.tasks for c in t.acceptance_criteria]


def beside(text: str, section: str = "Notes") -> list[str]:
    """What a text in a section below the criteria adds to them; without a section it stands right behind."""
    below = f"## {section}\n{text}" if section else text
    found = criteria("Sort the list", f"## Acceptance criteria\n- {LISTED}\n\n{below}\n")
    assert found[:1] == [LISTED]
    return found[1:]


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("The names must stay as they are.", ["The names must stay as they are"]),
        ("Old names keep their order.", ["Old names keep their order"]),
        ("At most 3 names per page.", ["At most 3 names per page"]),
        ("The old rows are right, don't touch them.", ["The old rows stay as they are"]),
        ("Names should be short.", []),
        ("We never had names here.", []),
        ("Maybe names should never be kept.", []),
        ("Could you keep the names?", []),
        ("Names stay unchanged, as below:", []),
    ],
)
def test_what_is_kept_counts_beside_criteria(text, added):
    """A limit holds beside explicit criteria; wishes, stories, guesses and questions do not."""  # FR-029
    assert beside(text) == added
    assert not beside(text, "Environment")


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("Names should be short.", ["Names should be short"]),
        ("I'd like names in bold.", ["names in bold"]),
        ("Maybe names should be short.", []),
        ("Names should be as follows:", []),
        ("We never had names here.", []),
    ],
)
def test_a_rule_right_behind_the_criteria_is_one_of_them(text, added):
    """In the section of the criteria what is required behind them counts too, and nothing else."""  # FR-029
    assert beside(text, "") == added


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The rows have a mark, so leave them as they are.", "The rows stay as they are"),
        ("The till works, hands off!", "The till stays as it is"),
        ("The till did that before; just leave it be.", "The till stays as it is"),
        ("Old stamps had a fee (1998), but please do not touch these.", "Old stamps stay as they are"),
        ("We have a till, don't touch it.", ""),
        ("They are right, leave them alone.", ""),
        ("Right, don't touch it.", ""),
        ("The till is new, don't touch it before noon.", ""),
    ],
)  # fmt: skip
def test_in_each_form_what_is_left_alone_stays(text, told):
    """Whatever verb tells of it; without a thing of its own, or for a while, nothing is kept."""  # FR-029
    assert left_alone(text) == told


@pytest.mark.parametrize(
    ("text", "no_outcome"),
    [
        ("Lint claims that `x` is wrong.", True),
        ("The check wants me to rename it.", True),
        ("or", True),
        ("`f` is inferred as", True),
        ("* Apple\n* Pear\n* Plum", True),
        ("nothing", False),
        ("3 rows", False),
        ("none", False),
        ("* 1\n* 2\n* 3", False),
        ("It works in older releases.", False),
        ("The word is.", False),
    ],
)
def test_what_below_expected_is_no_outcome(text, no_outcome):
    """Complaints of a program, bare words and lists are none; a value and a first sentence are."""  # FR-052
    reading = read(FAULT, EXPECTED + text)
    assert bool(unwanted(reading)) is no_outcome


@pytest.mark.parametrize(
    "behind",
    [
        "It is working on Linux.",
        "It was how 3.2 did it.",
        "Conditions stay whole in earlier versions.",
        "Lines were kept whole in older releases.",
    ],
)
def test_behind_the_outcome_what_was_elsewhere_is_none(behind):
    """Where it works, or did before, tells nothing more of what is expected."""  # FR-052
    told = "Lines should stay whole in conditions."
    assert criteria(FAULT, f"{EXPECTED}{told} {behind}") == [told.rstrip(".")]


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("Lines should stay whole. I guess tabs must be kept. Colours need to stay.", 2),
        ("Lines should stay whole. We use tabs a lot. Tabs are wide.", 1),
        ("Lines should stay whole. Tabs must be kept. Colours need to stay.", 3),
        ("Lines stay whole. Tabs are kept.", 2),
    ],
)
def test_of_a_long_outcome_what_demands_counts(expected, found):
    """Of three sentences and more the first counts and what demands, not what is guessed."""  # FR-052
    assert len(criteria(FAULT, EXPECTED + expected)) == found


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("- [ ] I have read the guide\n- [ ] the footer is blue\n", ["the footer is blue"]),
        ("- [ ] I want a blue footer\n", ["I want a blue footer"]),
        ("### OS\n- [x] macOS\n- [ ] Linux\n\n### Work\n- [ ] the footer is blue\n", ["the footer is blue"]),
        ("### Work\n- [x] header\n- [ ] the footer of it is blue\n", ["the footer of it is blue"]),
        ("## Acceptance criteria\n- the footer is blue\n- in short:\n", ["the footer is blue"]),
        ("## Acceptance criteria\n- the footer is blue\n\n> it is red\n", ["the footer is blue"]),
        ("Needed: `--quiet`\n", ["There is `--quiet`"]),
        (EXPECTED + "The footer throws an exception. It is blue.\n", ["It is blue"]),
        ("## Acceptance criteria\n- the footer is blue\n- my first time here\n", ["the footer is blue"]),
        ("- [ ] the footer is blue\n\n## Environment\n- [ ] the shop is open\n", ["the footer is blue"]),
    ],
)  # fmt: skip
def test_what_is_set_down_as_criteria(body, kept):
    """Boxes of work and lists count; options, quotes, what reporters say of themselves do not."""  # FR-052
    assert criteria("Mend the footer", body) == kept


@pytest.mark.parametrize(
    ("boxes", "box", "counts"),
    [
        ("- [x] low\n- [ ] high\n", "high", False),
        ("- [x] low\n- [ ] quite high indeed\n", "quite high indeed", False),
        ("- [x] low\n- [ ] the footer is blue\n", "the footer is blue", True),
        ("- [ ] low\n- [ ] high\n", "high", True),
        (
            "### Work\n- [ ] blue footer\n\n### Severity\n- [x] low\n- [ ] high\n",
            "blue footer",
            True,
        ),
    ],
)
def test_short_boxes_beside_a_ticked_one_are_options(boxes, box, counts):
    """Up to three words beside a tick are what somebody did not choose; without a tick they are work."""
    # FR-052
    assert (box in criteria("Mend the footer", f"{boxes}\nThe header must be red.\n")) is counts
