"""The rules of the port Explorer, kept by the fake and by every real one alike."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.adapters.exploring import FolderExplorer, explorer_of
from bot.ports.explorer import LARGEST, Explorer, Revision
from tests.fakes.explorer import FakeExplorer

FILES = {
    "docs/a b.md": "# Ä\n",
    "shop/cart.py": "class Cart: ...\n",
    "shop/huge.sql": "x" * (LARGEST + 1),
    "shop/orders.py": "def total(): ...\n",
}
AT = datetime(2024, 5, 1, tzinfo=UTC)
WHO = {
    f"GIT_{who}_{what}": "ann@example.org"
    for who in ("AUTHOR", "COMMITTER")
    for what in ("NAME", "EMAIL")
}


def git(folder: Path, *arguments: str) -> str:
    """What git prints."""
    environment = {
        **os.environ,
        **WHO,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": AT.isoformat(),
        "GIT_COMMITTER_DATE": AT.isoformat(),
    }
    ran = subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, env=environment
    )
    return ran.stdout.decode()


def written(root: Path, files: Mapping[str, str]) -> Path:
    """The files on the disk."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with two commits."""
    root = written(tmp_path / "checkout", FILES)
    git(root, "init", "-q")
    git(root, "add", "docs", "shop/cart.py")
    git(root, "commit", "-qm", "Begin\n\nWith the cart.")
    git(root, "add", ".")
    git(root, "commit", "-qm", "Orders have a total")
    return root


@pytest.fixture(params=["fake", "git", "folder"])
def explorer(request: pytest.FixtureRequest, tmp_path: Path) -> Explorer:
    """The same files three times."""
    if request.param == "git":
        return explorer_of(request.getfixturevalue("checkout"))
    if request.param == "folder":
        return explorer_of(written(tmp_path / "plain", FILES))
    revisions = (
        Revision("2" * 40, AT, "Orders have a total\n", ("shop/huge.sql", "shop/orders.py")),
        Revision("1" * 40, AT, "Begin\n\nWith the cart.\n", ("docs/a b.md", "shop/cart.py")),
    )
    return FakeExplorer(dict(FILES), revisions)


def test_every_file_is_listed_with_its_size(explorer: Explorer) -> None:
    """In order, each with its bytes."""
    assert list(explorer.files().items()) == [(p, len(t.encode())) for p, t in FILES.items()]


def test_contents_have_their_name_and_are_bounded(explorer: Explorer) -> None:
    """What is asked for comes with git's name for it; what is not there, or too large, does not come."""
    found = explorer.blobs(
        ["shop/cart.py", "shop/none.py", "../outside", "/etc/passwd", "shop", "shop/huge.sql"]
    )

    assert {path: blob.data for path, blob in found.items()} == {
        "shop/cart.py": b"class Cart: ...\n"
    }
    assert found["shop/cart.py"].sha == "fd5e2097552033fbc23843e8ee2be13dfebc37fb"
    assert explorer.blobs(["shop/cart.py"]) == found


def test_history_is_newest_first_and_by_path(explorer: Explorer) -> None:
    """Or None where there is none; a name is taken literally."""
    everything = explorer.history("", 5)
    if everything is None:
        assert not explorer.commit
        return
    one = explorer.history("shop/cart.py", 5)

    assert [r.message.split("\n")[0] for r in everything] == ["Orders have a total", "Begin"]
    assert one is not None and [r.files for r in one] == [("docs/a b.md", "shop/cart.py")]
    assert explorer.history("shop", 1) == everything[:1]
    assert explorer.history("*", 5) == () and everything[0].at == AT


def test_what_is_not_committed_does_not_exist(checkout: Path) -> None:
    """Neither changed, deleted nor new files of the disk are seen."""
    before = explorer_of(checkout).blobs(["shop/cart.py"])
    (checkout / "shop/cart.py").write_text("changed", encoding="utf-8")
    (checkout / "shop/orders.py").unlink()
    (checkout / ".env").write_text("TOKEN=1", encoding="utf-8")
    found = explorer_of(checkout)

    assert list(found.files()) == list(FILES)
    assert found.blobs(["shop/cart.py"]) == before and found.blobs([".env"]) == {}


def test_links_are_no_files(checkout: Path, tmp_path: Path) -> None:
    """A link is neither listed nor read, committed or on the disk."""
    (tmp_path / "secret").write_text("token", encoding="utf-8")
    (checkout / "link.py").symlink_to(tmp_path / "secret")
    git(checkout, "add", "link.py")
    git(checkout, "commit", "-qm", "A link")

    for found in (explorer_of(checkout), FolderExplorer(checkout)):
        assert "link.py" not in found.files() and found.blobs(["link.py"]) == {}


def test_a_shallow_checkout_says_that_it_has_no_history(checkout: Path, tmp_path: Path) -> None:
    """Its one commit seems to make every file: that is no change anybody made."""
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{checkout}", "shallow")
    found = explorer_of(tmp_path / "shallow")

    assert found.history("", 5) is None
    assert list(found.files()) == list(FILES)


def test_a_clone_without_older_blobs_is_enough(checkout: Path, tmp_path: Path) -> None:
    """With `filter: blob:none` the checked-out files and all of the history are there; nothing is fetched."""
    written(checkout, {"shop/cart.py": "class Cart: pass\n"})
    git(checkout, "commit", "-qam", "Shorter")
    git(checkout, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{checkout}", "partial")
    checkout.rename(tmp_path / "gone")
    found = explorer_of(tmp_path / "partial")

    assert found.blobs(["shop/cart.py"])["shop/cart.py"].data == b"class Cart: pass\n"
    assert [r.message for r in found.history("shop/cart.py", 5) or ()] == [
        "Shorter\n",
        "Begin\n\nWith the cart.\n",
    ]


def test_a_missing_object_is_left_out(checkout: Path) -> None:
    """A damaged or partial repository answers what it has."""
    sha = git(checkout, "rev-parse", "HEAD:shop/cart.py").strip()
    (checkout / ".git/objects" / sha[:2] / sha[2:]).unlink()
    found = explorer_of(checkout)

    assert list(found.blobs(["shop/cart.py", "shop/orders.py"])) == ["shop/orders.py"]


def test_contents_come_from_memory_the_second_time(checkout: Path) -> None:
    """A search over the whole tree does not start git again for each word."""
    found = explorer_of(checkout)
    first = found.blobs(FILES)
    (checkout / ".git").rename(checkout / ".gone")

    assert found.blobs(FILES) == first and len(first) == 3
