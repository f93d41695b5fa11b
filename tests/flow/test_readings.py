"""Replies in people's own words: a model says how it reads them, and only their author's `yes` takes that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from bot.domain.questionnaire import Question
from bot.errors import ModelError
from tests.fakes.engine import FakeEngine
from tests.flow.given import Shop
from tests.flow.test_answers import RISKY, answers, open_questions

Chosen = tuple[tuple[int, str], ...]
WORDS = "Let us go for the comma separated one, and mail it."


@dataclass
class Reader:
    """Reads what a test says, and remembers what it was asked."""

    says: Chosen | ModelError = ((1, "A"), (2, "B"))
    asked: list[tuple[tuple[str, ...], str]] = field(default_factory=list)

    def __call__(self, questions: Sequence[Question], reply: str) -> Chosen:
        self.asked.append((tuple(q.id for q in questions), reply))
        if isinstance(self.says, ModelError):
            raise self.says
        return self.says


def asked(says: Chosen | ModelError = ((1, "A"), (2, "B"))) -> tuple[Shop, Reader]:
    """The shop's issue with its two open questions, and a model that reads replies."""
    shop, reader = Shop(), Reader(says)
    model = FakeEngine(name="small")
    shop.world = replace(shop.world, model_engine=model, read_reply=reader)
    shop.open_issue()
    shop.look()
    assert open_questions(shop) == ("q1", "q2")
    return shop, reader


def says(shop: Shop, login: str, body: str) -> None:
    """Somebody comments, and the bot looks."""
    shop.hub.comment(login, shop.issue, body)
    shop.look()


def notices(shop: Shop) -> list[str]:
    """The kinds of notices that stand."""
    return [c.body.split("id=")[1].split("-")[0] for c in shop.ours("notice")]


def test_a_reading_is_shown_and_counts_only_once_its_author_says_yes():
    """Nothing is taken before; then it is an answer like any other, by whoever wrote both."""
    shop, reader = asked()
    says(shop, "bob", WORDS)

    assert (answers(shop), notices(shop)) == ({}, ["reply_read"])
    says(shop, "bob", "Yes.")
    assert answers(shop) == {"q1": ("A", "bob"), "q2": ("B", "bob")}
    assert reader.asked == [(("q1", "q2"), WORDS)]


def test_a_reply_is_read_once():
    """A wake more, and a sweep, ask the model nothing and say nothing."""
    shop, reader = asked()
    says(shop, "bob", WORDS)
    wrote = [*shop.writes(shop.look), *shop.writes(shop.sweep)]

    assert (len(reader.asked), wrote) == (1, [])


def test_anything_else_drops_a_reading():
    """The next word of its author decides; a `yes` after it means nothing any more."""
    shop, _ = asked()
    says(shop, "bob", WORDS)
    says(shop, "bob", "/plan show")
    says(shop, "bob", "yes")

    assert answers(shop) == {}


def test_nobody_else_takes_a_reading():
    """The author of the issue may answer, but this is not a reading of their words."""
    shop, _ = asked()
    says(shop, "bob", WORDS)
    says(shop, "carol", "yes")
    assert answers(shop) == {}

    says(shop, "bob", "yes")
    assert answers(shop) == {"q1": ("A", "bob"), "q2": ("B", "bob")}


@pytest.mark.parametrize("login", ["carol", "trent", "mallory"])
def test_who_may_not_spend_or_not_answer_is_not_read(login):
    """The author may answer and not spend, a triager the reverse: no call, no word."""
    shop, reader = asked()
    says(shop, login, WORDS)

    assert (reader.asked, notices(shop)) == ([], [])


@pytest.mark.parametrize(
    "reply", ["1A", "1A, 2B", "all recommended", "2: you decide", "/plan show", "cancel"]
)
def test_what_the_rules_read_is_no_matter_for_a_model(reply):
    """Picks and commands are read as ever."""
    shop, reader = asked()
    says(shop, "bob", reply)

    assert reader.asked == []


def test_talk_that_picks_nothing_is_left_alone():
    """The model finds no pick: nobody is told, and it is not asked again."""
    shop, reader = asked(())
    says(shop, "bob", "We have three accountants.")
    shop.look()

    assert (len(reader.asked), notices(shop), answers(shop)) == (1, [], {})


def test_a_reply_that_was_read_is_not_called_unclear_as_well():
    """`👍` names no option: who may have it read hears how, and is not asked which one."""
    shop, _ = asked(((1, "B"),))
    says(shop, "bob", "👍")
    shop.look()
    assert notices(shop) == ["reply_read"]

    other, _ = asked(())
    says(other, "bob", "👍")
    assert notices(other) == ["unclear_answer"]


def test_a_model_that_fails_leaves_the_rules_as_they_are():
    """The record says which fault it was; the reply is not sent again."""
    shop, reader = asked(ModelError("PLANGATE-MODEL-001", "it cannot be reached", "Start it"))
    says(shop, "bob", WORDS)
    shop.look()

    line = next(a for a in shop.record.history if a.action == "reply read")
    assert (line.outcome, line.reason) == ("refused", "PLANGATE-MODEL-001: it cannot be reached")
    assert (len(reader.asked), notices(shop)) == (1, [])


def test_what_was_answered_since_stays_answered():
    """A late `yes` takes only what is still open."""
    shop, _ = asked()
    says(shop, "bob", WORDS)
    says(shop, "carol", "1B")
    says(shop, "bob", "yes")

    assert answers(shop) == {"q1": ("B", "carol"), "q2": ("B", "bob")}


def test_a_question_on_policy_is_never_read():
    """It is answered by its number only, whatever anybody seems to mean."""
    shop, reader = Shop(), Reader()
    shop.world = replace(shop.world, model_engine=FakeEngine(name="small"), read_reply=reader)
    shop.issue = shop.hub.open_issue("carol", "Send customer data to the partner", RISKY)
    shop.hub.comment("bob", shop.issue, "/plan")
    shop.look()
    waiting = open_questions(shop)
    says(shop, "bob", "Fine with me, send it.")

    assert waiting and reader.asked == [] and open_questions(shop) == waiting


def test_an_edited_reply_is_not_read():
    """Whoever may write may have put the words there."""
    shop, reader = asked()
    number = shop.hub.comment("bob", shop.issue, "Hello")
    shop.hub.edit_comment("bob", number, WORDS)
    shop.look()

    assert reader.asked == []


def test_a_reading_starts_no_run():
    """A stranger's edit beside it is offered all the same: reading a reply is no wish for a plan."""
    shop, _ = asked()
    model = shop.world.model_engine
    assert isinstance(model, FakeEngine)
    calls = model.calls
    shop.hub.edit_issue(shop.issue, body="It could be CSV or XLSX, for the accountants.")
    says(shop, "bob", WORDS)

    assert (model.calls, shop.record.plan_offered) == (calls, True)


def test_a_dry_run_has_nothing_read():
    """It decides and writes nothing, and costs nothing it need not."""
    shop, reader = asked()
    shop.hub.comment("bob", shop.issue, WORDS)
    shop.wake(dry_run=True)

    assert reader.asked == []
