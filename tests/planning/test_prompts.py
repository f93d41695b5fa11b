"""What forms ask of a writer in bold, and the rules people set down below such headings."""

from __future__ import annotations

import pytest

from bot.planning.asides import is_aside
from bot.planning.assertable import assertable
from bot.planning.literals import messages
from bot.planning.reading import read
from bot.planning.sections import Part, part_of
from tests.planning.requests import answered, brief, plan_of
from tests.planning.test_set_down import STEPS, criteria


@pytest.mark.parametrize(
    "expected",
    [
        "The emitted day is the one on the wall, whatever the time zone is.",
        "The depth does not depend on the unit that the display is set to.",
    ],
)
def test_a_whole_sentence_may_end_in_a_small_word(expected):
    """`…, whatever the zone is.` waits for no block below."""  # FR-052
    today = "### Describe the bug\nThe event carries `2024-03-13`.\n\n"
    body = f"{today}{STEPS}### Expected behavior\n{expected}\n"

    assert criteria("The picker is a day behind", body) == [expected.rstrip(".")]


def test_rules_behind_the_first_of_many_sentences_are_set_down():
    """In a long expected behaviour a sentence that reads like a rule is one, without `should`."""  # FR-052
    body = (
        f"{STEPS}### Expected behavior\nWait until that moment. "
        "If the moment is in the past, retry immediately. I looked at the log of last week. "
        "The file was written by an older release."
    )

    assert criteria("Retry-After with a date is ignored", body) == [
        "Wait until that moment",
        "If the moment is in the past, retry immediately",
    ]


def test_rules_beside_a_list_of_criteria_are_set_down():
    """Below the heading of criteria a sentence beside the list counts if it reads like a rule."""  # FR-052
    body = (
        "## Acceptance criteria\n- a guest sees the price with tax\n- a dealer sees it without\n\n"
        "Orders of last year keep the price as it was. That was agreed with Marlies.\n"
    )
    found = criteria("Prices for dealers", body)

    assert "Orders of last year keep the price as it was" in found
    assert not any("Marlies" in c for c in found)


def test_the_first_time_is_no_remark_about_the_writer():
    """`gets a mail the first time` is a rule; `my first time here` is none."""  # FR-052
    body = (
        "## Acceptance criteria\n- the student gets a mail the first time, not on edits\n"
        "- a review can be edited for a day\n"
    )

    assert "the student gets a mail the first time, not on edits" in criteria(
        "Answer reviews", body
    )
    assert is_aside("This is my first time here, so please tell me what is missing.")


PROMPTS = (
    "**Do you want to request a *feature* or report a *bug*?**\n\n{kind}\n\n"
    "**What is the current behavior?**\n\nCalling `check(3)` does the same as `check()`. That confuses.\n\n"
    "**If the current behavior is a bug, please provide the steps to reproduce.**\n\n1. call `check(3)`\n\n"
    "**What is the expected behavior?**\n\n`check(3)` should throw an error.\n\n"
    "**Please provide your configuration and mention your version and operating system.**\n\n* `pkg@20.0.0`\n"
)


@pytest.mark.parametrize("kind", ["Feature", "A bug."])
def test_the_bold_prompts_of_a_form_are_headings(kind):
    """`**What is the expected behavior?**` is not asked by the writer, but of the writer."""  # FR-052
    found = read("`check()` should take no arguments", PROMPTS.format(kind=kind))

    assert {p.part for p in found.passages if "should throw" in p.text} == {Part.EXPECTED}
    assert {p.part for p in found.passages if "does the same" in p.text} == {Part.ACTUAL}
    assert {p.part for p in found.passages if p.text == "call `check(3)`"} == {Part.REPRODUCE}
    assert {p.part for p in found.passages if "@20" in p.text} == {Part.ENVIRONMENT}
    assert criteria("`check()` should take no arguments", PROMPTS.format(kind=kind))[:1] == [
        "`check(3)` should throw an error"
    ]


def test_the_steps_below_a_bold_question_are_steps():
    """`**What steps will reproduce the bug?**` announces them, and none is a criterion."""  # FR-052
    body = (
        "**What steps will reproduce the bug?**\n\n1. Run `app list /bin`\n2. look at line 3 of `out.txt`\n\n"
        "**What happens?**\n\nThe tool prints `x: 3` there, version 2.1 on Linux.\n"
    )
    found = criteria("Error is written to STDOUT instead of STDERR", body)

    assert found == ["Error is written to STDERR, not STDOUT"]


