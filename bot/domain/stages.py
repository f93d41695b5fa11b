"""The stages of an issue, the one transition table, and why a transition was refused.

README draws the same table as a Mermaid diagram: change both together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.value import Stored


class Stage(StrEnum):
    """Where an issue is on its way from request to merged work."""

    PLANNING = "planning"
    AWAITING_HUMAN = "awaiting_human"
    STAGED = "staged"
    IMPLEMENTING = "implementing"
    REVIEW = "review"
    VERIFICATION = "verification"
    DONE = "done"
    CANCELLED = "cancelled"
    DUPLICATE = "duplicate"
    UNRESOLVABLE = "unresolvable"

    @property
    def planned(self) -> bool:
        """Say whether an approved plan is being worked on (or was)."""
        return self in {Stage.IMPLEMENTING, Stage.REVIEW, Stage.VERIFICATION, Stage.DONE}

    @property
    def live(self) -> bool:
        """Say whether anything may still happen without somebody starting again."""
        return self not in {Stage.DONE, Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE}


class WorkflowBlockingReason(Stored):
    """Why a transition was refused: the requirement, what is missing, and how to fix it (seed 2)."""

    code: str
    requirement: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something a record must hold before a stage is entered; `field` is where it stands."""

    code: str
    field: str
    what: str
    remedy: str

    def missing(self, record: object) -> WorkflowBlockingReason | None:
        """Say what is missing, or nothing; an artifact that is superseded counts as missing."""
        node: object = record
        for name in self.field.split("."):
            node = getattr(node, name, None)
            if getattr(node, "status", None) == "superseded":
                node = None
        if node:
            return None
        return WorkflowBlockingReason(code=self.code, requirement=self.what, remedy=self.remedy)


QUESTIONS = Requirement(
    "QUESTIONS_MISSING",
    "awaiting_human_artifact",
    "awaitingHumanArtifact: a questionnaire with a recommended option",
    "Ask at least one question",
)
PLAN = Requirement(
    "PLAN_MISSING",
    "planning_artifact.steps",
    "planningArtifact: goals, steps and risks",
    "Comment /plan",
)
TESTS = Requirement(
    "PLANNED_TESTS_MISSING",
    "testing_artifacts.planned",
    "testingArtifacts.planned: planned tests",
    "Comment /plan replan and name what must be tested",
)
APPROVAL = Requirement(
    "APPROVAL_MISSING",
    "approved",  # one of an older plan is none
    "approval: an approval of this plan",
    "Tick the approval box or comment /plan approve",
)
REVIEW = Requirement(
    "REVIEW_MISSING",
    "review_artifact.change_summary",
    "reviewArtifact.changeSummary: a summary of the change",
    "Open a pull request that names the issue",
)
VERIFICATION = Requirement(
    "VERIFICATION_MISSING",
    "verification_artifact.result",
    "verificationArtifact.result: a result of the checks",
    "Let the checks on the head commit finish",
)
DECISION = Requirement(
    "REVIEW_UNDECIDED",
    "review_artifact.decision",
    "reviewArtifact.decision: a reviewer's decision",
    "Ask a reviewer with write permission",
)
DONE = Requirement(
    "DONE_MISSING",
    "done_artifact",
    "doneArtifact: a summary of what was done",
    "Merge the pull request",
)

_P, _A, _S, _I = Stage.PLANNING, Stage.AWAITING_HUMAN, Stage.STAGED, Stage.IMPLEMENTING
_R, _V = Stage.REVIEW, Stage.VERIFICATION
_AGAIN = {_P: (), _S: (PLAN, TESTS)}
_BACK = {**_AGAIN, _I: (PLAN, TESTS, APPROVAL)}
_ENDS: dict[Stage, tuple[Requirement, ...]] = {
    Stage.CANCELLED: (),
    Stage.DUPLICATE: (),
    Stage.UNRESOLVABLE: (),
}

TRANSITIONS: dict[Stage, dict[Stage, tuple[Requirement, ...]]] = {
    _P: {_A: (QUESTIONS,), _S: (PLAN, TESTS), **_ENDS},
    _A: {_P: (), **_ENDS},
    _S: {_P: (), _A: (QUESTIONS,), _I: (PLAN, TESTS, APPROVAL), **_ENDS},
    _I: {**_AGAIN, _A: (QUESTIONS,), _R: (REVIEW, VERIFICATION), Stage.DONE: (DONE,), **_ENDS},
    _R: {**_BACK, _V: (REVIEW, VERIFICATION, DECISION), Stage.DONE: (DONE,), **_ENDS},
    _V: {**_BACK, _R: (REVIEW, VERIFICATION), Stage.DONE: (DONE,), **_ENDS},
    Stage.DONE: {_P: ()},
    Stage.CANCELLED: {_P: ()},
    Stage.DUPLICATE: {_P: ()},
    Stage.UNRESOLVABLE: {_P: ()},
}


def blocking(record: object, stage: Stage, to: Stage) -> tuple[WorkflowBlockingReason, ...]:
    """Why a record in this stage may not enter stage `to`; empty when it may."""
    needs = TRANSITIONS[stage].get(to)
    if needs is None:
        return (
            WorkflowBlockingReason(
                code="TRANSITION_UNKNOWN",
                requirement=f"no way leads from {stage.value} to {to.value}",
                remedy="Comment /plan to start planning again",
            ),
        )
    return tuple(r for r in (need.missing(record) for need in needs) if r)
