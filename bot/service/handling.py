"""What a worker does with a letter: run its wake, and say whether that is done, later, or in vain."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable
from datetime import datetime

from bot import log
from bot.errors import Bug, ConfigError, NotFound, PermissionMissing, PlangateError, RateLimited
from bot.events.wake import Wake
from bot.flow.handle import Outcome
from bot.inbox import LAST_TRY, Dead, Done, Later, Letter, Result, Trouble, pause
from bot.service.metrics import Metrics
from bot.wiring.github import Wiring

Run = Callable[[Wiring, Wake], tuple[Outcome, ...]]
# The codes stand in adapters/github_errors.py: switched off, not installed or suspended, no such
# repository. Nobody waits for an answer there; when we are let in again, the sweep finds the rest.
GONE = {"PLANGATE-GITHUB-005", "PLANGATE-GITHUB-011", "PLANGATE-GITHUB-012"}
REFUSED = "PLANGATE-GITHUB-006"
FEW_TRIES = 3


class Limits:
    """Accounts that GitHub told to wait: nothing of theirs is run meanwhile, by any worker here."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Nobody waits yet."""
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
    """Handles letters; safe for threads."""

    def __init__(self, wiring: Wiring, run: Run, metrics: Metrics, limits: Limits) -> None:
        """`run` handles one wake and logs it."""
        self._wiring, self._run, self._metrics, self._limits = wiring, run, metrics, limits

    def __call__(self, letter: Letter) -> Result:
        """What came of a letter. Raises nothing but what nobody foresaw in here."""
        account = letter.wake.repository.split("/")[0]
        left = self._limits.left(account)
        if left:
            return Later(left + random.uniform(0, 2), _limited(left))  # noqa: S311 - spread
        began = time.monotonic()
        self._metrics.waited.observe(max(0.0, time.time() - letter.came_at))
        try:
            result = self._result(letter)
        except RateLimited as problem:
            self._limits.wait(account, problem.wait_seconds)
            result = Later(problem.wait_seconds + random.uniform(0, 2), _trouble(problem))  # noqa: S311
        except PlangateError as problem:
            result = judged(problem, letter.tries)
        except Exception as problem:
            bug = Bug(problem)
            log.logger().exception("bug", subject=letter.wake.subject, code=bug.code)
            result = judged(bug, letter.tries)
        self._metrics.run_time.observe(time.monotonic() - began)
        self._metrics.runs.labels(type(result).__name__.lower()).inc()
        return result

    def _result(self, letter: Letter) -> Result:
        if self._is_ours(letter.wake):
            return Done()
        return Done(again_at(self._run(self._wiring, letter.wake)))

    def _is_ours(self, wake: Wake) -> bool:
        """Say whether we caused it ourselves: then there is nothing new to look at."""
        sender = wake.witness.sender if wake.witness else None
        return bool(
            sender and sender.is_bot and sender.login == self._wiring.own_login(wake.repository)
        )


def judged(problem: PlangateError, tries: int) -> Result:
    """What an error means for a letter that failed so often before."""
    trouble = _trouble(problem)
    if isinstance(problem, NotFound) or problem.code in GONE:
        return Done()
    if isinstance(problem, PermissionMissing | ConfigError):
        return Dead(trouble)
    most = FEW_TRIES if isinstance(problem, Bug) or problem.code == REFUSED else LAST_TRY
    return Later(pause(tries), trouble) if tries + 1 < most else Dead(trouble)


def again_at(outcomes: Iterable[Outcome]) -> datetime | None:
    """When the first open questionnaire among these times out."""
    records = [outcome.decision.record for outcome in outcomes]
    asked = [record.awaiting_human_artifact for record in records if record]
    return min((a.deadline for a in asked if a and a.deadline and a.open_questions), default=None)


def _trouble(problem: PlangateError) -> Trouble:
    return Trouble(problem.code, problem.what, problem.remedy)


def _limited(seconds: float) -> Trouble:
    return _trouble(RateLimited("GitHub limits our requests", seconds))
