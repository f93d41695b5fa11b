"""What our own comments tell about a record: the revisions they name, and the sealed copies they hold.

With a key only signed revisions count, for who may write here may edit any marker. Without one there
is nothing better than the markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.domain import codec, markers
from bot.domain.codec import FORGED, NEWER, UNSIGNED, Seal
from bot.domain.facts import Comment, RecordDamaged, RecordLocation
from bot.domain.markers import Marker
from bot.domain.record import Record
from bot.errors import RecordError

RECORD, PART = "record", "part"
COPIES = ("plan", "questions", "stories")
POLICY = "id=policy"
"""The notice that the policy is broken: it stands on issues that never had a record, too."""
LAST = 999_999_999
"""No unsigned marker is believed to name a later revision: people can edit markers."""


@dataclass(frozen=True, slots=True)
class OwnComment:
    """A comment of our own account, or (`foreign`) of an earlier one of ours, with its marker."""

    comment: Comment
    mark: Marker
    foreign: bool = False


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


def of(comments: Iterable[Comment], keys: TrustBasis) -> tuple[OwnComment, ...]:
    """The comments with a marker by our account or an earlier one of ours, in their order."""
    ours = (c for c in comments if c.ours or c.author.login.lower() in keys.former)
    marked = ((c, markers.read(c.body)) for c in ours)
    return tuple(OwnComment(c, mark, not c.ours) for c, mark in marked if mark)


@dataclass(frozen=True, slots=True)
class OwnComments:
    """All that stands on an issue by our hand; `home` is the record's own place and `text` its text."""

    ours: tuple[OwnComment, ...]
    keys: TrustBasis
    home: RecordLocation | None = None
    text: str = ""

    @property
    def left(self) -> tuple[OwnComment, ...]:
        """What proves by standing there that the issue has, or had, a record."""
        beside = (o for o in self.ours if o.mark.kind not in {RECORD, PART})
        return tuple(o for o in beside if o.mark.key != POLICY)

    @property
    def named(self) -> int:
        """The highest revision that a comment beside the record names."""
        return max((self._named(o) for o in self.left), default=0)

    @property
    def highest(self) -> int:
        """The highest revision that a check, a comment or the record's own head names."""
        return max(self.keys.anchor, self.named, self._headed())

    @property
    def unsigned(self) -> bool:
        """Say whether there is a key, and nothing here was ever signed with it."""
        signed = self._headed() or any(self._signed(o) is not None for o in self.ours)
        return bool(self.keys.seal.key) and not signed

    def damaged(self, code: str, why: str, seen: Record | None = None) -> RecordDamaged:
        """What is wrong, with the newest good copy; `seen` is what the record's place still says.

        A copy is good when nothing names a later revision. What can be read but is older, or was
        never signed, comes back only when a person says so. What a newer version wrote is left alone.
        """
        if code == UNSIGNED and self.keys.seal.key and not self.unsigned:
            code, why, seen = FORGED, "its signature was taken away", None
        if code != NEWER and self._newer():
            code, why = NEWER, "a newer version of plangate wrote a copy of it"
        if self.unsigned:
            found = replace(self, keys=self.keys.keyless).damaged(code, why, seen)
            return replace(found, copy=None, stale=found.copy or found.stale)
        return self._judged(code, why, seen)

    def _judged(self, code: str, why: str, seen: Record | None) -> RecordDamaged:
        top, copies = self.highest, tuple(self._copies())
        if code == NEWER:
            return RecordDamaged(code, why, top, home=self.home)
        trusted = [c for c, own in copies if own and code != UNSIGNED]
        good = max(trusted, key=_revision, default=None)
        if good and good.revision >= top:
            return RecordDamaged(code, why, top, good, self.home)
        rest = [*(c for c, _ in copies), *((seen,) if seen else ())]
        stale = max(rest, key=_revision, default=None)
        top = max(top, stale.revision if stale else 0)
        return RecordDamaged(code, why, top, home=self.home, stale=stale)

    def _named(self, one: OwnComment) -> int:
        """The revision a comment names: with a key only a signed one, else its marker's."""
        if self.keys.seal.key:
            return self._signed(one) or 0
        return one.mark.rev if one.mark.rev <= LAST else 0

    def _signed(self, one: OwnComment) -> int | None:
        kind, body = ("record" if one.mark.kind == RECORD else "copy"), one.comment.body
        seal = replace(self.keys.seal, kind=kind)
        return codec.signed_revision(body, body.rfind(markers.BLOCK), seal)

    def _headed(self) -> int:
        """The revision in the record's own head, which may be whole where the rest is damaged."""
        if self.keys.seal.key:
            at = self.text.rfind(markers.BLOCK)
            return codec.signed_revision(self.text, at, self.keys.seal) or 0
        mark = markers.read(self.text)
        return mark.rev if mark and mark.rev <= LAST else 0

    def _copies(self) -> Iterator[tuple[Record, bool]]:
        """The sealed copies, and whether each can be trusted: an earlier account's only when signed."""
        for one in self.left:
            copy = self._copy(one)
            if isinstance(copy, Record):
                yield copy, bool(self.keys.seal.key) or not one.foreign

    def _newer(self) -> bool:
        return any(self._copy(one) == NEWER for one in self.left)

    def _copy(self, one: OwnComment) -> Record | str:
        """The copy in a comment, or the code of why there is none."""
        if one.mark.kind not in COPIES:
            return ""
        try:
            return codec.decode(one.comment.body, replace(self.keys.seal, kind="copy"))
        except RecordError as problem:
            return problem.code


def _revision(record: Record) -> int:
    return record.revision
