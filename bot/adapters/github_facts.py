"""GitHub's JSON turned into facts; nothing here asks or decides."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.domain import markers
from bot.domain.added_tests import UNREAD, added_in
from bot.domain.facts import (
    Check,
    Comment,
    Commit,
    FileChange,
    Issue,
    Permission,
    Person,
    Pull,
    Repository,
    Review,
)
from bot.domain.listing import Reading
from bot.domain.people import GHOST
from bot.ports.github import Changed, Labelled

Json = Mapping[str, Any]

WEB_FLOW = "web-flow"
"""The committer of what GitHub's own pages make and sign, for the account that is the author.

A signature of anybody else is verified against the keys of the committer's account.
https://docs.github.com/en/authentication/managing-commit-signature-verification/about-commit-signature-verification
"""
# A commit status in the words of a check run.
_STATUS = {"success": "success", "failure": "failure", "error": "failure"}
# `push` and `pull` are what the booleans call write and read.
_GRANTS = (
    ("admin", Permission.ADMIN),
    ("maintain", Permission.MAINTAIN),
    ("push", Permission.WRITE),
    ("triage", Permission.TRIAGE),
    ("pull", Permission.READ),
)


def repository(row: Json) -> Repository:
    """A repository; its name may differ from the one asked for when it was renamed."""
    private = bool(row.get("private"))
    return Repository(row["full_name"], row["id"], row["default_branch"], private)


def issue(row: Json) -> Issue:
    """An issue; a missing body counts as an empty one."""
    return Issue(
        number=row["number"],
        title=row["title"],
        body=row["body"] or "",
        author=person(row["user"]),
        created_at=moment(row["created_at"]),
        labels=frozenset(_label(entry) for entry in row["labels"]),
        assignees=tuple(one["login"] for one in row.get("assignees") or ()),
        state=row["state"],
        locked=bool(row.get("locked")),
        url=row["html_url"],
        parent=parent(row),
        reason=row.get("state_reason") or "",
        node_id=row.get("node_id") or "",
    )


def changed(row: Json) -> Changed:
    """What GitHub's list of issues and pull requests tells a sweep."""
    return Changed(
        number=row["number"],
        is_pull="pull_request" in row,
        at=moment(row["updated_at"]),
        labels=frozenset(_label(entry).casefold() for entry in row["labels"]),
        ours=markers.BLOCK in (row["body"] or ""),
        talk=row["comments"] > 0,
    )


def parent(row: Json) -> int:
    """The issue of the same repository that this one is a sub-issue of."""
    above, _, number = str(row.get("parent_issue_url") or "").rpartition("/issues/")
    here = above.lower() == str(row.get("repository_url") or above).lower()
    return int(number) if here and number.isdigit() else 0


def comment(row: Json, login: str) -> Comment:
    """A comment; `ours` when the account `login` wrote it."""
    author = person(row["user"])
    return Comment(
        id=row["id"],
        author=author,
        body=row["body"] or "",
        created_at=moment(row["created_at"]),
        updated_at=moment(row["updated_at"]),
        association=row.get("author_association") or "NONE",
        ours=author.login.lower() == login.lower(),
        url=row["html_url"],
        node_id=row.get("node_id") or "",
    )


def pull(row: Json) -> Pull:
    """A pull request, from its own page or from a list (lists have no `merged`)."""
    return Pull(
        number=row["number"],
        title=row["title"],
        body=row["body"] or "",
        author=person(row["user"]),
        state=row["state"],
        merged=bool(row.get("merged") or row.get("merged_at")),
        draft=bool(row.get("draft")),
        head_sha=row["head"]["sha"],
        head_ref=row["head"]["ref"],
        base_ref=row["base"]["ref"],
        base_sha=row["base"]["sha"],
        url=row["html_url"],
        created_at=moment(row["created_at"]),
        merged_at=moment(row["merged_at"]) if row.get("merged_at") else None,
        labels=frozenset(_label(entry) for entry in row.get("labels") or ()),
        changed_files=row.get("changed_files") or 0,
        commit_count=row.get("commits") or 0,
        fork=_fork(row),
        cut=frozenset({Reading.LINKS} if row.get("cut") else ()),
        node_id=row.get("node_id") or "",
    )


