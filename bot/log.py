"""One JSON line an event on standard error, with fixed keys and no private text."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

from bot.domain.secrets import cleaned


def configure(level: str) -> None:
    """Log from `level` (DEBUG, INFO, WARNING, ERROR) on; libraries only from WARNING on."""
    number = logging.getLevelNamesMapping()[level]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            _STAMP,
            *_LAST,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    _libraries(max(number, logging.WARNING))


def _libraries(level: int) -> None:
    """Let what libraries log, and Python's warnings, be lines of the same kind."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                _STAMP,
            ],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_LAST],
        )
    )
    logging.basicConfig(level=level, handlers=[handler])
    logging.captureWarnings(True)


def _clean(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Take out of every field what looks like a secret."""
    return {name: cleaned(value) for name, value in event.items()}


_STAMP = structlog.processors.TimeStamper(fmt="iso", utc=True, key="at")
_LAST = (
    structlog.processors.format_exc_info,
    _clean,
    structlog.processors.JSONRenderer(ensure_ascii=True),
)
"""How every line ends, whoever logs it."""


def logger() -> Any:
    """The logger of a door."""
    return structlog.get_logger()


class LogWatch:
    """The port `Watch`: each event becomes a log line; progress is told from DEBUG on only."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        hear: Callable[[str, Mapping[str, object]], None] = lambda event, fields: None,
    ) -> None:
        """Begin to count the time; `hear` is told of every event, too."""
        self._clock, self._began, self._hear = clock, clock(), hear

    def tell(self, event: str, **fields: object) -> None:
        """Log an event; what went wrong is a warning."""
        self._hear(event, fields)
        level = "warning" if "code" in fields else "debug" if event == "progress" else "info"
        getattr(logger(), level)(event, **fields)

    def elapsed(self) -> float:
        """Seconds since it was made."""
        return self._clock() - self._began
