"""A realistic example of every message, and its picture: what people read is reviewed as text."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.adapters import card_json
from bot.domain.artifacts import (
    PlannedTests,
    PlanningArtifact,
    Retrospective,
)
from bot.domain.authority import Privilege
from bot.domain.children import SubIssue
from bot.domain.contracts import Role
from bot.domain.dashboard import (
    DashboardKind,
    DashboardList,
    DashboardRow,
    FailedWhy,
)
from bot.domain.hand_edits import as_shown
from bot.domain.history import Action
from bot.domain.overlap import Overlap
from bot.domain.policy import Policy
from bot.domain.questionnaire import (
    AnswerSource,
)
from bot.domain.record import (
    Record,
    Workflow,
)
from bot.domain.stages import Stage, WorkflowBlockingReason
from bot.domain.verdict import Row, RowCode, RowState
from bot.effects import (
    CardMessage,
    ChildMessage,
    DashboardMessage,
    GateMessage,
    Message,
    NoticeKind,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
)
from tests.adapters.test_markdown_data import (
    NOON,
    a_handover,
    a_mixed_verdict,
    a_plan,
    a_pull,
    a_record,
    a_round,
    a_verdict,
    an_answer,
    an_approval,
    renderer,
    some_tests,
)


def notice(kind: NoticeKind, **data) -> NoticeMessage:
    """A notice to Ann."""
    return NoticeMessage(kind=kind, to="ann", data=data)


NOTICES: dict[NoticeKind, dict] = {
    NoticeKind.ANSWER_REFUSED: {"round": 1, "who": ["author", "assignees", "write"]},
    NoticeKind.REPLY_READ: {"picks": ["1A", "2B"], "labels": ["CSV", "Send `it` to @all"]},
    NoticeKind.APPROVAL_REFUSED: {"needed": "write"},
    NoticeKind.COMMAND_REFUSED: {"command": "/plan cancel", "needed": "write"},
    NoticeKind.STALE_APPROVAL: {"given": "ab" * 32, "current": "cd" * 32},
    NoticeKind.APPROVAL_VOID: {"why": "deleted", "by": "bob", "digest": "cdcdcdcdcdcd"},
    NoticeKind.PLAN_FAILED: {
        "code": "PLANGATE-PLAN-007",
        "reason": "Planning took longer than 60 s",
        "would_change": "Shorten the issue, or raise planner.timeout.",
    },
    NoticeKind.UNKNOWN_COMMAND: {"verb": "aprove", "suggestion": "approve"},
    NoticeKind.EDITED_COMMAND: {},
    NoticeKind.UNCLEAR_ANSWER: {"taken": ["2"], "left": [7], "open": [1, 3]},
    NoticeKind.HELP: {"commands": [("/plan", "plan now"), ("/plan approve [DIGEST]", "approve")]},
    NoticeKind.HANDED: {"handover": a_handover()},
    NoticeKind.OVERLAP: {
        "overlaps": [
            Overlap(
                issue=5, paths=("shop/cart.py",), symbols=("Cart.add",), since=NOON, approved=True
            ),
            Overlap(issue=6, paths=("README.md", "`@all`.md"), since=NOON),
        ]
    },
    NoticeKind.DUPLICATE: {"number": 5, "reason": "both ask for saved carts"},
    NoticeKind.UNRESOLVABLE: {
        "reason": "it only says hello",
        "would_change": "a sentence that says what should be different",
    },
    NoticeKind.CONFLICT: {"questions": ["1"], "taken": ["2"]},
    NoticeKind.ANSWER_CHANGED: {"number": "1", "was": "A", "now": "B", "by": "bob"},
    NoticeKind.ANSWER_LATE: {"planned": True},
    NoticeKind.ISSUE_CLOSED: {},
    NoticeKind.STILL_OPEN: {"questions": ["Which of the two formats?"]},
    NoticeKind.SHOWN: {"stage": "awaiting_human", "open": ["1", "2"]},
    NoticeKind.CANCELLED: {},
    NoticeKind.WAIVED: {"code": "REVIEW_APPROVED", "pulls": [8, 9], "left": [31]},
    NoticeKind.UNCLEAR_WAIVER: {"code": "REVIEW_APPROVED", "left": [31]},
    NoticeKind.PLAN_UNCHANGED: {},
    NoticeKind.RECORD_DAMAGED: {
        "code": "PLANGATE-RECORD-002",
        "why": "its digest is wrong",
        "stale": 4,
    },
    NoticeKind.POLICY_BROKEN: {
        "file": ".github/plangate.yml",
        "line": 3,
        "why": "unknown key `gates`",
    },
}


def a_dashboard() -> tuple[DashboardList, ...]:
    """Every list with a row of each kind."""
    box, why = Privilege, FailedWhy
    rows = {
        DashboardKind.WAITING: (
            DashboardRow(12, "Add a cart", "ann", questions=2, until=NOON),
            DashboardRow(13, "Send orders to a partner", "ann", questions=1, writers=True),
        ),
        DashboardKind.APPROVAL: (DashboardRow(14, "Refuse negative totals", "ben"),),
        DashboardKind.WORK: (DashboardRow(15, "Export orders", "ann", stage="review"),),
        DashboardKind.BLOCKED: (
            DashboardRow(31, "Export", "ben", text="add tests. Found: none.", box=box.LOOK),
        ),
        DashboardKind.FAILED: (
            DashboardRow(16, "One", "ann", why=why.MISSING, box=box.PLAN),
            DashboardRow(17, "Two", "ann", why=why.OFFERED, box=box.PLAN),
            DashboardRow(18, "Three", "ann", why=why.FAILED, text="The time is up", box=box.PLAN),
            DashboardRow(19, "Four", "ann", why=why.REFUSED, text="It says nothing"),
            DashboardRow(20, "Five", "ann", why=why.DAMAGED, text="its comment was deleted"),
        ),
    }
    return tuple(
        DashboardList(kind, len(found) + (kind is DashboardKind.APPROVAL) * 35, found, *cut)
        for kind, found in rows.items()
        for cut in [(100, 120) if kind is DashboardKind.BLOCKED else ()]
    )


def messages() -> dict[str, Message]:
    """One realistic example a message and state."""
    staged = a_record()
    approved = a_record().model_copy(update={"approval": an_approval(staged)})
    asking = a_record(Stage.AWAITING_HUMAN, awaiting_human_artifact=a_round(an_answer()))
    building = approved.model_copy(
        update={
            "stage": Stage.IMPLEMENTING,
            "workflow": Workflow(branch_name="task/t-00012-carts", pull_requests=(a_pull(),)),
        }
    )
    merged = a_pull(checks={"build": "success"}, state="merged")
    done = building.model_copy(
        update={
            "stage": Stage.DONE,
            "workflow": building.workflow.model_copy(update={"pull_requests": (merged,)}),
        }
    )
    blocked = staged.logged(
        Action(
            key="k",
            at=NOON,
            actor="ann",
            role=Role.PLANNER,
            action="move",
            outcome="blocked",
            blocking=(
                WorkflowBlockingReason(
                    code="APPROVAL_MISSING",
                    requirement="approval: an approval of this plan",
                    remedy="Tick the approval box or comment /plan approve",
                ),
            ),
        )
    )
    policy, first = Policy(), a_plan().tasks[0]
    answered = a_round(
        an_answer(),
        an_answer(
            "q2", choice="", text="Archive them\nfor a year", how=AnswerSource.REPLY, by="bea"
        ),
        an_answer("q3", choice="B", how=AnswerSource.COMMAND),
    )
    return {
        "dashboard": DashboardMessage(a_dashboard(), Policy()),
        "dashboard_empty": DashboardMessage(
            tuple(DashboardList(kind, 0) for kind in DashboardKind), Policy()
        ),
        "dashboard_closed": DashboardMessage((), Policy(), closed=True),
        "dashboard_twin": DashboardMessage((), Policy(), instead=5),
        "dashboard_terminal": DashboardMessage(a_dashboard(), Policy(), boxes=False),
        "card_planning": CardMessage(Record.new(12), policy, 12),
        "card_asking": CardMessage(asking, policy, 12),
        "card_staged": CardMessage(staged, policy, 12),
        "card_blocked": CardMessage(blocked, policy, 12),
        "card_implementing": CardMessage(building, policy, 12),
        "card_done": CardMessage(done, policy, 12),
        "card_duplicate": CardMessage(a_record(Stage.DUPLICATE), policy, 12),
        "questions_open": QuestionsMessage(a_round(), policy, "rita"),
        "questions_partly": QuestionsMessage(a_round(an_answer()), policy, "rita"),
        "questions_answered": QuestionsMessage(answered, policy, "rita"),
        "questions_closed": QuestionsMessage(a_round(an_answer()), policy, "rita", closed=True),
        "plan_staged": PlanMessage(staged, policy, 12, some_tests()),
        "plan_approved": PlanMessage(approved, policy, 12, some_tests()),
        "plan_working": PlanMessage(building, policy, 12, some_tests()),
        "stories": PlanMessage(
            staged.model_copy(
                update={
                    "planner": staged.planner.model_copy(
                        update={"epic": True, "sub_issues": (SubIssue(key=first.id, number=31),)}
                    )
                }
            ),
            policy,
            12,
            some_tests(),
        ),
        "child_story": ChildMessage(first, 12, story=True),
        "plan_absent": PlanMessage(Record.new(12), policy, 12),
        "gate_mixed": GateMessage(a_mixed_verdict(), policy),
        "gate_success": GateMessage(
            a_verdict(
                Row(RowCode.POLICY_VALID, RowState.MET), Row(RowCode.PLAN_MADE, RowState.MET)
            ),
            policy,
        ),
        "gate_exempt": GateMessage(a_verdict(why="label", why_of="no-plan by ann"), policy),
        "gate_borrowed": GateMessage(
            a_verdict(Row(RowCode.PLAN_MADE, RowState.MET), borrowed=(8, 9)), policy
        ),
        **{f"notice_{kind.value}": notice(kind, **data) for kind, data in NOTICES.items()},
    }


@pytest.mark.parametrize("name", list(messages()))
def test_every_message_reads_as_in_its_picture(name: str, snapshot: SnapshotAssertion) -> None:
    """What people read changes only on purpose, and nothing in it is live. # B9"""
    text = renderer().comment(messages()[name])

    assert snapshot == re.sub("```json\n.*?\n```", "```json\n{…}\n```", text, flags=re.DOTALL)


