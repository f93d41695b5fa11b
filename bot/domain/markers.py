"""Marker lines and tick boxes of our own comments: how a comment is known again, and what was ticked.

A comment of ours begins with `<!-- plangate:KIND KEY sum=DIGEST -->`. The digest covers the text after
the marker with all boxes empty and trailing blanks removed, so a tick leaves it as it was and any
other edit does not.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

DASHBOARD, DASHBOARD_LABEL = "dashboard", "plangate: dashboard"
"""The kind in the marker of the dashboard's issue, and the label by which it is found."""
BLOCK = "<!-- plangate:data "
BLOCK_END = "\n-->"
_MARKER = re.compile(r"<!-- plangate:([a-z]{1,20})((?: [a-z]{1,12}=[A-Za-z0-9._-]{1,80}){0,8}) -->")
_BOX = re.compile(r"^([-*] \[)([ xX])(\] <!-- plangate:([a-z0-9.]{1,20}) -->)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker line taken apart; `key` is what names the comment among those of its kind.

    `rev` is the revision of the record when the comment was written: an anchor against rollbacks.
    """

    kind: str
    key: str
    sum: str
    rev: int = 0


def body_checksum(text: str) -> str:
    """Twelve hexadecimal digits of the SHA-256 of a comment's text, ticks and trailing blanks aside."""
    lines = [line.rstrip() for line in untick(text).replace("\r\n", "\n").strip().split("\n")]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def marker(kind: str, key: str, text: str, rev: int = 0) -> str:
    """The marker line for `text`; `key` is empty or `name=value`."""
    anchor = f" rev={rev}" if rev else ""
    return f"{opening(kind, key)} sum={body_checksum(text)}{anchor} -->"


def opening(kind: str, key: str) -> str:
    """How the marker of this comment begins, whatever it says."""
    return f"<!-- plangate:{kind} {key}".rstrip()


def marked(kind: str, key: str, text: str, rev: int = 0) -> str:
    """A whole comment body: marker line, then `text`."""
    return f"{marker(kind, key, text, rev)}\n{text}"


def read(body: str) -> Marker | None:
    """The marker at the first byte of a comment, or nothing; a marker anywhere else does not count."""
    found = _MARKER.match(body[:400])
    if not found:
        return None
    fields = dict(pair.split("=", 1) for pair in found[2].split())
    total, rev = fields.pop("sum", ""), fields.pop("rev", "0")
    key = " ".join(f"{k}={v}" for k, v in fields.items())
    return Marker(found[1], key, total, int(rev) if rev.isdigit() else 0)


def text_of(body: str) -> str:
    """A comment's text without its marker line and without the hidden block at its end."""
    text = body.partition("\n")[2]
    at = text.rfind(BLOCK)
    alone = at >= 0 and not text.rstrip()[at:].partition("-->")[2] and text.rstrip().endswith("-->")
    return text[:at].rstrip("\n") if alone else text


def hidden(body: str) -> tuple[str, str]:
    """What people do not see of a comment of ours: its marker line, and the block at its end."""
    text = body.replace("\r\n", "\n")
    first = text.partition("\n")[0].rstrip() if read(text) else ""
    at = text.rfind(BLOCK)
    end = text.find(BLOCK_END, at) if at >= 0 else -1
    return first, text[at : end if end >= 0 else len(text)] if at >= 0 else ""


def intact(body: str) -> bool:
    """Say whether nothing but boxes changed since we wrote it."""
    mark, first = read(body), body.partition("\n")[0]
    alone = mark is not None and _MARKER.fullmatch(first.rstrip()) is not None
    return mark is not None and alone and mark.sum == body_checksum(text_of(body))


def ticked(body: str) -> frozenset[str]:
    """The names of the ticked boxes, such as `q1.a` and `approve`."""
    return frozenset(m[4] for m in _BOX.finditer(body) if m[2] in "xX")


def boxes(body: str) -> frozenset[str]:
    """The names of all boxes of ours, ticked or not."""
    return frozenset(m[4] for m in _BOX.finditer(body))


def untick(text: str) -> str:
    """The text with every box of ours empty."""
    return _BOX.sub(r"\1 \3", text)


def of_dashboard(body: str, labels: frozenset[str]) -> bool:
    """Say whether an issue of ours is a dashboard's: by its marker, or by its label where that is gone."""
    mark = read(body)
    named = mark is not None and mark.kind == DASHBOARD
    return named or (DASHBOARD_LABEL in labels and "<!-- plangate:child " not in body)


def without_boxes(text: str) -> str:
    """The text without the lines that somebody can tick."""
    return "\n".join(line for line in text.split("\n") if "<!-- plangate:" not in line)


def same(standing: str, wanted: str) -> bool:
    """Say whether a comment as it stands is the wanted one: the same text and ticks, and not edited."""
    mark, asked = read(standing), read(wanted)
    same_text = mark is not None and asked is not None and mark.sum == asked.sum
    return same_text and intact(standing) and ticked(text_of(standing)) == ticked(text_of(wanted))
