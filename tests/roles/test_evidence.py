"""Evidence moves the work on, and back: implementing, review, verification, done."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.artifacts import ArtifactStatus
from bot.domain.facts import FileChange, Review
from bot.domain.stages import Stage
from tests.factories import NOW, SHA, a_check, a_comment, a_person, an_issue, facts
from tests.intents.given import present
from tests.roles.given import a_story_pull, after, at_work, decide, notices, with_record

WORK = at_work()
OPENED = facts(issue=an_issue(labels={"plan"}))
BASE = with_record(OPENED, WORK)
GREEN = (a_check("ci", "success", url="https://ci/1"),)
NO_REVIEW: tuple[Review, ...] = ()
CHANGES = (Review(2, a_person("alice"), "CHANGES_REQUESTED", SHA, NOW),)


def seen(record=WORK, pulls=None, **more):
    """The record after its pull request showed something."""
    pull = a_story_pull(record=record, **more)
    return after(with_record(OPENED, record, pulls=pulls or (pull,)))


FROM_WORK = {
    "nothing yet": ({"checks": (), "reviews": (), "files": ()}, Stage.IMPLEMENTING),
    "checks run": ({"checks": (a_check("ci", ""),)}, Stage.IMPLEMENTING),
    "checks failed": ({"checks": (a_check("ci", "failure"),)}, Stage.IMPLEMENTING),
    "no tests": ({"files": (FileChange("shop/cart.py"),)}, Stage.IMPLEMENTING),
    "green, no review": ({"reviews": ()}, Stage.REVIEW),
    "green and approved": ({}, Stage.VERIFICATION),
    "changes requested": ({"reviews": CHANGES}, Stage.IMPLEMENTING),
    "merged": ({"state": "closed", "merged": True, "merged_at": NOW}, Stage.DONE),
    "closed unmerged": ({"state": "closed"}, Stage.IMPLEMENTING),
}


@pytest.mark.parametrize(("pull", "stage"), FROM_WORK.values(), ids=FROM_WORK)
def test_evidence_carries_the_work_as_far_as_it_goes(pull, stage):
    """From implementing, evidence leads to review, verification or done in one round."""
    # S2.11, S1.5
    assert stage is seen(**pull).stage


BACK = {
    "a failed check": ({"checks": (a_check("ci", "failure"),)}, Stage.IMPLEMENTING),
    "a check that runs again": ({"checks": (a_check("ci", ""),)}, Stage.IMPLEMENTING),
    "changes requested": ({"reviews": CHANGES}, Stage.IMPLEMENTING),
    "a push after the review": (
        {"head_sha": "d" * 40, "reviews": (Review(1, a_person("alice"), "APPROVED", SHA, NOW),)},
        Stage.REVIEW,
    ),
    "closed": ({"state": "closed"}, Stage.IMPLEMENTING),
    "merged": ({"state": "closed", "merged": True, "merged_at": NOW}, Stage.DONE),
}


@pytest.mark.parametrize(("pull", "stage"), BACK.values(), ids=BACK)
def test_evidence_that_changes_leads_back(pull, stage):
    """From verification, other evidence leads back as far as it must."""
    # S2.11, B2
    verified = seen()
    assert Stage.VERIFICATION is verified.stage

    assert stage is seen(verified, **pull).stage


def test_the_developers_part():
    """Branch, pull request, tests, links and commands are read from the pull request."""
    # S2.4
    record = seen()

    implemented = record.testing_artifacts.implemented
    assert (
        implemented.tests_added_or_updated, implemented.evidence_links, implemented.commands_run,
    ) == (("tests/test_cart.py",), ("https://ci/1",), ("ci",))  # fmt: skip
    assert record.workflow.pull_request_url == "https://github.com/acme/shop/pull/8"
    assert record.testing_artifacts.updated_by == "developer"
    assert WORK.testing_artifacts.planned == record.testing_artifacts.planned


def test_the_reviewers_part():
    """Summary, files, risks and decision come from the pull request and its reviews."""
    # S2.5
    review = seen().review_artifact

    assert (
        review.change_summary, review.files_touched, review.decision,
    ) == (("#8 Refuse negative counts",), ("shop/cart.py", "tests/test_cart.py"), "approved")  # fmt: skip
    assert (review.known_risks, review.status) == (("callers",), ArtifactStatus.COMPLETE)
    assert WORK.review_artifact.plan_review == review.plan_review


def test_a_review_that_is_open_is_a_draft():
    """Without a decision the review artifact stays a draft."""
    # S2.9
    review = seen(reviews=NO_REVIEW).review_artifact

    assert (review.decision, review.status) == (None, ArtifactStatus.DRAFT)


def test_the_testers_part():
    """Commands, result and a note for every head come from the checks."""
    # S2.3
    first = seen()

    second = seen(first, head_sha="d" * 40, checks=(a_check("ci", "failure"),))

    found = second.verification_artifact
    assert (found.commands, found.result) == (("ci",), "failed")
    assert (f"{SHA[:12]}: passed", "dddddddddddd: failed") == found.notes


def test_running_checks_are_no_note():
    """Checks that still run leave the notes as they are."""
    # S2.8
    found = seen(checks=(a_check("ci", ""),)).verification_artifact

    assert (found.result, found.notes, found.status) == (None, (), ArtifactStatus.DRAFT)


def test_the_retrospective_closes_a_merge():
    """A merged pull request writes the done artifact and what to learn, once."""
    # S2.6
    merged_at = NOW + timedelta(hours=2)
    merged = {"state": "closed", "merged": True, "merged_at": merged_at}

    record = seen(**merged)
    again = seen(record, number=9, **merged)

    assert (merged_at, ("#8 Refuse negative counts",), ("ci: success",)) == (
        record.done_artifact.completed_at, record.done_artifact.summary,
        record.done_artifact.verification,
    )  # fmt: skip
    assert record.retrospectives[0].lessons[0] == "1 of 1 planned files were changed"
    assert record.done_artifact == again.done_artifact
    assert Stage.DONE is again.stage


def test_evidence_is_kept_for_each_pull_request():
    """Two pull requests of one issue have evidence of their own; the newest is mirrored at the top."""
    # B2
    first, second = a_story_pull(8, record=WORK), a_story_pull(9, record=WORK, checks=())

    record = seen(pulls=(first, second))

    shown = {p.number: p.checks for p in record.workflow.pull_requests}
    assert shown == {8: {"ci": "success"}, 9: {}}
    assert record.workflow.pull_request_url == "https://github.com/acme/shop/pull/9"


def test_the_same_evidence_again_changes_nothing():
    """Looking again at the same pull request leaves the record as it is."""
    # B11
    record = seen()

    assert record == seen(record)


def test_every_move_is_in_the_history():
    """Each stage passed is a line of the history, with where from and where to."""
    # S2.13
    moves = [(a.from_stage, a.to_stage) for a in seen().history if a.to_stage]

    assert moves[-2:] == [("implementing", "review"), ("review", "verification")]


def test_a_refused_move_is_in_the_history():
    """A merge that no way leads from is logged with its reason, and the stage stays."""
    # S2.10, S2.13
    pull = a_story_pull(record=WORK, state="closed", merged=True, merged_at=NOW)
    rejected = a_comment(
        "/plan reject wrong", 1002, author="bob",
        created_at=NOW - timedelta(minutes=1), updated_at=NOW - timedelta(minutes=1),
    )  # fmt: skip
    early = WORK.model_copy(
        update={
            "workflow_runtime": WORK.workflow_runtime.model_copy(
                update={
                    "action_history": tuple(
                        a.model_copy(update={"at": NOW - timedelta(hours=1)}) for a in WORK.history
                    )
                }
            )
        }
    )

    record = after(with_record(OPENED, early, rejected, pulls=(pull,)))

    assert Stage.PLANNING is record.stage
    blocked = [b.code for a in record.history if a.outcome == "blocked" for b in a.blocking]
    assert blocked == ["TRANSITION_UNKNOWN"]


WAIVERS = {
    "a maintainer": ("alice", "TESTS_CHANGED docs only", True, [("waived", "alice")]),
    "a writer": ("bob", "TESTS_CHANGED docs only", False, [("command_refused", "bob")]),
    "a stranger": ("mallory", "TESTS_CHANGED x", False, [("command_refused", "mallory")]),
    "no reason": ("alice", "TESTS_CHANGED", False, [("unclear_waiver", "alice")]),
    "no requirement": ("alice", "", False, [("unclear_waiver", "alice")]),
    "unknown": ("alice", "EVERYTHING please", False, [("unclear_waiver", "alice")]),
    "the plan itself": ("alice", "PLAN_APPROVED trust me", False, [("unclear_waiver", "alice")]),
    "the record": ("alice", "RECORD_INTACT trust me", False, [("unclear_waiver", "alice")]),
}


@pytest.mark.parametrize(("login", "rest", "waived", "told"), WAIVERS.values(), ids=WAIVERS)
def test_who_may_waive_what(login, rest, waived, told):
    """A maintainer sets evidence aside with a reason, for the commit that stands; never the plan."""
    # B1, T4
    comment = a_comment(f"/plan waive {rest}".strip(), 1002, author=login)

    decision = decide(
        replace(
            BASE, comments=(comment,), pulls=(a_story_pull(record=WORK),), record=present(seen())
        )
    )

    heads = [w.heads for w in decision.record.waivers]
    assert ([(SHA,)] if waived else [], told) == (heads, notices(decision))