def test_the_card_shows_the_record_itself() -> None:
    """The card shows the record, value by value, but the plan's body and the request's text. # S2.7"""
    card = messages()["card_implementing"]
    assert isinstance(card, CardMessage)
    found = re.search("```json\n(.*?)\n```", renderer().comment(card), re.DOTALL)
    assert found
    dumped = card.record.model_dump(mode="json", by_alias=True, exclude_none=True)

    assert json.loads(found[1]) == {k: as_shown(k, v) for k, v in dumped.items()}


def test_a_long_record_is_shown_in_whole_sections() -> None:
    """Without room a section goes as a whole and is named; none is cut. # B11"""
    lessons = (Retrospective(at=NOON, lessons=("<!-- y" * 90,)),) * 40
    record = a_record(transition_note="x" * 900, retrospectives=lessons)
    shown, gone = card_json.visible(record)
    text = renderer().comment(CardMessage(record, Policy(), 12))

    assert gone == ("retrospectives",)
    assert "Left out to save space: `retrospectives`" in text
    assert shown["transitionNote"] == "x" * 900


def test_the_terminal_draws_a_plan_as_the_manual_does(snapshot: SnapshotAssertion) -> None:
    """`plan show` draws what seed 5's user manual draws. # S5"""
    words = renderer()

    assert snapshot == words.plan_text(a_plan())
    assert snapshot == words.plan_text(a_plan(), a_plan().task(2))


