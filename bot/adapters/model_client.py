"""The port `Model` over HTTP: any dialect, sent again only where nothing was worked on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from bot.adapters.model_assembly import Assembly
from bot.adapters.model_refusals import ErrorOrigin, Refusal, first_of, off_dialect
from bot.adapters.model_wire import NotProcessed, Outgoing, answer
from bot.ports.model import Progress, Reply, Turn
from bot.ports.model_faults import ModelFault, failure

ATTEMPTS = 4
_FIRST_WAIT = 0.5


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is: the base address, its name there, and the key, which is in no `repr`."""

    address: str
    model: str
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one family of providers speaks.

    `name` is its name in PLANGATE_MODEL_PROVIDER, `path` follows the base address. `optional` are
    parameters that some endpoints refuse, each with the one to send instead, or nothing. `headers` carry
    the key, `body` is the request of a turn, `assembly` an empty answer.
    """

    name: str
    path: str
    optional: Mapping[str, str]
    headers: Callable[[str], dict[str, str]]
    body: Callable[[str, Turn], dict[str, Any]]
    assembly: Callable[[ErrorOrigin, Turn], Assembly]


def bearer(key: str) -> dict[str, str]:
    """A bearer's header; local servers need none."""
    return {"authorization": f"Bearer {key}"} if key else {}


class EndpointModel:
    """A model at an address. Safe for threads: each call has a connection of its own.

    What the endpoint refused once (a `temperature`, say) is not sent again as long as this lives.
    """

    def __init__(
        self, endpoint: Endpoint, dialect: Dialect, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.name = endpoint.model
        self._endpoint = endpoint
        self._dialect = dialect
        self._sleep = sleep
        self._refused: frozenset[str] = frozenset()
        host = urlsplit(endpoint.address).netloc.rpartition("@")[2]
        self._asked = ErrorOrigin(host, dialect.name, endpoint.model, endpoint.key)

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """Ask for the next message (see the port).

        Raises ModelError, and ValueError for tools and a schema together: grammars mask tool tokens.
        """
        if turn.tools and turn.schema:
            raise ValueError("a turn holds tools or a schema, never both")
        until = time.monotonic() + turn.seconds
        refused = self._refused
        while True:
            body = self._body(turn, refused)
            try:
                reply = self._sent(turn, body, until, progress)
            except Refusal as problem:
                named = self._blamed(problem, body)
                if not named:
                    raise problem.failure from None
                refused |= {named}
                continue
            self._refused |= refused
            return reply

    def _body(self, turn: Turn, refused: frozenset[str]) -> dict[str, Any]:
        body = self._dialect.body(self.name, turn)
        for name in refused & body.keys():
            value, instead = body.pop(name), self._dialect.optional[name]
            if instead:
                body[instead] = value
        return body

    def _blamed(self, problem: Refusal, body: Mapping[str, Any]) -> str:
        """The parameter that the endpoint does not want and that we can do without."""
        sent = {n: i for n, i in self._dialect.optional.items() if n in body}
        exactly = problem.parameter.partition(".")[0].partition("[")[0]
        return exactly if exactly in sent else first_of(sent, problem.words)

    def _sent(self, turn: Turn, body: dict[str, Any], until: float, progress: Progress) -> Reply:
        """Send it, again where it was surely not worked on and time allows."""
        address, headers = self._endpoint.address, self._dialect.headers(self._endpoint.key)
        outgoing = Outgoing(f"{address}{self._dialect.path}", self._asked, headers, body)

        def once() -> Reply:
            left = until - time.monotonic()
            if left <= 0:
                raise failure(ModelFault.TIMED_OUT, host=self._asked.host, seconds=turn.seconds)
            return self._read(turn, outgoing, left, progress)

        attempts = Retrying(
            retry=retry_if_exception_type(NotProcessed),
            wait=_wait,
            stop=lambda state: (
                stop_after_attempt(ATTEMPTS)(state) or time.monotonic() + _wait(state) >= until
            ),
            sleep=self._sleep,
            reraise=True,
        )
        try:
            return attempts(once)
        except NotProcessed as problem:
            raise problem.failure from None

    def _read(self, turn: Turn, outgoing: Outgoing, seconds: float, progress: Progress) -> Reply:
        assembly = self._dialect.assembly(self._asked, turn)
        with closing(answer(outgoing, seconds)) as pieces:
            for data, streamed in pieces:
                with self._judged():
                    assembly.add(data, streamed)
                progress(assembly.received)
        with self._judged():
            return assembly.reply()

    @contextmanager
    def _judged(self) -> Iterator[None]:
        try:
            yield
        except ValueError as problem:
            raise off_dialect(self._asked, "a required field is missing") from problem


def _wait(state: RetryCallState) -> float:
    problem = state.outcome.exception() if state.outcome else None
    asked = problem.wait if isinstance(problem, NotProcessed) else None
    return asked if asked is not None else _FIRST_WAIT * 2.0 ** (state.attempt_number - 1)
