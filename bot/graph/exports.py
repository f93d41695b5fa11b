"""Exports: a plan's graph as GraphML or JSON, for other programs; equal plans give equal bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from xml.sax.saxutils import escape, quoteattr

from bot.domain.plan import Task, TaskPlan
from bot.graph.task_graph import TaskGraph

_KEYS = (
    ("number", "int"),
    ("title", "string"),
    ("status", "string"),
    ("complexity", "int"),
    ("depth", "int"),
    ("steps", "int"),
    ("criteria", "int"),
    ("writes", "string"),
    ("contradicted", "boolean"),
)
_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_json(plan: TaskPlan) -> str:
    """The whole plan as JSON, with the names that `plan run --json` uses, and its graph for schedulers."""
    data = plan.model_dump(mode="json", by_alias=True)
    data["taskGraph"] = TaskGraph.of_plan(plan).as_json()
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_graphml(plan: TaskPlan, contradicted: Collection[str] = ()) -> str:
    """The task graph as GraphML 1.0: one node a task, an edge from what comes first to what waits.

    `contradicted` holds texts of criteria that evidence contradicts: their tasks carry the signal.
    """
    depths = TaskGraph.of_plan(plan).depths()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(f'  <key id="{n}" for="node" attr.name="{n}" attr.type="{t}"/>' for n, t in _KEYS),
        '  <key id="goal" for="graph" attr.name="goal" attr.type="string"/>',
        '  <key id="version" for="graph" attr.name="version" attr.type="int"/>',
        f'  <graph id={_quoted(plan.id)} edgedefault="directed">',
        f'    <data key="goal">{_text(plan.goal)}</data>',
        f'    <data key="version">{plan.version}</data>',
    ]
    for task in plan.tasks:
        lines += _node(task, depths.get(task.id, 0), contradicted)
    lines += [
        f"    <edge source={_quoted(first)} target={_quoted(node)}/>" for first, node in edges(plan)
    ]
    return "\n".join([*lines, "  </graph>", "</graphml>"])


def edges(plan: TaskPlan) -> tuple[tuple[str, str], ...]:
    """Each dependency as (what comes first, what waits for it), in the plan's order."""
    needs = TaskGraph.of_plan(plan).needs
    return tuple((first, node) for node, before in needs.items() for first in before)


def _node(task: Task, depth: int, contradicted: Collection[str]) -> list[str]:
    values = {
        "number": task.number,
        "title": task.title,
        "status": task.status.value,
        "complexity": task.complexity,
        "depth": depth,
        "steps": len(task.steps),
        "criteria": len(task.acceptance_criteria),
        "writes": " ".join((*task.resources.write, *task.resources.create)),
        "contradicted": str(any(c.text in contradicted for c in task.acceptance_criteria)).lower(),
    }
    data = [
        f'      <data key="{name}">{_text(str(value))}</data>' for name, value in values.items()
    ]
    return [f"    <node id={_quoted(task.id)}>", *data, "    </node>"]


def _text(value: str) -> str:
    return escape(_XML.sub("", value))


def _quoted(value: str) -> str:
    return quoteattr(_XML.sub("", value))
