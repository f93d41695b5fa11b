"""The folder of a server's transcripts."""

from __future__ import annotations

from pathlib import Path

from bot.adapters import transcripts
from bot.adapters.transcripts import TranscriptFolder

TRANSCRIPT = {"digest": "0" * 64, "brief": {"request": {"repository": "octo/shop", "number": 7}}}


def test_a_folder_keeps_the_newest(tmp_path, monkeypatch):
    """For us alone, bounded in number and time."""
    monkeypatch.setattr(transcripts, "MOST", 2)
    folder = TranscriptFolder(tmp_path / "state" / "transcripts")
    for digest in ("1" * 64, "2" * 64, "3" * 64):
        folder.keep({**TRANSCRIPT, "digest": digest})
    kept = list((tmp_path / "state" / "transcripts").iterdir())

    assert len(kept) == 2 and all(p.stat().st_mode & 0o077 == 0 for p in kept)
    assert all(p.name.startswith("octo~shop~7~") for p in kept)


def test_what_cannot_be_written_holds_nobody_up(tmp_path: Path):
    """A full or foreign disk costs the transcript, not the plan."""
    (tmp_path / "file").write_text("x", encoding="utf-8")

    TranscriptFolder(tmp_path / "file" / "transcripts").keep(TRANSCRIPT)
