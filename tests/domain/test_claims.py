"""Claims: what a pull request is said to do, and how far the evidence of its own commit bears it out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import claims
from bot.domain.artifacts import PlannedTests, TestingArtifacts
from bot.domain.plan import Criterion, Resources
from bot.domain.planned_tests import planned_in
from bot.domain.record import Claim, PullEvidence, Record
from tests.factories import NOW, SHA, a_plan, a_record, a_task
from tests.roles.given import TESTS

TEXT = "A negative count raises ValueError"
TEST = "tests/test_cart.py::test_negative_count_raises_value_error"
CLAIM = Claim(id="1.1", text=TEXT, task=1)
PLANNED = Claim(id="u1", text=TEXT, kind="planned_test")
IN_FILE = Claim(id="u2", text=f"tests/test_sum.py: {TEXT}", kind="planned_test")


def shown(**more: Any) -> PullEvidence:
    """An honest pull request: a test file, a green check, an approval."""
    given_: dict[str, Any] = {
        "tests": ("tests/test_cart.py",),
        "checks": {"ci": "success"},
        "approved_by": ("alice",),
    }
    return PullEvidence(**(given_ | {"number": 8, "head_sha": SHA} | more))


def planning(*tests: str) -> Record:
    """A record that plans unit tests."""
    planned = PlannedTests(unit_test_intent=tests)
    return a_record(testing_artifacts=TestingArtifacts(planned=planned))


def judged(claim: Claim, evidence: PullEvidence) -> Claim:
    """One claim, made by a criterion or a planned test, as the evidence has it."""
    asked = Criterion(id="c-1", text=claim.text)
    record = a_record(plan=a_plan(a_task(acceptance_criteria=(asked,))))
    if claim.kind == "planned_test":
        record = planning(claim.text)
    return next(c for c in claims.audited(record, evidence) if c.kind == claim.kind)


TABLE = {
    "a test of that name": (CLAIM, {"test_names": (TEST,)}, "verified", TEST),
    "a test of another name": (
        CLAIM, {"test_names": ("tests/x.py::test_export",)}, "supported", "tests/test_cart.py",
    ),
    "one shared word is chance": (
        CLAIM, {"test_names": ("tests/x.py::test_count_orders",)}, "supported", "tests/test_cart.py",
    ),
    "a check of that name": (
        CLAIM, {"checks": {"negative count raises": "success"}}, "verified", "negative count raises",
    ),
    "a skipped check of that name": (
        CLAIM, {"checks": {"negative count raises": "skipped"}}, "unproven", "checks",
    ),
    "tests and green": (CLAIM, {}, "supported", "tests/test_cart.py"),
    "a review alone": (CLAIM, {"tests": ()}, "supported", "alice"),
    "a review that asks for changes": (
        CLAIM, {"tests": (), "rejected_by": ("bob",)}, "unproven", "changed files",
    ),
    "nothing": (CLAIM, {"tests": (), "approved_by": ()}, "unproven", "changed files"),
    "red": (CLAIM, {"checks": {"ci": "failure"}, "test_names": (TEST,)}, "unproven", "ci"),
    "running": (CLAIM, {"checks": {"ci": "running"}}, "unproven", "checks"),
    "no checks": (CLAIM, {"checks": {}, "test_names": (TEST,)}, "unproven", "checks"),
    "says done, and red": (
        CLAIM, {"said": (TEXT,), "checks": {"ci": "failure"}}, "contradicted", "ci",
    ),
    "says done in other letters, and red": (
        CLAIM, {"said": ("a NEGATIVE count raises `ValueError`.",), "checks": {"ci": "failure"}},
        "contradicted", "ci",
    ),
    "says done, and green": (CLAIM, {"said": (TEXT,)}, "supported", "tests/test_cart.py"),
    "says tested, no test": (
        PLANNED, {"said": (TEXT,), "tests": ()}, "contradicted", "changed files",
    ),
    "plans a test, no test": (PLANNED, {"tests": (), "approved_by": ()}, "unproven", "changed files"),
    "plans a test, a review alone": (PLANNED, {"tests": ()}, "unproven", "changed files"),
    "plans a test, tests and green": (PLANNED, {}, "supported", "tests/test_cart.py"),
    "plans a test in a file, another changed": (IN_FILE, {}, "unproven", "tests/test_sum.py"),
    "plans a test in a file, a review alone": (IN_FILE, {"tests": ()}, "unproven", "changed files"),
    "plans a test in a file, it changed": (
        IN_FILE, {"files_touched": ("tests/test_cart.py", "tests/test_sum.py")},
        "supported", "tests/test_sum.py",
    ),
    "plans a test in a file, it was removed": (
        IN_FILE,
        {"files_touched": ("tests/test_sum.py",), "files_removed": ("tests/test_sum.py",)},
        "unproven", "tests/test_sum.py",
    ),
    "plans a test in a file, written elsewhere": (IN_FILE, {"test_names": (TEST,)}, "verified", TEST),
}  # fmt: skip


@pytest.mark.parametrize(("claim", "more", "state", "source"), TABLE.values(), ids=TABLE)
def test_evidence_gives_a_claim_its_state(claim, more, state, source):
    """The strongest thing wins, a contradiction first, and the source is named."""
    # S4.5
    seen = judged(claim, shown(**more))

    assert (state, source) == (seen.state, seen.attempts[-1].source)
    assert seen.attempts[-1].outcome


STATEMENTS = {
    "tests added": ("Tests added", {}, "verified"),
    "added tests": ("I added unit tests", {}, "verified"),
    "tests added, none there": ("Tests added for the cart", {"tests": ()}, "contradicted"),
    "all checks pass": ("All checks pass", {}, "verified"),
    "all tests pass, red": ("All tests pass", {"checks": {"ci": "failure"}}, "contradicted"),
    "all tests pass, running": ("All tests passed", {"checks": {"ci": "running"}}, "unproven"),
}


@pytest.mark.parametrize(("said", "more", "state"), STATEMENTS.values(), ids=STATEMENTS)
def test_what_a_description_says_in_general_is_a_claim(said, more, state):
    """Boxes of a pull request template are claims of their own."""
    # S4.5
    [claim] = claims.audited(a_record(), shown(said=(said,), **more))

    assert (claim.kind, claim.state) == ("statement", state)


@pytest.mark.parametrize(
    "said", ["No tests added", "Tests not needed", "Read the guide", "Docs added"]
)
def test_other_boxes_claim_nothing(said):
    """A box that denies, or speaks of something else, is no claim."""
    assert claims.audited(a_record(), shown(said=(said,), tests=())) == ()


def two_tasks():
    """A record with two tasks, a criterion each, and one planned test."""
    second = a_task(2, acceptance_criteria=(Criterion(id="c-2", text="The total is rounded"),))
    testing = TestingArtifacts(planned=TESTS)
    return a_record(plan=a_plan(a_task(), second), testing_artifacts=testing)


@pytest.mark.shows("PT-15")
def test_every_criterion_and_every_planned_test_is_a_claim():
    """Each has an id, its task, and its kind."""
    # S4.5
    found = [(c.id, c.kind, c.task) for c in claims.audited(two_tasks(), shown())]

    assert found == [("1.1", "criterion", 1), ("2.1", "criterion", 2), ("u1", "planned_test", 0)]


def test_a_part_answers_for_its_tasks_only():
    """`Part of #n, task 2` has to show what task 2 promises, and nothing else."""
    # B10, S4.5
    some = claims.audited(two_tasks(), shown(whole=False, tasks=(2,)))
    none = claims.audited(two_tasks(), shown(whole=False))

    assert ([c.id for c in some], none) == (["2.1"], ())


@pytest.mark.parametrize(
    ("touched", "state", "source"),
    [
        (("tests/test_cart.py",), "unproven", "docs/admin.md"),
        (("docs/admin.md",), "supported", "docs/admin.md"),
        (("docs/admin.md.bak",), "unproven", "docs/admin.md"),
    ],
)
def test_a_criterion_that_names_a_planned_file_rests_on_that_file(touched, state, source):
    """Another file's change, a test's or a review says nothing of it."""
    # S4.5
    said = Criterion(id="c-1", text="docs/admin.md says how to use it")
    task = a_task(acceptance_criteria=(said,), resources=Resources(write=("docs/admin.md",)))
    [claim] = claims.audited(a_record(plan=a_plan(task)), shown(files_touched=touched))

    assert (claim.state, claim.attempts[0].source) == (state, source)


@pytest.mark.parametrize("named", ["old/docs/admin.md", "docs/admin.md-old", "xdocs/admin.md"])
def test_a_longer_path_is_another_file(named):
    """`old/docs/admin.md` is not the planned `docs/admin.md`."""
    # S4.5
    said = Criterion(id="c-1", text=f"{named} still says how it was")
    task = a_task(acceptance_criteria=(said,), resources=Resources(write=("docs/admin.md",)))
    [claim] = claims.audited(a_record(plan=a_plan(task)), shown())

    assert (claim.state, claim.attempts[0].source) == ("supported", "tests/test_cart.py")


def test_a_criterion_that_names_a_file_of_no_plan_rests_on_what_there_is():
    """`the file orders.csv is not empty` speaks of what the change makes, not of what it edits."""
    # S4.5
    said = Criterion(id="c-1", text="out/orders.csv has one line")
    task = a_task(acceptance_criteria=(said,), resources=Resources(write=("shop/orders.py",)))
    [claim] = claims.audited(a_record(plan=a_plan(task)), shown())

    assert claim.state == "supported"


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("tests/test_cart.py: it refuses", "tests/test_cart.py"),
        ("`src/cart.spec.ts`: it refuses", "src/cart.spec.ts"),
        ("cart_test.go: it refuses", "cart_test.go"),
        ("e.g.: it refuses", ""),
        ("Scenario: it refuses tests/test_cart.py", ""),
        ("It refuses", ""),
    ],
)
def test_a_planned_test_says_first_where_it_will_stand(text, file):
    """Only a path at the very beginning counts."""
    assert [test.file for test in planned_in(planning(text))] == [file]


def test_attempts_are_kept_and_repeated_ones_are_not():
    """A new source, outcome or commit is another attempt; the same again changes nothing."""
    # S4.5
    red = claims.audited(two_tasks(), shown(checks={"ci": "failure"}))
    green = claims.audited(two_tasks(), shown())
    first = claims.remembered((), red, NOW)
    second = claims.remembered(first, green, NOW)

    assert claims.remembered(second, green, NOW) == second
    assert [(a.source, a.outcome, a.head_sha, a.at) for a in second[0].attempts] == [
        ("ci", "failed", SHA, NOW),
        ("tests/test_cart.py", "tests changed and all checks passed", SHA, NOW),
    ]


def test_what_was_shown_of_finished_work_stays_shown():
    """Once work is over a red check takes no badge back, and a green one still proves what was open."""
    # S4.5
    red, green = (
        claims.audited(two_tasks(), shown(checks={"ci": how})) for how in ("failure", "success")
    )

    assert claims.remembered(green, red, NOW, over=True) == green
    late = claims.remembered(red, green, NOW, over=True)
    assert {c.state for c in late} == {"supported"} and len(late[0].attempts) == 2


def test_only_the_newest_attempts_are_kept():
    """A record does not grow with every push."""
    # S2.13
    held: tuple[Claim, ...] = ()
    for n in range(9):
        seen = claims.audited(two_tasks(), shown(head_sha=f"{n}" * 40))
        held = claims.remembered(held, seen, NOW)

    assert [len(c.attempts) for c in held] == [claims.MOST_ATTEMPTS] * 3


@given(st.text(max_size=200), st.lists(st.text(max_size=60), max_size=5), st.booleans())
def test_a_red_check_proves_nothing(text, names, ticked):
    """Whatever is written: while a check is red no claim is verified or supported."""
    # S4.5
    red = shown(
        checks={"ci": "failure", "ok": "success"},
        test_names=tuple(f"t::{n}" for n in names),
        said=(text,) if ticked else (),
    )

    assert judged(Claim(id="x", text=text), red).state in {"unproven", "contradicted"}


def test_the_gate_counts_a_criterion_and_its_planned_test_once():
    """A planned test is no claim besides, unless it alone closes the gate."""

    # S4.5
    def said(kind: Any, text: str, state: Any) -> Claim:
        return Claim(kind=kind, text=text, state=state)

    criterion, same = (
        said(k, "A count below 1", "unproven") for k in ("criterion", "planned_test")
    )
    other = said("planned_test", "the export is empty", "unproven")
    wrong = said("planned_test", "mail is sent", "contradicted")
    found = (criterion, same, other, wrong)

    assert claims.counted(found, {"contradicted"}) == (criterion, wrong)
    assert claims.counted(found, {"contradicted", "unproven"}) == (criterion, other, wrong)


@pytest.mark.shows("PT-16")
def test_audits_are_retried_with_structured_attempt_metadata():
    """A later wake with the same evidence adds no attempt; a new commit does, and each keeps its outcome."""
    # S4.5: "retries audits with structured attempt metadata, and persists outcomes"
    record, red = two_tasks(), shown(checks={"ci": "failure"})
    held = claims.remembered((), claims.audited(record, red), NOW)
    again = claims.remembered(held, claims.audited(record, red), NOW)
    later = claims.remembered(again, claims.audited(record, shown(head_sha="b" * 40)), NOW)

    assert again == held
    tried = later[0].attempts
    assert [(a.at, a.source, a.state, a.head_sha) for a in tried] == [
        (NOW, "ci", "unproven", SHA),
        (NOW, "tests/test_cart.py", "supported", "b" * 40),
    ]
    assert all(a.outcome for a in tried) and later[0].state == "supported"
