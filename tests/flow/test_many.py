"""However much people say, push and review: looking at it takes linear time, and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.domain.facts import (
    Commit,
    Facts,
    FileChange,
    LinkedIssue,
    Permission,
    Review,
    record_in,
)
from bot.domain.history import MOST, READ, Notice
from bot.domain.stages import Stage
from bot.domain.verdict import Verdict
from bot.effects import CommentKind, Decision, Message
from bot.flow import propose
from bot.flow.known_files import known_files
from bot.flow.perform import EffectWriter
from bot.flow.reads import Reads
from bot.flow.world import World
from bot.intents import commands
from bot.intents.evidence import evidence_of
from bot.intents.reading import read_intents
from bot.intents.readings import confirmations
from bot.roles import dispatch
from bot.roles.gatekeeper import proofs, requirements, verdicts
from tests.domain.given import an_action
from tests.factories import (
    NOW,
    SHA,
    a_check,
    a_comment,
    a_person,
    a_pull,
    a_record,
    a_test,
    an_issue,
    facts,
)
from tests.fakes.renderer import FakeRenderer
from tests.fakes.watch import FakeWatch
from tests.flow.given import Shop, told
from tests.growth import grows
from tests.intents.given import present
from tests.roles.given import a_story_pull, at_work

WORK = at_work()


def talk(login: str, *commands: str, until: str = "open_issue") -> Callable[[int], Shop]:
    """So many commands of one account, as many in a comment as it may hold."""

    def given(size: int) -> Shop:
        shop = told(until)
        for _ in range(size // len(commands)):
            shop.hub.comment(login, shop.issue, "\n".join(commands))
        return shop

    return given


def judged(**more: Any) -> Facts:
    """The facts of a pull request, and that everybody who is asked may write."""
    pull = a_story_pull(record=WORK, **more)
    people = {f"a{n}": Permission.WRITE for n in range(len(pull.reviews))}
    return facts(record=present(WORK), pulls=(pull,), permissions=people)


def files(size: int) -> tuple[FileChange, ...]:
    return tuple(FileChange(f"src/a{n}.py") for n in range(size))


def approvals(size: int) -> tuple[Review, ...]:
    return tuple(Review(n, a_person(f"a{n}"), "APPROVED", SHA, NOW) for n in range(size))


def checks_and_files(size: int) -> Facts:
    """As many checks as changed files."""
    return judged(files=files(size), checks=tuple(a_check(f"ci {n}") for n in range(size)))


def commits_and_reviews(size: int) -> Facts:
    """As many reviews as commits."""
    made = tuple(Commit(f"{n:040}", "x", f"b{n}", f"c{n}") for n in range(size))
    return judged(commits=made, reviews=approvals(size))


def one_head(size: int) -> Facts:
    """As many pull requests on one commit."""
    return facts(pulls=tuple(a_pull(n, linked=()) for n in range(1, size)))


def one_issue(size: int) -> Facts:
    """So many pull requests that name one issue, each with a commit of its own."""
    pulls = (a_story_pull(n, WORK, head_sha=f"{n:040}") for n in range(size))
    return facts(record=present(WORK), pulls=tuple(pulls))


def noted_already(size: int) -> Facts:
    """The same pull requests once the record knows them, and the work is done."""
    known = one_issue(size)
    after = dispatch.apply_intents(known, read_intents(known)).record
    assert after is not None
    after = after.having(stage=Stage.DONE)
    pulls = (a_story_pull(n, after, head_sha=p.head_sha) for n, p in enumerate(known.pulls))
    return replace(known, record=present(after), pulls=tuple(pulls))


def read_again(known: Facts) -> None:
    assert all(known_files(known, pull) for pull in known.pulls)


def all_files(size: int) -> Facts:
    """As many tests in files of as many kinds as a record keeps, all at once."""
    tests = (a_test(f"tests/test_{n:04}.py", "test_a") for n in range(size // 2))
    gone = (FileChange(f"src/a{n:04}.py", "removed") for n in range(size // 2))
    pull = a_story_pull(8, WORK, files=(*tests, *gone))
    known = facts(record=present(WORK), pulls=(pull,))
    after = dispatch.apply_intents(known, read_intents(known)).record
    assert after is not None
    return replace(known, record=present(after))


def files_again(known: Facts) -> None:
    assert known_files(known, known.pulls[0]) == tuple(
        replace(f, status="removed" if f.status == "removed" else "modified")
        for f in known.pulls[0].files
    )


def approved(known: Facts) -> None:
    """Ask for each whether the approval stands for it."""
    after = record_in(known.record)
    assert after is not None
    for pull in known.pulls:
        assert requirements._approved(pull.linked[0], after, pull)


def checked(given: tuple[EffectWriter, tuple[Verdict, ...]]) -> None:
    """See that each is still what was judged, before its check is written."""
    writer, found = given
    for verdict in found:
        assert not writer._moved(verdict)


def looked_up(given: tuple[EffectWriter, tuple[Verdict, ...]]) -> None:
    """Find the check that each commit has."""
    writer, found = given
    for v in found:
        assert writer._standing_check(v) is None


def judged_heads(size: int) -> tuple[EffectWriter, tuple[Verdict, ...]]:
    """As many pull requests without an issue, each with a commit of its own, and their verdicts."""
    pulls = tuple(a_pull(n, linked=(), head_sha=f"{n:040}") for n in range(1, size))
    shop, known = Shop(), facts(pulls=pulls)
    shop.hub.pulls = {p.number: p for p in pulls}
    found = tuple(verdicts.judge(known, {}))
    return EffectWriter(Decision(None, ()), known, shop.world), found


def notices(size: int) -> EffectWriter:
    """A notice for each of so many people."""
    body = "<!-- plangate:notice id=command_refused-a{0} sum=0 -->"
    ours = (a_comment(body.format(n), n, author="plangate[bot]") for n in range(1, size))
    return EffectWriter(Decision(None, ()), facts(comments=tuple(ours)), Shop().world)


def found_again(writer: EffectWriter) -> None:
    for n, comment in enumerate(writer.facts.comments, 1):
        assert writer._find(CommentKind.NOTICE, f"id=command_refused-a{n}") is comment


def noted(known: Facts) -> None:
    after = dispatch.apply_intents(known, read_intents(known)).record
    assert after is not None
    assert len(after.workflow.pull_requests) == len(known.pulls)


def yes(size: int) -> Facts:
    """A reply that a model read, and as many people who say yes."""
    line = an_action("read:1", action=READ).model_copy(
        update={"notice": Notice(kind="reply_read", to="carol", data={"picks": ["1A"]})}
    )
    ours = a_comment(
        "<!-- plangate:notice id=reply_read-carol sum=0 -->", 1, author="plangate[bot]"
    )
    said = (a_comment("yes", n, author=f"a{n}") for n in range(2, size))
    return facts(record=present(a_record().logged(line)), comments=(ours, *said))


def deep(size: int) -> str:
    """A path of so many characters, all of it folders."""
    return "a/" * (size // 2) + "x.py"


def scope(path: str) -> None:
    link = LinkedIssue(7, "keyword", present(WORK))
    pull = a_pull(files=(FileChange(path),))
    assert proofs.scope_of(pull, [(link, WORK)]).data["outside"] == [path]


def evidence(known: Facts) -> None:
    evidence_of(known, known.pulls[0])


def open_issues(size: int) -> tuple[Facts, World]:
    """So many open issues beside one whose text is as long, and nearly holds the title of each all over."""
    issues = tuple(an_issue(n, title="a" * 127 + "b" + "a" * 127) for n in range(100, 100 + size))
    world = Shop().world
    world.issues.open_issues = lambda *labels: issues  # type: ignore[method-assign]
    return facts(issue=an_issue(10_000, body="a" * 64 * size)), world


def listed_issues(size: int) -> tuple[Facts, World]:
    """The same issues beside an epic, whose text is searched for their titles."""
    known, world = open_issues(size)
    assert known.issue is not None
    return replace(known, issue=replace(known.issue, labels=frozenset({"plan:epic"}))), world


def looked_through(given: tuple[Facts, World]) -> None:
    known, world = given
    assert len(propose._shown(known, Reads(world))) == len(world.issues.open_issues())


def confirmed(known: Facts) -> None:
    assert hasattr(known.record, "record")
    confirmations(known, known.record.record)


MANY: dict[str, tuple[Callable[[Any], object], Callable[[int], Any], int]] = {
    "answers that change": (Shop.look, talk("carol", *["/plan answer 1A", "/plan answer 1B"] * 2), 800),
    "cancel and resume": (Shop.look, talk("carol", *["/plan cancel", "/plan resume"] * 2), 400),
    "yes to a reading": (confirmed, yes, 500),
    "checks and files": (evidence, checks_and_files, 300),
    "commits and reviews": (evidence, commits_and_reviews, 300),
    "pull requests of one issue": (noted, one_issue, 800),
    "pull requests that are known": (read_again, noted_already, 600),
    "files that are known": (files_again, all_files, 100),
    "pull requests of finished work": (approved, noted_already, 600),
    "checks": (checked, judged_heads, 500),
    "checks that stand": (looked_up, judged_heads, 500),
    "notices": (found_again, notices, 200),
    "one head": (lambda known: verdicts.judge(known, {}), one_head, 200),
    "open issues and a long text": (looked_through, open_issues, 300),
    "open issues and a long epic": (looked_through, listed_issues, 300),
    "a deep path in the scope": (scope, deep, 16_000),
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_much_of_something_takes_linear_time(name):
    """Four times as much takes about four times as long."""
    # issue 19
    work, given, size = MANY[name]
    assert not grows(work, given, size)


def test_what_is_folded_in_the_round_that_wrote_it_is_told_all_the_same():
    """However many lines come after it: people hear their notice, and the log names every refusal."""
    # issue 19
    shop, watch = told("open_issue"), FakeWatch()
    shop.world = replace(shop.world, watch=watch)
    shop.hub.comment("trent", shop.issue, "/plan replan too early")
    for _ in range(MOST // 4):
        shop.hub.comment("mallory", shop.issue, "/plan force\n" * 4)
    shop.wake()

    assert any(line.folded for line in shop.record.history)
    assert any("id=command_refused-trent" in c.body for c in shop.ours("notice"))
    refused = [fields["who"] for event, fields in watch.events if event == "refused"]
    assert sorted(refused) == ["mallory"] * MOST + ["trent"]


class Counting(FakeRenderer):
    """Counts the checks that are drawn."""

    drawn = 0

    def check(self, message: Message) -> tuple[str, str]:
        self.drawn += 1
        return super().check(message)


def test_a_check_is_drawn_only_if_it_has_something_else_to_say():
    """However often somebody comments: for nine long plans that took up to two seconds a look."""
    shop, drawing = told("ci"), Counting()
    shop.world = replace(shop.world, renderer=drawing)
    for _ in range(3):
        shop.hub.comment("mallory", shop.pull, "And now?")
        shop.look()
    assert drawing.drawn == 0

    shop.hub.ci(shop.head, "lint")
    shop.look()
    assert drawing.drawn == 1


def test_a_comment_is_parsed_once_however_often_it_is_looked_at():
    """At the first look, by all who ask what it says, and at no later one."""
    # issue 19: one long comment was parsed sixteen times at every wake, half a second each
    shop = told("open_issue")
    shop.look()
    commands.said.clear()
    for n in range(3):
        shop.hub.comment("mallory", shop.issue, f"`/plan` number {n}\n\n- a\n- b\n")
    for _ in range(3):
        shop.look()

    assert commands.said.misses == 3
    assert commands.said.hits >= 9
