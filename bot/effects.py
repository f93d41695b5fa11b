"""What we may do to the world: a closed union of effects, and the messages they carry.

Effects are data. `flow.perform` is the only place that carries them out, and each can be done twice
without harm: a comment is found by its marker, a check by its commit, a label by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.artifacts import NeedsPlanning, PlannedTests
from bot.domain.dashboard import MOST, DashboardList
from bot.domain.facts import Issue
from bot.domain.history import Action
from bot.domain.plan import Task, TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import AwaitingHuman
from bot.domain.record import Record
from bot.domain.record_state import Neighbour
from bot.domain.verdict import Verdict


class CommentKind(StrEnum):
    """The kinds of comments the bot writes; each begins with `<!-- plangate:KIND … -->`."""

    RECORD = "record"
    QUESTIONS = "questions"
    PLAN = "plan"
    STORIES = "stories"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class CardMessage:
    """The status card: stage, what happens next, links, and the record as collapsed JSON."""

    record: Record
    policy: Policy
    issue: int
    template = "card.md.j2"


@dataclass(frozen=True, slots=True)
class QuestionsMessage:
    """One round of questions with its answers so far; `closed` when no more answers are taken.

    `found` is what the orchestrator knew when it asked; while `changeable` an answer may still change.
    """

    round: AwaitingHuman
    policy: Policy
    reporter: str
    closed: bool = False
    found: NeedsPlanning | None = None
    changeable: bool = False
    template = "questions.md.j2"


@dataclass(frozen=True, slots=True)
class PlanMessage:
    """A plan version as people read it; `record` holds plan, tests, decisions, approval and review."""

    record: Record
    policy: Policy
    issue: int
    tests: PlannedTests = field(default_factory=PlannedTests)
    template = "plan.md.j2"


@dataclass(frozen=True, slots=True)
class NoticeMessage:
    """A short sentence to one person; `kind` names its template `notice_<kind>.md.j2`."""

    kind: NoticeKind
    to: str
    data: Mapping[str, object] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """The template that holds its words."""
        return f"notice_{self.kind.value}.md.j2"


class NoticeKind(StrEnum):
    """Why the bot speaks to somebody outside card, questions and plan."""

    ANSWER_REFUSED = "answer_refused"
    APPROVAL_REFUSED = "approval_refused"
    COMMAND_REFUSED = "command_refused"
    STALE_APPROVAL = "stale_approval"
    APPROVAL_VOID = "approval_void"
    UNKNOWN_COMMAND = "unknown_command"
    EDITED_COMMAND = "edited_command"
    ISSUE_CLOSED = "issue_closed"
    UNCLEAR_ANSWER = "unclear_answer"
    REPLY_READ = "reply_read"
    CONFLICT = "conflict"
    UNNAMED_TICK = "unnamed_tick"
    STILL_OPEN = "still_open"
    ANSWER_CHANGED = "answer_changed"
    ANSWER_LATE = "answer_late"
    UNCLEAR_WAIVER = "unclear_waiver"
    WAIVED = "waived"
    EDIT_REFUSED = "edit_refused"
    PLAN_UNCHANGED = "plan_unchanged"
    PLAN_OFFERED = "plan_offered"
    RECORD_RESTORED = "record_restored"
    HELP = "help"
    HANDED = "handed"
    SHOWN = "shown"
    OVERLAP = "overlap"
    DUPLICATE = "duplicate"
    UNRESOLVABLE = "unresolvable"
    PLAN_FAILED = "plan_failed"
    CANCELLED = "cancelled"
    EPIC_DONE = "epic_done"
    RECORD_DAMAGED = "record_damaged"
    POLICY_BROKEN = "policy_broken"


@dataclass(frozen=True, slots=True)
class ChildMessage:
    """The body of an issue that a task becomes; a `story` is planned on its own."""

    task: Task
    parent: int
    story: bool = False
    template = "child.md.j2"


@dataclass(frozen=True, slots=True)
class GateMessage:
    """The explanation of a verdict, for the check run, the job summary and the terminal."""

    verdict: Verdict
    policy: Policy
    template = "gate.md.j2"


@dataclass(frozen=True, slots=True)
class DashboardMessage:
    """The dashboard's issue, or (not `boxes`) the same for a terminal.

    `closed` when somebody closed it; `instead` is the issue that is the dashboard where this one is not.
    """

    lists: tuple[DashboardList, ...]
    policy: Policy
    boxes: bool = True
    closed: bool = False
    instead: int = 0
    template = "dashboard.md.j2"
    most = MOST


Message = (
    CardMessage
    | QuestionsMessage
    | PlanMessage
    | NoticeMessage
    | ChildMessage
    | GateMessage
    | DashboardMessage
)


@dataclass(frozen=True, slots=True)
class SaveRecord:
    """Write the record and its card; always the first effect."""

    card: CardMessage


@dataclass(frozen=True, slots=True)
class UpsertComment:
    """Make the comment `kind`/`key` say `message`: posted when absent, edited when different."""

    kind: CommentKind
    key: str
    message: Message


@dataclass(frozen=True, slots=True)
class SupersedeComment:
    """Collapse the comment `kind`/`key` under one line that names its successor."""

    kind: CommentKind
    key: str
    by: str


@dataclass(frozen=True, slots=True)
class SetLabels:
    """Give and take labels; nothing is sent for those that stand as wanted."""

    add: frozenset[str] = frozenset()
    remove: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class EnsureChild:
    """Make the issue of a task stand: opened or adopted, linked to its parent and to what it waits for.

    Beside tasks of its plan those are the issues in `blockers`.
    """

    message: ChildMessage
    labels: frozenset[str] = frozenset()
    blockers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class React:
    """Leave a receipt on a comment (GitHub makes a repeated reaction a no-op)."""

    comment_id: int
    content: str


@dataclass(frozen=True, slots=True)
class SetCheck:
    """Make the check run `plangate` on the pull request's head say the verdict.

    `again`: somebody asked for it again, so it is written though nothing changed. `plan` goes into its
    details.
    """

    message: GateMessage
    again: bool = False
    plan: TaskPlan | None = None


@dataclass(frozen=True, slots=True)
class KeepDashboard:
    """Make the dashboard's issue say `message`: opened and pinned where there is none (no `home`).

    Of several, the others (`twins`) are closed with a line that names it.
    """

    message: DashboardMessage
    home: Issue | None = None
    twins: tuple[Issue, ...] = ()


Effect = (
    SaveRecord
    | UpsertComment
    | SupersedeComment
    | SetLabels
    | EnsureChild
    | React
    | SetCheck
    | KeepDashboard
)


@dataclass(frozen=True, slots=True)
class Decision:
    """What one round decided: the record as it will be, the effects in order, and why.

    `unrecorded` are refusals on issues that have no record to hold them, `neighbours` other issues
    whose plans were looked at.
    """

    record: Record | None
    effects: tuple[Effect, ...]
    reasons: tuple[str, ...] = ()
    again: bool = False
    verdicts: tuple[Verdict, ...] = ()
    unrecorded: tuple[Action, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
