"""Which record to trust: found among our own comments or in the body, checked against its anchors.

A marker counts only at the first byte of a comment by our own account. Every comment of ours names
the revision it was written at, and holds a sealed copy where there is room: so a rollback to an older
valid record is noticed, and a deleted one is found again. Damage is never read as "no record".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain import codec, marks
from bot.domain.codec import Seal
from bot.domain.facts import (
    Comment,
    Home,
    Issue,
    RecordAbsent,
    RecordDamaged,
    RecordPresent,
    RecordState,
)
from bot.domain.marks import Mark
from bot.domain.record import Record
from bot.errors import RecordError

RECORD, PART = "record", "part"
COPIES = ("plan", "questions")
SECTION = "<!-- plangate:record "


@dataclass(frozen=True, slots=True)
class Ours:
    """A comment of our own account with its marker."""

    comment: Comment
    mark: Mark


@dataclass(frozen=True, slots=True)
class Keys:
    """What trust rests on: the seal, logins of earlier accounts, and the highest revision a check named."""

    seal: Seal
    former: frozenset[str] = frozenset()
    anchor: int = 0


def find(issue: Issue, comments: Iterable[Comment], keys: Keys) -> RecordState:
    """The record of an issue: absent, present or damaged."""
    everything = tuple(comments)
    ours = tuple(Ours(c, m) for c in everything if c.ours and (m := marks.read(c.body)))
    homes = [o.comment for o in ours if o.mark.kind == RECORD]
    if homes:
        home = min(homes, key=lambda c: c.id)
        return _judged(Home(home.body, home.id, _parts(ours)), ours, keys)
    if section(issue.body, keys.seal):
        return _judged(Home(issue.body, parts=_parts(ours)), ours, keys)
    adopted = _adopted(everything, keys)
    if adopted:
        return adopted
    if not _traces(ours) and not keys.anchor:
        return RecordAbsent()
    why = "its comment was deleted, but other traces of it are still there"
    return _damaged("PLANGATE-RECORD-009", why, ours, keys)


def section(body: str, seal: Seal) -> tuple[int, int] | None:
    """Where our record stands in an issue body, as (start, end); look-alikes without our key do not.

    Only a signed section counts, for anybody who may edit the body can write an unsigned one.
    """
    end = len(body)
    while seal.key and (start := body.rfind(SECTION, 0, end)) >= 0:
        block = body.find(marks.BLOCK, start)
        stop = body.find(codec.END, block)
        if block >= 0 and stop >= 0 and _opens(body[start : stop + len(codec.END)], seal):
            return start, stop + len(codec.END)
        end = start
    return None


def request_text(body: str, seal: Seal) -> str:
    """An issue body without our section: what the person wrote, to the byte."""
    found = section(body, seal)
    return body if found is None else body[: found[0]].rstrip("\n") + body[found[1] :]


def _opens(text: str, seal: Seal) -> bool:
    head = text[text.find(marks.BLOCK) :].split("\n", 1)[0]
    if " parts=" in head:
        return " mac=" in head
    try:
        codec.decode(text, seal)
    except RecordError:
        return False
    return True


def _judged(home: Home, ours: tuple[Ours, ...], keys: Keys) -> RecordState:
    span = None if home.comment_id else section(home.body, keys.seal)
    text = home.body[span[0] : span[1]] if span else home.body
    try:
        record = codec.decode(text, keys.seal, _chunks(text, ours))
    except RecordError as problem:
        return replace(_damaged(problem.code, problem.what, ours, keys), home=home)
    if record.revision < max(keys.anchor, _highest(ours)):
        why = "an older revision was put back in its place"
        return replace(_damaged("PLANGATE-RECORD-011", why, ours, keys), home=home)
    return RecordPresent(record, home)


def _traces(ours: tuple[Ours, ...]) -> tuple[Ours, ...]:
    return tuple(o for o in ours if o.mark.kind not in {RECORD, PART})


def _highest(ours: tuple[Ours, ...]) -> int:
    return max((o.mark.rev for o in _traces(ours)), default=0)


def _damaged(code: str, why: str, ours: tuple[Ours, ...], keys: Keys) -> RecordDamaged:
    """What is wrong, with the newest good copy.

    A copy is good when no comment of ours names a later revision. What a check run alone has seen
    since is evidence and comments, and both are read again.
    """
    highest = _highest(ours)
    copies = [c for c in (_copy(o, keys.seal) for o in _traces(ours)) if c]
    best = max(copies, key=lambda record: record.revision, default=None)
    good = best if best and best.revision >= highest else None
    return RecordDamaged(code, why, max(highest, keys.anchor), good)


def _copy(trace: Ours, seal: Seal) -> Record | None:
    if trace.mark.kind not in COPIES:
        return None
    try:
        return codec.decode(trace.comment.body, replace(seal, kind="copy"))
    except RecordError:
        return None


def _adopted(comments: tuple[Comment, ...], keys: Keys) -> RecordPresent | None:
    """A signed record of an earlier account of ours; without a key nobody is believed."""
    for comment in comments if keys.seal.key else ():
        mark = marks.read(comment.body)
        if mark and mark.kind == RECORD and comment.author.login.lower() in keys.former:
            try:
                record = codec.decode(comment.body, keys.seal)
            except RecordError:
                continue
            return RecordPresent(record, Home(comment.body, comment.id, foreign=True))
    return None


def _parts(ours: tuple[Ours, ...]) -> tuple[int, ...]:
    return tuple(sorted(o.comment.id for o in ours if o.mark.kind == PART))


def _chunks(text: str, ours: tuple[Ours, ...]) -> dict[int, str]:
    """The chunks that were written with this very block, by number."""
    rev = text[text.rfind(marks.BLOCK) + len(marks.BLOCK) :].partition(" ")[0].removeprefix("rev=")
    found: dict[int, str] = {}
    for one in ours:
        name, _, number = one.mark.key.partition("=")
        if one.mark.kind == PART and str(one.mark.rev) == rev and name == "n" and number.isdigit():
            found.setdefault(int(number), codec.chunk_of(one.comment.body))
    return found
