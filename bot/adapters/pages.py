"""The few pages that the server itself shows, from templates/*.html.j2, everything escaped."""

from __future__ import annotations

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from bot.adapters.templating import templates


def page(template: str, **values: object) -> bytes:
    """A page of HTML."""
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(templates()), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True,
    )  # fmt: skip
    return environment.get_template(template).render(**values).encode()
