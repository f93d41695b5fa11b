"""The composition root: settings in, a `World` for a repository on GitHub out.

Only `bot.wiring` names adapters.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bot.adapters.checked import answers_read, checked
from bot.adapters.clock import SystemClock
from bot.adapters.exploring import explorer_of
from bot.adapters.github_account import Account
from bot.adapters.github_app import GitHubApp
from bot.adapters.github_archive import Archives
from bot.adapters.github_children import GitHubChildren
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.adapters.github_dashboard import GitHubDashboards
from bot.adapters.github_etags import Etags
from bot.adapters.github_issues import GitHubIssues, Pinned
from bot.adapters.github_pulls import GitHubPulls
from bot.adapters.github_traffic import Call, Paces, Traffic
from bot.adapters.github_tree import BlobCache, GitHubWorkspace
from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.records import GitHubRecords, Revisions
from bot.adapters.transcripts import TranscriptFolder
from bot.domain.facts import Repository
from bot.errors import ConfigError, cause
from bot.flow.world import World
from bot.log import LogWatch, logger
from bot.planning.engine import Engine
from bot.ports.explorer import Explorer
from bot.ports.world import Workspace
from bot.settings import Settings
from bot.wiring.engines import ENGINES, model_engine, models_of, reply_reader
from bot.wiring.inbox import state_folder
from bot.wiring.local import workspace_at

__all__ = ["GitHubApp", "Session", "Wiring"]

ACTIONS_LOGIN = "github-actions[bot]"


@dataclass(frozen=True, slots=True)
class Session:
    """One run's world, and what it asked of GitHub. Not safe for threads: open one a run."""

    world: World
    traffic: Traffic


class Wiring:
    """What lives as long as the process: the App's identity, the pace of writes, the blob cache."""

    def __init__(self, settings: Settings, *, reads_only: bool = False) -> None:
        """Nothing is read or asked yet, but a private key is parsed.

        `reads_only`: nobody writes with it, so a person's token may read what the bot keeps.
        """
        self.settings, self.reads_only = settings, reads_only
        self.paces = Paces(settings.write_interval)
        self._budgets: dict[str, int] = {}
        self._etags: Etags | None = None
        self.revisions: Revisions | None = None
        """What records are checked against (`Inbox.revision`), where there is a database."""
        self._pinned: Pinned = {}
        self.on_call: Callable[[Call], None] = lambda call: None
        self.on_event: Callable[[str, Mapping[str, object]], None] = lambda event, fields: None
        self._blobs = BlobCache()
        transcripts = TranscriptFolder(state_folder() / "transcripts")
        self.keep: Callable[[Mapping[str, Any]], None] = transcripts.keep
        self._archives = Archives(state_folder() / "archives")
        self._models = models_of(settings)
        self.planner: Engine | None = None
        self.app = _app(settings) if settings.app_mode else None

    def session(self, full_name: str, home: Repository | None = None) -> Session:
        """The world of one repository; `home`, when known, saves a request.

        A `home` with no default branch is an id and no more: it finds the repository under any name.
        Raises GitHubError for a name that cannot be one.
        """
        settings = self.settings
        number = home.id if home else 0
        auth = self.app.auth(full_name, number) if self.app else TokenAuth(settings.token)
        owner = full_name.split("/")[0]
        client = GitHubClient(full_name, auth, settings.github_url, self.paces.of(owner))
        client.etags, client.account = self._etags, f"{owner}/{settings.app_id}"
        client.traffic.hear = functools.partial(self._heard, owner)
        if home and home.default_branch:
            client.learn(asdict(home))
        fallback = ACTIONS_LOGIN if settings.in_actions else ""
        reads = self.reads_only and not self.app
        account = Account(client, fallback, settings.config_path, reads_only=reads)
        issues = GitHubIssues(client, account, self._pinned)
        drawn = MarkdownRenderer(full_name, settings.server_url, signed=bool(settings.record_key))
        workspace: Workspace = GitHubWorkspace(client, self._blobs)
        if settings.workspace:
            workspace = workspace_at(Path(settings.workspace))
        explore = functools.partial(self._explorer, client, issues, workspace)
        named = {name: made() for name, made in ENGINES.items()}
        own = self.planner or named.get(settings.engine)
        world = World(
            full_name=full_name,
            issues=checked(issues),
            pulls=checked(GitHubPulls(client, account)),
            records=checked(
                GitHubRecords(issues, drawn, settings.record_key.encode(), self.revisions)
            ),
            workspace=checked(workspace),
            renderer=drawn,
            clock=SystemClock(),
            engine=own or named["builtin"],
            engines={} if own else named,
            model_engine=None if self.planner else model_engine(settings, self._models, explore),
            read_reply=reply_reader(settings, self._models),
            dashboards=checked(GitHubDashboards(client, account)),
            children=checked(GitHubChildren(client, account)),
            policy_path=settings.config_path,
            elsewhere=lambda name: self.session(name).world,
            watch=LogWatch(hear=lambda event, fields: self.on_event(event, fields)),
            keep=self.keep,
        )
        return Session(world, client.traffic)

    def own_login(self, full_name: str) -> str:
        """Our login in App mode, so that our own events wake nothing; empty with a token.

        Asks GitHub when it is not known yet. Raises GitHubError where the App is not installed.
        """
        with answers_read():
            return self.app.auth(full_name).login if self.app else ""

    def keep_answers(self, path: Path) -> None:
        """Keep GitHub's answers with their ETags in a file. Without it nothing but requests is lost."""
        try:
            self._etags = Etags(path)
        except (OSError, sqlite3.Error) as problem:
            logger().warning("answers are not kept", what=f"{path}: {problem}", remedy="Delete it")

    def budgets(self) -> dict[str, int]:
        """What is left of each account's hour, as GitHub said last."""
        return dict(self._budgets)

    def _heard(self, owner: str, call: Call, headers: Mapping[str, str]) -> None:
        left = headers.get("x-ratelimit-remaining", "")
        if left.isdecimal() and headers.get("x-ratelimit-resource", "core") == "core":
            self._budgets[owner] = int(left)
        self.on_call(call)

    def installed(self) -> tuple[str, ...]:
        """Every repository that the App may work in; none with a token. Raises GitHubError."""
        return self.app.repositories() if self.app else ()

    def _explorer(
        self, client: GitHubClient, issues: GitHubIssues, workspace: Workspace
    ) -> Explorer:
        """The checkout's commit, or an archive of the default branch's tip."""
        if not isinstance(workspace, GitHubWorkspace):
            return explorer_of(Path(self.settings.workspace))
        tip = issues.tip(issues.repository().default_branch)
        return self._archives.explorer(client, workspace, tip)


def _app(settings: Settings) -> GitHubApp:
    key = settings.private_key
    if not key:
        try:
            key = Path(settings.private_key_path).read_text(encoding="utf-8")
        except (OSError, ValueError) as problem:  # missing, or not text
            what = f"the private key file cannot be read ({cause(problem)})"
            remedy = "Correct PLANGATE_PRIVATE_KEY_PATH"
            raise ConfigError("PLANGATE-CONFIG-005", what, remedy) from problem
    return checked(GitHubApp(str(settings.app_id), key, settings.github_url))
