"""The names of tests that a patch adds: what a pull request calls its tests says what they prove."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST = 50
"""Names of one file that are kept."""
LONGEST = 120
_DECLARED = re.compile(
    r"[ \t]{0,40}(?:"
    r"(?:async )?def (?P<python>test\w{1,115})"
    r"|(?:it|test|describe|scenario|specify|context)(?:\.\w{1,20})?[( ][ \t]{0,4}"
    r"(?P<quote>[\"'`])(?P<spoken>[^\"'`]{3,200})(?P=quote)"
    r"|func (?P<go>Test\w{1,115})"
    r"|(?:async )?fn (?P<rust>\w{3,115})\("
    r"|(?:(?:public|private|internal|static|async|final|override) ){0,4}"
    r"(?:void|Task|fun|function) (?P<typed>\w{3,115})[ ]?\("
    r"|Scenario(?: Outline)?: (?P<gherkin>[^\n]{3,200})"
    r")"
)
_KINDS = ("python", "spoken", "go", "rust", "typed", "gherkin")


def added_in(patch: str) -> tuple[str, ...]:
    """The names of tests on the added lines of a unified diff, in order, each once."""
    return tuple(dict.fromkeys(_names(patch)))[:MOST]


def _names(patch: str) -> Iterator[str]:
    for line in patch[:400_000].split("\n"):
        if line.startswith("+") and not line.startswith("+++"):
            found = _DECLARED.match(line[1:400])
            if found:
                name = next(found[kind] for kind in _KINDS if found[kind])
                yield name.strip()[:LONGEST]
