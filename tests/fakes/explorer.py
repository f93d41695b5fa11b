"""The port `Explorer` in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.adapters.exploring import blob_sha
from bot.ports.explorer import LARGEST, Blob, Revision


@dataclass
class FakeExplorer:
    """Files by path, and revisions, newest first; None where there is no history."""

    tree: dict[str, str] = field(default_factory=dict)
    revisions: tuple[Revision, ...] | None = None
    commit: str = "1" * 40

    def files(self) -> Mapping[str, int]:
        return {path: len(self.tree[path].encode()) for path in sorted(self.tree)}

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        raw = {p: self.tree[p].encode() for p in paths if p in self.tree}
        return {p: Blob(blob_sha(data), data) for p, data in raw.items() if len(data) <= LARGEST}

    def history(self, path: str, most: int) -> tuple[Revision, ...] | None:
        if self.revisions is None:
            return None
        under = (path, f"{path.rstrip('/')}/")
        found = [
            r
            for r in self.revisions
            if not path or any(f == under[0] or f.startswith(under[1]) for f in r.files)
        ]
        return tuple(found[:most])
