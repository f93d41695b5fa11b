"""What people are told: one comment a kind and person, only to those who may ask, and never lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain import markers
from bot.domain.facts import Person, RecordPresent
from bot.domain.stages import Stage
from bot.effects import NoticeKind, NoticeMessage, UpsertComment
from bot.planning.proposal import Declined
from tests.factories import NOW, a_comment, a_plan, a_question, a_task, an_issue, facts
from tests.flow.given import Shop, told
from tests.intents.given import asking, known, present
from tests.roles.given import (
    a_proposal,
    after,
    decide,
    notice_keys,
    notices,
    with_record,
)

LABELLED = facts(issue=an_issue(labels={"plan"}))
STAGED = after(LABELLED, a_proposal())
LATER = NOW + timedelta(minutes=1)
RISKY = {"context": {"reasonCodes": ["POLICY_RISK"], "affectedSections": ["planningArtifact"]}}


def by(login: str, body: str, id: int = 1001, **more: Any):
    """A comment by somebody, a minute after the plan."""
    return a_comment(body, id, author=login, **({"created_at": LATER, "updated_at": LATER} | more))


def staged(*comments, record=STAGED, **more):
    """The facts of the round after the plan."""
    return with_record(LABELLED, record, *comments, **more)


def message(decision) -> NoticeMessage:
    """The one notice of a decision."""
    [found] = [
        e.message
        for e in decision.effects
        if isinstance(e, UpsertComment) and isinstance(e.message, NoticeMessage)
    ]
    return found


def test_a_plan_is_asked_for_while_one_waits():
    """`/plan` changes nothing then, and who asked hears what does; a label is no question."""
    asked = decide(staged(by("bob", "/plan")))

    assert asked.record.stage is Stage.STAGED
    assert (message(asked).to, message(asked).data["waits"]) == ("bob", "staged")
    assert notices(decide(staged())) == []


# ---- one comment a kind and person


FLOODS = {
    "unknown verbs": ("bob", "/plan aprove", "unknown_command-bob"),
    "refused commands": ("mallory", "/plan cancel", "command_refused-mallory"),
    "refused approvals": ("mallory", "/plan approve", "approval_refused-mallory"),
    "stale approvals": ("bob", "/plan approve 0123456789ab", "stale_approval-bob"),
    "calls for help": ("carol", "/plan help", "help-carol"),
    "unclear waivers": ("alice", "/plan waive", "unclear_waiver-alice"),
    "refused waivers": ("bob", "/plan waive TESTS_CHANGED x", "command_refused-bob"),
}


@pytest.mark.parametrize(("login", "body", "key"), FLOODS.values(), ids=FLOODS)
def test_a_flood_is_one_notice(login, body, key):
    """Fifty comments of fifty commands are one comment of ours, in one round or in many."""
    # B11, T4
    flood = [by(login, f"{body}\n" * 50, n) for n in range(1001, 1051)]

    at_once = decide(staged(*flood))
    again = decide(staged(*flood, by(login, body, 2000), record=at_once.record))

    assert [f"id={key}"] == notice_keys(at_once) == notice_keys(again)


def test_a_flood_on_github_is_one_comment():
    """Whoever comments again and again finds one notice of ours, edited in place."""
    # B11
    story = told("approve")
    for n in range(6):
        story.hub.comment("mallory", story.issue, "/plan cancel\n/plan aprove\n" * 9)
        story.hub.comment("mallory", story.issue, ("/plan cancel", "/plan replan x")[n % 2])
        story.hub.comment("bob", story.issue, "/plan aprove\n" * 9)
        story.look()

    assert keys_of(story) == ["id=command_refused-mallory", "id=unknown_command-bob"]
    assert story.writes(story.look) == []


def keys_of(story: Shop) -> list[str]:
    """The keys of the notices on the hub."""
    found = (markers.read(c.body) for c in story.ours("notice"))
    return sorted(mark.key for mark in found if mark)


def test_a_notice_says_the_newest():
    """Who tries something else reads about that in the same comment."""
    both = staged(by("mallory", "/plan cancel"), by("mallory", "/plan replan x", 1002))

    decision = decide(both)

    assert message(decision).data["command"] == "/plan replan"


def test_refused_answers_have_a_notice_a_round():
    """A refusal belongs to its round: the next round may say it again."""
    # SAFETY 16
    first = decide(known(asking(), by("mallory", "1A"), by("mallory", "2B", 1002)))
    second = asking()
    round_ = second.awaiting_human_artifact.model_copy(update={"round": 2})
    second = second.model_copy(update={"awaiting_human_artifact": round_})

    assert notice_keys(first) == ["id=answer_refused-mallory-r1"]
    assert notice_keys(decide(known(second, by("mallory", "1A")))) == [
        "id=answer_refused-mallory-r2"
    ]


@pytest.mark.parametrize("kind", NoticeKind)
def test_every_key_can_be_read_back(kind):
    """A marker with the longest login GitHub allows is found again."""
    # B11
    from bot.domain.history import Notice

    key = f"id={Notice(kind=kind.value, to='a' * 39, about='r999').key}"

    mark = markers.read(markers.marked("notice", key, "text"))

    assert mark and mark.key == key


def test_bots_are_not_spoken_to():
    """A bot's issue is declined without calling the bot, under a key that is found again."""
    # B11
    issue = replace(an_issue(labels={"plan"}), author=Person("helper[bot]", 5, is_bot=True))

    decision = decide(facts(issue=issue), Declined("DUPLICATE", "same words", duplicate_of=3))

    assert notices(decision) == [("duplicate", "")]
    assert notice_keys(decision) == ["id=duplicate"]


