"""The cases of the exam (`cases.toml`): twelve issues of small made-up projects, and what to do with each."""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import resources

from bot.domain.facts import Comment, Person
from bot.domain.policy import Policy
from bot.domain.questionnaire import ReasonCode
from bot.domain.value import Value
from bot.planning.draft import Action
from bot.planning.proposal import Brief, OpenIssue, Request
from bot.planning.repository.context import Tree
from bot.ports.explorer import Blob, Revision

_AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


class Said(Value):
    """A comment of a case."""

    author: str
    association: str
    body: str


class Case(Value):
    """One issue, its repository as bare paths, and what a planner should decide (`code`: why to ask)."""

    id: str
    title: str
    body: str
    paths: tuple[str, ...]
    expects: Action
    code: ReasonCode | None = None
    labels: tuple[str, ...] = ()
    comments: tuple[Said, ...] = ()
    issues: tuple[OpenIssue, ...] = ()

    def brief(self) -> Brief:
        """The case as a planner is given it."""
        request = Request(
            repository="plangate/exam",
            number=1,
            title=self.title,
            body=self.body,
            author="reporter",
            created_at=_AT,
            labels=frozenset(self.labels),
            comments=tuple(
                Comment(n, Person(c.author), c.body, _AT, _AT, c.association)
                for n, c in enumerate(self.comments, 1)
            ),
            writers=frozenset(c.author for c in self.comments if c.association == "OWNER"),
            open_issues=self.issues,
        )
        return Brief(request, Tree(self.paths), Policy())


class CaseFiles:
    """The port `Explorer` on a case: each path is a file that says its name and no more."""

    commit = ""

    def __init__(self, case: Case) -> None:
        """Nothing is made yet."""
        self._texts = {p: f"# {p}\n".encode() for p in case.paths}

    def files(self) -> Mapping[str, int]:
        """Every path with its size."""
        return {path: len(text) for path, text in self._texts.items()}

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The contents of these paths."""
        known = {p: self._texts[p] for p in paths if p in self._texts}
        return {p: Blob(hashlib.sha256(text).hexdigest(), text) for p, text in known.items()}

    def history(self, path: str, most: int) -> tuple[Revision, ...] | None:
        """No history."""
        return None


@functools.cache
def cases() -> tuple[Case, ...]:
    """The cases, read once from the package."""
    return tuple(Case.model_validate(row) for row in tomllib.loads(_text())["case"])


@functools.cache
def edition() -> str:
    """A digest of the cases: a result of other cases says nothing of these."""
    return hashlib.sha256(_text().encode()).hexdigest()[:16]


def _text() -> str:
    return resources.files("bot.examining").joinpath("cases.toml").read_text("utf-8")
