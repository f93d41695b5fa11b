"""Reading an issue: sentences that know where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planning.reading import Form, read, sentences
from bot.planning.sections import Part, part_of
from tests.planning.requests import EXPORT


def test_the_export_story_is_read_by_its_sections():
    """Boxes are criteria, notes are notes, code spans are kept."""  # S1.1
    reading = read("Export orders as a file", EXPORT)
    boxes = [p.text for p in reading.of(Part.CRITERIA) if p.form is Form.BOX]

    assert len(boxes) == 3
    assert reading.of(Part.NOTES)[0].text.startswith("The order list lives in `shop/orders.py`")
    assert reading.spans == ("shop/orders.py", "shop/admin.py")


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- never -->",
        "Text <!-- never --> text.",
        "~~never~~",
        "A clear and concise description of what the bug is.",
        "### Logs\n\n_No response_",
        "[describe never]",
    ],
)
def test_what_nobody_wrote_is_dropped(hidden):
    """Comments, struck-out text, prompts of templates and empty answers are not read."""  # FR-013
    said = read("", hidden).text

    assert "never" not in said
    assert "No response" not in said
    assert "clear and concise" not in said


def test_an_empty_section_of_a_form_is_known_as_blank():
    """A form's section without an answer is named."""  # FR-017
    reading = read("", "### What\n\nFilters\n\n### Environment\n\n_No response_\n")

    assert reading.blank == ("Environment",)


def test_a_bold_line_is_a_heading_as_in_githubs_templates():
    """`**To Reproduce**` above text opens a section."""  # FR-013
    reading = read("", "**To Reproduce**\nOpen the order list.\n\n**Expected behavior**\nA list.")

    assert [p.text for p in reading.of(Part.REPRODUCE)] == ["Open the order list."]
    assert [p.text for p in reading.of(Part.EXPECTED)] == ["A list."]


@pytest.mark.parametrize(
    "body",
    [
        "Given a\nWhen b\nThen c",
        "- Given a\n- When b\n- Then c",
        "Scenario: x\nGiven a\nWhen b\nThen c",
        "Given a\n\nWhen b\n\nThen c",
    ],
    ids=["lines", "items", "scenario", "paragraphs"],
)
def test_given_when_then_stays_together(body):
    """A scenario is one passage, however its lines are set."""  # S1.1
    passages = read("", body).passages

    assert len(passages) == 1
    assert passages[0].text.replace(",", "") == "Given a When b Then c"


def test_issues_waited_for_are_found():
    """`Depends on #n` names issues, several at once, and only there."""  # S1.1
    reading = read("", "See #1. Depends on #12, #13 and #14. Blocked by #15.")

    assert reading.depends_on == (12, 13, 14, 15)


def test_quotes_and_ticked_boxes_are_told_apart():
    """A quote is somebody else's word; a ticked box is done."""  # FR-013
    forms = [
        p.form for p in read("", "> quoted text\n\n- [x] done thing\n- [ ] open thing").passages
    ]

    assert forms == [Form.QUOTE, Form.TICKED, Form.BOX]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two? Three!", 3),
        ("See e.g. `a.py`. Then go.", 2),
        ("It is in shop/orders.py. Go.", 2),
        ("Version 2.3.1 fails.", 1),
    ],
)
def test_sentences_end_where_they_end(text, count):
    """Abbreviations, file names and versions do not end a sentence."""  # FR-013
    assert len(sentences(text)) == count


@given(st.text(max_size=3000))
def test_sentences_lose_nothing(text):
    """Splitting drops white space only."""  # FR-013
    joined = "".join("".join(sentences(text)).split())

    assert joined == "".join(text.split())


def test_tokens_are_replaced():
    """What looks like a secret is not kept, anywhere."""  # NFR-011
    token = "ghp_" + "b" * 36
    reading = read(f"Use {token}", f"`{token}`\n\n```\n{token}\n```\n{token}")

    assert token not in repr(reading)


@pytest.mark.parametrize("heading", ["Steps", "What I did", "How to get it"])
def test_steps_that_show_a_fault_are_no_criteria(heading):
    """A heading of one such word tells how to see a fault; `Steps to do` lists what is wanted."""
    assert part_of(heading) is Part.REPRODUCE
    assert part_of("Steps to do") is not Part.REPRODUCE
