"""Untouched: forms that nobody filled in: a placeholder for a title, and labels and boxes for a text."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Passage, Reading
from bot.planning.sections import Part
from bot.planning.verbs import is_imperative
from bot.planning.words import STOP, word_set, words

# What a form puts where a title should stand.
_PLACEHOLDER = Lazy(
    r"(?i)[\[<({\u00ab\uff08\u3010][^\]>)}\u00bb\uff09\u3011]{0,60}[\]>)}\u00bb\uff09\u3011]"
    r"|\.{3}|\u2026"
    r"|\b(?:your|enter|insert|type|write|put|add) (?:a |an |the |your )?(?:short "
    r"|clear )?(?:title|summary"
    r"|description)(?: here)?\b|\b(?:describe|summari[sz]e|explain)\b.{0,30}\b(?:here"
    r"|in (?:one|a) (?:few )?(?:lines?|sentences?|words)|briefly)\b"
    r"|\b(?:short|brief|one[- ]line) (?:description|summary|title)\b|\b(?:title"
    r"|summary) goes here\b"
)
# Words that forms of every kind have in their titles.
_FORMS = word_set(
    """bug issue feature request report story task ticket question problem idea proposal suggestion
    improvement enhancement new title summary description subject template form untitled none todo tbd
    fehler fehlerbericht fehlermeldung wunsch vorschlag anfrage funktionswunsch aufgabe titel
    kurzbeschreibung beschreibung neu neue neuer verbesserung problema error informe solicitud
    petición sugerencia mejora título resumen nueva nuevo demande rapport anomalie bogue suggestion
    amélioration titre résumé nouvelle nouveau 不具合 報告 要望 バグ報告 機能要望 タイトル 件名 na"""
)
_LABEL = 4
# So many empty sections make a text a form.
_BLANKS = 2


def is_untouched(reading: Reading) -> bool:
    """Say whether an issue is a form as it was opened: nothing in its title, nothing between its labels."""
    title = _PLACEHOLDER.sub(" ", reading.title)
    if any(w not in _FORMS and w not in STOP for w in words(title)):
        return False
    if any(f.text.strip() for f in reading.fences) or reading.links or reading.spans:
        return False
    return not any(
        p.form is not Form.QUOTE
        and not (_is_form(reading) and _belongs_to_form(p))
        and (is_imperative(p.text) or len(list(words(p.text))) > _LABEL)
        for p in reading.passages
    ) and bool(reading.blank or all(_says_nothing(p.text) for p in reading.passages))


def _is_form(reading: Reading) -> bool:
    """Most sections of the text are empty, so what boxes say is what the form says."""
    return len(reading.blank) >= _BLANKS


def _belongs_to_form(passage: Passage) -> bool:
    return passage.form is Form.BOX and passage.part not in {Part.CRITERIA, Part.TASKS}


def _says_nothing(text: str) -> bool:
    """A label without a sentence: `System`, `Area (tick one)`."""
    return not text.rstrip().endswith((".", "!", "?")) and len(list(words(text))) <= _LABEL
