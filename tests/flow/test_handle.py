"""The whole product on fakes: the story, twice, dry, without events, under races and with damage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from bot.domain.facts import Comment, Person, RecordPresent, Witness
from bot.errors import Moved, NotFound
from bot.events.wake import CommitTarget, IssueTarget, PullTarget, Target, Wake
from bot.flow.handle import handle
from tests.acceptance import shop
from tests.fakes.hub import FakeHub
from tests.fakes.issues import FakeIssues
from tests.flow.given import Shop, a_world, told

STAGES = {
    "open_issue": ({"awaiting_human", "staged"}, ""),
    "approve": ({"implementing"}, ""),
    "open_pull": ({"implementing"}, "failure"),
    "push_tests": ({"implementing"}, "failure"),
    "ci": ({"review"}, "action_required"),
    "review": ({"verification"}, "success"),
    "merge": ({"done"}, "success"),
}


@pytest.mark.parametrize("deed", STAGES)
def test_the_story(deed):
    """After each deed the record is at its stage, its label stands, and the check says the verdict."""
    # S1.5, S2.11, S3.10, B1
    stages, verdict = STAGES[deed]

    story = told(deed)

    assert story.stage in stages
    assert {f"stage: {story.stage.replace('_', ' ')}"} == story.labels()
    assert verdict == (story.verdict if story.pull else "")


@pytest.mark.parametrize("deed", STAGES)
def test_a_second_look_writes_nothing(deed):
    """Whatever happened last: looking again, by issue, pull request, commit or sweep, writes nothing."""
    # B11, S2.13
    story = told(deed)

    assert story.writes(story.look) == []
    assert {outcome.done for outcome in story.wake()} == {()}
    if story.pull:
        assert story.writes(lambda: story.wake(CommitTarget(story.head))) == []
    assert story.writes(story.sweep) == []


@pytest.mark.parametrize("deed", STAGES)
def test_a_dry_run_writes_nothing(deed):
    """A dry run decides, names its effects, and writes nothing."""
    # DESIGN: dry run = print the effects
    story = Shop()
    for do in story.deeds():
        do()
        if do.__name__ == deed:
            break
        story.look()
    before = len(story.hub.writes)

    targets: list[Target] = [IssueTarget(story.issue)]
    targets += [PullTarget(story.pull)] if story.pull else []
    outcomes = [o for target in targets for o in story.wake(target, dry_run=True)]

    assert before == len(story.hub.writes)
    assert [effect for o in outcomes for effect in o.done] == []
    assert any(o.decision.effects for o in outcomes)


def end(story: Shop) -> tuple[object, ...]:
    """The end state without what may differ: ids, times and histories."""
    record = story.record
    kinds = {k: len(story.ours(k)) for k in ("record", "questions", "plan", "notice")}
    return (
        story.stage, story.labels(), story.verdict, kinds, record.approved,
        record.planner.plan.digest if record.planner.plan else "",
        [(a.question_id, a.choice, a.by) for a in record.planner.answers],
        record.review_artifact.decision if record.review_artifact else None,
    )  # fmt: skip


def test_the_sweep_alone_reaches_the_same_state():
    """With no event at all, sweeps after each deed end where events end."""
    # B13
    swept = Shop()
    for do in swept.deeds():
        do()
        swept.sweep()

    assert end(told()) == end(swept)


def test_every_event_twice_ends_in_the_same_state():
    """Doubled events are harmless."""
    # T3
    doubled = Shop()
    for do in doubled.deeds():
        do()
        doubled.look()
        doubled.look()

    assert end(told()) == end(doubled)


def test_events_that_never_came_are_caught_up():
    """From the pull request on no event comes; one sweep catches up with all of it."""
    # B13
    late = told("approve")
    for do in (late.open_pull, late.push_tests, late.ci, late.review):
        do()

    late.sweep()
    late.sweep()

    assert end(told("review")) == end(late)


def test_one_issue_has_one_record():
    """However often we look there is one record comment, and no intent twice in its history."""
    # DESIGN: exactly once
    story = told()

    keys = [action.key for action in story.record.history]
    assert len(story.ours("record")) == 1
    assert sorted(set(keys)) == sorted(keys)


def test_records_may_be_signed():
    """With a key the story is the same, and another key reads damage."""
    # B6
    signed = Shop(key=b"a-key-of-16-bytes")
    for do in signed.deeds():
        do()
        signed.look()

    assert end(told()) == end(signed)


@dataclass
class RacingIssues(FakeIssues):
    """Somebody else writes right before one of our writes."""

    race: Callable[[], object] | None = None

    def edit(self, comment: Comment, body: str) -> Comment:
        if self.race:
            race, self.race = self.race, None
            race()
        return super().edit(comment, body)


def test_a_moved_record_starts_a_new_round():
    """When another run wrote the record first, nothing is lost: the next round hears both."""
    # B2, S3.14
    story = told("open_issue")
    story.answer()
    other = Shop(hub=story.hub, issue=story.issue)
    racing = RacingIssues(story.hub, race=other.wake)
    story.world = a_world(story.hub, issues=racing)

    story.wake()

    keys = [action.key for action in story.record.history]
    assert sorted(set(keys)) == sorted(keys)
    assert story.stage == "staged"
    assert len(story.ours("record")) == 1


def test_a_record_that_keeps_moving_is_given_up():
    """After some rounds we stop, and say so; the next wake goes on."""
    # NFR
    story = told("open_issue")
    story.answer()

    class AlwaysMoving(FakeIssues):
        def edit(self, comment: Comment, body: str) -> Comment:
            raise Moved("somebody writes all the time")

    moving = AlwaysMoving(story.hub)
    world = a_world(story.hub, issues=moving)

    with pytest.raises(Moved, match="kept changing for 5 rounds"):
        handle(Wake("acme/shop", IssueTarget(story.issue)), world)
    story.wake()

    assert story.stage == "staged"


DAMAGE = {
    "a cut block": lambda body: body[:-40],
    "a changed byte": lambda body: f"{body[:-30]}{'A' if body[-30] != 'A' else 'B'}{body[-29:]}",
    "another revision": lambda body: body.replace("rev=", "rev=9", 2),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_record_closes_the_gate(damage):
    """Whatever a writer does to the hidden block, the check stops being green until it is mended."""
    # T8, B1
    story = told("review")
    home = story.ours("record")[0]
    story.hub.edit_comment("bob", home.id, damage(home.body))
    assert home.body != story.hub.comments[home.id].body

    story.wake(PullTarget(story.pull))

    issue, comments = story.hub.subject(story.issue), story.hub.comments_of(story.issue)
    mended = isinstance(story.world.records.find(issue, comments), RecordPresent)
    assert mended or story.verdict != "success"


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_record_is_never_replaced_by_a_fresh_one(damage):
    """Commands, labels and sweeps leave a damaged record alone, or mend it from a good copy."""
    # T8, S2.10
    story = told("open_pull")
    before, home = story.record, story.ours("record")[0]
    story.hub.edit_comment("alice", home.id, damage(home.body))

    for command in ("/plan", "/plan force", "/plan cancel"):
        story.hub.comment("trent", story.issue, command)
        story.look()
    story.sweep()

    assert [home.id] == [c.id for c in story.ours("record")]
    issue, comments = story.hub.subject(story.issue), story.hub.comments_of(story.issue)
    state = story.world.records.find(issue, comments)
    if isinstance(state, RecordPresent):
        assert before.plan == state.record.plan
        assert before.history[0] == state.record.history[0]
        assert before.revision < state.record.revision


def test_a_deleted_issue_is_not_found():
    """A subject that is gone raises NotFound, and a commit nobody has concerns nothing."""
    story = Shop(issue=99)

    assert story.wake(CommitTarget("d" * 40)) == ()
    with pytest.raises(NotFound):
        story.wake(PullTarget(99))


def test_a_strangers_tricks_write_no_more_than_notices():
    """Ticks in copies, commands in quotes and answers by strangers change nothing that counts."""
    # T4, T9
    story = told("open_issue")
    before = story.record.planner, story.record.awaiting_human_artifact
    copied = "\n".join(c.body for c in story.ours("questions") + story.ours("plan"))
    for body in (copied.replace("[ ]", "[x]"), "> /plan approve", "1A 2A", "/plan approve"):
        story.hub.comment("mallory", story.issue, body)
        story.look()

    assert before == (story.record.planner, story.record.awaiting_human_artifact)
    assert story.record.approval is None


def test_two_pull_requests_on_one_commit():
    """A second pull request on the same head, without an issue, turns the shared check red."""
    # B2
    story = told("review")
    assert story.verdict == "success"
    first = story.hub.pulls[story.pull]
    second = story.hub.open_issue("bob", "Sneaky", "no issue")
    story.hub.pulls[second] = replace(
        first, number=second, body="no issue", head_ref=first.head_ref, linked=()
    )

    story.wake(PullTarget(second))

    assert story.verdict != "success"
    assert story.writes(lambda: story.wake(PullTarget(second))) == []
    assert story.writes(lambda: story.wake(PullTarget(story.pull))) == []


def test_a_broken_policy_closes_the_gate():
    """While the policy cannot be read the check fails; mended, it is green again."""
    # B1
    story = told("review")
    path = ".github/plangate.yml"
    main = story.hub.branches["main"]

    main[path] = "gate: [\n"
    story.look()
    broken = story.verdict
    del main[path]
    story.look()

    assert (broken, story.verdict) == ("failure", "success")


def test_without_permission_for_checks_everything_else_works():
    """A personal token cannot make checks: the record still follows the story."""
    # CONTRACT: with a personal token everything else works
    story = Shop(hub=FakeHub(branches={"main": dict(shop.FILES)}, can_check=False))
    for do in story.deeds():
        do()
        story.look()

    assert (story.stage, story.verdict) == ("done", "")


def test_issues_never_mix():
    """Two issues planned side by side have records, questions and labels of their own."""
    # S3.14
    first = Shop()
    first.open_issue()
    second = Shop(hub=first.hub)
    second.issue = first.hub.open_issue(
        "carol", "Show the total in the footer of the cart page", ""
    )
    first.hub.set_labels(second.issue, ["plan"])
    for story in (first, second):
        story.wake()

    assert f"T-{first.issue:05d}" == first.record.canonical_task_id
    assert f"T-{second.issue:05d}" == second.record.canonical_task_id


@pytest.mark.parametrize("seen", ["closed", "created"])
def test_a_closed_story_wakes_its_parent_also_where_it_was_closed_with_a_comment(seen):
    """Such a closing is two events, and whichever came last stands for both."""
    story = told("open_issue")
    epic = story.hub.open_issue("carol", "Everything", "")
    story.hub.issues[story.issue] = replace(story.hub.issues[story.issue], parent=epic)
    event = {"closed": "issues", "created": "issue_comment"}[seen]
    witness = Witness(event, seen, Person("carol"), earlier=frozenset({"issues.closed"}))

    looked_at = [outcome.subject.issue for outcome in story.wake(witness=witness)]

    assert looked_at == [story.issue, epic]
