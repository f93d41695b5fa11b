"""`plangate context`: the files of a repository that a text is probably about."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from bot.entrypoints import reading
from bot.errors import UsageError
from bot.wiring.local import index_of, newest_commit, root_of

LARGEST_TEXT = 1_000_000
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.option(
    "--workspace",
    type=_FOLDER,
    metavar="DIR",
    help="The repository's folder. Default: this checkout.",
)
@click.option(
    "--git-dir",
    type=_FOLDER,
    metavar="DIR",
    help="Read the history in this git directory.  [default: the folder's]",
)
@click.option(
    "--rev", default="HEAD", show_default=True, help="Read the history up to this commit."
)
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="How many files to list.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with scores.")
def context(  # noqa: PLR0913 - one parameter an option
    file: Path, workspace: Path | None, git_dir: Path | None, rev: str, top: int, as_json: bool
) -> None:
    """List the repository files that the text in FILE is probably about, best match first."""
    text = _text(file)
    root = workspace or root_of(Path.cwd())
    if root is None:
        what = "this folder is not in a git checkout"
        raise UsageError("PLANGATE-CONTEXT-004", what, "Name a folder with --workspace DIR")
    if not text.strip():
        what = f"{file} is empty"
        raise UsageError("PLANGATE-CONTEXT-006", what, "Describe in it what should change")
    history = git_dir or root / ".git"
    if (git_dir or rev != "HEAD") and not newest_commit(history, rev):
        what = f"{history} is not a git directory, or has no commit {rev}"
        raise UsageError("PLANGATE-CONTEXT-005", what, "Correct --git-dir or --rev")
    index = index_of(root, git_dir, rev)
    found = index.ranked(text)[:top]
    counters = index.counters
    if as_json:
        files = [{"path": r.path, "score": round(r.score, 3)} for r in found]
        click.echo(json.dumps({"files": files, "telemetry": asdict(counters)}, indent=2))
    else:
        for ranked in found:
            click.echo(ranked.path)
    reading.tell_unread(root, index.workspace.paths())
    if counters.cut:
        click.echo(
            f"PLANGATE-CONTEXT-001: the tree has more than {counters.listed} files; the others were "
            "not looked at. Name a folder of it as --workspace.",
            err=True,
        )


def _text(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.buffer.read(LARGEST_TEXT).decode("utf-8-sig", "replace")
    try:
        if path.stat().st_size <= LARGEST_TEXT:
            return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as problem:
        what = f"{path} cannot be read"
        raise UsageError("PLANGATE-CONTEXT-002", what, "Check its permissions") from problem
    what = f"{path} is larger than {LARGEST_TEXT // 1_000_000} MB"
    raise UsageError("PLANGATE-CONTEXT-003", what, "Remove what is not needed")
