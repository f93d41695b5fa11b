"""Test names: what a test file is called and where it lies by the habit of its language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.planning.places import bare, folder, suffix
from bot.planning.words import word_set

# What no test of its own is written for: it declares, or only joins what others do.
_UNTESTED = word_set("__init__ schema manage seeds layout urls prod")
_RUN_ONCE = re.compile(r"(?i)(?:^|/)(?:migrations?|migrate|versions|evolutions)/")


def new_test(path: str, paths: Iterable[str]) -> str:
    """Name the test file a source without tests should get, in the manner of its language and tree.

    What only declares, such as a schema or a migration, gets none.
    """
    ending, own, above = suffix(path), bare(path), folder(path)
    listed = tuple(paths)
    if own.lower() in _UNTESTED or _RUN_ONCE.search(path):
        return ""
    beside = f"{above}/" if above else ""
    if ending == "py":
        root = next(
            (d for d in ("tests", "test") if any(p.startswith(f"{d}/") for p in listed)), "tests"
        )
        return f"{root}/test_{own}.py"
    if ending == "go":
        return f"{beside}{own}_test.go"
    if ending in {"ts", "tsx", "js", "jsx", "mjs", "vue", "svelte"}:
        return _node_test(beside, own, ending, listed)
    if ending in {"java", "kt", "scala"} and "/main/" in path:
        return f"{above.replace('/main/', '/test/', 1)}/{own}Test.{ending}"
    if ending == "rb":
        plain = any(p.startswith("test/") and p.endswith("_test.rb") for p in listed)
        return f"test/{own}_test.rb" if plain else f"spec/{own}_spec.rb"
    return ""


def _node_test(beside: str, own: str, ending: str, paths: tuple[str, ...]) -> str:
    typed = any(p.endswith((".spec.ts", ".test.ts")) for p in paths)
    kind = ending if ending in {"ts", "tsx", "js", "jsx"} else "ts" if typed else "js"
    mark = "spec" if any(".spec." in p for p in paths) else "test"
    if any("/__tests__/" in f"/{p}" for p in paths):
        return f"{beside}__tests__/{own}.{mark}.{kind}"
    top = next(
        (
            d
            for d in ("tests", "test")
            if any(p.startswith(f"{d}/") and f".{mark}." in p for p in paths)
        ),
        "",
    )
    return f"{top}/{own}.{mark}.{kind}" if top else f"{beside}{own}.{mark}.{kind}"
