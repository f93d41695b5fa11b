"""What git knows of a checkout. The only module that may start a process: read-only git, `gh auth token`.

The repository's own hooks and helpers are switched off, because a checkout may hold what strangers
wrote; nothing is fetched, and what was replaced (`git replace`) counts as it was committed.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.ports.explorer import Revision

TIMEOUT = 20.0
MOST_COMMITS = 4_000
_MOST_LOG = 16_000_000
_CHUNK = 1 << 20

# Nothing of the repository or the machine may choose a program: no hooks, monitor or pager.
_GIT = (
    *("git", "--no-pager", "-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false"),
    *("-c", "protocol.allow=never", "-c", "safe.directory=*"),
)
_TREE = ("ls-tree", "-r", "-l", "-z", "--full-tree", "--end-of-options")
_BATCH = ("cat-file", "--batch", "--buffer")
_LIST = ("ls-files", "-z", "--cached", "--stage")
_OTHERS = ("ls-files", "-z", "--others", "--exclude-standard")
# One commit: a mark, its id, its time, its message, a mark, and the files it changed.
_LOG = (
    *("log", "--no-merges", "--no-renames", "--no-ext-diff", "--no-textconv"),
    *("--no-show-signature", "--no-color", "--no-decorate", "--name-only"),
    "--format=%x01%H %ct%n%B%x02",
)
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_COUNT": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}


def newest_commit(git_dir: Path, rev: str = "HEAD") -> str:
    """The id of the commit a revision names; empty where there is no such repository or commit."""
    options = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}")
    found = b"".join(_records(options, git_dir, b"\n", 1) or [])
    name = found.decode("ascii", "replace").strip()
    return name if name.isalnum() else ""


def log(
    git_dir: Path, commit: str, most: int = MOST_COMMITS, paths: Sequence[str] = ()
) -> tuple[Revision, ...]:
    """The newest changes up to a commit; none where git refuses.

    With `paths` only changes of these files or folders, taken literally; each with all files it changed.
    """
    whole = ("--full-diff",) if paths else ()
    options = (*_LOG, *whole, "-n", str(most), "--end-of-options", commit, "--", *paths)
    records = _records(options, git_dir, b"\x01", most + 1) or []
    found = (_revision(record.decode("utf-8", "replace")) for record in records)
    return tuple(revision for revision in found if revision)


def tree(git_dir: Path, commit: str, most: int) -> dict[str, tuple[str, int]] | None:
    """The regular files of a commit, each with its object and size; None where git refuses.

    Objects that are not there (a partial clone) and names that cannot be printed are left out.
    """
    entries = _records((*_TREE, commit), git_dir, b"\0", most + 1)
    if entries is None:
        return None
    found = {}
    for entry in entries[:most]:
        facts, _, name = entry.partition(b"\t")
        mode, _, sha, size = (*facts.split(), b"", b"", b"", b"")[:4]
        path = name.decode("utf-8", "surrogateescape")
        if mode.startswith(b"100") and size.isdigit() and path.isprintable():
            found[path] = (sha.decode("ascii"), int(size))
    return found


def objects(git_dir: Path, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The contents of objects, in the order asked for; one that is not there is left out."""
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{name}\n" for name in names).encode("ascii"))
        asked.seek(0)
        with _started(_BATCH, git_dir, stdin=asked) as process:
            if process is None or process.stdout is None:
                return
            while line := process.stdout.readline():
                name, kind, size = (*line.split(), b"", b"", b"")[:3]
                if kind != b"missing" and size.isdigit():
                    yield name.decode("ascii"), process.stdout.read(int(size) + 1)[:-1]


def tracked(root: Path, most: int) -> list[str] | None:
    """The index's regular files; None where git is missing, slow or refuses."""
    entries = _records(_LIST, root / ".git", b"\0", most, root)
    if entries is None:
        return None
    split = (entry.partition(b"\t") for entry in entries if entry)
    return _printable(name for mode, _, name in split if mode.startswith(b"100"))


def others(root: Path, most: int) -> list[str] | None:
    """All files of a folder that is no repository and no `.gitignore` names: git knows its own rules."""
    with tempfile.TemporaryDirectory(prefix="plangate-") as empty:
        for name in ("objects", "refs"):
            (Path(empty) / name).mkdir()
        (Path(empty) / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
        found = _records(_OTHERS, Path(empty), b"\0", most, root)
    return None if found is None else _printable(n for n in found if n and not n.endswith(b"/"))


def _printable(names: Iterable[bytes]) -> list[str]:
    texts = (name.decode("utf-8", "surrogateescape") for name in names)
    return sorted({name for name in texts if name.isprintable()})


@contextlib.contextmanager
def _started(
    options: Sequence[str],
    git_dir: Path,
    work_tree: Path | None = None,
    stdin: IO[bytes] | int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes] | None]:
    """A running git, or None where there is none; it is killed when time is up, and at the end."""
    base = {"PATH": os.environ.get("PATH", os.defpath), "HOME": os.devnull}
    where = {"GIT_DIR": str(git_dir)} | ({"GIT_WORK_TREE": str(work_tree)} if work_tree else {})
    try:
        process = subprocess.Popen(
            [*_GIT, *options],
            cwd=work_tree if options is _OTHERS else "/",  # a checkout must not choose a program
            env={**base, **_ENVIRONMENT, **where},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        yield None
        return
    clock = threading.Timer(TIMEOUT, process.kill)
    clock.start()
    try:
        yield process
    finally:
        clock.cancel()
        if process.stdout:
            process.stdout.close()
        if process.poll() is None:
            process.kill()
        process.wait()


def _records(
    options: Sequence[str], git_dir: Path, mark: bytes, most: int, work_tree: Path | None = None
) -> list[bytes] | None:
    """What git prints, split at `mark`, no more than `most`; None where it is missing, slow or refuses."""
    with _started(options, git_dir, work_tree) as process:
        if process is None or process.stdout is None:
            return None
        found, enough = _split(process.stdout, mark, most)
        if enough:
            return found
        return None if process.wait() else found


def _split(stream: IO[bytes], mark: bytes, most: int) -> tuple[list[bytes], bool]:
    """The records so far, and whether there were enough; the last one may be cut."""
    found: list[bytes] = []
    rest, size = b"", 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        *whole, rest = (rest + chunk).split(mark)
        found += whole
        if len(found) >= most or (mark == b"\x01" and size > _MOST_LOG):
            return found[:most], True
    return [*found, rest][:most], False


def _revision(record: str) -> Revision | None:
    """Read one commit as `_LOG` prints it: id and time, message, a mark, files; None if it is cut."""
    head, _, rest = record.partition("\n")
    message, mark, names = rest.partition("\x02")
    commit, _, when = head.partition(" ")
    if not (mark and when.isascii() and when.isdecimal() and len(when) < 12):
        return None
    files = tuple(name for name in names.split("\n") if name)
    return Revision(commit, datetime.fromtimestamp(int(when), UTC), message, files)


def signed_in_token(host: str) -> str:
    """What `gh auth token` prints for a host; empty where there is no gh, or nobody has signed in.

    https://cli.github.com/manual/gh_auth_token
    """
    try:
        ran = subprocess.run(
            ["gh", "auth", "token", "--hostname", host],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    text = ran.stdout.decode("ascii", "replace").strip()
    return text if not ran.returncode and re.fullmatch("[!-~]{1,500}", text) else ""
