"""Task node: one task in the canonical form of seed 4, as a scheduler reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TaskNode:
    """One task in canonical form; `affinity` scores tools from 0 to 1, `dependencies` are ids."""

    id: str
    question: str = ""
    sub_questions: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    affinity: Mapping[str, float] = field(default_factory=dict)
    dependencies: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The task under its canonical names, in camelCase as all JSON of ours."""
        return {
            "id": self.id,
            "question": self.question,
            "subQuestions": list(self.sub_questions),
            "tools": list(self.tools),
            "affinity": dict(self.affinity),
            "dependencies": list(self.dependencies),
            "criteria": list(self.criteria),
        }
