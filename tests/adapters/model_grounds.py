"""The port `Model` on each ground: the fake, and each dialect over real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import pytest

from bot.adapters.model_client import Endpoint, EndpointModel
from bot.ports.model import Model, Reply, ToolCall, Usage
from bot.ports.model_faults import ModelFault, failure
from tests.adapters.model_server import ModelServer, model_server, problem
from tests.adapters.model_voices import CACHED, RECEIVED, SENT, VOICES, Called, Voice
from tests.fakes.model import FakeModel

KEY = "key-that-nobody-may-see-4711"


class ModelGround(Protocol):
    """A model, and what it will answer next."""

    @property
    def model(self) -> Model: ...

    def will_say(self, text: str, *calls: Called) -> None: ...

    def will_be_busy(self) -> None: ...

    def requests(self) -> int: ...

    def last_said(self) -> str:
        """The whole last request, as text."""


@dataclass
class FakeModelGround:
    """The fake."""

    model: FakeModel = field(default_factory=lambda: FakeModel(name="model-1"))

    def will_say(self, text: str, *calls: Called) -> None:
        made = tuple(ToolCall(f"id-{n}", name, told) for n, (name, told) in enumerate(calls))
        self.model.script.append(Reply(text, made, Usage(SENT, CACHED, RECEIVED)))

    def will_be_busy(self) -> None:
        self.model.script.append(failure(ModelFault.BUSY, host="fake", status=429, wait="a while"))

    def requests(self) -> int:
        return len(self.model.turns)

    def last_said(self) -> str:
        return repr(self.model.turns[-1])


@dataclass
class WireGround:
    """A client and a server that speak one dialect."""

    voice: Voice
    server: ModelServer
    waits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        where = Endpoint(self.server.address, "model-1", KEY)
        self.model: Model = EndpointModel(where, self.voice.dialect, self.waits.append)

    def will_say(self, text: str, *calls: Called) -> None:
        self.server.script.append(self.voice.says(text, *calls))

    def will_be_busy(self) -> None:
        self.server.script.append(problem(429, "slow down"))

    def requests(self) -> int:
        return len(self.server.seen)

    def last_said(self) -> str:
        return json.dumps(self.server.seen[-1].body)


@pytest.fixture(params=VOICES)
def wire(request: pytest.FixtureRequest) -> Iterator[WireGround]:
    """Each dialect."""
    with model_server() as server:
        yield WireGround(VOICES[request.param], server)


@pytest.fixture(params=["fake", *VOICES])
def ground(request: pytest.FixtureRequest) -> Iterator[ModelGround]:
    """The fake and each dialect: the same rules hold."""
    if request.param == "fake":
        yield FakeModelGround()
        return
    with model_server() as server:
        yield WireGround(VOICES[request.param], server)
