"""The rules of the port Issues, kept by the fake and by the real adapter alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain import markers
from bot.domain.facts import Permission
from bot.errors import Moved, NotFound
from tests.adapters.grounds import Ground

MARKER = "<!-- plangate:questions round=1"
BODY = f"{MARKER} sum=0123456789ab -->\nWhich one?"
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
FAR_AHEAD = LONG_AGO + timedelta(days=36500)


def test_repository_is_named(ground: Ground) -> None:
    """The repository has its full name and default branch."""
    found = ground.issues.repository()

    assert (found.full_name, found.default_branch) == ("acme/shop", "main")


def test_issue_is_read_whole(ground: Ground) -> None:
    """Title, body, author and state come as they stand; a missing body is an empty one."""
    number = ground.open_issue("carol", "Add validation")
    issue = ground.issues.issue(number)

    assert (number, "Add validation", "") == (issue.number, issue.title, issue.body)
    assert (issue.author.login, issue.author.is_bot, issue.state) == ("carol", False, "open")


def test_unknown_issue_is_not_found(ground: Ground) -> None:
    """A number nobody used is not found."""
    with pytest.raises(NotFound):
        ground.issues.issue(4711)
    with pytest.raises(NotFound):
        ground.issues.comments(4711)


def test_a_pull_request_is_no_issue(ground: Ground) -> None:
    """Issues and pull requests share numbers; each port refuses the other's."""
    issue = ground.open_issue("carol", "Add validation")
    pull = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")

    with pytest.raises(NotFound):
        ground.issues.issue(pull)
    with pytest.raises(NotFound):
        ground.pulls.pull(issue)


def test_labels_of_people_without_triage_are_dropped(ground: Ground) -> None:
    """GitHub silently drops labels given by people who may not label."""
    by_carol = ground.open_issue("carol", "One", labels=["plan"])
    by_bob = ground.open_issue("bob", "Two", labels=["plan"])

    assert frozenset() == ground.issues.issue(by_carol).labels
    assert {"plan"} == ground.issues.issue(by_bob).labels


def test_comments_come_oldest_first_and_know_whose_they_are(ground: Ground) -> None:
    """Ids ascend, and only the bot's own comments are `ours`, whatever others write into theirs."""
    number = ground.open_issue("carol", "Add validation")
    ground.comment("carol", number, BODY)
    ours = ground.issues.post(number, BODY, MARKER)
    ground.comment("bob", number, "Ünïcode 🎉")
    found = ground.issues.comments(number).rows

    assert [(c.author.login, c.ours) for c in found] == [
        ("carol", False),
        ("plangate[bot]", True),
        ("bob", False),
    ]
    assert sorted(c.id for c in found) == [c.id for c in found]
    assert (ours.id, BODY) == (found[1].id, found[1].body)
    assert found[2].body == "Ünïcode 🎉"


def test_people_know_what_they_may_do(ground: Ground) -> None:
    """The permission is the highest grant; in a public repository everybody may read."""
    asked = ("alice", "bob", "trent", "carol", "mallory", "no-such-person")
    expected = [
        Permission.ADMIN,
        Permission.WRITE,
        Permission.TRIAGE,
        Permission.READ,
        Permission.READ,
        Permission.NONE,
    ]

    assert expected == [ground.issues.permission(login) for login in asked]


def test_open_issues_are_newest_first_without_pull_requests(ground: Ground) -> None:
    """Closed issues and pull requests are left out."""
    first = ground.open_issue("carol", "One")
    closed = ground.open_issue("carol", "Two")
    ground.close_issue(closed)
    ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    last = ground.open_issue("carol", "Three")

    assert [last, first] == [issue.number for issue in ground.issues.open_issues()]


def test_open_issues_with_one_of_some_labels_are_found_behind_all_others(ground: Ground) -> None:
    """Whoever opens many issues hides none that has a label."""
    red = ground.open_issue("alice", "One", labels=("red",))
    blue = ground.open_issue("alice", "Two", labels=("blue", "red"))
    ground.open_issue("alice", "Three", labels=("green",))

    assert [blue, red] == [i.number for i in ground.issues.open_issues("red", "blue", "none")]


