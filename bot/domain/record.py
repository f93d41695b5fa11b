"""The record: the one canonical document of an issue; `write` and `move` are the only ways to change it."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from operator import not_
from typing import Any, Literal, Self

from pydantic import Field, ValidationError
from pydantic.alias_generators import to_camel

from bot.domain import contracts
from bot.domain.approval import Approval as Approval
from bot.domain.approval import Waiver as Waiver
from bot.domain.artifacts import (
    Artifact,
    ArtifactStatus,
    DoneArtifact,
    NeedsPlanning,
    PlanningArtifact,
    Retrospective,
    ReviewArtifact,
    StagingPayload,
    TestingArtifacts,
    VerificationArtifact,
)
from bot.domain.children import SubIssue, TaskProgress
from bot.domain.claim import Claim as Claim
from bot.domain.contracts import Role
from bot.domain.history import Action, WorkflowRuntime
from bot.domain.overlap import Overlap
from bot.domain.plan import PlanChange, PlanningRun, TaskPlan
from bot.domain.plan_delta import PlanDelta
from bot.domain.questionnaire import Answer, AwaitingHuman, Question
from bot.domain.request import RequestChange, request_change
from bot.domain.stages import Stage, blocking
from bot.domain.value import Moment, Stored
from bot.errors import RecordError

SCHEMA_VERSION = "1.1"


class PullEvidence(Stored):
    """What GitHub shows for one pull request at one head commit; it never counts for another.

    `said` are the boxes ticked in its description, `tests_declared` the planned tests it declares;
    `whole` and `tasks` tell which part of the plan it serves. `tests_rule` names the rule by which its
    files were judged (records before it judged by names alone), `tests_unread` those nobody could.
    `local_actions` are touched folders that hold an action of GitHub Actions, once somebody asked.
    `by_writer`: somebody with write permission stands behind it (records before it did not ask).
    `since`: when this head was first written down (records before it did not say).
    """

    number: int
    url: str = ""
    head_sha: str
    base_ref: str = ""
    state: Literal["open", "closed", "merged"] = "open"
    title: str = ""
    draft: bool = False
    whole: bool = True
    tasks: tuple[int, ...] = ()
    said: tuple[str, ...] = ()
    files_touched: tuple[str, ...] = ()
    files_removed: tuple[str, ...] = ()
    files_renamed: dict[str, str] = Field(default_factory=dict)
    files_count: int = 0
    tests: tuple[str, ...] = ()
    test_names: tuple[str, ...] = ()
    tests_unread: tuple[str, ...] = ()
    tests_declared: dict[str, str] = Field(default_factory=dict)
    tests_rule: str = ""
    local_actions: tuple[str, ...] | None = None
    checks: dict[str, str] = Field(default_factory=dict)
    approved_by: tuple[str, ...] = ()
    rejected_by: tuple[str, ...] = ()
    by_writer: bool = Field(default=False, exclude_if=not_)
    since: Moment | None = Field(default=None, exclude_if=not_)

    @property
    def complete(self) -> bool:
        """Say whether every changed file is listed."""
        return 0 < len(self.files_touched) == self.files_count


class Workflow(Stored):
    """Who works on the issue, and on which branches; branch names stay as first planned."""

    owner: str = ""
    base_branch: str = ""
    branch_name: str = ""
    pull_request_url: str = ""
    pull_requests: tuple[PullEvidence, ...] = ()

    @cached_property
    def by_number(self) -> dict[int, PullEvidence]:
        """The pull requests by their numbers."""
        return {p.number: p for p in reversed(self.pull_requests)}


class Orchestration(Stored):
    """How the orchestrator classified the request (seed 3); `direct`: one narrow question, without a loop."""

    outcome: Literal["STAGING_PAYLOAD", "NEEDS_PLANNING", "DUPLICATE", "UNRESOLVABLE"]
    confidence: float = Field(ge=0, le=1)
    reasons: tuple[str, ...] = ()
    direct: bool = False
    needs_planning: NeedsPlanning | None = None
    staging_payload: StagingPayload | None = None
    duplicate_of: int | None = None


class PlanDecision(Stored):
    """A question and its answer, kept with the plan it shaped."""

    question: str
    answer: str
    rationale: str = ""


class StoredPlan(Stored):
    """The plan in force: its name, its digest, the request it answers, and the plan itself."""

    id: str
    version: int
    digest: str
    request_digest: str = ""
    where: str = ""
    planned_by: PlanningRun | None = None
    body: TaskPlan


class PlanVersion(Stored):
    """An entry in the list of all versions there were; `before` gives the one before it back."""

    version: int
    digest: str
    created_at: Moment
    reason: str = ""
    changes: tuple[PlanChange, ...] = ()
    before: PlanDelta | None = None
    planned_by: PlanningRun | None = None


class PlannerState(Stored):
    """What the planner keeps between runs; `dropped` are tasks whose issue was closed as not planned."""

    intent: str = ""
    plan: StoredPlan | None = None
    versions: tuple[PlanVersion, ...] = ()
    decisions: tuple[PlanDecision, ...] = ()
    questions: tuple[Question, ...] = ()
    answers: tuple[Answer, ...] = ()
    request_digest: str = ""
    request: str = ""
    epic: bool = False
    sub_issues: tuple[SubIssue, ...] = ()
    progress: tuple[TaskProgress, ...] = ()
    telemetry: dict[str, Any] = Field(default_factory=dict)
    overlaps: tuple[Overlap, ...] = Field((), exclude_if=not_)
    dropped: tuple[str, ...] = Field((), exclude_if=not_)


class Record(Stored):
    """Everything plangate knows about one issue; its bare numbers mean the repository it belongs to."""

    schema_version: str = Field(default=SCHEMA_VERSION, pattern=r"^[0-9]{1,9}(\.[0-9]{1,9}){0,2}$")
    canonical_task_id: str
    stage: Stage = Stage.PLANNING
    revision: int = 0
    repository_id: int = 0
    workflow: Workflow = Field(default_factory=Workflow)
    planning_artifact: PlanningArtifact | None = None
    testing_artifacts: TestingArtifacts | None = None
    review_artifact: ReviewArtifact | None = None
    verification_artifact: VerificationArtifact | None = None
    awaiting_human_artifact: AwaitingHuman | None = None
    done_artifact: DoneArtifact | None = None
    retrospectives: tuple[Retrospective, ...] = ()
    transition_note: str | None = None
    workflow_runtime: WorkflowRuntime = Field(default_factory=WorkflowRuntime)
    orchestrator: Orchestration | None = None
    planner: PlannerState = Field(default_factory=PlannerState)
    approval: Approval | None = None
    waivers: tuple[Waiver, ...] = ()
    claims: tuple[Claim, ...] = ()

    @classmethod
    def new(cls, issue_number: int) -> Self:
        """An empty record; `T-` and the issue number in five digits name the task."""
        return cls(canonical_task_id=f"T-{issue_number:05d}")

    @property
    def history(self) -> tuple[Action, ...]:
        """All that was tried, oldest first."""
        return self.workflow_runtime.action_history

    def handled(self, key: str) -> bool:
        """Say whether an intent with this key has been dealt with."""
        return key in self.workflow_runtime.keys

    def times(self, stem: str = "") -> int:
        """How many lines the history ever had whose key starts so; the lines it shows may be fewer."""
        return self.workflow_runtime.times(stem)

    @property
    def still_open(self) -> tuple[Question, ...]:
        """The questions that wait for an answer now."""
        asked = self.awaiting_human_artifact
        return asked.open_questions if asked and self.stage is Stage.AWAITING_HUMAN else ()

    @property
    def plan(self) -> TaskPlan | None:
        """The plan in force, if there is one."""
        return self.planner.plan.body if self.planner.plan else None

    def plan_version(self, version: int) -> TaskPlan | None:
        """A version of the plan as it was, or None where the record does not hold it."""
        plan, entries = self.plan, {v.version: v for v in self.planner.versions}
        while plan is not None and plan.version > version:
            entry = entries.get(plan.version)
            delta = entry.before if entry else None
            earlier = entries.get(delta.version) if delta else None
            plan = delta.before(plan, earlier.changes if earlier else ()) if delta else None
        return plan if plan is not None and plan.version == version else None

    @property
    def approved(self) -> bool:
        """Say whether plan and request in force are those approved; before version 1.1 it knew no request."""
        plan, given = self.planner.plan, self.approval
        if plan is None or given is None or given.void:
            return False
        known = given.request_digest in {"", self.planner.request_digest}
        return known and given.plan_digest == plan.digest

    @property
    def request_change(self) -> RequestChange | None:
        """What changed of the request since it was approved, where that voided the approval."""
        given = self.approval
        if given is None or not (given.void and given.request):
            return None
        return request_change(given.request, self.planner.request)

    def write(self, role: Role, at: datetime, reason: str = "", **changes: Any) -> Record:
        """Change top-level fields as `role` at time `at`.

        Artifacts get their `updatedAt` and `updatedBy`; a changed plan needs a `reason`, which
        becomes the transition note. Raises ContractError when the role, or a field's rule, forbids it,
        and RecordError for a value that the field cannot hold.
        """
        stamped = {
            name: value.having(updated_at=at, updated_by=role.value)
            if isinstance(value, Artifact) and value != getattr(self, name)
            else value
            for name, value in changes.items()
        }
        changed = {k: v for k, v in stamped.items() if v != getattr(self, k)}
        contracts.check(role, self, changed, reason)
        if not changed:
            return self
        if reason:
            changed.setdefault("transition_note", reason)
        try:
            return type(self).model_validate(dict(self) | changed)
        except ValidationError as problem:
            where = ".".join(to_camel(str(part)) for part in problem.errors()[0]["loc"])
            raise RecordError(
                "PLANGATE-RECORD-002",
                f"the new record is invalid at {where}",
                "Follow docs/record.schema.json",
            ) from problem

    @property
    def plan_offered(self) -> bool:
        """Say whether planning waits for somebody who may start a model's run."""
        return self.stage is Stage.PLANNING and self.workflow_runtime.offered

    def logged(self, action: Action) -> Record:
        """Append one line to the history, which folds its older lines when there are too many."""
        return self.having(workflow_runtime=self.workflow_runtime.with_line(action))

    def move(self, to: Stage, action: Action) -> Record:
        """Enter stage `to` when its requirements hold; else stay. Either way `action` is logged."""
        if to is self.stage:
            return self.logged(action)
        reasons = blocking(self, self.stage, to)
        outcome = "blocked" if reasons else action.outcome
        line = action.having(from_stage=self.stage, to_stage=to, outcome=outcome, blocking=reasons)
        return (self if reasons else self._entered(to, action)).logged(line)

    def _entered(self, to: Stage, action: Action) -> Record:
        """Be in stage `to`; what was judged under a plan that is void now is superseded (seed 2)."""
        void: dict[str, Any] = {}
        if self.stage.planned and to is Stage.PLANNING:
            stamp = {"updated_at": action.at, "updated_by": action.actor}
            for name in ("review_artifact", "verification_artifact", "done_artifact"):
                if artifact := getattr(self, name):
                    void[name] = artifact.having(status=ArtifactStatus.SUPERSEDED, **stamp)
        return self.having(stage=to, **void)
