"""Names: what a text calls by name (functions, types, options, exact words), and how strongly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from bot.planning.definitions import defined
from bot.planning.lazy import Lazy
from bot.planning.literals import code_lines, directives, marks, messages
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.siblings import siblings
from bot.planning.wording import own_code, own_words
from bot.planning.words import STOP, camel_parts, word_set

_MOST = 40
_LONGEST = 20_000
_FEW_WORDS = 15
_TRACE = Lazy(
    r"(?m)^ *(?:Traceback \(most recent|File \"|at [\w.$<>]+ ?\(|panic:|goroutine [0-9]"
    r"|thread '.{1,40}' panicked|[\w.]+(?:Error|Exception)\b|E   )"
)
# snake_case, camelCase, PascalCase of two humps, call(), and dotted or coloned paths of such.
_NAME = Lazy(
    r"(?<![\w/.@-])(?:[A-Za-z_$][\w$]{0,80}+(?:\.|::|#))*+[A-Za-z_$][\w$]{0,80}+(?:\(\))?(?![\w/])"
)
_HUMPS = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]")
_MEMBER = Lazy(r"(?<![\w./-])([A-Z]\w{2,60})(?:\.|::|#)([a-z_]\w{2,60})\b")
# A sentence whose subject is one name: `` `Cart.addItem(x)` adds ``, `` The method `setAll` in both ``.
_SUBJECT = Lazy(
    r"^(?:[Tt]he |[Hh]ere,? )?(?:(?:function|method|class|type|helper) )?"
    r"`(?:[\w$]{1,60}(?:\.|::|#)){0,4}([A-Za-z_$][\w$]{3,80}[?!]?)(?:\([^()`]*\))?` "
    r"(?!(?:should|must|would|could|to|or|and|option|flag|setting)\b)"
)
_CALLED = Lazy(r"(?<![\w.])([A-Za-z_]\w{2,60})(?:\.|->|::)([A-Za-z_]\w{2,60})\(")
_ENDINGS = word_set(
    "java kotlin json html yaml toml python ruby rust php cpp swift scala net org com"
)
_DATA = word_set("xml yaml yml toml csv txt pdf png svg ini tex rst")
_FLAG = Lazy(r"(?<![\w-])-{1,2}[A-Za-z][\w-]{0,40}")
_SLASHED = Lazy(r"(?<![\w/.])[A-Z][A-Za-z]+/[A-Z][A-Za-z]+(?![\w/])")
_QUOTED = Lazy(r"[\"“„]([^\"“”„\n]{8,120})[\"”“]")
_SPAN = re.compile(r"`([^`\n]{1,100})`")
_OF_TYPES = re.compile(r"<[^<>]{1,60}>")
_ADDRESS = Lazy(r"\b[a-z]{2,8}://[^ \n)>]{1,500}|@[A-Za-z0-9-]+|(?<![\w`])#[0-9]+")
# `.num_args(2)` on a line of its own, and `).num_args(2)`
_CHAINED = Lazy(r"(?m)(?:^[ \t]{0,80}|(?<=\)))\.(?=[A-Za-z_]\w*\()")
_HEAD = Lazy(r"(?<![\w:.])([a-z][a-z0-9_]{2,20})::[a-z]")
_NO_HEAD = word_set("std self super crate core alloc detail boost")
_PLAIN = Lazy(r"[a-z]{5,40}")
_HYPHENED = Lazy(r"(?<![\w/.@-])[a-z]{1,20}(?:-[a-z]{2,20}){1,2}(?![\w/-]|\.\w)")
# A word by itself: `site` in `site.Home` is a part of a name.
_ALONE = Lazy(r"(?<![\w.:/-])[a-z]{3,40}(?!\w|[.:/-]\w|::)")
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9][_-][A-Za-z0-9]")
_TOO_COMMON = word_set(
    """self this true false none null python javascript github readme windows macos linux issue issues
    error errors string number object function method class value values option options version
    support expected actual feature request example default defaults result results behavior behaviour
    statement statements component components incorrectly correctly documented missing message"""
)


class Weight(IntEnum):
    """Where a name stands: the title counts most, sample code least."""

    CODE = 1
    WORD = 2
    PROSE = 3
    TITLE = 4


@dataclass(frozen=True, slots=True)
class Name:
    """One name, its weight, and how often it is told.

    `exact` is looked up letter by letter; of what is `said`, a message, also the parts between its values.
    A `head` is what names of sample code stand under: `udt` of `udt::book_id`; of a `subject` a sentence
    says what it does.
    """

    text: str
    weight: Weight
    exact: bool = False
    count: int = 1
    said: bool = False
    head: bool = False
    subject: bool = False

    @property
    def is_word(self) -> bool:
        """A short word of everyday language, which many files define for their own purposes."""
        return not self.exact and self.text.islower() and len(self.text) < 8


def names(reading: Reading) -> tuple[Name, ...]:
    """The names an issue speaks of, strongest first, at most 40.

    Titles and prose are gone through for identifiers, options and quoted words; sample code only for
    what it calls. Sections about the reporter's machine say nothing.
    """
    prose, code = own_words(reading), own_code(reading)
    found: dict[str, Name] = {}
    for text, weight in (
        (reading.title, Weight.TITLE),
        (prose, Weight.PROSE),
        (_CHAINED.pattern.sub(" ", code), Weight.CODE),
    ):
        for name in _told(_ADDRESS.sub(" ", text), weight):
            held = found.setdefault(name.text, name)
            if weight is not Weight.CODE and held is not name:
                found[name.text] = replace(held, count=held.count + 1)
    _add_copied(reading, code, found)
    _add_siblings(reading, found)
    _add_words(reading.title.lower(), prose.lower(), found)
    for own in subjects(reading):
        if own in found:
            found[own] = replace(found[own], subject=True)
    ordered = sorted(found.values(), key=lambda n: -n.weight)
    return tuple(ordered[:_MOST])


def is_compound(called: str) -> bool:
    """Say whether a name has several parts: `num_args`, `valueNames`."""
    return bool(_COMPOUND.search(called))


def subjects(reading: Reading) -> tuple[str, ...]:
    """The compound names of which a sentence says what they do: `` `setAll` clears the list ``."""
    told = (p.text for p in reading.passages if p.form is not Form.QUOTE)
    found = (m[1] for text in told if (m := _SUBJECT.match(text)))
    return tuple(dict.fromkeys(own for own in found if is_compound(own)))


def members(reading: Reading) -> tuple[tuple[str, str], ...]:
    """Types with a part that the text names, `Request.host` as (`Request`, `host`), at most 8.

    Where the title names the part alone, sample code may tell whose it is: `apiGroup.Use(` is of `Group`.
    """
    prose = (p.text for p in reading.passages if p.part is not Part.ENVIRONMENT)
    found = (
        pair
        for text in (reading.title, *prose)
        for pair in _MEMBER.findall(_ADDRESS.sub(" ", text[:600]))
    )
    listed = [p for p in found if p[1] not in _ENDINGS]
    return tuple(dict.fromkeys((*listed, *_received(reading))))[:8]


def _received(reading: Reading) -> Iterable[tuple[str, str]]:
    """What sample code calls of the names that the title marks, with the type of its receiver."""
    titled = marked(reading.title)
    for fence in reading.fences if titled else ():
        for receiver, own in _CALLED.findall(fence.text[:_LONGEST]):
            if own in titled:
                last = [part for part in camel_parts(receiver) if part.isalpha()][-1:]
                yield from ((part.capitalize(), own) for part in last)


def marked(title: str) -> frozenset[str]:
    """The single names that a title sets in code marks: `` `Use` ``, `` `setAll()` ``."""
    found = (span.removesuffix("()") for span in _SPAN.findall(title))
    return frozenset(span for span in found if span.isidentifier())


def _add_words(title: str, prose: str, found: dict[str, Name]) -> None:
    """Words of the title, and those with a hyphen, may name files."""
    for word in _ALONE.findall(title):
        if word in found:
            found[word] = replace(found[word], weight=Weight.TITLE)
    known = {_joined(name) for name in found}
    for word in _PLAIN.findall(title):
        if word not in STOP and word not in _TOO_COMMON and word not in known:
            found[word] = Name(word, Weight.WORD)
    for word in dict.fromkeys(_HYPHENED.findall(f"{title}\n{prose}")):
        found.setdefault(word, Name(word, Weight.WORD))


def _add_copied(reading: Reading, code: str, found: dict[str, Name]) -> None:
    """What was copied from the program: its messages, lines of its code, and definitions quoted from it."""
    for message in messages(reading):
        found[message] = Name(message, Weight.PROSE, exact=True, said=True)
    for mark in marks(reading):
        titled = Weight.TITLE if mark in reading.title else Weight.PROSE
        found.setdefault(mark, Name(mark, titled, exact=True))
    for line in code_lines(reading):
        found.setdefault(line, Name(line, Weight.PROSE, exact=True))
    for own in _HEAD.findall(code):
        if own not in _NO_HEAD:
            found.setdefault(own, Name(own, Weight.CODE, head=True))
    for own in defined(code):
        if own in found and found[own].weight is Weight.CODE:
            found[own] = replace(found[own], weight=Weight.PROSE)


def _add_siblings(reading: Reading, found: dict[str, Name]) -> None:
    """The like of what is wished for counts as if the title named it, and so does `fmt:off` as `fmt_off`."""
    for own in siblings(reading):
        held = found.get(own, Name(own, Weight.TITLE))
        found[own] = replace(held, weight=Weight.TITLE)
    for mark in directives(reading.title):
        found.setdefault(mark, Name(mark, Weight.TITLE))


def about(reading: Reading) -> str:
    """The text to rank files by: title, prose and stack traces.

    Sample code calls half of a library and the reporter's machine tells nothing; both are left out
    where there are words enough without them.
    """
    told = [
        p.text
        for p in reading.passages
        if p.part is not Part.ENVIRONMENT and p.form is not Form.QUOTE
    ]
    few = len(" ".join(told).split()) < _FEW_WORDS
    code = [f.text for f in reading.fences if few or _TRACE.search(f.text[:_LONGEST])]
    return "\n".join([reading.title, *told, *code])


def _joined(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _told(text: str, weight: Weight) -> Iterable[Name]:
    for whole in _NAME.findall(text):
        for part in reversed(re.split(r"\.|::|#", whole.removesuffix("()"))):
            if _HUMPS.search(part) and part.lower() not in _TOO_COMMON and len(part) > 3:
                yield Name(part, weight)
    for pair in _SLASHED.findall(text):
        yield Name(pair.partition("/")[2], weight)
    if weight is not Weight.CODE:
        yield from _marked(text, weight)


def _marked(text: str, weight: Weight) -> Iterable[Name]:
    """What prose sets off: code marks, options, quoted words."""
    for span in dict.fromkeys(_SPAN.findall(text)):
        yield from _of_span(span, weight)
    for flag in _FLAG.findall(text):
        yield Name(flag, weight, True)
    for quoted in _QUOTED.findall(text):
        if len(quoted.split()) >= 3:
            yield Name(quoted, weight, True, said=len(quoted.split()) > 3)


def _of_span(span: str, weight: Weight) -> Iterable[Name]:
    """Words in code marks are meant as names: of `pip list` the last one, of `watch::Receiver` both."""
    span = _OF_TYPES.sub("", span)
    for token in span.split()[-1:] if len(span.split()) <= 3 else ():
        token = token.partition("=")[0]
        if re.search(r"[-/<>{}\[\]'\"]", token):
            continue
        parts = [
            p
            for p in re.split(r"\.|::|#|\(|\)|,", token)
            if re.fullmatch(r"[A-Za-z_$][\w$]{2,60}", p)
        ]
        if len(parts) > 1 and parts[-1] in _DATA:
            parts.pop()  # `large.xml` is a file, its ending no name
        for n, part in enumerate(parts):
            if part.lower() not in _TOO_COMMON and part.lower() not in STOP:
                low = n < len(parts) - 1 and part.islower()
                yield Name(part, Weight.WORD if low else weight)
