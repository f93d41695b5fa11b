"""Where a change has the planned tests: by a name that tells, or declared for a test that is there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.artifacts import PlannedTests, TestingArtifacts
from bot.domain.planned_tests import declared_in, planned_in, sought
from bot.domain.record import PullEvidence, Record
from tests.factories import SHA, a_record
from tests.growth import grows

EMPTY = "the export of an empty month contains only the header"
ADMIN = "`tests/test_admin.py::test_only_admins_export`: only administrators can export"


def planning(*unit: str, **more: Any) -> Record:
    """A record that plans these tests."""
    planned = PlannedTests(unit_test_intent=unit, **more)
    return a_record(testing_artifacts=TestingArtifacts(planned=planned))


def shown(*names: str, **more: Any) -> PullEvidence:
    """A change that adds these tests."""
    return PullEvidence(number=8, head_sha=SHA, test_names=names, **more)


def places(record: Record, change: PullEvidence) -> dict[str, tuple[str, str]]:
    """Each planned test's place, and how it was found."""
    return {test.id: (test.place, test.how) for test in sought([("#7", record)], change)}


ELSEWHERE = "tests/test_b.py::test_only_admins_export"
NAMES = "tests/test_a.py::test_empty_month_has_only_the_header"
FOUND = {
    "a name that tells": (EMPTY, (NAMES,), (NAMES, "named")),
    "a name of something else": (EMPTY, ("tests/test_a.py::test_orders",), ("", "missing")),
    "the planned name": (
        ADMIN, ("tests/test_admin.py::test_only_admins_export",),
        ("tests/test_admin.py::test_only_admins_export", "named"),
    ),
    "that name in another file": (
        ADMIN, (ELSEWHERE,), (ELSEWHERE, "named"),
    ),
    "in its file before others": (
        f"tests/test_b.py: {EMPTY}", (NAMES, NAMES.replace("test_a", "test_b")),
        (NAMES.replace("test_a", "test_b"), "named"),
    ),
    "no test at all": (EMPTY, (), ("", "missing")),
}  # fmt: skip


@pytest.mark.parametrize(("text", "names", "place"), FOUND.values(), ids=FOUND)
def test_a_planned_test_is_found_by_a_name_that_tells(
    text: str, names: tuple[str, ...], place: tuple[str, str]
) -> None:
    """Two words and half of its meaning, or the name that the plan gave it."""
    assert places(planning(text), shown(*names)) == {"u1": place}


def test_a_name_stands_for_one_planned_test() -> None:
    """One test with many words in its name does not show everything that is planned."""
    record = planning(EMPTY, f"{EMPTY}, and its names")

    assert [how for _, how in places(record, shown(NAMES)).values()] == ["named", "missing"]


def test_a_declared_test_may_stand_for_several() -> None:
    """The description says so in sight of the reviewer; the test must be in the change."""
    record = planning("one", "two", "three")
    declared = {"u1": "a::test_x", "u2": "a::test_x", "u3": "b::test_y"}

    found = places(record, shown("a::test_x", tests_declared=declared))

    assert found == {
        "u1": ("a::test_x", "declared"),
        "u2": ("a::test_x", "declared"),
        "u3": ("b::test_y", "elsewhere"),
    }


def test_an_id_that_two_plans_have_names_its_issue() -> None:
    """`u1` of two issues is nobody's until the issue is named."""
    plans = [("#7", planning("one")), ("#12", planning("two"))]
    bare = shown("a::test_x", tests_declared={"u1": "a::test_x"})
    named = shown("a::test_x", tests_declared={"#12 u1": "a::test_x"})

    assert [test.how for test in sought(plans, bare)] == ["missing", "missing"]
    assert [test.how for test in sought(plans, named)] == ["missing", "declared"]


SAID = {
    "plain": ("Tests: u1 -> tests/test_a.py::test_b", {"u1": "tests/test_a.py::test_b"}),
    "in backticks, in a list": ("- Tests: U1 -> `tests/a.py::test_b`", {"u1": "tests/a.py::test_b"}),
    "with carriage returns": ("Tests: u1 -> a.py::b\r\nTests: i2 -> c.js::adds a line\r\n",
                              {"u1": "a.py::b", "i2": "c.js::adds a line"}),
    "in a class": ("Test: g1 -> tests/a.py::TestB::test_c", {"g1": "tests/a.py::test_c"}),
    "with its issue": ("Tests: #12 u1 -> a.py::b", {"#12 u1": "a.py::b"}),
    "with an issue elsewhere": ("Tests: Acme/Plans#12 u1 -> a.py::b", {"acme/plans#12 u1": "a.py::b"}),
    "twice": ("Tests: u1 -> a.py::b\nTests: u1 -> c.py::d", {"u1": "a.py::b"}),
    "in a comment": ("<!--\nTests: u1 -> a.py::b\n-->", {}),
    "in a block of code": ("```\nTests: u1 -> a.py::b\n```", {}),
    "in a quote": ("> Tests: u1 -> a.py::b", {}),
    "in a sentence": ("See Tests: u1 -> a.py::b", {}),
    "without a place": ("Tests: u1 ->", {}),
    "in indented code": ("x\n\n    Tests: u1 -> a.py::b", {}),
    "in code as HTML": ("<pre>\n\nTests: u1 -> a.py::b\n\n</pre>", {}),
    "struck out": ("~~Tests: u1 -> a.py::b~~", {}),
    "folded": ("<details>\n\nTests: u1 -> a.py::b\n\n</details>", {"u1": "a.py::b"}),
    "in a list of tests": ("1. x\n   - Tests: u1 -> `a.py::b c`", {"u1": "a.py::b c"}),
}  # fmt: skip


@pytest.mark.parametrize(("body", "found"), SAID.values(), ids=SAID)
def test_what_a_description_declares(body: str, found: dict[str, str]) -> None:
    """Lines of their own that everybody can see."""
    assert declared_in(body) == found


def test_the_ids_are_those_people_read_in_the_plan() -> None:
    """A letter for the kind, and the number in its list."""
    record = planning("a", "b", gherkin_scenarios=("c",), integration_test_intent=("d",))

    assert [test.id for test in planned_in(record)] == ["g1", "u1", "u2", "i1"]


def many(size: int) -> tuple[list[tuple[str, Record]], PullEvidence]:
    """Ten issues that plan so many tests between them, and as many names that tell of none."""
    record = planning(*(f"the order {n} shows a total" for n in range(size // 10)))
    names = (f"tests/test_a.py::test_z{n}_q{n}" for n in range(size))
    return [(f"#{n}", record) for n in range(10)], shown(*names)


def test_many_tests_are_looked_for_in_linear_time() -> None:
    """No id is counted and no name is sorted for each of them."""
    # issue 19
    assert not grows(lambda given: sought(*given), many, 500)


def long(size: int) -> tuple[list[tuple[str, Record]], PullEvidence]:
    """An issue that plans a hundred long tests, as long as each other: of plain words for 1, else of dots."""
    piece = "ab " if size == 1 else "a.a"
    record = planning(*(f"it works {n} {piece * 600}" for n in range(100)))
    return [("#1", record)], shown("tests/test_a.py::test_z")


def test_a_planned_test_full_of_dots_costs_no_more_than_other_text() -> None:
    """What could be a path is looked for at its start, not at each dot: not eight times the work of words."""
    # issue 19
    assert not grows(lambda given: sought(*given), long, 1)
