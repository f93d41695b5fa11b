"""`make release-check`: a release, rehearsed on this machine. Prints each step, what it saw, and its seconds.

Builds wheel and sdist, looks at their names, sizes and contents, reads the notes, installs the wheel in an
empty environment as a stranger would (this asks the package registry), runs `plangate init`, `plan run` and
`demo` from it, builds the image, and serves from it on PostgreSQL. Without a container engine the
Dockerfile's steps are executed in a folder instead, and that is said. `--tag v1.2.3`: the version has to be
that one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.packaging.dockerfile import Builder
from tests.service.crowd import wait_for
from tests.testbed.ports import free_port
from tests.testbed.postgres import running

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
UV = Path(sys.executable).with_name("uv")
MOST_BYTES = 2_000_000
"""A wheel or sdist above this carries something that does not belong there."""
EXTRAS = "server,postgres,demo"
START = (ROOT / "docs" / "start.md").read_text()
"""The page a stranger follows: what it shows has to be what is printed."""
[ISSUE] = re.findall(r"^```text\n(# .*?)^```$", START, re.MULTILINE | re.DOTALL)


class Refused(Exception):
    """What keeps this version from being released."""


@dataclass(frozen=True)
class Release:
    """A version, a scratch folder, and the tag that has to name the version."""

    version: str
    folder: Path
    tag: str = ""

    @property
    def wheel(self) -> Path:
        """Where the wheel is built to."""
        return DIST / f"plangate-{self.version}-py3-none-any.whl"

    @property
    def sdist(self) -> Path:
        """Where the source distribution is built to."""
        return DIST / f"plangate-{self.version}.tar.gz"

    @property
    def program(self) -> Path:
        """The installed program."""
        return self.folder / "installed" / "bin" / "plangate"

    @property
    def packed(self) -> Path:
        """The program as the image has it, where the image's steps were executed in a folder."""
        return self.folder / "image" / "opt" / "plangate" / "bin" / "plangate"


def version() -> str:
    """The version, which stands in pyproject.toml alone."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def names(release: Release) -> str:
    """The tag, where one is given, is the version's; the changelog's tool has the same one."""
    if release.tag and release.tag != f"v{release.version}":
        raise Refused(f"the tag {release.tag} is not v{release.version}")
    towncrier = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]
    if towncrier["version"] != release.version:
        raise Refused("[tool.towncrier] has another version than [project]")
    return f"version {release.version}"


def notes(release: Release) -> str:
    """The release notes: this version's part of CHANGELOG.md; for a tag no fragment may be left."""
    text = (ROOT / "CHANGELOG.md").read_text()
    found = re.search(rf"^## {re.escape(release.version)} .*?(?=^## |\Z)", text, re.M | re.S)
    left = sorted(p.name for p in (ROOT / "changelog.d").glob("*.md") if p.name != "README.md")
    if not found:
        raise Refused(f"CHANGELOG.md has no part for {release.version}: run towncrier build")
    if release.tag and left:
        raise Refused(f"{len(left)} fragments are not in CHANGELOG.md: run towncrier build")
    DIST.mkdir(exist_ok=True)
    (DIST / "notes.md").write_text(found[0])
    return f"{len(found[0].splitlines())} lines; {len(left)} fragments wait for the next release"


