"""Offers: what is sold, hired or asked of strangers, and tries of who learns how issues work."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Reading
from bot.planning.sections import Part
from bot.planning.statements import rules
from bot.planning.words import words

# What an offer tells, each line one kind.
_PITCH = tuple(
    Lazy(rf"(?i)(?:{source})")
    for source in (
        # A price, or that there is none.
        r"\b(?:for|only|from|just|at|is) (?:[€$£] ?)?[0-9][0-9.,]* ?(?:€|\$|£|dollars?|euros?"
        r"|usd|eur|pounds?)?(?: (?:a|per)|/)"
        r" ?(?:month|year|week|post|link|click|hour|piece|person|night|slot)\b|\b(?:prices?"
        r"|rates?|packages?) (?:from|start(?:s|ing)?)\b"
        r"|\b[0-9]+ ?(?:€|\$|dollars?|euros?) (?:this week|only|per)\b|\bcompetitive salary\b"
        r"|\bfree of charge\b|\ball inclusive\b"
        r"|\bwhat are your rates\b|\bno (?:hidden )?(?:costs?|obligations?|risk)\b"
        r"|\bmoney[- ]back\b|\bfree (?:demo|audit|sample|transfer|shipping|delivery|consultation)\b",
        # Who offers.
        r"\b(?:our|my) (?:team|newsletter|agency|company|experts?|clients|blog|channel"
        r"|platform|service|shop|store|clinic|academy|product|audience|readers)\b"
        r"|\bwe (?:are|'re) (?:hiring|a (?:[a-z]+ ){0,3}(?:agency|company|startup|studio|team"
        r"|supplier|manufacturer))\b|\bi(?: am|'m) (?:an? )?(?:seo|marketing|recruiter"
        r"|freelanc\w+|[a-z]+ (?:consultant|recruiter|manager at))\b"
        r"|\b(?:i|we) represent\b|\bon behalf of\b.{0,30}\b(?:client|agency|company)\b"
        r"|\bi(?: am|'m) a (?:[a-z']+ )?student\b",
        # What is offered or asked for.
        r"\b(?:sponsored|guest) (?:articles?|posts?|links?|content)\b|\b(?:backlinks?|seo"
        r"|leads?|followers|ad space|banner ads?|newsletter slot|a slot)\b|\bget (?:your"
        r"|you) (?:[a-z]+ )?featured\b"
        r"|\b(?:flights?|hotels?|implants|loans?|insurance|casino|replica|perfume|tyres"
        r"|solar panels?|visa) (?:to|in|from|for|at|now|deals?)\b|\bhiring\b"
        r"|\bsend (?:us )?your (?:cv|resume|portfolio)\b|\bjobs?@|\bsales@"
        r"|\b(?:my|our|this|a short|the) (?:survey|questionnaire|study|poll)\b"
        r"|\bcosts? you (?:visitors|customers|money|sales)\b|\b(?:increase|boost|double"
        r"|grow) your\b|\bpartnership\b|\bcollaborat(?:e|ion) (?:with|on your)\b",
        # How to answer.
        r"https?://|\bwww\.|[\w.]+@[\w-]+\.[a-z]{2,}|\b(?:write|reply|apply|contact|book|order"
        r"|call|join|sign up|register|subscribe) (?:now|today|to (?:us|me)|us|here|at)\b"
        r"|\btake (?:10|ten|five|5|two|2|15) minutes\b|\bwith code\b",
        r"\b(?:this week only|limited|today only|last (?:chance|seats)|hurry|don't miss"
        r"|while stocks last|until (?:sunday|midnight))\b",
    )
)
_THREE, _SHORT = 3, 30
# How people sign that they only try something out, each line one kind.
_TRY = tuple(
    Lazy(rf"(?i)(?:{source})")
    for source in (
        r"\bmy (?:very )?first (?:ever )?(?:issue|ticket|bug|post)\b|\b(?:test|demo|practice"
        r"|sample|dummy) (?:issue|ticket|from|by|post)\b|\b(?:trying|try|tried) out\b"
        r"|\btrying (?:to see|github|this|if|whether|how)\b|\bissue (?:created|opened"
        r"|made) (?:through|via|by|with|from)\b|^(?:hello|hi|greetings) from\b",
        r"\b(?:you (?:can|may)|please|will be|going to be|i(?:'ll| will)"
        r"|feel free to) (?:just |simply |safely )?(?:close|closed|delete|deleted|ignore"
        r"|ignored)\b(?: (?:it|this|me))?|\bnothing to (?:see|do|fix|plan)(?: here)?\b"
        r"|\bno (?:action|work|reply|answer) (?:is )?(?:needed|required)\b|\bplease ignore\b",
        r"\b(?:learning|learn|learnt|teaching|playing with|practi[sc]ing|exploring"
        r"|getting to know) (?:how )?(?:git|github|issues|to use|the api|markdown)\b"
        r"|\b(?:workshop|bootcamp|class|course|training|lesson|tutorial|group [0-9]+|lab)\b"
        r"|\bchecking (?:my|the|if|whether|that) (?:my )?(?:token|api|permissions?|webhook"
        r"|integration|notifications?|labels?)\b|\bhow (?:git|github|issues|this|it) works?\b",
        r"^(?:\{.*\}|hello,? world!?|test(?:ing)?\b.{0,20}|foo|lorem ipsum.*)$",
    )
)
_TWO = 2


def is_pitch(reading: Reading) -> bool:
    """Say whether an issue offers something, wants to hire or to ask people, and lays down nothing."""
    text = f"{reading.title}\n{reading.text}"[:6_000]
    if reading.fences or reading.spans or reading.of(Part.CRITERIA, Part.TASKS, Part.EXPECTED):
        return False
    links = "\n".join(link for link in reading.links if link.startswith("http"))
    kinds = sum(bool(sign.search(text) or sign.search(links)) for sign in _PITCH)
    return kinds >= _THREE + any(_demands(p.text) for p in reading.passages)


def is_practice(reading: Reading) -> bool:
    """Say whether somebody only tries how issues work and says so in two ways."""
    text = f"{reading.title}\n{reading.text}"[:1_000]
    if len(list(words(text))) > _SHORT or any(_demands(p.text) for p in reading.passages):
        return False
    lines = text.split("\n")
    return sum(any(sign.search(line) for line in lines) for sign in _TRY) >= _TWO


_DEMANDS = Lazy(
    r"(?i)\b(?:it|they|we|page|users?|button|list|program|app|admins?|[a-z]+s?) (?:should|must"
    r"|shall|has to|have to|needs? to)\b|\bshows?\b|\binstead of\b|\bcrash\w*|\berrors?\b"
)


def _demands(text: str) -> bool:
    return bool(_DEMANDS.search(text)) or rules(text)
