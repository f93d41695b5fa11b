"""The conclusion of a verdict follows from its rows."""

from __future__ import annotations

from itertools import product

import pytest

from bot.domain.verdict import (
    CHECK,
    Conclusion,
    Row,
    RowCode,
    RowState,
    Verdict,
    branch_check,
    is_check,
)
from tests.factories import BASE_SHA, SHA

MET, WAITING, MISSING = RowState.MET, RowState.WAITING, RowState.MISSING
CONTRADICTED, WAIVED, UNDECIDED = RowState.CONTRADICTED, RowState.WAIVED, RowState.UNDECIDED


def a_verdict(*states: RowState, **more: object) -> Verdict:
    """A verdict with a row in each of these states."""
    rows = tuple(Row(RowCode.CHECKS_PASSED, state) for state in states)
    return Verdict(8, SHA, "main", BASE_SHA, rows, **more)  # type: ignore[arg-type]


TABLE = {
    (): "success",
    (MET,): "success",
    (WAIVED,): "success",
    (MET, WAIVED): "success",
    (WAITING,): "in_progress",
    (UNDECIDED,): "action_required",
    (MISSING,): "failure",
    (CONTRADICTED,): "failure",
    (MET, WAITING): "in_progress",
    (WAITING, UNDECIDED): "action_required",
    (WAITING, MISSING): "failure",
    (UNDECIDED, MISSING): "failure",
    (UNDECIDED, CONTRADICTED): "failure",
    (WAITING, UNDECIDED, MISSING, CONTRADICTED, WAIVED, MET): "failure",
}


@pytest.mark.parametrize(
    ("states", "said"), TABLE.items(), ids=["+".join(s) or "nothing" for s in TABLE]
)
def test_the_worst_row_decides(states, said):
    """Evidence that must change fails, then people decide, then checks run; nothing left is success."""
    # B1
    assert said == a_verdict(*states).conclusion.value


def test_success_needs_every_row():
    """Success exactly when every row is met or waived, in whatever order they stand."""
    # B1
    said = {states: a_verdict(*states).conclusion for states in product(RowState, repeat=3)}
    good = {states for states in said if set(states) <= {MET, WAIVED}}

    assert {states for states, told in said.items() if told is Conclusion.SUCCESS} == good
    assert [s for s, told in said.items() if told is not said[s[::-1]]] == []


def test_nothing_that_github_counts_as_passing_is_ever_said():
    """`neutral` and `skipped` pass on GitHub, so they are no conclusions of ours."""
    # B1
    assert {"in_progress", "success", "failure", "action_required"} == set(Conclusion)


def test_a_red_sibling_is_red():
    """A pull request that shares its commit with one that does not pass does not pass."""
    # B2
    assert Conclusion.FAILURE is a_verdict(MET, borrowed=(9,)).conclusion


def test_what_lacks_is_listed():
    """Rows that keep the gate closed are listed; waiting ones are not lacking."""
    # B1
    lacking = a_verdict(*RowState).lacking

    assert [row.state for row in lacking] == [MISSING, CONTRADICTED, UNDECIDED]


def test_a_verdict_is_bound_to_what_it_judged():
    """The external id names pull request, head, base and the revision of every record."""
    # B2
    verdict = a_verdict(MET, issues=(7, 12), revisions=(4, 1))

    assert verdict.external_id == "pr:8 head:aaaaaaaaaaaa base:bbbbbbbbbbbb policy: rev:7.4,12.1"


def test_issues_and_revisions_belong_together():
    """A revision for every issue: anything else is a bug, not a verdict."""
    with pytest.raises(ValueError, match="zip"):
        _ = a_verdict(MET, issues=(7, 12), revisions=(4,)).external_id


PLAIN = ["release", "release/2.x", "feature_1", "a" * 60, "v1.0+rc@2,x=y"]
ODD = ["Release", "a" * 61, "größer", "x)", "a\u202eb", "release/2.X", "-" * 200]
ALL = {*PLAIN, *ODD, *(branch.upper() for branch in PLAIN)}


@pytest.mark.parametrize("branch", PLAIN)
def test_a_branchs_own_check_is_called_by_the_branch(branch: str) -> None:
    """People type it into the branch protection."""
    # issue 18, 1
    assert branch_check(branch) == f"{CHECK} ({branch})"


def test_no_two_branches_have_one_check() -> None:
    """Whatever GitHub does with case, odd signs or long names: each name is short, plain and its own."""
    # issue 18, 1
    names = {branch_check(branch).casefold() for branch in ALL}

    assert len(names) == len(ALL)
    assert all(len(name) < 100 and name.isascii() and is_check(name) for name in names)
    assert is_check(CHECK) and not is_check("plangate-lint")


RED = Row(RowCode.CHECKS_PASSED, MISSING, data={"failed": ["ci"]})
BOX = Row(RowCode.CLAIMS_HOLD, CONTRADICTED, data={"follows": "ci"})
LIE = Row(RowCode.CLAIMS_HOLD, CONTRADICTED)
PLAN = Row(RowCode.PLAN_APPROVED, UNDECIDED)
REVIEW = Row(RowCode.REVIEW_APPROVED, UNDECIDED)
NO_RUN = Row(RowCode.CHECKS_PASSED, MISSING)
WAIVED_RED = Row(RowCode.CHECKS_PASSED, WAIVED, data={"failed": ["ci"]})
CAUSES = {
    "a box that follows": ((PLAN, BOX, RED, REVIEW), (PLAN, RED, REVIEW)),
    "another claim is wrong too": ((PLAN, LIE, RED, REVIEW), (PLAN, RED, LIE, REVIEW)),
    "no check failed": ((LIE, NO_RUN), (LIE, NO_RUN)),
    "the check is waived, the box is not": ((BOX, WAIVED_RED, REVIEW), (BOX, REVIEW)),
    "no claim": ((PLAN, RED), (PLAN, RED)),
    "nothing": ((), ()),
}


@pytest.mark.parametrize(("rows", "causes"), CAUSES.values(), ids=CAUSES)
def test_what_follows_from_a_red_check_is_no_further_thing_to_do(rows, causes):
    """A red check comes before what contradicts it; nothing that stands by itself is left out."""
    # B1, S4.5
    verdict = Verdict(8, SHA, "main", BASE_SHA, rows)

    assert verdict.causes == causes
    assert bool(verdict.causes) is bool(verdict.lacking)
