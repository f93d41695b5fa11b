"""The five read-only tools that a model explores a repository with.

What the policy keeps from the context, and files that look like secrets, do not exist for any of them.
Every answer is bounded, and says so where something was left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ValidationError

from bot.domain import patterns
from bot.domain.evidence_ledger import EvidenceLedger
from bot.domain.policy import Policy
from bot.domain.secret_files import is_secret_file
from bot.planning.model import contents
from bot.planning.model.conversation import an_object
from bot.planning.repository.context import in_context, summary
from bot.planning.repository.evidence import outline
from bot.planning.repository.places import Place, bare, name, place
from bot.ports.explorer import Explorer, Revision
from bot.ports.model import Tool

MOST_LINES = 300
_LINES_UNASKED = 150
_MOST_ENTRIES = 120
_MOST_COMPARED, _LONGEST_ASKED = 1_000, 200
_MOST_SYMBOLS, _MOST_FILES, _MOST_CHANGES, _MOST_TOUCHED = 200, 40, 12, 5


def _plain(path: str) -> str:
    """A path as git writes it; empty for the whole repository."""
    asked = path.strip().removeprefix("./").strip("/")
    return "" if asked == "." else asked


class _Asked(BaseModel):
    """What a tool is asked with: text and whole numbers."""

    path: Annotated[str, AfterValidator(_plain)] = ""
    pattern: str = ""
    start: int = 1
    end: int = 0


class Toolbox:
    """The tools on one commit. Not for threads: it writes down what it shows."""

    def __init__(self, explorer: Explorer, policy: Policy, ledger: EvidenceLedger) -> None:
        """`policy` says what is kept from the context."""
        self._explorer, self._policy, self.ledger = explorer, policy, ledger
        self._named: Mapping[str, Callable[[_Asked], str]] = {
            "list": lambda asked: self._list(asked.path),
            "grep": lambda asked: self._grep(asked.pattern, asked.path),
            "read": lambda asked: self._read(asked.path, max(asked.start, 1), asked.end),
            "symbols": lambda asked: self._symbols(asked.path),
            "history": lambda asked: self._history(asked.path),
        }

    @cached_property
    def files(self) -> Mapping[str, int]:
        """The files that can be seen, with their sizes."""
        return {
            path: size
            for path, size in self._explorer.files().items()
            if in_context(self._policy, path) and not is_secret_file(path)
        }

    def run(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """The answer of a tool as text; an unknown tool or a wrong argument is told what is right."""
        known = self._named.get(tool)
        if known is None:
            return f"There is no tool {tool[:60]!r}. The tools are {', '.join(self._named)}."
        try:
            told = {key: value for key, value in arguments.items() if value not in (None, "")}
            answer = known(_Asked.model_validate(told))
        except ValidationError as problem:
            fault = problem.errors()[0]
            answer = f"{fault['loc'][0]} does not fit: {fault['msg']}."
        except _Unfit as problem:
            answer = str(problem)
        return contents.bounded(contents.clean(answer), contents.LONGEST)

    def _list(self, path: str) -> str:
        """The files and folders in a folder, with how much is below each; of a small one all below it."""
        inside = self._below(path, "folder")
        if len(inside) <= _MOST_ENTRIES:
            return "\n".join(f"{p} ({self.files[p]} bytes)" for p in inside)
        folder = _folder(path)
        near = Counter(folder + "".join(p[len(folder) :].partition("/")[:2]) for p in inside)
        rows = [f"{e} ({count} files)" if e.endswith("/") else e for e, count in near.items()]
        return "\n".join((*rows[:_MOST_ENTRIES], *_more(len(rows) - _MOST_ENTRIES, "entries")))

    def _grep(self, pattern: str, path: str) -> str:
        if not pattern or len(pattern) > patterns.LONGEST:
            raise _Unfit(f"grep needs a pattern of 1 to {patterns.LONGEST} characters.")
        wanted = (path,) if path in self.files else self._below(path)
        chosen = contents.searched({p: self.files[p] for p in wanted})
        hits, left, told = contents.search(pattern, self._explorer.blobs(chosen))
        for hit in hits:
            self.ledger.note(hit.path, hit.line, hit.line, hit.sha)
        if len(chosen) < len(wanted):
            told += f"\nOnly {len(chosen)} of {len(wanted)} files were searched: name a folder."
        if not hits:
            return f"No line matches in {len(chosen)} files.{told}"
        rows = (f"{h.path}:{h.line}: {h.text}" for h in hits)
        return "\n".join((*rows, *_more(left, "matching lines"))) + told

    def _read(self, path: str, start: int, end: int) -> str:
        sha, text = self._opened(path)
        lines = text.removesuffix("\n").split("\n") if text else []
        if start > len(lines):
            return f"{path} has {len(lines)} lines."
        wanted = end if end >= start else start + _LINES_UNASKED - 1
        last = min(wanted, len(lines), start + MOST_LINES - 1)
        start = self.ledger.unread(path, start, last, sha)
        if start > last:
            return f"{path}: these lines were shown above; the file has {len(lines)}."
        rows, last = contents.excerpt(lines, start, last)
        self.ledger.note(path, start, last, sha)
        rest = f"; go on with start={last + 1}" if last < len(lines) else ""
        return "\n".join((f"{path}, lines {start}-{last} of {len(lines)}{rest}", *rows))

    def _symbols(self, path: str) -> str:
        """What a file defines, each with its line; of a folder one line a file."""
        if path in self.files:
            sha, text = self._opened(path)
            rows = outline(text, _MOST_SYMBOLS)
            self.ledger.note(path, 0, 0, sha)
            return "\n".join((f"{path} defines:", *rows)) if rows else f"{path} defines nothing."
        inside = self._below(path)
        chosen = [p for p in inside if place(p) is not Place.SKIP][:_MOST_FILES]
        rows = tuple(summary(p, text) for p, text in self.texts(chosen).items())
        return "\n".join((*rows, *_more(len(inside) - len(chosen), "files")))

    def _history(self, path: str) -> str:
        """The newest changes of a file or folder: day, commit, subject, and what else they touched."""
        if path and path not in self.files:
            self._below(path)
        found = self.changes(path, _MOST_CHANGES)
        if found is None:
            return "No history is known here: the repository was copied without it."
        rows = []
        for change in found:
            subject = change.message.strip().split("\n")[0][:120]
            left = len(change.files) - _MOST_TOUCHED
            more = f" +{left}" if left > 0 else ""
            named = ", ".join(change.files[:_MOST_TOUCHED])
            rows.append(f"{change.at:%Y-%m-%d} {change.commit[:9]} {subject} [{named}{more}]")
        return "\n".join(rows) or f"No change of {path} is known."

    def texts(self, paths: Iterable[str]) -> Mapping[str, str]:
        """The texts of these files, without secrets and invisible characters; binary ones are left out."""
        found = self._explorer.blobs([p for p in paths if p in self.files])
        texts = ((path, contents.decoded(blob.data)) for path, blob in found.items())
        return {path: contents.clean(text) for path, text in texts if text is not None}

    def uses(self, name: str) -> tuple[list[contents.Hit], int]:
        """The first lines of the whole tree that hold this name as a word, and how many more there are."""
        if len(name) > patterns.LONGEST:
            return [], 0
        blobs = self._explorer.blobs(contents.searched(self.files))
        hits, left, _ = contents.search(rf"\b{re.escape(name)}\b", blobs)
        return [replace(h, text=contents.clean(h.text)) for h in hits], left

    def show(self, path: str, lines: int) -> None:
        """Note that the first lines of a file are shown; 0 where it is its outline."""
        self.ledger.note(path, min(lines, 1), lines, self._explorer.blobs([path])[path].sha)

    def changes(self, path: str, most: int) -> tuple[Revision, ...] | None:
        """The newest changes, each with the files that can be seen; None where no history is known."""
        found = self._explorer.history(path, most)
        if found is None:
            return None
        return tuple(replace(c, files=tuple(f for f in c.files if f in self.files)) for c in found)

    def _opened(self, path: str) -> tuple[str, str]:
        """The name git has for the contents of a file, and its text."""
        if path not in self.files:
            raise _Unfit(self._missing(path, "file"))
        blob = self._explorer.blobs([path]).get(path)
        if blob is None:
            raise _Unfit(f"{path} is too large, or its contents are missing.")
        text = contents.decoded(blob.data)
        if text is None:
            raise _Unfit(f"{path} is not text.")
        return blob.sha, contents.clean(text)

    def _below(self, path: str, what: str = "file or folder") -> tuple[str, ...]:
        """The files in a folder and its folders; there must be some."""
        found = self._under(_folder(path))
        if not found:
            raise _Unfit(self._missing(path, what))
        return found

    def _missing(self, path: str, what: str) -> str:
        """The nearest names to one that is not there: files called so, and what its last folder holds."""
        asked = path[:_LONGEST_ASKED]
        own, stem = name(asked).lower(), bare(asked).lower()
        called = (p for p in self.files if stem and stem in name(p).lower())
        first = sorted(called, key=lambda p: name(p).lower() != own)[:5]
        above = f"{asked}/"
        while above and not self._under(above):
            above = above[: above[:-1].rfind("/") + 1]
        entries = {p[len(above) :].partition("/")[0] for p in self._under(above)}
        wrong = asked[len(above) :].partition("/")[0]
        near = get_close_matches(wrong, sorted(entries)[:_MOST_COMPARED], 5)
        told = list(dict.fromkeys((*first, *(above + entry for entry in near))))[:6]
        end = f" Nearest: {', '.join(told)}." if told else ""
        return f"There is no {what} {asked!r}.{end}"

    def _under(self, folder: str) -> tuple[str, ...]:
        return tuple(p for p in self.files if p.startswith(folder))


class _Unfit(ValueError):
    """An argument that a tool cannot use."""


def _folder(path: str) -> str:
    return f"{path}/" if path else ""


def _more(number: int, what: str) -> tuple[str, ...]:
    return (f"… {number} more {what}.",) if number > 0 else ()


def descriptions() -> tuple[Tool, ...]:
    """The tools as a model is told of them."""
    path = {"type": "string", "description": "path from the top of the repository"}
    where = {**path, "description": f"{path['description']}; empty for all of it"}
    line = {"type": "integer", "description": "a line, from 1"}
    pattern = {"type": "string", "description": "an RE2 pattern, such as `def (add|remove)\\b`"}
    everywhere = "The lines that match a pattern, in a file, a folder or everywhere."
    lines = f"Numbered lines of a file, at most {MOST_LINES} at once; not again those shown before."
    return (
        _tool("list", "The files and folders in a folder.", path=where),
        _tool("grep", everywhere, "pattern", pattern=pattern, path=where),
        _tool("read", lines, "path", path=path, start=line, end=line),
        _tool("symbols", "What a file defines, or the files of a folder.", "path", path=path),
        _tool("history", "The newest changes of a file or folder.", path=where),
    )


def _tool(name: str, does: str, *required: str, **properties: Any) -> Tool:
    return Tool(name, does, an_object(**properties) | {"required": list(required)})
