"""The slug: a short name for branches and exports."""

from __future__ import annotations

import re
import unicodedata

from bot.domain.secrets import REMOVED, without_secrets

_ARTICLES = frozenset(("a", "an", "the"))


def slug(text: str, words: int = 5) -> str:
    """Make a kebab-case name from a title: ASCII, at most five words, at most 50 characters.

    A title without a single ASCII letter or digit gives `task`. What looks like a secret is left out.
    """
    text = without_secrets(text).replace(REMOVED, " ")
    plain = unicodedata.normalize("NFKD", text[:500]).encode("ascii", "ignore").decode()
    parts = re.findall(r"[a-z0-9]+", plain.lower().replace("'", ""))
    telling = [p for p in parts if p not in _ARTICLES] or parts
    return "-".join(p[:30] for p in telling[:words])[:50].strip("-") or "task"