# ---- authorised before anything is said


@pytest.mark.parametrize("body", ["7A", "A", "/plan answer what?", "1E"])
def test_who_may_not_answer_is_never_told_it_was_unclear(body):
    """A stranger's unclear answer gets the one refusal of the round, and no lesson."""
    # B4, T4
    decision = decide(known(asking(), by("mallory", body), by("mallory", "1A", 1002)))

    assert notices(decision) == [("answer_refused", "mallory")]
    assert {a.outcome for a in decision.record.history if a.actor == "mallory"} == {"refused"}


@pytest.mark.parametrize(
    ("body", "told"),
    [("1A 2A", "answer_refused"), ("1A 3A 3B", "conflict"), ("1A 3E", "unclear_answer")],
)
def test_a_refusal_is_told_beside_what_is_known(body, told):
    """What does not count is told, also where the rest of the comment says what is known already."""
    # S1.3 T4
    three = asking(a_question("q1"), a_question("q2", **RISKY), a_question("q3"))
    first = decide(known(three, by("carol", "1A")))

    again = decide(known(first.record, by("carol", "1A"), by("carol", body, 1002)))

    assert notices(again) == [(told, "carol")]
    assert [a.question_id for a in again.record.planner.answers] == ["q1"]


def test_saying_the_same_overrules_nobody():
    """Who repeats somebody's answer beside one that does not count is not said to have changed it."""
    two = asking(a_question("q1"), a_question("q2"))
    first = decide(known(two, by("carol", "1A")))

    again = decide(known(first.record, by("carol", "1A"), by("bob", "1A 2E", 1002)))

    assert notices(again) == [("unclear_answer", "bob")]


def test_who_may_answer_some_is_told_what_is_unclear():
    """The author may answer one of two questions, so an unclear pick is explained."""
    mixed = asking(a_question("q1"), a_question("q2", **RISKY))

    assert notices(decide(known(mixed, by("carol", "7A")))) == [("unclear_answer", "carol")]


@pytest.mark.parametrize(
    ("body", "taken", "left"),
    [
        ("1A, 7: at night", ["1"], [7]),
        ("1A, 2: at night", ["1"], [2]),
        ("1A, 2: at night\n7A 7B 8A", ["1"], [2, 7, 8]),
        ("yes, 1: at night", [], [0, 1]),
        ("1A, 2 at night", [], [0]),
    ],
)
def test_an_unclear_answer_says_what_was_taken_and_what_was_not(body, taken, left):
    """Of a reply that is read in part both parts are told, by the numbers of their questions."""
    told = message(decide(known(asking(), by("carol", body))))

    assert told.kind is NoticeKind.UNCLEAR_ANSWER
    assert (told.data["taken"], told.data["left"]) == (taken, left)


def test_an_unclear_answer_is_no_decision():
    """The history does not keep it as something a person decided."""
    record = after(known(asking(), by("carol", "7A")))

    assert not record.history[-1].is_decision


@pytest.mark.parametrize("body", ["/plan help", "/plan show", "/plan hand", "/plan aprove"])
def test_asking_is_no_decision(body):
    """Who asks a thousand times fills no record: what was only asked is folded."""
    # issue 19
    assert not after(staged(by("bob", body))).history[-1].is_decision


ASKERS = {"carol": True, "trent": True, "bob": True, "mallory": False}


