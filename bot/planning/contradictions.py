"""Contradictions: two statements, or a statement and its example, that cannot both hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.exclusions import excludes
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import shortened, stem, stems

_BOUND = Lazy(
    r"(?i)\b(?:(?P<most>at most|up to|max(?:imum)?(?: of)?|no more than|limit(?:ed)? (?:to|of)"
    r"|under"
    r"|below|less than)|(?P<least>at least|min(?:imum)?(?: of)?|no less than)|(?P<just>exactly"
    r"|always))"
    r":? (?P<number>[0-9]+(?:[.,][0-9]+)?) ?(?P<unit>[a-z%]+)"
)
_NEGATION = Lazy(r"(?i)\b(?:not|never|no|nobody|none|cannot|can't|don't|doesn't|isn't|aren't)\b")
_ANY = Lazy(r"(?i)\b(?:any|all|every|nobody|none|never)\b")
_FIRST = Lazy(
    r"(?i)\b(?:first|earliest|earlier|oldest|top ?most)\b.{0,40}\b(?:wins?|kept|stays?|remains?"
    r"|counts?"
    r"|taken|used|file|input)\b|\b(?:keep|take|use)s? the (?:first|earliest|oldest)|comes? first\b"
    r"|\b(?:only|just) the first\b"
)
_LAST = Lazy(
    r"(?i)\b(?:last|latest|later|newest)\b.{0,40}\b(?:wins?|kept|stays?|remains?|counts?|taken"
    r"|used)\b"
    r"|\b(?:keep|take|use)s? the (?:last|latest|newest)|\b(?:only|just) the last\b"
)
_ORDERED = Lazy(r"(?i)\b(?:order (?:as in|of) the input|same order|order (?:is )?(?:kept|stays))")
_CLOSED = {Part.ACTUAL, Part.REPRODUCE, Part.ENVIRONMENT, Part.OUTSIDE, Part.ALTERNATIVES}
_MOST = 60


def contradictions(reading: Reading) -> Iterator[Doubt]:
    """Find pairs of statements that rule each other out, and examples that break their own rule."""
    told = [
        (p.text, gloss(p.text[:400]))
        for p in reading.passages
        if p.form is not Form.QUOTE and p.part not in _CLOSED
    ][:_MOST]
    for (one, plain), (other, second) in combinations(told, 2):
        if (
            _numbers_differ(plain, second)
            or _is_denied(plain, second)
            or excludes(plain.strip(), second.strip())
        ):
            yield _doubt(one, other)
            return
    yield from _example(reading, [one for one, _ in told])


def _numbers_differ(one: str, other: str) -> bool:
    """`at most 8 seats` and `up to 10 seats` of the same thing."""
    first, second = _BOUND.search(one), _BOUND.search(other)
    if not first or not second or stem(first["unit"].lower()) != stem(second["unit"].lower()):
        return False
    kinds = [next(k for k in ("most", "least", "just") if m[k]) for m in (first, second)]
    if kinds[0] != kinds[1] or first["number"] == second["number"]:
        return False
    things = [_telling(_BOUND.sub(" ", t)) for t in (one, other)]
    tails = [_telling(t[m.end() :]) for t, m in ((one, first), (other, second))]
    if tails[0] - things[1] or tails[1] - things[0]:
        return False
    return bool(min(things, key=len)) and (things[0] <= things[1] or things[1] <= things[0])


def _is_denied(one: str, other: str) -> bool:
    """The same words, once with a negation and once without."""
    if bool(_NEGATION.search(one)) == bool(_NEGATION.search(other)) and one.count(" not ") == (
        other.count(" not ")
    ):
        return False
    things = [_telling(_NEGATION.sub(" ", t)) for t in (one, other)]
    if len(things[0]) >= 3 and things[0] == things[1]:
        return True
    denying = int(not _NEGATION.search(one))
    whole = _ANY.search((one, other)[denying])
    return bool(whole) and len(things[denying]) >= 3 and things[denying] <= things[1 - denying]


def _telling(text: str) -> frozenset[str]:
    return frozenset(stems(text))


def _example(reading: Reading, told: list[str]) -> Iterator[Doubt]:
    """Two blocks, input and output: whether the output keeps what a statement says."""
    blocks = [[x.strip() for x in f.text.splitlines() if x.strip()] for f in reading.fences]
    if len(blocks) != 2 or not 2 <= len(blocks[1]) < len(blocks[0]) <= 200:
        return
    before, after = blocks
    if not set(after) <= set(before) or len(set(before)) < len(before):
        return
    for statement in told:
        plain = gloss(statement)
        wants_first, wants_last = bool(_FIRST.search(plain)), bool(_LAST.search(plain))
        kept = _kept(before, after)
        wrong = (wants_first and kept == "last") or (wants_last and kept == "first")
        moved = bool(_ORDERED.search(plain)) and [b for b in before if b in set(after)] != after
        if (wrong and wants_first != wants_last) or moved:
            shown = (
                f"the example keeps the {kept} one" if wrong else "the example has another order"
            )
            yield _doubt(statement, f"{shown}: {' / '.join(after)}")
            return


def _kept(before: list[str], after: list[str]) -> str:
    """Which of the lines with the same cell the output has: `first`, `last`, or nothing certain."""
    cells = [re.split(r"[,;\t|]", line) for line in before]
    dropped = [n for n, line in enumerate(before) if line not in set(after)]
    for column in range(min(map(len, cells))):
        found = set()
        for n in dropped:
            same = [m for m, c in enumerate(cells) if m != n and c[column] == cells[n][column]]
            found |= {"first" if m < n else "last" for m in same if before[m] in set(after)} or {""}
        if len(found) == 1 and found != {""}:
            return found.pop()
    return ""


def _doubt(one: str, other: str) -> Doubt:
    first, second = shortened(one.rstrip("."), 110), shortened(other.rstrip("."), 110)
    ways = (
        Way(first, "The other statement is mended to fit.", first),
        Way(second, "The first statement is mended to fit.", second),
    )
    question = f"These two cannot both hold. Which one counts: “{first}” or “{second}”?"
    about = f"{one} / {other}"
    return Doubt(ReasonCode.AC_AMBIGUOUS, question, ways, about, DOCUMENT, Group.SCOPE, True, True)
