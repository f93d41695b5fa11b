"""A short digest of a text: enough to notice that it changed."""

from __future__ import annotations

import hashlib


def short_digest(text: str) -> str:
    """The first ten hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]
