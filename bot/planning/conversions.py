"""Conversions: data that is in use changed in place, where something may be lost on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.dangers import KEEP
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.gloss import gloss
from bot.planning.hazards import decided
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.words import shortened

_ACT = Lazy(
    r"(?i)\b(?:convert|chang|migrat|switch|turn|stor(?:e|ing)|alter|cast|re-?encod|re-?key"
    r"|re-?hash|merg"
    r"|de-?dup|split|normali[sz]|back-?fill|mov(?:e|ing)|rewrit|recalculat|recomput|round"
    r"|re-?number"
    r"|collaps|combin|fold|renam|truncat|shorten|narrow|shrink|make|set|updat|replac|introduc|unif"
    r"|consolidat)\w*\b"
)
_THING = Lazy(
    r"(?i)\b(?:columns?|tables?|(?:primary|foreign) keys?|(?:all|existing|old"
    r"|duplicate\w*) (?:[a-z]+ )?(?:rows"
    r"|records|entries|accounts|customers|users|ids|dates|values|files|data)|uuids?|ulids?"
    r"|bigint|integer"
    r" cents|int(?:eger)?s?|varchar\S*|jsonb?|enums?|decimal\S*|double|float|numeric\S*"
    r"|timestamps?(?:tz)?"
    r"|time ?zones?|utc|charset|utf-?8\w*|utf8mb4|collation|schema|ids)\b"
)
_IN_USE = Lazy(
    r"(?i)\b(?:production|prod|live|go(?:es)? out|rolling|zero[- ]downtime|maintenance window"
    r"|start-?up"
    r"|two nodes|replicas?|customers?'?|tenants?|while (?:it|people|they|users)|in the field"
    r"|installed)\b"
    r"|\b[0-9][0-9.,']* ?(?:m|k|mio|million|thousand|billion|gb|tb|gib)\b|\b(?:millions"
    r"|thousands|hundreds)"
    r" of\b|\b[0-9]{1,3}(?:[,.' ][0-9]{3})+\b|\b[0-9]{5,}\b"
)
_LOSS = Lazy(
    r"(?i)\b(?:no idea|not sure|somehow|don't know|do not know|unknown|unclear|(?:nobody"
    r"|no one) (?:(?:can|could) (?:tell|say|know)|knows"
    r"|remembers)|(?:can't|cannot|can not) (?:tell|say|know) (?:which|whether|what)"
    r"|los(?:e|es|ing|t)|lossy|round(?:ed|ing)?|truncat\w+|cut off|overwrit\w+|duplicates?"
    r"|conflict\w*"
    r"|(?:some|a few|many|several|about [0-9]+|[0-9]+) (?:old |older |of the |of them "
    r"|existing |broken )*(?:rows"
    r"|records|entries|values|ones|customers|accounts|users|lines|of them|have|contain)"
    r"|in one go|in place"
    r"|all at once|overnight|downtime|lock(?:s|ed)? (?:the )?table|no way back|can(?:no"
    r"|')t be undone"
    r"|irreversible|one[- ]way|(?:no|without) (?:a )?(?:backup|rollback|way back"
    r"|down migration)|guess\w*"
    r"|assum\w+|ambiguous|invalid|don't match|does not fit|too long|not unique"
    r"|without a (?:date|zone|time"
    r" ?zone)|mixed|dropp?(?:ed)? (?:the |right )?(?:old|afterwards|after|away))\b"
)
_KEPT_SAFE = Lazy(
    r"(?i)\bdry[- ]run\b|\bexpand (?:and|/|&) contract\b|\b(?:new|second|extra|additional"
    r"|nullable) column\b"
    r"|\bnext to the old\b|\bdual[- ]writ\w+|\brevers(?:e|ible|al)\b|\bway back (?:is"
    r"|exists)\b|\broll(?:s|ed)?"
    r"[- ]?back (?:plan|script|is|by|works|tested|with)|\bbackups? (?:(?:is|was|are|were|has been)"
    r" (?:there|taken|made|done|in place)"
    r"|exists?|first"
    r"|before|taken|is taken)\b|\b(?:take|make|with) a (?:backup|dump|snapshot|copy)\b"
    r"|\bdown(?:grade)? migration"
    r"\b|\btested on a (?:copy|dump)|\brehears\w+|\bkeeps? the (?:old|original)|\b(?:old"
    r"|original) (?:column|table"
    r"|values?) (?:stays?|is kept|remains?)|\b(?:empty|unused|fresh) (?:table|column|database)"
    r"|\bnot released"
    r"|\bno data yet|\btest data\b|\bin batches\b|\breport only\b|\bonly (?:lists?|reports?"
    r"|counts?)\b"
    r"|\bnothing is (?:changed|deleted|lost)"
)
_WISHED = Lazy(
    r"(?i)\b(?:should|must|shall|need(?:s|ed)?|have to|want|would like|please|let'?s|can we"
    r"|could we|i'd"
    r"|plan|propos\w+|idea)\b"
)
# A block that changes stored data is its act, however the title calls that.
_SQL = Lazy(
    r"(?i)\balter table\b[^;]{0,200}\b(?:type|drop|modify|change|rename)\b|\bupdate [\w.\"`]+ set\b"
)
_NO_ANSWER = Lazy(
    r"(?i)\b(?:nobody|no one) (?:can|could) (?:tell|say|know) (?:which|whether|what|them)"
    r"|\b(?:can't|cannot|can not) (?:tell|say) (?:which|whether|what|them apart)"
    r"|\b(?:could|may|might|can) be either\b|\b(?:is|are) (?:mixed|ambiguous)\b|\bno way to (?:tell|know)\b"
)
_STEPWISE = (
    "In steps with a way back",
    "New beside old, checked, then the old goes; takes longer.",
)
_AT_ONCE = ("In place, in one go", "Quick; what is lost on the way stays lost.")
_QUESTION = (
    "This changes data that is in use. What happens to values that do not fit, how does it reach "
    "production (backup, order, downtime), what is the way back, and who approves?"
)


def converted(reading: Reading, intent: Intent, remarks: Iterable[str]) -> Iterator[Doubt]:
    """The change of stored data in use that may lose something, unless a way back is told or it is decided.

    Takes the issue, its intent, and what others said. The report of a fault asks for none.
    """
    if intent in {Intent.BUG, Intent.DOCS, Intent.TEST, Intent.QUESTION}:
        return
    told = [(at, gloss(sentence[:600])) for at, _, sentence in placed(reading)]
    own = "\n".join(text for _, text in told)
    titled = bool(told) and any(_SQL.search(f.text[:4_000]) for f in reading.fences)
    if _KEPT_SAFE.search(own) or decided(own) or any(decided(gloss(r)) for r in remarks):
        return
    if not (_IN_USE.search(own) and _LOSS.search(own)):
        return
    for at, text in told:
        shown = titled and at == 0
        if shown or ((at == 0 or _ordered(text)) and _ACT.search(text) and _THING.search(text)):
            yield _doubt(text, at)
            yield from _unfit(told)
            return


def _unfit(told: Iterable[tuple[int, str]]) -> Iterator[Doubt]:
    """What becomes of values of which the text itself says that none of the ways is right for them."""
    found = next(((at, text) for at, text in told if _NO_ANSWER.search(text)), None)
    if found:
        at, text = found
        said = shortened(text.rstrip("."), 140)
        ways = (
            Way(
                "They stay as they are, in a list for a person",
                "Nothing is guessed; somebody has to go through the list.",
                f"Listed and left as they are: {said}",
            ),
            Way(
                "One rule for all of them, told in the answer",
                "Done at once; some come out wrong.",
                f"By one rule: {said}",
            ),
        )
        question = f"What should become of those that have no right answer: “{said}”?"
        code = ReasonCode.AC_AMBIGUOUS
        yield Doubt(code, question, ways, text, at, Group.SCHEMA, True, True, held=True)


def _ordered(text: str) -> bool:
    first = text.split(" ", 1)[0]
    return bool(_ACT.fullmatch(first) or _WISHED.search(text))


def _doubt(text: str, at: int) -> Doubt:
    told = shortened(text.rstrip("."), 120)
    ways = (
        Way(*_STEPWISE, f"{KEEP[0]}, in steps, rather than at once: {told}"),
        Way(*_AT_ONCE, f"Decided: {told}"),
    )
    question = f"“{told}”: {_QUESTION}"
    return Doubt(ReasonCode.POLICY_RISK, question, ways, text, at, Group.SCOPE, True)
