"""A verdict is published only while it is still true: people act between our reads and our write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.domain.facts import Person, Witness
from bot.domain.people import did
from bot.events.wake import CommitTarget, IssueTarget, PullTarget, Wake
from bot.flow.handle import handle
from bot.flow.world import World
from tests.fakes.issues import FakeIssues
from tests.fakes.pulls import FakePulls
from tests.fakes.renderer import FakeRenderer
from tests.flow.given import Shop, a_world, told


@dataclass
class Meddled:
    """A port that lets somebody act right after one of its reads, once."""

    port: Any
    method: str
    deed: Callable[[], object]
    done: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.port, name)
        if name != self.method or self.done:
            return found

        def meddled(*given: Any, **more: Any) -> Any:
            seen = found(*given, **more)
            if not self.done:
                self.done.append(name)
                self.deed()
            return seen

        return meddled


def meddling(story: Shop, method: str, deed: Callable[[], object]) -> World:
    """The story's world, in which somebody acts after a read."""
    pulls = Meddled(FakePulls(story.hub), method, deed)
    issues = Meddled(FakeIssues(story.hub), method, deed, pulls.done)
    return replace(story.world, pulls=pulls, issues=issues)


READS = ["pull", "with_head", "closing", "commits", "evidence", "issue", "comments", "file", "tip"]


@pytest.mark.parametrize("method", READS)
def test_a_verdict_on_an_older_commit_is_never_published(method: str) -> None:
    """Whenever a push comes: from then on every verdict that is written stands on the new commit."""
    # B2
    story = told("review")
    old = story.head
    story.hub.runs[old] = [r for r in story.hub.runs[old] if r.name != "plangate"]
    pushed: list[int] = []

    def push() -> None:
        story.hub.push_files("bob", {"shop/evil.py": "x = 1\n"}, "export")
        pushed.append(len(story.hub.writes))

    world = meddling(story, method, push)
    handle(Wake(story.hub.full_name, PullTarget(story.pull)), world)

    after = [w for w in story.hub.writes[pushed[0] :] if w.verb == "check"]
    assert {w.on for w in after} == {story.head} != {old}
    assert story.verdict != "success"


@pytest.mark.parametrize("method", ["evidence", "permission", "commits"])
def test_a_link_changed_meanwhile_counts(method: str) -> None:
    """The description names another issue while we judge: the green of the old one is not published."""
    # B2, B10
    story = told("review")
    story.hub.runs[story.head] = [r for r in story.hub.runs[story.head] if r.name != "plangate"]
    marks: list[int] = []

    def relink() -> None:
        story.hub.pulls[story.pull] = replace(story.hub.pulls[story.pull], body="Closes #99")
        marks.append(len(story.hub.writes))

    handle(Wake(story.hub.full_name, PullTarget(story.pull)), meddling(story, method, relink))

    said = [w.text for w in story.hub.writes[marks[0] :] if w.verb == "check"]
    assert said and "success" not in said


def test_a_record_that_changed_meanwhile_is_read_again() -> None:
    """Another run cancels the work between our reads and our write: no green of the old record."""
    # B2
    story = told("review")
    run = [r for r in story.hub.runs[story.head] if r.name == "plangate"][-1]
    story.hub.runs[story.head].remove(run)
    other = a_world(story.hub)
    marks: list[int] = []

    def cancel() -> None:
        story.hub.comment("bob", story.issue, "/plan cancel")
        blind = replace(other, pulls=FakePulls(replace(story.hub, can_check=False)))
        handle(Wake(story.hub.full_name, IssueTarget(story.issue)), blind)
        marks.append(len(story.hub.writes))

    world = meddling(story, "evidence", cancel)
    handle(Wake(story.hub.full_name, PullTarget(story.pull)), world)

    assert marks, "nobody meddled"
    said = [w.text for w in story.hub.writes[marks[0] :] if w.verb == "check"]
    assert "success" not in said
    assert story.verdict != "success"


@pytest.mark.parametrize("first", ["good", "bad"])
def test_a_pair_on_one_commit_never_leaks_green(first: str) -> None:
    """A second pull request on the commit of a good one: whichever wakes first, nothing is green."""
    # B2
    story = told("review")
    good = story.hub.pulls[story.pull]
    bad = story.hub.open_pull("bob", {}, branch="other", body="no issue")
    story.hub.pulls[bad] = replace(story.hub.pulls[bad], head_sha=good.head_sha, head_ref="export")
    story.hub.review("alice", bad)
    before = len(story.hub.writes)

    for number in (story.pull, bad) if first == "good" else (bad, story.pull):
        story.wake(PullTarget(number))
    story.wake(CommitTarget(good.head_sha))
    story.wake(IssueTarget(story.issue))

    said = [w.text for w in story.hub.writes[before:] if w.verb == "check"]
    assert said and "success" not in said
    assert story.verdict == "failure"


def test_a_draft_on_the_same_commit_counts_too() -> None:
    """A draft is one click away from ready, so its red is not forgotten."""
    # B2
    story = told("review")
    good = story.hub.pulls[story.pull]
    bad = story.hub.open_pull("bob", {}, branch="other", body="no issue")
    draft = replace(story.hub.pulls[bad], head_sha=good.head_sha, head_ref="export", draft=True)
    story.hub.pulls[bad] = draft

    story.wake(PullTarget(bad))

    assert story.verdict == "failure"


