"""The evidence ledger: what of which file was shown, as what a claim of having read may rest on."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Seen:
    """Lines of a file that a model was shown, and which contents they belong to."""

    path: str
    first: int
    last: int
    sha: str


@dataclass(slots=True)
class EvidenceLedger:
    """Everything that was shown in one run, in order."""

    entries: list[Seen] = field(default_factory=list)

    def note(self, path: str, first: int, last: int, sha: str = "") -> None:
        """Write down that these lines were shown."""
        seen = Seen(path, first, last, sha)
        if seen not in self.entries:
            self.entries.append(seen)

    def unread(self, path: str, first: int, last: int, sha: str) -> int:
        """The first of these lines that was not shown yet in a longer part; `last` + 1 where all were."""
        shown = sorted((e.first, e.last) for e in self.entries if e.path == path and e.sha == sha)
        for start, end in shown:
            if end > start and start <= first <= end:
                first = end + 1
        return min(first, last + 1)

    @property
    def paths(self) -> frozenset[str]:
        """The files of which anything was shown."""
        return frozenset(e.path for e in self.entries)
