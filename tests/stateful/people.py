"""What people ask of the bot, by every road: labels, commands, replies, ticks and edits."""

from __future__ import annotations

import json
import re

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from bot.domain.facts import Witness
from tests.acceptance import shop
from tests.stateful.ground import DICE, HEARD, PEOPLE, WRITERS, Ground
from tests.stateful.world import one_of, ours

CLEAR = """\
`Cart.add` in `shop/cart.py` takes negative counts.

## Acceptance criteria
- [ ] A negative count raises ValueError
- [ ] A count of zero raises ValueError
"""
RISKY = (
    "Delete all old orders from the database in `shop/orders.py`, they are not needed any more.\n"
)
REQUESTS = ((shop.TITLE, shop.BODY), ("Refuse negative counts", CLEAR), ("Drop orders", RISKY))
TALK = ("Thank you!", "/plan help", "/plan frobnicate", "> /plan approve", "```\n/plan cancel\n```")


class People(Ground):
    """The rules by which people ask, and change what is written."""

    # ---- 1-9: people ask

    @initialize(request=st.sampled_from(REQUESTS), labelled=st.sampled_from([True, True, False]))
    def open(self, request, labelled) -> None:
        self.issue = self.hub.open_issue("carol", *request)
        if labelled:
            self.hub.set_labels(self.issue, ["plan"])
        self.look(labelled)

    @rule(heard=HEARD)
    def label(self, heard) -> None:
        self.hub.set_labels(self.issue, ["plan"])
        self.look(heard)

    @rule(who=PEOPLE, what=st.sampled_from(TALK), heard=HEARD)
    def comment(self, who, what, heard) -> None:
        self.hub.comment(who, self.issue, what)
        self.look(heard)

    @rule(
        who=PEOPLE,
        by_command=st.booleans(),
        letter=st.sampled_from("AAABX"),
        dice=DICE,
        heard=HEARD,
    )
    def answer(self, who, by_command, letter, dice, heard) -> None:
        asked = self.last.awaiting_human_artifact if self.last else None
        numbers = [q.id[1:] for q in asked.questions] if asked else ["1"]
        some = numbers if dice % 2 else [numbers[dice % len(numbers)]]
        text = ", ".join(f"{n}{letter}" for n in some)
        self.hub.comment(who, self.issue, f"/plan answer {text}" if by_command else text)
        self.look(heard)

    @rule(who=WRITERS, dice=DICE, seen=st.booleans(), heard=HEARD)
    def tick_answer(self, who, dice, seen, heard) -> None:
        self._tick("questions", who, dice, seen, heard)

    @rule(who=WRITERS, seen=st.booleans(), heard=HEARD)
    def tick_approval(self, who, seen, heard) -> None:
        self._tick("plan", who, 0, seen, heard)

    def _tick(self, kind, who, dice, seen, heard) -> None:
        found = self.box(kind, dice)
        if found:
            witness = self.hub.tick(found[0].id, found[1], who)
            self.look(heard, witness if seen else None)

    @rule(who=PEOPLE, named=st.booleans(), heard=HEARD)
    def approve(self, who, named, heard) -> None:
        plan = self.last.planner.plan if self.last else None
        digest = f" {plan.digest[:12]}" if plan and named else ""
        self.hub.comment(who, self.issue, f"/plan approve{digest}")
        self.look(heard)

    @rule(
        who=PEOPLE,
        verb=st.sampled_from(
            ["reject too big", "replan smaller steps", "cancel", "resume", "", "force"]
        ),
        heard=HEARD,
    )
    def command(self, who, verb, heard) -> None:
        self.hub.comment(who, self.issue, f"/plan {verb}".rstrip())
        self.look(heard)

    @rule(
        who=PEOPLE,
        what=st.sampled_from(
            ["TESTS_CHANGED", "REVIEW_APPROVED", "CHECKS_PASSED", "PLAN_APPROVED"]
        ),
        heard=HEARD,
    )
    def waive(self, who, what, heard) -> None:
        self.hub.comment(who, self.issue, f"/plan waive {what} it is an emergency")
        self.look(heard)

    @rule(who=PEOPLE, heard=HEARD)
    def restore(self, who, heard) -> None:
        self.hub.comment(who, self.issue, "/plan restore")
        self.look(heard)

    # ---- 10-14: people change texts

    @rule(request=st.sampled_from(REQUESTS[:2]), heard=HEARD)
    def edit_issue(self, request, heard) -> None:
        self.hub.edit_issue(self.issue, title=request[0], body=request[1])
        self.look(heard)

    @rule(kind=st.sampled_from(["plan", "questions", "notice"]), heard=HEARD)
    def edit_our_text(self, kind, heard) -> None:
        for comment in ours(self.hub, self.issue, kind)[-1:]:
            first, _, rest = comment.body.partition("\n")
            self.hub.edit_comment("bob", comment.id, f"{first}\nI improved this.\n{rest}")
            self.look(heard)

    @precondition(lambda self: self.record is not None)
    @rule(
        who=WRITERS,
        what=st.sampled_from(["risk", "no reason", "stage", "owner", "not JSON"]),
        crlf=st.booleans(),
        heard=HEARD,
    )
    def edit_card(self, who, what, crlf, heard) -> None:
        for home in self.home():
            body = _edited_card(home.body, what)
            body = body.replace("\r\n", "\n").replace("\n", "\r\n") if crlf else body
            self.hub.edit_comment(who, home.id, body)
            sender = self.hub.person(who)
            self.look(heard, Witness("issue_comment", "edited", sender, "", home.id, home.body))

    @rule(dice=DICE, heard=HEARD)
    def browser_line_ends(self, dice, heard) -> None:
        """Somebody opens one of our comments in a browser and saves it unchanged."""
        for comment in one_of(ours(self.hub, self.issue), dice):
            crlf = comment.body.replace("\r\n", "\n").replace("\n", "\r\n")
            self.hub.edit_comment("bob", comment.id, crlf)
            self.look(heard)

    @rule(dice=DICE, heard=HEARD)
    def forge(self, dice, heard) -> None:
        """A stranger posts a copy of one of our comments."""
        for comment in one_of(ours(self.hub, self.issue), dice):
            self.hub.comment("mallory", self.issue, comment.body.replace("[ ]", "[x]"))
            self.look(heard)


def _edited_card(body: str, what: str) -> str:
    """The card as somebody leaves it who edits its JSON."""
    found = re.search(r"(`{3,})json\r?\n(.*?)\r?\n\1", body, re.DOTALL)
    if not found:
        return body
    if what == "not JSON":
        return body.replace(found[2], found[2] + "}", 1)
    try:
        shown = json.loads(found[2])
    except ValueError:
        return body
    if what in {"risk", "no reason"} and "planningArtifact" in shown:
        shown["planningArtifact"]["risks"] = ["By hand.", *shown["planningArtifact"]["risks"]]
    elif what == "stage":
        shown["stage"] = "done"
    elif what == "owner":
        shown["workflow"]["owner"] = "bob"
    if what == "risk":
        shown["transitionNote"] = f"because of {len(body)}"
    return body.replace(found[2], json.dumps(shown, indent=2, ensure_ascii=False), 1)
