"""Suspicion: issues in which no rule sees a doubt, and which read like those that were asked about.

A linear model of what the other models saw, and of the words of title and maintainers. It names no
doubt of its own: it asks about the sentence that reads most like one of the code it found.
See docs/adr/0014-linear-models-learned-from-written-issues.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bot.domain.questionnaire import ReasonCode
from bot.planning import linear
from bot.planning.clauses import clauses
from bot.planning.concerns import spoken
from bot.planning.demands import score
from bot.planning.doubts import Doubt
from bot.planning.gloss import gloss
from bot.planning.hazards import approved, decided
from bot.planning.hunches import CODES, scores
from bot.planning.lacking import who_has
from bot.planning.proposal import Intent, Request
from bot.planning.reading import Reading
from bot.planning.reproduction import how_to_see_it
from bot.planning.rulings import settles
from bot.planning.sections import Part
from bot.planning.settled import DECIDERS
from bot.planning.signs import told_in
from bot.planning.traits import traits
from bot.planning.unapproved import who_decides
from bot.planning.undecided import decide_how, is_of_code

WEIGHTS = "suspicion.tsv"
# Log-odds in thousandths from which on it is asked: even chances.
ENOUGH = 0
# Who speaks of a program's own code mostly knows what is wanted.
FOR_CODE = 800
# What a trait weighs, in tenths, and the steps by which scores and counts are told.
_FULL, _HALF, _THIRD = 10, 5, 3
_LEVELS = range(-3_000, 1_501, 500)
_MANY = (1, 2, 3, 5, 8, 12, 20)

Told = Sequence[tuple[int, str, str]]


def suspected(
    request: Request, reading: Reading, intent: Intent, settled: Iterable[ReasonCode]
) -> tuple[Doubt, ...]:
    """Doubts of an issue in which no rule leaves any open.

    Takes the request, its issue as read, its intent, and the codes of the doubts that rules saw and
    that are settled: of these kinds nothing is asked again. Once questions were asked, only what was
    asked then can be asked again.
    """
    told = told_in(reading)
    if request.forced or not told:
        return ()
    over = frozenset(settled)
    # columns: whether it was asked about at all, then each of CODES
    found = linear.scored(linear.weights(WEIGHTS), seen(request, reading, intent, told, over))
    if found[0] < (FOR_CODE if is_of_code(reading) else ENOUGH):
        return ()
    best = max(zip(found[1:], range(len(CODES)), strict=True), key=lambda one: (one[0], -one[1]))
    code = CODES[best[1]]
    doubts = () if code in over else tuple(_doubts(code, told, intent))
    asked = {q.question for q in request.questions}
    return tuple(d for d in doubts if not asked or _title(d.question) in asked)


def _title(question: str) -> str:
    return question[:1].upper() + question[1:]


def _doubts(code: ReasonCode, told: Told, intent: Intent) -> Iterator[Doubt]:
    at, sentence = _most_telling(code, told)
    if code is ReasonCode.POLICY_RISK:
        yield who_decides(sentence, sentence, at)
    elif code is ReasonCode.AC_AMBIGUOUS:
        yield decide_how(sentence, sentence, at)
    elif intent is Intent.BUG:
        yield from how_to_see_it(" ".join(text for _, _, text in told), sentence)
    else:
        yield who_has(sentence, sentence, at)


def _most_telling(code: ReasonCode, told: Told) -> tuple[int, str]:
    """The place and the words of the sentence that reads most like one of this code."""
    n = CODES.index(code)
    pairs = pairwise([(0, "", ""), *told])
    rated = ((scores(text, before)[n], at, raw) for (_, _, before), (at, raw, text) in pairs)
    _, at, raw = max(rated, key=lambda one: (one[0], -one[1]))
    return at, raw


def seen(
    request: Request, reading: Reading, intent: Intent, told: Told, settled: Iterable[ReasonCode]
) -> dict[str, int]:
    """What the model sees of an issue, in tenths: levels and counts as steps that are reached, and words."""
    rated = [scores(t, before) for (_, _, before), (_, _, t) in pairwise([(0, "", ""), *told])]
    found = dict(_reached("most", max(max(r) for r in rated), _LEVELS))
    for n, code in enumerate(CODES):
        ordered = sorted((r[n] for r in rated), reverse=True)
        found |= _reached(code.value, ordered[0], _LEVELS)
        found |= _reached(
            f"{code.value} again", sum(ordered[1:2]) if ordered[1:] else -9_999, _LEVELS
        )
    demands = [score(c, intent) for c in clauses(reading)]
    criteria = reading.of(Part.CRITERIA, Part.EXPECTED)
    for name, count in (
        ("demands", sum(d >= 0 for d in demands)),
        ("likely demands", sum(d >= -1_000 for d in demands)),
        ("sentences", len(told)),
        ("questions", sum(raw.endswith("?") for _, raw, _ in told)),
        ("criteria", len(criteria)),
        ("code", len(reading.fences)),
        ("of code", int(is_of_code(reading))),
        ("decided", sum(settles(t) or decided(t) or approved(t) for _, _, t in told)),
        ("maintainers", sum(c.association in DECIDERS for c in request.comments)),
        ("others", sum(c.association not in DECIDERS for c in request.comments)),
    ):
        found |= _reached(name, count, _MANY)
    found |= {f"settled {code.value}": _FULL for code in settled}
    found[f"intent {intent.value}"] = _FULL
    found |= dict.fromkeys((f"t:{t}" for t in _words(reading.title)), _HALF)
    heard = " ".join(list(spoken(request))[:20])
    return found | dict.fromkeys((f"o:{t}" for t in _words(heard)), _THIRD)


def _reached(name: str, count: int, steps: Iterable[int]) -> dict[str, int]:
    return {f"{name} >= {step}": _HALF for step in steps if count >= step}


def _words(text: str) -> list[str]:
    return [t.removeprefix("w:") for t in traits(gloss(text[:2_000])) if t.startswith("w:")]
