"""Wishes: the author's own list of work, what feedback adds to it, and the text that is still wanted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.planning.asides import is_aside
from bot.planning.decisions import Decision
from bot.planning.reading import Form, Reading, sentences
from bot.planning.sections import Part
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened

_LACKS = re.compile(
    r"(?i)^(?:the plan )?(?:is )?(?:missing|lacks|forgot(?: about)?|forgets|there is no|no"
    r"|needs?|add also|also add|also)[: ]+(?P<what>[^.;]{3,120})"
)
_IS_MISSING = re.compile(r"(?i)^(?P<what>[^.;]{3,100}?) (?:is|are) missing\b")


def items(reading: Reading) -> tuple[str, ...]:
    """The pieces of work that the author lists.

    Items of a section of tasks count, and open boxes elsewhere that begin with an instruction.
    """
    listed = (p.text for p in reading.passages if _is_item(p.form, p.part, p.text))
    return tuple(dict.fromkeys(listed))


def _is_item(form: Form, part: Part, text: str) -> bool:
    if form not in {Form.BOX, Form.ITEM} or text.endswith("?") or is_aside(text):
        return False
    if part is Part.TASKS:
        return True
    return form is Form.BOX and part is Part.DESCRIPTION and is_imperative(text)


def wanted(feedback: Iterable[str]) -> tuple[str, ...]:
    """Pieces of work that feedback asks for: `Missing phone validation` to `Add phone validation`."""
    found = []
    for reason in feedback:
        for sentence in sentences(reason[:2000]):
            lacks = _LACKS.match(sentence) or _IS_MISSING.match(sentence)
            if lacks:
                what = shortened(lacks["what"], 100).strip(" .")
                found.append(what[:1].upper() + what[1:] if is_imperative(what) else f"Add {what}")
            elif is_imperative(sentence):
                found.append(shortened(sentence, 100).rstrip("."))
    return tuple(dict.fromkeys(found))


def subject(reading: Reading, decisions: Sequence[Decision], feedback: Iterable[str]) -> str:
    """The text to find files by: what the issue says, without the sentences that decisions replaced."""
    replaced = {d.about for d in decisions}
    left = [
        p.text
        for p in reading.passages
        if p.form is not Form.QUOTE
        and p.part not in {Part.OUTSIDE, Part.ALTERNATIVES, Part.ENVIRONMENT}
        and not any(about and (p.text in about or about in p.text) for about in replaced)
    ]
    chosen = [d.stated for d in decisions if d.verifiable]
    return "\n".join([reading.title, *left, *chosen, *feedback])
