"""What is known of models, kept in a file of the state folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from bot.adapters.private import replacing
from bot.examining.ability import Examined

_MOST = 50
_LIST = TypeAdapter(list[Examined])


@dataclass(frozen=True, slots=True)
class ExaminedFile:
    """The file; what cannot be read is as good as nothing, for it can be found out again."""

    path: Path

    def find(self, digest: str) -> Examined | None:
        """What is known of the model with this digest."""
        return next((e for e in self._all() if e.digest == digest), None)

    def keep(self, found: Examined) -> None:
        """Keep it, whole or not at all; the oldest of too many go. Raises OSError."""
        others = [e for e in self._all() if e.digest != found.digest]
        kept = [*others, found][-_MOST:]
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with replacing(self.path) as half:
            half.write_bytes(_LIST.dump_json(kept, indent=1, by_alias=True))

    def _all(self) -> list[Examined]:
        try:
            return _LIST.validate_json(self.path.read_bytes())
        except (OSError, ValueError):
            return []
