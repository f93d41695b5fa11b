"""What tests of the model engine start from: a tree, a scripted model, and drafts that hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.adapters.templating import TemplatePrompts
from bot.planning import pipeline
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.model.engine import ModelEngine
from bot.planning.model.setup import Setup, Way
from bot.planning.proposal import Brief, Proposal
from bot.planning.repository.context import read_tree
from bot.ports.model import Reply, Turn
from bot.ports.model_faults import ModelFault, failure
from tests.fakes.explorer import FakeExplorer
from tests.fakes.model import FakeModel, Scripted, answered, called
from tests.fakes.workspace import FakeWorkspace
from tests.planning.requests import brief as request_brief

TITLE = "The total ignores the discount"
BODY = (
    "`total()` in `shop/orders.py` gives the price before the discount.\n\n"
    "Expected: the discount is taken off the total."
)
SHOP = {
    "AGENTS.md": "Run `pytest` before you push.\n",
    "README.md": "# Shop\n",
    "shop/cart.py": "class Cart:\n    def add(self, item):\n        self.items.append(item)\n" * 80,
    "shop/orders.py": "def total(cart):\n    return sum(i.price for i in cart.items)\n"
    + "# filler\n" * 400,
    "tests/test_orders.py": "from shop.orders import total\n\n\ndef test_total(): ...\n",
}


def draft(**fields: Any) -> dict[str, Any]:
    """A draft of a plan that holds in the shop, as a model answers it."""
    step = {
        "action": "MODIFY_FILE",
        "path": "shop/orders.py",
        "symbol": "total",
        "instruction": "Take the discount off the sum.",
        "verify": "The new test passes.",
    }
    task = {
        "id": "t1",
        "title": "Take the discount off the total",
        "criteria": ["c1"],
        "complexity": 2,
        "files": [{"path": "shop/orders.py"}, {"path": "tests/test_orders.py"}],
        "steps": [step],
    }
    criterion = {
        "id": "c1",
        "text": "The total is lower by the discount",
        "quote": "the discount is taken off the total",
    }
    test = {
        "criterion": "c1",
        "path": "tests/test_orders.py",
        "asserts": "A discount of 1 lowers the total by 1",
    }
    valid = {
        "decision": "proceed",
        "intent": "bug",
        "goal": "Orders are charged after the discount.",
        "criteria": [criterion],
        "tasks": [task],
        "tests": [test],
    }
    return {**valid, **fields}


def asking(**fields: Any) -> dict[str, Any]:
    """A draft that asks one question."""
    question = {
        "code": "AC_AMBIGUOUS",
        "question": "Is the discount taken off before or after tax?",
        "quote": "the discount is taken off the total",
        "lookedAt": ["shop/orders.py"],
        "options": [
            {"label": "Before tax", "effect": "less tax"},
            {"label": "After tax", "effect": "more tax"},
        ],
        "recommended": "Before tax",
        "because": "It can be changed later.",
    }
    return {
        "decision": "ask",
        "intent": "bug",
        "reasonCodes": ["AC_AMBIGUOUS"],
        "questions": [{**question, **fields}],
    }


NOTHING: dict[str, Any] = {"findings": []}


def submit(data: Mapping[str, Any] | None = None) -> Reply:
    """The draft, handed in by a call."""
    return called(("submit", data if data is not None else draft()))


def report(*asks: str) -> Reply:
    """What the critic answers."""
    return called(("report", {"findings": [{"task": "t1", "asks": a} for a in asks]}))


def report_of(*broken: tuple[int, str]) -> Reply:
    """What the critic answers who has nothing to say but which rules are broken."""
    return called(
        ("report", {"findings": [], "broken": [{"rule": n, "why": why} for n, why in broken]})
    )


def verdict(*broken: tuple[int, str]) -> Reply:
    """What the judge of rules answers: the numbers of those that are broken, and why."""
    return called(("verdict", {"broken": [{"rule": n, "why": why} for n, why in broken]}))


@dataclass
class Clock:
    """Seconds that a test moves."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Bench:
    """An engine on a scripted model, and what it was asked."""

    script: Sequence[Scripted]
    tree: Mapping[str, str] = field(default_factory=lambda: SHOP)
    setup: dict[str, Any] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.model = FakeModel(list(self.script))
        self.explorer = FakeExplorer(dict(self.tree))
        given: dict[str, Any] = {
            "model": self.model,
            "prompts": TemplatePrompts(),
            "explore": lambda: self.explorer,
            "clock": self.clock,
            "spare": BuiltinEngine(),
        }
        self.engine = ModelEngine(Setup(**{**given, **self.setup}))

    def run(
        self, asked: Brief | None = None, pulse: Callable[[str], None] = lambda _: None
    ) -> Proposal:
        """What comes of it, through the whole pipeline."""
        workspace = FakeWorkspace(dict(self.tree))
        asked = asked or issue(tree=self.tree)
        return pipeline.propose(asked, self.engine, workspace, pulse)

    @property
    def turns(self) -> list[Turn]:
        """The turns the model was asked."""
        return self.model.turns

    def said(self, turn: int = -1) -> str:
        """The last message of a turn."""
        return self.turns[turn].messages[-1].text


def issue(
    title: str = TITLE, body: str = BODY, tree: Mapping[str, str] = SHOP, **fields: Any
) -> Brief:
    """A brief on a tree."""
    made = request_brief(title, body, **fields)
    found = read_tree(FakeWorkspace(dict(tree)), made.policy, f"{title}\n{body}")
    return Brief(made.request, found, made.policy)


def plain(data: Mapping[str, Any]) -> Reply:
    """An answer by schema."""
    return answered(data)


DOWN = failure(ModelFault.UNREACHABLE, host="model.example.org", why="refused")
SCHEMA, PLAIN = {"way": Way.SCHEMA}, {"way": Way.PLAIN}
