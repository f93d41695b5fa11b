"""After an outage: have GitHub deliver again what reached nobody in the last three days."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot import log
from bot.errors import GitHubError, RateLimited
from bot.wiring.github import GitHubApp

KEPT = timedelta(days=3) - timedelta(hours=1)
"""GitHub keeps deliveries for three days."""
OVERLAP = timedelta(minutes=30)
MOST = 200
TRIES = 3


class CatchUp:
    """Asks for failed deliveries, and has each delivered again, three times at most."""

    def __init__(self, app: GitHubApp, now: Callable[[], float] = time.time) -> None:
        """The first time it looks back as far as GitHub remembers."""
        self._app, self._now = app, now
        self._began = self._time()
        self._since = self._began - KEPT
        self._tried: dict[str, int] = {}

    def catch_up(self) -> int:
        """Ask once; say how many are delivered again. Raises GitHubError.

        At most 200 a time, a few a second: the rest comes the next time.
        """
        began = self._time()
        if began < self._began:  # set back: what failed by the wrong clock lies before `since`
            self._since = began - KEPT
        self._began = began
        failed = self._app.failed_deliveries(self._since)
        wanted = [d for d in failed if self._tried.get(d.guid, 0) < TRIES]
        done = 0
        for delivery in wanted[:MOST]:
            self._tried[delivery.guid] = self._tried.get(delivery.guid, 0) + 1
            try:
                self._app.redeliver(delivery.id)
                done += 1
            except RateLimited:
                raise
            except GitHubError as problem:  # too old meanwhile
                log.logger().warning("not redelivered", delivery=delivery.guid, code=problem.code)
        if len(wanted) <= MOST:
            oldest = min((d.at for d in wanted), default=began)
            self._since = min(began - OVERLAP, oldest)
        self._since = max(self._since, began - KEPT)
        if done:
            log.logger().info("caught up", deliveries=done)
        return done

    def _time(self) -> datetime:
        return datetime.fromtimestamp(self._now(), UTC)
