"""A record that is lost, rolled back, unsigned or cannot be written: the gate closes, nothing is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.adapters.records import GitHubRecords
from bot.domain import codec, markers
from bot.domain.facts import Issue, Person, RecordDamaged, RecordState, Witness
from bot.domain.record import Record
from bot.domain.verdict import revisions
from bot.effects import CardMessage
from bot.errors import RecordError
from bot.events.wake import IssueTarget, PullTarget
from tests.fakes.watch import FakeWatch
from tests.flow.given import Shop, a_world

KEY = b"a-record-key-of-the-tests-32-characters"


class Full(GitHubRecords):
    """Record keeping that can write nothing more."""

    def save(self, issue: Issue, record: Record, read: RecordState, card: CardMessage) -> None:
        """Refuse."""
        raise RecordError("PLANGATE-RECORD-008", "no room", "Make some")


def green(key: bytes = KEY, until: str = "review") -> Shop:
    """A shop whose pull request is ready to merge."""
    shop = Shop(key=key)
    for do in shop.deeds():
        do()
        shop.look()
        if do.__name__ == until:
            break
    return shop


def looked(shop: Shop, *order: str) -> Shop:
    """Wake issue and pull request in this order."""
    for what in order:
        shop.wake(PullTarget(shop.pull) if what == "pull" else IssueTarget(shop.issue))
    return shop


def lose(shop: Shop, *kinds: str) -> None:
    """Bob deletes these comments of the bot."""
    for kind in kinds:
        for comment in shop.ours(kind):
            shop.hub.delete_comment(comment.id)


def external_id(shop: Shop) -> str:
    """What our newest check on the head names."""
    return [r for r in shop.hub.runs[shop.head] if r.app_id == shop.hub.app_id][-1].external_id


ORDERS = [("issue", "pull"), ("pull", "issue")]


# ---- copies are as new as the record


@pytest.mark.parametrize("order", ORDERS)
def test_a_decision_survives_although_a_check_named_it_too(order):
    """Cancelled with an open pull request: neither the words nor the record are needed to know."""
    # T5 T8
    shop = green()
    said = shop.hub.comment("alice", shop.issue, "/plan cancel")
    looked(shop, *order)
    assert shop.stage == "cancelled"
    shop.hub.delete_comment(said)
    lose(shop, "record")
    looked(shop, *order, *order)

    assert shop.stage == "cancelled"
    assert shop.verdict != "success"


def test_every_saved_revision_has_a_copy_while_a_pull_request_is_open():
    """The newest plan comment holds what the record says, whatever saved it last."""
    # S2.13
    shop = green()
    looked(shop, "issue")
    [home], plan = shop.ours("record"), shop.ours("plan")[-1]
    held = [codec.signed_revision(c.body, c.body.rfind(markers.BLOCK), _seal(shop, kind)) for c, kind
            in ((home, "record"), (plan, "copy"))]  # fmt: skip

    assert held[0] == held[1] == shop.record.revision


@pytest.mark.parametrize("order", ORDERS)
def test_without_any_comment_of_ours_the_check_still_remembers(order):
    """All our comments are gone: no fresh record is begun, from whichever side we look."""
    # T5 B2
    shop = green(until="open_pull")
    before = shop.record.revision
    lose(shop, "record", "plan", "questions", "notice")
    looked(shop, *order, *order)

    assert shop.ours("record") == []
    assert shop.verdict == "action_required"
    assert revisions(external_id(shop))[shop.issue] == before


def test_a_closed_gate_does_not_forget_how_new_the_record_was():
    """The check of a damaged record names the highest revision ever seen, so no old copy seems good."""
    # T8
    shop = green()
    [old_copy] = [shop.ours("plan")[-1]]
    before, stale = shop.record.revision, old_copy.body
    shop.hub.comment("bob", shop.issue, "/plan help")
    looked(shop, "issue", "pull")
    newer = shop.record.revision
    assert newer > before
    shop.hub.edit_comment("bob", old_copy.id, stale)
    lose(shop, "record", "notice")
    looked(shop, "pull", "issue", "pull", "issue")

    assert shop.ours("record") == []
    assert revisions(external_id(shop))[shop.issue] == newer


def test_a_pull_request_of_two_issues_knows_a_rollback_of_either():
    """Woken for one issue, the gate also holds the other's record against what its check named."""
    # T8
    shop = green(until="open_pull")
    [home] = shop.ours("record")
    older, older_plan = home.body, shop.ours("plan")[-1]
    second = shop.hub.open_issue("carol", "Show the total in the footer of the cart page", "")
    pull = shop.hub.pulls[shop.pull]
    body = f"Closes #{shop.issue}, closes #{second}"
    shop.hub.pulls[shop.pull] = replace(pull, body=body)
    shop.push_tests()
    looked(shop, "pull")
    newest = shop.record.revision
    shop.hub.edit_comment("bob", home.id, older)
    shop.hub.edit_comment("bob", older_plan.id, older_plan.body)
    shop.hub.set_labels(second, ["plan"])
    shop.wake(IssueTarget(second))

    assert revisions(external_id(shop)).get(shop.issue, newest) >= newest
    assert shop.verdict != "success"


