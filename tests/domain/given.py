"""Records of every shape, for the laws of the domain."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from bot.domain.artifacts import (
    ArtifactStatus,
    DoneArtifact,
    Finding,
    ImplementedTests,
    PlannedTests,
    PlanningArtifact,
    PlanReview,
    PolicyException,
    Retrospective,
    ReviewArtifact,
    RuleLine,
    TestingArtifacts,
    VerificationArtifact,
)
from bot.domain.contracts import Role
from bot.domain.history import Action
from bot.domain.questionnaire import AwaitingHuman
from bot.domain.record import Approval, PlannerState, PullEvidence, Record, Workflow
from bot.domain.stages import Stage
from tests.factories import NOW, SHA, a_plan, a_question, a_record

HOSTILE = (
    "-->", "<!--", "<!-- plangate:data ", "\n-->", "--", "---->", "<script>", "&lt;", "{{ 7*7 }}",
    "{% raw %}", "```", "@alice", "\u2028", "\U0001f600", "\u202e", "\r\n", "\x00", "\\u003c", "\\",
)  # fmt: skip
text = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(HOSTILE), max_size=6).map("".join))
lines = st.lists(text, max_size=3).map(tuple)
moments = st.datetimes(
    min_value=datetime(2008, 4, 10), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(-1e9, 1e9) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


def built(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Values of `kind` with these fields; `st.builds` would guess at the aliases as well."""
    return st.fixed_dictionaries(fields).map(lambda given: kind(**given))


artifacts = st.fixed_dictionaries(
    {
        "planning_artifact": st.none()
        | built(PlanningArtifact, created_at=moments, goals=lines, steps=lines, risks=lines),
        "verification_artifact": st.none() | built(VerificationArtifact, notes=lines),
        "transition_note": st.none() | text,
        "stage": st.sampled_from(Stage),
        "revision": st.integers(0, 999_999_999),
        "planner": built(PlannerState, telemetry=st.dictionaries(text, json_values, max_size=3)),
        "approval": st.none()
        | built(Approval, by=text, at=moments, plan_digest=text, permission=text, how=text),
    }
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record: hostile text everywhere, and sometimes more of it than fits uncompressed."""
    record = Record.new(7).model_copy(update=draw(artifacts))
    for n, reason in enumerate(draw(lines)):
        record = record.logged(an_action(f"key:{n}", reason=reason))
    if draw(st.booleans()):
        record = record.logged(an_action("long", reason=draw(st.sampled_from(HOSTILE)) * 13_000))
    return record


def an_action(key: str = "comment:1:0", **more: Any) -> Action:
    """A line of history."""
    said: dict[str, Any] = {
        "key": key, "at": NOW, "actor": "bob", "role": Role.HUMAN, "action": "approve",
    }  # fmt: skip
    return Action(**(said | more))


def a_full_record(**more: Any) -> Any:
    """A record in which every artifact stands."""
    plan = a_plan()
    given: dict[str, Any] = {
        "stage": Stage.IMPLEMENTING,
        "workflow": Workflow(
            owner="carol",
            base_branch="main",
            branch_name="task/t-00007-refuse",
            pull_requests=(PullEvidence(number=8, head_sha=SHA),),
        ),
        "planning_artifact": PlanningArtifact(
            created_at=NOW,
            goals=("g",),
            steps=("1.1 s",),
            risks=("r",),
            rules=(RuleLine(path="AGENTS.md", line=4, text="Never CSV"),),
        ),
        "testing_artifacts": TestingArtifacts(
            planned=PlannedTests(unit_test_intent=("a negative count raises",)),
            implemented=ImplementedTests(commands_run=("make test",)),
        ),
        "review_artifact": ReviewArtifact(
            status=ArtifactStatus.COMPLETE,
            change_summary=("#8 Refuse",),
            decision="approved",
            plan_review=PlanReview(
                findings=(Finding(code="TESTS_MISSING", text="none"),),
                exceptions=(
                    PolicyException(
                        rule="PROTECTED_PATH",
                        plan_version=1,
                        plan_digest="d" * 64,
                        question_id="q1",
                        by="alice",
                        at=NOW,
                        how="tick",
                        permission="admin",
                    ),
                ),
            ),
        ),
        "verification_artifact": VerificationArtifact(result="passed", notes=("aaa: passed",)),
        "awaiting_human_artifact": AwaitingHuman.asking((a_question(),), NOW, 1, None),
        "done_artifact": DoneArtifact(completed_at=NOW, summary=("#8",)),
        "retrospectives": (Retrospective(at=NOW, lessons=("one",)),),
        "approval": Approval(
            by="bob", at=NOW, plan_digest=plan.digest(), permission="write", how="tick"
        ),
    }
    return a_record(plan=plan, **(given | more))
