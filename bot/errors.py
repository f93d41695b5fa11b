"""Every error plangate raises on purpose: a stable code, an exit code, what happened and how to fix it."""

from __future__ import annotations

import traceback
from collections.abc import Sequence


class PlangateError(Exception):
    """Base of all errors with a code.

    `code` is stable and may be searched for; `what` says what happened; `remedy` says how to fix it.
    """

    exit_code = 1

    def __init__(self, code: str, what: str, remedy: str, lines: Sequence[str] = ()) -> None:
        """Keep the parts apart, so that a card, a log line and a terminal can each show them.

        `lines` are the parts of `what` where there are several: a terminal shows one below the other.
        """
        self.code = code
        self.lines = tuple(lines)
        self.what = what.rstrip(".")
        self.remedy = remedy.rstrip(".")
        super().__init__(f"{code}: {self.what}. {self.remedy}.")


_CAUSES = (
    ("FileNotFound", "no such file"),
    ("Permission", "permission denied"),
    ("IsADirectory", "it is a folder"),
    ("JSON", "not JSON"),
    ("Recursion", "nested too deeply"),
    ("Timeout", "no answer in time"),
    ("SSL", "no secure connection"),
    ("Connect", "no connection"),
)
"""What stands in the name of an exception of Python or of an HTTP library, and what it means."""


def cause(problem: BaseException) -> str:
    """Why something could not be read, written or asked, in words; else the kind of the exception."""
    if isinstance(problem, UnicodeDecodeError):
        return f"byte {problem.start + 1} is not UTF-8"
    name = type(problem).__name__
    told = next((words for part, words in _CAUSES if part in name), "")
    return told or getattr(problem, "strerror", None) or name


def unwritten(problem: BaseException) -> str:
    """Why a file could not be written, in words: what is missing then is its folder."""
    return "its folder does not exist" if isinstance(problem, FileNotFoundError) else cause(problem)


class Bug(PlangateError):
    """Something nobody foresaw (exit 1); its cause is the exception that was met."""

    def __init__(self, problem: BaseException) -> None:
        """Name the exception's kind only: its text may hold anything."""
        what = f"plangate met an unexpected {type(problem).__name__}"
        super().__init__(
            "PLANGATE-BUG-001", what, "Report it, with the lines below, in plangate's repository"
        )
        self.__cause__ = problem

    @property
    def details(self) -> str:
        """The traceback of what was met."""
        return "".join(traceback.format_exception(self.__cause__))


class UsageError(PlangateError):
    """The command or its input is invalid (exit 2)."""

    exit_code = 2


class ConfigError(PlangateError):
    """A configuration file or setting is wrong (exit 2)."""

    exit_code = 2


class InboxError(PlangateError):
    """The inbox's database fails: it is full, held by others, damaged or away (exit 2)."""

    exit_code = 2


class GitHubError(PlangateError):
    """GitHub refused, failed or could not be reached (exit 5)."""

    exit_code = 5


class PermissionMissing(GitHubError):
    """Our token lacks a permission that GitHub asks for (exit 5)."""


class NotFound(GitHubError):
    """GitHub knows no such thing, or hides it from the token (exit 5)."""


def _spoken(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds <= 120 else f"{seconds / 60:.0f} min"


class RateLimited(GitHubError):
    """GitHub asks us to wait; `wait_seconds` says how long (exit 5)."""

    def __init__(self, what: str, wait_seconds: float) -> None:
        """Remember the wait, so that a queue can try again in time."""
        self.wait_seconds = wait_seconds
        super().__init__(
            "PLANGATE-GITHUB-003",
            what,
            f"Try again in {_spoken(wait_seconds)}; `plangate serve` tries again by itself",
        )


class Moved(PlangateError):
    """Somebody wrote between our read and our write: read again and start over."""

    def __init__(self, what: str) -> None:
        """Name what moved; `handle` starts a new round."""
        super().__init__("PLANGATE-RECORD-005", what, "Nothing is lost: plangate reads it again")


class RecordError(PlangateError):
    """A record cannot be read, or a write would break one of its laws."""


class ContractError(RecordError):
    """A role tried to write what it may not write, or to change what must stay."""


class PlanError(PlangateError):
    """The planner cannot answer; the codes keep the numbers of the planner's specification."""


class ModelError(PlangateError):
    """A model server failed, or its answer is invalid (exit 6)."""

    exit_code = 6
