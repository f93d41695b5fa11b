"""What the record knows already of a pull request's files, so that it need not be asked again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

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
    return tuple(_known(shown))


def known_actions(facts: Facts, pull: Pull) -> Listing[str] | None:
    """The touched folders that hold local actions, if somebody asked for this very head and base."""
    shown = _shown(facts, pull)
    return None if shown is None or shown.local_actions is None else Listing(shown.local_actions)


def _shown(facts: Facts, pull: Pull) -> PullEvidence | None:
    record = facts.record.record if isinstance(facts.record, RecordPresent) else None
    known = record.workflow.by_number.get(pull.number) if record else None
    here = known and (known.head_sha, known.base_ref) == (pull.head_sha, pull.base_ref)
    return known if here else None


def _known(shown: PullEvidence) -> Iterator[FileChange]:
    names = _names(shown)
    removed, unread = frozenset(shown.files_removed), frozenset(shown.tests_unread)
    shows = dict.fromkeys(unread, Shows.UNREAD)
    shows |= {path: Shows.TESTS if path in names else Shows.SOURCE for path in shown.tests}
    for path in shown.files_touched:
        status = "removed" if path in removed else "modified"
        added = Added(shows.get(path, Shows.NOTHING), tuple(names.get(path, ())))
        yield FileChange(path, status, shown.files_renamed.get(path, ""), added)


def _names(shown: PullEvidence) -> Mapping[str, list[str]]:
    """The names of the tests of each file; a path may hold `::` itself."""
    paths, found = frozenset(shown.files_touched), defaultdict[str, list[str]](list)
    lengths = frozenset(map(len, paths))
    for name in shown.test_names:
        at = name.find("::")
        while at >= 0:
            if at in lengths and name[:at] in paths:
                found[name[:at]].append(name[at + 2 :])
            at = name.find("::", at + 1)
    return found
