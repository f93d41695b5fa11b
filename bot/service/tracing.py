"""Traces by OpenTelemetry, where its extra is installed and an exporter's address is set; else nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

from bot.ports.inbox import Job

Span = Callable[[Job], AbstractContextManager[object]]
ADDRESSES = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")


def spans(environ: Mapping[str, str]) -> Span:
    """What makes a span for each job handled; it names repository, subject and delivery, no text."""
    if not any(environ.get(name) for name in ADDRESSES):
        return lambda job: nullcontext()
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError:
        return lambda job: nullcontext()
    provider = TracerProvider(resource=Resource.create({"service.name": "plangate"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("plangate")
    return lambda job: tracer.start_as_current_span("handle", attributes=named(job))


def named(job: Job) -> dict[str, str | int]:
    """A span's attributes."""
    seen = job.wake.witness
    return {
        "plangate.repo": job.wake.repository,
        "plangate.subject": job.wake.subject,
        "plangate.delivery": seen.delivery if seen else "",
        "plangate.event": f"{seen.event}.{seen.action}" if seen else "sweep",
        "plangate.tries": job.tries,
    }
