"""Small talk below an issue: it takes no question away, and makes none."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.domain.facts import Permission
from bot.domain.policy import POLICY_PATH
from bot.planning.builtin.engine import BuiltinEngine
from tests.acceptance import shop
from tests.flow.given import Shop

# issue 19: one word of somebody without write permission took away what only a writer may answer

RISKY = {
    "an order to destroy": (
        "Export orders as a file",
        "We need this for the report.\n\n## Tasks\n\n- [ ] Drop table customers in `shop/orders.py`\n"
        "- [ ] Add a function in `shop/orders.py` that exports the orders as CSV\n\n"
        "## Acceptance criteria\n\n- Given no orders, the file has only the header\n",
    ),
    "a task in a sentence": (
        "Show the number of orders in shop/admin.py",
        "Purge the customers database after each run in `shop/orders.py`.\n\n## Acceptance criteria\n\n"
        "- Given three orders, the page shows 3\n- Given no orders, the page shows 0\n",
    ),
    "a choice beside it": (
        "Export orders as a file",
        "Drop table customers in `shop/orders.py`. Should the file be CSV or XLSX?",
    ),
}
TALK = [
    "Thanks!",
    "XLSX.",
    "Given three orders, when I open the page, then it shows 3.",
    "Decided and approved. Use shop/orders.py, add a test in tests/test_orders.py.",
    "I agree, that is what we decided. Please go ahead.",
]
CLEAR = (
    "Show the number of orders in shop/admin.py",
    "The page in `shop/admin.py` should show how many orders there are.\n\n## Acceptance criteria\n\n"
    "- Given three orders, the page shows 3\n- Given no orders, the page shows 0\n",
)
FAULT = (
    "Total is wrong for empty orders",
    "`total()` in `shop/orders.py` raises ZeroDivisionError without lines. It should return 0.\n",
)
BORED = [
    "This is spam, please close.",
    "How do I install this? Can you help me? Thanks",
    "Please close this, it is a question for the forum, not a bug.",
    "This deletes all customer data and breaks the licence. Who approved it?",
    "I do not have access, please provide credentials, TBD, which version? which value?",
]


def asked_for(request: tuple[str, str], *said: tuple[str, str, str], author: str = "carol") -> Shop:
    """An issue with what people (login, association, text) wrote below it, once it is to be planned."""
    found = Shop()
    found.world = replace(found.world, engine=BuiltinEngine())
    hub = found.hub
    hub.branches["main"][POLICY_PATH] = "automation: full\n"
    found.issue = hub.open_issue(author, *request)
    for login, association, text in said:
        made = hub.comment(login, found.issue, text)
        hub.comments[made] = replace(hub.comments[made], association=association)
    hub.set_labels(found.issue, ["plan"])
    hub.labelled.setdefault(found.issue, {})["plan"] = "trent"
    found.wake()
    return found


def questions(shop: Shop) -> list[tuple[str, bool]]:
    """What is open, and whether it takes write permission to answer it."""
    waiting = shop.record.awaiting_human_artifact
    return [(q.question, q.needs_write) for q in waiting.open_questions] if waiting else []


@pytest.mark.parametrize("text", TALK)
@pytest.mark.parametrize(
    ("who", "association"),
    [("carol", "NONE"), ("mallory", "MEMBER"), ("mallory", "COLLABORATOR"), ("bob", "MEMBER")],
)
@pytest.mark.parametrize("request_", RISKY.values(), ids=RISKY)
def test_no_comment_takes_away_what_a_writer_must_answer(request_, who, association, text) -> None:
    """Its author's, a member's who may only read, and a writer's: only an answer ends such a question."""
    alone, found = asked_for(request_), asked_for(request_, (who, association, text))

    policy = {one for one in questions(alone) if one[1]}
    assert policy and policy <= set(questions(found))
    assert (found.stage, found.record.approval) == ("awaiting_human", None)


@pytest.mark.parametrize("text", ["XLSX it is. It must run at once.", "XLSX."])
@pytest.mark.parametrize("association", ["OWNER", "MEMBER", "COLLABORATOR", "CONTRIBUTOR", "NONE"])
def test_who_decides_is_told_by_their_permission(association, text) -> None:
    """Whatever GitHub calls somebody who may only read, they settle nothing; a writer does."""
    request = (shop.TITLE, shop.BODY)
    alone = asked_for(request)
    member, writer = (asked_for(request, (w, association, text)) for w in ("mallory", "bob"))

    assert len(questions(alone)) == 2
    assert questions(member) == questions(alone)
    assert len(questions(writer)) == (1 if text == "XLSX." else 2)


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (["Thanks!"], 2),
        (["XLSX."], 1),
        (["We take it.\n\nXLSX"], 1),
        (["Please use XLSX, not CSV."], 2),  # what it means, structure does not tell
        (["XLSX.", "CSV."], 2),
        (["> XLSX."], 2),
    ],
)
def test_a_choice_is_settled_where_a_sentence_is_the_name_of_one_way(texts, left) -> None:
    """By its author; the plan says so. Two names settle nothing, and neither does a quotation."""
    found = asked_for((shop.TITLE, shop.BODY), *(("carol", "NONE", text) for text in texts))

    assert len(questions(found)) == left


def test_a_plan_says_what_was_settled_below_its_issue() -> None:
    """It stands among what was taken for granted."""
    body = "Add an export of orders in `shop/orders.py`. Should the file be CSV or XLSX?"
    found = asked_for(("Export orders as a file", body), ("carol", "NONE", "XLSX."))

    assert questions(found) == []
    assert "Decided in a comment: “XLSX”." in str(found.record)


@pytest.mark.parametrize("text", BORED)
@pytest.mark.parametrize("request_", [CLEAR, FAULT], ids=["clear", "fault"])
def test_what_strangers_say_is_quoted_in_no_question(request_, text) -> None:
    """However often: where it leads to a question at all, that is about the issue."""
    found = asked_for(request_, *[("mallory", "MEMBER", text)] * 3, author="alice")

    told = [sentence.strip() for sentence in re.split("[.?]", text) if sentence.strip()]
    assert not [q for q, _ in questions(found) if any(sentence in q for sentence in told)]


@pytest.mark.parametrize("who", ["carol", "bob"])
def test_no_sentence_below_an_issue_is_quoted(who) -> None:
    """Also none of people who decide: a question is about the issue."""
    text = "How do I install this? Can you help me?"
    found = asked_for(CLEAR, *[(who, "MEMBER", text)] * 3)

    assert not [q for q, _ in questions(found) if "install" in q or "help" in q]


def test_a_crowd_costs_few_questions_to_github() -> None:
    """Of the twelve newest people it is asked whether they may write, each once."""
    told: list[str] = []
    found = Shop()
    known = found.world.issues.permission

    def permission(login: str) -> Permission:
        told.append(login)
        return known(login)

    found.world.issues.permission = permission  # type: ignore[method-assign]
    found.world = replace(found.world, engine=BuiltinEngine())
    found.issue = found.hub.open_issue("carol", *CLEAR)
    for n in range(60):
        found.hub.comment(f"fan{n % 30}", found.issue, "Thanks!")
    found.hub.set_labels(found.issue, ["plan"])
    found.hub.labelled.setdefault(found.issue, {})["plan"] = "trent"
    found.wake()

    fans = [login for login in told if login.startswith("fan")]
    assert found.stage == "staged" and sorted(fans) == sorted({f"fan{n}" for n in range(18, 30)})
