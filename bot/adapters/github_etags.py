"""Answers of GitHub kept with their ETag: asking again for what has not changed costs nothing of the hour.

https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import time
import zlib
from pathlib import Path

from bot.adapters.private import private_file

Known = tuple[str, str, str]
"""The ETag, the link header and the text of an answer."""
KEPT = 7 * 86_400.0
LARGEST = 1024 * 1024


class Etags:
    """A cache in a private file; safe for threads. What fails in it costs a request, never a run."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises OSError or sqlite3.Error."""
        private_file(path)
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS answers "
            "(key BLOB PRIMARY KEY, etag TEXT, link TEXT, body BLOB, at REAL) WITHOUT ROWID"
        )
        self._db.execute("DELETE FROM answers WHERE at < ?", (time.time() - KEPT,))

    def find(self, account: str, url: str) -> Known | None:
        """The last answer to this account."""
        try:
            with self._lock:
                row = self._db.execute(
                    "SELECT etag, link, body FROM answers WHERE key = ?", (_key(account, url),)
                ).fetchone()
            return (row[0], row[1], zlib.decompress(row[2]).decode()) if row else None
        except (sqlite3.Error, zlib.error, ValueError):
            return None

    def keep(self, account: str, url: str, etag: str, link: str, text: str) -> None:
        """Keep an answer, unless it is large."""
        if len(text) > LARGEST:
            return
        row = (_key(account, url), etag, link, zlib.compress(text.encode(), 1), time.time())
        try:
            with self._lock:
                self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error:
            return


def _key(account: str, url: str) -> bytes:
    return hashlib.sha256(f"{account}\n{url}".encode()).digest()[:16]
