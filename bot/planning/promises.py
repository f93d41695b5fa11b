"""Promises: a document, contract or law whose words stand against a wish, or keep silent on it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.planning.doubts import Doubt
from bot.planning.hazards import approved, decided
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import told_in
from bot.planning.unapproved import who_decides

# Mending, describing and testing make a program keep its word; only new work can go against it.
_KEEPS = frozenset((Intent.BUG, Intent.DOCS, Intent.TEST, Intent.QUESTION))
_PATH = r"(?<![\w/-])[\w/-]{1,120}\.(?:md|rst|txt|adoc|html|pdf)`?"
# Where people are promised something, by the name of the paper.
_BINDING = (
    r"(?:terms(?: (?:and conditions|of [a-z]+))?|conditions of [a-z]+|contracts?|agreements?"
    r"|privacy (?:notice|page|policy|statement|text|promise)|polic(?:y|ies)|statutes|by-?laws"
    r"|charter|ndas?"
    r"|consent (?:form|text)|licen[cs]es?|slas?|dpa|gdpr|regulations?|code of conduct|guarantee"
    r"|insurance"
    r"|order form|sign-?up (?:page|form)|house rules)"
)
_BINDING_FILE = (
    r"(?<![\w/-])[\w/-]{0,80}(?:terms|privacy|datenschutz|permissions?|policy|policies|retention|compat\w*"
    r"|stability"
    r"|licen[cs]e|contract|security|safety|roles|charter|governance|ethics|consent)[\w-]{0,80}"
    r"\.(?:md|rst|txt|adoc|pdf)`?"
)
_PAPER = (
    rf"(?:{_PATH}|\b(?:{_BINDING}|website|readme|handbook|manual|faq|docs|documentation|guide"
    r"|brochure|advert|listing)\b)"
)
_PROMISES = r"(?:promis\w+|guarantee\w*|assures?|forbids?|prohibits?|rules? out|commits?)"
_SAYS = (
    rf"(?:{_PROMISES}|says?|said|states?|reads?|tells?|(?:opens?|begins?|starts?) with"
    r"|has (?:the|an?|this) (?:sentence|line|clause|paragraph|rule)|claims?|announces?"
    r"|speaks? of|requires?"
    r"|demands?|limits?|mentions?)"
)
# `in the guide that ships with it says`: so many words may stand between.
_GAP = r"(?: [a-z'-]+){0,4}?"
_WORDS = r"(?P<words>.{3,200})"
_TOLD = (
    Lazy(rf"(?i){_PAPER}{_GAP}(?: {_SAYS}\b|:)[^\"”“«»]{{0,60}}[\"“«]{_WORDS}"),
    Lazy(rf"(?i)(?:\b{_BINDING}\b|{_BINDING_FILE}){_GAP}(?: {_SAYS}\b|:){_WORDS}"),
    Lazy(rf"(?i){_PAPER}{_GAP} {_PROMISES}\b{_WORDS}"),
)
_BINDS = Lazy(
    r"(?i)\b(?:never|no|not|nobody|nothing|none|only|always|any|every|ever|frozen|without|until"
    r"|must|may|within (?:v|an?)|stays?|keeps?|remains?|throughout"
    r"|whole|kept|erased|erasure|deletion|deleted|once"
    r"|free|for life|at any time)\b|n't\b"
)
_WORD_GIVEN = Lazy(
    r"(?i)\b(?:we|the (?:board|company|owners?|team|club|school|city|boss|advert\w*|newsletter"
    r"|listing))"
    r"(?:'ve| have| has)? (?:(?:always|once|already|publicly|also) )?(?:promised|assured"
    r"|guaranteed|pledged|told"
    r" (?:all |our |the |every )*(?:people|users|customers|members|parents|tenants|patients"
    r"|authors|readers"
    r"|donors|everybody|everyone))\b(?P<words>.{3,200})"
)
# A paper that is to be followed, or that leaves open what is wanted.
_FOLLOWED = Lazy(
    r"(?i)\b(?:follow(?:s|ed|ing)? (?:it|that|them|this)|stick to (?:it|that|them)|says so"
    r"|is clear|as (?:it|the"
    r" \w+) says|can(?:'t|not) tell what|its example|\balready (?:says|promises|allows|forbids)"
    r"|(?:says|promises|allows|states|guarantees|forbids) (?:it |that |this )?(?:already|anyway)"
    r"|(?:not|un-?) ?(?:specified|defined)"
    r"|exactly this|has (?:an?|the) (?:rule"
    r"|answer)|must pass"
    r"|so that (?:it|this|that) (?:holds|is true|is kept))\b|^(?:given|when|then)\b|\b(?:make"
    r"|let)\b.{1,60}\bfollow\b"
)
_SILENT = Lazy(
    rf"(?i)(?:\b{_BINDING}\b|{_BINDING_FILE})[^.;]{{0,60}}\b(?:(?:says?|said|mentions?|ha(?:s"
    rf"|ve)|had|contains?)"
    r" (?:nothing|not a word|no (?:word|clause|line|rule|paragraph))|(?:is|are) silent"
    r"|(?:does|do|did)(?:n't| not) (?:say|mention|allow|cover|foresee|speak|permit|know))\b"
    r"|\b(?:nowhere|never|not|n't|nothing)(?: [a-z]+){0,2} (?:in writing|on paper"
    r"|in black and white)\b"
    rf"|\b(?:not covered by|not part of|not (?:fore)?seen in|outside of?) (?:the |our "
    rf"|their )?(?:[a-z]+ )?{_BINDING}\b"
)
# Those who watch over it have not said yes.
_WATCH = (
    r"(?:legal(?: (?:team|department|volunteer|counsel|advis[eo]r))?|lawyers?|solicitors?"
    r"|counsel|dpo"
    r"|data protection(?: officer)?|works council|compliance|auditors?|accountants?|treasurer"
    r"|insurers?|board"
    r"|council|regulator|authority|finance|security team|privacy (?:officer|team)"
    r"|ethics (?:board|committee)"
    r"|ombudsman|union)"
)
_PENDING = Lazy(
    rf"(?i)\b{_WATCH}\b[^.;]{{0,60}}\b(?:(?:has|have|is|are|was|were|did|does)(?:n't| not"
    rf"| yet to)(?: yet)?"
    r" (?:come back|given|got back|get back|said|say|answer\w*|reply|replied|decid\w+|sure"
    r"|agreed?|happy|convinced"
    r"|confirm\w*|been asked|look\w*)|objected|objects|frown\w*|hesitat\w+|has (?:doubts"
    r"|concerns|reservations)"
    r"|raised (?:an eyebrow|doubts|concerns)|is still (?:thinking|looking into|checking)|said no"
    r"|talks go on)\b"
    rf"|\b(?:waiting|wait) for (?:the |our |a )?{_WATCH}\b"
    r"|\b(?:juristes?|juridique|asesor\u00eda|legal|dpd|cnil"
    r"|avocate?s?)\b[^.;]{0,60}\b(?:n'a pas|pas encore"
    r"|no (?:nos )?ha|dice que|todav\u00eda)\b"
    r"|\b(?:rechtsabteilung|datenschutz\w*|betriebsrat|anw[a\u00e4]lt\w*"
    r"|steuerberater\w*)\b[^.;]{0,60}"
    r"\b(?:noch nicht|noch kein\w*|pr\u00fcft|bedenken|gewarnt)\b"
)


def against_promises(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find what stands against a wish without anybody's leave to do it all the same.

    Takes the issue and its intent. A paper is quoted that forbids or promises something, a binding one says
    nothing on what is wanted, or those who watch over it have not answered; what anybody has decided or
    approved in the text ends it, and so does a paper that the wish follows.
    """
    if intent in _KEEPS:
        return
    told = told_in(reading)
    if any(decided(text) or approved(text) for _, _, text in told):
        return
    for at, raw, text in told:
        if stands_against(raw) or stands_against(text):
            yield who_decides(raw, raw, at)
            return


def stands_against(sentence: str) -> bool:
    """Say whether a sentence tells of a promise, of its silence, or that those in charge have not agreed."""
    if _FOLLOWED.search(sentence):
        return False
    if _SILENT.search(sentence) or _PENDING.search(sentence):
        return True
    hits = (pattern.search(sentence) for pattern in (*_TOLD, _WORD_GIVEN))
    return any(hit and _BINDS.search(hit["words"]) for hit in hits)
