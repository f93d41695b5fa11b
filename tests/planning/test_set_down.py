"""What a report sets down below `Expected`, in boxes and blocks, and what beside it is no criterion."""

from __future__ import annotations

from typing import Any

import pytest

from bot.planning.behaviour import behaviour
from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.sections import Part, part_of
from tests.planning.requests import brief, plan_of

TITLE = "The formatter breaks lines in conditions"
STEPS = "### Steps to reproduce\n1. Run `fmt cond.txt`\n\n"
TODAY = "### Actual behavior\n```\n@if a ==\n  b and\n  c\n{\n```\n\n"
ONE = "```\n@if a == b and\n  c\n{\n```\n"
OTHER = "```\n@if\n  a == b and\n  c\n{\n```\n"


def criteria(title: str, body: str, **fields: Any) -> list[str]:
    plan = plan_of(brief(title, body, **fields)).plan
    return [c.text for t in plan.tasks for c in t.acceptance_criteria]


def test_the_options_of_a_form_are_no_criteria():
    """Of boxes in which somebody ticked what applies, those left open say nothing."""  # FR-052
    form = "### OS\n- [ ] Linux\n- [x] macOS\n- [ ] Windows\n\n"
    found = criteria(TITLE, f"{form}{STEPS}### Expected behavior\nLines stay whole in conditions.")

    assert found == ["Lines stay whole in conditions"]


def test_open_boxes_beside_ticked_work_stay_criteria():
    """A box that tells a piece of work is one, whatever is ticked beside it."""  # FR-052
    body = "- [x] the header is written by the export\n- [ ] the footer is written by the export\n"

    assert "the footer is written by the export" in criteria("Export orders", body)


@pytest.mark.parametrize(
    "beside",
    [
        "Vite reloads here and it's working in small example projects.",
        "This is also the behavior of 3.3.",
        "The default width is fine; the problem is that a setting is lost.",
    ],
)
def test_what_works_elsewhere_is_not_what_is_expected(beside):
    """Behind the outcome people tell where it works already."""  # FR-052
    body = f"{STEPS}### Expected behavior\nLines should stay whole in conditions. {beside}"

    assert criteria(TITLE, body) == ["Lines should stay whole in conditions"]


def test_what_the_program_thinks_is_todays_fault():
    """`Lint thinks x should be …` below what is expected is what goes wrong."""  # FR-052
    body = (
        f"{STEPS}### Expected behavior\nLint thinks `code` should be named `CODE`, as a constant."
    )
    found = criteria("False positive for naming style inside a main block", body)

    assert found == ["The check reports nothing for naming style inside a main block"]


def test_a_list_as_it_is_rendered_is_no_list_of_criteria():
    """Items of a word or two are the output itself."""  # FR-052
    body = f"{STEPS}### Expected behavior\n* Apple\n* Pear\n    * Plum\n    * Fig\n"
    found = criteria("Nested list is rendered wrong", body)

    assert not {"Apple", "Pear", "Plum", "Fig"} & set(found)


@pytest.mark.parametrize(
    "heading", ["**Information**", "**Desktop (please complete the following information):**"]
)
def test_the_machine_below_what_is_expected_ends_it(heading):
    """What a template asks of the machine is no outcome."""  # FR-052
    machine = f"{heading}\n - Version v2.1\n - Time zone: EST\n"
    body = f"{STEPS}**Expected behavior**\nLines stay whole.\n\n{machine}"

    assert criteria(TITLE, body) == ["Lines stay whole"]


def test_a_heading_of_both_behaviours_tells_by_labels():
    """Under `Actual vs Expected behavior` only what is labelled as expected is."""  # FR-052
    body = (
        f"{STEPS}**Actual vs Expected behavior**\nExpected result: Lines stay whole in conditions.\n"
        "Actual result: Lines are cut in conditions.\n"
    )

    assert part_of("Actual vs Expected behavior") is Part.DESCRIPTION
    assert criteria(TITLE, body) == ["Lines stay whole in conditions"]


def test_a_block_of_several_lines_is_expected_as_a_whole():
    """One differing line of a block says too little of it."""  # FR-052
    found = criteria(TITLE, f"{TODAY}### Expected behavior\n{ONE}")

    assert found == ["The example of the issue gives exactly the block under “Expected behavior”"]


def test_of_two_blocks_with_or_between_them_either_will_do():
    """`Either … or …` offers two outcomes, and the words between them are no criteria."""  # FR-052
    found = criteria(TITLE, f"{TODAY}### Expected behavior\nEither\n{ONE}or\n{OTHER}")

    assert found == ["The example of the issue gives one of the blocks under “Expected behavior”"]


def test_a_block_behind_instead_of_is_what_is_expected():
    """In prose a report sets what it gets against what it should get."""  # FR-052
    body = f"Formatting `cond.txt` returns:\n```\n@if a ==\n  b\n```\ninstead of:\n{ONE}"

    assert criteria(TITLE, body) == [
        "The example of the issue gives exactly the block behind “instead of:”"
    ]


def test_a_wish_may_show_what_should_come_out():
    """Between what goes in and what comes out stands `should generate`."""  # FR-052
    body = "```\nadd().comment('x')\n```\n...should generate...\n```\nCREATE a (\n  -- x\n  a\n)\n```\n"

    assert "The example of the issue gives exactly the block behind “should generate:”" in criteria(
        "Migrations: support comments", body
    )


