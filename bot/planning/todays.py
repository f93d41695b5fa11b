"""Todays: the sentences of an issue that tell how things are before anything is changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Passage
from bot.planning.sections import Part
from bot.planning.words import shortened, stems, words

_FAULT = Lazy(
    r"(?i)\b(?:error|exception|crash\w*|wrong(?:ly)?|incorrect(?:ly)?|broken|fails?|failed|failing"
    r"|does ?n[o']t|do not|don't|is ?n[o']t|are ?n[o']t|not working|cannot|can't|instead of|although"
    r"|even though|still|causes?|lost|ignored?s?|missing|stuck|hangs?|never|nothing|unexpected\w*|silently"
    r"|throws?|raises?|panics?|regression|no longer|prevents?|no way|impossible|leaks?|receives? full"
    r"|loses?|drops|skips|blocks?|overwrit\w+|duplicated?)\b"
)
_LACK = Lazy(
    r"(?i)\b(?:currently|right now|at the moment|as of (?:right )?now|no way to|impossible|not possible"
    r"|cannot|can't|can not|does(?:n't| not)|do(?:n't| not)|is(?:n't| not)|are(?:n't| not)|only (?:supports?"
    r"|allows?|works?|accepts?|handles?)|is ignored|are ignored|ha(?:s|ve) no|lacks?|there is no|there's no"
    r"|there are no|prevents?|fails?|hard-?coded|does nothing|hacks?|not a (?:very )?\w+ (?:solution|way))\b"
)
_SELF = Lazy(
    r"(?i)^(?:i|i'm|i've|my|we)\b|\b(?:i'm|i am|i've|i have been|i think|i guess|i know|i would|i'd|imo"
    r"|we should|it would be|would be (?:nice|great)|wish|sorry|thanks?|hope|please|let me|new bug report)\b"
)
_POINTS = Lazy(
    r"(?i)\b(?:below|above|following|this (?:example|snippet|seems|is|code|issue|bug|patch)|see|here)\b"
)
_WISHES = Lazy(
    r"(?i)\b(?:should|must|would|could|want\w*|expect\w*|ideally|need to be|allow|propose|suggest)\b"
)
_SPAN = re.compile(r"`[^`]*`")
# `Imho it should catch the error` and `it should be b instead` say what is wanted.
_DEMANDS = Lazy(
    r"(?i)^(?:imho|imo|i think|i believe|ideally|maybe|perhaps|so,? maybe)\b.*\b(?:should|could|would)\b"
    r"|\bshould\b[^.]{0,100}\binstead\.?$|, so [^,]{2,60} should\b"
)
_HISTORY = Lazy(
    r"(?i)\b(?:introduced (?:in|by|with)|since (?:v|version|release|the)|starting (?:with|from)"
    r"|regress\w+|bisect\w*"
    r"|used to|was (?:added|changed|released|merged)|as of v?[0-9]|in earlier versions|no data is)\b"
    r"|^(?:even now|yesterday|recently|i (?:notice|have|had|use|am))\b"
)
# What works beside the fault.
_WORKS = Lazy(
    r"(?i)^(?!.*(?:\bnot\b|n't|\bbut\b|\bnever\b|\bcannot\b|\bfails?\b))"
    r".*\b(?:correctly|works? (?:fine|well|as expected)|as expected|unaffected)\b"
)
_ELSEWHERE = Lazy(
    r"(?i)\b(?:bug|issue|problem|error|it|this) (?:does(?: not|n't)|never) (?:occur|happen|appear|show up)\b"
)
# `Without including files` names a case and says nothing of it.
_CASE = Lazy(r"(?i)^(?:without|with|after|before|using|in|on|for)(?: [\w`./-]+){1,4}[.:]?$")
_DUMP = Lazy(r"\\f[A-Z]|^\.[A-Za-z]{2} |^[\[{<(|#$>]|\bat [\w.$]+\(\w+\.\w+:[0-9]+\)")
_FEW_STEMS = 6
_MOST = 2
_LONGEST = 420
_SPEAKS_OF_IT = 0.5
_ONE_THING = 3


def fault_now(told: Sequence[Passage], title: str) -> str:
    """What goes wrong today, in the one or two sentences that say it best; empty where none does."""
    found = [
        p
        for p in told
        if _may_be(p)
        and is_symptom(p.text)
        and _FAULT.search(gloss(p.text[:600]))
        and not _DEMANDS.search(_SPAN.sub("`x`", p.text))
    ]
    return _best([p.text for p in found if _is_near(p.text, title)], title, 1)


def is_symptom(text: str) -> bool:
    """Say whether a sentence could tell what is observed: no history, no working case, no dump, no rest."""
    if len(list(words(text))) < _ONE_THING:
        return False
    told = (_HISTORY, _DUMP, _WORKS, _ELSEWHERE)
    return not (_CASE.match(text) or any(pattern.search(text) for pattern in told))


def _is_near(text: str, title: str) -> bool:
    about = set(stems(title))
    return 3 * len(set(stems(text)) & about) >= min(len(about), _FEW_STEMS)


def lack_now(told: Sequence[Passage], title: str) -> str:
    """What is not possible today, in one sentence; empty where the issue does not say it."""
    found = [
        p.text
        for p in told
        if p.form is not Form.ITEM
        and _may_be(p)
        and _LACK.search(gloss(p.text[:600]))
        and not _WISHES.search(p.text)
    ]
    return _best(found, title, 1)


def fitting(texts: Iterable[str], limit: int = _LONGEST) -> str:
    """Whole sentences, as many as fit; the first is there in any case."""
    out = ""
    for text in texts:
        plain = " ".join(text.split())
        if out and len(out) + len(plain) >= limit:
            break
        out = f"{_ended(out)} {plain}" if out else plain
    return shortened(out, 2 * limit)


def _may_be(passage: Passage) -> bool:
    text = passage.text
    return (
        passage.part in {Part.DESCRIPTION, Part.BACKGROUND, Part.NOTES}
        and passage.form is not Form.QUOTE
        and len(list(words(text))) > _ONE_THING
        and not text.endswith((":", "?", " with", " like", " as", " by", " is", " to"))
        and len(text) <= _LONGEST
    )


def _best(texts: list[str], title: str, most: int = _MOST) -> str:
    about = set(stems(title))
    rated = {text: _weight(text, about) for text in dict.fromkeys(texts)}
    chosen = sorted((t for t in rated if rated[t] > 0), key=lambda t: -rated[t])[:most]
    return fitting(t for t in rated if t in chosen)


def _weight(text: str, about: set[str]) -> float:
    """A name in code, the words of the title and a plain statement count; talk about oneself does not."""
    shared = len(set(stems(text)) & about) / max(len(about), 1)
    weight = 1.0 + (1 if "`" in text else 0) + (2 if shared >= _SPEAKS_OF_IT else shared)
    weight -= 2 if _SELF.search(text) else 0
    weight -= 1 if _POINTS.search(text) else 0
    weight -= 2 if "://" in text else 0
    return weight


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
