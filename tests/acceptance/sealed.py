"""Records of stories that are signed with a key."""

from __future__ import annotations

from bot.domain import codec
from bot.domain.codec import Seal
from bot.domain.record import Record
from tests.acceptance.story import Story

KEY = "a-record-key-of-the-tests-32-characters"


def record_of(story: Story, body: str) -> Record:
    """The record in this comment of the story's issue. Raises RecordError."""
    repository = story.hub.request("GET", f"/repos/{story.hub.repo}")
    return codec.decode(body, Seal(repository["id"], story.issue, KEY.encode()))
