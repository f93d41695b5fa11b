"""Planning without GitHub: a Markdown file instead of an issue, a folder instead of a repository."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import yaml

from bot.domain.facts import Comment, Person
from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, How
from bot.errors import UsageError
from bot.flow.propose import read_tree
from bot.intents import replies
from bot.planning import builtin
from bot.planning.proposal import (
    Brief,
    Declined,
    OpenIssue,
    Proposal,
    ProposedPlan,
    ProposedQuestions,
    Request,
    Tree,
)
from bot.ports import Workspace

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Rows = Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, open issues, comments and answers, as the command line gives them."""

    text: str
    issues: Rows = ()
    comments: Rows = ()
    answers: tuple[str, ...] = ()


def propose(source: Source, workspace: Workspace | None, policy: Policy | None = None) -> Proposal:
    """What the built-in planner answers; with answers given, asked again with them."""
    policy = policy or Policy()
    request = request_of(source)
    tree = read_tree(workspace, policy, request) if workspace else Tree()
    brief = Brief(request, tree, policy)
    found = builtin.propose(brief)
    if not isinstance(found, ProposedQuestions) or not source.answers:
        return found
    questions = tuple(
        q.model_copy(update={"id": f"q{n}"}) for n, q in enumerate(found.questions, 1)
    )
    answered = replace(request, questions=questions, answers=tuple(_answers(source)))
    return builtin.propose(replace(brief, request=answered))


def request_of(source: Source) -> Request:
    """Read front matter (`title`, `labels`, `author`, `created_at`) or take the first heading."""
    front, body = _front_matter(source.text)
    title = str(front.get("title") or "")
    if not title:
        title, body = _heading(body)
    labels = front.get("labels")
    return Request(
        repository="local/file",
        number=_number(front.get("number")),
        title=title,
        body=body,
        author=str(front.get("author") or ""),
        created_at=_date(front.get("created_at")),
        labels=frozenset(str(x) for x in labels) if isinstance(labels, list) else frozenset(),
        comments=tuple(_comment(n, row) for n, row in enumerate(source.comments, 1)),
        open_issues=tuple(_open_issue(row) for row in source.issues),
    )


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
        "testingArtifacts": None,
        "stories": [],
        "error": None,
        "telemetry": dict(proposal.telemetry),
    }
    match proposal:
        case ProposedPlan():
            tests = proposal.tests.model_dump(mode="json", by_alias=True)
            plan = proposal.plan.model_dump(mode="json", by_alias=True)
            return base | {"plan": plan, "testingArtifacts": {"planned": tests}}
        case ProposedQuestions():
            return base | _asked(proposal)
        case Declined():
            return base | _declined(proposal)


def _asked(proposal: ProposedQuestions) -> dict[str, Any]:
    codes = {c.value: None for q in proposal.questions for c in q.context.reason_codes}
    return {
        "decision": "ask",
        "outcome": "NEEDS_PLANNING",
        "direct": len(proposal.questions) == 1,
        "reasonCodes": list(codes),
        "questions": [
            {
                "id": q.id,
                "question": q.question,
                "options": [{"label": o.label, "description": o.description} for o in q.options],
                "recommendedOption": q.recommended_option,
                "affectedSections": list(q.context.affected_sections),
            }
            for q in proposal.questions
        ],
    }


def _declined(proposal: Declined) -> dict[str, Any]:
    duplicate = proposal.outcome == "DUPLICATE"
    error = {"code": "PLANGATE-PLAN-001", "message": f"{proposal.reason} {proposal.would_change}"}
    return {
        "decision": "duplicate" if duplicate else "reject",
        "outcome": proposal.outcome,
        "duplicateOf": proposal.duplicate_of,
        "error": None if duplicate else error,
    }


def _answers(source: Source) -> list[Answer]:
    found = []
    for text in source.answers:
        picked = replies.arguments(text)
        if not picked:
            raise UsageError("PLANGATE-CLI-006", f"{text!r} is no answer", "Write --answer '1A 2B'")
        found += [
            Answer(
                question_id=f"q{p.question or 1}",
                choice=p.choice,
                text=p.text,
                planner_decision=p.you_decide or p.recommended,
                by="command line",
                how=How.CLI,
                at=EPOCH,
            )
            for p in picked
        ]
    return found


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    if not text.startswith("---\n"):
        return {}, text
    head, found, body = text[4:].partition("\n---\n")
    if not found:
        return {}, text
    try:
        front = yaml.safe_load(head)
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        raise UsageError(
            "PLANGATE-CLI-007", "the front matter is not YAML", "Correct it or leave it out"
        ) from problem
    return (front if isinstance(front, dict) else {}), body


def _heading(body: str) -> tuple[str, str]:
    lines = body.split("\n")
    for n, line in enumerate(lines):
        if line.startswith("# "):
            return line[2:].strip(), "\n".join(lines[:n] + lines[n + 1 :])
        if line.strip():
            return line.strip()[:200], "\n".join(lines[n + 1 :])
    return "", body


def _date(value: object) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return EPOCH
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    return EPOCH


def _comment(number: int, row: Mapping[str, object]) -> Comment:
    return Comment(
        id=number,
        author=Person(str(row.get("author") or "")),
        body=str(row.get("body") or ""),
        created_at=EPOCH,
        updated_at=EPOCH,
        association=str(row.get("association") or "NONE"),
    )


def _open_issue(row: Mapping[str, object]) -> OpenIssue:
    return OpenIssue(
        _number(row.get("number")), str(row.get("title") or ""), str(row.get("body") or "")
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
