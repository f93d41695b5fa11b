"""Sequels: parts of a large request told one after the other: `to begin with …, next …, and at last …`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.planning.lazy import Lazy

_FIRST = Lazy(
    r"(?i)^(?:so,? |well,? )?(?:(?:at )?first(?:ly)?(?: of all)?|to (?:begin|start) with|(?:i"
    r"|we)(?:'d| would|'ll| will)? (?:begin|start) with|(?:begin|start)(?:ning|ing)? with"
    r"|initially|the first (?:step|part|thing|piece) (?:is|would be)|step one|it (?:starts"
    r"|begins) with|zuerst|zunächst|als erstes|d'abord|en premier|primero|en primer lugar|まず)\b"
)
_STEP = Lazy(
    r"(?i)^(?:and |but |so )?(?:(?:at )?first(?:ly)?(?: of all)?|to (?:begin|start) with"
    r"|step (?:one|two|three|four|five|[0-9])|(?:i|we)(?:'d| would|'ll| will)? (?:begin"
    r"|start) with|(?:begin|start)(?:ning|ing)? with|it (?:starts|begins) with|second(?:ly)?"
    r"|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?|sixth(?:ly)?|initially|(?:and )?(?:only )?then|next(?: up"
    r"| in line)?|(?:in parallel|alongside|meanwhile|independent(?:ly)? of (?:that|this|it))"
    r"(?: to (?:that|this|it))?|(?:the )?last(?: (?:part|thing|one|step|bit|piece))? is|what (?:is|remains"
    r"|comes) (?:left|last) is|with (?:that|this|it) (?:in place|done|there)"
    r"|after(?:wards| that| this)|(?:once|when|as soon as) we have (?:that|this|it)|after [\w-]+(?= (?:comes?"
    r"|follows?|is|are)\b)|(?:once|when|as soon as) (?:that|this|it)(?:'s| is"
    r"| has been)? (?:done|there|in place|works|ready|running|finished|merged)"
    r"|building on (?:that|this|it)|on top(?: of (?:that|it|this))?|later(?: on)?|finally"
    r"|last(?:ly)?(?: but not least)?|last of all|at (?:the )?(?:last|end)|in the end"
    r"|to (?:finish|end|conclude)|also|plus|in addition|besides|moreover|what (?:comes"
    r"|follows) (?:next|then) is|the (?:first|second|third|fourth|fifth|next|last|final) (?:step"
    r"|part|thing|piece|one|bit|item) (?:is|would be|adds|brings)|and)\b,? (?:(?:comes?|follows?"
    r"|there(?:'s| is| are)|(?:somebody|someone|one|we|i) (?:could|can|should|may|might|will)(?: (?:do"
    r"|start(?: with)?|begin(?: with)?|take|build))?|i'd like|we need|i want|we want"
    r"|it needs)\b (?:to )?)?(?=\S)"
)
_PLAIN_STEP = Lazy(r"(?i)^(?:and|also|plus|besides|later|moreover) ")
# What is said of the whole, or not wanted at all.
_ASIDE = Lazy(
    r"(?i)^(?:no|not|never|without|nothing)\b(?! (?:later|more) than\b)|^(?:we|i) (?:won't|will not|don't"
    r"|do not|can't|cannot) (?:want|need|plan|do|have|moderate|support|build)\b"
    r"|\b(?:is|are) (?:not (?:wanted|what (?:we|i) want|planned|needed|part of|in scope)|no topics?)\b"
    r"|\b(?:stays?|remains?)\b.{0,20}\b(?:as|like|on paper|the way|untouched|unchanged)\b"
    r"|\bexactly (?:as|like) (?:they|it) (?:do|does|is|are) (?:now|today)\b"
    r"|^(?:people|users|customers|many|everybody) (?:have|has|keep|are) (?:asked|asking|been asking)\b"
    r"|^(?:no|not|without) [^,;]{2,50}(?:, please| please|, thanks)?$|\b(?:for now|for later"
    r"|as it is|some ?day|not now|not yet|another time|left out)[.!]?$"
)
# A delivery or a season of its own for each part.
_STAGED = Lazy(
    r"(?i)^(?:and |the )?(?:in |for |by )?(?:(?P<unit>milestone|delivery|release|stage|wave"
    r"|increment|iteration|sprint|quarter"
    r"|instalment) (?:one|two|three|four|five|six|[1-9])\b|(?:first|second|third|fourth|fifth"
    r"|last|final) (?:milestone|delivery"
    r"|release|stage|wave|increment|iteration|quarter|instalment|deliverable)\b|q[1-4]\b"
    r"|(?:early |late )?(?:spring|summer"
    r"|autumn|winter)(?: [0-9]{4})?[:,] )"
)
_FEWEST = 3


def begins(text: str) -> bool:
    """Say whether a sentence opens a sequence: `To begin with, …`."""
    return bool(_FIRST.match(text))


def in_turn(texts: Sequence[str]) -> bool:
    """Say whether sentences tell of parts in turn: an opening and two more steps, or four steps."""
    steps = [t for t in texts if _STEP.match(t) and not _PLAIN_STEP.match(t)]
    return len(steps) > _FEWEST or (len(steps) >= _FEWEST and any(begins(t) for t in steps))


def in_stages(texts: Sequence[str]) -> bool:
    """Say whether four sentences each begin with a delivery, a milestone or a season of their own."""
    return len({m[0].lower() for t in texts if (m := _STAGED.match(t))}) > _FEWEST


def from_first(texts: Sequence[str]) -> list[str]:
    """The sentences from the one that opens the sequence on, without what is said of the whole.

    What opens nothing, because hardly a sentence follows (`Start with the first`), does not count.
    """
    at = next((n for n, t in enumerate(texts[:-_FEWEST]) if begins(t)), 0)
    return [t for t in texts[at:] if not _ASIDE.search(t.rstrip("."))]


def unstepped(text: str) -> str:
    """A part without the word that puts it in its place: `After that photos` is `photos`."""
    return _STEP.sub("", text)
