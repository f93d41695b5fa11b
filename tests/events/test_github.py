"""Webhook and Action payloads -> wakes: a target for what concerns us, nothing for the rest."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.facts import Person
from bot.events import github
from bot.events.wake import CommitTarget, GroupTarget, IssueTarget, PullTarget, Wake
from bot.ports.inbox import foldable
from tests.factories import BASE_SHA, SHA

DATA = Path(__file__).parents[1] / "testbed" / "data" / "webhook_examples.json.gz"
EXAMPLES = json.loads(gzip.decompress(DATA.read_bytes()))
NAMES = [f"{n}-{e['event']}-{e['action']}" for n, e in enumerate(EXAMPLES)]
REPOSITORY = {"full_name": "acme/shop"}
EVENTS = sorted(
    {e["event"] for e in EXAMPLES} | {"workflow_run", "pull_request_target", "merge_group"}
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
FIELDS = (
    "action", "issue", "pull_request", "comment", "number", "repository", "full_name", "sender",
    "login", "id", "check_run", "check_suite", "workflow_run", "head_sha", "sha", "changes", "body",
    "from", "installation", "type", "merge_group", "base_sha", "base_ref", "head_ref", "head_branch",
)  # fmt: skip
shaped = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from([SHA, "acme/shop"]),
    lambda inner: (
        st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5) | st.lists(inner, max_size=2)
    ),
    max_leaves=20,
)


def wake(event: str, **payload: Any) -> Any:
    """The wake of a payload of our repository."""
    return github.wake(event, {"repository": REPOSITORY, **payload}, "d-1")


def test_every_real_payload_is_read():
    """Each of GitHub's own example payloads gives a wake for its repository, or none; never an error."""
    # C: webhook handler
    assert [n for n, e in zip(NAMES, EXAMPLES, strict=True) if not _is_read(e)] == []


def _is_read(example: dict[str, Any]) -> bool:
    payload = example["payload"]
    found = github.wake(example["event"], payload, "d-1")
    return (
        found is None or payload["repository"]["full_name"] == found.repository
    ) and payload.get("sender", {}).get("login", "") == github.sender(payload).login


def _expected(example: dict[str, Any]) -> object:
    payload, event = example["payload"], example["event"]
    if event in {"issues", "issue_comment"}:
        issue = payload["issue"]
        kind = PullTarget if "pull_request" in issue else IssueTarget
        return kind(issue["number"])
    if event in {"pull_request", "pull_request_review"}:
        return PullTarget(payload["pull_request"]["number"])
    if event in {"check_run", "workflow_run"}:
        return CommitTarget(payload[event]["head_sha"])
    if event == "check_suite" and payload["action"] in {"completed", "rerequested"}:
        return CommitTarget(payload[event]["head_sha"])
    return CommitTarget(payload["sha"]) if event == "status" else None


KNOWN = [
    (n, e)
    for n, e in zip(NAMES, EXAMPLES, strict=True)
    if e["event"] in {"issues", "issue_comment", "pull_request", "pull_request_review", "status"}
    or e["event"] in {"check_run", "check_suite", "workflow_run"}
]


def test_the_main_events_have_their_target():
    """Issues, comments, pull requests, reviews, checks and statuses wake what they are about."""
    # C
    found = {n: github.wake(e["event"], e["payload"]) for n, e in KNOWN}

    assert {n: w.target if w else None for n, w in found.items()} == {
        n: _expected(e) for n, e in KNOWN
    }


