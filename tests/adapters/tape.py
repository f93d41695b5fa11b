"""Saved HTTP: recorded from the emulator, played back without it.

`PLANGATE_RECORD=1` records anew; see tests/cassettes/README.md.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import vcr
import yaml

from bot.adapters.github_client import API_URL, GitHubClient, TokenAuth
from tests.adapters.grounds import no_waiting
from tests.testbed.emulator import GitHubEmulator

CASSETTES = Path(__file__).parents[1] / "cassettes"
RECORDING = os.environ.get("PLANGATE_RECORD") == "1"
# What differs from one recording to the next and tells nobody anything.
_NOISE = {"content-length", "connection", "keep-alive", "transfer-encoding", "date", "etag"}

Stage = Callable[[GitHubEmulator], None]


@contextmanager
def playing(name: str, hub: Callable[[], GitHubEmulator], stage: Stage) -> Iterator[GitHubClient]:
    """A client whose requests are answered from the cassette; when recording, by the emulator.

    `stage` makes the state that is recorded; it does not run on playback.
    """
    base = API_URL
    if RECORDING:
        emulator = hub()
        stage(emulator)
        base = emulator.url
    tape = vcr.VCR(
        record_mode="all" if RECORDING else "none",
        filter_headers=["Authorization", "User-Agent"],
        decode_compressed_response=True,
        before_record_request=lambda request: _asked(request, base),
        before_record_response=lambda response: _answered(response, base),
    )
    path = CASSETTES / f"{name}.yaml"
    if RECORDING:
        path.unlink(missing_ok=True)
    with tape.use_cassette(str(path)):
        yield GitHubClient("acme/shop", TokenAuth("tok_bob"), base, no_waiting())


def exchanges(path: Path) -> list[dict[str, Any]]:
    """A cassette in the form that the OpenAPI check reads."""
    tape = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [
        {
            "method": one["request"]["method"],
            "url": one["request"]["uri"],
            "request_body": one["request"]["body"],
            "status": one["response"]["status"]["code"],
            "response_body": json.loads(one["response"]["body"]["string"]),
        }
        for one in tape["interactions"]
    ]


def _asked(request: Any, base: str) -> Any:
    request.uri = _public(request.uri, base)
    request.headers = {k: v for k, v in request.headers.items() if k.lower() not in _NOISE}
    return request


def _answered(response: Any, base: str) -> Any:
    body = response["body"]["string"]
    text = body.decode() if isinstance(body, bytes) else body
    response["body"]["string"] = _public(text, base).encode()
    response["headers"] = {
        name: [_public(value, base) for value in values]
        for name, values in response["headers"].items()
        if name.lower() not in _NOISE
    }
    return response


def _public(text: str, base: str) -> str:
    """The emulator has one address for what GitHub has two: the API and the pages."""
    text = text.replace(f"{base}/acme", "https://github.com/acme").replace(base, API_URL)
    return re.sub(r"\blocalhost(:\d+)?\b", "github.com", text)
