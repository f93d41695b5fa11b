"""The steps of `action.yml` that install: one whole environment a Python version, also when jobs race."""

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
# A Python that fetches at once and installs slowly; it tells where it was started.
pwd >> "$RUNNER_TEMP/began"
[ "$1" = "-I" ] || exit 9
shift
case "$1 $2 $3" in
"-m pip download")
  echo x >> "$RUNNER_TEMP/fetched"
  [ -z "$BROKEN" ] || exit 1
  for last; do [ "$before" = "--dest" ] && mkdir -p "$last"; before="$last"; done ;;
"-m pip install")
  [ ! -e "$WHEELS/bad" ] || exit 1
  for last; do
    [ "$before" != "--target" ] || { mkdir -p "$last/bin"; cp "$UV" "$last/bin/uv"; }
    before="$last"
  done ;;
*) exec "$REAL" -I "$@" ;;
esac
"""
UV = """\
#!/bin/sh
for last; do :; done
if [ "$1" = "venv" ]; then mkdir -p "$last/bin"; touch "$last/bin/python"; exit; fi
for part; do case "$part" in */venv/bin/python) sleep 0.3; touch "${part%python}installed" ;; esac; done
"""


STOLEN = "import os, pathlib; pathlib.Path(os.environ['STOLEN']).touch()\n"
IMPORTED = ("platform", "venv", "pip", "os", "encodings", "sitecustomize", "usercustomize", "bot")
"""Names that a planted file would have to bear to be imported by the interpreter, its tools or us."""


def job(tmp_path: Path, **more: str) -> subprocess.Popen[bytes]:
    """Start the steps as a job would: outputs of the first one reach the other."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    steps = {s["id"]: s for s in action["runs"]["steps"] if "id" in s}
    for name, text in (("bin/python", PYTHON), ("uv", UV)):
        file = tmp_path / name
        if not file.exists():  # once: a program that runs must not be written
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
            file.chmod(0o755)
    environ = {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "REAL": sys.executable,
        "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TOOL_CACHE": str(tmp_path / "cache"),
        "RUNNER_TEMP": str(tmp_path), "UV": str(tmp_path / "uv"),
    }  # fmt: skip
    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"]
    named = tmp_path / "named"
    named.unlink(missing_ok=True)
    first = environ | {"GITHUB_OUTPUT": str(named)} | more
    subprocess.run([*shell, steps["name"]["run"]], env=first, check=True, timeout=30)
    given = dict(line.split("=", 1) for line in named.read_text().splitlines())
    second = environ | {n.upper(): v for n, v in given.items()} | more
    second["GITHUB_OUTPUT"] = str(tmp_path / "output")
    return subprocess.Popen(
        [*shell, steps["install"]["run"]], env=second, stdout=subprocess.DEVNULL
    )


def test_racing_jobs_share_one_whole_environment(tmp_path: Path) -> None:
    """Both jobs end well with the same environment, named after the version, and leave nothing else."""
    jobs = [job(tmp_path) for _ in range(3)]

    assert [j.wait(30) for j in jobs] == [0, 0, 0]
    [home] = list((tmp_path / "cache" / "plangate").iterdir())
    assert home.name.startswith(".".join(map(str, sys.version_info[:3])) + "-")
    assert {p.name for p in (home / "bin").iterdir()} == {"python", "installed"}
    assert set((tmp_path / "output").read_text().splitlines()) == {f"python={home}/bin/python"}


def test_a_failed_installation_leaves_nothing(tmp_path: Path) -> None:
    """A job whose installation breaks off fails, and the next one begins again."""
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


def test_wheels_that_an_earlier_run_kept_are_used_and_bad_ones_fetched_again(
    tmp_path: Path,
) -> None:
    """Good wheels of the cache ask no registry; what cannot be installed from them is fetched once more."""
    # issue 24; T11
    for name, fetched in (("good", 0), ("bad", 1)):
        folder = tmp_path / name
        (folder / "plangate-wheels").mkdir(parents=True)
        (folder / "plangate-wheels" / name).touch()

        assert job(folder).wait(30) == 0
        log = folder / "fetched"
        assert (len(log.read_text().split()) if log.exists() else 0) == fetched


def test_what_is_installed_has_its_locked_hash() -> None:
    """Whatever lies in the cache, pip and uv take only files with their locked hash."""
    # T11: a cache is shared with every other workflow
    text = (ROOT / "action.yml").read_text()
    calls = re.findall(r"pip install ([^\n]*(?:\\\n[^\n]*)?)", text)

    assert len(calls) == 2
    assert 'quiet="--quiet --disable-pip-version-check --require-hashes"' in text
    assert all("$here" in call for call in calls)
    assert all("$quiet" in call or "--require-hashes" in call for call in calls)


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


def test_every_interpreter_starts_outside_the_checkout(tmp_path: Path) -> None:
    """However a job ends, no Python is started in the folder that the steps begin in."""
    # issue 19: a second wall, should a call without -I or -P ever slip in
    assert job(tmp_path).wait(30) == 0
    last = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"][-1]["run"]
    environ = {"RUNNER_TEMP": str(tmp_path), "PYTHON": str(tmp_path / "bin" / "python")}
    assert subprocess.run(["bash", "-c", last], env=environ, timeout=30).returncode == 9

    began = (tmp_path / "began").read_text().split()
    assert began == [str(tmp_path)] * 5  # its version, download, install, rename and us


def test_every_interpreter_is_isolated() -> None:
    """Each call of Python in `action.yml` ignores the working directory: `-I`, or `-P` with our own path."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    lines = [r for s in action["runs"]["steps"] for r in s.get("run", "").splitlines()]
    calls = [r for r in lines if re.search(r"python\"? -|PYTHON\" -", r, re.IGNORECASE)]

    assert len(calls) >= 4
    assert [r for r in calls if not re.search(r"python\"? -[IP] ", r, re.IGNORECASE)] == []
