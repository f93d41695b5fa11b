"""What a pull request is made of: files, commits, and the checks on its head."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.added_tests import NOTHING, Added


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file of a pull request; `status` is GitHub's word (added, modified, removed, renamed …).

    `before` is the old path of a renamed one, `added` what its new lines show of tests.
    """

    path: str
    status: str = "modified"
    before: str = ""
    added: Added = NOTHING


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of a pull request.

    `author` and `committer` are the accounts of the e-mail addresses that git was told: anybody can
    write any. `signer` is the account whose signature GitHub verified, or for which GitHub's own pages
    made and signed the commit; empty where nobody's was.
    """

    sha: str
    message: str
    author: str = ""
    committer: str = ""
    signer: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A check run or commit status on a head commit; `conclusion` is empty while it runs.

    `by` is the account that made it, a run's the one of its App; empty where GitHub does not say.
    """

    name: str
    status: str
    conclusion: str = ""
    app_id: int = 0
    by: str = ""
    is_run: bool = True
    url: str = ""
    external_id: str = ""
    id: int = 0
    title: str = ""
    summary: str = ""
