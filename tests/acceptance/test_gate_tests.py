"""What counts as a test: lines that define or change one, in a file that a test runner takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance import shop
from tests.acceptance.story import (
    Story,
    approve,
    label,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
    tick_answer,
)

pytestmark = pytest.mark.acceptance
UNTIL_APPROVED = (protect, report, label, tick_answer, reply_answer, approve)


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A story through the program's own functions."""
    return inside_story()


def opened(story: Story, files: dict[str, str | None], body: str = "", policy: str = "") -> None:
    """A pull request for the approved plan, whose checks pass and whose change is approved."""
    story.played(*UNTIL_APPROVED, policy=policy)
    story.pull = story.hub.open_pull(
        "bob", files, branch="export", title="Export", body=f"Fixes #{story.issue}\n\n{body}"
    )
    story.door.settle()
    story.play(pass_checks)
    story.play(review)


NONE: dict[str, dict[str, str | None]] = {
    "an empty file": {"tests/__init__.py": ""},
    "a document": {"docs/test_notes.md": "def test_export():\n    assert True\n"},
    "a production file renamed into the folder": {
        "shop/auth.py": None, "tests/auth.py": shop.FILES["shop/auth.py"],
    },
    "a fixture": {"tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef month():\n    return 1\n"},
    "data": {"tests/data/orders.json": "[]\n"},
    "a comment in a test": {
        "tests/test_orders.py": "def test_of_month():\n    # nothing\n    ...\n",
    },
    "a helper that no runner takes": {"tests/helpers.py": "def test_helper():\n    return 1\n"},
}  # fmt: skip


SAMPLE = ("an empty file", "a production file renamed into the folder", "a fixture")
"""The others are for proof: `tests/domain/test_added_tests.py` knows them all."""


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(files, id=name, marks=() if name in SAMPLE else pytest.mark.proof)
        for name, files in NONE.items()
    ],
)
def test_what_tests_nothing_is_no_test(story: Story, files: dict[str, str | None]) -> None:
    """Everything else is there, and the merge waits for a test."""
    opened(story, {**shop.CODE, **files})

    check = story.check()
    assert (check["conclusion"], story.may_merge()) == ("failure", False)
    assert "add tests" in check["output"]["summary"]


NAMED = {
    "tests/test_orders.py": (
        "from shop import orders\n\n\n"
        "def test_the_export_contains_order_number_date_customer_and_total():\n"
        "    assert orders.export('2026-01')\n\n\n"
        "def test_given_no_orders_in_the_chosen_month_the_export_file_contains_the_header():\n"
        "    assert orders.export('2026-02')\n"
    )
}
HERE = "tests/test_orders.py::test_the_export_contains_order_number_date_customer_and_total"
PLANNED = "gate: {test_evidence: planned}\n"
LEFT = ("u1", "u2", "i2")


def test_each_planned_test_is_shown_with_its_place(story: Story) -> None:
    """The check lists the planned tests: two stand in the change, three do not."""
    opened(story, {**shop.CODE, **NAMED})

    summary = story.check()["output"]["summary"]
    lines = {line[4:6]: line for line in summary.split("\n") if line.startswith("- **")}
    assert story.may_merge()
    assert "Planned tests found: 2 of 5 (not required here" in summary
    assert f"`{HERE}`" in lines["i1"] and "the_export_file_contains" in lines["g1"]
    assert all(lines[id_].endswith("not found") for id_ in LEFT)


def test_every_planned_test_is_found_or_declared(story: Story) -> None:
    """With `test_evidence: planned` a name that tells, or a line in the description, shows each."""
    opened(story, {**shop.CODE, **NAMED}, policy=PLANNED)
    before = story.check()["conclusion"], story.may_merge()

    lines = "".join(f"Tests: {id_} -> `{HERE}`\n" for id_ in LEFT)
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    said = f"Fixes #{story.issue}\n\n{lines}"
    story.hub.request("PATCH", path, {"body": said}, login="bob")
    story.door.settle()

    assert before == ("failure", False)
    assert "declared in the description" in story.check()["output"]["summary"]
    assert story.may_merge()


def test_a_planned_test_may_be_waived(story: Story) -> None:
    """A maintainer says why not all of them are needed."""
    opened(story, {**shop.CODE, **NAMED}, policy=PLANNED)
    before = story.check()["conclusion"]

    story.comment("alice", "/plan waive TESTS_CHANGED the rest is seen in the review")
    story.door.settle()

    assert (before, story.check()["conclusion"]) == ("failure", "success")


def test_a_declared_test_must_be_one_of_this_change(story: Story) -> None:
    """A description that names a test nobody added shows nothing."""
    lines = "".join(f"Tests: {id_} -> tests/test_admin.py::test_all\n" for id_ in LEFT)
    opened(story, {**shop.CODE, **NAMED}, body=lines, policy=PLANNED)

    check = story.check()
    assert (check["conclusion"], story.may_merge()) == ("failure", False)
    assert "but there is no such test" in check["output"]["summary"]
