"""Commands in a comment: `/plan VERB REST` at the start of a line, outside quotes and code."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bot.domain.secrets import without_secrets
from bot.domain.tasks import named_tasks
from bot.intents import phrases
from bot.intents.speech import spoken_lines

USAGE: tuple[tuple[str, str], ...] = (
    ("/plan", "plan this issue now"),
    ("/plan answer 1A 2B", "answer questions"),
    ("/plan approve [DIGEST]", "approve the plan"),
    ("/plan reject REASON", "reject the plan, with a reason"),
    ("/plan replan REASON", "make a new plan version; finished work stays"),
    ("/plan cancel", "stop planning; nothing is lost"),
    ("/plan resume", "continue after a cancel"),
    ("/plan waive REQUIREMENT REASON", "waive a requirement of the gate for this commit"),
    ("/plan restore", "restore a damaged or deleted record"),
    ("/plan force", "plan it although plangate declined"),
    ("/plan show", "show the current state"),
    ("/plan start N", "say that you begin task N"),
    ("/plan done N", "say that task N is done; the gate still needs evidence"),
    ("/plan hand [task N]", "post the prompt of a task for a coding agent"),
    ("/plan help", "show this list"),
)
VERBS = tuple(usage.split()[1] for usage, _ in USAGE if " " in usage)
_COMMAND = re.compile(r"/plan(?:[ \t]+([^ \t]{1,40})(?:[ \t]+(.*))?)?[ \t]*")
REASONED = frozenset({"reject", "replan", "waive"})
"""Verbs whose reason may go on over further lines, up to the next command or the end of a letter."""
_BULLET = re.compile(r"^[ ]{0,3}[-*+] ")
LONGEST = 2000
MOST = 5
MOST_LINES = 40
"""So many lines at most make up a reason."""


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
    def task(self) -> int:
        """The first task it names, as `task 2` or `2`; 0 where it names none."""
        return next(iter(named_tasks(f"task {self.rest}")), 0)

    @property
    def suggestion(self) -> str:
        """The nearest verb to one nobody knows, or nothing."""
        return next(iter(difflib.get_close_matches(self.verb, VERBS, 1)), "")


def commands(body: str) -> tuple[Command, ...]:
    """The first commands of a comment, in order: a comment is no script."""
    if "/plan" not in body:
        return ()
    return tuple(islice(_said(body), MOST))


def beside(body: str) -> str:
    """What a comment says besides its commands, where none of them takes it for its own."""
    if any(command.verb in REASONED | {"answer"} for command in commands(body)):
        return ""
    return "\n".join(line for line in spoken_lines(body) if not _COMMAND.fullmatch(line))


def _said(body: str) -> Iterator[Command]:
    verb, words = None, list[str]()
    for line in spoken_lines(body):
        found = _COMMAND.fullmatch(line)
        if found:
            if verb is not None:
                yield Command(verb, _joined(words))
            verb, words = (found[1] or "").lower(), [found[2] or ""]
        elif verb in REASONED:
            ends = line.strip() in {"--", "---"} or phrases.BY_MAIL.fullmatch(line.strip())
            words += [""] * MOST_LINES if ends else [] if line.startswith("@") else [line]
            words = words[:MOST_LINES]
    if verb is not None:
        yield Command(verb, _joined(words))


def _joined(lines: list[str]) -> str:
    """Lines as one, without secrets: each begins a sentence, unless it goes on in small letters."""
    whole = ""
    for line in lines:
        text = _BULLET.sub("", line).strip()
        starts = whole and text and whole[-1] not in ".!?:;," and not text[0].islower()
        whole = f"{whole}{'.' if starts else ''} {text}".strip()
    return without_secrets(whole)[:LONGEST]
