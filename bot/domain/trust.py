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
POLICY = "id=policy"
"""The notice that the policy is broken: it stands on issues that never had a record, too."""
GAP = "\n\n"
"""What stands between a person's text and our section."""
LAST = 999_999_999
"""No marker is believed to name a later revision: people can edit markers."""


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
    if adopted and adopted.record.revision >= max(keys.anchor, _highest(ours, keys.seal)):
        return adopted
    if not adopted and not _traces(ours) and not keys.anchor:
        return RecordAbsent()
    why = "its comment was deleted, but other traces of it are still there"
    return _damaged("PLANGATE-RECORD-009", why, ours, keys)


def section(body: str, seal: Seal) -> tuple[int, int] | None:
    """Where our record stands in an issue body, as (start, end); look-alikes without our key do not.

    Only a section with a signed header counts, for anybody who may edit the body can write an
    unsigned one. What stands under that header may be damaged: then it is ours to mend.
    """
    end = len(body)
    while seal.key and (block := body.rfind(marks.BLOCK, 0, end)) >= 0:
        revision, stop = codec.signed_revision(body, block, seal), body.find(codec.END, block)
        if revision is not None and stop >= 0:
            return _opening(body, block, revision), stop + len(codec.END)
        end = block
    return None


def _opening(body: str, block: int, revision: int) -> int:
    """Where the section of this block begins: at our whole marker line, else at the block alone."""
    start = block
    while (start := body.rfind(SECTION, 0, start)) >= 0:
        mark = marks.read(body[start:])
        if mark and mark.rev == revision and body[:start].endswith(("", "\n")[start > 0]):
            return start
    return block


def request_text(body: str, seal: Seal) -> str:
    """An issue body without our section: what the person wrote, to the byte."""
    found = section(body, seal)
    if found is None:
        return body
    before = body[: found[0]]
    gap = "\r\n\r\n" if before.endswith("\r\n\r\n") else GAP
    return before.removesuffix(gap) + body[found[1] :]


def _judged(home: Home, ours: tuple[Ours, ...], keys: Keys) -> RecordState:
    span = None if home.comment_id else section(home.body, keys.seal)
    text = home.body[span[0] : span[1]] if span else home.body
    home = replace(home, card=text if span else "")
    try:
        record = codec.decode(text, keys.seal, _chunks(text, ours))
    except RecordError as problem:
        return replace(_damaged(problem.code, problem.what, ours, keys), home=home)
    named = max(keys.anchor, _highest(ours, keys.seal))
    if record.revision < named:
        why = "an older revision was put back in its place"
        return replace(_damaged("PLANGATE-RECORD-011", why, ours, keys), home=home)
    return RecordPresent(record, home, named)


def _traces(ours: tuple[Ours, ...]) -> tuple[Ours, ...]:
    return tuple(o for o in ours if o.mark.kind not in {RECORD, PART} and o.mark.key != POLICY)


def _highest(ours: tuple[Ours, ...], seal: Seal) -> int:
    return max((rev for o in _traces(ours) if (rev := _named(o, seal)) <= LAST), default=0)


def _named(trace: Ours, seal: Seal) -> int:
    """The revision a comment names: with a key the signed one of its copy, else its marker's."""
    body = trace.comment.body
    signed = codec.signed_revision(body, body.rfind(marks.BLOCK), replace(seal, kind="copy"))
    return trace.mark.rev if signed is None else signed


def _damaged(code: str, why: str, ours: tuple[Ours, ...], keys: Keys) -> RecordDamaged:
    """What is wrong, with the newest good copy.

    A copy is good when no comment of ours names a later revision. What a check run alone has seen
    since is evidence and comments, and both are read again.
    """
    highest = _highest(ours, keys.seal)
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
    former = [c for c in comments if keys.seal.key and c.author.login.lower() in keys.former]
    theirs = tuple(Ours(c, m) for c in former if (m := marks.read(c.body)))
    for one in theirs:
        if one.mark.kind == RECORD:
            body = one.comment.body
            try:
                record = codec.decode(body, keys.seal, _chunks(body, theirs))
            except RecordError:
                continue
            return RecordPresent(record, Home(body, one.comment.id, foreign=True))
    return None


def _parts(ours: tuple[Ours, ...]) -> tuple[int, ...]:
    return tuple(sorted(o.comment.id for o in ours if o.mark.kind == PART))


def _chunks(text: str, ours: tuple[Ours, ...]) -> dict[int, str]:
    """The chunks that were written with this very block, by number.

    Another run, or one that was broken off, may have left parts of the same revision.
    """
    digest = codec.digest_of(text, text.rfind(marks.BLOCK))
    found: dict[int, str] = {}
    for one in ours:
        number, _, of = one.mark.key.removeprefix("n=").partition(" of=")
        if one.mark.kind == PART and of and of == digest[:12] and number.isdigit():
            found.setdefault(int(number), codec.chunk_of(one.comment.body))
    return found


def part_key(number: int, block: str) -> str:
    """What names the comment that holds chunk `number` of this block."""
    return f"n={number} of={codec.digest_of(block, block.rfind(marks.BLOCK))[:12]}"
