"""One name means one thing: no two classes share a name, and the glossary names modules that exist."""

from __future__ import annotations

import ast
import re
from collections import Counter

from tests.architecture.parsed import ROOT, trees

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROW = re.compile(r"^\| \*\*([^*|]+)\*\* \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


def classes() -> list[str]:
    """The name of every class in the package that another module could import."""
    nodes = (
        node for tree in trees().values() for node in tree.body if isinstance(node, ast.ClassDef)
    )
    return [node.name for node in nodes if not node.name.startswith("_")]


def test_every_class_name_is_defined_once():
    """Two classes never share a name; a leading underscore keeps a name inside its own module."""
    assert [name for name, count in Counter(classes()).items() if count > 1] == []


def test_the_glossary_is_a_table_of_words():
    """Every word of the glossary has one line, one sentence or two, and at least one module."""
    rows = ROW.findall(GLOSSARY)
    words = [word.lower() for word, _, _ in rows]

    assert len(rows) == len([line for line in GLOSSARY.splitlines() if line.startswith("| **")])
    assert [word for word, count in Counter(words).items() if count > 1] == []
    assert [word for word, _, where in rows if not CODE.findall(where)] == []


def test_the_glossary_is_sorted():
    """The words stand in alphabetical order."""
    words = [word.lower() for word, _, _ in ROW.findall(GLOSSARY)]

    assert words == sorted(words)


def test_every_module_the_glossary_names_exists():
    """Each module in the last column is a file or a folder of the package."""
    named = {path for _, _, where in ROW.findall(GLOSSARY) for path in CODE.findall(where)}

    assert sorted(path for path in named if not (ROOT / path).exists()) == []
    assert all(path.startswith(("bot/", "templates")) for path in named)
