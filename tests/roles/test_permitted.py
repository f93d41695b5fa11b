"""Who may do what, as people meet it: twelve kinds of actor, six actions, public and private."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.facts import Permission, Person, RecordAbsent, Repository
from tests.factories import NOW, a_comment, a_policy, a_question, an_issue, facts
from tests.intents.given import asking, known, present, staged
from tests.roles.given import a_proposal, decide

P = Permission
RISKY = {"context": {"reasonCodes": ["POLICY_RISK"], "affectedSections": ["planningArtifact"]}}
# kind of actor: account, permission in a public repository, permission in a private one
ACTORS = {
    "admin": ("alice", P.ADMIN, P.ADMIN),
    "maintainer": ("mia", P.MAINTAIN, P.MAINTAIN),
    "writer": ("bob", P.WRITE, P.WRITE),
    "triager": ("trent", P.TRIAGE, P.TRIAGE),
    "author": ("carol", P.READ, P.READ),
    "assignee": ("dave", P.READ, P.READ),
    "passer-by": ("mallory", P.READ, P.NONE),
    "former member, assigned": ("frank", P.READ, P.NONE),
    "listed bot": ("helper[bot]", P.READ, P.READ),
    "another bot that may write": ("writer[bot]", P.WRITE, P.WRITE),
    "look-alike": ("b\u043eb", P.READ, P.NONE),
    "ghost": ("ghost", P.NONE, P.NONE),
}
ACTIONS = ("plan", "answer", "answer on policy", "approve", "cancel", "waive")
# one column an action: `+` may, `-` may not; the second word is for a private repository
POLICY = {
    "admin": "++++++ ++++++",
    "maintainer": "++++++ ++++++",
    "writer": "+++++- +++++-",
    "triager": "+----- +-----",
    "author": "-+--+- -+--+-",
    "assignee": "-+--+- -+--+-",
    "passer-by": "------ ------",
    "former member, assigned": "-+--+- ------",
    "listed bot": "-+---- -+----",
    "another bot that may write": "------ ------",
    "look-alike": "------ ------",
    "ghost": "------ ------",
}
SAID = {
    "plan": "/plan",
    "answer": "1A",
    "answer on policy": "1A",
    "approve": "/plan approve",
    "cancel": "/plan cancel",
    "waive": "/plan waive TESTS_CHANGED sticky for acme/shop#8 only words changed",
}
CELLS = [
    (actor, action, private) for actor in ACTORS for action in ACTIONS for private in (False, True)
]


def scene(actor: str, action: str, *, private: bool):
    """The issue in the state in which the action is due, and what the actor says there."""
    login, public_one, private_one = ACTORS[actor]
    records = {
        "plan": None,
        "answer": asking(a_question("q1")),
        "answer on policy": asking(a_question("q1", **RISKY)),
    }
    record = records.get(action, staged())
    said_at = NOW + timedelta(minutes=1)
    base = known(record)
    comment = replace(said(SAID[action], login), created_at=said_at, updated_at=said_at)
    return replace(
        base,
        record=present(record) if record else RecordAbsent(),
        repository=Repository("acme/shop", 1, "main", private),
        policy=a_policy(answers={"bots": ["helper"]}),
        issue=an_issue(author="carol", assignees=("dave", "frank")),
        comments=(comment,),
        permissions={login.lower(): private_one if private else public_one},
    )


def said(body: str, login: str):
    """A comment by this account."""
    account = Person(login, 77, login.endswith("[bot]"))
    return replace(a_comment(body), author=account)


def happened(action: str, decision) -> bool:
    """Say whether the action took place, by what the record says now."""
    record = decision.record
    if record is None:
        return False
    match action:
        case "plan":
            return record.plan is not None
        case "answer" | "answer on policy":
            return bool(record.planner.answers)
        case "approve":
            return record.approval is not None
        case "cancel":
            return record.stage.value == "cancelled"
        case _:
            return bool(record.waivers)


def test_every_cell_of_the_table():
    """Everybody may do exactly what the policy says, by the permission GitHub tells at that time."""
    # B4, B6, S1.5, T4
    wrong = []
    for actor, action, private in CELLS:
        allowed = POLICY[actor].split()[private][ACTIONS.index(action)] == "+"
        decision = decide(scene(actor, action, private=private), a_proposal())
        if happened(action, decision) != allowed:
            wrong.append((actor, action, "private" if private else "public"))

    assert wrong == []


def test_the_table_has_144_cells():
    """12 kinds of actor x 6 actions x public and private."""
    assert len(CELLS) == 144
    assert set(POLICY) == set(ACTORS)


@pytest.mark.parametrize("action", ACTIONS)
def test_what_other_bots_say_is_not_even_written_down(action):
    """A bot that nobody listed changes nothing at all, so two programs cannot keep each other awake."""
    # B11
    known_ = scene("another bot that may write", action, private=False)
    before = getattr(known_.record, "record", None)

    assert decide(known_, a_proposal()).record == before


@pytest.mark.parametrize("actor", ["listed bot", "another bot that may write"])
def test_nobody_talks_to_a_bot(actor):
    """A bot that may not is not answered: two programs must not talk to each other for ever."""
    # B11
    for action in ACTIONS:
        decision = decide(scene(actor, action, private=False), a_proposal())
        kinds = [type(e).__name__ for e in decision.effects]
        if happened(action, decision):
            continue
        assert not [e for e in decision.effects if "Notice" in str(getattr(e, "message", ""))], (
            kinds
        )


def test_facts_have_no_default_permission():
    """An account GitHub was not asked about may nothing, in whatever repository."""
    # B4
    assert facts(permissions={}).permission("bob") is Permission.NONE
