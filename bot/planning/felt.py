"""Felt: a wish without a measure that comes from something seen, of which no example is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import shortened, words

# A wish of more words mostly describes what was seen.
_SHORT = 50
_SEEN = Lazy(
    r"(?i)\b(?:too [a-z]+|wrong|pain(?:ful)?|complain\w*|disappoint\w*|feedback|hear|told|unlucky"
    r"|worse|uses? too|half done|(?<!feel )like an?|not (?:that|as)|people (?:go|leave|say)|compared|others?"
    r"|everybody|asked|yesterday|sometimes|slow|annoy\w*|confus\w*|heavy)\b"
)
# How handy a whole part is has no single example.
_OVERALL = Lazy(
    r"(?i)\b(?:usability|some love|clean-?up|(?:not|n't)(?: very| really| that)? (?:intuitive"
    r"|user[- ]friendly))\b"
)
# A program that takes more of a device than it should.
_HUNGRY = Lazy(
    r"(?i)\b(?:eat|drain|hog|devour|suck|burn|gobble|kill|chew)\w*\b[^.!?]{0,20}\b(?:battery"
    r"|memory|ram|cpu|disk"
    r"|storage|data|bandwidth|traffic|power)\b|\b(?:battery|memory|ram|cpu|disk|data|power|bandwidth)(?:[- ]"
    r"(?:hungry|hog|drain|usage|use|consumption|life|eater))\b|\b(?:too much|lots of|so much"
    r"|a lot of) (?:battery"
    r"|memory|ram|cpu|disk space|space|power|data|traffic)\b|\b(?:phone|laptop|device|tablet"
    r"|fan)s? (?:gets?|is"
    r"|becomes?|runs?) (?:so |very |really )?(?:hot|warm|loud)\b"
)


def felt(reading: Reading, vague: Iterable[Doubt]) -> Iterator[Doubt]:
    """Ask for an example beside a wish without a measure.

    Takes the issue and the doubts about its measure. Only a short one without a list is asked, in which
    somebody tells how it is today.
    """
    if not any(doubt.code is ReasonCode.AC_AMBIGUOUS for doubt in vague):
        return
    if _OVERALL.search(gloss(reading.title)):
        return
    told = [p for p in reading.passages if p.form is not Form.QUOTE]
    if any(p.form in {Form.ITEM, Form.BOX} for p in told) or reading.fences or reading.rows:
        return
    if len(list(words(f"{reading.title} {reading.text}"))) >= _SHORT:
        return
    hungry = next((p.text for p in told if _HUNGRY.search(gloss(p.text[:600]))), "")
    seen = hungry or next((p.text for p in told if _SEEN.search(gloss(p.text[:600]))), "")
    if seen:
        yield _doubt(seen, hungry=bool(hungry))


def _doubt(seen: str, *, hungry: bool) -> Doubt:
    ways = (
        Way(
            "An example is added here",
            "Plan and tests start from it.",
            "The example that is told in the answer is covered",
        ),
        Way(
            "There is no example",
            "The first task looks for the places and lists them.",
            "The places where it shows are listed first",
        ),
    )
    question = (
        "How much does it take today (measured, per hour), on which device and version, and while doing"
        f" what (which screen, in the background): “{shortened(seen.rstrip('.'), 120)}”?"
        if hungry
        else "Where does it show today: on which page or part, with which input, what is seen and "
        f"what would be right instead (an example): “{shortened(seen.rstrip('.'), 120)}”?"
    )
    return Doubt(ReasonCode.MISSING_INPUT, question, ways, seen, DOCUMENT, Group.SCOPE, True, True)
