"""Waivers: what they set aside, for which pull request, and who may give them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.facts import FileChange, LinkedIssue, Pull, RecordPresent
from bot.domain.record import Record, Waiver
from bot.domain.verdict import Row
from bot.intents.evidence import MOST_FILES
from bot.roles.gatekeeper import verdicts
from tests.factories import NOW, SHA, a_comment, a_plan, a_task, a_test, an_issue, facts
from tests.intents.given import present
from tests.roles.given import (
    a_proposal,
    a_story_pull,
    after,
    at_work,
    decide,
    judged,
    notices,
    with_record,
)

WORK = at_work()
CODE = (FileChange("shop/cart.py"),)


def a_waiver(requirement: str = "TESTS_CHANGED", **more: Any) -> Waiver:
    """A waiver by alice for pull request 8 as it stands."""
    given: dict[str, Any] = {"heads": (SHA,), "pulls": (8,)}
    return Waiver(
        requirement=requirement, reason="docs only", by="alice", at=NOW, permission="admin",
        **(given | more),
    )  # fmt: skip


def with_waivers(record: Record, *waivers: Waiver) -> Record:
    """The record with these waivers."""
    return record.model_copy(update={"waivers": waivers})


def rows_of(pull: Pull, records: dict[int, Record], **more: Any) -> list[Row]:
    """The rows of the verdict on a pull request."""
    [verdict] = verdicts.judge(facts(pulls=(pull,), **more), records)
    return list(verdict.rows)


def states(rows: list[Row], code: str) -> list[str]:
    """The states of the rows with this code."""
    return [row.state.value for row in rows if row.code == code]


WAIVED = {
    "once": ("TESTS_CHANGED docs only", False),
    "sticky": ("TESTS_CHANGED sticky docs only", True),
    "sticky with a colon": ("TESTS_CHANGED Sticky: docs only", True),
}


@pytest.mark.parametrize(("rest", "sticky"), WAIVED.values(), ids=WAIVED)
def test_a_sticky_waiver_outlives_the_next_commit(rest: str, sticky: bool) -> None:
    """It counts for later commits of the same pull requests, and for no other."""
    # B1
    opened = facts(issue=an_issue(labels={"plan"}))
    said = a_comment(f"/plan waive {rest}", 1002, author="alice")
    pull = a_story_pull(record=WORK, files=CODE)
    seen = judged(WORK, pull)
    record = decide(with_record(opened, seen, said, pulls=(pull,))).record
    later = a_story_pull(record=record, files=CODE, head_sha="d" * 40)
    other = replace(later, number=9)

    [waiver] = record.waivers
    judged_ = verdicts.judge(facts(pulls=(later, other), record=present(record)), {7: record})
    rows = [next(r for r in v.rows if r.code == "TESTS_CHANGED") for v in judged_]

    assert (waiver.sticky, waiver.pulls, waiver.reason) == (sticky, (8,), "docs only")
    assert [r.state.value for r in rows] == ["waived" if sticky else "missing", "missing"]


@pytest.mark.parametrize("named", ["", "for acme/shop#8 "])
def test_a_commit_that_came_after_the_words_is_not_waived(named: str) -> None:
    """However late the words are read: the issue was closed meanwhile, or GitHub did not answer."""
    # issue 19: whoever closed the issue, pushed, and opened it again had the new commit waived
    said = a_comment(f"/plan waive TESTS_CHANGED {named}I read it", 1002, author="alice")
    opened, pull = facts(issue=an_issue(labels={"plan"})), a_story_pull(record=WORK, files=CODE)
    late = judged(WORK, pull, now=NOW + timedelta(minutes=1))

    decision = decide(with_record(opened, late, said, pulls=(pull,)))
    fresh = decide(with_record(opened, WORK, said, pulls=(pull,), now=NOW + timedelta(minutes=1)))

    assert (decision.record.waivers, fresh.record.waivers) == ((), ())
    assert notices(decision) == notices(fresh) == [("unclear_waiver", "alice")]


def test_sticky_alone_is_no_reason() -> None:
    """A waiver needs a reason besides the word."""
    # B1
    said = a_comment("/plan waive TESTS_CHANGED sticky", 1002, author="alice")
    opened = facts(issue=an_issue(labels={"plan"}))
    pull = a_story_pull(record=WORK)

    assert decide(with_record(opened, WORK, said, pulls=(pull,))).record.waivers == ()


def test_a_waiver_counts_for_its_own_pull_request_alone() -> None:
    """Another pull request on the very same commit is not waived with it."""
    record = with_waivers(WORK, a_waiver())
    pulls = [a_story_pull(number, record, files=CODE) for number in (8, 9)]

    found = [states(rows_of(pull, {7: record}), "TESTS_CHANGED") for pull in pulls]

    assert found == [["waived"], ["missing"]]


def test_an_older_waiver_counts_for_the_pull_requests_its_record_knows() -> None:
    """It names commits alone: the record says which pull requests had them."""
    opened = facts(issue=an_issue(labels={"plan"}))
    seen = after(with_record(opened, WORK, pulls=(a_story_pull(record=WORK, files=CODE),)))
    record = with_waivers(seen, a_waiver(pulls=()))
    pulls = [a_story_pull(number, record, files=CODE) for number in (8, 9)]

    found = [states(rows_of(pull, {7: record}), "TESTS_CHANGED") for pull in pulls]

    assert found == [["waived"], ["missing"]]


def test_one_issues_waiver_does_not_cover_another_issues_rows() -> None:
    """What the other issue asks, and what is asked of the change as a whole, waits for its own."""
    bare = WORK.testing_artifacts.model_copy(update={"planned": None})
    first = with_waivers(
        WORK.model_copy(update={"testing_artifacts": bare}),
        a_waiver("TESTS_PLANNED"),
        a_waiver("REVIEW_APPROVED"),
    )
    second = first.model_copy(update={"canonical_task_id": "T-00012", "waivers": ()})
    both = with_waivers(second, a_waiver("REVIEW_APPROVED"))
    links = tuple(LinkedIssue(n, "keyword", present(r)) for n, r in ((7, first), (12, second)))
    pull = replace(a_story_pull(reviews=()), linked=links)

    alone = rows_of(pull, {7: first, 12: second})
    agreed = rows_of(pull, {7: first, 12: both})

    assert states(alone, "TESTS_PLANNED") == ["waived", "missing"]
    assert states(alone, "REVIEW_APPROVED") == ["undecided"]
    assert states(agreed, "REVIEW_APPROVED") == ["waived"]


AWAY = {
    "bare numbers": ({}, "missing"),
    "for another repository": ({"repository": "acme/other", "sticky": True}, "missing"),
    "for ours, by a maintainer": ({"repository": "Acme/Shop", "sticky": True}, "waived"),
    "for ours, by somebody with write": (
        {"repository": "acme/shop", "sticky": True, "by": "bob"}, "missing",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("more", "state"), AWAY.values(), ids=AWAY)
def test_a_waiver_given_elsewhere_names_our_repository(more: dict[str, Any], state: str) -> None:
    """A number means the record's own repository, and who may waive is asked in ours."""
    record = with_waivers(WORK, a_waiver().model_copy(update=more))
    link = LinkedIssue(7, "keyword", present(record), "acme/plans")
    pull = a_story_pull(linked=(link,), files=CODE)

    assert states(rows_of(pull, {}), "TESTS_CHANGED") == [state]


