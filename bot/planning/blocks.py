"""Blocks: the output that a report shows as a whole, and that its example is to give exactly."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.printed import error_in, printed
from bot.planning.reading import Fence, Reading
from bot.planning.sections import Part
from bot.planning.words import shortened, words

_INSTEAD = Lazy(
    r"(?i)^(?:instead of|rather than|(?:but )?it should (?:be|give|print|return|produce|become)"
    r"|expected(?: [\w`]+){0,4}|(?:i|we)(?: would|'d)? expect(?:ed)?(?: [\w`]+){0,5}"
    r"|(?:the |this )?(?:expected|desired|correct) (?:[\w`]+ ){0,6}should be"
    r"|this (?:example |input )?should (?:become|give|produce|return|render(?: as)?|be))\W*:$"
    r"|^\W*(?:it )?(?:should|must) (?:be|give|print|return|produce|become|generate|output|emit|yield|read"
    r"|result in|look like)\W*$"
)
_EITHER = Lazy(r"(?i)^(?:either|or|alternatively|or (?:maybe|alternatively|even))\W*$")
_LEAD = 60


def wanted_block(reading: Reading) -> str:
    """The criterion that the example gives a block of the issue; empty where one line says it better.

    Needs two blocks: what comes out today, or what goes in, and what is expected. A trace is no output.
    """
    expected = [f for f in reading.fences if f.part is Part.EXPECTED]
    if expected:
        return _below(reading, expected)
    for before, after in zip(reading.fences, reading.fences[1:], strict=False):
        if not _INSTEAD.search(after.lead) or after.part is not Part.DESCRIPTION:
            continue
        if _is_output(after) and not error_in(before):
            lead = shortened(after.lead, _LEAD).strip(": .\u2026")
            return f"The example of the issue gives exactly the block behind “{lead}:”"
    return ""


def _below(reading: Reading, expected: list[Fence]) -> str:
    """What stands below `Expected`, where a block elsewhere shows what comes out today."""
    actual = [f for f in reading.fences if f.part is Part.ACTUAL]
    if not actual or any(error_in(f) for f in actual) or not all(map(_is_output, expected)):
        return ""
    section = expected[0].section
    told = [p.text for p in reading.of(Part.EXPECTED) if len(list(words(p.text))) > 1]
    if told and any(text == expected[0].lead for text in told):
        return ""
    if len(expected) > 1:
        either = any(_EITHER.match(p.text) for p in reading.of(Part.EXPECTED))
        return f"The example of the issue gives one of the blocks under “{section}”" * either
    wanted, got = printed(expected[0]), printed(actual[0])
    apart = sum(a != b for a, b in zip(wanted, got, strict=False))
    if wanted == got or (len(wanted) == len(got) and apart == 1) or len(wanted) < 2:
        return ""
    return f"The example of the issue gives exactly the block under “{section}”"


def _is_output(fence: Fence) -> bool:
    return len(printed(fence)) > 0 and not error_in(fence)
