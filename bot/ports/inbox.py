"""The inbox: every acknowledged delivery stays here until its subject was looked at. The port, and its laws.

A subject (`owner/name#12`) has a queue of wakes. Its oldest wake is handled first, one at a time; wakes
that are no evidence of a tick fold into the newest one waiting; one that comes during a run causes one more.
What failed waits; a person's event has it tried again within SOON seconds, and that try is not counted.
What was taken and never given back, as its process died, has failed: it may be what ended the process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from bot.domain.facts import Person, Witness
from bot.domain.people import did
from bot.events.wake import GroupTarget, Wake

LAST_TRY = 24
LONGEST_PAUSE = 300.0
LONGEST_WAIT = 7200.0
"""No pause is longer than this."""
SOON, LIMITED = 30.0, "PLANGATE-GITHUB-003"
"""A person's event waits so long for what failed before it; and for the pause that GitHub asked for."""
ENDED = "PLANGATE-INBOX-012"
UNHASTENED = (LIMITED, ENDED)
"""What no event shortens: else who comments often could end a process every SOON seconds, for ever."""
KEYS_KEPT = 4 * 86_400.0
"""Seconds for which a delivery is known again: GitHub redelivers for three days."""
LONGEST_LINE = 300.0
"""Seconds that those who want to write to one account may have to wait for each other."""
MOST_LEFT = 20
"""One wake names so many commits that pushes left: each is asked about in a request of its own."""
DEAD_KEPT = 90 * 86_400.0
"""Seconds for which dead jobs are kept."""

FAILS, DAMAGED = "PLANGATE-INBOX-005", "PLANGATE-INBOX-008"
"""The codes of a database that fails for now (full, held by others, away), and of a damaged one."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a wake could not be handled: an error's code, what happened, and how to fix it."""

    code: str
    what: str
    remedy: str


UNREADABLE = Trouble(
    "PLANGATE-INBOX-007",
    "what is stored here was written by another version of plangate, or is damaged",
    "Start that version again, then run `plangate inbox retry`",
)


@dataclass(frozen=True, slots=True)
class Job:
    """A wake in the inbox; `tries` failed before now, `came_at` is in epoch seconds.

    `newest` is the number and the text of its subject's newest wake when this one was taken.
    """

    id: str
    wake: Wake
    tries: int = 0
    came_at: float = 0.0
    trouble: Trouble | None = None
    newest: tuple[int, str] = (0, "")


@dataclass(frozen=True, slots=True)
class Done:
    """It was handled; `again_at` is when its subject wants another look with no event (a time-out)."""

    again_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """It is tried again after so many seconds.

    What is not its own fault (a limit, an outage) is not `counted` among its tries.
    """

    seconds: float
    trouble: Trouble
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Dead:
    """It cannot be handled before a person has changed something: a dead job."""

    trouble: Trouble


Result = Done | Later | Dead
Handle = Callable[[Job], Result]


@dataclass(frozen=True, slots=True)
class Counts:
    """What lies in the inbox; `oldest` is the age in seconds of the oldest wake that is due."""

    waiting: int = 0
    running: int = 0
    dead: int = 0
    timers: int = 0
    oldest: float = 0.0

    def words(self) -> Mapping[str, int]:
        """The numbers for `/healthz`."""
        return {"waiting": self.waiting, "running": self.running, "dead": self.dead}


