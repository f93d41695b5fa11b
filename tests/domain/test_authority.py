"""Who may do what: actor x deed x policy, from permissions alone."""

from __future__ import annotations

import pytest

from bot.domain.authority import (
    SOMEBODY_WITH_WRITE,
    UNNAMED,
    Privilege,
    may,
    may_answer,
    permission_of,
)
from bot.domain.facts import Permission, Person
from tests.factories import BOT, a_person, a_policy, a_question, an_issue, facts

PEOPLE = {
    "alice, admin": a_person("alice"),
    "bob, write": a_person("bob"),
    "trent, triage": a_person("trent"),
    "carol, reads, author": a_person("carol"),
    "dave, assigned": a_person("dave"),
    "mallory, nothing": a_person("mallory"),
    "BOB in capitals": a_person("BOB"),
    "look-alike b\u043eb": a_person("b\u043eb"),
    "another bot with write": Person("helper[bot]", 5, is_bot=True),
    "a bot named bob": Person("bob", 6, is_bot=True),
    "ourselves": BOT,
    "who gave a label": SOMEBODY_WITH_WRITE,
    "a ticker nobody can name": UNNAMED,
}
WRITERS = {"alice, admin", "bob, write", "BOB in capitals", "who gave a label"}
RISKY = a_question(context={"reasonCodes": ["POLICY_RISK"], "affectedSections": ["x"]})


def seen(*who: str):
    """The facts: carol's issue, dave assigned, and a policy on who may answer."""
    base = facts(
        issue=an_issue(author="carol", assignees=("dave",)),
        policy=a_policy(answers={"who": who or ("author", "assignees", "write")}),
    )
    permissions = {**base.permissions, "helper[bot]": Permission.WRITE}
    return facts(issue=base.issue, policy=base.policy, permissions=permissions)


CELLS = [(name, deed) for name in PEOPLE for deed in Privilege]


def allowed(name, deed) -> bool:
    """The table: who may what."""
    if deed is Privilege.WAIVE:
        return name == "alice, admin"
    return name in WRITERS or (deed is Privilege.PLAN and name == "trent, triage")


def test_who_may_command():
    """Planning needs triage, waiving maintain, the rest write; bots and look-alikes may nothing."""
    # B4, B6, T4
    known = seen()

    assert [(n, d) for n, d in CELLS if may(known, PEOPLE[n], d) != allowed(n, d)] == []


ANSWERS = [
    # policy, ordinary question, policy question
    (("author", "assignees", "write"), WRITERS | {"carol, reads, author", "dave, assigned"}),
    (("author",), {"carol, reads, author"}),
    (("assignees",), {"dave, assigned"}),
    (("write",), WRITERS),
    (("author", "write"), WRITERS | {"carol, reads, author"}),
]
ASKED = [(who, allowed, name) for who, allowed in ANSWERS for name in PEOPLE]


def test_who_may_answer():
    """The policy's `answers.who` says who may answer; nobody else."""
    # B4, T4
    wrong = [
        (who, name)
        for who, told, name in ASKED
        if may_answer(seen(*who), PEOPLE[name], a_question()) != (name in told)
    ]

    assert wrong == []


def test_policy_questions_need_write():
    """A POLICY_RISK question is answered by people with write permission, whatever the policy says."""
    # S1.3, T4
    wrong = [
        (who, name)
        for who, _, name in ASKED
        if may_answer(seen(*who), PEOPLE[name], RISKY) != (name in WRITERS)
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("who", "login"), [("author", "alice"), ("assignees", "bob")], ids=["author", "assignee"]
)
def test_an_author_with_write_is_still_the_author(who, login):
    """Who may write and is the author (or assigned) answers where only authors (or assignees) may."""
    # B4
    issue = an_issue(author="alice", assignees=("bob",))
    known = facts(issue=issue, policy=a_policy(answers={"who": (who,)}))

    assert may_answer(known, a_person(login), a_question())


def test_a_permission_nobody_asked_for_is_none():
    """What GitHub was not asked, or did not answer, counts as no permission."""
    # B4, T4
    assert Permission.NONE is permission_of(facts(permissions={}), a_person("alice"))


def test_without_an_issue_only_writers_answer():
    """There is no author where there is no issue."""
    known = facts(issue=None)

    assert not may_answer(known, a_person("carol"), a_question())
    assert may_answer(known, a_person("bob"), a_question())


@pytest.mark.parametrize("least", Permission)
def test_permissions_have_an_order(least):
    """A permission includes itself and every weaker one."""
    order = ["none", "read", "triage", "write", "maintain", "admin"]

    includes = [held.value for held in Permission if held.at_least(least)]

    assert order[order.index(least.value) :] == includes
