"""How a pull request names the issue it serves: closing keywords, parts of an issue, the branch's name.

https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.secrets import REMOVED, without_secrets

LONGEST = 65_536
MOST_TASKS = 500
_ARTICLES = frozenset(("a", "an", "the"))
_KEYWORD = r"(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?)"
_NAME = r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}"
_ISSUE = (
    rf"(?:(?P<repo>{_NAME})?#|https://[^/\s]{{1,80}}/(?P<url>{_NAME})/issues/)"
    r"(?P<number>[1-9][0-9]{0,8})\b"
)
_CLOSES = re.compile(rf"\b{_KEYWORD}:?\s{{1,3}}{_ISSUE}", re.IGNORECASE)
_PART = re.compile(
    rf"\bpart[ ]of:?[ \t]{{1,3}}{_ISSUE}"
    r"(?:[ \t]{0,3}[(:,;-]?[ \t]{0,3}tasks?[ \t]{1,3}(?P<tasks>[0-9][0-9, \tand&-]{0,200}))?",
    re.IGNORECASE,
)
_REVERTS = re.compile(rf"^Reverts[ \t]{{1,3}}(?:({_NAME}))?#([1-9][0-9]{{0,8}})\b", re.MULTILINE)
_NUMBERS = re.compile(r"([0-9]{1,4})(?:[ \t]{0,3}-[ \t]{0,3}([0-9]{1,4}))?")
_NO_ISSUE = re.compile(r"^No-Issue:[ \t]?([^\n]{3,300})$", re.IGNORECASE | re.MULTILINE)
_BRANCH = re.compile(r"^task/t-([0-9]{5,9})(?:-|$)", re.IGNORECASE)
_NEGATED = re.compile(
    r"(?:\bnot|\bcannot|n['\u2019]t|\bwithout|\bnever|\bno[ ]longer)"
    r"(?:[ \t]{1,3}(?:yet|fully|really|actually|completely|entirely|only|quite|even|itself|to"
    r"|intended|meant|supposed|automatically)){0,3}[ \t]{1,3}$",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|``.{0,400}?``|`[^`\n]{0,200}`|<!--.*?(?:-->|\Z)", re.DOTALL
)
_BLOCKS = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_QUOTE = re.compile(r"^[ ]{0,3}>[^\n]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class IssueReference:
    """An issue that a text names; `repository` is empty for our own.

    `whole`: it is closed. Else only the named `tasks` of its plan are served.
    """

    number: int
    repository: str = ""
    whole: bool = True
    tasks: tuple[int, ...] = ()


def named(text: str, repository: str) -> tuple[IssueReference, ...]:
    """Every issue `text` closes or is part of, in order; what is closed is no part as well."""
    spoken = plain(text)
    found: dict[tuple[str, int], set[int]] = {}
    whole = {(n.repository, n.number): None for n in _closed(spoken, repository)}
    for part in _parts(spoken, repository):
        found.setdefault((part.repository, part.number), set()).update(part.tasks)
    parts = {k: tuple(sorted(tasks)) for k, tasks in found.items() if k not in whole}
    return (
        *(IssueReference(number, where) for where, number in whole),
        *(IssueReference(n, where, False, tasks) for (where, n), tasks in parts.items()),
    )


def closes(text: str, repository: str) -> tuple[int, ...]:
    """Issue numbers of `repository` that `text` closes by keyword, for any base branch, in order.

    Code, quotes and comments are skipped; "does not close #5" names nothing.
    """
    spoken = _closed(plain(text), repository)
    return tuple(dict.fromkeys(n.number for n in spoken if not n.repository))


def plain(text: str) -> str:
    """A text without code, quotes and HTML comments."""
    return _QUOTE.sub(" ", _HIDDEN.sub(" ", text[:LONGEST]))


def unquoted(text: str) -> str:
    """A text without blocks of code, quotes and HTML comments; names in backticks stay."""
    return _QUOTE.sub(" ", _BLOCKS.sub(" ", text[:LONGEST]))


def reverts(text: str, repository: str) -> tuple[int, ...]:
    """The pull requests a description says it reverts, as GitHub's own button writes it."""
    found = _REVERTS.finditer(plain(text))
    return tuple(int(m[2]) for m in found if (m[1] or repository).lower() == repository.lower())[:3]


def no_issue(text: str) -> str:
    """The reason in a line `No-Issue: reason`, or nothing."""
    found = _NO_ISSUE.search(plain(text))
    return found[1].strip()[:300] if found else ""


def branch_issue(head_ref: str) -> int | None:
    """The issue a branch `task/t-00012-…` belongs to."""
    found = _BRANCH.match(head_ref)
    return int(found[1]) if found else None


def branch_name(issue: int, slug: str) -> str:
    """The planned branch of an issue."""
    return f"task/t-{issue:05d}-{slug}" if slug else f"task/t-{issue:05d}"


def slug(text: str, words: int = 5) -> str:
    """Make a kebab-case name from a title: ASCII, at most five words, at most 50 characters.

    A title without a single ASCII letter or digit gives `task`. What looks like a secret is left out.
    """
    text = without_secrets(text).replace(REMOVED, " ")
    plain = unicodedata.normalize("NFKD", text[:500]).encode("ascii", "ignore").decode()
    parts = re.findall(r"[a-z0-9]+", plain.lower().replace("'", ""))
    telling = [p for p in parts if p not in _ARTICLES] or parts
    return "-".join(p[:30] for p in telling[:words])[:50].strip("-") or "task"


def _closed(spoken: str, repository: str) -> Iterator[IssueReference]:
    for match in _CLOSES.finditer(spoken):
        if not _NEGATED.search(spoken[max(0, match.start() - 60) : match.start()]):
            yield IssueReference(int(match["number"]), _elsewhere(match, repository))


def _parts(spoken: str, repository: str) -> Iterator[IssueReference]:
    for match in _PART.finditer(spoken):
        if not _NEGATED.search(spoken[max(0, match.start() - 60) : match.start()]):
            where = _elsewhere(match, repository)
            yield IssueReference(int(match["number"]), where, False, _tasks(match["tasks"] or ""))


def _elsewhere(match: re.Match[str], repository: str) -> str:
    name = match["repo"] or match["url"] or repository
    return "" if name.lower() == repository.lower() else name


def _tasks(listed: str) -> tuple[int, ...]:
    """The numbers in `1, 3 and 5-7`."""
    found: set[int] = set()
    for match in _NUMBERS.finditer(listed):
        first, last = int(match[1]), int(match[2] or match[1])
        found |= set(range(first, min(last, first + MOST_TASKS) + 1))
    return tuple(sorted(found - {0}))[:MOST_TASKS]
