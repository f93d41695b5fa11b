"""Beginnings: where in a file a reader should begin: the functions that an issue names, quotes, or speaks of.

The functions of one file are ranked by how much the words of the issue speak of them, as is usual where
the function of a fault is looked for. What the issue says outright goes before: a function of its title, one
that holds a message or line it quotes, a frame of its stack trace, a type whose part it wishes for. A link
to a line may be of another commit: it counts where the words agree with it.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.planning.functions import Function, innermost
from bot.planning.lazy import Lazy
from bot.planning.literals import longest, places
from bot.planning.names import Name, Weight
from bot.planning.places import name
from bot.planning.reading import Reading
from bot.planning.spoken import Held
from bot.planning.terms import bag, neighbours
from bot.planning.wording import own_code, own_words
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
_NAMED, _QUOTED, _TRACED, _LINKED, _MARKS, _TOLD = 2.0, 1.5, 1.2, 1.0, 1.0, 0.3
_AGAIN = 0.7  # for each further quotation
_NEAR = 0.6  # of the best: what stands clearly behind it is not told
_AGREES = 0.25  # of the best: a linked function that the words hardly speak of is of another commit
_LONGEST = 20_000
_MANY = 3  # places of a line that are too many to be one
_MARKED = Lazy(
    r"`[^`\n]{1,100}`|[\w.:#]{2,80}\(\)|(?<=[.#:])[A-Za-z_]\w{2,60}|\w+_\w+|\w+[a-z][A-Z]\w*"
)
_ADDRESS = Lazy(r"https?://[^\s<>)]{1,500}")
_WORD = re.compile(r"[A-Za-z_$][\w$]{1,80}[?!]?")
# `File "a.py", line 3, in f`, `at T.f (a.js:3)`, `a.rb:3:in 'T#f'`, and above `a.go:3` a line `p.(*T).f(`.
_FRAME = Lazy(
    r"\", line [0-9]+, in (?P<py>\w+)|^\s*at (?:async )?(?:[\w$.<>]{1,100}[./])?(?P<at>[\w$]+) ?\("
    r"|:[0-9]+:in [`'](?:[\w:]{1,80}[#.])?(?P<rb>\w+[?!]?)'"
)
_PLACE = Lazy(r"^\s*(?:at )?\S{1,300}\.(?:go|rs|c|cc|cpp):[0-9]+")
_COMPLAINS = Lazy(r"(?i)\b(?:\w{0,40}error|warning|\w{0,40}exception|fatal|panic)\b:? ")
_IN_QUOTES = Lazy(
    r"['\"`\u2018](_?[A-Za-z]\w{0,60}(?:_\w{1,60}|[A-Z]\w{0,60})|_[a-z]\w{2,60})['\"`\u2019]"
)
_PART = Lazy(r"\b([A-Z]\w{3,60})\.([A-Za-z_]\w{2,60})\b(?!\()")
_FRAME_ABOVE = Lazy(r"^\s*(?:[0-9]+: )?[\w./:<>*()]{1,120}[.:](?P<name>\w+)(?:\(|$)")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an issue says, as far as places are looked up by it.

    `terms` are its words with their weights, `named` the functions that its title marks as names, `told`
    those of its prose, `marked` those whose doing a sentence tells, `said` its messages and lines of code,
    `lines` the linked line of each file, `quoted` the names that its messages quote, and `parts` the types
    it writes with a part, `Options.Limit`.
    """

    terms: Mapping[str, float] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    said: tuple[Name, ...] = ()
    frames: tuple[tuple[str, str], ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    quoted: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    marked: frozenset[str] = frozenset()


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
        tuple(dict.fromkeys(q for f in reading.fences for q in _names_quoted(f.text[:_LONGEST]))),
        tuple(dict.fromkeys(p for f in reading.fences for p in _PART.findall(f.text[:_LONGEST]))),
        frozenset(n.text for n in listed if n.subject),
    )