def test_the_job_summary_tells_the_run(snapshot: SnapshotAssertion) -> None:
    """The Action's summary holds stage, decision, gate and links. # B1"""
    data = {
        "issue": 12,
        "pull": 31,
        "stage": "staged",
        "decision": "STAGING_PAYLOAD",
        "plan_id": "019c",
        "plan_version": 2,
        "gate": renderer().title(GateMessage(a_mixed_verdict(), Policy())),
        "reasons": ["labelled plan"],
        "effects": ["comment plan/2 posted"],
        "links": {
            "Plan": "https://github.com/octo/shop/issues/12#issuecomment-1",
            "Elsewhere": "https://evil.example/x",
        },
        "dry_run": True,
        "messages": [GateMessage(a_mixed_verdict(), Policy())],
    }

    assert snapshot == renderer().summary(data)


@pytest.mark.shows("PT-18")
def test_the_card_counts_and_lists_claims_by_badge():
    """How many claims are verified, supported, unproven and contradicted stands on the card."""
    # S4.5: "verification badges surfaced to clients"
    card = messages()["card_implementing"]
    assert isinstance(card, CardMessage)
    states = ("unproven", "verified", "unproven", "contradicted")
    claims = [{"text": f"Claim {n}", "state": state} for n, state in enumerate(states)]
    record = Record.model_validate(dict(card.record) | {"claims": claims})

    text = renderer().comment(replace(card, record=record))

    assert "| Claims | 1 ✅ verified 2 ⚪ unproven 1 ⚠️ contradicted |" in text
    listed = text.partition("Claims, one by one")[2].partition("</details>")[0].split("\n")
    shown = [line for line in listed if line and not line.startswith("<")]
    assert shown == [
        "⚠️ contradicted", "- Claim 3", "⚪ unproven", "- Claim 0", "- Claim 2", "✅ verified", "- Claim 1",
    ]  # fmt: skip


