"""The gate's table: every requirement in every state that differs, and what follows under three policies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from bot.domain.artifacts import Finding, PlannedTests, PlanReview
from bot.domain.facts import (
    Commit,
    Facts,
    FileChange,
    LinkedIssue,
    PolicyBroken,
    RecordAbsent,
    RecordDamaged,
    Review,
)
from bot.domain.listing import Reading
from bot.domain.policy import POLICY_PATH, Policy
from bot.domain.record import Record, Waiver
from bot.domain.stages import Stage
from tests.factories import NOW, SHA, a_check, a_person, a_policy, a_record, a_test, an_issue, facts
from tests.intents.given import asking, present
from tests.roles.given import a_proposal, a_story_pull, after, at_work

WORK = at_work()
STAGED = after(facts(issue=an_issue(labels={"plan"})), a_proposal())
OK, FAIL, ASK, WAIT = "success", "failure", "action_required", "in_progress"
POLICIES: dict[str, Policy] = {
    "default": a_policy(),
    "strict": a_policy(
        gate={"claims": "unproven", "scope": "block", "checks": ["ci"], "protected": ["infra/**"]}
    ),
    "lax": a_policy(gate={"require": "planned", "approvals": 0, "exempt": {"paths": ["docs/**"]}}),
}


@dataclass(frozen=True)
class Case:
    """One state: what the pull request and the record are like, and the conclusion under each policy."""

    said: tuple[str, str, str]
    pull: dict[str, Any] = field(default_factory=dict)
    record: Record | None = WORK
    link: dict[str, Any] = field(default_factory=dict)
    broken: bool = False


def known(case: Case, policy: Policy) -> Facts:
    """The facts of one cell of the table."""
    state = present(case.record) if case.record else RecordAbsent()
    given: dict[str, Any] = {"number": 7, "source": "keyword", "record": state}
    link = LinkedIssue(**(given | case.link))
    broken = PolicyBroken(POLICY_PATH, 3, "gate.require: unknown setting") if case.broken else None
    pull = a_story_pull(**({"linked": (link,)} | case.pull))
    pull = replace(pull, policy=policy, policy_broken=broken)
    held = {"record": state} if case.record else {}
    return facts(policy=policy, pulls=(pull,), **held)


def checks(**said: str) -> dict[str, Any]:
    """A head with these checks; an empty conclusion still runs."""
    return {"checks": tuple(a_check(n, c) for n, c in said.items())}


def reviewed(login: str, state: str, sha: str = SHA) -> dict[str, Any]:
    """A head with one review."""
    return {"reviews": (Review(1, a_person(login), state, sha, NOW),)}


def changed(*paths: str, **more: Any) -> dict[str, Any]:
    """A pull request that changes these files."""
    files = (a_test(p) if p.startswith("tests/") else FileChange(p) for p in paths)
    return {"files": tuple(replace(file, **more) for file in files)}


def planned(tests: PlannedTests) -> Record:
    """The record with other planned tests."""
    testing = WORK.testing_artifacts.model_copy(update={"planned": tests})
    return WORK.model_copy(update={"testing_artifacts": testing})


def waived(requirement: str, *, sticky: bool = False, head: str = SHA) -> Record:
    """The record with a waiver by alice."""
    waiver = Waiver(
        requirement=requirement, reason="docs only", by="alice", at=NOW, permission="admin",
        heads=(head,), sticky=sticky, pulls=(8,),
    )  # fmt: skip
    return WORK.model_copy(update={"waivers": (waiver,)})


def judged(code: str, permission: str = "write") -> Record:
    """The record whose plan the architect found fault with, approved by somebody of this permission."""
    review = WORK.review_artifact.model_copy(
        update={
            "plan_review": PlanReview(
                decision="changes_requested",
                findings=(Finding(code=code, text="Task 1 has complexity 34, over the cap of 21"),),
                remediation=("Split the task",),
            )
        }
    )
    approval = WORK.approval.model_copy(update={"permission": permission})
    return WORK.model_copy(update={"review_artifact": review, "approval": approval})


def staged(stage: Stage) -> Record:
    """The record at another stage."""
    return WORK.model_copy(update={"stage": stage})


STALE = WORK.model_copy(
    update={"approval": WORK.approval.model_copy(update={"plan_digest": "0" * 64})}
)
TICKED = "Closes #7\n\n- [x] A negative count raises ValueError\n"
TICKED_TEST = "Closes #7\n\n- [x] Tests added\n"
DAMAGED = RecordDamaged("PLANGATE-RECORD-004", "its digest is wrong")
CUT = {
    "files": (FileChange("shop/cart.py"), a_test()),
    "changed_files": 3200,
}
CASES: dict[str, Case] = {
    "honest": Case((OK, OK, OK)),
    "broken policy": Case((FAIL, FAIL, FAIL), broken=True),
    "broken policy, corrected by this very pull request": Case(
        (FAIL, FAIL, FAIL), changed(POLICY_PATH), broken=True
    ),
    "no issue": Case((FAIL, FAIL, OK), {"linked": ()}, record=None),
    "no issue, a writer's reason": Case(
        (OK, OK, OK), {"linked": (), "body": "No-Issue: a typo"}, record=None
    ),
    "no issue, a reader's reason": Case(
        (FAIL, FAIL, OK),
        {"linked": (), "body": "No-Issue: a typo", "author": "mallory"},
        record=None,
    ),
    "no issue, 300 commits": Case(
        (FAIL, FAIL, FAIL),
        {"linked": (), "commits": (Commit("c" * 40, "x"),) * 250, "commit_count": 300},
        record=None,
    ),
    "too many issues": Case((FAIL, FAIL, FAIL), {"too_many_links": True}),
    "no such issue": Case((FAIL, FAIL, FAIL), record=None, link={"unreachable": "missing"}),
    "issue elsewhere, no access": Case(
        (FAIL, FAIL, FAIL),
        record=None,
        link={"repository": "acme/plans", "unreachable": "no access"},
    ),
    "issue elsewhere, not allowed": Case(
        (FAIL, FAIL, FAIL),
        record=None,
        link={"repository": "acme/plans", "unreachable": "not allowed"},
    ),
    "issue elsewhere, allowed": Case((OK, OK, OK), link={"repository": "acme/plans"}),
    "closed as not planned": Case((FAIL, FAIL, FAIL), link={"ended": "not_planned"}),
    "closed before the merge": Case((FAIL, FAIL, FAIL), link={"ended": "completed"}),
    "locked": Case((FAIL, FAIL, FAIL), link={"ended": "locked"}),
    "closed, and never planned": Case((FAIL, FAIL, OK), record=None, link={"ended": "closed"}),
    "issue elsewhere, closed": Case(
        (FAIL, FAIL, FAIL), link={"repository": "acme/plans", "ended": "duplicate"}
    ),
    "damaged record": Case((ASK, ASK, ASK), record=None, link={"record": DAMAGED}),
    "no record": Case((FAIL, FAIL, OK), record=None),
    "no plan": Case((FAIL, FAIL, FAIL), record=a_record()),
    "open questions": Case((ASK, ASK, ASK), record=asking()),
    "not approved": Case((ASK, ASK, ASK), record=STAGED),
    "approval of another plan": Case((ASK, ASK, ASK), record=STALE),
    "cancelled": Case((ASK, ASK, ASK), record=staged(Stage.CANCELLED)),
    "finished work": Case((ASK, ASK, ASK), record=staged(Stage.DONE)),
    "plan too large, approved by a writer": Case((OK, OK, OK), record=judged("TASK_TOO_LARGE")),
    "plan too large, approved by policy": Case(
        (ASK, ASK, ASK), record=judged("TASK_TOO_LARGE", "policy")
    ),
    "protected files, approved by a writer": Case((ASK, ASK, ASK), record=judged("PROTECTED_PATH")),
    "protected files, approved by an admin": Case(
        (OK, OK, OK), record=judged("PROTECTED_PATH", "admin")
    ),
    "no planned tests": Case((FAIL, FAIL, FAIL), record=planned(PlannedTests())),
    "no planned tests, waived": Case(
        (OK, OK, OK),
        record=planned(PlannedTests()).model_copy(
            update={"waivers": waived("TESTS_PLANNED").waivers}
        ),
    ),
    "no test changed": Case((FAIL, FAIL, FAIL), changed("shop/cart.py")),
    "test only removed": Case((FAIL, FAIL, FAIL), changed("tests/test_cart.py", status="removed")),
    "no test changed, waived": Case(
        (OK, FAIL, OK), changed("shop/cart.py"), waived("TESTS_CHANGED")
    ),
    "no test changed, waived for an older commit": Case(
        (FAIL, FAIL, FAIL), changed("shop/cart.py"), waived("TESTS_CHANGED", head="c" * 40)
    ),
    "no test changed, waived for good": Case(
        (OK, FAIL, OK), changed("shop/cart.py"), waived("TESTS_CHANGED", sticky=True, head="c" * 40)
    ),
    "ticked, and the check is red": Case(
        (FAIL, FAIL, FAIL), {"body": TICKED, **checks(ci="failure")}
    ),
    "ticked as tested, no test changed": Case(
        (FAIL, FAIL, FAIL), {"body": TICKED_TEST, **changed("shop/cart.py")}
    ),
    "ticked, and a test of that name": Case(
        (OK, OK, OK),
        {
            "body": TICKED,
            "files": (
                FileChange("shop/cart.py"),
                a_test("tests/test_cart.py", "test_negative_count_raises_value_error"),
            ),
        },
    ),
    "files in no task": Case(
        (OK, ASK, OK), changed("shop/cart.py", "shop/mail.py", "tests/test_cart.py")
    ),
    "protected file in no task": Case(
        (OK, ASK, OK), changed("shop/cart.py", "infra/prod.tf", "tests/test_cart.py")
    ),
    "workflow in no task, named like a test": Case(
        (OK, ASK, OK),
        changed("shop/cart.py", ".github/workflows/ship.test.yml", "tests/test_cart.py"),
    ),
    "only exempt files": Case((FAIL, FAIL, OK), changed("docs/cart.md")),
    "renamed into exempt files": Case(
        (FAIL, FAIL, FAIL), changed("docs/cart.md", before="shop/cart.py")
    ),
    "3,200 files": Case((ASK, ASK, ASK), CUT),
    "300 commits": Case((ASK, ASK, ASK), {"commit_count": 300}),
    "unread reviews and checks": Case(
        (ASK, ASK, ASK), {"cut": frozenset({Reading.REVIEWS, Reading.CHECKS})}
    ),
    "unread links": Case((ASK, ASK, ASK), {"cut": frozenset({Reading.LINKS})}),
    "unread links, no issue": Case(
        (FAIL, FAIL, FAIL), {"linked": (), "cut": frozenset({Reading.LINKS})}, record=None
    ),
    "unread comments": Case((FAIL, FAIL, FAIL), record=None, link={"unreachable": "comments"}),
    "an empty pull request": Case((FAIL, FAIL, FAIL), {"files": ()}),
    "no checks": Case((FAIL, FAIL, FAIL), checks()),
    "only our own check": Case((FAIL, FAIL, FAIL), checks(plangate="success")),
    "only skipped checks": Case((FAIL, FAIL, FAIL), checks(ci="skipped", lint="neutral")),
    "the named check was skipped": Case((OK, FAIL, OK), checks(ci="skipped", lint="success")),
    "failed check": Case((FAIL, FAIL, FAIL), checks(ci="failure")),
    "cancelled check": Case((FAIL, FAIL, FAIL), checks(ci="cancelled")),
    "a conclusion nobody knows": Case((FAIL, FAIL, FAIL), checks(ci="stale")),
    "running check": Case((WAIT, FAIL, WAIT), checks(ci="")),
    "one failed, one running": Case((FAIL, FAIL, FAIL), checks(ci="failure", lint="")),
    "the named check is absent": Case((OK, FAIL, OK), checks(lint="success")),
    "no review": Case((ASK, ASK, OK), {"reviews": ()}),
    "a reader's review": Case((ASK, ASK, OK), reviewed("carol", "APPROVED")),
    "the author's review": Case((ASK, ASK, OK), reviewed("bob", "APPROVED")),
    "a review of an older commit": Case((ASK, ASK, OK), reviewed("alice", "APPROVED", "c" * 40)),
    "changes requested": Case((FAIL, FAIL, FAIL), reviewed("alice", "CHANGES_REQUESTED")),
    "part of the issue": Case((OK, OK, OK), link={"whole": False, "tasks": (1,)}),
    "part of the issue without a task, no test changed": Case(
        (FAIL, FAIL, FAIL), changed("shop/cart.py"), link={"whole": False}
    ),
    "draft": Case((OK, OK, OK), {"draft": True}),
    "fork": Case((OK, OK, OK), {"fork": True}),
    "opened long ago": Case((OK, OK, OK), {"created_at": datetime(2020, 1, 1, tzinfo=UTC)}),
}
