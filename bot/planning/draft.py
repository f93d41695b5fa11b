"""The draft: the one thing an engine may answer, whether rules or a model wrote it.

Flat on purpose: constrained decoders fail on clever schemas. The descriptions of the fields are the
documentation that a model reads; `docs/draft.schema.json` is made from them.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any, Literal

from pydantic import Field

from bot.domain.plan import ActionType
from bot.domain.questionnaire import ReasonCode
from bot.domain.value import Value


class Intent(StrEnum):
    """What kind of work a request asks for."""

    BUG = "bug"
    FEATURE = "feature"
    REFACTOR = "refactor"
    DOCS = "docs"
    TEST = "test"
    CHORE = "chore"
    QUESTION = "question"


Action = Literal["proceed", "ask", "reject", "duplicate", "epic"]

QUOTED_APART = "” … “"
"""Stands in a quote between two sentences that do not follow each other."""


class DraftCriterion(Value):
    """One thing that must hold afterwards; `quote` is where the request says so, word for word."""

    id: str = Field(description="c1, c2, …")
    text: str = Field(description="one sentence that can be checked")
    quote: str = Field("", description="the words of the request it comes from, copied exactly")
    kind: Literal["stated", "derived"] = "stated"
    test: bool = Field(True, description="false where only reading can show it")


class DraftFile(Value):
    """One file of the repository and what happens to it."""

    path: str = Field(description="repository-relative; exists unless action is create")
    action: Literal["read", "modify", "create"] = "modify"


class DraftStep(Value):
    """One atomic unit of work in one place."""

    action: ActionType
    path: str = Field("", description="the file or folder; for RUN_COMMAND the command")
    symbol: str = Field("", description="the function or class in that file, by its exact name")
    instruction: str = Field(description="what to do there, in one to three short sentences")
    code: str = Field(
        "",
        description="the new or changed lines as they will stand in that file, ready to paste, with their "
        "line breaks; of a new test its whole body; empty where no code decides",
    )
    verify: str = Field(
        "", description="how to tell that it is done; of a test also what fails until then, and why"
    )


class ToolScore(Value):
    """How well a tool suits a task, from 0 to 1 (seed 4)."""

    tool: str
    score: float = Field(ge=0, le=1)


class DraftTask(Value):
    """One task, or one story of an epic; the last four fields are the telemetry of seed 4."""

    id: str = Field(description="t1, t2, …")
    title: str
    criteria: tuple[str, ...] = Field((), description="ids of the criteria it meets")
    depends_on: tuple[str, ...] = Field((), description="ids of tasks that come first")
    complexity: Literal[1, 2, 3, 5, 8, 13, 21, 34] = 3
    files: tuple[DraftFile, ...] = ()
    steps: tuple[DraftStep, ...] = ()
    question: str = ""
    sub_questions: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    affinity: tuple[ToolScore, ...] = ()


class DraftTest(Value):
    """One planned test of one criterion; a `gherkin` one is written out in `asserts`."""

    criterion: str = Field(description="id of the criterion it proves")
    kind: Literal["gherkin", "unit", "integration"] = "unit"
    path: str = Field("", description="the test file, existing or new")
    name: str = ""
    asserts: str = Field(
        description="what it does and what it expects, with the inputs and results written out"
    )


class DraftOption(Value):
    """One way out of a question; each can be taken as it stands, without another text."""

    label: str = Field(description="what is chosen, in a few words")
    effect: str = Field("", description="what the plan becomes, and the price of it")


class DraftQuestion(Value):
    """Something only a person can decide; `recommended` is the label of one option."""

    code: ReasonCode
    question: str = Field(description="one sentence that names the choice")
    quote: str = Field("", description="the words that leave it open, copied exactly")
    looked_at: tuple[str, ...] = Field((), description="files that were read and do not answer it")
    options: tuple[DraftOption, ...] = Field(description="two to five")
    recommended: str
    because: str = ""
    needs_text: bool = Field(
        False,
        description="true where the answer is a value, an example or a log; the options then say how to "
        "go on without it",
    )


class Draft(Value):
    """A whole answer; of work `explanation` says how the code does it today, else why it is decided so."""

    decision: Action
    reason_codes: tuple[ReasonCode, ...] = ()
    intent: Intent
    goal: str = Field("", description="what will hold afterwards, as behaviour one can observe")
    explanation: str = ""
    assumptions: tuple[str, ...] = ()
    criteria: tuple[DraftCriterion, ...] = ()
    tasks: tuple[DraftTask, ...] = ()
    tests: tuple[DraftTest, ...] = ()
    risks: tuple[str, ...] = ()
    questions: tuple[DraftQuestion, ...] = ()
    duplicate_of: int | None = None
    stories: tuple[DraftTask, ...] = Field(
        (), description="of an epic: each worth a plan of its own"
    )
    objectives: tuple[str, ...] = ()
    exit_criteria: tuple[str, ...] = ()
    confidence: float = Field(0.5, ge=0, le=1)

    @property
    def work(self) -> tuple[DraftTask, ...]:
        """The tasks, or the stories of an epic."""
        return self.stories if self.decision == "epic" else self.tasks

    def with_work(self, work: tuple[DraftTask, ...]) -> Draft:
        """The draft with other tasks, or other stories."""
        name = "stories" if self.decision == "epic" else "tasks"
        return self.model_copy(update={name: work})


@cache
def schema() -> dict[str, Any]:
    """The draft's JSON Schema, as a model is given it: made once (40 ms). Do not change it."""
    return Draft.model_json_schema(by_alias=True)
