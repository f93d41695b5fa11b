"""Who may spend, and who is believed, where planning asks a model."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.domain import markers
from bot.domain.facts import Comment, Edit, Facts, Permission
from bot.domain.people import LastEdit, Trail
from bot.domain.questionnaire import AnswerSource
from bot.domain.stages import Stage
from bot.effects import CardMessage
from bot.flow.trails import accounts
from tests.adapters.test_markdown_data import renderer
from tests.factories import (
    BOT,
    NOW,
    a_comment,
    a_person,
    a_plan,
    a_policy,
    a_task,
    an_issue,
    facts,
)
from tests.intents.given import DEADLINE, asking, known, said, staged
from tests.roles.given import a_proposal, after, decide, said_in, wants_plan
from tests.roles.test_planned_by import BY_MODEL, FELL_BACK

EDITED = an_issue(body="The cart takes negative counts, and zero.")
RIGHTS = {"carol": Permission.NONE, "tess": Permission.TRIAGE, "wendy": Permission.WRITE}


def paying(record: Any = None, *comments: Comment, **more: Any) -> Facts:
    """Facts where planning costs money; carol opened the issue and may nothing."""
    given: dict[str, Any] = {"spends": True, "permissions": dict(RIGHTS)}
    return known(record, *comments, **(given | more))


def given_by(login: str) -> Trail:
    """Who gave the label, as GitHub tells."""
    return Trail(labelled={"plan": login})


def offer_of(decision: Any) -> Any:
    """The notice that offers to plan."""
    return said_in(decision).get("id=plan_offered")


def ticked(decision: Any, **more: Any) -> Comment:
    """The offer's comment with its box ticked."""
    text = renderer().comment(offer_of(decision))
    body = markers.marked("notice", "id=plan_offered", text)
    later = {"created_at": NOW, "updated_at": NOW + timedelta(minutes=1)}
    return a_comment(body.replace("- [ ]", "- [x]"), 950, author=BOT.login, **(later | more))


def test_what_a_stranger_changes_offers_a_run():
    """The old plan is void, nothing is asked of the model, and one box starts it."""
    decision = decide(paying(staged(), issue=EDITED))

    assert decision.record.stage is Stage.PLANNING and decision.record.plan_offered
    assert "- [ ] <!-- plangate:plan -->" in renderer().comment(offer_of(decision))
    card = renderer().comment(CardMessage(decision.record, a_policy(), 7))
    assert "triage permission must start it" in card
    assert not wants_plan(paying(staged(), issue=EDITED))


@pytest.mark.parametrize("rights", [Permission.TRIAGE, Permission.WRITE])
def test_whoever_may_start_a_run_is_planned_for_at_once(rights):
    """An author with triage permission changes the request: that is a start."""
    assert wants_plan(paying(staged(), issue=EDITED, permissions={"carol": rights}))


def test_where_planning_costs_nothing_all_is_as_before():
    """Without a model a changed request is planned again by itself."""
    assert wants_plan(known(staged(), issue=EDITED, permissions=dict(RIGHTS)))


@pytest.mark.parametrize(("login", "starts"), [("tess", True), ("wendy", True), ("carol", False)])
def test_the_command_starts_what_was_offered(login, starts):
    """For whoever has triage permission; others hear that they may not."""
    offered = decide(paying(staged(), issue=EDITED)).record
    said_plan = a_comment("/plan", 1002, author=login)

    assert wants_plan(paying(offered, said_plan, issue=EDITED)) is starts


def test_the_box_starts_what_was_offered():
    """Ticked by somebody with permission, whom GitHub's edit history names."""
    first = decide(paying(staged(), issue=EDITED))
    comment = ticked(first)
    edits = {
        950: (
            _edit(comment.body.replace("- [x]", "- [ ]"), BOT.login),
            _edit(comment.body, "wendy", NOW + timedelta(minutes=1)),
        )
    }

    assert wants_plan(paying(first.record, comment, issue=EDITED, edits=edits))
    assert not wants_plan(paying(first.record, comment, issue=EDITED))


def test_a_tick_from_before_the_offer_starts_nothing():
    """An older box does not pay for a newer change."""
    first = decide(paying(staged(), issue=EDITED))
    old = ticked(first, updated_at=NOW - timedelta(minutes=1))
    edits = {950: (_edit(old.body.replace("[x]", "[ ]"), BOT.login), _edit(old.body, "wendy"))}

    assert not wants_plan(paying(first.record, old, issue=EDITED, edits=edits))


