"""Wanted: the outcome of a repair, wherever a report states it; and whether somebody must still choose it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.planning.behaviour import Behaviour
from bot.planning.blocks import wanted_block
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.words import shortened

_CONSEQUENCE = Lazy(
    r"(?i)(?:, so|\bthus|\btherefore|\bhence),? (?P<what>(?:it|this|that|they|the|`)[^,;]{0,60}?"
    r" should (?:not |also |then )?[a-z]+\b.{2,160})$"
)
_PRONOUN = Lazy(r"(?i)^(?:it|this|that|they) ")
_AS_I_SEE = Lazy(
    r"(?i)^(?:as far as i (?:can )?(?:tell|know|see|understand)|i (?:think|believe)),? (?:that )?"
)
_REMARK = Lazy(
    r"(?i)(?://|#|--|;;)+ *(?P<how>(?:(?:it |this |that )?should (?:not )?[a-z]+\b|expected(?: to be)?:?"
    r"|must be|want(?:ed)?:|expect:?) ?.{0,100})$"
)
_ALONE = Lazy(
    r"(?i)^\s*(?://|#|--|;;)+ *(?:this|it|that|these|they|the following)? ?"
    r"(?P<how>should (?:not )?[a-z]+\b[^,;]{0,60})(?:[,;].*)?$"
)
_GOOD = Lazy(
    r"(?i)(?:by the (?:book|rules?|docs?|spec)|per (?:the )?(?:docs?|spec)|expected"
    r"|want(?:ed)?|should|desired|correct|right)\b"
)
_BAD = Lazy(r"(?i)(?:current(?:ly)?|actual|today|got|now|observed|wrong)\b|(?:it )?(?:is|was)$")
_EXPECTED = Lazy(r"(?i)^(?:expected(?: to be)?|want(?:ed)?|expect):? *")
_CHECKS = Lazy(
    r"^\s*(?:CHECK|REQUIRE|ASSERT|EXPECT)\w*\(.{3,140}$|^\s*(?:self\.)?assert\w*!?[ (].{3,140}$"
)
_THEY_FAIL = Lazy(
    r"(?i)\b(?:checks?|asserts?|assertions?|tests?|all|they|these)\b(?: \w+){0,2} fails?\b"
)
_BREAKS = Lazy(r"(?i)\b(?:panics?|crash\w*|uncaught|seg(?:mentation )?faults?|ends in)\b")
_STATES = Lazy(
    r"(?i)\b(?:should|must|expect\w*|instead|rather than|works?|prints|gives|returns an?|ought|correct\w*"
    r"|ignor\w+|skip\w*|tolerat\w+|catch\w*|graceful\w*|handl\w+|mask\w*)\b"
)
_PROPOSES = Lazy(
    r"(?i)\b(?:message|wording|text|error|warning|hint|it|this|that|description)\b[^.\"“]{0,60}?\b"
    r"(?:(?:should|could|must|to) (?:rather |instead )?(?:say|read|be)|(?:would|might) be clearer as"
    r"|(?P<like>such as|along the lines of|something like)),?:? [\"“](?P<a>[^\"”`]{12,240})[\"”]"
    r"|\b(?:should|could|must|to) (?:rather |instead )?(?:say|read)\b:? [`\"“](?P<b>[^`\"”]{12,240})[`\"”]"
)
_OUTSIDE = frozenset((Part.TALK, Part.OUTSIDE, Part.ALTERNATIVES))
_MOST, _CASE_AND_TWO = 3, 3
_VALUE = Lazy(
    r"[\"“`]?-?[0-9][\w.,:%€$-]*(?: ?[a-zA-Z%€$]{1,4})?[\"”`]?\.?$|[\"“`][^\"”`]{1,60}[\"”`]\.?$"
)
_SHOWS = Lazy(
    r"(?i)^(?:and |then |now )?(?P<what>[\w `-]{2,60}?) "
    r"(?P<verb>says|is|shows|reads|gives|returns|prints|becomes) "
    r"(?P<bad>[\"“`]?-?[0-9][\w.,:%€$-]*[\"”`]?|[\"“`][^\"”`]{1,60}[\"”`])\.?$"
)
_WOULD = Lazy(
    r"(?i)\bso,? (?P<what>(?:an?|the) [^,;:.]{3,80}?) would be (?:right|correct|best|fine|enough|it)\W*$"
)


def outcomes(reading: Reading, seen: Behaviour, alone: bool) -> list[str]:
    """What comes out: output and error, words proposed, and `alone`, what a report wants besides."""
    told = (
        seen.criterion,
        *_valued(reading),
        *proposed(reading),
        *(stated(reading) if alone else ()),
        "" if seen.block else wanted_block(reading),
    )
    return [t for t in told if t]


def stated(reading: Reading) -> tuple[str, ...]:
    """What a report wants beside its sections: behind `so`, in comments of its code, in its checks."""
    found = [*_concluded(reading), *_remarked(reading), *_tabled(reading)]
    checks = _checked(reading)
    if checks:
        found.append(f"The checks of the issue's example hold: {', '.join(checks)}")
    return tuple(dict.fromkeys(found))[:_MOST]


def _valued(reading: Reading) -> Iterator[str]:
    """`Expected: 20.00`, where the last step shows another value: that it shows this one."""
    good = [p.text for p in reading.of(Part.EXPECTED)][:1]
    steps = [p.text for p in reading.passages if p.part in {Part.REPRODUCE, Part.ACTUAL}]
    shown = next((m for m in map(_SHOWS.match, reversed(steps)) if m), None)
    if good and shown and _VALUE.match(good[0]):
        right = good[0].rstrip(".")
        told = f"{shown['what']} {shown['verb']} {right}, not {shown['bad'].rstrip('.')}"
        yield f"With the steps of the issue, {told}"


def _concluded(reading: Reading) -> Iterator[str]:
    for passage in reading.passages:
        if passage.part in _OUTSIDE or passage.form in {Form.QUOTE, Form.TICKED}:
            continue
        if would := _WOULD.search(passage.text[:600]):
            yield f"{would['what']} is right"
        if found := _CONSEQUENCE.search(passage.text[:600]):
            whole = bool(_PRONOUN.match(found["what"]))
            yield (_AS_I_SEE.sub("", passage.text) if whole else found["what"]).rstrip(".")


def _remarked(reading: Reading) -> Iterator[str]:
    for fence in reading.fences:
        lines = fence.text[:6000].split("\n")
        for n, line in enumerate(lines):
            alone = _ALONE.match(line)
            found = None if alone else _REMARK.search(line)
            code = line[: found.start()].strip().replace("`", "'") if found else ""
            if alone and n + 1 < len(lines):
                following = lines[n + 1].strip().replace("`", "'")
                if following and not _ALONE.match(lines[n + 1]):
                    yield f"`{shortened(following, 100)}` {alone['how'].strip(' .')}"
                continue
            if found and len(code) > 3:
                how = _EXPECTED.sub("should give ", found["how"].strip(" ."))
                yield f"`{shortened(code, 100)}` {how}"


def _tabled(reading: Reading) -> Iterator[str]:
    """The rows of a table that sets what comes out today against what should, where they differ."""
    for row in reading.rows:
        heads = [h.strip("*` ") for h in row.head]
        good = next((n for n, h in enumerate(heads) if _GOOD.match(h)), -1)
        bad = next((n for n, h in enumerate(heads) if _BAD.match(h)), -1)
        if bad < 0 < good and len(heads) == _CASE_AND_TWO:
            bad = _CASE_AND_TWO - good  # the first column says which case it is
        if min(good, bad) < 0 or max(good, bad) >= len(row.cells) or len(heads) < 3:
            continue
        right, wrong = (row.cells[n].strip("*` ") for n in (good, bad))
        case = " and ".join(
            f"{heads[n]} {cell.strip('*` ')}"
            for n, cell in enumerate(row.cells)
            if n not in {good, bad} and n < len(heads) and cell.strip()
        )
        if right and wrong and right != wrong and case:
            yield f"With {case} it gives {right}, not {wrong}"


def _checked(reading: Reading) -> list[str]:
    """The checks of an example of which the text says that they fail today."""
    if not any(_THEY_FAIL.search(p.text) for p in reading.passages):
        return []
    lines = (line for f in reading.fences for line in f.text[:6000].split("\n"))
    told = [" ".join(line.replace("`", "'").split()) for line in lines if _CHECKS.search(line)]
    return [f"`{line}`" for line in dict.fromkeys(told)][:_MOST]


def to_choose(texts: Iterable[str], told: str, text: str = "") -> str:
    """What a step says where a crash is to go away and nobody wrote what comes instead.

    Takes the criteria, what the issue says is wanted, and its whole text; empty where either tells it.
    """
    listed = list(texts)
    if told or any(_STATES.search(re.sub(r"`[^`]*`|“[^”]*”", "x", t)) for t in (text, *listed)):
        return ""
    if not any(_BREAKS.search(t) for t in listed):
        return ""
    return "The issue does not say what comes out instead: decide that first, and assert it."


def proposed(reading: Reading) -> tuple[str, ...]:
    """The words that somebody proposes for a message: `it should say “no input”`, `a hint such as “quit”`."""
    told = [p.text for p in reading.passages if p.form is not Form.TICKED]
    told += [f.text for f in reading.fences if not f.language]
    found = []
    for text in told:
        if said := _PROPOSES.search(" ".join(text[:900].split())):
            like = "such as " if said["like"] else ""
            found.append(f"The text reads as proposed: {like}“{said['a'] or said['b']}”")
    return tuple(dict.fromkeys(found))[:2]
