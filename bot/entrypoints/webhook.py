"""`plangate serve` and `plangate worker`: the service's processes; they drain on SIGTERM."""

from __future__ import annotations

import errno
import gc
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from os import environ

import click

from bot import log, settings
from bot.entrypoints import door
from bot.errors import ConfigError, cause
from bot.ports.inbox import Inbox, Job, Result
from bot.settings import Settings
from bot.wiring import github_checkup
from bot.wiring import inbox as inboxes
from bot.wiring.engines import ENGINES
from bot.wiring.github import Wiring

try:
    import uvicorn

    from bot.service.asgi import Application
    from bot.service.catchup import CatchUp
    from bot.service.connection import Connection, open_many_files
    from bot.service.handling import Handler, Limits
    from bot.service.metrics import Metrics
    from bot.service.setup import SetupPages
    from bot.service.sweeping import Periodic, Repositories, Sweeper
    from bot.service.tracing import spans
    from bot.service.web import Parts, application
except ModuleNotFoundError as missing:
    what = f"the server needs {missing.name}, which is not installed"
    remedy = "Install plangate with its extra `server`"
    raise ConfigError("PLANGATE-SERVE-002", what, remedy) from missing

LAST_WORK = 30.0
SWITCH = 0.0005
"""Seconds after which threads take turns: the committing one and the answering one need each other."""
WORKERS = click.IntRange(1, 64)
MINUTES = click.IntRange(0, 10_080)


@dataclass
class Service:
    """What a process of the service is made of."""

    configured: Settings
    wiring: Wiring
    inbox: Inbox
    known: Repositories = field(default_factory=Repositories)

    def __post_init__(self) -> None:
        """Let the metrics see what runs ask of GitHub."""
        self.metrics = Metrics(self.inbox.counts, self.wiring.budgets)
        self.wiring.on_call = lambda call: self.metrics.requests.labels(
            call.method, call.route, str(call.status)
        ).inc()
        self.wiring.on_event = self.metrics.planned
        self.wiring.keep_answers(inboxes.answers_file(self.configured))
        self.wiring.paces.turn = self.inbox.turn
        self.wiring.revisions = self.inbox.revision
        sys.setswitchinterval(SWITCH)
        self.clocks: list[Periodic] = []
        self.metrics_at = self.metrics.serve(
            self.configured.metrics_host, self.configured.metrics_port
        )
        self.crew: threading.Thread | None = None

    def web(self, *, webhook: bool) -> Application:
        """The routes: a worker alone takes no deliveries."""
        now, before = self.configured.webhook_secret, self.configured.former_secret
        return application(
            Parts(
                inbox=self.inbox,
                metrics=self.metrics,
                secrets=[s.encode() for s in (now, before) if s] if webhook else (),
                note=self.known.note,
                ready=lambda: github_checkup.require_access(self.wiring),
                pages=SetupPages(self.configured) if webhook else None,
            )
        )

    def work(self, workers: int) -> None:
        """Begin to handle what is in the inbox."""
        handler = Handler(self.wiring, door.run, self.metrics, Limits())
        handler.put = self.inbox.put
        span = spans(environ)

        def handle(job: Job) -> Result:
            with span(job):
                return handler(job)

        self.crew = threading.Thread(target=self.inbox.work, args=(handle, workers), daemon=True)
        self.crew.start()

    def maintain(self, sweep: int, catch_up: int) -> None:
        """Begin to make up for lost deliveries, every so many minutes (0: never)."""
        sweeper = Sweeper(self.wiring, self.inbox, door.sweep, self.known)
        if sweep:
            self.clocks.append(Periodic(sweep * 60, sweeper.sweep))
        if catch_up and self.wiring.app:
            catching = CatchUp(self.wiring.app)
            self.clocks.append(Periodic(catch_up * 60, catching.catch_up, at_once=True))
        for clock in self.clocks:
            clock.start()

    def tell(self, listens: str, workers: int) -> None:
        """One line: where this process listens, what it writes to, plans with and acts as."""
        told, model = self.configured, self.configured.model
        planned_by = model.name if model.configured else "builtin"
        planned_by = told.engine if told.engine in ENGINES else planned_by
        log.logger().info(
            "started", version=version("plangate"), listens=listens, metrics=self.metrics_at,
            database=inboxes.said(told), engine=planned_by, github=told.github_url,
            acts_as=f"app {told.app_id}" if told.app_mode else "token", workers=workers,
        )  # fmt: skip

    def drain(self) -> None:
        """Finish what runs; what waits stays in the inbox."""
        for clock in self.clocks:
            clock.stop()
        self.inbox.stop()
        if self.crew:
            self.crew.join(LAST_WORK)
        left, unfinished = -1, int(bool(self.crew and self.crew.is_alive()))
        with suppress(Exception):
            counts = self.inbox.counts()
            left, unfinished = counts.waiting, counts.running if unfinished else 0
        log.logger().info("stopped", left=left, unfinished=unfinished)
        if unfinished:
            with suppress(Exception):
                self.inbox.give_back()
            os._exit(0)  # its thread would keep us; the next worker takes its job over
        self.inbox.close()


