"""The index of a checkout: every file's terms and what earlier changes say, kept between runs.

A kept index is found by a digest of all paths, sizes and times, and of the newest commit; whatever
changes gets a new one. Files are read up to a budget of bytes in all, so that a huge tree takes a
bounded time: then less of each file is read.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import threading
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bot.adapters import index_file
from bot.adapters.folder import GitWorkspace, decoded
from bot.adapters.git import log, newest_commit
from bot.adapters.private import replacing, tidy
from bot.planning.repository.evidence import (
    PLACES,
    Evidence,
    bags,
    is_generated,
    learned,
)
from bot.planning.repository.places import Place, place
from bot.planning.repository.ranking import Ranked, scored_by, sharpened
from bot.planning.repository.weighing import terms
from bot.ports.explorer import Revision

VARIABLE = "PLANGATE_CACHE_DIR"
BUDGET = 64_000_000
MOST_OF_A_FILE = 256_000
_LEAST_OF_A_FILE = 500
_HUGE = 5_000_000
_READ_AGAIN = 25
_MOST_READ_AGAIN = 60_000
_KEPT = 24


@dataclass(slots=True)
class Counters:
    """What looking took, for telemetry: it stands outside of everything that must be the same twice."""

    listed: int = 0
    files: int = 0
    scanned: int = 0
    bytes: int = 0
    commits: int = 0
    cut: bool = False
    shortened: bool = False
    cached: bool = False
    ms: int = 0


@dataclass(slots=True)
class Index:
    """The index of one workspace with the history of one commit."""

    workspace: GitWorkspace
    folder: Path | None
    git_dir: Path | None = None
    rev: str = "HEAD"
    budget: int = BUDGET
    counters: Counters = field(default_factory=Counters)

    def ranked(self, text: str) -> tuple[Ranked, ...]:
        """The files a text is about, best first; the first ones are read again for their passages."""
        begin = time.perf_counter()
        evidence = self.evidence(terms(text))
        found = scored_by(text, evidence)
        texts = self.workspace.texts((r.path for r in found[:_READ_AGAIN]), _MOST_READ_AGAIN)
        found = sharpened(text, evidence, found, texts)
        self.counters.ms += round((time.perf_counter() - begin) * 1000)
        return found

    def evidence(self, terms: Collection[str]) -> Evidence:
        """What is known of these terms; the index is made if there is none. Never raises for a file."""
        git_dir = self.git_dir or self.workspace.git_dir
        commit = newest_commit(git_dir, self.rev) if git_dir.exists() else ""
        listed = self.workspace.paths()
        sizes, digest = self._measured(listed, commit)
        self.counters.listed, self.counters.cut = len(listed), self.workspace.is_cut
        with contextlib.ExitStack() as stack:
            folder = ready(self.folder)
            if folder is None:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="plangate-")))
            kept = folder / f"{digest}.index"
            found = _read(kept, terms)
            if found is None:
                self._make(kept, sizes, (git_dir, commit))
                found = index_file.read(kept, terms)
                tidy(kept, _KEPT)
            else:
                self.counters.cached = True
            self.counters.files = len(found.paths)
            self.counters.commits = len(found.touches)
            return found

    def _measured(self, paths: Iterable[str], commit: str) -> tuple[dict[str, int], str]:
        """The size of each file, -1 for what is none, and the digest of what an index depends on."""
        digest = hashlib.sha256(f"{index_file.FORMAT}\n{commit}\n{self.budget}\n".encode())
        sizes = {}
        for path in paths:
            size, when = self.workspace.measure(path) or (-1, 0)
            sizes[path] = size
            digest.update(f"{path}\0{size}\0{when}\n".encode("utf-8", "surrogatepass"))
        return sizes, digest.hexdigest()[:32]

    def _make(self, kept: Path, measured: dict[str, int], history: tuple[Path, str]) -> None:
        """Read every file while git prints the history, and write the index in one go."""
        git_dir, commit = history
        changes: list[Revision] = []
        reading = threading.Thread(
            target=lambda: changes.extend(log(git_dir, commit) if commit else ()), daemon=True
        )
        reading.start()
        with replacing(kept) as made:
            writer = index_file.IndexWriter(made)
            paths = self._fill(writer, measured)
            reading.join()
            writer.close(paths, *learned(changes, paths))

    def _fill(self, writer: index_file.IndexWriter, measured: dict[str, int]) -> list[str]:
        """Add all files but those that nobody plans with, and name them."""
        places = {path: place(path) for path in measured}
        sizes = {path: n for path, n in measured.items() if places[path] is not Place.SKIP}
        share = _share(sizes.values(), self.budget)
        self.counters.shortened = share < MOST_OF_A_FILE
        for path, size in sizes.items():
            text = self._text(path, size, share)
            known = Place.SKIP if text is None or is_generated(text) else places[path]
            writer.add(PLACES.index(known), bags(path, text or ""))
        return list(sizes)

    def _text(self, path: str, size: int, share: int) -> str | None:
        if not 0 <= size <= _HUGE:
            return None if size > _HUGE else ""
        raw = self.workspace.raw(path, share, _HUGE)
        if raw is None:
            return ""
        self.counters.scanned += 1
        self.counters.bytes += len(raw)
        return decoded(raw, share)


class IndexedWorkspace(GitWorkspace):
    """The port `Workspace` on a folder whose whole text is indexed."""

    def __init__(self, root: Path, folder: Path | None) -> None:
        """`root` is the top of the checkout, `folder` where indexes are kept."""
        super().__init__(root)
        self.index = Index(self, folder)

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        """By names, definitions, texts and the repository's history."""
        return tuple(r.path for r in self.index.ranked(text)[:top])

    def looked(self) -> dict[str, int]:
        """The counters of the index."""
        return {name: int(value) for name, value in asdict(self.index.counters).items()}


def cache_folder(environ: Mapping[str, str]) -> Path | None:
    """Where indexes are kept: PLANGATE_CACHE_DIR, else plangate/ in XDG_CACHE_HOME or ~/.cache."""
    if environ.get(VARIABLE):
        return Path(environ[VARIABLE])
    if environ.get("XDG_CACHE_HOME"):
        return Path(environ["XDG_CACHE_HOME"]) / "plangate"
    return Path(environ["HOME"]) / ".cache" / "plangate" if environ.get("HOME") else None


def ready(folder: Path | None) -> Path | None:
    """The folder, made if need be; None where it is not ours alone, or cannot be made."""
    if folder is None:
        return None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder if index_file.is_own(folder) and os.access(folder, os.W_OK) else None


def _read(kept: Path, terms: Collection[str]) -> Evidence | None:
    if not index_file.is_own(kept):
        return None
    try:
        found = index_file.read(kept, terms)
    except index_file.Damaged:
        return None
    with contextlib.suppress(OSError):
        os.utime(kept)
    return found


def _share(sizes: Iterable[int], budget: int) -> int:
    """How much of each file is read so that all together stay within the budget."""
    share = MOST_OF_A_FILE
    listed = [size for size in sizes if 0 < size <= _HUGE]
    while share > _LEAST_OF_A_FILE and sum(min(size, share) for size in listed) > budget:
        share //= 2
    return share
