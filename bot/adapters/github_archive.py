"""Exploring without a checkout: a zip file of one commit, kept in the state folder; else GitHub's own tree.

https://docs.github.com/en/rest/repos/contents#download-a-repository-archive-zip
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from bot.adapters.exploring import blob_sha
from bot.adapters.folder import MOST_FILES
from bot.adapters.github_client import GitHubClient
from bot.adapters.github_traffic import Call
from bot.adapters.github_tree import GitHubWorkspace
from bot.adapters.index import ready
from bot.adapters.private import replacing, tidy
from bot.ports.explorer import LARGEST, Blob, Explorer

ROUTE = "/repos/{repo}/zipball/{ref}"
LARGEST_ARCHIVE = 200_000_000
MOST_ARCHIVES, MOST_BYTES = 20, 1_000_000_000
_PATIENCE = 30.0
_COMMIT = re.compile(r"[0-9a-f]{40,64}")


class Archives:
    """The zip files that are kept, the longest unused of which go first."""

    def __init__(self, folder: Path, transport: httpx.BaseTransport | None = None) -> None:
        """`folder` is ours alone, or is made so; `transport` is for tests."""
        self._folder, self._transport = folder, transport

    def explorer(self, client: GitHubClient, tree: GitHubWorkspace, commit: str) -> Explorer:
        """A way to explore a commit of the client's repository: at most one more request for it.

        Where the archive is too large, or cannot be had, through GitHub's tree: one request a file.
        """
        file = self._file(client, commit)
        if file is None:
            return TreeExplorer(tree, commit)
        try:
            if not file.exists():
                self._fetch(client, commit, file)
            os.utime(file)
            found = ArchiveExplorer(file, commit)
            found.files()
        except (OSError, ValueError, httpx.HTTPError, zipfile.BadZipFile):
            file.unlink(missing_ok=True)
            return TreeExplorer(tree, commit)
        tidy(file, MOST_ARCHIVES, MOST_BYTES)
        return found

    def _file(self, client: GitHubClient, commit: str) -> Path | None:
        folder = ready(self._folder)
        if folder is None or not _COMMIT.fullmatch(commit):
            return None
        return folder / f"{client.full_name.lower().replace('/', '~')}~{commit}.zip"

    def _fetch(self, client: GitHubClient, commit: str, file: Path) -> None:
        """Download the archive. Raises OSError, ValueError or HTTPError; nothing half written stays."""
        asking = httpx.Client(timeout=_PATIENCE, trust_env=False, transport=self._transport)
        with replacing(file) as half, half.open("wb") as out, asking as http:
            address = self._address(http, client, commit)
            with http.stream("GET", address) as answer:
                answer.raise_for_status()
                size = 0
                for chunk in answer.iter_bytes():
                    size += len(chunk)
                    if size > LARGEST_ARCHIVE:
                        raise ValueError("the archive is too large")
                    out.write(chunk)

    def _address(self, http: httpx.Client, client: GitHubClient, commit: str) -> str:
        """Where GitHub sends us for the archive: its own download host, which gets no token of ours."""
        auth = client.auth
        url = f"{client.base_url}{ROUTE.format(repo=client.full_name, ref=commit)}"
        answer = http.get(url, headers={"Authorization": f"{auth.token_type} {auth.token}"})
        client.traffic.add(Call("GET", ROUTE, answer.status_code), answer.headers)
        address = str(answer.headers.get("location", ""))
        there, here = urlsplit(address), urlsplit(client.base_url)
        host = here.hostname or ""
        allowed = {host, f"codeload.{host.removeprefix('api.')}"}
        ours = there.scheme == here.scheme and there.hostname in allowed
        if answer.status_code != 302 or not ours:
            raise ValueError("GitHub gave no address of its own")
        return address


@dataclass
class ArchiveExplorer:
    """The port `Explorer` on a zip file, which is never unpacked."""

    file: Path
    commit: str

    def files(self) -> Mapping[str, int]:
        """Every regular file with its size. Raises BadZipFile and OSError."""
        return {path: entry.file_size for path, entry in self._entries.items()}

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The contents of these files; what is larger than its entry says is left out."""
        found: dict[str, Blob] = {}
        wanted = [p for p in paths if p in self._entries]
        with contextlib.suppress(OSError), zipfile.ZipFile(self.file) as archive:
            for path in wanted:
                entry = self._entries[path]
                if entry.file_size > LARGEST:
                    continue
                with contextlib.suppress(zipfile.BadZipFile), archive.open(entry) as stream:
                    data = stream.read(LARGEST + 1)
                    if len(data) <= LARGEST:
                        found[path] = Blob(blob_sha(data), data)
        return found

    def history(self, path: str, most: int) -> None:
        """An archive holds none."""

    @cached_property
    def _entries(self) -> dict[str, zipfile.ZipInfo]:
        """The regular files by their paths below the one folder that GitHub puts around them."""
        with zipfile.ZipFile(self.file) as archive:
            listed = archive.infolist()[: 2 * MOST_FILES]
        found = {}
        for entry in listed:
            path = entry.filename.partition("/")[2]
            mode = entry.external_attr >> 16
            regular = not entry.is_dir() and stat.S_IFMT(mode) in (0, stat.S_IFREG)
            if path and regular and path.isprintable():
                found[path] = entry
        return dict(sorted(found.items())[:MOST_FILES])


@dataclass(frozen=True, slots=True)
class TreeExplorer:
    """The port `Explorer` on GitHub's tree of the commit: every file read costs a request, up to a budget."""

    tree: GitHubWorkspace
    commit: str

    def files(self) -> Mapping[str, int]:
        """Every regular file with its size."""
        return self.tree.sizes()

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The contents of these files, as far as the budget goes."""
        read = ((path, self.tree.raw(path)) for path in paths)
        return {p: Blob(blob_sha(raw), raw) for p, raw in read if raw is not None}

    def history(self, path: str, most: int) -> None:
        """It would cost a request a file."""
