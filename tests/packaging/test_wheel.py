"""The wheel as a user gets it: built, installed, run far from the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.packaging.release import ISSUE, as_shown

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once."""
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def plangate(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed program; its dependencies are lent by the environment of the tests."""
    home = _environment(tmp_path_factory.mktemp("installed"))
    [site] = home.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"))
    _install(home, "--no-index", "--no-deps", wheel)
    return home / "bin" / "plangate"


def test_the_wheel_carries_templates_workflows_and_weights(wheel: Path) -> None:
    """Every template and starter file of the checkout is in the wheel, and what the planner learned."""
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "workflows"):
        for path in (p for p in (ROOT / folder).rglob("*") if p.is_file()):
            assert f"bot/_{folder}/{path.relative_to(ROOT / folder)}" in inside
    for name in ("builtin/weights.tsv", "issue/headings.txt"):
        assert f"bot/planning/{name}" in inside


def test_the_installed_wheel_plans_a_file_far_from_the_checkout(
    plangate: Path, tmp_path: Path
) -> None:
    """It prints what docs/start.md shows, and nothing of the working folder is imported."""
    (tmp_path / "hello.py").write_text("def greet():\n    return 'Hello'\n")
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text("raise SystemExit('imported from the folder')")
    (tmp_path / "issue.md").write_text(ISSUE)
    done = _run(plangate, "plan", "run", "issue.md", "--workspace", ".", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    as_shown(done.stdout)


def test_the_installed_wheel_writes_the_starter_files(plangate: Path, tmp_path: Path) -> None:
    """`plangate init` works from the wheel alone, and prints what docs/start.md shows."""
    workflows = tmp_path / ".github" / "workflows"
    workflows.mkdir(parents=True)
    (workflows / "ci.yml").write_text("name: CI\non: [push, pull_request]\n")
    done = _run(plangate, "init", "--action-ref", f"o/plangate@{'a' * 40}", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    as_shown(done.stdout)
    assert (tmp_path / ".github" / "workflows" / "plangate.yml").exists()
    assert (tmp_path / ".github" / "plangate.yml").exists()


def test_the_wheel_carries_the_demo(plangate: Path, tmp_path: Path) -> None:
    """Far from the checkout the whole story is found, with all it imports (`make release-check` plays it)."""
    [packed] = plangate.parents[1].glob("lib/python*/site-packages/bot/_demo")
    load = "import sys; sys.path.insert(0, sys.argv[1]); import tests.acceptance.demo as d; print(d.__file__)"
    done = _run(plangate.with_name("python"), "-P", "-c", load, str(packed), cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(packed))
    overlay = {p.name for p in (ROOT / "tests" / "testbed" / "overlay").rglob("*.mjs")}
    assert overlay == {p.name for p in packed.rglob("overlay/**/*.mjs")}


@pytest.mark.proof  # asks a package registry
def test_the_locked_requirements_are_all_it_needs(wheel: Path, tmp_path: Path) -> None:
    """With the Action's locked requirements alone the program starts and plans a file."""
    home = _environment(tmp_path / "locked")
    _install(home, "--require-hashes", "-r", ROOT / "requirements" / "action.txt")
    _install(home, "--no-index", "--no-deps", wheel)
    (tmp_path / "issue.md").write_text(ISSUE)
    program = home / "bin" / "plangate"
    done = _run(program, "plan", "run", "issue.md", "--workspace", ".", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "Goal: Greet by name" in done.stdout


def _environment(home: Path) -> Path:
    subprocess.run([UV, "venv", "--quiet", "--clear", home, "--python", sys.executable], check=True)
    return home


def _install(home: Path, *what: str | Path) -> None:
    into: list[str | Path] = [UV, "pip", "install", "--quiet", "--python", home / "bin" / "python"]
    subprocess.run([*into, *what], check=True)


def _run(program: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments], cwd=cwd, capture_output=True, text=True, timeout=60, check=False
    )
