"""What people ask, found in the facts alone, oldest first, each once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.authority import SOMEBODY_WITH_WRITE, Privilege
from bot.domain.people import Trail
from bot.domain.questionnaire import Answer, AnswerSource
from bot.domain.record import PlannerState
from bot.domain.request import request_digest
from bot.domain.stages import Stage
from bot.intents.model import (
    Answered,
    ApprovalGiven,
    CancelWanted,
    CommandHeld,
    HandWanted,
    HelpWanted,
    PlanRejected,
    PlanWanted,
    QuestionsExpired,
    RequestEdited,
    TaskSpoken,
    WaiveWanted,
)
from bot.intents.reading import read_intents, speakers
from tests.domain.given import an_action
from tests.factories import (
    BOT,
    NOW,
    a_comment,
    a_person,
    a_policy,
    a_question,
    a_record,
    an_issue,
    facts,
)
from tests.intents.given import DEADLINE, asking, known, said, staged

LABELLED = an_issue(labels={"plan"})


def asked(record=None, *comments, **more):
    """The intents in these facts."""
    return read_intents(known(record, *comments, **more))


def test_the_label_asks_for_a_plan():
    """An open issue with the plan label and without a record wants a plan; the label is witness enough."""
    # C: planner on labelled issues
    [wanted] = asked(issue=LABELLED)

    assert PlanWanted("label:plan", NOW, SOMEBODY_WITH_WRITE) == wanted


NOT_ASKED = {
    "no label": {"issue": an_issue()},
    "another label": {"issue": an_issue(labels={"planned", "planning:epic"})},
    "closed": {"issue": an_issue(labels={"plan"}, state="closed")},
    "no-plan wins": {"issue": an_issue(labels={"plan", "no-plan"})},
    "no-plan wins in any case": {"issue": an_issue(labels={"plan", "No-Plan"})},
    "another label by policy": {
        "issue": LABELLED, "policy": a_policy(labels={"plan": "please plan"}),
    },
    "no issue": {"issue": None},
}  # fmt: skip


@pytest.mark.parametrize("more", NOT_ASKED.values(), ids=NOT_ASKED)
def test_no_label_no_plan(more):
    """Without the label, on a closed issue, or under no-plan, nothing is asked."""
    assert asked(**more) == ()


def test_labels_ignore_case():
    """GitHub's labels ignore case, and so do we."""
    # https://docs.github.com/en/issues/using-labels-and-milestones-to-track-work/managing-labels
    assert len(asked(issue=an_issue(labels={"Plan"}))) == 1


def test_the_label_asks_once():
    """With a record the label says nothing more: it may stay, or be set again."""
    # B11
    assert asked(staged(), issue=LABELLED) == ()


QUIET = an_issue(labels={"no-plan"})
GIVERS = {"a writer": "bob", "triage": "trent", "nobody knows": ""}


@pytest.mark.parametrize("giver", GIVERS.values(), ids=GIVERS)
def test_no_plan_silences_everything_where_a_writer_gave_it(giver):
    """Under a writer's no-plan neither comments, replies, boxes nor the clock are heard; a rejection is."""
    told = Trail(labelled={"no-plan": giver} if giver else {})
    words = (said("/plan cancel"), said("1A", 1002), said("/plan reject no", 1003))
    heard = asked(asking(), *words, issue=QUIET, trail=told)
    kinds = [type(intent) for intent in heard]

    assert kinds == ([PlanRejected] if giver == "bob" else [CancelWanted, Answered, PlanRejected])


def test_no_plan_keeps_us_away_from_an_issue_without_a_record():
    """Nothing counts yet that somebody could silence: whoever gave the label is heard."""
    asks = an_issue(labels={"no-plan", "plan"})

    assert asked(None, said("/plan"), issue=asks, trail=Trail(labelled={"no-plan": "trent"})) == ()


VERBS = {
    "/plan": PlanWanted,
    "/plan force": PlanWanted,
    "/plan approve": ApprovalGiven,
    "/plan reject too slow": PlanRejected,
    "/plan replan add tests": PlanWanted,
    "/plan answer 1A": Answered,
    "/plan cancel": CancelWanted,
    "/plan resume": PlanWanted,
    "/plan waive TESTS_CHANGED docs only": WaiveWanted,
    "/plan help": HelpWanted,
    "/plan show": HelpWanted,
    "/plan hand task 2": HandWanted,
    "/plan start 2": TaskSpoken,
    "/plan done task 2": TaskSpoken,
    "/plan aprove": HelpWanted,
}


