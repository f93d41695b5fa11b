"""Positives: what a text that states a fault wants to be so: one plain sentence, without quotes.

It says what works (`X works without an error when Y`, `X keeps y`), where `reversal` says what no longer
happens; titles that `reversal` knows go there first. What is denied or called wrong both leave to
`affirming`.
"""

from __future__ import annotations

import re

from bot.planning.affirming import THROWN, affirmed, be, capital, in_clause, righted, third
from bot.planning.assertions import is_sentence
from bot.planning.lazy import Lazy
from bot.planning.verbs import is_imperative
from bot.planning.words import word_set, words

# Where the subject of a title ends and its condition begins.
_WHERE = (
    r"(?P<where> ?,? (?:when(?:ever)?|if|for|after|before|while|during|on|in|with(?:out)?|at"
    r"|once|as soon as|upon|under|unless|since|because|due|from|over|between|through|via)\b.*)?"
)
_PLACE = r"(?P<place>[^:]{2,60}): "
_ERROR_WORD = (
    r"(?:(?:an? )?(?:unhandled |internal |server |fatal |runtime |null ?pointer |stack "
    r"|http )*(?:errors?|exceptions?|panics?|crash(?:es)?|seg(?:mentation )?faults?"
    r"|trace ?backs?|traces?|timeouts?|dead ?locks?|white (?:page|screen)s?|blank (?:page"
    r"|screen)s?))"
)
_FAILS = (
    r"(?:always |sometimes |often |silently |randomly |immediately |now |just |still |suddenly "
    r"|never )*"
    rf"(?:(?:throws?|threw|raises?|raised|returns?|gives?|answers?|ends? (?:in|with)"
    rf"|responds? with|results? in"
    r"|produces?|causes?|triggers?|leads? to|shows?|dies? with|fails? with|crash(?:es)? with"
    r"|panics? with|crash(?:es)? (?:by|on) an?)"
    rf" (?:an? |the |with )?(?:`?{THROWN}`?|HTTP [45][0-9]{{2}}|{_ERROR_WORD}|nothing|null|nil"
    rf"|NaN"
    r"|undefined)(?: (?:errors?|exceptions?|page))?|crash(?:es|ed)?|fail(?:s|ed)?(?: to (?:work"
    r"|run))?|blow(?:s)? up|blew up|panic(?:s|ked|ed)?|dies?|died|breaks?(?: down)?|broke|hangs?"
    r"|freez(?:e|es)|explodes?|abort(?:s|ed)?|seg ?faults?|faults?|errors?(?: out)?|falls? over"
    r"|falls? down|falls? apart|goes? down|gets? stuck|is stuck|are stuck|stalls?|is broken"
    r"|are broken|stopped working|(?:does ?n[o']t|does not|do not|don't|is not|isn't|no longer"
    r"|stops?|never) work(?:s|ing)?(?: any ?more| at all)?)"
    # The error it ends in: `dies with “…”`.
    rf"(?: (?:with|by) (?:an? |the )?(?:`[^`]*`|\"[^\"]*\"|“[^”]*”|'[^']*'|{THROWN}|{_ERROR_WORD})"
    r"(?: errors?| exceptions?)?)?"
)
_SUBJECT_FAILS = Lazy(rf"(?i)^(?P<what>[^:]{{2,90}}?) {_FAILS}{_WHERE}$")
_PLACE_THROWS = Lazy(rf"(?i)^{_PLACE}(?:an? )?`?(?:{THROWN}|{_ERROR_WORD})`?[^:]{{0,40}}?{_WHERE}$")
_THROWN_IN = Lazy(
    rf"(?i)^[(\[]?`?(?-i:{THROWN})`?[)\]]?:? (?:thrown |raised )?(?:in|on|at|from|inside|during"
    rf"|by) "
    r"(?P<what>.{2,60}?)(?P<where> (?:when(?:ever)?|if|for|after|before|while|on|with(?:out)?"
    r"|once|because)\b.*)?$"
)
_NOUN = Lazy(
    rf"(?i)^(?:an? |the )?(?P<what>(?:[\w-]+ ){{0,3}}?(?:{_ERROR_WORD}|(?:memory |resource "
    rf"|file )?leaks?"
    r"|(?:data )?races?(?: conditions?)?|(?:infinite|endless) loops?|concurrent [a-z]+ [a-z]+"
    r"|overflows?|duplicates?|data loss|corruption|flicker(?:ing)?))"
    r"(?P<where> (?:[\"“`(]|(?:when(?:ever)?|if|for|after|before"
    r"|while|during|on|in|with(?:out)?|at|once|upon"
    r"|from|over|between|through|via|by|of|to|under|[a-z]{3,}ing)\b).*)?$"
)
_WHEN_DOING = Lazy(
    rf"(?i)^[(\[]?`?(?-i:{THROWN})`?.{{0,90}} (?:when|while|on|after"
    rf"|upon) (?P<doing>[a-z]{{3,14}}ing .{{2,80}})$"
)
_WONT = Lazy(
    r"(?i)^(?P<what>[^:]{2,80}?) (?:refuses?|fails?|failed|forgets?"
    r"|never manages?) to (?P<verb>[a-z]+)(?P<rest>\b.{0,120})$"
)
_REFUSES = Lazy(
    r"(?i)^(?P<what>[^:]{2,80}?) (?P<verb>rejects?|refuses?|chokes? on|stumbles? (?:over|on)"
    r"|trips? over|can'?t handle|cannot handle|ignores?|drops?|loses?|forgets?|swallows?|skips?"
    r"|misses|omits?|overlooks?) (?!to )(?P<rest>.{2,160})$"
)
_INSTEAD = Lazy(
    r"(?i)^(?P<told>(?:`[^`]{0,80}`|[^:`]){2,150}) (?:instead of|rather than) (?P<good>.{1,120})$"
)
_PIECES = re.compile(r"`[^`]*`|[\"\u201c][^\"\u201d]*[\"\u201d]|\S+")
_DETERMINERS = word_set("the a an its their his her this that")
_BEFORE_IT = word_set(
    "to as in into on onto at by from with for of is are be was were up down has have gets got"
)
_WISHES = Lazy(
    r"(?i)n['\u2019]t\b|\b(?:should|shall|must|ought|has to|have to|needs? to|expect\w*|want\w*|would|could"
    r"|wish\w*|prefer\w*|please|not|no|never|nothing|cannot)\b"
)
# What somebody does, or a part of a sentence, is no thing that stands for another.
_NO_THING = Lazy(r"(?i)(?:\w+ing|only|just|being|already|early|nothing|not|when|if)$")
_REACH = 5  # words that what is wrong may have
_LACKS = Lazy(
    r"(?i)^(?P<what>[^:]{2,90}?) (?P<is>is|are|looks?|seems?|shows? up|comes? out"
    r"|appears?) (?:now |always |completely |totally |sometimes )?(?:missing|lost|ignored|gone|empty"
    r"|swallowed|dropped|truncated|cut off)(?P<where> .*)?$"
)
_WRONG_NOUN = Lazy(
    r"(?i)^(?P<how>wrong|incorrect|broken|invalid|bad|missing|lost|duplicated?"
    r"|double) (?P<what>[^:]{2,60}?)(?P<where> (?:when|if|for|after|before|while|during|on|in"
    r"|with|without|at|once|from)\b.*)?$"
)
_GIVEN = {
    "reject": "accepts", "refuse": "accepts", "choke": "accepts", "stumble": "accepts", "trip": "accepts",
    "can": "handles", "cannot": "handles", "ignore": "respects", "drop": "keeps", "lose": "keeps",
    "forget": "remembers", "swallow": "keeps", "skip": "includes", "miss": "includes", "omit": "includes",
    "overlook": "includes",
}  # fmt: skip
_NOT_WORKING = Lazy(
    r"(?i)^[^:]{2,80}? (?:\w+n't|doesnt|(?:does|do|did|can|is|are|was|were|will|can)? ?not)"
    r"(?: \w+ly| ever| always| yet)? work"
)
_QUOTED = Lazy(r"(?i)^[^:]*:.*?(?:n't|not)\b|^(?:(?!n't|\bnot\b).){90}")
_FINE = "without an error"
_LONGEST = 200


