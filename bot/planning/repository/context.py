"""The context: the files that seem relevant to a request, read and brought into the token budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.globs import matches
from bot.domain.policy import Policy
from bot.planning.repository.condensing import CHARACTERS_PER_TOKEN, Detail, condensed
from bot.planning.repository.mentions import frame_lines, linked_lines, traced
from bot.planning.repository.tests import tests_of
from bot.ports.world import Workspace


@dataclass(frozen=True, slots=True)
class Tree:
    """All paths, and the text of the files that seem relevant, brought into the token budget.

    `forms` says how much of each file `texts` holds, `ranked` names the files best first, `lines` the line
    of each file that a trace or a link in the request names. `looked` counts what finding them took.
    `partial` says that not all of the repository was seen.
    """

    paths: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False
    forms: Mapping[str, Detail] = field(default_factory=dict)
    looked: Mapping[str, int] = field(default_factory=dict)
    ranked: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)


FILES_TO_READ = 30
_TESTS_OF = 5
_LONG_FILE = 400_000


def read_tree(workspace: Workspace, policy: Policy, text: str) -> Tree:
    """The repository's paths, and the files that a text (title and body) is about.

    The best are read in full, others as outlines or one line each. Files of a stack trace come first, the
    tests of the first files come along.
    """
    paths = tuple(p for p in workspace.paths() if in_context(policy, p))
    allowed = frozenset(paths)
    found = [p for p in workspace.relevant(text, 3 * FILES_TO_READ) if p in allowed]
    first = dict.fromkeys((*traced(text, paths), *found))
    ranked = tuple(first)[:FILES_TO_READ]
    tests = (t for p in ranked[:_TESTS_OF] for t in tests_of(p, paths)[:1])
    tokens = policy.planner.max_context_tokens
    # One character more than fits: a file that was cut here must not pass for whole.
    limit = max(_LONG_FILE, tokens * CHARACTERS_PER_TOKEN) + 1
    chosen = tuple(dict.fromkeys((*ranked, *tests)))
    texts = workspace.texts(chosen, limit)
    kept = condensed([(p, texts[p]) for p in chosen if p in texts], tokens)
    looked = workspace.looked()
    return Tree(
        paths=paths,
        texts=kept.texts,
        partial=bool(looked.get("cut")),
        forms=kept.forms,
        looked=looked,
        ranked=ranked,
        lines={**linked_lines((text,), paths), **frame_lines(text, paths)},
    )


def in_context(policy: Policy, path: str) -> bool:
    """Say whether the policy lets the planner look at a file (`planner.context_includes`/`_excludes`)."""
    rules = policy.planner
    wanted = any(matches(glob, path) for glob in rules.context_includes)
    return wanted and not any(matches(glob, path) for glob in rules.context_excludes)
