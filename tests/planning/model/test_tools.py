"""The tools of a model: bounded, honest about what is cut, blind to what must not be seen."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.domain.evidence_ledger import EvidenceLedger
from bot.domain.policy import Planner, Policy
from bot.planning.model.contents import LONGEST
from bot.planning.model.tools import MOST_LINES, Toolbox
from bot.ports.explorer import Revision
from tests.fakes.explorer import FakeExplorer

CART = "class Cart:\n    def add(self, item):\n        self.items.append(item)\n"
SECRET = "ghp_" + "a1B2" * 9
TREE = {
    ".env": f"TOKEN={SECRET}\n",
    "config/credentials.json": '{"key": "hunter2"}\n',
    "deploy/server.pem": "-----BEGIN PRIVATE KEY-----\n",
    "docs/big.md": "".join(f"line {n}\n" for n in range(1, 1001)),
    "internal/pricing.py": "MARGIN = 3\n",
    "logo.png": "\0PNG",
    "shop/cart.py": CART,
    "shop/orders.py": f"from shop.cart import Cart\n\ndef total(cart):\n    token = '{SECRET}'\n",
    "tests/test_cart.py": "from shop.cart import Cart\n",
}
POLICY = Policy(planner=Planner(context_excludes=("internal/**",)))
HIDDEN = [".env", "config/credentials.json", "deploy/server.pem", "internal/pricing.py"]
AT = datetime(2024, 5, 1, tzinfo=UTC)
CHANGE = Revision("ab" * 20, AT, f"Carts add items\n\ntoken={SECRET}", ("shop/cart.py", ".env"))


def box(tree: dict[str, str] | None = None, revisions: Any = (CHANGE,)) -> Toolbox:
    """The tools on a tree."""
    return Toolbox(FakeExplorer(tree or TREE, revisions), POLICY, EvidenceLedger())


def test_each_tool_answers_what_stands_there():
    """List, grep, read, symbols and history, each with where it stands."""
    tools = box()

    assert "shop/cart.py (69 bytes)" in tools.run("list", {"path": "shop"})
    assert tools.run("grep", {"pattern": r"def (add|total)", "path": "shop"}).split("\n") == [
        "shop/cart.py:2: def add(self, item):",
        "shop/orders.py:3: def total(cart):",
    ]
    assert tools.run("read", {"path": "shop/cart.py", "start": 2}) == (
        "shop/cart.py, lines 2-3 of 3\n2:     def add(self, item):\n3:         self.items.append(item)"
    )
    assert "2:     def add(self, item):" in tools.run("symbols", {"path": "shop/cart.py"})
    assert "cart.py: 3 lines, defines Cart, add" in tools.run("symbols", {"path": "shop"})
    assert tools.run("history", {"path": "shop"}) == (
        "2024-05-01 ababababa Carts add items [shop/cart.py]"
    )


@pytest.mark.parametrize("path", HIDDEN)
@pytest.mark.parametrize("tool", ["list", "grep", "read", "symbols", "history"])
def test_what_must_not_be_seen_does_not_exist(tool, path):
    """Neither by its name nor by its contents, nor as the nearest name; its folder is as good as empty."""
    tools = box()
    named = tools.run(tool, {"path": path, "pattern": "."})
    everywhere = tools.run(tool, {"path": "", "pattern": "MARGIN|hunter2|BEGIN"})

    assert named.startswith("There is no ")
    assert "Nearest" not in named or path not in named.partition("Nearest")[2]
    assert path not in everywhere and "MARGIN" not in everywhere
    assert tools.ledger.paths == frozenset()


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../x",
        "/proc/self/environ",
        "shop/../.env",
        "~/.ssh/id_rsa",
        "\0",
        "a" * 5000,
    ],
)
@pytest.mark.parametrize("tool", ["list", "grep", "read", "symbols", "history"])
def test_no_path_leads_out(tool, path):
    """A path is a name in the tree, and nothing else."""
    assert box().run(tool, {"path": path, "pattern": "."}).startswith("There is no ")


def test_a_missing_path_is_answered_with_the_nearest_names():
    """The same name elsewhere first, then what is written alike."""
    told = box().run("read", {"path": "src/cart.py"})

    assert told == "There is no file 'src/cart.py'. Nearest: shop/cart.py, tests/test_cart.py."
    assert "shop/orders.py" in box().run("read", {"path": "shop/order.py"})


def test_secrets_in_contents_are_taken_out():
    """Whatever tool shows the line, and in messages of commits."""
    tools = box()
    shown = [
        tools.run("read", {"path": "shop/orders.py"}),
        tools.run("grep", {"pattern": "token"}),
        tools.run("grep", {"pattern": SECRET}),
        tools.run("history", {}),
    ]

    assert all(SECRET not in text for text in shown)
    assert "[removed: looks like a secret]" in shown[0]


def test_no_lines_are_shown_twice():
    """Of what was read before only the rest is shown, and nothing where all was; a hit of grep is no part."""
    tools = box()
    tools.run("grep", {"pattern": "line 20", "path": "docs/big.md"})
    tools.run("read", {"path": "docs/big.md", "start": 10, "end": 40})

    again = tools.run("read", {"path": "docs/big.md", "start": 20, "end": 50})
    assert again.startswith("docs/big.md, lines 41-50 of 1000") and "\n40:" not in again
    assert "shown above" in tools.run("read", {"path": "docs/big.md", "start": 12, "end": 45})


def test_what_is_cut_says_so():
    """Lines, characters, entries and hits: each answer is bounded and tells what is left."""
    many = {f"src/m{n:04}.py": "x = 1\n" * 20 for n in range(600)}
    wide = box({"wide.txt": ("y" * 2_000 + "\n") * 400, **many})
    read = box().run("read", {"path": "docs/big.md", "end": 900})

    assert "go on with start=151" in box().run("read", {"path": "docs/big.md"})
    assert f"lines 1-{MOST_LINES} of 1000; go on with start={MOST_LINES + 1}" in read
    assert "line 301" in box().run("read", {"path": "docs/big.md", "start": 301})
    assert len(wide.run("read", {"path": "wide.txt"})) <= LONGEST
    assert "go on with start=" in wide.run("read", {"path": "wide.txt"})
    assert "src/ (600 files)" in wide.run("list", {})
    assert "… 480 more entries." in wide.run("list", {"path": "src"})
    assert "… 11950 more matching lines." in wide.run("grep", {"pattern": "x = 1"})
    assert "… 560 more files." in wide.run("symbols", {"path": "src"})


@pytest.mark.parametrize("pattern", ["(", "a{99999}", r"(?=x)", r"\1", "*"])
def test_what_is_no_pattern_is_searched_for_as_text(pattern):
    """And the answer says so; nothing fails."""
    found = box({"a.txt": f"before {pattern} after\n"}).run("grep", {"pattern": pattern})

    assert found.startswith("a.txt:1: ") and "as plain text" in found


def test_no_pattern_takes_long():
    """A pattern that ruins backtracking engines is matched in one go."""
    tools = box({"a.txt": "a" * 200_000 + "\n"})

    assert tools.run("grep", {"pattern": "(a+)+$b"}).startswith("No line matches")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read", {"path": ["x"]}),
        ("read", {"path": "shop/cart.py", "start": {}}),
        ("grep", {"pattern": 7}),
        ("grep", {}),
        ("shell", {"command": "ls"}),
    ],
)
def test_wrong_arguments_and_unknown_tools_are_told_what_is_right(tool, arguments):
    """The model can go on; nothing is run."""
    assert box().run(tool, arguments).split()[0] in {"path", "start", "grep", "pattern", "There"}


def test_the_ledger_knows_what_was_shown():
    """Path, lines and contents of everything read or found; a list shows nothing of a file."""
    tools = box()
    tools.run("list", {"path": "shop"})
    assert tools.ledger.paths == frozenset()

    tools.run("read", {"path": "shop/cart.py", "start": 1, "end": 2})
    tools.run("grep", {"pattern": "import", "path": "tests"})
    [read, found] = tools.ledger.entries

    assert (read.path, read.first, read.last, len(read.sha)) == ("shop/cart.py", 1, 2, 40)
    assert (found.path, found.first, found.last) == ("tests/test_cart.py", 1, 1)


def test_history_says_where_there_is_none():
    """A plain folder and a shallow checkout have no past."""
    assert "No history is known here" in box(revisions=None).run("history", {})


def test_binary_files_are_not_text():
    """They are named, and not shown."""
    assert box().run("read", {"path": "logo.png"}) == "logo.png is not text."
    assert box().run("grep", {"pattern": "PNG"}).startswith("No line matches")


def test_a_name_longer_than_any_pattern_is_used_nowhere():
    """A symbol of a model's is no pattern that RE2 refuses to compile."""
    # issue 19
    assert box().uses("x" * 1_000_000)[1] == 0