def test_changed_has_all_open_and_the_lately_closed(ground: Ground) -> None:
    """A sweep looks at everything open, however old, and at what was closed since a moment."""
    issue = ground.open_issue("carol", "One")
    closed = ground.open_issue("carol", "Two")
    ground.close_issue(closed)
    pull = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a")
    still_open = {(issue, False), (pull, True)}

    def changed(since: datetime) -> set[tuple[int, bool]]:
        return {(c.number, c.is_pull) for c in ground.issues.changed(since).rows}

    assert still_open | {(closed, False)} == changed(LONG_AGO)
    assert still_open == changed(FAR_AHEAD)


def test_the_list_tells_a_sweep_what_shows_nothing_of_ours(ground: Ground) -> None:
    """Labels, a record in the text, and comments are known without a question of each issue's own."""
    plain = ground.open_issue("carol", "One")
    held = ground.open_issue("alice", "Two", f"Text\n\n{markers.BLOCK}", ["Plan"])
    talked = ground.open_issue("carol", "Three")
    ground.comment("carol", talked, "Hello")
    told = {c.number: c for c in ground.issues.changed(LONG_AGO).rows}

    assert (told[plain].labels, told[plain].ours, told[plain].talk) == (frozenset(), False, False)
    assert told[held].labels == {"plan"}
    assert (told[held].ours, told[talked].talk) == (True, True)


def test_files_are_read_at_a_ref(ground: Ground) -> None:
    """A file is read at a branch or commit; what is not there is None, and so is a folder."""
    sha = ground.push("bob", {"docs/a b.md": "# Ä\n"}, "draft")

    assert ground.issues.file("docs/a b.md", "draft") == "# Ä\n"
    assert ground.issues.file("docs/a b.md", sha) == "# Ä\n"
    assert ground.issues.file("docs/a b.md", "") is None
    assert ground.issues.file("docs", "draft") is None
    assert ground.issues.file("README.md", "no-such-branch") is None


def test_two_posts_converge_on_the_older(ground: Ground) -> None:
    """Of two comments with one marker the one with the lower id stays, for both runs."""
    number = ground.open_issue("carol", "Add validation")
    first = ground.issues.post(number, BODY, MARKER, converge=True)
    second = ground.issues.post(number, BODY + " Or none?", MARKER, converge=True)

    assert first == second
    assert [first.id] == [c.id for c in ground.issues.comments(number).rows]


def test_a_longer_marker_is_another_comment(ground: Ground) -> None:
    """`round=1` is not the beginning of `round=10`."""
    number = ground.open_issue("carol", "Add validation")
    tenth = "<!-- plangate:questions round=10"
    ground.issues.post(number, f"{tenth} sum=1 -->\nTen", tenth, converge=True)
    ground.issues.post(number, BODY, MARKER, converge=True)

    assert len(ground.issues.comments(number).rows) == 2


def test_a_strangers_marker_is_nothing(ground: Ground) -> None:
    """A comment with our marker that somebody else wrote does not count as ours."""
    number = ground.open_issue("carol", "Add validation")
    ground.comment("mallory", number, BODY)
    posted = ground.issues.post(number, BODY, MARKER, converge=True)

    assert posted.author.login == "plangate[bot]"
    assert len(ground.issues.comments(number).rows) == 2


def test_edit_changes_the_body(ground: Ground) -> None:
    """The answer of an edit is what GitHub now shows; the id stays."""
    number = ground.open_issue("carol", "Add validation")
    posted = ground.issues.post(number, BODY, MARKER)
    edited = ground.issues.edit(posted, BODY + "\nDone.")

    assert (posted.id, BODY + "\nDone.") == (edited.id, edited.body)
    assert edited.updated_at >= edited.created_at
    assert (edited,) == ground.issues.comments(number).rows


def test_edit_refuses_what_moved(ground: Ground) -> None:
    """Somebody ticked a box since we read: nothing is written over."""
    number = ground.open_issue("carol", "Add validation")
    posted = ground.issues.post(number, BODY, MARKER)
    ground.edit_comment("bob", posted.id, BODY + " [x]")

    with pytest.raises(Moved):
        ground.issues.edit(posted, BODY + "\nDone.")
    assert ground.issues.comments(number).rows[0].body == BODY + " [x]"