@pytest.mark.shows("PT-18")
def test_the_plan_shows_a_badge_for_each_claim():
    """Each criterion and planned test has the sign of its claim, the worse of two, with a legend."""
    # S4.5: "verification badges surfaced to clients"
    before = messages()["plan_working"]
    assert isinstance(before, PlanMessage) and before.record.plan
    criterion = before.record.plan.live[0].acceptance_criteria[0].text
    told = {
        "verified": criterion,
        "contradicted": criterion,
        "supported": before.tests.unit_test_intent[0],
    }
    claims = [{"text": text, "state": state} for state, text in told.items()]
    record = Record.model_validate(dict(before.record) | {"claims": claims})

    text = renderer().comment(replace(before, record=record))

    assert f"🧪 ⚠️ {criterion}" in text and "- **u1** 🔵 " in text
    assert "checked in review · 🔵 supported, ⚠️ contradicted\n" in text
    assert "supported" not in renderer().comment(before)


def test_the_plan_says_how_many_plans_were_not_looked_at():
    """Where not all open plans were compared with this one, its comment says so."""
    # S4.6
    before = messages()["plan_staged"]
    assert isinstance(before, PlanMessage)
    planner = before.record.planner.model_copy(update={"telemetry": {"plansUnread": 3}})
    record = before.record.model_copy(update={"planner": planner})

    assert "3 older plans were not looked at." in renderer().comment(replace(before, record=record))
    assert "not looked at" not in renderer().comment(before)


def test_long_lists_of_a_plan_are_begun_at_once_and_whole_behind_a_fold():
    """Five risks and six tests in a line each; every word of all of them is one click away."""
    # issue 21, 1
    risks = tuple(f"Risk {n} begins here. {'Why it matters. ' * 20}End {n}" for n in range(8))
    art = PlanningArtifact(created_at=NOON, goals=("Keep carts",), risks=risks)
    tests = PlannedTests(unit_test_intent=tuple(f"tests/test_{n}.py: Holds" for n in range(9)))
    drawn = renderer().comment(PlanMessage(a_record(planning_artifact=art), Policy(), 12, tests))
    at_once = re.sub(r"<details>.*?</details>", "", drawn, flags=re.DOTALL)

    assert [f"Risk {n} begins" in at_once for n in range(8)] == [True] * 5 + [False] * 3
    assert [f"**u{n + 1}**" in at_once for n in range(9)] == [True] * 6 + [False] * 3
    assert "End 0" not in at_once
    assert all(f"End {n}" in drawn for n in range(8))
    assert all(f"**u{n + 1}**" in drawn for n in range(9))
