"""Order: what items of a list wait for, where they say so: `(after 1)`, `blocked by #45`, after the list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import takewhile

from bot.planning.words import STOP, plain, stem, words

_ISSUE = re.compile(r"[^#\w]*(?:\w+ ){0,2}#([1-9][0-9]{0,8})\W*")
_OPENED = re.compile(r"#([1-9][0-9]{0,8})\b")
_CLAUSE = r"[ :]{1,3}(?P<clause>(?:[^()\[\]:;!?\u2013\u2014.]|\.(?=\S))+)"
_BOUND = r"(?:^|[(\[,;:!?\u2013\u2014] ?|\. | - )"
_BETWEEN = re.compile(r"(?:,| and | & | und | et | y )+")
_LONGEST, _MOST = 2_000, 500
"""Characters of a text, and items of a list, that are looked at: no plan has more tasks."""


@dataclass(frozen=True, slots=True)
class StatedOrder:
    """What one text says of its order: places of items (from 0), numbers of issues, and the text without it.

    `unclear` are words that may mean several items.
    """

    rest: str
    needs: tuple[int, ...] = ()
    issues: tuple[int, ...] = ()
    unclear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Named:
    """What a reference names: items, issues, or several items of which it cannot mean all."""

    items: tuple[int, ...] = ()
    issues: tuple[int, ...] = ()
    unclear: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.items or self.issues)


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The phrases of one name of `order.txt`."""
    text = resources.files("bot.planning.issue").joinpath("order.txt").read_text("utf-8")
    lines = (line.partition(": ") for line in text.splitlines() if not line.startswith("#"))
    return tuple(one for key, _, told in lines if key == name for one in told.split("; "))


@cache
def _pattern() -> re.Pattern[str]:
    """An order with what it names: strong words, or weak ones where a part begins; else these are `loose`."""
    lead, strong, weak = (
        "|".join(re.escape(one) for one in sorted(phrases(name), key=len, reverse=True))
        for name in ("lead", "waits", "aside")
    )
    begin = f"{_BOUND}(?:(?:{lead}) ){{0,3}}"
    mid, loose = rf"(?P<mid>(?<!\w)(?:{strong}))", rf"(?P<loose>(?<!\w)(?:{weak}))"
    told = rf"(?:{begin}(?:{strong}|{weak})|{mid}|{loose})(?!\w){_CLAUSE}[)\]]?"
    return re.compile(told, re.IGNORECASE)


def in_sequence(text: str) -> bool:
    """Say whether a text says of a list that each item waits for the one before."""
    told = f" {plain(text[:_LONGEST])} "
    return any(f" {phrase} " in told for phrase in phrases("sequence"))


def says_order(header: str) -> bool:
    """Say whether a column of a table is headed by words for an order: `Depends on`."""
    return plain(header) in {*phrases("waits"), *phrases("aside")}


