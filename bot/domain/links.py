"""How a pull request names the issue it serves: closing keywords, and the branch's name.

https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
"""

from __future__ import annotations

import re

_KEYWORD = r"(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?)"
_NO_ISSUE = re.compile(r"^No-Issue:[ \t]?([^\n]{3,300})$", re.IGNORECASE | re.MULTILINE)
_BRANCH = re.compile(r"^task/t-([0-9]{5,9})(?:-|$)", re.IGNORECASE)
_NEGATED = re.compile(r"(?:\bnot|n't|\bwithout|\bnever)\s{1,3}$", re.IGNORECASE)
_CODE = re.compile(r"```.*?```|`[^`\n]{0,200}`|<!--.*?(?:-->|\Z)", re.DOTALL)


def closes(text: str, repository: str) -> tuple[int, ...]:
    """Issue numbers of `repository` that `text` closes by keyword, for any base branch, in order.

    Code and comments are skipped; "does not close #5" names nothing.
    """
    owner_name = re.escape(repository)
    pattern = re.compile(
        rf"\b{_KEYWORD}:?\s{{1,3}}(?:{owner_name}#|https://[^/\s]{{1,80}}/{owner_name}/issues/|#)([1-9][0-9]{{0,8}})\b",
        re.IGNORECASE,
    )
    plain = _CODE.sub(" ", text[:65_536])
    found = [
        int(m[1])
        for m in pattern.finditer(plain)
        if not _NEGATED.search(plain[max(0, m.start() - 12) : m.start()])
    ]
    return tuple(dict.fromkeys(found))


def no_issue(text: str) -> str:
    """The reason in a line `No-Issue: reason`, or nothing."""
    found = _NO_ISSUE.search(_CODE.sub(" ", text[:65_536]))
    return found[1].strip()[:300] if found else ""


def branch_issue(head_ref: str) -> int | None:
    """The issue a branch `task/t-00012-…` belongs to."""
    found = _BRANCH.match(head_ref)
    return int(found[1]) if found else None


def branch_name(issue: int, slug: str) -> str:
    """The planned branch of an issue."""
    return f"task/t-{issue:05d}-{slug}" if slug else f"task/t-{issue:05d}"
