"""The staging payload: what will be worked on, by whom, and with which depth; only the plan decides."""

from __future__ import annotations

import pytest

from bot.domain.artifacts import complexity_of, payload
from tests.factories import a_plan, a_task


def a_plan_of(complexity: int, writes: int, reads: int = 0):
    """One task of this complexity that writes and reads so many files."""
    resources = {
        "write": [f"shop/w{n}.py" for n in range(writes)],
        "read": [f"shop/r{n}.py" for n in range(reads)],
    }
    return a_plan(a_task(1, complexity=complexity, resources=resources))


TIERS = [
    # complexity, files written, files read, agent, model tier
    (5, 2, 3, "quick-fixer", "default"),
    (8, 2, 3, "architect", "default"),
    (13, 2, 3, "architect", "deep"),
    (5, 6, 0, "architect", "deep"),
    (5, 5, 5, "quick-fixer", "default"),
    (5, 5, 6, "quick-fixer", "deep"),
]


@pytest.mark.parametrize(("complexity", "writes", "reads", "agent", "model"), TIERS)
def test_agent_and_model_tier_follow_from_the_plan(complexity, writes, reads, agent, model):
    """The deeper tier for a complex plan, for more than five files to write, or ten to look at."""
    # S3.5
    made = payload(a_plan_of(complexity, writes, reads), "a-slug")

    assert (made.agent, made.model) == (agent, model)


def test_a_listed_area_takes_the_deeper_model():
    """A small plan that writes where the policy says so is for the deeper model; reading there is not."""
    # S3.5
    areas = ("db/**",)
    resources = {"write": ["shop/a.py"], "create": ["db/003.sql"], "read": ["docs/db.md"]}

    small = payload(a_plan_of(1, 1), "a-slug", areas)
    reads = payload(a_plan(a_task(1, resources={"read": ["db/001.sql"]})), "a-slug", areas)
    listed = payload(a_plan(a_task(1, resources=resources)), "a-slug", areas)

    assert [p.model for p in (small, reads, listed)] == ["default", "default", "deep"]
    assert listed.touches == ("shop", "db")


def test_a_payload_names_everything_once():
    """Scope, slug and tasks; a file that is written is not listed as read."""
    # S3.10
    resources = {"write": ["a.py"], "create": ["b.py"], "read": ["a.py", "c.py"]}
    made = payload(a_plan(a_task(1, title="Do it", resources=resources)), "do-it")

    assert (made.slug, made.write_files, made.read_files) == ("do-it", ("a.py", "b.py"), ("c.py",))
    assert made.tasks == ("1. Do it",)
    assert made.touches == ("a.py", "b.py")


@pytest.mark.parametrize(
    ("files", "questions", "found"),
    [(1, 1, "low"), (2, 1, "medium"), (5, 5, "medium"), (6, 2, "high"), (0, 6, "high")],
)
def test_many_files_without_converging_are_complex(files, questions, found):
    """More than five files explored, or as many questions, are of high complexity."""
    # S3.3
    assert complexity_of(files, questions) == found
