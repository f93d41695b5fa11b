"""The request: an issue's title and body as the text a plan answers."""

from __future__ import annotations

import hashlib
import re

_BOX = re.compile(r"^([ \t]*(?:[-*+]|[0-9]{1,9}[.)]) \[)[xX](\] )", re.MULTILINE)


def request_digest(title: str, body: str) -> str:
    """SHA-256 of a request; ticking its boxes, line endings and outer blanks change nothing."""
    text = _BOX.sub(r"\1 \2", body.replace("\r\n", "\n")).strip()
    return hashlib.sha256(f"{title.strip()}\n\n{text}".encode()).hexdigest()
