"""Providers: services outside the repository that a wish needs and nobody has named."""

from __future__ import annotations

from collections.abc import Iterable

from bot.planning.errands import ERRANDS
from bot.planning.feeds import FEEDS
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.services import SERVICES
from bot.planning.words import words

_OUTSIDE = Lazy(
    r"(?i)\b(?:an?|some|our) (?:external|third[- ]party|outside|hosted|cloud)"
    r" (?P<what>(?:[a-z-]+ ){0,2}?(?:service|company|tool|platform|api|system|partner"
    r"|database|printer|tracker|provider|vendor|supplier|register|backend|host))\b"
    r"(?! (?:is|are|called|named|such as|like)\b)"
)
_NEW = Lazy(
    r"(?i)\b(?:the new|a new|our new|another|an external|some external|a third[- ]party"
    r"|a second|an additional"
    r"|some) (?P<what>(?:[a-z]+ ){0,2}?(?:carrier|provider|vendor|supplier|partner|bank"
    r"|gateway|registrar|hoster|insurer"
    r"|courier|wholesaler|distributor|processor|operator|reseller|agency|marketplace"
    r"|company|contractor|association|federation|authority|institute|data source"
    r"|(?:accounting|ticketing|booking|shop|payroll|access control|timing|cash register"
    r"|reservation|library|erp|crm) (?:system|software|platform|tool))(?:'s api| api)?"
    r"|(?:identity|payment|mail|messaging|map|storage|search|translation|recognition|booking"
    r"|hosting"
    r"|monitoring|shipping|print|scoring) service"
    r"|lock|scanner|till|terminal|label printer|scales?|controller|turnstile|card reader|heat pump"
    r"|inverter|telephone system|pbx|robot|kiosk)\b"
    r"(?! (?:is|will be|called|named|type|class|interface|field|column|page|form|list"
    r"|setting|option|should be able)\b)"
)
_BOUGHT = Lazy(
    r"(?i)\bthe (?P<what>(?:[a-z]+ )?(?:service|provider|tool|system|product|api|platform|software"
    r"|vendor|hoster|gateway|terminal|scanner|sensor|printer|library))s?,? (?:that |which )?(?:we"
    r"|i|they"
    r"|the board|management|the boss|the club|sales)(?: just| have| has| had| recently|'ve)*"
    r" (?:bought|signed|chose|chosen|picked|ordered|licen[cs]ed|selected|got|booked|rented"
    r"|subscribed(?: to)?|contracted|agreed on|decided (?:on|for))\b"
)
_BUYERS = (
    r"(?:we|they|i|it|hr|legal|sales|marketing|finance|procurement|purchasing|facilities"
    r"|security|operations|support"
    r"|management|accounting|logistics|(?:the |our |my )?(?:board|management|boss|dean"
    r"|director|council|county|city|canton"
    r"|club|school|university|company|office|foundation|association|cooperative|federation"
    r"|committee|owner|treasurer"
    r"|department|consortium|church|parish|hospital|chairman|head office|it department))"
)
_SOLD = (
    r"(?:(?:[a-z-]+ ){0,3}?(?:service|gateway|provider|company|vendor|supplier|platform"
    r"|aggregator|carrier|agency|partner"
    r"|processor|insurer|bank|operator|successor|portal|hoster|cloud|data ?feed|subscription"
    r"|terminals?|software|print shop|courier)|one|another one|a successor|(?:a )?new (?:one|system|tool))"
)
# `Procurement has signed with a vendor`: there is one, and only they know which.
_ACQUIRED = Lazy(
    rf"(?i)\b{_BUYERS}(?:'ve| have| has|'s)?(?: just| now| finally| already| recently)?"
    rf" (?:bought|signed(?: up)?(?: for| with)?|closed (?:a|the) (?:deal|contract) (?:with"
    rf"|for)|picked|chosen|chose|selected|hired"
    rf"|rented|booked|ordered|contracted|subscribed to|opted for|decided (?:on|for)|settled on"
    rf"|got|made a deal with"
    rf"|has a contract with|licen[cs]ed) (?:an?|another|some|the|our) (?P<what>{_SOLD})\b"
    rf"(?! (?:called|named|is|was|does|like|such)\b)"
    rf"|\b(?:contract|deal|partnership|agreement(?= with (?:an?|the|our"
    rf"|some) [a-z])) (?:with (?:an?|the|our|some) (?P<who>{_SOLD}) )?(?:for (?:an?|the) (?P<for>{_SOLD}) )?"
    rf"(?:is|was|has been|got) (?:finally |now |already )?(?:signed|closed|concluded|done)\b"
)
_SYSTEM = Lazy(
    r"(?i)\b(?:connect|integrat|sync|link|hook|export|import|post|push|end up|book"
    r"|transfer)\w*\b.{0,40}"
    r"\b(?:to|with|into|in|from) (?:the|our|their) (?P<what>erp|crm|dms|hr system"
    r"|accounting(?: system)?"
    r"|bookkeeping(?: system)?|inventory system|point of sale|pbx|warehouse system|lms"
    r"|ticket system"
    r"|data warehouse|time clock|cash register|library system)\b"
)
_OFFERS = Lazy(
    r"(?i)\b(?:compar\w+|look\w* (?:into|at)|wait\w* for|collect\w*|evaluat\w+) (?:[a-z0-9]+ ){0,2}"
    r"(?:offers?|quotes?|providers?|vendors?|suppliers?|bids)\b"
)
_PROPER = Lazy(r"(?<=[a-z,(] )[A-Z][A-Za-z0-9]{2,}|\b[A-Z]{2,5}\b")
_COMMON = """
    REST API SMS CSV PDF JSON XML HTTP HTTPS URL UI UX ID SSO VAT EUR USD GBP CHF FAQ GDPR
    HTML SQL OS DNS TLS SSL CLI README TODO TBD IDP SSH FTP ISO UTC PO QA IT AI LLM OK
    Thanks Please Customers Users DKIM SPF DMARC SMTP IMAP TTL CPU RAM VPN IP TCP UDP PR
    CI CD DB CSS JS QR KPI TV PC B2B B2C FYI ASAP EOL Easter Christmas January February
    March April June July August September October November December Monday Tuesday
    Wednesday Thursday Friday Saturday Sunday Android Play Store App ERP CRM DMS LMS Hi Hello Team Board
    Treasurer Support Sales Marketing Finance
"""
_USUAL = frozenset(_COMMON.split())


