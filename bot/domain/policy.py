"""A repository's policy: `.github/plangate.yml` on the default or base branch, with its defaults."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bot.domain.stages import Stage
from bot.domain.value import Value

POLICY_PATH = ".github/plangate.yml"
LONGEST_LABEL = 50  # GitHub refuses longer ones
_UNITS = {"m": 60, "h": 3600, "d": 86400}
# The published schema and the parser go by the same patterns, which every kind of expression understands.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff"
LABEL = rf"^ *[^ {_UNSEEN}](?:[^{_UNSEEN}]{{0,{LONGEST_LABEL - 2}}}[^ {_UNSEEN}])? *$"
DURATION = r"^[1-9][0-9]{0,5}[mhd]$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
GLOB = r"[^ \t\r\n]"
TEST_PLACES = (
    *("**/test/**", "**/tests/**", "**/__tests__/**", "**/spec/**"),
    *("**/test_*", "**/*_test.*", "**/*.test.*", "**/*.spec.*", "**/*Test.*", "**/*Tests.*"),
)


def _refused(why: str, *below: str) -> PydanticCustomError:
    """A reason as people read it, of the value or of what is `below` it; a ValueError says "Value error"."""
    return PydanticCustomError("policy", "{why}", {"why": why, "below": below})


def _duration(value: object) -> object:
    if isinstance(value, str | int | float):  # a number alone would silently count seconds
        text = str(value)
        if re.fullmatch("0{1,6}[mhd]", text):
            raise _refused("must be longer than 0")
        if not _fits(DURATION, text):
            raise _refused("must be a whole number and a unit, such as 30m, 72h or 3d")
        value = timedelta(seconds=int(text[:-1]) * _UNITS[text[-1]])
    if isinstance(value, timedelta) and value <= timedelta(0):
        raise _refused("must be longer than 0")
    return value


def _whole(value: object) -> object:
    """A whole number, also where YAML reads `5.0`: JSON Schema knows no difference."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _fits(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None and not text.endswith("\n")


def _day(value: object) -> object:
    written = isinstance(value, date) and not isinstance(value, datetime)
    if value is None or written or (isinstance(value, str) and _fits(DAY, value)):
        return value
    raise _refused("must be a date, such as 2026-01-31")  # a number would count seconds since 1970


