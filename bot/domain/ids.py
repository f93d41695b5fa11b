"""Ids that the same input gives again: UUIDv7 from a time and a seed, and slugs, short names from a title."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from datetime import UTC, datetime, timedelta
from uuid import UUID

from bot.domain.secrets import REMOVED, without_secrets

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = (1 << 48) - 1
_MILLISECOND = timedelta(milliseconds=1)
_ARTICLES = frozenset(("a", "an", "the"))


def uuid7(at: datetime, *seed: str) -> str:
    """Make the UUIDv7 of a time and a seed.

    Takes the time (naive ones count as UTC; before 1970 counts as 1970) and any number of texts.
    Gives the id in its usual form: 48 bits of milliseconds, version 7, variant 2, and 74 bits of
    SHA-256 over the seed in place of random ones (RFC 9562, section 5.7).
    """
    known = at if at.tzinfo else at.replace(tzinfo=UTC)
    milliseconds = min(max((known - _EPOCH) // _MILLISECOND, 0), _LATEST)
    digest = int.from_bytes(hashlib.sha256(_joined(seed)).digest()[:10], "big")
    rand_a = digest >> 68
    rand_b = digest & ((1 << 62) - 1)
    return str(UUID(int=milliseconds << 80 | 7 << 76 | rand_a << 64 | 2 << 62 | rand_b))


def _joined(seed: tuple[str, ...]) -> bytes:
    """Write each part with its length before it, so that no two seeds read alike."""
    parts = (text.encode("utf-8", "surrogatepass") for text in seed)
    return b"".join(len(p).to_bytes(4, "big") + p for p in parts)


def slug(text: str, words: int = 5) -> str:
    """Make a kebab-case name from a title: ASCII, at most five words, at most 50 characters.

    A title without a single ASCII letter or digit gives `task`. What looks like a secret is left out.
    """
    text = without_secrets(text).replace(REMOVED, " ")
    plain = unicodedata.normalize("NFKD", text[:500]).encode("ascii", "ignore").decode()
    parts = re.findall(r"[a-z0-9]+", plain.lower().replace("'", ""))
    telling = [p for p in parts if p not in _ARTICLES] or parts
    return "-".join(p[:30] for p in telling[:words])[:50].strip("-") or "task"
