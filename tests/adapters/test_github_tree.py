"""The workspace without a checkout: one request for the tree, and as few as can be for blobs."""

from __future__ import annotations

import pytest

from bot.adapters import github_tree
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_tree import BlobCache, GitHubWorkspace
from tests.adapters.conftest import wrong
from tests.adapters.grounds import no_waiting
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.shop import SHOP

BLOB = "/repos/{repo}/git/blobs/{sha}"


def a_client(hub: GitHubEmulator) -> GitHubClient:
    return GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())


def test_tree_and_texts(hub: GitHubEmulator) -> None:
    """Every file of the default branch; texts are cut, unknown paths and binaries left out."""
    hub.push_file("bob", "logo.txt", "a\0b")
    workspace = GitHubWorkspace(a_client(hub), BlobCache())

    assert set(SHOP) | {"logo.txt"} == set(workspace.paths())
    assert list(workspace.paths()) == sorted(workspace.paths())
    assert workspace.texts(["README.md", "logo.txt", "no/such"], 6) == {"README.md": "# Shop"}
    assert wrong(hub) == []


def test_a_warm_cache_costs_one_request(hub: GitHubEmulator) -> None:
    """Blobs never change: the second run reads the tree (and the repository's name) alone."""
    cache = BlobCache()
    cold, warm = a_client(hub), a_client(hub)
    texts = GitHubWorkspace(cold, cache).texts(SHOP, 1000)

    assert GitHubWorkspace(warm, cache).texts(SHOP, 1000) == texts
    assert (cold.traffic.count(route=BLOB), warm.traffic.count(route=BLOB)) == (11, 0)


def test_cold_blobs_have_a_budget(hub: GitHubEmulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it files are left out; those in the cache cost nothing."""
    monkeypatch.setattr(github_tree, "MOST_BLOBS", 2)
    client = a_client(hub)
    workspace = GitHubWorkspace(client, BlobCache())
    found = workspace.texts(workspace.paths(), 1000)

    assert len(found) == 2
    assert workspace.texts(found, 1000) == found
    assert client.traffic.count(route=BLOB) == 2


def test_the_cache_is_bounded_and_keeps_repositories_apart() -> None:
    """The longest unused blob goes first; a SHA known from elsewhere opens nothing."""
    cache = BlobCache(capacity=10)
    cache.put("acme/shop", "1", b"aaaa")
    cache.put("acme/shop", "2", b"bbbb")
    cache.get("acme/shop", "1")
    cache.put("acme/shop", "3", b"cccc")

    assert cache.get("acme/shop", "1") == b"aaaa"
    assert cache.get("acme/shop", "2") is None
    assert cache.get("acme/other", "3") is None
