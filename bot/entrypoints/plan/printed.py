"""The one JSON object that `plan run --json` prints (CONTRACT: command line)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from bot.domain.artifacts import payload
from bot.domain.links import slug
from bot.domain.plan import TaskPlan
from bot.domain.questionnaire import Question
from bot.entrypoints.terminal import count
from bot.graph.task_graph import TaskGraph
from bot.planning.proposal import Declined, Proposal, ProposedPlan, ProposedQuestions


def printed(proposal: Proposal) -> dict[str, Any]:
    """The one JSON object that `plan run --json` prints."""
    base: dict[str, Any] = {
        "decision": "proceed",
        "outcome": "STAGING_PAYLOAD",
        "intent": proposal.intent.value,
        "reasonCodes": [],
        "questions": [],
        "duplicateOf": None,
        "plan": None,
        "taskGraph": None,
        "testingArtifacts": None,
        "stories": [],
        "risks": [],
        "assumptions": [],
        "rules": [],
        "error": None,
        "telemetry": dict(proposal.telemetry),
    }
    match proposal:
        case ProposedPlan():
            tests = proposal.tests.model_dump(mode="json", by_alias=True)
            plan = proposal.plan.model_dump(mode="json", by_alias=True)
            made: dict[str, Any] = {"plan": plan, "testingArtifacts": {"planned": tests}}
            made |= {"taskGraph": TaskGraph.of_plan(proposal.plan).as_json()}
            made |= {"risks": proposal.risks, "assumptions": proposal.assumptions}
            made["rules"] = [r.model_dump(mode="json", by_alias=True) for r in proposal.rules]
            return base | made | (_stories(proposal.plan, plan) if proposal.epic else {})
        case ProposedQuestions():
            direct = {"outcome": "NEEDS_PLANNING", "direct": len(proposal.questions) == 1}
            return base | direct | asked_json(proposal.questions)
        case Declined():
            return base | _declined(proposal)


def _stories(plan: TaskPlan, said: dict[str, Any]) -> dict[str, Any]:
    """Each story with its own staging payload; `said` is the plan as JSON."""
    rows = list[dict[str, Any]]()
    for task, row in zip(plan.tasks, said["tasks"], strict=True):
        alone = {"tasks": (task,), "dependencies": (), "total_complexity": task.complexity}
        own = payload(plan.model_copy(update=alone), slug(task.title))
        rows.append(row | {"slug": own.slug, "stagingPayload": own.model_dump(by_alias=True)})
    return {"decision": "epic", "stories": rows}


def asked_json(questions: Sequence[Question]) -> dict[str, Any]:
    """Questions that wait, as `plan run --json` and `plan show --json` print them."""
    codes = {c.value: None for q in questions for c in q.context.reason_codes}
    return {
        "decision": "ask",
        "reasonCodes": list(codes),
        "questions": [
            {
                "id": q.id,
                "question": q.question,
                "options": [{"label": o.label, "description": o.description} for o in q.options],
                "recommendedOption": q.recommended_option,
                "affectedSections": list(q.context.affected_sections),
            }
            for q in questions
        ],
    }


def asked_text(questions: Sequence[Question], given: Sequence[str] | None) -> str:
    """Questions that wait, for a terminal, and how to answer them.

    `given` are the answers with which the command was run; None where they are answered on GitHub.
    """
    lines = [f"{count(len(questions), 'question')} before a plan can be made:"]
    for q in questions:
        number = q.id.removeprefix("q")
        lines.append(f"\n{number}. {q.question}")
        for letter, option in zip(q.letters, q.options, strict=True):
            why = q.recommended_because if letter == q.recommended_letter else ""
            told = (option.label, option.description, why and f"why: {why}")
            lines.append(f"   {number}{letter}  {' - '.join(filter(None, told))}")
    picks = " ".join(f"{q.id.removeprefix('q')}{q.recommended_letter}" for q in questions)
    again = " ".join(f"--answer {shlex.quote(text)}" for text in (*(given or ()), picks))
    here = f"run the command again with {again}"
    there = f"tick a box in the comment on GitHub, or reply {picks}"
    lines.append(f"\nTo answer: {there if given is None else here}")
    return "\n".join(lines)


def _declined(proposal: Declined) -> dict[str, Any]:
    duplicate = proposal.outcome == "DUPLICATE"
    error = {
        "code": proposal.code or "PLANGATE-PLAN-001",
        "message": f"{proposal.reason} {proposal.would_change}",
    }
    return {
        "decision": "duplicate" if duplicate else "reject",
        "outcome": proposal.outcome,
        "duplicateOf": proposal.duplicate_of,
        "error": None if duplicate else error,
    }
