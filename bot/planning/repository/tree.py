"""The tree: what is known of a repository for one request, read once and handed to every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.planning.repository.condensing import Form


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
    forms: Mapping[str, Form] = field(default_factory=dict)
    looked: Mapping[str, int] = field(default_factory=dict)
    ranked: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
