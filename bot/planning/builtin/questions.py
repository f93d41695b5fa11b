"""Questions: what structure shows to be open, and the sentences that the classifier points at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin.classifier import telling
from bot.planning.draft import QUOTED_APART, DraftOption, DraftQuestion, Intent
from bot.planning.issue.markdown import IssueText, PassageKind, read
from bot.planning.issue.sections import Part
from bot.planning.proposal import PROPOSED, WITHOUT, Request
from bot.planning.words import capital, plain, sentences, shortened, word_table, words

_BEGIN = 3
"""The order stands among so many first words: `Please delete …`, `We should drop …` is no order yet."""
CLOSED = frozenset(
    (Part.OUTSIDE, Part.ALTERNATIVES, Part.ENVIRONMENT, Part.REPRODUCE, Part.ACTUAL, Part.TALK)
)
"""Sections in which nothing is asked for."""
_NOT_ASKED = frozenset((PassageKind.QUOTE, PassageKind.TICKED))
_MOST_TELLING = 2
_LONG, _EACH, _LABEL, _QUOTE = 240, 160, 120, 290
_BLANKS = ("???", "TBD", "TODO", "XXX", "tbd", "…")


def structural(issue: IssueText, *, asked: bool = False) -> tuple[DraftQuestion, ...]:
    """What the text itself leaves open: an explicit "A or B?", a value that is not there.

    Where more is said behind a question, its author mostly answers it, unless it is an item of a list: that
    one, and what could be one way or another, is asked only beside another question; `asked` says that there
    is one.
    """
    told = list(open_sentences(issue))
    alone = (*told[-1:], *(p.text for p in issue.passages if p.form is PassageKind.ITEM))
    asked = asked or any(choice(s) for s in told if _has(s, "open") or (is_open(s) and s in alone))
    found = [choice(s) for s in told if asked and (is_open(s) or _has(s, "possible"))]
    missing = [_value(s) for s in told if any(b in s.split() for b in _BLANKS)]
    return tuple(q for q in (*found, *missing) if q is not None)


def said_below(request: Request) -> frozenset[str]:
    """The sentences of people who decide, in plain words."""
    read_ = (read("", comment.body) for comment in request.deciding)
    return frozenset(plain(one) for text in read_ for one in open_sentences(text))


def settled(question: DraftQuestion, said: frozenset[str]) -> str:
    """The way of a choice that is named below: a whole sentence is its name, and none that of another.

    Empty where there is none, and of what needs write permission, such as a choice beside a risk.
    """
    named = [o.label for o in question.options if plain(o.label) in said]
    apart = question.code is ReasonCode.POLICY_RISK or question.needs_text
    return named[0] if len(named) == 1 and not apart else ""


def destructive(issue: IssueText) -> tuple[DraftQuestion, ...]:
    """The question that an order to destroy data forces, unless a sentence says that it is decided.

    What is said below the issue does not count.
    """
    table = word_table("builtin/hazards.txt")
    listed = [(one, list(words(one))) for one in open_sentences(issue)]
    if any(table["decided"].intersection(found) for _, found in listed):
        return ()
    orders, objects = table["orders"], table["objects"]
    found = (s for s, w in listed if orders.intersection(w[:_BEGIN]) and objects.intersection(w))
    return tuple(_undecided(one) for one in islice(found, 1))


def pointed(
    issue: IssueText, codes: Iterable[ReasonCode], intent: Intent
) -> Iterator[DraftQuestion]:
    """A question for each code, about the sentence that speaks most of it; of ambiguity one about two."""
    told = list(open_sentences(issue))
    marked = {p.text for p in issue.of(Part.CRITERIA, Part.EXPECTED)}
    told = [t for t in dict.fromkeys(told) if t not in marked] or [issue.title]
    used: set[str] = set()
    for code in codes:
        ranked = [s for s in telling(told, code) if s not in used] or told
        used |= {ranked[0]}
        match code:
            case ReasonCode.AC_AMBIGUOUS:
                vague = [s for s in ranked[:_MOST_TELLING] if not choice(s)]
                yield from filter(None, map(choice, ranked[:_MOST_TELLING]))
                yield from [_ambiguous(*vague)] if vague else ()
            case ReasonCode.MISSING_INPUT if intent is Intent.BUG:
                yield _unseen(ranked[0])
            case ReasonCode.MISSING_INPUT:
                yield _value(ranked[0])
            case ReasonCode.POLICY_RISK:
                yield _undecided(ranked[0])


def open_sentences(issue: IssueText) -> Iterator[str]:
    """The title, and every sentence that may leave something open."""
    if issue.title:
        yield issue.title
    for passage in issue.passages:
        if passage.part not in CLOSED and passage.form not in _NOT_ASKED:
            yield from sentences(passage.text)


def choice(sentence: str) -> DraftQuestion | None:
    """The question that a sentence with named ways leaves open; nothing where it names none."""
    labels = ways(sentence)
    if not labels:
        return None
    which = f"The issue leaves this open: “{shortened(sentence, _LONG)}” Which one do you want?"
    named_ways = ((capital(shortened(way, _LABEL)), "") for way in labels)
    because = "the issue prefers neither and names this one first"
    return _open(
        ReasonCode.AC_AMBIGUOUS, which, sentence, *named_ways, because=because, needs_text=False
    )


def _ambiguous(*told: str) -> DraftQuestion:
    """One question about one sentence or two: the answer is one text or one proposal for both."""
    room = _LONG if len(told) == 1 else _EACH
    quoted = QUOTED_APART.join(shortened(sentence, room) for sentence in told)
    return _open(
        ReasonCode.AC_AMBIGUOUS,
        f"“{quoted}” can mean several things. What exactly should change?",
        QUOTED_APART.join(shortened(sentence, _QUOTE) for sentence in told),
        (PROPOSED, "Nothing is built before somebody here agrees to the proposal."),
        (WITHOUT, "It stays as it is today; a later issue can ask for it."),
        because="you see what is meant before anything is built",
    )


def _value(sentence: str) -> DraftQuestion:
    told = shortened(sentence, _LONG)
    return _open(
        ReasonCode.MISSING_INPUT,
        f"This needs a value, a text or a file that the issue does not give: “{told}” What is it?",
        sentence,
        ("Make it a setting", "Without the setting, the program reports that it is missing."),
        (WITHOUT, "Nothing is built on a guess; a later issue can ask for it."),
    )


def _unseen(sentence: str) -> DraftQuestion:
    return _open(
        ReasonCode.MISSING_INPUT,
        "How can somebody else see this fault? Please give the steps, the version, the system or device, "
        "and what is shown or printed (message, log, sample file).",
        sentence,
        (
            "Search for the cause without this",
            "The first step tries to make it happen; that may fail.",
        ),
        ("Only add the message or log that would show it", "A later issue fixes the fault."),
    )


def _undecided(sentence: str) -> DraftQuestion:
    return _open(
        ReasonCode.POLICY_RISK,
        f"This is risky, and nobody has decided it yet: “{shortened(sentence, _LONG)}” Do you want it?",
        sentence,
        (WITHOUT, "It is not planned; a later issue can ask for it."),
        ("Yes, plan it", "It is planned, and the plan names you as the one who decided."),
        because="it can still be added later",
        needs_text=False,
    )


def _open(
    code: ReasonCode,
    question: str,
    quote: str,
    *ways: tuple[str, str],
    because: str = "Work can start, and you can still change it later.",
    needs_text: bool = True,
) -> DraftQuestion:
    """A question whose answer is a text; its options, each with its effect, go on without one."""
    options = tuple(DraftOption(label=label, effect=effect) for label, effect in ways)
    return DraftQuestion(
        code=code,
        question=question,
        quote=quote,
        options=options,
        recommended=options[0].label,
        because=because,
        needs_text=needs_text,
    )


_MARKS = ",;:?!()\u2013\u2014\uff1f\u3001"
_TOKEN = re.compile(
    r"`[^`\n]{1,80}`|\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|[^\s,;:?!()\u2013\u2014]+|[,;:?!()\u2013\u2014]"
)
_EITHER = word_table("builtin/either.txt")
_MOST, _LONGEST = 4, 20
"""Ways of one choice, and words of one way."""


def is_open(sentence: str) -> bool:
    """Say whether a sentence asks: by a question mark, or indirectly (`whether`)."""
    return sentence.endswith(("?", "\uff1f")) or _has(sentence, "open")


def _has(sentence: str, line: str) -> bool:
    return not _EITHER[line].isdisjoint(sentence.lower().replace(",", " ").split())


def ways(sentence: str) -> tuple[str, ...]:
    """The ways that a sentence names, in its own words, two to four; none where it names no choice."""
    tokens = _TOKEN.findall(sentence[:2_000])
    between = _EITHER["between"]
    at = next((n for n in range(len(tokens) - 1, 0, -1) if tokens[n].lower() in between), 0)
    last = list(takewhile(lambda token: token not in _MARKS, tokens[at + 1 :]))
    last, left = last if len(last) <= _LONGEST else [], tokens[:at]
    first = _parallel(left, last) or _back(left, len(last))
    found = [first, last]
    left = left[: len(left) - len(first)]
    while left[-1:] == [","] and len(found) <= _MOST:  # the ways before: `A, B or C`
        way = _back(left, len(first))
        if not way or len(way) > 2 * len(first) + 1:
            break
        found.insert(0, way)
        left = left[: -1 - len(way)]
    named = tuple(" ".join(way).strip(".") for way in found if way)
    return named if 2 <= len(named) <= _MOST and len({*named}) == len(named) else ()


def _parallel(tokens: list[str], last: list[str]) -> list[str]:
    """The words before a conjunction from the one that its other side begins with: `per user or per IP`."""
    near, begin = tokens[-_LONGEST:], last[0].lower() if last else ""
    start = next((n for n in range(len(near) - 1, -1, -1) if near[n].lower() == begin), -1)
    return near[start:] if start >= 0 and not set(near[start:]) & set(_MARKS) else []


def _back(tokens: list[str], length: int) -> list[str]:
    """The words before a conjunction that are one way: one where its sister has one, else up to a hinge."""
    if tokens[-1:] == [","]:
        tokens = tokens[:-1]
    near = tokens[-1 if length == 1 else -_LONGEST :]
    hinges = (n for n, t in enumerate(near, 1) if t in _MARKS or t.lower() in _EITHER["before"])
    return near[max(hinges, default=0) :]
