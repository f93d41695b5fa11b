"""Order: what items of a list wait for, where they say so: `(after 1)`, `blocked by #45`, after the list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import takewhile
from operator import and_, or_

from bot.planning.words import STOP, named_phrases, plain, stem, words

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
"""Places in a list (from 0), as the bits of a number: `after all of the above` costs what `after 1` does."""


@dataclass(frozen=True, slots=True)
class StatedOrder:
    """What a text, or a reference in it, says of the order: places of items, numbers of issues.

    `unclear` are words that may mean several items, `rest` is a text without what it says of the order.
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


def fewest(needs: Subset, behind: Mapping[int, Subset]) -> Subset:
    """More needs than an issue may have, without those that others of them wait for already.

    `behind` are all that an item waits for. Few needs stay as they are; so do those that are still too many.
    """
    if needs.bit_count() <= MOST_LINKS:
        return needs
    kept, left = 0, needs
    while left and kept.bit_count() <= MOST_LINKS:
        last = left.bit_length() - 1
        kept |= 1 << last
        left &= ~(behind.get(last, 0) | 1 << last)
    return needs if left else kept


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
        """Items are named by their own words; what they say of their order is none of these."""
        bare = [
            _pattern().sub(lambda m: m[0] if m["loose"] else "", t[:_LONGEST])
            for t in texts[:_MOST]
        ]
        self._count = len(bare)
        self._titled: Counter[str] = Counter()
        self._with_word: Counter[str] = Counter()
        for at, text in enumerate(bare):
            self._titled[plain(text)] |= 1 << at
            for word in _name(text):
                self._with_word[word] |= 1 << at
        opened = ((_OPENED.match(text.strip()), at) for at, text in enumerate(texts[:_MOST]))
        self._issues = {int(found[1]): at for found, at in opened if found}

    def read(self, text: str, at: int) -> StatedOrder:
        """What the text of the item at this place says of the order."""
        if at >= _MOST:
            return StatedOrder(text)
        rest, needs, issues, unclear = text[:_LONGEST], 0, list[int](), list[str]()
        for found in reversed(list(_pattern().finditer(rest))):
            named, whole = self._named(found, at)
            unclear += named.unclear
            needs |= named.needs
            issues += named.issues
            if whole:
                rest = f"{rest[: found.start()]} {rest[found.end() :]}"
        kept = re.sub(r" (?=[.,;:])", "", " ".join(rest.split())).strip(" .,;:")
        told = tuple(dict.fromkeys(issues))
        return StatedOrder(kept + text[_LONGEST:], needs, told, tuple(unclear))

    def beside(self, texts: Iterable[str], *, chained: bool) -> list[Subset]:
        """What each item waits for, as texts beside the list tell: `The list depends on the export`.

        `chained`: each waits for the one before.
        """
        told = Counter[Subset]()  # what the same items wait for, once however often it is said
        for text in texts:
            for found in _pattern().finditer(text[:_LONGEST]):
                if found["mid"]:
                    subject = re.split(r"[()\[\],;:.!?]", text[: found.start()])[-1]
                    items = self._one(subject, -1).needs
                    alone = items.bit_length() - 1 if items.bit_count() == 1 else -1
                    told[items] |= self._named(found, alone)[0].needs
                    chained |= not items and _bare(found["clause"]) in phrases("previous")
        waits = [1 << n >> 1 if chained else 0 for n in range(self._count)]
        for items, needs in told.items():
            for n in each(items):
                waits[n] |= needs & ~(1 << n)
        return waits

    def _named(self, found: re.Match[str], at: int) -> tuple[StatedOrder, bool]:
        """What a clause names (else its first parts), and whether it says nothing beside that."""
        clause, strict = found["clause"], bool(found["loose"])
        whole = self._one(clause, at, strict=strict)
        if whole.known:
            return whole, True
        parts = [self._one(part, at, strict=strict) for part in _BETWEEN.split(clause)]
        known = list(takewhile(lambda part: part.known, parts))
        items = reduce(or_, (part.needs for part in known), 0)
        issues = tuple(number for part in known for number in part.issues)
        told = StatedOrder("", items, issues, () if known else whole.unclear)
        return told, len(known) == len(parts)

    def _one(self, text: str, at: int, *, strict: bool = False) -> StatedOrder:
        """What one reference names; `strict`: it must say that it means an item."""
        if issue := _ISSUE.fullmatch(text):
            place = self._issues.get(int(issue[1]), -1)
            here = StatedOrder(needs=1 << place) if place >= 0 else None
            return here or StatedOrder(issues=(int(issue[1]),))
        left = _bare(text)
        counted = self._counted(left, at)
        if counted and not (strict and left == _bare(text, ("article",))):
            return StatedOrder(needs=counted)
        others = ~(1 << at) if at >= 0 else -1
        same = self._titled.get(plain(text), 0) & others
        name = [self._with_word.get(word, 0) for word in _name(left)]
        if strict or same.bit_count() == 1 or not name:
            return StatedOrder(needs=same if same.bit_count() == 1 else 0)
        fits = reduce(and_, name, others)
        if fits.bit_count() == 1:
            return StatedOrder(needs=fits)
        return StatedOrder(unclear=(text.strip(),) if fits else ())

    def _counted(self, left: str, at: int) -> Subset:
        """The places that numbers, or words such as `previous`, mean from here."""
        every, here = (1 << self._count) - 1, 1 << at if at >= 0 else 0
        if left in phrases("earlier"):
            return (max(here, 1) - 1) & every
        if left in phrases("others"):
            return every & ~here
        if left and all(w.isdecimal() and len(w) < 4 for w in left.split()):
            found = [int(w) for w in left.split()]
        elif left in phrases("previous"):
            found = [at]
        else:
            found = [n for n, word in enumerate(phrases("ordinal"), 1) if left == word]
        return reduce(or_, (1 << n >> 1 for n in found if n > 0), 0) & every & ~here


def _bare(text: str, without: tuple[str, ...] = ("article", "story")) -> str:
    """The words of a reference without articles and without what says that it means an item."""
    return " ".join(w for w in words(text) if not any(w in phrases(name) for name in without))


def _name(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in words(text) if w not in STOP)
