"""TARGET of the plan commands -> the plan it names: an issue, a saved record, or a request in Markdown."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click
from pydantic import ValidationError

from bot.domain.plan import TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import Question
from bot.domain.record import Record
from bot.entrypoints import reading
from bot.entrypoints.commands import host
from bot.entrypoints.plan.answering import plan_file
from bot.entrypoints.plan.printed import asked_text
from bot.entrypoints.plan.source import Source
from bot.errors import UsageError
from bot.events.target import is_target
from bot.planning.proposal import ProposedPlan, ProposedQuestions
from bot.wiring.engines import ENGINES
from bot.wiring.local import current_issue, root_of

WAITING = 3
_AGAIN = "Save it again with `plangate record show` or `plangate plan run --json`"
F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Target:
    """What a TARGET names: its plan, the record around it, and the questions that wait for people.

    Without a plan there are questions.
    """

    name: str
    plan: TaskPlan | None
    record: Record | None = None
    policy: Policy = Policy()  # noqa: RUF009 - frozen
    questions: tuple[Question, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """The questions that wait, for a terminal."""
        return asked_text(self.questions, None if self.record else self.given)

    def needed(self) -> TaskPlan:
        """The plan in force. Leaves with 3, showing the questions, where it needs answers first."""
        if self.plan is None:
            click.echo(self.asked, err=True)
            sys.exit(WAITING)
        return self.plan

    def version(self, number: int | None) -> TaskPlan:
        """A version of the plan, or the one in force. Raises UsageError for one that is not there."""
        plan = self.needed()
        if number is None or number == plan.version:
            return plan
        found = self.record.plan_version(number) if self.record else None
        if found is None:
            what = f"{self.name} has no version {number} of its plan, or no longer keeps it"
            raise UsageError("PLANGATE-CLI-013", what, f"The newest is {plan.version}")
        return found


def with_file_options(command: F) -> F:
    """The options with which a Markdown file is planned on the spot."""
    answer = click.option(
        "--answer",
        "answers",
        multiple=True,
        help="Only for a Markdown file: answers, such as '1A 2B'.",
    )
    told = "Only for a Markdown file: the repository's folder."
    folder = click.option("--workspace", type=reading.PATH, metavar="DIR", help=told)
    return answer(folder(command))


def read(
    target: str, workspace: Path | None = None, answers: tuple[str, ...] = (), *, plans: bool = True
) -> Target:
    """The plan that TARGET names; without one, that of the issue the current branch is about.

    A Markdown file is planned beside the repository in `workspace`, with answers to what would be asked;
    without `plans` none is. Raises UsageError for neither a plan nor a question.
    """
    name = target or current_issue(Path.cwd(), host())
    if not name or name.startswith("#"):
        why = f"names issue {name}, but no git remote is on {host()}" if name else "names no issue"
        where = f"the current branch {why}"
        if not root_of(Path.cwd()):
            where = "this folder is not in a git checkout, whose branch could name the issue"
        what = f"TARGET is missing, and {where}"
        remedy = "Name owner/repo#12, a Markdown file, or JSON that `plangate record show` printed"
        raise UsageError("PLANGATE-CLI-011", what, remedy)
    if is_target(name):
        from bot.entrypoints import door

        return _of_record(name, *door.read_record(name))
    path = Path(name)
    saved = path.suffix.lower() == ".json"
    text = reading.text(path, "Markdown" if plans and not saved else "JSON")
    if saved or (name == "-" and text.lstrip().startswith("{")):
        return _saved(name, path, text)
    if not plans:
        raise no_versions(name)
    source = Source(text, answers=answers)
    found = plan_file(source, workspace, lambda *_: ENGINES["builtin"](), as_json=False)
    if isinstance(found, ProposedPlan):
        return Target(name, found.plan)
    if isinstance(found, ProposedQuestions):
        return Target(name, None, questions=found.questions, given=answers)
    what = f"{name}: {found.reason}"
    raise UsageError("PLANGATE-PLAN-001", what, found.would_change or "Change the request")


def no_versions(name: str) -> UsageError:
    """What is told of a TARGET that has one plan at most."""
    what = f"{name} does not hold several versions of a plan to compare"
    remedy = "Name an issue, or JSON that `record show` printed"
    return UsageError("PLANGATE-CLI-034", what, remedy)


def _of_record(name: str, record: Record, policy: Policy | None = None) -> Target:
    if record.plan is None and not record.still_open:
        remedy = "Comment `/plan` on the issue"
        raise UsageError("PLANGATE-CLI-005", f"{name} has no plan yet", remedy)
    return Target(name, record.plan, record, policy or Policy(), record.still_open)


def _saved(name: str, path: Path, text: str) -> Target:
    """A record that was saved, or what `plan run --json` printed."""
    data = reading.data(path, text, _AGAIN)
    plan = data.get("plan") if isinstance(data, dict) else None
    try:
        if isinstance(plan, dict):
            return Target(name, TaskPlan.model_validate_json(json.dumps(plan)))
        if isinstance(data, dict) and "decision" in data:
            remedy = "Name a file with the output of `plangate plan run --json` for an issue that was planned"
            raise UsageError("PLANGATE-CLI-014", f"{name} contains no plan", remedy)
        return _of_record(name, reading.record(name, text))
    except ValidationError as problem:
        where = ".".join(str(part) for part in problem.errors()[0]["loc"])
        what = f"{name} contains no plan: {where} is invalid"
        raise UsageError("PLANGATE-CLI-014", what, _AGAIN) from problem
