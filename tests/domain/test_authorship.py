"""Who had a part in a change, and whose evidence about it proves something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.domain.authorship import (
    ACTIONS,
    Authorship,
    asks_for_actions,
    contributors,
    steers_actions,
    steers_checks,
)
from bot.domain.ci_files import MOST_FOLDERS, folders
from bot.domain.evidence_kinds import ANYBODY, RULES, EvidenceKind, Maker, counts
from bot.domain.facts import Commit, FileChange, Permission, Pull
from bot.domain.listing import Listing
from tests.factories import a_check, a_pull

PULL = a_pull(
    author="bob",
    commits=(Commit("1" * 40, "x", "Dana", "erin"), Commit("2" * 40, "y", "", "")),
    pushers=frozenset({"Fred"}),
    local_actions=Listing(),
)


def changing(*paths: str, **more: Any) -> Pull:
    """A pull request by bob that touches these files."""
    return replace(PULL, files=tuple(FileChange(path) for path in paths), **more)


def test_authors_committers_and_pushers_had_a_hand_in_it() -> None:
    """Whatever their names look like; who is unknown is nobody."""
    assert contributors(PULL) == {"dana", "erin", "fred"}


WHO = {
    "the opener": ("Bob", {Maker.OPENER}),
    "an author": ("dana", {Maker.CONTRIBUTOR}),
    "a committer": ("Erin", {Maker.CONTRIBUTOR}),
    "a pusher": ("fred", {Maker.CONTRIBUTOR}),
    "somebody else": ("alice", {Maker.OTHER}),
    "Actions": (ACTIONS, {Maker.ACTIONS}),
    "an App": ("circleci[bot]", {Maker.APP}),
    "nobody": ("", {Maker.UNKNOWN}),
    "a deleted account": ("ghost", {Maker.UNKNOWN}),
}


@pytest.mark.parametrize(("login", "who"), WHO.values(), ids=WHO)
def test_what_an_account_is_to_a_change(login: str, who: set[Maker]) -> None:
    """Opener, contributor, a program, or somebody without a part in it."""
    assert Authorship(PULL).makers(login) == who


SELF = {
    "the opener's status": ({"by": "bob", "is_run": False}, True),
    "a contributor's status": ({"by": "dana", "is_run": False}, True),
    "a pusher's status": ({"by": "FRED", "is_run": False}, True),
    "somebody else's status": ({"by": "alice", "is_run": False}, False),
    "an App's status": ({"by": "circleci[bot]", "is_run": False}, False),
    "a status of nobody": ({"by": "", "is_run": False}, True),
    "a run of Actions": ({}, False),
    "a run of an App": ({"by": "circleci[bot]"}, False),
    "a run of no App": ({"by": ""}, True),
}


@pytest.mark.parametrize(("check", "own"), SELF.values(), ids=SELF)
def test_whose_word_proves_nothing(check: dict[str, Any], own: bool) -> None:
    """What the subject of the check, or nobody known, made."""
    assert Authorship(PULL).is_self_reported(a_check(**check), approved=False) is own


def test_an_app_that_opened_the_change_does_not_check_it() -> None:
    """A bot's own status on its own pull request proves nothing, but Actions' runs do."""
    pull = a_pull(author="renovate[bot]", local_actions=Listing())
    own = a_check(by="renovate[bot]", is_run=False)
    generated = a_pull(author=ACTIONS, local_actions=Listing())

    assert Authorship(pull).is_self_reported(own, approved=True)
    assert not Authorship(generated).is_self_reported(a_check(), approved=False)


EDITS = {
    "a workflow": (".github/workflows/ci.yml", True, False),
    "a composite action": (".github/actions/build/run.sh", True, False),
    "an action anywhere": ("tools/ci/action.yaml", True, False),
    "the repository's own action": ("action.yml", True, False),
    "beside an action": ("tools/ci/lib/index.js", True, False),
    "another service's definition": (".circleci/config.yml", False, True),
    "a pipeline in a folder": ("build/Jenkinsfile", False, True),
    "what coverage is enough": ("codecov.yml", False, True),
    "a script of a workflow": (".github/scripts/test", True, False),
    "a script beside workflows": (".github/ci/test.sh", True, False),
    "a program without an ending": (".github/bin/test", True, False),
    "a Makefile beside workflows": (".github/ci/Makefile", True, False),
    "a configuration beside workflows": (".github/codeql/codeql-config.yml", True, False),
    "a script beside forms": (".github/ISSUE_TEMPLATE/test.sh", True, False),
    "a page of a script": (".github/scripts/words.md", True, False),
    "a page beside workflows": (".github/ISSUE_TEMPLATE/bug.md", False, False),
    "a form": (".github/ISSUE_TEMPLATE/bug.yml", False, False),
    "a page": (".github/CONTRIBUTING.md", False, False),
    "who owns what": (".github/CODEOWNERS", False, False),
    "our own policy": (".github/plangate.yml", False, False),
    "a picture": (".github/assets/shop.png", False, False),
    "code": ("shop/orders.py", False, False),
    "a folder of a similar name": ("tools/ci2/index.js", False, False),
}


@pytest.mark.parametrize(("path", "actions", "others"), EDITS.values(), ids=EDITS)
def test_who_edits_what_runs_the_checks_waits_for_an_approval(
    path: str, actions: bool, others: bool
) -> None:
    """Its own runs are self-reported until somebody else approved that very commit."""
    pull = changing(path, local_actions=Listing(("tools/ci",)))
    run, app = a_check(), a_check(by="circleci[bot]")

    assert Authorship(pull).is_self_reported(run, approved=False) is actions
    assert Authorship(pull).is_self_reported(app, approved=False) is others
    assert not Authorship(pull).is_self_reported(run, approved=True)
    assert not Authorship(pull).is_self_reported(app, approved=True)
    assert steers_checks(pull) is (actions or others)


def test_a_workflow_that_is_moved_away_is_edited() -> None:
    """The old name of a renamed file counts."""
    moved = FileChange("old/ci.yml", "renamed", ".github/workflows/ci.yml")

    assert steers_actions(replace(PULL, files=(moved,)))


UNKNOWN: dict[str, tuple[Any, bool]] = {
    "not asked": (None, True),
    "not told": (Listing((), complete=False), True),
    "none": (Listing(), False),
}


@pytest.mark.parametrize(("found", "steers"), UNKNOWN.values(), ids=UNKNOWN)
def test_what_nobody_knows_of_local_actions_passes_nothing(
    found: Listing[str] | None, steers: bool
) -> None:
    """A file in a folder may belong to an action; one at the top may not."""
    assert steers_actions(changing("shop/orders.py", local_actions=found)) is steers
    assert not steers_actions(changing("orders.py", local_actions=None))


ASKED = {
    "a green run": ((a_check(),), True),
    "no run": ((), False),
    "a running one": ((a_check(conclusion=""),), False),
    "a red one": ((a_check(conclusion="failure"),), False),
    "another App's": ((a_check(by="circleci[bot]"),), False),
}


@pytest.mark.parametrize(("checks", "asks"), ASKED.values(), ids=ASKED)
def test_local_actions_are_asked_for_where_it_matters(checks: tuple[Any, ...], asks: bool) -> None:
    """Only a green run of Actions rests on them, and only while nobody knows."""
    pull = changing("shop/orders.py", checks=checks, local_actions=None)

    assert asks_for_actions(pull) is asks
    assert not asks_for_actions(replace(pull, local_actions=Listing()))
    assert not asks_for_actions(changing(".github/workflows/a.yml", checks=checks))


def test_folders_are_counted_up_to_a_limit() -> None:
    """Each folder above a file, without the top; more than 200 are known to be more."""
    many = [f"d{n}/a.py" for n in range(500)]

    assert folders(["a/b/c.py", "a/d.py", "e.py"]) == ("a/b", "a")
    assert len(folders(many)) == MOST_FOLDERS + 1


def test_every_kind_of_evidence_has_its_rule() -> None:
    """The table is complete; nothing counts of makers that nobody is."""
    assert list(RULES) == list(EvidenceKind)
    assert not any(counts(kind, ()) for kind in EvidenceKind)


@pytest.mark.parametrize("kind", EvidenceKind)
@pytest.mark.parametrize("maker", Maker)
def test_evidence_counts_as_the_table_says(kind: EvidenceKind, maker: Maker) -> None:
    """For each kind and maker; who is two things at once is bound by both."""
    rule = RULES[kind]

    assert counts(kind, {maker}) is (maker in rule.makers)
    assert counts(kind, {maker, Maker.STEERED}) is (rule.makers == ANYBODY)
    if rule.permission is not Permission.NONE:
        assert not counts(kind, {maker}, Permission.READ)
