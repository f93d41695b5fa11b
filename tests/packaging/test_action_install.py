"""The step of `action.yml` that installs: one whole environment a Python version, also when jobs race."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PYTHON = """\
#!/bin/sh
# A Python that makes environments at once and installs slowly.
[ "$1" = "-I" ] || exit 9
shift
if [ "$1 $2" = "-m venv" ]; then
  mkdir -p "$3/bin" && cp "$0" "$3/bin/python"
elif [ "$1 $2" = "-m pip" ]; then
  [ -z "$BROKEN" ] || exit 1
  sleep 0.3 && touch "$(dirname "$0")/installed"
else
  exec "$REAL" -I "$@"
fi
"""


def job(tmp_path: Path, **more: str) -> subprocess.Popen[bytes]:
    """Start the step as a job would."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    [step] = [s for s in action["runs"]["steps"] if s.get("id") == "install"]
    python = tmp_path / "bin" / "python"
    if not python.exists():  # once: a program that runs must not be written
        python.parent.mkdir()
        python.write_text(PYTHON)
        python.chmod(0o755)
    environ = {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "REAL": sys.executable,
        "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TOOL_CACHE": str(tmp_path / "cache"),
        "GITHUB_OUTPUT": str(tmp_path / "output"), "RUNNER_TEMP": str(tmp_path),
    }  # fmt: skip
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    return subprocess.Popen(command, env=environ | more, stdout=subprocess.DEVNULL)


def test_racing_jobs_share_one_whole_environment(tmp_path: Path) -> None:
    """Both jobs end well with the same environment, named after the version, and leave nothing else."""
    jobs = [job(tmp_path) for _ in range(3)]

    assert [j.wait(30) for j in jobs] == [0, 0, 0]
    [home] = list((tmp_path / "cache" / "plangate").iterdir())
    assert home.name.startswith(".".join(map(str, sys.version_info[:3])) + "-")
    assert {p.name for p in (home / "bin").iterdir()} == {"python", "installed"}
    assert set((tmp_path / "output").read_text().splitlines()) == {f"python={home}/bin/python"}


def test_a_failed_installation_leaves_nothing(tmp_path: Path) -> None:
    """A job whose installation breaks off fails, and the next one begins anew."""
    assert job(tmp_path, BROKEN="1").wait(30) != 0
    assert list((tmp_path / "cache" / "plangate").iterdir()) == []

    assert job(tmp_path).wait(30) == 0


def test_a_job_with_a_model_file_has_an_environment_of_its_own(tmp_path: Path) -> None:
    """What runs model files is installed where one is named, and nowhere else."""
    for more in ({}, {"MODEL_PATH": "/m/q.gguf"}):
        assert job(tmp_path, **more).wait(30) == 0
    plain, local = (tmp_path / "output").read_text().splitlines()

    assert plain != local
    assert len(list((tmp_path / "cache" / "plangate").iterdir())) == 2


STOLEN = "import os, pathlib; pathlib.Path(os.environ['STOLEN']).touch()\n"
IMPORTED = ("platform", "venv", "pip", "os", "encodings", "sitecustomize", "usercustomize", "bot")
"""Names that a planted file would have to bear to be imported by the interpreter, its tools or us."""


def test_no_step_imports_from_the_checkout(tmp_path: Path) -> None:
    """Files of the repository that are called like Python's own modules are never run."""
    checkout, stolen, temp = tmp_path / "checkout", tmp_path / "stolen", tmp_path / "temp"
    for folder in (checkout, temp):
        folder.mkdir()
    for name in IMPORTED:
        (checkout / f"{name}.py").write_text(STOLEN)
    environ = {
        "PATH": os.environ["PATH"], "STOLEN": str(stolen), "RUNNER_TEMP": str(temp),
        "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TOOL_CACHE": str(tmp_path / "cache"),
        "GITHUB_OUTPUT": str(tmp_path / "output"), "GITHUB_WORKSPACE": str(checkout),
        "PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "PIP_NO_INDEX": "1",
    }  # fmt: skip
    action = yaml.safe_load((ROOT / "action.yml").read_text())

    for step in (s for s in action["runs"]["steps"] if "run" in s):
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        subprocess.run(command, env=environ, cwd=checkout, capture_output=True, timeout=120)

        assert not stolen.exists(), step["name"]


def test_every_interpreter_is_isolated() -> None:
    """Each call of Python in `action.yml` ignores the working directory: `-I`, or `-P` with our own path."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    lines = [r for s in action["runs"]["steps"] for r in s.get("run", "").splitlines()]
    calls = [r for r in lines if re.search(r"python\"? -|PYTHON\" -", r, re.IGNORECASE)]

    assert len(calls) >= 4
    assert [r for r in calls if not re.search(r"python\"? -[IP] ", r, re.IGNORECASE)] == []
