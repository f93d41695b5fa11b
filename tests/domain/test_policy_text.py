"""YAML -> policy: everything that is wrong is refused with file, line and reason; nothing takes long."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import policy_text
from bot.domain.facts import PolicyBroken
from bot.domain.policy import POLICY_PATH, Policy
from bot.domain.stages import Stage


def test_an_empty_file_means_the_defaults():
    """Nothing, blanks and comments alone give the default policy."""
    # CONTRACT: config
    for text in ("", "\n\n", "# nothing yet\n", "---\n", "{}", "null"):
        assert Policy() == policy_text.parse(text)


def test_the_defaults_are_those_of_the_contract():
    """Manual approval, 72 hours, everybody of the issue may answer, every pull request is judged."""
    policy = Policy()

    assert (policy.automation, policy.gate.require, policy.gate.approvals) == ("manual", "all", 1)
    assert timedelta(hours=72) == policy.answers.timeout
    assert policy.answers.who == ("author", "assignees", "write")
    assert (
        policy.labels.plan, policy.labels.epic, policy.labels.ignore,
    ) == ("plan", "plan:epic", "no-plan")  # fmt: skip


GOOD = {
    "automation: full": ("automation", "full"),
    "answers: {timeout: 30m}": ("answers.timeout", timedelta(minutes=30)),
    "answers: {timeout: 3d}": ("answers.timeout", timedelta(days=3)),
    "answers: {who: [write]}": ("answers.who", ("write",)),
    "gate: {require: planned}": ("gate.require", "planned"),
    "gate: {since: 2026-01-31}": ("gate.since", date(2026, 1, 31)),
    "gate: {approvals: 0}": ("gate.approvals", 0),
    "gate: {ignoreChecks: [lint*]}": ("gate.ignore_checks", ("lint*",)),
    "planner: {max_complexity: 13}": ("planner.max_complexity", 13),
    "planner: {maxComplexity: 13}": ("planner.max_complexity", 13),
    "labels: {stages: {done: ready}}": ("labels.stages.done", "ready"),
    "planner: {engine: builtin}": ("planner.engine", "builtin"),
    "planner: {model: {max_calls: 4}}": ("planner.model.max_calls", 4),
    "planner: {model: {maxInputTokens: 4000.0}}": ("planner.model.max_input_tokens", 4000),
    "planner: {model: {areas: ['db/**']}}": ("planner.model.areas", ("db/**",)),
}


@pytest.mark.parametrize(
    ("text", "path", "value"), [(t, p, v) for t, (p, v) in GOOD.items()], ids=GOOD
)
def test_settings_are_read(text, path, value):
    """Each setting is read, under its camelCase or its snake_case name."""
    # CONTRACT: config
    found = policy_text.parse(text)

    for name in path.split("."):
        found = getattr(found, name)
    assert value == found


BAD = {
    "not YAML": ("{]", 1, "not YAML: check the indentation, brackets"),
    "a tab": ("gate:\n\trequire: all", 2, "indent with spaces, not tabs"),
    "a glob without quotes": ("gate:\n  tests: [**/x]", 2, "put this text in quotes"),
    "an @ without quotes": ("labels:\n  plan: @plan", 2, "put this text in quotes"),
    "an open quotation mark": ("automation: 'full", 1, "a quotation mark is not closed"),
    "an open quotation mark above": ("automation: 'full\ngate: {}\n", 1, "a quotation mark is not"),
    "an open bracket at the end": ("automation: [\n\n", 1, "the file ends before a bracket is closed"),
    "a wrong indentation": ("gate:\n require: all\n  since: 1", 3, "indented too far, or a"),
    "one setting in two spellings": (
        "gate:\n  testEvidence: changed\n  test_evidence: planned", 3,
        "gate.test_evidence: the same setting as testEvidence; keep one",
    ),
    "two documents": ("automation: manual\n---\nautomation: full", 2, "more than one document (---)"),
    "an unknown setting": ("automation: manual\nautomerge: true", 2, "automerge: unknown setting"),
    "an unknown inner setting": ("gate:\n  require: all\n  requires: x", 3, "gate.requires: unknown"),
    "a line too far out": ("gate:\n  claims: x\n scope: y", 3, "this line is not indented like the"),
    "a bracket that stays open": ("gate: {claims: x\nanswers: 1", 1, "a bracket is not closed"),
    "an unknown choice": ("automation: fast", 1, "automation: must be 'manual', 'balanced' or"),
    "a wrong type": ("gate:\n  approvals: many", 2, "gate.approvals: must be a whole number"),
    "a number out of range": ("gate:\n\n  approvals: 7", 3, "gate.approvals: must be at most 6"),
    "a negative number": ("gate:\n  approvals: -1", 2, "gate.approvals: must be at least 0"),
    "a scalar for a section": ("gate: all", 1, "gate: needs settings below it (require, "),
    "null for a section": ("answers:\n", 1, "answers: needs settings below it (timeout, who, bots)"),
    "a wrong list item": ("answers:\n  who:\n    - author\n    - everybody", 4, "answers.who, entry 2: must"),
    "a duration without unit": ("answers:\n  timeout: 72", 2, "answers.timeout: must be"),
    "a fraction": ("answers:\n  timeout: 1.5", 2, "answers.timeout: must be"),
    "a duration in weeks": ("answers:\n  timeout: 2w", 2, "answers.timeout: must be"),
    "a negative duration": ("answers:\n  timeout: -3h", 2, "answers.timeout: must be"),
    "no time at all": ("answers:\n  timeout: 0h", 2, "answers.timeout: must be longer than 0"),
    "nobody may answer": ("answers:\n  who: []", 2, "answers.who: must have at least one"),
    "a number in quotes": ("gate:\n  approvals: '1'", 2, "gate.approvals: must be a whole number"),
    "a yes for a number": ("gate:\n  approvals: true", 2, "gate.approvals: must be a whole number"),
    "a number with a point": ("planner:\n  timeout: 5.5", 2, "planner.timeout: must be a whole"),
    "an unknown engine": ("planner:\n  engine: gpt", 2, "planner.engine: must be"),
    "an address in the policy": (
        "planner:\n  model:\n    base_url: https://evil.example", 3, "planner.model.base_url: unknown"
    ),
    "no calls": ("planner:\n  model:\n    max_calls: 0", 3, "planner.model.max_calls: must be at"),
    "no time to plan": ("planner:\n  timeout: 0", 2, "planner.timeout: must be at least 1"),
    "no globs": ("gate:\n  tests: []", 2, "gate.tests: must have at least one"),
    "a wrong item alone": ("answers:\n  who: [everybody]", 2, "answers.who, entry 1: must"),
    "an empty glob alone": ("gate:\n  tests: ['']", 2, "gate.tests, entry 1: must not be"),
    "an empty glob": ("gate:\n  tests:\n    - a\n    - ''", 4, "gate.tests, entry 2: must not be"),
    "a number for a date": ("gate:\n  since: 86400", 2, "gate.since: must be a date, such as"),
    "an empty label": ("labels:\n  plan: ' '", 2, "labels.plan: must be one line of 1 to 50"),
    "a long label": ("labels:\n  plan: " + "x" * 51, 2, "labels.plan: must be one line of 1 to 50"),
    "a label of two lines": ('labels:\n  plan: "a\\nb"', 2, "labels.plan: must be one line"),
    "one label for two things": ("a: 1\nlabels:\n  plan: NO-PLAN"[5:], 1, "is also labels.plan ("),
    "a stage's label for all": ("labels:\n  ignore: 'Stage: Done'", 1, "labels.stages.done: the label"),
    "one label for two stages": ("labels: {stages: {done: x, review: X}}", 1, "also labels.stages.review ("),
    "a date that is none": ("gate:\n  since: yesterday", 2, "gate.since: must be a date, such as"),
    "a truth that is none": ("dashboard: maybe", 1, "dashboard: must be true or false"),
    "no list": ("gate:\n  protected: docs/**", 2, "gate.protected: must be a list, such as [a, b]"),
    "an impossible date": ("gate:\n  since: 2026-13-40", 2, "gate.since: must be a date, such as"),
    "infinity": ("gate:\n  approvals: .inf", 2, "gate.approvals: must be"),
    "a list at the top": ("- automation", 1, "the file must consist of"),
    "a text at the top": ("automation", 1, "the file must consist of"),
    "a number as a key": ("1: 2", 1, ""),
    "a list as a key": ("? [a, b]\n: c", 1, ""),
    "a key twice": ("automation: manual\ngate: {}\nautomation: full", 3, "'automation' appears twice"),
    "an inner key twice": ("gate:\n  since: 2026-01-01\n  since: 2026-01-02", 3, "'since' appears twice"),
    "a merge twice": ("gate:\n  <<: {approvals: 2}\n  <<: {claims: unproven}", 3, "'<<' appears twice"),
    "a tag handle": ("gate: !foo!bar x", 1, "anchors, aliases and tags are not allowed"),
    "an anchor": ("automation: &a manual", 1, "anchors, aliases and tags are not allowed"),
    "an alias": ("automation: manual\nlabels: *a", 2, "anchors, aliases and tags are not allowed"),
    "a tag": ("\n\nautomation: !!python/name:os.system x", 3, "anchors, aliases and tags are not allowed"),
    "a merge": ("gate: {}\nanswers:\n  <<: {a: b}", 1, ""),
    "too large": ("#" * 65_537, 1, "larger than 65536 characters"),
    "NUL": ("automation: \x00manual", 1, ""),
    "an escape": ("automation: \x1b[31mmanual", 1, ""),
    "a lone surrogate": ('automation: "\\ud800"', 1, ""),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "why"), BAD.values(), ids=BAD)
def test_each_mistake_is_told_with_its_line(text, line, why):
    """A file that cannot be used is refused with its name, the line, and what is wrong there."""
    # CONTRACT: config, B1
    found = policy_text.parse(text)

    assert isinstance(found, PolicyBroken)
    assert found.file == POLICY_PATH
    assert why in found.why and found.why
    assert line == found.line or not why


def test_several_mistakes_are_told_in_the_order_of_the_file():
    """The second label of two that are the same is told at its own line, after what stands above it."""
    text = "labels:\n  stages:\n    done: PLAN\nanswers: {who: []}\ngate:\n  approvals: 9\nautomation: x\n"
    found = policy_text.parse(text)

    assert isinstance(found, PolicyBroken)
    assert [found.line, *(fault.line for fault in found.more)] == [3, 4, 6, 7]


@given(st.text(max_size=120) | st.text("abg:-[]{}&*!?|>'\"#, \n\t0%@`", max_size=60))
def test_any_text_is_a_policy_or_broken(text):
    """Whatever stands in the file, reading it ends in a policy or in a reason."""
    # T20
    assert isinstance(policy_text.parse(text), Policy | PolicyBroken)


def test_a_wrong_choice_is_shown_as_yaml_read_it():
    """A word that YAML takes for true or false is told as such."""
    first = policy_text.parse("gate:\n  claims: yes\n  scope: blok")

    assert isinstance(first, PolicyBroken)
    assert str(first).endswith("or 'unproven', but is true (YAML reads yes and on as true)")
    assert str(first.more[0]).endswith("gate.scope: must be 'list' or 'block', but is \"blok\"")


BOMBS = {
    "a number to the base of sixty": "a: 1" + ":1" * 175 + ".5",
    "nested lists": "[" * 65_536,
    "nested mappings": "{" * 65_536,
    "nested by indent": "\n".join(" " * n + "a:" for n in range(350)),
    "nested items": "- " * 32_768,
    "complex keys": "? " * 30_000,
    "many keys": "".join(f"a{n}: 1\n" for n in range(5_000)),
    "empty lists": "a: [\n" + "[]," * 6_000 + "]",
    "aliases": "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]",
    "quotes": "x: " + "'" * 65_000,
    "a long line": "x: " + "y" * 65_000,
    "blank lines": "\n" * 65_536,
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_bombs_are_read_to_an_end(text):
    """A file within the size limit is a policy or broken, however it nests."""
    # T20
    assert isinstance(policy_text.parse(text), Policy | PolicyBroken)


def test_every_stage_has_a_label_or_is_an_end():
    """The label of a stage is found by its name; ends other than done have none."""
    names = Policy().labels.stages

    shown = {stage for stage in Stage if names.of(stage)}

    assert set(Stage) - shown == {Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE}
    assert {names.of(stage) for stage in shown} == names.all()
