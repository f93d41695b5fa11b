"""Traces are optional: without an address nothing is loaded; with one each job is a span, by HTTP."""

from __future__ import annotations

import http.server
import threading

from bot.ports.inbox import Job
from bot.service.tracing import named, spans
from tests.service.given import a_wake, until


def test_without_an_address_there_are_no_traces():
    """Nothing is imported and nothing is done."""
    with spans({})(Job("1", a_wake())) as nothing:
        assert nothing is None


def test_a_span_says_where_and_never_what():
    """Repository, subject, delivery, event and tries; no text of anybody."""
    said = named(Job("1", a_wake(edited=True), 2))

    assert said == {
        "plangate.repo": "acme/shop", "plangate.subject": "acme/shop#7", "plangate.delivery": "d",
        "plangate.event": "issue_comment.edited", "plangate.tries": 2,
    }  # fmt: skip


def test_spans_reach_the_collector(monkeypatch):
    """With an address, what is handled is exported there."""
    # issue 7: observability
    came: list[str] = []

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            came.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        with spans({"OTEL_EXPORTER_OTLP_ENDPOINT": address})(Job("1", a_wake())):
            pass
        until(lambda: "/v1/traces" in came, 15)
        server.shutdown()

    assert set(came) == {"/v1/traces"}
