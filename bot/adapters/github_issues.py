"""Issues, comments, labels and permissions through GitHub's REST API: the port `Issues`."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from bot.adapters import github_facts as facts
from bot.adapters.github_account import Account
from bot.adapters.github_client import GitHubClient
from bot.adapters.github_dashboard import with_home
from bot.adapters.github_pages import listed, newest, pages, shortening
from bot.domain.facts import Comment, Issue, Permission, Repository
from bot.domain.listing import Listing
from bot.errors import GitHubError, Moved, NotFound
from bot.ports.github import Changed

_ISSUES = "/repos/{repo}/issues"
_ISSUE = "/repos/{repo}/issues/{number}"
_COMMENTS = "/repos/{repo}/issues/{number}/comments"
_COMMENT = "/repos/{repo}/issues/comments/{comment}"
_LABELS = "/repos/{repo}/issues/{number}/labels"
_LABEL = "/repos/{repo}/issues/{number}/labels/{label}"
_REACTIONS = "/repos/{repo}/issues/comments/{comment}/reactions"
_PERMISSION = "/repos/{repo}/collaborators/{login}/permission"
_EVENTS = "/repos/{repo}/issues/{number}/events"
_CONTENTS = "/repos/{repo}/contents/{path}"
_REF = "/repos/{repo}/git/ref/{path}"

Text = TypeVar("Text", Comment, Issue)
Pinned = dict[tuple[str, str, str], str | None]
"""Texts by repository, path and commit."""
_COMMIT = re.compile("[0-9a-f]{40}")
MOST_PINNED, MOST_EVENTS, MOST_COMMENTS = 1000, 1000, 30_000
MOST_SAID, MOST_OPEN, MOST_LOOKED_AT, MOST_CHANGED = 4_000_000, 300, 1000, 10_000


class GitHubIssues:
    """The port `Issues` on one client."""

    def __init__(
        self, client: GitHubClient, account: Account, pinned: Pinned | None = None
    ) -> None:
        """`account` tells which comments are ours; `pinned` holds files of commits, between runs."""
        self._client, self._account = client, account
        self._pinned: Pinned = {} if pinned is None else pinned
        # What GraphQL tells of an issue, the account is asked.
        self.trail, self.edits, self.last_edits = account.trail, account.edits, account.last_edits

    def repository(self) -> Repository:
        """The repository, read once a run.

        https://docs.github.com/en/rest/repos/repos#get-a-repository
        """
        return facts.repository(self._client.repository())

    def file(self, path: str, ref: str) -> str | None:
        """A file's text at a ref, or None where there is no such file.

        A file of a commit is asked for once: it never changes.
        https://docs.github.com/en/rest/repos/contents#get-repository-content (1 MB at most)
        """
        if told := self._account.file(path, ref):
            return told.text
        key = (self._client.full_name, path, ref)
        if key in self._pinned:
            return self._pinned[key]
        text = self._text(path, ref)
        if _COMMIT.fullmatch(ref):
            if len(self._pinned) >= MOST_PINNED:
                self._pinned.clear()
            self._pinned[key] = text
        return text

    def _text(self, path: str, ref: str) -> str | None:
        try:
            row = self._client.get(_CONTENTS, {"ref": ref} if ref else None, path=path)
        except NotFound:
            return None
        if not isinstance(row, dict) or row.get("type") != "file":
            return None
        if row.get("encoding") != "base64":
            what = f"`{path}` is too large to be read"
            raise GitHubError("PLANGATE-GITHUB-006", what, "Keep it below 1 MB")
        return base64.b64decode(row["content"]).decode("utf-8", "replace")

    def tip(self, branch: str) -> str:
        """The commit a branch points to now.

        https://docs.github.com/en/rest/git/refs#get-a-reference
        """
        told = self._account.tip(branch)
        return told or str(self._client.get(_REF, path=f"heads/{branch}")["object"]["sha"])

    def issue(self, number: int) -> Issue:
        """An issue; pull requests and issues moved to another repository are not found.

        https://docs.github.com/en/rest/issues/issues#get-an-issue
        """
        row = self._client.get(_ISSUE, number=number)
        if "pull_request" in row:
            told = f"{self._client.full_name}#{number} is a pull request", "Name its issue"
            raise NotFound("PLANGATE-GITHUB-004", *told)
        if row["number"] != number or not self._is_here(row["repository_url"]):
            told = f"{self._client.full_name} has no issue {number}", "Check the number"
            raise NotFound("PLANGATE-GITHUB-004", *told)
        return with_home(row, self._account)

    def reopened_at(self, number: int) -> datetime | None:
        """When an issue was last opened again.

        Where its events are too many to find it, the oldest one read stands for it: it is no earlier.
        https://docs.github.com/en/rest/issues/events#list-issue-events
        """
        found = newest(self._client, _EVENTS, cap=MOST_EVENTS, number=number)
        told = [row for row in found.rows if row["event"] == "reopened"]
        row = next(iter(told if told or found.complete else found.rows[-1:]), None)
        return facts.moment(row["created_at"]) if row else None

    def distrust(self) -> None:
        """Take no answer of before for today's, whatever GitHub says of it."""
        self._client.etags = None

    def comments(self, number: int) -> Listing[Comment]:
        """The comments, oldest first; those of an account that says very much are shortened.

        https://docs.github.com/en/rest/issues/comments#list-issue-comments
        """
        rows = shortening(lambda: self._account.login, MOST_SAID)
        found = listed(self._client, _COMMENTS, cap=MOST_COMMENTS, rows_of=rows, number=number)
        self._account.recognise(found.rows)
        return found.of(self._comment)

    def permission(self, login: str) -> Permission:
        """What a person may do, asked now; unknown people may nothing."""
        try:
            return facts.permission(self._client.get(_PERMISSION, login=login))
        except NotFound:
            return Permission.NONE

    def open_issues(self, *labels: str) -> tuple[Issue, ...]:
        """Open issues, newest first; pull requests are sorted out of GitHub's common list."""
        found: dict[int, Issue] = {}
        for label in labels or ("",):
            query = {"state": "open", "sort": "created", "direction": "desc"}
            query |= {"labels": label} if label else {}
            for page, _ in pages(self._client, _ISSUES, query, cap=MOST_LOOKED_AT):
                rows = (row for row in page if "pull_request" not in row)
                found |= {row["number"]: with_home(row, self._account) for row in rows}
                if len(found) >= MOST_OPEN:
                    break
        return tuple(sorted(found.values(), key=lambda issue: -issue.number)[:MOST_OPEN])

    def changed(self, since: datetime) -> Listing[Changed]:
        """Every open issue and pull request, and the closed ones updated since then."""
        rows = partial(map, facts.changed)  # ten thousand texts are not held at once
        opened = listed(self._client, _ISSUES, {"state": "open"}, cap=MOST_CHANGED, rows_of=rows)
        stamp = since.strftime("%Y-%m-%dT%H:%M:%SZ")
        query = {"state": "closed", "since": stamp, "sort": "updated", "direction": "desc"}
        closed = listed(self._client, _ISSUES, query, cap=MOST_CHANGED, rows_of=rows)
        return Listing((*opened.rows, *closed.rows), opened.complete and closed.complete)

    def text_of(self, comment_id: int) -> str:
        """What a comment says now; empty when it is gone."""
        try:
            return str(self._client.now(_COMMENT, comment=comment_id)["body"] or "")
        except NotFound:
            return ""

    def post(self, number: int, body: str, marker: str, *, converge: bool = False) -> Comment:
        """Post a comment; after a lost answer look for `marker` before trying again.

        https://docs.github.com/en/rest/issues/comments#create-an-issue-comment
        """
        unsure, sent = converge, {"body": body}

        def write() -> Comment:
            return self._comment(self._client.write("POST", _COMMENTS, sent, number=number))

        def find() -> Comment | None:
            nonlocal unsure
            unsure = True
            return self._oldest(number, marker)

        posted = self._client.settle(write, find)
        return self._converge(number, posted, marker) if unsure else posted

    def edit(self, comment: Comment, body: str) -> Comment:
        """Change a comment of ours. GitHub has no compare-and-swap, so read just before writing.

        https://docs.github.com/en/rest/issues/comments#update-an-issue-comment
        """
        write = partial(self._client.write, "PATCH", _COMMENT, {"body": body}, comment=comment.id)
        what, read = f"Comment {comment.id}", partial(self._read, comment)
        return self._rewrite(what, comment, body, read, lambda: self._comment(write()))

    def edit_body(self, issue: Issue, body: str) -> None:
        """Change an issue's body, byte for byte; read just before writing, as for a comment.

        https://docs.github.com/en/rest/issues/issues#update-an-issue
        """
        self.distrust()
        write = partial(self._client.write, "PATCH", _ISSUE, {"body": body}, number=issue.number)
        what, read = f"The body of #{issue.number}", partial(self.issue, issue.number)
        self._rewrite(what, issue, body, read, lambda: facts.issue(write()))

    def _rewrite(
        self, what: str, old: Text, body: str, read: Callable[[], Text], write: Callable[[], Text]
    ) -> Text:
        """Have a text say `body`. Raises Moved where it does not say what `old` says: no words are lost."""

        def find() -> Text | None:
            now = read()
            if _plain(now.body) not in (_plain(body), _plain(old.body)):
                raise Moved(f"{what} was changed by somebody else")
            return now if _plain(now.body) == _plain(body) else None

        written = find() or self._client.settle(write, find)
        if _plain(written.body) != _plain(body):
            raise Moved(f"{what} does not say what was written")
        return written

    def delete(self, comment_id: int) -> None:
        """Delete a comment; a second try finds it gone.

        https://docs.github.com/en/rest/issues/comments#delete-an-issue-comment
        """
        with suppress(NotFound):
            self._client.repeat("DELETE", _COMMENT, comment=comment_id)

    def label(self, number: int, add: Iterable[str], remove: Iterable[str]) -> None:
        """Give and take labels.

        https://docs.github.com/en/rest/issues/labels
        """
        given = sorted(set(add))
        if given:
            self._client.repeat("POST", _LABELS, {"labels": given}, number=number)
        for name in sorted(set(remove)):
            with suppress(NotFound):
                self._client.repeat("DELETE", _LABEL, number=number, label=name)

    def react(self, comment_id: int, content: str) -> None:
        """Add a reaction; GitHub answers 200 when it is there already."""
        self._client.repeat("POST", _REACTIONS, {"content": content}, comment=comment_id)

    def _converge(self, number: int, posted: Comment, marker: str) -> Comment:
        """Of two comments with one marker the older stays; ours is taken back."""
        oldest = self._oldest(number, marker)
        if oldest is None or oldest.id >= posted.id:
            return posted
        self.delete(posted.id)
        return oldest

    def _oldest(self, number: int, marker: str) -> Comment | None:
        found = (c for c in self.comments(number).rows if c.ours and _begins(c.body, marker))
        return min(found, key=lambda c: c.id, default=None)

    def _read(self, comment: Comment) -> Comment:
        try:
            row = self._client.now(_COMMENT, comment=comment.id)
        except NotFound as gone:
            raise Moved(f"Comment {comment.id} was deleted") from gone
        if not self._is_here(str(row["issue_url"]).rpartition("/issues/")[0]):
            raise Moved(f"Comment {comment.id} went to another repository")
        return self._comment(row)

    def _comment(self, row: dict[str, Any]) -> Comment:
        return facts.comment(row, self._account.login)

    def _is_here(self, home: str) -> bool:
        """GitHub follows a transferred issue to its new repository (`home`); we must not."""
        return home.lower().endswith(f"/repos/{self.repository().full_name.lower()}")


def _begins(body: str, marker: str) -> bool:
    """Say whether a body begins with a marker, and not with a longer one such as `round=10`."""
    return body.startswith(marker) and not body[len(marker) : len(marker) + 1].strip()


def _plain(text: str) -> str:
    """Text as two readers would compare it: GitHub may change line ends and the last blank."""
    return text.replace("\r\n", "\n").strip()
