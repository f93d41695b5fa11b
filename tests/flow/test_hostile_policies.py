"""What a pull request brings as policy changes nothing before it is merged: sixty tries."""

from __future__ import annotations

from itertools import product

import pytest

from bot.domain.policy import POLICY_PATH
from bot.events.wake import PullTarget
from tests.flow.given import Shop, told

LAX = [
    "gate: {approvals: 0}",
    "gate: {require: planned}",
    "gate: {since: 2099-01-01}",
    "gate: {ignore_checks: ['*']}",
    "gate: {tests: ['**']}",
    "gate: {exempt: {authors: [bob]}}",
    "gate: {exempt: {authors: ['*']}}",
    "gate: {exempt: {paths: ['**']}}",
    "gate: {exempt: {labels: [trust-me]}}",
    "gate: {claims: contradicted, scope: list, checks: []}",
    "gate: {repositories: ['**']}",
    "automation: full",
    "automation: full\ngate: {approvals: 0, since: 2099-01-01}",
    "store: body",
    "formerAuthors: [mallory]",
    "former_authors: [bob, mallory]",
    "labels: {ignore: 'stage: implementing'}",
    "answers: {who: [author]}",
    "planner: {max_complexity: 34}",
    "constraints: ['**']",
    "gate: !!python/object/apply:os.system ['true']",
    "a: &a [1]\nb: [*a, *a, *a]",
    "\0",
    "gate:\n" + "  - " * 200,
    "{" * 500,
    "",
    "[]",
    "gate: null",
    "# plangate: off",
    "x" * 70_000,
]
PATHS = [POLICY_PATH, "templates/gate.md.j2"]
CASES = list(product(PATHS, range(len(LAX))))


def verdict_after(story: Shop, path: str, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """What the check says once a file was pushed to the pull request's branch: row by row."""
    story.hub.push_files("bob", {path: text}, "export")
    found = story.wake(PullTarget(story.pull))
    verdicts = [v for outcome in found for v in outcome.verdicts]
    assert story.verdict == verdicts[-1].conclusion.value
    return [
        (v.conclusion.value, v.why, tuple(f"{r.code} {r.state}" for r in v.rows)) for v in verdicts
    ]


@pytest.fixture(scope="module")
def harmless() -> list[tuple[str, str, tuple[str, ...]]]:
    """The verdict with a file of no meaning in its place."""
    return verdict_after(told("review"), POLICY_PATH, "# nothing\n")


@pytest.mark.parametrize(("path", "n"), CASES, ids=[f"{p}-{n}" for p, n in CASES])
def test_sixty_hostile_policies_change_nothing(path: str, n: int, harmless: list[object]) -> None:
    """The policy of the base branch judges; that of the pull request's own branch is only a changed file."""
    # T14
    assert harmless == verdict_after(told("review"), path, LAX[n])


def test_there_are_sixty() -> None:
    """As many as promised, all different."""
    assert len(set(LAX)) * len(PATHS) == 60
