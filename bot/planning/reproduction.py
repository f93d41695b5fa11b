"""Reproduction: what somebody needs to see a fault for themselves, and what a report leaves out of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.kinds import goal_of
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part, part_of
from bot.planning.thin import shows_nothing
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import word_set, words

_FAULT = Lazy(
    r"(?i)\b(?:does ?n[o']t work|not work(?:ing|s)?|broken|breaks?|crash(?:es|ed|ing)?"
    r"|errors?|fails?|failing|failed"
    r"|wrong|bug|problem|issue|stopped|freez(?:es|ing)|hangs?|stops|closes|quits|won.t"
    r"|not (?:fully )?(?:visible"
    r"|shown|possible|loading)"
    r"|does not (?:load|open|start|save|show|respond)|cannot|can't|missing|incorrect|weird"
    r"|strange|white page)\b"
)
_PROOF = Lazy(
    r"`[^`]+`|[\"“«„「][^\"”»“」]{2,}[\"”»“」]|\b[\w-]+/[\w./-]+|\b[45][0-9]{2}\b|->|→|=>"
    r"|\b[A-Za-z]+(?:Error|Exception)\b|\b[A-Z]\w*\.[a-z]\w+\("
    r"|(?i:\b(?:exit code|error code|instead of|rather than|even though|although"
    r"|but (?:it )?(?:should|shows?)"
    r"|should (?:be|show|say|print|not|have|stay|keep|find|also|still)|expected|only when"
    r"|every time|always when|ignores it|always (?:takes|shows|uses|returns|prints|gives|picks))\b)"
)
_STEP = Lazy(
    r"(?i)\b(?:when(?:ever)?|after|if|once|on|by|for|while|with|without) (?:i |you |we "
    r"|the |a |an |one |my |our )?"
    r"[a-z-]+(?: [a-z-]+){1,}"
)
_ACTION = Lazy(
    r"(?i)\b(?:click|press|open|enter|type|typing|select|choose|add|create|delete|remove"
    r"|set|run|upload|import|export"
    r"|save|switch|drag|scroll|start|stop|close|send|sort|filter|search|resize|rename"
    r"|log ?in|sign in|edit|pick|tap)"
    r"(?:s|ed|ing|ping|ting)?\b (?:the |a |an |any |my |some |one |on |in |to |two |three "
    r"|all )*(?P<what>[a-z-]{3,})"
)
_VERSION = Lazy(
    r"(?i)\bv?[0-9]+\.[0-9]+|\bversion:? \S|\b(?:windows|macos|linux|ubuntu|debian|android"
    r"|ios|iphone|firefox|chrome"
    r"|safari|edge|docker|node|python|java|php|ruby|go)\b ?[0-9]|\b(?:firefox|safari"
    r"|raspberry pi|iphone|ipad|android)\b"
)
_OF_PROGRESS = re.compile(
    r"(?i)^\W*(?:(?:and|but|so|hm+|ok)\W+)*(?:when (?:will|can|is|do|are)|by when"
    r"|who(?:'s| is| takes| does| will| wants)"
    r"|how far|how is it going|what would .{1,40} cost|any (?:news|update|progress|taker)"
    r"|(?:is|are) (?:there|you|we|it|this|that) .{0,30}"
    r"\b(?:draft|plan|news|update|progress|branch|done|ready|merged)\b"
    r"|(?:shall|can|may|should) (?:i|we)\b|what do you (?:all )?think)|^\W*$"
)
_ASKED = Lazy(
    r"(?i)\b(?:which|what|can you|could you|do you|please|how)\b.{0,120}\b(?:version|print"
    r"|output|log|message"
    r"|steps|reproduce|system|os|browser|screenshot|sample|example|file|device|error"
    r"|exactly|trace|config)"
)
_ORDERS = Lazy(
    r"(?i)(?:handle|add|show|allow|support|hide|print|warn|return|replace|treat|ignore|skip"
    r"|accept|refuse"
    r"|reject|validate|let|keep|remove|use|offer|display|mark|highlight) (?:an? |the |all |when "
    r"|if )?[a-z-]{3,}\b"
)
# Quoted words that show no more than `does not work` does.
_VACUOUS = Lazy(
    r"(?i)[\"“«„]\W*(?:(?:it|that|this|the \w+|just)\b\W*)*(?:an error|some error|doesn'?t"
    r"|does not|did ?n[o']t|won'?t|can'?t|cannot|fail\w*|nothing|wrong|broken|not (?:work"
    r"|accept)\w*"
    r"|something)\b[^\"”»“]{0,40}[\"”»“]"
)
_ONE_WORD = Lazy(
    r"(?i)[\"“«„](?:strange|weird|funny|odd|slow|bad|broken|wrong|buggy|unstable|unusable|stuck"
    r"|dead"
    r"|off|crazy|komisch|raro|bizarre)[\"”»“]|\b(?:on|by|for|after|since|until"
    r"|before|once) (?:the |a |every |last |next )*(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"(?: [a-z]+)?|\bafter (?:the|an|my|our) (?:last |latest |new |recent )?(?:update|upgrade"
    r"|reboot|restart)(?: the app)?\b|\b(?:on|with) (?:my|our|his|her) (?:wife'?s?|husband'?s?"
    r"|colleague'?s?|other|old|new|own)? ?(?:phone|machine|computer|laptop|tablet|device|pc)\b"
    r"|\bon paper\b|\bfor (?:a|the) (?:second|moment|while|time being)\b"
)
# `It should not crash` names no result either.
_NO_RESULT = Lazy(
    r"(?i)\bshould (?:be (?:the same|fixed|correct|right|possible|better|fast(?:er)?|as before)"
    r"|(?:not|n't)(?: (?:crash|happen|fail|hang|break|freeze|do (?:that|this)"
    r"|be (?:like|that way|so)\b.{0,20}))?) ?[.!]?$"
)
_BLAND = word_set(
    """it this that something everything app application program page site tool thing things stuff anything
    start starts since last again now then closes opens phone same right
    yesterday today update release week morning days monday friday time please soon"""
)


def unseen(
    reading: Reading, intent: Intent, said: Iterable[str], unanswered: Iterable[str]
) -> tuple[Doubt, ...]:
    """Ask for what a fault cannot be reproduced without.

    Takes the issue, what kind it is, what its author and people of the repository said, and the questions
    of the latter that nobody has answered. A report with a trace, steps, a quotation or a contrast of
    expected and actual behaviour is enough.
    """
    told = [gloss(p.text[:600]) for p in reading.passages[:400] if p.form is not Form.QUOTE]
    whole = [gloss(reading.title), *told, *said]
    # Whatever is asked back about a fault, its reporter owes: nobody else has seen it.
    fault = intent is Intent.BUG
    asked = [q for q in unanswered if _ASKED.search(q) or (fault and not _OF_PROGRESS.search(q))]
    if not asked and (intent is not Intent.BUG or _is_order(goal_of(reading.title))):
        return ()
    if not (asked or shows_nothing(reading, whole) or _hides(reading, whole)):
        return ()
    about = asked[0] if asked else next((p.text for p in reading.passages), reading.title)
    return how_to_see_it(" ".join(whole), about)


def _hides(reading: Reading, whole: list[str]) -> bool:
    """Whether a fault is spoken of, and too little of it shown."""
    return any(_FAULT.search(t) for t in whole) and not _is_shown(reading, whole)


def _is_order(goal: str) -> bool:
    """`Handle a missing avatar` tells what to do; `Fix the login` only names a fault."""
    return bool(_ORDERS.match(goal))


def _is_shown(reading: Reading, whole: list[str]) -> bool:
    if any(len(f.text.strip()) > 10 for f in reading.fences):
        return True
    if any(len(list(words(p.text))) > 2 for p in reading.of(Part.REPRODUCE)):
        return True
    wanted = reading.of(Part.EXPECTED)
    if reading.of(Part.ACTUAL) and any(len(list(words(p.text))) > 2 for p in wanted):
        return True
    unfilled = any(part_of(name) is Part.REPRODUCE for name in reading.blank)
    return sum(_weight(t) for t in whole) >= (4 if unfilled else 2)


def _weight(text: str) -> int:
    """How much a sentence shows: a quotation or a contrast 2, an action on a named thing 1, a number 1."""
    text = _ONE_WORD.sub(" ", text)
    points = 2 if _PROOF.search(_NO_RESULT.sub(" ", _VACUOUS.sub(" ", text))) else 0
    named = [m["what"] for m in _ACTION.finditer(text)]
    points += int(any(n.lower() not in _BLAND for n in named))
    points += int(bool(_STEP.search(text)) and not _only_bland(text))
    return points + int(bool(re.search(r"\b[0-9]+(?:[.,][0-9]+)?\b", text)))


def _only_bland(text: str) -> bool:
    return all(
        all(w in _BLAND or len(w) < 4 for w in words(m[0].split(" ", 1)[1]))
        for m in _STEP.finditer(text)
    )


def how_to_see_it(text: str, about: str) -> tuple[Doubt, ...]:
    """The doubts of a fault that nobody else can see: takes all that was told, and a sentence of it."""
    found = [
        _doubt(
            "What exactly is shown or printed: the error message, the output or the log?",
            ("The exact message or log is added here", "It tells where the fault is."),
            ("There is no message, it is described here", "The description takes its place."),
            about,
        ),
        _doubt(
            "Which steps, on which page or with which file or sample, show the fault?",
            ("The steps and a sample are added here", "A test can then show the fault first."),
            ("It cannot be shown on purpose", "The first task looks for the cause."),
            about,
        ),
    ]
    if not _VERSION.search(text):
        found.append(
            _doubt(
                "Which version is it, on which device, browser or operating system (platform)?",
                ("The latest release, on any system", "It is looked for there first."),
                ("The version and system told in the answer", "It is looked for there only."),
                about,
            )
        )
    return tuple(found)


def _doubt(question: str, first: tuple[str, str], second: tuple[str, str], about: str) -> Doubt:
    ways = tuple(
        Way(label, impact, f"{question.rstrip('?')}: {label}") for label, impact in (first, second)
    )
    return Doubt(ReasonCode.MISSING_INPUT, question, ways, about, DOCUMENT, Group.SCOPE, True, True)
