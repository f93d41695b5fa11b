"""How long the next task of a large graph takes, beside Python's own topological order of the same graph."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from graphlib import TopologicalSorter

from bot.graph.schedule import sort_keys
from bot.graph.task_graph import TaskGraph
from bot.graph.task_node import TaskNode

RUNS = 5
TIMES_GRAPHLIB = 1.5
"""At 10,000 tasks."""
SECONDS = 1.0
"""At 100,000 tasks."""


def a_graph(tasks: int, scores: int = 11) -> TaskGraph:
    """Each task waits for up to two of the fifty before it; few scores mean many ties."""
    dice = random.Random(tasks)
    nodes = dict[str, TaskNode]()
    for n in range(tasks):
        before = (
            {dice.randrange(max(0, n - 50), n) for _ in range(dice.randrange(3))} if n else set()
        )
        first = tuple(f"t{m:06}" for m in sorted(before))
        wish = {tool: dice.randrange(scores) / max(1, scores - 1) for tool in ("read", "run")}
        nodes[f"t{n:06}"] = TaskNode(f"t{n:06}", "?", affinity=wish, dependencies=first)
    return TaskGraph({id_: node.dependencies for id_, node in nodes.items()}, nodes)


def table() -> str:
    """The next task: none done, and half of them done; and graphlib."""
    lines = [f"the next task of a graph, milliseconds, best of {RUNS}", ""]
    lines.append(f"{'tasks':>8}{'graphlib':>10}{'next':>8}{'half done':>11}{'ties':>8}")
    over = []
    for tasks in (10_000, 100_000):
        graph, tied = a_graph(tasks), a_graph(tasks, 1)
        half = set(graph.order()[: tasks // 2])
        base = _best(lambda g=graph: list(TopologicalSorter(g.needs).static_order()))  # type: ignore[misc]
        found = [
            _best(lambda g=graph: min(sort_keys(g, (), "run"))),  # type: ignore[misc]
            _best(lambda g=graph, h=half: min(sort_keys(g, h, "run"))),  # type: ignore[misc]
            _best(lambda g=tied, h=half: min(sort_keys(g, h, "run"))),  # type: ignore[misc]
        ]
        limit = base * TIMES_GRAPHLIB if tasks == 10_000 else SECONDS
        over += [tasks] if max(found) > limit else []
        row = "".join(
            f"{t * 1000:{w}.1f}" for t, w in zip([base, *found], (10, 8, 11, 8), strict=True)
        )
        lines.append(f"{tasks:8}{row}")
    said = f"over at {over}" if over else "within"
    lines.append(
        f"\nlimits: {TIMES_GRAPHLIB} times graphlib at 10,000, {SECONDS:.0f} s at 100,000: {said}"
    )
    return "\n".join(lines) + "\n"


def _best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times)
