"""`make bench`: what is planned: a small issue, and a complex one (50 criteria) in a large tree."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.acceptance import shop

FILES = 5_000
CRITERIA = 50
_AREAS = (
    "orders",
    "cart",
    "mail",
    "auth",
    "export",
    "stock",
    "prices",
    "reports",
    "search",
    "admin",
)
_WORDS = (
    "total",
    "date",
    "customer",
    "discount",
    "currency",
    "status",
    "address",
    "invoice",
    "weight",
    "note",
)


def simple(root: Path) -> Path:
    """The shop and a small request; gives the request's file."""
    for path, text in shop.FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    issue = root / "issue.md"
    issue.write_text(f"# {shop.TITLE}\n\n{shop.BODY}", encoding="utf-8")
    return issue


def complex_(root: Path) -> Path:
    """A git repository of 5,000 files and a request of 50 criteria; gives the request's file."""
    for n in range(FILES):
        area, word = _AREAS[n % 10], _WORDS[n // 10 % 10]
        folder = root / "src" / area / f"part{n // 100}"
        folder.mkdir(parents=True, exist_ok=True)
        text = f"def {word}_of_{area}_{n}(order):\n    return order.{word}\n" * 20
        (folder / f"{word}_{n}.py").write_text(text, encoding="utf-8")
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(["git", *command], cwd=root, check=True)
    lines = [
        f"- [ ] The {area} page shows the {word} of each order in `src/{area}`"
        for area in _AREAS
        for word in _WORDS[: CRITERIA // 10]
    ]
    issue = root / "issue.md"
    body = "Show every figure of an order.\n\n## Acceptance criteria\n" + "\n".join(lines)
    issue.write_text(f"# Show figures of orders on all pages\n\n{body}\n", encoding="utf-8")
    return issue