def unnamed(text: str, paths: Iterable[str]) -> tuple[str, str] | None:
    """Find a service that a text needs and does not name.

    Takes the text of the request with what people decided, and the repository's paths: a file that
    is about such a service says that there is one. Gives the name of the kind and the words that ask.
    """
    plain = gloss(text)
    known = {w for p in paths for w in words(p)}
    found = None if _RUNNING.search(plain) else _of_a_kind(plain, known)
    if found:
        return found
    bought = _BOUGHT.search(plain)
    if bought and not _proper(_SPAN.sub(" ", _around(text, bought[0]))):
        return bought["what"], bought[0]
    acquired = _ACQUIRED.search(plain)
    if acquired and not _proper(_SPAN.sub(" ", _around(text, acquired[0]))):
        return acquired["what"] or acquired["who"] or acquired["for"] or "provider", acquired[0]
    system = _SYSTEM.search(plain)
    if (
        system
        and not _proper(_SPAN.sub(" ", _around(text, system[0])))
        and not known & set(system["what"].lower().split())
    ):
        return system["what"], system[0]
    offers = _OFFERS.search(plain)
    if offers and not _proper(_SPAN.sub(" ", _around(text, offers[0]))):
        return "provider", offers[0]
    new = _NEW.search(plain) or _OUTSIDE.search(plain)
    if new and not _proper(text):
        return new["what"].removesuffix("'s api").removesuffix(" api"), new[0]
    return None


def _of_a_kind(plain: str, known: set[str]) -> tuple[str, str] | None:
    """The first service of a known kind that is asked for, named nowhere and in no file."""
    for service in (*SERVICES, *FEEDS, *ERRANDS):
        hit = service.asks.search(plain)
        if hit is None or _LEAVES.search(plain[max(0, hit.start() - 60) : hit.start()]):
            continue
        if not service.named.search(plain) and not known & service.hints:
            return service.name, " ".join(hit[0].split())
    return None


# What goes needs no name: `remove the old cloud backup`.
_LEAVES = Lazy(
    r"(?i)\b(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|delet(?:e|es|ed|ing)|retir(?:e|es|ed"
    r"|ing)|get(?:ting)? rid of"
    r"|kick out|disabl(?:e|es|ed|ing)|(?:turn|switch)(?:ed|ing)? off|decommission|stop using"
    r"|no longer)\b[^.,;:!?\n]*$"
)
# What already answers, or fails, is there.
_RUNNING = Lazy(
    r"(?i)\b(?:the|our) (?:[a-z]+ )?(?:geocoder|provider|gateway|service|api|bank|carrier|upstream"
    r"|idp|bucket|processor|translator|map server) (?:sometimes |often |often enough )?(?:answers?"
    r"|returns?|times? out|timed out|is (?:down|slow|away)|fails?|responds?|rejects?|throttles?"
    r"|sends? back)\b|\b(?:we|which we|that we) already (?:use|have|run|pay)\b|\b(?:is|are) already"
    r" (?:set up|configured|integrated|in use|in place|connected)\b"
)
_SPAN = Lazy(r"`[^`]*`|https?://\S+")


def _around(text: str, words: str) -> str:
    """The line of a text in which words stand; the whole text where another language says them."""
    return next((line for line in text.splitlines() if words in line), text)


def _proper(text: str) -> bool:
    """A proper name inside a sentence, which is what a provider is called by."""
    return any(name not in _USUAL for name in _PROPER.findall(text))
