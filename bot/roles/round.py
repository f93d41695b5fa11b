"""One round: the record with what people said, receipts, what comes next, and a plan still to be made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.authority import NEEDED, OWN, UNNAMED, Privilege, may, permission_of
from bot.domain.belief import starter
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Person
from bot.domain.history import ANNOUNCED, OFFERED, OURS, Action, Notice
from bot.domain.record import Approval, Record
from bot.domain.stages import Stage
from bot.effects import Effect, NoticeKind
from bot.intents import model as asks

SOMEBODY = "somebody with write access"
"""How an actor is called whom no event named."""


@dataclass(frozen=True, slots=True)
class Round:
    """The state of a round, or what one intent adds to it; `wants_plan` asks for a proposal.

    `again` asks for another round at once: what was said since could not be read in this one.
    `unrecorded` are refusals on an issue that has no record to hold them.
    """

    record: Record | None
    effects: tuple[Effect, ...] = ()
    wants_plan: bool = False
    reasons: tuple[str, ...] = ()
    again: bool = False
    unrecorded: tuple[Action, ...] = ()

    def plus(self, done: Round) -> Round:
        """The round after one more intent, which came to `done`; a plan is wanted only while one is made."""
        planning = done.record is not None and done.record.stage is Stage.PLANNING
        return Round(
            done.record,
            self.effects + done.effects,
            (self.wants_plan or done.wants_plan) and planning,
            self.reasons + done.reasons,
            self.again or done.again,
            self.unrecorded + done.unrecorded,
        )


def line(asked: asks.IntentBase, at: datetime, role: Role, what: str, reason: str = "") -> Action:
    """A history line for what somebody asked; an actor nobody saw is told as such."""
    actor = asked.named or asked.by.login or ("somebody" if asked.by == UNNAMED else SOMEBODY)
    return Action(key=asked.key, at=at, actor=actor, role=role, action=what, reason=reason[:500])


def own_line(key: str, at: datetime, role: Role, what: str, reason: str = "") -> Action:
    """A history line for what the bot did by itself."""
    return Action(key=key, at=at, actor=OURS, role=role, action=what, reason=reason[:500])


def refused(action: Action, rule: str) -> Action:
    """The line of something that was asked for and did not happen; `rule` is what forbids it."""
    return action.having(outcome="refused", reason=rule[:500])


def forbidden(action: Action, facts: Facts, by: Person, deed: Privilege) -> Action:
    """The line of something that takes more permission than somebody has."""
    needed, has = NEEDED[deed].value, permission_of(facts, by).value
    also = f" ({OWN[deed]})" if deed in OWN else ""
    rule = f"needs {needed} permission{also}; they have {has}"
    return refused(action, f"{action.reason}: {rule}" if action.reason else rule)


def denied(action: Action, facts: Facts, by: Person, deed: Privilege, **data: object) -> Action:
    """The line of a command that takes more permission than somebody has, and what they hear of it."""
    tried, needed = forbidden(action, facts, by, deed), NEEDED[deed].value
    return telling(tried, NoticeKind.COMMAND_REFUSED, by, "", needed=needed, **data)


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
    return action.having(notice=said)


def approver(given: Approval) -> Person:
    """Who is told of an approval's end: nobody where no person is known to have given it."""
    return Person("" if given.how == "automation" or given.by == SOMEBODY else given.by)


def withdrawn(record: Record, at: datetime, why: str, action: Action) -> Record:
    """The record with its approval void, waiting for another one; finished work needs none."""
    if record.approval is None or not record.approved or not record.stage.live:
        return record.logged(action)
    ended = record.approval.having(void=why)
    written = record.write(Role.HUMAN, at, f"approval void: {why}", approval=ended)
    return written.move(Stage.STAGED, action) if record.stage.planned else written.logged(action)


LABEL = "label:plan"


def announce(facts: Facts, so_far: Round) -> Round:
    """Note that a plan is being made: the card says so while it takes its time."""
    if so_far.record is None:
        return so_far
    key = f"announced:{so_far.record.times() + 1}"
    action = own_line(key, facts.now, Role.ORCHESTRATOR, ANNOUNCED)
    return replace(so_far, record=so_far.record.logged(action), wants_plan=False, again=True)


def was_announced(record: Record | None) -> bool:
    """Say whether the last thing noted is that a plan is being made: then it is still to be made."""
    return bool(record and record.history and record.history[-1].action == ANNOUNCED)


def resumed(before: Record | None, so_far: Round) -> Round:
    """What was announced is wanted, no matter who was to make it and broke off, or what was said since."""
    planning = so_far.record is not None and so_far.record.stage is Stage.PLANNING
    if not (planning and was_announced(before)):
        return so_far
    return replace(so_far, wants_plan=True, reasons=(*so_far.reasons, "plan"))


def postponed(facts: Facts, so_far: Round) -> Round:
    """Plan nothing while a label keeps us away; the first look without that label goes on from here."""
    if not so_far.wants_plan or was_announced(so_far.record):
        return replace(so_far, wants_plan=False, again=False)
    return replace(announce(facts, so_far), again=False)


def paid(
    facts: Facts, before: Record | None, so_far: Round, intents: tuple[asks.Intent, ...]
) -> Round:
    """The round as it is, where planning costs nothing or somebody who may spend wants it; else offered.

    The first answer to each question belongs to the run that asked it, and so does their time-out: who
    started that run wanted a plan. A changed answer, a changed request and a reopened issue belong to nobody.
    """
    record = so_far.record
    if not (facts.spends and so_far.wants_plan) or record is None:
        return so_far
    if was_announced(before):
        return so_far  # that run was started by somebody who may
    if any(_starts(facts, before, record, i) for i in intents):
        return so_far
    key = f"offered:{record.times('offered:') + 1}"
    action = own_line(key, facts.now, Role.ORCHESTRATOR, OFFERED)
    line = telling(action, NoticeKind.PLAN_OFFERED, Person(""))
    return replace(so_far, record=record.logged(line), wants_plan=False)


def _starts(facts: Facts, before: Record | None, after: Record, intent: asks.Intent) -> bool:
    """Say whether this intent may start a model's run: it was done, and by somebody who may."""
    line = after.workflow_runtime.keys.line(intent.key)
    if line is None or line.outcome != "done":
        return False
    match intent:
        case asks.PlanWanted() if intent.key == LABEL:
            return may(facts, starter(facts, intent.by), Privilege.PLAN)
        case asks.Answered():
            known = {a.question_id for a in before.planner.answers} if before else set()
            first = all(f"q{p.question}" not in known for p in intent.picks)
            return first or may(facts, intent.by, Privilege.PLAN)
        case asks.QuestionsExpired():
            return True
        case asks.Reopened() | asks.ReplyRead():
            return False
        case asks.HelpWanted() | asks.HandWanted() | asks.CommandHeld():
            return False
        case asks.RequestEdited() | asks.PlanWanted(deed=Privilege.RESUME):
            return may(facts, intent.by, Privilege.PLAN)
        case _:
            return True  # each of the others asks for at least that permission itself
