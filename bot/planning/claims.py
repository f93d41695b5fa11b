"""Claims about the tree in a draft's sentences: code spans in the form of a path or a line of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from bot.planning.draft import Draft
from bot.planning.repository.places import CODE, DOCS, SETUPS, suffix

_SPAN = re.compile(r"`([^`\n]{3,200})`")
_PATH = re.compile(r"[\w@+-][\w./@+-]{2,199}")
_FILES = CODE | DOCS | SETUPS


def doubtful(
    draft: Draft, said: str, paths: Collection[str], files: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Paths and lines that are nowhere; each with where it is claimed.

    `paths` are those of the tree and those that the draft makes, `files` the texts that are known. What the
    request says (`said`) is no claim about the tree.
    """
    for task in draft.work:
        for step in task.steps:
            spans = _spans(f"{step.instruction}\n{step.verify}", said)
            yield from ((task.id, s) for s in spans if _is_off(s, paths, files))
    for where, texts in (("assumptions", draft.assumptions), ("risks", draft.risks)):
        spans = _spans("\n".join(texts), said)
        yield from ((where, s) for s in spans if _is_off(s, paths, files))


def stands_in(symbol: str, text: str) -> bool:
    """Say whether the last part of a symbol stands in a text: `Cart.add` by `add`."""
    last = _last(symbol)
    return bool(last) and re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text) is not None


def _last(symbol: str) -> str:
    return re.split(r"[.:#()]+", symbol.strip("()"))[-1]


def _spans(text: str, said: str) -> tuple[str, ...]:
    """The code spans of a text that the request does not hold."""
    return tuple(s for s in dict.fromkeys(_SPAN.findall(text)) if s not in said)


def _is_off(span: str, paths: Collection[str], files: Mapping[str, str]) -> bool:
    """Say whether a span has the form of a file's path, or of a line in one, that is not there."""
    path, _, line = span.removeprefix("./").partition("::")[0].partition("#")[0].partition(":")
    first, slash, _ = path.partition("/")
    if not slash or "." in first[1:] or not _PATH.fullmatch(path) or suffix(path) not in _FILES:
        return False
    if path in files and line.isdecimal():
        return int(line) > files[path].count("\n") + 1
    return path not in paths and not any(p.endswith(f"/{path}") for p in paths)
