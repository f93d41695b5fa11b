"""Behaviour: what a report says happens today, what should, the exact error, and what people suggest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.asides import is_aside
from bot.planning.assertable import plainly
from bot.planning.blocks import wanted_block
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.printed import FEW_LINES, error_of, outputs, swapped
from bot.planning.reading import Form, Passage, Reading
from bot.planning.sections import Part
from bot.planning.statements import unled, without_lead
from bot.planning.todays import fault_now, fitting, is_symptom, lack_now
from bot.planning.unwanted import unwanted
from bot.planning.words import shortened

_FAULT = Lazy(
    r"(?i)\b(?:error|exception|crash\w*|wrong(?:ly)?|incorrect(?:ly)?|broken|fails?|failed|failing"
    r"|does ?n[o']t|do not|don't|is ?n[o']t|not working|cannot|can't|instead of|although|even though"
    r"|but|still|causes?|lost|ignored?s?|missing|stuck|hangs?|never|nothing|unexpected\w*"
    r"|throws?|raises?|panics?|regression|no longer|used to|prevents?|no way|impossible|hacks?)\b"
)
_SUGGESTS = Lazy(
    r"(?i)\b(?:i (?:presume|think|believe|guess|suspect|suggest|propose)|maybe|perhaps|probably"
    r"|would be more appropriate|should (?:probably|rather|instead)"
    r"|should\b[^.]{0,100}`[^.]{0,30}\binstead(?=\.?$)|looks like the (?:problem|issue|cause)"
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
    r"(?i)\b(?:should(?:n't)?|must(?:n't)?|shall|ought|expect\w*|has to|have to|needs? to"
    r"|may not(?! be (?!\w+ed\b))|may only|want\w*"
    r"|would (?:like|be)|required?|please|only if|as (?:before|today))\b"
)
_SHOWS = Lazy(
    r"(?i)\b(?:would like|i'd like|want to|should|expected?|ideally|would be|becomes?|could (?:then )?be"
    r"|be able to|allow\w*|proposed|something like|wish)\b"
)
_SHALL = Lazy(r"(?i)\b(?:should|must|ought to)\b")
_CONTRASTS = Lazy(r"(?i)\b(?:but|instead|however|not|n't|never|whereas|while)\b")
_MOST_HINTS = 3
_LONGEST = 600
# What reads like a proposal and only tells an opinion, or what else there is.
_OPINES = Lazy(
    r"(?i)\b(?:(?:is|be) (?:a |the )?(?:regression|bug|same|valid|expected|intended|similar)|judging by"
    r"|same (?:feature|issue|problem|bug)|i (?:think|believe|guess) (?:this|it|that) is|as a workaround"
    r"|my workaround|i am working|i'm working|i have been|confused|unrelated|duplicate)\b"
)
_FIXES = Lazy(
    r"(?i)\b(?:fix|patch|(?:possible|proposed|suggested|potential) "
    r"(?:solution|change|implementation|fix)|roughly|i (?:would )?(?:suggest|propose)|could be "
    r"(?:fixed|implemented|changed|replaced)|implementation (?:could|would|might)|something (?:like|along))\b"
)
_SAYS_ENOUGH = 3
_WHOLE = 300
_SHORT = 200
# Where the exit code is wrong, what is said with it may be right.
_EXITS = Lazy(r"(?i)\b(?:exit|return) (?:codes?|status)\b")
_AS_IT_IS = Lazy(
    r"(?i)\b(?:works? (?:as expected|fine|well|correctly)|currently|right now|at the moment)\b"
)
_BEFORE = Lazy(
    r"(?i)\b(?:before|previously|old|formerly): ?(?P<good>.{5,200}?)[ .;,]+"
    r"(?:after|now|currently|new): ?(?P<bad>.{5,200})$"
)


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
    lacking: str = ""
    exemplified: bool = False
    block: str = ""

    @property
    def contrast(self) -> str:
        """`Today: …. Wanted: ….`, as far as it is told."""
        parts = [("Today", self.today), ("Wanted", self.wanted)]
        return " ".join(f"{label}: {_ended(text)}" for label, text in parts if text)

    @property
    def now(self) -> str:
        """`Today: …`, of a fault; empty where nobody says it."""
        return f"Today: {_ended(self.today)}" if self.today else ""

    @property
    def outcome(self) -> str:
        """What a test sees today: the output, the error, or a short sentence."""
        if self.instead:
            return f"Today it gives `{self.instead}`."
        if self.error:
            return f"Today it ends in `{self.error}`."
        return self.now if len(self.today) <= _SHORT else ""

    @property
    def lack(self) -> str:
        """What a wish says is missing today; without outputs, which belong to faults."""
        return f"Today: {_ended(self.lacking)}" if self.lacking else ""

    @property
    def criterion(self) -> str:
        """The sentence that a test can show, where a command with its output or an error is told."""
        if self.command and self.prints and self.instead and self.prints != self.instead:
            return f"Running `{self.command}` prints `{self.prints}`, not `{self.instead}`"
        if self.swapped:
            return self.swapped
        if self.block:
            return self.block
        if self.prints and self.instead and self.prints != self.instead:
            return f"The example of the issue gives `{self.prints}`, not `{self.instead}`"
        if self.error:
            if not (self.command or self.exemplified):
                return ""
            run = f"Running `{self.command}`" if self.command else "The case of the issue"
            return f"{run} no longer ends in `{self.error}`"
        return ""


NOTHING = Behaviour()


def behaviour(reading: Reading, said: Iterable[str] = ()) -> Behaviour:
    """Read what happens, what should, and what is suggested.

    Takes the issue and what people who may decide said about it.
    """
    told = [p for p in reading.passages if _tells(p)]
    good, bad = Part.EXPECTED, Part.ACTUAL
    good, bad = (bad, good) if exchanged(reading) else (good, bad)
    beside = unwanted(reading) if good is Part.EXPECTED else set()
    expected = [t for t in _lines(reading, good) if t not in beside]
    actual = [t for t in _lines(reading, bad) if is_symptom(t) and not suggests(t)]
    actual = actual if len(" ".join(actual).split()) >= _SAYS_ENOUGH else []
    block = wanted_block(reading)
    command, prints, instead = outputs(reading)
    prints, instead = ("", "") if block else (prints, instead)
    error = "" if _EXITS.search(reading.title) else error_of(reading, told)
    before = _as_before(told)
    today = fitting(actual[:2]) or (before[1] if before else "") or fault_now(told, reading.title)
    if instead and instead not in today:
        today = f"{_ended(today)} It gives `{instead}`" if today else f"it gives `{instead}`"
    if error and not instead and error.split(":")[0] not in today:
        today = f"{_ended(today)} It ends in `{error}`" if today else f"it ends in `{error}`"
    wanted = fitting(expected[:2])
    if prints and prints not in wanted:
        wanted = f"{_ended(wanted)} It gives `{prints}`" if wanted else f"it gives `{prints}`"
    hints = [p.text for p in told if p.part is not Part.EXPECTED and suggests(p.text)]
    hints = [
        h for h in hints if h.rstrip(".") not in today and not h.endswith((":", " because"))
    ] + _drafted(reading)
    hints += [s for s in said if suggests(s) and not is_aside(s)]
    return Behaviour(
        today,
        wanted,
        error,
        command,
        prints,
        instead,
        before[0] if before else next((s for p in told for s in swapped(p.text)), ""),
        tuple(shortened(h, _LONGEST) for h in dict.fromkeys(hints))[:_MOST_HINTS],
        lack_now(told, reading.title),
        bool(reading.fences),
        block,
    )


def exchanged(reading: Reading) -> bool:
    """Say whether somebody filled in the two headings the wrong way round: `Actual: it should be red`.

    So only where each holds one sentence, what is there today says `should`, and what is expected does not.
    """
    actual, expected = (reading.of(part) for part in (Part.ACTUAL, Part.EXPECTED))
    if len(actual) != 1 or len(expected) != 1:
        return False
    today, wanted = actual[0].text, expected[0].text
    whole = _SHALL.search(today) and not _CONTRASTS.search(today)
    return bool(whole) and not _SHALL.search(wanted)


def suggests(text: str) -> bool:
    """Say whether a sentence proposes how something could be done."""
    plain = re.sub(r"`[^`]*`", "`x`", text)
    return bool(_SUGGESTS.search(plain)) and not _OPINES.search(plain)


def _drafted(reading: Reading) -> list[str]:
    """The blocks of code that the author proposes: `Proposed fix: …`; of a difference, what by what."""
    found = []
    for fence in reading.fences:
        lead = fence.lead if leads(fence.lead) or len(fence.lead.split()) < 8 else ""
        lines = [" ".join(line.replace("`", "'").split()) for line in fence.text.split("\n")]
        taken = [line[1:].strip() for line in lines if re.match(r"-(?!--)", line)]
        added = [line[1:].strip() for line in lines if re.match(r"\+(?!\+\+)", line)]
        if fence.language in {"diff", "patch"} and added and len(taken) <= 2:
            old = f"put in the place of {', '.join(f'`{t}`' for t in taken)}: " if taken else "add "
            found.append(old + ", ".join(f"`{a}`" for a in added[:4]))
        elif _FIXES.search(f"{fence.section} {lead}"):
            code = [line for line in lines if len(line) > 1 and not line.startswith(("//", "# "))]
            if 0 < len(code) <= 2 * FEW_LINES:
                found.append(", ".join(f"`{line}`" for line in code))
    return found[:2]


def _as_before(told: Iterable[Passage]) -> tuple[str, str] | None:
    """`Before: it gave a. After: it gives b` asks for what was before: the criterion, and today."""
    for passage in told:
        found = _BEFORE.search(passage.text)
        if found:
            good, bad = found["good"].strip(" .;,"), found["bad"].strip(" .;,")
            return f"As before: {good}; no longer: {bad}", f"{bad}."
    return None


def is_fault(text: str) -> bool:
    """Say whether a sentence of a report only tells what goes wrong, and not what should be."""
    plain = gloss(text[:600])
    if _MUST.search(plain):
        return False
    return bool(_FAULT.search(plain)) or plain.lower().startswith(("the first ", "the second "))


def examples(reading: Reading) -> list[str]:
    """What a sentence introduces and a block of code shows: `I would like to set it like this: …`."""
    found = []
    for fence in reading.fences:
        if not leads(fence.lead) or is_aside(fence.lead) or _ERRS.search(fence.lead):
            continue
        if fence.part is Part.REPRODUCE and not _MUST.search(fence.lead):
            continue
        if _FIXES.search(f"{fence.section} {fence.lead}") or _AS_IT_IS.search(fence.lead):
            continue
        asked = fence.part is Part.EXPECTED or _SHOWS.search(gloss(fence.lead))
        if not asked or fence.part in {Part.ACTUAL, Part.ENVIRONMENT, Part.ALTERNATIVES}:
            continue
        lines = [" ".join(line.split()) for line in fence.text.replace("`", "'").split("\n")]
        code = [line for line in lines if len(line) > 3 and not line.startswith(("#", "//"))]
        told = plainly(unled(without_lead(fence.lead)).rstrip(": ").removeprefix("to "))
        told = _USAGE.sub("use it so", told)
        told = told.removeprefix("do ") if re.match(r"do [a-z]+ (?:it|this|that)\b", told) else told
        whole = " ".join(code)
        shown = f": `{whole}`" if 0 < len(code) <= FEW_LINES and len(whole) <= _WHOLE else ""
        if re.match(
            r"(?:set|write|use|call|pass|have|do|get|add|declare|define|specify|run) ", told
        ):
            told = f"One can {told}"
        found.append(f"{told}{shown or ', as in the example of the issue'}")
    return found[:2]


_USAGE = Lazy(
    r"(?i)^(?:an? )?(?:example|sample|possible) (?:usage|use|call|syntax) (?:could|would|might|may) be$"
)


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


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
