"""What a model server says when it does not do what it was asked: its words and status -> one fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any

from bot.domain.secrets import without_secrets
from bot.ports.model_faults import ModelFailure, ModelFault, failure

_SHOWN = 200
_CONTEXT = (
    "context_length",
    "context length",
    "context size",
    "context window",
    "exceed_context",
    "maximum context",
    "prompt is too long",
    "input is too long",
    "too many tokens",
    "input token count",
)
_CREDIT = ("insufficient_quota", "credit balance", "billing_hard_limit", "billing_not_active")
_FILTER = ("content_filter", "content_policy", "responsibleaipolicy")
"""Words by which providers name these faults, in lower case; they share no other sign."""
_NO_ENDPOINT = "unexpected endpoint"
"""LM Studio's words for an address that it does not serve; their status is 200 (its bug tracker, #618)."""


@dataclass(frozen=True, slots=True)
class ErrorOrigin:
    """Who was asked, as an error names it; the key only to take it out of what comes back."""

    host: str
    dialect: str
    model: str
    key: str = field(default="", repr=False)


class Refusal(Exception):
    """The endpoint does not accept the request as it was sent; `words` say why, in lower case.

    `parameter` is the one that it names, if it names one in its own field.
    """

    def __init__(self, met: ModelFailure, words: str, parameter: str) -> None:
        """Keep the failure, for when nothing can be left out."""
        self.failure = met
        self.words = words
        self.parameter = parameter
        super().__init__(str(met))


def off_dialect(asked: ErrorOrigin, why: str) -> ModelFailure:
    """An answer that the dialect does not know."""
    return failure(ModelFault.OTHER_DIALECT, host=asked.host, dialect=asked.dialect, why=why)


def met_in(
    asked: ErrorOrigin, status: int, data: object, wait: float | None = None
) -> ModelFailure | Refusal:
    """What an error means, wherever it stood: in an answer of its own, or within a stream."""
    found = dict(_fields(data))
    words = " ".join(found.values()).lower()
    fault = _by_words(status, words) or _by_status(status, words)
    text = found.get("message", "") or " ".join(found.values())
    met = failure(
        fault,
        host=asked.host,
        status=status,
        name=asked.model,
        wait=f"{wait:.0f} s" if wait is not None else "a while",
        why=_shown(asked, text),
    )
    return (
        Refusal(met, words, found.get("param", "")) if fault is ModelFault.REQUEST_REFUSED else met
    )


def met_in_stream(asked: ErrorOrigin, data: object) -> ModelFailure:
    """What an error within a stream means: too late to leave a parameter out."""
    met = met_in(asked, 200, data)
    return met.failure if isinstance(met, Refusal) else met


def _by_words(status: int, words: str) -> ModelFault | None:
    if status == 200 and words.startswith(_NO_ENDPOINT):
        return ModelFault.NOT_FOUND
    if any(w in words for w in _CREDIT):
        return ModelFault.NO_CREDIT
    if status == 429:  # its words are about tokens a minute
        return None
    if any(w in words for w in _FILTER):
        return ModelFault.FILTERED
    return ModelFault.CONTEXT if any(w in words for w in _CONTEXT) else None


_STATUSES = {
    401: ModelFault.KEY_REFUSED,
    402: ModelFault.NO_CREDIT,
    403: ModelFault.KEY_REFUSED,
    404: ModelFault.NOT_FOUND,
    405: ModelFault.NOT_FOUND,
    413: ModelFault.CONTEXT,
    429: ModelFault.BUSY,
}


def _by_status(status: int, words: str) -> ModelFault:
    if status in _STATUSES:
        return _STATUSES[status]
    if status >= 500:
        return ModelFault.DOWN
    if "rate_limit" in words or "overloaded" in words:
        return ModelFault.BUSY if status < 400 else ModelFault.REQUEST_REFUSED
    return ModelFault.DOWN if status < 400 else ModelFault.REQUEST_REFUSED


def wait_of(headers: Mapping[str, str]) -> float | None:
    """Seconds that an answer asks to wait; a date is taken against the server's own clock."""
    for name, scale in (("retry-after-ms", 1000), ("retry-after", 1)):
        text = headers.get(name, "").strip()
        if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", text):
            return float(text) / scale
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
        return max(0.0, (until - parsedate_to_datetime(headers.get("date", ""))).total_seconds())
    except (ValueError, TypeError, IndexError):
        return None


def _fields(data: object) -> Iterator[tuple[str, str]]:
    """Message, code, type and parameter of an error, in the shapes that servers use."""
    if isinstance(data, list) and data:  # Gemini
        data = data[0]
    if isinstance(data, str):
        yield "message", data
    if not isinstance(data, dict):
        return
    inner = data.get("error", data.get("detail"))  # `detail`: FastAPI
    if inner:
        yield from _fields(inner)
        return
    for name in ("message", "code", "type", "param", "status"):
        value = data.get(name)
        if isinstance(value, str | int) and value != "error":
            yield name, str(value)[:2_000]


def _shown(asked: ErrorOrigin, text: str) -> str:
    """The endpoint's own words, short, on one line, without anything like a key."""
    if asked.key:
        text = text.replace(asked.key, "…")
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    plain = without_secrets(flat)
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}…"


def first_of(kinds: Mapping[str, Any], words: str) -> str:
    """The longest of these names that stands in the words, else nothing."""
    named = [k for k in sorted(kinds, key=len, reverse=True) if re.search(rf"\b{k}\b", words)]
    return named[0] if named else ""