@pytest.mark.parametrize(("body", "kind"), VERBS.items(), ids=VERBS)
def test_each_verb_is_an_intent(body, kind):
    """A command is an intent of its kind, keyed by its comment, by its author, at its time."""
    # B4, S2.13
    [intent] = asked(staged(), said(body))

    assert kind is type(intent)
    assert (
        intent.key, intent.at, intent.by.login, intent.comment_id,
    ) == ("comment:1001:0", NOW, "carol", 1001)  # fmt: skip


def test_what_a_verb_carries():
    """Reason, digest, picks, force and suggestion reach the intent."""
    bodies = (
        "/plan reject too slow", "/plan replan tests", "/plan approve ABC123", "/plan force",
        "/plan answer 1A 2B", "/plan answer what?", "/plan aprove", "/plan waive tests_changed why not",
    )  # fmt: skip
    found = [asked(staged(), said(body))[0] for body in bodies]
    reject, replan, approve, force, answer, unclear, help_, waive = found

    assert (
        reject.reason, replan.reason, approve.digest, force.force,
    ) == ("too slow", "tests", "abc123", True)  # fmt: skip
    assert (replan.deed, force.deed) == (Privilege.REPLAN, Privilege.PLAN)
    assert [(p.question, p.choice) for p in answer.picks] == [(1, "A"), (2, "B")]
    assert (answer.how, unclear.picks) == (AnswerSource.COMMAND, ())
    assert (help_.unknown, help_.suggestion) == ("aprove", "approve")
    assert (waive.requirement, waive.reason) == ("TESTS_CHANGED", "why not")


def test_several_commands_of_one_comment_have_keys_of_their_own():
    """The commands of a comment are told apart by their place."""
    found = asked(staged(), said("/plan cancel\n/plan resume"))

    assert [i.key for i in found] == ["comment:1001:0", "comment:1001:1"]


def test_unknown_verbs_of_one_comment_are_one_question():
    """However many verbs of a comment nobody knows: its author is helped once."""
    # B11
    found = asked(staged(), said("/plan aprove\n/plan cancle\n/plan help"))

    assert [(i.key, getattr(i, "unknown", "")) for i in found] == [
        ("comment:1001:0", "aprove"),
        ("comment:1001:2", ""),
    ]


def test_handled_keys_are_done():
    """What the history holds is never asked again, by whatever wake."""
    # S2.13, B11
    record = staged().logged(an_action("comment:1001:0"))

    assert asked(record, said("/plan cancel")) == ()


def test_oldest_first():
    """Intents come in the order people said them, not the order GitHub lists them."""
    early, late = NOW - timedelta(minutes=9), NOW - timedelta(minutes=1)
    comments = [
        said("/plan resume", 1003, created_at=late, updated_at=late),
        said("/plan cancel", 1002, created_at=early, updated_at=early),
    ]

    found = asked(staged(), *comments)

    assert [CancelWanted, PlanWanted] == [type(i) for i in found]


def test_an_edited_comment_runs_no_command():
    """Anybody with write access may have edited it: its author is told once instead."""
    # T4
    later = NOW + timedelta(seconds=1)

    [told] = asked(staged(), said("/plan approve", updated_at=later))

    assert CommandHeld("edited:1001", later, a_person("carol"), 1001) == told


def test_an_edited_reply_answers_nothing():
    """Anybody with write access may have put the pick there: its author is asked to say it again."""
    # T4, S1.6
    later = NOW + timedelta(seconds=1)

    [told] = asked(asking(), said("1A", updated_at=later))

    assert CommandHeld("edited:1001", later, a_person("carol"), 1001) == told


def test_an_edit_after_the_answer_was_heard_changes_nothing():
    """What was heard before it was edited stands, and nobody is told anything."""
    # B11
    edited = said("2B", updated_at=NOW + timedelta(seconds=1))

    assert asked(asking().logged(an_action("comment:1001:0")), edited) == ()
    assert asked(asking().logged(an_action("edited:1001")), edited) == ()


