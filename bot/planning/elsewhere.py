"""Elsewhere: a sentence that speaks of what the work needs as of a thing that others hold or have chosen.

Each way of speaking is enough by itself: a list by whoever keeps it (`the table our baker uses`), a
service by whoever picked it, an input by what has to happen first (`once the bank has sent us the key`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.planning.doubts import Doubt, absent
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import told_in
from bot.planning.words import shortened, words

_NAME = r"(?-i:[A-Z][a-z]+)"
_SOURCE = (
    r"(?:lists?|sheets?|spread ?sheets?|tables?|mappings?|layouts?|formats?|numbers|codes|figures"
    r"|formulas?|values|texts?|wordings?|rules|templates?|spec(?:ification)?s?|letters?|e-?mails?"
    r"|mails?|minutes|contracts?|catalogues?|data ?sheets?|manuals?|guidelines?|curves?|factors"
    r"|coefficients|limits|thresholds|prices|rates|categories|names|drawings?|sketch(?:es)?|forms?"
    r"|schedules?|plan|criteria|papers?|documents?|chart of accounts|drafts?|standard|method|scheme)"
)
_FROM = (
    r"\b(?:from|in|per|according to|with|of|by|after|as in|reading|use|take|like|follow(?:s|ing)?|on"
    r"|into|to|against)"
)
_HOLDS = (
    r"(?:uses?|keeps?|has|have|made|wrote|drew|sent|worked out|prepared|compiled|measured|gave"
    r"|asked for|needs?|expects?|demands?|requires?|prescribes?|agreed|approved|put together"
    r"|understands?|accepts?|collected|maintains?|works? with|issued|handed out|drafted|sketched)"
)
# Things of a program have lists and names of their own.
_DATA = (
    r"(?:records?|items?|entr(?:y|ies)|orders?|products?|articles?|books?|songs?|tracks?|albums?"
    r"|files?|folders?"
    r"|documents?|pages?|forms?|fields?|rows?|columns?|tables?|objects?|class|models?|modules?"
    r"|packages?|projects?"
    r"|repo\w*|branch|events?|tasks?|tickets?|issues?|jobs?|runs?|requests?|responses?|messages?"
    r"|mails?|threads?"
    r"|topics?|posts?|accounts?|sessions?|devices?|sensors?|stations?|rooms?|houses?|courses?|lessons?|games?"
    r"|match|recipes?|dish|days?|weeks?|months?|years?|seasons?|today|program|app|server|copy|boats?|bikes?"
    r"|shifts?|show|ride|sample|person)"
)
_SERVICE = (
    r"(?:providers?|vendors?|services?|compan(?:y|ies)|systems?|platforms?|software|programs?"
    r"|gateways?|portals?|banks?|carriers?|products?|agenc(?:y|ies)|suppliers?|hosters?|couriers?"
    r"|insurers?|processors?|one)"
)
_PARTY = (
    rf"(?:we|they|{_NAME}|(?:the|our|their|my) (?:[a-z-]+ ){{0,2}}[a-z-]+|procurement|purchasing"
    r"|management|sales|marketing|finance|hr|security|legal|headquarters)"
)
_CHOSE = (
    r"(?:signed(?: up)?(?: with| for)?|picked|chosen|chose|bought|selected|opted for|decided (?:for|on)"
    r"|gone with|went with|moved to|changed(?: over)? to|switched(?: over)? to|contracted|hired"
    r"|subscribed to|rented|licensed|ordered)"
)
_DONE = (
    r"(?:mailed|sent|answered|told|named|delivered|given|replied|signed|confirmed|provided|chosen"
    r"|picked)"
)
_PLACE = (
    r"(?:(?:team|group|shared|company|club|family|office|staff|department|parish|school|duty)"
    r" calendar|messenger|(?:team|group|staff|company|shared|network|cloud) (?:chat|channel|wiki"
    r"|drive)|intranet|siem|document archive|bookkeeping (?:program|system|software)|log server"
    r"|(?:control|alarm) centre|info ?screens?)"
)
_THEIRS = (
    r"(?:s?ftp(?: server)?|servers?|api|portal|siem|system|web service|interface|endpoint|archive)"
)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of speaking, what it asks for, and whether a proper name in the sentence answers it."""

    said: Lazy
    asks: str
    named: bool = False


