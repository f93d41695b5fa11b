"""Untouched: forms that nobody filled in: a placeholder for a title, and labels and boxes for a text."""

from __future__ import annotations

from bot.planning.blanks import is_blank, is_pledge
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
    improvement enhancement rfc adr incident decision user change crash regression spike bugs issues
    documentation support meeting postmortem security performance
    new title summary description subject template form untitled none todo tbd
    fehler fehlerbericht fehlermeldung wunsch vorschlag anfrage funktionswunsch aufgabe titel
    kurzbeschreibung beschreibung neu neue neuer verbesserung problema error informe solicitud
    petición sugerencia mejora título resumen nueva nuevo demande rapport anomalie bogue suggestion
    amélioration titre résumé nouvelle nouveau 不具合 報告 要望 バグ報告 機能要望 タイトル 件名 na"""
)
_LABEL = 4
# So many empty sections make a text a form.
_BLANKS = 2
_MOST = 8_000
_COMMENT = Lazy(r"(?s)<!--.*?(?:-->|\Z)")
_FENCE = Lazy(r"(?s)(?:```|~~~)[^\n]*\n(.*?)(?:```|~~~|\Z)")
# A line of a form that has nothing to say: a heading, a label, an empty item, a rule, a prompt.
_HEAD = Lazy(
    r"^(?:#{1,6} .*|\*\*[^*]+\*\*:?(?: ?\([^)]*\))?:?|__[^_]+__:?|[^\W\d_][\w /()-]{0,38}:)$"
)
_EMPTY = Lazy(
    r"(?i)^(?:[-*+] *|[0-9]{1,2}[.)] *|[-*_=]{3,}|_no response_|n/?a|none|-|\.{3}|\u2026"
    r"|[-*+] \[[ x]\] (?:i\b.*|i'.*|yes|no|maybe|[^\s]+(?: [^\s]+)?)|[-*+] [^\s:]+:"
    r"|[_*<(\[][^_*]*[_*>)\]]|(?:[-*+]|[0-9]{1,2}[.)]) ?(?:\.{3}|\u2026|_+)|yyyy-mm-dd|dd[./]mm[./]yyyy"
    r"|(?:[*_]{2}[^*_]{1,40}[*_]{2}|[^\W\d_][\w /]{0,30}:)\s*(?:yyyy-mm-dd|dd[./]mm[./]yyyy"
    r"|\.{3}|\u2026|tbd|n/?a|-)?"
    r"|(?:please )?(?:describe|explain|summari[sz]e|tell us|specify|provide|state|mention|outline)"
    r" (?:(?:briefly|here|in)\b|(?:the|what|your|why|how|any|a|us|which) (?:[\w']+ ?){1,10})[.:]?"
    r"|(?:why|what|how|who|when|where|which)\b[^.?]{3,80}\?|(?:one|a few|two) (?:paragraphs?"
    r"|sentences?|lines?)\b.{0,40}"
    r"|(?:as an? )?[<\[].{1,30}[>\]],? i want .*[<\[].*[>\]].*|as an? [<\[].*"
    r"|(?:[-*+] (?:\[ \] )?)?given \.{3}.*)$"
)
# Code that only shows where code would stand.
_SLOT = Lazy(
    r"(?i)^\s*(?:(?:#|//|--|;)? ?(?:your|paste|put|insert|enter)\b.*|[\w -]{1,30}[:=]|\.{3})?\s*$"
)
# What stands behind the name of a form when its title was left as it was: `Rule request: <name>`.
_LEFT = Lazy(r"(?:[:\uff1a]|[<(\[{][^<>()\[\]{}]{0,60}[>)\]}])\s*$")
_NAMED = 3


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


def is_unfilled(title: str, body: str) -> bool:
    """Say whether an issue is nothing but its form: two labels or more and nothing between them.

    Takes title and body as they stand. Unlike `is_untouched` it knows no words of forms: a title that ends
    where its own words would begin, or has no words but those of forms, and lines that are headings, empty
    items, boxes about the writer, prompts or code that shows where code would stand.
    """
    if len(body) > _MOST or not _is_left(title):
        return False
    text = _COMMENT.sub("\n", body)
    fences = [f[1] for f in _FENCE.finditer(text)]
    lines = [line.rstrip() for line in _FENCE.sub("\n", text).split("\n") if line.strip()]
    slots = [line for line in lines if line.startswith("    ")]
    plain = [line.strip() for line in lines if not line.startswith("    ")]
    heads = [line for line in plain if _HEAD.match(line)]
    if len(heads) < _BLANKS or any(not _is_empty_line(n, plain) for n in range(len(plain))):
        return False
    return _is_slot("\n".join(slots)) and all(_is_slot(f) for f in fences)


def _is_left(title: str) -> bool:
    """A title without words of its own: only those of a form, or a short name before a placeholder."""
    bare = _PLACEHOLDER.sub(" ", title)
    own = [w for w in words(bare) if w not in _FORMS and w not in STOP]
    return not own or (bool(_LEFT.search(title)) and len(list(words(bare))) <= _NAMED)


def _is_empty_line(n: int, lines: list[str]) -> bool:
    line = lines[n]
    if _HEAD.match(line) or _EMPTY.match(line) or is_blank(line.lstrip("-*+0123456789. ")):
        return True
    return is_pledge(line.lstrip("-*+[]xX "))


def _is_slot(code: str) -> bool:
    """Code of a form: nothing, labels, or a line that says what belongs there."""
    told = [line for line in code.split("\n") if line.strip()]
    return all(_SLOT.match(line) for line in told) or any(
        _SLOT.match(line) and "your" in line.lower() for line in told
    )


def _is_form(reading: Reading) -> bool:
    """Most sections of the text are empty, so what boxes say is what the form says."""
    return len(reading.blank) >= _BLANKS


def _belongs_to_form(passage: Passage) -> bool:
    return passage.form is Form.BOX and passage.part not in {Part.CRITERIA, Part.TASKS}


def _says_nothing(text: str) -> bool:
    """A label without a sentence: `System`, `Area (tick one)`."""
    return not text.rstrip().endswith((".", "!", "?")) and len(list(words(text))) <= _LABEL
