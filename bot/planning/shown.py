"""Shown: the example of an issue, as a test takes it over: the call, the input, the command, the steps."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import takewhile

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
_AS_IT_IS = Lazy(
    r"(?i)^(?!.*\b(?:reproduc|panic|crash|fail|throw|raise|break|broken|error|wrong))"
    r".*\b(?:currently|right now|workaround|at the moment|hack)\b"
)
# Beside it, another block is what is run with it.
_CONFIGURATION = Lazy(r"^\s*(?:export default (?:defineConfig\(|\[)|module\.exports = [\[{])")
# A line that says what comes out and what should: `// => 'first', expected 'second'`.
_EXPECTS = Lazy(
    r"(?i)(?://|#|--) ?.*(?:expected|should (?:be|have|return|print)|\bbug\b|[\u2717\u274c])"
)
_TYPE = Lazy(r"^\s*(?:[a-z]+ ){0,3}(?:class|struct|interface|object) ")
# `In lit, you can write it so` shows another product.
_OTHERS = Lazy(
    r"(?i)^(?:in|with|using) (?!the\b|this\b|that\b|our\b|my\b|an?\b|order\b|addition\b|it\b|which\b)"
    r"[\w.+#-]+,? (?:you|one|they|it|this|that)\b"
)
_PROPOSED = Lazy(
    r"(?im)^(?:fix|patch)$|\b(?:proposed|suggested|possible|potential) (?:fix|patch|change|solution)\b"
)
_TRACE = "Traceback (most recent call last)"
_MADE_READY = Lazy(r"^\s*(?:\$ )?(?:mkdir|cd|vim?|nano|touch|rm|ls|git (?:init|clone|checkout))\b")
_ASKED_TO = Lazy(
    r"(?i)\b(?:call(?:ing)?|run(?:ning)?|execut\w+|invok\w+|try(?:ing)?|reproduce|with)[:,]? $"
)
# What comes out of the steps, or explains them, is no step.
_RESULT = Lazy(
    r"(?i)^(?:observed|expected|actual|result|note|this is|it |the (?:first|second|third|bug|error|problem)"
    r"|those|these)\b|\b(?:disappears?|fails?|crash(?:es)?"
    r"|is (?:lost|already|not|never|empty|missing|ignored|reset)"
    r"|reset to|does ?n[o']t|do not|throws?|raises?|panics?|because|obviously)\b"
)
_PROSE_STEPS = 6
_FEW_WORDS = 4
_FEW_LINES = 5
_LONGEST = 300
_WRAPPED = 2
_OUTSIDE = frozenset((Part.ENVIRONMENT, Part.ALTERNATIVES, Part.OUTSIDE, Part.TALK))
_PLAIN = word_set("text txt console shell sh bash zsh log output diff plain ansi")


@dataclass(frozen=True, slots=True)
class Example:
    """What an issue shows: lines of its code, the command it runs, and what else is done.

    `lines` are those that tell, in order; `whole` says that nothing else of the block counts. `quoted`
    is a line of the program itself that it shows, which is nothing to run. `fenced` says that it has blocks
    of code at all, though none may be fit for a test.
    """

    lines: tuple[str, ...] = ()
    whole: bool = True
    command: str = ""
    steps: tuple[str, ...] = ()
    quoted: str = ""
    fenced: bool = False

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


def shown(reading: Reading, held: Container[str] = ()) -> Example:
    """Find the example of an issue: the block of code that shows it best, or code within its sentences.

    `held` are the lines of code that stand so in the program's own source: who quotes them shows the
    fault itself, and no call of it.
    """
    named = {n.text.lower() for n in names(reading) if n.weight is Weight.TITLE}
    quoted = {f.text: line for f in reading.fences if (line := _quoted(f, held))}
    blocks = [f for f in reading.fences if _shows(f) and f.text not in quoted]
    best = max(blocks, key=lambda f: _worth(f, named), default=None)
    lines = _telling(best, named) if best else ((), True)
    found = lines if lines[0] else (_inline(reading), True)
    source = next(iter(quoted.values()), "")
    fenced = bool(reading.fences)
    return Example(*found, command_of(reading), _steps(reading), source, fenced)


def _quoted(fence: Fence, held: Container[str]) -> str:
    """The first line of a block that stands so in the source; none of steps and proposals."""
    if fence.part is Part.REPRODUCE:
        return ""
    lines = (" ".join(line.strip().removeprefix("- ").split()) for line in fence.text.split("\n"))
    return next((line.replace("`", "'") for line in lines if line in held), "")


def _shows(fence: Fence) -> bool:
    if fence.part in _OUTSIDE | {Part.ACTUAL} or is_output(fence) or _AS_IT_IS.search(fence.lead):
        return False
    lines = [line for line in fence.text.split("\n") if line.strip()]
    if not lines or any(_LOG.search(line) for line in lines[:3]) or _TRACE in fence.text:
        return False
    proposed = fence.part is not Part.REPRODUCE and _PROPOSED.search(
        f"{fence.section}\n{fence.lead}"
    )
    if fence.language in _PLAIN or _OTHERS.search(fence.lead) or proposed:
        return False
    if all(_MADE_READY.search(line) for line in lines):
        return False
    coded = sum(bool(_CODE.search(line)) for line in lines[:60])
    return bool(fence.language) or coded * 3 >= min(len(lines), 60)


def _worth(fence: Fence, named: set[str]) -> tuple[bool, bool, int, bool]:
    text = fence.text.lower()
    known = sum(name in text for name in named)
    run = not _CONFIGURATION.match(fence.text)
    return (fence.part is Part.REPRODUCE, run, known, fence.part is not Part.EXPECTED)


def _telling(fence: Fence, named: set[str]) -> tuple[tuple[str, ...], bool]:
    """The lines of a block that a test needs, and whether they are all that counts of it."""
    lines = [" ".join(line.replace("`", "'").split()) for line in fence.text[:6000].split("\n")]
    kept = [line for line in lines if line and not _NOISE.match(line)]
    if len(kept) <= 1 and fence.language and fence.part is Part.REPRODUCE:
        kept = [line for line in lines if line]  # comments may be what it is about
    bare = [line for line in kept if not _wraps(line, named)] or kept
    bare = kept if len(bare) == 1 and len(kept) > _WRAPPED else bare
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
        if len(chosen) == _FEW_LINES - 1 + any(_EXPECTS.search(bare[c]) for c in chosen):
            break
    return tuple(bare[n] for n in sorted(chosen)), False


def _wraps(line: str, named: set[str]) -> bool:
    """Say whether a line only holds the others: no type whose head bears a name of the title."""
    about = _TYPE.match(line) and any(name in line.lower() for name in named)
    return bool(_WRAPS.match(line)) and not about


def _rate(line: str, named: set[str]) -> int:
    low = line.lower()
    told = 3 * sum(name in low for name in named) + bool(_CALL.search(line))
    return told + 5 * bool(_EXPECTS.search(line))


def _inline(reading: Reading) -> tuple[str, ...]:
    """Code that stands in a sentence or as a line of its own; best what one is told to call."""
    told = [p for p in reading.passages if p.part not in _OUTSIDE and p.form is not Form.QUOTE]
    called = next((c for p in told for c in _to_call(p.text)), "")
    if called:
        return (called,)
    for passage in told:
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


def _to_call(text: str) -> Iterator[str]:
    """The code that a sentence has people call: ``then call `f(1)` ``."""
    for found in re.finditer(r"`([^`]{12,200})`", text):
        if _INLINE.search(found[1]) and _ASKED_TO.search(text[: found.start()]):
            yield " ".join(found[1].split())


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
    told = list(takewhile(lambda t: not _RESULT.search(t), told))
    return tuple(shortened(t, 200) for t in told[:_PROSE_STEPS])
