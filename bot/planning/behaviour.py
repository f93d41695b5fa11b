"""Behaviour: what a report says happens today, what should, the exact error, and what people suggest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bot.planning.asides import is_aside
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Fence, Form, Passage, Reading
from bot.planning.sections import Part
from bot.planning.statements import unled, without_lead
from bot.planning.words import shortened, word_set, words

_ERROR = Lazy(
    r"(?m)^[ \t]*(?:E[ \t]{2,})?"
    r"((?:[\w.]+\.)?(?:[A-Z]\w*)?(?:Error|Exception|Panic)\b(?=[:(\n ])"
    r"[^\n]{0,160}"
    r"|error(?:\[\w+\])?: [^\n]{4,160}|fatal(?: error)?: [^\n]{4,160}"
    r"|panic: [^\n]{4,160}|thread '[^'\n]{1,60}' panicked at [^\n]{4,160}"
    r"|SEGFAULT[^\n]{0,80}|Segmentation fault[^\n]{0,80})"
)
_SAID_ERROR = Lazy(
    r"(panicked at [^\n]{4,120}|\b(?:[A-Z]\w*(?:Error|Exception)|ERR_[A-Z_]{3,}"
    r"|E(?:CONN|NOENT|ACCES|PERM|TIMEDOUT|INVAL)[A-Z]*)\b(?:: [^`\n.]{4,100})?)"
)
_FAULT = Lazy(
    r"(?i)\b(?:error|exception|crash\w*|wrong(?:ly)?|incorrect(?:ly)?|broken|fails?|failed|failing"
    r"|does ?n[o']t|do not|don't|is ?n[o']t|not working|cannot|can't|instead of|although|even though"
    r"|but|still|causes?|lost|ignored?s?|missing|stuck|hangs?|never|nothing|unexpected\w*"
    r"|throws?|raises?|panics?|regression|no longer|used to|prevents?|no way|impossible|hacks?)\b"
)
_SUGGESTS = Lazy(
    r"(?i)\b(?:i (?:presume|think|believe|guess|suspect|suggest|propose)|maybe|perhaps|probably"
    r"|would be more appropriate|should (?:probably|rather|instead)|looks like the (?:problem|issue|cause)"
    r"|the (?:problem|issue|cause|reason|culprit|bug) (?:is|seems|lies|here)|(?:root )?cause[sd]? by"
    r"|the (?:first|second|third) (?:one|issue|problem)|(?:would it be|is it) possible to|we could"
    r"|is there (?:a|any) (?:chance|way|reason)|(?:can|could) (?:we|you|it|this)|would it make sense"
    r"|a (?:fix|solution|patch|pr) (?:would|could|is|might)|possible (?:fix|solution)"
    r"|fix(?:ed)? (?:would|could|might) be|it (?:would|might) be enough|by making|just add|can be fixed"
    r"|suggest(?:ed|s|ion)?|proposed?|workaround|the (?:easiest|simplest) (?:way|fix))\b"
)
_LEADS = Lazy(
    r"(?i):$|\b(?:(?:should|would|must|will) be|like this|as follows|the following|becomes?)[.:]?$"
)
_ERRS = Lazy(
    r"(?i)\b(?:errors?|exceptions?|fail(?:s|ed|ing|ure)?|crash\w*|panics?|wrong|lost|problems?)\b"
)
_MUST = Lazy(
    r"(?i)\b(?:should|must|shall|ought|expect\w*|has to|have to|needs? to|may not|may only|want\w*"
    r"|would (?:like|be)|required?|please|only if|as (?:before|today))\b"
)
_VALUE = r"(?:`[^`]{1,60}`|'[^']{1,60}'|\"[^\"]{1,60}\"|[0-9][\w.,:%-]*)"
_SWAPPED = Lazy(
    rf"(?i)(?P<subject>[^.;:!?()]{{3,90}}?) (?P<verb>is now|is|are|(?:is |are )?printed as|prints?|shows?"
    rf"|returns?|gives?|gets?|becomes?|yields?|outputs?|says?) (?P<bad>{_VALUE})"
    rf"(?: \(|,? )(?:rather than|instead of)(?: the)?(?: expected| correct)? (?P<good>{_VALUE})"
)
_PROMPT = re.compile(r"^\s*(?:\$|>|#|%|>>>|PS>|\u276f) (?P<what>\S[^\n]{1,200})")
_SHOWS = Lazy(
    r"(?i)\b(?:would like|i'd like|want to|should|expected?|ideally|would be|becomes?|could (?:then )?be"
    r"|be able to|allow\w*|proposed|something like|wish)\b"
)
_RIGHT = Lazy(
    r"(?i)\b(?:saner|sane|correct(?:ly)?|expected|right|fine|as it should|should (?:be|print|give)"
    r"|works? (?:fine|well|as)|used to|previously|old(?:er)?)\b"
)
_CODE = word_set("go js javascript ts typescript py python rust rs ruby rb java kotlin c c++ cpp")
_FEW_LINES = 6
_MOST_HINTS = 3
_LONGEST = 240


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What happens today, what is wanted, the error shown, the command that shows it, and suggestions.

    Every field may be empty; texts are the reporter's own words, shortened.
    """

    today: str = ""
    wanted: str = ""
    error: str = ""
    command: str = ""
    prints: str = ""
    instead: str = ""
    swapped: str = ""
    hints: tuple[str, ...] = ()

    @property
    def contrast(self) -> str:
        """`Today: …. Wanted: ….`, as far as it is told."""
        parts = [("Today", self.today), ("Wanted", self.wanted)]
        return " ".join(f"{label}: {_ended(text)}" for label, text in parts if text)

    @property
    def lack(self) -> str:
        """What a wish says is missing today; without outputs, which belong to faults."""
        return "" if self.instead or not self.today else f"Today: {_ended(self.today)}"

    @property
    def criterion(self) -> str:
        """The sentence that a test can show, where a command with its output or an error is told."""
        if self.command and self.prints and self.instead and self.prints != self.instead:
            return f"Running `{self.command}` prints `{self.prints}`, not `{self.instead}`"
        if self.swapped:
            return self.swapped
        if self.prints and self.instead and self.prints != self.instead:
            return f"The example of the issue gives `{self.prints}`, not `{self.instead}`"
        if self.error:
            run = f"Running `{self.command}`" if self.command else "The example of the issue"
            return f"{run} does not end in `{self.error}`"
        return ""