def positive(title: str) -> str:
    """The wanted behaviour that a title's fault turns into; empty where its form is not known.

    `Honey summary blows up when a season has no harvest` becomes `Honey summary works without an error
    when a season has no harvest`.
    """
    plain = " ".join(title[:_LONGEST].split()).strip(" .!?")
    for turned in (_denied, _refusing, _failing, in_its_place, _wrong, _noun):
        found = turned(plain)
        if found:
            return capital(found)
    return ""


def _failing(plain: str) -> str:
    """`X crashes when Y`, `X: SomeError for Y`, `SomeError in X if Y`, `SomeError: … when doing X`."""
    found = _WHEN_DOING.match(plain)
    if found:
        return f"{found['doing']} works {_FINE}"
    found = _PLACE_THROWS.match(plain)
    if found:
        return f"{found['place']} works {_FINE}{found['where'] or ''}"
    found = _THROWN_IN.match(plain)
    if found:
        return f"{found['what']} works {_FINE}{found['where'] or ''}"
    found = _SUBJECT_FAILS.match(plain)
    if found and len(list(words(found["what"]))) <= 10 and not in_clause(found["what"]):
        what = found["what"].split(": ")[-1]
        return f"{what} {_verb(what)} {_FINE}{found['where'] or ''}"
    return ""


