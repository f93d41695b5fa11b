"""Planning without GitHub: a Markdown file instead of an issue, a folder instead of a repository."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import yaml

from bot.domain.facts import Comment, Person
from bot.domain.plan import TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, How, Question
from bot.domain.staging import payload
from bot.errors import UsageError
from bot.flow.propose import read_tree
from bot.flow.stage import PlannerStage
from bot.intents import replies
from bot.intents.model import EVERY, Pick
from bot.planning.proposal import (
    Declined,
    OpenIssue,
    Proposal,
    ProposedPlan,
    ProposedQuestions,
    Request,
    Tree,
)
from bot.planning.slug import slug
from bot.ports.world import Unwatched, Watch, Workspace

_REFERRING = (yaml.AliasToken, yaml.AnchorToken)
UNWATCHED = Unwatched()
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Rows = Sequence[Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, open issues, comments and answers, as the command line gives them."""

    text: str
    issues: Rows = ()
    comments: Rows = ()
    answers: tuple[str, ...] = ()


def propose(
    source: Source,
    workspace: Workspace | None,
    policy: Policy | None = None,
    watch: Watch = UNWATCHED,
) -> Proposal:
    """What the built-in planner answers; with answers given, asked again with them.

    What an answer makes it ask next can be answered along with it: `1A 2B`.
    """
    policy = policy or Policy()
    request = request_of(source)

    def context(request: Request) -> Tree:
        return read_tree(workspace, policy, request) if workspace else Tree()

    stage = PlannerStage(f"file#{request.number}", policy, watch, context, watch.elapsed())
    found = stage.run(request)
    picks = _picks(source)
    while picks:
        request, picks = _answered(request, found, picks)
        found = stage.run(request)
    stage.exit(found, "output")
    return found


def _answered(
    request: Request, found: Proposal, picks: Sequence[Pick]
) -> tuple[Request, tuple[Pick, ...]]:
    """The request with what was asked and answered, and the answers to questions not asked yet."""
    asked = found.questions if isinstance(found, ProposedQuestions) else ()
    if not (asked or request.questions):
        raise _no_answer("nothing is asked, so there is nothing to answer", "Leave --answer out")
    if not request.questions:
        asked = tuple(q.model_copy(update={"id": f"q{n}"}) for n, q in enumerate(asked, 1))
    known = {q.id for q in request.questions}
    questions = (*request.questions, *(q for q in asked if q.id not in known))
    now = [p for pick in picks for p in _each(pick, picks, questions)]
    if not now:
        what = f"there is no question {max(picks[0].question, 1)}"
        raise _no_answer(what, f"The last one is {len(questions)}")
    answers = (*request.answers, *(_answer(p, questions) for p in now))
    later = tuple(p for p in picks if p.question > len(questions))
    return replace(request, questions=questions, answers=answers), later


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
            made = {"plan": plan, "testingArtifacts": {"planned": tests}}
            return base | made | (_stories(proposal.plan, plan) if proposal.epic else {})
        case ProposedQuestions():
            return base | _asked(proposal)
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


def _each(pick: Pick, picks: Sequence[Pick], questions: Sequence[Question]) -> list[Pick]:
    """An answer to a question that was asked, or to every one that no other answer names."""
    if pick.question != EVERY:
        return [pick] if pick.question <= len(questions) else []
    named = {p.question for p in picks}
    rest = (n for n in range(1, len(questions) + 1) if n not in named)
    return [replace(pick, question=n) for n in rest]


def _picks(source: Source) -> tuple[Pick, ...]:
    found = list[Pick]()
    for text in source.answers:
        picked = replies.arguments(text)
        if not picked:
            raise _no_answer(f"{text!r} is no answer", "Write --answer '1A 2B'")
        found += picked
    return tuple(found)


def _answer(pick: Pick, questions: Sequence[Question]) -> Answer:
    number = pick.question or 1
    question = questions[number - 1]
    if pick.choice and question.option(pick.choice) is None:
        known = f"Question {number} has the options {', '.join(question.letters)}"
        raise _no_answer(f"there is no option {number}{pick.choice}", known)
    return Answer(
        question_id=question.id,
        choice=pick.choice,
        text=pick.text,
        planner_decision=pick.you_decide or pick.recommended,
        by="command line",
        how=How.CLI,
        at=EPOCH,
    )


def _no_answer(what: str, remedy: str) -> UsageError:
    return UsageError("PLANGATE-CLI-006", what, remedy)


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    if not text.startswith("---\n"):
        return {}, text
    head, found, body = text[4:].partition("\n---\n")
    if not found:
        return {}, text
    try:
        referring = any(isinstance(t, _REFERRING) for t in yaml.scan(head, Loader=yaml.SafeLoader))
        front = {} if referring else yaml.safe_load(head)
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        raise _front_matter_refused("is not YAML") from problem
    if referring:
        raise _front_matter_refused("holds anchors or aliases")
    return (front if isinstance(front, dict) else {}), body


def _front_matter_refused(why: str) -> UsageError:
    remedy = "Correct it or leave it out"
    return UsageError("PLANGATE-CLI-007", f"the front matter {why}", remedy)


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
    """A row as this command documents it, or as GitHub's API (or `gh --json comments`) prints it."""
    association = (row.get(k) for k in ("association", "author_association", "authorAssociation"))
    return Comment(
        id=number,
        author=_author(row),
        body=str(row.get("body") or ""),
        created_at=EPOCH,
        updated_at=EPOCH,
        association=str(next((a for a in association if a), "NONE")),
    )


def _author(row: Mapping[str, object]) -> Person:
    author = row.get("author") or row.get("user") or ""
    if isinstance(author, Mapping):
        return Person(str(author.get("login") or ""), is_bot=author.get("type") == "Bot")
    return Person(str(author))


def _open_issue(row: Mapping[str, object]) -> OpenIssue:
    return OpenIssue(
        _number(row.get("number")), str(row.get("title") or ""), str(row.get("body") or "")
    )


def _number(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
