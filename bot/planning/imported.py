"""The importing engine: another planner's output as a draft, which is judged as every engine's is."""

from __future__ import annotations

from bot.domain.plan import ActionType
from bot.graph.task_graph import TaskGraph
from bot.graph.task_node import TaskNode
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.draft import Draft, DraftCriterion, DraftStep, DraftTask, ToolScore
from bot.planning.engine import Budget, Pulse, Run
from bot.planning.proposal import Brief
from bot.ports.world import Workspace

NAME = "another planner (imported)"


class ImportedEngine:
    """The engine port on a task graph that somebody brought: it always drafts that one plan."""

    name = "imported"
    repairs = False
    patience = 0.0
    spare = None

    def __init__(self, graph: TaskGraph, source: str) -> None:
        """`source` says where the graph came from; whatever comes of it says so, too."""
        self._graph = graph
        caveat = f"Another planner made this plan; it was imported from {source}."
        told = {"model": NAME, "unreadFields": list(graph.unread)}
        self.last = Run(self.name, telemetry=told, caveat=caveat)

    def propose(self, brief: Brief, repository: Workspace, budget: Budget, pulse: Pulse) -> Draft:
        """The graph as a draft: what kind of work it is, the built-in engine reads in the request.

        A criterion is what the planner named, or the task's question; a step is a sub-question, or that
        question. The planner names no files here, so no step claims one.
        """
        graph, request = self._graph, brief.request
        intent = BuiltinEngine().propose(brief, repository, budget, pulse).intent
        criteria = {t.id: t.criteria or (t.question,) for t in graph.tasks.values()}
        texts = dict.fromkeys(text for told in criteria.values() for text in told)
        ids = {text: f"c{n}" for n, text in enumerate(texts, 1)}
        return Draft(
            decision="proceed",
            intent=intent,
            goal=graph.objectives[0] if graph.objectives else request.title,
            explanation=graph.explanation,
            criteria=tuple(
                DraftCriterion(id=id_, text=text, kind="derived") for text, id_ in ids.items()
            ),
            tasks=tuple(
                _task(task, tuple(ids[text] for text in dict.fromkeys(criteria[task.id])))
                for task in graph.tasks.values()
            ),
            objectives=graph.objectives,
            exit_criteria=graph.exit_criteria,
        )


def _task(node: TaskNode, criteria: tuple[str, ...]) -> DraftTask:
    asked = node.sub_questions or (node.question,)
    return DraftTask(
        id=node.id,
        title=node.question.splitlines()[0],
        criteria=criteria,
        depends_on=node.dependencies,
        steps=tuple(DraftStep(action=ActionType.ANALYZE_CODE, instruction=q) for q in asked),
        question=node.question,
        sub_questions=node.sub_questions,
        tools=node.tools,
        affinity=tuple(ToolScore(tool=t, score=s) for t, s in node.affinity.items()),
    )
