"""Undecided: signs that somebody still has to choose what is wanted, none of which need say so alone.

Who must decide, what speaks for each way, who wants which, what was merely mentioned: each weighs a
little, and what is settled in the same text weighs against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.planning.dilemmas import KINDS
from bot.planning.doubts import Doubt, placed, unanswered
from bot.planning.gloss import gloss, tongue_of
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import Sign, because, seen, total, weightiest
from bot.planning.words import shortened, word_set

ENOUGH = 2.5
_DECIDED = Lazy(
    r"(?i)\b(?:(?:we|the (?:team|board|owner|maintainers)|i)(?:'ve| have|'s| has)? (?:just "
    r"|already |now"
    r" |finally |therefore |thus |then )*(?:decided|agreed|chose|chosen|settled|picked|voted"
    r"|opted)"
    r"|(?:was|were|been|is|are) (?:already |finally |now )?(?:decided|agreed|settled|voted"
    r"|approved)"
    r"|decision(?: \([^)]{1,40}\))?:|decided(?: in[^:.]{1,40})?:|agreed:|(?:so|therefore|hence"
    r"|thus) (?:we|i|let'?s)"
    r"(?:'ll| will)? (?:go|take|use|do|keep)"
    r"|let's (?:go (?:with|for)|take|use|do (?:the|it)|keep|stick)|going (?:with|for)|went with"
    r"|we(?:'ll| will) (?:go|take|use)|end of discussion|we stick (?:to|with))\b"
)
_UNDONE = Lazy(
    r"(?i)\b(?:not|n't|nobody|never|no|until|before|unless|once|has to be|to be|needs? to be"
    r"|must be"
    r"|heard|apparently|supposedly)\b"
)
_QUESTION = Lazy(
    r"(?i)^(?:and |but |so |also |then |or |then again,? )*(?:does|do(?!es|n't)|is|are|will"
    r"|would|should"
    r"|shall|who|which|what|when|where|how (?:many|long|often|much|far|big|strict|do we"
    r"|should))\b.{4,}\?$"
)
_POLITE = Lazy(
    r"(?i)\b(?:anyone|anybody|someone|somebody|can you|could you|would you|am i|do i|did i"
    r"|is it possible"
    r"|is there (?:a|any|some)|are there (?:any|plans)|is this (?:a|the|expected|intended|known"
    r"|possible"
    r"|on|planned|still)|would it be|would this|what do you (?:think|need)|do you (?:have|know"
    r"|need|plan"
    r"|want me|accept|guys)|what am|why|will there be|when (?:will|is)|is that (?:a bug"
    r"|intended)|who can"
    r" (?:help|review|take)|which version|what happened|can i|should i|how do i|interested"
    r"|what is"
    r" (?:wrong|going)|for me|my (?:fault|side|setup))\b"
)
_ANSWERS = Lazy(
    r"(?i)^(?:then|in that case|just|simply|yes|no|nope|i'd|i would|we|it should|they should"
    r"|show|answer:?"
    r"|my (?:take|answer|suggestion)|always|never|nothing|none|all|both|only|keep|use"
    r"|that should)\b"
)


def undecided(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find what is still to be chosen, where the signs of a whole text add up.

    Takes the issue and its intent: the report of a fault wonders about causes, which is no choice.
    Gives at most one doubt, about the sentence with the weightiest sign.
    """
    among = tongue_of(reading.text[:2000])
    told = [(at, s, gloss(s[:600], among)) for at, _, s in placed(reading)]
    found = seen(KINDS, told)
    found += _questions(told) if intent is not Intent.BUG else []
    found += _parties(told)
    against = [
        Sign("settled", -4.0, raw, at)
        for at, raw, text in told
        if (hit := _DECIDED.search(text)) and not _UNDONE.search(text[: hit.end()])
    ]
    for_ = [s for s in found if not any(a.at >= s.at for a in against)]
    if intent is Intent.BUG:
        for_ = [s for s in for_ if s.name not in {"ways side by side", "only mentioned"}]
    if not for_ or total(for_) < ENOUGH:
        return
    top = weightiest(for_)
    question = (
        top.sentence
        if top.sentence.endswith("?")
        else f"How should this be decided: {shortened(top.sentence.rstrip('.'), 220)}?"
    )
    yield unanswered(question, because(for_), top.at)


