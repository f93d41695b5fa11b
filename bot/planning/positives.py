"""Positives: what a title that states a fault wants to be so: one plain sentence, without quotes."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.words import words

# Where the subject of a title ends and its condition begins.
_WHERE = (
    r"(?P<where> ?,? (?:when(?:ever)?|if|for|after|before|while|during|on|in|with(?:out)?|at"
    r"|once|as soon as|upon|under|unless|since|because|due|from|over|between|through|via)\b.*)?"
)
_PLACE = r"(?P<place>[^:]{2,60}): "
_THROWN = r"(?:[A-Za-z_.]{0,60}(?:Error|Exception|Panic)\b|ERR_[A-Z_]+|SIG[A-Z]{3,4}|SEGFAULT|[45][0-9]{2}\b)"
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
    rf" (?:an? |the |with )?(?:`?{_THROWN}`?|HTTP [45][0-9]{{2}}|{_ERROR_WORD}|nothing|null|nil"
    rf"|NaN"
    r"|undefined)(?: (?:errors?|exceptions?|page))?|crash(?:es|ed)?|fail(?:s|ed)?(?: to (?:work"
    r"|run))?|blow(?:s)? up|blew up|panic(?:s|ked|ed)?|dies?|died|breaks?(?: down)?|broke|hangs?"
    r"|freez(?:e|es)|explodes?|abort(?:s|ed)?|seg ?faults?|faults?|errors?(?: out)?|falls? over"
    r"|falls? down|falls? apart|goes? down|gets? stuck|is stuck|are stuck|stalls?|is broken"
    r"|are broken|stopped working|(?:does ?n[o']t|does not|do not|don't|is not|isn't|no longer"
    r"|stops?|never) work(?:s|ing)?(?: any ?more| at all)?)"
)
_SUBJECT_FAILS = Lazy(rf"(?i)^(?P<what>[^:]{{2,90}}?) {_FAILS}{_WHERE}$")
_PLACE_THROWS = Lazy(
    rf"(?i)^{_PLACE}(?:an? )?`?(?:{_THROWN}|{_ERROR_WORD})`?[^:]{{0,40}}?{_WHERE}$"
)
_THROWN_IN = Lazy(
    rf"(?i)^[(\[]?`?(?-i:{_THROWN})`?[)\]]?:? (?:thrown |raised )?(?:in|on|at|from|inside|during"
    rf"|by) "
    r"(?P<what>.{2,60}?)(?P<where> (?:when(?:ever)?|if|for|after|before|while|on|with(?:out)?"
    r"|once|because)\b.*)?$"
)
_NOUN = Lazy(
    rf"(?i)^(?:an? |the )?(?P<what>(?:[\w-]+ ){{0,3}}?(?:{_ERROR_WORD}|(?:memory |resource "
    rf"|file )?leaks?"
    r"|(?:data )?races?(?: conditions?)?|(?:infinite|endless) loops?|concurrent [a-z]+ [a-z]+"
    r"|overflows?|duplicates?|data loss|corruption|flicker(?:ing)?))(?P<where> .*)?$"
)
_WHEN_DOING = Lazy(
    rf"(?i)^[(\[]?`?(?-i:{_THROWN})`?.{{0,90}} (?:when|while|on|after"
    rf"|upon) (?P<doing>[a-z]{{3,14}}ing .{{2,80}})$"
)
_DENIED = Lazy(
    r"(?i)^(?P<what>(?!there\b|it\b|this\b|nothing\b)[^:]{2,80}?) (?P<not>does ?n[o']t|does not"
    r"|do not|don't|did not|didn't|cannot|can't|can not|is not|isn't|are not|aren't|was not"
    r"|were not|will not|won't)(?P<ever> ever| always| properly| correctly| really"
    r"| yet)? (?P<rest>[a-z].{1,160})$"
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
    r"(?i)^(?P<what>[^:]{2,90}?) (?P<bad>[^ :]{1,40}(?: [^ :]{1,40}){0,3}) (?:instead of"
    r"|rather than) (?P<good>.{2,120})$"
)
_WRONG = Lazy(
    r"(?i)^(?P<what>[^:]{2,90}?) (?P<is>is|are|looks?|seems?|shows? up|comes? out"
    r"|appears?) (?:now |always |completely |totally |sometimes )?(?:wrong|incorrect(?:ly)?"
    r"|wrongly|off(?: by \w+)?|broken|garbled|mangled|corrupt(?:ed)?|messed up|invalid|missing"
    r"|lost|ignored|gone|empty|swallowed|dropped|truncated|cut off)(?P<where> .*)?$"
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
_FINE = "without an error"
_LONGEST = 200


def positive(title: str) -> str:
    """The wanted behaviour that a title's fault turns into; empty where its form is not known.

    `Honey summary blows up when a season has no harvest` becomes `Honey summary works without an error
    when a season has no harvest`.
    """
    plain = " ".join(title[:_LONGEST].split()).strip(" .!?")
    for turned in (_denied, _refusing, _failing, _instead, _wrong, _noun):
        found = turned(plain)
        if found:
            return found[:1].upper() + found[1:]
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
    if found and len(list(words(found["what"]))) <= 10:
        what = found["what"].split(": ")[-1]
        return f"{what} {_verb(what)} {_FINE}{found['where'] or ''}"
    return ""


def _denied(plain: str) -> str:
    """`X does not come up after Y` wants `X comes up after Y`."""
    found = _DENIED.match(plain.partition(": ")[0] if _error_behind(plain) else plain)
    if found is None:
        return ""
    what, rest, no = found["what"], found["rest"], found["not"].lower()
    if rest.startswith("work"):
        return ""
    if no.startswith(("is", "are", "was", "were")):
        be = re.split("n't| ", no)[0]
        return f"{what} {be} {rest}"
    if no.startswith(("can", "could")):
        return f"{what} can {rest}"
    verb, _, behind = rest.partition(" ")
    many = no.startswith(("do ", "don't"))
    return f"{what} {verb if many else _third(verb)} {behind}".strip()


def _error_behind(plain: str) -> bool:
    """`X does not start: SomeError in y` ends in what its log says."""
    behind = plain.partition(": ")[2]
    return bool(re.search(rf"(?-i:{_THROWN})", behind))


def _refusing(plain: str) -> str:
    """`X refuses to start` wants `X starts`; `X rejects y` wants `X accepts y`."""
    wont = _WONT.match(plain)
    if wont:
        many = _be(wont["what"]) == "are"
        return f"{wont['what']} {wont['verb'] if many else _third(wont['verb'])}{wont['rest']}"
    found = _REFUSES.match(plain)
    if found is None:
        return ""
    first = found["verb"].lower().split()[0].removesuffix("'t")
    given = next((v for k, v in _GIVEN.items() if first.startswith(k)), "")
    return f"{found['what']} {given} {found['rest']}" if given else ""


def _instead(plain: str) -> str:
    """`X shows a instead of b` wants `X shows b, not a`."""
    found = _INSTEAD.match(plain)
    if found is None or " " not in found["what"]:
        return ""
    return f"{found['what']} {found['good']}, not {found['bad']}"


def _wrong(plain: str) -> str:
    found = _WRONG.match(plain)
    if found:
        be = "are" if found["is"].lower() in {"are", "look", "seem"} else "is"
        lacks = re.search(r"(?i)\b(?:missing|lost|gone|ignored|swallowed|dropped|empty)\b", plain)
        right = "there and complete" if lacks else "right"
        return f"{found['what']} {be} {right}{found['where'] or ''}"
    found = _WRONG_NOUN.match(plain)
    if found is None:
        return ""
    if found["how"].lower().startswith(("du", "do")):
        return f"There is no {plain[:1].lower()}{plain[1:]}"
    right = "there" if found["how"].lower() in {"missing", "lost"} else "right"
    return f"{found['what']} {_be(found['what'])} {right}{found['where'] or ''}"


def _noun(plain: str) -> str:
    """`Concurrent map writes while two feeds sync` wants `There are no concurrent map writes …`."""
    found = _NOUN.match(plain)
    if found is None:
        return ""
    be = _be(found["what"])
    return f"There {be} no {found['what'][:1].lower()}{found['what'][1:]}{found['where'] or ''}"


def _be(what: str) -> str:
    head = re.split(r"(?i) (?:of|in|on|for|from|that|with|at) ", what)[0]
    return "are" if head.endswith("s") and not head.endswith(("ss", "us", "is")) else "is"


def _verb(what: str) -> str:
    return "work" if _be(what) == "are" else "works"


def _third(verb: str) -> str:
    """The form of the third person: `comes` of `come`."""
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"
