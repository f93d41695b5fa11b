"""The lifecycle after approval: evidence moves a record to implementing, review, verification, done, back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.contracts import Role
from bot.domain.facts import Facts, Pull
from bot.domain.policy import Policy
from bot.domain.record import PullEvidence, Record
from bot.domain.stages import Stage
from bot.intents.evidence import kept, room
from bot.intents.model import Reopened, Reverted
from bot.roles import developer, retrospective, reviewer, tester
from bot.roles.round import Round, line, own_line


def evidence(facts: Facts, record: Record, pulls: Sequence[Pull]) -> Round:
    """Write down what pull requests show, all open or one alone; the newest open one leads the issue."""
    most = room(facts, record)
    seen = [kept(facts, pull, most) for pull in pulls]
    record = developer.note(facts, record, seen)
    lead, pull, shown = leading(record), pulls[-1], seen[-1]
    if shown.state == "merged" and pull.base_ref == record.workflow.base_branch:
        lead = shown
    record = _led(facts, record, lead, pull)
    if shown.state == "merged" and _finishes(record, shown):
        record = retrospective.close(facts, record, pull, shown)
    return Round(_advanced(facts, record, lead, pull.policy), reasons=("evidence",))


def leading(record: Record) -> PullEvidence:
    """The pull request whose evidence the top of the record mirrors: the newest open one.

    A writer's leads before others, then a ready one before drafts; closed ones only where none is open.
    """

    def rank(shown: PullEvidence) -> tuple[bool, bool, bool, int]:
        return shown.state == "open", shown.by_writer, not shown.draft, shown.number

    return max(record.workflow.pull_requests, key=rank)


def reopen(facts: Facts, record: Record, intent: Reopened) -> Round:
    """A finished issue was opened again: it is planned again, and the old approval is void."""
    if record.stage is not Stage.DONE:
        return Round(record)
    why = "the issue was reopened: an approval of finished work approves no further one"
    void = record.write(Role.HUMAN, facts.now, why, approval=None)
    moved = void.move(Stage.PLANNING, line(intent, facts.now, Role.ORCHESTRATOR, "reopened"))
    return Round(moved, wants_plan=True, reasons=("reopened",))


def revert(facts: Facts, record: Record, intent: Reverted) -> Round:
    """Finished work was reverted: the record says so, and what to do."""
    action = line(intent, facts.now, Role.RETROSPECTIVE, "reverted", f"by #{intent.pull.number}")
    noted = retrospective.undone(facts, record, intent.pull).logged(action)
    return Round(noted, reasons=("reverted",))


def _led(facts: Facts, record: Record, lead: PullEvidence, pull: Pull) -> Record:
    of_lead = next((p for p in facts.pulls if p.number == lead.number), None)
    policy = (of_lead or pull).policy
    record = developer.see(facts, record, of_lead, lead)
    record = reviewer.see(facts, record, policy, lead)
    return tester.see(facts, record, policy, lead)


def _finishes(record: Record, shown: PullEvidence) -> bool:
    """Say whether a merge into the planned branch finishes the issue: whole, or the last part of it."""
    if shown.base_ref != record.workflow.base_branch:
        return False
    if shown.whole:
        return True
    merged = {n for p in record.workflow.pull_requests if p.state == "merged" for n in p.tasks}
    wanted = {task.number for task in record.plan.live} if record.plan else set()
    return bool(wanted) and wanted <= merged


def _advanced(facts: Facts, record: Record, shown: PullEvidence, policy: Policy) -> Record:
    """Walk the stages as far as the evidence carries, forwards or back."""
    for _ in range(3):
        to = _next(record, shown, policy)
        if to is None:
            break
        key = f"pull:{shown.number}:{shown.head_sha[:12]}:{to.value}:{record.times()}"
        before = record.stage
        record = record.move(to, own_line(key, facts.now, Role.ORCHESTRATOR, "evidence"))
        if record.stage is before:
            break
    return record


def _next(record: Record, shown: PullEvidence, policy: Policy) -> Stage | None:
    if shown.state == "merged" and _finishes(record, shown):
        return Stage.DONE if record.stage is not Stage.DONE else None
    passed = tester.result(shown, policy)
    decided = record.review_artifact.decision if record.review_artifact else None
    sound = shown.state == "open" and passed == "passed" and bool(shown.tests)
    sound = sound and decided != "changes_requested"
    match record.stage:
        case Stage.IMPLEMENTING:
            return Stage.REVIEW if sound and not shown.draft else None
        case Stage.REVIEW | Stage.VERIFICATION if not sound:
            return Stage.IMPLEMENTING
        case Stage.REVIEW:
            return Stage.VERIFICATION if decided == "approved" else None
        case Stage.VERIFICATION:
            return None if decided == "approved" else Stage.REVIEW
        case _:
            return None
