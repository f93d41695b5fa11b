"""From goal to tasks: real trees, real orders."""

from __future__ import annotations

import pytest

from bot.domain.plan import ActionType
from tests.planning.requests import brief, plan_of

GO = (
    "README.md",
    "go.mod",
    "internal/auth/token.go",
    "internal/http/users_handler.go",
    "internal/store/store.go",
    "migrations/0001_init.sql",
)
TS = (
    "README.md",
    "package.json",
    "src/api/client.ts",
    "src/api/client.test.ts",
    "src/components/Settings.tsx",
    "src/utils/date.ts",
)


def test_layers_come_in_order_and_wait_for_each_other():
    """Schema before source before interface before documents."""  # FR-045
    paths = ("README.md", "app/views.py", "app/orders.py", "migrations/0001_orders.sql")
    body = "Touches `app/views.py`, `app/orders.py` and `migrations/0001_orders.sql`."
    plan = plan_of(brief("Add a note to orders and the API", body, paths)).plan
    numbers = {t.id: t.number for t in plan.tasks}

    assert [t.resources.write[-1] for t in plan.tasks] == [
        "migrations/0001_orders.sql",
        "app/orders.py",
        "app/views.py",
        "README.md",
    ]
    assert [[numbers[d] for d in t.depends_on] for t in plan.tasks] == [[], [1], [1, 2], [1, 2, 3]]


def test_the_authors_list_is_followed():
    """Open items become tasks, ticked ones are done, documents come last."""  # FR-019
    body = """\
## Tasks
- [ ] Document it in the README
- [ ] Add a `formatDate` helper to `src/utils/date.ts`
- [ ] Show a selector in Settings
- [x] Design approved
"""
    plan = plan_of(brief("Let people change the date format", body, TS)).plan

    assert [t.title for t in plan.tasks] == [
        "Add a `formatDate` helper to `src/utils/date.ts`",
        "Show a selector in Settings",
        "Document it in the README",
    ]
    assert plan.tasks[0].resources.create == ("src/utils/date.test.ts",)
    assert plan.tasks[2].depends_on == (plan.tasks[0].id, plan.tasks[1].id)


def test_a_missing_test_file_is_made_where_the_language_wants_it():
    """Go tests stand beside their source."""  # FR-007
    plan = plan_of(brief("Limit requests of the users endpoint", "", GO)).plan

    assert plan.tasks[0].resources.create == ("internal/http/users_handler_test.go",)
    assert plan.tasks[0].resources.run == ("go test ./internal/http/...",)


def test_a_missing_folder_is_made_first():
    """A new file in a new folder waits for the folder."""  # FR-049
    plan = plan_of(brief("Sort the orders", "", ("shop/orders.py",))).plan
    actions = [s.action for s in plan.tasks[0].steps]

    assert plan.tasks[0].resources.create == ("tests", "tests/test_orders.py")
    assert actions.index(ActionType.CREATE_DIRECTORY) < actions.index(ActionType.WRITE_FILE)


def test_a_refactoring_runs_the_tests_before_and_after():
    """Behaviour is pinned before it is moved."""  # FR-019
    plan = plan_of(brief("Refactor shop/orders.py", "Move the totals out.")).plan
    actions = [s.action for s in plan.tasks[0].steps]

    assert actions.count(ActionType.RUN_COMMAND) == 2
    assert actions.index(ActionType.RUN_COMMAND) < actions.index(ActionType.MODIFY_FILE)
    assert any("existing tests pass" in c.text for c in plan.tasks[0].acceptance_criteria)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Docs: explain how to add an administrator", ("docs/admin.md",)),
        ("Bump django to 4.2.11", ("pyproject.toml",)),
        ("Test flaky: tests/test_orders.py", ("tests/test_orders.py",)),
    ],
)
def test_kinds_of_work_change_their_own_kind_of_file(title, written):
    """Documents for documentation, manifests for a bump, tests for a flaky test."""  # FR-014
    plan = plan_of(brief(title, "")).plan

    assert [t.resources.write for t in plan.tasks] == [written]


def test_a_new_feature_is_told_to_its_users_and_noted():
    """What people must know goes into the README with a changelog line; a detail does not."""  # FR-019
    paths = ("CHANGELOG.md", "README.md", "shop/orders.py", "tests/test_orders.py")
    told = plan_of(brief("Add a setting that sorts the orders", "", paths)).plan
    untold = plan_of(brief("Sort the orders", "", paths)).plan

    assert told.tasks[-1].resources.write == ("README.md", "CHANGELOG.md")
    assert len(untold.tasks) == 1


def test_a_large_plan_says_so():
    """Above the limit of the policy the plan suggests phases."""  # seed 5: max_complexity
    body = "## Tasks\n" + "".join(f"- [ ] Add migration number {n} everywhere\n" for n in range(12))
    proposal = plan_of(brief("Move it all", body, ("a/b.py",)))

    assert proposal.plan.total_complexity == 34
    assert any("in phases" in r for r in proposal.risks)
