"""A reply that is nothing but picks -> picks. The grammar: `1A`, `1A, 2b`, `A`, `yes`, `2: you decide`.

reply  = pick (separator pick)*
pick   = NUMBER LETTER | LETTER "for" NUMBER (separator NUMBER)* | LETTER | label | word
       | NUMBER ":" (LETTER | label | word | own words)
word   = "yes" | "recommended" | "you decide", for one question or for all that are open

Courtesy, emphasis and cheerful emoji beside the picks change nothing. A line that ends in a question
mark asks back, and then the reply answers nothing. Full-width letters and digits, as keyboards of East
Asia write them, count as what they stand for. An option's own words come before any other meaning.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from bot.domain.facts import Comment
from bot.domain.questionnaire import Question
from bot.domain.secrets import without_secrets
from bot.intents import phrases
from bot.intents.commands import spoken_lines
from bot.intents.model import EVERY, Pick

_NUMBER = r"(?<![\w.])(?:(?:question|frage|option|q)[ \t]?)?([1-9][0-9]?)"
_NUMBERED = re.compile(rf"{_NUMBER}[ \t]?(?:->|[.):=→-])?[ \t]?([a-e])", re.IGNORECASE)
_BARE = re.compile(r"[a-e]", re.IGNORECASE)
_FOR = re.compile(rf"(?<![\w.])([a-e]) (?:for|on|für|pour|para) #?{_NUMBER}(?!\w)", re.IGNORECASE)
_ALONE = re.compile(_NUMBER, re.IGNORECASE)
_OPTION = re.compile(r"\b(?:(?:take|pick|choose|use) )?(?:option )?(?=[a-e]\b)", re.IGNORECASE)
_TOLD = re.compile(r"([1-9][0-9]?)[ \t]?:(?![0-9])[ \t]?.+")
_START = re.compile(r"([,;][ \t]*)?(?<!\w)([1-9][0-9]?)(?:[a-e](?!\w)|([ \t]?:)(?![0-9]))", re.I)
_ABOUT = re.compile(rf"(?:for )?{_NUMBER}[ \t]?[.):]?[ \t]?(?:is |are )?(.+)", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<![0-9])[.!](?=[ \t])|;")
_STRUCK = re.compile(r"~~[^~\n]{0,500}~~")
_ASIDE = re.compile(r"https?://\S+|`[^`]*`")
_COMPACT = re.compile(r"(?<![\w/.])([1-9][0-9]?)([a-e])(?![a-z0-9/])")
_LEANING = re.compile(
    r"[a-e](?:[,;:.]| (?:but|because|if|unless|except|only|aber|weil|mais|pero)\b)", re.I
)
# Full-width forms only: other digits and letters that look alike are no picks.
_WIDE: dict[int, int | str] = {n: n - 0xFEE0 for n in range(0xFF01, 0xFF5F)}
_WIDE |= {0x3000: " ", 0x3001: ",", 0x3002: ".", 0x20E3: "", 0x2019: "'"}
_KEYCAP = re.compile("\ufe0f(?=\u20e3)")
_SHORTCODE = re.compile(r":[a-z0-9_+-]{1,40}:")
_PLAIN = re.compile(r"[*_\"“”„«»()\[\]]")
_ENDS = ".!,;:- \t"
LONGEST = 600
"""Longer lines are read as lists of picks only: nobody is polite for so long."""

MOST_WORDS = 500
"""So many characters at most are an answer in own words."""

MOST_NAMES = 3
"""So many words at most are the name under a letter."""

Labels = dict[str, tuple[Pick, ...]]
"""What the open questions' options are called, as people would type it, and which picks that would be."""


def picks(body: str, questions: Iterable[Question] = ()) -> tuple[Pick, ...]:
    """The picks of a reply, or nothing when it says anything else besides.

    `questions` are the open ones: their options may be named by their labels.
    """
    labels, found = _labels(questions), list[Pick]()
    for line in _said(body):
        text = _bare_line(line)
        if not text:
            continue
        line_picks = _line(text, labels)
        if line_picks is None:
            return ()
        found += line_picks
    return tuple(found)


