"""What a look at a deployment finds: one line a thing, for `plangate doctor`."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import PlangateError


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing looked at: `ok`, `note` or `wrong`, what was found, and how to fix it."""

    state: str
    what: str
    remedy: str = ""


def failed(problem: PlangateError) -> Diagnosis:
    """A look that ended with an error."""
    return Diagnosis("wrong", f"{problem.code}: {problem.what}", problem.remedy)
