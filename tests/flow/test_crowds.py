"""Very many open pull requests of one issue: a look reads few of them, and none passes that should not."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType
from typing import Any, cast

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.domain import links
from bot.domain.crowd import MOST, MOST_ON_COMMIT
from bot.domain.facts import Commit
from bot.domain.policy import Policy
from bot.domain.visible_text import LONGEST, visible_prose
from bot.effects import CardMessage
from bot.events.wake import CommitTarget, PullTarget
from bot.roles.dispatch import MOST_REACTIONS
from tests.acceptance import shop as files
from tests.fakes.watch import FakeWatch
from tests.flow.given import Shop, told


def crowded(many: int) -> tuple[Shop, FakeWatch]:
    """Work whose pull request passes; then as many come that nobody approves, each with its own event."""
    shop, watch = told("review"), FakeWatch()
    shop.world = replace(shop.world, watch=watch)
    assert shop.verdict == "success"
    for n in range(many):
        body = f"Closes #{shop.issue}"
        number = shop.hub.open_pull("bob", {f"m{n}.py": str(n)}, branch=f"m{n}", body=body)
        shop.wake(PullTarget(number))
    return shop, watch


def reads(shop: Shop, do: Any) -> list[int]:
    """The pull requests whose evidence, or whose checks alone, are read meanwhile, one for each read."""
    seen, pulls = list[int](), cast(Any, shop.world.pulls)
    evidence, verdicts = pulls.evidence, pulls.verdicts

    def counted(pull: Any, known: Any = ()) -> Any:
        seen.append(pull.number)
        return evidence(pull, known)

    def checks(sha: str, *names: str) -> Any:
        seen.extend(p.number for p in shop.hub.pulls.values() if p.head_sha == sha)
        return verdicts(sha, *names)

    pulls.evidence, pulls.verdicts = counted, checks
    do()
    pulls.evidence, pulls.verdicts = evidence, verdicts
    return seen


@pytest.mark.parametrize("many", [MOST - 1, MOST + 5])
def test_a_look_at_an_issue_reads_few_of_a_crowd(many: int) -> None:
    """Those that a writer approved, and the newest; the log and the card say how many were left out."""
    # issue 19: a thousand pull requests of an outsider cost six thousand requests at each wake
    shop, watch = crowded(many)
    left, mine = max(0, many - MOST), shop.pull
    watch.events.clear()
    shop.hub.edit_issue(shop.issue, body="Something else entirely, to be planned again.")
    seen = reads(shop, shop.wake)

    assert mine in seen
    assert len(set(seen)) == many + 1 - left
    assert set(seen) - {mine} == {*sorted(shop.hub.pulls)[-(many - left) :]} - {mine}
    assert shop.verdict == "action_required"  # it was approved, so it is looked at
    unread = [f["unread"] for event, f in watch.events if event == "pulls_unread"]
    assert set(unread) == ({left} if left else set())
    card = MarkdownRenderer("acme/shop").comment(CardMessage(shop.record, Policy(), shop.issue))
    assert (f"| {left} without an approving review" in card) is (left > 0)


def test_a_look_at_one_of_a_crowd_reads_few_of_the_others() -> None:
    """And its own verdict is exact, however many there are."""
    # issue 19
    shop, _ = crowded(MOST + 5)
    oldest = sorted(shop.hub.pulls)[1]
    first = shop.hub.pulls[oldest].head_sha
    assert shop.hub.runs[first][-1].conclusion == "failure"
    shop.hub.push_files("bob", files.TESTS, shop.hub.pulls[oldest].head_ref)
    head = shop.hub.pulls[oldest].head_sha
    shop.hub.ci(head, "ci")
    shop.hub.review("alice", oldest)
    seen = reads(shop, lambda: shop.wake(PullTarget(oldest)))

    assert len(seen) <= MOST + 5
    assert shop.hub.runs[head][-1].conclusion == "success"


def test_a_refused_command_writes_no_check_again() -> None:
    """It makes a new revision of the record, which a closed gate is not bound to."""
    # issue 19: one comment of a stranger with thirty pull requests cost 34 writes
    shop, _ = crowded(10)
    shop.wake()
    shop.hub.comment("mallory", shop.issue, "/plan approve")

    assert len([w for w in shop.writes(shop.wake) if w.verb == "check"]) == 1


def test_many_refused_commands_leave_few_reactions() -> None:
    """One a comment and ten a look, and those that are no refusals first: each is a write of its own."""
    # issue 19: a hundred comments of five commands each took 505 writes before the first check
    shop = told("review")
    for n in range(12):
        shop.hub.comment("mallory", shop.issue, f"/plan approve\n/plan cancel\n/plan reject {n}")
    shop.hub.comment("bob", shop.issue, "/plan show")
    reacted = [w for w in shop.writes(shop.wake) if w.verb == "react"]

    assert len(reacted) == MOST_REACTIONS
    assert "eyes" in {content for _, content in shop.hub.reactions}


def test_what_pull_requests_say_is_read_once() -> None:
    """Their descriptions and their commits' messages, at the first look and at no later one."""
    # issue 19: a stranger's long messages took minutes at every look at the issue
    shop, _ = crowded(3)
    for number in shop.hub.pulls:
        said = (f"part of #{shop.issue}, task {n} of {number}" for n in range(5))
        shop.hub.commits[number] = tuple(Commit(f"{n:040x}", text) for n, text in enumerate(said))
    many = len(shop.hub.pulls)
    links.named.clear()
    shop.wake()
    assert links.named.misses >= 5 * many

    read, known = links.named.misses, links.named.hits
    shop.wake()
    shop.wake(PullTarget(shop.pull))

    assert links.named.misses == read
    assert links.named.hits - known >= 5 * many


