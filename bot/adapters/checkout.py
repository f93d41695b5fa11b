"""The checkout somebody stands in: which repository and issue its branch is about. Reads two small files."""

from __future__ import annotations

import re
from pathlib import Path

from bot.domain import links

LONGEST = 100_000
_ORIGIN = re.compile(r'\[remote "origin"\]([^\[]*)')
_URL = re.compile(r"(?m)^[ \t]*url[ \t]*=[ \t]*\S*?[:/]([\w.-]{1,100}/[\w.-]{1,100}?)(?:\.git)?/?$")


def current_issue(folder: Path) -> str | None:
    """The issue that the current branch names, as owner/repo#12; None where it names none."""
    git = folder / ".git"
    head = _text(git / "HEAD").strip()
    number = (
        links.branch_issue(head.removeprefix("ref: refs/heads/")) if "refs/heads/" in head else None
    )
    origin = _ORIGIN.search(_text(git / "config"))
    url = _URL.search(origin[1]) if origin else None
    return f"{url[1]}#{number}" if url and number else None


def _text(file: Path) -> str:
    try:
        return file.read_bytes()[:LONGEST].decode("utf-8", "replace")
    except OSError:
        return ""