def _denied(plain: str) -> str:
    """What does not work has a form of its own: it fails. Behind a colon an error may be quoted."""
    return "" if _NOT_WORKING.search(plain) or _QUOTED.search(plain) else affirmed(plain)


def _refusing(plain: str) -> str:
    """`X refuses to start` wants `X starts`; `X rejects y` wants `X accepts y`."""
    wont = _WONT.match(plain)
    if wont:
        many = be(wont["what"]) == "are"
        return f"{wont['what']} {wont['verb'] if many else third(wont['verb'])}{wont['rest']}"
    found = _REFUSES.match(plain)
    if found is None:
        return ""
    first = found["verb"].lower().split()[0].removesuffix("'t")
    given = next((v for k, v in _GIVEN.items() if first.startswith(k)), "")
    if be(found["what"]) == "are":
        given = "include" if given == "includes" else given.removesuffix("s")
    return f"{found['what']} {given} {found['rest']}" if given else ""


def in_its_place(title: str) -> str:
    """`X shows a instead of b` wants `X shows b, not a`; nothing where it is open what b stands against.

    What orders, wishes or denies is left alone: there b is what is not wanted.
    """
    plain = " ".join(title[:_LONGEST].split()).strip(" .!?")
    found = _INSTEAD.match(plain)
    plain_told = re.sub(r"`[^`]*`", "x", found["told"]) if found else ""
    if found is None or _WISHES.search(plain_told) or _orders(plain_told):
        return ""
    told, good = _PIECES.findall(found["told"]), _PIECES.findall(found["good"])
    at = 0 if _NO_THING.match(good[0]) else _beginning(told, good)
    return f"{' '.join(told[:at])} {found['good']}, not {' '.join(told[at:])}" if at > 1 else ""


def _orders(told: str) -> bool:
    return is_imperative(told) and not is_sentence(told)


def _beginning(told: list[str], good: list[str]) -> int:
    """Where in the words of a title what is wrong begins: like what is right, or with its last word."""
    first, last = good[0].lower(), len(told) - 1
    if first in _DETERMINERS or (first in _BEFORE_IT and len(good) > 1):
        alike = _DETERMINERS if first in _DETERMINERS else {first}
        return max((n for n in range(last + 1)[-_REACH:] if told[n].lower() in alike), default=0)
    if told[last].lower() == good[-1].lower():
        last = len(told) - len(good)
    elif len(good) > 1 or told[last].lower().endswith("ed"):
        return 0
    before = told[last - 1].lower() if last > 0 else ""
    if before in _DETERMINERS:
        return last - 1
    leads = before in _BEFORE_IT or re.search(r"(?:[^s]s|ed)$", before)
    return last if leads else 0


def _wrong(plain: str) -> str:
    found = _LACKS.match(plain)
    if found:
        are = found["is"].lower() in {"are", "look", "seem"}
        there = f"{'are' if are else 'is'} there and complete"
        return f"{found['what']} {there}{found['where'] or ''}"
    right_again = righted(plain)
    if right_again:
        return right_again
    found = _WRONG_NOUN.match(plain)
    if found is None:
        return ""
    if found["how"].lower().startswith(("du", "do")):
        return f"There is no {plain[:1].lower()}{plain[1:]}"
    right = "there" if found["how"].lower() in {"missing", "lost"} else "right"
    return f"{found['what']} {be(found['what'])} {right}{found['where'] or ''}"


def _noun(plain: str) -> str:
    """`Concurrent map writes while two feeds sync` wants `There are no concurrent map writes …`."""
    found = _NOUN.match(plain)
    if found is None:
        return ""
    what = found["what"]
    return f"There {be(what)} no {what[:1].lower()}{what[1:]}{found['where'] or ''}"


def _verb(what: str) -> str:
    return "work" if be(what) == "are" else "works"
