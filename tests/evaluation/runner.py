"""Runs a planner over cases, in this process, on trees of small placeholder files."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from bot.domain.plan import PlanningRun
from bot.domain.policy import Policy
from bot.entrypoints.plan.answering import propose
from bot.entrypoints.plan.printed import printed
from bot.entrypoints.plan.source import Source
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.engine import Engine
from bot.planning.repository.evidence import evidence_of
from bot.planning.repository.ranking import scored_by
from bot.wiring.engines import local_engine

Case = Mapping[str, Any]
HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Result:
    """What the planner answered: as `plan run --json` prints it, reduced to what is scored."""

    id: str
    decision: str
    intent: str
    codes: frozenset[str] = frozenset()
    questions: tuple[str, ...] = ()
    duplicate_of: int | None = None
    tasks: tuple[Mapping[str, Any], ...] = ()
    texts: tuple[str, ...] = ()
    touched: frozenset[str] = field(default=frozenset())
    read: frozenset[str] = field(default=frozenset())
    run: PlanningRun = field(default_factory=PlanningRun)
    seconds: float = 0.0


def cases(name: str) -> tuple[Case, ...]:
    """The cases of `planning-NAME.jsonl`."""
    text = (HERE / f"planning-{name}.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines() if line.strip())


@dataclass(frozen=True, slots=True)
class Engines:
    """Makes the engine for a case: `builtin`, or `model`, which the environment names."""

    name: str

    def __call__(self) -> Engine:
        """A new one: an engine remembers its run. Raises ConfigError where no model is named."""
        if self.name == "builtin":
            return BuiltinEngine()
        return local_engine({**os.environ, "PLANGATE_ENGINE": self.name}, None, Policy())


def run(case: Case, engine: Engine | None = None) -> Result:
    """Plan one case with an engine, else the built-in one; the labels are unseen."""
    began = time.monotonic()
    front = {key: case[key] for key in ("title", "labels")}
    front["author"] = case.get("author", "reporter")
    lines = "".join(f"{k}: {json.dumps(v, ensure_ascii=False)}\n" for k, v in front.items())
    source = Source(f"---\n{lines}---\n{case['body']}", case["open_issues"], case["comments"])
    shown = printed(
        propose(source, engine or BuiltinEngine(), _Files(tuple(sorted(case["repo_files"]))))
    )
    tasks = tuple((shown["plan"] or {}).get("tasks", ()))
    resources = [t["resources"] for t in tasks]
    read = frozenset(p for r in resources for p in r["read"])
    return Result(
        id=case["id"],
        decision=shown["decision"],
        intent=shown["intent"],
        codes=frozenset(shown["reasonCodes"]),
        questions=tuple(q["question"] for q in shown["questions"]),
        duplicate_of=shown["duplicateOf"],
        tasks=tasks,
        texts=_texts(tasks, (shown["testingArtifacts"] or {}).get("planned", {})),
        touched=read | {p for r in resources for p in (*r["write"], *r["create"])},
        read=read,
        run=PlanningRun.of(shown["telemetry"]),
        seconds=time.monotonic() - began,
    )


def _texts(tasks: Sequence[Mapping[str, Any]], planned: Mapping[str, Any]) -> tuple[str, ...]:
    criteria = [c["text"] for t in tasks for c in t["acceptanceCriteria"]]
    tests = [text for rows in planned.values() if isinstance(rows, list) for text in rows]
    return (*criteria, *tests)


@dataclass(frozen=True, slots=True)
class _Files:
    """A workspace whose files hold their own names."""

    listed: tuple[str, ...]

    def paths(self) -> tuple[str, ...]:
        return self.listed

    def texts(self, paths: Iterable[str], limit: int) -> dict[str, str]:
        return {p: f"# {p}\n# {PurePosixPath(p).stem.replace('_', ' ')}\n"[:limit] for p in paths}

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        known = evidence_of(self.listed, self.texts(self.listed, 1_000))
        return tuple(r.path for r in scored_by(text, known)[:top])

    def looked(self) -> dict[str, int]:
        return {}
