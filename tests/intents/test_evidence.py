"""What GitHub shows of a pull request: tests by globs, checks, and the reviews that stand on its head."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.added_tests import UNREAD, Added, Shows
from bot.domain.facts import FileChange, LinkedIssue, Permission, RecordAbsent, Review
from bot.domain.record import Workflow
from bot.domain.stages import Stage
from bot.intents.evidence import evidence_of, is_test, seen
from bot.intents.model import EvidenceSeen
from bot.intents.reading import read_intents
from tests.factories import NOW, SHA, a_check, a_person, a_policy, a_pull, a_test, facts
from tests.intents.given import known, staged

OLD = "c" * 40
TESTS = [
    "tests/test_cart.py", "tests/cart/helpers.py", "test/cart_test.go", "src/cart_test.go",
    "src/cart.test.ts", "src/cart.spec.ts", "src/__tests__/cart.js", "spec/cart_spec.rb",
    "src/CartTest.java", "src/CartTests.cs", "test_cart.py", "a/b/c/tests/d/e.py",
    "packages/shop/test/x.ts",
]  # fmt: skip
NO_TESTS = [
    "shop/cart.py", "README.md", "docs/testing.md", "src/contest.py", "src/latest.py",
    "src/attestation.go", "protest/cart.py", "src/inspect.ts", "src/spectrum.ts", "src/fastest/cart.py",
]  # fmt: skip


@pytest.mark.parametrize("path", TESTS)
def test_tests_are_found_by_globs(path):
    """A file in a test folder, or with a test's name, is a test."""
    # S2.3
    assert is_test(a_policy(), path)


@pytest.mark.parametrize("path", NO_TESTS)
def test_other_files_are_no_tests(path):
    """A file whose name only contains the letters is none."""
    # B1
    assert not is_test(a_policy(), path)


def test_the_policy_says_what_a_test_is():
    """The globs of the policy replace the defaults."""
    policy = a_policy(gate={"tests": ["checks/**"]})

    assert (is_test(policy, "checks/a.py"), is_test(policy, "tests/test_a.py")) == (True, False)


COUNTED = {
    "a test": (a_test(), True),
    "a test that was removed": (a_test(status="removed"), False),
    "a renamed file": (FileChange("tests/test_cart.py", "renamed", "shop/cart.py"), False),
    "where no runner looks": (a_test("tests/helpers.py"), False),
    "where policy has no tests": (a_test("shop/test.py"), False),
    "code of another language": (FileChange("tests/a.lua", added=Added(Shows.SOURCE)), True),
    "a patch that GitHub does not show": (FileChange("tests/test_cart.py", added=UNREAD), False),
}


@pytest.mark.parametrize(("file", "counts"), COUNTED.values(), ids=COUNTED)
def test_which_changed_files_count_as_tests(file, counts):
    """Lines of tests, in a file that a runner takes and policy names."""
    # B1
    assert (shown(files=(file,)).tests == (file.path,)) is counts


def test_a_glob_of_the_policys_own_says_which_files_are_taken():
    """Else its language's names do, also where a branch keeps only some of the default globs."""
    own, fewer = ({"tests": ["qa/**", "**/tests/**"]}, {"tests": ["**/tests/**"]})
    files = (a_test("qa/cart.py"), a_test("tests/helpers.py"), a_test("tests/test_cart.py"))

    found = [shown(files=files, policy=a_policy(gate=gate)).tests for gate in (own, fewer)]

    assert found == [("qa/cart.py", "tests/test_cart.py"), ("tests/test_cart.py",)]


def test_a_test_that_nobody_could_read_is_named():
    """The check says which file was too large to show."""
    files = (FileChange("tests/test_cart.py", added=UNREAD), FileChange("shop/a.py", added=UNREAD))

    assert shown(files=files).tests_unread == ("tests/test_cart.py",)


def shown(**more):
    """The evidence of a pull request."""
    return evidence_of(facts(), a_pull(**more))


def test_removed_tests_are_no_tests():
    """Deleting a test is no test, though the file was touched."""
    # B1
    files = (a_test("tests/test_a.py", status="removed"), a_test("tests/test_b.py"))

    found = shown(files=files)

    assert found.tests == ("tests/test_b.py",)
    assert found.files_removed == ("tests/test_a.py",)
    assert found.files_touched == ("tests/test_a.py", "tests/test_b.py")


def test_checks_are_told_by_name():
    """A check's conclusion stands under its name; without one it is running."""
    checks = (a_check("build", "success"), a_check("lint", ""))

    assert shown(checks=checks).checks == {"build": "success", "lint": "running"}


@pytest.mark.parametrize("name", ["plangate", "plangate-handle", "plangate / x"])
def test_our_own_checks_prove_nothing(name):
    """Our check, and the job that makes it, are no evidence."""
    # B1, STYLE 13
    assert shown(checks=(a_check(name, "success"),)).checks == {}


SAME_NAME = {
    "failure first": (("failure", "success"), "failure"),
    "failure last": (("success", "failure"), "failure"),
    "running": (("success", ""), "running"),
    "failed and running": (("", "cancelled"), "cancelled"),
    "skipped first": (("skipped", "success"), "success"),
    "skipped last": (("success", "neutral"), "success"),
    "both skipped": (("neutral", "neutral"), "neutral"),
}


@pytest.mark.parametrize(("conclusions", "said"), SAME_NAME.values(), ids=SAME_NAME)
def test_of_two_checks_with_one_name_the_worse_counts(conclusions, said):
    """A green check of the same name, of another App or a status, hides no red one."""
    # B1: fails closed
    checks = tuple(a_check("build", c, app_id=n) for n, c in enumerate(conclusions))

    found = shown(checks=checks).checks["build"]

    assert said == found


