"""Executes a Dockerfile's steps in a clean folder, with no container engine.

Paths under the image's root become paths under the folder; every stage shares it, for they use different
paths. What would need root (chown), an engine (USER, HEALTHCHECK) or would change this machine (apt-get) is
not executed.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOTED = ("/src", "/opt/", "/var/lib/plangate")
DONE_BY_ENGINE = {
    "FROM",
    "LABEL",
    "USER",
    "VOLUME",
    "EXPOSE",
    "STOPSIGNAL",
    "HEALTHCHECK",
    "CMD",
    "ENTRYPOINT",
}


@dataclass(frozen=True)
class Step:
    """One instruction."""

    name: str
    text: str


def steps(path: Path) -> list[Step]:
    """The instructions of a Dockerfile, continued lines joined."""
    lines = [line for line in path.read_text().splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    found = [line.split(None, 1) for line in joined.splitlines() if line.strip()]
    return [Step(name, text) for name, text in found]


@dataclass
class Builder:
    """A folder that plays the image's file system."""

    context: Path
    root: Path
    env: dict[str, str]
    workdir: str = "/"
    ran: list[str] = field(default_factory=list)

    def build(self, dockerfile: Path) -> None:
        """Execute every step; an instruction nobody knows here is an error."""
        tools = self.root / "tools"
        tools.mkdir(parents=True)
        (tools / "python").symlink_to(sys.executable)
        self.env["PATH"] = f"{tools}:/usr/bin:/bin"
        for step in steps(dockerfile):
            if step.name in DONE_BY_ENGINE:
                continue
            getattr(self, f"_{step.name.lower()}")(step.text)

    def at(self, path: str) -> Path:
        """Where a path of the image is."""
        return self.root / str(Path(self.workdir) / path).lstrip("/")

    def _env(self, text: str) -> None:
        for pair in shlex.split(text):
            name, _, value = pair.partition("=")
            self.env[name] = value.replace("$PATH", self.env["PATH"]).replace(
                "/opt/", f"{self.root}/opt/"
            )

    def _workdir(self, text: str) -> None:
        self.workdir = text
        self.at("").mkdir(parents=True, exist_ok=True)

    def _copy(self, text: str) -> None:
        if text.startswith("--from="):
            return  # the stages share the folder
        *sources, target = text.split()
        for source in sources:
            here = self.context / source
            there = self.at(target) / ("" if here.is_dir() else here.name)
            there.parent.mkdir(parents=True, exist_ok=True)
            ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
            shutil.copytree(here, there, ignore=ignore) if here.is_dir() else shutil.copy(
                here, there
            )

    def _run(self, text: str) -> None:
        if text.startswith("apt-get"):
            return
        command = re.sub(r"(?<![\w.])(/src|/opt/|/var/lib/plangate)", rf"{self.root}\1", text)
        command = re.sub(r"&& chown \S+ \S+", "", command)
        subprocess.run(
            ["/bin/sh", "-ec", command],
            cwd=self.at(""),
            env=self.env,
            check=True,
            timeout=600,
            stdout=subprocess.DEVNULL,
        )
        self.ran.append(text)
