"""Random task graphs in canonical form, without circles."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.graph.task_graph import TaskGraph
from bot.graph.task_node import TaskNode

TOOLS = ("modify", "pytest", "read", "run")
_TEXT = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)
_TEXTS = st.lists(_TEXT, max_size=2).map(tuple)
_SCORES = st.dictionaries(st.sampled_from(TOOLS), st.floats(0, 1), max_size=3)


@st.composite
def task_graphs(draw: st.DrawFn, most: int = 7) -> TaskGraph:
    """A graph with everything that a planner may say; ids are in no order of their own."""
    ids = draw(st.lists(_TEXT, min_size=1, max_size=most, unique=True))
    tasks = {}
    for n, id_ in enumerate(ids):
        first = draw(st.lists(st.sampled_from(ids[:n]), max_size=3, unique=True)) if n else []
        tasks[id_] = TaskNode(
            id_,
            draw(_TEXT),
            draw(_TEXTS),
            draw(_TEXTS),
            dict(sorted(draw(_SCORES).items())),
            tuple(first),
            draw(_TEXTS),
        )
    needs = {id_: task.dependencies for id_, task in tasks.items()}
    return TaskGraph(needs, tasks, draw(_TEXTS), draw(_TEXTS), draw(_TEXT | st.just("")))
