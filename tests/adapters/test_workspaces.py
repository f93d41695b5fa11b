"""The rules of the port Workspace, kept by the fake and by both real workspaces alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_tree import BlobCache, GitHubWorkspace
from bot.adapters.index import IndexedWorkspace
from bot.domain.policy import Policy
from bot.planning.repository.context import Detail, read_tree
from bot.ports.world import Workspace
from tests.adapters.grounds import no_waiting
from tests.fakes.workspace import FakeWorkspace
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.shop import SHOP


@pytest.fixture(params=["fake", "folder", "github"])
def workspace(request: pytest.FixtureRequest, tmp_path: Path) -> Workspace:
    """The shop's files three times."""
    if request.param == "fake":
        return FakeWorkspace(dict(SHOP))
    if request.param == "github":
        hub: GitHubEmulator = request.getfixturevalue("hub")
        client = GitHubClient(hub.repo, TokenAuth(hub.tokens["bob"]), hub.url, no_waiting())
        return GitHubWorkspace(client, BlobCache())
    for path, text in SHOP.items():
        (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / path).write_text(text, encoding="utf-8")
    return IndexedWorkspace(tmp_path / "tree", tmp_path / "kept")


@pytest.mark.shows("FR-008", "AC-008")
def test_what_the_text_names_is_most_relevant(workspace: Workspace) -> None:
    """A path of the tree in the text comes first; all are paths of the tree, each once."""
    found = workspace.relevant("The total in `shop/cart.py` is wrong", 50)

    assert found[0] == "shop/cart.py"
    assert len(set(found)) == len(found)
    assert set(found) <= set(workspace.paths())


def test_no_more_than_asked_for(workspace: Workspace) -> None:
    """`top` limits them, best first, and the same call says the same."""
    text = "The total in `shop/cart.py` is wrong"
    found = workspace.relevant(text, 50)

    assert len(found) > 1
    assert workspace.relevant(text, 1) == found[:1]
    assert workspace.relevant(text, 0) == ()
    assert workspace.relevant(text, 50) == found


def test_nothing_in_common_is_nothing(workspace: Workspace) -> None:
    """Empty and foreign texts find no file, and raise nothing."""
    assert workspace.relevant("", 10) == ()
    assert workspace.relevant("zzyzx qwrtpsd \0 \ud800", 10) == ()


def test_looking_is_counted(workspace: Workspace) -> None:
    """How many files are listed, and that none was left out."""
    workspace.relevant("cart", 5)

    assert workspace.looked()["listed"] == len(workspace.paths())
    assert workspace.looked()["cut"] == 0


@pytest.mark.shows("PT-11")
def test_the_plain_lookup_path_counts_like_the_indexed_one(workspace: Workspace) -> None:
    """By an index or by names alone: the same files scanned, the same text of a named one loaded."""
    # S4.7: "the legacy lookup path still records … so regression tests can assert parity"
    text = "The total in `shop/cart.py` is wrong"
    here = read_tree(workspace, Policy(), text)
    plain = read_tree(FakeWorkspace(dict(SHOP)), Policy(), text)

    assert (here.paths, here.ranked[0]) == (plain.paths, plain.ranked[0])
    assert here.texts["shop/cart.py"] == plain.texts["shop/cart.py"]
    assert here.looked.get("files", 0) in {0, len(here.paths)}
    assert {*here.forms.values()} == {*plain.forms.values()} == {Detail.WHOLE}
