"""What the dashboard asks of GitHub: an overview of the repository, and the issue it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.domain.dashboard import Overview
from bot.domain.facts import Issue


class Dashboards(Protocol):
    """The overview, and the dashboard's issue. Issues of it are those our own account opened for it."""

    def overview(self, stages: Iterable[str], asking: Iterable[str]) -> Overview:
        """Open issues with each of these labels, and open pull requests with our check: one question.

        Of those with a label of `stages` the oldest MOST, of those `asking` for a plan the newest
        MOST_LABELLED. Raises GitHubError where GitHub does not tell.
        """

    def homes(self) -> tuple[Issue, ...]:
        """The issues of dashboards here, open or closed, oldest first: more than one after a race."""

    def open(self, title: str, body: str) -> Issue:
        """Open the issue, with its label; found after a lost answer."""

    def close(self, number: int) -> None:
        """Close an issue that is no dashboard."""

    def pin(self, issue: Issue) -> str:
        """Pin it to the repository; why not, where GitHub refuses."""
