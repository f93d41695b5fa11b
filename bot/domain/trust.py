"""Which record to trust: found among our own comments or in the body, checked against its anchors.

A marker counts only at the first byte of a comment by our own account, or by an earlier one that the
policy names. Plan and question comments name the revision they were written at, and hold a sealed copy
where there is room: so a rollback to an older valid record is noticed, and a deleted one is found
again. Damage is never read as "no record".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from bot.domain import codec, markers
from bot.domain.codec import FORGED, NEWER, UNSIGNED, Seal
from bot.domain.facts import (
    Comment,
    Issue,
    RecordAbsent,
    RecordDamaged,
    RecordLocation,
    RecordPresent,
    RecordState,
)
from bot.domain.markers import Marker
from bot.domain.record import Record
from bot.errors import RecordError

SECTION = "<!-- plangate:record "
GAP = "\n\n"
"""What stands between a person's text and our section."""


def find(issue: Issue, comments: Iterable[Comment], keys: TrustBasis) -> RecordState:
    """The record of an issue: absent, present or damaged."""
    ours = of(comments, keys)
    home = _home(issue, ours, keys.seal)
    if home:
        return _judged(home, ours, keys)
    found = OwnComments(ours, keys)
    if not found.left and not keys.anchor:
        return RecordAbsent()
    why = "the comment with the record was deleted, but other comments show that there was one"
    return found.damaged("PLANGATE-RECORD-009", why)


def section(body: str, seal: Seal) -> tuple[int, int] | None:
    """Where our record stands in an issue body, as (start, end); look-alikes without our key do not.

    Only a section with a signed header counts, for anybody who may edit the body can write an
    unsigned one. What stands under that header may be damaged: then it is ours to repair.
    """
    end, stop = len(body), -1
    while seal.key and (block := body.rfind(markers.BLOCK, 0, end)) >= 0:
        near = body.find(codec.END, block, end)
        revision, stop = codec.signed_revision(body, block, seal), near if near >= 0 else stop
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


def _home(issue: Issue, ours: Marked, seal: Seal) -> RecordLocation | None:
    """Where the record stands: our oldest record comment, our section, or an earlier account's comment."""
    homes = sorted((c for c, mark in ours if mark.kind == RECORD), key=attrgetter("id"))
    for comment in homes:
        if comment.ours:
            return RecordLocation(comment.body, comment.id, _parts(ours))
    if section(issue.body, seal):
        return RecordLocation(issue.body, parts=_parts(ours))
    first = homes[0] if homes else None
    return RecordLocation(first.body, first.id, foreign=True) if first else None


def _judged(home: RecordLocation, ours: Marked, keys: TrustBasis) -> RecordState:
    span = None if home.comment_id else section(home.body, keys.seal)
    text = home.body[span[0] : span[1]] if span else home.body
    home = replace(home, card=text if span else "")
    found = OwnComments(ours, keys, home, text)
    try:
        record = codec.decode(text, keys.seal, _chunks(text, ours))
    except RecordError as problem:
        return _unread(problem, found)
    if record.revision < found.highest:
        why = "an older revision of the record was put in its place"
        return found.damaged("PLANGATE-RECORD-011", why, record)
    if home.foreign and not keys.seal.key:
        why = (
            "an earlier account wrote the record; without PLANGATE_RECORD_KEY nobody can prove that"
        )
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


def _parts(ours: Marked) -> tuple[int, ...]:
    return tuple(sorted(c.id for c, mark in ours if mark.kind == PART and c.ours))


def _chunks(text: str, ours: Marked) -> dict[int, str]:
    """The chunks that were written with this very block, by number.

    Another run, or one that was broken off, may have left parts of the same revision.
    """
    digest = codec.digest_of(text, text.rfind(markers.BLOCK))
    found: dict[int, str] = {}
    for comment, mark in ours:
        number, _, of = mark.key.removeprefix("n=").partition(" of=")
        if mark.kind == PART and of and of == digest[:12] and number.isdigit():
            found.setdefault(int(number), codec.chunk_of(comment.body))
    return found


def part_key(number: int, block: str) -> str:
    """What names the comment that holds chunk `number` of this block."""
    return f"n={number} of={codec.digest_of(block, block.rfind(markers.BLOCK))[:12]}"


RECORD, PART = "record", "part"
COPIES = ("plan", "questions", "stories")
POLICY = "id=policy"
"""The notice that the policy is broken: it stands on issues that never had a record, too."""
LAST = 999_999_999
"""No unsigned marker is believed to name a later revision: people can edit markers."""


Marked = tuple[tuple[Comment, Marker], ...]
"""Comments of our own account, or (not `ours`) of an earlier one of ours, each with its marker."""