NOTHING = Behaviour()


def behaviour(reading: Reading, said: Iterable[str] = ()) -> Behaviour:
    """Read what happens, what should, and what is suggested.

    Takes the issue and what people who may decide said about it.
    """
    told = [p for p in reading.passages if _tells(p)]
    expected = _lines(reading, Part.EXPECTED)
    actual = _lines(reading, Part.ACTUAL)
    command, prints, instead = _outputs(reading)
    error = _error(reading, told)
    faults = [
        p.text
        for p in told
        if p.part in {Part.DESCRIPTION, Part.BACKGROUND, Part.NOTES}
        and _FAULT.search(gloss(p.text))
        and not _SUGGESTS.search(p.text)
        and len(list(words(p.text))) > 3
        and not p.text.endswith((":", "?"))
    ]
    today = shortened(" ".join(actual[:2] or faults[:2]), _LONGEST)
    if instead and instead not in today:
        today = f"{_ended(today)} It gives `{instead}`" if today else f"it gives `{instead}`"
    wanted = shortened(" ".join(expected[:2]), _LONGEST)
    if prints and prints not in wanted:
        wanted = f"{_ended(wanted)} It gives `{prints}`" if wanted else f"it gives `{prints}`"
    hints = [p.text for p in told if p.part is not Part.EXPECTED and _SUGGESTS.search(p.text)]
    hints += [s for s in said if _SUGGESTS.search(s) and not is_aside(s)]
    return Behaviour(
        today,
        wanted,
        error,
        command,
        prints,
        instead,
        next((s for p in told for s in _swapped(p.text)), ""),
        tuple(shortened(h, _LONGEST) for h in dict.fromkeys(hints))[:_MOST_HINTS],
    )


def is_fault(text: str) -> bool:
    """Say whether a sentence of a report only tells what goes wrong, and not what should be."""
    plain = gloss(text[:600])
    if _MUST.search(plain):
        return False
    return bool(_FAULT.search(plain)) or plain.lower().startswith(("the first ", "the second "))


def _swapped(text: str) -> Iterator[str]:
    """`It is now 'a' rather than 'b'` asks for `it is 'b', not 'a'`."""
    for found in _SWAPPED.finditer(text[:600]):
        subject = found["subject"].strip(" ,")
        yield f"{subject} {found['verb'].replace(' now', '')} {found['good']}, not {found['bad']}"