_WHERE_IS_IT = "Where is what this speaks of (a copy or sample, its format, who has it): “{}”?"
_WHICH_IS_IT = "Which one is it (name, address, its documentation, account or credentials): “{}”?"
_WHO_BRINGS_IT = "What has to come first, who brings it and when (values, access, names): “{}”?"

_WAYS = (
    _Way(
        Lazy(
            rf"(?i){_FROM} (?:the|that|a|this) (?:[a-z-]+ ){{0,2}}{_SOURCE} (?:that |which )?"
            rf"(?:she|he|they|{_NAME}(?: {_NAME})?|(?:our|their|the) (?:[a-z-]+ ){{0,2}}[a-z-]+)"
            rf" {_HOLDS}\b"
            rf"|{_FROM} (?:her|his|(?-i:[A-Z][a-z]+)'s|(?:the|our)"
            rf" (?:[a-z-]+ )?(?!{_DATA}'s)[a-z-]+'s) (?:own |new |latest |old )?{_SOURCE}\b"
            r"|\b(?:as|like|given|stated|set|defined|written|laid down|agreed) in (?:the|our"
            r"|their) (?:[a-z-]+ ){0,3}"
            r"(?:agreement|contract|memo|circular|minutes|price list|statutes|by-?laws|brochure)\b"
            r"|\b(?:in|from|on|per|see) the (?:letters?|e-?mails?|mail|contract|minutes|notebook|binder|diary"
            r"|decree|statute|handbook|manual|data ?sheets?|price list|brochure) (?:of|from|by) (?:the|our"
            r"|my|their) [a-z]+"
            r"|\b(?i:(?:in|aus|nach|laut) der (?:[\w-]*liste|[\w-]*tabelle|[\w-]*aufstellung"
            r"|[\w-]*vorlage) (?:von der|vom|der|von|unserer|unseres|des) (?!die\b)\w+)"
            r"|\bdans (?:la liste|le tableau|le fichier) (?:de la|du|de notre) \w+"
        ),
        _WHERE_IS_IT,
    ),
    _Way(
        Lazy(
            rf"(?i)\b{_PARTY}(?: has| have|'ve|'s)?(?: just| finally| now| recently| already"
            rf"| meanwhile)* {_CHOSE} (?:a|an|another|some|their own|a new|the)"
            rf" (?:[a-z-]+ ){{0,3}}?{_SERVICE}\b"
            rf"|\b(?:the|a|that) (?:[a-z-]+ ){{0,2}}(?!one\b){_SERVICE},? (?:that |which )?"
            rf"(?:she|he|they|{_NAME}|(?:the|our|their) (?:[a-z-]+ ){{0,2}}[a-z-]+|procurement"
            rf"|purchasing|management|we|finance|legal)(?: has| have|'ve)? (?:{_CHOSE})\b"
            r"|\b(?:will|'ll|going to|want to|would need to|need to|have to) (?:buy|rent|get|choose|pick"
            rf"|select|order|find|hire|license) (?:a|an|some|another|one of)"
            rf" (?:[a-z-]+ ){{0,2}}(?!one\b){_SERVICE}\b"
            r"|\b(?:bids?|offers?|quotes?|tenders?) (?:on the table|(?:is|are) (?:still )?(?:running"
            r"|open|out|in|being))\b"
        ),
        _WHICH_IS_IT,
        named=True,
    ),
    _Way(
        Lazy(
            r"(?i)\bauf (?:ein|eine|einen) ander\w+ (?:programm|system|software|anbieter)\b"
            r"|\bausschreibung (?:läuft|ist)\b|\ba retenu une? \w+"
            r"|\b(?:ha elegido|ha contratado) un[ao]? \w+"
        ),
        _WHICH_IS_IT,
    ),
    _Way(
        Lazy(
            rf"(?i)\b(?:put|send|upload|push|post|export|sync|publish|write|deliver|copy|forward"
            r"|report|transfer|sink|store|feed|load|announce|mail|book|hand)\w*\b[^.;]{0,80}?"
            rf"\b(?:(?:in|on)?to|on|in|at|for) (?:(?:the|our|your) (?:[a-z-]+ )?{_PLACE}"
            rf"|their {_THEIRS})\b"
        ),
        _WHICH_IS_IT,
        named=True,
    ),
    _Way(
        Lazy(
            r"(?i)\b(?:once|as soon as|until|till) (?!the (?:user|customer"
            r"|guest|visitor|member|reader|buyer|player|owner|server|job|client|app)\b)(?:they"
            r"|he|she|(?-i:[A-Z][A-Za-z]+)|(?:the|our|their)"
            rf" (?:[a-z-]+ ){{0,2}}[A-Za-z-]+) (?:has|have|had) (?:back |us |me |been )*{_DONE}\b"
            rf"|\bwhen the (?:[a-z]+ )?(?:contract|agreement|cooperation|order) (?:is|has been) {_DONE}\b"
            r"|\bnous (?:transmettr|communiquer|enverr|donner)\w+\b|\bnos (?:pasar|enviar|mandar|dar)[áa]n?\b"
            rf"|(?:^|[,;:] |\band |\bbut ){_NAME}(?: from [a-z]+)? (?:has|keeps|holds|got) (?:them"
            rf"|the (?:only )?(?:[a-z]+ )?(?:{_SOURCE}|keys?|access(?: data)?|credentials|account"
            r"|password|details))\b"
            r"|\b(?:los|las) tiene (?-i:[A-Z])\w+"
            r"|\bwhich (?:i|we) (?:do not|don't) (?:yet )?have\b|\bliegt (?:noch )?bei[m]?\b"
            r"|\bask (?!for\b|before|whether|if)(?:the |our )?[A-Za-z]+ for the details\b"
        ),
        _WHO_BRINGS_IT,
    ),
)
_HERE = Lazy(
    r"`[^`]+`|https?://|\b[\w-]+/[\w./-]+|\b\w[\w-]*\.(?!g\b)[a-z]{2,5}\b|(?i:\b(?:below|above"
    r"|following|as follows|attached|user's|users'|page's|visitor's|member's|row's|file's)\b)"
)
_PROPER = Lazy(
    r"(?<=[a-z,(:] )(?!(?:IT|HR|API|REST|CSV|PDF|XML|JSON|SMS|PIN|CEO|SIEM|SFTP|FTP|January|February"
    r"|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday"
    r"|Wednesday|Thursday|Friday|Saturday|Sunday|Easter|Christmas)\b)[A-Z][A-Za-z0-9]{2,}"
)


def elsewhere(reading: Reading, intent: Intent, paths: Iterable[str]) -> Iterator[Doubt]:
    """Find what a wish needs and others hold, one doubt for each way of speaking.

    Takes the issue, its intent, and the paths of the repository: a place that a file is called by is
    not missing. A fault tells how things are; nobody brings anything for it.
    """
    if intent is Intent.BUG:
        return
    known = {word for path in paths for word in words(path)}
    told = told_in(reading)
    for way in _WAYS:
        for at, raw, text in told:
            found = way.said.search(text) or way.said.search(raw[:600])
            if found is None or _is_here(found[0], raw, known, named=way.named):
                continue
            yield absent(
                "what others hold", way.asks.format(shortened(raw.rstrip("."), 140)), raw, at
            )
            break


def _is_here(hit: str, sentence: str, known: set[str], *, named: bool) -> bool:
    """Whether the thing is named, lies in the tree, or stands near to where it is spoken of."""
    at = max(0, sentence.find(hit))
    if _HERE.search(sentence[at : at + len(hit) + 60]):
        return True
    return named and bool(_PROPER.search(sentence) or set([*words(hit)][-2:]) & known)
