"""Unitless: a number that limits something and names no unit, so that nobody knows what it counts.

`Older than 30 is removed`, `15 off on every ticket`, `a reminder 3 before the date`: what follows the number
is the end of the clause, not what it counts. The same number with a unit, or a word such as
`in minutes`, anywhere in the issue gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.gloss import gloss, tongue_of
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.words import shortened

_N = r"[0-9]{1,4}"
_ENDS = (
    r"(?=$|[.,;)!](?: |$)| (?:(?:on|off|if|when|each|per|then|and (?:the|not|then|it|a|are|is|get)"
    r"|or (?:the|not|more|so)|again|until|with|without|it|they|we|from|for|in (?:a|the)|at (?:a|the)"
    r"|before|after|away|apart|ahead|the|are|is|gets?|must|should|will|can|cannot|early|late|goe?s?"
    r"|closes?|needs?|counts?|pays?|costs?|ha(?:s|ve)|triggers?|raises?|stops?|opens?|comes?|fails?)\b))"
)
_BARE = Lazy(
    # how long, how far, how warm: comparatives and verbs that only take an amount of something
    r"(?i)(?:\b(?:(?:longer|shorter|older|younger|later|earlier|sooner|warmer|colder|hotter|heavier"
    r"|lighter|taller|wider|narrower|thicker|further|farther|closer|louder|quieter|deeper|steeper"
    r"|brighter|drier|wetter) than|lasts?|lasting|waits?|waiting|pauses? for|sleeps? for"
    r"|expires? (?:after|in)|times? out after|delay(?:ed)? (?:of|by)|timeout of|interval of"
    r"|cool-?down of|grace(?: period)? of|retr(?:y|ies|ied) (?:after|every)|refresh(?:es|ed)? every"
    r"|poll(?:s|ed)? every|repeat(?:s|ed)? every|kept for|keep (?:it|them) for|valid for|locked for"
    r"|blocked for|muted? for|hold for|held for|(?:logged|signed) out after|discount of|surcharge of"
    r"|fee of|penalty of|deposit of)"
    rf" (?P<limit>{_N}){_ENDS}"
    rf"|\b(?:more|less|fewer|at least|at most|within) (?:than )?(?P<apart>{_N})(?= (?:away|off|apart"
    r"|ahead|late|early|from the|of the (?:target|goal|limit|set))\b)"
    rf"|(?:^|\b(?:gets?|gives?|takes?|is|are|pays?) )(?P<off>{_N}) off(?= (?:on|the|every|each|all|a|an"
    r"|it|for|your|any|if|when)\b|[.,;]|$)"
    r"|\b(?:ends?|starts?|opens?|closes?|begins?|sent|reminded?|reminders?|mailed|expires?|released"
    rf"|locked|unlocked|shown|hidden) (?P<before>{_N}) (?:before|ahead of|prior to|after)\b)"
)
_OF = (
    r"(?:milli|micro|nano)?(?:seconds?|secs?)|m?s|min(?:ute)?s?|h(?:ou)?rs?|h|d(?:ays?)?|weeks?|months?"
    r"|years?|percent|per ?cent|euros?|eur|dollars?|usd|chf|gbp|pounds?|francs?|degrees?|celsius"
    r"|fahrenheit|kelvin|k|met(?:er|re)s?|miles?|feet|inch(?:es)?|km|cm|mm|m|kg|kilos?|grams?|g|tons?"
    r"|[kmgt]i?b|bytes?|pixels?|px|dpi|characters?|db|decibels?|lux|volts?|v|amps?|watts?|kw|hz|khz|mhz"
    r"|rpm|bar|psi|lit(?:er|re)s?|l|ml"
)
_UNIT = Lazy(rf"(?i)[0-9 -](?:{_OF})\b|[%°€$£]")
_IN_UNITS = Lazy(
    r"(?i)\bin (?:milliseconds|seconds|minutes|hours|days|weeks|months|percent|euros|degrees|met(?:er|re)s"
    r"|pixels|bytes|characters|cents)\b"
)
# `older than 3` of a version, an age or a grade: the number is all there is to say.
_NAME = Lazy(
    r"(?i)\b(?:version|level|grade|score|index|priority|rank|rating|year|aged?|release|node|python|php"
    r"|java|ruby|android|ios|windows|protocol|rule|round)\b[^.;]{0,14}$"
)


def unitless(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find the first sentence with a limit that lacks its unit.

    Takes the issue and its intent: the report of a fault tells of amounts that were seen.
    """
    if intent is Intent.BUG:
        return
    among = tongue_of(reading.text[:2000])
    whole = "\n".join((reading.text[:20_000], *(f.text[:4_000] for f in reading.fences)))
    if _IN_UNITS.search(gloss(whole, among)):
        return
    for at, _, raw in placed(reading):
        text = gloss(raw[:600], among)
        for hit in () if _UNIT.search(text) else _BARE.finditer(text):
            number = next(g for g in hit.groups() if g)
            if not _is_name(number, text[: hit.start()]) and not _told(number, whole):
                yield _doubt(number, raw, at)
                return


def _is_name(number: str, before: str) -> bool:
    return (number.startswith(("19", "20")) and len(number) == 4) or bool(_NAME.search(before))


def _told(number: str, whole: str) -> bool:
    """Say whether the number stands somewhere with its unit."""
    return bool(
        re.search(rf"(?i)(?<![0-9.]){number} ?-?(?:(?:{_OF})\b|[%€$£°])|[€$£] ?{number}\b", whole)
    )


def _doubt(number: str, sentence: str, at: int) -> Doubt:
    told = shortened(sentence.rstrip("."), 150)
    question = f"“{told}”: {number} of what (which unit)?"
    ways = (
        Way(
            "The unit named in the answer",
            "Can be tested at its edge; nothing is guessed.",
            f"{told}, in the unit of the answer",
        ),
        Way(
            "A setting that has its unit in the name",
            "Whoever runs it sees and changes it; one more setting and its document.",
            f"{told}, as a setting",
        ),
    )
    return Doubt(ReasonCode.AC_AMBIGUOUS, question, ways, sentence, at, Group.SCOPE, True, True)