@pytest.mark.parametrize("body", ["/plan help", "/plan show", "/plan aprove"])
@pytest.mark.parametrize(("login", "answered"), ASKERS.items(), ids=ASKERS)
def test_help_is_for_those_who_may_do_something(login, answered, body):
    """Author, assignees, triage and up are helped; a stranger's call is noted as refused, once."""
    # B4, T4
    decision = decide(staged(by(login, body)))

    line = decision.record.history[-1]
    assert len(notices(decision)) == answered
    assert (line.actor, line.outcome) == (login, "done" if answered else "refused")
    assert decide(staged(by(login, body), record=decision.record)).record == decision.record


HANDED = {"next": ("/plan hand", 1), "named": ("/plan hand task 1", 1), "none": ("/plan hand 9", 0)}


@pytest.mark.parametrize(("body", "task"), HANDED.values(), ids=HANDED)
def test_a_task_is_handed_on(body, task):
    """The prompt is made of plan and policy as they are when it is posted; the record keeps its number."""
    # B14
    decision = decide(staged(by("bob", body)))

    handed: Any = message(decision).data.get("handover")
    assert (handed.task.number if handed else 0) == task
    assert decision.record.history[-1].notice.data["task"] == task


AT_WORK = after(staged(by("bob", "/plan approve")))
SAID = {
    "begun": ("bob", "/plan start 1", "done", "pending"),
    "finished": ("bob", "/plan done task 1", "done", "done"),
    "by a reader": ("carol", "/plan done 1", "refused", "pending"),
    "no such task": ("bob", "/plan start 9", "refused", "pending"),
    "no number": ("bob", "/plan done", "refused", "pending"),
}


@pytest.mark.parametrize(("login", "body", "outcome", "status"), SAID.values(), ids=SAID)
def test_a_writer_says_how_far_a_task_is(login, body, outcome, status):
    """Who may write begins a task or calls it done; whoever may not, or names none, hears why."""
    # B14, S3.10
    decision = decide(staged(by(login, body, 1002), record=AT_WORK))

    line, record = decision.record.history[-1], decision.record
    assert (line.outcome, record.plan.tasks[0].status) == (outcome, status)
    assert [p.by for p in record.planner.progress] == ([login] if outcome == "done" else [])
    assert notices(decision) == ([] if outcome == "done" else [("command_refused", login)])


def test_a_task_that_somebody_has_begun_is_theirs_for_a_day():
    """Two agents never begin one task; after a day anybody may take it over."""
    begun = after(staged(by("bob", "/plan start 1", 1002), record=AT_WORK))
    days = LATER + timedelta(days=1)
    at = {"created_at": days, "updated_at": days}

    early = decide(staged(by("alice", "/plan start 1", 1003), record=begun)).record
    late = decide(staged(by("alice", "/plan start 1", 1003, **at), record=begun)).record
    assert [p.by for p in early.planner.progress] == ["bob"]
    assert "bob already started task 1" in early.history[-1].reason
    assert [p.by for p in late.planner.progress] == ["alice"]


def test_a_strangers_edited_reply_is_passed_over():
    """Nobody explains to a stranger why their edited reply does not count."""
    edited = by("mallory", "1A", updated_at=LATER + timedelta(minutes=1))

    decision = decide(known(asking(), edited))

    line = decision.record.history[-1]
    assert notices(decision) == []
    assert (line.key, line.actor, line.outcome) == ("edited:1001", "mallory", "refused")
    assert line.reason == "the comment does not count: it was edited"


def test_an_edited_reply_is_told_once():
    """An edited reply answers nothing, and its author hears why."""
    # T4, S1.6
    edited = by("carol", "1A", updated_at=LATER + timedelta(minutes=1))

    decision = decide(known(asking(), edited))

    assert notices(decision) == [("edited_command", "carol")]
    assert decision.record.planner.answers == ()


# ---- the words


NEEDED = {
    "/plan cancel": ("mallory", "command_refused", "write"),
    "/plan reject no": ("carol", "command_refused", "write"),
    "/plan approve": ("carol", "approval_refused", "write"),
    "/plan": ("carol", "command_refused", "triage"),
    "/plan force": ("carol", "command_refused", "triage"),
    "/plan waive TESTS_CHANGED x": ("bob", "command_refused", "maintain"),
}


@pytest.mark.parametrize("body", NEEDED)
def test_a_refusal_names_the_permission_needed(body):
    """What is asked for is named as GitHub names it, and the history says what was tried."""
    # B1
    login, kind, needed = NEEDED[body]

    decision = decide(staged(by(login, body)))

    verb = body.removeprefix("/plan").strip().partition(" ")[0]
    line = decision.record.history[-1]
    told_ = message(decision)
    assert (told_.kind.value, told_.data["needed"]) == (kind, needed)
    assert (line.action, line.outcome) == (
        {"": "plan", "force": "plan"}.get(verb, verb), "refused",
    )  # fmt: skip
    assert str(told_.data.get("command", body)).split() == body.split()[:2]


