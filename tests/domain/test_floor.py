"""Another branch's policy only ever adds to the default branch's: whatever both say, nothing gets laxer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from operator import attrgetter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.domain.floor import WAYS, MergeRule, raised
from bot.domain.policy import Policy

GLOBS = st.lists(st.sampled_from(["**", "docs/**", "tests/**", "a", "b", "c*"]), max_size=4)
NAMES = GLOBS.map(tuple)
GATES = st.fixed_dictionaries(
    {},
    optional={
        "require": st.sampled_from(["all", "planned"]),
        "since": st.none() | st.dates(date(2020, 1, 1), date(2030, 1, 1)),
        "approvals": st.integers(0, 6),
        "tests": NAMES.filter(bool),
        "ignore_checks": NAMES,
        "checks": NAMES,
        "test_evidence": st.sampled_from(["changed", "planned"]),
        "claims": st.sampled_from(["contradicted", "unproven"]),
        "scope": st.sampled_from(["list", "block"]),
        "overlap": st.sampled_from(["list", "block"]),
        "protected": NAMES,
        "repositories": NAMES,
        "exempt": st.fixed_dictionaries(
            {}, optional={"authors": NAMES, "labels": NAMES, "paths": NAMES}
        ),
    },
)
REST = st.fixed_dictionaries(
    {},
    optional={
        "automation": st.sampled_from(["manual", "balanced", "full"]),
        "labels": st.sampled_from([{}, {"ignore": "leave me"}]),
        "answers": st.sampled_from([{}, {"who": ["write"]}]),
        "planner": st.sampled_from([{}, {"timeout": 5}]),
        "store": st.sampled_from(["comment", "body"]),
        "tasks": st.sampled_from(["checklist", "sub-issues"]),
        "constraints": NAMES,
        "former_authors": NAMES,
    },
)
POLICIES = st.builds(lambda rest, gate: Policy.model_validate({**rest, "gate": gate}), REST, GATES)

Laxer = Callable[[Any, Any], bool]
ADDED: Laxer = lambda now, before: not set(before) <= set(now)  # noqa: E731
TAKEN: Laxer = lambda now, before: not set(now) <= set(before)  # noqa: E731
LAXER: dict[str, Laxer] = {
    "gate.require": lambda now, before: now == "planned" and before == "all",
    "gate.since": lambda now, before: now is not None and (before is None or now > before),
    "gate.approvals": lambda now, before: now < before,
    "gate.tests": TAKEN,
    "gate.ignore_checks": TAKEN,
    "gate.checks": ADDED,
    "gate.test_evidence": lambda now, before: now == "changed" and before == "planned",
    "gate.claims": lambda now, before: now == "contradicted" and before == "unproven",
    "gate.scope": lambda now, before: now == "list" and before == "block",
    "gate.overlap": lambda now, before: now == "list" and before == "block",
    "gate.protected": ADDED,
    "gate.repositories": TAKEN,
    "gate.exempt.authors": TAKEN,
    "gate.exempt.labels": TAKEN,
    "gate.exempt.paths": TAKEN,
}
"""When a value is laxer than another, said here once more and apart from the code."""


def value(policy: Policy, path: str) -> Any:
    """A field of a policy."""
    return attrgetter(path)(policy)


def fields(kind: type[BaseModel] = Policy, above: str = "") -> Iterator[str]:
    """Every field of a policy as `WAYS` names it; a section that is there whole counts as one."""
    for name, field in kind.model_fields.items():
        path, inner = f"{above}{name}", field.annotation
        if path not in WAYS and isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from fields(inner, f"{path}.")
        else:
            yield path


def test_every_field_of_a_policy_has_its_way() -> None:
    """A new field must be classified, and its laxer side named here, before anything passes."""
    # issue 18, 1
    alone = {path for path, way in WAYS.items() if way is MergeRule.ALONE}

    assert set(fields()) == set(WAYS)
    assert set(LAXER) == set(WAYS) - alone
    assert not [path for path in alone if path.startswith("gate")], "a gate is a branch's matter"


@given(POLICIES, POLICIES)
def test_the_result_is_laxer_than_neither(floor: Policy, other: Policy) -> None:
    """Whatever two files say; where no change could meet both, that is told."""
    # issue 18, 1
    both = raised(floor, other)

    if isinstance(both, str):
        assert not set(value(floor, both)) & set(value(other, both))
        return
    for path, laxer in LAXER.items():
        for one in (floor, other):
            assert not laxer(value(both, path), value(one, path)), path
    assert Policy.model_validate(both.model_dump()) == both


@given(POLICIES, POLICIES)
def test_what_is_no_branchs_matter_is_the_default_branchs(floor: Policy, other: Policy) -> None:
    """Labels, answers, planning and the place of records are one repository's, not one branch's."""
    # issue 18, 1
    both = raised(floor, other)

    for path in (
        p for p, way in WAYS.items() if way is MergeRule.ALONE and isinstance(both, Policy)
    ):
        assert value(both, path) == value(floor, path)  # type: ignore[arg-type]


@given(POLICIES)
def test_the_same_file_adds_nothing(policy: Policy) -> None:
    """A branch that has the default branch's file asks what that asks."""
    # issue 18, 1
    assert raised(policy, policy) == policy


@given(POLICIES, POLICIES)
def test_both_ways_round_the_gate_is_the_same(floor: Policy, other: Policy) -> None:
    """Which of two branches is the default one decides about no requirement of the gate."""
    one, two = raised(floor, other), raised(other, floor)

    for path in LAXER if isinstance(one, Policy) and isinstance(two, Policy) else ():
        first, second = value(one, path), value(two, path)  # type: ignore[arg-type]
        assert first == second or set(first) == set(second), path
