"""The rules of the port Pulls, kept by the fake and by the real adapter alike."""

from __future__ import annotations

from bot.domain.facts import Check, FileChange
from bot.domain.verdict import Conclusion
from bot.ports.github import CheckRun
from tests.adapters.grounds import Ground


def a_run(sha: str, conclusion: Conclusion, external_id: str = "pr:1 rev:1") -> CheckRun:
    return CheckRun(sha, conclusion, external_id, "A title", "A summary")


def verdict(check: Check) -> tuple[str, str, str]:
    return check.status, check.conclusion, check.external_id


def test_pull_is_read_without_evidence(ground: Ground) -> None:
    """A pull request knows its branches, its head and its state."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a", body="Closes #1")
    pull = ground.pulls.pull(number)

    assert (pull.author.login, pull.head_ref, pull.base_ref) == ("bob", "a", "main")
    assert (pull.state, pull.merged, pull.draft) == ("open", False, False)
    assert pull.body == "Closes #1"
    assert (pull.files, pull.checks) == ((), ())


def test_pulls_are_found_by_their_head(ground: Ground) -> None:
    """All open ones whose head it is now, wherever they go: a commit further down does not count."""
    old = ground.push("bob", {"shop/a.py": "1\n"}, "a")
    number = ground.open_pull("bob", {"shop/b.py": "2\n"}, "a")
    head = ground.pulls.pull(number).head_sha

    assert [number] == [pull.number for pull in ground.pulls.with_head(head).rows]
    assert ground.pulls.with_head(old).rows == ()
    assert ground.pulls.with_head("0" * 40).rows == ()


def test_open_pulls_are_newest_first(ground: Ground) -> None:
    """All open pull requests, without evidence."""
    first = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    second = ground.open_pull("bob", {"shop/b.py": "2\n"}, "b")

    assert [second, first] == [pull.number for pull in ground.pulls.open().rows]


def test_closing_names_the_issues_github_links(ground: Ground) -> None:
    """Keywords in the body link issues of this repository; a bare number does not."""
    one = ground.open_issue("carol", "One")
    two = ground.open_issue("carol", "Two")
    body = f"Fixes #{one}, see #{two}"
    pull = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a", body=body)
    other = ground.open_pull("bob", {"shop/b.py": "1\n"}, "b")

    assert (one,) == ground.pulls.closing(pull).rows
    assert ground.pulls.closing(other).rows == ()


def test_a_run_written_after_a_look_is_evidence_at_once(ground: Ground) -> None:
    """Who looks, writes and reads on sees the run that was written; what comes later, the next time."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)

    assert ground.pulls.verdicts(bare.head_sha) == ()
    ground.pulls.set_check(a_run(bare.head_sha, Conclusion.IN_PROGRESS), 0)
    [begun] = ground.pulls.evidence(bare).verdicts
    ground.pulls.set_check(a_run(bare.head_sha, Conclusion.FAILURE), begun.id)
    ground.ci(bare.head_sha, "test", "success")
    later = ground.pulls.evidence(bare)

    assert verdict(begun) == ("in_progress", "", "pr:1 rev:1")
    assert [(v.id, *verdict(v)) for v in later.verdicts] == [
        (begun.id, "completed", "failure", "pr:1 rev:1")
    ]
    assert [c.name for c in later.checks] == ["test"]


def test_the_first_review_is_seen_by_the_next_look(ground: Ground) -> None:
    """Who was told that there are no reviews, and is asked again, looks again."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.pulls.closing(number)

    before = ground.pulls.evidence(bare).reviews
    ground.review("alice", number, "CHANGES_REQUESTED")

    assert before == ()
    assert [r.state for r in ground.pulls.evidence(bare).reviews] == ["CHANGES_REQUESTED"]


def test_the_first_status_is_seen_by_the_next_look(ground: Ground) -> None:
    """Who was told that there are no commit statuses, and is asked again, looks again."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.pulls.closing(number)

    before = ground.pulls.evidence(bare).checks
    ground.status(bare.head_sha, "ci/lint", "failure")

    assert before == ()
    assert [c.conclusion for c in ground.pulls.evidence(bare).checks] == ["failure"]


