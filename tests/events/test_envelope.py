"""A wake on disk: whatever it says, it comes back as it was."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.facts import Person, Repository, Witness
from bot.events.envelope import bare, packed, readable, unpacked
from bot.events.wake import (
    CommitTarget,
    DashboardTarget,
    GroupTarget,
    IssueTarget,
    PullTarget,
    Wake,
)

WORDS = st.text(max_size=20)
NUMBERS = st.integers(0, 2**40)
TARGETS = st.one_of(
    st.builds(IssueTarget, NUMBERS),
    st.builds(PullTarget, NUMBERS),
    st.builds(CommitTarget, WORDS),
    st.builds(GroupTarget, WORDS, WORDS, WORDS, WORDS),
    st.just(DashboardTarget()),
)
SEEN = st.builds(Witness, **{field.name: ... for field in fields(Witness)})
"""Every field of it, also those that will be new."""


@given(
    st.builds(
        Wake,
        WORDS,
        TARGETS,
        st.none() | SEEN,
        st.none() | st.builds(Repository, WORDS, NUMBERS, WORDS, st.booleans()),
    )
)
def test_a_wake_survives_the_envelope(wake):
    """Any wake comes out of its line of JSON as it went in, and the line is ASCII."""
    # T20
    line = packed(wake)

    assert unpacked(line) == wake
    assert line.isascii()


def test_a_line_that_does_not_say_whether_its_repository_is_private_is_asked_about():
    """An older line knows no privacy: the repository is read anew rather than taken for public."""
    # fail closed
    line = '{"repo":"a/b","target":["issue",1],"home":["a/b",5,"main"]}'

    assert unpacked(line).home is None


@pytest.mark.parametrize(("stored", "left"), [("abc", ("abc",)), ("", ())])
def test_a_push_that_an_older_version_stored_is_read(stored, left):
    """An older line names one commit that a push left, or none."""
    seen = Witness("pull_request", "synchronize", Person("bob"))
    line = packed(Wake("a/b", PullTarget(1), seen))
    older = line.replace('"left":"","heads":[]', f'"left":"{stored}"')

    assert older != line
    found = unpacked(older).witness
    assert found is not None and found.heads_before == left


def test_an_older_version_reads_the_commit_that_the_last_push_left():
    """Servers and workers of neighbouring versions share a database: its `left` is one text."""
    seen = Witness("pull_request", "synchronize", Person("bob"), heads_before=("a", "b"))

    assert json.loads(packed(Wake("a/b", PullTarget(1), seen)))["witness"]["left"] == "b"


def test_a_line_of_another_version_is_no_wake():
    """What cannot be read is told apart from a wake, whatever it is."""
    for line in ("", "null", "[]", "{}", '{"repo": "a/b", "target": ["epic", 1]}', '{"target": 1}'):
        assert readable(line) is None


def test_a_subject_says_whom_to_wake():
    """A wake without witness has the subject that it was made from."""
    for subject in ("acme/shop#12", f"acme/shop@{'a' * 40}", "acme/shop!dashboard"):
        assert bare(subject).subject == subject
