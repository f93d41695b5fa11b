"""Vagueness: wishes without a measure, such as `make it nicer`, which two people would build differently."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened, word_set, words

DOCUMENT = 10_000  # the place of a doubt about a whole issue: behind every sentence of it
_SOFT = (
    r"better|nicer|nice|neater|snapp(?:y|ier)|smooth(?:er)?|slick(?:er)?|modern(?:i[sz]ed?"
    r"|er)?|intuitive"
    r"|user[- ]friendl(?:y|ier)|friendl(?:y|ier)|robust|reliable|solid|stable|clean(?:er)?"
    r"|tidy|tidier"
    r"|simpler|easier|consistent|polish(?:ed)?|professional|fresh|pretti(?:er)|pretty"
    r"|beautiful|attractive"
    r"|appealing|flexible|powerful|scalable|maintainable|readable|elegant|clear(?:er)?(?! (?:the"
    r"|all|cache|out|it|my|every|and))"
    r"|great|good|pleasant|(?:un)?fair(?:er|ly|ness)?|unjust|(?:un)?balanced|reasonable"
    r"|state[- ]of[- ]the[- ]art|up[- ]to[- ]date|usab(?:le|ility)|ux|look and feel"
    r"|experience|quality|properly"
    r"|useful|relevant|meaningful|helpful|convenient|handy|engaging|interesting|smarter"
    r"|comfortable|sensible|at a glance|graceful(?:ly)?|sane|appropriate(?:ly)?"
    r"|efficient(?:ly)?|seamless(?:ly)?|generic|everywhere|where (?:possible|needed)"
    r"|more (?:of|like)"
    r"|(?:more|other|additional|some|various|several"
    r"|different) (?:[a-z]+ ){0,2}(?:methods?|ways?|formats?|options?|languages?|fields?"
    r"|features?|settings?"
    r"|integrations?|providers?|filters?|shortcuts?|charts?|reports?|types?|kinds?|things?|stuff)"
)
_FAST = (
    r"fast(?:er)?|quick(?:er|ly)?|slow(?:er|ly)?|sluggish|speed(?: it| this| things)? up"
    r"|speed|performant|performance"
    r"|scale|takes? (?:forever|ages|too long|so long|very long)|lag(?:gy|s)?|responsive"
    r"|heavy|bloated"
)
_VERBS = (
    r"improv(?:e[ds]?|ing)|enhance|optimi[sz]e|moderni[sz]e|polish|revamp|refresh|rework|overhaul"
    r"|clean up|tidy up|beautify"
    r"|streamline|simplify|rethink|freshen|redesign|love|refactor(?:ing)?|restructure"
    r"|rewrite|clean-?up|cleaned up|tidied up"
    r"|hard to (?:understand|read|use|maintain|follow)|struggle|an? (?:real |big |huge )?(?:pain|mess|chore"
    r"|nightmare|horror|disaster|hassle)|frustrating|confusing|horrible|awful|terrible|clumsy|clunky"
    r"|cumbersome|tedious|awkward|unpleasant|unwieldy|drives? (?:me|us|people|everyone) (?:mad|crazy|nuts)"
)
VAGUE = Lazy(
    rf"(?i)\b(?:{_SOFT}|{_FAST}|{_VERBS}|improvements?|messy?|mess|outdated|dated|noisy"
    rf"|ugly|annoying)\b"
)
SLOW = Lazy(rf"(?i)\b(?:{_FAST})\b")
# What a wish can be measured by: a number, a name, a quotation, a contrast, a condition.
MEASURE = Lazy(
    r"[0-9]|`[^`]+`|[\"“«„][^\"”»“]{2,}[\"”»“]|\b[\w-]+/[\w./-]+\.\w+|\b[a-z]+[A-Z]\w+\b"
    r"|\b\w+_\w+\b|->|→"
    r"|(?i:\b(?:instead of|rather than|because|"
    r"same as|like in|like the|replace|rename|according to|per (?:user|page|day|row)"
    r"|without|at least|at most|"
    r"if there (?:is|are)|when (?:i|you|the|a|an) [a-z]+ [a-z]+)\b)"
)
_TASTE = (
    r"feel(?:s|ing)?|floaty|dull|boring|lifeless|livel(?:y|ier)|juic(?:y|ier)|punch(?:y|ier)|weight"
    r"|impact|satisfying|fun|closer to|contemporary|clunky|cumbersome|cluttered|overwhelming"
    r"|confusing|cheap|warm(?:er)?|inviting|cos(?:y|ier)|premium|fancy|bland|stale|old-fashioned"
    r"|in the spirit of|like the old|tired"
)
_FELT = Lazy(rf"(?i)\b(?:{_TASTE})\b")
_FEELING = Lazy(
    rf"(?i)^(?:better|nicer|modern|improve\w*|more (?:modern|fun|polished|intuitive)|polish|refresh"
    rf"|contemporary|prettier|cooler|smarter|new look|facelift)\b|\b(?:{_TASTE}|ugly|dated|outdated"
    rf"|unattractive)\b"
)
# A number that is part of a name (`2D`) measures nothing.
_FLAT = Lazy(r"\b[0-9][A-Za-z]+\b")
WISH = Lazy(
    r"(?i)\b(?:should|must|shall|needs? to|has to|have to|want|would like|wish|could (?:we"
    r"|you|somebody|someone)"
    r"|can (?:we|you)|please|let's|(?:^|[.,;] )lets|let us|it would be)\b"
)
EMPTY_WISH = word_set(
    """a about add again all also an and any are as at bad be become been better by can could do
    everything even feel feels for from generally get give good great happy has have i in is it
    its just less like look looks love make makes more most much need needs not nothing of often
    on one our out overall people please quite really should so some somebody something somewhat
    stuff that the their them there they thing things this time to up us users very want was way
    we well what when where which will with work works would you your across board better across
    customers complain often results user not everybody one looking grown years current today"""
)
_HOLLOW = Lazy(
    r"(?i)^.{0,60}\b(?:works?(?: (?:well|fine|as expected|properly|correctly))?|is (?:done"
    r"|finished|implemented|fixed|tested|there|possible|easy(?: to use)?)"
    r"|is (?:not )?broken"
    r"|no (?:bugs|errors|problems|complaints)|(?:are|is) happy(?: with it)?|likes? it"
    r"|there (?:is|are) (?:a )?tests?|tests? (?:pass|exist)|looks? (?:good|nice|great)"
    r"|documented)[.!]?$"
)
_BROAD = word_set(
    """notifications notification reporting reports analytics dashboard permissions roles
    integration integrations api security gdpr compliance mobile accessibility monitoring
    logging automation ai statistics customisation customization theming personalisation
    gamification caching"""
)
# `Button in the profile that …` says what there will be, without a verb.
_DRAWN = Lazy(
    r"(?i)^(?:(?:an?|one|two|the|small|new) )*(?:button|check ?box|link|toggle|switch"
    r"|menu(?: entry| item)?"
    r"|setting|option|flag|field|column|tab|page|icon|badge|drop-?down|banner|table|command"
    r"|endpoint)s?"
    r"(?: [a-z]+)? (?:in|on|at|next to|for|that|which|with|to|below|above|beside|under|behind"
    r"|per)\b"
)
_ADD = word_set("add support implement introduce provide create offer enable build need want")


def vague(reading: Reading, said: Iterable[str]) -> tuple[Doubt, ...]:
    """Find the doubt that a request without any measure leaves open.

    Takes the issue and what people who may decide said about it. Gives nothing as soon as one sentence
    names a number, a thing, a condition or a contrast that work could be held against.
    """
    title = gloss(reading.title)
    told = [gloss(p.text[:600]) for p in reading.passages[:400] if p.form is not Form.QUOTE]
    said = tuple(said)
    if not reading.fences and _is_aimless(reading, title, told, said):
        return (_doubt(reading, title, False),)
    if (
        reading.fences
        or MEASURE.search(_plain(title))
        or any(MEASURE.search(t) for t in (*told, *said))
    ):
        return ()
    if any(_DRAWN.match(t) for t in told):
        return ()
    if _is_broad(title, told) or _is_hollow(_criteria(reading)):
        return (_doubt(reading, title, False),)
    wishes = [title, *(t for t in told if WISH.search(t) or is_imperative(t))]
    if not VAGUE.search(" ".join((title, *told))) or any(
        _is_firm(w) for w in (*wishes, *_criteria(reading))
    ):
        return ()
    return unmeasured(reading, title, told, wishes)


def unmeasured(
    reading: Reading, title: str, told: list[str], wishes: list[str]
) -> tuple[Doubt, ...]:
    """The doubts of wishes without a measure; one for speed also misses its target."""
    slow = bool(SLOW.search(" ".join((title, *told))))
    about = next((p.text for p in reading.passages if VAGUE.search(gloss(p.text))), reading.title)
    found = [_doubt(reading, about, slow)]
    if slow and SLOW.search(" ".join(wishes)):
        found.append(target(about))
    return tuple(found)


def _plain(title: str) -> str:
    return re.sub(r"^\[[^\]]{1,20}\]|^\w+: ", "", title)


def _criteria(reading: Reading) -> list[str]:
    return [gloss(p.text) for p in reading.of(Part.CRITERIA, Part.EXPECTED, Part.TASKS)]


def _is_firm(wish: str) -> bool:
    """A wish that says something beside its vague words: at least four telling words without one."""
    if VAGUE.search(wish):
        return False
    telling = [w for w in words(wish) if w not in EMPTY_WISH]
    return len(telling) >= 3


def _is_aimless(reading: Reading, title: str, told: list[str], said: tuple[str, ...]) -> bool:
    """A title about a feeling, and only wishes to match; numbers in the story are no measure of them."""
    wishes = [t for t in told if WISH.search(t) or is_imperative(t)]
    wishes += [c for c in _criteria(reading) if c not in wishes]
    return (
        bool(_FEELING.search(_plain(title)))
        and bool(wishes)
        and not any(MEASURE.search(s) for s in said)
        and not MEASURE.search(_plain(title))
        and all(
            (VAGUE.search(w) or _FELT.search(w)) and not MEASURE.search(_FLAT.sub(" ", w))
            for w in wishes
        )
    )


def _is_broad(title: str, told: list[str]) -> bool:
    """`Add notifications` and hardly more: a whole field instead of a wish."""
    asked = [w for w in words(title) if w not in EMPTY_WISH]
    rest = [w for w in asked if w not in _ADD]
    more = [w for t in told for w in words(t) if w not in EMPTY_WISH and w not in asked]
    return bool(rest) and all(w in _BROAD for w in rest) and len(more) < 6


def _is_hollow(criteria: list[str]) -> bool:
    """Criteria that only say that it works, or that people like it."""
    return bool(criteria) and all(_HOLLOW.search(c) or VAGUE.search(c) for c in criteria)


def _doubt(reading: Reading, about: str, slow: bool) -> Doubt:
    goal = shortened(reading.title.rstrip(" .!?"), 80)
    if slow:
        question = f"Which step or page is meant by “{goal}”, and what may change to get there?"
        ways = (
            Way(
                "Measure first, then the slowest step",
                "The numbers decide; nothing else is touched.",
            ),
            Way("One step that you name", "The shortest way; the rest stays as it is."),
            Way("Everything on the way", "The largest change; needs several plans."),
        )
    else:
        question = (
            f"What exactly should be different when “{goal}” is done: in which part (page, step, fields), "
            "after what feedback (for example a complaint), and how is it measured?"
        )
        ways = (
            Way(
                "One named thing, told in the answer", "Small and can be checked; more can follow."
            ),
            Way(
                "The three worst complaints, listed first",
                "A short list to agree on before any work.",
            ),
            Way("A redesign of the whole area", "The largest change; needs several plans."),
        )
    stated = tuple(
        Way(w.label, w.impact, f"{goal}: {w.label[:1].lower()}{w.label[1:]}") for w in ways
    )
    return Doubt(
        ReasonCode.AC_AMBIGUOUS, question, stated, about, DOCUMENT, Group.SCOPE, True, True
    )


def target(about: str) -> Doubt:
    """The doubt that a wish for speed without a number is; `about` is its sentence."""
    ways = (
        Way("Half of today's time", "A first target that can be measured before and after."),
        Way("A number that you name", "Work ends when it is reached."),
    )
    stated = tuple(
        Way(w.label, w.impact, f"Target: {w.label[:1].lower()}{w.label[1:]}") for w in ways
    )
    question = "How long does it take today, and what is the target?"
    return Doubt(
        ReasonCode.MISSING_INPUT, question, stated, about, DOCUMENT, Group.SCOPE, True, True
    )