class Items:
    """The items of one list, to read what a text says of them."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Items are named by their own words; what they say of their order is none of these."""
        bare = [
            _pattern().sub(lambda m: m[0] if m["loose"] else "", t[:_LONGEST])
            for t in texts[:_MOST]
        ]
        self._count = len(bare)
        self._titled: dict[str, set[int]] = {}
        self._with_word: dict[str, set[int]] = {}
        for at, text in enumerate(bare):
            self._titled.setdefault(plain(text), set()).add(at)
            for word in _name(text):
                self._with_word.setdefault(word, set()).add(at)
        opened = ((_OPENED.match(text.strip()), at) for at, text in enumerate(texts[:_MOST]))
        self._issues = {int(found[1]): at for found, at in opened if found}

    def read(self, text: str, at: int) -> StatedOrder:
        """What the text of the item at this place says of the order."""
        if at >= _MOST:
            return StatedOrder(text)
        rest, needs, issues, unclear = text[:_LONGEST], set[int](), list[int](), list[str]()
        for found in reversed(list(_pattern().finditer(rest))):
            named, whole = self._named(found, at)
            unclear += named.unclear
            needs |= set(named.items)
            issues += named.issues
            if whole:
                rest = f"{rest[: found.start()]} {rest[found.end() :]}"
        kept = re.sub(r" (?=[.,;:])", "", " ".join(rest.split())).strip(" .,;:")
        told = tuple(dict.fromkeys(issues))
        return StatedOrder(kept + text[_LONGEST:], tuple(sorted(needs)), told, tuple(unclear))

    def chain(self) -> Iterator[tuple[int, int]]:
        """The pairs (item, what it waits for) where each waits for the one before."""
        return ((n, n - 1) for n in range(1, self._count))

    def beside(self, text: str) -> Iterator[tuple[int, int]]:
        """The pairs that a text beside the list tells: `The list depends on the export`."""
        for found in _pattern().finditer(text[:_LONGEST]):
            if found["mid"]:
                subject = re.split(r"[()\[\],;:.!?]", text[: found.start()])[-1]
                items = self._one(subject, -1).items
                needs = self._named(found, items[0] if len(items) == 1 else -1)[0].items
                yield from ((item, n) for item in items for n in needs if item != n)
                if not items and _bare(found["clause"]) in phrases("previous"):
                    yield from self.chain()

    def _named(self, found: re.Match[str], at: int) -> tuple[_Named, bool]:
        """What a clause names (else its first parts), and whether it says nothing beside that."""
        clause, strict = found["clause"], bool(found["loose"])
        whole = self._one(clause, at, strict=strict)
        if whole:
            return whole, True
        parts = [self._one(part, at, strict=strict) for part in _BETWEEN.split(clause)]
        known = list(takewhile(bool, parts))
        items = tuple(item for part in known for item in part.items)
        issues = tuple(number for part in known for number in part.issues)
        return _Named(items, issues, () if known else whole.unclear), len(known) == len(parts)

    def _one(self, text: str, at: int, *, strict: bool = False) -> _Named:
        """What one reference names; `strict`: it must say that it means an item."""
        if issue := _ISSUE.fullmatch(text):
            place = self._issues.get(int(issue[1]), -1)
            return _Named((place,)) if place >= 0 else _Named(issues=(int(issue[1]),))
        left = _bare(text)
        counted = self._counted(left, at)
        if counted and not (strict and _same_words(left, text)):
            return _Named(counted)
        same = self._titled.get(plain(text), set()) - {at}
        name = [self._with_word.get(word, set()) for word in _name(left)]
        if strict or len(same) == 1 or not name:
            return _Named(tuple(same) if len(same) == 1 else ())
        fits = set.intersection(*name) - {at}
        if len(fits) == 1:
            return _Named(tuple(fits))
        return _Named(unclear=(text.strip(),) if fits else ())

    def _counted(self, left: str, at: int) -> tuple[int, ...]:
        """The places that numbers, or words such as `previous`, mean from here."""
        found: Iterable[int]
        if left and all(w.isdecimal() and len(w) < 4 for w in left.split()):
            found = (int(w) - 1 for w in left.split())
        elif left in phrases("previous"):
            found = (at - 1,)
        elif left in phrases("earlier"):
            found = range(at)
        elif left in phrases("others"):
            found = range(self._count)
        else:
            found = (n for n, word in enumerate(phrases("ordinal")) if left == word)
        return tuple(n for n in dict.fromkeys(found) if n != at and 0 <= n < self._count)


@cache
def _set(name: str) -> frozenset[str]:
    return frozenset(phrases(name))


def _bare(text: str) -> str:
    """The words of a reference without articles and without what says that it means an item."""
    return " ".join(w for w in words(text) if w not in _set("article") | _set("story"))


def _same_words(left: str, text: str) -> bool:
    return left == " ".join(w for w in words(text) if w not in _set("article"))


def _name(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in words(text) if w not in STOP)
