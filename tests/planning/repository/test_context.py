"""Context: the repository is looked at, what fits the budget is loaded, the rest is left out in time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.domain.policy import Policy
from bot.flow.stage import context_tokens
from bot.planning.repository.context import Detail, read_tree
from tests.fakes.workspace import FakeWorkspace
from tests.growth import grows

REQUEST = "Add a total to the export in `shop/orders.py`\nThe order total."
FILES = {
    "shop/orders.py": "def total(order): ...\n" * 5_000,
    "shop/mail.py": "def send(): ...\n",
    "docs/orders.md": "# Orders\n",
    "node_modules/orders/index.js": "x",
    "logo.png": "\0",
}


def policy(**planner: object) -> Policy:
    """A policy with these planner settings."""
    return Policy.model_validate({"planner": planner})


@pytest.mark.shows("FR-007", "FR-008", "FR-009", "AC-007", "AC-008", "AC-009")
def test_the_workspace_is_looked_at_and_relevant_files_are_loaded():
    """All paths are known, the file the request names is loaded first."""
    tree = read_tree(FakeWorkspace(FILES), Policy(), REQUEST)

    assert set(tree.paths) == set(FILES)
    assert "def total(order)" in tree.texts["shop/orders.py"]
    assert "logo.png" not in tree.texts


@pytest.mark.shows("FR-010", "FR-077", "FR-078", "AC-010", "AC-049")
def test_the_budget_is_kept():
    """However large the files are: no more tokens than the policy allows, and what matters stays in."""
    files = {f"shop/orders_{n}.py": "def total(order): ...\n" * 5_000 for n in range(50)}
    tree = read_tree(FakeWorkspace(FILES | files), policy(max_context_tokens=8_000), REQUEST)

    assert 0 < context_tokens(tree) <= 8_000
    assert "def total(order)" in tree.texts["shop/orders.py"]


def test_includes_and_excludes_choose_what_is_looked_at():
    """`context_includes` and `context_excludes` decide which paths there are for the planner."""
    # seed 5: configuration
    only = read_tree(FakeWorkspace(FILES), policy(context_includes=["docs/**"]), REQUEST)
    without = read_tree(FakeWorkspace(FILES), policy(context_excludes=["shop/**"]), REQUEST)

    assert only.paths == ("docs/orders.md",)
    assert not any(path.startswith("shop/") for path in without.paths)


@pytest.mark.shows("FR-011", "FR-077", "FR-078", "AC-011", "AC-049")
def test_what_does_not_fit_is_outlined_and_said():
    """The planner gets an outline of a large file instead of its first part, and the tree says so."""
    tree = read_tree(FakeWorkspace(FILES), policy(max_context_tokens=1_000), REQUEST)

    assert tree.forms["shop/orders.py"] is Detail.OUTLINE
    assert tree.texts["shop/orders.py"].startswith("1: def total(order)")
    assert tree.forms["docs/orders.md"] is Detail.WHOLE


def test_a_tree_too_large_to_list_is_partial():
    """Where the workspace could not name all files, the plan must say that it saw a part."""

    class Huge(FakeWorkspace):
        def looked(self) -> dict[str, int]:
            return {"cut": 1}

    assert read_tree(Huge(FILES), Policy(), REQUEST).partial
    assert not read_tree(FakeWorkspace(FILES), Policy(), REQUEST).partial


def test_a_large_tree_is_prepared_in_linear_time():
    """Four times as many files take about four times as long; how long is measured by `make bench`."""

    def large(count: int) -> FakeWorkspace:
        code = "def total(): ...\n" * 20
        return FakeWorkspace({f"src/area{n % 50}/order_{n}.py": code for n in range(count)})

    assert not grows(lambda files: read_tree(files, Policy(), REQUEST), large, 1_500)
    assert len(read_tree(large(6_000), Policy(), REQUEST).paths) == 6_000


@pytest.mark.shows("NFR-004")
def test_planning_takes_less_than_a_hundred_megabytes(tmp_path):
    """A plan in a tree of 1,500 files needs less than 100 MB beyond a bare interpreter."""
    for n in range(1_500):
        folder = tmp_path / "tree" / f"area{n % 30}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"order_{n}.py").write_text("def total(order):\n    return 1\n" * 20)
    issue = tmp_path / "issue.md"
    issue.write_text("# Add a total to the export\n\nThe page of orders needs a total.")
    peak = (
        "import resource,sys;from bot.__main__ import cli;"
        "sys.argv=['plangate','plan','run',sys.argv[1],'--workspace',sys.argv[2]];"
        "cli(standalone_mode=False);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,file=sys.stderr)"
    )
    bare = "import resource,sys;print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,file=sys.stderr)"
    used = _errors(peak, str(issue), str(tmp_path / "tree"))
    unit = 1024 if sys.platform != "darwin" else 1
    assert (int(used) - int(_errors(bare))) * unit < 100_000_000


def _errors(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return done.stderr.strip().splitlines()[-1]
