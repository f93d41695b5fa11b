"""The port `Workspace` in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.planning.repository.ranking import Ranking


@dataclass
class FakeWorkspace:
    """Files by path; a NUL makes one binary."""

    files: dict[str, str] = field(default_factory=dict)

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def texts(self, paths: Iterable[str], limit: int) -> Mapping[str, str]:
        known = (path for path in paths if path in self.files)
        return {p: self.files[p][:limit] for p in known if "\0" not in self.files[p]}

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        return Ranking(self.paths()).of(text, top)

    def looked(self) -> Mapping[str, int]:
        return {"listed": len(self.files), "cut": 0}
