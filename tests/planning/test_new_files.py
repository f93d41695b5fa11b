"""Files that a request names and the repository does not have yet."""

from __future__ import annotations

from bot.planning.new_files import layout, new_files
from bot.planning.reading import read
from tests.planning.requests import brief, plan_of

BODY = "`orders.py` is long. Suggest:\n\n    board.py     the board\n    feeds.py     all feeds\n\nPure move."
PATHS = ("shop/orders.py", "tests/test_orders.py")


def test_a_layout_names_files_and_what_they_hold():
    """Two lines of a block with a file and a gap are a layout; code is none."""  # FR-061
    assert layout(read("Split it", BODY)) == (("board.py", "the board"), ("feeds.py", "all feeds"))
    assert layout(read("Crash", "    import a.py  b\n    x.py  c\n    y.py  d")) == ()


def test_new_files_lie_beside_what_is_changed():
    """A bare name goes beside the changed file; names that exist or lead out make none."""  # FR-061
    reading = read("Split it", BODY)

    assert new_files(reading, PATHS, ("shop/orders.py",)) == {
        "shop/board.py": "the board",
        "shop/feeds.py": "all feeds",
    }
    assert new_files(reading, PATHS, ()) == {}
    away = read("x", "Move it into ../../etc/evil.py and shop/orders.py.")
    assert new_files(away, PATHS, ("shop/orders.py",)) == {}


def test_a_split_writes_the_files():
    """The plan makes each file of the layout, and each has its criterion."""  # FR-061
    plan = plan_of(
        brief("Split shop/orders.py", BODY, paths=PATHS, labels=frozenset(("refactoring",)))
    ).plan
    made = {p for t in plan.tasks for p in (*t.resources.write, *t.resources.create)}
    told = [c.text for t in plan.tasks for c in t.acceptance_criteria]

    assert {"shop/board.py", "shop/feeds.py"} <= made
    assert "`board.py` has the board" in told


def test_making_one_file_of_two_copies_names_it():
    """`make one shop/sums.py of both` names a file to write."""  # FR-061
    reading = read("Two copies", "I'd make one `shop/sums.py` with `total()` of both.")

    assert list(new_files(reading, PATHS, ("shop/orders.py",))) == ["shop/sums.py"]


def test_a_new_migration_lies_beside_its_elders():
    """A numbered name goes where the others are numbered; without any it goes nowhere."""  # FR-061
    reading = read("Keep the votes", "1. new migration `0007_votes.sql`: id, name\n2. read it back")
    paths = ("app/store/migrations/0001_init.sql", "app/votes.go")

    assert new_files(reading, paths, ("app/votes.go",)) == {
        "app/store/migrations/0007_votes.sql": ""
    }
    assert new_files(reading, ("app/votes.sql",), ("app/votes.sql",)) == {}


def test_a_module_that_is_run_by_its_name_is_a_file():
    """`python -m shop.tools.report` names a file to write, below a folder that is there."""  # FR-061
    reading = read("Count the orders", "Run as `python -m shop.tools.report`, prints one number.")

    assert new_files(reading, PATHS, ()) == {"shop/tools/report.py": ""}
    assert new_files(reading, ("store/orders.py",), ()) == {}


def test_a_new_migration_is_no_second_place():
    """A plan that writes one is estimated by the rest: its subject is hard enough already."""  # FR-061
    paths = ("app/store/migrations/0001_init.sql", "app/votes.go", "app/votes_test.go")
    body = "1. new migration `0007_votes.sql`: id, name\n2. `app/votes.go` reads it"
    plan = plan_of(brief("Keep the votes", body, paths=paths)).plan
    created = {p for t in plan.tasks for p in t.resources.create}

    assert "app/store/migrations/0007_votes.sql" in created
    assert max(t.complexity for t in plan.tasks) <= 5
