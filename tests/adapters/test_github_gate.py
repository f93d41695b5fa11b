"""What the gate reads and writes beyond the ports' common rules: files, commits, queues, buttons, notes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.adapters import github_account, github_check_runs, github_facts
from bot.adapters.github_account import Account
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_pulls import GitHubPulls
from bot.adapters.markdown import MarkdownRenderer
from bot.domain.added_tests import NOTHING, UNREAD, Added
from bot.domain.listing import Listing, Reading
from bot.domain.policy import Policy
from bot.domain.verdict import Conclusion, Row, RowCode, RowState, Verdict
from bot.effects import GateMessage
from bot.ports.github import Button, CheckRun, LineNote, Queued
from tests.adapters.grounds import EmulatorGround, no_waiting
from tests.factories import BASE_SHA, SHA, a_plan
from tests.testbed.emulator import GitHubEmulator

ROW: dict[str, Any] = {
    "number": 8, "title": "T", "body": None, "user": None, "state": "open", "draft": True,
    "html_url": "https://github.com/acme/shop/pull/8", "created_at": "2026-11-20T12:00:00Z",
    "head": {"sha": SHA, "ref": "x", "repo": None},
    "base": {"sha": BASE_SHA, "ref": "main", "repo": {"id": 1}},
    "labels": [{"name": "hotfix"}], "changed_files": 3200, "commits": 300,
}  # fmt: skip


def test_all_open_pull_requests_on_a_commit_share_its_check(hub: GitHubEmulator) -> None:
    """They are looked for among ours: GitHub's list for a commit knows none of forks, and others' as well."""
    ground = EmulatorGround(hub)
    first = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    hub.push_file("bob", "old.md", "x\n", branch="old")
    body = {"title": "Same", "head": "a", "base": "old"}
    second = hub.request("POST", f"/repos/{hub.repo}/pulls", body, login="bob")["number"]
    head = ground.pulls.pull(first).head_sha
    ground.pulls.closing(first)
    ground.client.traffic.calls.clear()

    assert [p.number for p in ground.pulls.with_head(head).rows] == [second, first]
    assert [c.route for c in ground.client.traffic.calls] == ["/repos/{repo}/pulls"]

    hub.request("PATCH", f"/repos/{hub.repo}/pulls/{second}", {"state": "closed"}, login="bob")
    assert [p.number for p in ground.pulls.with_head(head).rows] == [first]


def test_a_deleted_fork_is_read_like_any_other() -> None:
    """GitHub shows no repository for the head of a deleted fork, and `ghost` for its author."""
    pull = github_facts.pull(ROW)

    assert (pull.author.login, pull.fork, pull.draft, pull.body) == ("ghost", True, True, "")
    assert (pull.labels, pull.changed_files, pull.commit_count) == (
        frozenset({"hotfix"}),
        3200,
        300,
    )
    assert pull.unread == (Reading.FILES, Reading.COMMITS)


def test_a_pull_request_of_the_same_repository_is_no_fork() -> None:
    """Head and base stand in one repository."""
    same = {**ROW, "head": {**ROW["head"], "repo": {"id": 1}}}

    assert not github_facts.pull(same).fork
    assert github_facts.pull({**ROW, "head": {**ROW["head"], "repo": {"id": 2}}}).fork


def test_a_file_tells_its_old_name_and_its_new_tests() -> None:
    """Renames keep where they came from; binary files have no patch."""
    row = {
        "filename": "tests/test_b.py", "status": "renamed", "previous_filename": "tests/a.py",
        "patch": "@@ -1 +1,2 @@\n+def test_b():\n", "additions": 1,
    }  # fmt: skip
    file = github_facts.file(row)

    assert (file.before, file.added.names) == ("tests/a.py", ("test_b",))
    assert github_facts.file({"filename": "a.png", "status": "added"}).added == NOTHING


NO_PATCH = {"large": (2_000_000, UNREAD), "only renamed": (0, NOTHING)}


@pytest.mark.parametrize(("additions", "added"), NO_PATCH.values(), ids=NO_PATCH)
def test_a_change_that_is_too_large_to_be_shown_is_unread(additions: int, added: Added) -> None:
    """GitHub leaves its patch out, though lines were added."""
    row = {"filename": "tests/test_b.py", "status": "renamed", "additions": additions}

    assert github_facts.file(row).added == added


def test_whose_signature_github_verified_is_told(hub: GitHubEmulator) -> None:
    """By the account's key, by GitHub for its pages' author, or nobody's, whatever git was told."""
    ground = EmulatorGround(hub)
    number = hub.open_pull("bob", {"a.py": "1\n"}, branch="s", author="alice")
    hub.push_files("bob", {"a.py": "2\n"}, "s", signed="key")
    hub.push_files("bob", {"a.py": "3\n"}, "s", author="carol", signed="web")

    told = [(c.author, c.committer, c.signer) for c in ground.pulls.commits(number).rows]

    assert told == [("alice", "alice", ""), ("bob", "bob", "bob"), ("carol", "", "carol")]


