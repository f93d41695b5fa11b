"""No text of others costs more than linear time: each pattern and each reader meets hostile texts."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.adapters import neutral
from bot.domain import invisible, links, planned_tests, request, tasks
from bot.domain.added_tests import added_in
from bot.domain.languages import LANGUAGES
from bot.domain.policy_text import parse
from bot.domain.secrets import without_secrets
from bot.intents import commands, evidence, replies
from bot.planning.builtin import questions
from bot.planning.issue import markdown, sections
from bot.planning.repository import mentions
from bot.planning.repository.evidence import starts
from tests.architecture import hostile
from tests.architecture.hostile import texts
from tests.growth import grows

SOURCES = "\n".join(p.read_text("utf-8") for p in Path(bot.__path__[0]).rglob("*.py"))
PATHS = ("shop/orders.py", "shop/cart.py", "tests/test_cart.py", "README.md")
NAMES = mentions.Names((*PATHS, *(f"shop/part{n}/x.py" for n in range(4_000))))
Reader = Callable[[str], object]
Texts = Callable[[int], Iterable[str]]


def patterns() -> dict[str, re.Pattern[str]]:
    """Every compiled pattern that a module of the program holds."""
    found: dict[re.Pattern[str], str] = {}
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                found.setdefault(value, f"{module.name}.{name}")
    return {where: pattern for pattern, where in found.items()}


USES = frozenset(re.findall(r"\b(\w+)\.(match|fullmatch|search|subn?|split|find\w*)\(", SOURCES))


def uses(pattern: re.Pattern[str], name: str) -> list[Reader]:
    """How the program uses a pattern: one that is only matched is not searched for in every place."""
    methods = {method for one, method in USES if one == name}
    if methods and methods <= {"match", "fullmatch"}:
        return [pattern.fullmatch]
    return [pattern.fullmatch, lambda text: pattern.sub("", text)]


def slow(works: list[Reader], given: Texts, size: int, most: int) -> str:
    """The beginning of a text on which work takes more than linear time; empty if there is none.

    A text is at least four times `size` long; one that takes nothing is tried longer, up to `most`.
    """
    all_of = cache(lambda size: tuple(given(size)))

    def one(n: int, size: int) -> str:
        return all_of(size)[n]

    for n, text in enumerate(all_of(size)):
        for work in works:
            if grows(work, partial(one, n), size, most):
                return text[:60]
    return ""


@pytest.mark.parametrize(
    ("size", "most"), [(2_000, 4), pytest.param(16_000, 24, marks=pytest.mark.proof)]
)
def test_no_pattern_takes_more_than_linear_time(size, most):
    """Searching and matching a text four times as long takes about four times as long."""
    # issue 19: any commenter could hang a worker
    found = {
        where: slow(
            uses(pattern, where.rpartition(".")[2]), partial(texts, pattern, most=most), size, 0
        )
        for where, pattern in patterns().items()
    }

    assert {where: text for where, text in found.items() if text} == {}


READERS: dict[str, Any] = {
    "picks of a reply": replies.picks,
    "a reply that seems to answer": replies.seems,
    "a reply that cancels": replies.cancels,
    "commands of a comment": commands.commands,
    "what stands beside commands": commands.beside,
    "issues that a description names": lambda text: links.named(text, "acme/shop"),
    "issues that a description closes": lambda text: links.closes(text, "acme/shop"),
    "a description without an issue": links.no_issue,
    "an issue of a branch": links.branch_issue,
    "tasks that a description names": tasks.named_tasks,
    "boxes that a description ticks": evidence.ticked,
    "tests that a description declares": planned_tests.declared_in,
    "a request's digest": lambda text: request.request_digest("t", text),
    "what an editor shows": invisible.shown,
    "secrets": without_secrets,
    "a policy file": parse,
    "an issue's Markdown": lambda text: markdown.read("t", text),
    "scenarios": lambda text: sections.in_gherkin("gherkin", text),
    "open choices": questions.is_open,
    "files that a text names": lambda text: mentions.mentioned(text, NAMES),
    "frames of a trace": lambda text: mentions.frames(text, NAMES),
    "definitions in a file": starts,
    "text in a comment of ours": neutral.prose,
    "a line in a comment of ours": neutral.inline,
    "a quote in a comment of ours": neutral.quote,
    "code that a patch adds": partial(added_in, "a.lua"),
} | {
    f"tests that a patch adds: {language.name}": partial(added_in, f"a.{min(language.suffixes)}")
    for language in LANGUAGES
}
"""Everything that reads what outsiders write."""
LONGEST = 64_000
"""Characters of a comment, about as GitHub allows."""
PIECES = (
    *(
        " ",
        "\n",
        "1",
        "a",
        "A ",
        "\t1",
        "*",
        "**a",
        "_a",
        "`",
        "~",
        "|",
        "a|",
        "[",
        "](",
        "![a]",
        "<",
    ),
    *(
        "<!--",
        "-->",
        "<a ",
        "&#",
        "> ",
        "- ",
        "1. ",
        "- [ ] a\n",
        "#1 ",
        "1A, ",
        "1: a; ",
        "a@b ",
        "//a",
    ),
    *("a\n> # a\n", "x\n> > # a\n", "> a\n- b\n", "- > a\nb\n", "| a |\n|---|\n> b\n"),
    *(
        "/plan ",
        "closes #1 ",
        "a.py:1 ",
        "a/",
        "{",
        "(",
        ",",
        ".",
        "a: ",
        "\\",
        "'",
        '"',
        "\u200b",
        "\r",
    ),
)
"""What the readers look for."""


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("start", "most"),
    [("", 16_000), *(pytest.param(s, LONGEST, marks=pytest.mark.proof) for s in ("", "1: "))],
)
def test_no_reader_takes_more_than_linear_time(name, start, most):
    """Reading a comment, description, file or policy four times as long takes about four times as long."""
    # issue 19
    assert slow([READERS[name]], partial(hostile.repeated, PIECES, start), 1_000, most) == ""