def _questions(told: list[tuple[int, str, str]]) -> list[Sign]:
    """Questions on what the product should do, unless the next sentence answers them."""
    found = []
    for n, (at, raw, text) in enumerate(told):
        if at == 0 or not _QUESTION.search(text) or _POLITE.search(text):
            continue
        following = told[n + 1][2] if n + 1 < len(told) else ""
        if not _ANSWERS.search(following):
            found.append(Sign(f"a question at {at}", 1.5, raw, at))
    return found[:3]


_VIEW = (
    r"(?:says?|thinks?|wants?|prefers?|expects?|counts?|insists?|favou?rs?|argues?|suggests?"
    r"|claims?"
    r"|likes?|loves?|hates?|votes?|asks? for|leans?|would (?:like|rather|prefer)|is (?:for"
    r"|against)"
    r"|are (?:for|against)|finds?|proposes?|demands?|means?|calls? for|considers?|wished?"
    r"|swears? by)"
)
_PARTY = (
    r"(?:(?:the|our|some|most|many|other|half(?: of)?(?: the)?|[A-Z]\w+|[a-z]+) )?(?:[Pp]roduct"
    r"|[Ss]ecurity"
    r"|[Mm]arketing|[Ss]ales|[Ss]upport|[Ll]egal|[Oo]ps|[Ff]inance|[Mm]anagement"
    r"|[Dd]esign(?:ers?)?|[Bb]oard|[Oo]ne"
    r"|[Uu]sers|[Cc]ustomers|[Pp]layers|[Tt]eachers|[Pp]arents|[Aa]dmins|[Mm]embers"
    r"|[Dd]ev(?:eloper)?s|[Tt]eam"
    r"|[Pp]eople|[Oo]thers|[Ss]ome|[Hh]alf|[Mm]aintainers?|[Aa]ccounting|[Tt]reasurer"
    r"|[Ll]ibrarians?|[Ss]cientists?"
    r"|[Ee]ngineers?|[Tt]esters|[Oo]wner|[Cc]oach(?:es)?|[Cc]lients?|[Bb]oss|[Cc]olleagues?"
    r"|[Ee]ditors|I|[Ww]e"
    r"|[A-Z][a-z]{2,}s?)(?: (?:people|team|department|users|customers|folks|side|guys))?"
)
_TWO = Lazy(
    rf"\b(?P<one>{_PARTY}) (?:already |rather |always |still |really )?{_VIEW}\b[^.?!]{{2,160}}?"
    rf"(?:,|;|\bbut|\bwhile|\bwhereas|\band|\u2013|-)(?: (?:but|and|while|whereas))? "
    rf"(?P<other>{_PARTY}) (?:already |rather |always |still |really )?{_VIEW}\b"
)
_ELLIPTIC = Lazy(
    r"(?i)\b(?:users?|customers?|people|[a-z]+ans?|[a-z]+ teams?|[a-z]+s) (?:expect|prefer|want"
    r"|like"
    r"|favou?r)s?\b [^.,;?!]{2,60}[,;] (?:the )?[a-z]+s? (?:rather )?[A-Za-z0-9]"
)
_SAME_ONE = word_set(
    """it that which who this you also and should must could would will can not either to"""
)


def _parties(told: list[tuple[int, str, str]]) -> list[Sign]:
    """Two who want different things: `Product would like 8 hours, security thinks 30 minutes`."""
    found = []
    for at, raw, text in told:
        hit = _TWO.search(text)
        if hit and hit["one"].lower() != hit["other"].lower() and not _same(hit["other"]):
            found.append(Sign("two who want different things", 3.0, raw, at))
        elif _ELLIPTIC.search(text):
            found.append(Sign("two who want different things", 2.0, raw, at))
    return found


def _same(who: str) -> bool:
    return who.lower().split()[-1] in _SAME_ONE
