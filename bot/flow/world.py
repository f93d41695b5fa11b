"""The world: one repository, every way to it, and the engine that plans for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.domain.policy import POLICY_PATH
from bot.planning.engine import Engine
from bot.ports.github import Children, Issues, NoChildren, Pulls
from bot.ports.world import Clock, Records, Renderer, Unwatched, Watch, Workspace

UNWATCHED = Unwatched()


@dataclass(frozen=True, slots=True)
class World:
    """One repository, the ways to it, and who plans for it.

    `elsewhere` opens another repository, where our token reaches it.
    """

    full_name: str
    issues: Issues
    pulls: Pulls
    records: Records
    workspace: Workspace
    renderer: Renderer
    clock: Clock
    engine: Engine
    children: Children = field(default_factory=NoChildren)
    policy_path: str = POLICY_PATH
    elsewhere: Callable[[str], World] | None = None
    watch: Watch = UNWATCHED
