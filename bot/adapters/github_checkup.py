"""A repository checked for `plangate doctor`: may we in, with what, and does our check guard merges?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.adapters.github_client import GitHubClient
from bot.domain.verdict import CHECK
from bot.errors import GitHubError, NotFound
from bot.ports.diagnosis import Diagnosis

SOURCE = "your App, or GitHub Actions where you run the Action"
OPTIONAL = ("actions", "merge_queues")
"""Permissions that few need: to look into workflow runs, and for merge queues."""


def repository(client: GitHubClient, label: str) -> Iterator[Diagnosis]:
    """What a repository is like. Raises GitHubError where it cannot be read."""
    row = client.repository()
    yield Diagnosis("ok", f"{client.full_name} can be read")
    if row.get("archived"):
        what = "the repository is archived, so nothing can be written"
        yield Diagnosis("wrong", what, "Unarchive it")
    if row.get("has_issues") is False:
        what = "issues are switched off"
        yield Diagnosis("wrong", what, "Switch them on in the repository's settings")
    yield _labels(client, label)
    yield from _guard(client, str(row.get("default_branch") or "main"))


def permissions(granted: Mapping[str, str], wanted: Mapping[str, str]) -> Iterator[Diagnosis]:
    """What the App was granted, against what it wants."""
    levels = ("", "read", "write", "admin")
    for name, level in wanted.items():
        if levels.index(granted.get(name, "")) < levels.index(level):
            state = "note" if name in OPTIONAL else "wrong"
            remedy = "Grant it in the App's settings; the installation's owner must accept"
            yield Diagnosis(state, f"the App lacks the permission {name}: {level}", remedy)
    more = sorted(name for name in granted if name not in wanted)
    if more:
        remedy = "Remove them in the App's settings"
        what = f"the App has more permissions than it needs: {', '.join(more)}"
        yield Diagnosis("note", what, remedy)


def _labels(client: GitHubClient, label: str) -> Diagnosis:
    try:
        client.get("/repos/{repo}/labels/{label}", label=label)
    except NotFound:
        remedy = f"Create it: `gh label create {label} --repo {client.full_name}`"
        return Diagnosis("wrong", f"the label {label!r} does not exist", remedy)
    except GitHubError as problem:
        return Diagnosis("wrong", f"{problem.code}: {problem.what}", problem.remedy)
    return Diagnosis("ok", f"the label {label!r} exists")


def _guard(client: GitHubClient, branch: str) -> Iterator[Diagnosis]:
    """Say whether merging into the default branch needs our check, from our App alone."""
    apps = [*_by_ruleset(client, branch)]
    try:
        protection = client.get("/repos/{repo}/branches/{branch}/protection", branch=branch)
    except GitHubError as problem:
        if not apps and problem.code != "PLANGATE-GITHUB-004":
            yield Diagnosis(
                "note", f"this token cannot read whether {branch} requires the check {CHECK!r}",
                f"Look at its protection yourself: it must require {CHECK!r} from one source ({SOURCE})",
            )  # fmt: skip
            return
        protection = {}
    required = (protection or {}).get("required_status_checks") or {}
    rows = required.get("checks") or [{"context": c} for c in required.get("contexts") or ()]
    apps += [row.get("app_id") for row in rows if row.get("context") == CHECK]
    yield from _pinned(branch, apps)
    if protection and not (protection.get("enforce_admins") or {}).get("enabled"):
        remedy = "Switch on `Do not allow bypassing the above settings`"
        yield Diagnosis("note", f"administrators may bypass the protection of {branch}", remedy)


def _by_ruleset(client: GitHubClient, branch: str) -> Iterator[int | None]:
    try:
        rules: list[dict[str, Any]] = client.get(
            "/repos/{repo}/rules/branches/{branch}", branch=branch
        )
    except GitHubError:
        return
    for rule in rules or ():
        if rule.get("type") == "required_status_checks":
            for row in (rule.get("parameters") or {}).get("required_status_checks") or ():
                if row.get("context") == CHECK:
                    yield row.get("integration_id")


def _pinned(branch: str, apps: list[int | None]) -> Iterator[Diagnosis]:
    if not apps:
        remedy = f"Require the status check {CHECK!r} in a ruleset or branch protection (source: {SOURCE})"
        yield Diagnosis("wrong", f"merging into {branch} does not need the check {CHECK!r}", remedy)
    elif all(app in (None, -1) for app in apps):
        remedy = f"Choose the expected source of the required check: {SOURCE}"
        what = f"every workflow of {branch} may create the check {CHECK!r}"
        yield Diagnosis("wrong", what, remedy)
    else:
        yield Diagnosis("ok", f"merging into {branch} needs the check {CHECK!r} from one App")
