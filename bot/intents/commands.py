"""Commands in a comment: `/plan VERB REST` at the start of a line, outside quotes, code and mails."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import re2

from bot.domain.secrets import without_secrets
from bot.domain.tasks import named_tasks
from bot.domain.visible_text import kept, source_lines, visible_lines
from bot.intents import phrases

USAGE: tuple[tuple[str, str], ...] = (
    ("/plan", "plan this issue now"),
    ("/plan answer 1A 2B", "answer questions"),
    ("/plan approve [DIGEST]", "approve the plan"),
    ("/plan reject REASON", "reject the plan and make a new one from the reason"),
    (
        "/plan replan REASON",
        "make a new version of the plan, even after the approval; finished tasks stay finished",
    ),
    ("/plan cancel", "stop planning; nothing is lost"),
    ("/plan resume", "continue after a cancel"),
    (
        "/plan waive REQUIREMENT REASON",
        "waive a requirement for the current commits of this issue's pull requests",
    ),
    ("/plan restore", "restore a damaged or deleted record"),
    ("/plan force", "plan it even though plangate refused"),
    ("/plan show", "show the current state"),
    ("/plan start N", "say that you are starting task N"),
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
_NO_WORD = re.compile(r"[\d`/@#<>\[\]|=,;!?&+\\{}\"]")
"""What no label of a mail's head holds."""
_SIGN = re.compile(r"[^\s@]@[^\s@]*\.[^\W\d_]|(?<![#\d])\d{4}(?!\d)|(?<!\d)\d\d?[:./-]\d\d(?!\d)")
"""An address, a year, or a date or time in digits."""
_BELOW = re2.compile(r"[_-]{10,}|-{2,} ?\pL[^-]*-{2,}")
"""A line that mail programs put above the mail that is answered, such as `-----Original Message-----`."""
_WIDE_COLON = "\uff1a"
MOST_WORDS = 3
"""So many words at most are a label, such as `Enviado el`."""


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


def spoken_lines(body: str) -> list[str]:
    """The lines that a comment's author said, as GitHub draws them: no quotes, no code, nothing hidden.

    Each text is read once, however often and at however many looks it is asked for.
    """
    return said(body).split("\n")[:-1]


@kept(16_000_000)
def said(body: str) -> str:
    """The spoken lines of a text, each with its end: one text takes less memory than many lines."""
    return "".join(f"{line}\n" for line in _spoken(body))


def _spoken(body: str) -> Iterator[str]:
    """The lines that are heard.

    They end where a mail begins that the comment answers, marked as a quote or not. GitHub's API does not
    say which comments came by mail, so the form of a mail's head ends every comment.
    """
    lines = source_lines(body)
    said = [(n, line) for n, line in enumerate(visible_lines(body)) if line.strip()]
    above, reason = (-2, ""), False
    for at, (n, line) in enumerate(said):
        reason = reason and n == above[0] + 1 and _labelled(line)
        after = said[at + 1] if at + 1 < len(said) else (n, "")
        if not reason and (_heads(n, line, *after) or _introduces(lines, n, line, above)):
            return
        yield line
        found = _COMMAND.fullmatch(line)
        reason = reason or bool(found and (found[1] or "").lower() in REASONED)
        above = n, line.strip()


def _labelled(line: str) -> bool:
    """Say whether a line has the form of a mail's head: `From: x`, `Envoyé : y`."""
    label, _, value = line.replace(_WIDE_COLON, ":").partition(":")
    word = label.strip("*_ \t\xa0\u202f\u3000")
    return (
        bool(value.strip("*_ \t"))
        and not value.startswith("//")
        and word[:1].isalpha()
        and len(word.split()) <= MOST_WORDS
        and not _NO_WORD.search(word)
    )


def _heads(n: int, line: str, next_: int, below: str) -> bool:
    """Say whether a mail's head begins: `Word: value` twice, or a line of dashes."""
    text, below = line.strip(), below.strip()
    if _BELOW.fullmatch(text):
        return True
    return (_labelled(text) and _labelled(below)) and (
        next_ == n + 1 or bool(_SIGN.search(f"{text} {below}"))
    )


def _introduces(lines: list[str], n: int, line: str, above: tuple[int, str]) -> bool:
    """Say whether a line, perhaps broken in two, introduces a mail whose lines are not marked with `>`."""
    text = line.strip()
    below = next((x for x in lines[n + 1 : n + 4] if x.strip()), "").strip()
    if not text.endswith((":", _WIDE_COLON)) or not below or below.startswith(">"):
        return False
    whole = f"{above[1]} {text}" if above[0] == n - 1 else text
    return bool(phrases.BY_MAIL.fullmatch(text) or _SIGN.search(whole))
