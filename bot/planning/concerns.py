"""Concerns: doubts about an issue as a whole, which no single sentence of it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.facts import Comment
from bot.planning.absences import absences
from bot.planning.alarms import alarms
from bot.planning.contradictions import contradictions
from bot.planning.conversions import converted
from bot.planning.debated import debated
from bot.planning.doubts import Doubt, absent, opened
from bot.planning.elsewhere import elsewhere
from bot.planning.felt import felt
from bot.planning.gloss import gloss
from bot.planning.lapses import lapsed
from bot.planning.leaks import leaked
from bot.planning.openings import promised
from bot.planning.options import listed, queried
from bot.planning.pipelines import opened_by
from bot.planning.proposal import Brief, Intent, Request
from bot.planning.providers import unnamed
from bot.planning.reading import Form, Reading
from bot.planning.reproduction import unseen
from bot.planning.rivals import unchosen
from bot.planning.sections import Part
from bot.planning.settled import DECIDERS
from bot.planning.softness import hazy, soft
from bot.planning.speech import said_in
from bot.planning.spoiling import spoilt
from bot.planning.statements import without_lead
from bot.planning.tips import is_tip
from bot.planning.vagueness import DOCUMENT, VAGUE, WISH, vague
from bot.planning.values import empty_values
from bot.planning.verdicts import disputed, is_verdict
from bot.planning.weighed import compared
from bot.planning.words import shortened


def concerns(brief: Brief, reading: Reading, intent: Intent) -> tuple[Doubt, ...]:
    """Find what is unclear about an issue as a whole.

    Takes the brief, the issue as read, and what kind of work it is. A wish without a measure, a fault
    nobody could see again, a service nobody named, values that were left empty, ways that are listed
    without a choice, and what somebody promised to bring later.
    """
    request = brief.request
    if request.forced:
        return ()
    said = tuple(gloss(s) for s in spoken(request))
    remarks = tuple(_remarks(request))
    unmeasured = vague(reading, said)
    owed = unseen(reading, intent, said, asked_back(request))
    debate = tuple(debated(request, reading))
    weighed = tuple(replace(d, held=bool(debate)) for d in compared(request, reading))
    found = [
        *(
            opened(choice, choice.why, at)
            for at, choice in (*listed(reading.passages), *queried(reading.passages))
        ),
        *felt(reading, unmeasured),
        *(unmeasured or tuple(soft(reading)) or _hazy(reading, intent)),
        *contradictions(reading),
        *(() if unmeasured and _wishes(reading.title) else owed),
        *_services(brief, reading, said),
        *_values(reading),
        *_promises(request),
        *(weighed or debate),
        *(() if debate else disputed(request)),
        *(() if weighed else unchosen(request, reading)),
        *leaked(reading, intent),
        *elsewhere(reading, intent, brief.tree.paths),
        *alarms(reading, intent, remarks),
        *opened_by(reading, remarks),
        *converted(reading, intent, remarks),
        *spoilt(reading, intent, remarks),
        *lapsed(reading, intent, remarks),
        *absences(reading, intent, remarks, brief.tree.paths),
    ]
    return tuple(found)


def _wishes(title: str) -> bool:
    """Whether a title wishes for something better, as `Search should be smarter` does: no fault is told."""
    plain = gloss(title)
    return bool((WISH.search(plain) or " need" in plain.lower()) and VAGUE.search(plain))


def _hazy(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """How often a fault is seen, `now and then`, is told as it was: no measure of what is wanted."""
    return hazy(reading) if intent is not Intent.BUG else iter(())


def spoken(request: Request) -> Iterator[str]:
    """What the author and people of the repository said, without their questions and verdicts."""
    for comment in _heard(request):
        for sentence in said_in(comment.body):
            if not (sentence.endswith("?") or is_verdict(sentence)):
                yield sentence
    yield from request.feedback


def pointed(request: Request) -> Iterator[str]:
    """What strangers say of the place or the cause: it helps to find files, and is no requirement."""
    for comment in request.comments:
        if not (comment.ours or comment.author.is_bot or _counts(comment, request)):
            yield from (s for s in said_in(comment.body) if is_tip(s))


def speakers(request: Request) -> dict[str, str]:
    """Who said each sentence of the comments that count, the author of the request left out."""
    return {
        without_lead(s): c.author.login
        for c in _heard(request)
        if c.author.login != request.author
        for s in said_in(c.body)
    }


def _heard(request: Request) -> tuple[Comment, ...]:
    return tuple(c for c in request.comments if _counts(c, request))


def _counts(comment: Comment, request: Request) -> bool:
    if comment.ours or comment.author.is_bot:
        return False
    return comment.author.login == request.author or comment.association in DECIDERS


def _remarks(request: Request) -> Iterator[str]:
    """What anybody but the author and the machines wrote."""
    for comment in request.comments:
        if not (comment.ours or comment.author.is_bot or comment.author.login == request.author):
            yield from said_in(comment.body)


def asked_back(request: Request) -> tuple[str, ...]:
    """Questions of people of the repository after which nobody who may decide has written again."""
    open_: list[str] = []
    for comment in _heard(request):
        if comment.author.login == request.author or not any(
            s.endswith("?") for s in said_in(comment.body)
        ):
            open_ = []
        else:
            open_ += [gloss(s) for s in said_in(comment.body) if s.endswith("?")]
    return tuple(open_)


def _services(brief: Brief, reading: Reading, said: tuple[str, ...]) -> tuple[Doubt, ...]:
    told = [
        p.text for p in reading.passages if p.form is not Form.QUOTE and p.part is not Part.OUTSIDE
    ]
    text = "\n".join((reading.title, *told, *said))
    found = unnamed(text, brief.tree.paths)
    if found is None:
        return ()
    name, asked = found
    about = next(
        (t for t in (reading.title, *told) if asked.lower() in gloss(t).lower()), reading.title
    )
    which = (
        f"Which {name} should be used (its name; hosted or our own), where are its API documentation and "
        "the account, API key or credentials, and what are its terms (cost, quota, privacy)?"
    )
    return (absent(f"the {name}", which, about, DOCUMENT),)


def _values(reading: Reading) -> tuple[Doubt, ...]:
    names = empty_values(reading)
    if not names:
        return ()
    shown = ", ".join(names[:8])
    return (absent(f"{shown}", f"What are the values of: {shown}?", shown, DOCUMENT),)


def _promises(request: Request) -> tuple[Doubt, ...]:
    """What a comment promises to bring is not here yet, unless a later one brought it."""
    spoken = [(c, s) for c in request.comments if not c.author.is_bot for s in said_in(c.body)]
    for n, (comment, sentence) in enumerate(spoken):
        later = any(
            c.author.login == comment.author.login and c is not comment for c, _ in spoken[n + 1 :]
        )
        if promised(sentence) and not later:
            question = f"What is the missing input: “{shortened(sentence, 240)}”?"
            return (absent("what was promised", question, sentence, DOCUMENT),)
    return ()
