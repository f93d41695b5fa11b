"""An answer of GitHub with a missing or wrong field: an error of GitHub's, told in one place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from bot.errors import GitHubError

T = TypeVar("T")
_UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)
_READERS = "bot.adapters.github_"


def checked(adapter: T) -> T:
    """The adapter; where its modules cannot read what GitHub answered, it raises GitHubError instead."""
    return cast(T, _Checked(adapter))


class _Checked:
    def __init__(self, adapter: object) -> None:
        self._adapter = adapter

    def __getattr__(self, name: str) -> Any:
        with answers_read():
            found = getattr(self._adapter, name)
        return answers_read()(found) if callable(found) else found


@contextmanager
def answers_read() -> Iterator[None]:
    """Raise GitHubError where one of those modules cannot read an answer."""
    try:
        yield
    except _UNREADABLE as problem:
        at = problem.__traceback__
        while at and at.tb_next:
            at = at.tb_next
        if at is None or not at.tb_frame.f_globals["__name__"].startswith(_READERS):
            raise  # a mistake of ours
        lacks = isinstance(problem, KeyError)
        why = f"the field {problem} is missing" if lacks else "a field is wrong"
        place = f"{at.tb_frame.f_globals['__name__'].split('.')[-1]}.{at.tb_frame.f_code.co_name}"
        what = f"GitHub's answer cannot be read: {why} (found in {place})"
        remedy = "Try again; see githubstatus.com. If the error remains, report it in plangate's repository"
        raise GitHubError("PLANGATE-GITHUB-016", what, remedy) from problem