@click.command()
@click.option(
    "--workers", type=WORKERS, default=2, show_default=True, help="Events handled at the same time."
)
@click.option(
    "--no-worker", is_flag=True, help="Only receive webhooks; `plangate worker` handles them."
)
@click.option(
    "--sweep-every", type=MINUTES, default=30, show_default=True, metavar="MINUTES",
    help="Minutes between two sweeps of all known repositories (0: never).",
)  # fmt: skip
@click.option(
    "--catch-up-every", type=MINUTES, default=5, show_default=True, metavar="MINUTES",
    help="Minutes between two checks for failed deliveries; App only (0: never).",
)  # fmt: skip
@click.option(
    "--setup", "creating", is_flag=True, help="Only serve the pages that create the GitHub App."
)
def serve(
    workers: int, no_worker: bool, sweep_every: int, catch_up_every: int, creating: bool
) -> None:
    """Receive GitHub webhooks on PLANGATE_HOST:PLANGATE_PORT."""
    configured = settings.from_environ(environ)
    if creating:
        _set_up(configured)
        return
    settings.require_secret(configured)
    wiring = door.open_wiring()
    with listening(configured.host, configured.port) as bound:
        service = Service(configured, wiring, inboxes.opened(configured))
        app = service.web(webhook=True)
        if not no_worker:
            service.work(workers)
        service.tell(f"{configured.host}:{configured.port}", 0 if no_worker else workers)
        service.maintain(sweep_every, catch_up_every)
        try:
            _served(app, bound)
        finally:
            service.drain()


@click.command()
@click.option(
    "--workers", type=WORKERS, default=4, show_default=True, help="Events handled at the same time."
)
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=0, metavar="PORT",
    help="Port for /healthz and /readyz (0: none).",
)  # fmt: skip
def worker(workers: int, port: int) -> None:
    """Handle the events that `plangate serve` has stored."""
    configured = settings.from_environ(environ)
    wiring = door.open_wiring()
    bound = listening(configured.host, port, "--port") if port else None
    service = Service(configured, wiring, inboxes.opened(configured))
    service.tell(f"{configured.host}:{port}" if port else "nowhere", workers)
    try:
        service.work(workers)
        if bound:
            with bound:
                _served(service.web(webhook=False), bound)
        else:
            over = threading.Event()
            with _signals_to(over.set):
                while not over.is_set():
                    time.sleep(0.1)
    finally:
        service.drain()


def _set_up(configured: Settings) -> None:
    """Serve the set-up pages alone, to a visitor with the key."""
    log.configure(configured.log_level)
    key = secrets.token_urlsafe(18)
    pages = SetupPages(configured, key, inboxes.state_folder())
    routes = {("GET", "/setup"): pages.form, ("GET", "/setup/created"): pages.created}
    with listening(configured.host, configured.port) as bound:
        click.echo(
            f"Open https://YOUR-PUBLIC-ADDRESS/setup?key={key} (plangate listens on "
            f"{configured.host}:{configured.port}). Press Ctrl+C to stop."
        )
        _served(Application(routes), bound)


def listening(host: str, port: int, port_from: str = "PLANGATE_PORT") -> socket.socket:
    """A socket that listens there. Raises ConfigError, naming what says the port, when that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, ValueError) as problem:
        why = cause(problem).partition(" (while")[0]  # Python names the address once more
        remedy = f"Correct PLANGATE_HOST or {port_from}"
        number = getattr(problem, "errno", None)
        if number == errno.EADDRINUSE:
            remedy = f"Stop what uses it, or change {port_from}"
        elif number in (errno.EADDRNOTAVAIL, socket.EAI_NONAME):
            remedy = "Correct PLANGATE_HOST"
        what = f"cannot listen on {host}:{port} ({why})"
        raise ConfigError("PLANGATE-SERVE-001", what, remedy) from problem


def _served(app: Application, bound: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT. A second signal, while we drain, ends the process at once."""
    open_many_files()
    gc.collect()
    gc.freeze()  # what was imported is never looked through again: that would stop us for 100 ms
    config = uvicorn.Config(
        app, http=Connection, ws="none", log_config=None, lifespan="off", access_log=False,
        server_header=False, proxy_headers=False,
        timeout_graceful_shutdown=5, timeout_keep_alive=30, limit_concurrency=4096,
    )  # fmt: skip
    server = uvicorn.Server(config)

    def end() -> None:  # uvicorn raises the signal again when it has ended
        server.should_exit = True

    with _signals_to(end):
        server.run(sockets=[bound])


@contextmanager
def _signals_to(end: Callable[[], None]) -> Iterator[None]:
    """Have SIGTERM and SIGINT ask for an end, and mean what they meant before afterwards."""
    stops = (signal.SIGTERM, signal.SIGINT)
    before = {name: signal.signal(name, lambda *_: end()) for name in stops}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
