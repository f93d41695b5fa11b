"""Bystanders: perils to people whose data, pictures or whereabouts a wish would pass on."""

from __future__ import annotations

from bot.planning.dangers import PRIVATE, SHARED
from bot.planning.families import PERSONAL, Peril

BYSTANDERS = (
    Peril(
        (
            r"\b(?:send|upload|paste|forward|post|submit|pass|feed|copy)\w*\b",
            r"\b(?:free|public|external|third[- ]party|online|web|foreign|some"
            r"|an?)(?: [a-z]+){0,2} (?:site|service|api|tool"
            r"|chat ?bot|cloud|translator|model|platform|llm)\b",
        ),
        "",
        r"anonymi[sz]|pseudonym|with (?:their )?consent|self-hosted|on our own server"
        r"|processing agreement|no personal",
        "Personal data would reach a third party: which data, with whose consent, and under which agreement?",
        PRIVATE,
        SHARED,
        near=(PERSONAL + r"|\baddresses\b|\btickets\b|\bmessages\b|\bcontracts\b",),
    ),
    Peril(
        (
            r"\b(?:export|send|hand|give|share|pass|upload|transmit|forward|sell|provide|publish"
            r"|expose|show"
            r"|display|list|collect)\w*\b",
            r"\b(?:names?|birth ?da(?:y|te)s?|dates? of birth|diagnos[ei]s|patient|medical"
            r"|health|salar(?:y|ies)|phone|e-?mail (?:address)?|addresses|user documents"
            r"|documents attached|personal|private|location"
            r"|positions?|memory dumps?|crash dumps?)\b",
        ),
        r"\b(?:university|study|research|partner|third part(?:y|ies)|our server|home|advertis\w+"
        r"|insur\w+|without login|no login|reachable by anyone|everyone|public directory"
        r"|employer|police|press|sponsor"
        r"|marketing agency|data broker|vendor|parents of other)\b",
        r"with (?:their )?consent|anonymi[sz]ed|pseudonym|opt-?in\b"
        r"|only (?:the )?(?:organi[sz]er|admins?|board"
        r"|owner|own)|\bnobody else\b|own page|same rights",
        "Which personal data may go out, to whom, and with whose consent (data protection)?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:fac(?:e|ial) recognition|recogni[sz]e (?:faces|people)"
            r"|cameras? (?:in|at|over|above|on) (?:the|every|each|all|our)\b"
            r"|take (?:a )?(?:picture|photo)s? of (?:every|all|each)|finger ?prints?"
            r"|key ?logg\w*|screen ?shots? of (?:their|the employee|every)|track(?:s"
            r"|ing)? (?:what|where|who|people|employees|users|every|their|visitors)"
            r"|tracking (?:snippet|pixel|cookie|script)s?|session replay|geo-?location of"
            r"|gps positions? of"
            r"|read(?:s|ing)? (?:their|private|other people's) (?:mails?|messages))\b",
        ),
        "",
        r"with (?:their )?consent|anonymi[sz]ed|opt-?in\b|after consent|off by default|parcels?"
        r"|packages",
        "People would be watched: who has agreed to it (consent, data protection), and how long is it kept?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:restore|copy|use|import|load|pull|run|mirror|clone|dump|seed)\w*\b",
            r"\b(?:production (?:dump|data|database|backup|copy)|prod (?:dump|data|db|copy)"
            r"|copy of production|live (?:data|dump|database)|real (?:customers?|users?"
            r"|patients?|members?)'?s? (?:data|records)|(?:last night's|the nightly)"
            r" (?:production )?(?:dump|backup))\b",
        ),
        r"\b(?:ci|tests?|staging|dev(?:elopment)?|demo|laptops?|local(?:ly)?|sandbox|training"
        r"|preview)\b",
        r"anonymi[sz]|mask|scrub|pseudonym|synthetic|restore drill|restore test|disaster",
        "Real people's data would leave production: is it anonymised, who may see it, and who approves?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:keep|retain|store|archive|hold)\w*\b",
            r"\b(?:applications?|cvs?|r[eé]sum[eé]s|candidates?|personal data|names|addresses"
            r"|e-?mails|phone numbers|health"
            r"|patients?|customers? data|chat logs?|recordings?|location\w*|ip addresses"
            r"|birth ?dates?|photos of)\b",
            r"\b(?:for good|for ?ever|indefinitely|permanently|unlimited"
            r"|without (?:an? )?(?:limit|end)|all of them|just in case"
            r"|longer)\b",
        ),
        "",
        r"with (?:their )?consent|anonymi[sz]ed|opt-?in\b",
        "Personal data would be kept beyond its purpose: what do retention rules say, and who approves?",
        PRIVATE,
        SHARED,
    ),
    Peril(
        (
            r"\b(?:minors|children|kids|pupils|under[- ]?(?:age|1[0-8])"
            r"|(?:under|below|younger than) 1[0-9])\b",
            r"\b(?:newsletter|advertis\w*|marketing|sponsor\w*|track\w*|photos?|publish\w*"
            r"|public|profil\w*|include|charge"
            r"|bet\w*|chat with strangers|location)\b",
        ),
        r"\b(?:include|reach|sponsor|publish|advertis\w*|sell|public|without (?:their )?parents"
        r"|track\w*)\b",
        r"consent of (?:the|their) parents"
        r"|parental consent|parents agree|excluded|except|left out of the list",
        "This concerns minors: who (parents, data protection, owner) has agreed to it?",
        PRIVATE,
        SHARED,
    ),
)