class Inbox(Protocol):
    """A durable inbox. Safe for threads; any number of processes may share one."""

    def put(self, wake: Wake, key: bytes = b"") -> Future[bool]:
        """Store a wake; the future ends when it is committed, and says whether it was news.

        `key` names the delivery: one that is known wakes nothing, unless it is among the dead. Raises
        what the database raises.
        """

    def work(self, handle: Handle, workers: int) -> None:
        """Handle jobs, `workers` at a time, until `stop`; what runs then is finished."""

    def stop(self) -> None:
        """Let every `work` end, once what it handles is finished."""

    def give_back(self) -> None:
        """After `stop`, let others handle what still runs here: this process ends now, and no try is counted.

        Raises what the database raises.
        """

    def jobs(self, *, dead: bool = True, most: int = 1000) -> tuple[Job, ...]:
        """The dead jobs, or those that wait, oldest first."""

    def retry(self, job_id: str) -> bool:
        """Try a dead job again. False where there is no such dead job."""

    def turn(self, account: str, interval: float) -> float:
        """Take the account's next turn to write, `interval` after the one before.

        All processes share the turns; the answer is the seconds until it. Raises what the database
        raises.
        """

    def revision(self, repository: int, issue: int, saved: int = 0) -> int:
        """The highest revision of an issue's record that was ever saved, `saved` included (0: none).

        Keeps it: a rollback to an older record is noticed whatever was deleted on GitHub. `repository`
        is its id. Raises what the database raises.
        """

    def counts(self) -> Counts:
        """What lies in the inbox. Raises what the database raises."""

    def close(self) -> None:
        """Wait for `work` to end, commit what was put, and close the database."""


def waits(due: float, since: float, now: float) -> bool:
    """Say whether a pause that began at `since` goes on; one that begins in the future is over.

    The clock was set back then, and nobody knows how much of the pause is left.
    """
    return since - 1.0 <= now < due


def next_turn(free_at: float | None, now: float) -> float:
    """When the next turn is: a time that lies minutes ahead was written before the clock was set back."""
    return max(now, free_at) if free_at is not None and free_at - now < LONGEST_LINE else now


def pause(tries: int) -> float:
    """Seconds to wait after so many failed tries: 2, 4, 8 … at most five minutes."""
    return min(LONGEST_PAUSE, 2.0 ** min(tries, 10))


def outcome(handle: Handle, job: Job) -> Result:
    """What comes of handling a job: whatever `handle` raises is tried again, and is dead at last."""
    try:
        return handle(job)
    except Exception as problem:
        what = f"handling broke off ({type(problem).__name__})"
        trouble = Trouble("PLANGATE-INBOX-003", what, "See the log for its traceback")
        return Later(pause(job.tries), trouble) if job.tries < 3 else Dead(trouble)


def foldable(wake: Wake) -> bool:
    """Say whether it may fold: what says who ticked is kept."""
    seen = wake.witness
    told = seen is not None and (seen.body_before is not None or seen.body_after is not None)
    return not (seen and told and seen.action == "edited")


def hastens(wake: Wake) -> bool:
    """Say whether it is a person's event: those of bots may be ours, and a sweep brings no news."""
    return wake.witness is not None and not wake.witness.sender.is_bot


def joined(older: Wake, newer: Wake) -> Wake | None:
    """One wake for two, or nothing where one of them must be kept.

    It tells what both saw: what happened, the button pressed, and the commits that pushes left (at most
    MOST_LEFT), so none of them stays green. A group's commit stays a group's.
    """
    if not (foldable(newer) and foldable(older)):
        return None
    groups = [w.target for w in (older, newer) if isinstance(w.target, GroupTarget)]
    asked = [group for group in groups if group.base_sha] or groups
    target = asked[0] if asked else newer.target
    both = replace(newer, target=target, home=newer.home or older.home)
    seen = [wake.witness for wake in (older, newer) if wake.witness]
    left = tuple(dict.fromkeys(sha for one in seen for sha in one.heads_before))
    if not seen:
        return both
    if len(left) > MOST_LEFT:
        return None
    told = replace(
        _speaker(seen) if _bot(older) != _bot(newer) else seen[-1],
        heads_before=left,
        turned=any(one.turned for one in seen),
        button=next((one.button for one in seen if one.button), ""),
        earlier=frozenset[str]().union(*(did(one) for one in seen)),
    )
    return replace(both, witness=told)


def _speaker(seen: list[Witness]) -> Witness:
    """Whose event it is: a person's; of bots nobody's, as one of them may be us, and ours is dropped."""
    people = [one for one in seen if not one.sender.is_bot]
    return people[-1] if people else replace(seen[-1], action="", sender=Person(""))


def _bot(wake: Wake) -> str:
    """The bot that caused a wake; empty for people and sweeps."""
    sender = wake.witness.sender if wake.witness else None
    return sender.login if sender and sender.is_bot else ""