def examples(reading: Reading) -> list[str]:
    """What a sentence introduces and a block of code shows: `I would like to set it like this: …`."""
    found = []
    for fence in reading.fences:
        if not leads(fence.lead) or is_aside(fence.lead) or _ERRS.search(fence.lead):
            continue
        asked = fence.part is Part.EXPECTED or _SHOWS.search(gloss(fence.lead))
        if not asked or fence.part in {Part.ACTUAL, Part.ENVIRONMENT, Part.ALTERNATIVES}:
            continue
        lines = [" ".join(line.split()) for line in fence.text.replace("`", "'").split("\n")]
        code = [line for line in lines if len(line) > 3 and not line.startswith(("#", "//"))]
        told = unled(without_lead(fence.lead)).rstrip(": ").removeprefix("to ")
        shown = f": `{shortened(' '.join(code), 160)}`" if 0 < len(code) <= _FEW_LINES else ""
        found.append(f"{told}{shown or ', as in the example of the issue'}")
    return found[:2]


def leads(text: str) -> bool:
    """Say whether a sentence only introduces what follows: `it should be`, `like this:`."""
    return bool(_LEADS.search(text))


def _tells(passage: Passage) -> bool:
    return (
        passage.form not in {Form.QUOTE, Form.TICKED}
        and passage.part not in {Part.ENVIRONMENT, Part.OUTSIDE}
        and not is_aside(passage.text)
    )


def _lines(reading: Reading, part: Part) -> list[str]:
    return [p.text for p in reading.of(part) if _tells(p) and not p.text.endswith(":")]


def _error(reading: Reading, told: list[Passage]) -> str:
    """The last error line of a trace or output; else one that the prose names."""
    for fence in reading.fences:
        if fence.part is Part.EXPECTED:
            continue
        hits = [m.strip() for m in _ERROR.findall(fence.text[:20_000])]
        if hits:
            return _plain(hits[-1])
    for text in (reading.title, *(p.text for p in told)):
        hit = _SAID_ERROR.search(text)
        if hit:
            return _plain(hit[1])
    return ""


def _plain(text: str) -> str:
    return shortened(text.replace("`", "'"), 120).strip(" .").removesuffix(" {")


def _outputs(reading: Reading) -> tuple[str, str, str]:
    """The command that shows it, the line it should print, and the one it prints today."""
    good = next((f for f in reading.fences if f.part is Part.EXPECTED), None)
    bad = next((f for f in reading.fences if f.part is Part.ACTUAL), None)
    shown = next((f for f in reading.fences if f.part is Part.REPRODUCE and _command(f)), None)
    command = next((c for c in (_command(f) for f in (shown, good, bad) if f) if c), "")
    if not command:
        command = next((c for c in map(_command, reading.fences) if c), "")
    if not (good and bad):
        good, bad = _pair(reading)
    if not (good and bad):
        return command, "", ""
    wanted, got = _printed(good), _printed(bad)
    apart = [(a, b) for a, b in zip(wanted, got, strict=False) if a != b]
    if len(wanted) <= _FEW_LINES and len(got) <= _FEW_LINES and apart:
        return command, _plain(apart[0][0]), _plain(apart[0][1])
    return command, "", ""


def _pair(reading: Reading) -> tuple[Fence | None, Fence | None]:
    """Two outputs of one thing, of which the sentence before one says that it is right: good, bad."""
    listed = reading.fences
    for one, other in pairwise(listed):
        right = [bool(_RIGHT.search(f.lead)) for f in (one, other)]
        if any(f.language in _CODE for f in (one, other)):
            continue
        if right[0] is not right[1] and len(_printed(one)) == len(_printed(other)):
            return (one, other) if right[0] else (other, one)
    return None, None


def _command(fence: Fence) -> str:
    lines = [line for line in fence.text.split("\n") if line.strip()]
    for line in lines[:40]:
        found = _PROMPT.match(line)
        if found and not line.lstrip().startswith("# "):
            return shortened(found["what"].replace("`", "'"), 120)
    telling = fence.part is Part.REPRODUCE and len(lines) == 1
    return shortened(lines[0].strip().replace("`", "'"), 120) if telling else ""


def _printed(fence: Fence) -> list[str]:
    lines = [line.strip() for line in fence.text.split("\n")]
    return [line for line in lines if line and not _PROMPT.match(line)]


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
