"""What a planner is asked, and what comes of it; whichever engine it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from bot.domain.artifacts import PlannedTests, RuleLine
from bot.domain.facts import Comment
from bot.domain.people import GHOST
from bot.domain.plan import TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, Question
from bot.domain.secrets import without_secrets
from bot.planning.draft import QUOTED_APART, Draft, Intent
from bot.planning.grounding import Fault
from bot.planning.repository.context import Tree


@dataclass(frozen=True, slots=True)
class OpenIssue:
    """Another open issue, for finding duplicates."""

    number: int
    title: str
    body: str


_MOST = 100
WITHOUT = "Leave it out of the plan"
_FORMER = (
    "Leave this part out for now",
    "Leave this part as it is today",
    "Leave out what needs it",
)
LEAVES_OUT = frozenset((WITHOUT, *_FORMER))
"""Options with which the sentence that was asked about is no part of the plan; records hold former words."""
UNSTATED = "The developer decides what it checks"
"""The one test of a request that states nothing to test."""
PROPOSED = "One small change, proposed in a comment first"


@dataclass(frozen=True, slots=True)
class Decided:
    """A question that was answered: the words of the option that was chosen, or the answer's own."""

    question: Question
    answer: Answer

    @property
    def chosen(self) -> str:
        """What was decided, in words."""
        option = self.question.option(self.answer.choice)
        return self.answer.text or (option.plain_label if option else self.answer.choice)

    @property
    def others(self) -> tuple[str, ...]:
        """What could have been chosen instead, in words; of an answer in own words, nothing."""
        labels = () if self.answer.text else (o.plain_label for o in self.question.options)
        return tuple(x for x in labels if x not in {self.chosen, *LEAVES_OUT})

    @property
    def quotes(self) -> tuple[str, ...]:
        """The sentences that were asked about."""
        return tuple(self.question.why.split(QUOTED_APART, 1))

    @property
    def confirms(self) -> bool:
        """Whether it only says that a risk is taken: the one other way was to leave it out."""
        own = not self.answer.text and not self.leaves_out and not self.others
        return own and self.question.needs_write

    @property
    def leaves_out(self) -> bool:
        """Whether the sentence that was asked about is no part of the plan."""
        return self.chosen in LEAVES_OUT

    @property
    def proposes(self) -> bool:
        """Whether somebody has to agree to one change before it is made."""
        return self.chosen == PROPOSED


@dataclass(frozen=True, slots=True)
class Request:
    """One issue as the planner sees it: text, conversation, answers so far, and the repository.

    `feedback` holds reasons of rejections and re-plans, oldest first. `earlier` is the plan in force.
    `repository` and `number` seed the ids, `created_at` dates them. `writers` are those who commented and
    have write permission, by their logins in lower case.
    """

    repository: str
    number: int
    title: str
    body: str
    author: str
    created_at: datetime
    labels: frozenset[str] = frozenset()
    comments: tuple[Comment, ...] = ()
    writers: frozenset[str] = frozenset()
    questions: tuple[Question, ...] = ()
    answers: tuple[Answer, ...] = ()
    feedback: tuple[str, ...] = ()
    earlier: TaskPlan | None = None
    open_issues: tuple[OpenIssue, ...] = ()
    forced: bool = False

    @property
    def decided(self) -> tuple[Decided, ...]:
        """The questions that have an answer, in the order they were asked."""
        given = {a.question_id: a for a in self.answers}
        return tuple(Decided(q, given[q.id]) for q in self.questions if q.id in given)

    @property
    def deciding(self) -> tuple[Comment, ...]:
        """The newest hundred comments of writers and the author, older than the first question."""
        said = (c for c in self.before_asking if self.trusts(c.author.login) != "anybody")
        return tuple(said)[-_MOST:]

    @property
    def before_asking(self) -> tuple[Comment, ...]:
        """The comments that are older than the first question."""
        asked = min((q.requested_at for q in self.questions if q.requested_at), default=None)
        return tuple(c for c in self.comments if asked is None or c.created_at < asked)

    def trusts(self, login: str) -> Literal["maintainer", "author", "anybody"]:
        """Whose word somebody's is: that of who may write, of who opened the issue, or of neither."""
        if login.lower() in self.writers:
            return "maintainer"
        return "author" if login == self.author != GHOST else "anybody"

    @property
    def left_out(self) -> tuple[str, ...]:
        """The sentences that somebody decided to leave out of the plan."""
        return tuple(one for d in self.decided if d.leaves_out for one in d.quotes)

    def without_secrets(self) -> Request:
        """The request with everything that looks like a secret taken out."""
        clean = without_secrets
        return replace(
            self,
            title=clean(self.title),
            body=clean(self.body),
            feedback=tuple(clean(text) for text in self.feedback),
            comments=tuple(replace(c, body=clean(c.body)) for c in self.comments),
            answers=tuple(a.having(text=clean(a.text)) for a in self.answers),
            open_issues=tuple(
                replace(o, title=clean(o.title), body=clean(o.body)) for o in self.open_issues
            ),
        )


@dataclass(frozen=True, slots=True)
class Repair:
    """A draft, what is wrong with it, and the repository's rules that are about it.

    Without faults an engine may still find something itself, or leave the draft as it is.
    """

    draft: Draft
    faults: tuple[Fault, ...]
    rules: tuple[RuleLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """Everything an engine is handed: the request, the context of the repository, and the policy.

    `repair` is an earlier draft whose faults must go.
    """

    request: Request
    tree: Tree
    policy: Policy
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class ProposedPlan:
    """A plan with its intended tests; `assumptions` say what was taken for granted instead of asked.

    `epic` says that every task is a story of its own, big enough for a plan of its own; `uncovered` is what
    the request asks and no story covers, `background` what it says and the plan does not show.
    """

    plan: TaskPlan
    tests: PlannedTests
    intent: Intent
    goals: tuple[str, ...]
    risks: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    rules: tuple[RuleLine, ...] = ()
    reasons: tuple[str, ...] = ()
    confidence: float = 0.5
    telemetry: Mapping[str, Any] = field(default_factory=dict)
    epic: bool = False
    uncovered: tuple[str, ...] = ()
    background: tuple[str, ...] = ()


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
