"""Exports: a plan's graph as GraphML or JSON, for other programs; equal plans give equal bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from xml.sax.saxutils import escape, quoteattr

from bot.domain.plan import Task, TaskPlan
from bot.graph.signals import Signal, intensity
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
    ("strength", "double"),
    ("signals", "string"),
)
_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_json(plan: TaskPlan, found: Sequence[Signal] = ()) -> str:
    """The whole plan as JSON, with the names that `plan run --json` uses, its graph, and its signals.

    docs/task-graph.schema.json describes what is added to the plan.
    """
    data = plan.model_dump(mode="json", by_alias=True)
    data["taskGraph"] = TaskGraph.of_plan(plan).as_json()
    data |= {"signals": list(map(asdict, found)), "intensity": intensity(found)}
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_graphml(plan: TaskPlan, found: Sequence[Signal] = ()) -> str:
    """The task graph as GraphML 1.0: one node a task, an edge from what comes first to what waits.

    A task says whether evidence contradicts it, how strongly all signals speak against it, and which
    they are, as JSON; the graph says so of the whole plan.
    """
    depths = TaskGraph.of_plan(plan).depths()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(f'  <key id="{n}" for="node" attr.name="{n}" attr.type="{t}"/>' for n, t in _KEYS),
        '  <key id="goal" for="graph" attr.name="goal" attr.type="string"/>',
        '  <key id="version" for="graph" attr.name="version" attr.type="int"/>',
        '  <key id="intensity" for="graph" attr.name="intensity" attr.type="double"/>',
        f'  <graph id={_quoted(plan.id)} edgedefault="directed">',
        f'    <data key="goal">{_text(plan.goal)}</data>',
        f'    <data key="version">{plan.version}</data>',
        f'    <data key="intensity">{intensity(found)}</data>',
    ]
    for task in plan.tasks:
        mine = [s for s in found if s.task == task.id]
        lines += _node(task, depths.get(task.id, 0), mine)
    lines += [
        f"    <edge source={_quoted(first)} target={_quoted(node)}/>" for first, node in edges(plan)
    ]
    return "\n".join([*lines, "  </graph>", "</graphml>"])


def edges(plan: TaskPlan) -> tuple[tuple[str, str], ...]:
    """Each dependency as (what comes first, what waits for it), in the plan's order."""
    needs = TaskGraph.of_plan(plan).needs
    return tuple((first, node) for node, before in needs.items() for first in before)


def _node(task: Task, depth: int, found: Sequence[Signal]) -> list[str]:
    values = {
        "number": task.number,
        "title": task.title,
        "status": task.status.value,
        "complexity": task.complexity,
        "depth": depth,
        "steps": len(task.steps),
        "criteria": len(task.acceptance_criteria),
        "writes": " ".join(task.written),
        "contradicted": str(any(s.kind == "claim" for s in found)).lower(),
        "strength": intensity(found),
        "signals": json.dumps(list(map(asdict, found)), ensure_ascii=False),
    }
    data = [f'      <data key="{name}">{_text(str(told))}</data>' for name, told in values.items()]
    return [f"    <node id={_quoted(task.id)}>", *data, "    </node>"]


def _text(value: str) -> str:
    return escape(_XML.sub("", value))


def _quoted(value: str) -> str:
    return quoteattr(_XML.sub("", value))
