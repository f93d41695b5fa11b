"""Kindred: files that a request speaks of in other forms of their words, where only paths are known.

`Deputies for approvers` is about `approvals.service`, a mail about `notify`, a rental about what one
rents. The words of a path count in full where the text has them, less where it has a word of the same
root or of the same field of work, more where they stand at the head of the title.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from bot.planning.companions import is_old_migration
from bot.planning.gloss import gloss
from bot.planning.places import Place, bare, folder, is_test, paired_tests, place, subject, suffix
from bot.planning.ranking import scored
from bot.planning.verbs import is_imperative
from bot.planning.words import stem, stems, words

_FIT = (Place.SCHEMA, Place.SOURCE, Place.INTERFACE, Place.SETUP)
_MOST = 5
_MOST_TESTS = 2
_SHARE = 0.12
_HEAD, _KIN, _FIELD = 10.0, 6.0, 3.0
_ENDS = (
    "ification", "ization", "isation", "ations", "ation", "ition", "ment", "ance", "ence", "able", "ible",
    "ness", "ity", "ion", "ific", "ers", "ors", "er", "or", "al", "ee", "ist", "ant", "ent", "ive", "ary",
    "ery", "age", "ize", "ise", "ify", "ic", "ing", "ed", "y", "e", "s",
)  # fmt: skip
# Words that name one field of work in the code of most projects.
_FIELDS = """
mail email notification notify notifier mailer messenger push sms alert message newsletter digest letter inbox
login logout signin session password token auth security permission role access guard policy oauth sso
schedule nightly cron job task worker queue daily weekly hourly background scheduler timer
price fee tariff cost amount invoice bill payment money charge refund
setting configuration config option preference environment
flag option argument command cli main args
page screen view form button template component
save stored persist storage store database db repository
deploy deployment container docker compose chart helm image
search find query index finder
upload download file attachment storage document
photo picture image thumbnail camera
translation language locale i18n text wording
calendar ical feed date
user member account profile
""".strip().splitlines()
_BEFORE = re.compile(
    r"(?i)^(?:(?:the|an?|all|our|my|some) )*(?P<head>.*?)(?: (?:for|with(?:out)?|in|on|of|to"
    r"|from|by|at|when|if|while|after|before|as|per|that|which|who|should|must|can|is|are|does"
    r"|do)\b|[:,;(]|$)"
)


def kindred(
    text: str, paths: Sequence[str], taken: Collection[str], edited: Sequence[str]
) -> list[str]:
    """Files to look at beside those a plan has already, best first, at most five, with the tests of two.

    Takes the text of a request, its title in the first line, the repository's paths, what is taken, and
    which of it is changed.
    """
    scores = kindred_scores(text, paths)
    if not scores:
        return []
    least = _SHARE * max((s for p, s in scores.items() if place(p) in _FIT), default=0.0)
    ranked = sorted(scores, key=lambda p: (-round(scores[p], 6), p))
    found = [
        p
        for p in ranked
        if scores[p] >= least and p not in taken and place(p) in _FIT and not is_old_migration(p)
    ][:_MOST]
    tests = [t for p in [*edited, *found] for t in _tests(p, paths) if t not in taken]
    return [*found, *dict.fromkeys(tests)][: _MOST + _MOST_TESTS]


def _tests(path: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The test of a file by its name, or one that bears another form of it: `iteration` for `iter`."""
    if place(path) not in _FIT[:3]:
        return ()
    paired = paired_tests(path, paths)[:1]
    about = {stem(w) for w in words(bare(path)) if len(w) > 3}
    alike = (t for t in paths if is_test(t) and suffix(t)[:2] == suffix(path)[:2])
    return (
        paired
        or tuple(
            t for t in alike if any(akin(stem(w), a) for w in words(subject(t)) for a in about)
        )[:1]
    )


def kindred_scores(text: str, paths: Sequence[str]) -> dict[str, float]:
    """How much each path answers a text, words of one root and one field of work included."""
    scores = {r.path: min(r.score, 60.0) for r in scored(text, paths)}
    plain = gloss(text[:20_000])
    asked = {s for s in stems(plain) if len(s) > 2}
    title = plain.split("\n", 1)[0]
    head = {s for s in stems(_head(title)) if len(s) > 2} or {s for s in stems(title) if len(s) > 2}
    rare = _rarity(paths)
    for path in paths:
        if place(path) not in _FIT:
            continue
        own = {stem(w) for w in words(bare(path))}
        above = {stem(w) for w in words(folder(path))} - own
        gain = _gain(own, asked, head, rare) + 0.5 * _gain(above, asked, head, rare)
        if gain:
            scores[path] = scores.get(path, 0.0) + gain
    return scores


def _gain(
    own: Iterable[str], asked: Collection[str], head: Collection[str], rare: Mapping[str, float]
) -> float:
    gain = 0.0
    for word in own:
        weight = rare.get(word, 0.0)
        if len(word) < 3 or not weight:
            continue
        if any(akin(word, s) for s in head):
            gain += _HEAD * weight
        elif word not in asked and any(akin(word, s) for s in asked):
            gain += _KIN * weight
        elif word not in asked and _field(word) & _fields(frozenset(asked)):
            gain += _FIELD * weight
    return gain


def akin(one: str, other: str) -> bool:
    """Say whether two stems are forms of one word: `approver` and `approval`, `rent` and `rental`."""
    if one == other:
        return True
    shortest = min(len(one), len(other))
    if shortest < 3 or one[:3] != other[:3]:
        return False
    return bool(_roots(one) & _roots(other))


@lru_cache(maxsize=8192)
def _roots(word: str) -> frozenset[str]:
    """What is left of a word without one or two endings; at least four letters, or the word itself."""
    found = {word}
    for _ in range(2):
        for known in tuple(found):
            found |= {
                known[: -len(end)]
                for end in _ENDS
                if known.endswith(end) and len(known) - len(end) >= 4
            }
    return frozenset(found)


@lru_cache(maxsize=4096)
def _field(word: str) -> frozenset[int]:
    return frozenset(n for n, line in enumerate(_FIELDS) if word in {stem(w) for w in line.split()})


@lru_cache(maxsize=64)
def _fields(asked: frozenset[str]) -> frozenset[int]:
    return frozenset(n for word in asked for n in _field(word))


def _head(title: str) -> str:
    """What a title is about: the words before its first preposition, without the verb of an order."""
    plain = title.strip()
    if is_imperative(plain):
        plain = plain.partition(" ")[2]
    found = _BEFORE.match(plain)
    return found["head"] if found else plain


def _rarity(paths: Sequence[str]) -> dict[str, float]:
    """How telling a word of paths is: 1 for the rarest, nothing for what stands in most of them."""
    counts = Counter(s for p in paths for s in {stem(w) for w in words(p)})
    total = len(paths) or 1
    most = math.log(1 + total)
    return {
        s: 0.0 if total > 9 and 2 * n > total else math.log(1 + total / n) / most
        for s, n in counts.items()
    }