def test_a_status_made_before_the_question_is_seen(ground: Ground) -> None:
    """Only a commit of which GitHub tells that it has none is not asked about."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.status(bare.head_sha, "ci/lint", "failure")
    ground.pulls.closing(number)

    assert [c.name for c in ground.pulls.evidence(bare).checks] == ["ci/lint"]


def test_evidence_holds_files_reviews_and_checks(ground: Ground) -> None:
    """Check runs and commit statuses stand side by side; a running one has no conclusion."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n", "README.md": "# New\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.review("alice", number, "APPROVED")
    ground.ci(bare.head_sha, "test", "success")
    ground.ci(bare.head_sha, "lint", None)
    ground.status(bare.head_sha, "deploy", "pending")
    ground.status(bare.head_sha, "deploy", "failure")
    pull = ground.pulls.evidence(bare)

    assert {FileChange("README.md", "modified"), FileChange("shop/a.py", "added")} == set(
        pull.files
    )
    assert [("alice", "APPROVED", bare.head_sha)] == [
        (r.author.login, r.state, r.commit_id) for r in pull.reviews
    ]
    assert {
        ("test", "completed", "success", 15368),
        ("lint", "in_progress", "", 15368),
        ("deploy", "completed", "failure", 0),
    } == {(c.name, c.status, c.conclusion, c.app_id) for c in pull.checks}
    assert pull.verdicts == ()


def test_a_rerun_hides_the_older_run(ground: Ground) -> None:
    """Of runs with one name from one App the newest counts."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.ci(bare.head_sha, "test", "failure")
    ground.ci(bare.head_sha, "test", "success")

    assert [c.conclusion for c in ground.pulls.evidence(bare).checks] == ["success"]


def test_our_own_run_is_a_verdict_and_no_check(ground: Ground) -> None:
    """Our verdict is kept apart, or the gate would wait for itself."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.pulls.set_check(a_run(bare.head_sha, Conclusion.FAILURE), 0)
    pull = ground.pulls.evidence(bare)

    assert [verdict(v) for v in pull.verdicts] == [("completed", "failure", "pr:1 rev:1")]
    assert (pull.verdicts[0].title, pull.verdicts[0].summary) == ("A title", "A summary")
    assert pull.checks == ()
    found = [ground.pulls.verdicts(bare.head_sha, name) for name in ("plangate", "plangate (b)")]
    assert found == [pull.verdicts, ()]


def test_a_namesake_of_another_app_is_no_verdict(ground: Ground) -> None:
    """Any App may use our name and our external id; only our own App's run is ours."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.forge(bare.head_sha, "pr:1 rev:1")
    pull = ground.pulls.evidence(bare)

    assert pull.verdicts == ()
    assert [(c.name, c.app_id) for c in pull.checks] == [("plangate", 15368)]


def test_a_running_check_is_concluded_in_place(ground: Ground) -> None:
    """In progress, then a conclusion: one check run."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.pulls.set_check(a_run(bare.head_sha, Conclusion.IN_PROGRESS), 0)
    running = ground.pulls.evidence(bare).verdicts[0]
    done = a_run(bare.head_sha, Conclusion.ACTION_REQUIRED, "pr:1 rev:2")
    ground.pulls.set_check(done, running.id)
    after = ground.pulls.evidence(bare).verdicts

    assert verdict(running) == ("in_progress", "", "pr:1 rev:1")
    assert [verdict(v) for v in after] == [("completed", "action_required", "pr:1 rev:2")]
    assert running.id == after[0].id


def test_a_concluded_check_is_not_opened_again(ground: Ground) -> None:
    """A completed run cannot go back to in progress: a new one takes its place."""
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    bare = ground.pulls.pull(number)
    ground.pulls.set_check(a_run(bare.head_sha, Conclusion.SUCCESS), 0)
    done = ground.pulls.evidence(bare).verdicts[0]
    ground.pulls.set_check(a_run(bare.head_sha, Conclusion.IN_PROGRESS, "pr:1 rev:2"), done.id)
    after = ground.pulls.evidence(bare).verdicts

    assert [verdict(v) for v in after] == [("in_progress", "", "pr:1 rev:2")]
    assert done.id < after[0].id
