"""The workspace of a checkout: what is tracked, nothing outside, and no program of the repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from bot.adapters.folder import MAX_BYTES, GitWorkspace


def git(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, env=environment
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A plain folder with a little of everything."""
    root = tmp_path / "checkout"
    for path, text in {
        "shop/cart.py": "class Cart: ...\n",
        "docs/a b.md": "# Ä\n",
        ".github/workflows/ci.yml": "on: push\n",
        "node_modules/left/pad.js": "1\n",
        ".venv/lib.py": "1\n",
        "notes.txt": "untracked\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def checkout(folder: Path) -> Path:
    """The same as a git repository; notes.txt and the dot folders are not tracked."""
    git(folder, "init", "-q")
    git(folder, "add", "shop", "docs", ".github")
    return folder


def test_tracked_files_are_listed_sorted(checkout: Path) -> None:
    """The index decides; blanks in names are no trouble."""
    expected = (".github/workflows/ci.yml", "docs/a b.md", "shop/cart.py")

    assert GitWorkspace(checkout).paths() == expected


def test_a_folder_without_git_is_walked(folder: Path) -> None:
    """Dot folders and installed packages are left out, `.github` is not."""
    expected = (".github/workflows/ci.yml", "docs/a b.md", "notes.txt", "shop/cart.py")

    assert GitWorkspace(folder).paths() == expected


def test_a_file_looked_at_for_the_list_is_not_looked_at_again(folder: Path) -> None:
    """Its size is what it was when the folder was walked; what is not listed is looked at."""
    workspace = GitWorkspace(folder)
    workspace.paths()
    for path in ("notes.txt", ".venv/lib.py"):
        (folder / path).unlink()

    measured = workspace.measure("notes.txt")

    assert measured is not None
    assert measured[0] == len("untracked\n")
    assert workspace.measure(".venv/lib.py") is None


def test_a_broken_repository_is_walked(folder: Path) -> None:
    """When git refuses, the files are still there."""
    (folder / ".git").write_text("gitdir: /nowhere\n", encoding="utf-8")

    assert "notes.txt" in GitWorkspace(folder).paths()


def test_texts_are_cut_and_bound_to_the_index(checkout: Path) -> None:
    """Only tracked files are read, each to its limit in characters."""
    workspace = GitWorkspace(checkout)
    asked = ["docs/a b.md", "notes.txt", "../outside", "/etc/passwd", "docs"]

    assert workspace.texts(asked, 3) == {"docs/a b.md": "# Ä"}


def test_binary_and_huge_files_are_left_out(checkout: Path) -> None:
    """A NUL near the beginning makes a file binary, as git sees it."""
    (checkout / "logo.png").write_bytes(b"\x89PNG\0\0")
    (checkout / "dump.sql").write_bytes(b"x" * (MAX_BYTES + 1))
    (checkout / "latin.txt").write_bytes(b"caf\xe9\n")
    git(checkout, "add", "logo.png", "dump.sql", "latin.txt")
    found = GitWorkspace(checkout).texts(["logo.png", "dump.sql", "latin.txt"], 100)

    assert found == {"latin.txt": "caf\ufffd\n"}


def test_links_do_not_lead_out(checkout: Path, tmp_path: Path) -> None:
    """Neither a tracked link nor a tracked path below a linked folder shows what is outside."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "cart.py").write_text("token", encoding="utf-8")
    (checkout / "link.py").symlink_to(secret / "cart.py")
    git(checkout, "add", "link.py")
    (checkout / "shop" / "cart.py").unlink()
    (checkout / "shop").rmdir()
    (checkout / "shop").symlink_to(secret)
    workspace = GitWorkspace(checkout)

    assert "link.py" not in workspace.paths()
    assert workspace.texts(["link.py", "shop/cart.py"], 100) == {}


def test_a_file_turned_link_or_pipe_is_not_opened(checkout: Path) -> None:
    """What was tracked as a file may be something else by now; a pipe must not block."""
    (checkout / "shop" / "cart.py").unlink()
    os.mkfifo(checkout / "shop" / "cart.py")
    (checkout / "docs" / "a b.md").unlink()
    (checkout / "docs" / "a b.md").symlink_to(checkout / "notes.txt")

    assert GitWorkspace(checkout).texts(["shop/cart.py", "docs/a b.md"], 100) == {}


@pytest.mark.parametrize("setting", ["core.fsmonitor", "core.pager", "core.sshCommand"])
def test_the_repository_starts_no_program(checkout: Path, tmp_path: Path, setting: str) -> None:
    """A checkout's own configuration may name programs: none of them is run."""
    witness = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {witness}\n", encoding="utf-8")
    script.chmod(0o755)
    git(checkout, "config", setting, str(script))

    assert len(GitWorkspace(checkout).paths()) == 3
    assert not witness.exists()


def test_a_file_below_a_thousand_folders_is_read(tmp_path):
    """A path may be 4,096 characters long: it keeps no other file from being read."""
    # issue 19
    deep = "/".join(["a"] * 1_200)
    where = tmp_path
    for _ in range(12):
        where = where / "/".join(["a"] * 100)
        where.mkdir(parents=True)
    (where / "x.py").write_text("x = 1\n")
    try:
        found = GitWorkspace(tmp_path).texts([f"{deep}/x.py"], 100)
    finally:  # Python's own rmtree calls itself for each folder, and pytest clears up with it
        subprocess.run(["rm", "-rf", str(tmp_path / "a")], check=True)

    assert found == {f"{deep}/x.py": "x = 1\n"}
