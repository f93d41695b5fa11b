"""The request: an issue's title and body as the text that a plan answers and an approval is bound to."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.secrets import without_secrets

_BOX = re.compile(r"^([ \t]*(?:[-*+]|[0-9]{1,9}[.)]) \[)[xX](\] )", re.MULTILINE)
MOST, MOST_LINES = 8_000, 20
"""So many characters of a request are kept to tell what changed, and so many lines are told."""


def request_digest(title: str, body: str) -> str:
    """SHA-256 of a request; ticking its boxes and white space change nothing."""
    text = f"{_flat(title)}\n\n{_flat(_unticked(body))}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def is_request(digest: str, title: str, body: str) -> bool:
    """Say whether this is the request that has this digest, as any version of plangate made it."""
    return digest in {request_digest(title, body), _before_1_1(title, body)}


def _before_1_1(title: str, body: str) -> str:
    """The digest up to record version 1.0, which told inner white space apart."""
    return hashlib.sha256(
        f"{title.strip()}\n\n{_unticked(body).strip()}".encode("utf-8", "replace")
    ).hexdigest()


def _unticked(body: str) -> str:
    return _BOX.sub(r"\1 \2", body.replace("\r\n", "\n"))


def _flat(text: str) -> str:
    return " ".join(text.split())


def request_text(title: str, body: str) -> str:
    """The request as far as it is kept, to tell later what changed: cut, and without secrets."""
    return without_secrets(f"{title.strip()}\n\n{_unticked(body).strip()}"[:MOST])


@dataclass(frozen=True, slots=True)
class RequestChange:
    """What a request says now and did not say before, line by line; `more` lines are left out.

    Nothing added or removed: lines stand in another order, or the change is beyond what is kept.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    more: int = 0


def request_change(before: str, after: str) -> RequestChange:
    """Compare two texts that `request_text` made."""
    old, new = tuple(_lines(before)), tuple(_lines(after))
    added, removed = tuple(_beyond(new, old)), tuple(_beyond(old, new))
    kept = added[:MOST_LINES], removed[:MOST_LINES]
    return RequestChange(*kept, more=len(added) + len(removed) - len(kept[0]) - len(kept[1]))


def _lines(text: str) -> Iterator[str]:
    flat = (_flat(line) for line in text.split("\n"))
    return (line for line in flat if line)


def _beyond(these: Iterable[str], others: Iterable[str]) -> Iterator[str]:
    """Those lines that the others do not hold, each as often as it is missing there."""
    left = Counter(others)
    for line in these:
        if left[line]:
            left[line] -= 1
        else:
            yield line