@pytest.mark.parametrize("action", ["rerequested", "requested_action"])
@pytest.mark.parametrize("folded", [False, True])
def test_the_button_gives_a_new_check(action: str, folded: bool) -> None:
    """Who presses Re-run or Look again sees a new check, though nothing changed; nothing else is written.

    So it is where another check of that commit ended before we looked.
    """
    # B1
    story = told("review")
    asked = Witness("check_run", action, Person("bob"), button="look-again")
    if folded:
        asked = replace(asked, action="completed", earlier=did(asked))

    writes = story.writes(lambda: story.wake(CommitTarget(story.head), asked))

    ours = [r for r in story.hub.runs[story.head] if r.name == "plangate"]
    assert [w.verb for w in writes] == ["check"]
    assert len(ours) >= 2 and ours[-1].conclusion == "success"


class Broken:
    """A workspace in which a bug sits."""

    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError("secret text")


def test_an_error_inside_is_told_by_the_check() -> None:
    """A bug of ours closes the gate and says so; the error still reaches the log."""
    # B1
    story = told("open_pull")
    story.hub.edit_issue(story.issue, body="The export is XLSX. `shop/orders.py` writes it.")
    world = replace(story.world, workspace=Broken())

    with pytest.raises(ZeroDivisionError):
        handle(Wake(story.hub.full_name, PullTarget(story.pull)), world)

    run = [r for r in story.hub.runs[story.head] if r.name == "plangate"][-1]
    assert (run.conclusion, "GATE_WORKED missing" in run.summary) == ("failure", True)
    assert "secret" not in run.summary
    story.wake(PullTarget(story.pull))
    run = [r for r in story.hub.runs[story.head] if r.name == "plangate"][-1]
    assert "GATE_WORKED" not in run.summary


class Clumsy(FakeRenderer):
    """Its words for a verdict have a bug, but for the one that says so."""

    def check(self, message: Any) -> tuple[str, str]:
        title, summary = super().check(message)
        if "GATE_WORKED" not in summary:
            raise ZeroDivisionError("secret text")
        return title, summary


def test_an_error_while_writing_leaves_no_older_verdict() -> None:
    """The gate was green; what was found since cannot be said, so it is closed and says so."""
    # B1 B2
    story = told("review")
    assert story.verdict == "success"
    story.hub.review("alice", story.pull, "CHANGES_REQUESTED")
    world = replace(story.world, renderer=Clumsy())

    with pytest.raises(ZeroDivisionError):
        handle(Wake(story.hub.full_name, PullTarget(story.pull)), world)

    run = [r for r in story.hub.runs[story.head] if r.name == "plangate"][-1]
    assert (run.conclusion, "GATE_WORKED missing" in run.summary) == ("failure", True)
    assert "secret" not in run.summary


def test_the_tip_of_the_base_branch_stands_in_the_verdict() -> None:
    """GitHub's own base commit of a pull request lags behind; the policy's commit is what counts."""
    # B2
    story = told("open_pull")
    lazy = story.hub.pulls[story.pull].base_sha
    tip = story.hub.push_files("bob", {"NOTES.md": "x\n"}, "main")
    story.wake(PullTarget(story.pull))

    [run] = [r for r in story.hub.runs[story.head] if r.name == "plangate"][-1:]
    assert f"base:{tip[:12]}" in run.external_id
    assert lazy != tip


def test_a_base_branch_that_is_gone_closes_the_gate() -> None:
    """Without a base there is no policy, and no policy is no permission."""
    # B2
    story = told("review")
    story.hub.pulls[story.pull] = replace(story.hub.pulls[story.pull], base_ref="gone")
    story.hub.branches["gone"] = {}
    files = story.hub.branches.pop("gone")
    story.hub.branches["kept"] = files
    evidence = FakePulls(story.hub)
    evidence.evidence = lambda pull, files=(): pull  # type: ignore[method-assign]

    handle(Wake(story.hub.full_name, PullTarget(story.pull)), replace(story.world, pulls=evidence))

    assert story.verdict == "failure"


@pytest.mark.parametrize("method", ["comments", "with_head", "evidence"])
def test_a_record_saved_while_we_read_is_no_rollback(method: str) -> None:
    """We hold the record from before, and a check already names the newer one: read again, mend nothing."""
    # B2 B3 T5
    story = told("review")

    def cancel() -> None:
        story.hub.comment("alice", story.issue, "/plan cancel")
        handle(Wake(story.hub.full_name, IssueTarget(story.issue)), story.world)

    handle(Wake(story.hub.full_name, PullTarget(story.pull)), meddling(story, method, cancel))

    assert story.record is not None
    assert "restore" not in {line.action for line in story.record.history}
    assert not [c for c in story.ours("notice") if "id=damaged-" in c.body]
    assert story.stage == "cancelled"
    assert story.verdict != "success"


def test_a_merged_pull_request_keeps_its_green_though_github_showed_it_open() -> None:
    """An answer of before the merge, and the issue that the merge closed: its check would be red for good."""
    story = told("review")
    before, pulls = story.hub.pulls[story.pull], story.world.pulls
    assert story.verdict == "success"
    story.hub.close_pull(story.pull, merged=True)
    story.hub.edit_issue(story.issue, "bob", state="closed")
    late = [before]
    real = pulls.pull

    def stale(number: int) -> Any:
        return late.pop() if number == story.pull and late else real(number)

    pulls.pull = stale  # type: ignore[method-assign]

    story.wake(PullTarget(story.pull))

    assert late == [] and story.verdict == "success"