def built(release: Release) -> str:
    """Wheel and sdist, the wheel from the sdist, with nothing in them that does not belong there."""
    for old in DIST.glob("plangate-*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT))
    inside = zipfile.ZipFile(release.wheel).namelist()
    with tarfile.open(release.sdist) as archive:
        packed = [name.partition("/")[2] for name in archive.getnames()]
    for folder in ("templates", "workflows"):
        wanted = {p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file()}
        missing = {str(p) for p in wanted if f"bot/_{folder}/{p}" not in inside}
        if missing:
            raise Refused(f"the wheel lacks {sorted(missing)}")
    for name in (*inside, *packed):
        if re.search(r"(^|/)(node_modules|\.venv|__pycache__|\.env|.*\.pem)(/|$)", name):
            raise Refused(f"{name} does not belong in a release")
    for path in (release.wheel, release.sdist):
        if path.stat().st_size > MOST_BYTES:
            raise Refused(f"{path.name} has {path.stat().st_size} of at most {MOST_BYTES} bytes")
    return ", ".join(f"{p.name} {p.stat().st_size:,} bytes" for p in (release.wheel, release.sdist))


def installed(release: Release) -> str:
    """The wheel with the extras of a server and of the demo, in an empty environment."""
    home = release.program.parents[1]
    run(str(UV), "venv", "--quiet", str(home), "--python", sys.executable)
    run(
        str(UV), "pip", "install", "--quiet", "--python", str(home / "bin" / "python"),
        f"{release.wheel}[{EXTRAS}]",
    )  # fmt: skip
    return run(str(release.program), "--version", cwd=release.folder).strip()


def initialised(release: Release) -> str:
    """`plangate init` writes its files from the wheel, and says what docs/start.md shows."""
    fresh = release.folder / "fresh"
    workflows = fresh / ".github" / "workflows"
    workflows.mkdir(parents=True)
    (workflows / "ci.yml").write_text("name: CI\non: [push, pull_request]\n")
    pinned = f"OWNER/plangate@{'a' * 40}"
    as_shown(run(str(release.program), "init", "--action-ref", pinned, cwd=fresh))
    found = sorted(str(p.relative_to(fresh)) for p in fresh.rglob("plangate*.yml"))
    if ".github/plangate.yml" not in found:
        raise Refused(f"plangate init wrote {found}")
    return ", ".join(found)


def planned(release: Release) -> str:
    """`plangate plan run` plans the issue of docs/start.md from a file, as that page shows."""
    folder = release.folder / "planned"
    folder.mkdir()
    (folder / "issue.md").write_text(ISSUE)
    (folder / "hello.py").write_text("def greet():\n    return 'Hello'\n")
    said = run(str(release.program), "plan", "run", "issue.md", "--workspace", ".", cwd=folder)
    as_shown(said)
    return f"{len(said.splitlines())} lines"


def as_shown(said: str) -> None:
    """Raise Refused unless docs/start.md shows this, as a block of its own."""
    if f"```text\n{said.strip()}\n```" not in START:
        raise Refused(f"docs/start.md shows something else than\n{said}")


def demonstrated(release: Release) -> str:
    """`plangate demo` plays the whole story from the wheel, far from the checkout."""
    env = {"XDG_CACHE_HOME": str(release.folder / "cache")}
    said = run(str(release.program), "demo", cwd=release.folder, **env)
    return said.strip().splitlines()[-1].strip("─ ")


def image(release: Release) -> str:
    """The image where a container engine runs; else its steps, executed in a folder."""
    engine = next((e for e in ("docker", "podman") if _runs(e)), "")
    if engine:
        run(engine, "build", "--tag", f"plangate:{release.version}", str(ROOT))
        size = run(
            engine, "image", "inspect", "--format", "{{.Size}}", f"plangate:{release.version}"
        )
        return f"{engine} built plangate:{release.version}, {int(size):,} bytes"
    kept = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "UV_", "SSL_", "HOME"))}
    builder = Builder(ROOT, release.folder / "image", kept)
    builder.build(ROOT / "Dockerfile")
    run(str(release.packed), "serve", "--help", cwd=release.folder)
    return (
        f"no container engine runs here: the {len(builder.ran)} RUN steps were executed in a folder"
    )


def served(release: Release) -> str:
    """With what `./prepare` writes, a server and a worker of the image come up on PostgreSQL."""
    made = shutil.copytree(ROOT / "deploy", release.folder / "deploy")
    run("./prepare", "localhost", cwd=made)
    written = re.findall(r"^(PLANGATE_\w+)=(.+)$", (made / "app.env").read_text(), re.MULTILINE)
    program = str(release.packed if release.packed.exists() else release.program)
    began, took = time.monotonic(), 0.0
    with running(own=True) as postgres, ExitStack() as stack:
        given = {"GITHUB_TOKEN": "t", "PLANGATE_METRICS_PORT": "0", "XDG_STATE_HOME": str(made)}
        env = (
            _environment() | dict(written) | given | {"PLANGATE_DATABASE_URL": postgres.database()}
        )
        for command in (["serve", "--no-worker"], ["worker", "--port", "{port}"]):
            port = free_port()
            process = subprocess.Popen(
                [program, *(part.format(port=port) for part in command)],
                env=env | {"PLANGATE_PORT": str(port)}, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            stack.callback(process.wait, 60)
            stack.callback(process.terminate)
            wait_for(port)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
                json.load(answer)
            took = time.monotonic() - began
    return f"prepared; server and worker healthy after {took:.1f} s"


STEPS: tuple[Callable[[Release], str], ...] = (
    names, notes, built, installed, initialised, planned, demonstrated, image, served,
)  # fmt: skip


def run(*command: str, cwd: Path = ROOT, **env: str) -> str:
    """What a command prints. Raises Refused with the end of its output when it fails."""
    done = subprocess.run(
        command, cwd=cwd, env=_environment() | env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise Refused(f"{' '.join(command[:4])} … ended with {done.returncode}:\n{tail}")
    return done.stdout


def _environment() -> dict[str, str]:
    """The machine's environment without what would reach the installed program."""
    left_out = ("GITHUB_", "PLANGATE_", "PYTHON", "VIRTUAL_ENV")
    return {k: v for k, v in os.environ.items() if not k.startswith(left_out)}


def _runs(engine: str) -> bool:
    found = shutil.which(engine)
    return bool(found) and not subprocess.run([str(found), "info"], capture_output=True).returncode


def rehearsed(release: Release) -> Iterator[str]:
    """Each step in turn, with what it saw. Raises Refused."""
    for step in STEPS:
        began = time.monotonic()
        saw = step(release)
        yield f"ok   {step.__name__:13}{time.monotonic() - began:6.1f} s  {saw}"


def main(arguments: list[str]) -> int:
    """Rehearse; 1 where the release has to wait."""
    tag = arguments[arguments.index("--tag") + 1] if "--tag" in arguments else ""
    with tempfile.TemporaryDirectory(prefix="plangate-release-") as folder:
        try:
            for line in rehearsed(Release(version(), Path(folder), tag)):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
        except Refused as why:
            sys.stdout.write(f"NOT READY: {why}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
