"""Which record to trust: found among our own comments or in the body, checked against its anchors.

A marker counts only at the first byte of a comment by our own account, or by an earlier one that the
policy names. Plan and question comments name the revision they were written at, and hold a sealed copy
where there is room: so a rollback to an older valid record is noticed, and a deleted one is found
again. Damage is never read as "no record".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain import codec, markers, own_comments
from bot.domain.codec import UNSIGNED, Seal
from bot.domain.facts import (
    Comment,
    Issue,
    RecordAbsent,
    RecordDamaged,
    RecordLocation,
    RecordPresent,
    RecordState,
)
from bot.domain.own_comments import PART, RECORD, OwnComment, OwnComments, TrustBasis
from bot.errors import RecordError

SECTION = "<!-- plangate:record "
GAP = "\n\n"
"""What stands between a person's text and our section."""


def find(issue: Issue, comments: Iterable[Comment], keys: TrustBasis) -> RecordState:
    """The record of an issue: absent, present or damaged."""
    ours = own_comments.of(comments, keys)
    home = _home(issue, ours, keys.seal)
    if home:
        return _judged(home, ours, keys)
    found = OwnComments(ours, keys)
    if not found.left and not keys.anchor:
        return RecordAbsent()
    why = "its comment was deleted, but other traces of it are still there"
    return found.damaged("PLANGATE-RECORD-009", why)


def section(body: str, seal: Seal) -> tuple[int, int] | None:
    """Where our record stands in an issue body, as (start, end); look-alikes without our key do not.

    Only a section with a signed header counts, for anybody who may edit the body can write an
    unsigned one. What stands under that header may be damaged: then it is ours to repair.
    """
    end = len(body)
    while seal.key and (block := body.rfind(markers.BLOCK, 0, end)) >= 0:
        revision, stop = codec.signed_revision(body, block, seal), body.find(codec.END, block)
        if revision is not None and stop >= 0:
            return _opening(body, block, revision), stop + len(codec.END)
        end = block
    return None


def _opening(body: str, block: int, revision: int) -> int:
    """Where the section of this block begins: at our whole marker line, else at the block alone."""
    start = block
    while (start := body.rfind(SECTION, 0, start)) >= 0:
        mark = markers.read(body[start:])
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


def _home(issue: Issue, ours: tuple[OwnComment, ...], seal: Seal) -> RecordLocation | None:
    """Where the record stands: our oldest record comment, our section, or an earlier account's comment."""
    homes = sorted((o for o in ours if o.mark.kind == RECORD), key=lambda o: o.comment.id)
    for one in homes:
        if not one.foreign:
            return RecordLocation(one.comment.body, one.comment.id, _parts(ours))
    if section(issue.body, seal):
        return RecordLocation(issue.body, parts=_parts(ours))
    return (
        RecordLocation(homes[0].comment.body, homes[0].comment.id, foreign=True) if homes else None
    )


def _judged(home: RecordLocation, ours: tuple[OwnComment, ...], keys: TrustBasis) -> RecordState:
    span = None if home.comment_id else section(home.body, keys.seal)
    text = home.body[span[0] : span[1]] if span else home.body
    home = replace(home, card=text if span else "")
    found = OwnComments(ours, keys, home, text)
    try:
        record = codec.decode(text, keys.seal, _chunks(text, ours))
    except RecordError as problem:
        return _unread(problem, found)
    if record.revision < found.highest:
        why = "an older revision was put back in its place"
        return found.damaged("PLANGATE-RECORD-011", why, record)
    if home.foreign and not keys.seal.key:
        why = "an earlier account wrote it, which cannot be proven without PLANGATE_RECORD_KEY"
        return found.damaged(UNSIGNED, why, record)
    return RecordPresent(record, home, found.named)


def _unread(problem: RecordError, found: OwnComments) -> RecordDamaged:
    """Damage; but what was written before there was a key can still be read, for a person to judge."""
    seen = None
    if problem.code == UNSIGNED and found.unsigned:
        try:
            seal = found.keys.keyless.seal
            seen = codec.decode(found.text, seal, _chunks(found.text, found.ours))
        except RecordError as worse:
            problem = worse
    return found.damaged(problem.code, problem.what, seen)


def _parts(ours: tuple[OwnComment, ...]) -> tuple[int, ...]:
    return tuple(sorted(o.comment.id for o in ours if o.mark.kind == PART and not o.foreign))


def _chunks(text: str, ours: tuple[OwnComment, ...]) -> dict[int, str]:
    """The chunks that were written with this very block, by number.

    Another run, or one that was broken off, may have left parts of the same revision.
    """
    digest = codec.digest_of(text, text.rfind(markers.BLOCK))
    found: dict[int, str] = {}
    for one in ours:
        number, _, of = one.mark.key.removeprefix("n=").partition(" of=")
        if one.mark.kind == PART and of and of == digest[:12] and number.isdigit():
            found.setdefault(int(number), codec.chunk_of(one.comment.body))
    return found


def part_key(number: int, block: str) -> str:
    """What names the comment that holds chunk `number` of this block."""
    return f"n={number} of={codec.digest_of(block, block.rfind(markers.BLOCK))[:12]}"
