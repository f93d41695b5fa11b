"""A GitHub to test against: the npm package `emulate` with GitHub's stricter rules laid over it.

    with GitHubEmulator() as hub:                       # about 0.3 s
        issue = hub.as_user("carol").get_repo(hub.repo).create_issue("Add validation")
        hub.sink.wait("issues", "opened")
        hub.as_app().get_repo(hub.repo).get_issue(issue.number).create_comment("hello")
        hub.reset()                                     # fresh state, same address

People: alice (organisation admin), bob (write), trent (triage), carol (may read and report),
mallory (a stranger), nobody (what an unknown token turns into without the overlay).
The child process ends when its standard input closes, so it cannot outlive this one.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

import github
from github import Auth, Github, GithubIntegration

from tests.testbed.keys import private_key_pem, sign
from tests.testbed.node import HERE, find_node, find_package
from tests.testbed.sink import Delivery, WebhookSink

Json = dict[str, Any]
Login = Literal["alice", "bob", "trent", "carol", "mallory", "nobody"]

# "nobody" comes first: plain emulate takes an unknown token for the first user.
LOGINS: tuple[Login, ...] = ("nobody", "alice", "bob", "trent", "carol", "mallory")
COLLABORATORS = {"bob": "push", "trent": "triage"}
PERMISSIONS = {
    "actions": "read",
    "checks": "write",
    "contents": "read",
    "issues": "write",
    "metadata": "read",
    "pull_requests": "write",
    "statuses": "write",
}
EVENTS = (
    "check_run",
    "check_suite",
    "issue_comment",
    "issue_dependencies",
    "issues",
    "label",
    "merge_group",
    "pull_request",
    "pull_request_review",
    "push",
    "status",
    "sub_issues",
    "workflow_run",
)
CI_PERMISSIONS = {"checks": "write", "contents": "read", "metadata": "read", "statuses": "write"}
# What a workflow may ask for its GITHUB_TOKEN, which is an installation token of GitHub Actions.
JOB_PERMISSIONS = CI_PERMISSIONS | {
    "actions": "read",
    "issues": "write",
    "pull_requests": "write",
}
# No sleeping between requests and no retry: a test decides for itself.
_EAGER: Json = {"retry": None, "seconds_between_requests": None, "seconds_between_writes": None}


@dataclass(frozen=True)
class App:
    """A GitHub App and its one installation."""

    id: int
    slug: str
    installation_id: int

    @property
    def login(self) -> str:
        """The login of the App's bot user."""
        return f"{self.slug}[bot]"


OUR_APP = App(id=12345, slug="plangate", installation_id=100)
# GitHub Actions is an App too; its id on github.com is 15368.
CI_APP = App(id=15368, slug="github-actions", installation_id=200)


