"""Where a plan changes something: which files, beside which tests, in which order."""

from __future__ import annotations

import pytest

from bot.planning.repository.mentions import Names, holders
from bot.planning.repository.places import RepositoryTests
from tests.planning.requests import brief, plan_of

PATHS = (
    "README.md",
    "pyproject.toml",
    "shop/orders.py",
    "src/index.ts",
    "test/bench/index.ts",
    "test/node/src/orders.test.ts",
    "shop/mail/index.ts",
    "shop/mail/index.test.ts",
)
BUG = frozenset({"bug"})
LISTED = "## Acceptance criteria\n\n- The export is JSON\n"


def steps(title, body, **fields):
    """The steps of the one task of a plan."""
    [task] = plan_of(brief(title, body, **fields)).plan.tasks
    return [s.description for s in task.steps]


@pytest.mark.parametrize(
    ("source", "test"),
    [("src/index.ts", ()), ("shop/mail/index.ts", ("shop/mail/index.test.ts",))],
)
def test_a_name_that_says_nothing_pairs_no_test(source, test):
    """`index`, `main`, `mod` and their like belong to a test where the folder tells."""
    # issue 21
    assert RepositoryTests(PATHS).of(source) == test


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (
            "In `src/index.ts`; `orders.test.ts` passes untouched.",
            "(this file is a guess), or to a new file",
        ),
        ("In `src/index.ts`.", "No fitting test file was found"),
    ],
)
def test_the_tests_of_a_change_stand_where_the_issue_says_or_nowhere(body, says):
    """A test that only the issue names is a guess; where none fits, the plan says so."""
    # issue 21
    paths = PATHS if "orders" in body else ("src/index.ts", "test/bench/index.py")
    told = steps("Orders crash", body, labels=BUG, paths=paths)
    [first] = [one for one in told if "the planned test" in one]

    assert says in first and "bench" not in first


@pytest.mark.parametrize(
    ("named", "first"),
    [
        ("`pyproject.toml` and `shop/orders.py`", "Read `shop/orders.py` and find the cause"),
        ("`pyproject.toml`", ""),
    ],
)
def test_a_fault_is_fixed_in_a_source_and_not_in_a_manifest(named, first):
    """A manifest that is named beside a source is read; the cause is never looked for in it."""
    # issue 21
    plan = plan_of(brief("Orders crash", f"It fails with {named}.", paths=PATHS, labels=BUG)).plan
    [task] = plan.tasks
    told = [s.description for s in task.steps]

    assert not any("Read `pyproject" in step for step in told)
    assert [step for step in told if step == first] == ([first] if first else [])
    assert ("pyproject.toml" in task.resources.write) is not first
    assert ("pyproject.toml" in task.resources.read) is bool(first)


def test_documents_come_after_the_code():
    """Documents, named or new, are the last that changes before the tests run."""
    # issue 21
    told = steps(
        "Add an export",
        "In `README.md`, `docs/new.md` and `shop/orders.py`.",
        paths=(*PATHS, "docs/a.md", "tests/test_orders.py"),
    )
    places = [
        "the planned test to",
        "Change `shop/o",
        "Create `docs/new.md`",
        "Update `README.md`",
        "Run",
    ]

    assert [place in step for place, step in zip(places, told, strict=True)] == [True] * 5
    guessed = steps("Add an export of orders", "Say so in `README.md`.", paths=PATHS)
    assert [n for n, one in enumerate(guessed) if "(a guess)" in one and "tests" not in one] < [
        n for n, one in enumerate(guessed) if "README" in one
    ]


@pytest.mark.parametrize(
    ("body", "runs"), [(LISTED, ["Run `cargo test`"]), ("In `README.md`.", [])]
)
def test_where_no_file_tells_how_tests_run_the_language_of_most_code_does(body, runs):
    """A guess in a shell script says nothing of it; where no test is planned none is run."""
    # issue 21
    sources = [f"src/part{n}.rs" for n in range(3)]
    paths = ("Cargo.toml", "README.md", "scripts/export.bash", *sources)
    told = steps("Write the export", body, paths=paths)

    assert [one for one in told if one.startswith("Run")] == runs


