"""What a planner is asked, and what it may answer; whoever the planner is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from bot.domain.artifacts import PlannedTests
from bot.domain.facts import Comment
from bot.domain.plan import TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, Question
from bot.planning.beginnings import Beginnings
from bot.planning.condensing import Form
from bot.planning.exercised import Exercised
from bot.planning.habits import NO_HABITS, Habits
from bot.planning.spots import Spots


class Intent(StrEnum):
    """What kind of work a request asks for."""

    BUG = "bug"
    FEATURE = "feature"
    REFACTOR = "refactor"
    DOCS = "docs"
    TEST = "test"
    CHORE = "chore"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class OpenIssue:
    """Another open issue, for finding duplicates."""

    number: int
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Tree:
    """The repository as far as it was read: all paths, and the text of the files that seemed relevant.

    `forms` says how much of each of them `texts` holds: whole, outlined, summarised or left out.
    `looked` counts what finding them took. `spots` says where the names of the request stand in the
    files that were read, `begin` where to begin in them, `ranked` names them best first; all are empty
    where no text was read. `exercised` counts the functions to begin at in the tests that were read.
    `retired` are tests that say that new ones go elsewhere, with the folder that they name.
    `spoken` is what the function of each file counts of which the request speaks most.
    `log` is the list of changes that each change adds a line to, `habits` what the guide has people run.
    """

    paths: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False
    forms: Mapping[str, Form] = field(default_factory=dict)
    looked: Mapping[str, int] = field(default_factory=dict)
    spots: Spots = field(default_factory=dict)
    ranked: tuple[str, ...] = ()
    log: str = ""
    habits: Habits = NO_HABITS
    begin: Beginnings = field(default_factory=dict)
    exercised: Exercised = field(default_factory=dict)
    spoken: Mapping[str, float] = field(default_factory=dict)
    retired: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """One issue as the planner sees it: text, conversation, answers so far, and the repository.

    `feedback` holds reasons of rejections and re-plans, oldest first. `earlier` is the plan in force.
    `repository` and `number` seed the ids, `created_at` dates them.
    """

    repository: str
    number: int
    title: str
    body: str
    author: str
    created_at: datetime
    labels: frozenset[str] = frozenset()
    comments: tuple[Comment, ...] = ()
    questions: tuple[Question, ...] = ()
    answers: tuple[Answer, ...] = ()
    feedback: tuple[str, ...] = ()
    earlier: TaskPlan | None = None
    open_issues: tuple[OpenIssue, ...] = ()
    forced: bool = False


@dataclass(frozen=True, slots=True)
class ProposedPlan:
    """A plan with its intended tests; `assumptions` say what was taken for granted instead of asked.

    `epic` says that every task is a story of its own, big enough for a plan of its own.
    """

    plan: TaskPlan
    tests: PlannedTests
    intent: Intent
    goals: tuple[str, ...]
    risks: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    confidence: float = 0.5
    telemetry: Mapping[str, Any] = field(default_factory=dict)
    epic: bool = False


@dataclass(frozen=True, slots=True)
class ProposedQuestions:
    """Questions that must be answered before a plan can be made; `explored` are the files read so far."""

    questions: tuple[Question, ...]
    intent: Intent
    reasons: tuple[str, ...] = ()
    confidence: float = 0.5
    explored: tuple[str, ...] = ()
    telemetry: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Declined:
    """No plan will be made: the request is no task, or stands in another issue already.

    `code` is that of the error where planning was tried and failed.
    """

    outcome: Literal["DUPLICATE", "UNRESOLVABLE"]
    reason: str
    intent: Intent = Intent.QUESTION
    duplicate_of: int | None = None
    would_change: str = ""
    confidence: float = 0.5
    telemetry: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""


Proposal = ProposedPlan | ProposedQuestions | Declined


@dataclass(frozen=True, slots=True)
class Brief:
    """Everything a planner is handed: the request, the tree, and the policy."""

    request: Request
    tree: Tree
    policy: Policy
