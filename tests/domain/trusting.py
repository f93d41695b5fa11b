"""Records as they stand on GitHub: cards, views with sealed copies, and what is found among them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.domain import codec, markers, trust
from bot.domain.codec import Seal
from bot.domain.record import Record
from bot.domain.trust import TrustBasis
from tests.factories import BOT, a_comment, a_record, an_issue

KEY = b"a-record-key-of-the-tests-32-characters"
SEAL = Seal(1, 7, KEY)
COPY = replace(SEAL, kind="copy")
KEYS = TrustBasis(SEAL)


def at(revision: int, **more: Any) -> Record:
    """The record of issue 7 at a revision."""
    return a_record(revision=revision, **more)


def a_card(record: Record, seal: Seal = SEAL) -> str:
    """The record comment's body."""
    text = f"Stage: {record.stage.value}"
    return f"{markers.marker('record', '', text, record.revision)}\n{text}\n\n{codec.encode(record, seal)}"


def a_view(record: Record, kind: str = "plan", key: str = "v=1", *, copy: bool = True) -> str:
    """A plan or questions comment that names the revision, with or without its sealed copy."""
    body = markers.marked(kind, key, "The plan", record.revision)
    return f"{body}\n\n{codec.encode(record, COPY)}" if copy else body


def found(*bodies: str, keys: TrustBasis = KEYS, author: str = BOT.login, body: str = "") -> Any:
    """What is found when we (or `author`) wrote these comments, oldest first."""
    comments = [a_comment(text, 1001 + n, author=author) for n, text in enumerate(bodies)]
    return trust.find(an_issue(body=body), comments, keys)


def a_head(record: Record, kind: str = "plan", key: str = "v=1") -> str:
    """A plan or questions comment without room for a copy: its signed head only."""
    body = markers.marked(kind, key, "The plan", record.revision)
    return f"{body}\n\n{codec.stub(record, COPY)}"