NAMED = {
    "elsewhere": ("for acme/web#3 generated", ("acme/web", (3,), (), True)),
    "ours": ("for acme/shop#8 generated", ("", (8,), (SHA,), False)),
    "ours, for good": ("sticky for acme/shop#8 generated", ("", (8,), (SHA,), True)),
    "one that nobody judged, for good": (
        "sticky for acme/shop#9 generated",
        ("", (9,), (), True),
    ),
}


@pytest.mark.parametrize(("said", "bound"), NAMED.values(), ids=NAMED)
def test_a_waiver_may_name_its_pull_request(said: str, bound: tuple[Any, ...]) -> None:
    """`for owner/name#5` binds it to that one; elsewhere it counts for all its commits."""
    spoken = a_comment(f"/plan waive TESTS_CHANGED {said}", 1002, author="alice")
    opened = facts(issue=an_issue(labels={"plan"}))
    pull = a_story_pull(record=WORK, files=CODE)

    seen = judged(WORK, pull)
    [given] = decide(with_record(opened, seen, spoken, pulls=(pull,))).record.waivers

    assert (given.repository, given.pulls, given.heads, given.sticky) == bound
    assert given.reason == "generated"


def test_another_record_of_ours_does_not_replace_one_elsewhere_of_the_same_number() -> None:
    """Issue 7 here and issue 7 there are two issues."""
    here = present(WORK)
    links = (LinkedIssue(7, "keyword", here, "acme/plans"), LinkedIssue(7, "keyword", here))
    known = facts(pulls=(a_story_pull(linked=links),))

    [pull] = known.with_record(present(WORK.model_copy(update={"revision": 9}))).pulls

    records = [x.record.record for x in pull.linked if isinstance(x.record, RecordPresent)]
    revisions = [record.revision for record in records]
    assert revisions == [WORK.revision, 9]


