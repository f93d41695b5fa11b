"""`make check`: what stands in the program and nothing in the program uses (vulture); tests do not count.

Fields of data are left aside: templates, JSON and people read them. So are names in a class's body.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from pathlib import Path

from vulture import Vulture
from vulture.core import Item

ROOT = Path(__file__).parents[1]
CALLED_FROM_OUTSIDE: Mapping[str, str] = {
    "VERSIONS": "the saved records of each version are compared with it",
    "format_commands": "click asks for it",
    "shell_complete": "click asks for it",
    "handle_starttag": "html.parser calls it",
    "handle_endtag": "html.parser calls it",
    "handle_data": "html.parser calls it",
    "handle_comment": "html.parser calls it",
    "handle_decl": "html.parser calls it",
    "ms": "`--json` of `plangate context` prints it",
}
"""Names that somebody else's code asks for, or that only a comparison needs, with who that is."""
DECORATORS = [
    "@*.command", "@*.group", "@model_validator", "@field_validator", "@model_serializer", "@click.*",
]  # fmt: skip
DATA = {"variable", "attribute"}


def unused(root: Path = ROOT / "bot") -> list[Item]:
    """What nothing below `root` uses, in the order of files and lines."""
    found = Vulture(ignore_names=list(CALLED_FROM_OUTSIDE), ignore_decorators=DECORATORS)
    found.scavenge([root])
    return [i for i in found.get_unused_code(min_confidence=60) if not _is_data(i)]


def needless(root: Path = ROOT / "bot") -> list[str]:
    """Names that need no leave any more: nothing is called so, or the program uses it itself."""
    found = Vulture(ignore_decorators=DECORATORS)
    found.scavenge([root])
    return sorted(CALLED_FROM_OUTSIDE.keys() - {i.name for i in found.get_unused_code(60)})


def _is_data(item: Item) -> bool:
    return item.typ in DATA and item.name not in _globals(Path(item.filename))


def _globals(path: Path) -> set[str]:
    body = ast.parse(path.read_text("utf-8")).body
    assigned = [node for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return {n.id for node in assigned for n in ast.walk(node) if isinstance(n, ast.Name)}


def main() -> int:
    """Print what is dead, one a line; 1 where there is something."""
    lines = [f"{Path(i.filename).name}:{i.first_lineno}: nothing uses {i.name}" for i in unused()]
    lines += [f"tests/dead.py: {name} needs no leave any more" for name in needless()]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
