"""The artifacts that roles hand to each other (seed 2), and what the orchestrator hands on (seed 3)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from operator import not_
from typing import Literal

from pydantic import Field

from bot.domain import globs
from bot.domain.plan import TaskPlan
from bot.domain.value import Moment, Stored

MANY_FILES = 5
"""More files than this make a task complex; more explored ones say that it does not converge."""
DEEP_FILES = 10
QUICK = 5
"""The largest complexity one quick fix may have."""
Complexity = Literal["low", "medium", "high"]


class ArtifactStatus(StrEnum):
    """How finished an artifact is; drafts are not enough for review, verification and done."""

    DRAFT = "draft"
    COMPLETE = "complete"
    SUPERSEDED = "superseded"


class Artifact(Stored):
    """What every artifact says about itself."""

    status: ArtifactStatus = ArtifactStatus.DRAFT
    updated_at: Moment | None = None
    updated_by: str = ""


class RuleLine(Stored):
    """A line of a document with rules that is about what a plan does.

    `state`: a model found it kept or broken (then `why` says how), or nobody has looked yet.
    """

    path: str
    line: int
    text: str
    state: Literal["unchecked", "kept", "broken"] = "unchecked"
    why: str = ""


class PlanningArtifact(Artifact):
    """What is to be done, in which steps, what may go wrong, and which rules are about it.

    `uncovered` is what an epic asks as a whole and none of its stories covers, `background` what else the
    request says: sentences that nothing else of the plan shows, in its words.
    """

    created_at: Moment
    goals: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    rules: tuple[RuleLine, ...] = ()
    uncovered: tuple[str, ...] = Field((), exclude_if=not_)
    background: tuple[str, ...] = Field((), exclude_if=not_)


class PlannedTests(Stored):
    """The tests a plan intends, at least one for every acceptance criterion."""

    gherkin_scenarios: tuple[str, ...] = ()
    unit_test_intent: tuple[str, ...] = ()
    integration_test_intent: tuple[str, ...] = ()
    notes: str | None = None

    def __bool__(self) -> bool:
        """Say whether any test is planned."""
        return bool(self.gherkin_scenarios or self.unit_test_intent or self.integration_test_intent)


class ImplementedTests(Stored):
    """The tests a pull request added or updated, and where their runs can be seen."""

    tests_added_or_updated: tuple[str, ...] = ()
    evidence_links: tuple[str, ...] = ()
    commands_run: tuple[str, ...] = ()
    notes: str | None = None


class TestingArtifacts(Artifact):
    """Planned against implemented tests."""

    __test__ = False

    schema_version: str = "1.0"
    planned: PlannedTests = Field(default_factory=PlannedTests)
    implemented: ImplementedTests | None = None


NEEDS_MAINTAINER = "PROTECTED_PATH"
"""The code of findings that only a maintainer accepts."""


class Finding(Stored):
    """Something the architect noticed in a plan."""

    code: str
    text: str


class PolicyException(Stored):
    """A rule that one version of a plan may break: which, and who allowed it, when, how and where."""

    rule: str
    plan_version: int
    plan_digest: str
    question_id: str
    by: str
    at: Moment
    how: str
    permission: str = ""
    comment_id: int = 0


class PlanReview(Stored):
    """The architect's judgement of a plan; never a code review.

    `to_check`: nobody has compared it with some rules, so its approver does. `exceptions` are what people
    allowed for this version of the plan alone.
    """

    decision: Literal["approved", "to_check", "changes_requested"] = "approved"
    findings: tuple[Finding, ...] = ()
    remediation: tuple[str, ...] = ()
    exceptions: tuple[PolicyException, ...] = ()


class ReviewArtifact(Artifact):
    """What a change does, which files it touches, what may break, and the reviewers' decision."""

    change_summary: tuple[str, ...] = ()
    files_touched: tuple[str, ...] = ()
    known_risks: tuple[str, ...] = ()
    decision: Literal["approved", "changes_requested"] | None = None
    plan_review: PlanReview | None = None


class VerificationArtifact(Artifact):
    """What the checks on the head commit said."""

    commands: tuple[str, ...] = ()
    result: Literal["passed", "failed"] | None = None
    notes: tuple[str, ...] = ()
    head_sha: str = ""


class Shown(Stored):
    """One criterion of a story, how far evidence bears it out, and what that evidence is."""

    text: str
    state: Literal["verified", "supported", "unproven", "contradicted"] = "unproven"
    source: str = ""


class StoryEnd(Stored):
    """What became of one story of an epic: its issue, its merged pull requests, and its criteria.

    `state`: done, or not (then `reason` is GitHub's word for why its issue was closed, or `cancelled`).
    """

    number: int
    title: str
    state: Literal["open", "done", "dropped"]
    reason: str = ""
    pulls: tuple[int, ...] = ()
    criteria: tuple[Shown, ...] = ()


class DoneArtifact(Artifact):
    """What was finished, and what proved it; `stories` are those of an epic."""

    completed_at: Moment
    summary: tuple[str, ...] = ()
    verification: tuple[str, ...] = ()
    stories: tuple[StoryEnd, ...] = Field((), exclude_if=not_)


class Retrospective(Stored):
    """What to learn from a finished issue."""

    at: Moment
    lessons: tuple[str, ...] = ()
    follow_ups: tuple[str, ...] = ()


class NeedsPlanning(Stored):
    """The block of a request that cannot be staged yet: what was found, and the whole list of questions."""

    todo: str
    complexity: Complexity = "medium"
    touches: tuple[str, ...] = ()
    files_explored: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


class StagingPayload(Stored):
    """What will be worked on, by whom, with which depth: shown whole before anybody approves it.

    `model` is the tier, `touches` are the folders that change.
    """

    slug: str
    agent: Literal["quick-fixer", "architect"]
    model: Literal["default", "deep"]
    touches: tuple[str, ...] = ()
    write_files: tuple[str, ...] = ()
    read_files: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


def complexity_of(files: int, questions: int) -> Complexity:
    """How complex a request seems before it is planned, by the files it may touch and what is open."""
    if files > MANY_FILES or questions > MANY_FILES:
        return "high"
    return "low" if files <= 1 and questions <= 1 else "medium"


def touched(paths: Iterable[str]) -> tuple[str, ...]:
    """The areas these paths lie in, each once: their folders, or a file at the top itself."""
    return tuple(dict.fromkeys(path.rpartition("/")[0] or path for path in paths))


def payload(plan: TaskPlan, slug: str, areas: tuple[str, ...] = ()) -> StagingPayload:
    """The staging payload of a plan; one that writes a file under `areas` takes the deeper model."""
    writes = tuple(dict.fromkeys(p for t in plan.live for p in t.written))
    reads = tuple(dict.fromkeys(p for t in plan.live for p in t.resources.read))
    large = plan.total_complexity > QUICK or len(writes) > MANY_FILES
    deep = (
        plan.total_complexity > 2 * QUICK
        or len({*reads, *writes}) > DEEP_FILES
        or len(writes) > MANY_FILES
        or any(globs.fits(areas, path) for path in writes)
    )
    return StagingPayload(
        slug=slug,
        agent="architect" if large else "quick-fixer",
        model="deep" if deep else "default",
        touches=touched(writes),
        write_files=writes,
        read_files=tuple(p for p in reads if p not in set(writes)),
        tasks=tuple(f"{t.number}. {t.title}" for t in plan.live),
    )