def many_commits(hub: GitHubEmulator, *messages: str) -> int:
    """A pull request of bob's with an empty commit for each message, and one with a file."""
    git = f"/repos/{hub.repo}/git"
    sha, tree = hub.head(), hub.request("GET", f"{git}/commits/{hub.head()}")["tree"]["sha"]
    for message in messages:
        one = {"message": message, "tree": tree, "parents": [sha]}
        sha = hub.request("POST", f"{git}/commits", one, login="bob")["sha"]
    hub.request("POST", f"{git}/refs", {"ref": "refs/heads/m", "sha": sha}, login="bob")
    return hub.open_pull("bob", {"shop/a.py": "1\n"}, branch="m", title="Last")


BY_ALICE = "Co-authored-by: Al <alice@example.test>"
SOMEBODY = "".join(f"Co-authored-by: N <n{n}@example.test>\n" for n in range(30))
HANDS: dict[str, tuple[tuple[str, ...], set[str], set[Reading]]] = {
    "in the oldest of many commits": (
        (f"x\n\n{BY_ALICE}", *["x"] * 101), {"alice", "bob"}, set(),
    ),
    "behind many co-authors": ((f"x\n\n{SOMEBODY}{BY_ALICE}",), {"bob"}, {Reading.HANDS}),
}  # fmt: skip


@pytest.mark.parametrize(("messages", "hands", "cut"), HANDS.values(), ids=HANDS)
def test_every_hand_in_a_change_is_known_or_it_is_told_that_not_all_are(
    hub: GitHubEmulator, messages: tuple[str, ...], hands: set[str], cut: set[Reading]
) -> None:
    """However many commits there are, and whoever stands behind how many others."""
    ground = EmulatorGround(hub)
    pull = ground.pulls.pull(many_commits(hub, *messages))
    ground.pulls.closing(pull.number)

    found = ground.pulls.evidence(pull)

    assert set(found.pushers) == hands
    assert set(found.cut) == cut


def test_a_list_shorter_than_githubs_own_count_is_not_whole(hub: GitHubEmulator) -> None:
    """Half a list of files looks like a short one: the pull request itself says how many there are."""
    # issue 19: half a page
    ground = EmulatorGround(hub)
    pull = ground.pulls.pull(ground.open_pull("bob", {"shop/a.py": "1\n"}, "a"))
    more = replace(pull, changed_files=pull.changed_files + 1)

    assert [ground.pulls.evidence(p).cut for p in (pull, more)] == [set(), {Reading.FILES}]


@pytest.mark.parametrize(("most", "cut"), [(3, {Reading.CHECKS}), (4, set())])
def test_as_many_runs_as_github_lists_may_not_be_all(
    hub: GitHubEmulator, monkeypatch: pytest.MonkeyPatch, most: int, cut: set[Reading]
) -> None:
    """Of more suites than it lists GitHub leaves out the oldest, and does not say so."""
    ground = EmulatorGround(hub)
    monkeypatch.setattr(github_check_runs, "MOST_RUNS", most)
    pull = ground.pulls.pull(ground.open_pull("bob", {"shop/a.py": "1\n"}, "a"))
    for name in ("a", "b", "c"):
        hub.ci(pull.head_sha, name)

    assert ground.pulls.evidence(pull).cut == cut


def test_commits_tips_and_events(hub: GitHubEmulator) -> None:
    """What people wrote in commits, where a branch stands, when an issue was opened again."""
    ground = EmulatorGround(hub)
    issue = ground.open_issue("carol", "One")
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    for state in ("closed", "open"):
        route = f"/repos/{hub.repo}/issues/{issue}"
        hub.request("PATCH", route, {"state": state}, login="alice")

    assert [c.sha for c in ground.pulls.commits(number).rows] == [
        ground.pulls.pull(number).head_sha
    ]
    assert ground.issues.tip("main") == hub.head("main")
    assert ground.issues.reopened_at(issue) is not None
    assert ground.issues.reopened_at(number) is None


