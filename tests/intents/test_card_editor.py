"""Who edited a card in an issue's body: who changed the body, not whoever did something else to the issue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.facts import RecordLocation, RecordPresent
from bot.domain.people import LastEdit
from bot.events import github
from bot.intents import repair
from bot.ports.inbox import joined
from tests.factories import NOW, a_person, an_issue, facts
from tests.intents.given import staged

HOME = {"full_name": "acme/shop", "id": 1, "default_branch": "main"}
CARD = "<!-- plangate:card rev=1 sum=0 -->\nedited"


def edit(login, *changed):
    """GitHub's event of an edit of the issue."""
    changes = {name: {"from": "x"} for name in changed}
    sent = {"action": "edited", "issue": {"number": 7}, "sender": {"login": login}}
    return github.wake("issues", {**sent, "changes": changes, "repository": HOME}, login)


@pytest.mark.parametrize(
    ("events", "editor"),
    [
        ([edit("carol", "body")], "carol"),
        ([edit("alice", "title")], "carol"),
        ([edit("carol", "body"), edit("alice", "title")], "carol"),
        ([edit("alice", "title"), edit("carol", "body", "title")], "carol"),
    ],
)
def test_who_changed_another_part_of_the_issue_did_not_edit_its_card(events, editor):
    """Events fold: a stranger's edit of the card must not be taken for that of a maintainer."""
    # issue 19
    wake = events[0] if len(events) == 1 else joined(*events)
    assert wake is not None
    issue = an_issue(last_edit=LastEdit(NOW, a_person("carol")))
    home = RecordLocation("the card", 0, card=CARD)
    known = replace(facts(issue=issue, record=RecordPresent(staged(), home)), witness=wake.witness)

    assert [e.by.login for e in repair.edits(known, staged())] == [editor]