def arguments(rest: str, questions: Iterable[Question] = ()) -> tuple[Pick, ...]:
    """The picks of `/plan answer …`, or nothing when they cannot be read."""
    text = rest.translate(_WIDE).strip()
    return tuple(_line(text, _labels(questions)) or ()) if text else ()


def seems(body: str, questions: Iterable[Question] = ()) -> bool:
    """Say whether a reply that has no picks seems to be meant as an answer.

    It is an emoji alone, or a word such as `ja`, or a line that names an option of these questions and
    asks nothing. What is said to somebody else is not.
    """
    lines = [line for line in _said(body[:4000]) if line.strip()]
    text = _plain(lines[0]) if len(lines) == 1 else ""
    if text in phrases.SEEMS or text in _labels(questions) or (text and _emoji_only(lines[0])):
        return True
    names = {f"{q.id[1:]}{letter}" for q in questions for letter in q.letters.lower()}
    told = {m[1] for line in lines if line[-1] != "?" and (m := _TOLD.fullmatch(line))}
    known = any(q.id[1:] in told for q in questions)
    return known or (bool(names) and any(_leans(line, names) for line in lines))


def cancels(body: str) -> bool:
    """Say whether a reply is the single word `cancel`; courtesy beside it changes nothing."""
    found = (phrases.COURTESY.sub("", w) if len(w) <= LONGEST else w for w in _said(body))
    return [*islice(filter(None, map(_plain, found)), 2)] == ["cancel"]


def _leans(line: str, names: set[str]) -> bool:
    """Say whether a line names an option and is neither a question nor said to somebody."""
    text = _ASIDE.sub(" ", line).strip().lower()
    if text.endswith("?") or text.startswith("@"):
        return False
    named = {m[1] + m[2] for m in _COMPACT.finditer(text)}
    return bool(named & names) or _LEANING.match(text) is not None


def _said(body: str) -> Iterable[str]:
    """The spoken lines, in plain letters, without what was struck out and how a letter ends."""
    said = polite = False
    for line in spoken_lines(body):
        text = _STRUCK.sub(" ", _KEYCAP.sub("", line).translate(_WIDE)).strip()
        name = (
            polite and text and not re.search(r"[0-9?]", text) and len(text.split()) <= MOST_NAMES
        )
        if text in {"--", "---"} or name:
            return
        if text and not phrases.BY_MAIL.fullmatch(text):
            bare = phrases.COURTESY.sub("", text[:LONGEST]).strip(_ENDS)
            said, polite = said or bool(bare), said and text.endswith(",") and not bare
            yield text


def _bare_line(line: str) -> str:
    """A line without its bullet; of a list of boxes only what is ticked is said."""
    if re.match(r"[-*+] \[ \]( |$)", line):
        return ""
    return re.sub(r"^[-*+] (?:\[[xX]\] )?", "", line).rstrip(".!").strip()


def _plain(text: str) -> str:
    """Words as they are compared: no marks of emphasis, no case, no end."""
    return _PLAIN.sub("", text).strip(_ENDS).lower()


def _labels(questions: Iterable[Question]) -> Labels:
    found: Labels = {}
    for question in questions:
        number = int(question.id[1:])
        for letter, option in zip(question.letters, question.options, strict=True):
            name = _plain(option.plain_label.translate(_WIDE).replace("`", ""))
            found[name] = (*found.get(name, ()), Pick(number, choice=letter))
    return found


def _emoji_only(text: str) -> bool:
    left = [c for c in _SHORTCODE.sub("\N{THUMBS UP SIGN}", text) if not c.isspace()]
    kinds = [unicodedata.category(c) for c in left]
    return "So" in kinds and all(kind in {"So", "Sk", "Mn", "Me", "Cf"} for kind in kinds)


def _line(text: str, labels: Labels) -> list[Pick] | None:
    """The picks of a line; none where it is only polite; nothing where it says anything else."""
    if text.endswith("?"):
        return None
    named = labels.get(_plain(text), ())
    if len(named) == 1:
        return list(named)
    found = _list(text, labels)
    return _with_own_words(text, labels) if found is None else found


