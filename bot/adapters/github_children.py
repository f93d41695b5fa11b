"""Sub-issues and dependencies through GitHub's REST API: the port `Children`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.adapters.github_account import Account
from bot.adapters.github_client import GitHubClient
from bot.adapters.github_errors import Unanswered
from bot.adapters.github_facts import issue, moment, parent, person
from bot.adapters.github_pages import listed
from bot.domain.children import Child, read_marker
from bot.domain.facts import Issue
from bot.errors import GitHubError, NotFound, RateLimited

_ISSUES = "/repos/{repo}/issues"
_ISSUE = "/repos/{repo}/issues/{number}"
_SUB_ISSUES = "/repos/{repo}/issues/{number}/sub_issues"
_BLOCKED_BY = "/repos/{repo}/issues/{number}/dependencies/blocked_by"
MOST = 300


class GitHubChildren:
    """The port `Children` on one client.

    https://docs.github.com/en/rest/issues/sub-issues
    https://docs.github.com/en/rest/issues/issue-dependencies
    """

    def __init__(self, client: GitHubClient, account: Account) -> None:
        """`account` tells which issues are ours."""
        self._client, self._account = client, account
        self._created: list[tuple[int, Child]] = []

    def linked(self, number: int) -> tuple[Child, ...] | None:
        """The sub-issues of an issue in this repository; older servers know nothing of them.

        Those of other repositories of the owner are listed, too: their numbers are not ours.
        """
        try:
            rows = listed(self._client, _SUB_ISSUES, number=number).rows
        except NotFound:
            return None
        return tuple(replace(self._child(row), parent=number) for row in rows if self._here(row))

    def made(self, number: int) -> tuple[Child, ...]:
        """Our own issues that end in a marker of this parent: of the newest 300, and what we just made.

        A list may lag behind; what it does not show yet would be made again and again.
        """
        query = {"state": "all", "sort": "created", "direction": "desc"}
        rows = listed(self._client, _ISSUES, query, cap=MOST).rows
        found = [self._child(row) for row in rows if self.story_of(issue(row)) == number]
        listed_ = {child.number for child in found}
        mine = (child for parent, child in self._created if parent == number)
        return (*found, *(child for child in mine if child.number not in listed_))

    def story_of(self, issue: Issue) -> int:
        """The issue that the marker names, if our own account wrote it."""
        marked = read_marker(issue.body)
        ours = marked and issue.author.login.lower() == self._account.login.lower()
        return marked[0] if marked and ours else 0

    def child(self, number: int) -> Child | None:
        """An issue of this repository as a child."""
        try:
            row = self._client.get(_ISSUE, number=number)
        except NotFound:
            return None
        return self._child(row) if self._here(row) and "pull_request" not in row else None

    def blockers(self, number: int) -> frozenset[int]:
        """The issues of this repository it waits for."""
        try:
            rows = listed(self._client, _BLOCKED_BY, number=number).rows
        except NotFound:
            return frozenset()
        return frozenset(row["number"] for row in rows if self._here(row))

    def create(self, title: str, body: str, labels: Iterable[str]) -> Child:
        """Open an issue; after a lost answer look for its marker before trying again.

        https://docs.github.com/en/rest/issues/issues#create-an-issue
        """
        marked = read_marker(body) or (0, "")
        asked = {"title": title[:250], "body": body, "labels": sorted(labels)}

        def write() -> Child:
            return self._child(self._client.write("POST", _ISSUES, asked))

        def find() -> Child | None:
            return next((c for c in self.made(marked[0]) if c.key == marked[1]), None)

        made = self._client.settle(write, find)
        self._created.append((marked[0], made))
        return made

    def link(self, number: int, child: Child) -> bool:
        """Make an issue a sub-issue, by its id; repeating it is refused and changes nothing."""
        return self._add(_SUB_ISSUES, number, {"sub_issue_id": child.id})

    def block(self, child: int, blocker: Child) -> bool:
        """Say that an issue waits for another, by the other's id."""
        return self._add(_BLOCKED_BY, child, {"issue_id": blocker.id})

    def _add(self, route: str, number: int, body: Mapping[str, int]) -> bool:
        try:
            self._client.repeat("POST", route, body, number=number)
        except (RateLimited, Unanswered):
            raise
        except GitHubError:  # no such thing here, not permitted, or it stands already
            return False
        return True

    def _here(self, row: Mapping[str, Any]) -> bool:
        here = f"/repos/{self._client.full_name}".lower()
        return str(row["repository_url"]).lower().endswith(here)

    def _child(self, row: Mapping[str, Any]) -> Child:
        marked = read_marker(row["body"] or "")
        closed = row.get("closed_at")
        return Child(
            number=row["number"],
            id=row["id"],
            title=row["title"],
            state=row["state"],
            reason=row.get("state_reason") or "",
            key=marked[1] if marked else "",
            parent=parent(row),
            labels=frozenset(x if isinstance(x, str) else x["name"] for x in row["labels"]),
            closed_at=moment(closed) if closed else None,
            closed_by=person(row["closed_by"]) if row.get("closed_by") else None,
        )
