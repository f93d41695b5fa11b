"""Order: which items of a list wait for which: `(after 1)`, `blocked by #45`, `after: Export orders`.

An item is meant by its number, by its whole title, or as the one before; other words are told as unclear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_

from bot.planning.words import named_phrases, plain, words

_ISSUE = re.compile(r"[^#\w]*(?:\w+ ){0,2}#([1-9][0-9]{0,8})\W*")
_OPENED = re.compile(r"#([1-9][0-9]{0,8})\b")
_CLAUSE = r"[ :]{1,3}(?P<clause>(?:[^()\[\]:;!?\u2013\u2014.]|\.(?=\S))+)"
_BOUND = r"(?:^|[(\[,;:!?\u2013\u2014] ?|\. | - )"
_BETWEEN = re.compile(r"(?:,| and | & | und | et | y )+")
_LONGEST, _MOST = 2_000, 500
"""Characters of a text, and items of a list, that are looked at: no plan has more tasks."""
MOST_LINKS = 50
"""What an issue may wait for: https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/creating-issue-dependencies"""
Subset = int
"""Places in a list (from 0), as the bits of a number."""


@dataclass(frozen=True, slots=True)
class StatedOrder:
    """What a text, or a reference in it, says of the order: places of items, numbers of issues.

    `unclear` are words that name no item, `rest` is a text without what it says of the order.
    """

    rest: str = ""
    needs: Subset = 0
    issues: tuple[int, ...] = ()
    unclear: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Say whether it names anything."""
        return bool(self.needs or self.issues)


def each(places: Subset) -> Iterator[int]:
    """The places, in their order."""
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The phrases of one name of `order.txt`."""
    return tuple(one for key, one in named_phrases("issue/order.txt") if key == name)


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
        """An item's title is its text without what it says of the order."""
        self._count = len(texts[:_MOST])
        self._titled, self._issues = Counter[str](), dict[int, int]()
        for at, text in enumerate(texts[:_MOST]):
            title = _pattern().sub(lambda m: m[0] if m["loose"] else "", text[:_LONGEST])
            self._titled[plain(title)] |= 1 << at
            if opened := _OPENED.match(text.strip()):
                self._issues[int(opened[1])] = at

    def read(self, text: str, at: int) -> StatedOrder:
        """What the text of the item at this place says of the order."""
        if at >= _MOST:
            return StatedOrder(text)
        rest, told = text[:_LONGEST], list[StatedOrder]()
        for found in reversed(list(_pattern().finditer(rest))):
            named, whole = self._named(found, at)
            told.append(named)
            if whole:
                rest = f"{rest[: found.start()]} {rest[found.end() :]}"
        kept = re.sub(r" (?=[.,;:])", "", " ".join(rest.split())).strip(" .,;:")
        return replace(_together(told), rest=kept + text[_LONGEST:])

    def beside(self, texts: Iterable[str]) -> tuple[dict[int, Subset], list[str]]:
        """What items wait for, as texts beside the list tell: `Story 2 depends on story 1`.

        Gives what each place waits for, and the words that name no items.
        """
        waits, unclear = dict.fromkeys(range(self._count), 0), list[str]()
        for text in texts:
            for found in filter(lambda m: m["mid"], _pattern().finditer(text[:_LONGEST])):
                subject = re.split(r"[()\[\],;:.!?]", text[: found.start()])[-1]
                items, needs = self._one(subject, -1).needs, self._named(found, -1)[0].needs
                for at in each(items):
                    waits[at] |= needs & ~(1 << at)
                if not (items and needs):
                    unclear.append(f"{subject}{found[0]}".strip())
        return waits, unclear

    def _named(self, found: re.Match[str], at: int) -> tuple[StatedOrder, bool]:
        """What a clause names, as a whole or in its parts, and whether it says nothing beside that."""
        clause, strict = found["clause"], bool(found["loose"])
        whole = self._one(clause, at, strict=strict)
        if whole.known:
            return whole, True
        parts = [self._one(part, at, strict=strict) for part in _BETWEEN.split(clause)]
        return _together(parts), all(part.known for part in parts)

    def _one(self, text: str, at: int, *, strict: bool = False) -> StatedOrder:
        """What one reference names; `strict`: what does not say that it means an item is none."""
        if issue := _ISSUE.fullmatch(text):
            number = int(issue[1])
            place = self._issues.get(number, -1)
            return StatedOrder(needs=1 << place) if place >= 0 else StatedOrder(issues=(number,))
        told = [w for w in words(text) if w not in phrases("article")]
        left = [w for w in told if w not in phrases("story")]
        needs = self._titled[plain(text)]
        if needs.bit_count() != 1:
            needs = 0 if strict and left == told else self._counted(left, at)
        needs &= ~(1 << at) if at >= 0 else -1
        return StatedOrder(needs=needs, unclear=() if needs or strict else (text.strip(),))

    def _counted(self, left: Sequence[str], at: int) -> Subset:
        """The places that numbers, or a word such as `previous`, mean from here."""
        if all(w.isdecimal() and len(w) < 4 for w in left):
            found = [int(w) for w in left]
        else:
            found = [at] if " ".join(left) in phrases("previous") else []
        return reduce(or_, (1 << n >> 1 for n in found if 0 < n <= self._count), 0)


def _together(told: Sequence[StatedOrder]) -> StatedOrder:
    """All that some references name."""
    issues = dict.fromkeys(number for one in told for number in one.issues)
    unclear = tuple(words for one in told for words in one.unclear)
    return StatedOrder("", reduce(or_, (t.needs for t in told), 0), tuple(issues), unclear)
