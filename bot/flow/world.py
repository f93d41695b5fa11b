"""The world: one repository, every way to it, and the engine that plans for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.domain.facts import Check
from bot.domain.policy import POLICY_PATH, EngineName, Policy
from bot.domain.questionnaire import Question
from bot.planning.engine import Engine
from bot.ports.github import Children, Dashboards, Issues, Pulls
from bot.ports.world import Clock, Records, Renderer, Unwatched, Watch, Workspace

UNWATCHED = Unwatched()
MOST_QUEUES = 10
"""Queues that are asked for one commit: anybody who may push can name any number of them."""
ReadReply = Callable[[Sequence[Question], str], tuple[tuple[int, str], ...]]
"""Which options of open questions a reply picks. Raises ModelError."""


@dataclass(frozen=True, slots=True)
class World:
    """One repository, the ways to it, and who plans for it.

    A policy may name one of `engines`; `model_engine` asks a language model, where the operator has
    configured one, and `engine` plans where neither does; `read_reply` has the model say which options
    a reply picks, by number and letter. `elsewhere` opens another repository, where our token reaches
    it. `keep` is handed transcripts of a model's runs.
    """

    full_name: str
    issues: Issues
    pulls: Pulls
    records: Records
    workspace: Workspace
    renderer: Renderer
    clock: Clock
    engine: Engine
    dashboards: Dashboards
    children: Children
    engines: Mapping[EngineName, Engine] = field(default_factory=dict)
    model_engine: Engine | None = None
    read_reply: ReadReply | None = None
    policy_path: str = POLICY_PATH
    elsewhere: Callable[[str], World] | None = None
    watch: Watch = UNWATCHED
    keep: Callable[[Mapping[str, Any]], None] | None = None

    def spends(self, policy: Policy) -> bool:
        """Say whether planning under a policy asks a language model."""
        return self.model_engine is not None and self.engine_for(policy) is self.model_engine

    def engine_for(self, policy: Policy) -> Engine:
        """Who plans under a policy: the engine that it names, else the model where there is one."""
        return self.engines.get(policy.planner.engine) or self.model_engine or self.engine

    def of_group(self, sha: str, run: Check | None) -> bool:
        """Say whether a run on a commit is a merge group's that exists: no pull request's replaces it.

        Anybody may open a pull request with the group's commit. One that opens the group would let it
        merge, one that closes it would throw it out of the queue. A branch may have its name from
        anybody, so the queue itself must name the commit; where it cannot be read, red stays red.
        """
        if run is None or not run.external_id.startswith("group:"):
            return False
        found = self.pulls.groups("")
        bases = {branch.base for branch in found.rows if branch.head_sha == sha}
        queues = [self.pulls.queued(base) for base in sorted(bases)[:MOST_QUEUES]]
        read = found.complete and len(queues) == len(bases) and all(q.complete for q in queues)
        stands = any(entry.head_sha == sha for queue in queues for entry in queue.rows)
        stands = stands or (not read and run.conclusion != "success")
        if stands:
            self.watch.tell("check_is_a_groups", head=sha, check=run.name)
        return stands
