"""Transcripts: a run written down so that it can be run again without a model, to the same draft.

Held are the brief, what we told the model, and what it answered, without anything that looks like a
secret. The digest names a run; the record keeps no more of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bot.domain.secrets import cleaned
from bot.planning.model.setup import Setup
from bot.planning.proposal import Brief
from bot.ports.recording import Notes, RecordingModel, TranscriptMisfit

FORMAT = "plangate-transcript/1"
_BRIEF = TypeAdapter(Brief)


def written(brief: Brief, notes: Notes, recorded: RecordingModel, setup: Setup) -> dict[str, Any]:
    """All that a replay needs but the texts that grounding read, without what looks like a secret."""
    return {
        "format": FORMAT,
        "digest": recorded.digest,
        "setup": {
            "model": setup.model.name,
            "deep": setup.deep.name if setup.deep else "",
            "way": setup.way.value,
            "decides": setup.decides,
            "caveat": setup.caveat,
            "limits": asdict(setup.limits),
        },
        "brief": cleaned(_BRIEF.dump_python(brief, mode="json")),
        "notes": [[kind, value] for kind, value in notes.entries],
        "exchanges": recorded.exchanges,
    }


def brief_of(transcript: Mapping[str, Any]) -> Brief:
    """The brief of a transcript. Raises TranscriptMisfit for what is none, or one of another format."""
    try:
        if transcript["format"] != FORMAT:
            raise TranscriptMisfit(f"its format is {str(transcript['format'])[:40]}, not {FORMAT}")
        return _BRIEF.validate_python(transcript["brief"])
    except (KeyError, TypeError, ValidationError) as problem:
        raise TranscriptMisfit("it is not a transcript, or is damaged") from problem


def looks(asked: Sequence[tuple[int, str, str]]) -> dict[str, Any]:
    """How often each tool was run, on how many paths, and in which turn."""
    runs = Counter(tool for _, tool, _ in asked)
    paths = {tool: {p for _, t, p in asked if t == tool} for tool in sorted(runs)}
    turns = Counter((turn, tool) for turn, tool, _ in asked)
    return {
        "byTool": {tool: {"runs": runs[tool], "paths": len(paths[tool])} for tool in paths},
        "byTurn": [{"turn": n, "tool": tool, "runs": k} for (n, tool), k in turns.items()],
    }
