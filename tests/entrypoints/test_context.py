"""`plangate context`: files by rank, as lines or as JSON; bad input has its code and remedy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.adapters.folder import GitWorkspace
from tests.entrypoints.cli import ROOT, Ran, inside

TREE = {
    "shop/cart.py": "class Cart:\n    def empty_basket(self): ...\n",
    "shop/mail.py": "def send_basket_receipt(): ...\n",
    "shop/tax.py": "def rate(): ...\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of three files, and a text beside it."""
    for path, text in TREE.items():
        file = tmp_path / "tree" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "text.md").write_text("The empty basket fails", encoding="utf-8")
    return tmp_path


def context(root: Path, *more: str | Path, text: str = "text.md") -> Ran:
    """Run the command there with a cache of its own."""
    return inside(
        "context", root / text, "--workspace", root / "tree", *more,
        PLANGATE_CACHE_DIR=str(root / "cache"),
    )  # fmt: skip


@pytest.mark.shows("FR-008", "AC-008")
def test_lines_best_first_and_the_top_of_them(root: Path):
    """One path a line; `--top` limits them."""
    assert context(root).out.splitlines() == ["shop/cart.py", "shop/mail.py"]
    assert context(root, "--top", "1").out.splitlines() == ["shop/cart.py"]


def test_json_has_scores_and_counters(root: Path):
    """One object; the second run answers the same from the kept index."""
    cold, warm = (json.loads(context(root, "--json").out) for _ in range(2))

    assert [f["path"] for f in cold["files"]] == ["shop/cart.py", "shop/mail.py"]
    assert cold["files"] == warm["files"]
    assert cold["files"][0]["score"] > cold["files"][1]["score"] > 0
    assert (cold["telemetry"]["cached"], warm["telemetry"]["cached"]) == (False, True)
    assert (warm["telemetry"]["files"], warm["telemetry"]["scanned"]) == (3, 0)


def test_a_dash_is_the_standard_input(root: Path):
    """As for every other command that reads a file."""
    text = (root / "text.md").read_bytes()
    command = [sys.executable, "-m", "bot", "context", "-", "--workspace", str(root / "tree")]
    ran = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False)

    assert ran.stdout.split() == [b"shop/cart.py", b"shop/mail.py"], ran.stderr


@pytest.mark.parametrize("more", [("--top", "0"), ("--workspace", "no/such/folder")])
def test_a_wrong_option_is_refused(root: Path, more: tuple[str, str]):
    """Exit code 2, and nothing on standard output."""
    ran = context(root, *more)

    assert (ran.code, ran.out) == (2, "")
    assert more[0] in ran.err


def test_a_missing_text_is_refused(root: Path):
    """The file is named."""
    ran = context(root, text="no-such.md")

    assert ran.code == 2
    assert "no-such.md" in ran.err


def test_a_text_too_large_is_refused(root: Path):
    """With its code and what to do."""
    (root / "text.md").write_bytes(b"x" * 1_000_001)
    ran = context(root)

    assert ran.code == 2
    assert "PLANGATE-CONTEXT-003" in ran.err and "Remove what" in ran.err


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that cannot be read")
def test_a_text_that_cannot_be_read_is_refused(root: Path):
    """With its code and what to do; not a traceback."""
    ran = inside("context", "/proc/self/mem", "--workspace", root / "tree")

    assert (ran.code, ran.out) == (2, "")
    assert "PLANGATE-CONTEXT-002" in ran.err and "permissions" in ran.err


def test_a_tree_of_too_many_files_is_answered_in_part_and_says_so(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    """Over the limit the rest is left out, and a line on standard error says how to fix it."""
    # T19
    limits = GitWorkspace.__init__.__defaults__
    assert limits == (150_000,)
    monkeypatch.setattr(GitWorkspace.__init__, "__defaults__", (2,))
    tree = root / "tree"
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    ran = context(root)

    assert (ran.code, ran.out.splitlines()[0]) == (0, "shop/cart.py")
    assert "PLANGATE-CONTEXT-001" in ran.err and "--workspace" in ran.err


def test_only_ancestors_teach(root: Path):
    """With `--rev` what was committed later is not known."""
    for command in (
        ("init", "-q"), ("add", "-A"), ("commit", "-qm", "Start"),
        ("commit", "-q", "--allow-empty", "-m", "Nothing"),
    ):  # fmt: skip
        git(root / "tree", *command)
    (root / "tree/shop/tax.py").write_text("def rate(): return 1\n", encoding="utf-8")
    git(root / "tree", "commit", "-qam", "Zebra crossing")
    (root / "text.md").write_text("zebra crossing", encoding="utf-8")

    assert context(root).out.splitlines() == ["shop/tax.py"]
    assert context(root, "--rev", "HEAD~1").out == ""


def git(folder: Path, *arguments: str, given: str = "") -> str:
    names = ("user.name=Ann", "user.email=ann@example.org", "commit.gpgsign=false")
    options = [part for name in names for part in ("-c", name)]
    return subprocess.run(
        ["git", *options, *arguments],
        cwd=folder, check=True, input=given, capture_output=True, text=True,
    ).stdout  # fmt: skip