def _with_own_words(text: str, labels: Labels) -> list[Pick] | None:
    """Picks and answers in own words in one line, such as `1A, 2: at night`.

    Own words end at a comma or semicolon before the number of an open question without an answer yet.
    """
    starts = list(_START.finditer(text))
    found = _list(text[: starts[0].start()], labels) if starts else None
    if found is None:
        return None
    asked = {p.question for picks_ in labels.values() for p in picks_}
    said, own = {p.question for p in found}, 0  # where the own words begin
    for at, end in zip(starts, [*(m.start() for m in starts[1:]), len(text)], strict=True):
        begins = not own or (at[1] and int(at[2]) in asked - said)
        more = (_list(text[at.start(2) : end], labels) if begins else None) or []
        if more:
            own = 0
        elif begins and at[3] and int(at[2]) not in said:
            own, more = at.end(), [Pick(int(at[2]))]
        elif not own:
            return None
        found += more
        said |= {p.question for p in more}
        if own:
            found[-1] = replace(found[-1], text=without_secrets(text[own:end].strip()))
        if own and not (found[-1].text and end - own <= MOST_WORDS):
            return None
    return found


def _list(text: str, labels: Labels) -> list[Pick] | None:
    """Picks alone, however they are set apart; courtesy is left out first."""
    short, letter = len(text) <= LONGEST, ""
    found = list[Pick]()
    for sentence in _CLAUSE.split(phrases.COURTESY.sub(" ", text) if short else text):
        for clause in phrases.AND.split(sentence):
            words = _plain(clause)
            more = _ALONE.fullmatch(words) if letter else None  # `A for 1 and 2`
            said = [Pick(int(more[1]), choice=letter)] if more else None
            said = said or (_worded(words, labels) if short else None) or _tokens(clause)
            if said is None:
                return None
            found += said
            letter = said[-1].choice if said and (more or _FOR.search(words)) else ""
    return found


def _tokens(clause: str) -> list[Pick] | None:
    """Picks with nothing but blanks between them; none at all in an empty clause."""
    found = list[Pick]()
    plain = _OPTION.sub("", _PLAIN.sub(lambda m: m[0] if m[0] == ")" else "", clause))
    for part in _NUMBERED.sub(r"\1\2", _FOR.sub(r"\2\1", plain)).split():
        token = part.strip(_ENDS + ")")
        numbered, bare = _NUMBERED.fullmatch(token), _BARE.fullmatch(token)
        if numbered:
            found.append(Pick(int(numbered[1]), choice=numbered[2].upper()))
        elif bare:
            found.append(Pick(0, choice=token.upper()))
        elif token:
            return None
    return found


def _worded(words: str, labels: Labels) -> list[Pick] | None:
    """A pick in words, for one question (by its number, or the only open one) or for every open one."""
    named = labels.get(words, ())
    if len(named) == 1:
        return list(named)
    every = phrases.EVERY_LETTER.fullmatch(words)
    if every:
        return [Pick(EVERY, choice=(every[1] or every[2]).upper())]
    if named:
        return None
    whole = _meant(0, words)
    about = None if whole else _ABOUT.fullmatch(words)
    if whole or not about:
        return [whole] if whole else None
    number, what = int(about[1]), about[2].strip(_ENDS)
    mine = [p for p in labels.get(what, ()) if p.question == number]
    said = mine[0] if mine else _meant(number, what)
    letter = _OPTION.sub("", what)
    if said is None and _BARE.fullmatch(letter):
        said = Pick(number, choice=letter.upper())
    return [said] if said else None


def _meant(number: int, words: str) -> Pick | None:
    """`Recommended` or `you decide`, for this question, or for all where the words say so."""
    if phrases.ALL_RECOMMENDED.fullmatch(words):
        return Pick(number or EVERY, recommended=True)
    said = phrases.RECOMMENDED.fullmatch(words)
    if said:
        return Pick(number or (EVERY if said["every"] else 0), recommended=True)
    left = phrases.DECIDE.fullmatch(words)
    every = left and (left["every"] or left["first"])
    return Pick(number or (EVERY if every else 0), you_decide=True) if left else None


def checksum(comment: Comment) -> str:
    """What tells later whether a comment still says what it said."""
    return hashlib.sha256(comment.body.encode()).hexdigest()[:16]