def test_a_bold_question_of_the_writer_is_no_heading():
    """What is asked in earnest stays a question, bold or not."""  # FR-034
    found = read(
        "Export", "We need it as a file.\n\n**Should it be CSV or JSON?**\n\nBoth are fine."
    )

    assert "Should it be CSV or JSON?" in [p.text for p in found.passages]


@pytest.mark.parametrize(
    "wish",
    [
        "**Please provide a `--format json` option that writes a list of objects.**",
        "**Please add a sticky footer with the total to the cart page.**",
        "**What if you could filter by date?**",
    ],
)
def test_what_a_writer_wishes_in_bold_is_no_prompt(wish):
    """A prompt asks for steps, versions and the like, or for what `you` saw."""  # FR-052
    found = read("Export", f"We export daily.\n\n{wish}\n\nThat would help.")

    assert wish.strip("*") in [p.text for p in found.passages]


@pytest.mark.parametrize(
    "heading",
    [
        "What did you see instead of what you expected?",
        "What do you expect to happen and what happens?",
        "How is that different from what you expected?",
    ],
)
def test_a_prompt_for_both_tells_by_labels(heading):
    """What stands below may be the fault, so it is not what should be."""  # FR-052
    assert part_of(heading) is Part.DESCRIPTION
    assert part_of("What did you expect to see instead?") is Part.EXPECTED


def test_a_long_prompt_about_the_machine_ends_what_is_expected():
    """`Which versions of React, and which browser …?` is about the machine."""  # FR-052
    body = (
        "**What is the expected behavior?**\n\nThe first line names the columns.\n\n"
        "**Which versions of React, and which browser / OS are affected by this issue? Did this work in "
        "previous versions of React?**\n\n1.0 on Debian. It never worked.\n"
    )
    found = read("Export", body)

    assert [p.text for p in found.of(Part.EXPECTED)] == ["The first line names the columns."]


def test_an_order_in_plain_words_stays():
    """`Please update x` is an order, even where it reads little like a demand."""  # FR-052
    body = "Please update docs/form.md: ask for the shop version.\n"

    assert any("ask for the shop version" in c for c in criteria("The form asks too little", body))


def test_a_name_alone_is_no_criterion():
    """`manual_assert` below `Lint name` says nothing; then the title that says `must` is it."""  # FR-029
    body = (
        "### Summary\n\nI compare lists of some megabytes in tests. Replacing it is a very bad idea.\n\n"
        "### Lint Name\n\nmanual_assert_eq\n\n### Reproducer\n\nI do not have a reduced example yet.\n"
    )
    title = "`manual_assert_eq` must take size into consideration"
    found = criteria(title, body)

    assert title in found
    assert "manual_assert_eq" not in found


def test_the_ways_that_a_decision_left_out_are_no_criteria():
    """Of a list of possible solutions only the one that was chosen holds."""  # FR-029
    body = (
        "A few potential solutions exist:\n- Create a command `New-Folder` that works like `New-File`\n"
        "- Rename `New-File` to `New-Item` and add support for folders\n"
        "- Add a `-Folder` switch to `New-Item`\n"
    )
    asked = brief("New-Folder or New-Item or a switch", body)
    told = [c.text for t in plan_of(answered(asked, "A")).plan.tasks for c in t.acceptance_criteria]

    assert any("New-Folder" in c for c in told)
    assert not any(c.startswith(("Rename", "Add a `-Folder`")) for c in told)


@pytest.mark.parametrize(
    "text",
    [
        "As an artifact ages",
        "Knowing that it is archived is insufficient",
    ],
)
def test_half_a_sentence_and_a_complaint_are_no_criteria(text):
    """They tell why something is wished for."""  # FR-029
    assert not assertable(text)
    assert assertable("As a reader I want to sort by date")


def test_an_easy_first_issue_is_no_wish():
    """What is said to newcomers is chatter."""  # FR-029
    assert is_aside(
        "If you know templates, this should be a relatively approachable first Warehouse issue."
    )


def test_a_message_in_a_quotation_leads_to_who_prints_it():
    """Reports quote with `>` as well as in code marks."""  # FR-008
    issue = read(
        "Unclear message", "It prints:\n> Error: Unknown version 2.6 found in `.version`.\n"
    )

    assert [m for m in messages(issue) if m.startswith("Unknown version 2.6 found in")]
