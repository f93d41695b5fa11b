"""`owner/repo#12` as people type it -> repository and number."""

from __future__ import annotations

import re

from bot.errors import UsageError

_TARGET = re.compile(r"([\w.-]{1,100}/[\w.-]{1,100})#([1-9][0-9]{0,8})")


def is_target(text: str) -> bool:
    """Say whether this names an issue or pull request, rather than a file."""
    return _TARGET.fullmatch(text) is not None


def named(text: str) -> tuple[str, int]:
    """Repository and number of `owner/repo#12`. Raises UsageError for anything else."""
    found = _TARGET.fullmatch(text)
    if not found:
        raise UsageError(
            "PLANGATE-CLI-001", f"{text!r} names no issue or pull request", "Write owner/repo#12"
        )
    return found[1], int(found[2])