def test_an_answer_edited_into_another_is_told():
    """Who turns 1A into 1B in place hears once that it stays 1A; other edits are nobody's business."""
    # B4
    first = said("1A, thanks")
    [heard] = asked(asking(), first)
    taken = Answer(
        question_id="q1", choice="A", by="carol", how=AnswerSource.REPLY, at=NOW, permission="author",
        comment_id=1001, body_digest=heard.body_digest,
    )  # fmt: skip
    record = asking().logged(an_action("comment:1001:0"))
    record = record.model_copy(
        update={"planner": record.planner.model_copy(update={"answers": (taken,)})}
    )
    later = NOW + timedelta(seconds=1)

    def found(body, known_=record):
        return [i.key for i in asked(known_, said(body, updated_at=later))]

    assert found("1B") == ["edited:1001"]
    assert found("1: both") == ["edited:1001"]
    assert found("1A, thank you") == found("Does 1B exist?") == found("2B") == []
    assert found("1B", record.logged(an_action("edited:1001"))) == []


def test_picks_beside_a_command_are_heard():
    """`1A` and `/plan show` in one comment are an answer and a command."""
    # S1.5
    found = asked(asking(), said("1A, 2B\n\n/plan show"))

    assert [type(i) for i in found] == [Answered, HelpWanted]
    assert len({i.key for i in found}) == 2
    assert [(p.question, p.choice) for p in found[0].picks] == [(1, "A"), (2, "B")]
    assert [type(i) for i in asked(asking(), said("looks good to me\n/plan show"))] == [HelpWanted]


def test_a_wish_from_before_the_record_is_not_refused_late():
    """Whoever said `/plan` in vain before the issue was planned hears no refusal when it is."""
    # B11
    before = NOW - timedelta(days=1)
    old = said("/plan", author="mallory", created_at=before, updated_at=before)

    assert asked(asking(), old) == ()
    assert len(asked(None, old)) == 1


def test_edited_talk_is_no_edited_command():
    """Edited prose, and an edited pick that answers no open round, is nobody's business."""
    later = NOW + timedelta(seconds=1)

    assert asked(asking(), said("I think so", updated_at=later)) == ()
    assert asked(staged(), said("1A", updated_at=later)) == ()


def test_bots_and_we_are_not_heard():
    """Neither our own comments nor those of other bots command anything."""
    # T4, STYLE 13
    ours = a_comment("/plan approve", author=BOT.login)
    other = a_comment("/plan approve", 1002, author="helper[bot]")

    assert asked(staged(), ours, other) == ()


def test_a_closed_issue_is_left_alone():
    """On a closed issue replies, ticks, time-outs and edits are not heard; who commands is told once."""
    closed = an_issue(state="closed", title="Another title")

    found = asked(asking(), said("/plan cancel"), said("1A", 1002), issue=closed, now=DEADLINE)

    assert [i.key for i in found] == ["closed:1001"]


def test_before_a_record_only_plan_and_force_are_heard():
    """Without a record there is nothing to approve, cancel or answer."""
    bodies = ("/plan", "/plan force", "/plan cancel", "/plan approve", "/plan answer 1A", "1A")

    heard = [body for body in bodies if asked(None, said(body))]

    assert heard == ["/plan", "/plan force"]


def test_what_was_said_before_the_record_is_not_heard_later():
    """An approval older than the record is no approval of its plan."""
    # B6
    before = NOW - timedelta(days=1)
    old = said("/plan approve", created_at=before, updated_at=before)

    assert asked(staged(), old) == ()


def test_a_reply_answers_the_open_round():
    """A reply that is picks alone is an answer, with the digest of what it said."""
    # B4, S1.6
    [answer] = asked(asking(), said("1A, 2b"))

    assert [(p.question, p.choice) for p in answer.picks] == [(1, "A"), (2, "B")]
    assert (answer.how, len(answer.body_digest)) == (AnswerSource.REPLY, 16)


def test_replies_count_while_questions_are_open():
    """Older replies, replies without a round, and prose answer nothing."""
    before = NOW - timedelta(days=1)
    old = said("1A", created_at=before, updated_at=before)

    assert asked(asking(), old) == ()
    assert asked(staged(), said("1A")) == ()
    assert asked(asking(), said("I think 1A is better?")) == ()
    assert asked(asking().model_copy(update={"stage": Stage.PLANNING}), said("1A")) == ()


