"""Background: what an issue says that its plan does not show, in its own sentences and order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.planning.issue.markdown import IssueText, PassageKind
from bot.planning.issue.sections import Part
from bot.planning.repository.mentions import raised
from bot.planning.words import plain

_MOST = 900
"""Characters of all that is shown: about nine lines."""
MORE = "…"
"""Stands last where the issue says more."""
_SILENT = frozenset((Part.CRITERIA, Part.TASKS, Part.ENVIRONMENT, Part.TALK))
_SPOKEN = frozenset((PassageKind.PROSE, PassageKind.ITEM))


def background(issue: IssueText, shown: Iterable[str]) -> tuple[str, ...]:
    """The paragraphs of an issue without the sentences that these texts show; what its trace ends with.

    A section is one paragraph that begins with its heading. Sentences stay whole; those beyond the limit
    are left out, and an ellipsis says so.
    """
    told, room, kept = "\n".join(map(plain, shown)), _MOST, dict[int, str]()
    for at, text in _sentences(issue, told):
        room -= len(text)
        if room < 0:
            return (*kept.values(), MORE)
        kept[at] = f"{kept[at]} {text}" if at in kept else text
    return tuple(kept.values())


def _sentences(issue: IssueText, told: str) -> Iterator[tuple[int, str]]:
    """What is not told, sentence for sentence, each with the number of its paragraph."""
    spoken = [p for p in issue.passages if p.form in _SPOKEN and p.part not in _SILENT]
    left = (p for p in spoken if plain(p.text) not in told)
    for at, (head, held) in enumerate(groupby(left, key=lambda p: p.head)):
        for n, one in enumerate(held):
            lead = f"{head}: " if head and not n else ""
            yield at, f"{lead}{'• ' if one.form is PassageKind.ITEM else ''}{one.text}"
    errors = (raised(fence.text) for fence in issue.fences)
    yield from ((-1 - n, f"`{error}`") for n, error in enumerate(errors) if error)
