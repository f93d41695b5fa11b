"""The record's home in a bot comment: the card people see, and the hidden block that counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.domain import codec, marks
from bot.domain.codec import Seal
from bot.domain.facts import (
    Comment,
    Person,
    RecordAbsent,
    RecordDamaged,
    RecordPresent,
    RecordState,
)
from bot.domain.record import Record
from bot.effects import CardMessage, CommentKind
from bot.errors import Moved, RecordError
from bot.ports import Issues, Renderer

KIND = CommentKind.RECORD.value
LIMIT = 65_000
EPOCH = datetime(2008, 4, 10, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class CommentRecords:
    """Implements `ports.Records`. `key` signs records (empty: nobody set PLANGATE_RECORD_KEY)."""

    issues: Issues
    renderer: Renderer
    key: bytes = b""

    def find(self, issue: int, comments: tuple[Comment, ...]) -> RecordState:
        """The record among these comments; of several the oldest comment's, as everywhere."""
        ours = [c for c in comments if c.ours and _is_record(c)]
        if not ours:
            return RecordAbsent()
        home = min(ours, key=lambda c: c.id)
        try:
            return RecordPresent(codec.decode(home.body, self._seal(issue)), home.id, home.body)
        except RecordError as problem:
            return RecordDamaged(problem.code, problem.what, home.id)

    def save(self, issue: int, record: Record, read: RecordState, card: CardMessage) -> RecordState:
        """Write the record and its card.

        GitHub has no compare-and-swap: the comment is read again right before the write and must
        still be what we read. Raises Moved when it is not.
        """
        body = self._body(issue, record, card)
        match read:
            case RecordPresent():
                written = self.issues.edit(_as_read(read), body)
            case RecordDamaged():
                raise Moved(f"the record of #{issue} is damaged and is left as it is")
            case _:
                written = self.issues.post(issue, body, marks.opening(KIND, ""), converge=True)
        if written.body.rstrip() != body.rstrip():
            raise Moved(f"another run wrote the record of #{issue} first")
        return RecordPresent(record, written.id, written.body)

    def _seal(self, issue: int) -> Seal:
        return Seal(self.issues.repository().id, issue, self.key)

    def _body(self, issue: int, record: Record, card: CardMessage) -> str:
        block = codec.encode(record, self._seal(issue))
        text = self.renderer.comment(card)
        body = f"{marks.marker(KIND, '', text)}\n{text}\n\n{block}"
        if len(body) > LIMIT:
            raise RecordError(
                "PLANGATE-RECORD-008",
                f"the record of #{issue} has {len(body)} characters, over GitHub's limit",
                "Close finished work in a new issue; longer records come with a later version",
            )
        return body


def _is_record(comment: Comment) -> bool:
    mark = marks.read(comment.body)
    return mark is not None and mark.kind == KIND


def _as_read(read: RecordPresent) -> Comment:
    return Comment(
        id=read.comment_id, author=Person(""), body=read.body, created_at=EPOCH, updated_at=EPOCH
    )
