"""Things to test with: every function gives a valid one, and takes what should be different."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.domain.added_tests import Added, Shows
from bot.domain.facts import (
    Check,
    Comment,
    Facts,
    FileChange,
    Issue,
    Permission,
    Person,
    Pull,
    Repository,
)
from bot.domain.people import LastEdit
from bot.domain.plan import ActionType, Criterion, Resources, Step, Task, TaskPlan
from bot.domain.policy import Policy
from bot.domain.questionnaire import (
    Option,
    Question,
    QuestionContext,
    ReasonCode,
)
from bot.domain.record import PlannerState, PlanVersion, Record, StoredPlan

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SHA = "a" * 40
BASE_SHA = "b" * 40
BOT = Person("plangate[bot]", 9, is_bot=True)
REPOSITORY = Repository("acme/shop", 1, "main")
PERMISSIONS = {
    "alice": Permission.ADMIN,
    "bob": Permission.WRITE,
    "trent": Permission.TRIAGE,
    "carol": Permission.READ,
}


def a_person(login: str = "carol") -> Person:
    return Person(login, sum(login.encode()), login.endswith("[bot]"))


def an_issue(number: int = 7, *, author: str = "carol", labels: Any = (), **more: Any) -> Issue:
    given: dict[str, Any] = {
        "title": "Add input validation to the cart",
        "body": "The cart takes negative counts. `Cart.add` in `shop/cart.py` should refuse them.",
        "created_at": NOW,
        "url": f"https://github.com/acme/shop/issues/{number}",
        "last_edit": LastEdit(),
    }
    return Issue(number=number, author=a_person(author), labels=frozenset(labels), **(given | more))


def a_comment(body: str, id: int = 1001, *, author: str = "carol", **more: Any) -> Comment:
    given: dict[str, Any] = {
        "created_at": NOW,
        "updated_at": NOW,
        "ours": author == BOT.login,
        "last_edit": LastEdit(),
        "url": f"https://github.com/acme/shop/issues/7#issuecomment-{id}",
    }
    return Comment(id=id, author=a_person(author), body=body, **(given | more))


def a_pull(number: int = 8, *, author: str = "bob", closes: int = 7, **more: Any) -> Pull:
    given: dict[str, Any] = {
        "title": "Refuse negative counts",
        "body": f"Closes #{closes}",
        "state": "open",
        "merged": False,
        "draft": False,
        "head_sha": SHA,
        "head_ref": "cart-validation",
        "base_ref": "main",
        "base_sha": BASE_SHA,
        "url": f"https://github.com/acme/shop/pull/{number}",
        "created_at": NOW,
        "last_edit": LastEdit(),
    }
    return Pull(number=number, author=a_person(author), **(given | more))


def a_test(path: str = "tests/test_cart.py", *names: str, status: str = "modified") -> FileChange:
    """A changed file whose new lines define or change tests."""
    return FileChange(path, status, added=Added(Shows.TESTS, names))


def a_check(name: str = "ci", conclusion: str = "success", **more: Any) -> Check:
    """A check run of GitHub Actions; without a conclusion it still runs."""
    state = "completed" if conclusion else "in_progress"
    return Check(name, state, conclusion, **({"by": "github-actions[bot]"} | more))


def a_policy(**changes: Any) -> Policy:
    return Policy.model_validate(changes)


def a_question(id: str = "q1", *options: str, **more: Any) -> Question:
    labels = options or ("Refuse with ValueError (Recommended)", "Clamp to zero")
    given: dict[str, Any] = {
        "question": "What should happen with a negative count?",
        "options": tuple(Option(label=label) for label in labels),
        "recommended_option": labels[0],
        "context": QuestionContext(
            reason_codes=(ReasonCode.AC_AMBIGUOUS,), affected_sections=("planningArtifact",)
        ),
    }
    return Question(id=id, **(given | more))


def a_task(number: int = 1, **more: Any) -> Task:
    given: dict[str, Any] = {
        "title": "Refuse negative counts",
        "description": "Cart.add raises ValueError for counts below one",
        "complexity": 2,
        "steps": (
            Step(
                id=f"s-{number}-1",
                title="Check the count",
                description="Raise ValueError before the line is changed",
                action=ActionType.MODIFY_FILE,
                target="shop/cart.py",
            ),
        ),
        "resources": Resources(read=("shop/cart.py",), write=("shop/cart.py",)),
        "acceptance_criteria": (
            Criterion(id=f"c-{number}-1", text="A negative count raises ValueError"),
        ),
    }
    return Task(id=f"t-{number}", number=number, **(given | more))


def a_plan(*tasks: Task, version: int = 1, **more: Any) -> TaskPlan:
    held = tasks or (a_task(),)
    given: dict[str, Any] = {
        "goal": "The cart refuses negative counts",
        "total_complexity": sum(task.complexity for task in held),
        "created_at": NOW,
    }
    return TaskPlan(id=f"p-{version}", version=version, tasks=held, **(given | more))


def a_record(issue: int = 7, *, plan: TaskPlan | None = None, **more: Any) -> Record:
    planner = PlannerState(intent="feature")
    if plan is not None:
        digest = plan.digest()
        planner = PlannerState(
            intent="feature",
            plan=StoredPlan(id=plan.id, version=plan.version, digest=digest, body=plan),
            versions=(PlanVersion(version=plan.version, digest=digest, created_at=NOW),),
        )
    return Record.new(issue).model_copy(update={"planner": planner} | more)


def facts(**changes: Any) -> Facts:
    given: dict[str, Any] = {
        "repository": REPOSITORY,
        "policy": Policy(),
        "now": NOW,
        "issue": an_issue(),
        "permissions": dict(PERMISSIONS),
    }
    return Facts(**(given | changes))
