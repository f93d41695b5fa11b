"""What Prometheus is told; every label has few values, and none is chosen by a sender."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import start_http_server

from bot import log
from bot.errors import ConfigError, cause
from bot.events import github
from bot.ports.inbox import Counts

METRICS_PORT = 9464
"""Where the metrics are when no port is named; a port that is taken is then no error."""
EVENTS = {
    *github.EVENTS, "installation", "installation_repositories", "ping", "push", "repository",
}  # fmt: skip


class Metrics:
    """The numbers of one process, and the inbox's at the time of asking."""

    def __init__(self, counts: Callable[[], Counts], budgets: Callable[[], dict[str, int]]) -> None:
        """`counts` asks the inbox; `budgets` says what is left of each account's rate limit."""
        self.registry = CollectorRegistry()
        self._counts, self._budgets = counts, budgets
        self.deliveries = self._counter(
            "deliveries", "Deliveries by event and what we said", "event", "answer"
        )
        self.runs = self._counter("runs", "Wakes handled, by what came of it", "outcome")
        self.requests = self._counter(
            "github_requests", "Requests to GitHub", "method", "route", "status"
        )
        self.tokens = self._counter("model_tokens", "Tokens of planning runs", "kind")
        self.files = self._counter(
            "planner_files", "Files of planning runs: scanned, indexed, loaded, trimmed", "kind"
        )
        self.stored = self._seconds("store_seconds", "From a delivery's last byte to its commit")
        self.run_time = self._seconds("run_seconds", "One wake's handling")
        self.waited = self._seconds("wake_seconds", "From a wake's commit to its handling")
        self.registry.register(self)

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"plangate_{name}", says, labels, registry=self.registry)

    def _seconds(self, name: str, says: str) -> Histogram:
        buckets = (0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300)
        return Histogram(f"plangate_{name}", says, buckets=buckets, registry=self.registry)

    def delivered(self, event: str, answer: str) -> None:
        """Count a delivery; unknown events are one."""
        self.deliveries.labels(event if event in EVENTS else "other", answer).inc()

    def planned(self, event: str, fields: Mapping[str, object]) -> None:
        """Count what a planning run looked at and what its model used, from the planner's own events."""
        if event == "context_prepared":
            for kind in ("scanned", "indexed", "loaded", "trimmed"):
                self.files.labels(kind).inc(_number(fields.get(f"files_{kind}")))
        if event == "model_used":
            for kind in ("sent", "cached", "received"):
                self.tokens.labels(kind).inc(_number(fields.get(f"tokens_{kind}")))

    def serve(self, host: str, port: int | None) -> str:
        """Serve `/metrics` on an address of its own, on a thread, until the process ends (port 0: never).

        They name accounts and say how busy we are, so they are not on the port that GitHub reaches.
        Raises ConfigError when a port that was named is taken; another process of ours on this machine
        may have the one that nobody named. Returns where they are, "none" where they are nowhere.
        """
        if port == 0:
            return "none"
        where = f"{host}:{port or METRICS_PORT}"
        try:
            start_http_server(port or METRICS_PORT, host, self.registry)
        except OSError as problem:
            why = cause(problem)
            if port is None:
                log.logger().warning("no metrics", where=where, why=why)
                return "none"
            raise ConfigError(
                "PLANGATE-SERVE-003",
                f"the metrics cannot be served on {where} ({why})",
                "Correct PLANGATE_METRICS_HOST or PLANGATE_METRICS_PORT. To switch the metrics off, set "
                "the port to 0",
            ) from problem
        return where

    def collect(self) -> list[Metric]:
        """The inbox's numbers, for the registry; none when it cannot be asked."""
        try:
            counts = self._counts()
        except Exception:
            return [_gauge("plangate_inbox_up", "Whether the inbox can be read", {"": 0})]
        depth = {**counts.words(), "timers": counts.timers}
        return [
            _gauge("plangate_inbox_up", "Whether the inbox can be read", {"": 1}),
            _gauge("plangate_inbox_wakes", "Wakes in the inbox", depth, "state"),
            _gauge("plangate_inbox_oldest_seconds", "Age of the oldest due wake", {"": counts.oldest}),
            _gauge("plangate_rate_limit_remaining", "Requests left this hour", self._budgets(), "account"),
        ]  # fmt: skip


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _gauge(name: str, says: str, values: Mapping[str, float], label: str = "") -> Metric:
    family = GaugeMetricFamily(name, says, labels=[label] if label else [])
    for key, value in values.items():
        family.add_metric([key] if label else [], value)
    return family
