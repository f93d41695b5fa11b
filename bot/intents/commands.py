"""Commands in a comment: `/plan VERB REST` at the start of a line, outside quotes and code."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

USAGE: tuple[tuple[str, str], ...] = (
    ("/plan", "plan this issue now"),
    ("/plan answer 1A 2B", "answer questions"),
    ("/plan approve [DIGEST]", "approve the plan"),
    ("/plan reject REASON", "send the plan back, saying why"),
    ("/plan replan REASON", "make a new plan version; finished work stays"),
    ("/plan cancel", "stop planning; nothing is lost"),
    ("/plan resume", "go on after a cancel"),
    ("/plan waive REQUIREMENT REASON", "set a requirement of the gate aside for this commit"),
    ("/plan restore", "put a damaged or deleted record back"),
    ("/plan force", "plan although it was declined"),
    ("/plan show", "say where things stand"),
    ("/plan help", "show this list"),
)
VERBS = tuple(usage.split()[1] for usage, _ in USAGE if " " in usage)
_COMMAND = re.compile(r"/plan(?:[ \t]+([^ \t]{1,40})(?:[ \t]+(.*))?)?[ \t]*")
# https://spec.commonmark.org/0.31.2/#fenced-code-blocks
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
LONGEST = 2000
MOST = 5


@dataclass(frozen=True, slots=True)
class Command:
    """A command as written; `verb` is empty for a bare `/plan`."""

    verb: str
    rest: str = ""

    @property
    def known(self) -> bool:
        """Say whether there is such a verb."""
        return self.verb == "" or self.verb in VERBS

    @property
    def suggestion(self) -> str:
        """The nearest verb to one nobody knows, or nothing."""
        return next(iter(difflib.get_close_matches(self.verb, VERBS, 1)), "")


def spoken_lines(body: str) -> Iterator[str]:
    """The lines a person wrote as speech: no fenced or indented code, no quotes, no HTML comments."""
    fence = ""
    for line in _without_comments(body[:65_536]).replace("\r\n", "\n").split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
            fence = ""
        elif (
            not fence and not line.startswith(("    ", "\t")) and not line.lstrip().startswith(">")
        ):
            yield line


def commands(body: str) -> tuple[Command, ...]:
    """The first commands of a comment, in order: a comment is no script."""
    found = (m for m in (_COMMAND.fullmatch(line) for line in spoken_lines(body)) if m)
    return tuple(
        Command((m[1] or "").lower(), (m[2] or "").strip()[:LONGEST]) for m in islice(found, MOST)
    )


def _without_comments(text: str) -> str:
    parts: list[str] = []
    while (start := text.find("<!--")) >= 0:
        parts.append(text[:start])
        end = text.find("-->", start + 4)
        text = text[end + 3 :] if end >= 0 else ""
    return "".join([*parts, text])
