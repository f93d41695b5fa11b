"""Statements: sentences that say what must be, taken apart so that each can be checked by itself."""

from __future__ import annotations

import re

from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.tips import is_excuse
from bot.planning.verbs import IMPERATIVES, is_imperative
from bot.planning.words import STOP, words

_REQUIRES = Lazy(
    r"(?i)\b(?:should|must|shall|has to|have to|needs? to|may not|may only|cannot"
    r"|is expected|be able to"
    r"|only .{1,60} (?:can|may)|(?:i|we)(?:'d| would) (?:expect|like|want|love|need|keep|leave)"
    r"|would be (?:nice|great|cool|good|helpful)"
    r"|(?:could|can) (?:we|you|i|it|there) (?:please )?(?:get|have|be|add|make|show|do"
    r"|support|see|use|also)|we (?:want|need)|i (?:want|need|expect|hope to)|please"
    r"|wonder(?:ing)? (?:if|whether) (?:we|you|it|one) (?:could|can|might)"
    r"|i(?:'ve| have)(?: often| always| long| frequently) (?:wanted|wished|needed) to"
    r"|(?:is|are|would be) enough|(?:can|could|may) be [a-z]+ed)\b|\bonly\.?$"
    r"|^(?:we |i )?(?:want(?:ed)?|wish|make sure)\b"
    r"|^(?:personally,? |so,? )?i (?:would have )?expected (?:that )?(?!.*\bbut\b).* (?:would|should) "
    r"|^(?:could|would|can|couldn't|wouldn't) (?:it|we|there|the [\w-]+) (?:please |just |also |instead )*"
    r"(?!be\b|work|cause|happen)[a-z]+ "
)
# What stays or never happens, and plain rules: `0 = never prune`, `429 after that`.
_RULE = Lazy(
    r"(?i)\b(?:stays?|keeps?|remains?|unchanged|untouched|never|always"
    r"|not (?:be )?[a-z]+ed|no (?:change|new|longer|more)|as (?:today|before|now)"
    r"|at (?:most|least)|up to|by default|defaults?(?: is| to)?|instead of|becomes?"
    r"|counts? as|wins|ignored|allowed|refused|required|optional|nothing changes|as is|everywhere"
    r"|same .{1,60} as (?:now|today|before))\b|\w =+>? ?\w|->|→|[<≤≥>]=? ?[0-9]"
)
_MEASURED = Lazy(r"[0-9]|`[^`]+`|[\"“„«][^\"”“»]{2,}[\"”“»]")
_TELLS = Lazy(
    r"(?i)^(?:i |i'|my |we (?:have|had|are|use|run|do|got|saw|were)|since |yesterday|today"
    r"|currently|right now|now |at the moment|this (?:is|was|happens|started)|it (?:is|was"
    r"|worked|works|takes|happens|looks)"
    r"|there (?:is|are|was|were)|happens|running|seen|thanks|thank you|hi\b|hello|related"
    r"|see |follow-?up|deadline|version|here )"
    r"|\b(?:was|were|used to|had|happened|noticed|tried|found out|complain(?:s|ed)?|broke"
    r"|crashed|got|hammered|annoying|unfortunately|because (?:of|i|we|it)|reported by"
    r"|according to the log)\b"
)
_SAYS = Lazy(
    r"(?i)\b(?:readme|docs?|documentation|manual|spec(?:ification)?|format|rfc|adr"
    r"|contract|guide|[\w-]{1,60}\.md)\b.{0,60}\b(?:says?|states?|promises?|tells?"
    r"|requires?|demands?|gives?|defines?)\b"
    r"|^(?:[\w./-]{1,60}\.md|readme|docs?|documentation|manual|spec(?:ification)?|man page)"
    r"[^:\"“]{0,30}: ?[\"“„]"
)
_CONDITION = Lazy(
    r"(?i)^(?:if|when|unless|once) (?!i\b|you\b|we\b|this happens)[^,:]{3,80}[,:] \S+ \S+"
)
# What stands before an instruction: the case it is for.
_CASE = Lazy(
    r"(?i)^(?:(?:otherwise|instead|also|then|else|in (?:that|this) case|if not),? "
    r"|(?:on|with|without|for|in|if|when|under|outside|inside|after|before) "
    r"(?:`[^`]{1,60}`,? |[^,:;.]{2,60}[,:] ))"
)
_WHY = Lazy(
    r"(?i), so (?:that (?!.*\b(?:must|should)\b)|not |no (?!more\b)|every(?:body|one) "
    r"|[^`\",]{1,40} (?:can|could|may) )[^`\"]*$"
    r"|,? (?:so (?:nobody|no one|people|users|we|i) |because "
    r"|since (?:we|it|they|the(?! (?:last|first|start|previous|beginning))) "
    r"|in case |, people may ).*$"
)
_LEAD = Lazy(
    r"(?i)^(?:please,? |so |also,? |and |but |then,? |well,? |ideally,? |basically,? |instead,? "
    r"|hi,? )*(?:(?:could|can) (?:we|you|i) (?:please )?(?:get|have|add|make it|do)"
    r"|(?:could|can) (?:it|we|you) (?:please |just |also |instead )+|(?:i"
    r"|we)(?:'d| would) (?:like(?: to (?:have|see|get|be able to))?|love(?: to)?|want|need"
    r"|expect)"
    r"|it would be (?:(?:really|very|super) )?(?:nice|great|cool|good|helpful|useful|handy|awesome)"
    r"(?: to have| to| if there(?:'d| would| could) be| if)?|would be (?:nice"
    r"|great|cool|good|helpful)(?: to have| to| if)?(?: we could)?|we (?:want"
    r"|need)(?: to)?|i (?:want|need)(?: to)?|please|it (?:should|must) also"
    r"|there should be)\s+(?=\S)"
)
_CUT = Lazy(
    r";\s+|,\s+(?:but|and|so|then|while|plus|also)\s+(?!(?:others?|similar|more|many)\b)(?=\S)"
    r"|\s+[-\u2013\u2014]\s+"
    r"|\s+and\s+(?=(?:"
    + "|".join(sorted(IMPERATIVES))
    + r") (?:the|an?|it|them|this|that|these|those|its|all"
    r"|any|every|no) )|,\s+(?![^()]*\))(?=\S)|\.\s+(?=[A-Z])"
)
# `It would be nice to have a flag` asks that there is one.
_TO_HAVE = Lazy(r"(?i)\b(?:have|get|add|there(?:'d| would| could) be)\s+$")
_ONE = Lazy(r"(?i)^(?P<a>an?|some)(?= [a-z`\"“])(?! (?:look|chance|feeling|idea)\b)")
_SPEECH = Lazy(r"[`\"“”„«»][^`\"“”„«»]*[`\"“”„«»]|\([^()]*\)")
_BACKWARD = Lazy(
    r"(?i)^(?:which|who|where|that|because|since|as (?:it|we|they|the)|people may"
    r"|for use |as an? |via |named |called |including |except |with (?:the|an?|no) |without |instead of "
    r"|rather than "
    r"|[a-z]{3,20}ing (?:the|an?|it|its|all|any|no)\b"
    r"|[a-z]{3,20}ed (?:and|or) [a-z]+ed\b|[a-z]+(?:iz|is|at)ed and "
    r"|not (?:just |only )?(?:an?|the|in|on|for|by) |so (?:that )?(?:nobody|no one|we|it|they)"
    r"|if|when|unless|e\.g|i\.e|etc|right|thanks"
    r"|though|although|even)\b"
)
# `In order to export, it must be on` says one thing: what opens a sentence so waits for the rest.
_FORWARD = Lazy(
    r"(?i)^(?:in order to|given (?:that|the)|instead of|rather than|unlike|since|similar to|in addition to"
    r"|in (?:such|this|that) case)\b"
)
_ASKS = Lazy(
    r"(?i)^(?:so|but|and|or|well|hm+|then)?,? ?(?:should|shall|which|what|how|who|whose|why|where"
    r"|when|is|are|was"
    r"|do|does|did|will|has|have|any|anyone|right|ok(?:ay)?|really|speed)\b(?!n't)"
)
_EITHER = Lazy(r"(?i)^(?:we (?:can|could) )?either .{3,200}\bor\b")
_HALVES = Lazy(r";\s+(?![^()`\"“”„«»]*[)`\"”»])")
_LONG = 16
# A sentence that tells of people, the past or an opinion lays nothing down.
_PERSONAL = Lazy(
    r"(?i)\b(?:i|i'm|i've|i'd|me|my|we|we've|we're|our|us|he|she|you|your|thanks?|sorry|hello|hi"
    r"|maybe|perhaps|probably|vermutlich|annoying|imagine|by the way|btw|fyi|cheers|yesterday"
    r"|today|currently|at the moment|right now|so far|was|were|had|did|been|saw|got|used to"
    r"|happened|found|happens|seems?|looks like|merci|danke|gracias|bonjour|hola|moin"
    r"|ich|wir|mein|meine|mir|tengo|paso|yo|mis|je|j'ai|nous|mon|mes"
    r"|go ahead|please build|another (?:ticket|issue)|not sure|don't care|don't mind)\b"
)
_LABELLED = Lazy(
    r"(?i)^(?:(?:what (?:i|we) )?(?:expect(?:ed|ation)?|want(?:ed)?)(?: (?:behaviou?r|result|output))?"
    r"|attendu|résultat attendu|comportement attendu|erwartet(?:es verhalten)?|richtig wäre"
    r"|esperado|comportamiento esperado|期待する(?:動作|結果)|期待(?:動作|結果|値)"
    r"|acceptable|goal|target|aim|ziel|objetivo|obiettivo|objectif|atteso|cosa mi aspetto"
    r"|dod|definition of done|acceptance|further acceptance|accepted when|done when|done if"
    r"|acceptance criteri(?:a|on)|needed|required) ?[:\uff1a=] ?(?P<what>\S.*)$"
)
_FINISHED = Lazy(
    r"(?i)^(?:(?:it|this|that|all)(?:'s| is| counts as) )?(?:finished|done|complete|ready|accepted|solved)"
    r" (?:when|once|as soon as|if) (?!i\b|you\b|we\b|that\b|it'?s\b)(?P<what>\S+ .{8,})$"
)
_ANNOUNCES = Lazy(
    r"(?i)^(?:final(?:ly)?|decided|decision|agreed|settled|verdict|plan|yes|ok(?:ay)?|right|so"
    r"|confirmed|my call|call|fix|checked|asked)\b[^:;.]{0,70}: (?=\S)"
)


