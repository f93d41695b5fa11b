"""Undefined: a rule picks out a class by an adjective, and nothing says where that class begins.

`Only established tutors appear there`, `Heavy jobs are limited`, `Remove inactive members`: the adjective
decides who or what is meant. A number, a list, a condition or a word in quotes beside it, or anywhere
else where the adjective is explained, draws the line.
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

# Adjectives of degree, age, use, worth and standing: each has an end, none says where it is.
_DEGREE = (
    r"(?:established|(?:in)?experienced|trusted|trustworthy|loyal|regular|frequent|occasional"
    r"|(?:in)?active|dormant|stale|unused|abandoned|neglected|recent|(?:un)?popular|(?:un)?important"
    r"|major|minor|large|small|big|huge|tiny|heavy|light|lightweight|long|short"
    r"|slow|fast|cheap|expensive|valuable|suspicious|dubious|unusual|strange|obvious|similar"
    r"|(?:ir)?relevant|serious|severe|critical|urgent|trivial|simple|complex|complicated|difficult|busy"
    r"|quiet|risky|sensitive|problematic|bad|poor|good|nearby|close|distant|remote|rare|common"
    r"|typical|ordinary|well-known|senior|junior|key|main|eligible|qualified|(?:un)?reliable|outdated"
    r"|obsolete|dead|idle|prominent|successful|strong|weak|interesting|noisy|vulnerable|outstanding"
    r"|exceptional|seasoned|advanced|dirty|worn|damaged|fresh|warm|cold|hot|dense|deep|steep|thin"
    r"|thick|rich|wealthy|needy|young|elderly|repeated|persistent|aggressive|abusive|offensive)"
)
_AGED = rf"(?:{_DEGREE}|old|ancient)"
_THEM = (
    r"(?:[a-z-]+ )?(?!things\b|ones\b)(?:[a-z-]{2,}s(?<!ss)|people|staff|children|women|men|personnel"
    r"|traffic|equipment|mail|content|data)"
)
# What is done to a class, by verbs that pick: `remove`, `notify`, `limit`.
_PICKS = (
    r"(?:find|delet|remov|hid|archiv|skip|exclud|ignor|flag|mark|block|notif|mail|limit|throttl"
    r"|reject|warn (?:us |them |me )?about|list|show|purg|clean up|tidy up|drop|clos|clear|lock"
    r"|disabl|filter out|sort out|promot|highlight|priorit|invit|exempt|refus|report|suspend"
    r"|expir|merg|protect|reward|punish|ban|pin|recommend|suggest|alert(?: us| them| me)? (?:about|on)"
    r")[a-z]{0,5}"
)
_RULED = (
    r"(?:are|get|must|should|can|may|cannot|can't|have|need|will|go|come|do not|don't|stay|appear|see"
    r"|pay|count|start|skip|jump|keep|lose|receive|require|wait|move|show up|belong|end up|earn|become"
    r"|drop|sort|rank)"
)
_CLASS = (
    Lazy(
        r"(?i)\bonly (?:the |for |to |from |by |show |list |let |include |count |allow )?"
        rf"(?P<one>{_DEGREE}) {_THEM}\b"
    ),
    Lazy(rf"(?i)^(?:all |the |for |then |and )?(?P<one>{_DEGREE}) {_THEM} {_RULED}\b"),
    Lazy(
        rf"(?i)\b{_PICKS} (?:the |all |all the |our |any |out |out the |away )?(?P<one>{_AGED}) "
        rf"{_THEM}\b"
    ),
    Lazy(rf"(?i)\b{_PICKS} [a-z' ]{{3,30}} (?:of|from|by|for|about) (?P<one>{_AGED}) {_THEM}\b"),
)
# In the sentence itself: a number, a name, a list, a condition that draws the line.
_DRAWN = Lazy(
    r"(?i)[0-9]|`|[\"“«„(:]| that | which | who | whose | where | i\.?e| than | without | with no "
    r"|, (?:so|meaning|that is)| if | when | unless | since | for more | no longer "
)
# What the rule does to the class, which draws no line: `are limited to 5`.
_CAPPED = Lazy(r"(?i)\b(?:limited|capped|restricted|reduced|raised|set|kept) to [0-9]+\b")


def undefined(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find the first class that a rule names and nothing defines.

    Takes the issue and its intent: the report of a fault tells which ones it saw, which rules nothing.
    """
    if intent is Intent.BUG:
        return
    among = tongue_of(reading.text[:2000])
    fences = (f.text[:4_000] for f in reading.fences)
    whole = gloss(" . ".join((reading.text[:20_000], *fences)), among)
    for at, _, raw in placed(reading):
        text = gloss(raw[:600], among)
        named = next((hit["one"] for p in _CLASS if (hit := p.search(text))), "")
        # a title is told out by what stands below it
        drawn = not named or _DRAWN.search(_CAPPED.sub(" ", text if at else whole))
        if not drawn and not _explained(named, whole.replace(text, " ")):
            yield _doubt(named.lower(), raw, at)
            return


def _explained(named: str, elsewhere: str) -> bool:
    """Say whether another sentence quotes the word, counts by it or says what it means."""
    return bool(
        re.search(
            rf"(?i)[\"“„«*_`]{named}|\b{named}\b[^.\n]{{0,40}}(?:=|means|\bi\.?e\.?|is when|counts? as"
            rf"|:|\()|(?:counts? as|considered|means|called|as|state|status|flag|marked|are|is) "
            rf"[\"“„«*_`]?{named}\b|[0-9][^.\n]{{0,60}}\b{named}\b|\b{named}\b[^.\n]{{0,60}}[0-9]",
            elsewhere,
        )
    )


def _doubt(named: str, sentence: str, at: int) -> Doubt:
    told = shortened(sentence.rstrip("."), 140)
    question = f"What makes one “{named}” in “{told}”: which number, age, list or mark decides?"
    ways = (
        Way(
            "A limit named in the answer",
            "One rule for all; it can be tested at its edge.",
            f"“{named}” is what the answer says: {told}",
        ),
        Way(
            "A setting with a default",
            "Whoever runs it decides; one more setting and its document.",
            f"“{named}” is a setting: {told}",
        ),
        Way(
            "Somebody marks them by hand",
            "Needs a mark and a place to set it; nothing is computed.",
            f"“{named}” is a mark that people set: {told}",
        ),
    )
    return Doubt(ReasonCode.AC_AMBIGUOUS, question, ways, sentence, at, Group.SCOPE, True, True)
