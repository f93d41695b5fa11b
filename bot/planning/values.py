"""Values: tables and lists of settings that somebody left open."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.rows import Row
from bot.planning.sections import Part
from bot.planning.words import word_set, words

_OPEN = Lazy(
    r"(?i)^(?:|[?\u2013\u2014\u2026.-]+|tb[dca]|to be (?:decided|defined|determined"
    r"|confirmed|filled in|announced)|_+(?: [a-z]+)?|x{2,}|n/?n|todo"
    r"|(?:.{0,30}[^?])?\?{2,}.{0,20}|<[^<>]*>|\[[^\[\]]*\]|unknown|open|later|pending"
    r"|(?:still )?wait(?:ing)? (?:for|on) .{1,40}|ask [a-z ]{1,30}|(?:will )?follows?"
    r"|see (?:mail|e-?mail|chat)"
    r"|.{0,50}\b(?:otherwise|still|yet|currently|is|are) (?:unknown|open|missing|to come)"
    r"|from [a-z ]{1,20}, later"
    r"|not (?:yet )?(?:known|decided|defined)|offen|unbekannt|por definir"
    r"|pendiente|à définir|inconnu|未定|\"?not (?:too|very) [a-z]+\"?|\"?(?:reasonable|small"
    r"|cheap|fast enough|enough)\"?)$"
)
_VALUES = word_set("value values default wert werte valor valeur decision number amount limit 値")
_LABEL = Lazy(r"^(?P<label>[^\W\d][\w /()'-]{1,40}): ?(?P<value>.{0,60})$")
# What stands in a cell, of whatever column, whose value somebody else has or that comes later.
_COMES = Lazy(
    r"(?i)^[(*_]*(?:to (?:be )?(?:follow|filled in|come|defined|announced|decided|agreed|confirmed"
    r"|provided|supplied|measured|fixed)|follows|see (?!`|https?:)(?:the |our )?[a-z]+|ask\b.{0,40}"
    r"|pending|tb[dca]\b.{0,30}|unknown|\?+|pendiente|folgt|offen|à définir|à venir|未定"
    r"|will (?:be|come|follow)\b.{0,60}|comes? from .{1,40}|según .{1,40}|laut .{1,40}"
    r"|(?:still )?(?:waiting|missing|open)\b.{0,40}|not (?:yet )?(?:known|fixed|decided|measured)"
    r"|(?:mr|mrs|ms|dr|frau|herr)\.? .{1,40}|[a-z]+ (?:knows|has it|will (?:know|measure|send"
    r"|tell))"
    r"\b.{0,40})[)*_.]*$"
)
_NOTES = word_set(
    """note notes remark remarks comment comments done status state owner assignee ok feedback result
    todo who today actual is bemerkung observaciones date approved"""
)
# `"-" means no limit`: what looks empty is a value.
_MEANT = Lazy(
    r"(?i)[\"“`'][?\u2013\u2014-]+[\"”`'] (?:means?|stands?|is for|says)\b|\b(?:an? )?(?:dash"
    r"|hyphen|(?:empty|blank) cells?|question"
    r" mark)s? (?:means?|stands?|says)\b"
)
_TEMPLATE = word_set(
    """os browser version device screenshots screenshot logs log environment platform desktop
    smartphone expected actual steps description summary context example note notes scenario
    given when then"""
)
_CLOSED = (
    Part.ENVIRONMENT,
    Part.REPRODUCE,
    Part.ACTUAL,
    Part.EXPECTED,
    Part.OUTSIDE,
    Part.ALTERNATIVES,
)


def empty_values(reading: Reading) -> tuple[str, ...]:
    """Name the settings of an issue whose value was left open, in order.

    In a table the column of values has a gap, or any column says that something comes later; in a
    list a label has a placeholder, or several have nothing behind them.
    """
    if any(_MEANT.search(p.text) for p in reading.passages):
        return ()
    found = [_name(row) for row in reading.rows if _is_open(row)]
    found += _come_later([row for row in reading.rows if row.part not in _CLOSED])
    items = [
        m
        for p in reading.passages
        if p.form is Form.ITEM and p.part not in _CLOSED and (m := _LABEL.match(p.text))
    ]
    items = [m for m in items if not set(words(m["label"])) & _TEMPLATE]
    held = [
        m["label"] for m in items if (v := m["value"].strip()) and (_OPEN.match(v) or v[-1] == "?")
    ]
    bare = [m["label"] for m in items if not m["value"].strip()]
    found += held + (bare if held or len(bare) > 1 else [])
    return tuple(dict.fromkeys(n.strip(" `*") for n in found if n.strip(" `*")))


def is_open(value: str) -> bool:
    """Say whether a value is a placeholder: `???`, `TBD`, `<to be filled in>`."""
    return bool(_OPEN.match(value))


def _come_later(rows: list[Row]) -> list[str]:
    """The rows with a gap in a column of which a cell says that it comes later, or that is all empty."""
    found = []
    for head in dict.fromkeys(row.head for row in rows):
        same = [row for row in rows if row.head == head]
        for at, name in enumerate(head):
            if not at or not name.strip() or set(words(name)) & _NOTES:
                continue
            held = [(row, _cell(row, at)) for row in same]
            gaps = [row for row, cell in held if not cell or _COMES.match(cell)]
            said = any(cell and _COMES.match(cell) for _, cell in held)
            if said or (len(held) > 1 and not any(cell for _, cell in held)):
                found += [_name(row) for row in gaps]
    return found


def _cell(row: Row, at: int) -> str:
    return row.cells[at].strip(" `*") if at < len(row.cells) else ""


def _is_open(row: Row) -> bool:
    if row.part in _CLOSED or len(row.cells) < 2:
        return False
    named = [i for i, name in enumerate(row.head) if set(words(name)) & _VALUES]
    at = named[0] if named else 1 if len(row.cells) == 2 else 0
    return 0 < at < len(row.cells) and bool(_OPEN.match(row.cells[at].strip(" `*")))


def _name(row: Row) -> str:
    return row.cells[0]