def test_edit_of_what_stands_already_writes_nothing(ground: Ground) -> None:
    """Another run wrote the same: that is no conflict."""
    number = ground.open_issue("carol", "Add validation")
    posted = ground.issues.post(number, BODY, MARKER)
    written = ground.issues.edit(posted, BODY + "\nDone.")

    assert written == ground.issues.edit(posted, BODY + "\nDone.")


def test_an_edited_comment_tells_its_versions(ground: Ground) -> None:
    """Who wrote which version of a comment of ours, oldest first; one never edited has none to tell."""
    # B4
    number = ground.open_issue("carol", "Add validation")
    box = "- [ ] <!-- plangate:q1.a --> **1A**"
    posted = ground.issues.post(number, f"{BODY}\n{box}", MARKER)
    assert ground.issues.edits(posted) == ()
    ground.edit_comment("bob", posted.id, f"{BODY}\n{box.replace('[ ]', '[x]')}")
    [seen] = ground.issues.comments(number).rows

    versions = ground.issues.edits(seen)

    assert [(v.by.login if v.by else "", v.body) for v in versions] == [
        ("plangate[bot]", posted.body), ("bob", seen.body),
    ]  # fmt: skip


def test_a_version_deleted_from_the_history_has_no_text(ground: Ground) -> None:
    """It is not an empty one: nobody tells what it said."""
    number = ground.open_issue("carol", "Add validation")
    made = ground.comment("alice", number, "/plan reject No")
    ground.edit_comment("bob", made, "ok")
    ground.delete_version(made, 0)
    [seen] = ground.issues.comments(number).rows

    versions = ground.issues.edits(seen)

    assert [(v.by.login if v.by else "", v.body) for v in versions] == [
        ("alice", None),
        ("bob", "ok"),
    ]


def test_of_however_many_comments_the_last_edit_is_told(ground: Ground) -> None:
    """GitHub tells of a hundred at a time: 101 edited ones that are left out would close the gate."""
    # issue 19
    number = ground.open_issue("carol", "Add validation")
    made = [ground.comment("mallory", number, f"talk {n}") for n in range(201)]
    for comment in (made[0], made[100], made[200]):
        ground.edit_comment("mallory", comment, "other talk")
    rows = ground.issues.comments(number).rows
    told = ground.issues.last_edits(rows)

    assert set(told) == {c.node_id for c in rows}
    assert [n for n, c in enumerate(rows) if told[c.node_id].edited] == [0, 100, 200]


def test_an_edited_description_tells_its_versions(ground: Ground) -> None:
    """Who made a pull request say what, oldest first."""
    # B4
    number = ground.open_pull("bob", {"shop/a.py": "1\n"}, "a", "Fix a typo")
    ground.edit_pull("alice", number, "Fixes #1")
    seen = ground.pulls.pull(number)

    versions = ground.issues.edits(seen)

    assert [(v.by.login if v.by else "", v.body) for v in versions] == [
        ("bob", "Fix a typo"), ("alice", "Fixes #1"),
    ]  # fmt: skip


def test_edit_of_a_deleted_comment_moved(ground: Ground) -> None:
    """A comment that is gone counts as changed."""
    number = ground.open_issue("carol", "Add validation")
    posted = ground.issues.post(number, BODY, MARKER)
    ground.delete_comment(posted.id)

    with pytest.raises(Moved):
        ground.issues.edit(posted, BODY + "\nDone.")


def test_labels_are_given_and_taken(ground: Ground) -> None:
    """All at once, with spaces and colons in their names; one that is not there does not matter."""
    number = ground.open_issue("bob", "Add validation", labels=["plan", "bug"])
    ground.issues.label(number, ["stage: planning", "plan"], ["bug", "no such label"])
    ground.issues.label(number, ["a/b"], ["stage: planning"])
    ground.issues.label(number, [], ["a/b"])
    ground.issues.label(number, [], [])

    assert {"plan"} == ground.issues.issue(number).labels


def test_a_reaction_can_be_repeated(ground: Ground) -> None:
    """A receipt given twice is one receipt."""
    number = ground.open_issue("carol", "Add validation")
    comment = ground.comment("carol", number, "1a")
    ground.issues.react(comment, "eyes")
    ground.issues.react(comment, "eyes")

    with pytest.raises(NotFound):
        ground.issues.react(999, "eyes")
