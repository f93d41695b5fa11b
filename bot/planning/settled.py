"""Settled: doubts that an answer, a later word of somebody who may decide, or indifference has ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.domain.questionnaire import ReasonCode
from bot.planning.answers import one_of
from bot.planning.choices import choice_in
from bot.planning.concluded import withdraws
from bot.planning.decisions import Decision
from bot.planning.doubts import Doubt, placed
from bot.planning.gaps import gap_in
from bot.planning.gloss import gloss
from bot.planning.hazards import approved, decided
from bot.planning.immaterial import INDIFFERENT
from bot.planning.lazy import Lazy
from bot.planning.openings import open_question, promised
from bot.planning.picking import hits, leads, spelled
from bot.planning.proposal import Request
from bot.planning.reading import Reading
from bot.planning.rulings import (
    allows,
    announces,
    compares,
    does,
    leaves_to_repository,
    lets_go,
    numbered,
    passes_on,
    rules,
    sets_bounds,
    settles,
    takes_one,
    weighs,
)
from bot.planning.speech import said_in
from bot.planning.words import same, stem, stems

DECIDERS = frozenset(("OWNER", "MEMBER", "COLLABORATOR"))
_DECIDING = Lazy(
    r"(?i)\b(?:let'?s|go(?:ing)? (?:with|for)|decided|decision|we'?ll|will (?:use|be)|use|prefer"
    r"|please|should|must|settled?|agreed?|final(?:ly)?|start with|choos(?:e|ing)|chose|picked|voted|ended up"
    r"|gone (?:for|with)|wins?|won|pick|want|need|it is|it's|do|is (?:fine|enough|what)|are enough)\b"
    r"|\bthen[.!]?$|^(?:so|hence|therefore|thus),? (?!that\b|far\b|what\b|how\b|which\b)"
)
# `Do we want this?`: a yes ends it, unlike `Should it be A or B?`.
_YES_OR_NO = Lazy(r"(?i)^(?:do|does|should|shall|can|could|may|is|are|would|will)\b(?!.*\bor\b)")
_HELD = Lazy(r"[0-9]|https?://|`[^`]+`|[\"“«„][^\"”»“]{2,}[\"”»“]")
_CLOSE = 3  # so many sentences after a question still answer it
_AGAINST = Lazy(
    r"(?i)\b(?:not|no need for|no|don't|without|instead of|rather than|over|never|neither)\b"
)


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    by: str
    at: int
    first: str = ""
    may: bool = False


def settled(doubt: Doubt, recommended: int, request: Request, reading: Reading) -> Decision | None:
    """Find a later word that ends a doubt; the last one counts.

    Only the author and people of the repository may decide. Indifference takes the recommended way.
    """
    found: Decision | None = None
    owners = frozenset(c.author.login for c in request.comments if c.association == "OWNER")
    course = _Course(recommended, reading, owners)
    for said in _later(doubt, request, reading):
        taken_back = said.may and withdraws(said.text)
        found = None if taken_back else _heard(said, doubt, found, course)
    return found


@dataclass(slots=True)
class _Course:
    """What the words on a doubt are held against; two sentences that tell of one way each take none."""

    recommended: int
    reading: Reading
    owners: frozenset[str]
    told: set[int] = field(default_factory=set)


def _heard(said: _Said, doubt: Doubt, found: Decision | None, course: _Course) -> Decision | None:
    """What holds after one more word."""
    own = said.text == doubt.about
    value = None if own else _value(said, doubt)
    if value:
        return value
    if (said.at < 0 and said.by and _rules_on(said, doubt)) or _answers(said, doubt):
        found = _in_own_words(spelled(said.text, course.reading), said, doubt)
    elif found is None and _lets_go(said, doubt):
        found = _in_own_words(said.first or said.text, said, doubt)
    chosen = None if own else _chosen(said, doubt)
    if chosen is None:
        return one_of(doubt, course.recommended, "") if _is_indifferent(said, doubt) else found
    if said.at >= 0 and not _DECIDING.search(said.text):
        course.told.add(chosen)
    other = one_of(doubt, chosen, said.by)
    if found and _contested(found, other, said) and said.by not in course.owners:
        return found if found.by in course.owners else None
    return other if len(course.told) < 2 else None


def _contested(found: Decision, other: Decision, said: _Said) -> bool:
    """Whether somebody who may decide takes another way than the one before him, and rules nothing."""
    if not (said.may and found.by) or said.by == found.by:
        return False
    firm = settles(said.text) or sets_bounds(said.text) or rules(said.text, "")
    return found.chosen != other.chosen and found.chosen in other.dropped and not firm


def _later(doubt: Doubt, request: Request, reading: Reading) -> tuple[_Said, ...]:
    body = tuple(
        _Said(s, request.author, at)
        for at, _, s in placed(reading)
        if (at > doubt.at and s not in doubt.about) or (at == doubt.at and s == doubt.about)
    )
    asked = next((q for q in request.questions if same(q.question, doubt.question)), None)
    since = asked.requested_at if asked else None
    spoken = [
        (comment.author.login, comment.body, comment.association in DECIDERS)
        for comment in request.comments
        if not comment.ours
        and not comment.author.is_bot
        and (since is None or comment.created_at < since)
        and (comment.author.login == request.author or comment.association in DECIDERS)
    ]
    spoken += [("", reason, True) for reason in request.feedback]
    if doubt.code is ReasonCode.POLICY_RISK:
        earlier = (_Said(s, request.author, at) for at, _, s in placed(reading) if at <= doubt.at)
        body += tuple(s for s in earlier if approved(gloss(s.text)))
    heard = [tuple(_told(login, text, may)) for login, text, may in spoken]
    # What a comment says is open still, none of its sentences decides.
    chosen = doubt.code is ReasonCode.AC_AMBIGUOUS
    return body + tuple(
        s for told in heard if not (chosen and any(passes_on(t.text) for t in told)) for s in told
    )


def _told(login: str, text: str, may: bool) -> Iterator[_Said]:
    """The sentences of one comment, each with the first of them."""
    told = said_in(text)
    return (_Said(sentence, login, -1, told[0], may) for sentence in told)


def _value(said: _Said, doubt: Doubt) -> Decision | None:
    """A later sentence on the same thing that leaves nothing open brings the missing value."""
    if doubt.code is not ReasonCode.MISSING_INPUT or said.text.endswith("?") or gap_in(said.text):
        return None
    if re.search(r"\b[NXM] ?(?:=|is) ?[0-9]", said.text) and "number of" in doubt.question:
        return _in_own_words(said.text, said, doubt)
    asked = set(stems(doubt.question)) - {stem("number"), stem("which")}
    told = set(stems(said.text))
    if not asked or (len(asked & told) * 2 < len(asked) and not _brings(said, doubt, told)):
        return None
    dropped = tuple(w.label for w in doubt.ways)
    return Decision(doubt.question, said.text, said.text.rstrip("."), dropped, said.by, doubt.about)


def _brings(said: _Said, doubt: Doubt, told: set[str]) -> bool:
    """A comment with a value, a quotation or a link that speaks of the sentence in doubt."""
    held = said.at < 0 and _HELD.search(said.text) and not promised(said.text)
    about = set(stems(doubt.about))
    return bool(held) and len(told & about) >= min(2, max(1, len(about) - 1))


# A question that a yes answers: `Do we want this?`
_IF_AT_ALL = Lazy(
    r"(?i)^(?:do we (?:want|need)|should (?:we|it|this|they)|shall we|is (?:this|that"
    r"|it) (?:ok|okay|wanted|allowed"
    r"|acceptable|fine|right)|are (?:we|you) (?:ok|fine|happy)|may (?:we|i)|can (?:we"
    r"|i))\b(?!.* or )[^?]{0,120}\?$"
)


def _rules_on(said: _Said, doubt: Doubt) -> bool:
    """A decision in own words, such as `Use the holidays package`, ends a choice as well."""
    if doubt.code is not ReasonCode.AC_AMBIGUOUS or said.text.endswith("?"):
        return False
    if said.may and _IF_AT_ALL.match(gloss(doubt.about)) and _says_yes(said):
        return True
    if not (rules(said.text, said.first) or sets_bounds(said.text) or does(said.text, doubt.about)):
        return False
    return not (open_question(said.text) or promised(said.text))


def _says_yes(said: _Said) -> bool:
    return (said.text == said.first or said.text[:4] == "You ") and allows(said.text)


def _answers(said: _Said, doubt: Doubt) -> bool:
    """`Monday or Friday? We voted for Friday.`: what follows a question closely and decides."""
    asked = doubt.code is ReasonCode.AC_AMBIGUOUS and doubt.about.endswith("?")
    if asked and said.at < 0 and said.may and _YES_OR_NO.search(gloss(doubt.about)):
        return _says_yes(said)
    return asked and 0 < said.at - doubt.at <= _CLOSE and settles(said.text)


def _lets_go(said: _Said, doubt: Doubt) -> bool:
    """`Go ahead` below a ruling, or a sentence that leaves it to what the repository says already."""
    if doubt.code is not ReasonCode.AC_AMBIGUOUS:
        return False
    if said.at < 0:
        return bool(said.by and said.first and said.first != said.text and lets_go(said.text))
    near = said.at - doubt.at <= 2 or doubt.at >= said.at
    if (near or doubt.at == 0) and takes_one(said.text):
        return True
    return near and leaves_to_repository(said.text) and not said.text.endswith("?")


def _in_own_words(told: str, said: _Said, doubt: Doubt) -> Decision:
    chosen = told.rstrip(".")
    dropped = tuple(w.label for w in doubt.ways)
    return Decision(doubt.question, chosen, chosen, dropped, said.by, doubt.about)


def _is_indifferent(said: _Said, doubt: Doubt) -> bool:
    if not INDIFFERENT.search(said.text) or doubt.code is ReasonCode.POLICY_RISK:
        return False
    if passes_on(said.text):
        return False
    near = said.at == -1 or said.at - doubt.at <= 2
    others = set(stems(said.text)) - {
        stem(w) for w in ("fine", "care", "mind", "choice", "whichever")
    }
    return near and (
        not others or len(others) > 12 or said.at >= 0 or bool(others & set(stems(doubt.about)))
    )


def _chosen(said: _Said, doubt: Doubt) -> int | None:
    if said.text.endswith("?") or compares(said.text) or choice_in(said.text):
        return None
    if doubt.code is ReasonCode.POLICY_RISK:
        text = gloss(said.text)
        firm = approved(text) or (decided(said.text) and _is_about(said, doubt))
        return 1 if firm or (said.may and (sets_bounds(text) or _says_yes(said))) else None
    if doubt.code is ReasonCode.MISSING_INPUT:
        return None
    picked = numbered(said.text, doubt.about) if said.at < 0 else None
    if picked is not None and picked < len(doubt.ways):
        return picked
    against = _AGAINST.search(said.text)
    cut = against.start() if against else len(said.text)
    wanted, refused = hits(said.text[:cut], doubt), hits(said.text[cut:], doubt)
    firm = bool(_DECIDING.search(said.text)) or (
        said.at == -1 and (len(said.text.split()) <= 6 or leads(said.text, doubt, wanted))
    )
    near = (
        doubt.at < said.at <= doubt.at + 2 and doubt.about.endswith("?") and not weighs(said.text)
    )
    if len(wanted) == 1 and (firm or near or (refused and wanted != refused)):
        return wanted[0]
    if not wanted and len(refused) == 1 and len(doubt.ways) == 2 and not doubt.prefer_first:
        return 1 - refused[0]
    return None


def _is_about(said: _Said, doubt: Doubt) -> bool:
    """A comment speaks of the issue; a sentence of it of what it names or what stands before it."""
    if said.at < 0 or (0 < said.at - doubt.at <= 2 and announces(said.text)):
        return True
    return bool(set(stems(said.text)) & set(stems(doubt.about)))
