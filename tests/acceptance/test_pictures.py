"""The pictures of docs/pictures show what plangate says today; no Chromium is needed to know that."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.acceptance import chromium, pictures
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
_CHANGING = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|\b[0-9a-f]{12}\b"
)
"""Dates, ids and digests: they differ from run to run."""


def lasting(text: str) -> str:
    """A text without what differs from run to run."""
    return _CHANGING.sub("…", text)


def test_pictures_show_what_the_story_says_today(inside_story: Callable[[], Story]) -> None:
    """The text beside each picture is what the story shows; after a change: `make pictures`."""
    told = {f"{p.name}.md": lasting(p.held) for p in pictures.played(inside_story())}
    kept = {path.name: lasting(path.read_text("utf-8")) for path in pictures.FOLDER.glob("*.md")}

    assert kept == told


def test_every_picture_was_drawn_from_the_text_beside_it() -> None:
    """Each text has its pictures, light, dark and on a phone, each with the text's digest in it."""
    drawn = {path.name: path.read_bytes() for path in pictures.FOLDER.glob("*.png")}
    texts = {path.stem: path.read_text("utf-8") for path in pictures.FOLDER.glob("*.md")}
    wanted = {f"{name}{end}.png": pictures.stamp(text)
              for name, text in texts.items() for end in pictures.WIDTHS}  # fmt: skip

    assert drawn.keys() == wanted.keys()
    assert [name for name, png in drawn.items() if wanted[name] not in png] == []


def test_no_chromium_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make pictures` says that Chromium is missing and how to get it, before it plays anything."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CHROMIUM", raising=False)

    assert pictures.main() == 1
    assert capsys.readouterr() == ("", chromium.MISSING)