TARGETS: dict[str, tuple[str, dict[str, Any], object]] = {
    "an issue": ("issues", {"issue": {"number": 7}}, IssueTarget(7)),
    "a comment on an issue": ("issue_comment", {"issue": {"number": 7}}, IssueTarget(7)),
    "a comment on a pull request": (
        "issue_comment", {"issue": {"number": 8, "pull_request": {}}}, PullTarget(8),
    ),
    "a pull request": ("pull_request", {"pull_request": {"number": 8}}, PullTarget(8)),
    "a pull request, safely": ("pull_request_target", {"pull_request": {"number": 8}}, PullTarget(8)),
    "a review": ("pull_request_review", {"pull_request": {"number": 8}}, PullTarget(8)),
    "a status": ("status", {"sha": SHA}, CommitTarget(SHA)),
    "a check": ("check_run", {"check_run": {"head_sha": SHA}}, CommitTarget(SHA)),
    "a workflow": ("workflow_run", {"workflow_run": {"head_sha": SHA}}, CommitTarget(SHA)),
    "a suite that ended": (
        "check_suite", {"action": "completed", "check_suite": {"head_sha": SHA}}, CommitTarget(SHA),
    ),
    "a suite run again": (
        "check_suite", {"action": "rerequested", "check_suite": {"head_sha": SHA}}, CommitTarget(SHA),
    ),
    "a merge group": (
        "merge_group",
        {
            "action": "checks_requested",
            "merge_group": {
                "head_sha": SHA, "head_ref": f"refs/heads/gh-readonly-queue/main/pr-8-{BASE_SHA}",
                "base_sha": BASE_SHA, "base_ref": "refs/heads/main",
            },
        },
        GroupTarget(SHA, f"gh-readonly-queue/main/pr-8-{BASE_SHA}", BASE_SHA, "main"),
    ),
    "the check of a merge group, again": (
        "check_run",
        {
            "action": "rerequested",
            "check_run": {
                "head_sha": SHA,
                "check_suite": {"head_branch": f"gh-readonly-queue/main/pr-8-{BASE_SHA}"},
            },
        },
        GroupTarget(SHA, f"gh-readonly-queue/main/pr-8-{BASE_SHA}", "", "main"),
    ),
    "a commit of SHA-256": ("status", {"sha": "a" * 64}, CommitTarget("a" * 64)),
}  # fmt: skip


@pytest.mark.parametrize(("event", "payload", "target"), TARGETS.values(), ids=TARGETS)
def test_each_event_has_its_target(event, payload, target):
    """The event's name decides where the target is looked for."""
    # C
    found = wake(event, **payload)

    assert ("acme/shop", target) == (found.repository, found.target)