def _names_quoted(text: str) -> Iterator[str]:
    """The names that an error or warning puts in quotation marks: `identifier '_money' is deprecated`."""
    for line in text.split("\n"):
        if len(line) < 1000 and _COMPLAINS.search(line):
            yield from _IN_QUOTES.findall(line)


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
    told, code = own_words(reading), own_code(reading)
    titled = {*bag(reading.title), *neighbours(reading.title)}
    told = _ADDRESS.sub(" ", told)
    found: defaultdict[str, float] = defaultdict(float)
    found |= {t: _OF_PROSE if t in _COMPLAINT else _OF_TITLE for t in titled}
    for term, often in bag(told).items():
        found[term] += _OF_PROSE * min(1 + math.log(often), _OFTEN)
    for term in bag(code):
        found[term] += _OF_CODE
    return found


def beginnings(told: Asked, file: Held) -> tuple[Beginning, ...]:
    """Find where to begin in one file, the likeliest place first, at most three.

    Takes what the issue says, and the file as read in full. Empty where nothing of it stands there.
    """
    held, known, text = file.all, file.known, file.text
    said = _said(told.said, text) + _quoted(told.quoted, text)
    scores = file.scores(told.terms)
    best = max(scores.values(), default=0.0) or 1.0
    scores = {f: s / best for f, s in scores.items()}
    shown: dict[Function, Beginning] = {}
    _add_outright(told, file, scores, shown)
    loose = []
    for at, part in said:
        within = innermost(known, at)
        if within is None:
            loose.append(_loose(at, part, held))
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
    first = (*_wished(told.parts, file), *loose[:1], *_bodiless(told.marked, held, loose[:1]))
    return (*first, *own.values())[:_MOST]


def _loose(at: int, part: str, held: Sequence[Function]) -> Beginning:
    """A quoted line that no function holds, with the type that it is all of, where there is one."""
    own = next((f for f in held if f.is_type and f.holds(at) and _is_bare(f, held)), None)
    return Beginning(own.name, own.line, at, part) if own else Beginning("", at, at, part)


def _bodiless(
    marked: frozenset[str], held: Sequence[Function], known: Sequence[Beginning]
) -> list[Beginning]:
    """A type without functions of which a sentence says what it does: there is nothing else to begin at."""
    shown = {b.name for b in known}
    own = [f for f in held if f.is_type and f.name in marked - shown and _is_bare(f, held)]
    return [Beginning(f.name, f.line) for f in own[:1]]


def _is_bare(own: Function, held: Sequence[Function]) -> bool:
    return not any(own.line < f.line <= own.end for f in held)


def _add_outright(
    told: Asked,
    file: Held,
    scores: dict[Function, float],
    shown: dict[Function, Beginning],
) -> None:
    """What the issue says outright of a function: its name, a frame of its trace, a link."""
    held, known, path = file.all, file.known, file.path
    words = {called for line, called in told.frames if name(path) in line}
    types = {f.name for f in held if f.is_type}
    titled = [f for f in known if f.name in told.named and f.name not in types]
    for f in known:
        gain = _NAMED if f in titled else 0.0
        gain += _TRACED if f.name in words else 0.0
        gain += _MARKS if f.name in told.marked else _TOLD if f.name in told.told else 0.0
        if gain:
            scores[f] = scores.get(f, 0.0) + gain
    line = told.lines.get(path, 0)
    linked = innermost(known, line) if line else None
    if linked and (linked in titled or not titled) and scores.get(linked, 0.0) >= _AGREES:
        scores[linked] += _LINKED
        shown[linked] = Beginning(_called(linked, held), linked.line, line)


def _quoted(names: Iterable[str], text: str) -> list[tuple[int, str]]:
    """Where the names stand that messages quote, each with its line, where they stand in few."""
    found = []
    for own in names:
        at = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(own)}(?!\w)", text)]
        if 0 < len(at) < _MANY:
            found.append((text.count("\n", 0, at[0]) + 1, own))
    return found


def _wished(parts: Iterable[tuple[str, str]], file: Held) -> list[Beginning]:
    """The types of the file that the issue writes with a part which nothing here has: it goes into them."""
    return [
        Beginning(f.name, f.line)
        for owner, part in parts
        for f in file.all
        if f.is_type and f.name == owner and part not in file.text
    ][:1]


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
