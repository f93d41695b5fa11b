"""`plangate init [DIR]`: write the starter workflow and a configuration into a repository."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import environ
from pathlib import Path

import click
import yaml

import bot
from bot import settings
from bot.errors import UsageError, cause, unwritten

WORKFLOW, HEARD, CONFIG = "plangate.yml", "plangate-heard.yml", "config.yml"
OURS = ("plangate", "plangate heard")
PLACEHOLDER = "your-org/plangate@0000000000000000000000000000000000000000"
_NAMES = '    workflows: ["plangate heard", "CI"]'
_FORCE = "--force overwrites it"
_SET = " # set by `plangate init --action-ref`"
_REPOSITORY = r"([\w.-]{1,100}/[\w.-]{1,100})"
_REF = re.compile(rf"{_REPOSITORY}@[0-9a-f]{{40}}")
_TAG = re.compile(rf"{_REPOSITORY}@(v[0-9][\w.-]{{0,50}})")


@click.command()
@click.argument("directory", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--action-ref",
    help="The action to use: OWNER/REPO@v1.2.3, or OWNER/REPO@ and a full commit SHA.",
)
@click.option("--force", is_flag=True, help="Overwrite existing files, including your policy.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def init(directory: Path, action_ref: str | None, force: bool, as_json: bool) -> None:
    """Write .github/plangate.yml and two workflows into DIRECTORY.

    If you name a tag, the workflow pins the commit of the tag, and shows the tag in a comment.
    """
    action_ref = pinned(action_ref) if action_ref else None
    if not directory.is_dir():
        raise _unusable(directory, "the folder does not exist")
    names = workflow_names(directory / ".github" / "workflows")
    files = []
    for file in _files(directory, names, action_ref, force):
        files.append(file)
        if not as_json:
            click.echo(file.line)
    heard = [name for name in names if name in _listed(files[0].text)]
    then = list(_next(files[0].text, [name for name in names if name not in heard]))
    if as_json:
        rows = [{"path": str(f.path), "written": f.written, "remedy": f.remedy} for f in files]
        click.echo(json.dumps({"files": rows, "workflows": heard, "next": then}))
    else:
        click.echo("\n".join([_source(names, heard), *then]))


@dataclass(frozen=True, slots=True)
class _File:
    """A file of ours: what it holds now, whether we wrote it, and how to have it written."""

    path: Path
    text: str
    written: bool = True
    remedy: str = ""

    @property
    def line(self) -> str:
        if self.written:
            return f"wrote  {self.path}"
        return f"kept   {self.path}" + (f" ({self.remedy})" if self.remedy else "")


def _files(
    directory: Path, names: list[str], action_ref: str | None, force: bool
) -> Iterator[_File]:
    """Write the files one by one; the workflow comes first. Raises UsageError."""
    workflows = directory / ".github" / "workflows"
    text = workflow(starter(WORKFLOW), names, action_ref or PLACEHOLDER)
    yield _workflow(workflows / WORKFLOW, text, action_ref, force)
    yield _write(workflows / HEARD, starter(HEARD), force)
    yield _write(directory / ".github" / "plangate.yml", starter(CONFIG), force)


def _source(names: list[str], heard: list[str]) -> str:
    """From which CI workflows results come; without any, when they are seen instead."""
    if heard:
        return f"CI results come from: {', '.join(heard)}"
    none = (
        "The workflow does not start after any CI workflow" if names else "No CI workflow was found"
    )
    later = "" if names else ". Once there is one, `plangate init` says which line to add"
    return f"{none}: plangate sees CI results only at the next event or sweep (four sweeps a day){later}"


def _next(held: str, unheard: list[str]) -> Iterator[str]:
    """What a person does afterwards; `unheard` are CI workflows that the workflow does not name."""
    if unheard:
        named = ", ".join(json.dumps(name, ensure_ascii=False) for name in unheard)
        yield f"Add {named} to the list `workflows:` in .github/workflows/{WORKFLOW}"
    if PLACEHOLDER in held:
        run = "run `plangate init --action-ref OWNER/REPO@v1.2.3`"
        yield f"Replace {PLACEHOLDER} in the workflow: {run}"
    yield "Commit the files, label an issue `plan`, and require the check `plangate`"


def pinned(action_ref: str, commit: Callable[[str, str], str] | None = None) -> str:
    """`OWNER/REPO@SHA`, for a tag with the tag behind it. Raises UsageError, GitHubError."""
    if _REF.fullmatch(action_ref):
        return action_ref
    tagged = _TAG.fullmatch(action_ref)
    if not tagged:
        what = f"{action_ref!r} names neither a version nor a commit"
        remedy = "Write OWNER/REPO@v1.2.3, or OWNER/REPO@ and the full 40-digit commit SHA"
        raise UsageError("PLANGATE-INIT-001", what, remedy)
    repository, tag = tagged.groups()
    return f"{repository}@{(commit or _asked)(repository, tag)} # {tag}"


def _asked(repository: str, tag: str) -> str:
    from bot.wiring.setup import commit_of

    configured = settings.from_environ(environ)
    return commit_of(configured.github_url, repository, tag, configured.token)


def workflow(text: str, names: list[str], action_ref: str) -> str:
    """The starter workflow for a repository with these CI workflows."""
    listed = f"    workflows: {json.dumps([OURS[1], *names], ensure_ascii=False)}"
    return _filled(text.replace(_NAMES, listed), action_ref)


def _filled(text: str, action_ref: str) -> str:
    if action_ref == PLACEHOLDER:
        return text
    return text.replace(PLACEHOLDER + _SET, action_ref).replace(PLACEHOLDER, action_ref)


def workflow_names(folder: Path) -> list[str]:
    """The names of the workflows in a folder that run on pushes or pull requests, ours left out."""
    found = []
    for path in sorted([*folder.glob("*.yml"), *folder.glob("*.yaml")]):
        try:
            data = yaml.safe_load(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, yaml.YAMLError):
            continue
        ours = path.name in (WORKFLOW, HEARD)
        if not isinstance(data, dict) or ours or data.get("name") in OURS:
            continue
        if _runs_on_changes(data):
            found.append(str(data.get("name") or f".github/workflows/{path.name}"))
    return found


def _listed(text: str) -> list[str]:
    """The names after `workflows:` of a workflow that may have been edited; none where it is not YAML."""
    try:
        data = yaml.safe_load(text)
        names = data.get("on", data.get(True))["workflow_run"]["workflows"]
    except (ValueError, TypeError, KeyError, AttributeError, yaml.YAMLError):
        return []
    return names if isinstance(names, list) else [names]


def starter(name: str) -> str:
    """A file of `workflows/`, from the wheel or the checkout."""
    package = Path(bot.__file__).resolve().parent
    packed = package / "_workflows"
    folder = packed if packed.is_dir() else package.parent / "workflows"
    return (folder / name).read_text(encoding="utf-8")


def _runs_on_changes(data: dict[object, object]) -> bool:
    # YAML 1.1 reads the key `on` as true
    events = data.get("on", data.get(True))
    named = [events] if isinstance(events, str) else events
    if not isinstance(named, list | dict):
        return False
    return any(event in ("push", "pull_request", "merge_group") for event in named)


def _workflow(path: Path, text: str, action_ref: str | None, force: bool) -> _File:
    """Write the workflow; in one that is there only the placeholder is replaced."""
    if force or not path.exists():
        return _write(path, text, force)
    held = _read(path)
    if action_ref and PLACEHOLDER in held:
        return _write(path, _filled(held, action_ref), force=True)
    other = action_ref and action_ref.partition(" ")[0] not in held
    remedy = f"to use {action_ref}: change its line `uses:`, or --force overwrites it"
    return _File(path, held, written=False, remedy=remedy if other else _FORCE)


def _write(path: Path, text: str, force: bool) -> _File:
    if path.exists() and not force:
        return _File(path, text, written=False, remedy=_FORCE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise _unusable(path, unwritten(problem)) from problem
    return _File(path, text)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise _unusable(path, cause(problem)) from problem


def _unusable(path: Path, why: str) -> UsageError:
    remedy = "Name a folder of a repository that you may write to"
    return UsageError("PLANGATE-INIT-003", f"{path} cannot be written: {why}", remedy)
