"""One JSON line an event on standard error, with fixed keys and no private text."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

KEYS = (
    "delivery",
    "repo",
    "subject",
    "reasons",
    "wrote",
    "requests",
    "blobs",
    "writes",
    "ms",
    "code",
    "what",
    "remedy",
)


def configure(level: str) -> None:
    """Log from `level` (DEBUG, INFO, WARNING, ERROR) on; libraries only from WARNING on."""
    number = logging.getLevelNamesMapping().get(level, logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(number, logging.WARNING), stream=sys.stderr)


def logger() -> Any:
    """The logger of a door."""
    return structlog.get_logger()
