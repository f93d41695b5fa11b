"""What commands read: requests, lists and policies from files, with an error for each misfit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from bot.domain import codec
from bot.domain.facts import PolicyBroken
from bot.domain.policy import POLICY_PATH, Policy
from bot.domain.record import Record
from bot.errors import ConfigError, RecordError, UsageError, cause
from bot.ports.world import Workspace
from bot.wiring.local import workspace_at

LARGEST_REQUEST = 1_000_000
LARGEST_LIST = 10_000_000  # many issues or comments, or a record

Rows = list[dict[str, object]]
PATH = click.Path(path_type=Path, readable=False)
"""The type of an argument: what is wrong with it, is said here."""


def record(name: str, saved: str) -> Record:
    """A record from its JSON; `name` is its file. Raises UsageError for one that is invalid or newer."""
    try:
        return codec.from_json(saved)
    except RecordError as problem:
        remedy = f"`plangate record validate {name}` lists the errors"
        if problem.code == codec.NEWER:
            remedy = problem.remedy
        elif problem.code == "PLANGATE-RECORD-001":
            remedy = "Save it again with `plangate record show`"
        raise UsageError(problem.code, f"{name}: {problem.what}", remedy) from problem


def text(path: Path, kind: str = "Markdown") -> str:
    """The text of a TARGET that is a file. Raises UsageError for one that cannot be read.

    `kind` says of what kind it should be: Markdown, or JSON, which may be longer.
    """
    if path.is_dir() and kind == "Markdown":
        what = f"{path} is a folder"
        remedy = "Name a Markdown file, and pass the folder with --workspace"
        raise UsageError("PLANGATE-CLI-012", what, remedy)
    try:
        return _content(path, LARGEST_REQUEST if kind == "Markdown" else LARGEST_LIST)
    except (OSError, ValueError) as problem:
        what, remedy = f"{path} cannot be read ({cause(problem)})", f"Name a {kind} file"
        if isinstance(problem, FileNotFoundError):
            what = f"{path} is neither an issue nor an existing file"
            remedy = f"Write owner/repo#12, its URL, 12 in a checkout, or the name of a {kind} file"
        elif isinstance(problem, PermissionError):
            remedy = "Check the path and the permissions"
        elif isinstance(problem, UnicodeDecodeError):
            remedy = "Save it as UTF-8 text"
        raise UsageError("PLANGATE-CLI-002", what, remedy) from problem


def output(path: Path) -> str:
    """The text of a FILE that another program wrote. Raises UsageError for one that cannot be read."""
    try:
        return _content(path, LARGEST_LIST)
    except (OSError, UnicodeDecodeError) as problem:
        what = f"{path} cannot be read ({cause(problem)})"
        binary = isinstance(problem, UnicodeDecodeError)
        remedy = "Save it as UTF-8 text" if binary else "Check the path and the permissions"
        raise UsageError("PLANGATE-CLI-017", what, remedy) from problem


def _content(path: Path, largest: int) -> str:
    """The text of a file, or of the standard input for `-`, as far as it may be long."""
    if str(path) == "-":
        return sys.stdin.buffer.read(largest).decode("utf-8-sig")
    if path.stat().st_size > largest:
        what = f"{path} is larger than {largest // 1_000_000} MB"
        raise UsageError("PLANGATE-CLI-009", what, "Shorten it")
    return path.read_text(encoding="utf-8-sig")


def data(path: Path, text_: str, remedy: str) -> Any:
    """What the JSON in a file says. Raises UsageError, with this remedy, for anything else."""
    try:
        return json.loads(text_)
    except (ValueError, RecursionError) as problem:
        what = f"{'the standard input' if path.name == '-' else path.name} is not JSON"
        if isinstance(problem, json.JSONDecodeError):
            what += f" (line {problem.lineno}, column {problem.colno})"
        raise UsageError("PLANGATE-CLI-003", what, remedy) from problem


def rows(path: Path | None, printed_by: str) -> Rows:
    """The objects of a JSON list; none without a file. Raises UsageError for anything else.

    `printed_by` is a command that prints such a list.
    """
    if path is None:
        return []
    remedy = f"Save a JSON list, such as `{printed_by}` prints"
    found = data(path, output(path), remedy)
    if not isinstance(found, list) or not all(isinstance(r, dict) for r in found):
        raise UsageError("PLANGATE-CLI-004", f"{path.name} is not a list of objects", remedy)
    return found


def tell_unread(folder: Path | None, paths: Sequence[str]) -> None:
    """Say on standard error that no file of a repository was read, where there are no paths."""
    if not paths:
        why = "this folder is not in a git checkout. Name a folder with --workspace DIR"
        if folder:
            why = (
                f"the folder {folder} has no files, or git does not track them. In a git repository, "
                "run `git add FILE` first"
            )
        click.echo(f"No repository files were read: {why}", err=True)


def workspace(root: Path | None) -> Workspace | None:
    """The folder as a workspace, if one is given. Raises UsageError for anything but a folder."""
    if root is None:
        return None
    if not root.is_dir():
        there = "is not a folder" if root.exists() else "does not exist"
        what = f"the workspace {root} {there}"
        raise UsageError("PLANGATE-CLI-016", what, "Name the folder of a repository")
    if not os.access(root, os.R_OK | os.X_OK):
        what = f"the workspace {root} is not readable"
        raise UsageError("PLANGATE-CLI-016", what, "Fix its permissions")
    return workspace_at(root)


def policy(root: Path | None) -> Policy:
    """The policy in a folder, or the defaults. Raises ConfigError, with each line, for a broken one."""
    if root is None:
        return Policy()
    file = root / POLICY_PATH
    inside = file.resolve().is_relative_to(root.resolve())
    return read_policy(file) if file.is_file() and inside else Policy()


def read_policy(file: Path) -> Policy:
    """The policy in a file. Raises ConfigError where it cannot be read, or with all that is wrong in it."""
    try:
        found = _content(file, LARGEST_REQUEST)
    except (OSError, ValueError) as problem:
        gone = "Create one with `plangate init`; without a file the defaults apply"
        gone = gone if file.match(POLICY_PATH) else "Correct the name"
        remedy = "Save it as UTF-8 text, or remove it" if file.is_file() else gone
        what = f"{file} cannot be read ({cause(problem)})"
        raise ConfigError("PLANGATE-CONFIG-006", what, remedy) from problem
    from bot.domain import policy_text  # most folders have none

    parsed = policy_text.parse(found, str(file))
    if isinstance(parsed, PolicyBroken):
        lines = tuple(map(str, (parsed, *parsed.more)))
        remedy = "Correct that line" if len(lines) == 1 else "Correct these lines"
        raise ConfigError("PLANGATE-CONFIG-001", "; ".join(lines), remedy, lines[1:] and lines)
    return parsed
