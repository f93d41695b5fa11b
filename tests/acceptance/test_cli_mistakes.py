"""What goes wrong at the command line, run as a process: the error says what happened, why, how to fix it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.test_cli import typed

pytestmark = pytest.mark.acceptance
OPEN = (
    "# Export the invoices\n\nUsers want to export the invoices. It is not clear whether as CSV or as "
    "PDF. I am not sure whether archived invoices should be included or left out.\n"
)


@pytest.fixture
def asking(tmp_path: Path) -> Path:
    """An issue in a file that leaves two things open."""
    file = tmp_path / "issue.md"
    file.write_text(OPEN)
    return file


@pytest.mark.parametrize("command", ["run", "show"])
def test_a_question_keeps_its_number(asking: Path, command: str) -> None:
    """Answered in part, the other question is still the second, and the advice leads to the plan."""
    # CONTRACT: plan run --answer
    part = typed("plan", command, asking, "--answer", "1B")
    advice = part.out.splitlines()[-1]
    whole = typed("plan", command, asking, *advice.partition(" with ")[2].split())

    assert (part.code, part.out.splitlines()[2][:3], "1A" in part.out) == (3, "2. ", False)
    assert advice == "To answer: run the command again with --answer 1B --answer 2A"
    assert (whole.code, "Decided: As PDF; Included" in whole.out) == (0, True)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("1Z 2A", "question 1 has no option Z. Choose A or B."),
        ("1A 1B", "question 1 has two answers. Give one of them."),
        ("3A", "question 3 does not exist. The last question is 2."),
    ],
)
def test_a_wrong_answer_is_told_by_its_question(asking: Path, answer: str, told: str) -> None:
    """No such option, two answers to one question, no such question."""
    ran = typed("plan", "run", asking, "--answer", answer)

    assert (ran.code, ran.out, ran.err) == (2, "", f"PLANGATE-CLI-006: {told}\n")
