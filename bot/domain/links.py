"""How a pull request names the issue it serves: closing keywords, and the branch's name.

https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
"""

from __future__ import annotations

import re

_KEYWORD = r"(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?)"
_BRANCH = re.compile(r"^task/t-([0-9]{5,9})(?:-|$)", re.IGNORECASE)
_NEGATED = re.compile(r"(?:\bnot|n't|\bwithout|\bnever)\s{1,3}$", re.IGNORECASE)
_CODE = re.compile(r"```.*?```|`[^`\n]{0,200}`|<!--.*?-->", re.DOTALL)


def closes(text: str, repository: str) -> tuple[int, ...]:
    """Issue numbers of `repository` that `text` closes by keyword, for any base branch, in order.

    Code and comments are skipped; "does not close #5" names nothing.
    """
    owner_name = re.escape(repository)
    pattern = re.compile(
        rf"\b{_KEYWORD}:?\s{{1,3}}(?:{owner_name}#|https://[^/\s]{{1,80}}/{owner_name}/issues/|#)([0-9]{{1,9}})\b",
        re.IGNORECASE,
    )
    plain = _CODE.sub(" ", text[:65_536])
    found = [
        int(m[1])
        for m in pattern.finditer(plain)
        if not _NEGATED.search(plain[max(0, m.start() - 12) : m.start()])
    ]
    return tuple(dict.fromkeys(found))


def branch_issue(head_ref: str) -> int | None:
    """The issue a branch `task/t-00012-…` belongs to."""
    found = _BRANCH.match(head_ref)
    return int(found[1]) if found else None


def branch_name(issue: int, slug: str) -> str:
    """The planned branch of an issue."""
    return f"task/t-{issue:05d}-{slug}" if slug else f"task/t-{issue:05d}"
