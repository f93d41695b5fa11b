"""The words that a model is given: they live in templates, filled in with data that is already marked."""

from __future__ import annotations

from typing import Protocol


class Prompts(Protocol):
    """Fills in a template of `templates/model/`."""

    def text(self, name: str, **data: object) -> str:
        """The template `name` with its data; the same data give the same text, byte for byte."""