class GitHubEmulator:
    """One emulator process, its webhook sink, and clients for everyone who uses it."""

    org, name = "acme", "shop"
    repo = f"{org}/{name}"
    app, ci_app = OUR_APP, CI_APP
    app_id, installation_id, slug = OUR_APP.id, OUR_APP.installation_id, OUR_APP.slug

    def __init__(  # noqa: PLR0913 - named options
        self,
        *,
        private: bool = False,
        overlay: bool = True,
        record: bool = True,
        permissions: Mapping[str, str] | None = None,
        events: Sequence[str] = EVENTS,
        secret: str = "s3cret",
        files: Mapping[str, str] | None = None,
        extra_seed: Mapping[str, list[Json]] | None = None,
        start: bool = True,
    ) -> None:
        self.private, self.overlay, self.record = private, overlay, record
        self.permissions = dict(permissions or PERMISSIONS)
        self.events = list(events)
        self.secret = secret
        self.key = private_key_pem()
        self.files = dict(files or {})
        self.extra_seed = dict(extra_seed or {})
        self.tokens: dict[str, str] = {login: f"tok_{login}" for login in LOGINS}
        self.sink = WebhookSink(secret)
        self.url = ""
        self.start_seconds = 0.0
        self._folder = Path(tempfile.mkdtemp(prefix="plangate-hub-"))
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None
        self._commands = 0
        self._minted: dict[str, str] = {}
        self._first: int | None = None
        self._clients: dict[str, Github] = {}
        # The beginnings of stories: saved state, deliveries so far, issue and pull request.
        self.played: dict[tuple[str, ...], tuple[int, tuple[Delivery, ...], int, int]] = {}
        if start:
            self.start()

    # ---- the process

    def start(self, timeout: float = 20.0) -> GitHubEmulator:
        """Start the process, wait until it is ready, and make the first state."""
        begin = time.monotonic()
        try:
            self._launch()
            self.url = self._wait_ready(timeout)["url"]
            self._prepare()
        except BaseException:
            self.stop()
            raise
        self.start_seconds = time.monotonic() - begin
        return self

    def _launch(self) -> None:
        config = self._folder / "config.json"
        config.write_text(json.dumps(self._config()), encoding="utf-8")
        self._log = (self._folder / "stderr.log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [find_node(), str(HERE / "launch.mjs"), str(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )

    def stop(self) -> None:
        """End the process and remove what it left."""
        for client in self._clients.values():
            client.close()
        process = self._process
        if process and process.stdin and process.poll() is None:
            process.stdin.close()
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(3)
        if process and process.stdout:
            process.stdout.close()
        if self._log:
            self._log.close()
        self.sink.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> GitHubEmulator:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The process id of the emulator."""
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def log(self) -> str:
        """What the emulator wrote to standard error."""
        return (self._folder / "stderr.log").read_text(encoding="utf-8", errors="replace")

    def reset(self) -> None:
        """Return to the first state at the same address: no issues, the seeded files, no faults."""
        if self._first is not None:
            self.restore(self._first)
            return
        self._command("reset")
        self._minted.clear()
        self.sink.reset()
        self._prepare()

    def save(self) -> int:
        """Remember the state as it is now; what `restore` wants."""
        self.settle()
        return int(self._command("save")["state"])

    def restore(self, state: int) -> None:
        """Return to a state that was saved, as often as wanted. Tokens stay as they are."""
        self.settle()
        self._command("restore", state=state)
        self.sink.reset()

    def memory(self) -> Json:
        """Return the process's memory use in bytes."""
        return self._command("memory")

    def _config(self) -> Json:
        return {
            "emulate": str(find_package("emulate")),
            "overlay": str(HERE / "overlay" / "index.mjs") if self.overlay else None,
            "port": 0,
            "record": self.record,
            "app": {"id": self.app.id, "slug": self.app.slug},
            "seed": self._seed(),
        }

    def _seed(self) -> Json:
        scopes = ["repo", "user", "admin:org", "admin:repo_hook"]
        users = [{"login": u, "name": u.title(), "email": f"{u}@example.test"} for u in LOGINS]
        admins = [{"login": "alice", "role": "admin"}]
        repository = {"owner": self.org, "name": self.name, "private": self.private}
        ours = self._seed_app(self.app, self.permissions, self.events)
        ours |= {"webhook_url": self.sink.url, "webhook_secret": self.secret}
        seed: Json = {
            "users": users,
            # plain emulate takes every member of an organisation for its admin
            "orgs": [{"login": self.org, "members": admins}],
            "repos": [repository | {"default_branch": "main"}],
            "apps": [ours, self._seed_app(self.ci_app, JOB_PERMISSIONS, [])],
        }
        for kind, rows in self.extra_seed.items():
            seed.setdefault(kind, []).extend(rows)
        tokens = {token: {"login": u, "scopes": scopes} for u, token in self.tokens.items()}
        return {"tokens": tokens, "github": seed}

    def _seed_app(self, app: App, permissions: dict[str, str], events: list[str]) -> Json:
        granted: Json = {"permissions": permissions, "events": events}
        installation = granted | {
            "installation_id": app.installation_id,
            "account": self.org,
            "repository_selection": "all",
        }
        return granted | {
            "app_id": app.id,
            "slug": app.slug,
            "name": app.slug,
            "private_key": self.key,
            "installations": [installation],
        }

    def _wait_ready(self, timeout: float) -> Json:
        process = self._process
        assert process is not None and process.stdout is not None
        said: list[str] = []
        pipe = process.stdout
        reader = threading.Thread(target=lambda: said.append(pipe.readline()), daemon=True)
        reader.start()
        reader.join(timeout)
        if said and said[0]:
            return json.loads(said[0])
        raise RuntimeError(f"the emulator did not start: {self.log[-2000:]}")

    def _command(self, command: str, **given: Any) -> Json:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        self._commands += 1
        process.stdin.write(json.dumps({"cmd": command, "id": self._commands} | given) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def _prepare(self) -> None:
        """Make the state every test begins with, forget the making of it, and keep it for `reset`."""
        grants = COLLABORATORS | ({"carol": "pull"} if self.private else {})
        for login, permission in grants.items():
            path = f"/repos/{self.repo}/collaborators/{login}"
            self.request("PUT", path, {"permission": permission})
        if self.files:
            self.push_files("alice", self.files, message="The shop")
        if self.overlay:
            self.settle()
        else:
            self.sink.quiet(0.02)
        self.control("DELETE", "/exchanges")
        self.sink.reset()
        if self.overlay:
            self._first = self.save()

    # ---- clients

    def as_user(self, login: str, **options: Any) -> Github:
        """Return a client for one of the people."""
        return self.as_token(self.tokens[login], **options)

    def as_app(
        self, permissions: Mapping[str, str] | None = None, *, fresh: bool = False, **options: Any
    ) -> Github:
        """Return a client with an installation token of our App."""
        return self.as_token(self.installation_token(permissions, fresh=fresh), **options)

    def as_ci(self, **options: Any) -> Github:
        """Return a client with an installation token of GitHub Actions, another App."""
        return self.as_token(self.installation_token(CI_PERMISSIONS, app=self.ci_app), **options)

    def as_token(self, token: str, **options: Any) -> Github:
        """Return a client that sends this token."""
        return Github(auth=Auth.Token(token), base_url=self.url, **(_EAGER | options))

    def anonymous(self) -> Github:
        """Return a client without a token."""
        return Github(base_url=self.url, **_EAGER)

    def integration(self, app: App = OUR_APP, **options: Any) -> GithubIntegration:
        """Return a client that authenticates as the App itself."""
        auth = Auth.AppAuth(app.id, sign_func=sign)
        return GithubIntegration(auth=auth, base_url=self.url, **(_EAGER | options))

    def installation_token(
        self,
        permissions: Mapping[str, str] | None = None,
        repositories: Sequence[str] | None = None,
        *,
        app: App = OUR_APP,
        fresh: bool = False,
    ) -> str:
        """Return an installation token; equal ones are minted once until `reset()`."""
        body: Json = {"permissions": dict(permissions or self.permissions)}
        if repositories:
            body["repositories"] = list(repositories)
        key = json.dumps([app.id, body], sort_keys=True)
        if fresh or key not in self._minted:
            path = f"/app/installations/{app.installation_id}/access_tokens"
            client = self.integration(app).requester
            self._minted[key] = client.requestJsonAndCheck("POST", path, input=body)[1]["token"]
        return self._minted[key]

    def request(self, method: str, path: str, body: Any = None, *, login: str = "alice") -> Any:
        """Send one request as one of the people and return the decoded answer."""
        if login not in self._clients:
            self._clients[login] = self.as_user(login)
        client = self._clients[login].requester
        return client.requestJsonAndCheck(method, path, input=body)[1]

    def graphql(self, client: Github, query: str, **variables: Any) -> Json:
        """Send a GraphQL query through a client and return its `data`."""
        body = {"query": query, "variables": variables}
        answer = client.requester.requestJsonAndCheck("POST", "/graphql", input=body)[1]
        return answer["data"]

    # ---- what people and CI do

    def push_file(
        self, login: str, path: str, text: str, branch: str = "main", message: str = "change"
    ) -> str:
        """Commit one file and return the new SHA; the branch is made from main when missing."""
        return self.push_files(login, {path: text}, branch, message)

    def push_files(  # noqa: PLR0913 - named options
        self,
        login: str,
        files: Mapping[str, str | None],
        branch: str = "main",
        message: str = "change",
        *,
        author: str = "",
        signed: Literal["", "key", "web"] = "",
    ) -> str:
        """Commit several files at once (None deletes one) and return the new SHA.

        `author` is whose name and e-mail git was told, by default the pusher's; `signed` says whether
        GitHub verified a signature by the author's key, or by its own for what its pages made.
        """
        base = self.branch(branch, login)
        parent = base or self.branch("main", login)
        assert parent is not None, "the repository has no branch main"
        git = f"/repos/{self.repo}/git"
        entries = [_tree_entry(path, text) for path, text in files.items()]
        parent_sha = parent["commit"]["sha"]
        before = self.request("GET", f"{git}/commits/{parent_sha}", login=login)
        tree = {"base_tree": before["tree"]["sha"], "tree": entries}
        commit = {
            "message": message,
            "tree": self.request("POST", f"{git}/trees", tree, login=login)["sha"],
            "parents": [parent_sha],
            "author": {
                "name": (author or login).title(),
                "email": f"{author or login}@example.test",
            },
        }
        sha = self.request("POST", f"{git}/commits", commit, login=login)["sha"]
        if signed:
            signature = {"sha": sha, "by": author or login, "web": signed == "web"}
            self.control("POST", "/sign", signature)
        if base is None:
            ref = {"ref": f"refs/heads/{branch}", "sha": sha}
            self.request("POST", f"{git}/refs", ref, login=login)
        else:
            self.request("PATCH", f"{git}/refs/heads/{branch}", {"sha": sha}, login=login)
        return sha

    def branch(self, name: str, login: str = "alice") -> Json | None:
        """Return a branch, or None when there is no such branch."""
        try:
            return self.request("GET", f"/repos/{self.repo}/branches/{name}", login=login)
        except github.UnknownObjectException:
            return None

    def head(self, branch: str = "main") -> str:
        """Return the SHA a branch points to."""
        found = self.branch(branch)
        assert found is not None, f"no branch {branch}"
        return found["commit"]["sha"]

    def open_pull(  # noqa: PLR0913 - named options
        self,
        login: str,
        files: Mapping[str, str | None],
        *,
        branch: str,
        title: str = "Change",
        body: str = "",
        base: str = "main",
        **commit: Any,
    ) -> int:
        """Push files to a branch, open a pull request for it, and return its number."""
        self.push_files(login, files, branch, title, **commit)
        pull = {"title": title, "body": body, "head": branch, "base": base}
        return self.request("POST", f"/repos/{self.repo}/pulls", pull, login=login)["number"]

    def merge(self, login: str, pull: int, method: str = "merge") -> Json:
        """Merge a pull request; raises GithubException 405 when the gate is closed."""
        path = f"/repos/{self.repo}/pulls/{pull}/merge"
        return self.request("PUT", path, {"merge_method": method}, login=login)

    def protect(
        self, *contexts: str, app_id: int | None = None, enforce_admins: bool = True
    ) -> None:
        """Require these checks on main, from this App when one is given."""
        checks: Json = {"strict": False, "contexts": [] if app_id else list(contexts)}
        if app_id:
            checks["checks"] = [{"context": name, "app_id": app_id} for name in contexts]
        rules = {
            "required_status_checks": checks,
            "enforce_admins": enforce_admins,
            "required_pull_request_reviews": None,
            "restrictions": None,
        }
        self.request("PUT", f"/repos/{self.repo}/branches/main/protection", rules)

    def ci(self, sha: str, name: str, conclusion: str | None = "success") -> int:
        """Run a check of GitHub Actions on a commit (None: it goes on running); return its id.

        As CI does it: first in progress, then completed, so that both events are sent.
        """
        path = f"/repos/{self.repo}/check-runs"
        client = self.as_ci().requester
        begun = {"head_sha": sha, "name": name, "status": "in_progress"}
        run_id = client.requestJsonAndCheck("POST", path, input=begun)[1]["id"]
        if conclusion:
            done = {"status": "completed", "conclusion": conclusion}
            client.requestJsonAndCheck("PATCH", f"{path}/{run_id}", input=done)
        return run_id

    # ---- controls of the overlay

    def settle(self) -> None:
        """Wait until every webhook so far has been delivered."""
        if self.overlay:
            self.control("POST", "/idle")
        else:
            self.sink.quiet()

    def fail(
        self,
        path: str = ".*",
        *,
        method: str | None = None,
        status: int | None = None,
        times: int = 1,
        **more: Any,
    ) -> None:
        """Let the next requests to paths matching this pattern fail.

        More: headers={}, body=..., drop=True (connection reset), delay_ms=..., actor="app",
        after=True (the work is done, but its answer is lost).
        """
        fault = {"path": path, "method": method, "status": status, "times": times, **more}
        self.control("POST", "/faults", fault)

    def delete_version(self, comment_id: int, version: int) -> None:
        """Delete a version of a comment from its edit history, as GitHub's own pages can."""
        self.control("POST", "/delete-version", {"comment": comment_id, "version": version})

    def limit(self, remaining: int = 0, reset_in: float = 60, actor: str = "app") -> None:
        """Set what is left of an actor's rate limit ("app" is our App's installation)."""
        body = {"actor": actor, "remaining": remaining, "reset_in": reset_in}
        self.control("POST", "/limits", body)

    def expire_tokens(self) -> None:
        """Let all installation tokens minted so far be refused with 401."""
        self.control("POST", "/expire-tokens")
        self._minted.clear()

    def suspend(self, on: bool = True) -> None:
        """Suspend our App's installation, or end the suspension."""
        self.control("POST", "/suspend", {"on": on})

    def labeled_first(self, on: bool = True) -> None:
        """Let `labeled` come before `opened` for an issue that is opened with labels."""
        self.control("POST", "/order", {"labeled_first": on})

    def click(
        self,
        check_run_id: int,
        action: str = "rerequested",
        identifier: str | None = None,
        *,
        login: str = "alice",
    ) -> None:
        """Press "Re-run" or one of a check run's own buttons ("requested_action")."""
        body = {"identifier": identifier, "user": login}
        self.control("POST", f"/check-run/{check_run_id}/{action}", body)

    def merge_group(
        self, *pulls: int, method: str = "merge", queue: bool = False, branches: bool = True
    ) -> Json:
        """Let a merge queue take up these pull requests: a commit and a branch for each, and the event.

        `method` is merge, squash or rebase; `queue`: GraphQL tells of the queue, too. Without `branches`
        only the last one has its branch.
        """
        body = {"repo": self.repo, "pulls": list(pulls), "method": method, "queue": queue}
        return self.control("POST", "/merge-group", body | {"branches": branches})

    def destroy_group(self, group: Json, reason: str = "dequeued") -> None:
        """Let the queue take a group apart: its branch goes, and the event says so."""
        self.control("POST", "/merge-group/destroy", {**group, "reason": reason})

    def workflow_run(
        self, name: str, head_sha: str, conclusion: str | None = "success", **more: Any
    ) -> Json:
        """Send a `workflow_run` event (None: in progress) and return its payload.

        More: event="push", head_branch="...", login="...".
        """
        body = {"repo": self.repo, "name": name, "head_sha": head_sha, "conclusion": conclusion}
        return self.control("POST", "/workflow-run", body | more)

    def exchanges(self) -> list[Json]:
        """Return all requests since the reset: method, url, actor, bodies and status."""
        return self.control("GET", "/exchanges")

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Call one of the test bed's own `/_test` addresses."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        address = f"{self.url}/_test{path}"
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            text = response.read()
        return json.loads(text) if text else None


def _tree_entry(path: str, text: str | None) -> Json:
    entry: Json = {"path": path, "mode": "100644", "type": "blob"}
    return entry | ({"sha": None} if text is None else {"content": text})
