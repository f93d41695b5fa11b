"""Every setting of the policy is read somewhere: a setting that does nothing is a lie."""

from __future__ import annotations

import ast
import functools

from bot.domain.policy import Policy
from tests.architecture.parsed import trees

DEFINED = {f"bot/domain/{name}.py" for name in ("policy", "policy_schema", "policy_text")}


@functools.cache
def nodes_of_files() -> list[tuple[list[ast.Assign], list[ast.Attribute]]]:
    """What each source file sets and reads; nothing is read where these tests do not run."""
    found = []
    for nodes in (list(ast.walk(t)) for name, t in trees().items() if name not in DEFINED):
        set_ = [n for n in nodes if isinstance(n, ast.Assign)]
        found.append((set_, [n for n in nodes if isinstance(n, ast.Attribute)]))
    return found


def read_as(section: str) -> set[str]:
    """Names read off something that is called like the section, or off a local name for it."""
    found = set()
    for set_, reads in nodes_of_files():
        aliases = {section}
        for one in set_:
            if _ends(one.value, section):
                aliases |= {t.id for t in one.targets if isinstance(t, ast.Name)}
        found |= {read.attr for read in reads if any(_ends(read.value, a) for a in aliases)}
    return found


def _ends(node: ast.AST, name: str) -> bool:
    named = isinstance(node, ast.Name) and node.id == name
    return named or (isinstance(node, ast.Attribute) and node.attr == name)


SETTINGS = [
    (section, name)
    for section, field in Policy.model_fields.items()
    for name in getattr(field.annotation, "model_fields", {}) or [""]
]


def test_every_setting_is_used():
    """Somewhere outside the policy itself each setting is read."""
    # CONTRACT: configuration
    read = {section: read_as(section) for section in ("policy", *Policy.model_fields)}
    used = [
        name in read[section] if name else section in read["policy"] for section, name in SETTINGS
    ]

    assert [s for s, was in zip(SETTINGS, used, strict=True) if not was] == []
    assert len(SETTINGS) > 30
