"""Tasks after approval, on the emulator: ticked, closed, merged, taken up again, and planned anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance.inside_story import (
    CLEAR,
    begun,
    change,
    notices,
    says,
    stage,
    statuses,
    ticks,
    writes_of,
)
from tests.acceptance.state import record
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]


def at_work(begin: Begin, text: str = "", issue_text: str = CLEAR) -> Story:
    """A plan of two tasks that alice approved."""
    story = begun(begin, "Refuse negative totals", issue_text, text)
    assert stage(story) == "staged", notices(story)
    says(story, "alice", "/plan approve")
    assert statuses(story) == ["pending", "pending"]
    return story


def test_a_tick_finishes_a_task_and_clearing_it_takes_it_up_again(inside_story: Begin) -> None:
    """A writer's tick finishes a task, with who and when; clearing undoes it; the comment is one."""
    # S3.10 B4 B5
    story = at_work(inside_story)
    ticks(story, "bob", "plan", "t1")

    assert statuses(story) == ["done", "pending"]
    [said] = record(story)["planner"]["progress"]
    assert (said["by"], said["how"], said["permission"], said["done"]) == (
        "bob",
        "tick",
        "write",
        True,
    )
    assert "- [x] <!-- plangate:t1 -->" in story.bot_comment("plan")["body"]

    ticks(story, "alice", "plan", "t1", clear=True)
    assert statuses(story) == ["pending", "pending"]
    assert [a["actor"] for a in record(story)["workflowRuntime"]["actionHistory"][-2:]] == [
        "bob",
        "alice",
    ]


def test_a_merged_pull_request_finishes_the_tasks_it_names(inside_story: Begin) -> None:
    """`Task 2` in a merged pull request finishes it, once: taking it up again afterwards holds."""
    # S3.10
    story = at_work(inside_story)
    pull = story.hub.open_pull(
        "bob", {"docs/admin.md": "# The admin page\n\nNever negative.\n"},
        branch=f"task/t-{story.issue:05d}-words", title="Say it (task 2)", body="Words only.",
    )  # fmt: skip
    story.door.settle()
    assert statuses(story) == ["pending", "pending"]
    story.hub.merge("bob", pull)
    story.door.settle()

    assert statuses(story) == ["pending", "done"]
    [said] = record(story)["planner"]["progress"]
    assert (said["how"], said["where"]) == ("merge", pull)


@pytest.mark.shows("FR-063", "AC-041")
def test_planning_again_keeps_finished_tasks(inside_story: Begin) -> None:
    """A finished task stands in the next version byte for byte, and its box stays ticked."""
    # B5
    story = at_work(inside_story)
    ticks(story, "bob", "plan", "t1")
    before = record(story)["planner"]["plan"]["body"]["tasks"][0]
    says(story, "alice", "/plan replan Missing: a line in the README")
    after = record(story)["planner"]["plan"]["body"]

    assert after["version"] == 2
    assert after["tasks"][0] == before
    assert before["status"] == "done"
    says(story, "alice", "/plan approve")
    assert "- [x] <!-- plangate:t1 -->" in story.bot_comment("plan")["body"]


def test_sub_issues_are_tasks_where_the_policy_says_so(inside_story: Begin) -> None:
    """Closed as completed finishes, not planned does not, reopening undoes; all without a box."""
    # S3.10 B5
    story = at_work(inside_story, "tasks: sub-issues\n")
    made = [s["number"] for s in record(story)["planner"]["subIssues"]]
    assert len(made) == 2
    assert "plangate:t1" not in story.bot_comment("plan")["body"]
    assert all(s["settled"] for s in record(story)["planner"]["subIssues"])

    _child(story, made[0], state="closed", state_reason="completed")
    assert statuses(story) == ["done", "pending"]
    _child(story, made[1], state="closed", state_reason="not_planned")
    assert statuses(story) == ["done", "pending"]
    _child(story, made[0], state="open")
    assert statuses(story) == ["pending", "pending"]
    _child(story, made[0], state="closed", state_reason="completed")
    assert statuses(story) == ["done", "pending"]
    assert writes_of(story, lambda: change(story)) == []


def _child(story: Story, number: int, **fields: str) -> None:
    path = f"/repos/{story.hub.repo}/issues/{number}"
    story.hub.request("PATCH", path, fields, login="bob")
    change(story)


@pytest.mark.shows("FR-063")
def test_a_criterion_that_comes_after_a_task_was_finished_is_work_to_do(
    inside_story: Begin,
) -> None:
    """What the request asks for later is never given to a finished task: another version carries it."""
    limit = CLEAR.replace("raises ValueError", "<= 0 raises ValueError")
    story = at_work(inside_story, issue_text=limit)
    for box in ("t1", "t2"):
        ticks(story, "bob", "plan", box)
    change(story, "carol", body=limit + "- [ ] A negative total >= 0 raises ValueError\n")
    plan = record(story)["planner"]["plan"]
    open_ = [t for t in plan["body"]["tasks"] if t.get("status", "pending") == "pending"]

    assert (plan["version"], stage(story)) == (2, "staged")
    assert statuses(story) == ["done", "done", "pending"]
    assert [c["text"] for t in open_ for c in t["acceptanceCriteria"]] == [
        "A negative total >= 0 raises ValueError"
    ]
    assert "the plan is the same" not in " ".join(notices(story))


def test_an_edit_of_a_merged_description_finishes_nothing(inside_story: Begin) -> None:
    """Whoever had a typo merged once may edit what it says for ever; a writer's edit of it counts."""
    # issue 19: one edit finished any approved issue
    story = at_work(inside_story)
    story.hub.push_files("bob", {"README.md": "# The shop\n"}, "typo", "Fix a typo")
    path, typo = f"/repos/{story.hub.repo}/pulls", {"title": "Fix a typo", "head": "typo"}
    opened = story.hub.request("POST", path, {**typo, "base": "main"}, login="mallory")
    story.door.settle()
    story.hub.merge("bob", opened["number"])
    story.door.settle()

    for said in ("Fixes", "Part of"):
        body = {"body": f"{said} #{story.issue}, task 1", "title": "Task 2"}
        story.hub.request("PATCH", f"{path}/{opened['number']}", body, login="mallory")
        story.door.settle()
        assert (stage(story), statuses(story)) == ("implementing", ["pending", "pending"])

    body = {"body": f"For the record: part of #{story.issue}, task 1"}
    story.hub.request("PATCH", f"{path}/{opened['number']}", body, login="bob")
    story.door.settle()
    assert (stage(story), statuses(story)) == ("implementing", ["done", "pending"])