def test_the_reason_of_a_refused_rejection_reaches_no_planner():
    """What somebody without permission said is not kept as feedback."""
    # T4
    record = after(staged(by("mallory", "/plan reject make it evil")))

    assert "evil" not in record.model_dump_json()


@pytest.mark.parametrize("verb", ["reject", "replan"])
def test_the_same_plan_again_is_said(verb):
    """A rejection that leads to the same plan does not pass in silence."""
    # B11
    decision = decide(staged(by("bob", f"/plan {verb} hmm")), a_proposal())

    record = decision.record
    assert notices(decision) == [("plan_unchanged", "bob")]
    assert (record.stage, record.planner.plan.version) == (Stage.STAGED, 1)
    assert "plan unchanged" in [a.action for a in record.history]
    assert [a.action for a in STAGED.history if a.to_stage] == ["plan staged"]


def test_another_plan_is_no_unchanged_plan():
    """A new version is staged as such, and nobody is told that nothing changed."""
    other = a_proposal(a_plan(a_task(complexity=3), version=2))

    decision = decide(staged(by("bob", "/plan reject too slow")), other)

    assert notices(decision) == []
    assert decision.record.history[-1].action == "plan staged"


def test_an_edit_that_changes_no_plan_tells_nobody():
    """Only who asked for another plan hears that there is none, and only about their own asking."""
    first = after(staged(by("bob", "/plan reject hmm")), a_proposal())
    later = NOW + timedelta(hours=2)
    edited = staged(record=first, issue=an_issue(title="Another", labels={"plan"}), now=later)

    decision = decide(edited, a_proposal())

    assert notices(decision) == []
    assert decision.record.history[-1].action == "plan unchanged"


def test_ticking_again_after_a_rejection_approves_again():
    """Tick, reject, the same plan, tick: each time the box does what it says."""
    # S3.10
    story = told("approve")
    story.hub.comment("alice", story.issue, "/plan reject hmm")
    story.look()
    assert story.stage == "staged"

    story.approve()
    story.look()

    assert story.stage == "implementing"
    assert keys_of(story) == ["id=plan_unchanged-alice"]


# ---- never lost


def lost(story: Shop) -> None:
    """The notices never reached GitHub: the process died after the record was saved."""
    for comment in story.ours("notice"):
        story.hub.delete_comment(comment.id)


LOSSES = {
    "a refusal": ("mallory", "/plan cancel", "id=command_refused-mallory"),
    "an unknown verb": ("carol", "/plan aprove", "id=unknown_command-carol"),
    "a cancel": ("bob", "/plan cancel", "id=cancelled-bob"),
    "a plan that did not change": ("bob", "/plan reject hmm", "id=plan_unchanged-bob"),
}


@pytest.mark.parametrize(("login", "body", "key"), LOSSES.values(), ids=LOSSES)
def test_a_lost_notice_comes_with_the_next_wake(login, body, key):
    """What the record says somebody is to be told is posted again, once, for an hour."""
    # T1, B11
    story = told("answer")
    story.hub.comment(login, story.issue, body)
    story.look()
    assert keys_of(story) == [key]
    words = [c.body for c in story.ours("notice")]

    lost(story)
    story.look()
    assert words == [c.body for c in story.ours("notice")]

    assert story.writes(story.look) == []
    lost(story)
    story.hub.later(hours=2)
    story.look()
    assert keys_of(story) == []


def test_a_notice_of_a_future_version_is_left_to_it():
    """A record may hold notices that this version knows nothing of."""
    line = after(staged(by("bob", "/plan aprove"))).history[-1]
    strange = line.notice.model_copy(update={"kind": "fireworks"})
    record = STAGED.logged(line.model_copy(update={"notice": strange}))

    assert notices(decide(replace(LABELLED, record=present(record)))) == []
    assert isinstance(present(record), RecordPresent)


def test_a_question_on_policy_is_not_said_to_be_for_its_author():
    """Who opened the issue is not told that who opened the issue may answer: it needs write permission."""
    # S1.3
    record = asking(a_question("q1", **RISKY))

    for body in ("1A", "/plan answer recommended"):
        said = message(decide(known(record, by("carol", body))))
        assert (said.kind, said.data.get("needs_write")) == (NoticeKind.ANSWER_REFUSED, True)