def test_time_runs_out():
    """At the deadline of an open round its questions expire, once."""
    # S1.5
    [expired] = asked(asking(), now=DEADLINE)

    assert isinstance(expired, QuestionsExpired)
    assert (expired.key, expired.at) == ("timeout:1", DEADLINE)
    assert asked(asking(), now=DEADLINE - timedelta(seconds=1)) == ()
    assert asked(asking().logged(an_action("timeout:1")), now=DEADLINE) == ()


def test_rounds_without_a_deadline_never_expire():
    """A round of policy questions waits for people, however long."""
    # S1.3
    round_ = asking().awaiting_human_artifact.model_copy(update={"deadline": None})
    record = asking().model_copy(update={"awaiting_human_artifact": round_})

    assert asked(record, now=NOW + timedelta(days=999)) == ()


EDITS = {"title": {"title": "Another"}, "body": {"body": "Another"}}


@pytest.mark.parametrize("change", EDITS.values(), ids=EDITS)
def test_an_edited_request_is_noticed(change):
    """A title or body that says something else than the plan was made from is an intent."""
    # B6
    [edited] = asked(staged(), issue=an_issue(**change))

    assert isinstance(edited, RequestEdited)
    assert edited.key.startswith("request:1:")


def test_every_edit_has_a_key_of_its_own():
    """Editing there and back again is noticed each time."""
    record = staged().logged(an_action("request:1:abc"))

    [edited] = asked(record, issue=an_issue(title="Another"))

    assert edited.key.startswith("request:2:")


@pytest.mark.parametrize("stage", [Stage.DUPLICATE, Stage.UNRESOLVABLE])
def test_declined_issues_are_read_again(stage):
    """An edit of what could not be planned may be what was missing."""
    # S3.1
    record = staged().model_copy(update={"stage": stage})

    assert [type(i).__name__ for i in asked(record, issue=an_issue(title="Another"))] == [
        "RequestEdited"
    ]


@pytest.mark.parametrize("stage", [Stage.DONE, Stage.CANCELLED])
def test_ended_issues_may_be_edited(stage):
    """An edit after the end voids nothing."""
    record = staged().model_copy(update={"stage": stage})

    assert asked(record, issue=an_issue(title="Another")) == ()


def test_ticking_the_requests_own_boxes_is_no_edit():
    """Working off the request's task list is no new request."""
    issue = an_issue(body=an_issue().body + "\n- [ ] a test")
    planned = request_digest(issue.title, issue.body)
    record = a_record(planner=PlannerState(request_digest=planned))

    assert asked(record, issue=an_issue(body=issue.body.replace("[ ]", "[x]"))) == ()


def test_whose_permission_must_be_asked():
    """Commands and answers of people need a permission; who may answer anyway is not asked about."""
    # B4: permission at the time of use
    comments = (
        said("/plan cancel", 1, author="bob"),
        said("1A", 2, author="mallory"),
        said("1A", 3, author="carol"),
        said("nice", 4, author="trent"),
    )

    assert {"bob", "mallory"} == speakers(known(asking(), *comments))


def test_an_answered_policy_question_is_asked_about_too():
    """Who answers again needs the same permission as who answered first."""
    # S1.3
    risky = a_question("q1", context={"reasonCodes": ["POLICY_RISK"], "affectedSections": ["x"]})
    record = asking(risky, a_question("q2"))
    given = Answer(question_id="q1", choice="A", by="bob", how=AnswerSource.REPLY, at=NOW)
    round_ = record.awaiting_human_artifact.with_answers((given,))
    record = record.model_copy(update={"awaiting_human_artifact": round_})

    assert {"carol"} == speakers(known(record, said("1B")))


def test_policy_questions_are_asked_about_always():
    """A policy question needs write, so even the author's permission must be known."""
    # S1.3
    risky = a_question("q1", context={"reasonCodes": ["POLICY_RISK"], "affectedSections": ["x"]})

    assert {"carol"} == speakers(known(asking(risky), said("1A")))


def test_nothing_is_asked_of_nothing():
    """A bare issue asks nothing."""
    assert read_intents(facts()) == ()
