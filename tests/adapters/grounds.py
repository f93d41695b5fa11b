"""Two grounds for one set of port tests: a fake hub, and the emulator behind the real adapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any, Protocol, cast

from bot.adapters.github_account import Account
from bot.adapters.github_app import GitHubApp
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_dashboard import GitHubDashboards
from bot.adapters.github_issues import GitHubIssues
from bot.adapters.github_pulls import GitHubPulls
from bot.adapters.github_traffic import Pace
from bot.domain.facts import Check
from bot.ports.github import Dashboards, Issues, Pulls
from tests.fakes.dashboards import FakeDashboards
from tests.fakes.hub import CI_APP, FakeHub
from tests.fakes.issues import FakeIssues
from tests.fakes.pulls import FakePulls
from tests.testbed.emulator import GitHubEmulator

Files = Mapping[str, str | None]


class Ground(Protocol):
    """What people do, and the two ports that see it."""

    issues: Issues
    pulls: Pulls
    dashboards: Dashboards

    def open_issue(self, login: str, title: str, body: str = "", labels: Iterable[str] = ()) -> int:
        """Open an issue and return its number."""

    def comment(self, login: str, number: int, body: str) -> int:
        """Comment, and return the comment's id."""

    def edit_comment(self, login: str, comment_id: int, body: str) -> None:
        """Change a comment."""

    def delete_version(self, comment_id: int, version: int) -> None:
        """Delete a version from a comment's edit history, which only GitHub's own pages do."""

    def delete_comment(self, comment_id: int) -> None:
        """Delete a comment."""

    def close_issue(self, number: int) -> None:
        """Close an issue."""

    def push(self, login: str, files: Files, branch: str) -> str:
        """Commit files and return the SHA."""

    def open_pull(self, login: str, files: Files, branch: str, body: str = "") -> int:
        """Open a pull request and return its number."""

    def edit_pull(self, login: str, number: int, body: str) -> None:
        """Change a pull request's description."""

    def review(self, login: str, number: int, state: str) -> None:
        """Review a pull request (APPROVED, CHANGES_REQUESTED)."""

    def ci(self, sha: str, name: str, conclusion: str | None) -> None:
        """Make a check run of another App."""

    def forge(self, sha: str, external_id: str) -> None:
        """Let another App make a successful check run with our name."""

    def status(self, sha: str, context: str, state: str) -> None:
        """Set a commit status."""


class FakeGround:
    """The fake hub."""

    def __init__(self) -> None:
        self.hub = FakeHub(branches={"main": {"README.md": "# Shop\n"}})
        self.issues: Issues = FakeIssues(self.hub)
        self.pulls: Pulls = FakePulls(self.hub)
        self.dashboards: Dashboards = FakeDashboards(self.hub)
        self.open_issue = self.hub.open_issue
        self.comment = self.hub.comment
        self.edit_comment = self.hub.edit_comment
        self.delete_version = self.hub.delete_version
        self.delete_comment = self.hub.delete_comment
        self.push = self.hub.push_files
        self.review = self.hub.review

    def close_issue(self, number: int) -> None:
        self.hub.edit_issue(number, state="closed")

    def open_pull(self, login: str, files: Files, branch: str, body: str = "") -> int:
        return self.hub.open_pull(login, files, branch=branch, body=body)

    def edit_pull(self, login: str, number: int, body: str) -> None:
        self.hub.edit_issue(number, login, body=body)

    def ci(self, sha: str, name: str, conclusion: str | None) -> None:
        self.hub.ci(sha, name, conclusion)

    def forge(self, sha: str, external_id: str) -> None:
        run = Check("plangate", "", "success", app_id=CI_APP, external_id=external_id)
        self.hub.add_run(sha, run)

    def status(self, sha: str, context: str, state: str) -> None:
        self.hub.status(sha, context, state)


class EmulatorGround:
    """The emulator, with the bot as a GitHub App."""

    def __init__(self, hub: GitHubEmulator) -> None:
        self.hub = hub
        app = GitHubApp(str(hub.app_id), hub.key, hub.url)
        self.client = GitHubClient(hub.repo, app.auth(hub.repo), hub.url, no_waiting())
        account = Account(self.client)
        self.issues: Issues = GitHubIssues(self.client, account)
        self.pulls: Pulls = GitHubPulls(self.client, account)
        self.dashboards: Dashboards = GitHubDashboards(self.client, account)
        self._at = f"/repos/{hub.repo}"
        self.delete_version = hub.delete_version

    def open_issue(self, login: str, title: str, body: str = "", labels: Iterable[str] = ()) -> int:
        issue = {"title": title, "body": body, "labels": list(labels)}
        return self.hub.request("POST", f"{self._at}/issues", issue, login=login)["number"]

    def comment(self, login: str, number: int, body: str) -> int:
        path = f"{self._at}/issues/{number}/comments"
        return self.hub.request("POST", path, {"body": body}, login=login)["id"]

    def edit_comment(self, login: str, comment_id: int, body: str) -> None:
        path = f"{self._at}/issues/comments/{comment_id}"
        self.hub.request("PATCH", path, {"body": body}, login=login)

    def delete_comment(self, comment_id: int) -> None:
        self.hub.request("DELETE", f"{self._at}/issues/comments/{comment_id}")

    def close_issue(self, number: int) -> None:
        self.hub.request("PATCH", f"{self._at}/issues/{number}", {"state": "closed"})

    def push(self, login: str, files: Files, branch: str) -> str:
        return self.hub.push_files(login, files, branch)

    def open_pull(self, login: str, files: Files, branch: str, body: str = "") -> int:
        return self.hub.open_pull(login, files, branch=branch, body=body)

    def edit_pull(self, login: str, number: int, body: str) -> None:
        self.hub.request("PATCH", f"{self._at}/pulls/{number}", {"body": body}, login=login)

    def review(self, login: str, number: int, state: str) -> None:
        event = {"APPROVED": "APPROVE", "CHANGES_REQUESTED": "REQUEST_CHANGES"}[state]
        path = f"{self._at}/pulls/{number}/reviews"
        self.hub.request("POST", path, {"event": event, "body": "Seen."}, login=login)

    def ci(self, sha: str, name: str, conclusion: str | None) -> None:
        self.hub.ci(sha, name, conclusion)

    def forge(self, sha: str, external_id: str) -> None:
        run = {"head_sha": sha, "name": "plangate", "conclusion": "success"}
        run["external_id"] = external_id
        path = f"{self._at}/check-runs"
        self.hub.as_ci().requester.requestJsonAndCheck("POST", path, input=run)

    def status(self, sha: str, context: str, state: str) -> None:
        body = {"context": context, "state": state}
        self.hub.request("POST", f"{self._at}/statuses/{sha}", body)


def no_waiting() -> Pace:
    """No pause between writes, and no sleep before another try."""
    return Pace(interval=0, sleep=lambda seconds: None)


def asking(graphql: Callable[[str, Any], Any]) -> Account:
    """An account whose every GraphQL question this function answers."""
    client = SimpleNamespace(
        allowance=None,
        full_name="acme/shop",
        repository=lambda: {"full_name": "acme/shop"},
        auth=TokenAuth("ghs_x"),
        graphql=graphql,
    )
    return Account(cast(Any, client))
