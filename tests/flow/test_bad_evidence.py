"""Evidence that is none: another App's check of our name, older commits, forks that are gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import Check, Person
from bot.domain.policy import Policy
from bot.effects import CardMessage
from bot.events.wake import CommitTarget, PullTarget
from tests.fakes.hub import CI_APP
from tests.flow.given import Shop, told


def ours(story: Shop) -> list[Check]:
    """Our own runs on the head, oldest first."""
    return [r for r in story.hub.runs[story.head] if r.app_id == story.hub.app_id]


@pytest.mark.parametrize("conclusion", ["success", "failure", None])
def test_another_apps_check_of_our_name_is_neither_ours_nor_evidence(
    conclusion: str | None,
) -> None:
    """A workflow that calls its check `plangate` opens nothing, closes nothing, and is not written to."""
    # B2 T18
    story = told("push_tests")
    before = story.verdict
    theirs = story.hub.ci(story.head, "plangate", conclusion)

    story.wake(CommitTarget(story.head))

    [other] = [r for r in story.hub.runs[story.head] if r.id == theirs]
    assert (before, story.verdict) == ("failure", "failure")
    assert (other.conclusion, other.app_id) == (conclusion or "", CI_APP)
    assert "CHECKS_PASSED missing" in ours(story)[-1].summary
    assert all("plangate" not in p.checks for p in story.record.workflow.pull_requests)


def test_another_apps_check_with_our_external_id_is_not_ours() -> None:
    """Names and ids can be copied; the App behind a check cannot."""
    # B2 T18
    story = told("push_tests")
    [mine] = ours(story)[-1:]
    story.hub.add_run(story.head, replace(mine, app_id=CI_APP, conclusion="success"))

    story.wake(PullTarget(story.pull))

    assert ours(story)[-1].conclusion == "failure"
    assert ours(story)[-1].id == mine.id


@pytest.mark.parametrize("what", ["check", "status", "review"])
def test_what_an_older_commit_had_is_no_evidence_for_the_new_one(what: str) -> None:
    """After a push the check, the status and the review of the commit before count no more."""
    # B2
    story = told("review")
    if what == "status":
        story.hub.status(story.head, "deploy")
    assert story.verdict == "success"
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")
    if what == "review":
        story.hub.ci(story.head, "ci")
    else:
        story.review()

    story.wake(PullTarget(story.pull))

    lacks = "REVIEW_APPROVED undecided" if what == "review" else "CHECKS_PASSED missing"
    assert lacks in ours(story)[-1].summary
    assert story.verdict in {"failure", "action_required"}


def test_a_force_push_back_to_the_old_commit_is_judged_by_that_commit() -> None:
    """Pushed away and back: what the old commit had counts for it again, and for no other."""
    # B2
    story = told("review")
    old = story.head
    story.hub.push_files("bob", {"shop/evil.py": "x = 1\n"}, "export")
    story.wake(PullTarget(story.pull))
    there = story.verdict

    story.hub.push_files("bob", {"shop/evil.py": None}, "export")
    story.wake(PullTarget(story.pull))

    assert (there, story.head == old, story.verdict) == ("failure", True, "success")


def test_a_deleted_fork_is_judged_like_any_other() -> None:
    """Its head has no repository any more and its author is `ghost`: red while something is missing."""
    # Bad input
    story = told("push_tests")
    gone = replace(story.hub.pulls[story.pull], fork=True, author=Person("ghost"))
    story.hub.pulls[story.pull] = gone

    story.wake(PullTarget(story.pull))
    red = story.verdict
    story.ci()
    story.review()
    story.wake(PullTarget(story.pull))

    assert (red, story.verdict) == ("failure", "success")


@pytest.mark.parametrize(("files", "said"), [(2999, "success"), (3000, "action_required")])
def test_more_files_than_github_lists_are_said(files: int, said: str) -> None:
    """3,000 are listed at most; from there on a person vouches for what nobody could read."""
    # Bad input
    story = told("review")
    story.hub.pulls[story.pull] = replace(story.hub.pulls[story.pull], changed_files=files)

    story.wake(PullTarget(story.pull))

    assert story.verdict == said
    assert ("CHANGES_READ" in ours(story)[-1].summary) is (said != "success")


def test_evidence_of_an_older_rule_is_read_again() -> None:
    """A record of a version that judged tests by their files' names alone vouches for no test."""
    story = told("review")
    found, issue = story.record, story.hub.subject(story.issue)
    [shown] = found.workflow.pull_requests
    paths = ("tests/test_fake.py",)
    told_then = {"tests": paths, "files_touched": paths, "files_count": 1, "tests_rule": ""}
    older = shown.model_copy(update=told_then)
    workflow = found.workflow.model_copy(update={"pull_requests": (older,)})
    record = found.model_copy(update={"workflow": workflow, "revision": found.revision + 1})
    comments = story.hub.comments_of(story.issue)
    card = CardMessage(record, Policy(), story.issue)
    story.world.records.save(issue, record, story.world.records.find(issue, comments), card)

    story.look()

    [again] = story.record.workflow.pull_requests
    assert again.tests == ("tests/test_orders.py",)
