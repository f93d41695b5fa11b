"""Records of earlier versions -> today's shape.

No known field gets lost, and no record seems further than it was: without a stage it is planned again,
and an approval is never inferred.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
SEED = "0"
"""The plain shape of seed 2: no `schemaVersion`, no stage, often inside `{"metadata": …}`."""
FIRST = "1.0"
"""The first published version: its approvals know no request."""
CURRENT = "1.1"
_LONG_AGO = "1970-01-01T00:00:00Z"
_DEEP = 4
_NAMES = frozenset(
    {
        "workflow", "owner", "baseBranch", "branchName", "pullRequestUrl",
        "planningArtifact", "createdAt", "goals", "steps", "risks",
        "testingArtifacts", "schemaVersion", "planned", "implemented",
        "gherkinScenarios", "unitTestIntent", "integrationTestIntent", "notes",
        "testsAddedOrUpdated", "evidenceLinks", "commandsRun",
        "reviewArtifact", "changeSummary", "filesTouched", "knownRisks", "decision",
        "verificationArtifact", "commands", "result",
        "awaitingHumanArtifact", "question", "options", "label", "description",
        "recommendedOption", "requestedAt",
        "doneArtifact", "completedAt", "summary", "verification",
        "retrospectives", "transitionNote", "workflowRuntime", "actionHistory",
        "status", "updatedAt", "updatedBy",
    }
)  # fmt: skip
"""What seed 2 names."""


def migrated(data: Any) -> Any:
    """A record's JSON in today's version. The given one stays as it was.

    What is newer, or no object at all, is left alone: reading it says what is wrong with it.
    """
    if not isinstance(data, dict):
        return data
    data = _unwrapped(data)
    while (step := _STEPS.get(version_of(data))) is not None:
        data = step(data)
    return data


def version_of(data: Json) -> str:
    """The version of a record's JSON; without one it is as old as can be."""
    version = data.get("schemaVersion")
    if version is None or (isinstance(version, str) and version.partition(".")[0] == SEED):
        return SEED
    return str(version)


def _unwrapped(data: Json) -> Json:
    inner = data.get("metadata")
    if not isinstance(inner, dict) or "canonicalTaskId" in data:
        return data
    beside = {name: value for name, value in data.items() if name != "metadata"}
    return beside | inner


def _from_seed(data: Json) -> Json:
    kept = _without_nulls(data)
    made = {**kept, "schemaVersion": FIRST}
    _change(made, "awaitingHumanArtifact", _questionnaire)
    _change(made, "retrospectives", lambda entries: _listed(entries, _retrospective))
    _change(made, "workflowRuntime", _runtime)
    return made


def _change(data: Json, name: str, change: Callable[[Any], Any]) -> None:
    if name in data:
        data[name] = change(data[name])


def _without_nulls(node: Any, depth: int = 0) -> Any:
    """Seed 2 writes `null` for what is missing; names that we do not know keep theirs."""
    if depth > _DEEP:
        return node
    if isinstance(node, list):
        return [_without_nulls(inner, depth + 1) for inner in node]
    if not isinstance(node, dict):
        return node
    return {
        name: _without_nulls(inner, depth + 1)
        for name, inner in node.items()
        if inner is not None or name not in _NAMES
    }


def _questionnaire(asked: Any) -> Any:
    """One question becomes a batch of one. Nobody knows why it was asked: the strictest reason holds."""
    if not isinstance(asked, dict):
        return asked
    context = {"reasonCodes": ["POLICY_RISK"], "affectedSections": ["planningArtifact"]}
    whole = {"context": context, **asked}
    names = ("question", "options", "recommendedOption", "requestedAt", "context")
    first = {"id": "q1", **{name: whole[name] for name in names if name in whole}}
    return {"questions": [first], **whole}


def _listed(entries: Any, change: Callable[[int, Json], Json]) -> Any:
    if not isinstance(entries, list):
        return entries
    return [change(n, e) if isinstance(e, dict) else e for n, e in enumerate(entries, 1)]


def _retrospective(_: int, entry: Json) -> Json:
    return {"at": _LONG_AGO, **entry}


def _runtime(runtime: Any) -> Any:
    if not isinstance(runtime, dict) or "actionHistory" not in runtime:
        return runtime
    return {**runtime, "actionHistory": _listed(runtime["actionHistory"], _line)}


def _line(number: int, entry: Json) -> Json:
    """Seed 2 leaves the shape of a history line open."""
    unknown = {"actor": "", "role": "orchestrator", "action": "unknown", "at": _LONG_AGO}
    return {"key": f"seed:{number}", **unknown, **entry}


def _from_first(data: Json) -> Json:
    """Which request an approval was given for is never inferred: it must be given once more."""
    return {**data, "schemaVersion": CURRENT}


_STEPS: dict[str, Callable[[Json], Json]] = {SEED: _from_seed, FIRST: _from_first}
VERSIONS = (*_STEPS, CURRENT)
"""Every version there ever was, oldest first."""