def requires(text: str) -> bool:
    """Say whether a sentence says what must be."""
    plain = gloss(text[:600])
    if _REQUIRES.search(plain) or is_imperative(plain) or _SAYS.search(plain):
        return True
    return bool(_CONDITION.match(plain)) or is_imperative(_CASE.sub("", plain))


def instructs(text: str) -> bool:
    """Say whether a sentence tells somebody to do something, maybe behind a case: `On BSD: skip it`."""
    plain = gloss(text[:600])
    return is_imperative(plain) or is_imperative(_CASE.sub("", plain))


def asks(text: str) -> bool:
    """Say whether a sentence wants an answer and not a change: `Should it be a or b?`, `Which one?`."""
    plain = gloss(text[:600])
    if not plain.endswith("?"):
        return bool(_EITHER.match(plain))
    return bool(_ASKS.match(plain)) or bool(re.search(r"(?i)[,?] or\b|\bor \([b2]\)", plain))


def rules(text: str) -> bool:
    """Say whether a sentence without `should` still lays down a rule: a number, a name, what stays."""
    plain = gloss(text[:600])
    if (
        _TELLS.search(plain)
        or not re.search(r"[^\W\d_]{3}", plain)
        or plain.endswith(("?", ":"))
        or len(list(words(plain))) < 3
    ):
        return False
    return bool(_RULE.search(plain)) or bool(_MEASURED.search(plain))


