"""Ids that sort by time: UUIDv7 from a given time and a seed, so that the same input has the same ids."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = (1 << 48) - 1
_MILLISECOND = timedelta(milliseconds=1)


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
