"""The port `Prompts` on Jinja: what is filled in is data, and never a template itself."""

from __future__ import annotations

import functools
import re

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from bot.adapters.templating import templates

_GAPS = re.compile("\n{3,}")


class TemplatePrompts:
    """Reads `templates/model/`."""

    def text(self, name: str, **data: object) -> str:
        """The template `name` filled in, without the gaps that its conditions leave."""
        filled = _environment().get_template(f"{name}.md.j2").render(**data)
        return f"{_GAPS.sub(chr(10) * 2, filled).strip()}\n"


@functools.cache
def _environment() -> ImmutableSandboxedEnvironment:
    # Nothing is escaped: a model reads plain text. What people wrote is marked before it comes here.
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(templates() / "model"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
