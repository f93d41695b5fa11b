"""Words: how text and identifiers are split, brought to their stems, and which words say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SUFFIXES = ("ations", "ation", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly")
_LAST = frozenset(suffix[-1] for suffix in _SUFFIXES)


def word_set(text: str) -> frozenset[str]:
    """Make a set of the words of a text."""
    return frozenset(text.split())


STOP = word_set(
    """a about able above add after again all also always am an and any are as at be because been
    before being below between both but by can cannot could did do does doing done down each
    either else etc ever every few for from further get gets give given go goes going had has
    have having he hence her here him his how however i if in into is it its itself just let
    like made make makes making many may maybe me might more most much must my need needed needs
    neither new no nor not now of off ok on once one only onto or other our out over own per
    please should shall she since so some such than that the their them then there therefore
    these they thing things this those though through thus to too try two under until up upon us
    use used   using very via want wants was way we well were what when where whether which
    while who whose why will with within without would yes yet you your currently instead really
    still even     work works working"""
)


def words(text: str) -> Iterator[str]:
    """Split text into lower-case words; `camelCase` and `snake_case` fall into their parts."""
    for found in _WORD.finditer(text):
        word = found[0]
        if word.isascii() and not word.islower():
            yield from (part.lower() for part in _CAMEL.findall(word))
        else:
            yield word.lower()


def camel_parts(identifier: str) -> list[str]:
    """The parts of one identifier, in lower case: `HTTPServer_v2` is `http`, `server`, `v`, `2`."""
    if identifier.isascii():
        return [part.lower() for part in _CAMEL.findall(identifier)]
    return [identifier.lower()]


def stem(word: str) -> str:
    """Cut a word to what its forms have in common: `exports`, `exported`, `exporting` to `export`."""
    for suffix in _SUFFIXES if word[-1:] in _LAST else ():
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word[: -len(suffix)] + ("y" if suffix == "ies" else "")
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def stems(text: str) -> tuple[str, ...]:
    """The stems of the words that say something, in order, repeated as in the text."""
    return tuple(stem(w) for w in words(text) if w not in STOP and (len(w) > 1 or not w.isascii()))


def same(one: str, other: str) -> bool:
    """Say whether two texts have the same words, whatever their case, marks and spaces."""
    return list(words(one)) == list(words(other))


def shortened(text: str, limit: int) -> str:
    """Cut text at a word so that it fits into `limit` characters; an ellipsis shows the cut."""
    plain = " ".join(text.split())
    if len(plain) <= limit:
        return plain
    return plain[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"


def each(texts: Iterable[str]) -> str:
    """Sentences in a row, none of them cut; numbered where there are several."""
    listed = [" ".join(t.split()).rstrip(".;") for t in texts]
    if len(listed) < 2:
        return "".join(listed)
    return "; ".join(f"({n}) {text}" for n, text in enumerate(listed, 1))
