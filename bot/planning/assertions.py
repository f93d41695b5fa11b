"""Assertions: a criterion as one short statement of what holds, the way a test is named."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.statements import unled
from bot.planning.verbs import IMPERATIVES, is_imperative
from bot.planning.words import word_set, words

_HELD = Lazy(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»")
_ASIDE = Lazy(r" ?\((?![^()]*\)[\w.])[^()`]*(?:`[^`]*`[^()`]*)*\)(?=[ ,.;:!?]|$)")
_REASON = Lazy(
    r"(?i)(?:,| -| \u2013| \u2014)? (?:because |since (?!the last)|, as (?:it|we|they|the|this"
    r"|that|i) |so that (?!.*must)|otherwise (?:it|we|the|they|this|that|nobody|no one|one|you) "
    r"|, (?:or )?else |in order to |, otherwise |, which |, i\.e\.|, e\.g\.|, for (?:example"
    r"|instance)).*$"
)
_OPENS = Lazy(
    r"(?i)^(?:(?:please|so|and|but|then|also|just|ideally|instead|simply|therefore|additionally"
    r"|finally|in addition|besides|well|ok(?:ay)?|maybe|let's|we (?:should|must|need to|have to"
    r"|want to|could)|you (?:should|must|need to|could|can)|it would be (?:nice|good"
    r"|great) (?:to|if you)|i(?:'d| would) (?:like|want) you to),? )+"
)
_SURE = Lazy(
    r"(?i)^(?:(?:make sure|ensure|take care|see to it)(?: that)?|(?:check|verify"
    r"|guarantee) that) (?P<what>\S.*)$"
)
_NAMED = Lazy(r"(?i)^(?:name|call)(?: it)? (?P<what>[`\"“].*)$")
_TOPIC = Lazy(
    r"(?i)^(?P<what>[^:;`]{3,80}): (?P<verb>[a-z]+) (?:it|them|this|that|these"
    r"|those)(?P<rest>\b.*)$"
)
_LETS = Lazy(
    r"(?i)^(?:make|let|have) (?P<what>.{2,60}?) (?P<verb>go|have|use|work|"
    + "|".join(sorted(IMPERATIVES - {"open", "set", "cache", "list", "name", "label"}))
    + r")(?P<rest>\b.*)$"
)
_CASED = Lazy(
    r"(?i)^(?P<case>(?:for|on|in|if|when|with|without|at|after|before|under|during|inside"
    r"|outside|otherwise)\b[^:;]{0,60}?,? )(?P<order>[a-z]+ (?:the|an?|all|no|it|them|only|its"
    r"|their|[0-9]|[`\"“]).*)$"
)
_ALLOW = Lazy(r"(?i)^(?:allow|permit|enable) (?P<what>.{2,60}?) to (?P<rest>.+)$")
_VERSION = Lazy(
    r"(?i)^(?:(?:bump|raise|update|upgrade|move|pin|lift|set|increase|lower"
    r"|change)s? )?(?:the )?(?P<what>[^:;,]{2,50}?):? (?:from )?(?:v?[0-9][\w.]* ?)?(?:to|->|=>"
    r"|\u2192) (?P<to>v?[0-9][\w.]*)(?P<rest>(?: .*)?)$"
)
_ADDS = Lazy(r"(?i)^(?:add|introduce|have) (?P<what>(?:an?|one|two|three|more|another|new)\b.*)$")
_RID = Lazy(r"(?i)^(?:get rid of|clean up|throw away|do away with|kill|ditch) (?P<what>\S.*)$")
_GRANTS = Lazy(
    r"(?i)^(?:let|allow) (?:me|us|users?|people|everybody|everyone"
    r"|one)(?: to)? (?P<order>[a-z]+ .+)$"
)
_NOT = Lazy(r"(?i)^(?P<not>don't|do not|never|no longer|stop) (?P<rest>[a-z]+ing\b.*|[a-z]+\b.*)$")
_EDGE = Lazy(
    r"(?i) (?:when(?:ever)?|if|unless|while|instead|with|without|from|to|into|onto|on|in|for|by"
    r"|at|after|before|as|so|where|until|once|via|through|per|during|like|under|below|above|over"
    r"|across|against|between|also|too|only|and then|even|again|everywhere|anyway|beside|next"
    r"|because|rather|alone|untouched|unchanged|intact|open|whatever|no matter)\b|[,;:]| - "
    r"| \u2013 "
)
_PARTICLES = word_set("out up off down away back aside together along")
_PAIRS = """
break=broken bring=brought build=built buy=bought catch=caught choose=chosen cut=cut draw=drawn
drive=driven find=found forbid=forbidden forget=forgotten get=got give=given hide=hidden hold=held
keep=kept lay=laid leave=left lose=lost make=made meet=met overwrite=overwritten
override=overridden pay=paid put=put quit=quit read=read rebuild=rebuilt reset=reset
rewrite=rewritten run=run say=said see=seen send=sent set=set show=shown shut=shut split=split
take=taken tell=told throw=thrown write=written wrap=wrapped do=done wake=woken shrink=shrunk
swap=swapped stream=streamed bind=bound spend=spent begin=begun know=known teach=taught
"""
_IRREGULAR = dict(pair.split("=") for pair in _PAIRS.split())
# Verbs whose object does not take the passive, or that are as often a noun at the head of a phrase.
_LEAVE = word_set(
    """abort act agree be begin block book break build bump cache change check clean close come
    comment copy count cut default depend die differ display document download drop dump edit
    embed exclude exit export fail fall filter finish flag force format go group grow guard
    handle hash have hook import increase index install join label let limit link list live
    load lock log look lower make map mark measure mention merge mute name note notice open
    order own pack parse pass patch pause pay pin plan point poll prefix print process pull
    push query queue quit quote raise rate read record redirect release repair reply report
    request reset resize restart restore retry return review rework rotate round route run
    sample save scale schedule search seed select send serve set share ship sign sit sort split
    start stay stop store subscribe support swap switch sync tag take talk test throttle tidy
    toggle touch trace track treat trigger trim try turn type update upgrade upload use view
    visit vote wait wake warn watch work wrap write"""
)
_DETERMINED = Lazy(
    r"(?i)^(?:[\w/-]+\.[a-z]{1,5}\b|me|us|it|them|you|the|an?|all|any|every|each|its?|their|this"
    r"|that|these|those|our"
    r"|my|both|no|one|two|three|only|new|old|whatever|what|[0-9]|[`\"“„«]|--?\w)"
)
# `Lint workflow should run`: the first word belongs to the subject.
_RULED = Lazy(
    r"(?i)(?:(?!that |which |who |when |if |whose )\S+ ){0,3}?"
    r"(?:should|must|shall|may|can|cannot|will|is|are|was|has|have|does|do|needs?)\b"
)
_LONGEST = 300


def asserted(text: str) -> str:
    """Say what holds in the end: `Skip a broken file (see log)` is `A broken file is skipped`.

    Takes a criterion; what stands in brackets, reasons, and words that only wish are left out, an order
    becomes what is so when it was carried out. Comes back as it is where nothing is known to be better.
    """
    plain = " ".join(_without_asides(text[:_LONGEST]).split()).strip(" .,;:")
    plain = _REASON.sub("", _OPENS.sub("", unled(plain))).strip(" .,;:-") or plain
    turned = _turned(plain)
    plain_word = re.match(r"[a-zà-ÿ]+(?:[ ,'-]|$)", turned)
    return turned[:1].upper() + turned[1:] if plain_word else turned


def _without_asides(text: str) -> str:
    bare = _ASIDE.sub("", text)
    return bare if len(list(words(bare))) >= 3 else text


def _turned(plain: str) -> str:
    """An order as what is so afterwards."""
    told = (_moved, _guaranteed, _granted, _denied, _put_to, _about)
    return next((t for t in (turn(plain) for turn in told) if t), "") or _passive(plain) or plain


def _moved(plain: str) -> str:
    """`Bump x to 8.6`, `x 34 -> 35`: `x is 35`."""
    found = _VERSION.match(plain)
    if found and is_imperative(found["what"]):
        return ""  # `Log everybody out on upgrade to 3.0`: the order is another one.
    return f"{found['what'].strip(' :,')} is {found['to']}{found['rest']}" if found else ""


def _guaranteed(plain: str) -> str:
    """`Make sure that x`, `Allow x to do y`, `Name it x`, `Add an x`, `Get rid of x`."""
    for pattern, form in (
        (_SURE, "{what}"),
        (_ALLOW, "{what} can {rest}"),
        (_NAMED, "The name is {what}"),
    ):
        found = pattern.match(plain)
        if found:
            return form.format(**found.groupdict())
    found = _ADDS.match(plain)
    if found:
        be = "are" if _is_many(_EDGE.split(found["what"])[0]) else "is"
        return f"There {be} {found['what']}"
    found = _RID.match(plain)
    return _passive(f"remove {found['what']}") if found else ""


def _granted(plain: str) -> str:
    """`Let me set the port`: `The port can be set`."""
    found = _GRANTS.match(plain)
    return _passive(found["order"], modal="can be") or plain if found else ""


def _denied(plain: str) -> str:
    found = _NOT.match(plain)
    if found is None or found["not"].lower() == "stop":
        return ""
    return _passive(found["rest"], "never" if found["not"].lower() == "never" else "not") or plain


def _put_to(plain: str) -> str:
    """`Make the mails go through x`: `The mails go through x`."""
    found = _LETS.match(plain)
    if found is None:
        return ""
    return f"{found['what']} {_third(found['what'], found['verb'].lower())}{found['rest']}"


def _about(plain: str) -> str:
    """`Unknown ids: keep them`: `Unknown ids are kept`; `On start skip x`: `On start, x is skipped`."""
    found = _TOPIC.match(plain)
    if found and found["verb"].lower() in IMPERATIVES:
        topic = re.sub(r"(?i)^(?:for|on|in|with) ", "", found["what"])
        return _passive(f"{found['verb']} {topic}") + found["rest"]
    found = _CASED.match(plain)
    turned = _passive(found["order"]) if found and is_imperative(found["order"]) else ""
    if not (found and turned):
        return ""
    return f"{found['case'].rstrip(' ,')}, {turned[:1].lower()}{turned[1:]}"


def _passive(order: str, deny: str = "", modal: str = "") -> str:
    """`Drop the column at the end`: `The column is dropped at the end`; empty where it cannot be told."""
    verb, _, rest = order.partition(" ")
    lowered = verb.lower()
    if lowered not in IMPERATIVES or not rest:
        return ""
    particle, _, behind = rest.partition(" ")
    tail = f" {particle}" if particle.lower() in _PARTICLES and behind else ""
    rest = behind if tail else rest
    if _RULED.match(rest):
        return ""
    if verb[:1].isupper() and re.match(r"[a-z]+s (?:[0-9]|the|an?|to|it|from|in|on|with)\b", rest):
        return ""
    if lowered == "make" or (lowered in _LEAVE and not _DETERMINED.match(rest)):
        return ""
    held = [m.span() for m in _HELD.finditer(rest)]
    edge = next(
        (
            m.start()
            for m in _EDGE.finditer(rest)
            if m.start() and not any(a <= m.start() < b for a, b in held)
        ),
        len(rest),
    )
    what, where = rest[:edge], rest[edge:]
    if not what.strip() or _EDGE.match(f" {what}"):
        return ""
    what = {"me": "the user", "us": "the user", "them": "they", "it": "it"}.get(what.lower(), what)
    be = modal or ("are" if _is_many(what) or what == "they" else "is")
    no = f" {deny}" if deny else ""
    return f"{what} {be}{no} {participle(lowered)}{tail}{where}"


def _is_many(what: str) -> bool:
    if re.match(r"(?i)(?:an?|one|each|every|this|that|no) ", what):
        return False
    head = re.split(r"(?i) (?:of|that|which|who|than|\w+(?:er|re|ss) than) ", what)[0]
    last = head.rstrip(" `\"'”)").rpartition(" ")[2].lower()
    return (last.endswith("s") and not last.endswith(("ss", "us", "is"))) or " and " in head


def _third(what: str, verb: str) -> str:
    if _is_many(what):
        return verb
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}{ending}"


def participle(verb: str) -> str:
    """What was done: `skipped` of `skip`, `written` of `write`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", verb) or verb in {
        "permit",
        "submit",
        "admit",
        "prefer",
    }
    return f"{verb}{verb[-1] if doubled else ''}ed"
