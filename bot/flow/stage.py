"""The planner's stage (seed 5): enter (context), execute (pipeline), exit (kept), all of it logged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.domain.policy import Policy
from bot.domain.secrets import cleaned, without_secrets
from bot.errors import ModelError, PlanError, cause
from bot.flow.recording import RecordingWorkspace
from bot.graph.task_graph import TaskGraph, statistics
from bot.planning import checks, pipeline
from bot.planning.engine import Engine
from bot.planning.proposal import (
    Brief,
    Declined,
    Proposal,
    ProposedPlan,
    ProposedQuestions,
    Request,
)
from bot.planning.repository.context import CHARACTERS_PER_TOKEN, Detail, Tree, read_tree
from bot.planning.words import shortened
from bot.ports.world import Watch, Workspace


@dataclass(frozen=True, slots=True)
class PlannerStage:
    """One run of the planner for one issue; `session` names it in every event.

    `started` is what the watch showed when it was made: durations count from there until its exit. `keep`
    is handed the transcript of a model's run.
    """

    session: str
    policy: Policy
    watch: Watch
    engine: Engine
    repository: Workspace
    started: float = 0.0
    keep: Callable[[Mapping[str, Any]], None] | None = None

    def run(self, request: Request) -> Proposal:
        """Enter and execute. What fails, or takes too long, is declined with its code, never silent."""
        try:
            return self.execute(self.enter(request))
        except (PlanError, ModelError) as problem:
            self._tell("plan_failed", code=problem.code, what=problem.what)
            return Declined(
                "UNRESOLVABLE", problem.what, would_change=f"{problem.remedy}.", code=problem.code
            )

    def enter(self, given: Request) -> Brief:
        """Prepare the context. Raises PlanError -002 when it cannot be read, -007 when time is up."""
        self._tell("stage_entered", stage="planner", replan=given.earlier is not None)
        try:
            tree = read_tree(self.repository, self.policy, f"{given.title}\n{given.body}")
        except (OSError, ValueError, RecursionError) as problem:
            raise PlanError(
                checks.CONTEXT_FAILED,
                f"The repository could not be read ({cause(problem)})",
                "Check that the workspace is a readable folder",
            ) from problem
        tokens = context_tokens(tree)
        self._tell(
            "context_prepared",
            files_scanned=len(tree.paths),
            files_indexed=tree.looked.get("files", 0),
            files_loaded=len(tree.texts),
            files_trimmed=sum(form is not Detail.WHOLE for form in tree.forms.values()),
            context_tokens=tokens,
            comments=len(given.comments),
            **{f"files_{name}": n for name, n in amounts(tree).items()},
            **{f"index_{name}": n for name, n in tree.looked.items()},
        )
        if any(form is not Detail.WHOLE for form in tree.forms.values()):
            self._tell("budget_exceeded", context_tokens=tokens, code=checks.OVER_BUDGET)
        self._in_time("context")
        return Brief(given, tree, self.policy)

    def execute(self, brief: Brief) -> Proposal:
        """Plan, ask or decline. Raises PlanError, -007 when time is up."""
        read = RecordingWorkspace(self.repository) if self.keep else None
        repository = read or self.repository
        try:
            proposal = pipeline.propose(brief, self.engine, repository, self._in_time)
        finally:  # whatever came of the run: a plan, questions, or an error
            if used := self.engine.last.telemetry.get("tokens"):
                self._tell("model_used", **{f"tokens_{kind}": n for kind, n in used.items()})
        write = self.engine.last.write
        if self.keep and read and write:
            self.keep({**write(), "texts": cleaned(read.read)})
        counted = {**proposal.telemetry, "contextTokens": context_tokens(brief.tree)}
        if brief.tree.forms:
            counted["contextFiles"] = amounts(brief.tree)
        proposal = replace(proposal, telemetry=counted)
        self._result(brief, proposal)
        return proposal

    def exit(self, proposal: Proposal, where: str) -> None:
        """Log that the result is kept, and where."""
        if isinstance(proposal, ProposedPlan):
            plan = proposal.plan
            self._tell("plan_persisted", plan_id=plan.id, version=plan.version, where=where)
        self._tell("stage_exited", stage="planner", result=type(proposal).__name__)

    def _result(self, brief: Brief, proposal: Proposal) -> None:
        self._tell("request_analysed", intent=proposal.intent.value)
        match proposal:
            case ProposedPlan():
                plan, earlier = proposal.plan, brief.request.earlier
                if earlier is not None and plan.version > earlier.version:
                    reason = (brief.request.feedback or ("the request changed",))[-1]
                    self._tell("replanned", reason=_quiet(reason), version=plan.version)
                self._tell(  # the fields are those that the specification names
                    "plan_created",
                    plan_id=plan.id,
                    version=plan.version,
                    goal=_quiet(plan.goal),
                    task_count=len(plan.live),
                    step_count=sum(len(t.steps) for t in plan.live),
                    complexity=plan.total_complexity,
                    estimates=[t.complexity for t in plan.live],
                    context_tokens=context_tokens(brief.tree),
                )
                self._tell("planner.telemetry", **_graph_told(proposal))
            case ProposedQuestions():
                asked = [c.value for q in proposal.questions for c in q.context.reason_codes]
                self._tell("questions_asked", count=len(proposal.questions), reason_codes=asked)
            case Declined():
                self._tell("request_declined", outcome=proposal.outcome)

    def _tell(self, event: str, **fields: object) -> None:
        spent = round((self.watch.elapsed() - self.started) * 1000)
        self.watch.tell(event, session_id=self.session, **fields, duration_ms=spent)

    def _in_time(self, doing: str) -> None:
        limit = self.policy.planner.timeout + self.engine.patience
        if self.watch.elapsed() - self.started <= limit:
            self.watch.tell("progress", session_id=self.session, doing=doing)
            return
        raise PlanError(
            checks.TIMED_OUT,
            f"Planning took longer than {limit:.0f} s",
            "Shorten the issue, exclude folders with planner.context_excludes, or raise planner.timeout",
        )


def context_tokens(tree: Tree) -> int:
    """About how many tokens the loaded texts are."""
    return sum(len(text) for text in tree.texts.values()) // CHARACTERS_PER_TOKEN


def amounts(tree: Tree) -> dict[str, int]:
    """How many of the files found are there whole, outlined, summarised and left out."""
    forms = Counter(tree.forms.values())
    return {form.name.lower(): forms[form] for form in Detail}


def _quiet(text: str) -> str:
    """One short line without anything that looks like a secret."""
    plain = "".join(c if c.isprintable() else " " for c in without_secrets(text))
    return shortened(plain, 120)


def _graph_told(proposal: ProposedPlan) -> dict[str, object]:
    """The statistics of a plan's graph, what the run took, and the graph as it is now (seed 4)."""
    graph, told = TaskGraph.of_plan(proposal.plan), proposal.telemetry
    tasks = [
        {
            "id": task.id,
            "question": _quiet(task.question),
            "affinity": {_quiet(tool): score for tool, score in task.affinity.items()},
            "dependencies": list(task.dependencies),
        }
        for task in graph.tasks.values()
    ]
    statistics_ = statistics(proposal.plan)
    statistics_["byTool"] = {_quiet(tool): n for tool, n in statistics_["byTool"].items()}
    return {
        **{f"tasks_{name}": value for name, value in statistics_.items()},
        "confidence": proposal.confidence,
        **{f"tokens_{kind}": n for kind, n in (told.get("tokens") or {}).items()},
        "snapshot": {"objectives": [_quiet(text) for text in graph.objectives], "tasks": tasks},
    }
