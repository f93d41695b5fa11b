"""What happens to work after it was merged, in parts, or twice: reopened, reverted, superseded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.domain.artifacts import ArtifactStatus
from bot.domain.contracts import Role
from bot.domain.facts import Review
from bot.domain.record import Approval
from bot.domain.stages import Stage
from bot.events.wake import PullTarget
from tests.factories import NOW, SHA, a_check, a_person, a_plan, a_task, an_issue, facts
from tests.flow.given import Shop, told
from tests.roles.given import a_proposal, a_story_pull, after, with_record

OPENED = facts(issue=an_issue(labels={"plan"}))
NEW = "d" * 40


def reopened(story: Shop) -> None:
    """Alice opens the finished issue again."""
    story.hub.later(hours=1)
    story.hub.edit_issue(story.issue, state="closed")
    story.hub.later(hours=1)
    story.hub.edit_issue(story.issue, state="open")
    story.hub.issues[story.issue] = replace(story.hub.issues[story.issue], reason="reopened")
    story.hub.reopened[story.issue] = story.hub.now


@pytest.mark.shows("PT-15", "PT-17")
def test_stored_claims_are_audited_again_only_while_something_could_change() -> None:
    """The same evidence adds no attempt, a new commit and new checks add one each, finished work none."""
    # S4.5: "extracts stored claims, retries audits with structured attempt metadata"
    story = told("open_pull")
    tried = [[a.outcome for a in story.record.claims[0].attempts]]
    for do in (story.wake, story.push_tests, story.ci, story.review, story.merge):
        do()
        story.look()
        tried.append([a.outcome for a in story.record.claims[0].attempts])
    held = story.record.claims
    story.hub.ci(story.head, "nightly", "failure")
    story.look()

    assert [len(outcomes) for outcomes in tried] == [1, 1, 2, 3, 3, 3]
    assert tried[-1][-1] == "tests changed and all checks passed"
    assert story.stage == "done" and story.record.claims == held
    assert {c.state for c in held} == {"supported"}


def test_a_reopened_issue_is_planned_anew_and_asks_for_approval() -> None:
    """Finished work approves no further one: the plan is staged again, and somebody must approve it."""
    # S2.11
    story = told()
    assert story.stage == "done"
    reopened(story)
    story.look()

    assert story.stage in {"staged", "awaiting_human"}
    assert story.record.approval is None
    assert story.record.done_artifact.status is ArtifactStatus.SUPERSEDED  # type: ignore[union-attr]


def test_an_issue_that_was_reopened_before_the_merge_stays_done() -> None:
    """An old reopening says nothing of work that was finished after it."""
    story = told("review")
    story.hub.issues[story.issue] = replace(story.hub.issues[story.issue], reason="reopened")
    story.hub.reopened[story.issue] = story.hub.now
    story.merge()
    story.look()
    story.look()

    assert story.stage == "done"


def test_a_merged_revert_is_remembered_once() -> None:
    """The record of reverted work says by what, and what to do; it stays done until it is reopened."""
    # S2.6
    story = told()
    number = story.hub.open_pull(
        "bob", {"shop/orders.py": "x\n"}, branch="revert", body=f"Reverts #{story.pull}"
    )
    story.hub.close_pull(number, merged=True)
    story.wake(PullTarget(number))
    story.wake(PullTarget(number))

    lessons = [lesson for r in story.record.retrospectives for lesson in r.lessons]
    assert lessons.count(f"The work was reverted by #{number}") == 1
    assert story.stage == "done"


def test_an_open_revert_needs_a_reason_or_an_issue() -> None:
    """Saying "Reverts #2" opens no gate: any change could say so."""
    # B1
    story = told()
    body = f"Reverts #{story.pull}"
    number = story.hub.open_pull("bob", {"shop/orders.py": "x\n"}, branch="revert", body=body)
    story.wake(PullTarget(number))
    run = story.hub.runs[story.hub.pulls[number].head_sha][-1]

    assert (run.conclusion, "ISSUE_LINKED missing" in run.summary) == ("failure", True)


def work() -> Any:
    """An approved record of two tasks."""
    second = a_task(2, title="Round the total")
    record = after(OPENED, a_proposal(a_plan(a_task(), second)))
    plan = record.planner.plan
    approval = Approval(
        by="alice", at=NOW, plan_digest=plan.digest, permission="admin", how="command"
    )
    given = record.write(Role.HUMAN, NOW, approval=approval)
    return given.model_copy(update={"stage": Stage.IMPLEMENTING})


def part(record: Any, number: int, *tasks: int, **more: Any) -> Any:
    """The record after a pull request for these tasks was merged."""
    pull = a_story_pull(number, record=record, state="closed", merged=True, merged_at=NOW, **more)
    [link] = pull.linked
    linked = (replace(link, source="part", whole=False, tasks=tasks),)
    return after(with_record(OPENED, record, pulls=(replace(pull, linked=linked),)))


def test_parts_finish_an_issue_when_all_tasks_are_merged() -> None:
    """One part leaves it open; the last one makes it done."""
    # B10, S2.11
    first = part(work(), 8, 1)
    second = part(first, 9, 2)

    assert (first.stage, first.done_artifact) == (Stage.IMPLEMENTING, None)
    assert second.stage is Stage.DONE


def test_a_part_of_nothing_finishes_nothing() -> None:
    """`Part of #7` without tasks is merged without making the issue done."""
    # B10
    assert part(work(), 8).stage is Stage.IMPLEMENTING


def seen(record: Any, *pulls: Any) -> Any:
    """The record after these pull requests showed something."""
    return after(with_record(OPENED, record, pulls=pulls))


@pytest.mark.parametrize("order", [(8, 9), (9, 8)])
def test_the_newest_open_pull_request_leads(order: tuple[int, int]) -> None:
    """Of two pull requests the newer one is mirrored and moves the stage, whichever is seen last."""
    # B2
    record = work()
    green = a_story_pull(8, record=record)
    bare = a_story_pull(9, record=record, head_sha=NEW, checks=(), reviews=())
    pulls = {8: green, 9: bare}
    for number in order:
        record = seen(record, *(pulls[n] for n in sorted({number})))

    assert record.workflow.pull_request_url.endswith("/9")
    assert record.stage is Stage.IMPLEMENTING
    assert {p.number for p in record.workflow.pull_requests} == {8, 9}


def test_when_the_newest_is_closed_the_older_one_leads_again() -> None:
    """Evidence of what is gone leads nothing."""
    # B2
    record = work()
    green = a_story_pull(8, record=record)
    other = a_story_pull(9, record=record, head_sha=NEW, checks=(), reviews=())
    both = seen(record, green, other)
    record = seen(both, green, replace(other, state="closed"))

    assert (both.stage, record.stage) == (Stage.IMPLEMENTING, Stage.VERIFICATION)
    assert record.workflow.pull_request_url.endswith("/8")


def test_a_draft_leads_only_alone_and_asks_for_no_review() -> None:
    """A draft is shown, but moves no stage and takes no lead from what is ready."""
    record = work()
    ready = a_story_pull(8, record=record)
    draft = a_story_pull(9, record=record, head_sha=NEW, draft=True)

    assert seen(record, draft).stage is Stage.IMPLEMENTING
    assert seen(record, ready, draft).workflow.pull_request_url.endswith("/8")


def test_new_commits_supersede_what_was_verified() -> None:
    """Until its own checks finish, a new commit has nothing verified, and the artifact says so."""
    # S2.9, S2.11
    verified = seen(work(), a_story_pull(8, record=work()))
    running = (a_check("ci", ""),)
    pushed = seen(verified, a_story_pull(8, record=verified, head_sha=NEW, checks=running))

    assert verified.verification_artifact.status is ArtifactStatus.COMPLETE
    assert pushed.verification_artifact.status is ArtifactStatus.SUPERSEDED
    assert pushed.stage is Stage.IMPLEMENTING


def test_changes_requested_lead_back_to_implementing() -> None:
    """A reviewer who wants changes sends the work back."""
    # S2.5
    verified = seen(work(), a_story_pull(8, record=work()))
    wants = (Review(2, a_person("alice"), "CHANGES_REQUESTED", SHA, NOW),)

    assert (
        seen(verified, a_story_pull(8, record=verified, reviews=wants)).stage is Stage.IMPLEMENTING
    )


def test_the_retrospective_compares_plan_and_outcome() -> None:
    """Files, tasks and complexity, planned against actual; what was not proven follows up."""
    # S2.6
    record = part(part(work(), 8, 1), 9, 2)
    [lesson] = record.retrospectives

    assert lesson.lessons[0] == "1 of 1 planned files were changed"
    assert "2 of 2 tasks are visible in the change" in lesson.lessons
    assert any(said.startswith("Planned complexity 4; ") for said in lesson.lessons)
