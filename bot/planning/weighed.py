"""Weighed: ways shown one beside the other, each with what it gives and costs; nobody has taken one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.contrasts import CLOSED, sided
from bot.planning.doubts import Doubt, Way, impact, placed, unanswered
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.picking import hits
from bot.planning.proposal import Request
from bot.planning.reading import Form, Reading
from bot.planning.rivals import is_chosen
from bot.planning.rows import Row
from bot.planning.rulings import leaves_to_repository, takes_one
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import shortened, stems, word_set, words

_MOST = 5
_LINES = 400
_FOR = word_set(
    "pro pros advantage advantages upside upsides plus good for gain gains benefit benefits"
)
_AGAINST = word_set(
    "con cons disadvantage disadvantages drawback drawbacks downside downsides minus bad against catch"
)
# What only ways are measured by: a table with such rows or columns compares them.
_MEASURED = word_set(
    """effort cost costs price risk risks pro pros con cons complexity maintenance drawback drawbacks
    advantage advantages disadvantage disadvantages downside downsides upside upsides dependency
    dependencies lock-in work days trade-off trade-offs tradeoffs"""
)
# Columns and rows that tell how it is, was or should be are no ways.
_STATES = word_set(
    """today now current currently before after expected actual old new then value default was is
    wanted got result total status type min max unit estimate owner phase milestone task"""
)
_TAKEN = Lazy(
    r"(?i)\b(?:chosen|picked|taken|decided|selected|winner|wins|this one|the one|agreed"
    r"|rejected|dropped"
    r"|our choice|go(?:ing)? with)\b|[\u2190\u2714\u2705\u2713]|<-"
)
_PLUS = Lazy(
    r"(?i)^[ \t]*(?:[-*] )?(?:\+|\(\+\)|(?:pros?|plus|advantages?|upsides?|good|for)\b ?[:\u2013-])"
)
_MINUS = Lazy(
    r"(?i)^[ \t]*(?:[-*] )?(?:[-\u2013\u2212]|\(-\)"
    r"|(?:cons?|minus|drawbacks?|disadvantages?|downsides?|bad|against|but)\b ?[:\u2013-])"
)
_SIGN = Lazy(r"(?i)^\(?[a-e1-5](?:\)|[.:] )")
_LABELLED = Lazy(
    r"(?i)^(?:option|variant|approach|alternative|proposal|solution|idea|way|version"
    r"|possibility|design"
    r"|route|thought|sketch|draft|plan|scheme|candidate|choice|take) (?P<sign>[A-E1-5]|one|two|three"
    r"|i{1,3})\b ?[:.)\u2013\u2014(-] ?(?P<way>\S.{3,})"
)
# `Both can't be the default`, `mine needs a setting, his a prefix`.
_ONE_ONLY = Lazy(
    r"(?i)\bboth (?:can't|cannot|can not) (?:be|hold|win|stay|have)\b|\b(?:we|you|one"
    r"|it) (?:can't|cannot"
    r"|can not) (?:be|have) both\b"
    r"|\b(?:these|those|they|the (?:two|three)|both)(?: (?:two|three|ways|ideas))? (?:exclude each other"
    r"|are mutually exclusive|rule each other out|do not go together|don't go together|can't be combined)\b"
    r"|\bonly one of (?:them|these|those|the (?:two|three)|both) (?:can|may|should|will)\b"
    r"|\b(?:we|i|you|somebody|someone) (?:(?:have|has|need|needs) to|must|should) (?:pick"
    r"|choose|take|settle on) one\b"
    r"|\b(?:mine|ours|my (?:way|version|idea|form|variant)) (?:needs?|has|is|costs?|gives"
    r"|keeps|would|means|makes)\b"
    r"[^.!?]{2,80}[,;] (?:but |and |while |whereas )?(?:his|hers|theirs|yours|the other)\b"
    r"|\b(?:we|there) (?:need|can only be|must be|should be) (?:only )?one (?:default|rule"
    r"|answer|form|way|format)\b"
    r"|\b(?-i:[A-Z]\w+) (?:suggest(?:s|ed)|propos(?:es|ed)|prefers?|wants?|votes? for|likes?"
    r"|favou?rs?)\b"
    r"[^.!?]{2,70}(?:,|;| and| but| while) (?-i:[A-Z][a-z]+) (?!(?:is|was|has|will)\b)[a-z-]+"
    r"|\b(?:sales|support|marketing|legal|users|teachers|parents|some|half) (?:likes?|wants?"
    r"|prefers?|would rather"
    r"|votes? for|(?:is|are) for) the (?:first|second|former|latter|other)\b"
    r"|\bbut (?:my|our|a|one) (?:colleague|boss|friend|team ?mate|co-?worker|partner|customer"
    r"|client|reviewer)s?"
    r" (?:says?|thinks?|would|wants?|prefers?|expects?|insists?|likes?|suggests?)\b"
    r"|^(?:my|our) (?:colleague|boss|friend|team ?mate|co-?worker|partner)s? (?:would rather"
    r"|would prefer|prefers?"
    r"|suggests?|insists?)\b"
)


def compared(request: Request, reading: Reading) -> Iterator[Doubt]:
    """The choice among ways that an issue compares and leaves there.

    Takes the request and its issue as read. Ways are the rows of a table with a column for and one
    against, the columns of a table whose rows are effort, cost or risk, lines with what is for (`+`) and
    against (`-`) each, or paragraphs and headings that are numbered as ways. A sentence that only one of
    two can hold, or that sets the writer's way against another's, leaves it open too.
    """
    ways = _in_rows(reading.rows) or _in_lists(request.body) or _in_labels(reading)
    ways = ways or sided(request.body, reading)
    lines = (p.text for p in reading.passages if p.form is not Form.QUOTE and p.part not in CLOSED)
    split = "" if ways else next((t for t in lines if _ONE_ONLY.search(gloss(t[:600]))), "")
    if not (ways or split) or is_chosen(request, reading):
        return
    if ways:
        doubt, behind = _doubt(ways), _behind(reading, ways)
        after = (s for at, _, s in placed(reading) if at > behind)
        if not any(_takes(s, doubt) for s in after):
            yield doubt
    else:
        told = split.removeprefix("but ").rstrip(".?!:")
        yield unanswered(f"Which of the two should it be: {told}?", split, DOCUMENT)


_WE_DO = Lazy(
    r"(?i)^(?:(?:so|then|therefore|hence|thus)[:,]? )?(?:(?:we|we'll|let's|please) )?(?:take"
    r"|go (?:for|with)|do|build|use"
    r"|choose|pick|make|implement|start with|:)\b|^so: "
)
_ORDINAL = Lazy(
    r"(?i)^(?:(?:so|then|therefore)[:,]? )?(?:(?:we|we'll|let's|please) (?:take|go (?:for"
    r"|with)|do|build|use|choose|pick) )?"
    r"(?:the )?(?:first|second|third|former|latter|last)(?: one| way| option| variant| form)?"
    r"(?= ?(?:[,.;!]|$|it is\b|please\b|because\b|since\b|for\b))"
)
_ALL = Lazy(
    r"(?i)\bboth (?:should|must|shall|need to|have to|are to) be"
    r" (?:offered|supported|possible|available|built)\b"
)


_FREE = Lazy(
    r"(?i)\beither (?:one |way )?(?:is|works|would be) (?:fine|ok|okay|good)\b"
    r"|\beither works\b|\byour (?:call|choice)\b"
    r"|\bup to you\b|\b(?:don't|do not) (?:really )?(?:care|mind)\b|\bno preference\b"
    r"|\bwhichever (?:you|is)\b"
)
_PAPER = Lazy(
    r"(?i)\bdocs?/|\.md\b|\badrs?\b|\b(?:guidelines?|conventions?|style ?guide|house rules?)\b"
)
_FIRM = Lazy(
    r"(?i)\b(?:it is|wins?|won|please|is (?:fine|enough|good enough)(?: for [a-z]+)?)[.!]?$"
    r"|^(?:decision|decided)\b"
)


def _takes(sentence: str, doubt: Doubt) -> bool:
    """Whether a sentence behind the ways takes one or all of them, or leaves that to whoever builds it."""
    text = gloss(sentence)
    if text.endswith("?"):
        return False
    head = text.split(",")[0].split(";")[0]
    one = _WE_DO.search(head) and len(hits(head, doubt)) == 1
    firm = _FIRM.search(text) and len(hits(text, doubt)) == 1
    told = one or firm or _ORDINAL.search(text) or _ALL.search(text) or _FREE.search(text)
    paper = _PAPER.search(text) and leaves_to_repository(sentence)
    return bool(told or paper) or takes_one(sentence)


def _in_rows(rows: Sequence[Row]) -> tuple[str, ...]:
    for head in dict.fromkeys(row.head for row in rows):
        same = [row for row in rows if row.head == head and row.part not in CLOSED]
        if any(_TAKEN.search(cell) for row in same for cell in row.cells):
            continue
        told = [set(words(name)) for name in head]
        first = [row.cells[0] for row in same if row.cells]
        if any(t & _FOR for t in told[1:]) and any(t & _AGAINST for t in told[1:]):
            found = _distinct(first)
        elif sum(bool(set(words(name)) & _MEASURED) for name in first) and not any(
            t & _STATES for t in told[1:]
        ):
            found = _distinct(head[1:])
        else:
            continue
        if found:
            return found
    return ()


def _in_lists(body: str) -> tuple[str, ...]:
    """The lines that stand over lines of `+` and `-`, where at least two have what is for them."""
    heads: dict[str, set[str]] = {}
    over, fenced = "", False
    for line in body.splitlines()[:_LINES]:
        plain = line.strip()
        if plain.startswith(("```", "~~~")):
            fenced = not fenced
        if fenced or not plain:
            continue
        sign = "+" if _PLUS.match(line) else "-" if _MINUS.match(line) else ""
        if sign:
            heads.setdefault(over, set()).add(sign)
        else:
            over = plain.strip("*#_:> ")
    found = [head for head, signs in heads.items() if head and "+" in signs]
    weighed = any("-" in heads[head] for head in found)
    return _distinct(found) if weighed and not any(_TAKEN.search(h) for h in found) else ()


def _in_labels(reading: Reading) -> tuple[str, ...]:
    """Paragraphs or headings that begin with `Approach 1 - `: what follows the sign is the way."""
    told = [p.text for p in reading.passages if p.form is Form.PROSE and p.part not in CLOSED]
    heads = [p.section for p in reading.passages] + [f.section for f in reading.fences]
    ways: dict[str, str] = {}
    for text in (*told, *heads):
        found = _LABELLED.match(gloss(text[:300]))
        if found:
            ways.setdefault(found["sign"].lower(), found["way"].strip(" *`:."))
    return _distinct(ways.values())


def _distinct(ways: Iterable[str]) -> tuple[str, ...]:
    """Two to five ways that differ; nothing where there are fewer, more, or one is empty."""
    found = tuple(shortened(_SIGN.sub("", w.strip(" *`:.")).strip(), 100) for w in ways)
    kinds = {frozenset(stems(w)) for w in found}
    fits = 2 <= len(found) <= _MOST and len(kinds) == len(found) and all(found)
    return found if fits and all(kinds) else ()


def _behind(reading: Reading, ways: Sequence[str]) -> int:
    """The place of the last sentence that still tells of the ways: what follows may take one."""
    items = {p.text for p in reading.passages if p.form is Form.ITEM and p.part not in CLOSED}
    found = [
        at
        for at, _, text in placed(reading)
        if text in items
        or _LABELLED.match(gloss(text[:300]))
        or text.strip(" :*`.") in ways
        or sum(w in text for w in ways) > 1
    ]
    return max(found, default=0)


def _doubt(ways: Sequence[str]) -> Doubt:
    question = f"Which of these should be built: {', '.join(ways[:-1])} or {ways[-1]}?"
    told = tuple(Way(w, impact(w), w) for w in ways)
    return Doubt(
        ReasonCode.AC_AMBIGUOUS,
        shortened(question, 280),
        told,
        " / ".join(ways),
        DOCUMENT,
        Group.APPROACH,
        free_text=True,
    )
