"""The repository's files through GitHub's trees and blobs, for a server that has no checkout.

A blob never changes, so its SHA is the cache's key; one cache serves all runs of a process.
"""

from __future__ import annotations

import base64
import threading
from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from bot.adapters.folder import MAX_BYTES, decoded
from bot.adapters.github_client import GitHubClient
from bot.planning.repository.ranking import Ranking

_TREE = "/repos/{repo}/git/trees/{ref}"
_BLOB = "/repos/{repo}/git/blobs/{sha}"

MOST_BLOBS = 40


class BlobCache:
    """Blobs by SHA, at most `capacity` bytes; the longest unused go first. Safe for threads."""

    def __init__(self, capacity: int = 64_000_000) -> None:
        self._capacity, self._size = capacity, 0
        self._blobs: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, repository: str, sha: str) -> bytes | None:
        """A blob of this repository; what one repository may see, another may not."""
        with self._lock:
            if (repository, sha) not in self._blobs:
                return None
            self._blobs.move_to_end((repository, sha))
            return self._blobs[repository, sha]

    def put(self, repository: str, sha: str, raw: bytes) -> None:
        """Keep a blob, and make room for it."""
        with self._lock:
            if (repository, sha) in self._blobs:
                return
            self._blobs[repository, sha] = raw
            self._size += len(raw)
            while self._size > self._capacity:
                self._size -= len(self._blobs.popitem(last=False)[1])


class GitHubWorkspace:
    """The port `Workspace` on one client: one request for the tree, at most 40 for cold blobs."""

    def __init__(self, client: GitHubClient, cache: BlobCache) -> None:
        self._client, self._cache, self._left = client, cache, MOST_BLOBS

    def paths(self) -> tuple[str, ...]:
        """All regular files, sorted; a tree of more than 100,000 entries is cut by GitHub.

        https://docs.github.com/en/rest/git/trees#get-a-tree
        """
        return tuple(sorted(self._tree))

    def texts(self, paths: Iterable[str], limit: int) -> dict[str, str]:
        """The text of these files, cut to `limit` characters; beyond the budget nothing."""
        found = {}
        for path in paths:
            raw = self.raw(path)
            text = None if raw is None else decoded(raw, limit)
            if text is not None:
                found[path] = text
        return found

    def sizes(self) -> dict[str, int]:
        """Every regular file with its size in bytes, in order."""
        return {path: self._tree[path][1] for path in self.paths()}

    def raw(self, path: str) -> bytes | None:
        """A file's bytes; None for what is not there, too large, or beyond the budget."""
        name, (sha, size) = self._client.full_name, self._tree.get(path, ("", 0))
        raw = self._cache.get(name, sha)
        if raw is not None or not sha or size > MAX_BYTES or self._left <= 0:
            return raw
        self._left -= 1
        raw = base64.b64decode(self._client.get(_BLOB, sha=sha)["content"])
        self._cache.put(name, sha, raw)
        return raw

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        """By paths alone: every blob costs a request."""
        return Ranking(self.paths()).of(text, top)

    def looked(self) -> dict[str, int]:
        """How many files are listed, and whether GitHub cut the list."""
        return {"listed": len(self._tree), "cut": int(bool(self._answer.get("truncated")))}

    @cached_property
    def _answer(self) -> dict[str, Any]:
        found: dict[str, Any] = self._client.get(_TREE, {"recursive": "1"}, ref="HEAD")
        return found

    @cached_property
    def _tree(self) -> dict[str, tuple[str, int]]:
        """The regular files, each with its blob and size."""
        return {
            row["path"]: (row["sha"], row.get("size") or 0)
            for row in self._answer["tree"]
            if row["type"] == "blob" and row["mode"].startswith("100")
        }
