"""The template engine: every expression is neutral unless a filter here made it safe in another way."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

import bot
from bot.adapters import neutral
from bot.adapters.neutral import Trusted
from bot.domain.claim import Claim
from bot.domain.crowd import left_out
from bot.domain.tasks import left_as_text
from bot.domain.verdict import RowState

# https://docs.github.com/en/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication
_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:_[A-Za-z0-9]{1,10})?")
_BADGES = ("contradicted", "unproven", "supported", "verified")
_GOOD = frozenset({"success", "neutral", "skipped"})
_STRICT: dict[str, Any] = {
    "undefined": StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
}
_GAPS = re.compile("\n{3,}")
_UNFINISHED = frozenset({"", "queued", "pending", "in_progress", "waiting", "requested"})


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """How much is shown: items of a list, and characters of one text. Less room, smaller numbers."""

    rows: int = 1000
    clip: int = 2000


class _Environment(ImmutableSandboxedEnvironment):
    """Macros and blocks give trusted text: each expression in them has passed `finalize`."""

    concat = staticmethod(lambda parts: Trusted("".join(parts)))


def markdown() -> _Environment:
    """The environment of everything GitHub renders: one a process, so that a template is compiled once."""
    return _markdown(templates())


@functools.cache
def _markdown(folder: Path) -> _Environment:
    env = _environment(folder, _finalize)
    env.filters |= {
        "code": _clipped(neutral.code),
        "prose": _clipped(neutral.prose),
        "quote": _clipped(neutral.quote),
        "fence": _fence,
        "node": _clipped(neutral.mermaid_label, 60),
        "codes": _codes,
        "mention": mention,
    }
    return env


def terminal() -> _Environment:
    """The environment of plain text: one line an expression, no control characters, no escapes."""
    return _terminal(templates())


@functools.cache
def _terminal(folder: Path) -> _Environment:
    env = _environment(folder, _plain)
    env.filters |= dict.fromkeys(("code", "prose", "mention"), neutral.plain)
    env.filters["codes"] = lambda values, most=0: ", ".join(neutral.plain(str(v)) for v in values)
    env.filters["rows"] = neutral.rows
    env.globals["plain"] = True
    return env


def templates() -> Path:
    """Where the words are: in the installed package, or at the top of a checkout."""
    package = Path(bot.__file__).parent
    packed = package / "_templates"
    return packed if packed.is_dir() else package.parent / "templates"


def page(template: str, **values: object) -> bytes:
    """A page of HTML that the server itself shows, from `templates/`; everything is escaped."""
    loader = FileSystemLoader(templates())
    environment = ImmutableSandboxedEnvironment(loader=loader, autoescape=True, **_STRICT)
    return environment.get_template(template).render(**values).encode()


class TemplatePrompts:
    """The port `Prompts`: reads `templates/model/`; what is filled in is data, never a template."""

    def text(self, name: str, **data: object) -> str:
        """The template `name` filled in, without the gaps that its conditions leave."""
        filled = _prompts().get_template(f"{name}.md.j2").render(**data)
        return f"{_GAPS.sub(chr(10) * 2, filled).strip()}\n"


@functools.cache
def _prompts() -> ImmutableSandboxedEnvironment:
    # Nothing is escaped: a model reads plain text. What people wrote is marked before it comes here.
    loader = FileSystemLoader(templates() / "model")
    return ImmutableSandboxedEnvironment(loader=loader, autoescape=False, **_STRICT)


def login(text: str) -> str | None:
    """The login, if it can be one; anything else must never stand behind an `@`."""
    return text if _LOGIN.fullmatch(text) else None


def mention(text: str) -> Trusted:
    """A real mention, which notifies: for the one person a notice answers."""
    return Trusted(f"@{text}") if login(text) else neutral.code(text)


def _environment(folder: Path, finalize: Callable[..., str]) -> _Environment:
    # Escaping for HTML would be the wrong escaping: `finalize` writes what is inert in Markdown.
    loader = FileSystemLoader(folder)
    env = _Environment(loader=loader, autoescape=False, finalize=finalize, **_STRICT)
    env.filters |= {"date": _date, "sentence": _sentence, "short": neutral.short, "alike": _alike}
    env.filters["states"] = _states
    env.filters |= {"failing": _failing, "running": _running, "numbers": _numbers}
    env.globals |= {
        "fit": SizeLimits(),
        "plain": False,
        "states": RowState,
        "pulls_unread": left_out,
        "left_as_text": left_as_text,
    }
    return env


def _fit(context: Context) -> SizeLimits:
    found = context.get("fit")
    return found if isinstance(found, SizeLimits) else SizeLimits()


@pass_context
def _finalize(context: Context, value: Any) -> str:
    if isinstance(value, Trusted):
        return value
    return neutral.inline(str(value), _fit(context).clip)


@pass_context
def _plain(context: Context, value: Any) -> str:
    return value if isinstance(value, Trusted) else neutral.plain(str(value))


def _clipped(make: Callable[[str, int], Trusted], most: int = 1_000_000) -> Callable[..., Trusted]:
    @pass_context
    def apply(context: Context, value: Any) -> Trusted:
        text = value if isinstance(value, str) else str(value)
        return make(text, min(_fit(context).clip, most))

    return apply


@pass_context
def _fence(context: Context, value: Any, lang: str = "") -> Trusted:
    return neutral.fence(str(value), lang, _fit(context).clip)


@pass_context
def _codes(context: Context, values: Iterable[Any], most: int = 12) -> Trusted:
    """Several code spans with commas between; what does not fit is counted."""
    items = [str(v) for v in values]
    fit = _fit(context)
    shown = [neutral.code(v, fit.clip) for v in items[: min(most, max(fit.rows, 1))]]
    rest = len(items) - len(shown)
    return Trusted(", ".join(shown) + (f" (+{rest})" if rest else ""))


def _sentence(text: str) -> Trusted:
    """Made text with its first letter in capitals."""
    made = neutral.inline(text)
    return Trusted(made[:1].upper() + made[1:])


def _alike(claims: Iterable[Claim]) -> list[tuple[tuple[str, str, str], list[Claim]]]:
    """Claims of one state that rest on one thing, together: (state, source, outcome) and the claims.

    What is contradicted comes first, then what nothing shows.
    """
    held: dict[tuple[str, str, str], list[Claim]] = {}
    for claim in claims:
        source, outcome = "", ""
        if claim.attempts:
            source, outcome = claim.attempts[-1].source, claim.attempts[-1].outcome
        held.setdefault((claim.state, source, outcome), []).append(claim)
    return sorted(held.items(), key=lambda group: _BADGES.index(group[0][0]))


def _states(claims: Iterable[Claim]) -> dict[str, str]:
    """The state of each claim by its text; where two tasks claim the same, the worse one."""
    return {c.text: c.state for c in sorted(claims, key=lambda c: -_BADGES.index(c.state))}


def _date(value: Any) -> str:
    if not isinstance(value, datetime):
        return str(value)
    return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _failing(checks: Mapping[str, str]) -> list[str]:
    """The names of checks that ended badly, or in a way we do not know."""
    return [name for name, how in checks.items() if how not in _GOOD | _UNFINISHED]


def _running(checks: Mapping[str, str]) -> list[str]:
    return [name for name, how in checks.items() if how in _UNFINISHED]


def _numbers(values: object) -> list[int]:
    """The numbers in what may be one number, a list of them, or ids such as `q1`."""
    items = values if isinstance(values, list | tuple | set | frozenset) else [values]
    found = (re.search("[0-9]{1,9}", str(v)) for v in items)
    return [int(f[0]) for f in found if f]