@dataclass(frozen=True, slots=True)
class TrustBasis:
    """What trust rests on: the seal, logins of earlier accounts, and the highest revision a check named."""

    seal: Seal
    former: frozenset[str] = frozenset()
    anchor: int = 0

    @property
    def keyless(self) -> TrustBasis:
        """The same as before there was a key."""
        return replace(self, seal=replace(self.seal, key=b""))


def of(comments: Iterable[Comment], keys: TrustBasis) -> Marked:
    """The comments with a marker by our account or an earlier one of ours, in their order."""
    ours = (c for c in comments if c.ours or c.author.login.lower() in keys.former)
    marked = ((c, markers.read(c.body)) for c in ours)
    return tuple((c, mark) for c, mark in marked if mark)


@dataclass(frozen=True, slots=True)
class OwnComments:
    """All that stands on an issue by our hand; `home` is the record's own place and `text` its text."""

    ours: Marked
    keys: TrustBasis
    home: RecordLocation | None = None
    text: str = ""

    @property
    def left(self) -> Marked:
        """What proves by standing there that the issue has, or had, a record."""
        beside = ((c, mark) for c, mark in self.ours if mark.kind not in {RECORD, PART})
        return tuple((c, mark) for c, mark in beside if mark.key != POLICY)

    @property
    def named(self) -> int:
        """The highest revision that a comment beside the record names."""
        return max((self._named(*one) for one in self.left), default=0)

    @property
    def highest(self) -> int:
        """The highest revision that a check, a comment or the record's own head names."""
        return max(self.keys.anchor, self.named, self._headed())

    @property
    def unsigned(self) -> bool:
        """Say whether there is a key, and nothing here was ever signed with it."""
        signed = self._headed() or any(self._signed(*one) is not None for one in self.ours)
        return bool(self.keys.seal.key) and not signed

    def damaged(self, code: str, why: str, seen: Record | None = None) -> RecordDamaged:
        """What is wrong, with the newest good copy; `seen` is what the record's place still says.

        A copy is good when nothing names a later revision. What can be read but is older, or was
        never signed, comes back only when a person says so. What a newer version wrote is left alone.
        """
        if code == UNSIGNED and self.keys.seal.key and not self.unsigned:
            code, why, seen = FORGED, "the signature of the record was removed", None
        if code != NEWER and any(self._copy(*one) == NEWER for one in self.left):
            code, why = NEWER, "a newer version of plangate wrote a copy of the record"
        if self.unsigned:
            found = replace(self, keys=self.keys.keyless).damaged(code, why, seen)
            return replace(found, copy=None, stale=found.copy or found.stale)
        return self._judged(code, why, seen)

    def _judged(self, code: str, why: str, seen: Record | None) -> RecordDamaged:
        top, copies = self.highest, tuple(self._copies())
        if code == NEWER:
            return RecordDamaged(code, why, top, home=self.home)
        trusted = [c for c, own in copies if own and code != UNSIGNED]
        good = max(trusted, key=attrgetter("revision"), default=None)
        if good and good.revision >= top:
            return RecordDamaged(code, why, top, good, self.home)
        rest = [*(c for c, _ in copies), *((seen,) if seen else ())]
        stale = max(rest, key=attrgetter("revision"), default=None)
        top = max(top, stale.revision if stale else 0)
        return RecordDamaged(code, why, top, home=self.home, stale=stale)

    def _named(self, comment: Comment, mark: Marker) -> int:
        """The revision a comment names: with a key only a signed one, else its marker's."""
        if self.keys.seal.key:
            return self._signed(comment, mark) or 0
        return mark.rev if mark.rev <= LAST else 0

    def _signed(self, comment: Comment, mark: Marker) -> int | None:
        seal = replace(self.keys.seal, kind="record" if mark.kind == RECORD else "copy")
        return codec.signed_revision(comment.body, comment.body.rfind(markers.BLOCK), seal)

    def _headed(self) -> int:
        """The revision in the record's own head, which may be whole where the rest is damaged."""
        if self.keys.seal.key:
            at = self.text.rfind(markers.BLOCK)
            return codec.signed_revision(self.text, at, self.keys.seal) or 0
        mark = markers.read(self.text)
        return mark.rev if mark and mark.rev <= LAST else 0

    def _copies(self) -> Iterator[tuple[Record, bool]]:
        """The sealed copies, and whether each can be trusted: an earlier account's only when signed."""
        for comment, mark in self.left:
            copy = self._copy(comment, mark)
            if isinstance(copy, Record):
                yield copy, bool(self.keys.seal.key) or comment.ours

    def _copy(self, comment: Comment, mark: Marker) -> Record | str:
        """The copy in a comment, or the code of why there is none."""
        if mark.kind not in COPIES:
            return ""
        try:
            return codec.decode(comment.body, replace(self.keys.seal, kind="copy"))
        except RecordError as problem:
            return problem.code
