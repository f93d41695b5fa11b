"""A door inside the test's own process: the same functions the other doors call, without their start-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from bot import settings
from bot.domain.facts import Repository
from bot.entrypoints import door
from bot.errors import PlangateError
from bot.events import github
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.ports.inbox import joined
from bot.wiring.github import Session, Wiring
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.sink import Delivery


def run_unattended(wiring: Wiring, wake: Wake) -> None:
    """Handle a wake for which nobody waits: what stays undone is found by the next wake or the sweep."""
    with suppress(PlangateError):
        door.run_with_retries(wiring, wake)


class Watched(Wiring):
    """A wiring that remembers the requests of its sessions."""

    sessions: list[Session]

    def session(self, full_name: str, home: Repository | None = None) -> Session:
        """The world of one repository, remembered."""
        opened = super().session(full_name, home)
        self.__dict__.setdefault("sessions", []).append(opened)
        return opened

    def writes(self) -> list[str]:
        """Every write so far, as `METHOD route`."""
        calls = (c for s in self.__dict__.get("sessions", ()) for c in s.traffic.calls)
        return [
            f"{c.method} {c.route}" for c in calls if c.method != "GET" and c.route != "/graphql"
        ]


def wiring_of(env: Mapping[str, str]) -> Watched:
    """A wiring from an environment, as a process of its own would have it."""
    return Watched(settings.from_environ(env))


class InProcessDoor:
    """Handles the emulator's deliveries in order, in this process; what waits is folded as in the inbox."""

    name = "inside"

    def __init__(self, hub: GitHubEmulator, env: Mapping[str, str], login: str = "") -> None:
        """`login` is the bot's own: its deeds wake nobody. Without one it is our App's."""
        self.hub, self.env = hub, env
        self.login = login or hub.app.login
        self.wiring = wiring_of(env)
        self._heard = len(hub.sink.history)

    def attach(self) -> None:
        """Forget what came so far."""
        self._heard = len(self.hub.sink.history)

    def close(self) -> None:
        """Nothing runs, nothing is left."""

    def settle(self) -> None:
        """Handle what came until nothing new comes."""
        while True:
            self.hub.settle()
            new = list(self.hub.sink.history[self._heard :])
            if not new:
                return
            self._heard += len(new)
            for wake in self._folded(new):
                self.handle(wake)

    def _folded(self, new: Iterable[Delivery]) -> list[Wake]:
        """The wakes of deliveries that came together: two that follow each other may be one."""
        wakes: list[Wake] = []
        newest: dict[str, int] = {}
        for delivery in new:
            wake = github.wake(delivery.event, delivery.payload, delivery.guid)
            if not wake or delivery.actor == self.login:
                continue
            at = newest.get(wake.subject)
            both = joined(wakes[at], wake) if at is not None else None
            if at is not None and both:
                wakes[at] = both
            else:
                newest[wake.subject] = len(wakes)
                wakes.append(wake)
        return wakes

    def handle(self, wake: Wake) -> None:
        """Handle one wake."""
        run_unattended(self.wiring, wake)

    def wake_issue(self, number: int, wiring: Wiring | None = None) -> None:
        """Look at an issue, with no event."""
        self._wake(IssueTarget(number), wiring)

    def wake_pull(self, number: int) -> None:
        """Look at a pull request, with no event."""
        self._wake(PullTarget(number), None)

    def _wake(self, target: Target, wiring: Wiring | None) -> None:
        run_unattended(wiring or self.wiring, Wake(self.hub.repo, target))
