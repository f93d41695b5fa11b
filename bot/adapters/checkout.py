"""The checkout somebody stands in: its root, its repository, the issue of its branch. Reads small files."""

from __future__ import annotations

import re
from pathlib import Path

from bot.domain import links

LONGEST = 100_000
# As GitHub's own command line: a fork's issues are in the repository it was made from.
_REMOTES = ("upstream", "github", "origin")
_REMOTE = re.compile(r'\[remote "([^"\n]{1,100})"\]([^\[]*)')
_URL = re.compile(
    r"(?m)^[ \t]*url[ \t]*=[ \t]*(\S*?)[:/]([\w.-]{1,100}/[\w.-]{1,100}?)(?:\.git)?/?$"
)


def root_of(folder: Path) -> Path | None:
    """The root of the checkout that a folder is in; None outside of any."""
    here = folder.resolve()
    return next((f for f in (here, *here.parents) if (f / ".git").exists()), None)


def repository_of(folder: Path, host: str) -> str:
    """The repository of the checkout's remote on `host`, as owner/repo; empty where there is none."""
    git = _git(folder)
    config = _text((git / _text(git / "commondir").strip()) / "config") if git else ""
    urls = {name: _URL.search(lines) for name, lines in _REMOTE.findall(config)}
    listed = (url for name in (*_REMOTES, *urls) if (url := urls.get(name)))
    known = [url[2] for url in listed if not _is_elsewhere(url[1], host)]
    return known[0] if known else ""


def _is_elsewhere(before: str, host: str) -> bool:
    """Say whether what stands before owner/repo is another host; a name without a dot is an alias of ssh."""
    named = re.split("[:/]", before.rpartition("://")[2].rpartition("@")[2])[0].lower()
    wanted = host.partition(":")[0]
    return "." in named and named != wanted and not named.endswith(f".{wanted}")


def current_issue(folder: Path, host: str) -> str:
    """The issue that the current branch names, as owner/repo#12, or #12 where no remote is on `host`.

    Empty where the branch names none.
    """
    git = _git(folder)
    head = _text(git / "HEAD").strip() if git else ""
    branch = head.removeprefix("ref: refs/heads/")
    number = links.branch_issue(branch) if branch != head else None
    return f"{repository_of(folder, host)}#{number}" if number else ""


def _git(folder: Path) -> Path | None:
    """Where git keeps what it knows of this checkout; a second work tree's `.git` is a file that says so."""
    root = root_of(folder)
    if root is None:
        return None
    git = root / ".git"
    return root / _text(git).removeprefix("gitdir:").strip() if git.is_file() else git


def _text(file: Path) -> str:
    try:
        return file.read_bytes()[:LONGEST].decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
