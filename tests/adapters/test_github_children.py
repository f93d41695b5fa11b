"""Issues of tasks: what was made is known, whatever GitHub lists."""

from __future__ import annotations

from typing import Any

import pytest

from bot.adapters import github_children
from bot.adapters.github_account import Account
from bot.adapters.github_children import GitHubChildren
from bot.adapters.github_pages import listed as listed_in_full
from bot.domain.children import marker
from bot.domain.listing import Listing
from tests.adapters.grounds import EmulatorGround
from tests.testbed.emulator import GitHubEmulator


def test_what_no_list_shows_yet_is_known_once(
    hub: GitHubEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list may lag behind; without this the same story was made up to sixty times."""
    # issue 19: the end was PLANGATE-RECORD-005
    ground = EmulatorGround(hub)
    parent = ground.open_issue("carol", "Members")
    children = GitHubChildren(ground.client, Account(ground.client))
    unseen: Listing[None] = Listing(())
    made = children.create("A story", f"Text\n\n{marker(parent, 't-1')}", ())

    with monkeypatch.context() as lag:
        lag.setattr(github_children, "listed", lambda *_, **__: unseen)
        assert [c.number for c in children.made(parent)] == [made.number]
        assert children.made(parent + 1) == ()
    assert [c.number for c in children.made(parent)] == [made.number]


def test_a_story_is_an_issue_that_our_own_account_opened(hub: GitHubEmulator) -> None:
    """Anybody can write its marker below an issue of their own."""
    ground = EmulatorGround(hub)
    parent = ground.open_issue("carol", "Members")
    children = GitHubChildren(ground.client, Account(ground.client))
    text = f"Text\n\n{marker(parent, 't-1')}"
    ours, theirs = children.create("A story", text, ()), ground.open_issue("carol", "Mine", text)

    told = [children.story_of(ground.issues.issue(n)) for n in (ours.number, theirs)]
    assert told == [parent, 0]
    assert [c.number for c in children.made(parent)] == [ours.number]


def test_an_issue_of_another_repository_is_not_ours_of_the_same_number(
    hub: GitHubEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closed a sub-issue elsewhere finished our task, and a blocker there hid ours."""
    ground = EmulatorGround(hub)
    parent, ours = ground.open_issue("carol", "Members"), ground.open_issue("carol", "Ours")
    children = GitHubChildren(ground.client, Account(ground.client))
    story = children.child(ours)
    assert story and children.link(parent, story)
    assert children.block(parent, story)

    def listed(*asked: Any, **more: Any) -> Listing[dict[str, Any]]:
        (row,) = listed_in_full(*asked, **more).rows
        home = f"{hub.url}/repos/acme/elsewhere-shop"
        other = {**row, "number": ours + 1, "repository_url": home, "state": "closed"}
        return Listing((row, other, {**other, "number": ours}))

    monkeypatch.setattr(github_children, "listed", listed)
    assert [(c.number, c.state) for c in children.linked(parent) or ()] == [(ours, "open")]
    assert children.blockers(parent) == {ours}