def a_review(login: str, state: str = "APPROVED", commit: str = SHA, **more) -> Review:
    """A review by somebody."""
    return Review(1, replace(a_person(login), **more), state, commit, NOW)


STANDING = {
    "a writer": ([a_review("alice")], ("alice",), ()),
    "two writers": ([a_review("alice"), a_review("bob2")], ("alice",), ()),
    "a reader": ([a_review("carol")], (), ()),
    "triage is not enough": ([a_review("trent")], (), ()),
    "a stranger": ([a_review("mallory")], (), ()),
    "the author": ([a_review("bob")], (), ()),
    "the author in capitals": ([a_review("BOB")], (), ()),
    "a bot": ([a_review("helper[bot]")], (), ()),
    "a bot with write": ([a_review("robot", is_bot=True)], (), ()),
    "on an older commit": ([a_review("alice", commit=OLD)], (), ()),
    "changes requested": ([a_review("alice", "CHANGES_REQUESTED")], (), ("alice",)),
    "changes requested on an older commit": (
        [a_review("alice", "CHANGES_REQUESTED", OLD)], (), ("alice",),
    ),
    "changes, then approved": (
        [a_review("alice", "CHANGES_REQUESTED"), a_review("alice")], ("alice",), (),
    ),
    "approved, then changes": (
        [a_review("alice"), a_review("alice", "CHANGES_REQUESTED")], (), ("alice",),
    ),
    "approved, then commented": ([a_review("alice"), a_review("alice", "COMMENTED")], ("alice",), ()),
    "dismissed": ([a_review("alice"), a_review("alice", "DISMISSED")], (), ()),
    "changes by a stranger": ([a_review("mallory", "CHANGES_REQUESTED")], (), ()),
    "pending": ([a_review("alice", "PENDING")], (), ()),
}  # fmt: skip


@pytest.mark.parametrize(("reviews", "yes", "no"), STANDING.values(), ids=STANDING)
def test_which_reviews_stand(reviews, yes, no):
    """The last decisive review of each writer counts, an approval only on the head it was given to."""
    # S2.5, B2, B4
    people = {**facts().permissions, "robot": Permission.WRITE, "mallory": Permission.READ}

    found = evidence_of(facts(permissions=people), a_pull(author="bob", reviews=tuple(reviews)))

    assert (yes, no) == (found.approved_by, found.rejected_by)


@pytest.mark.parametrize(
    ("more", "state"),
    [
        ({}, "open"),
        ({"state": "closed"}, "closed"),
        ({"state": "closed", "merged": True}, "merged"),
    ],
    ids=["open", "closed", "merged"],
)
def test_the_state_of_a_pull_request(more, state):
    """Merged is told apart from closed."""
    assert state == shown(**more).state


LINKED = a_pull(linked=(LinkedIssue(7, "keyword", RecordAbsent()),))


def implementing(*pulls):
    """A record at work that knows this evidence."""
    held = tuple(evidence_of(facts(), p) for p in pulls)
    return staged().model_copy(
        update={"stage": Stage.IMPLEMENTING, "workflow": Workflow(pull_requests=held)}
    )


def test_new_evidence_is_an_intent():
    """A linked pull request that shows something new is seen; what the record holds is no news."""
    # B11
    [found] = seen(known(None, pulls=(LINKED,)), implementing())

    assert (found.pull.number, found.at) == (8, NOW)
    assert list(seen(known(None, pulls=(LINKED,)), implementing(LINKED))) == []


def test_a_new_head_is_new_evidence():
    """A push makes other evidence, under another key."""
    # B2
    moved = replace(LINKED, head_sha=OLD)

    [found] = seen(known(None, pulls=(moved,)), implementing(LINKED))

    assert found.key.startswith(f"pull:8:{OLD[:12]}:open")


NOTHING = {
    "a pull request for another issue": (replace(LINKED, linked=()), Stage.IMPLEMENTING),
    "before approval": (LINKED, Stage.STAGED),
    "after a cancel": (LINKED, Stage.CANCELLED),
}


@pytest.mark.parametrize(("pull", "stage"), NOTHING.values(), ids=NOTHING)
def test_other_evidence_is_not_seen(pull, stage):
    """Evidence counts for linked pull requests of approved plans."""
    # B2, S1.7
    record = implementing().model_copy(update={"stage": stage})
    found = read_intents(known(record, pulls=(pull,)))

    assert [i for i in found if isinstance(i, EvidenceSeen)] == []


def test_without_an_issue_nothing_is_seen():
    """A pull request without an issue has no record to write to."""
    assert list(seen(facts(issue=None, pulls=(LINKED,)), implementing())) == []


def test_evidence_keeps_where_files_came_from_and_which_tests_are_new():
    """What a later look does not list again is all there: old names, new tests, ticked boxes."""
    # S2.4
    files = (
        FileChange("docs/a.md", "renamed", "shop/a.py"),
        a_test("tests/test_a.py", "test_a"),
        a_test("shop/b.py", "test_in_code"),
    )
    body = "Closes #7\n\n- [x] Tests added\n- [ ] Not this\n> - [x] Nor this\n"
    body += "\n<pre>\n\n- [x] Nor this code\n\n</pre>\n"
    body += "\n- ~~x~~\n\n      - [x] Nor code\n\n<details>\n\n- [x] Folded `away`\n\n</details>\n"
    shown = evidence_of(facts(), a_pull(files=files, body=body))

    assert shown.files_renamed == {"docs/a.md": "shop/a.py"}
    assert (shown.test_names, shown.said) == (
        ("tests/test_a.py::test_a",),
        ("Tests added", "Folded"),
    )