def _fork(row: Json) -> bool:
    """Say whether the head stands elsewhere; a deleted fork has no repository any more."""
    head, base = row["head"].get("repo"), row["base"].get("repo")
    return head is None or base is None or head["id"] != base["id"]


def file(row: Json) -> FileChange:
    """A changed file; of a large change GitHub shows no patch.

    https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files
    """
    patch = row.get("patch")
    unread = not patch and (row.get("additions") or 0) > 0
    return FileChange(
        path=row["filename"],
        status=row["status"],
        before=row.get("previous_filename") or "",
        added=UNREAD if unread else added_in(row["filename"], patch or ""),
    )


def commit(row: Json) -> Commit:
    """A commit; `author` is empty where GitHub knows no account for it."""
    author, committer = _login(row.get("author")), _login(row.get("committer"))
    verified = (row["commit"].get("verification") or {}).get("verified") is True
    signer = author if committer == WEB_FLOW else committer
    return Commit(
        sha=row["sha"],
        message=row["commit"]["message"] or "",
        author=author,
        committer="" if committer == WEB_FLOW else committer,
        signer=signer if verified else "",
    )


def _login(row: Json | None) -> str:
    return str((row or {}).get("login") or "")


def review(row: Json) -> Review:
    """A review; pending ones have no time."""
    submitted = row.get("submitted_at")
    return Review(
        id=row["id"],
        author=person(row["user"]),
        state=row["state"].upper(),
        commit_id=row.get("commit_id") or "",
        submitted_at=moment(submitted) if submitted else None,
    )


def labelled(row: Json) -> Labelled:
    """Who gave a label."""
    name, by = row["label"]["name"].casefold(), row["actor"]["login"]
    return Labelled(name, by, moment(row["created_at"]))


def run(row: Json) -> Check:
    """A check run."""
    output, slug = row.get("output") or {}, (row.get("app") or {}).get("slug")
    return Check(
        name=row["name"],
        status=row["status"],
        conclusion=row["conclusion"] or "",
        app_id=(row.get("app") or {}).get("id") or 0,
        by=f"{slug}[bot]" if slug else "",
        url=row.get("html_url") or "",
        external_id=row.get("external_id") or "",
        id=row["id"],
        title=output.get("title") or "",
        summary=output.get("summary") or "",
    )


def status(row: Json) -> Check:
    """A commit status, told like a check run."""
    conclusion = _STATUS.get(row["state"], "")
    return Check(
        name=row["context"],
        status="completed" if conclusion else "in_progress",
        conclusion=conclusion,
        by=_login(row.get("creator")),
        is_run=False,
        url=row.get("target_url") or "",
        id=row.get("id") or 0,
        title=row.get("description") or "",
    )


def permission(row: Json) -> Permission:
    """The highest grant of a person; custom roles count as what they include.

    https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
    """
    granted = (row.get("user") or {}).get("permissions")
    if granted:
        held = (level for name, level in _GRANTS if granted.get(name))
        return next(held, Permission.NONE)
    for name in (row.get("role_name"), row.get("permission")):
        if name in set(Permission):
            return Permission(name)
    return Permission.NONE


def person(row: Json | None) -> Person:
    """An account; nobody is named for a deleted one."""
    if not row:
        return Person(GHOST)
    return Person(row["login"], row["id"], row.get("type") == "Bot")


def moment(text: str) -> datetime:
    """A time as GitHub writes it."""
    return datetime.fromisoformat(text)


def _label(entry: str | Json) -> str:
    return entry if isinstance(entry, str) else str(entry["name"])
