"""What a small model says when it is asked for planner output: recorded answers, and how they were asked for.

`.venv/bin/python -m tests.graph.small_model` records `small_model.json` again (takes minutes).
"""

from __future__ import annotations

import json
import re
import secrets
import urllib.request
from itertools import product
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("small_model.json")
REQUESTS = {
    "cart": "Refuse negative counts in the cart. A count below 1 should raise ValueError.",
    "export": "Add a date column to the CSV export of orders and describe it in the README.",
    "login": "The login page forgets the return address when the session has expired.",
}
_FORM = json.dumps(
    {
        "objectives": ["..."],
        "exit_criteria": ["..."],
        "explanation": "...",
        "tasks": [
            {
                "id": "t1",
                "question": "...",
                "sub_questions": ["..."],
                "tools": ["..."],
                "affinity": {"read": 0.5},
                "dependencies": [],
                "criteria": ["..."],
            }
        ],
    }
)
ASKS = {
    "fields": "Plan this work as JSON. Each task has id, question, sub_questions, tools, affinity (a score "
    "from 0 to 1 for each tool), dependencies (ids of earlier tasks) and criteria. Beside the list of tasks: "
    "objectives, exit_criteria, explanation.\n\nWork: ",
    "example": "Plan this work in two or three tasks. Answer with JSON of this form and nothing else: "
    f"{_FORM}\n\nWork: ",
}
_TEXT = {"type": "string"}
_SHORT = {"type": "string", "minLength": 5, "maxLength": 50}
_WIDE = {"type": ["string", "integer"]}
_IDS = ["t1", "t2", "t3"]

_FIELD = "id|question|sub_questions|tools|affinity|dependencies|criteria"
NAMED = re.compile(
    rf"task \d+( \([^)]*\))?: ({_FIELD})\b|task \d+ must be an object|these tasks wait for each other: .+ → |"
    r"the plan( is not JSON \(line \d+\)| has no list `tasks`| has \d+ tasks|: \w+)"
)
"""What an error says of planner output: the task and the field, the circle, or the line that is no JSON."""


def _list(items: dict[str, Any], most: int, least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _object(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required or properties)}


LOOSE = _object(
    ("tasks",),
    explanation=_TEXT,
    objectives=_list(_TEXT, 2),
    tasks=_list(
        _object(
            ("id", "question", "affinity", "dependencies"),
            id=_WIDE,
            question={"type": ["string", "null"]},
            tools={"type": ["array", "string"], "items": _TEXT, "maxItems": 3},
            affinity=_object(
                ("read",), read={"type": "number"}, run={"type": ["number", "string"]}
            ),
            dependencies=_list(_WIDE, 3),
            criteria=_list(_TEXT, 2),
        ),
        4,
        1,
    ),
)
"""The fields, and nearly any value: scores, ids and dependencies are the model's own."""


def tight(least: int, most: int, text: dict[str, Any] = _SHORT) -> dict[str, Any]:
    """A plan where every value can be right: ids and what waits for what are the model's own."""
    task = _object(
        id={"enum": _IDS},
        question=text,
        tools=_list({"enum": ["read", "modify", "run"]}, 2),
        affinity=_object(read={"enum": [0, 0.5, 1]}, run={"enum": [0.25, 0.75]}),
        dependencies=_list({"enum": [*_IDS, "t4"]}, 2),
        criteria=_list(text, 1),
    )
    return _object(explanation=text, tasks=_list(task, most, least))


_FORMATS: dict[str, tuple[int, dict[str, Any]]] = {
    "text": (1, {}),
    "json": (2, {"response_format": {"type": "json_object"}}),
    "loose": (
        3,
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "plan", "schema": LOOSE},
            }
        },
    ),
    "tight": (
        3,
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "plan", "schema": tight(2, 3)},
            }
        },
    ),
}
"""How many answers each question gets, and how their form is enforced."""


def recorded() -> list[dict[str, Any]]:
    """The recorded answers: how each was asked for (`form`, `ask`, `request`, `seed`), and its `text`."""
    found: list[dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Ask the model again, and write down what it says."""
    from bot.adapters.model_in_process import _started
    from tests.adapters.test_model_in_process import SMALL

    assert SMALL, "the small model is not installed: make setup"
    key = secrets.token_hex(8)
    server = _started(SMALL, key)
    rows = []
    for form, (seeds, how) in _FORMATS.items():
        for ask, request, seed in product(ASKS, REQUESTS, range(1, seeds + 1)):
            said = ASKS[ask] + REQUESTS[request]
            body = {"messages": [{"role": "user", "content": said}], "max_tokens": 400, **how}
            text = _answer(server.listening_address, key, body | {"seed": seed, "temperature": 0.8})
            rows.append({"form": form, "ask": ask, "request": request, "seed": seed, "text": text})
    written = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    RECORDED.write_text(f"[\n{written}\n]\n", encoding="utf-8")


def _answer(address: str, key: str, body: dict[str, Any]) -> str:
    head = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    sent = urllib.request.Request(f"{address}/v1/chat/completions", json.dumps(body).encode(), head)
    with urllib.request.urlopen(sent, timeout=600) as answer:
        return str(json.load(answer)["choices"][0]["message"]["content"])


if __name__ == "__main__":
    main()
