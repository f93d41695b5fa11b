"""Absences: things the work needs that stand somewhere else, or with somebody else, or nowhere yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from bot.planning.doubts import Doubt, absent, placed
from bot.planning.gaps import gap_in
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy, compiled
from bot.planning.people import GROUPS, TRADES
from bot.planning.printed import CODE
from bot.planning.proposal import Intent
from bot.planning.reading import Fence, Reading
from bot.planning.values import is_open
from bot.planning.words import shortened, words

_LATER = (
    r"\((?:[a-z]+ ){0,3}(?:will follow|follows|to follow|to come|tb[adc]|later|pending|folgt)\)"
    r"|\b[a-z][a-z ]{1,25}: ?(?:tb[adc]\b|\?{2,}|to be (?:created|defined|provided|decided|agreed"
    r"|done|announced))"
    r"|\blorem ipsum\b|\[(?:insert|your|text|todo|tbd)[^\]]{0,40}\]"
)
_INPUT = (
    r"(?:values?|parameters?|numbers?|figures|details|codes?|lists?|data|files?|keys?|passwords?"
    r"|credentials|texts?|wording|prices?|rates?|coefficients?|limits?|format|spec\w*|addresse?s?"
    r"|colou?rs?|formulas?|thresholds?|coordinates|layout|translations?|logos?|photos?|schedule"
    r"|parameter|werte|daten|texte|preise|koordinaten|farben|liste|valores|datos|textos|precios"
    r"|valeurs|données|textes|paramètres)"
)
_HELD = (
    rf"\b{_INPUT}\b.{{0,60}}\b(?:has|have|knows?|keeps?|from|ask|with) (?:mr|mrs|ms|dr|herrn?|frau"
    r"|m\.|mme|señora?|our (?:boss|treasurer|accountant|lawyer|lab|chairman|secretary)"
    r"|the (?:boss|treasurer|accountant|office|lab|lawyer|vendor|supplier|secretary))\b"
    rf"|\b{_INPUT}\b.{{0,40}}\b(?:is|are) (?:all )?(?:in|on) (?:my|his|her|their) (?:mail\w*|inbox"
    r"|drawer|notebook|head|desk|laptop|phone)\b"
    rf"|\b{_INPUT}\b.{{0,40}}\b(?:bekomm\w+|erhalte\w*|krieg\w+) (?:ihr|sie|du"
    rf"|wir)\b.{{0,30}}\bvon\b"
    rf"|\b{_INPUT}\b.{{0,40}}\b(?:hat|haben|kennt|weiß|liefert) (?:nur |noch )?(?:herr|frau|unser)"
    rf"|\b{_INPUT}\b.{{0,40}}\b(?:los|las|lo|la) tiene\b|\bvous (?:recevrez"
    rf"|aurez)\b.{{0,40}}{_INPUT}"
    rf"|\b{_INPUT}\b[^.;]{{0,40}}\b(?:is|are|lies?) (?:still |currently )?with (?:the |our "
    rf"|my |their )"
    rf"(?:[a-z]+ )?(?:{TRADES}|{GROUPS})[.]?$"
    r"|\b(?:see|in|from) (?:the |my |an? )?(?:e-?mail|mail|message|letter|chat) (?:from|of"
    r"|by) [a-z]+"
    rf"|\b(?:is|are) (?:still |currently )?(?:doing|working on|preparing|writing|translating"
    rf"|drawing"
    rf"|designing|collecting|finali[sz]ing|compiling) (?:the |our |all )*{_INPUT}\b"
    r"|(?:'s|\bis|\bare) (?:still )?(?:writing|drawing|preparing|designing) (?:something|it|them"
    r"|one)\b|\bask [A-Z][a-z]+ (?:for|about) (?:the|it|them)\b"
)
_KNOWN_TO_FEW = (
    rf"\b(?:the |our )(?:usual|agreed|discussed|known) {_INPUT}\b"
    r"|\b(?:as|like) (?:we |i )?(?:discussed|talked about|agreed|told you|mentioned|said) (?:in"
    r"|on|at"
    r"|over|yesterday|last|this morning|by phone)\b|\byou know (?:which|what i mean|the one)\b"
)
_ATTACHED = (
    r"\battached (?:pdf|file|spreadsheet|document|list|excel|csv|screenshots?|picture|mock-?up"
    r"|design|drawing|sheet|image|example|table|layout|sketch|photo|zip|word|letter)\b"
    r"|\b(?:is|are) attached(?! (?:to|by|with))|\bi(?:'ve| have)? attached\b|\bfind attached\b"
    r"|\bsee (?:the )?attach|\bin the attachment\b|\b(?:see|as (?:in|on)) (?:the )?(?:screenshot"
    r"|picture|photo|sketch|drawing|spreadsheet)\b|\benclosed (?:pdf|file|list|document|sheet)"
    r"|\bim anhang\b|\bangehängte|\bficha adjunta|\barchivo adjunto|\badjunto (?:el|la|los)\b"
    r"|\bci-joint|\bpièce jointe|添付"
)
_CHANGED = (
    r"\b(?:new|changed|updated|adapted|higher|lower) (?:prices?|rates?|fees|tariffs?|colou?rs?"
    r"|logo|brand|wording|tax rates?|opening hours|bank details|translations?|thresholds?)"
    r"\b|\b(?:summer|winter|holiday|new) hours\b|\bour new address\b"
    r"|\b(?:prices?|rates?|fees|tariffs?|opening hours|limits?|thresholds?) (?:go|went|are going"
    r"|change"
    r"|changed|rise|rose|increase|drop|move)\b"
    r"|\b(?:tarifs|prix|precios|tarifas|preise|gebühren)\b.{0,20}\b(?:change\w*|cambia\w*|suben"
    r"|augment\w*"
    r"|steigen|ändern|erhöh\w+)|\bnuevos precios|\bneuen? preise|\bnouveaux (?:prix|tarifs)"
    r"|\breplace the (?:colou?rs|logo|texts?|prices|wording|photos?|fees)\b"
)
_GIVEN = Lazy(
    r"(?<![0-9])[0-9]+[.,][0-9]{2}\b|#[0-9a-fA-F]{3,8}\b|[0-9] ?(?:%|€|\$|£|EUR|USD|CHF)"
    r"|[\"“«„][^\"”»“]{2,}"
    r"|\.(?:svg|png|csv|json|ya?ml|md|pdf)\b|->|→|\bfrom [0-9]+ to [0-9]+"
)
_ADAPT = Lazy(
    r"(?i)\b(?:adapt|put|show|replace|update|change|use|apply|switch|enter|put in|adjust|raise"
    r"|anpassen"
    r"|ersetzen|mettre à jour|actualizar|adapter)\b"
)
_PRESCRIBED = (
    r"\b(?:its|their|his|her|the (?:prescribed|official|required|new)|an? (?:own|special|official"
    r"|proprietary|prescribed)) (?:own |prescribed |official |new |special |required )?(?:[a-z]+ )?"
    r"(?:format|schema|file layout|protocol|record layout|interface|endpoint|api|webhook)\b"
    r"|\ba (?:slightly |somewhat |completely )?(?:different|other) (?:[a-z]+ )?(?:form|format"
    r"|layout)\b"
    r"|\bsome (?:[a-z]+ )?(?:protocol|format|interface|api)\b"
)
_OUTSIDER = (
    r"\b(?:authorit(?:y|ies)|thermometers?|sensors?|meters?|devices?|machines?|tax office|ministry"
    r"|bank|insurers?|partners?|vendors?|suppliers?|agency"
    r"|federation|association|government|union|manufacturer|carrier|hospital|university)\b"
)
_DESIGNED = (
    r"\b(?:as|like|according to|per|see|from|follow\w*|specified|drawn|shown|texts? (?:is|are) in)"
    r" (?:it is |specified |shown |drawn |described )?(?:in |on |by )?(?:the |our |my |this |her "
    r"|his )?"
    r"(?:[a-z]+ )?(?:figma|mock-?ups?|wireframes?|design file|prototype|brand book|miro|sketch file"
    r"|confluence page|notion page|google (?:doc|sheet)|briefing)\b"
    r"|\b(?:according to|as in|per|like in|following|by) (?:the|their|its) (?:[a-z]+ )?(?:template"
    r"|manual"
    r"|handbook|brief|guidelines?|standard|instructions|drawing|sample) (?:of|from|that|which|the"
    r"|they|we)\b"
)
_UNSEEN = (
    r"\b(?:attachments?|uploads?|link|picture|image|screenshot|pdf|figma"
    r"|mock-?up)\b.{0,50}\b(?:missing"
    r"|lost|gone|broken|dead|404|not (?:there|here|attached)|private|expired|can'?t (?:open|see))"
    r"|\b(?:ate|lost|swallowed|dropped|stripped) (?:the|your|an?) (?:attachment|file|picture"
    r"|image|pdf)"
    r"|\b(?:no|don'?t have|have no|without) (?:access|permissions?) (?:to|for) (?:that|the|this"
    r"|your|it)"
    r"|\bcan'?t (?:open|see|access) (?:the|that|your) (?:link|file|attachment|pdf|picture|image"
    r"|design)"
    r"|\bi (?:only )?see (?:no|only) (?:attachment|file|text|picture)"
)
_SETTING = Lazy(r"^\s*(?:- )?[\"']?(?P<name>[A-Za-z_][\w.-]*)[\"']? ?(?:[:=]) ?(?P<value>.*)$")
# `<string name="mail">xxx</string>`, `<mail>xxx</mail>`, where a remark may stand for the value.
_XML = Lazy(
    r"^\s*<(?:[\w:.-]+\b[^<>]*?\b(?:name|key|id)=[\"'](?P<attribute>[\w.-]+)[\"'][^<>]*|(?P<tag>[\w:.-]+))>"
    r"(?P<value>[^<>]*|<!--.*?-->)</[\w:.-]+>\s*$"
)
_ELSEWHERE = Lazy(
    r"(?i)^(?:<(?!your)[a-z][^<>]*>|see (?:the )?(?:mail|e-?mail|chat|message|slack|sheet|note)\b.*"
    r"|\(?ask (?!for\b)[a-z]+.*|(?:insert|fill in|todo|later|follows|will follow)\b.*|\?+"
    r"|\(.*\?\)|.*(?:->|→"
    r"|:) ?\?)$"
)
# A value of one letter or mark repeated, or the name of who knows it, wherever in the line it stands.
_DUMMY = Lazy(
    r"(?m)(?P<name>[A-Za-z][\w.-]{1,40})[\"']?(?: ?[=:] ?)[\"']?"
    r"(?:<(?P<mark>[A-Z?_])(?P=mark)+>|\?{2,}|_{3,}|X{2,}|T[BO]D[OA]?\b)"
    r"|^\s*(?P<other>[A-Za-z][\w.-]{1,40})(?:\s{2,}|\s*[=:]\s*)\(?(?:[Aa]sk [A-Z]"
    r"|[Tt][Bb][ADCadc]\b|\?{2,})"
)

# In a block `…` leaves out what does not matter, and `[self-hosted, big]` is a list of values.
_GIVEN_VALUE = Lazy(
    r"(?i)^(?:[\[\]{}.-]*|\u2026|\[(?!.*\b(?:your|todo|tbd|insert|fill|xx+)\b)[\w'\"./*:@ -]+"
    r"(?:, ?[\w'\"./*:@-]+)+\]|\[[a-z][\w./*-]*\])$"
)
# `host = "???"  # Ann has it in her mails`: what is behind the value says who knows it.
_REMARK = Lazy(r"\s(?:#|//|;|--|<!--|\()\s?(?P<said>.*)$")
_KNOWS = Lazy(
    r"(?i)\b(?:ha(?:s|ve) (?:it|that|them)|knows?|ask|(?:don't|do not|not|un) ?(?:yet )?known?"
    r"|unknown|no idea|tb[adc]"
    r"|todo|later|to follow|who|fill in|missing|find out|from (?:mr|mrs|ms|the)\b)|\?\s*$"
)
_HOLLOW = Lazy(
    r"(?i)^(?:[a-z]+://)?(?:\?+|_{2,}|x{3,}|(?:todo|tb[adc]|changeme|fixme|fill[-_ ]?me"
    r"|<[^<>]+>)[\w./:@-]*)$"
    r"|^[/~\w.-]*/\.{3}$"
)
_EXAMPLE = Lazy(r"(?i)\.example|\.sample|\b(?:template|example|sample|placeholders?)\b")
_SHOWN = frozenset(("md", "markdown", "diff", "patch"))


def absences(
    reading: Reading, intent: Intent, others: Iterable[str], paths: Iterable[str]
) -> Iterator[Doubt]:
    """Find what an issue needs and does not bring.

    Takes the issue, its intent, what others said of it, and the paths of the repository: what
    stands there is not missing. A fault is told as it was seen; `reproduction` asks about it.
    """
    said = [(at, s) for at, _, s in placed(reading)]
    names = [n for fence in reading.fences for n in _left_open(fence)]
    if intent is Intent.BUG:
        return
    if names:
        shown = ", ".join([*dict.fromkeys(names)][:8])
        question = f"What are the values of: {shown} (address, account, credentials, who has them)?"
        leads = {fence.lead for fence in reading.fences if _left_open(fence)}
        yield absent(shown, question, shown, max((at for at, s in said if s in leads), default=0))
    brought = bool(reading.links)
    untold = [(at, s) for at, s in said if gap_in(gloss(s)) is None]
    yield from _first(untold, _LATER, "What is the final text or value for: “{}”?")
    theirs = [(at, s) for at, s in said if not s.lower().startswith("my ")]
    yield from _first(theirs, _HELD, "What are these values (who has them, how exact): “{}”?")
    unknown = [(at, s) for at, s in said if not re.search(r"[0-9`\"“]|:$", s)]
    yield from _first(unknown, _KNOWN_TO_FEW, "What was agreed exactly: “{}”?")
    if brought:
        return
    yield from _ungiven(reading, said)
    known = {w for p in paths for w in words(p)}
    unseen = [o for o in others if _pattern(_UNSEEN).search(gloss(o[:600]))]
    lost = [(at, s) for at, s in said if not known & _files(s) and not _located(s)]
    asked = (
        "Where is what this sentence refers to (the attached layout, design, texts or description, "
        "a sample or example file, access): “{}”?"
    )
    found = list(_first(lost, f"{_ATTACHED}|{_DESIGNED}", asked))
    if not found and unseen:
        found = [
            absent("what cannot be seen", asked.format(shortened(unseen[0], 120)), unseen[0], 0)
        ]
    yield from found


def _ungiven(reading: Reading, said: list[tuple[int, str]]) -> Iterator[Doubt]:
    """New values, and formats of others, that nothing in the text gives."""
    whole = "\n".join(s for _, s in said)
    told = bool(reading.fences or reading.rows)
    if not told and not _GIVEN.search(re.sub(r"`[^`.]*`|(?<![\w-])[\w-]+\.css\b", " ", whole)):
        if _ADAPT.search(whole):
            yield from _first(said, _CHANGED, "What are the new values exactly: “{}”?")
        if _pattern(_OUTSIDER).search(gloss(whole)):
            asked = "Where is the format described (specification, sample file): “{}”?"
            yield from _first(said, _PRESCRIBED, asked)


def _first(said: list[tuple[int, str]], part: str, question: str) -> Iterator[Doubt]:
    for at, sentence in said:
        text = sentence[:600]
        if _pattern(part).search(text) or _pattern(part).search(gloss(text)):
            asked = question.format(shortened(sentence, 140))
            yield absent("what is not here", asked, sentence, at)
            return


def _located(sentence: str) -> bool:
    """Whether a path stands in a sentence, behind what it refers to rather than before it."""
    path = [m.start() for m in re.finditer(r"`|[\w.]/\w", sentence[:600])]
    hit = _pattern(_ATTACHED).search(sentence[:600])
    return bool(path) and not (hit and path[-1] < hit.start())


def _files(sentence: str) -> frozenset[str]:
    """The words of the files that a sentence names."""
    return frozenset(
        w
        for name in re.findall(r"(?<![\w-])[\w-]{4,}\.[a-z]{2,5}\b", sentence[:600])
        for w in [*words(name)][:1]
    )


def _left_open(fence: Fence) -> list[str]:
    """The settings of a block that have a placeholder; with one of these, also those with nothing."""
    if fence.language in {*CODE, *_SHOWN} or _EXAMPLE.search(
        fence.lead
    ):  # `item: ['/a', '/b']` is a call
        return []
    lines = [_plain(line) for line in fence.text.splitlines()]
    rows = [(m, n) for n, line in enumerate(lines) if (m := _SETTING.match(line))]
    held, bare = [], []
    for row, n in rows:
        remark = _REMARK.search(row["value"])
        bare_value = row["value"][: remark.start()] if remark else row["value"]
        value = bare_value.strip(" \"',;")
        known_to = bool(remark and _KNOWS.search(remark["said"]))
        following = lines[n + 1] if n + 1 < len(lines) else ""
        deeper = _depth(following) > _depth(lines[n]) or following.lstrip().startswith("- ")
        if (
            (known_to and (not value or not re.search(r"[a-z0-9]{3}", value)))
            or (value and _HOLLOW.match(value))
            or (
                value
                and (_ELSEWHERE.match(value) or (is_open(value) and not _GIVEN_VALUE.match(value)))
            )
        ):
            held.append(row["name"])
        elif not value and not deeper:
            bare.append(row["name"])
    return (held + bare if held else []) + _dummies(fence)


def _plain(line: str) -> str:
    """A line of XML that gives one value, as a setting: `name: value`."""
    found = _XML.match(line)
    return f"{found['attribute'] or found['tag']}: {found['value']}" if found else line


def _dummies(fence: Fence) -> list[str]:
    """What stands before two or more dummies: `gap=<YY> s`, `minidisc  (ask Ruud)`."""
    found = [m["name"] or m["other"] for m in _DUMMY.finditer(fence.text[:4_000])]
    return found if len(found) > 1 else []


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


@cache
def _pattern(part: str) -> re.Pattern[str]:
    return compiled(f"(?i){part}")
