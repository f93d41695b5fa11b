"""The doors of the story: the real program as a process, behind a webhook, a workflow, or the sweep."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import yaml

from bot import settings
from bot.entrypoints import door
from bot.entrypoints.init import PLACEHOLDER
from bot.wiring.github import Wiring
from tests.acceptance.inside import run_unattended
from tests.acceptance.story import SECRET
from tests.entrypoints.cli import inside
from tests.testbed.action_runner import Run, run_action, run_job
from tests.testbed.emulator import JOB_PERMISSIONS, GitHubEmulator
from tests.testbed.ports import free_port
from tests.testbed.sink import Delivery, Relay

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / "workflows" / "plangate.yml"
Json = dict[str, Any]


def environment(hub: GitHubEmulator, **more: str) -> dict[str, str]:
    """A clean environment for the program: no token of this machine reaches it."""
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG", "TMPDIR"}}
    return kept | {"PLANGATE_GITHUB_URL": hub.url, "PLANGATE_WRITE_INTERVAL": "0"} | more


def app_environment(hub: GitHubEmulator, folder: Path) -> dict[str, str]:
    """The environment of the App: its id, its key in a file, its webhook's secret."""
    key = folder / "app.pem"
    key.write_text(hub.key, encoding="utf-8")
    key.chmod(0o600)
    return environment(
        hub,
        PLANGATE_APP_ID=str(hub.app_id),
        PLANGATE_PRIVATE_KEY_PATH=str(key),
        PLANGATE_WEBHOOK_SECRET=SECRET,
    )


class WebhookDoor:
    """`plangate serve` as a process; the emulator's deliveries reach it through a relay."""

    name = "webhook"

    def __init__(self, hub: GitHubEmulator, **more: str) -> None:
        self.hub = hub
        self.folder = Path(tempfile.mkdtemp(prefix="plangate-door-"))
        self.env = app_environment(hub, self.folder) | {
            "PLANGATE_PORT": str(free_port()),
            "PLANGATE_DATABASE_URL": f"sqlite://{self.folder}/inbox.db",
            **more,
        }
        self.address = f"http://127.0.0.1:{self.env['PLANGATE_PORT']}"
        self.relay = Relay(f"{self.address}/webhook")
        self._seen = self._read = 0
        self._wiring = Wiring(settings.from_environ(self.env))
        self.log = (self.folder / "serve.log").open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot", "serve"], cwd=ROOT, env=self.env, stderr=self.log
        )
        self._wait_ready()

    def attach(self) -> None:
        """Let the emulator's next deliveries come here."""
        self._seen = 0
        self.relay = Relay(f"{self.address}/webhook")
        self.hub.sink.forward = self.relay

    def forget(self) -> None:
        """Know no record any more: a fresh GitHub gives its repository the same id as the one before."""
        with closing(sqlite3.connect(self.folder / "inbox.db", timeout=10)) as db, db:
            db.execute("DELETE FROM revisions")

    def settle(self) -> None:
        """Wait until all deliveries have come and nothing waits or runs."""
        quiet = 0
        while quiet < 2:
            self.hub.settle()
            quiet += 1
            while not self._idle():
                quiet = 0
                time.sleep(0.03)

    def lost_something(self) -> bool:
        """Say whether a delivery that was to be dropped has come by since the last call."""
        new = [d for d in self.hub.sink.history[self._seen :] if d.number in self.relay.drop]
        self._seen = len(self.hub.sink.history)
        return bool(new)

    def sweep(self) -> None:
        """Make up for what was lost; in this process, for the sweep door tries the command itself."""
        for wake in door.sweep(self._wiring, self.hub.repo):
            run_unattended(self._wiring, wake)
        self.settle()

    def handled(self) -> list[Json]:
        """The log lines of the wakes handled since the last call."""
        lines = self.printed().splitlines()[self._read :]
        self._read += len(lines)
        rows = [json.loads(line) for line in lines if line.startswith("{")]
        return [row for row in rows if row["event"] == "handled"]

    def close(self) -> None:
        """Stop the server and remove what it left."""
        self.hub.sink.forward = None
        self.process.terminate()
        self.process.wait(20)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def printed(self) -> str:
        """What the server logged."""
        return (self.folder / "serve.log").read_text()

    def _idle(self) -> bool:
        health = self._health()
        return health["waiting"] == 0 and health["running"] == 0

    def _health(self) -> Json:
        with urllib.request.urlopen(f"{self.address}/healthz", timeout=10) as answer:
            return json.load(answer)

    def _wait_ready(self) -> None:
        for _ in range(200):
            if self.process.poll() is not None:
                raise RuntimeError(f"serve ended: {self.printed()}")
            try:
                self._health()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("serve did not start")


