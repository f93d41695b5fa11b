"""Shown: the example of an issue, as a test takes it over: the call, the input, the command, the steps."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.planning.asides import is_aside
from bot.planning.lazy import Lazy
from bot.planning.names import Weight, names
from bot.planning.printed import command_of, is_output
from bot.planning.reading import Fence, Form, Reading
from bot.planning.sections import Part
from bot.planning.words import shortened, word_set

_NOISE = Lazy(
    r"^\s*(?:#(?!\[)(?!define)|//|/\*|\*(?: |/|$)|--(?: |$)|<!--|import\b|from \S+ import\b|using\b"
    r"|use [\w:]+|require\b|package\b|extern crate\b|const \S+ = require\(|\"use strict\"|\.\.\.$"
    r"|[\])}({\[;,]*\s*$"
    r"|(?:@main|#\[tokio::main\]|end|then|fi|done|else:?|pass|\"\"\"|''')$)"
)
_WRAPS = Lazy(
    r"^\s*(?:(?:pub |public |private |static |final |async |export |internal )*(?:fn|func|fun|def|class|void"
    r"|int|auto|module|interface|struct|suspend fun) [\w.]*(?:main|test\w*|[A-Z]\w*Test)?\b[^=]*[({:]?\s*$"
    r"|if __name__)"
)
_CODE = Lazy(r"\w\(|[=;{}]|->|=>|::|^\s*[\w.-]+:(?: |$)|^\s*@\w|<\w+[ >/]|\w\.\w+")
_CALL = Lazy(r"\w\(|^\s*@\w|\bassert|\bexpect|\bprint|\becho|=")
_LOG = Lazy(r"^\s*(?:\[?[0-9]{4}-[0-9]{2}|[0-9]{2}:[0-9]{2}|at [\w.$]+\(|Traceback|File \"|\d+ \|)")
_INLINE = Lazy(r"\w\([^)]*\).{0,160}[;)}]$|^\s*\{.{3,160}\}$")
_OBJECT = Lazy(r"(?<!\$)(\{ ?[\"'\w][^{}\n]{2,100}\})\s*$")
_ASSIGNED = Lazy(r"(?:^|: |e\.g\.:? )(\w+ = [^\n]{1,160}[\])\"';])$")
_AS_IT_IS = Lazy(r"(?i)\b(?:currently|right now|workaround|at the moment|hack)\b")
_PROSE_STEPS = 6
_FEW_WORDS = 4
_FEW_LINES = 5
_LONGEST = 300
_OUTSIDE = frozenset((Part.ENVIRONMENT, Part.ALTERNATIVES, Part.OUTSIDE, Part.TALK))
_PLAIN = word_set("text txt console shell sh bash zsh log output diff plain ansi")


@dataclass(frozen=True, slots=True)
class Example:
    """What an issue shows: lines of its code, the command it runs, and what else is done.

    `lines` are those that tell, in order; `whole` says that nothing else of the block counts.
    """

    lines: tuple[str, ...] = ()
    whole: bool = True
    command: str = ""
    steps: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The lines as code in one sentence."""
        return ", ".join(f"`{line}`" for line in self.lines)

    @property
    def taken(self) -> str:
        """What to take over, as the beginning of a step; empty where the issue shows nothing."""
        parts = []
        if self.lines:
            block = "" if self.whole else " (the whole block stands in the issue)"
            parts.append(f"Take the issue's example: {self.code}{block}.")
        if self.command and self.command not in " ".join(self.lines):
            parts.append(f"Run what `{self.command}` runs.")
        if self.steps and not parts:
            parts.append(f"Do what the issue does: {'; '.join(self.steps)}.")
        return " ".join(parts)

    def scenario(self) -> tuple[str, ...]:
        """The example as the steps of a scenario, at least one where anything is shown."""
        if self.steps:
            return self.steps
        if self.command:
            return (f"`{self.command}` is run",)
        return (f"the issue's example is run: {self.code}",) if self.lines else ()


