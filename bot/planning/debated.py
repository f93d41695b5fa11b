"""Debated: people who may decide talk over a choice in the comments, and their last word leaves it open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.domain.facts import Comment
from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.concluded import withdraws
from bot.planning.doubts import Doubt, Way, impact, unanswered
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.proposal import Request
from bot.planning.reading import Reading
from bot.planning.rivals import is_chosen
from bot.planning.rulings import rules, sets_bounds, settles
from bot.planning.settled import DECIDERS
from bot.planning.speech import said_in
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import shortened

# Two ways, each of which has something.
_BOTH = Lazy(
    r"(?i)\b(?:you (?:both|two|all) (?:have|are|make|do)|(?:you|they)(?:'re| are) (?:both"
    r"|all) right|both (?:of"
    r" (?:you|them|these|those) )?(?:ha(?:s|ve|d) (?:something|(?:a |good )?points?|merits?"
    r"|their|its|pros)|make"
    r" (?:sense|good)|sound|are (?:right|good|valid|fair|tempting|defensible|reasonable)"
    r"|would (?:work|do)|ideas"
    r"|proposals|sides|views)|each (?:ha(?:s|ve) (?:its|their|something|a point)|of you (?:is|are|has))"
    r"|(?:can|could)(?:n't| not)? (?:see|argue|live with|understand) (?:both|either)"
    r"|there(?:'s| is) something (?:to"
    r" be said )?(?:for|in) (?:both|each|either)|(?:good|fair|valid) (?:points?"
    r"|arguments?) (?:on|from|by|for)"
    r" (?:both|each|either|all)|\btorn(?: between\b|[.!]?$)|in two minds|on the fence|(?:can't"
    r"|cannot|can not|couldn't) (?:decide|choose"
    r"|make up (?:my|our) minds?|pick|agree))"
)
_PUT_OFF = Lazy(
    r"(?i)\b(?:let me|i(?:'d| would) (?:like|want|prefer|need|have) to|i (?:want|need|have"
    r"|would like) to|i(?:'ll| will)"
    r"|we (?:should|need to|have to|must|want to)|let(?:'s| us)) (?:first |still |please "
    r"|just )?(?:sleep (?:on|over)"
    r"|think (?:about|it|this|that|over)|(?:hear|ask|check with|talk to|consult|wait for|poll"
    r"|survey|sound out)"
    r" (?:what |with |to )?(?:the |our |my )?[a-z]+|(?:decide|discuss|settle|talk|vote|choose"
    r"|pick|sort)\b[^.!?]{0,40}"
    r"\b(?:when|once|after|at|in|on|next|tomorrow|later|first|over|with|about)\b|put (?:it|this|that) to"
    r"|bring (?:it|this|that) (?:to|up (?:with|at|to|on|in the (?:meeting|next)))|take (?:it"
    r"|this|that) to|mull|ponder)"
    r"|\b(?:i|we)(?:'m| am|'re| are)? (?:still |rather |slightly )*lean(?:ing)? (?:to|towards?)\b"
    r"[^.!?]{0,60}\b(?:but|though|not sure|yet)\b"
    r"|\b(?:to be|needs? to be|will be|is being) (?:discussed|decided|talked (?:over|about)"
    r"|voted on|settled)\b"
    r"|\b(?:on|for) the agenda\b|\bhaven'?t (?:decided|chosen|agreed|made up)\b"
)
# What goes on all the same waits for no decision.
_GOES_ON = Lazy(
    r"(?i)\bgo (?:ahead|for)\b|\b(?:so|hence|but|therefore|thus|yes)\b[, ]+(?:let's|we(?:'ll)?"
    r"|do|take|use|make|keep"
    r"|build|a setting|an option) (?!(?:decide|discuss|talk|see|wait|vote|ask|hear|sleep"
    r"|settle|think|choose)\b)"
    r"|\b(?:can|may|should) (?:already )?be (?:built|done|merged|started|implemented)\b"
)
_OF_WORK = Lazy(r"(?i)\b(?:release|milestone|review|pr|pull request|merge|ci|tests?)\b")
# How somebody proposes one of the ways.
_VIEW = Lazy(
    r"(?i)(?:\b(?:i'd|i would|i'll|we should|we could|it should|they should|easiest|simplest"
    r"|cleanest|best|better|rather"
    r"|prefer|i vote|my vote|instead|why not|would do|would be enough|is enough|i want|let's|must|mustn't)\b"
    r"|^(?:then|so|just|simply|make|keep|use|show|skip|only|let|stop|take|have|no[,:]|yes[,:])\b)"
)
_DENIES = Lazy(r"(?i)\b(?:not|never|no)\b|n't\b")
_TALK = Lazy(
    r"(?i)^(?:you both|both|thanks|thank|good|agreed?|true|hm+,? (?:true|right)|important"
    r"|we all|let me|let's (?:decide"
    r"|talk|discuss|see|wait))\b"
)


def debated(request: Request, reading: Reading) -> Iterator[Doubt]:
    """The choice that people who may decide have talked over and left open.

    Takes the request and its issue as read. The last of them says that both ways have something, or
    puts the decision off; what any of them or the text settles ends that, and so does a later word of
    the author.
    """
    spoken = [c for c in request.comments if not (c.ours or c.author.is_bot)]
    heard = [c for c in spoken if c.association in DECIDERS]
    if not heard or is_chosen(request, reading):
        return
    if any(c.author.login == request.author for c in spoken[spoken.index(heard[-1]) + 1 :]):
        return
    said = [s for s in said_in(heard[-1].body) if not s.endswith("?")]
    both = next((s for s in said if _BOTH.search(gloss(s))), "")
    off = next((s for s in said if _PUT_OFF.search(gloss(s)) and not _OF_WORK.search(s)), "")
    back = next((s for s in said if withdraws(s)), "") if _decided(heard) else ""
    anew = said[said.index(back) + 1 :] if back else []
    back = "" if any(settles(s) or rules(s, "") for s in anew) else back
    found = both or off or back
    if found and not any(_GOES_ON.search(gloss(s)) for s in said):
        yield _doubt(found, _views(heard))


def _decided(heard: Sequence[Comment]) -> bool:
    """Whether one of the talk had decided."""
    told = (s for c in heard for s in said_in(c.body))
    return any(settles(s) or sets_bounds(s) for s in told)


def _views(heard: Sequence[Comment]) -> tuple[str, ...]:
    """What two people proposed, each in the first sentence that says what to do, the last two."""
    views: dict[str, str] = {}
    for comment in heard:
        told = (s.rstrip(".! ") for s in said_in(comment.body) if not s.endswith("?"))
        proposed = sorted(
            (s for s in told if _VIEW.search(gloss(s)) and not _left(s)),
            key=lambda s: bool(_DENIES.search(s)),
        )
        if proposed:
            views.setdefault(comment.author.login, proposed[0])
    return tuple(views.values())[-2:] if len(views) > 1 else ()


def _left(sentence: str) -> bool:
    text = gloss(sentence)
    return bool(_TALK.search(text) or _BOTH.search(text) or _PUT_OFF.search(text))


def _doubt(found: str, views: tuple[str, ...]) -> Doubt:
    told = shortened(found.rstrip("."), 200)
    if not views:
        left = "took the decision back" if withdraws(found) else "left it open"
        question = f"A maintainer {left} (“{told}”): which way should it go?"
        return replace(unanswered(question, found, DOCUMENT), held=True)
    ways = tuple(Way(label := shortened(v, 100), impact(v), label) for v in views)
    question = f"Which should it be: “{ways[0].label}” or “{ways[1].label}”?"
    about = " / ".join((*views, found))
    code = ReasonCode.AC_AMBIGUOUS
    return Doubt(code, question, ways, about, DOCUMENT, Group.APPROACH, free_text=True, held=True)
