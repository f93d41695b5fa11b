"""A transcript in place of the world: a model that answers as it did, and the texts that were read then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.ports.model import Progress, Reply, ToolCall, Turn, Usage
from bot.ports.model_faults import ModelFailure, ModelFault
from bot.ports.recording import TranscriptMisfit, digest_of
from bot.ports.world import NoFiles


@dataclass(slots=True)
class ReplayedModel:
    """The port `Model` by a transcript: each turn must be the one that was asked then."""

    name: str
    exchanges: Iterator[Mapping[str, Any]]

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """What the model answered then. Raises TranscriptMisfit where another turn is asked."""
        told = next(self.exchanges, None)
        if told is None or told["turn"] != digest_of(turn):
            raise TranscriptMisfit("this version of plangate asks the model something else")
        failed = told["failed"]
        if failed is not None:
            fault = ModelFault[failed["fault"]]
            raise ModelFailure(fault, Usage(**failed["usage"]), failed["what"])
        given = dict(told["reply"])
        calls = tuple(ToolCall(**call) for call in given.pop("calls"))
        return Reply(calls=calls, usage=Usage(**given.pop("usage")), **given)


@dataclass(frozen=True, slots=True)
class RecordedWorkspace(NoFiles):
    """The port `Workspace` of a transcript: the tree's paths, and the texts that were read.

    It looks at nothing and ranks nothing: the ranking stands in the brief.
    """

    tree: tuple[str, ...]
    read: Mapping[str, str]

    def paths(self) -> tuple[str, ...]:
        """All paths."""
        return self.tree

    def texts(self, paths: Iterable[str], limit: int) -> Mapping[str, str]:
        """These texts, as far as they were read then."""
        return {p: self.read[p][:limit] for p in paths if p in self.read}
