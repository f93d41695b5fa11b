"""Bad input of `plan run`: each kind has a clear code and exit code 2; nothing outside the tree is read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import cli
from bot.errors import PlangateError
from tests.entrypoints.cli import inside
from tests.entrypoints.test_plan import CLEAR

SECRET = "the-canary-outside-the-tree"


@pytest.fixture
def request_file(tmp_path) -> Path:
    """A request that can be planned."""
    file = tmp_path / "request.md"
    file.write_text(CLEAR)
    return file


def refused(*arguments: str | Path) -> tuple[str, str]:
    """The code and the words with which `plan run` refuses."""
    done = CliRunner().invoke(cli, ["plan", "run", *map(str, arguments)])
    assert isinstance(done.exception, PlangateError), (done.exception, done.output)
    assert done.exception.exit_code == 2
    return done.exception.code, str(done.exception)


def test_a_folder_is_no_target(tmp_path):
    """A folder as TARGET is told as such, with what was probably meant."""
    code, words = refused(tmp_path)

    assert code == "PLANGATE-CLI-012"
    assert "--workspace" in words


def test_a_missing_workspace_is_told(request_file, tmp_path):
    """A workspace that is not there, or is a file, is refused before anything is planned."""
    assert refused(request_file, "--workspace", tmp_path / "no")[0] == "PLANGATE-CLI-016"
    assert refused(request_file, "--workspace", request_file)[0] == "PLANGATE-CLI-016"


def test_a_workspace_that_may_not_be_read_is_told(request_file, tmp_path, monkeypatch):
    """Without permission the folder is refused; an empty tree would be a lie."""
    folder = tmp_path / "closed"
    folder.mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder)

    assert refused(request_file, "--workspace", folder)[0] == "PLANGATE-CLI-016"


def test_a_file_that_may_not_be_read_is_told(request_file, monkeypatch):
    """A request that somebody may not read says so."""

    def denied(self: Path, *args: object, **kwargs: object) -> str:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(Path, "read_text", denied)
    code, words = refused(request_file)

    assert (code, "permission denied" in words) == ("PLANGATE-CLI-002", True)


def test_bytes_that_are_no_text_are_told_with_their_place(tmp_path):
    """A request in another encoding names the first byte that is not UTF-8."""
    file = tmp_path / "latin.md"
    file.write_bytes(b"# Export f\xfcr alle")
    code, words = refused(file)

    assert (code, "byte 11 is not UTF-8" in words) == ("PLANGATE-CLI-002", True)


@pytest.mark.parametrize("option", ["--issues", "--comments"])
@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (None, "PLANGATE-CLI-017"),
        (b"", "PLANGATE-CLI-003"),
        (b"{", "PLANGATE-CLI-003"),
        (b"\xff", "PLANGATE-CLI-017"),
        (b"{}", "PLANGATE-CLI-004"),
        (b"[1]", "PLANGATE-CLI-004"),
        (b'"x"', "PLANGATE-CLI-004"),
    ],
)
def test_broken_lists_are_told(request_file, tmp_path, option, content, wanted):
    """Lists of issues and comments that are missing, no JSON, or no lists of objects."""
    rows = tmp_path / "rows.json"
    if content is not None:
        rows.write_bytes(content)

    assert refused(request_file, option, rows)[0] == wanted


def test_rows_of_any_shape_are_read(request_file, tmp_path):
    """Objects with odd or missing fields are no reason to stop."""
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps([{}, {"number": [1], "title": None, "body": {"a": 1}, "author": 7}]))

    ran = inside("plan", "run", request_file, "--issues", rows, "--comments", rows, "--json")

    assert (ran.code, json.loads(ran.out)["decision"]) == (0, "proceed")


@pytest.mark.parametrize(
    ("front", "wanted"),
    [
        ("title: [", "PLANGATE-CLI-007"),
        ("title: &x a\nauthor: *x", "PLANGATE-CLI-007"),
        ("a: b: c", "PLANGATE-CLI-007"),
        ("title: !!python/object:os.system x", "PLANGATE-CLI-007"),
        ("[" * 600, "PLANGATE-CLI-007"),
    ],
)
def test_broken_front_matter_is_told(tmp_path, front, wanted):
    """Front matter that is no YAML, or more than YAML need be, is refused."""
    file = tmp_path / "request.md"
    file.write_text(f"---\n{front}\n---\n# Export orders")

    assert refused(file)[0] == wanted


def test_a_broken_policy_of_the_workspace_is_told(request_file, tmp_path):
    """The workspace's own policy holds for a file, too; a broken one is no silent default."""
    # CONTRACT: config
    policy = tmp_path / "tree" / ".github" / "plangate.yml"
    policy.parent.mkdir(parents=True)
    policy.write_text("planner:\n  max_complexty: 8\n")
    code, words = refused(request_file, "--workspace", tmp_path / "tree")

    assert code == "PLANGATE-CONFIG-001"
    assert (
        "plangate.yml:2:3: planner.max_complexty: unknown setting (did you mean max_complexity?)"
        in words
    )


def test_the_workspaces_policy_is_used(request_file, tmp_path):
    """Excluded files are not looked at."""
    tree = tmp_path / "tree"
    (tree / ".github").mkdir(parents=True)
    (tree / "shop").mkdir()
    (tree / "shop/cart.py").write_text("class Cart: ...")
    before = json.loads(inside("plan", "run", request_file, "--workspace", tree, "--json").out)
    (tree / ".github/plangate.yml").write_text("planner:\n  context_excludes: ['shop/**']\n")
    after = json.loads(inside("plan", "run", request_file, "--workspace", tree, "--json").out)

    assert "shop/cart.py" in json.dumps(before["plan"]["tasks"][0]["resources"])
    assert "shop/cart.py" not in json.dumps(after["plan"]["tasks"][0]["resources"])


@pytest.mark.shows("NFR-013")
def test_nothing_outside_the_tree_is_read(tmp_path):
    """Links that leave the tree, of files and of folders, and a policy that is one, are as if not there."""
    # T10
    outside, tree = tmp_path / "outside", tmp_path / "tree"
    outside.mkdir()
    (tree / "shop").mkdir(parents=True)
    (tree / ".github").mkdir()
    (outside / "cart.py").write_text(f"# {SECRET} Cart.add counts")
    (outside / "policy.yml").write_text("nonsense: true\n")
    (tree / "shop/real.py").write_text("def add(count): ...")
    (tree / "shop/cart.py").symlink_to(outside / "cart.py")
    (tree / "linked").symlink_to(outside)
    (tree / ".github/plangate.yml").symlink_to(outside / "policy.yml")
    file = tmp_path / "request.md"
    file.write_text(CLEAR)

    ran = inside("plan", "run", file, "--workspace", tree, "--json")

    assert (ran.code, SECRET in ran.out) == (0, False)
    assert "linked/" not in ran.out
    assert json.loads(ran.out)["telemetry"]["filesScanned"] == 1


def test_odd_files_in_the_tree_are_passed_over(request_file, tmp_path):
    """Binary files, files in other encodings, pipes and huge files are no reason to stop."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "cart.py").write_bytes(b"caf\xe9 Cart.add counts")
    (tree / "cart.bin.py").write_bytes(b"\0" * 100)
    (tree / "cart_huge.py").write_text("x" * 2_000_000)
    os.mkfifo(tree / "cart_pipe.py")

    ran = inside("plan", "run", request_file, "--workspace", tree, "--json")

    assert (ran.code, ran.err) == (0, "")
