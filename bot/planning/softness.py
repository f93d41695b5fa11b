"""Softness: criteria that are there, and that two people would check differently."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.vagueness import DOCUMENT, MEASURE, SLOW, target
from bot.planning.words import shortened

LEAD = Lazy(
    r"(?i)^(?:ac|acs|dod|acceptance(?: criteria)?|criteria|definition of (?:done|ready)|(?:done|accepted"
    r"|finished)"
    r" (?:when|if)|requirements?|must(?: have)?s?|goals?|expectations?|what we need|fertig,? wenn"
    r"|critères?|criterios?)\b.{0,20}$"
)
_SOFT = Lazy(
    r"(?i)\b(?:fast(?:er)?|quick(?:ly|er)?|smooth(?:ly|er)?|fluid(?:ly)?|snapp(?:y|ier)"
    r"|responsive(?:ly)?"
    r"|performant|reasonabl[ey]|sensibl[ey]|appropriate(?:ly)?|suitabl[ey]|acceptable"
    r"|adequate(?:ly)?"
    r"|intuitive(?:ly)?|modern|contemporary|nice(?:r|ly)?|prett(?:y|ier)|beautiful(?:ly)?"
    r"|user[- ]friendl(?:y|ier)|eas(?:y|ier) to [a-z]+|good|better|natural(?:ly)?|pleasant"
    r"|convenient(?:ly)?|robust|scal(?:es|able)|elegant(?:ly)?|professional|unnecessary|needless"
    r"|meaningful|helpful|attractive|appealing|comfortabl[ey]|flexible|feels?|looks? (?:good|right"
    r"|fine)|(?:is|are|not|too|very|everything|all|only) (?:large|big|small|short|long|clear|safe|secure"
    r"|stable|reliable|fair|simple|fun|fresh)|(?:enough|few|fewer|sufficient|hardly any|plenty of)"
    r" (?!than\b)[a-z]+|sufficiently|(?:readable|legible|visible|audible) (?:in|at|from|under|even)"
    r"|easily|clearly|reliably|safely|fairly|simply|lasts? (?:for )?(?:a|an|the|long|all)"
    r"|(?:work|run|go|play|look|hold)s?(?: up)? well|rarely|in time|(?:an?|in|under|for) normal|important"
    r"|nobody (?:complains|feels|gets lost|minds|is (?:annoyed|confused|surprised))"
    r"|good (?:quality|enough)|happy|soon"
    r"|not (?:too|very) [a-z]+|as (?:little|few|much|small|short|soon) as possible|state of the art"
    r"|where (?:useful|needed|possible|it makes sense)|if (?:useful|sensible|it makes sense))\b"
)
_HAZY = Lazy(
    r"(?i)\b(?:a while|(?:for|after) some time|some time (?:before|after)|a few (?:times|days"
    r"|hours|minutes"
    r"|seconds)"
    r"|not too (?:long|often|many|much|big|small|late|early)|from time to time|now and then"
    r"|as needed"
    r"|the (?:most )?(?:important|relevant|interesting|necessary|usual|main) (?:information"
    r"|things|data"
    r"|fields|ones|details|columns|settings|figures|numbers)|when appropriate"
    r"|without being (?:flooded|annoyed|spammed)|what matters"
    r"|what(?:'s| is) (?:important|needed|relevant|useful)|less noise|and so on|or so"
    r"|in good time|(?:the )?key figures|rechtzeitig|nicht zu (?:oft|viel|lang)|à temps|a tiempo"
    r"|pas trop|no demasiado|early enough|regularly"
    r"|a certain (?:time|number|amount)|a reasonable [a-z]+)\b"
)
_THE_MAIN = Lazy(
    r"(?i)^a (?:reasonable|certain)\b|^(?:the )?(?:key|most|important|relevant|main)\b"
    r"|^the (?:key|most|imp|rel|main)"
)
# Classes that nobody has drawn a line between; they count as a pair.
_CLASSES = tuple(
    (Lazy(rf"(?i)^(?:the )?(?:{one})\b"), Lazy(rf"(?i)^(?:the )?(?:{other})\b"))
    for one, other in (
        ("heavy|slow|expensive|costly|long-?running", "light(?:weight)?|quick|fast|cheap|short"),
        ("large|big|huge|long", "small|little|tiny|short"),
        ("important|critical|urgent|serious", "unimportant|minor|trivial|normal|other"),
        ("old", "recent|young"),
        ("frequent|active|heavy", "rare|inactive|occasional"),
    )
)


def soft(reading: Reading) -> Iterator[Doubt]:
    """Find criteria without a measure: at least half of them, and more than one where there are several."""
    stated = _criteria(reading)
    open_ = [c for c in stated if _is_soft(c)]
    for one, other in _CLASSES:
        pair = [c for c in stated if (one.search(c) or other.search(c)) and not MEASURE.search(c)]
        if any(one.search(c) for c in pair) and any(other.search(c) for c in pair):
            open_ += [c for c in pair if c not in open_]
    if not open_ or len(open_) * 2 < len(stated) or len(open_) < min(2, len(stated)):
        return
    named = ", ".join(f"“{shortened(c.rstrip('.'), 60)}”" for c in open_[:3])
    question = f"What exactly counts as {named}: which number, list, threshold or default?"
    ways = (
        Way("Numbers and names in the answer", "Can be checked; nothing is guessed.", named),
        Way(
            "A first version without these criteria",
            "Small; they are decided on what is seen.",
            named,
        ),
    )
    about = " / ".join(open_[:4])
    yield Doubt(ReasonCode.AC_AMBIGUOUS, question, ways, about, DOCUMENT, Group.SCOPE, True, True)
    if any(SLOW.search(c) for c in open_):
        yield target(about)


def hazy(reading: Reading) -> Iterator[Doubt]:
    """Find amounts that a request without any measure only hints at: `a while before`, `not too often`."""
    plain = [p.text[:600] for p in reading.passages if p.form is not Form.QUOTE]
    told = [gloss(text) for text in plain]
    if reading.fences or reading.rows:
        return
    listed = any(p.form is not Form.PROSE for p in reading.passages)
    measured = any(MEASURE.search(t) for t in told)
    for raw, text in zip(plain, told, strict=True):
        found = _HAZY.search(text) or _HAZY.search(raw)
        named = found and _THE_MAIN.search(found[0]) and not (listed or ":" in text)
        quoted = bool(found) and f'"{found[0] if found else ""}"' in text
        exact = not quoted and MEASURE.search(text)
        if found and (not measured or named or quoted) and not (exact or text[-1:] == "?"):
            question = f"What exactly is meant by “{found[0]}” in “{shortened(text, 140)}”?"
            ways = (
                Way("A number or list in the answer", "Can be checked; nothing is guessed.", text),
                Way(
                    "A setting with a default",
                    "Whoever installs it decides; one more setting.",
                    text,
                ),
            )
            code = ReasonCode.AC_AMBIGUOUS
            yield Doubt(code, question, ways, text, DOCUMENT, Group.SCOPE, True, True)
            return


def _is_soft(criterion: str) -> bool:
    return bool(_SOFT.search(criterion)) and not MEASURE.search(criterion)


def _criteria(reading: Reading) -> list[str]:
    """Items of a section of criteria, or below a line that announces them."""
    found: list[str] = []
    lead = False
    for passage in reading.passages:
        if passage.form is Form.PROSE:
            lead = bool(LEAD.search(passage.text.strip(" *:")))
        elif passage.form in {Form.ITEM, Form.BOX} and (
            lead or passage.form is Form.BOX or passage.part in {Part.CRITERIA, Part.EXPECTED}
        ):
            found.append(gloss(passage.text))
    return found
