"""How a pull request names the issue it serves: closing keywords, parts of an issue, the branch's name.

https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bot.domain.secrets import REMOVED, without_secrets
from bot.domain.visible_text import LONGEST, kept, visible_prose

MOST_TASKS = 500
MOST_LINKS = 10
"""Issues one pull request may name; more are a red row of the gate, not a thousand requests."""
MOST_OF_OTHERS = 3
"""So many where nobody with write permission stands behind it: strangers open any number of them."""
_ARTICLES = frozenset(("a", "an", "the"))
_WORDS = ("clos", "fix", "resolv", "part")
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


@dataclass(frozen=True, slots=True)
class IssueReference:
    """An issue that a text names; `repository` is empty for our own.

    `whole`: it is closed. Else only the named `tasks` of its plan are served.
    """

    number: int
    repository: str = ""
    whole: bool = True
    tasks: tuple[int, ...] = ()


@kept(4_000_000)
def named(text: str, repository: str, *, markdown: bool = True) -> tuple[IssueReference, ...]:
    """Every issue `text` closes or is part of, in order; what is closed is no part as well.

    Of more issues than a pull request may name, at least one too many is told; of all tasks 500 at most.
    A commit's message is no Markdown: GitHub shows it as it is.
    """
    spoken = visible_prose(text, *_WORDS) if markdown else text[:LONGEST]
    whole, parts = _issues(_CLOSES, spoken, repository), _issues(_PART, spoken, repository)
    found = {key: set[int]() for key in parts if key not in whole}
    told = ((key, task) for key in found for m in parts[key] for task in _tasks(m["tasks"] or ""))
    for key, task in islice(told, MOST_TASKS):
        found[key].add(task)
    return (
        *(IssueReference(number, where) for where, number in whole),
        *(IssueReference(n, where, False, tuple(sorted(of))) for (where, n), of in found.items()),
    )


def closes(text: str, repository: str) -> tuple[int, ...]:
    """The first issues of `repository` that `text` closes by keyword, for any base branch, in order.

    Code, quotes and comments are skipped; "does not close #5" names nothing.
    """
    return tuple(r.number for r in named(text, repository) if r.whole and not r.repository)


def reverts(text: str, repository: str) -> tuple[int, ...]:
    """The pull requests a description says it reverts, as GitHub's own button writes it."""
    found = _REVERTS.finditer(visible_prose(text, "reverts"))
    return tuple(int(m[2]) for m in found if (m[1] or repository).lower() == repository.lower())[:3]


def no_issue(text: str) -> str:
    """The reason in a line `No-Issue: reason`, or nothing."""
    found = _NO_ISSUE.search(visible_prose(text, "no-issue"))
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


def _issues(
    kind: re.Pattern[str], spoken: str, repository: str
) -> dict[tuple[str, int], list[re.Match[str]]]:
    """The issues that are named so, up to one more than may be, each with where that is said."""
    found: dict[tuple[str, int], list[re.Match[str]]] = {}
    for match in kind.finditer(spoken):
        if not _NEGATED.search(spoken[max(0, match.start() - 60) : match.start()]):
            name = match["repo"] or match["url"] or repository
            where = "" if name.lower() == repository.lower() else name
            key = (where, int(match["number"]))
            found.setdefault(key, []).append(match)
            if len(found) > MOST_LINKS:
                break
    return found


def _tasks(listed: str) -> Iterator[int]:
    """The numbers in `1, 3 and 5-7`."""
    for match in _NUMBERS.finditer(listed):
        first, last = int(match[1]), int(match[2] or match[1])
        yield from range(max(1, first), last + 1)
