"""The repository's own rules: those about the work are found, judged where a model can, and never lost."""

from __future__ import annotations

from typing import Any

import pytest

from bot.planning import pipeline
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.model.setup import Way
from bot.planning.proposal import Brief, ProposedPlan
from bot.planning.repository.context import read_tree
from bot.planning.repository.mentions import rule_files, touched
from bot.roles import architect
from tests.factories import an_issue, facts
from tests.fakes.model import said
from tests.fakes.workspace import FakeWorkspace
from tests.planning.model.given import SHOP, Bench, draft, issue, report, report_of, submit, verdict
from tests.planning.requests import brief
from tests.roles.given import a_proposal, after

ADR = "docs/adr/0004-exports.md"
TEXT = (
    "# 4. Formats of files\n\n## Decision\nExports must never be CSV.\nLogs are kept for a month.\n"
)
WISH = ("Export orders as CSV", "Accountants want the orders of a month in a CSV file.\n")
RULE = (ADR, 4, "Exports must never be CSV.")


def found(about: str, text: str = TEXT, *changed: str) -> list[tuple[str, int, str]]:
    """Where the rules stand that are about something."""
    rules = touched({ADR: text}, about, frozenset(changed))
    return [(r.path, r.line, r.text) for r in rules]


ABOUT = {
    "the words of the rule": ("\n".join(WISH), TEXT, (), [RULE]),
    "another matter": ("Speed up the login page", TEXT, (), []),
    "German": (
        "Bestellungen als CSV exportieren", "Bestellungen werden nie als CSV exportiert.\n", (),
        [(ADR, 1, "Bestellungen werden nie als CSV exportiert.")],
    ),
    "a file that changes": (
        "Speed it up", "Only the owner edits shop/auth.py\n", ("shop/auth.py",),
        [(ADR, 1, "Only the owner edits shop/auth.py")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("about", "text", "changed", "rules"), ABOUT.values(), ids=ABOUT)
def test_rules_about_the_work_are_found_with_their_lines(
    about: str, text: str, changed: tuple[str, ...], rules: list[Any]
) -> None:
    """A line that names a file of the plan, or shares its words, in any language; no other."""
    assert found(about, text, *changed) == rules


def test_a_rule_shows_no_secret_and_few_are_shown() -> None:
    """What is quoted from a document is cleaned, and a long document gives no flood."""
    secret = "ghp_" + "a1B2" * 9
    [(_, _, text)] = found("Export orders as CSV", f"Export orders as CSV {secret}\n")

    assert secret not in text
    assert len(found("Export orders as CSV", "Export orders as CSV\n" * 99)) == 8


def test_documents_that_policy_names_are_read_first() -> None:
    """Six documents at most: those of `constraints` first, then those whose names tell most."""
    adrs = [f"docs/adr/{n:04}-about-{n}.md" for n in range(50)]
    files = rule_files([*adrs, ADR, "law/rules.txt"], ("law/**",), "Exports as CSV")

    assert (files[:2], len(files)) == (("law/rules.txt", ADR), 6)


def planned(tree: dict[str, str]) -> ProposedPlan:
    """What the built-in engine makes of the wish."""
    made = brief(*WISH)
    space = FakeWorkspace(tree)
    asked = Brief(made.request, read_tree(space, made.policy, "\n".join(WISH)), made.policy)
    answer = pipeline.propose(asked, BuiltinEngine(), space, lambda _: None)
    assert isinstance(answer, ProposedPlan)
    return answer


LABELLED = facts(issue=an_issue(labels={"plan"}))


def test_without_a_model_rules_are_the_approvers_to_check() -> None:
    """`Exports must never be CSV` and a wish for CSV: a finding with its line, not `approved`."""
    # issue 22
    [rule] = planned({**SHOP, ADR: TEXT}).rules
    record = after(LABELLED, a_proposal(rules=(rule,)))
    review = record.review_artifact.plan_review

    assert (rule.path, rule.line, rule.text, rule.state) == (*RULE, "unchecked")
    assert review.decision == "to_check"
    [told] = [f.text for f in review.findings if f.code == architect.UNCHECKED]
    assert told == f"{ADR} line 4 says “Exports must never be CSV.”"


@pytest.mark.parametrize(
    "line", ["+ The wrapper of shop in Python", "Print the shop in Python", "The shop takes orders"]
)
def test_words_of_the_project_and_of_code_name_no_rule(line: str) -> None:
    """Where no model looks, a line that only shares such words is not shown; the issue's own words count."""
    # issue 21
    title, body = (
        "Export orders as CSV",
        "A wrapper does it.\n\n```python\nprint('shop Python')\n```\n",
    )
    made = brief(title, body)
    space = FakeWorkspace({**{f"shop/{n}.py": "" for n in range(9)}, "CONTRIBUTING.md": line})
    asked = Brief(made.request, read_tree(space, made.policy, body), made.policy)
    answer = pipeline.propose(asked, BuiltinEngine(), space, lambda _: None)

    assert isinstance(answer, ProposedPlan) and not answer.rules


CHANCE = {
    "words of the title": ("Exports must never be CSV.", True),
    "a word of the title, and one that is rare": ("Exports need totals.", True),
    "words of criteria that stand elsewhere": ("Totals look good.\nTotals look so.", False),
    "two words of one name": ("Share your `export.csv` here.", False),
}


@pytest.mark.parametrize(("text", "shown"), CHANCE.values(), ids=CHANCE)
def test_a_rule_shares_two_words_that_tell(text: str, shown: bool) -> None:
    """Title, paths and names in code tell, and words of one line alone; a name in code is one word."""
    # issue 21
    about = f"{WISH[0]}\nThe totals look like those of the list."

    assert bool(touched({ADR: text}, about, frozenset(), WISH[0])) is shown
    assert touched({ADR: text}, about, frozenset()) or "`" in text


STATES = {"broken": "changes_requested", "kept": "approved", "unchecked": "to_check"}


@pytest.mark.parametrize(("state", "decision"), STATES.items())
def test_the_architect_wants_broken_rules_changed(state: str, decision: str) -> None:
    """A broken rule wants another plan, one that nobody checked a look, and one that is kept nothing."""
    [rule] = touched({ADR: TEXT}, "\n".join(WISH), frozenset())
    judged = rule.model_copy(update={"state": state, "why": "Task 1 writes CSV."})
    review = after(LABELLED, a_proposal(rules=(judged,))).review_artifact.plan_review

    assert review.decision == decision
    assert len(review.findings) == (state != "kept")


CONTRIBUTING = {"CONTRIBUTING.md": "The total of an order takes no discount.\n"}
BROKEN = (1, "Task 1 takes a discount\noff.")
JUDGED: dict[str, tuple[list[Any], str]] = {
    "broken": ([report_of(BROKEN), submit(), verdict(BROKEN)], "broken"),
    "broken, and mended": ([report_of(BROKEN), submit(), verdict()], "kept"),
    "kept": ([report()], "kept"),
    "of no such rule": ([report_of((7, "x"))], "unchecked"),
    "no critic": ([said("No."), verdict(BROKEN)], "broken"),
    "no verdict": ([said("No."), report()], "unchecked"),
}


@pytest.mark.parametrize(("answers", "state"), JUDGED.values(), ids=JUDGED)
def test_a_model_judges_the_plan_against_the_rules(answers: list[Any], state: str) -> None:
    """The critic judges each line; a broken one goes back, and is judged again. # issue 22"""
    tree = {**SHOP, **CONTRIBUTING}
    bench = Bench([submit(draft()), *answers], tree)
    plan = bench.run(issue(tree=tree))
    assert isinstance(plan, ProposedPlan)
    [rule] = plan.rules

    assert (rule.path, rule.line, rule.state) == ("CONTRIBUTING.md", 1, state)
    assert rule.why == ("Task 1 takes a discount off." if state == "broken" else "")
    assert plan.telemetry["calls"] == 1 + len(answers)
    assert "1. (CONTRIBUTING.md:1) The total of an order takes no discount." in bench.said(1)
    if len(answers) == 3:
        assert "CONTRIBUTING.md:1 says" in bench.said(2)


def test_a_model_that_may_not_decide_judges_no_rules() -> None:
    """A model that did not pass its exam leaves the rules to the approver."""
    tree = {**SHOP, **CONTRIBUTING}
    bench = Bench([submit(draft()), report()], tree, {"decides": False, "way": Way.NATIVE})
    plan = bench.run(issue(tree=tree))

    assert isinstance(plan, ProposedPlan)
    assert [r.state for r in plan.rules] == ["unchecked"]
