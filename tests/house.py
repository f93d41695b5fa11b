"""`make house`: how large the program is, how deep its imports go, what its tests take, and the limits.

`python -m tests.house` prints everything; `--limits` only what is over its limit. Both end with 1 where
something is.
"""

from __future__ import annotations

import ast
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOT = ROOT / "bot"
TIMES = ROOT / ".venv" / "tests.xml"
"""What `make test` wrote last: every test with its seconds."""
SLOW = 5.0
Row = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Limit:
    """What is counted, how much of it there is, and how much there may be."""

    what: str
    found: int
    most: int

    @property
    def kept(self) -> bool:
        """Whether it holds."""
        return self.found <= self.most


def sources(folder: Path = BOT, *, without: str = "") -> list[Path]:
    """The Python files of a folder and those below it, all but those of one folder by its name."""
    found = sorted(folder.rglob("*.py"))
    return [p for p in found if not without or without not in p.relative_to(folder).parts]


def lines(files: Sequence[Path]) -> int:
    """How many lines these files have."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


def folders() -> Iterator[Row]:
    """The package, its folders and those of planning: name, files, lines."""
    below = sorted(p for p in BOT.iterdir() if (p / "__init__.py").exists())
    parts = sorted(p for p in (BOT / "planning").iterdir() if (p / "__init__.py").exists())
    for folder in (BOT, *below, *parts):
        files = sources(folder)
        yield folder.relative_to(ROOT).as_posix(), len(files), lines(files)


def imports(folder: Path) -> set[str]:
    """The other parts of the package that the modules of a folder import."""
    found: set[str] = set()
    for path in sources(folder):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "bot":
                parts = [*(node.module or "").split("."), *(a.name for a in node.names)]
                found.add(parts[1])
    return found - {folder.name}


def limits() -> list[Limit]:
    """What may not grow any further: a rule that cannot be checked is none."""
    planning = BOT / "planning"
    plain, all_ = sources(planning, without="model"), sources(planning)
    longest = max(sources(), key=lambda path: lines([path]))
    data = sum(
        p.stat().st_size
        for p in planning.rglob("*")
        if p.is_file() and p.suffix not in {".py", ".pyc"}
    )
    return [
        Limit("lines of planning without its model", lines(plain), 6_000),
        Limit("files of planning without its model", len(plain), 40),
        Limit("lines of planning", lines(all_), 7_000),
        Limit("files of planning", len(all_), 50),
        Limit("bytes of planning's data", data, 300_000),
        Limit(f"lines of the longest file, {longest.relative_to(ROOT)}", lines([longest]), 300),
        Limit("lines of bot", lines(sources()), 28_000),
    ]


def chain() -> list[str]:
    """The longest chain of imports within the package, from the module on top to the one below all."""
    needs = _imports()
    depths = depths_of(needs)
    top = max(sorted(needs), key=depths.__getitem__)
    found = [top]
    while needs[found[-1]]:
        found.append(max(sorted(needs[found[-1]]), key=depths.__getitem__))
    return found


def _imports() -> dict[str, set[str]]:
    import grimp  # takes a second, which the check of the limits need not wait for

    graph = grimp.build_graph("bot")
    return {m: set(graph.find_modules_directly_imported_by(m)) for m in graph.modules}


def depths_of(needs: Mapping[str, set[str]]) -> dict[str, int]:
    """How many modules the longest chain below each module has, itself included; circles count once."""
    found: dict[str, int] = {}

    def depth(module: str) -> int:
        if module not in found:
            found[module] = 0  # met again within its own chain: a circle
            found[module] = 1 + max((depth(one) for one in needs[module]), default=0)
        return found[module]

    for module in needs:
        depth(module)
    return found


def deepest() -> Iterator[tuple[str, int, str]]:
    """Each part of the package with the depth of its deepest module, and that module."""
    depths = depths_of(_imports())
    parts: dict[str, tuple[int, str]] = {}
    for module, depth in depths.items():
        part = ".".join(module.split(".")[:2])
        parts[part] = max(parts.get(part, (0, "")), (depth, module))
    for part, (depth, module) in sorted(parts.items(), key=lambda item: item[1]):
        yield part, depth, module


def tested(times: Path = TIMES) -> list[tuple[str, int, float]]:
    """Each folder of tests with the number of its tests and their seconds, as `make test` saw them."""
    if not times.exists():
        return []
    counts: dict[str, tuple[int, float]] = {}
    for case in ET.parse(times).getroot().iter("testcase"):  # noqa: S314 - pytest wrote it
        folder = "/".join(case.get("classname", "").split(".")[:2])
        count, seconds = counts.get(folder, (0, 0.0))
        counts[folder] = (count + 1, seconds + float(case.get("time", 0)))
    return [(folder, *counts[folder]) for folder in sorted(counts)]


def slowest(times: Path = TIMES) -> list[tuple[float, str, str]]:
    """Tests of more than `SLOW` seconds: how long, which, and the sentence that says what each shows."""
    if not times.exists():
        return []
    cases = ET.parse(times).getroot().iter("testcase")  # noqa: S314 - pytest wrote it
    slow = [(float(c.get("time", 0)), c.get("classname", ""), c.get("name", "")) for c in cases]
    found = sorted((one for one in slow if one[0] > SLOW), reverse=True)
    return [(seconds, name, says(module, name)) for seconds, module, name in found]


def says(module: str, name: str) -> str:
    """The first line of a test's docstring; empty where there is none."""
    path = ROOT / f"{module.replace('.', '/')}.py"
    tree = ast.parse(path.read_text("utf-8")) if path.exists() else ast.Module([], [])
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name.partition("[")[0]:
            return (ast.get_docstring(node) or "").partition("\n")[0]
    return ""


def report() -> Iterator[str]:
    """Everything, line by line."""
    yield f"{'folder':28}{'files':>7}{'lines':>8}"
    yield from (f"{name:28}{files:7}{count:8}" for name, files, count in folders())
    yield f"\n{'imports below':28}{'depth':>7}  deepest module"
    yield from (f"{part:28}{depth:7}  {module}" for part, depth, module in deepest())
    yield f"longest chain: {' > '.join(chain())}"
    # What plays the walks is loaded here, for the check of the limits need not wait for it.
    from bot.planning.builtin.engine import BuiltinEngine
    from tests import walks

    yield f"\n{'walks meet':28}{'files':>7}"
    met = walks.walks(BuiltinEngine())
    yield from (f"{walk:28}{len(files):7}" for walk, files in met.items())
    yield f"\n{'tests':28}{'count':>7}{'seconds':>9}"
    rows = tested()
    yield from (f"{folder:28}{count:7}{seconds:9.1f}" for folder, count, seconds in rows)
    yield (
        f"{'all':28}{sum(r[1] for r in rows):7}{sum(r[2] for r in rows):9.1f}"
        if rows
        else "`make test` writes these figures"
    )
    yield f"\ntests over {SLOW:.0f} s and what they show"
    yield from (f"{seconds:6.1f}  {name}: {words}" for seconds, name, words in slowest())
    yield ""
    yield from map(told, limits())


def told(limit: Limit) -> str:
    """One limit in words."""
    state = "ok" if limit.kept else "OVER"
    return f"{state:5}{limit.what}: {limit.found} of at most {limit.most}"


def main(arguments: Sequence[str]) -> int:
    """Print what was asked for; 1 where a limit is not kept."""
    over = [limit for limit in limits() if not limit.kept]
    words = map(told, over) if "--limits" in arguments else report()
    sys.stdout.writelines(f"{line}\n" for line in words)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
