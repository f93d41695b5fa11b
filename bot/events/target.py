"""An issue or pull request as people name it: `owner/repo#12`, its URL, `#12`, `12`."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.errors import UsageError

_NAME = r"[\w.-]{1,100}/[\w.-]{1,100}"
_TARGET = re.compile(rf"({_NAME})#([1-9][0-9]{{0,8}})")
_NUMBER = re.compile(r"#?([1-9][0-9]{0,8})")
_ADDRESS = re.compile(
    rf"https?://([\w.:-]{{1,255}})/({_NAME})(?:/(?:issues|pull)/([1-9][0-9]{{0,8}}))?([/?#].*)?"
)


def is_target(text: str) -> bool:
    """Say whether this names an issue or pull request, rather than a file."""
    return _TARGET.fullmatch(text) is not None


def named(text: str) -> tuple[str, int]:
    """Repository and number of `owner/repo#12`. Raises UsageError for anything else."""
    found = _TARGET.fullmatch(text)
    if not found:
        raise UsageError(
            "PLANGATE-CLI-001",
            f"{text!r} is not an issue or pull request on GitHub",
            "Write owner/repo#12, its URL, or 12 in a checkout",
        )
    return found[1], int(found[2])


def repository(text: str) -> str:
    """`owner/repo` itself. Raises UsageError for anything else."""
    name, mark, number = text.partition("#")
    if mark and number.isdigit() and re.fullmatch(_NAME, name):
        raise UsageError(
            "PLANGATE-CLI-032", f"{text} is an issue, not a repository", f"Write {name}"
        )
    if not re.fullmatch(_NAME, text):
        what = f"{text!r} is not a repository"
        raise UsageError("PLANGATE-CLI-032", what, "Write owner/name, or its URL")
    return text


def written_out(text: str, host: str, home: Callable[[], str]) -> str:
    """`owner/repo#12` for an address on `host`, or for `12` and `#12` in the repository `home()`.

    An address of a repository gives `owner/repo`; anything else, such as a file's name, stays as it is.
    Raises UsageError for a number where `home()` is empty, and for an address on another host.
    """
    if number := _NUMBER.fullmatch(text):
        repository = home()
        if not repository:
            raise UsageError(
                "PLANGATE-CLI-021",
                f"{text} works only in a checkout whose git remote is on {host}",
                f"Write owner/repo#{number[1]}",
            )
        return f"{repository}#{number[1]}"
    found = _ADDRESS.fullmatch(text)
    if not found:
        return text
    there = found[1].lower().removeprefix("www.")
    if there != host:
        remedy = "For GitHub Enterprise Server, set PLANGATE_GITHUB_URL to its API URL"
        if there == "github.com":
            remedy = "Set PLANGATE_GITHUB_URL to https://api.github.com"
        raise UsageError("PLANGATE-CLI-022", f"{text} is not on {host}", remedy)
    address = found[2].removesuffix(".git")
    return f"{address}#{found[3]}" if found[3] else address