def states(text: str) -> bool:
    """Say whether a sentence such as `PNG export at a chosen DPI` only states how things are to be.

    Meant for text behind a wish; what tells of people, the past or an opinion states nothing.
    """
    plain = gloss(text[:600])
    telling = [w for w in words(plain) if w not in STOP]
    return (
        2 <= len(telling) <= 24
        and not plain.endswith(("?", ":", "!"))
        and not _PERSONAL.search(plain)
        and not _TELLS.search(plain)
    )


def labelled(text: str) -> str:
    """What stands behind `Expected:` or `Finished when` in a sentence; empty where there is no such label."""
    found = _LABELLED.match(text[:600]) or _FINISHED.match(text[:600])
    return found["what"] if found else ""


def without_lead(text: str) -> str:
    """A sentence without what merely announces it: `Final, after the call: x` is `x`."""
    return _ANNOUNCES.sub("", text) if len(text) <= 600 else text


def unled(text: str) -> str:
    """A wish without the words that only say it is one: `Ideally, I would like to set it` is `set it`."""
    return _LEAD.sub("", text) if len(text) <= 600 else text


def parts(text: str) -> tuple[str, ...]:
    """Take a statement apart into what can be checked by itself.

    Takes a sentence; a short one comes back whole. A clause of fewer than four words stays with its
    neighbour, and what only explains (`because …`) stays where it is.
    """
    if len(text) > 600:
        return (text,)
    halves = [h for h in _HALVES.split(text) if h.strip()]
    if len(halves) > 1 and all(len(list(words(h))) >= 3 for h in halves):
        return tuple(part for half in halves for part in parts(half))
    asked = _asked(_WHY.sub("", text)).strip().rstrip("?. ")
    plain = _said(asked) if asked[:9] != text[:9] else asked
    if len(list(words(plain))) <= _LONG // 2 or plain.lower().startswith(
        ("given ", "when ", "if ")
    ):
        return (plain,) if plain else ()
    clauses = _split(plain)
    if _is_listing(clauses):
        return (plain,)
    needed = [c for n, c in enumerate(clauses) if not (n and is_excuse(c))]
    if len(needed) < len(clauses):
        return _joined(needed) or (plain,)
    return _joined(clauses) if len(_joined(clauses)) > 1 else (plain,)


