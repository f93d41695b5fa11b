"""Blurred: wishes that only point in a direction (harder, cleaner, more modern) and name no result.

`vagueness` is silent as soon as a number or a name stands anywhere; here only what is wished for can
be a measure, so that the age of a page, the level of a game or the file to tidy up is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.planning.doubts import Doubt
from bot.planning.gloss import gloss, tongue_of
from bot.planning.kinds import goal_of
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.vagueness import EMPTY_WISH, MEASURE, VAGUE, WISH, unmeasured
from bot.planning.verbs import is_imperative
from bot.planning.words import word_set, words

ENOUGH = 2.5
_DIRECTION = Lazy(
    r"(?i)\b(?:(?:much |a (?:bit|lot|little) |way |even )?(?:more|less) (?!than\b|of\b"
    r"|and\b)[a-z]+(?:ing|ed|ive|able|ible|al|ly|ent|ant|ful|ous|ern|ic|y|t|n|e|d)\b|harder"
    r"|easier|longer|shorter|better|cleaner|clearer|faster|quicker|smarter|nicer|prettier"
    r"|lighter|leaner|tidier|friendlier|smoother|stronger|simpler|safer|sturdier|livelier|richer"
    r"|cooler|warmer|calmer|sleeker|snappier|fresher|modern\w*|fresh|appealing|attractive"
    r"|inviting|pleasant|intuitive|challenging|engaging|in line with (?:current|modern|today'?s)"
    r"|up to (?:date|scratch|par)|state of the art|robust|reliab(?:le|ility)|stab(?:le|ility)"
    r"|usab(?:le|ility)|readab(?:le|ility)|maintainab(?:le|ility)|accessib(?:le|ility)"
    r"|performan(?:t|ce)|quality|experience|easy to (?:use|work|read|understand|find|maintain)"
    r"|improv\w+|enhanc\w+|optimi[sz]\w+|moderni[sz]\w+|polish\w*|revamp"
    r"|refresh(?! (?:the )?(?:token|button|every|rate|on|when))|rework|overhaul"
    r"|clean(?:ed)? ?(?:it |this |that |them )?up|tid(?:y|ied) (?:it |this |that |them )?up"
    r"|streamline|simplif\w+|rethink|redesign|refactor\w*|rewrite|restructure|beautif\w+"
    r"|declutter|(?:a |an |some )?(?:once-?over|brush-?up|face-?lift|make-?over|spring[- ]clean\w*|tlc)"
    r"|get(?:ting)? rid of (?:all )?(?:the |its |these |those )?(?:old |worst )?(?:hacks|cruft|mess|clutter"
    r"|legacy|ballast|special cases|dead wood|old stuff|spaghetti)"
    r"|split (?:it |this |that |them )?(?:up )?(?:in an? |into )?(?:sensibl[ey]|proper(?:ly)?"
    r"|logical(?:ly)?|nice(?:ly)?"
    r"|better|smaller|clean(?:er|ly)?)(?: (?:way|parts?|pieces|modules|files|units))?"
    r"|able to (?:understand|follow|grasp)|fewer (?:[a-z]+ )?[a-z]+"
    r"|speed (?:it |this |that |things )?up|more options|more flexib\w+|flexib\w+"
    r"|sensible|proper(?:ly)?|nice|good|great|cool|useful|suitable|appropriate|(?:un"
    r"|disen)tangle|reorgani[sz]e|modulari[sz]e|decouple|sort out|straighten|composable"
    r"|user[- ]?friendly|contemporary|less (?:annoying|clutter\w*|noise|ugly|confusing|painful"
    r"|work))\b"
)
_CONCRETE = Lazy(
    r"(?i)^(?:please |just |then |so |and |also )*(?:add|remove|show|hide|print|rename|move"
    r"|replace|use|set|split|return|delete|drop|sort|store|load|cache|skip|send|put|write|read"
    r"|raise|lower|extract|inline|convert|accept|refuse|reject|check|validate|log|disable|enable"
    r"|import|export|merge|round|limit|keep|link|list|open|close|call|pass|cover|document"
    r"|mention|explain|describe|bump|pin|cut|group|mark|highlight|collapse|give|let(?!'s| us)"
    r"|take|align|switch"
    r"|increase|reduce|shorten|widen|place|start|stop|run|wait|follow|register|support"
    r"|fix|say|tell|(?:right|left)-align|cent(?:er|re)|indent)\b(?! (?:it|this|that"
    r"|them|things) (?:more|better|nicer|easier|clear\w*))"
)
# What follows tells why, not what.
_REASON = Lazy(
    r"(?i)(?:,| [\u2013\u2014-]|;) ?(?:it'?s|it is|it has|they|because|since|as|which|so|people"
    r"|users|everyone|and (?:reviewers|people|users|everyone|nobody|it))\b| so that | because "
)
_ONLY_A_NAME = Lazy(
    r"`[^`]+`|\b[\w-]+/[\w./-]+|\b[\w-]+\.(?:py|ts|js|go|rs|java|php|rb|c|cpp|cs|vue|md)\b"
)
# A version or a date that something should be done by measures nothing.
_DEADLINE = Lazy(
    r"(?i)\b(?:before|by|until|for|in|since|with|after|at) (?:the )?v?[0-9][\w.]*(?: release)?"
)
_AS_SUCH = word_set(
    """module code file page screen app game site website design interface level levels player
    players user class function part area section whole thing view form menu dashboard settings
    project tool current apps somehow bit lot little way ways sure possible ones future
    developers developer end eye eyes overview look job first glance daily day modern times
    standards standard nowadays state art let s bring order cannot keep going forward general overall team
    maintain maintenance understand find out around use using used everyone everybody anyone
    anybody customers visitors beginners newcomers new"""
)


def blurred(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find the doubt that a wish without any result leaves open.

    Takes the issue and its intent. The title weighs 2 where it only points somewhere, what else is
    wished for 1.5 where all of it does (1 where there is nothing else); every firm wish weighs
    against it.
    """
    if intent is Intent.BUG or reading.fences:
        return
    among = tongue_of(reading.text[:2000])
    title = gloss(goal_of(reading.title), among)
    if not _DIRECTION.search(title) or _is_firm(title):
        return
    told = [gloss(p.text[:600], among) for p in reading.passages[:400] if p.form is not Form.QUOTE]
    listed = [
        gloss(p.text[:600], among) for p in reading.of(Part.CRITERIA, Part.EXPECTED, Part.TASKS)
    ]
    listed += [
        gloss(p.text[:600], among) for p in reading.passages if p.form in {Form.BOX, Form.ITEM}
    ]
    wishes = [t for t in told if WISH.search(t) or is_imperative(t) or _CONCRETE.search(t)]
    wishes += [t for t in listed if t not in wishes]
    firm = [w for w in wishes if _is_firm(w)]
    score = 2.0 + (1.0 if not wishes else 1.5 if not firm else 0.0) - 2.0 * len(firm)
    if score >= ENOUGH:
        yield from unmeasured(reading, title, told, [title, *wishes])


def _is_firm(wish: str) -> bool:
    """A wish that says what is to be done or how much, beside where and in which direction."""
    plain = _ONLY_A_NAME.sub(" ", _REASON.split(wish)[0])
    plain = _DEADLINE.sub(" ", plain)
    if _CONCRETE.search(plain) or MEASURE.search(plain):
        return True
    if _DIRECTION.search(plain) or VAGUE.search(plain):
        rest = VAGUE.sub(" ", _DIRECTION.sub(" ", plain))
        return len([w for w in words(rest) if w not in EMPTY_WISH and w not in _AS_SUCH]) > 4
    return len([w for w in words(plain) if w not in EMPTY_WISH and w not in _AS_SUCH]) >= 3
