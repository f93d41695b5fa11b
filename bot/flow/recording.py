"""A workspace of which everything that is read is written down, for a transcript."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.ports.world import Workspace


@dataclass(slots=True)
class RecordingWorkspace:
    """The port `Workspace`, of which every text that was read is written down."""

    workspace: Workspace
    read: dict[str, str] = field(default_factory=dict)

    def paths(self) -> tuple[str, ...]:
        """All paths."""
        return self.workspace.paths()

    def texts(self, paths: Iterable[str], limit: int) -> Mapping[str, str]:
        """These texts, written down."""
        found = self.workspace.texts(paths, limit)
        self.read |= found
        return found

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        """The files a text is about."""
        return self.workspace.relevant(text, top)

    def looked(self) -> Mapping[str, int]:
        """What looking took."""
        return self.workspace.looked()