def test_an_issues_labels_are_their_last_givers(
    hub: GitHubEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest events are read first, page by page; what stands too far back is nobody's."""
    ground = EmulatorGround(hub)
    number = ground.open_issue("carol", "One")
    path = f"/repos/{hub.repo}/issues/{number}/labels"

    def give(login: str, name: str) -> None:
        hub.request("POST", path, {"labels": [name]}, login=login)

    def take(name: str) -> None:
        hub.as_user("alice").requester.requestJsonAndCheck("DELETE", f"{path}/{name}")

    def told() -> dict[str, str]:
        trail = EmulatorGround(hub).issues.trail(number)
        assert trail is not None
        return dict(trail.labelled)

    give("bob", "No-Plan")
    give("alice", "early")
    for _ in range(105):
        give("trent", "busy")
        take("busy")
    take("No-Plan")
    give("trent", "no-plan")

    assert told() == {"early": "alice", "busy": "trent", "no-plan": "trent"}
    monkeypatch.setattr(github_account, "MOST_EVENTS", 100)
    assert told() == {"busy": "trent", "no-plan": "trent"}


@pytest.mark.parametrize("answer", [{}, {"repository": None}, {"repository": {"mergeQueue": None}}])
def test_a_queue_nobody_tells_of_is_empty(answer: dict[str, Any]) -> None:
    """No queue, no permission, or an old server: the commits must tell."""
    assert _queue(answer) == Listing((), complete=bool(answer.get("repository")))


def test_a_queue_is_read_in_its_order() -> None:
    """Each entry with the commits between which it merges; entries without a pull request are none."""
    node = {
        "pullRequest": {"number": 8},
        "headCommit": {"oid": SHA},
        "baseCommit": {"oid": BASE_SHA},
    }
    bare = {"pullRequest": {"number": 9}, "headCommit": None, "baseCommit": None}
    nodes = [node, bare, {**bare, "pullRequest": None}]
    entries = {"nodes": nodes, "pageInfo": {"hasNextPage": False}}

    found = _queue({"repository": {"mergeQueue": {"entries": entries}}})

    assert found == Listing((Queued(8, SHA, BASE_SHA), Queued(9, "", "")))


def test_a_queue_that_goes_on_is_not_complete() -> None:
    """GraphQL gives a hundred entries at once."""
    # issue 18, 7
    entries = {"nodes": [], "pageInfo": {"hasNextPage": True}}

    assert not _queue({"repository": {"mergeQueue": {"entries": entries}}}).complete


def _queue(data: dict[str, Any]) -> Listing[Queued]:
    client = GitHubClient("acme/shop", TokenAuth("ghs_x"), "http://localhost:9", no_waiting())
    client.learn({"full_name": "acme/shop", "id": 1, "default_branch": "main"})
    client.graphql = lambda query, variables: {"data": data}  # type: ignore[method-assign]
    return GitHubPulls(client, Account(client)).queued("main")


def a_run(sha: str, conclusion: Conclusion, external_id: str) -> CheckRun:
    """A run with a note and a button."""
    note = LineNote("shop/a.py", 1, "notice", "Title", "Message")
    return CheckRun(
        sha, conclusion, external_id, "Title", "Summary", text="Details", notes=(note,),
        buttons=(Button("Look again", "Judge again", "look-again"),),
    )  # fmt: skip


def test_notes_go_with_a_new_run_and_buttons_with_every_one(hub: GitHubEmulator) -> None:
    """GitHub only ever adds annotations, so an update brings none; buttons and details are kept."""
    ground = EmulatorGround(hub)
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    sha = ground.pulls.pull(number).head_sha
    begin = len(hub.exchanges())
    ground.pulls.set_check(a_run(sha, Conclusion.FAILURE, "pr:1 rev:1"), 0)
    run = ground.pulls.evidence(ground.pulls.pull(number)).verdicts[0]
    ground.pulls.set_check(a_run(sha, Conclusion.SUCCESS, "pr:1 rev:2"), run.id)

    sent = [
        json.loads(e["request_body"])
        for e in hub.exchanges()[begin:]
        if "/check-runs" in e["url"] and e["method"] != "GET"
    ]
    assert [len(body["output"].get("annotations", [])) for body in sent] == [1, 0]
    assert [[a["identifier"] for a in body["actions"]] for body in sent] == [["look-again"]] * 2
    assert [body["output"]["text"] for body in sent] == ["Details"] * 2


def verdict(*rows: Row) -> GateMessage:
    """A verdict with these rows."""
    return GateMessage(
        Verdict(8, SHA, "main", BASE_SHA, rows, issues=(7,), revisions=(1,)), Policy()
    )


def test_a_line_note_stands_where_it_helps() -> None:
    """A broken policy is shown at its line, a file that no task names at its first; both are not met."""
    # B12
    broken = {"file": ".github/plangate.yml", "line": 3, "why": "unknown key `gates`"}
    outside = {"outside": ["shop/mail.py"], "protected": []}
    message = verdict(
        Row(RowCode.POLICY_VALID, RowState.MISSING, data=broken),
        Row(RowCode.SCOPE_KEPT, RowState.UNDECIDED, data=outside),
        Row(RowCode.CHECKS_PASSED, RowState.MISSING),
    )

    notes = MarkdownRenderer("acme/shop").line_notes(message)

    assert [(n.path, n.line, n.level) for n in notes] == [
        (".github/plangate.yml", 3, "failure"), ("shop/mail.py", 1, "warning"),
    ]  # fmt: skip
    assert "unknown key" in notes[0].message and "No task" in notes[1].message
    assert all(n.title.startswith("Not met: ") and len(n.title) < 255 for n in notes)


def test_buttons_fit_githubs_limits() -> None:
    """Label and identifier at most 20 characters, description at most 40, three buttons."""
    buttons = MarkdownRenderer("acme/shop").buttons()

    assert [b.identifier for b in buttons] == ["look-again", "show-plan"]
    assert all(len(b.label) <= 20 and len(b.identifier) <= 20 for b in buttons)
    assert all(len(b.description) <= 40 for b in buttons)


def test_the_details_hold_the_plan_as_plain_text() -> None:
    """Nothing in a plan is live there."""
    # T7
    shown = MarkdownRenderer("acme/shop").details(a_plan(goal="<!-- x --> @alice"))

    assert shown.startswith("```") and "Refuse negative counts" in shown
