"""The index of a checkout: kept, told apart, never trusted, and never outside of the tree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.adapters import index_file
from bot.adapters.folder import GitWorkspace
from bot.adapters.index import Index
from bot.planning.repository.ranking import scored_by
from bot.planning.repository.weighing import terms


def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for path, text in {
        "shop/cart.py": "class Cart:\n    def empty_basket(self): ...\n",
        "shop/mail.py": "def send_receipt(): ...\n",
        ".gitignore": "secret.py\n",
        "secret.py": "empty basket cart\n",
        "shop/made.py": "# @generated\nempty basket cart\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def best(index: Index, text: str = "Empty basket fails") -> list[str]:
    return [r.path for r in scored_by(text, index.evidence(terms(text)))]


def test_a_second_run_reads_no_file_and_says_the_same(tmp_path: Path) -> None:
    """The index is kept by what the tree is; ignored and generated files are not in it."""
    root, kept = tree(tmp_path), tmp_path / "kept"
    cold, warm = Index(GitWorkspace(root), kept), Index(GitWorkspace(root), kept)

    assert best(cold) == best(warm) == ["shop/cart.py"]
    assert (cold.counters.cached, warm.counters.cached) == (False, True)
    assert warm.counters.scanned == 0
    assert kept.stat().st_mode & 0o777 == 0o700


def test_a_tree_without_files_answers_nothing(tmp_path: Path) -> None:
    """A repository that was just made has an index as well, new and kept."""
    (tmp_path / "tree").mkdir()

    for _ in range(2):
        assert best(Index(GitWorkspace(tmp_path / "tree"), tmp_path / "kept")) == []


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    """Another size or time is another tree."""
    root, kept = tree(tmp_path), tmp_path / "kept"
    best(Index(GitWorkspace(root), kept))
    (root / "shop/mail.py").write_text("def empty_basket_mail(): ...\n", encoding="utf-8")

    assert "shop/mail.py" in best(Index(GitWorkspace(root), kept))


def test_a_damaged_index_is_made_anew(tmp_path: Path) -> None:
    """What is kept is data of unknown origin."""
    root, kept = tree(tmp_path), tmp_path / "kept"
    best(Index(GitWorkspace(root), kept))
    for file in kept.iterdir():
        file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    again = Index(GitWorkspace(root), kept)

    assert best(again) == ["shop/cart.py"]
    assert not again.counters.cached


def test_links_out_of_the_tree_are_not_followed(tmp_path: Path) -> None:
    """Neither a linked file nor what lies in a linked folder."""
    root = tree(tmp_path)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "basket.py").write_text("empty basket\n", encoding="utf-8")
    (root / "basket.py").symlink_to(tmp_path / "outside" / "basket.py")
    (root / "linked").symlink_to(tmp_path / "outside")
    index = Index(GitWorkspace(root), None)

    assert best(index) == ["shop/cart.py"]


def test_a_tree_over_the_limit_is_cut_and_says_so(tmp_path: Path) -> None:
    """Time stays bounded, and the counters tell."""
    index = Index(GitWorkspace(tree(tmp_path), most_files=2), None)

    best(index)

    assert index.counters.cut
    assert index.counters.listed == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all files")
def test_a_file_without_the_right_to_read_is_left_out(tmp_path: Path) -> None:
    """The others are found; nothing is raised."""
    root = tree(tmp_path)
    (root / "shop/mail.py").chmod(0)

    assert best(Index(GitWorkspace(root), None)) == ["shop/cart.py"]


def test_a_file_that_fails_when_read_is_ranked_by_its_path(tmp_path: Path) -> None:
    """Gone since it was listed, or a disk error: no end of the run."""

    class Failing(GitWorkspace):
        def raw(self, path: str, limit: int, largest: int) -> bytes | None:
            return None

    root = tree(tmp_path)
    failing, gone = Index(Failing(root), None), Index(GitWorkspace(root), None)
    assert best(failing, "the cart") == ["shop/cart.py"]

    gone.workspace.paths()
    (root / "shop/cart.py").unlink()

    assert best(gone, "the cart") == ["shop/cart.py"]
    assert failing.counters.scanned == 0


def test_what_a_killed_run_left_is_dropped_after_an_hour(tmp_path: Path) -> None:
    """A half made index of now may be another run's."""
    root, kept = tree(tmp_path), tmp_path / "kept"
    kept.mkdir(mode=0o700)
    old, new = kept / "old.new", kept / "now.new"
    old.touch()
    new.touch()
    os.utime(old, (1_000_000_000, 1_000_000_000))
    best(Index(GitWorkspace(root), kept))

    assert not old.exists()
    assert new.exists()


def test_a_word_of_all_files_is_not_read_from_a_huge_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the limit the commonest terms are left; rare ones stay."""
    monkeypatch.setattr(index_file, "_MOST_HITS", 5)
    root = tmp_path / "tree"
    root.mkdir()
    for n in range(9):
        (root / f"part{n}.py").write_text("common = 1\n" + ("rare = 1\n" * (n == 4)))
    found = Index(GitWorkspace(root), None).evidence({"common", "rar"})

    assert found.hits[3].keys() == {"rar"}