HOLDERS = {
    "member": ("shop/cart.py", "`Cart.total()`"),
    "member in small letters": ("shop/cart.py", "`cart.total`"),
    "path of names": ("src/cart.rs", "`cart::total`"),
    "class alone": ("src/main/java/CartItem.java", "`CartItem`"),
    "call": ("lib/CartItem.kt", "`CartItem(String)`"),
}


@pytest.mark.parametrize(("path", "span"), HOLDERS.values(), ids=HOLDERS)
def test_a_symbol_tells_the_one_source_that_is_called_like_it(path, span):
    """What stands before the first dot, or a name of two words, is the name of a file."""
    # issue 21
    texts = {path: "the total"}
    told = steps("Say more", f"{span} says too little.", paths=(*PATHS, path), texts=texts)

    assert any(one.startswith(f"Change `{path}`") for one in told)


@pytest.mark.parametrize(
    "span", ["cart", "String", "string.json", "string.example.com", "String.json", "string.v1"]
)
def test_a_word_a_file_or_a_host_tells_no_source(span):
    """`string` may be anything: what is called like it is at most a guess."""
    # issue 21
    texts = {"src/string.go": "func total() {}"}
    told = steps("Say more", f"`{span}` is wrong.", paths=(*PATHS, "src/string.go"), texts=texts)

    assert not any(one.startswith("Change") for one in told)


def test_two_sources_of_one_name_are_told_by_neither():
    """`Orders.total` of two files named `orders` is a guess."""
    # issue 21
    assert holders("`Orders.total`", Names(("a/orders.py", "b/orders.go")), {}) == ()


@pytest.mark.parametrize(
    ("named", "sure"), [("`total` of `admin`", True), ("the administrators", False)]
)
def test_a_file_that_a_criterion_names_is_changed_for_sure(named, sure):
    """By its whole name: `admin` stands in `administrators` by chance."""
    # issue 21
    body = "In `shop/orders.py` and `shop/admin.py`.\n\n## Acceptance criteria\n\n"
    told = steps(
        "Show the total",
        f"{body}- The list shows {named}\n",
        paths=("shop/orders.py", "shop/admin.py"),
    )
    [change] = [one for one in told if one.startswith("Change `shop/admin.py`")]

    assert ("if the criteria need it" not in change) is sure


def test_a_planned_test_stands_in_the_file_that_its_criterion_names():
    """Of several test files of a task; the first where it names none."""
    # issue 21
    body = "In `shop/orders.py` and `shop/mail.py`.\n\n## Acceptance criteria\n\n"
    items = "- `mail` shows the total\n- The total is a number\n"
    paths = ("shop/orders.py", "shop/mail.py", "tests/test_orders.py", "tests/test_mail.py")
    told = plan_of(brief("Show the total", body + items, paths=paths)).tests.unit_test_intent

    assert [one.partition("::")[0] for one in told] == [
        "`tests/test_mail.py",
        "`tests/test_orders.py",
    ]


def test_what_only_a_limit_names_is_read_and_the_prose_behind_its_list_is_no_limit():
    """A file that should not change is no change, and `Should not change:` ends with its list."""
    # issue 21
    limit = "Should not change:\n\n- the exports of `src/index.ts`"
    body = f"Move `shop/orders.py` into a helper.\n\n{limit}\n\nHappy to help."
    made = plan_of(brief("Share the order code", body, paths=PATHS))
    [task] = made.plan.tasks
    told = [c.text for c in task.acceptance_criteria]

    assert "src/index.ts" in task.resources.read
    assert "src/index.ts" not in task.resources.write
    assert told == [
        "Done as the issue describes it: “Share the order code”",
        "Should not change: the exports of `src/index.ts`",
    ]


def test_only_the_last_change_proves_the_criteria():
    """A step that leaves work to later steps does not promise that all is met."""
    # issue 21
    body = "Add a CSV export to `shop/orders.py` and `src/index.ts`.\n\n## Acceptance criteria\n\n"
    items = "- the file has a header\n- the file has one line for each order\n"
    [task] = plan_of(brief("Export orders as CSV", body + items, paths=PATHS)).plan.tasks
    proves = [s.target for s in task.steps if s.verification == "All criteria are met"]

    assert proves == ["src/index.ts"]
