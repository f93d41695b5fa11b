"""Lazy: a regular expression that is compiled when it is first used, so that importing rules stays quick."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

Compile = Callable[[str], re.Pattern[str]]
_compile: Compile = re.compile


def compile_by(function: Compile) -> None:
    """Have patterns compiled by another function from now on, for instance one that keeps them."""
    global _compile
    _compile = function


def compiled(source: str) -> re.Pattern[str]:
    """The pattern of a source. Raises `re.PatternError` where it is none."""
    return _compile(source)


class Lazy:
    """Stands for a compiled pattern; takes its source, which is not checked before the first use."""

    def __init__(self, source: str) -> None:
        self.source = source

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern; raises `re.PatternError` where the source is none."""
        return compiled(self.source)

    def search(self, text: str, at: int = 0) -> re.Match[str] | None:
        """The first place that fits."""
        return self.pattern.search(text, at)

    def match(self, text: str) -> re.Match[str] | None:
        """Whether the beginning fits."""
        return self.pattern.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Whether the whole fits."""
        return self.pattern.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every place that fits."""
        return self.pattern.finditer(text)

    def findall(self, text: str) -> list[Any]:
        """The texts or groups of every place that fits."""
        return self.pattern.findall(text)

    def split(self, text: str) -> list[Any]:
        """The text cut at every place that fits."""
        return self.pattern.split(text)

    def sub(self, by: str, text: str) -> str:
        """The text with every place that fits replaced."""
        return self.pattern.sub(by, text)
