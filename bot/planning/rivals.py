"""Rivals: a solution beside another one, or an offer to build either; nobody has chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.facts import Comment
from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.concluded import withdraws
from bot.planning.contrasts import REGARDLESS
from bot.planning.doubts import Doubt, Way, impact
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.proposal import Request
from bot.planning.reading import Form, Reading, sentences
from bot.planning.rulings import settles
from bot.planning.sections import Part
from bot.planning.settled import DECIDERS
from bot.planning.speech import said_in
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import shortened

_WAY = (
    r"(?:one|way|option|variant|approach|shape|version|form|api|design|direction|solution"
    r"|of (?:the two|them|these|those|both))"
)
_WHICH = Lazy(
    rf"(?i)\b(?:tell|let) (?:me|us) (?:know )?which(?: {_WAY})?(?=[.,;!?]|$| (?:you|to|is|it)\b)"
    rf"|\bwhich {_WAY}\b[^.?!]{{0,60}}\b(?:prefer\w*|like|want\w*|choose|pick|go|take|better"
    rf"|right|should|shall|you)\b"
    r"|\b(?:happy|glad|willing|ready|fine|able|can|could|would) (?:to )?(?:build|do|write"
    r"|implement|send|open|make|work"
    r" on|take|pick up|start(?: on)?|code)\b[^.?!]{0,20}\b(?:either|whichever|any of|one of)\b"
    r"|\b(?:once|when|as soon as) (?:it is|it's|that is|that's|somebody has|someone has"
    r"|you have|you've|we have"
    r"|the maintainers have) (?:been )?(?:decided|chosen|picked|settled"
    r"|agreed)\b[^.?!]{0,40}\bwhich\b"
)
_FREE = Lazy(
    r"(?i)\b(?:don't|do not|doesn't) (?:care|mind)\b|\beither (?:one )?is (?:fine|ok|good)\b"
    r"|\bup to (?:you|whoever)\b"
    r"|\byour (?:call|choice)\b|\bwhichever (?:is|you)\b"
)
_BOTH_SIDES = Lazy(
    r"(?i)\b(?:(?:the )?(?:first|second|former|latter|other)(?: one| way| option| variant"
    r"| form)?|one|this one|that one)"
    r"\b[^.?!]{0,60}\b(?:but|easy|easier|simple|simpler|nice|nicer|flexible|ugly|verbose"
    r"|explicit|cheap\w*|safer|owns?"
    r"|hides?|needs|would need|means|breaks?|costs?|keeps?|leaves?)\b|\bwhat about\b"
    r"|\b(?:but|yet|though|although) (?:then )?(?:can't|cannot|can not|won't|doesn't|don't"
    r"|needs?|costs?|we(?:'d| would)?"
    r" (?:own|have|need)|is (?:ugly|slow|verbose|harder|more))\b|\b(?:live|be fine|be ok"
    r"|be happy) with (?:either|both)\b"
    r"|\btrade-?offs?\b|\bpros\b|\bcons\b"
    r"|\bhard to (?:change|undo|take back)\b|\bcannot (?:be )?change\b"
)
_DISMISSED = Lazy(
    r"(?i)\b(?:considered|thought about|tried|looked at|rejected|dismissed|ruled out"
    r"|not (?:enough|good|nice|possible)"
    r"|does(?:n't| not) (?:work|scale|help|fit)|do(?:n't| not) (?:work|scale|help|fit|want"
    r"|like)|too (?:slow|much|complex"
    r"|complicated|expensive|fragile|hard)|worse|none|nothing|no (?:good )?alternatives?|n/?a"
    r"|keep (?:doing|it as)"
    r"|workaround|by hand|live with|status quo|today)\b"
)


def unchosen(request: Request, reading: Reading) -> Iterator[Doubt]:
    """The choice between rival solutions that nobody has made.

    Takes the request and its issue as read. Somebody asks which of them to build and no maintainer
    answered; or a form holds a solution and an alternative that nothing speaks against, weighed both.
    """
    if is_chosen(request, reading):
        return
    sections = _rival_sections(reading)
    asked = _asked(request.comments)
    if asked:
        yield _doubt(sections, asked)
    elif sections and (
        not any(_is_other(f.section, f.part) for f in reading.fences)
        or any(_BOTH_SIDES.search(gloss(p.text)) for p in reading.passages)
    ):
        yield _told_apart(reading)


def _asked(comments: Sequence[Comment]) -> str:
    """The last word of a person who asks which way to go, where nobody who may decide wrote after it."""
    asked = ""
    for comment in comments:
        if comment.ours or comment.author.is_bot:
            continue
        said = said_in(comment.body)
        found = next((s for s in said if _WHICH.search(gloss(s))), "")
        if any(_FREE.search(gloss(s)) for s in said):
            found = ""
        if found:
            asked = found
        elif comment.association in DECIDERS:
            asked = ""
    return asked


def is_chosen(request: Request, reading: Reading) -> bool:
    """Whether the text, or somebody who may decide, has taken one.

    What must hold in the end (`is decided within a day`) takes none.
    """
    said = [s for c in request.comments if c.association in DECIDERS for s in said_in(c.body)]
    back = max((n for n, s in enumerate(said) if withdraws(s)), default=-1)
    told = [
        p.text
        for p in reading.passages
        if p.form is not Form.QUOTE and p.part not in {Part.CRITERIA, Part.EXPECTED}
    ]
    open_ = max((n for n, t in enumerate(told) if REGARDLESS.search(gloss(t[:600]))), default=-1)
    told = [] if back >= 0 else told[open_ + 1 :]
    return any(settles(gloss(s)) for s in (*said[back + 1 :], *told))


def _rival_sections(reading: Reading) -> tuple[str, str] | None:
    """The headings of a solution and of an alternative to it that nothing is said against."""
    heads = [(p.section, p.part, p.text) for p in reading.passages]
    heads += [(f.section, f.part, f.text) for f in reading.fences]
    others = [(s, text) for s, part, text in heads if _is_other(s, part)]
    own = next((s for s, part, _ in heads if _SOLUTION.search(s) and not _is_other(s, part)), "")
    if not own or not others:
        return None
    shown = any(_is_other(f.section, f.part) for f in reading.fences)
    told = gloss(" ".join(text for _, text in others))
    if _DISMISSED.search(told) or not (shown or speaks_for(told)):
        return None
    return own, others[0][0]


# What an alternative has for itself; what a writer has done with it so far, or holds against it.
_GAINS = Lazy(
    r"(?i)\b(?:stays? (?:as|the|what|un|where|small|simple)|keeps? (?:the|working|its|everything)"
    r"|needs? no\b|no (?:update|change|new|migration|extra|need)\b|(?:nobody|no one"
    r"|none) (?:would|could|will|can|has to)"
    r"|would(?:n't| not) (?:need|have to|touch|break)|already (?:know|there|have|works?)"
    r"|simpler|easier|cheaper|smaller"
    r"|safer|quicker|faster|clearer|fewer|less (?:work|code|to)|works? (?:everywhere"
    r"|for everybody|for all|on all|without"
    r"|offline|with every)|as fast as|same (?:effect|result)|more (?:honest|exact|flexible"
    r"|general|precise|obvious)"
    r"|(?:also|even) (?:cover|help|work|solve)s?|(?:would|could) also|is (?:enough|standard"
    r"|common|familiar|what)"
    r"|in one (?:day|afternoon|hour|line|place)|half the)"
)
_LOSES = Lazy(
    r"(?i)\b(?:overkill|don't need|no fun|nope|however|except|i have to|we have to"
    r"|which we have|right now"
    r"|(?:wouldn't|would not|won't) (?:have )?help|i (?:used|use|do|have|subclassed|wrote"
    r"|patch)|not (?:an option|for us)"
    r"|precedent|bloat|ugly|hack|fragile|breaking|off by one|forget it|but then|nobody wants"
    r"|not enough)\b"
)


def speaks_for(told: str) -> bool:
    """Whether what is told of an alternative is for it, and nothing is held against it."""
    return bool(_GAINS.search(told)) and not _LOSES.search(told)


def _told_apart(reading: Reading) -> Doubt:
    """The doubt between the first sentences of a solution and of the alternative to it."""
    told = [p for p in reading.passages if p.form is not Form.QUOTE]
    other = next((p.text for p in told if _is_other(p.section, p.part)), "The alternative told")
    own = next(
        (p.text for p in told if _SOLUTION.search(p.section) and not _is_other(p.section, p.part)),
        "The solution told",
    )
    names = [shortened(sentences(text)[0].rstrip("."), 120) for text in (own, other)]
    ways = tuple(Way(n, impact(n), n) for n in names)
    question = f"Which of the two should be built: “{names[0]}” or “{names[1]}”?"
    about = f"{own} / {other}"
    code = ReasonCode.AC_AMBIGUOUS
    return Doubt(
        code, shortened(question, 300), ways, about, DOCUMENT, Group.APPROACH, free_text=True
    )


def _is_other(section: str, part: Part) -> bool:
    return bool(section) and (part is Part.ALTERNATIVES or bool(_OTHER.match(section)))


_OTHER = Lazy(
    r"(?i)^(?:an? |the )?(?:alternatives?|other (?:way|option|idea|solution)s?"
    r"|what else (?:did|have|could)|considered alternatives)\b"
)
_SOLUTION = Lazy(
    r"(?i)\b(?:what (?:do|would) you (?:propose|like|want|suggest)|solution|proposal"
    r"|suggest\w*|propos\w*|api|design|idea|approach)\b"
)


def _doubt(sections: tuple[str, str] | None, why: str) -> Doubt:
    first, second = sections or ("The first way told", "The other way told")
    ways = tuple(
        Way(
            name,
            "Plan and tests follow this way; the other is left out.",
            f"Built as under “{name}”",
        )
        for name in (shortened(first, 80), shortened(second, 80))
    )
    question = f"Which of the ways told should be built: “{shortened(why.rstrip('?.'), 160)}”?"
    return Doubt(
        ReasonCode.AC_AMBIGUOUS, question, ways, why, DOCUMENT, Group.APPROACH, free_text=True
    )