# ---- only people bring back what is stale


def test_a_stale_record_comes_back_on_request_without_what_lets_a_change_pass():
    """Plan, answers and history are kept; approval and waivers must be given again."""
    # S2.13 B2
    shop = green()
    shop.hub.comment("bob", shop.issue, "/plan help")
    [home], plan = shop.ours("record"), shop.ours("plan")[-1]
    older, older_plan, questions = home.body, plan.body, shop.record.planner.answers
    looked(shop, "issue", "pull")
    shop.hub.edit_comment("bob", home.id, older)
    shop.hub.edit_comment("bob", plan.id, older_plan)
    looked(shop, "issue", "pull")
    assert shop.verdict == "action_required"

    shop.hub.comment("bob", shop.issue, "/plan restore")
    looked(shop, "issue", "pull")

    assert shop.record.planner.answers == questions
    assert not shop.record.approved and shop.record.approval is None
    assert shop.verdict != "success"
    assert "restore" in [a.action for a in shop.record.history]


def test_records_from_before_the_key_are_signed_when_a_person_vouches():
    """Setting a key later costs a word and a new approval, not the record."""
    # S2.13
    shop = green(key=b"")
    before = shop.record
    watch = FakeWatch()
    shop.world = replace(a_world(shop.hub, KEY), watch=watch)
    looked(shop, "issue", "pull")
    asked = shop.hub.comment("mallory", shop.issue, "/plan restore")
    said = Witness("issue_comment", "created", Person("mallory"), comment_id=asked)
    shop.wake(witness=said)
    looked(shop, "issue")
    told = watch.of("refused")
    assert watch.names.count("refused") == 1
    assert (told["who"], told["what"]) == ("mallory", "restore")
    assert told["rule"].startswith("needs write permission")
    state = shop.world.records.find(shop.hub.subject(shop.issue), shop.hub.comments_of(shop.issue))
    assert isinstance(state, RecordDamaged) and state.code == "PLANGATE-RECORD-016"
    assert (shop.verdict, len(shop.ours("notice"))) == ("action_required", 1)

    shop.hub.comment("bob", shop.issue, "/plan restore")
    looked(shop, "issue", "pull")

    assert shop.record.plan == before.plan
    assert (shop.stage, shop.record.approved) == ("staged", False)
    assert shop.verdict != "success"


def test_nobody_replaces_what_a_newer_version_wrote():
    """Not by a copy, not by `/plan restore`."""
    # S2.10
    shop = green()
    [home] = shop.ours("record")
    future = shop.record.model_copy(update={"schema_version": "2.0"})
    body = home.body[: home.body.rfind(codec.START)] + codec.encode(future, _seal(shop))
    shop.hub.edit_comment("bob", home.id, body)
    looked(shop, "issue", "pull")
    shop.hub.comment("bob", shop.issue, "/plan restore")
    looked(shop, "issue", "pull")

    assert [c.body for c in shop.ours("record")] == [body]
    assert shop.verdict == "action_required"


# ---- a save that cannot be done


@pytest.mark.parametrize("target", ["issue", "pull"])
def test_a_record_that_cannot_be_written_closes_the_gate(target):
    """Whatever was said and cannot be kept: the check asks for a person, and a notice says why."""
    # B2, bar 9
    shop = green()
    assert shop.verdict == "success"
    shop.hub.comment("alice", shop.issue, "/plan cancel")

    able = shop.world
    full = Full(able.issues, able.renderer, KEY)
    shop.world = replace(able, records=full)
    for _ in range(2):
        with pytest.raises(RecordError):
            looked(shop, target)

    assert shop.verdict == "action_required"
    assert len(shop.ours("notice")) == 1

    shop.world = able
    looked(shop, "issue", "pull")
    assert shop.stage == "cancelled"


def test_a_pull_request_of_two_issues_is_closed_where_the_first_cannot_be_saved():
    """Its check fails: nobody can say what the other record, judged alone, leaves out."""
    # issue 19: it stayed green after its CI had failed
    shop = green()
    other = shop.hub.open_issue("carol", "Export invoices", "Please export invoices as CSV.")
    pull = shop.hub.pulls[shop.pull]
    body = f"Closes #{shop.issue}, closes #{other}"
    shop.hub.pulls[shop.pull] = replace(pull, body=body)
    shop.hub.ci(shop.head, "ci", "failure")
    shop.world = replace(shop.world, records=Full(shop.world.issues, shop.world.renderer, KEY))
    with pytest.raises(RecordError):
        looked(shop, "pull")

    assert shop.verdict == "failure"


def _seal(shop: Shop, kind: str = "record") -> codec.Seal:
    return codec.Seal(shop.world.issues.repository().id, shop.issue, KEY, kind)
