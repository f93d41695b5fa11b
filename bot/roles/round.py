"""One round so far: the record with what people said, receipts, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.authority import NEEDED, OWN, UNNAMED, Privilege, permission_of
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Person
from bot.domain.history import OURS, Action, Notice
from bot.domain.record import Approval, Record
from bot.domain.stages import Stage
from bot.effects import Effect, NoticeKind
from bot.intents.model import IntentBase

SOMEBODY = "somebody with write access"
"""How an actor is called whom no event named."""


@dataclass(frozen=True, slots=True)
class Round:
    """The state between two intents of one round; `wants_plan` asks for a proposal.

    `again` asks for another round at once: what was said since could not be read in this one.
    `unrecorded` are refusals on an issue that has no record to hold them.
    """

    record: Record | None
    effects: tuple[Effect, ...] = ()
    wants_plan: bool = False
    reasons: tuple[str, ...] = ()
    again: bool = False
    unrecorded: tuple[Action, ...] = ()


def line(asked: IntentBase, at: datetime, role: Role, what: str, reason: str = "") -> Action:
    """A history line for what somebody asked; an actor nobody saw is told as such."""
    actor = asked.named or asked.by.login or ("somebody" if asked.by == UNNAMED else SOMEBODY)
    return Action(key=asked.key, at=at, actor=actor, role=role, action=what, reason=reason[:500])


def own_line(key: str, at: datetime, role: Role, what: str, reason: str = "") -> Action:
    """A history line for what the bot did by itself."""
    return Action(key=key, at=at, actor=OURS, role=role, action=what, reason=reason[:500])


def refused(action: Action, rule: str) -> Action:
    """The line of something that was asked for and did not happen; `rule` is what forbids it."""
    return action.model_copy(update={"outcome": "refused", "reason": rule[:500]})


def forbidden(action: Action, facts: Facts, by: Person, deed: Privilege) -> Action:
    """The line of something that takes more permission than somebody has."""
    needed, has = NEEDED[deed].value, permission_of(facts, by).value
    also = f" ({OWN[deed]})" if deed in OWN else ""
    rule = f"needs {needed} permission{also}; they have {has}"
    return refused(action, f"{action.reason}: {rule}" if action.reason else rule)


def unnamed(action: Action, instead: str) -> Action:
    """The line of a tick that nobody is named for: it does not count, and all hear what to do `instead`."""
    nobody = refused(action, "GitHub does not say who did it")
    return telling(nobody, NoticeKind.UNNAMED_TICK, UNNAMED, instead=instead)


def telling(
    action: Action, kind: NoticeKind, to: Person, about: str = "", **data: object
) -> Action:
    """The line with what somebody is told because of it: `views` makes the comment of it.

    So nothing said is lost when we stop between record and comment, and nothing is said twice.
    """
    login = "" if to.is_bot else to.login
    held = {name: list(v) if isinstance(v, tuple) else v for name, v in sorted(data.items())}
    said = Notice(kind=kind.value, to=login, about=about, data=held)
    return action.model_copy(update={"notice": said})


def approver(given: Approval) -> Person:
    """Who is told of an approval's end: nobody where no person is known to have given it."""
    return Person("" if given.how == "automation" or given.by == SOMEBODY else given.by)


def withdrawn(record: Record, at: datetime, why: str, action: Action) -> Record:
    """The record with its approval void, waiting for another one; finished work needs none."""
    if record.approval is None or not record.approved or not record.stage.live:
        return record.logged(action)
    ended = record.approval.model_copy(update={"void": why})
    written = record.write(Role.HUMAN, at, f"approval void: {why}", approval=ended)
    return written.move(Stage.STAGED, action) if record.stage.planned else written.logged(action)
