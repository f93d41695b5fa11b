"""Who edited a card in an issue's body: who changed our section of it, not who changed another part."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.events import github
from bot.events.wake import Wake
from bot.flow.handle import handle
from bot.ports.inbox import joined
from tests.flow.given import Shop

HOME = {"full_name": "acme/shop", "id": 1, "default_branch": "main"}


def planned() -> Shop:
    """Carol's issue with a plan that waits for approval, and with its record in the body."""
    shop = Shop(key=b"k" * 32)
    shop.hub.branches["main"][".github/plangate.yml"] = "store: body\n"
    renderer = MarkdownRenderer("acme/shop")
    records = replace(cast(Any, shop.world.records), renderer=renderer)
    shop.world = replace(shop.world, renderer=renderer, records=records)
    for do in shop.deeds():
        if do.__name__ == "approve":
            return shop
        do()
        shop.look()
    raise AssertionError


def card(shop: Shop, login: str) -> None:
    """Somebody rewrites the planned tests in the card."""
    body = shop.hub.issues[shop.issue].body
    shown = re.search(r"```+json\r?\n(.*?)\r?\n```", body, re.DOTALL)
    assert shown
    said = json.loads(shown[1])
    said["testingArtifacts"]["planned"]["unitTestIntent"] = [f"what {login} wants tested"]
    said["transitionNote"] = f"{login} knows better"
    text = json.dumps(said, indent=2)
    shop.hub.edit_issue(
        shop.issue, login, body=body[: shown.start(1)] + text + body[shown.end(1) :]
    )


def word(shop: Shop, login: str) -> None:
    """Somebody corrects a word of the issue in a browser, which changes every end of line."""
    body = shop.hub.issues[shop.issue].body.replace("accountants", "our accountants", 1)
    shop.hub.edit_issue(shop.issue, login, body=body.replace("\n", "\r\n"))


def title(shop: Shop, login: str) -> None:
    """Somebody corrects the title."""
    shop.hub.edit_issue(shop.issue, login, title="Export invoices as CSV")


def event(shop: Shop, login: str, what: str) -> Wake:
    """GitHub's event of an edit of the issue."""
    sent = {"action": "edited", "issue": {"number": shop.issue}, "sender": {"login": login}}
    changes = {"title" if what == "title" else "body": {"from": "x"}}
    wake = github.wake("issues", {**sent, "changes": changes, "repository": HOME}, login)
    assert wake
    return replace(wake, home=None)


def history(shop: Shop) -> list[tuple[str, str]]:
    """Who edited the card as the record tells, and what became of it."""
    return [(a.actor, a.outcome) for a in shop.record.history if a.action == "edit"]


ALICE, CAROL, NOBODY = ("alice", "done"), ("carol", "refused"), ("somebody", "refused")
EDITS = {
    "alone": ([("alice", card)], ALICE),
    "before a word": ([("alice", card), ("carol", word)], ALICE),
    "after a word": ([("carol", word), ("alice", card)], ALICE),
    "after a maintainer's word": ([("alice", word), ("carol", card)], CAROL),
    "before a maintainer's word": ([("carol", card), ("alice", word)], CAROL),
    "before a maintainer's title": ([("carol", card), ("alice", title)], CAROL),
    "before a maintainer's own": ([("carol", card), ("alice", card)], NOBODY),
    "after a maintainer's own": ([("alice", card), ("carol", card)], NOBODY),
}


@pytest.mark.parametrize("wakes", ["all events at once", *"01"])
@pytest.mark.parametrize(("edits", "found"), EDITS.values(), ids=EDITS)
def test_the_editor_of_a_card_is_who_changed_our_section(
    edits: Any, found: tuple[str, str], wakes: str
) -> None:
    """Whichever event brings us there, and whoever else changed the issue before or after."""
    # attack: a stranger's edit was a maintainer's, who corrected a word of the issue at that time
    shop = planned()
    events = [event(shop, login, do.__name__) for login, do in edits]
    for login, do in edits:
        do(shop, login)
    one = int(wakes) % len(events) if wakes.isdigit() else -1
    both = joined(*events) if wakes not in "01" and len(events) > 1 else events[one]
    assert both
    handle(both, shop.world)

    assert history(shop) == [found]
    tests = str(shop.record.testing_artifacts)
    assert ("what alice wants" in tests) is (found == ALICE) and "what carol wants" not in tests


def hide(shop: Shop, *versions: int) -> None:
    """Delete versions of the body from what GitHub tells, counted from the newest."""
    told = shop.hub.texts[shop.issue]
    for n in versions:
        told[n] = replace(told[n], body=None)


UNTOLD = {
    "nothing": (card, word, lambda shop: shop.hub.texts[shop.issue].clear()),
    "not the newest": (word, card, lambda shop: shop.hub.texts[shop.issue].pop()),
    "not ours": (card, word, lambda shop: hide(shop, -3)),
    "neither ours nor that": (card, word, lambda shop: hide(shop, -3, -2)),
    "not that": (card, word, lambda shop: hide(shop, -2)),
}


@pytest.mark.parametrize(("first", "then", "untold"), UNTOLD.values(), ids=UNTOLD)
def test_where_github_does_not_tell_all_versions_nobody_edited_the_card(
    first: Any, then: Any, untold: Any
) -> None:
    """Its answer may lag behind, and versions can be deleted from it."""
    shop = planned()
    first(shop, "carol" if first is card else "alice")
    then(shop, "carol" if then is card else "alice")
    untold(shop)
    handle(event(shop, "alice", "word"), shop.world)

    assert history(shop) == [NOBODY]


def test_between_two_words_of_a_maintainer_a_deleted_version_is_not_hers() -> None:
    """Carol edits the card in her issue, and deletes that version and the one before it."""
    shop = planned()
    word(shop, "alice")
    card(shop, "carol")
    shop.hub.edit_issue(shop.issue, "alice", body=shop.hub.issues[shop.issue].body + "\nThanks!")
    hide(shop, -3, -2)
    handle(event(shop, "alice", "word"), shop.world)

    assert history(shop) == [NOBODY]


@pytest.mark.parametrize(("do", "most"), [(title, 0), (word, 1), (card, 2)])
def test_the_card_costs_a_request_only_where_it_was_edited(do: Any, most: int) -> None:
    """The one for a changed body asks whether the hidden block is still ours."""
    shop = planned()
    asked, issues = list[int](), cast(Any, shop.world.issues)
    edits = issues.edits

    def counted(text: Any, **how: Any) -> Any:
        asked.append(text.number)
        return edits(text, **how)

    issues.edits = counted
    do(shop, "alice")
    handle(event(shop, "alice", do.__name__), shop.world)

    assert asked == [shop.issue] * most
