"""Beginnings: where in a file a reader should begin: the functions that an issue names, quotes, or speaks of.

The functions of one file are ranked like documents by the words of the issue (Okapi BM25; S. Robertson,
H. Zaragoza, "The Probabilistic Relevance Framework", 2009), as is usual where the function of a fault is
looked for. What the issue says outright goes before: a function of its title, one that holds a message or
line it quotes, a frame of its stack trace. A link to a line may be of another commit: it counts where the
words agree with it.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.planning.functions import Function, functions, innermost
from bot.planning.lazy import Lazy
from bot.planning.literals import longest, places
from bot.planning.names import Name, Weight
from bot.planning.places import is_test, name
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.terms import Bag, bag, neighbours
from bot.planning.words import shortened

_MOST = 3
_OF_TITLE, _OF_PROSE, _OF_CODE = 3.0, 1.0, 0.5
_OFTEN = 2.5
# How people complain is no word of the code, though `False` stands everywhere in it.
_COMPLAINT = frozenset(
    bag(
        """false positive negative inside outside fail fails failing failure wrong incorrect crash
        crashes bug regression unexpected broken instead"""
    )
)
_SATURATED, _BY_LENGTH = 1.2, 0.4  # `k1` and `b` of Okapi BM25
_NAMED, _QUOTED, _TRACED, _LINKED, _TOLD = 2.0, 1.5, 1.2, 1.0, 0.3
_AGAIN = 0.7  # for each further quotation
_NEAR = 0.6  # of the best: what stands clearly behind it is not told
_AGREES = 0.25  # of the best: a linked function that the words hardly speak of is of another commit
_LONGEST = 20_000
_MANY = 3  # places of a line that are too many to be one
_INLINE_TESTS = re.compile(r"(?m)^#\[cfg\((?:all\()?test\b[^\n]{0,80}\n(?:pub )?mod ")
_MARKED = Lazy(
    r"`[^`\n]{1,100}`|[\w.:#]{2,80}\(\)|(?<=[.#:])[A-Za-z_]\w{2,60}|\w+_\w+|\w+[a-z][A-Z]\w*"
)
_WORD = re.compile(r"[A-Za-z_$][\w$]{1,80}[?!]?")
# `File "a.py", line 3, in f`, `at T.f (a.js:3)`, `a.rb:3:in 'T#f'`, and above `a.go:3` a line `p.(*T).f(`.
_FRAME = Lazy(
    r"\", line [0-9]+, in (?P<py>\w+)|^\s*at (?:async )?(?:[\w$.<>]{1,100}[./])?(?P<at>[\w$]+) ?\("
    r"|:[0-9]+:in [`'](?:[\w:]{1,80}[#.])?(?P<rb>\w+[?!]?)'"
)
_PLACE = Lazy(r"^\s*(?:at )?\S{1,300}\.(?:go|rs|c|cc|cpp):[0-9]+")
_FRAME_ABOVE = Lazy(r"^\s*(?:[0-9]+: )?[\w./:<>*()]{1,120}[.:](?P<name>\w+)(?:\(|$)")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an issue says, as far as places are looked up by it.

    `terms` are its words with their weights, `named` the functions that its title marks as names, `told`
    those of its prose, `said` its messages and lines of code, `lines` the linked line of each file.
    """

    terms: Mapping[str, float] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    said: tuple[Name, ...] = ()
    frames: tuple[tuple[str, str], ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Beginning:
    """A place to begin: a function with its first line, and what stands on a line within it."""

    name: str
    line: int
    at: int = 0
    part: str = ""

    @property
    def own(self) -> str:
        """The name without that of the type."""
        return self.name.rpartition(".")[2]

    def __str__(self) -> str:
        """The place as a sentence has it: `` `f` (line 3) ``."""
        if not self.name:
            return f"`{shortened(self.part, 60)}` (line {self.at})"
        more = ""
        if self.part:
            more = f"; line {self.at} holds `{shortened(self.part, 60)}`"
        elif self.at and self.at != self.line:
            more = f"; the issue links line {self.at}"
        return f"`{shortened(self.name, 60)}` (line {self.line}{more})"


Beginnings = Mapping[str, tuple[Beginning, ...]]


def asked(reading: Reading, wanted: Iterable[Name], lines: Mapping[str, int]) -> Asked:
    """Gather what an issue says of places. Takes it as read, its names, and the linked line of each file."""
    listed = tuple(wanted)
    marked = {w for found in _MARKED.findall(reading.title) for w in _WORD.findall(found)}
    prose = {n.text for n in listed if n.weight in (Weight.PROSE, Weight.TITLE) and not n.exact}
    return Asked(
        _terms(reading),
        frozenset(marked),
        frozenset(prose),
        tuple(n for n in listed if n.exact and len(n.text) > 11),
        tuple(p for f in reading.fences for p in _frames(f.text[:_LONGEST])),
        lines,
    )


def _frames(text: str) -> Iterator[tuple[str, str]]:
    """The frames of a stack trace: each as its line, and the function it names."""
    above = ""
    for line in text.split("\n"):
        if len(line) >= 1000:
            continue
        found = _FRAME.search(line)
        over = _FRAME_ABOVE.match(above)
        if found:
            yield line, found["py"] or found["at"] or found["rb"]
        elif over and _PLACE.search(line):
            yield line, over["name"]
        above = line


def _terms(reading: Reading) -> dict[str, float]:
    told = " ".join(
        p.text
        for p in reading.passages
        if p.part is not Part.ENVIRONMENT and p.form is not Form.QUOTE
    )[:_LONGEST]
    code = "\n".join(f.text for f in reading.fences)[:_LONGEST]
    titled = {*bag(reading.title), *neighbours(reading.title)}
    found: defaultdict[str, float] = defaultdict(float)
    found |= {t: _OF_PROSE if t in _COMPLAINT else _OF_TITLE for t in titled}
    for term, often in bag(told).items():
        found[term] += _OF_PROSE * min(1 + math.log(often), _OFTEN)
    for term in bag(code):
        found[term] += _OF_CODE
    return found


def beginnings(told: Asked, path: str, text: str) -> tuple[Beginning, ...]:
    """Find where to begin in one file, the likeliest place first, at most three.

    Takes what the issue says, the file and its full text. Empty where nothing of it stands there.
    """
    if is_test(path):
        return ()
    inline = _INLINE_TESTS.search(text) if path.endswith(".rs") else None
    text = text[: inline.start()] if inline else text
    held = functions(path, text)
    known = [f for f in held if not f.is_type]
    said = _said(told.said, text)
    scores = _scores(told.terms, known, text)
    best = max(scores.values(), default=0.0) or 1.0
    scores = {f: s / best for f, s in scores.items()}
    shown: dict[Function, Beginning] = {}
    _add_outright(told, path, held, scores, shown)
    loose = []
    for at, part in said:
        within = innermost(known, at)
        if within is None:
            loose.append(Beginning("", at, at, part))
        else:
            again = within in shown and bool(shown[within].part)
            scores[within] = scores.get(within, 0.0) + (_AGAIN if again else _QUOTED)
            if not again:
                shown[within] = Beginning(_called(within, held), within.line, at, part)
    ranked = sorted(scores, key=lambda f: (-round(scores[f], 6), f.line))
    least = 1.0 if loose else 0.0  # beside a line that is quoted, words alone tell little
    chosen = [f for f in ranked if scores[f] >= max(_NEAR * scores[ranked[0]], least + 0.01)]
    own: dict[str, Beginning] = {}
    for f in chosen:
        if len(own) < _MOST and f.name not in own:
            own[f.name] = shown.get(f) or Beginning(_called(f, held), f.line)
    return (*loose[:1], *own.values())[:_MOST]


def _add_outright(
    told: Asked,
    path: str,
    held: Sequence[Function],
    scores: dict[Function, float],
    shown: dict[Function, Beginning],
) -> None:
    """What the issue says outright of a function: its name, a frame of its trace, a link."""
    words = {called for line, called in told.frames if name(path) in line}
    types = {f.name for f in held if f.is_type}
    known = [f for f in held if not f.is_type]
    titled = [f for f in known if f.name in told.named and f.name not in types]
    for f in known:
        gain = _NAMED if f in titled else 0.0
        gain += _TRACED if f.name in words else 0.0
        gain += _TOLD if f.name in told.told else 0.0
        if gain:
            scores[f] = scores.get(f, 0.0) + gain
    line = told.lines.get(path, 0)
    linked = innermost(known, line) if line else None
    if linked and (linked in titled or not titled) and scores.get(linked, 0.0) >= _AGREES:
        scores[linked] += _LINKED
        shown[linked] = Beginning(_called(linked, held), linked.line, line)


def _called(own: Function, held: Sequence[Function]) -> str:
    """The name of a function; with that of its type where the file has several of the name."""
    above = [f for f in held if f.is_type and f.line < own.line <= f.end and f.name != own.name]
    alone = sum(f.name == own.name for f in held) == 1 and not own.name.startswith("__")
    return own.name if alone or not above else f"{above[-1].name}.{own.name}"


def _said(wanted: Iterable[Name], text: str) -> list[tuple[int, str]]:
    """Where quoted messages and lines of code stand, each with its line; what stands in many is no place."""
    found = []
    for own in wanted:
        part = own.text if own.text in text else ""
        if not part and own.said:
            start, end = longest(own.text, places(own.text), text)
            part = own.text[start:end]
        if part and len(part) > 11 and text.count(part) < _MANY:
            found.append((text.count("\n", 0, text.index(part)) + 1, part))
    return found


def _scores(
    terms: Mapping[str, float], known: Sequence[Function], text: str
) -> dict[Function, float]:
    """How much the words of an issue speak of each function."""
    lines = text.split("\n")
    bags = [bag("\n".join(lines[f.begin - 1 : f.end])) for f in known]
    lengths = [sum(b.values()) for b in bags]
    usual = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0
    holders = Counter(t for b in bags for t in b if t in terms)
    rare = {t: math.log(1 + (len(bags) - n + 0.5) / (n + 0.5)) for t, n in holders.items()}
    return {
        f: _score(terms, b, bag(f.name), rare, 1 - _BY_LENGTH + _BY_LENGTH * size / usual)
        for f, b, size in zip(known, bags, lengths, strict=True)
    }


def _score(
    terms: Mapping[str, float], own: Bag, called: Bag, rare: Mapping[str, float], long: float
) -> float:
    score = 0.0
    for term in own.keys() & terms.keys():
        often = own[term]
        score += (
            terms[term]
            * rare[term]
            * (often * (_SATURATED + 1) / (often + _SATURATED * long) + (term in called))
        )
    return score
