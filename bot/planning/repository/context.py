"""The context: the files that seem relevant to a request, read and brought into the token budget.

Each file whole, as an outline, or as one line, by rank. The best may take half of the room, the next
one half of what is then left, and so on: what matters most is read in full, and no single file drives
out all others. Room for the lines of later files is kept back first, at most a quarter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

from bot.domain.globs import fits
from bot.domain.policy import Policy
from bot.planning.repository.evidence import outline, starts
from bot.planning.repository.mentions import Names, frames
from bot.planning.repository.places import RepositoryTests
from bot.ports.world import Workspace

FILES_TO_READ = 30
_TESTS_OF, _MOST_FRAMES = 5, 4
_LONG_FILE = 400_000
CHARACTERS_PER_TOKEN = 4
_MOST_SUMMARY = 200
_MOST_NAMES = 12


class Detail(StrEnum):
    """How much of a file is kept."""

    WHOLE = "whole"
    OUTLINE = "outlined"
    SUMMARY = "summarised"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Condensed:
    """The texts to plan with, in the order given, and the form of every file that was given."""

    texts: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, Detail] = field(default_factory=dict)


def condensed(files: Sequence[tuple[str, str]], tokens: int) -> Condensed:
    """Bring files (path and text, best first) into a budget of tokens; 4 characters count as one.

    The texts together are never longer than the budget. A file of which not even a line fits is
    left out, and so is every one after it.
    """
    room = max(tokens, 0) * CHARACTERS_PER_TOKEN
    lines = [summary(path, text) for path, text in files]
    # The lines take at most a quarter of the room; the first may take all of it.
    taken = enumerate(accumulate(map(len, lines)))
    lines = lines[: sum(used <= (room // 4 if n else room) for n, used in taken)]
    kept, later = 0, sum(map(len, lines))
    texts: dict[str, str] = {}
    forms: dict[str, Detail] = {}
    for (path, text), line in zip(files, lines, strict=False):
        later -= len(line)
        free = room - kept - later
        forms[path], texts[path] = _form(text, line, free if later == 0 else free // 2)
        kept += len(texts[path])
    return Condensed(texts, {path: forms.get(path, Detail.LEFT_OUT) for path, _ in files})


def summary(path: str, text: str) -> str:
    """One line: how long a file is and what it defines."""
    names = list(dict.fromkeys(starts(text).values()))
    shown = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    lines = text.count("\n") + (not text.endswith("\n")) if text else 0
    says = f"{path}: {lines} lines" + (f", defines {shown}" if shown else "")
    return says if len(says) < _MOST_SUMMARY else f"{says[: _MOST_SUMMARY - 2]}…"


def _form(text: str, line: str, most: int) -> tuple[Detail, str]:
    """The fullest form of at most `most` characters; the line fits in any case."""
    if len(text) <= max(most, len(line)):
        return Detail.WHOLE, text
    # What defines nothing (settings, data, prose without headings) is outlined by its beginning.
    drawn = "\n".join(outline(text)) or text
    cut = drawn if len(drawn) <= most else drawn[:most].rpartition("\n")[0]
    return (Detail.OUTLINE, cut) if len(cut) > len(line) else (Detail.SUMMARY, line)


@dataclass(frozen=True, slots=True)
class Tree:
    """All paths, and the text of the files that seem relevant, brought into the token budget.

    `forms` says how much of each file `texts` holds, `ranked` names the files best first, then their tests,
    `lines` the line of each file that a trace in the request names. `looked` counts what finding them took.
    `partial` says that not all of the repository was seen.
    """

    paths: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False
    forms: Mapping[str, Detail] = field(default_factory=dict)
    looked: Mapping[str, int] = field(default_factory=dict)
    ranked: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)


def read_tree(workspace: Workspace, policy: Policy, text: str) -> Tree:
    """The repository's paths, and the files that a text (title and body) is about.

    The best are read in full, others as outlines or one line each. Files of a stack trace come first, the
    tests of the first files come along.
    """
    paths = tuple(p for p in workspace.paths() if in_context(policy, p))
    allowed, names = frozenset(paths), Names(paths)
    found = [p for p in workspace.relevant(text, 3 * FILES_TO_READ) if p in allowed]
    traced = frames(text, names)
    best = tuple(dict.fromkeys((*list(traced)[:_MOST_FRAMES], *found)))[:FILES_TO_READ]
    known = RepositoryTests(paths)
    tests = (t for p in best[:_TESTS_OF] for t in known.of(p)[:1])
    ranked = tuple(dict.fromkeys((*best, *tests)))
    tokens = policy.planner.max_context_tokens
    # One character more than fits: a file that was cut here must not pass for whole.
    limit = max(_LONG_FILE, tokens * CHARACTERS_PER_TOKEN) + 1
    texts = workspace.texts(ranked, limit)
    kept = condensed([(p, texts[p]) for p in ranked if p in texts], tokens)
    looked = workspace.looked()
    return Tree(
        paths=paths,
        texts=kept.texts,
        partial=bool(looked.get("cut")),
        forms=kept.forms,
        looked=looked,
        ranked=ranked,
        lines={path: at for path, at in traced.items() if at},
    )


def in_context(policy: Policy, path: str) -> bool:
    """Say whether the policy lets the planner look at a file (`planner.context_includes`/`_excludes`)."""
    rules = policy.planner
    return fits(rules.context_includes, path) and not fits(rules.context_excludes, path)