class ActionDoor:
    """The starter workflow's job in an action runner, fed with the events GitHub would start it for.

    For the first event and the first schedule the action starts the program as on a runner; later ones
    are handled in this process, with the same environment.
    """

    name = "action"

    def __init__(self, hub: GitHubEmulator) -> None:
        self.hub = hub
        self.folder = Path(tempfile.mkdtemp(prefix="plangate-action-"))
        self.workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
        self.on = self.workflow.get("on") or self.workflow[True]
        self.runs: list[tuple[Delivery, Run]] = []
        self.drop: set[str] = set()
        self.double: set[str] = set()
        self._started: set[bool] = set()
        self._heard = 0
        self._lost = False
        # what actions/setup-python provides has pip; the environment of the tests has none
        self.tools = Path(sys.executable).resolve().parent

    def attach(self) -> None:
        """Begin to listen from here on."""
        self._heard = len(self.hub.sink.history)

    def settle(self) -> None:
        """Run the workflow for every event that would have started it, until none is left."""
        while True:
            self.hub.settle()
            new = list(self.hub.sink.history[self._heard :])
            if not new:
                return
            self._heard += len(new)
            for delivery in new:
                event = self.event_of(delivery)
                for _ in range(self._times(event, delivery) if event else 0):
                    self.runs.append((delivery, self.start(event or "", delivery.payload)))

    def event_of(self, delivery: Delivery) -> str | None:
        """The workflow's name for this event, or nothing where GitHub would not start it.

        What GITHUB_TOKEN causes starts nothing, and a workflow hears only what it subscribes to.
        """
        if delivery.actor == self.hub.ci_app.login:
            return None
        event = delivery.event
        if event == "pull_request":
            event = "pull_request_target"
        types = (self.on.get(event) or {}).get("types", []) if event in self.on else []
        return event if delivery.action in types else None

    def start(self, event: str, payload: Json) -> Run:
        """One run of the workflow's job; the action is the one of this checkout."""
        token = self.hub.installation_token(JOB_PERMISSIONS, app=self.hub.ci_app)
        context: Json = {"api_url": self.hub.url, "workspace": str(self._checkout())}
        given: Json = {
            "event_name": event,
            "event": payload,
            "repository": self.hub.repo,
            "token": token,
        }
        env = {
            "PLANGATE_WRITE_INTERVAL": "0",
            "PLANGATE_GITHUB_URL": self.hub.url,
            "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}",
        }
        run: list[Run] = []
        scheduled = event == "schedule"
        instead = {"handle": _handled} if scheduled in self._started else None
        self._started.add(scheduled)

        def uses(name: str, inputs: Json, contexts: Json) -> Json | None:
            if not name.startswith(PLACEHOLDER.split("@")[0]):
                return None
            tool = {"RUNNER_TOOL_CACHE": str(tool_cache())}
            run.append(
                run_action(ROOT, inputs, env=env | tool, instead=instead, **given, **context)
            )
            return run[-1].outputs

        job = self.workflow["jobs"]["handle"]
        whole = run_job(job["steps"], condition=job["if"], uses=uses, env=env, **given, **context)
        if whole.conclusion == "skipped":
            return whole
        assert run and run[0].conclusion == "success", run and run[0].log
        return run[0]

    def lost_something(self) -> bool:
        """Say whether a run was dropped since the last call."""
        lost, self._lost = self._lost, False
        return lost

    def sweep(self) -> None:
        """The scheduled run of the workflow."""
        self.start("schedule", {"schedule": "23 1,7,13,19 * * *", **self._repository()})
        self.settle()

    def _repository(self) -> Json:
        return {"repository": self.hub.request("GET", f"/repos/{self.hub.repo}")}

    def close(self) -> None:
        """Remove what the runs left."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _times(self, event: str, delivery: Delivery) -> int:
        name = f"{event}/{delivery.action}"
        self._lost = self._lost or name in self.drop
        return 0 if name in self.drop else 2 if name in self.double else 1

    def _checkout(self) -> Path:
        from tests.acceptance import shop

        root = self.folder / "shop"
        for path, text in shop.FILES.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return root


def _handled(env: Mapping[str, str]) -> tuple[int, str]:
    ran = inside("action", **env)
    return ran.code, ran.out + ran.err


class SweepDoor:
    """No events at all: `plangate sweep` after every step."""

    name = "sweep"

    def __init__(self, hub: GitHubEmulator) -> None:
        self.hub = hub
        self.folder = Path(tempfile.mkdtemp(prefix="plangate-sweep-"))

    def attach(self) -> None:
        """Nothing to listen to."""
        self.env = app_environment(self.hub, self.folder)

    def settle(self) -> None:
        """Sweep once."""
        self.hub.settle()
        ran = inside("sweep", self.hub.repo, **self.env)
        assert ran.code == 0, ran.err

    def close(self) -> None:
        """Remove what the sweeps left."""
        shutil.rmtree(self.folder, ignore_errors=True)


def tool_cache() -> Path:
    """Where the action keeps its installed requirements between runs."""
    return ROOT / ".tools" / "action-cache"
