"""Words as the scorer counts them: lower case, light stems, pairs of characters for Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterable

_STOPPED = """a an the and or of to in on at by for from with without into as is are was be been it its
    this that these those there here when then than if not no do does must should shall can will
    may has have had each every any all one they them their our we i you he she also still only"""
_STOP = frozenset(_STOPPED.split())
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def tokens(text: str) -> frozenset[str]:
    """The words of a text that count."""
    plain = text.lower()
    pairs = {run[i : i + 2] for run in _CJK.findall(plain) for i in range(max(1, len(run) - 1))}
    others = re.findall(r"[^\W_]+", _CJK.sub(" ", plain))
    return frozenset(pairs | {_stem(w) for w in others if w not in _STOP})


def covered(wanted: Iterable[str], offered: Iterable[frozenset[str]]) -> bool:
    """Say whether one of the offered texts has half of the wanted words and little beside (Dice >= 0.5)."""
    candidates = list(offered)
    return any(_close(tokens(text), one) for text in wanted for one in candidates)


def mentions(keyword: str, text: str) -> bool:
    """Whole words for short keywords, beginnings of words for longer ones."""
    end = r"s?(?!\w)" if len(keyword) <= 4 else ""
    return re.search(rf"(?<!\w){re.escape(keyword.lower())}{end}", text) is not None


def _close(wanted: frozenset[str], one: frozenset[str]) -> bool:
    hit = len(wanted & one)
    return bool(wanted) and 2 * hit >= len(wanted) and 4 * hit >= len(wanted) + len(one)


def _stem(word: str) -> str:
    for suffix in ("ing", "ed", "es", "s"):
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)]
    return word
