"""Injections: text that talks to a program or a model instead of asking for a change."""

from __future__ import annotations

import re

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
    if not spoken and not titled:
        return False
    if not titled and is_imperative(reading.title) and len(list(words(reading.title))) >= 3:
        return False
    if any(_PLAIN.search(t[:600]) for t in spoken):
        return True
    others = [t for t in told if t not in spoken]
    return not any(requires(t) or rules(t) for t in others)
