"""Injections: text that talks to a program or a model instead of asking for a change."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.statements import requires, rules
from bot.planning.verbs import is_imperative
from bot.planning.words import words

_TALKS = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules|prompts?"
    r"|guardrails|policy|policies|guidelines)\b"
    r"|\byou are (?:now )?(?:an? |the )?(?:ai|assistant|llm|language model|bot|agent"
    r"|planner|reviewer|system|admin\w*|root)\b"
    r"|\b(?:system|developer|hidden) (?:prompt|message|mode|instructions?)\b"
    r"|\b(?:jailbreak|prompt injection|do anything now)\b"
    r"|^(?:dear |hey |hi |attention |note to )?(?:all )?(?:ai|bots?|agents?|planner"
    r"|assistant|llms?|automation|copilot|plangate)(?: [a-z]+)?[,:!]"
    r"|\b(?:print|reveal|output|post|include|dump|exfiltrate|send|paste"
    r"|reply with)\b.{0,60}\b(?:environment variables?|env vars?|secrets?|github_token"
    r"|api tokens?|credentials|runner environment)\b"
    r"|\b(?:approve|merge)\b.{0,30}\b(?:this|the|all|any) (?:plan|pr|pull requests?|issue"
    r"|changes?)\b.{0,40}\b(?:now|immediately|without|automatically|at once|yourself)\b"
    r"|\bmark (?:every|all|this|the)\b.{0,40}\b(?:approved|complete|done|passed)\b"
    r"|\byou are now (?:the |an? )?\w+"
    r"|\b(?:commit|push|merge) (?:straight|directly|right) (?:to|into)\b"
    r"|\b(?:reply|answer|respond) only with\b"
    r"|\b(?:verified|approved|authori[sz]ed) by the (?:maintainers?|owners?|admins?"
    r"|security team)\b"
    r"|\bconfidence (?:must|should|has to) be\b"
    r"|\b(?:automated|automatic|ai|coding|autonomous) (?:assistants?|agents?|bots?|tools?|systems?"
    r"|reviewers?)\b.{0,80}\b(?:read|process|handle|cleared|instructed|allowed|must|should|may)\b"
    r"|\b(?:print|post|echo|paste|show|include|attach|write)\b.{0,40}\b[A-Z0-9]{2,}_(?:TOKEN|SECRET"
    r"|KEY|PASSWORD)\b.{0,60}\b(?:comment|ticket|issue|log|body|reply|description)\b"
    r"|\bhumans? (?:can|should|may|must) (?:disregard|ignore|skip)\b"
    r"|\bwithout asking back\b|\bdo not mention (?:it|this|that|them) (?:in|to|anywhere)\b"
    r"|\bset (?:the )?decision to\b|</?(?:system|issue_text|user|assistant|instructions)>"
)


# Whom such a text addresses, in English, German, Spanish and French.
_ADDRESS = Lazy(
    r"(?i)\b(?:to|for|an|f\u00fcr|a|para|aux?|pour|attention|achtung|atenci\u00f3n|dear|hey|all"
    r"|any|every|alle"
    r"|todos)\b[ ,:]{1,2}(?:(?:all|any|every|each|the|alle|los|las|les) )?(?:(?:automated"
    r"|automatic|ai|ki|ia"
    r"|coding|autonomous|llm|software)[ -])+(?:agente?n?s?|assistante?n?s?|assistentes?"
    r"|asistentes|bots?|tools?"
    r"|systeme?s?|models?|modelle|reviewers?|planners?)\b"
    r"|\bto the (?:bot|agent|assistant|planner|model|ai|tool)s? (?:that|who|which|reading)\b"
    r"|\b(?:agents?|assistants?|bots?|models?) reading (?:this|the) (?:ticket|issue|text)\b"
    r"|\byou(?:'re| are) (?:a helpful|an? (?:ai|unrestricted|unlimited)|now (?:in|the|an?)\b)\b"
    # Whoever takes back what somebody else was told speaks to a program.
    r"|\b(?:ignore|disregard|forget|override|drop)\b.{0,20}\b(?:previous|earlier|prior|above"
    r"|former|existing"
    r"|other|your)\b.{0,20}\b(?:instructions?|rules|prompts?|guardrails|guidelines|context"
    r"|orders)\b"
)
# Those whom no issue of a project is written to: `note for AI maintainers`.
_PROGRAMS = (
    r"(?:(?:automated|automatic|autonomous|ai|ki|ia|llm|coding"
    r"|software) (?:[a-z]+ ){0,2}?(?:agents?"
    r"|assistants?|contributors?|maintainers?|reviewers?|planners?|triage\w*|bots?|tools?"
    r"|systems?|readers?)"
    r"|(?:all |the )?(?:[a-z]+ )?(?:planners?|agents?|bots?|robots?|automation))"
)
_SPOKEN_TO = Lazy(
    rf"(?i)\b(?:notice|note|message|instructions?|information|attention|maintenance|memo"
    rf"|advice)s? (?:for|to)"
    rf" (?:all |the )?{_PROGRAMS}\b|^(?:system(?: (?:notice|note|message))?|attention)\b[:,! ]"
    rf"|^{_PROGRAMS}(?: (?:and|or) [a-z ]{{3,30}})?:|\b(?:reader|agent|program|tool|bot) (?:of"
    rf"|that reads"
    r"|reading) this (?:ticket|issue|text|message)\b"
)
# Titles that call for attention to the text and name no work.
_BARE = Lazy(
    r"(?i)^(?:read|release|follow|note|see|open|process|check|report|review"
    r"|answer)\b(?!.*\b(?:fail|crash))"
)
# What it wants of them, which nobody asks for in an issue in good faith.
_HOSTILE = Lazy(
    r"(?i)\b(?:curl|wget|iwr)\b.{0,120}(?:\| ?(?:sudo )?(?:ba|z)?sh\b|\$[A-Z_]{4,}|@?\.env"
    r"|https?://)"
    r"|\$\{?\{?[A-Z_. ]*(?:TOKEN|SECRET|KEY|PASSWORD)|\b[A-Z]{2,}_(?:TOKEN|SECRET|KEY|PASSWORD)\b"
    r"|\b(?:read|print|send|upload|post|paste|put|copy|reveal|write|include|schreib\w*"
    r"|env[i\u00ed]\w+"
    r"|envoy\w+)\b.{0,60}(?:\.env\b|\bsecrets?\b|\bcredentials\b|\btokens?\b|\bprivate keys?\b)"
    r"|\b(?:push|force-push|commit|merge)\b.{0,40}\b(?:to|into|on) (?:the )?(?:main|master"
    r"|default|protected)\b"
    r"|\bforce[- ]push\b|\b(?:remove|disable|lift|drop) (?:the )?branch protection\b"
    r"|\b(?:add|make|invite|grant)\b.{0,40}\b(?:as an? |an? )?(?:admin|owner|maintainer"
    r"|collaborator)\b"
    r"|\b(?:do not|don't|never) (?:mention|tell|inform|show|reveal|report)\b.{0,40}\b(?:humans?"
    r"|maintainers?"
    r"|anyone|anybody|owners?|users?|this)\b"
    r"|\b(?:previous|earlier|former|all) (?:rules|instructions|guidelines)\b.{0,40}\b(?:void"
    r"|obsolete|revised"
    r"|no longer|replaced|ignored?)\b|\bignor\w+.{0,40}\b(?:instructions|anweisungen|instrucciones"
    r"|consignes|rules|regeln)\b"
    r"|\bgiven (?:you )?(?:new |full |all )?(?:permissions?|rights|maintainer rights|access)\b"
    r"|\bskip (?:all|every|the) (?:checks?|reviews?|tests?)\b"
    r"|\b(?:close|answer|label|approve) (?:this|the) (?:ticket|issue"
    r"|pull request)\b.{0,30}\b(?:with|as)\b"
    r"|\b(?:print|write|post|paste|put|copy|dump|show)\b.{0,120}\b(?:environment|env"
    r"|contents? of)\b"
    r".{0,120}\b(?:into|in|as|to) (?:an? |the |this )?(?:comment|reply|ticket|issue|answer)\b"
    r"|\b(?:rules|instructions|guidelines|limits|safeguards|checks)\b.{0,30}\b(?:are|is|were)"
    r" (?:now |hereby |all )*(?:suspended|lifted|cancell?ed|overridden|superseded|paused"
    r"|disabled)\b"
    r"|\brelease mode\b|\b(?:delete|remove) this (?:line|comment|issue|text)\b"
)


# What such a text says of the plan, the ticket and itself is part of it.
_OF_ITSELF = Lazy(
    r"(?i)\b(?:(?:a|the|your|this|any) plan|exactly [a-z0-9]+ tasks?|complexity|confidence"
    r"|(?:this|the) (?:ticket|issue|notice|message|text|instruction)|questions? back)\b"
)


_PLAIN = re.compile(
    r"(?i)\bhumans? (?:can|should|may|must) (?:disregard|ignore|skip)\b|\b[A-Z0-9]{2,}_(?:TOKEN"
    r"|SECRET"
    r"|KEY|PASSWORD)\b.{0,60}\bas an? (?:comment|reply)\b"
)


def talks_to_programs(reading: Reading) -> bool:
    """Say whether an issue addresses the programs that read it, and asks for nothing else.

    A real wish beside such text is planned as if the rest were not there.
    """
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE]
    told += [line for fence in reading.fences for line in fence.text.split("\n")[:50]]
    spoken = [t for t in told if _TALKS.search(t[:600])]
    titled = bool(_TALKS.search(reading.title))
    hostile = is_hostile(reading)
    if not spoken and not titled and not hostile:
        return False
    if (
        not titled
        and not _BARE.match(reading.title)
        and _is_wish(reading.title)
        and len(list(words(reading.title))) >= 3
    ):
        return False
    if any(_PLAIN.search(t[:600]) for t in spoken):
        return True
    if hostile and not _is_wish(reading.title) and _spoken_to(told):
        # After such an address everything is said to programs: a list of orders is no list of wishes.
        return not any(requires(t) or rules(t) for t in _before(told))
    if hostile:
        return not any(requires(t) or rules(t) for t in _others(reading))
    others = [t for t in told if t not in spoken]
    return not any(requires(t) or rules(t) for t in others)


def _is_wish(title: str) -> bool:
    return is_imperative(title) and not (_ADDRESS.search(title) or _OF_PROGRAMS.search(title))


_OF_PROGRAMS = Lazy(rf"(?i)\b{_PROGRAMS}\b")


def _spoken_to(told: list[str]) -> bool:
    return any(_SPOKEN_TO.search(t[:600]) or _ADDRESS.search(t[:600]) for t in told)


def _before(told: list[str]) -> list[str]:
    """What stands before the first address to programs."""
    for n, text in enumerate(told):
        if _SPOKEN_TO.search(text[:600]) or _ADDRESS.search(text[:600]):
            return told[:n]
    return told


def is_hostile(reading: Reading) -> bool:
    """Say whether a text addresses programs and wants of them what no issue asks for in good faith."""
    told = [reading.title, *(p.text for p in reading.passages if p.form is not Form.QUOTE)]
    text = "\n".join(told)[:8_000]
    spoken_to = _ADDRESS.search(text) or _spoken_to(told)
    return bool(spoken_to) and any(_HOSTILE.search(t[:600]) for t in told)


def _others(reading: Reading) -> list[str]:
    """What is neither addressed to programs nor wanted of them: a list with one such item is such a list."""
    items = [p for p in reading.passages if p.form in {Form.ITEM, Form.BOX}]
    poisoned = any(_HOSTILE.search(p.text[:600]) for p in items)
    return [
        p.text
        for p in reading.passages
        if p.form is not Form.QUOTE
        and not (poisoned and p in items)
        and not any(sign.search(p.text[:600]) for sign in (_TALKS, _ADDRESS, _HOSTILE, _OF_ITSELF))
    ]