TOO_LONG = {
    "together": ("x" * LONGEST,) * 4,
    "one of them": ("x" * (LONGEST + 1),),
}


@pytest.mark.parametrize("said", TOO_LONG.values(), ids=TOO_LONG)
def test_messages_that_were_not_read_close_the_gate(said: tuple[str, ...]) -> None:
    """What they may name is not known; those that fit are read, and the log says how many were not."""
    # issue 19
    shop, watch = told("review"), FakeWatch()
    shop.world = replace(shop.world, watch=watch)
    [own] = shop.world.pulls.commits(shop.pull).rows
    for messages, verdict in (said[1:], "success"), (said, "action_required"):
        named = (replace(own, message=text) for text in messages)
        shop.hub.commits[shop.pull] = (*named, own)
        shop.wake(PullTarget(shop.pull))
        unread = [f["unread"] for event, f in watch.events if event == "messages_unread"]

        assert shop.verdict == verdict
        assert bool(unread) is (verdict != "success")


def test_a_description_that_does_not_name_the_issue_is_not_read_as_markdown() -> None:
    """To read 65,000 characters takes up to two seconds, and outsiders may open many pull requests."""
    # issue 19: sixteen of them cost each run of the Action 35 seconds
    shop, seen = told("review"), list[str]()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is visible_prose.__code__:
            seen.append(frame.f_locals["text"])

    for n in range(3):
        body = f"1 {n + 5} closes ![a](!["
        shop.hub.open_pull("mallory", {f"m{n}.py": ""}, branch=f"m{n}", body=body, fork=True)
    sys.setprofile(called)
    try:
        shop.wake()
    finally:
        sys.setprofile(None)
    assert seen and not [text for text in seen if "![a](![" in text]


def test_prose_without_the_words_that_are_sought_is_not_read() -> None:
    """It is empty at once; with one of them, in whatever case, it is the whole prose."""
    # issue 19
    assert visible_prose("A *plain* word", "clos", "fix") == ""
    assert visible_prose("It *Fixes* a word", "clos", "fix").strip() == "It *Fixes* a word"


WHO = {
    "a stranger": ("mallory", True, 3),
    "a writer's fork": ("bob", True, 10),
    "a branch of the repository": ("bob", False, 10),
}


@pytest.mark.parametrize("many", [3, 4, 10, 11])
@pytest.mark.parametrize(("login", "fork", "most"), WHO.values(), ids=WHO)
def test_a_stranger_may_name_fewer_issues(login: str, fork: bool, most: int, many: int) -> None:
    """No more are read than may be named, and the check says how many that are."""
    # issue 19, attack 29: 4
    shop = told("approve")
    numbers = [shop.hub.open_issue("carol", f"Issue {n}") for n in range(many - 1)]
    named = "\n".join(f"Closes #{n}" for n in (shop.issue, *numbers))
    number = shop.hub.open_pull(login, {"a.py": "1"}, branch="a", body=named, fork=fork)
    asked, issues = list[int](), cast(Any, shop.world.issues)
    comments = issues.comments

    def counted(issue: int) -> Any:
        asked.append(issue)
        return comments(issue)

    issues.comments = counted
    shop.world = replace(shop.world, renderer=MarkdownRenderer("acme/shop"))
    shop.wake(PullTarget(number))

    said = shop.hub.runs[shop.hub.pulls[number].head_sha][-1].summary
    assert len(set(asked)) == min(many, most)
    assert (f"name {most} issues at most" in said) is (many > most)


def on_one_commit(many: int) -> tuple[Shop, list[int]]:
    """A stranger's pull requests, all on one commit, none of which names an issue."""
    shop = Shop()
    first = shop.hub.open_pull("mallory", {"x.txt": "x\n"}, branch="b", body="no", fork=True)
    pull = shop.hub.pulls[first]
    numbers = [first]
    for _ in range(many - 1):
        number = shop.hub.open_issue("mallory", pull.title, "no")
        shop.hub.pulls[number] = replace(pull, number=number)
        numbers.append(number)
    return shop, numbers


@pytest.mark.parametrize("target", ["one of them", "the commit"])
def test_a_look_at_one_of_many_on_a_commit_reads_few_of_them(target: str) -> None:
    """Its own and the newest; none passes then, also where each would alone."""
    # attack: twenty-four of a stranger on one commit cost 1,525 requests, fifty the hour of an App
    shop, numbers = on_one_commit(24)
    shop.hub.branches["main"][".github/plangate.yml"] = "gate: {require: planned}\n"
    head = shop.hub.pulls[numbers[0]].head_sha
    one = target == "one of them"
    seen = reads(shop, lambda: shop.wake(PullTarget(numbers[0]) if one else CommitTarget(head)))
    many = shop.hub.runs[head][-1].conclusion
    for number in numbers[:-MOST_ON_COMMIT]:
        shop.hub.close_pull(number)
    shop.wake(CommitTarget(head))

    assert set(seen) == {*([numbers[0]] if one else []), *numbers[-MOST_ON_COMMIT:]}
    assert (many, shop.hub.runs[head][-1].conclusion) == ("failure", "success")
