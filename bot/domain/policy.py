"""A repository's policy: `.github/plangate.yml` on the default or base branch, with its defaults."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer

from bot.domain.stages import Stage
from bot.domain.value import Value

POLICY_PATH = ".github/plangate.yml"
_UNITS = {"m": 60, "h": 3600, "d": 86400}


def _duration(value: object) -> object:
    if isinstance(value, str | int | float):  # a number alone would silently count seconds
        found = re.fullmatch(r"([0-9]{1,6})([mhd])", str(value).strip())
        if not found:
            raise ValueError("a duration is a whole number and a unit: 30m, 72h or 3d")
        return timedelta(seconds=int(found[1]) * _UNITS[found[2]])
    return value


def _written(value: timedelta) -> str:
    minutes = int(value.total_seconds() // 60)
    return f"{minutes // 60}h" if minutes % 60 == 0 else f"{minutes}m"


Duration = Annotated[timedelta, BeforeValidator(_duration), PlainSerializer(_written, str)]


class StageLabels(Value):
    """The label of each stage."""

    planning: str = "stage: planning"
    awaiting_human: str = "stage: awaiting human"
    staged: str = "stage: staged"
    implementing: str = "stage: implementing"
    review: str = "stage: review"
    verification: str = "stage: verification"
    done: str = "stage: done"

    def of(self, stage: Stage) -> str | None:
        """The label that shows `stage`; ended stages other than done have none."""
        return getattr(self, stage.value, None)

    def all(self) -> frozenset[str]:
        """Every stage label."""
        return frozenset(self.model_dump().values())


class Labels(Value):
    """The labels people use to talk to the bot."""

    plan: str = "plan"
    epic: str = "plan:epic"
    ignore: str = "no-plan"
    stages: StageLabels = Field(default_factory=StageLabels)


class Answers(Value):
    """Who may answer questions, and after which time the recommended option is taken."""

    timeout: Duration = timedelta(hours=72)
    who: tuple[Literal["author", "assignees", "write"], ...] = ("author", "assignees", "write")


class Gate(Value):
    """What a pull request must show before it may merge.

    `require: planned` asks only of pull requests whose issue was planned; older pull requests than
    `since` pass. `tests` are the globs by which a changed file counts as a test.
    """

    require: Literal["all", "planned"] = "all"
    since: date | None = None
    approvals: int = Field(default=1, ge=0, le=6)
    tests: tuple[str, ...] = (
        "**/test/**",
        "**/tests/**",
        "**/__tests__/**",
        "**/spec/**",
        "**/test_*",
        "**/*_test.*",
        "**/*.test.*",
        "**/*.spec.*",
        "**/*Test.*",
        "**/*Tests.*",
    )
    ignore_checks: tuple[str, ...] = ("plangate*",)


class Planner(Value):
    """How the planner works; the defaults are those of its specification."""

    timeout: int = Field(default=60, ge=1, le=3600)
    max_context_tokens: int = Field(default=8000, ge=500, le=1_000_000)
    context_includes: tuple[str, ...] = ("**",)
    context_excludes: tuple[str, ...] = ()
    max_complexity: int = Field(default=21, ge=1, le=34)


class Policy(Value):
    """All settings of a repository; an empty file means these defaults."""

    automation: Literal["manual", "balanced", "full"] = "manual"
    labels: Labels = Field(default_factory=Labels)
    answers: Answers = Field(default_factory=Answers)
    gate: Gate = Field(default_factory=Gate)
    planner: Planner = Field(default_factory=Planner)
    store: Literal["comment", "body"] = "comment"
    constraints: tuple[str, ...] = ()
    former_authors: tuple[str, ...] = ()
