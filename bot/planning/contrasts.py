"""Contrasts: ways that a text sets one against the other in lines, blocks or a sentence, and leaves there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.planning.doubts import placed
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Fence, Form, Reading
from bot.planning.rulings import leaves_to_repository
from bot.planning.sections import Part
from bot.planning.softness import LEAD
from bot.planning.words import shortened, stems, words

_MOST = 5
_LINES = 400
_NEAR = 3
CLOSED = (
    Part.CRITERIA,
    Part.EXPECTED,
    Part.ACTUAL,
    Part.OUTSIDE,
    Part.ENVIRONMENT,
    Part.REPRODUCE,
)
"""Sections in which nobody sets out ways to choose from."""
# `**A. per address** - easy, but proxies suffer`
_LETTERED = Lazy(
    r"^\s*(?:[-*>] )?(?P<bold>\*\*|__)?\(?(?P<sign>[A-Ea-e])(?:\)|[.:])(?:\*\*|__)? ?(?P<way>\S.+)$"
)
_INLINE = Lazy(r"(?:^|(?<=[\s:;,]))\(?(?P<sign>[a-e1-4])\) ?(?=\w)")
_CUT = Lazy(
    r"\*\*|__|(?:^|\s)[\u2013\u2014-]{1,2}\s|[;:](?:\s|$)|\. |, (?:but|which|so|and then)\b| \("
)
# What a way is judged by.
_JUDGED = Lazy(
    r"(?i)\b(?:eas(?:y|ier|iest)|cheap\w*|simpl\w+|fair(?:er)?|fast(?:er)?|slow(?:er)?"
    r"|safe(?:r|st)?|ugly"
    r"|costs?|needs?|more|less|fewer|suffers?|annoy\w*|lose[s]?|breaks?|but|although|though"
    r"|effort|days?"
    r"|weeks?|works?|risky?|right|wrong|exact|robust|complex\w*|clean\w*|nice[r]?|heavy"
    r"|quick(?:er)?"
    r"|expensive|nobody|everybody|everyone|hard(?:er)?|extra|no (?:new|extra|longer)|never"
    r"|always|depends)\b"
)
_GONE = Lazy(
    r"(?i)~~|\b(?:chosen|picked|taken|decided|agreed|rejected|dropped|discarded|done|we go"
    r"|this one)\b"
    r"|[\u2190\u2714\u2705\u2713]|<-"
)
# Whatever is taken, this holds: so nothing is taken yet.
REGARDLESS = Lazy(
    r"(?i)\b(?:which|what)ever (?:of (?:them|these|the two|it) )?(?:way |one |form |variant "
    r"|option )?(?:we|you|it is|is"
    r" (?:chosen|taken|picked|decided)|happens|they|one)\b|\b(?:in|under) (?:either|any|both"
    r"|each|every) (?:case|of"
    r" (?:them|the)|variants?|ways?|forms?|cases)\b|\beither way\b|\b(?:wanted|needed|required"
    r"|true|valid) (?:regardless"
    r"|anyhow|anyway|either way|in any case)\b|\bregardless of (?:which|what|the (?:way|choice"
    r"|form))\b"
    r"|\bindependent(?:ly)? of (?:which|that choice|the choice)\b"
)
# Somebody else is asked for the word.
_ASKED = Lazy(
    r"(?i)\bwhat (?:do|would|does) (?:the |our )?(?:maintainers?|owners?|you|others|team"
    r"|people|everybody|project)\b"
    r"[^.!?]{0,40}\?|\bwhich (?:one|way|of (?:them|these|the two|those)|form"
    r"|variant)? ?(?:would|do|should|shall) (?:you|we|it|i)\b"
    r"|^(?:any )?(?:thoughts|opinions|preferences?|views|votes)\b.{0,20}\?|\bneeds? (?:a|your"
    r"|some|an) (?:decision|opinion|steer"
    r"|word|call|vote|ruling)\b|\b(?:please|could (?:you|somebody)|can (?:you"
    r"|somebody)) (?:decide|choose|pick|tell me which"
    r"|say which)\b|\b(?:can|could|will|would) (?:do|build|implement|write|take) (?:any|either"
    r"|each|one) of (?:them|these|the)\b"
)
_WEIGHED = Lazy(
    r"(?i)\bthe difference (?:is|would be|between)\b|\bboth (?:(?:are|would be) (?:fine|ok"
    r"|okay|good|possible|doable|easy|cheap|about|equally|valid|right)|have|ways|work|sound)\b"
    r"|\bone (?:is|would be|has|needs"
    r"|costs)\b[^.!?]{2,60}\bthe other\b|\beach (?:has|costs|needs|with)\b|\b(?:any"
    r"|each) of (?:these|them|the \w+)"
    r" (?:is|are|would|takes|costs)\b|\b(?:clients?|users|people|customers|opinions|members|we"
    r"|colleagues|the team|views|others)"
    r" (?:are|is) (?:divided|split|of two minds|not of one mind|undecided|at odds)\b|\bi(?:'ve"
    r"| have) used both\b"
)
_FREE = Lazy(
    r"(?i)\blive with (?:any|either|both|all)\b|\b(?:don't|do not|doesn't) (?:really )?(?:care"
    r"|matter)\b|\bpick (?:one|any|what"
    r"|whichever)\b|\bup to (?:you|whoever)\b"
    r"|\byour (?:call|choice)\b|\ball the same to me\b|\beither (?:one |way )?is fine\b"
    r"|\bwhichever is (?:easier|simpler|less)\b"
)
_OPTIONS = Lazy(
    r"(?i)\b(?:options?|ideas|possibilit(?:y|ies)|candidates|variants|choices|alternatives"
    r"|two ways|three ways|proposals)\b"
    r"[^.:;?!]{0,40}: (?P<ways>[^:;?!]{4,120}(?:;[^:;?!]{4,120}){1,4}?)\.?$"
)
_SLASHED = Lazy(r"^(?P<ways>[^/?!`:]{6,90}(?: / [^/?!`:]{6,90}){1,4}?)[.?]?$")
# `Paying at once is simple but …; collecting it needs a balance`: each way with its price.
_PRICED = Lazy(
    r"(?i)^(?P<one>[a-z]{2,}ing (?!to\b)[^.;:?!]{2,80}?) (?P<price>(?:is|means|needs|costs|would"
    r"|has|takes|gives|keeps)\b"
    r"[^.;:?!]{3,140})(?:;|,? (?:while|whereas|but)) (?P<other>[a-z]{2,}ing (?!to\b)[^.;:?!]{2,80}?) "
    r"(?P<other_price>(?:is|means|needs|costs|would|has|takes|gives|keeps)\b[^.;:?!]{3,140})"
)
_QUESTION = Lazy(r"(?i)^(?:and |but )?(?:what|how|who|where|when|which)\b.*\?$")
_INCLUSIVE = Lazy(
    r"(?i)\b(?:if|when|unless|whether|accepts?|supports?|allows?|takes?|matches|contains?|with"
    r"|without|returns?|not|no|never|nor"
    r"|may|can|more|less|one|two|[0-9]+) (?:[\w`'-]+ ){0,3}or\b|\b(?:must|both|don't know"
    r"|no idea|is|are|gets?|as)\b|\bor (?:more|less|so|not|later|older|newer|similar|else"
    r"|higher|lower)\b"
)
_OR = Lazy(r"(?i),? (?:or|vs\.?|versus)(?: else| rather| only)? ")
_EITHER = Lazy(r"(?i)^(?:so |then |now )?(?:we (?:can|could) )?(?:either )?(?:should (?:we|it) )?")
_OTHER_BLOCK = Lazy(r"(?i)^(?:or|alternatively|versus|vs|another|the other|2\)|b\)|second)\b")
_AGAINST = Lazy(r"(?i)[,;]|\b(?:but|while|whereas|though|yet)\b")


def sided(body: str, reading: Reading) -> tuple[str, ...]:
    """The ways that a text contrasts without taking one; nothing where there are none.

    Takes the body as written and as read. Lines with letters of which one is judged, blocks of code of
    which a sentence speaks for each, and a sentence with `or`, letters or strokes beside another that
    asks for a word, holds whatever is taken, or weighs them.
    """
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE and p.part not in CLOSED]
    if any(_FREE.search(gloss(t[:600])) and not _ASKED.search(gloss(t[:600])) for t in told):
        return ()
    return _lettered(body) or _blocks(reading.fences, told) or _spoken(reading)


def _lettered(body: str) -> tuple[str, ...]:
    rows: list[tuple[str, str]] = []
    fenced, before = False, ""
    for line in body.splitlines()[:_LINES]:
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        found = None if fenced else _LETTERED.match(line)
        if found and (rows or not LEAD.search(before)):
            rows.append((found["sign"].lower(), found["way"]))
        before = line.strip(" *:#") or before
    if "".join(sign for sign, _ in rows) not in {"ab", "abc", "abcd", "abcde"}:
        return ()
    if any(_GONE.search(way) for _, way in rows) or not any(_JUDGED.search(w) for _, w in rows):
        return ()
    return _differing(_head(way) for _, way in rows)


def _head(way: str) -> str:
    return next((piece for piece in _CUT.split(way) if piece.strip(" *_")), way)


def _blocks(fences: Sequence[Fence], told: Sequence[str]) -> tuple[str, ...]:
    """Two blocks, of which the second is told as another, or whose short names one sentence weighs."""
    if len(fences) != 2 or any(f.section != fences[0].section for f in fences):
        return ()
    names = [f.lead.strip(" :*`_") for f in fences]
    if _OTHER_BLOCK.match(names[1]):
        lines = [[x.strip() for x in f.text.splitlines() if x.strip()] for f in fences]
        own = [next((x for x in a if x not in b), "") for a, b in (lines, lines[::-1])]
        return _differing(f"as in `{shortened(x, 60)}`" for x in own) if all(own) else ()
    if not all(names) or any(len(n.split()) > 4 for n in names):
        return ()
    keys = [set(stems(n)) for n in names]
    both = (t for t in told if all(k & set(stems(t)) for k in keys))
    return _differing(names) if any(_AGAINST.search(t) for t in both) else ()


def _spoken(reading: Reading) -> tuple[str, ...]:
    """A sentence that names ways, with one near it that shows them to be open."""
    said = [reading.title, *_sentences(reading)]
    for at, raw in enumerate(said):
        text = gloss(raw[:600])
        near = [gloss(s[:600]) for s in said[max(0, at - 1) : at + _NEAR + 1]]
        if any(_GONE.search(s) or leaves_to_repository(s) for s in near):
            continue
        listed = _OPTIONS.search(text)
        if listed:
            return _differing(listed["ways"].split(";"))
        priced = _PRICED.search(text)
        if priced and all(_JUDGED.search(priced[n]) for n in ("price", "other_price")):
            return _differing((priced["one"], priced["other"]))
        after = _QUESTION.match(gloss(said[at - 1])) if at else None
        if after and " / " in text and (row := _SLASHED.match(text)):
            return _differing(row["ways"].split(" / "))
        if not any(_ASKED.search(s) or REGARDLESS.search(s) or _WEIGHED.search(s) for s in near):
            continue
        found = _letters(text) or _or(text)
        if found:
            return found
    return ()


def _sentences(reading: Reading) -> list[str]:
    return [s for _, _, s in placed(reading)]


def _letters(text: str) -> tuple[str, ...]:
    marks = list(_INLINE.finditer(text))
    signs = "".join(m["sign"] for m in marks)
    if signs not in {"ab", "abc", "abcd", "12", "123", "1234"}:
        return ()
    ends = [m.start() for m in marks[1:]] + [len(text)]
    return _differing(text[m.end() : e].strip(" ,;.") for m, e in zip(marks, ends, strict=True))


def _or(text: str) -> tuple[str, ...]:
    """`Round each line or only the total`: two halves of one short sentence."""
    plain = text.split(",")[0] if _OR.search(text.split(",")[0]) else text
    plain = plain.rstrip(".?! ")
    parts = [p.strip() for p in _OR.split(_EITHER.sub("", plain))]
    if len(parts) != 2 or len(plain.split()) > 16 or _INCLUSIVE.search(plain) or "(" in plain:
        return ()
    return _differing(parts)


def _differing(ways: Iterable[str]) -> tuple[str, ...]:
    found = tuple(shortened(w.strip(" *_.:;,\u2013\u2014-"), 100) for w in ways)
    kinds = {frozenset(words(w)) for w in found}
    return found if 2 <= len(found) <= _MOST and all(kinds) and len(kinds) == len(found) else ()
