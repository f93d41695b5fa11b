"""`plangate plan import`: another planner's output as the plan of an issue or a Markdown file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bot.domain.plan import ActionType
from bot.entrypoints import reading
from bot.entrypoints.commands import NAMED
from bot.entrypoints.plan.answering import plan_file
from bot.entrypoints.plan.run import WAITING, tell
from bot.entrypoints.plan.source import Source
from bot.errors import PlanError, UsageError
from bot.events.target import is_target, named
from bot.graph.task_graph import TaskGraph
from bot.graph.task_node import TaskNode
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.draft import Draft, DraftCriterion, DraftStep, DraftTask, ToolScore
from bot.planning.engine import Pulse, Run
from bot.planning.proposal import Brief
from bot.ports.world import Workspace

NAME = "another planner (imported)"


@click.command("import")
@click.argument("target", type=NAMED)
@click.argument("file", type=reading.PATH)
@click.option(
    "--workspace",
    type=reading.PATH,
    metavar="DIR",
    help="Only for a Markdown file: the repository's folder. Default: this checkout.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--dry-run", is_flag=True, help="Only for an issue: check FILE, but write nothing to GitHub."
)
def import_(target: str, file: Path, workspace: Path | None, as_json: bool, dry_run: bool) -> None:
    """Take FILE (JSON from another planner) as the plan of TARGET, if it passes plangate's own checks.

    TARGET is an issue or a Markdown file. For a file, the plan is only printed.
    """
    graph = _read(file)
    planner = ImportedEngine(graph, file.name)
    if graph.unread:
        click.echo(f"Ignored fields: {', '.join(graph.unread)}.", err=True)
    if is_target(target):
        # What speaks with GitHub is slow to import, and a file needs none of it.
        from bot.entrypoints.plan.issue import import_plan

        if import_plan(named(target), planner, dry_run=dry_run, as_json=as_json):
            sys.exit(WAITING)
        return
    source = Source(reading.text(Path(target)))
    tell(plan_file(source, workspace, lambda *_: planner, as_json=as_json), as_json=as_json)


def _read(file: Path) -> TaskGraph:
    try:
        return TaskGraph.from_planner_output(reading.output(file))
    except PlanError as problem:
        raise UsageError(problem.code, f"{file.name}: {problem.what}", problem.remedy) from problem


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

    def propose(self, brief: Brief, repository: Workspace, pulse: Pulse) -> Draft:
        """The graph as a draft: what kind of work it is, the built-in engine reads in the request.

        A criterion is what the planner named, or the task's question; a step is a sub-question, or that
        question. The planner names no files here, so no step claims one.
        """
        graph, request = self._graph, brief.request
        intent = BuiltinEngine().propose(brief, repository, pulse).intent
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
