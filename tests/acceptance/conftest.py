"""Fixtures of the acceptance tests: one emulator, and the real program behind each door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance import shop
from tests.acceptance.doors import ActionDoor, SweepDoor, WebhookDoor, app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.races import Races
from tests.acceptance.sealed import KEY
from tests.acceptance.state import end_state
from tests.acceptance.story import SECRET, Door, Story
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started


@pytest.fixture(scope="session")
def shop_hub() -> Iterator[GitHubEmulator]:
    """An emulator that holds the shop."""
    with started(files=shop.FILES, secret=SECRET) as hub:
        yield hub


@pytest.fixture(scope="session")
def server(shop_hub: GitHubEmulator) -> Iterator[WebhookDoor]:
    """The webhook server, one process for all tests of a worker."""
    door = WebhookDoor(shop_hub)
    yield door
    door.close()


@pytest.fixture(scope="session")
def undisturbed(
    shop_hub: GitHubEmulator, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """How the story ends in this very process: what it must come to through every other door."""
    shop_hub.sink.forward = None
    shop_hub.reset()
    door = InProcessDoor(shop_hub, app_environment(shop_hub, tmp_path_factory.mktemp("app")))
    story = Story(shop_hub, door, app_id=shop_hub.app_id)
    for _ in story.run():
        pass
    return end_state(story)


@pytest.fixture
def webhook_story(shop_hub: GitHubEmulator, server: WebhookDoor) -> Callable[[], Story]:
    """Begin a story through the webhook door, on a fresh GitHub."""

    def begin() -> Story:
        server.hub.sink.forward = None
        shop_hub.reset()
        server.forget()
        server.attach()
        return Story(shop_hub, server, app_id=shop_hub.app_id)

    return begin


@pytest.fixture
def action_story(shop_hub: GitHubEmulator) -> Iterator[Callable[[], Story]]:
    """Begin a story through the Action door, on a fresh GitHub."""
    yield from _stories(shop_hub, ActionDoor, shop_hub.ci_app.id)


@pytest.fixture
def sweep_story(shop_hub: GitHubEmulator) -> Iterator[Callable[[], Story]]:
    """Begin a story with no events at all, on a fresh GitHub."""
    yield from _stories(shop_hub, SweepDoor, shop_hub.app_id)


@pytest.fixture
def inside_story(shop_hub: GitHubEmulator, tmp_path: Path) -> Iterator[Callable[[], Story]]:
    """Begin a story in this very process, on a fresh GitHub: the quickest door."""

    def make(hub: GitHubEmulator) -> Door:
        return InProcessDoor(hub, app_environment(hub, tmp_path))

    yield from _stories(shop_hub, make, shop_hub.app_id)


def _stories(
    hub: GitHubEmulator, door_type: Callable[[GitHubEmulator], Door], app_id: int
) -> Iterator[Callable[[], Story]]:
    doors: list[Door] = []

    def begin() -> Story:
        hub.sink.forward = None
        hub.reset()
        door = door_type(hub)
        doors.append(door)
        door.attach()
        return Story(hub, door, app_id=app_id)

    yield begin
    for door in doors:
        door.close()


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Races]:
    """An emulator of this module's own; it remembers no exchanges."""
    with started(files=shop.FILES, secret=SECRET, record=False) as hub:
        env = app_environment(hub, tmp_path_factory.mktemp("races"))
        yield Races(hub, env | {"PLANGATE_RECORD_KEY": KEY})
