"""Gloss: common words of other languages in English, so that one set of rules reads them all."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from bot.planning.dutch import DUTCH
from bot.planning.french import FRENCH
from bot.planning.german import GERMAN
from bot.planning.japanese import JAPANESE
from bot.planning.spanish import SPANISH
from bot.planning.words import word_set

_KANA = re.compile(r"[\u3040-\u30ff]")
# Words so frequent that a sentence of the language has them, and English has not.
_MARKS = {
    "de": (
        word_set(
            """der die das und ist nicht ein eine wenn wird werden soll sollen sollte sollten mit
            für auf im den dem des von zu auch noch kommt bitte bei wir ich sie es aus ob vor nach
            können kann wie welche welcher welches als über oder müssen muss wurde wurden hat haben
            sind schon obwohl kein keine keinen sich zum zur beim per alte alle"""
        ),
        GERMAN,
    ),
    "es": (
        word_set(
            """el la los las de del que y en un una por para con no se al lo su es cuando si
            debe debería hay todos todas pero más aparece después antes como sin está este esta
            todavía aún o ya son hemos qué cuál a"""
        ),
        SPANISH,
    ),
    "fr": (
        word_set(
            """le la les de des du un une et est que qui dans pour avec pas ne sur au aux en ce
            cette il elle nous vous mais quand si plus sans doit devrait sont être ou à après avant
            comme par ça je déjà tout tous toutes"""
        ),
        FRENCH,
    ),
    "nl": (
        word_set(
            """de het een en van niet op met voor zijn aan als maar ook naar bij nog kan moet wordt dat
            die er te ik we je dit deze om wie wat door uit of geen hebben heeft dan is in"""
        ),
        DUTCH,
    ),
}
# Read for their structure only: taken for Spanish, their words would mean something else.
_OTHERS = (
    word_set(
        """não com uma um em do da os as ao pelo pela isso você está são foi quando mais também muito meu
        minha nos nas dos das para por e o a é já só até mas ou se quem oi obrigado obrigada pessoal"""
    ),
    word_set(
        """non il lo gli che di per con una un sono della dei del nel alla è più anche quando si ma come
        questo questa i le la e ho abbiamo dopo senza dovrebbe se"""
    ),
)
_ENGLISH = word_set(
    """the and is are was to of in it that for with this be on not have as but they we you when
    should must from an or by if can which there at will"""
)


@lru_cache(maxsize=4096)
def gloss(text: str, among: str = "") -> str:
    """Replace the words of German, Spanish, French, Dutch or Japanese that rules go by with English ones.

    Takes any text, and the language of the text `among` which it stands: a title is often too short to
    tell. English, and what no table knows, comes back as it is.
    """
    if _KANA.search(text):
        return _japanese(text)
    tongue = tongue_of(text) or (among if among in _MARKS else "")
    if not tongue:
        return text
    table = _table(tongue)
    return _pattern(tongue).sub(lambda m: table[" ".join(m[0].lower().split())], text)


def tongue_of(text: str) -> str:
    """Name the language of a text: `de`, `es`, `fr`, `ja`, `nl`, or empty for English and all others."""
    if _KANA.search(text):
        return "ja"
    found = [w.lower() for w in re.findall(r"[^\W\d_]+", text[:4000])]
    english = sum(w in _ENGLISH for w in found)
    counts = {
        name: sum(w in marks or w in _telling(name) for w in found)
        for name, (marks, _) in _MARKS.items()
    }
    best = max(sorted(counts), key=lambda name: counts[name])
    if max(sum(w in marks for w in found) for marks in _OTHERS) > counts[best]:
        return ""
    enough = counts[best] >= 2 or bool(counts[best] and re.search(r"[äöüßéèêàçñ¿¡áíóú]", text))
    return best if enough and counts[best] > english else ""


def marks_of(tongue: str) -> frozenset[str]:
    """The small words of a language: its articles, its prepositions and the like."""
    return _MARKS[tongue][0] if tongue in _MARKS else frozenset()


def _japanese(text: str) -> str:
    table = _table("ja")
    return _pattern("ja").sub(lambda m: f" {table[m[0]]} ", text)


@cache
def _telling(tongue: str) -> frozenset[str]:
    """Single words of a table that English does not have."""
    table = _table(tongue)
    english = {w for meaning in table.values() for w in meaning.split()} | _ENGLISH
    return frozenset(f for f in table if " " not in f and f not in english and len(f) > 3)


def _source(form: str) -> str:
    """The pattern of one form; a single letter (`o`, `y`) counts between words only."""
    plain = re.escape(form).replace(r"\ ", r"\s+")
    return rf"(?<=[\w,)»\"] ){plain}(?= )" if len(form) == 1 and form.isalpha() else plain


@cache
def _table(tongue: str) -> dict[str, str]:
    source = JAPANESE if tongue == "ja" else _MARKS[tongue][1]
    pairs = (line.split("=", 1) for line in source.strip().splitlines())
    return {
        foreign.strip(): english.strip() for forms, english in pairs for foreign in forms.split("|")
    }


@cache
def _pattern(tongue: str) -> re.Pattern[str]:
    """What finds a language's words, the longest first."""
    forms = "|".join(_source(f) for f in sorted(_table(tongue), key=len, reverse=True))
    return re.compile(forms if tongue == "ja" else rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)