def _written(value: timedelta) -> str:
    minutes = int(value.total_seconds() // 60)
    return f"{minutes // 60}h" if minutes % 60 == 0 else f"{minutes}m"


Day = Annotated[
    date,
    BeforeValidator(_day),
    WithJsonSchema({"type": "string", "format": "date", "pattern": DAY}),
]
Glob = Annotated[str, Field(pattern=GLOB)]
Label = Annotated[str, Field(pattern=LABEL), AfterValidator(lambda text: text.strip(" "))]
Duration = Annotated[
    timedelta,
    BeforeValidator(_duration),
    PlainSerializer(_written, str),
    WithJsonSchema({"type": "string", "pattern": DURATION}),
]
Whole = Annotated[int, BeforeValidator(_whole)]
Limit = Annotated[int, Field(ge=1, le=100_000_000, strict=True), BeforeValidator(_whole)]


class StageLabels(Value):
    """The label of each stage."""

    planning: Label = "stage: planning"
    awaiting_human: Label = "stage: awaiting human"
    staged: Label = "stage: staged"
    implementing: Label = "stage: implementing"
    review: Label = "stage: review"
    verification: Label = "stage: verification"
    done: Label = "stage: done"

    def of(self, stage: Stage) -> str | None:
        """The label that shows `stage`; ended stages other than done have none."""
        return getattr(self, stage.value, None)

    def all(self) -> frozenset[str]:
        """Every stage label."""
        return frozenset(self.model_dump().values())


class Labels(Value):
    """The labels people use to talk to the bot; all differ, also from those of the stages."""

    plan: Label = "plan"
    epic: Label = "plan:epic"
    ignore: Label = "no-plan"
    stages: StageLabels = Field(default_factory=StageLabels)

    @model_validator(mode="after")
    def _all_differ(self) -> Self:
        own = {(name,): getattr(self, name) for name in ("plan", "epic", "ignore")}
        stages = {("stages", name): label for name, label in self.stages.model_dump().items()}
        met: dict[str, tuple[str, ...]] = {}
        for path, label in (own | stages).items():
            first = met.setdefault(label.casefold(), path)
            if first != path:
                other = ".".join(("labels", *first))
                raise _refused(f"the label {label!r} is also {other} (GitHub ignores case)", *path)
        return self


class Answers(Value):
    """Who may answer questions, and after which time the recommended option is taken.

    `bots` are accounts of programs that may answer too; they may do nothing else.
    """

    timeout: Duration = timedelta(hours=72)
    who: tuple[Literal["author", "assignees", "write"], ...] = Field(
        ("author", "assignees", "write"), min_length=1
    )
    bots: tuple[str, ...] = ()


class Exempt(Value):
    """Pull requests that pass without requirements: by author, label or files."""

    authors: tuple[Glob, ...] = ()
    labels: tuple[Label, ...] = ()
    paths: tuple[Glob, ...] = ()


class Gate(Value):
    """What a pull request must show before it may merge."""

    require: Literal["all", "planned"] = "all"
    since: Day | None = None
    approvals: Whole = Field(default=1, ge=0, le=6, strict=True)
    tests: tuple[Glob, ...] = Field(TEST_PLACES, min_length=1)
    test_evidence: Literal["changed", "planned"] = "changed"
    ignore_checks: tuple[Glob, ...] = ("plangate*",)
    checks: tuple[Glob, ...] = ()
    claims: Literal["contradicted", "unproven"] = "contradicted"
    scope: Literal["list", "block"] = "list"
    overlap: Literal["list", "block"] = "list"
    protected: tuple[Glob, ...] = ()
    repositories: tuple[Glob, ...] = ()
    exempt: Exempt = Field(default_factory=Exempt)


class PlannerModel(Value):
    """What a run of the model may take here, and where it should think harder.

    A limit can only lower the operator's. A plan that writes a file under `areas` takes the deeper model.
    """

    areas: tuple[Glob, ...] = ()
    max_calls: Limit | None = None
    max_input_tokens: Limit | None = None
    max_output_tokens: Limit | None = None
    timeout: Limit | None = None


EngineName = Literal["auto", "builtin", "model"]
"""What people may ask for; `auto` takes the model where the operator has configured one."""


class Planner(Value):
    """How the planner works; the defaults are those of its specification.

    `engine: auto` takes the model where the operator has configured one.
    """

    engine: EngineName = "auto"
    model: PlannerModel = Field(default_factory=PlannerModel)

    timeout: Whole = Field(default=60, ge=1, le=3600, strict=True)
    max_context_tokens: Whole = Field(default=8000, ge=500, le=1_000_000, strict=True)
    context_includes: tuple[Glob, ...] = Field(("**",), min_length=1)
    context_excludes: tuple[Glob, ...] = ()
    max_complexity: Whole = Field(default=21, ge=1, le=34, strict=True)


class Policy(Value):
    """All settings of a repository; an empty file means these defaults."""

    automation: Literal["manual", "balanced", "full"] = "manual"
    labels: Labels = Field(default_factory=Labels)
    answers: Answers = Field(default_factory=Answers)
    gate: Gate = Field(default_factory=Gate)
    planner: Planner = Field(default_factory=Planner)
    store: Literal["comment", "body"] = "comment"
    tasks: Literal["checklist", "sub-issues"] = "checklist"
    dashboard: bool = Field(default=False, strict=True)
    constraints: tuple[Glob, ...] = ()
    former_authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyBroken:
    """The policy file of a branch is invalid; the gate stays closed and says where and why.

    `more` are its other faults, where several were found.
    """

    file: str
    line: int
    why: str
    column: int = 1
    branch: str = ""
    more: tuple[PolicyBroken, ...] = ()

    def __str__(self) -> str:
        """Where and why, as compilers write it."""
        return f"{self.file}:{self.line}:{self.column}: {self.why}"
