"""Plans for trees whose files were read: one task that says what changes where."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.plan import ActionType, Task
from bot.planning.names import names
from bot.planning.proposal import Brief, Tree
from bot.planning.reading import read
from bot.planning.spots import spots
from tests.planning.requests import brief, plan_of

FILES = {
    "src/orders.py": "def join_orders():\n    pass\n",
    "src/mail.py": "x = 1\n",
    "src/admin.py": "y = 1\n",
    "tests/test_orders.py": "join_orders\n",
    "CHANGES.rst": "Unreleased\n",
}
FAULT = """\
The first order is lost.

### Steps to reproduce
```
$ shop join 1 2
```
### Expected output
```
1 2
```
### Actual output
```
2
```
I think the loop begins too late.
"""


def looked(title: str, body: str, log: str = "CHANGES.rst") -> Brief:
    asked = brief(title, body, tuple(FILES))
    ranked = tuple(p for p in FILES if p.endswith(".py"))
    found = spots(names(read(title, body)), FILES)
    return replace(asked, tree=Tree(tuple(FILES), FILES, spots=found, ranked=ranked, log=log))


def only_task(asked: Brief) -> Task:
    (task,) = plan_of(asked).plan.tasks
    return task


def test_a_small_fault_is_one_task():
    """Source, test and list of changes belong together."""  # FR-019
    task = only_task(looked("join_orders loses the first order", FAULT))

    assert [(s.action, s.target) for s in task.steps] == [
        (ActionType.READ_FILE, "src/orders.py"),
        (ActionType.READ_FILE, "tests/test_orders.py"),
        (ActionType.MODIFY_FILE, "tests/test_orders.py"),
        (ActionType.MODIFY_FILE, "src/orders.py"),
        (ActionType.MODIFY_FILE, "CHANGES.rst"),
        (ActionType.RUN_COMMAND, "pytest tests/test_orders.py"),
    ]


def test_the_change_says_what_and_where():
    """Where to begin, today and wanted in the issue's words, and what its author suggests."""  # FR-031
    task = only_task(looked("join_orders loses the first order", FAULT))
    change = next(
        s
        for s in task.steps
        if s.target == "src/orders.py" and s.expected_output[:10] == "The change"
    )

    for said in (
        "Begin at `join_orders` (line 1).",
        "Today: The first order is lost. It gives `2`.",
        "Running `shop join 1 2` prints `1 2`, not `2`",
        "Suggested in the issue, yet to be checked: “I think the loop begins too late.”",
    ):
        assert said in change.description
    assert task.acceptance_criteria[0].text == "Running `shop join 1 2` prints `1 2`, not `2`"


def test_an_unsure_place_is_looked_for_first():
    """The likely files are read, one step decides, and the change says so."""  # FR-040
    task = only_task(looked("The first one is lost", FAULT.replace("join", "put")))
    actions = [s.action for s in task.steps]
    decides = actions.index(ActionType.ANALYZE_CODE)

    assert actions[:decides] == [ActionType.READ_FILE] * 3
    assert task.steps[decides + 1].target.startswith("tests/")
    assert "Several files fit" in task.steps[decides].description
    assert "`shop put 1 2`" in task.steps[decides].description
    assert any("If the step before found other places" in s.description for s in task.steps)
    assert "`src/" not in task.title


def test_a_typo_needs_no_test():
    """One word in a text is changed and read."""  # FR-020
    task = only_task(
        looked("Typo in the help of join_orders", 'It says "oders", it should say "orders".')
    )

    assert "tests/test_orders.py" not in task.resources.write


def test_a_closed_list_of_changes_is_left_alone():
    """Where the list is written at release time only, no step touches it."""  # FR-048
    task = only_task(looked("join_orders loses the first order", FAULT, log=""))

    assert "CHANGES.rst" not in task.resources.write


def test_twins_are_changed_and_tested_alike():
    """Each has its change and its tests, and nothing is left to decide."""  # FR-019
    own = "function setAllMutably() {\n}\n"
    files = {
        "src/make.ts": "makeAdapter\n",
        "src/sorted.ts": own,
        "src/unsorted.ts": own,
        "tests/sorted.test.ts": "x\n",
        "tests/unsorted.test.ts": "x\n",
    }
    title, body = "setAll keeps the first", "It is wrong.\n\n`setAllMutably` calls `addMany`."
    asked = brief(title, body, tuple(files))
    found = spots(names(read(title, body)), files)
    ranked = ("src/make.ts", "src/sorted.ts", "src/unsorted.ts")
    task = only_task(replace(asked, tree=Tree(tuple(files), files, spots=found, ranked=ranked)))

    assert [s.target for s in task.steps if s.action is ActionType.MODIFY_FILE] == [
        "tests/sorted.test.ts",
        "tests/unsorted.test.ts",
        "src/sorted.ts",
        "src/unsorted.ts",
    ]
    assert not [s for s in task.steps if s.action is ActionType.ANALYZE_CODE]


def test_an_issue_with_code_is_not_said_to_show_none():
    """What it shows may be no test as it stands: then the case is built from it."""  # FR-012
    told = "It should return an empty list for no orders, and now stops with an error."
    body = f"{told}\n\n```text\n2026-01-01 it stops here\n```"

    shown, bare = (
        " ".join(
            s.description
            for s in only_task(looked("join_orders crashes for no orders", said)).steps
        )
        for said in (body, told)
    )
    assert "from what the issue shows" in shown
    assert "shows no code" not in shown
    assert "shows no code" in bare
