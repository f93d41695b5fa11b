"""Where records live: in a bot comment or at the end of the issue body, continued in numbered comments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.domain import codec, markers, trust
from bot.domain.codec import UNSAVED, Seal
from bot.domain.facts import (
    Comment,
    Issue,
    Person,
    RecordDamaged,
    RecordLocation,
    RecordPresent,
    RecordState,
)
from bot.domain.record import Record
from bot.domain.trust import TrustBasis
from bot.effects import CardMessage
from bot.errors import ConfigError, GitHubError, Moved, RecordError
from bot.ports.github import Issues
from bot.ports.world import Renderer

Revisions = Callable[[int, int, int], int]
"""Keeps a revision of a repository's issue, and answers the highest one kept."""
LIMIT = 65_000
EPOCH = datetime(2008, 4, 10, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GitHubRecords:
    """Implements `ports.Records`. `key` signs records (empty: nobody set PLANGATE_RECORD_KEY).

    `revisions` keeps the highest revision saved of a record (`Inbox.revision`), where there is a database.
    """

    issues: Issues
    renderer: Renderer
    key: bytes = b""
    revisions: Revisions | None = None

    @property
    def signed(self) -> bool:
        """Say whether records are signed."""
        return bool(self.key)

    def find(
        self,
        issue: Issue,
        comments: tuple[Comment, ...],
        former: Iterable[str] = (),
        anchor: int = 0,
    ) -> RecordState:
        """The record of an issue among what was read."""
        logins = frozenset(login.lower() for login in former)
        saved = self._kept(issue.number)
        basis = TrustBasis(self._seal(issue.number), logins, max(anchor, saved))
        return trust.find(issue, comments, basis)

    def request(self, issue: Issue) -> str:
        """What the person wrote in the issue body, without our section."""
        return trust.request_text(issue.body, self._seal(issue.number))

    def section(self, issue: Issue) -> str:
        """Our section of the issue body; empty where there is none."""
        start, end = trust.section(issue.body, self._seal(issue.number)) or (0, 0)
        return issue.body[start:end]

    def copy(self, issue: int, record: Record, room: int) -> str:
        """A sealed copy for another comment of ours, or its signed head where it does not fit into `room`.

        Empty where that does not fit either, or there is no key to sign it with.
        """
        seal = replace(self._seal(issue), kind="copy")
        block, chunks = codec.blocks(record, seal, room)
        if chunks or len(block) > room:
            block = codec.stub(record, seal) if self.key else ""
        return block if len(block) <= room else ""

    def still(self, issue: int, read: RecordState) -> bool:
        """Say whether a record still stands as it was read; where there is none nothing can be stale."""
        if not isinstance(read, RecordPresent):
            return True
        home = read.home
        if home.comment_id:
            return self.issues.text_of(home.comment_id) == home.body
        return self.issues.issue(issue).body == home.body

    def save(self, issue: Issue, record: Record, read: RecordState, card: CardMessage) -> None:
        """Write the record and its card where it was read, or where policy wants a new one.

        GitHub has no compare-and-swap: the place is read again right before the write, and must
        still say what we read. Raises Moved when it does not; then nothing of ours counts yet. A body
        that has no room is left for a comment. Raises RecordError when what was to be written could
        not be read again, and where GitHub refuses it: an issue takes 2,500 comments.
        """
        home = read.home if isinstance(read, RecordPresent | RecordDamaged) else None
        stays = home and not home.foreign
        in_body = home.comment_id == 0 if home and stays else card.policy.store == "body"
        if in_body and not self.key:
            raise ConfigError(
                "PLANGATE-CONFIG-007",
                "`store: body` needs PLANGATE_RECORD_KEY, or authors of issues could forge records",
                "Set the key, or use `store: comment`",
            )
        text = self.renderer.comment(card)
        head = f"{markers.marker(trust.RECORD, '', text, record.revision)}\n{text}\n\n"
        room, request = LIMIT - len(head), self.request(issue)
        moves = in_body and room - len(request) < codec.HEADER_ROOM * 2
        in_body = in_body and not moves
        block, chunks = self._blocks(issue, record, room - len(request) if in_body else room)
        with _refusals_told():
            posted = self._post_parts(issue.number, record.revision, block, chunks)
            self._write(issue, None if moves else home, head + block, in_body=in_body)
            if moves and issue.body != request:  # our section there has ended
                self.issues.edit_body(issue, request)
        self._kept(issue.number, record.revision)
        for part in home.parts if home else ():
            if part not in posted:
                self.issues.delete(part)

    def _kept(self, issue: int, saved: int = 0) -> int:
        """The highest revision that our database knows of; 0 without one."""
        if self.revisions is None:
            return 0
        return self.revisions(self.issues.repository().id, issue, saved)

    def _seal(self, issue: int) -> Seal:
        return Seal(self.issues.repository().id, issue, self.key)

    def _blocks(self, issue: Issue, record: Record, room: int) -> tuple[str, tuple[str, ...]]:
        """The record's block and chunks, read again before anything is written."""
        seal = self._seal(issue.number)
        block, chunks = codec.blocks(record, seal, room)
        try:
            codec.decode(block, seal, dict(enumerate(chunks, 2)))
        except RecordError as problem:
            raise RecordError(
                UNSAVED,
                f"the new record could not be read back: {problem.what} ({problem.code})",
                "Undo what was last asked for, or report it",
            ) from problem
        return block, chunks

    def _post_parts(
        self, issue: int, revision: int, block: str, chunks: tuple[str, ...]
    ) -> frozenset[int]:
        """New parts stand beside the old ones until the record itself names them."""
        posted = set()
        for number, chunk in enumerate(chunks, 2):
            key = trust.part_key(number, block)
            body = markers.marked(trust.PART, key, codec.part_text(number, chunk), revision)
            posted.add(self.issues.post(issue, body, body.partition("\n")[0]).id)
        return frozenset(posted)

    def _write(
        self, issue: Issue, home: RecordLocation | None, body: str, *, in_body: bool
    ) -> None:
        if in_body:
            self.issues.edit_body(issue, self._with_section(issue, body))
            return
        if home is None or home.foreign:
            opening = markers.opening(trust.RECORD, "")
            written = self.issues.post(issue.number, body, opening, converge=True)
        else:
            written = self.issues.edit(_as_read(home), body)
        if written.body.rstrip() != body.rstrip():
            raise Moved(f"another run wrote the record of #{issue.number} first")

    def _with_section(self, issue: Issue, body: str) -> str:
        """The issue body with our section in its place; every other byte stays as it is."""
        found = trust.section(issue.body, self._seal(issue.number))
        if found:
            return issue.body[: found[0]] + body + issue.body[found[1] :]
        gap = trust.GAP if issue.body else ""
        return issue.body + gap + body


def _as_read(home: RecordLocation) -> Comment:
    """The comment as far as the save protocol compares it."""
    return Comment(
        id=home.comment_id, author=Person(""), body=home.body, created_at=EPOCH, updated_at=EPOCH
    )


@contextmanager
def _refusals_told() -> Iterator[None]:
    """What GitHub refuses to take is a record that is not saved: the gate must know."""
    try:
        yield
    except GitHubError as refused:
        if refused.code != "PLANGATE-GITHUB-006":
            raise
        raise RecordError(UNSAVED, refused.what, refused.remedy) from refused
