"""Transcripts: a run written down so that it can be run again without a model, to the same draft.

Held are the brief, what we told the model, and what it answered, without anything that looks like a
secret. The digest names a run; the record keeps no more of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.domain.secrets import without_secrets
from bot.errors import ModelError
from bot.ports.model import Model, Progress, Reply, ToolCall, Turn, Usage
from bot.ports.world import Workspace

FORMAT = "plangate-transcript/1"
MISFIT = "PLANGATE-MODEL-033"


@dataclass(slots=True)
class Notes:
    """What a run found out by itself, in order: the opening, the answers of tools, excerpts.

    Live, each is made and written down; in a replay each is taken from what was written.
    """

    entries: list[tuple[str, Any]] = field(default_factory=list)
    replayed: Iterator[tuple[str, Any]] | None = None

    def get(self, kind: str, make: Callable[[], Any]) -> Any:
        """The value of the next note; `make` gives it, unless this is a replay."""
        value = self._next(kind) if self.replayed is not None else make()
        self.entries.append((kind, value))
        return value

    def _next(self, kind: str) -> Any:
        found, value = next(self.replayed or iter(()), ("", None))
        if found != kind:
            raise _misfit(f"it goes on with {found or 'nothing'!r} where {kind!r} is wanted")
        return value


@dataclass(slots=True)
class RecordingModel:
    """The port `Model`, written down; with `replies` to a replay it answers by itself."""

    model: Model
    exchanges: list[dict[str, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """Ask the model, and write down what was asked (its digest) and answered."""
        told: dict[str, Any] = {"turn": digest_of(turn), "failed": None, "reply": None}
        self.exchanges.append(told)
        try:
            found = self.model.reply(turn, progress)
        except ModelError as problem:
            told["failed"] = {"code": problem.code, "what": problem.what, "remedy": problem.remedy}
            told["usage"] = asdict(getattr(problem, "usage", Usage()))
            raise
        found = _without_secrets(found)
        told["reply"] = _plain(asdict(found))
        return found

    @property
    def digest(self) -> str:
        """The name of everything that was asked and answered so far."""
        return hashlib.sha256(canonical(self.exchanges)).hexdigest()


@dataclass(slots=True)
class ReplayedModel:
    """The port `Model` by a transcript: each turn must be the one that was asked then."""

    name: str
    exchanges: Iterator[Mapping[str, Any]]

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """What the model answered then. Raises ModelError where another turn is asked."""
        told = next(self.exchanges, None)
        if told is None or told["turn"] != digest_of(turn):
            raise _misfit("this version of plangate asks the model something else")
        failed = told["failed"]
        if failed is not None:
            raise _Failed(Usage(**told.get("usage", {})), **failed)
        given = dict(told["reply"])
        calls = tuple(ToolCall(**call) for call in given.pop("calls"))
        return Reply(calls=calls, usage=Usage(**given.pop("usage")), **given)


class _Failed(ModelError):
    """An error of the model as it was met then."""

    def __init__(self, usage: Usage, code: str, what: str, remedy: str) -> None:
        self.usage = usage
        super().__init__(code, what, remedy)


@dataclass(slots=True)
class RecordingWorkspace:
    """The port `Workspace`, of which every text that was read is written down."""

    workspace: Workspace
    read: dict[str, str] = field(default_factory=dict)

    def paths(self) -> tuple[str, ...]:
        """All paths."""
        return self.workspace.paths()

    def texts(self, paths: Iterable[str], limit: int) -> Mapping[str, str]:
        """These texts, written down."""
        found = self.workspace.texts(paths, limit)
        self.read |= found
        return found

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        """The files a text is about."""
        return self.workspace.relevant(text, top)

    def looked(self) -> Mapping[str, int]:
        """What looking took."""
        return self.workspace.looked()


def digest_of(turn: Turn) -> str:
    """What names a turn: everything that is sent but the time that is left."""
    told = asdict(turn)
    del told["seconds"]
    return hashlib.sha256(canonical(told)).hexdigest()


def canonical(data: object) -> bytes:
    """The same bytes for the same data; what the provider wants back is part of it."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, default=_as_plain)
    return text.encode("utf-8", "replace")


def redacted(value: Any) -> Any:
    """Data without anything that looks like a secret, in every text of it."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {key: redacted(inner) for key, inner in value.items()}
    return [redacted(inner) for inner in value] if isinstance(value, list | tuple) else value


def _without_secrets(reply: Reply) -> Reply:
    """A reply as it goes on: what looks like a secret is gone before anything else sees it."""
    calls = tuple(replace(c, arguments=redacted(c.arguments)) for c in reply.calls)
    return replace(reply, text=without_secrets(reply.text), calls=calls)


def _plain(value: Any) -> Any:
    return json.loads(canonical(value))


def _as_plain(value: object) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _misfit(why: str) -> ModelError:
    return ModelError(
        MISFIT,
        f"the transcript does not fit: {why}",
        "Replay it with the version of plangate that wrote it",
    )
