"""Transcripts on the disk: readable by us alone, the newest kept for a month, no more than a few hundred."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.adapters.index import ready
from bot.adapters.private import replacing, tidy

MOST, DAYS = 300, 30
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class TranscriptFolder:
    """The folder of a server's transcripts. What cannot be written is left out: a plan never waits for it.

    It is made, for us alone, when the first transcript is kept.
    """

    folder: Path

    def keep(self, transcript: Mapping[str, Any]) -> None:
        """Write a transcript under its issue and digest, and drop what is older than DAYS or beyond MOST."""
        request = transcript["brief"]["request"]
        about = f"{request['repository'].lower().replace('/', '~')}~{request['number']}"
        with contextlib.suppress(OSError):
            if ready(self.folder):
                kept = self.folder / f"{about}~{transcript['digest'][:12]}.json"
                write(kept, transcript)
                tidy(kept, MOST, seconds=DAYS * _DAY)


def write(path: Path, transcript: Mapping[str, Any]) -> None:
    """Write a transcript whole or not at all. Raises OSError."""
    with replacing(path) as half, half.open("w", encoding="utf-8") as out:
        json.dump(transcript, out, ensure_ascii=False, indent=1)