def _joined(clauses: list[str]) -> tuple[str, ...]:
    """The clauses, each with those behind it that only go on from it."""
    out: list[str] = []
    for clause in clauses:
        opened = len(out) == 1 and _FORWARD.match(out[0])
        if out and (opened or _BACKWARD.match(clause) or _is_short(clause) or _is_short(out[-1])):
            out[-1] = f"{out[-1]}, {clause}"
        else:
            out.append(clause)
    return tuple(out)


def _asked(text: str) -> str:
    """A wish without its lead: `Can we add a warning` asks that there is a warning."""
    lead = _LEAD.match(text)
    if lead is None:
        return text
    rest = text[lead.end() :]
    one = _ONE.match(rest) if _TO_HAVE.search(lead[0]) else None
    return f"There {'are' if one['a'].lower() == 'some' else 'is'} {rest}" if one else rest


def _said(text: str) -> str:
    """`I'd expect it to go on` means `it should go on`."""
    return re.sub(r"(?i)^(it|this|that|they|the [\w -]{2,40}?) (not )?to (?=[a-z])", _should, text)


def _should(found: re.Match[str]) -> str:
    return f"{found[1]} should {found[2] or ''}"


def _split(text: str) -> list[str]:
    """Cut at clause marks that stand outside of quotations and brackets."""
    held = [m.span() for m in _SPEECH.finditer(text)]
    cuts = [
        m.span()
        for m in _CUT.finditer(text)
        if not any(a <= m.start() < b for a, b in held)
        and (text[: m.start()][-1:], text[m.end() :][:1]) != ("`", "`")
    ]
    out, last = [], 0
    for start, end in cuts:
        out.append(text[last:start].strip())
        last = end
    return [c for c in (*out, text[last:].strip()) if c]


def _is_listing(clauses: list[str]) -> bool:
    """`name, phone, title and fee` is one statement with a list in it."""
    few = (len(list(words(c))) <= 3 and _is_short(c) for c in clauses)
    return sum(few) * 2 > len(clauses)


def _is_short(clause: str) -> bool:
    """Too short to stand alone; an order of three words is not, nor `8080 if absent`."""
    count = len(list(words(re.sub(r" \([^()]*\)", "", clause))))
    whole = is_imperative(clause) or re.search(
        r"(?i)^(?:[0-9]|[`\"“]).* (?:if|when|unless) ", clause
    )
    return count < (3 if whole else 4)
