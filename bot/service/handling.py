"""What a worker does with a job: run its wake, and say whether that is done, is tried later, or is dead."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from bot import log
from bot.errors import Bug, ConfigError, NotFound, PermissionMissing, PlangateError, RateLimited
from bot.events.wake import DashboardTarget, Wake
from bot.flow import dashboard
from bot.flow.handle import Outcome
from bot.ports.inbox import (
    DAMAGED,
    FAILS,
    LAST_TRY,
    LONGEST_PAUSE,
    Dead,
    Done,
    Job,
    Later,
    Result,
    Trouble,
    pause,
)
from bot.service.metrics import Metrics
from bot.wiring.github import Wiring

Run = Callable[[Wiring, Wake], tuple[Outcome, ...]]
# The codes stand in adapters/github_errors.py: switched off, not installed, no such repository.
# Nobody waits for an answer there; when we are let in again, the sweep finds the rest.
GONE = {"PLANGATE-GITHUB-005", "PLANGATE-GITHUB-011", "PLANGATE-GITHUB-012"}
# Our key is refused, or GitHub or our database fails, for everybody alike: no job's own fault.
OUTAGE = {"PLANGATE-GITHUB-001", "PLANGATE-GITHUB-007", "PLANGATE-GITHUB-008", FAILS, DAMAGED}
SUSPENDED = "PLANGATE-GITHUB-013"
REFUSED = "PLANGATE-GITHUB-006"
FEW_TRIES = 3
DAY = 86_400.0
DASHBOARD_REST = 60.0
"""Seconds between two looks at a repository for its dashboard: what moves meanwhile is seen by the second."""
FRESH = 60.0
"""Seconds for which a repository is taken to be called as its event said."""


RESTS = Trouble(
    "PLANGATE-INBOX-009",
    "the dashboard was checked within the last minute",
    "Wait: this is not an error; the next check shows all changes",
)


class Limits:
    """Accounts that GitHub told to wait: nothing of theirs is run meanwhile, by any worker here."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic, self._lock = monotonic, threading.Lock()
        self._until: dict[str, float] = {}

    def wait(self, account: str, seconds: float) -> None:
        """Have an account wait."""
        with self._lock:
            until = self._monotonic() + seconds
            self._until[account] = max(until, self._until.get(account, until))

    def left(self, account: str) -> float:
        """Seconds that an account still has to wait."""
        with self._lock:
            left = self._until.get(account, 0.0) - self._monotonic()
            if left <= 0:
                self._until.pop(account, None)
            return max(0.0, left)


class Handler:
    """Handles jobs; safe for threads."""

    def __init__(
        self,
        wiring: Wiring,
        run: Run,
        metrics: Metrics,
        limits: Limits,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`run` handles one wake and logs it; `now` is the clock of `Job.came_at`.

        `put` is handed the wake of the dashboard where a job changed what that shows.
        """
        self._wiring, self._run, self._metrics, self._limits = wiring, run, metrics, limits
        self._now, self._looked = now, Limits()
        self.put: Callable[[Wake], object] = lambda wake: None

    def __call__(self, job: Job) -> Result:
        """What came of a job. Raises nothing but what nobody foresaw in here."""
        account = job.wake.repository.split("/")[0]
        left = self._limits.left(account)
        if left:
            return _spread(left, _trouble(RateLimited("GitHub limits requests", left)))
        began = time.monotonic()
        self._metrics.waited.observe(self._age(job))
        try:
            result = self._result(job)
        except RateLimited as problem:
            self._limits.wait(account, problem.wait_seconds)
            result = _spread(problem.wait_seconds, _trouble(problem))
        except PlangateError as problem:
            result = judged(problem, job.tries, self._age(job))
            if isinstance(result, Done):
                log.logger().info("dropped", subject=job.wake.subject, code=problem.code)
        except Exception as problem:
            bug = Bug(problem)
            log.logger().exception("bug", subject=job.wake.subject, code=bug.code)
            result = judged(bug, job.tries)
        self._metrics.run_time.observe(time.monotonic() - began)
        self._metrics.runs.labels(type(result).__name__.lower()).inc()
        return result

    def _result(self, job: Job) -> Result:
        if self._is_ours(job.wake):
            return Done()
        whole = isinstance(job.wake.target, DashboardTarget)
        if whole and (left := self._looked.left(job.wake.repository)):
            return Later(left, RESTS, counted=False)
        outcomes = self._run(self._wiring, self._as_it_may_be(job))
        if whole:
            self._looked.wait(job.wake.repository, DASHBOARD_REST)
        elif dashboard.changes((o.facts, o.decision) for o in outcomes):
            self.put(Wake(job.wake.repository, DashboardTarget(), home=job.wake.home))
        return Done(again_at(outcomes))

    def _as_it_may_be(self, job: Job) -> Wake:
        """The wake; after a while, or a failure, its repository may be called otherwise: ask GitHub."""
        home = job.wake.home
        if home is None or (not job.tries and self._age(job) < FRESH):
            return job.wake
        return replace(job.wake, home=replace(home, default_branch=""))

    def _age(self, job: Job) -> float:
        return max(0.0, self._now() - job.came_at)

    def _is_ours(self, wake: Wake) -> bool:
        """Say whether we caused it ourselves: then there is nothing new to look at."""
        sender = wake.witness.sender if wake.witness else None
        return bool(
            sender and sender.is_bot and sender.login == self._wiring.own_login(wake.repository)
        )


def judged(problem: PlangateError, tries: int, age: float = 0.0) -> Result:
    """What an error means for a job of this age in seconds that failed so often before."""
    trouble = _trouble(problem)
    if isinstance(problem, NotFound) or problem.code in GONE:
        return Done()
    if problem.code == SUSPENDED:  # set aside for a week; the sweep after that
        return Later(_waited(age, 900.0), trouble, counted=False) if age < 7 * DAY else Done()
    if problem.code in OUTAGE:  # never a dead job
        longest = LONGEST_PAUSE if age < 3 * DAY else 3600.0
        return Later(_waited(age, longest), trouble, counted=False)
    if isinstance(problem, PermissionMissing | ConfigError):
        return Dead(trouble)
    most = FEW_TRIES if isinstance(problem, Bug) or problem.code == REFUSED else LAST_TRY
    return Later(pause(tries), trouble) if tries + 1 < most else Dead(trouble)


def _waited(age: float, longest: float) -> float:
    """A pause that grows with what was waited: an outage of an hour is noticed over within minutes."""
    return min(longest, max(2.0, age / 4)) * random.uniform(0.8, 1.0)  # noqa: S311 - spread


def _spread(seconds: float, trouble: Trouble) -> Later:
    return Later(seconds + random.uniform(0, 2), trouble, counted=False)  # noqa: S311


def again_at(outcomes: Iterable[Outcome]) -> datetime | None:
    """When the first open questionnaire among these times out."""
    records = [outcome.decision.record for outcome in outcomes]
    asked = [record.awaiting_human_artifact for record in records if record]
    return min((a.deadline for a in asked if a and a.deadline and a.open_questions), default=None)


def _trouble(problem: PlangateError) -> Trouble:
    return Trouble(problem.code, problem.what, problem.remedy)
