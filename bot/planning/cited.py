"""Cited: rules that an issue quotes from a document of the project, without the words that quote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading, sentences

_DOCUMENT = (
    r"`?[\w./-]{1,120}\.(?:md|rst|txt|adoc|pdf|html)`?|\b(?:README|NEWS|CHANGELOG|CONTRIBUTING)\b"
    r"|\b[Tt]he (?:docs|documentation|manual|handbook|spec|specification|guide|README|user guide)\b"
)
# `docs/a.md, "Part": `, `docs/a.md says `, `NEWS of 1.8 says it: `, `(README, "Streaks")`.
_LEAD = (
    rf"(?:{_DOCUMENT})(?P<at>(?:,| of| \(|,? (?:§|section|chapter|under|in)) ?"
    r"(?:[\"“][^\"”]{1,40}[\"”]\)?|[^:\"“”„]{1,40}?))?,?"
    r"(?:(?: already| also| even| still| clearly)? (?:says?|said|promises|states|has it|describes it|reads"
    r"|demands|requires|defines|has|wants)(?: (?:it|so|that|this|clearly))?"
    r"(?: (?:had it|a (?:sentence|line|rule|paragraph|note) (?:for|on|about) (?:it|this|that)(?: case)?))?"
    r"(?: since [^(\"“]{1,30})?,?)?"
)
_QUOTED = Lazy(rf"(?:^|(?<=[ (,;])){_LEAD}:? ?\(?[\"“„](?P<said>[^\"“”„]{{15,300}}?)[.,]?[\"”“]")
_COLON = Lazy(rf"^{_LEAD}: (?P<said>[^\"“”„` ][^\"“”„]{{14,300}})$")
_NAMES = Lazy(r"\.(?:md|rst|txt|adoc|pdf|html)\b|README|NEWS|CHANGELOG|CONTRIBUTING|\b[Tt]he [a-z]")
_FEW = 4
# What a document says wrongly, or about which somebody asks.
_DOUBTS = Lazy(
    r"(?i)\b(?:but (?:it|that|the code)|wrong(?:ly)?|outdated|(?:is|are) not true|should say)\b"
)


def rule(text: str) -> str:
    """The rule that a sentence quotes: `docs/a.md says "x is y"` is `x is y`; empty where it quotes none."""
    if not _NAMES.search(text[:600]):
        return ""
    found = _QUOTED.search(text[:600]) or _COLON.match(text[:600])
    if found is None or text.endswith("?") or _DOUBTS.search(text[found.end() :]):
        return ""
    said = found["said"].strip(" .,;")
    return said[:1].upper() + said[1:] if len(said.split()) >= _FEW else ""


def rules_cited(reading: Reading, said: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The rules that a text and what people who may decide said about it quote, each with its sentence."""
    told = [p.text for p in reading.passages if p.form not in {Form.QUOTE, Form.TICKED}]
    for text in (*told, *(s for heard in said for s in sentences(heard))):
        if found := rule(text):
            yield found, text
