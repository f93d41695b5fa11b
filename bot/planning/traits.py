"""Traits: what a linear model sees of a sentence: its words, neighbours, and the words just before.

The same function makes the weights (`tests/training`) and uses them, so both see the same.
"""

from __future__ import annotations

import re
from itertools import pairwise

from bot.planning.words import stem, word_set

_MOST = 600
_BEFORE = 30
_TOKEN = re.compile(
    r"`[^`]*`|\"[^\"]{2,}\"|\u201c[^\u201d]*\u201d|https?://\S+|[@#]\w+|[A-Za-z]+(?:['\u2019][a-z]+)?"
    r"|\d+(?:[.,:]\d+)*|[?!;:\u2026()]|--?>|\u2192|[%\u20ac$]|[\u2013\u2014]"
)
_SIGNS = (
    ("`", "<code>"),
    ('"\u201c', "<quote>"),
    ("@", "<person>"),
    ("#", "<issue>"),
    ("0123456789", "<number>"),
)
_ENDINGS = ("'s", "'re", "'ve", "'ll", "'d", "'m")
_NAME = "<name>"
# What these weigh, in tenths: a word, a pair, a pair with a gap, a word of the sentence before.
_WORD, _PAIR, _GAP, _EARLIER = 10, 10, 7, 4
# Words that carry how a sentence is built; they keep their forms.
_FRAME = word_set(
    """i we you he she it they them us me my our your his her their its this that these those who
    whom whose which what when where why how whether if or and but so because since unless until
    while although though not no never none nobody nothing neither nor either both any some all
    each every most many much more less few only just even still yet already again always often
    sometimes maybe perhaps possibly probably should could would can may might must will shall do
    does did done is are was were be been being have has had am to of in on at by for with from
    into onto about after before over under between than then there here one two as like too very
    rather quite somehow somewhere someone somebody something anybody anyone anything everyone
    everybody everything let lets please"""
)


def traits(sentence: str, before: str = "") -> dict[str, int]:
    """Take a sentence (English, or put into English words) and the one before; give traits in tenths.

    Numbers, code, quotations, links and names count as such, not as what they say, so that no
    project's own words are learned. At most 600 characters are looked at.
    """
    told = _tokens(sentence)
    plain = [_form(t) for t in told if t != _NAME]
    found = dict.fromkeys((f"w:{t}" for t in plain), _WORD)
    if _NAME in told:
        found[_NAME] = _WORD
    row = ["^", *plain, "$"]
    for one, other in pairwise(row):
        found[f"b:{one} {other}"] = _PAIR
    for one, other in zip(row, row[2:], strict=False):
        found[f"g:{one} _ {other}"] = _GAP
    for token in [t for t in _tokens(before) if t != _NAME][-_BEFORE:]:
        found[f"c:{_form(token)}"] = _EARLIER
    if len(plain) < 6:
        found["<short>"] = _WORD
    if len(plain) > 25:
        found["<long>"] = _WORD // 2
    return found


def _tokens(text: str) -> list[str]:
    """The words, marks and signs of a text in order; a capital inside a sentence adds `<name>`."""
    found: list[str] = []
    for match in _TOKEN.finditer(text[:_MOST]):
        token = match[0]
        if token.startswith("http"):
            found.append("<link>")
        elif not token[0].isalpha():
            found.append(next((sign for marks, sign in _SIGNS if token[0] in marks), token))
        else:
            if found and token[0].isupper() and not token.isupper() and token.lower() not in _FRAME:
                found.append(_NAME)
            found += _taken_apart(token.lower().replace("\u2019", "'"))
    return found


def _taken_apart(word: str) -> list[str]:
    """`don't` is `do not`, `we'll` is `we 'll`."""
    if word.endswith("n't"):
        return [{"ca": "can", "wo": "will"}.get(word[:-3], word[:-3]), "not"]
    for ending in _ENDINGS:
        if word.endswith(ending):
            return [word[: -len(ending)], ending]
    return [word]


def _form(token: str) -> str:
    """A word's stem; frame words, marks and signs as they are."""
    return token if token in _FRAME or not token[:1].isalpha() else stem(token)
