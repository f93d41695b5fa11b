"""One variable of the environment -> its value, or an error that names the variable."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar
from urllib.parse import urlsplit

from bot.errors import ConfigError, VariableError

Environ = Mapping[str, str]


Read = TypeVar("Read")


def wrong(name: str, what: str) -> VariableError:
    """The error of a variable that `is` what it should not be."""
    return VariableError(name, what)


def read_all(read: Callable[[Environ], Read], environ: Environ) -> Read:
    """What `read` makes of the environment. Raises ConfigError that names every invalid variable.

    A variable that was found invalid is left out, and the rest is read again.
    """
    found: list[VariableError] = []
    while True:
        try:
            made = read(environ)
        except VariableError as problem:
            if problem.name not in environ:
                raise
            found.append(problem)
            environ = {k: v for k, v in environ.items() if k != problem.name}
        except ConfigError:  # settings that contradict each other: perhaps one was just left out
            if not found:
                raise
            break
        else:
            if not found:
                return made
            break
    whats, names = "; ".join(p.what for p in found), ", ".join(p.name for p in found)
    raise ConfigError(found[0].code, whats, f"Correct {names}")


def address(environ: Environ, *names: str) -> str:
    """An http(s) address without a slash at its end: the first variable that is set, or nothing."""
    name = next((n for n in names if environ.get(n)), "")
    text = environ.get(name, "").strip().rstrip("/")
    if text and not _is_address(text):
        raise wrong(name, "not an http(s) URL")
    return text


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return bool(known) and text.isprintable() and not re.search(r"[\s?#]", text)


def choice(environ: Environ, name: str, known: Collection[str], default: str) -> str:
    """One of the known words; case and surrounding blanks do not matter."""
    text = environ.get(name, "").strip().lower() or default
    if text not in known:
        raise wrong(name, f"not one of {', '.join(k for k in known if k)}")
    return text


def switch(environ: Environ, name: str) -> bool:
    """`true` or `false`: `yes` is an error, because it would count as false."""
    text = environ.get(name, "").lower()
    if text not in ("", "true", "false"):
        raise wrong(name, "neither true nor false")
    return text == "true"


def whole(environ: Environ, name: str, default: int) -> int:
    """A whole number."""
    text = environ.get(name, "")
    if text and not re.fullmatch("[0-9]{1,18}", text):
        raise wrong(name, "not a whole number")
    return int(text) if text else default


def within(environ: Environ, name: str, default: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    number = whole(environ, name, default)
    if not low <= number <= high:
        raise wrong(name, f"not a number from {low} to {high}")
    return number


def seconds(environ: Environ, name: str, default: float) -> float:
    """Seconds, with fractions, at most a minute."""
    try:
        value = float(environ.get(name) or default)
    except ValueError:
        value = -1
    if not 0 <= value <= 60:
        raise wrong(name, "not a number of seconds from 0 to 60")
    return value
