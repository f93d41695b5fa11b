"""Asking: one round of two or three questions at a time, and at most one planning loop (seed 3)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.artifacts import NeedsPlanning, complexity_of, touched
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Person
from bot.domain.questionnaire import RECOMMENDED, AwaitingHuman, Question
from bot.domain.record import Orchestration, Record
from bot.domain.stages import Stage
from bot.effects import NoticeKind
from bot.planning.proposal import ProposedQuestions
from bot.roles.round import own_line, telling

ROLE = Role.ORCHESTRATOR
BATCH = 3
ASKED = "questions asked"
_OPENING = frozenset({"plan", "force", "replan", "request edited", "reject", "restore"})
"""History lines with which somebody begins a new planning loop."""


def ask(facts: Facts, record: Record, proposal: ProposedQuestions) -> Record:
    """Put the planner's questions to people: the first of them now, the rest in later rounds.

    All rounds of one list are one planning loop. A planner that finds new questions after that list
    was answered is not asked again: what is still open is shown, and planning stops.
    """
    found = _needs_planning(facts, record, proposal)
    if _loop_is_over(record, proposal):
        return _surface(facts, record, proposal, found)
    state = record.planner.having(intent=proposal.intent.value)
    artifact = _reopened(facts, record, proposal) or _asked(facts, record, proposal)
    known = {q.id for q in state.questions}
    more = tuple(q for q in artifact.questions if q.id not in known)
    record = record.write(
        ROLE,
        facts.now,
        "questions for people",
        awaiting_human_artifact=artifact,
        planner=state.having(questions=state.questions + more),
        orchestrator=_classified(proposal, found),
    )
    key = f"asked:{artifact.round}"
    key += f":{times + 1}" if (times := record.times(key)) else ""
    return record.move(Stage.AWAITING_HUMAN, own_line(key, facts.now, ROLE, ASKED))


def _asked(facts: Facts, record: Record, proposal: ProposedQuestions) -> AwaitingHuman:
    """A new round. Numbers go on from earlier ones, so that an answer names one question for good."""
    before = record.awaiting_human_artifact
    single = len(proposal.questions) == BATCH + 1  # left behind, it would be a round of its own
    batch = proposal.questions[: BATCH - single]
    after = len(record.planner.questions)
    numbered = (q.having(id=f"q{n}") for n, q in enumerate(_grouped(batch), after + 1))
    round_ = before.round + 1 if before else 1
    return AwaitingHuman.asking(tuple(numbered), facts.now, round_, _deadline(facts, batch))


def _reopened(facts: Facts, record: Record, proposal: ProposedQuestions) -> AwaitingHuman | None:
    """The round that stands, where just its own open questions are proposed again."""
    before = record.awaiting_human_artifact
    still = before.open_questions if before else ()
    if not before or not still or _texts(still) - _texts(proposal.questions):
        return None
    return before.having(deadline=_deadline(facts, still))


def _grouped(questions: tuple[Question, ...]) -> tuple[Question, ...]:
    """Questions of a group stand together, the group of the weightiest question first."""
    order = list(dict.fromkeys(q.group for q in questions))
    return tuple(sorted(questions, key=lambda q: order.index(q.group)))


def _deadline(facts: Facts, questions: tuple[Question, ...]) -> datetime | None:
    lasting = all(q.needs_write for q in questions)
    return None if lasting else facts.now + facts.policy.answers.timeout


def _loop_is_over(record: Record, proposal: ProposedQuestions) -> bool:
    """Say whether a list of questions was answered already, and these are others."""
    before = record.orchestrator.needs_planning if record.orchestrator else None
    if before is None or not _in_loop(record):
        return False
    return bool(_texts(proposal.questions) - set(before.questions))


def _in_loop(record: Record) -> bool:
    for action in reversed(record.history):
        if action.action == ASKED and action.outcome == "done":
            return True
        if action.action in _OPENING and action.outcome == "done":
            return False
    return False


def _texts(questions: tuple[Question, ...]) -> set[str]:
    return {q.question for q in questions}


def _surface(
    facts: Facts, record: Record, proposal: ProposedQuestions, found: NeedsPlanning
) -> Record:
    record = record.write(
        ROLE,
        facts.now,
        orchestrator=_classified(proposal, found),
        planner=record.planner.having(intent=proposal.intent.value),
    )
    key = f"stopped:{record.times() + 1}"
    action = own_line(key, facts.now, ROLE, "questions again", "one planning loop is enough")
    author = facts.issue.author if facts.issue else Person("")
    said = telling(
        action,
        NoticeKind.STILL_OPEN,
        author,
        questions=tuple(q.question for q in proposal.questions),
    )
    return record.move(Stage.UNRESOLVABLE, said)


def _classified(proposal: ProposedQuestions, found: NeedsPlanning) -> Orchestration:
    return Orchestration(
        outcome="NEEDS_PLANNING",
        confidence=proposal.confidence,
        reasons=proposal.reasons,
        direct=len(found.questions) == 1,
        needs_planning=found,
    )


def _needs_planning(facts: Facts, record: Record, proposal: ProposedQuestions) -> NeedsPlanning:
    """The block of seed 3; within one loop it keeps the whole first list of questions."""
    before = record.orchestrator.needs_planning if record.orchestrator else None
    listed = before.questions if before and _in_loop(record) else ()
    return NeedsPlanning(
        todo=facts.issue.title if facts.issue else "",
        complexity=complexity_of(len(proposal.explored), len(proposal.questions)),
        touches=touched(proposal.explored)[:8],
        files_explored=proposal.explored[:30],
        questions=listed or tuple(q.question for q in proposal.questions),
        suggestions=tuple(
            q.recommended_option.removesuffix(RECOMMENDED) for q in proposal.questions[:8]
        ),
    )