NOTHING_SHOWN = Example()


def shown(reading: Reading) -> Example:
    """Find the example of an issue: the block of code that shows it best, or code within its sentences."""
    named = {n.text.lower() for n in names(reading) if n.weight is Weight.TITLE}
    blocks = [f for f in reading.fences if _shows(f)]
    best = max(blocks, key=lambda f: _worth(f, named), default=None)
    lines = _telling(best, named) if best else ((), True)
    found = lines if lines[0] else (_inline(reading), True)
    return Example(found[0], found[1], command_of(reading), _steps(reading))


def _shows(fence: Fence) -> bool:
    if fence.part in _OUTSIDE | {Part.ACTUAL} or is_output(fence) or _AS_IT_IS.search(fence.lead):
        return False
    lines = [line for line in fence.text.split("\n") if line.strip()]
    if not lines or any(_LOG.search(line) for line in lines[:3]):
        return False
    coded = sum(bool(_CODE.search(line)) for line in lines[:60])
    return coded * 3 >= min(len(lines), 60) and fence.language not in _PLAIN


def _worth(fence: Fence, named: set[str]) -> tuple[int, int, int]:
    text = fence.text.lower()
    known = sum(name in text for name in named)
    return (fence.part is Part.REPRODUCE, known, fence.part is not Part.EXPECTED)


def _telling(fence: Fence, named: set[str]) -> tuple[tuple[str, ...], bool]:
    """The lines of a block that a test needs, and whether they are all that counts of it."""
    lines = [" ".join(line.replace("`", "'").split()) for line in fence.text[:6000].split("\n")]
    kept = [line for line in lines if line and not _NOISE.match(line)]
    bare = [line for line in kept if not _WRAPS.match(line)] or kept
    if len(bare) <= _FEW_LINES and sum(map(len, bare)) <= _LONGEST:
        return tuple(bare), True
    rated = sorted(
        range(len(bare)),
        key=lambda n: (-_rate(bare[n], named), n),
    )
    chosen: list[int] = []
    for n in rated[:12]:
        if len(bare[n]) <= 160 and sum(len(bare[c]) for c in (*chosen, n)) <= _LONGEST:
            chosen.append(n)
        if len(chosen) == _FEW_LINES - 1:
            break
    return tuple(bare[n] for n in sorted(chosen)), False


def _rate(line: str, named: set[str]) -> int:
    low = line.lower()
    return 3 * sum(name in low for name in named) + bool(_CALL.search(line))


def _inline(reading: Reading) -> tuple[str, ...]:
    """Code that stands in a sentence or as a line of its own."""
    for passage in reading.passages:
        if passage.part in _OUTSIDE or passage.form is Form.QUOTE:
            continue
        spans = [s for s in re.findall(r"`([^`]{12,200})`", passage.text) if _INLINE.search(s)]
        if spans:
            return (" ".join(spans[0].split()),)
        given = _ASSIGNED.search(passage.text)
        if given and "`" not in passage.text:
            return (given[1],)
        bare = re.sub(r"\([^()]*\)", "", passage.text)
        if len(bare.split()) <= _FEW_WORDS and _INLINE.search(passage.text) and "`" not in bare:
            return (passage.text,)
        held = _OBJECT.search(passage.text)
        if held and len(held[1]) >= 8:
            return (held[1],)
    return ()


def _steps(reading: Reading) -> tuple[str, ...]:
    """What the author says one has to do, without links, lead-ins and remarks."""
    told = [
        p.text.rstrip(".")
        for p in reading.of(Part.REPRODUCE)
        if p.form is not Form.QUOTE
        and not p.text.endswith((":", "?"))
        and not is_aside(p.text)
        and "://" not in p.text
        and not p.text.lower().startswith(("please", "see ", "compare "))
        and len(p.text.split()) > 1
    ]
    return tuple(shortened(t, 200) for t in told[:_PROSE_STEPS])