@pytest.mark.parametrize(("login", "starts"), [("wendy", True), ("carol", False)])
def test_a_resume_starts_a_run_only_for_whoever_may_start_one(login, starts):
    """Who opened the issue may cancel and resume it as often as they like: it costs nothing."""
    stopped = decide(paying(asking(), said("cancel", author="carol"))).record
    resumed = paying(stopped, said("/plan resume", 1002, author=login))

    assert stopped.stage is Stage.CANCELLED
    assert wants_plan(resumed) is starts
    assert decide(resumed).record.stage is Stage.PLANNING


def test_who_asks_for_help_starts_no_run():
    """A stranger who changes the request and asks `/plan help` beside it has started nothing."""
    assert not wants_plan(paying(staged(), said("/plan help"), issue=EDITED))


def test_first_answers_belong_to_the_run_that_asked():
    """The author answers: the plan is made. A changed answer offers another run."""
    asked = asking()
    answer = said("1A 2A", author="carol")
    assert wants_plan(paying(asked, answer))

    answered = decide(paying(asked, answer)).record
    changed = said("1B", 1003, author="carol", created_at=NOW + timedelta(minutes=5))
    later = decide(paying(answered, answer, changed))
    assert later.record.plan_offered or not wants_plan(paying(answered, answer, changed))


def test_a_label_from_a_form_is_not_a_start():
    """GitHub gives a form's labels to whatever a stranger opens: who gave it is asked."""
    issue = an_issue(labels={"plan"})

    assert not wants_plan(paying(issue=issue, trail=given_by("carol")))
    assert not wants_plan(paying(issue=issue))
    assert wants_plan(paying(issue=issue, trail=given_by("tess")))


def test_the_permissions_of_all_talkers_are_asked_only_where_policy_approves():
    """Each costs a request."""
    talk = a_comment("Please", author="mallory")
    issue = an_issue(labels={"plan"})
    manual = paying(None, talk, issue=issue, trail=given_by("tess"))
    full = replace(manual, policy=a_policy(automation="full"))

    assert accounts(manual) == {"tess"}
    assert accounts(full) == {"tess", "carol", "mallory"}


@pytest.mark.parametrize(
    ("telemetry", "rights", "passes"),
    [
        (BY_MODEL, Permission.WRITE, True),
        (BY_MODEL, Permission.TRIAGE, False),
        (BY_MODEL, Permission.NONE, False),
        (FELL_BACK, Permission.WRITE, False),
        ({"engine": "builtin"}, Permission.NONE, True),
    ],
)
@pytest.mark.parametrize("automation", ["balanced", "full"])
def test_policy_approves_only_what_writers_wrote(telemetry, rights, passes, automation):
    """A model's plan waits for a person where a stranger spoke, and one in its place always does."""
    policy = a_policy(automation=automation)
    talk = a_comment("Use the new cart.", author="wendy")
    plan = a_plan(a_task(complexity=2))
    permissions = {"carol": rights, "wendy": Permission.WRITE}
    given = facts(
        issue=an_issue(labels={"plan"}), comments=(talk,), policy=policy, permissions=permissions
    )
    record = after(given, a_proposal(plan, telemetry=telemetry))

    assert record.approved is passes
    words = renderer().comment(CardMessage(record, policy, 7))
    assert ("not yet" in words) is not passes


@pytest.mark.parametrize(("editor", "passes"), [("wendy", True), ("tess", False), ("", False)])
def test_who_edited_the_issue_wrote_it_too(editor, passes):
    """People with triage may edit anybody's issue; nobody named may be anybody."""
    # issue 19
    edit = LastEdit(NOW, a_person(editor) if editor else None)
    given = facts(
        issue=an_issue(labels={"plan"}, author="wendy", last_edit=edit),
        policy=a_policy(automation="full"),
        permissions=RIGHTS | {"wendy": Permission.WRITE},
    )

    record = after(given, a_proposal(a_plan(a_task(complexity=2)), telemetry=BY_MODEL))

    assert record.approved is passes


def test_what_a_time_out_takes_is_nobodys_word():
    """Where only writers spoke, policy approves a model's plan after a time-out as after an answer."""
    time_is_up = known(
        asking(),
        now=DEADLINE,
        policy=a_policy(automation="full"),
        permissions={"carol": Permission.WRITE},
    )
    plan = a_plan(a_task(complexity=2))

    record = after(time_is_up, a_proposal(plan, telemetry=BY_MODEL))

    assert {a.how for a in record.planner.answers} == {AnswerSource.TIMEOUT}
    assert record.approved


def _edit(body: str, login: str, at: datetime = NOW) -> Any:
    return Edit(at, a_person(login), body)
