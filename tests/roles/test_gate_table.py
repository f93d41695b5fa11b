"""The gate's table: 60 states under three policies, each with its exact verdict and text."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.adapters.markdown import MarkdownRenderer
from bot.domain.verdict import Verdict
from bot.effects import GateMessage
from bot.roles.gatekeeper import verdicts
from tests.roles.gate_table import CASES, POLICIES, known

RENDERER = MarkdownRenderer("acme/shop")


def verdict_of(case: str, policy: str) -> Verdict:
    """The verdict in one cell."""
    seen = known(CASES[case], POLICIES[policy])
    own = getattr(seen.record, "record", None)
    [verdict] = verdicts.judge(seen, verdicts.records_of(seen, own))
    return verdict


def text_of(verdict: Verdict, policy: str) -> str:
    """The check as people read it: its title over its summary, without what every check says."""
    title, summary = RENDERER.check(GateMessage(verdict, POLICIES[policy]))
    always = (
        "<sub>The check `plangate` lets", "Files and checks cannot prove everything.",
        "- *verified*", "- *supported*", "- *unproven*", "- *contradicted*",
    )  # fmt: skip
    own = [line for line in summary.splitlines() if not line.startswith(always)]
    return "\n".join((title, "", *own))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("case", CASES)
def test_every_state_has_its_verdict_and_text(
    case: str, policy: str, snapshot: SnapshotAssertion
) -> None:
    """The conclusion is the one the table says, and every word people read is as reviewed."""
    # B1, S2.10, S2.11, B10, B12, S4.5
    verdict = verdict_of(case, policy)

    assert CASES[case].said[list(POLICIES).index(policy)] == verdict.conclusion.value
    assert snapshot == text_of(verdict, policy)


@pytest.mark.parametrize("policy", POLICIES)
def test_equal_verdicts_print_alike_in_every_process(policy: str) -> None:
    """By that a check is known to say it already: no set, whose order changes, no address of an object."""
    for case in CASES:
        printed = repr(GateMessage(verdict_of(case, policy), POLICIES[policy]))
        assert not re.search(r"set\(|\{'[^']*'[,}]| at 0x", printed), case


@pytest.mark.parametrize("policy", POLICIES)
def test_no_title_is_too_long_and_no_remedy_is_missing(policy: str) -> None:
    """A title has at most 50 characters; whatever closes the gate says who can fix it, and how."""
    # B1
    for case in CASES:
        verdict = verdict_of(case, policy)
        title, summary = RENDERER.check(GateMessage(verdict, POLICIES[policy]))
        rows = [line for line in summary.splitlines() if line.startswith(("- ❌", "- ✋", "- ⚠️"))]

        assert 0 < len(title) <= 50, case
        assert all(len(line.partition(" – ")[2]) > 10 for line in rows), case
        assert len(verdict.rows) == 1 or len(verdict.lacking) <= len(rows) or verdict.claims, case


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_met_is_true_and_code_is_shown_as_code(policy: str) -> None:
    """A tick stands beside no requirement that its own cell denies, and no backtick is shown as text."""
    # B1
    denied = {
        "| ✅ Only planned files": "in no task",
        "| ✅ No other approved plan": "plan",
        "| ✅ The plan follows": "over the cap",
        "| ✅ Tests were added": "| yes",
        "| ✅ Claims of the plan": "none proven",
    }
    for case in CASES:
        text = text_of(verdict_of(case, policy), policy)
        cells = [(row, line) for line in text.splitlines() for row in denied if row in line]

        assert not [line for row, line in cells if denied[row] in line.removeprefix(row)], case
        assert "&#96;" not in text, case


@pytest.mark.parametrize("policy", POLICIES)
def test_the_first_lines_say_what_to_do_next(policy: str) -> None:
    """Who reads no further knows one step that helps: what was found, who mends it, and how."""
    # B1
    for case in CASES:
        verdict = verdict_of(case, policy)
        summary = RENDERER.check(GateMessage(verdict, POLICIES[policy]))[1]
        lines = summary.splitlines()
        step = next((line for line in lines[:4] if line.startswith("👉 **Next: ")), "")

        assert bool(step) is bool(verdict.lacking), case
        assert len(step.split()) <= 60, (case, len(step.split()))
        assert not step or (" Found: " in step and ": " in step.partition(" Found: ")[2]), case
        assert summary.count("See *Next* above") == (len(verdict.rows) > 1 and bool(step)), case


def test_a_failed_check_comes_before_the_word_that_it_passed() -> None:
    """Mending it mends both."""
    # B1
    verdict = verdict_of("ticked, and the check is red", "default")
    summary = RENDERER.check(GateMessage(verdict, POLICIES["default"]))[1]

    assert verdict.lacking[0].code == "CLAIMS_HOLD"
    assert "👉 **Next: get the checks green.** Found: `ci` failed." in summary


def test_a_ticked_box_and_its_red_check_are_one_thing_to_do() -> None:
    """Both rows stand there, but the box turns green by itself, and is not counted."""
    # B1, S4.5
    verdict = verdict_of("ticked, and the check is red", "default")
    title, summary = RENDERER.check(GateMessage(verdict, POLICIES["default"]))

    assert title == "Failed: ci"
    assert "1 thing to do." in summary
    assert "this turns green when `ci` passes" in summary
    assert "waive CLAIMS_HOLD" not in summary


def test_what_is_there_but_wrong_is_not_called_missing() -> None:
    """The title names the cause."""
    # B1
    said = {
        case: RENDERER.check(GateMessage(verdict_of(case, "default"), POLICIES["default"]))[0]
        for case in ("changes requested", "broken policy", "failed check", "no test changed")
    }

    assert said == {
        "changes requested": "Changes requested by alice",
        "broken policy": "The policy file has an error",
        "failed check": "Failed: ci",
        "no test changed": "1 of 9 to do: tests",
    }


def test_the_correction_of_a_broken_policy_waits_too_and_says_who_merges_it() -> None:
    """Nobody can read the rules that would judge it, so it stays closed, and an administrator decides."""
    # B1
    case = "broken policy, corrected by this very pull request"
    summary = RENDERER.check(GateMessage(verdict_of(case, "default"), POLICIES["default"]))[1]

    assert summary.startswith("❌ **Not caused by this change:**")
    assert "/edit/main/.github/plangate.yml" in summary
    assert "an administrator must merge the fix without this check" in summary


def test_planned_files_that_were_not_touched_are_told() -> None:
    """Keeping to the plan means no file outside it; what it left alone is for information."""
    # S2.9
    [row] = [
        r for r in verdict_of("an empty pull request", "default").rows if r.code == "SCOPE_KEPT"
    ]
    part = verdict_of("part of the issue without a task, no test changed", "default")
    text = text_of(verdict_of("an empty pull request", "default"), "default")

    assert (row.state.value, row.data["untouched"]) == ("met", ["shop/cart.py"])
    assert (
        "planned files are changed | yes (named in the plan, but not changed: `shop/cart.py`)"
        in text
    )
    assert not [r for r in part.rows if r.data.get("untouched")]


def test_the_table_is_large_enough() -> None:
    """At least 96 rows."""
    assert len(CASES) * len(POLICIES) >= 96
