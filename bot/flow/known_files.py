"""The files of a pull request that its record knows already, so that they need not be listed again."""

from __future__ import annotations

from bot.domain.added_tests import Added, Shows
from bot.domain.facts import Facts, FileChange, Pull, RecordPresent
from bot.domain.record import PullEvidence
from bot.intents.evidence import tests_rule


def known_files(facts: Facts, pull: Pull) -> tuple[FileChange, ...]:
    """The files the record holds for this very head, base and rule; none where it holds none."""
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    for shown in record.workflow.pull_requests if record else ():
        here = (shown.number, shown.head_sha) == (pull.number, pull.head_sha)
        same = shown.base_ref == pull.base_ref and shown.tests_rule == tests_rule(pull.policy)
        if here and same and shown.complete:
            return tuple(_known(shown, path) for path in shown.files_touched)
    return ()


def _known(shown: PullEvidence, path: str) -> FileChange:
    status = "removed" if path in shown.files_removed else "modified"
    names = tuple(n[len(path) + 2 :] for n in shown.test_names if n.startswith(f"{path}::"))
    shows = Shows.NOTHING
    if path in shown.tests:
        shows = Shows.TESTS if names else Shows.SOURCE
    elif path in shown.tests_unread:
        shows = Shows.UNREAD
    return FileChange(path, status, shown.files_renamed.get(path, ""), Added(shows, names))