def test_one_differing_line_is_still_told_itself():
    """Where one line differs, it says more than `the block`."""  # FR-052
    blocks = "### Expected output\n```\na\nb\n```\n\n### Actual output\n```\na\nc\n```\n"
    body = STEPS + blocks

    assert criteria("The list prints a wrong letter", body) == [
        "Running `fmt cond.txt` prints `b`, not `c`"
    ]


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (
            "It would be useful to have a flag `--exclude` that leaves out folders.",
            "There is a flag `--exclude` that leaves out folders",
        ),
        (
            "It would be really helpful if there'd be an option to leave out folders.",
            "There is an option to leave out folders",
        ),
        (
            "Can we add a warning when a folder is left out?",
            "There is a warning when a folder is left out",
        ),
        ("I suggest adding a flag `--exclude` for folders.", "Add a flag `--exclude` for folders"),
    ],
)
def test_a_wish_is_one_whole_sentence(wish, text):
    """What is wished for reads as a sentence that holds in the end."""  # FR-052
    assert text in criteria("Exclude folders from the search", wish, labels=("enhancement",))


@pytest.mark.parametrize(
    "title",
    [
        "`no-multiline` false positive",
        "Test failures with `ssl==26.3`",
        "Failing tests on Python 3.14",
    ],
)
def test_false_alarms_and_failing_tests_are_faults(title):
    """Neither is work on tests or upkeep."""  # FR-051
    assert plan_of(brief(title, "It fails with `pytest -x`.")).intent is Intent.BUG


def test_an_error_that_speaks_of_should_is_no_wish():
    """`You should use x` inside a title's quoted error demands nothing."""  # FR-052
    title = "Test failures with `ssl==26.3`: `DeprecationWarning: You should use x`"

    assert criteria(title, "It fails with `pytest -x`.")[0].startswith("There are no test failures")


def test_where_the_fault_does_not_occur_is_not_what_happens_today():
    """`The bug doesn't occur on …` and a fragment of a case tell no symptom."""  # FR-052
    body = (
        "The bug doesn't occur in conditions on Linux.\n\n## Output\n- Without including lines.\n"
    )

    assert behaviour(read(TITLE, body)).today == ""


def test_what_somebody_expected_is_what_should_be():
    """In prose `I expected that x would be y` is the outcome of a repair."""  # FR-052
    body = f"Personally, I expected that lines in conditions would be kept whole.\n\n{STEPS}"

    assert "Lines in conditions should be kept whole" in criteria(TITLE, body)


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("**What you expected to happen**:", Part.EXPECTED),
        ("**How to reproduce it (as minimally and precisely as possible)**:", Part.REPRODUCE),
        ("**Why is this needed**:", Part.BACKGROUND),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_bold_line_with_its_colon_outside_is_a_heading(heading, part, gap):
    """Some templates set the colon behind the bold words, and the text right below."""  # FR-052
    reading = read(TITLE, f"{heading}{gap}Lines stay whole in conditions.")

    assert [(p.text, p.part) for p in reading.passages] == [
        ("Lines stay whole in conditions.", part)
    ]


def test_a_wrong_exit_code_says_nothing_against_the_error_beside_it():
    """The error may be right, and only the code is wrong."""  # FR-052
    body = "Running it prints this.\n```\n$ fmt none.txt\nError: open none.txt: no such file\n```\n"
    found = criteria("Improper exit code on a failed command", f"{body}\n### Expected\nexit code 1")

    assert found == ["exit code 1"]


@pytest.mark.parametrize(
    "code", ["parse('2025-04-20T08:08:50+06:00'); parse('2025');", "`factory` inferred to"]
)
def test_the_example_below_what_is_expected_is_no_sentence(code):
    """Calls in plain text, and a sentence that waits for the block below it, state nothing."""  # FR-052
    body = f"{STEPS}### Expected behavior\n{code}\n```ts\n(a: number) => b\n```\n"

    assert not any(code in c for c in criteria("Offsets are parsed wrong", body))


def test_a_clause_that_says_how_stays_with_its_sentence():
    """`ignoring the type` is half of a sentence."""  # FR-052
    body = "The export must keep the order of all the lines that it is given, ignoring the type of each."

    assert criteria("Export orders", body) == [body.rstrip(".")]


@pytest.mark.parametrize(
    "body",
    [
        "**What happened**: Lines are cut.\n\n**What you expected to happen**: Lines stay whole.",
        "**Describe the current behavior**\nLines are cut.\n"
        "**Describe the expected behavior**\nLines stay whole.",
    ],
)
def test_bold_headings_within_a_paragraph_or_a_line(body):
    """Forms are filled in right behind the bold words, and without a blank line between."""  # FR-052
    reading = read(TITLE, body)

    assert [(p.text, p.part) for p in reading.passages] == [
        ("Lines are cut.", Part.ACTUAL),
        ("Lines stay whole.", Part.EXPECTED),
    ]


def test_a_bold_word_before_a_colon_is_no_heading_unless_a_form_has_it():
    """`**Note**: x` and two labels in one paragraph stay sentences."""  # FR-052
    body = "### Expected behavior\n**Lines**: they stay whole.\n"

    assert [p.part for p in read(TITLE, body).passages] == [Part.EXPECTED]
