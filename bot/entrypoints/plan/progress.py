"""Progress in a terminal: one line that is overwritten, once planning has taken about a second."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from os import environ
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from bot.log import LogWatch

PATIENCE = 1.0
_CLEAR = "\r\x1b[K"
_PHASES = {
    "stage_entered": "reading the repository",
    "context": "reading the request",
    "reading": "weighing what is asked",
    "analysis": "breaking the work down",
    "breakdown": "checking the plan",
}


class ProgressLine:
    """The port `Watch` for a person at a terminal; quiet for programs, and for what is quick."""

    def __init__(
        self, out: TextIO, *, shown: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`shown`: whether a person looks on. Events are logged, too, where PLANGATE_LOG_LEVEL asks."""
        self._out, self._shown, self._clock, self._began = out, shown, clock, clock()
        self._phase, self._drawn = "starting", False
        self._timer = threading.Timer(PATIENCE, self.draw)
        self._timer.daemon = True
        self._log = _log(clock) if environ.get("PLANGATE_LOG_LEVEL") else None

    def __enter__(self) -> Self:
        """Begin to wait."""
        if self._shown:
            self._timer.start()
        return self

    def __exit__(self, *problem: object) -> None:
        """Leave the line as it was before."""
        self._timer.cancel()
        if self._drawn:
            self._out.write(_CLEAR)
            self._out.flush()

    def tell(self, event: str, **fields: object) -> None:
        """Show what is done now, once it has taken long enough."""
        if self._log:
            self._log.tell(event, **fields)
        phase = _PHASES.get(str(fields.get("doing", event)))
        if phase:
            self._phase = phase
            if self._shown and self.elapsed() >= PATIENCE:
                self.draw()

    def draw(self) -> None:
        """Draw the line."""
        self._drawn = True
        self._out.write(f"{_CLEAR}Planning ({self.elapsed():.0f} s): {self._phase}…")
        self._out.flush()

    def elapsed(self) -> float:
        """Seconds since it was made."""
        return self._clock() - self._began


def _log(clock: Callable[[], float]) -> LogWatch:
    """The log, imported only where it is asked for: it takes a tenth of the time of a small plan."""
    from bot import log
    from bot.settings import from_environ

    log.configure(from_environ(environ).log_level)
    return log.LogWatch(clock)


def progress(*, as_json: bool) -> ProgressLine:
    """Progress on standard error, if that is a terminal and nobody asked for JSON."""
    return ProgressLine(sys.stderr, shown=sys.stderr.isatty() and not as_json)
