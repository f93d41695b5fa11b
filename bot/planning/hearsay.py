"""Hearsay: an outsider reports what somebody of the project is said to have decided.

Such a comment decides nothing, and it tells that there was something to decide. Two things must come
together in one comment: a source (who said it, or where) and what was made of it (a decision, or leave
to begin). What people who may decide wrote later is read as any other word of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.people import TRADES
from bot.planning.proposal import Request
from bot.planning.settled import DECIDERS
from bot.planning.speech import said_in
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import shortened

_ONE_OF_THEM = (
    r"(?:(?:the|our|your|a|an|one of the|some(?:one|body) (?:from|of|on|in)(?: the| your)?|two of the"
    r"|most of the|everyone (?:from|of|on|in)(?: the)?|people (?:from|of|on|in)(?: the)?)"
    r" (?:[a-z]+ )?(?:devs?|developers?|maintainers?|team|core|owners?|authors?|project|admins?"
    rf"|board|guys|folks|company|{TRADES}))"
)
_PLACE = (
    r"(?:at|on|in|over|during|after) (?:the |a |an |our |last |this |yesterday's )?(?:[\w'-]+ ){0,2}"
    r"(?:meet-?ups?|conference|congress|fair|fosdem|party|workshop|summit|event|bar|pub|dinner|lunch"
    r"|beer|supermarket|trade show|convention|hackathon|camp|call|phone|stand|booth|discord|slack"
    r"|irc|matrix|mastodon|twitter|reddit|forum|chat|channel|telegram|mailing list|list|hallway"
    r"|corridor|canteen|kitchen|train|club|tournament)"
)
_SOURCE = Lazy(
    r"(?i)\b(?:i(?:'ve| have| had)? (?:just |briefly |once )?(?:talked|spoke|spoken|chatted|met|heard"
    r"|ran into|bumped into|overheard|read somewhere|was told|got told|asked(?! for| if|$))"
    r"|(?:my|our|a) (?:[a-z]+ )?(?:friend|colleague|boss|brother|sister|neighbou?r|co-?worker|cousin"
    r"|husband|wife|flatmate|teammate|buddy|mate)\b[^.!?]{0,60}"
    r"\b(?:told|says?|said|heard|met|knows?|works?|wrote|is)"
    rf"|{_ONE_OF_THEM} (?:has |have )?(?:told|says?|said|wrote|mentioned|promised|assured)"
    r"|(?:told|assured|promised) (?:me|us)"
    r"|they (?:said|say|wrote|announced)|(?:he|she) (?:said|says)"
    r"|word is|rumou?r has it|from what i (?:hear|heard)"
    rf"|(?:talked|spoke|met|heard|read|was said|somebody said)\b[^.!?]{{0,60}} {_PLACE})\b"
    r"|^(?:met|talked to|spoke to|heard|ran into)\b"
)
_MADE_OF_IT = Lazy(
    r"(?i)\b(?:decided|settled|agreed|final|a done deal|approved|signed off|decision|picked|chosen"
    r"|chose|voted|green light|(?:go|goes|going|went) (?:with|for|ahead)"
    r"|(?:they|he|she|it|that|this|everything|we|all)(?:'ll| will| is going to| are going to|'re going to"
    r"|'s going to) (?!(?:check|ask|look|try|see)\b)|it(?:'s| is| was| would be)"
    r"|[a-z]+ will be|is (?:ok|okay|fine|enough)|already said|you can (?:just |simply )?(?:start|build"
    r"|code|go|merge|take|do)|so (?:go|start|take|do)|please (?:go|start|merge)|go ahead|no problem"
    r"|do(?:es)?n't mind)\b"
    r"|\bgo[.!]?$"
)
# `I met the same error`, `my colleague has it too` report a fault.
_FAULT = Lazy(
    r"(?i)\b(?:errors?|bugs?|crash\w*|exceptions?|the same|stack ?trace|fails?|failing|failed|broken"
    r"|workaround|confirm(?:ed)?|reproduc\w+|happen\w*|logs?)\b"
)


def hearsay(request: Request) -> Iterator[Doubt]:
    """Find the decision that somebody without a say reports, behind everything the issue itself says.

    Takes the request with its comments; gives at most one doubt. The author counts as an outsider unless
    the host says otherwise.
    """
    for comment in request.comments:
        if comment.ours or comment.author.is_bot or comment.association in DECIDERS:
            continue
        told = gloss(" ".join(s for s in said_in(comment.body[:1_500]) if not s.endswith("?")))
        if _FAULT.search(told) or not (_SOURCE.search(told) and _MADE_OF_IT.search(told)):
            continue
        yield _doubt(comment.author.login, comment.body)
        return


def _doubt(who: str, said: str) -> Doubt:
    report = shortened(" ".join(said.split()), 170)
    ways = (
        Way(
            "Not decided yet: say here which way it goes",
            "Plan and tests follow the answer; the report counts for nothing.",
            f"Decided here, not by the report “{report}”",
        ),
        Way(
            "It is as reported",
            "Plan and tests follow what was reported.",
            f"Decided as reported: {report}",
        ),
    )
    question = f"@{who} reports a decision: “{report}” Has it been made, and which way does it go?"
    return Doubt(
        ReasonCode.AC_AMBIGUOUS, question, ways, report, DOCUMENT, Group.APPROACH, True, True
    )