NOTHING: dict[str, tuple[str, dict[str, Any]]] = {
    "a merge group taken apart": (
        "merge_group",
        {
            "action": "destroyed",
            "merge_group": {
                "head_sha": SHA, "head_ref": "refs/heads/gh-readonly-queue/main/pr-8-b",
                "base_sha": SHA, "base_ref": "refs/heads/main",
            },
        },
    ),
    "a merge group of nothing": ("merge_group", {"action": "checks_requested", "merge_group": {}}),
    "a check that ended on a merge group": (
        "check_run",
        {
            "action": "completed",
            "check_run": {
                "head_sha": SHA,
                "check_suite": {"head_branch": f"gh-readonly-queue/main/pr-8-{SHA}"},
            },
        },
    ),
    "an event we do not know": ("star", {"issue": {"number": 7}}),
    "another event's shape": ("issues", {"pull_request": {"number": 8}}),
    "no event": ("", {"issue": {"number": 7}}),
    "a suite that was asked for": (
        "check_suite", {"action": "requested", "check_suite": {"head_sha": SHA}},
    ),
    "number zero": ("issues", {"issue": {"number": 0}}),
    "a negative number": ("issues", {"issue": {"number": -1}}),
    "a number as text": ("issues", {"issue": {"number": "7"}}),
    "true for a number": ("issues", {"issue": {"number": True}}),
    "a fraction": ("issues", {"issue": {"number": 7.5}}),
    "a short SHA": ("status", {"sha": "abc"}),
    "a SHA with more behind": ("status", {"sha": SHA + "\n"}),
    "an upper-case SHA": ("status", {"sha": SHA.upper()}),
    "a path for a SHA": ("status", {"sha": "../../x"}),
    "no repository": ("issues", {"issue": {"number": 7}, "repository": None}),
    "a repository without a name": ("issues", {"issue": {"number": 7}, "repository": {}}),
    "a name without an owner": (
        "issues", {"issue": {"number": 7}, "repository": {"full_name": "shop"}},
    ),
    "a name with a path": (
        "issues", {"issue": {"number": 7}, "repository": {"full_name": "acme/shop/../x"}},
    ),
    "a name with a newline": (
        "issues", {"issue": {"number": 7}, "repository": {"full_name": "acme/shop\n"}},
    ),
    "a name with blanks": (
        "issues", {"issue": {"number": 7}, "repository": {"full_name": "acme/my shop"}},
    ),
    "dots for names": ("issues", {"issue": {"number": 7}, "repository": {"full_name": "../.."}}),
    "other letters": (
        "issues", {"issue": {"number": 7}, "repository": {"full_name": "acme/sh\u043ep"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("event", "payload"), NOTHING.values(), ids=NOTHING)
def test_what_names_nothing_wakes_nothing(event, payload):
    """A payload that cannot be used, or could reach elsewhere, wakes nothing."""
    # T3
    assert wake(event, **payload) is None


def test_the_event_bears_witness():
    """Who acted, on which comment, and what the comment said before: that much an event knows."""
    # B4
    found = wake(
        "issue_comment",
        action="edited",
        issue={"number": 7},
        comment={"id": 501},
        changes={"body": {"from": "- [ ] a"}},
        sender={"login": "bob", "id": 2, "type": "User"},
    )

    seen = found.witness
    assert ("issue_comment", "edited", Person("bob", 2), "d-1", 501, "- [ ] a") == (
        seen.event, seen.action, seen.sender, seen.delivery, seen.comment_id, seen.body_before,
    )  # fmt: skip


BOARD = "<!-- plangate:dashboard sum=0123456789ab -->\n- [x] <!-- plangate:look.3 --> a"


@pytest.mark.parametrize(
    ("event", "name", "author", "kept"),
    [
        ("issue_comment", "comment", "mallory", False),
        ("issue_comment", "comment", "plangate[bot]", True),
        ("issues", "issue", "mallory", False),
        ("issues", "issue", "plangate[bot]", True),
    ],
)
def test_an_edit_of_ones_own_text_is_no_evidence_of_a_tick(event, name, author, kept):
    """Our boxes are ticked by others: only an edit of somebody else's text is kept, all others fold."""
    # issue 19
    text = {"id": 501, "number": 7, "body": BOARD, "user": {"login": author}}
    found = wake(
        event,
        action="edited",
        changes={"body": {"from": "before"}},
        sender={"login": "mallory", "id": 5, "type": "User"},
        **{"issue": {"number": 7}, name: text},
    )

    seen = found.witness
    assert (seen.body_before, seen.body_after) == (("before", BOARD) if kept else (None, None))
    assert (seen.sender.login, seen.action) == ("mallory", "edited")
    assert foldable(found) is not kept


def test_a_new_comment_brings_its_text():
    """It shows that the comment was edited since, before GitHub says so; it folds all the same."""
    # issue 19
    text = {"id": 501, "body": "/plan", "user": {"login": "bob"}}
    sender = {"login": "bob", "id": 2, "type": "User"}
    found = wake(
        "issue_comment", action="created", issue={"number": 7}, comment=text, sender=sender
    )

    assert found.witness.body_after == "/plan"
    assert foldable(found)


def test_bots_are_known_by_their_type():
    """A bot is what GitHub says is one, not what its name looks like."""
    # T4
    bot = {"sender": {"login": "x", "id": 1, "type": "Bot"}}
    person = {"sender": {"login": "x[bot]", "id": 1, "type": "User"}}

    assert (github.sender(bot).is_bot, github.sender(person).is_bot) == (True, False)


@given(st.sampled_from(EVENTS) | st.text(max_size=10), json_values | shaped)
def test_any_json_is_a_wake_or_nothing(event, payload):
    """Whatever JSON comes: a wake with a proper target, or nothing."""
    # T3, T20
    found = github.wake(event, payload)

    assert found is None or (found.repository.count("/") == 1 and found.subject)
    assert isinstance(github.sender(payload), Person)


@pytest.mark.parametrize(
    ("one", "other"),
    [(IssueTarget(7), PullTarget(7)), (CommitTarget(SHA), CommitTarget(SHA))],
    ids=["number", "commit"],
)
def test_one_subject_has_one_name(one, other):
    """Issues and pull requests share their numbers; wakes of one subject share its name."""
    assert Wake("acme/shop", one).subject == Wake("acme/shop", other).subject
    assert Wake("acme/shop", one).subject != Wake("acme/other", one).subject


@pytest.mark.parametrize(
    "number", [2**63, 10**4000, 1e308, -1, True, "7", None], ids=lambda n: str(n)[:9]
)
def test_a_number_that_github_cannot_mean_wakes_nothing(number):
    """Issue numbers are positive and fit into 63 bits; nothing else becomes a subject or an address."""
    # T20, issue 7: huge numbers
    payload = {"issue": {"number": number}, "repository": {"full_name": "acme/shop"}}

    assert github.wake("issues", payload) is None


def test_only_an_edit_of_a_dashboard_brings_its_text():
    """Who ticked in a dashboard is told by its text before and after; other issues' texts are not stored."""
    board = "<!-- plangate:dashboard sum=0123456789ab -->\n- [x] <!-- plangate:look.3 --> a"
    for action, body, kept in (
        ("edited", board, board), ("closed", board, None), ("edited", "- [x] a", None),
    ):  # fmt: skip
        issue = {"number": 5, "body": body}
        found = github.wake(
            "issues", {"action": action, "issue": issue, "repository": {"full_name": "a/b"}}
        )

        assert found is not None
        assert found.witness is not None
        assert found.witness.body_after == kept
        assert foldable(found) is (kept is None)
