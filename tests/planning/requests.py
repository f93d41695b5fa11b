"""Requests to plan: valid by default, every field may be overridden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.domain.facts import Comment, Person
from bot.domain.plan import TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer, AnswerSource
from bot.planning import pipeline
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.engine import Engine
from bot.planning.proposal import (
    Brief,
    Declined,
    Proposal,
    ProposedPlan,
    ProposedQuestions,
    Request,
)
from bot.planning.repository.context import Tree
from tests.fakes.engine import FakeEngine
from tests.fakes.workspace import FakeWorkspace

AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
SHOP = (
    ".github/workflows/ci.yml",
    "README.md",
    "docs/admin.md",
    "pyproject.toml",
    "shop/__init__.py",
    "shop/admin.py",
    "shop/auth.py",
    "shop/mail.py",
    "shop/models.py",
    "shop/orders.py",
    "tests/test_admin.py",
    "tests/test_orders.py",
)
EXPORT = """\
Our accountants copy orders by hand every month. \
They should be able to export them from the admin page.

## Acceptance criteria
- [ ] The export contains order number, date, customer and total
- [ ] Given no orders in the chosen month, when the export runs, then the file contains only the header
- [ ] Only administrators can export

The file could be CSV or XLSX. \
I'm not sure whether the export should run at once or be sent by e-mail when it is ready.

## Notes
The order list lives in `shop/orders.py`, the admin page in `shop/admin.py`.
"""


BUILTIN = BuiltinEngine()


def propose(asked: Brief, engine: Engine = BUILTIN) -> Proposal:
    """What the pipeline makes of a brief; the texts of its tree are all there is to read."""
    files = {p: asked.tree.texts.get(p, "") for p in asked.tree.paths}
    return pipeline.propose(asked, engine, FakeWorkspace(files), lambda _: None)


def brief(
    title: str = "Export orders as a file",
    body: str = EXPORT,
    paths: Sequence[str] = SHOP,
    texts: Mapping[str, str] | None = None,
    policy: Policy | None = None,
    **fields: Any,
) -> Brief:
    valid: dict[str, Any] = {
        "repository": "octo/shop",
        "number": 7,
        "title": title,
        "body": body,
        "author": "ann",
        "created_at": AT,
    }
    request = Request(**(valid | fields))
    return Brief(request, Tree(tuple(paths), texts or {}), policy or Policy())


def comment(body: str, author: str = "ann", association: str = "NONE", **fields: Any) -> Comment:
    later = AT + timedelta(hours=1)
    return Comment(1, Person(author), body, later, later, association, **fields)


def answered(asked: Brief, picks: str, engine: Engine = BUILTIN) -> Brief:
    """Answer every question of a brief, one letter each."""
    questions = questions_of(asked, engine).questions
    answers = tuple(
        Answer(question_id=q.id, choice=pick, by="bea", how=AnswerSource.REPLY, at=AT)
        for q, pick in zip(questions, picks, strict=True)
    )
    return with_(asked, questions=questions, answers=answers)


def with_(asked: Brief, **fields: Any) -> Brief:
    return replace(asked, request=replace(asked.request, **fields))


def plan_of(asked: Brief, engine: Engine = BUILTIN) -> ProposedPlan:
    proposal = propose(asked, engine)
    assert isinstance(proposal, ProposedPlan), proposal
    return proposal


def questions_of(asked: Brief, engine: Engine = BUILTIN) -> ProposedQuestions:
    proposal = propose(asked, engine)
    assert isinstance(proposal, ProposedQuestions), proposal
    return proposal


def declined(asked: Brief) -> Declined:
    proposal = propose(asked)
    assert isinstance(proposal, Declined), proposal
    return proposal


def the_plan(picks: str = "AA") -> TaskPlan:
    """A plan of the export story with two tasks, one after the other."""
    engine = FakeEngine()
    return plan_of(answered(brief(), picks, engine), engine).plan
