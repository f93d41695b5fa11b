"""Customers: letters about a thing somebody bought or ordered, which no change of a program answers."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.statements import requires

# Each line is one kind of sign, in English, German, Spanish and French.
_SIGNS = tuple(
    Lazy(rf"(?i)(?:{source})")
    for source in (
        r"\bserial (?:number|no)\b|\bseriennummer|\bn\u00famero de serie"
        r"|\bnum\u00e9ro de s\u00e9rie|\u88fd\u9020\u756a\u53f7",
        r"\bwarrant(?:y|ies)\b|\bguarantee\b|\bgarantie|\bgarant\u00eda|\u4fdd\u8a3c",
        r"\b(?:i|we) (?:have )?(?:bought|purchased|ordered)\b|\bgekauft\b|\bcompr(?:\u00e9"
        r"|amos)\b|\bachet\u00e9e?\b"
        r"|\u8cfc\u5165",
        r"\b(?:your|the) (?:shop|store|branch|outlet|hotline|call cent(?:er|re)|service desk)\b"
        r"|\bihre[mnr]? (?:gesch\u00e4ft|laden|filiale|hotline)\b|\bsu (?:tienda|sucursal)\b"
        r"|\bvotre (?:magasin|boutique|service client)\b",
        r"\btechnicians?\b|\btechniker|\bt\u00e9cnico\b|\btechnicien",
        r"\b(?:a|for a|get a) replacement\b|\brepair (?:it|my|the)\b|\bersatz(?:ger\u00e4t)?\b"
        r"|\breparatur"
        r"|\breemplazo\b|\bremplacement\b|\br\u00e9par(?:er|ation)\b|\breparaci\u00f3n\b"
        r"|\bexchange (?:it|my)\b",
        r"\bcall me\b|\brufen sie\b|\bll\u00e1menme\b|\brappelez\b|\bhangs? up on me\b",
        r"\b(?:my )?(?:order|customer|contract|tracking|invoice|account) (?:number|no\.?"
        r"|id)\b:? ?(?:is )?"
        r"[0-9#a-z-]*[0-9]|\b(?:kunden|bestell|auftrags)nummer|\bn\u00famero de (?:pedido|cliente)"
        r"|\bnum\u00e9ro de (?:commande|client)",
        r"\bmy (?:parcel|package|order|delivery)\b|\bmein paket\b|\bmi (?:paquete|pedido)\b"
        r"|\bmon (?:colis|paquet)\b",
        r"\bmy money back\b|\brefund me\b|\b(?:want|need|demand) (?:a|my) refund\b"
        r"|\bgeld zur\u00fcck"
        r"|\bdevuelvan\b|\bremboursez\b",
    )
)
_ENOUGH = 2
_OWN = Lazy(
    r"(?i)\b(?:i|my|me|we|your|ich|mein\w*|wir|mi|mis|nuestr\w+|lo|su|je|j'ai|mon|ma|votre)\b"
)


def is_letter(reading: Reading) -> bool:
    """Say whether somebody writes about a thing of his own: bought, under warranty, to be replaced.

    What tells how a program should behave, names code or has criteria is no such letter.
    """
    if reading.fences or reading.spans or reading.of(Part.CRITERIA, Part.EXPECTED, Part.TASKS):
        return False
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE]
    text = "\n".join([reading.title, *told])[:4_000]
    signs = [sign for sign in _SIGNS if sign.search(text)]
    if len(signs) < _ENOUGH or not _OWN.search(text):
        return False
    wished = [t for t in told if requires(t) and not any(s.search(t) for s in _SIGNS)]
    return not wished
