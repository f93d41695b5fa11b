"""The port `Children` on a GitHub without sub-issues."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.children import Child


class FakeChildren:
    """A GitHub where nothing can be linked and no issues are made."""

    def linked(self, number: int) -> tuple[Child, ...] | None:
        """No sub-issues."""
        return None

    def made(self, number: int) -> tuple[Child, ...]:
        """None."""
        return ()

    def child(self, number: int) -> Child | None:
        """None."""
        return None

    def blockers(self, number: int) -> frozenset[int]:
        """None."""
        return frozenset()

    def create(self, title: str, body: str, labels: Iterable[str]) -> Child:
        """Nothing is opened."""
        return Child(0, 0, title)

    def link(self, number: int, child: Child) -> bool:
        """Nothing is linked."""
        return False

    def block(self, child: int, blocker: Child) -> bool:
        """Nothing is linked."""
        return False
