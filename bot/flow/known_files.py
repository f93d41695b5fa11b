"""What the record knows already of a pull request's files, so that it need not be asked again."""

from __future__ import annotations

from bot.domain.added_tests import Added, Shows
from bot.domain.facts import Facts, FileChange, Pull, RecordPresent
from bot.domain.listing import Listing
from bot.domain.record import PullEvidence
from bot.intents.evidence import tests_rule


def known_files(facts: Facts, pull: Pull) -> tuple[FileChange, ...]:
    """The files the record holds for this very head, base and rule; none where it holds none."""
    shown = _shown(facts, pull)
    if shown is None or not shown.complete or shown.tests_rule != tests_rule(pull.policy):
        return ()
    return tuple(_known(shown, path) for path in shown.files_touched)


def known_actions(facts: Facts, pull: Pull) -> Listing[str] | None:
    """The touched folders that hold local actions, if somebody asked for this very head and base."""
    shown = _shown(facts, pull)
    return None if shown is None or shown.local_actions is None else Listing(shown.local_actions)


def _shown(facts: Facts, pull: Pull) -> PullEvidence | None:
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    known = record.workflow.by_number.get(pull.number) if record else None
    here = known and (known.head_sha, known.base_ref) == (pull.head_sha, pull.base_ref)
    return known if here else None


def _known(shown: PullEvidence, path: str) -> FileChange:
    status = "removed" if path in shown.files_removed else "modified"
    names = tuple(n[len(path) + 2 :] for n in shown.test_names if n.startswith(f"{path}::"))
    shows = Shows.NOTHING
    if path in shown.tests:
        shows = Shows.TESTS if names else Shows.SOURCE
    elif path in shown.tests_unread:
        shows = Shows.UNREAD
    return FileChange(path, status, shown.files_renamed.get(path, ""), Added(shows, names))
