"""What people (and the clock, and pull requests) ask of us: a closed union, each with a stable key."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bot.domain.authority import Privilege
from bot.domain.facts import Person, Pull
from bot.domain.hand_edits import HandEdit
from bot.domain.objections import Objection
from bot.domain.questionnaire import AnswerSource


@dataclass(frozen=True, slots=True)
class IntentBase:
    """What every intent carries: its key in the history, when, who, and in which comment.

    `by` is whose right counts. `named` is who did it, where GitHub names somebody else or `by` is nobody.
    """

    key: str
    at: datetime
    by: Person
    comment_id: int = 0
    named: str = field(default="", kw_only=True)


EVERY = -1
"""Instead of a question's number: every open question that the same reply does not name."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One answer: a question (0: the only open one), a letter, or free text, or "you decide"."""

    question: int
    choice: str = ""
    text: str = ""
    recommended: bool = False
    you_decide: bool = False


@dataclass(frozen=True, slots=True)
class PlanWanted(IntentBase):
    """Plan this issue, by label or command: now, once more, or after a cancel (`deed`).

    `force` overrides a refusal.
    """

    deed: Privilege = Privilege.PLAN
    force: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RequestEdited(IntentBase):
    """Title or body say something else than when the plan or the questions were made."""


@dataclass(frozen=True, slots=True)
class Answered(IntentBase):
    """Somebody picked options, by tick, reply or command."""

    picks: tuple[Pick, ...] = ()
    how: AnswerSource = AnswerSource.REPLY
    body_digest: str = ""


@dataclass(frozen=True, slots=True)
class ReplyRead(IntentBase):
    """A model read a reply in own words as these picks (none: as none), or could not (`problem`)."""

    picks: tuple[Pick, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class QuestionsExpired(IntentBase):
    """Time is up for the open questions of a round."""


@dataclass(frozen=True, slots=True)
class ApprovalGiven(IntentBase):
    """Somebody approves the plan; `digest` names it where they said so."""

    digest: str = ""
    how: AnswerSource = AnswerSource.COMMAND


@dataclass(frozen=True, slots=True)
class ApprovalVoided(IntentBase):
    """Something speaks against the approval since it was given: it is to be given again."""

    why: Objection = Objection.DELETED


@dataclass(frozen=True, slots=True)
class PlanRejected(IntentBase):
    """Somebody rejects the plan, and says why."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class CancelWanted(IntentBase):
    """Stop planning; what is there is kept."""


@dataclass(frozen=True, slots=True)
class WaiveWanted(IntentBase):
    """Somebody sets a requirement of the gate aside, and says why."""

    requirement: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RestoreWanted(IntentBase):
    """Put a damaged or deleted record back: by itself from a good copy, else when somebody says so."""


@dataclass(frozen=True, slots=True)
class RecordEdited(IntentBase):
    """Somebody changed the card: which fields of its JSON shall change, or what is wrong with it."""

    edit: HandEdit = field(default_factory=HandEdit)


@dataclass(frozen=True, slots=True)
class HelpWanted(IntentBase):
    """Explain the commands; `unknown` is the verb nobody knows, with its nearest `suggestion`.

    `show` asks where things stand instead.
    """

    unknown: str = ""
    suggestion: str = ""
    show: bool = False


@dataclass(frozen=True, slots=True)
class CommandHeld(IntentBase):
    """A command that does not run, as its author is told: the comment was edited, or the issue is closed.

    `untold`: GitHub did not say whether it was edited. That one waits, as what was said on a closed issue.
    """

    why: Literal["edited", "untold", "closed"] = "edited"


@dataclass(frozen=True, slots=True)
class EvidenceSeen(IntentBase):
    """A linked pull request shows something the record does not say yet."""

    pull: Pull = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class HandWanted(IntentBase):
    """Somebody wants the prompt of a task for a coding agent; 0 is the one that comes next."""

    task: int = 0


@dataclass(frozen=True, slots=True)
class TaskSpoken(IntentBase):
    """Somebody says by command that they begin a task of this number, or that it is done."""

    task: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class TaskMoved(IntentBase):
    """A task is done: its box was ticked, its issue closed, or a merged pull request names it.

    Or it is not `done` after all: its box was cleared, or its issue opened again.
    """

    task: str = ""
    done: bool = True
    how: Literal["tick", "issue", "merge"] = "tick"
    where: int = 0


@dataclass(frozen=True, slots=True)
class ChildSeen(IntentBase):
    """An issue stands for a task; the record does not say so yet, or not that its links stand."""

    task: str = ""
    number: int = 0
    adopted: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Reopened(IntentBase):
    """The issue of finished work was opened again."""


@dataclass(frozen=True, slots=True)
class Reverted(IntentBase):
    """A merged pull request says that it reverts the finished work."""

    pull: Pull = field(kw_only=True)


Explained = HelpWanted | HandWanted | CommandHeld
"""What is answered with words alone."""
_Planning = PlanWanted | CancelWanted | RequestEdited | QuestionsExpired
_Decided = Answered | ReplyRead | ApprovalGiven | ApprovalVoided | PlanRejected | WaiveWanted
_Seen = EvidenceSeen | ChildSeen | TaskMoved | TaskSpoken | Reopened | Reverted
Intent = _Planning | _Decided | _Seen | Explained | RestoreWanted | RecordEdited
