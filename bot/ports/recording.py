"""What a model was asked and answered, written down: without secrets, under one digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.domain.secrets import cleaned, without_secrets
from bot.errors import PlangateError
from bot.ports.model import Model, Progress, Reply, Turn
from bot.ports.model_faults import ModelFailure


class TranscriptMisfit(PlangateError):
    """A transcript that cannot be replayed (exit 2): never a reason to plan in another way."""

    exit_code = 2

    def __init__(self, why: str) -> None:
        """Say what does not fit."""
        super().__init__(
            "PLANGATE-MODEL-033",
            f"the transcript cannot be replayed: {why}",
            "Name one that `plangate plan run TARGET --transcript FILE` wrote with this version of plangate",
        )


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
            instead = f"it has {found or 'nothing'!r} instead of {kind!r}"
            raise TranscriptMisfit(f"it was changed, or another version wrote it ({instead})")
        return value


@dataclass(slots=True)
class RecordingModel:
    """The port `Model`, written down as it is asked."""

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
        except ModelFailure as problem:
            usage = asdict(problem.usage)
            told["failed"] = {"fault": problem.fault.name, "what": problem.what, "usage": usage}
            raise
        found = _without_secrets(found)
        told["reply"] = _plain(asdict(found))
        return found

    @property
    def digest(self) -> str:
        """The name of everything that was asked and answered so far."""
        return hashlib.sha256(canonical(self.exchanges)).hexdigest()


def digest_of(turn: Turn) -> str:
    """What names a turn: everything that is sent but the time that is left."""
    told = asdict(turn)
    del told["seconds"]
    return hashlib.sha256(canonical(told)).hexdigest()


def canonical(data: object) -> bytes:
    """The same bytes for the same data; what the provider wants back is part of it."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, default=_as_plain)
    return text.encode("utf-8", "replace")


def _without_secrets(reply: Reply) -> Reply:
    """A reply as it goes on: what looks like a secret is gone before anything else sees it."""
    calls = tuple(replace(c, arguments=cleaned(c.arguments)) for c in reply.calls)
    return replace(reply, text=without_secrets(reply.text), calls=calls)


def _plain(value: Any) -> Any:
    return json.loads(canonical(value))


def _as_plain(value: object) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