@pytest.mark.parametrize(("where", "state"), [("", "met"), ("acme/plans", "undecided")])
def test_a_protected_file_needs_a_plan_of_its_own_repository(where: str, state: str) -> None:
    """No plan that was approved elsewhere lets a change touch what our maintainers protect."""
    task = a_task(resources={"write": ("shop/cart.py", "infra/prod.tf")})
    opened = facts(issue=an_issue(labels={"plan"}))
    staged = after(opened, a_proposal(a_plan(task)))
    record = after(with_record(opened, staged, a_comment("/plan approve", author="bob")))
    files = (*CODE, FileChange("infra/prod.tf"), a_test())
    pull = a_story_pull(linked=(LinkedIssue(7, "keyword", present(record), where),), files=files)
    policy = pull.policy.model_validate({"gate": {"protected": ["infra/**"]}})

    found = rows_of(replace(pull, policy=policy), {7: record})

    assert states(found, "SCOPE_KEPT") == [state]


MANY = tuple(FileChange(f"a/{n}.py") for n in range(MOST_FILES))
GUARDED = {
    "the file itself": (("infra/prod.tf",), (), "met"),
    "a folder that is protected itself": (("infra/prod",), (), "met"),
    "a wider folder, of which nobody was asked": (("infra",), (), "undecided"),
    "a glob over everything": (("**",), (), "undecided"),
    "nothing, behind as many other files as a record keeps": (("a",), MANY, "undecided"),
}


@pytest.mark.parametrize(("written", "before", "state"), GUARDED.values(), ids=GUARDED)
def test_a_protected_file_passes_only_where_the_plan_asked_for_it(
    written: tuple[str, ...], before: tuple[FileChange, ...], state: str
) -> None:
    """Every changed file is looked at, and only what the maintainers were asked about is allowed."""
    opened = facts(issue=an_issue(labels={"plan"}))
    task = a_task(resources={"write": ("shop/cart.py", *written)})
    staged = after(opened, a_proposal(a_plan(task)))
    record = after(with_record(opened, staged, a_comment("/plan approve", author="bob")))
    path = "infra/prod/main.tf" if "infra/prod" in written else "infra/prod.tf"
    pull = a_story_pull(record=record, files=(*before, *CODE, FileChange(path), a_test()))
    policy = pull.policy.model_validate({"gate": {"protected": ["infra/**"]}})

    found = rows_of(replace(pull, policy=policy), {7: record})

    assert states(found, "SCOPE_KEPT") == [state]
