"""Exploring without a checkout: one archive of one commit, bounded, never unpacked, no token sent on."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from bot.adapters import github_archive
from bot.adapters.github_archive import Archives, TreeExplorer
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_tree import BlobCache, GitHubWorkspace
from bot.ports.explorer import LARGEST
from tests.adapters.test_exploring import FILES

COMMIT = "a1" * 20
TOKEN = "ghs_" + "a1B2" * 9


def zipped(files: Mapping[str, str], links: Mapping[str, str] | None = None) -> bytes:
    """An archive as GitHub makes it: one folder around everything."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("octo-shop-a1a1a1a/", "")
        for path, text in files.items():
            archive.writestr(f"octo-shop-a1a1a1a/{path}", text)
        for path, target in (links or {}).items():
            entry = zipfile.ZipInfo(f"octo-shop-a1a1a1a/{path}")
            entry.external_attr = 0o120777 << 16
            archive.writestr(entry, target)
    return raw.getvalue()


class Hub:
    """GitHub and its download host; `asked` are the requests."""

    def __init__(
        self, archive: bytes, location: str = "https://codeload.github.com/octo/shop"
    ) -> None:
        self.archive, self.location = archive, location
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if request.url.host == "api.github.com":
            return httpx.Response(302, headers={"location": self.location})
        return httpx.Response(200, content=self.archive)


@pytest.fixture
def client() -> GitHubClient:
    return GitHubClient("Octo/Shop", TokenAuth(TOKEN))


def tree_of(client: GitHubClient) -> GitHubWorkspace:
    return GitHubWorkspace(client, BlobCache())


def archives(folder: Path, hub: Hub) -> Archives:
    return Archives(folder, httpx.MockTransport(hub))


def test_it_keeps_the_rules_of_the_port(client, tmp_path):
    """Files with sizes, bounded contents, no links, no history; the second time without a request."""
    hub = Hub(zipped(FILES, {"link.py": "/etc/passwd"}))
    kept = archives(tmp_path / "kept", hub)
    found = kept.explorer(client, tree_of(client), COMMIT)

    assert list(found.files().items()) == [(p, len(t.encode())) for p, t in FILES.items()]
    blobs = found.blobs(["shop/cart.py", "shop/huge.sql", "../outside", "link.py", "none"])
    assert {p: b.data for p, b in blobs.items()} == {"shop/cart.py": b"class Cart: ...\n"}
    assert blobs["shop/cart.py"].sha == "fd5e2097552033fbc23843e8ee2be13dfebc37fb"
    assert found.history("", 5) is None and found.commit == COMMIT
    assert kept.explorer(client, tree_of(client), COMMIT).files() == found.files()
    assert len(hub.asked) == 2 and client.traffic.count("GET") == 1


def test_the_token_stays_with_github(client, tmp_path):
    """The download host gets none."""
    hub = Hub(zipped(FILES))
    archives(tmp_path / "kept", hub).explorer(client, tree_of(client), COMMIT)

    assert TOKEN in hub.asked[0].headers["authorization"]
    assert "authorization" not in hub.asked[1].headers


@pytest.mark.parametrize(
    "location",
    [
        "https://example.org/x.zip",
        "http://codeload.github.com/x",
        "http://169.254.169.254/latest",
        "",
        "https://codeload.github.com.example.org/",
    ],
)
def test_no_other_address_is_followed(client, tmp_path, location):
    """Where GitHub seems to send us elsewhere, its tree is read instead."""
    hub = Hub(zipped(FILES), location)
    found = archives(tmp_path / "kept", hub).explorer(client, tree_of(client), COMMIT)

    assert isinstance(found, TreeExplorer) and len(hub.asked) == 1


@pytest.mark.parametrize("archive", [b"", b"<html>", zipped(FILES)[:200]])
def test_a_damaged_archive_is_not_kept(client, tmp_path, archive):
    """The tree is read instead, and the next run tries again."""
    found = archives(tmp_path / "kept", Hub(archive)).explorer(client, tree_of(client), COMMIT)

    assert isinstance(found, TreeExplorer)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_large_archive_is_given_up(client, tmp_path, monkeypatch):
    """No more is written than may be."""
    monkeypatch.setattr(github_archive, "LARGEST_ARCHIVE", 100)
    found = archives(tmp_path / "kept", Hub(zipped(FILES))).explorer(
        client, tree_of(client), COMMIT
    )

    assert isinstance(found, TreeExplorer)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_file_larger_than_its_entry_says_is_left_out(client, tmp_path):
    """A bomb is not inflated."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("top/bomb.txt", "0" * 50_000_000)
    lying = raw.getvalue().replace((50_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    found = archives(tmp_path / "kept", Hub(lying)).explorer(client, tree_of(client), COMMIT)

    assert found.files() == {"bomb.txt": 10}
    assert all(len(b.data) <= LARGEST for b in found.blobs(["bomb.txt"]).values())


def test_the_longest_unused_goes_first(client, tmp_path, monkeypatch):
    """Number and size of what is kept are bounded."""
    monkeypatch.setattr(github_archive, "MOST_ARCHIVES", 2)
    kept = archives(tmp_path / "kept", Hub(zipped(FILES)))
    for number, day in ((1, 3), (2, 1), (3, 2)):
        commit = f"{number}" * 40
        kept.explorer(client, tree_of(client), commit)
        os.utime(tmp_path / "kept" / f"octo~shop~{commit}.zip", (day * 86_400, day * 86_400))
    names = {p.name[10:11] for p in (tmp_path / "kept").iterdir()}

    assert names == {"1", "3"}


@pytest.mark.parametrize("commit", ["", "HEAD", "../../x", "a" * 39])
def test_only_a_commit_names_an_archive(client, tmp_path, commit):
    """Nothing is asked or written for anything else."""
    hub = Hub(zipped(FILES))

    assert isinstance(
        archives(tmp_path / "kept", hub).explorer(client, tree_of(client), commit), TreeExplorer
    )
    assert hub.asked == []
