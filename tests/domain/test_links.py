"""How a pull request names its issue: closing keywords and the branch's name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import links
from tests.growth import grows, repeated

NINE = ["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"]


@pytest.mark.parametrize("keyword", NINE)
@pytest.mark.parametrize("said", ["{} #5", "{}: #5", "{}  #5", "x\n{}\n#5"])
def test_all_nine_keywords_link(keyword, said):
    """Each of GitHub's nine keywords links the issue, in any case and with a colon."""
    # B10
    for word in (keyword, keyword.upper(), keyword.capitalize()):
        assert links.closes(said.format(word), "acme/shop") == (5,)


LINKS = {
    "own repository": ("Closes acme/shop#5", (5,)),
    "own repository, other case": ("Closes Acme/Shop#5", (5,)),
    "another repository": ("Closes evil/shop#5", ()),
    "longer repository name": ("Closes acme/shopper#5", ()),
    "address": ("Closes https://github.com/acme/shop/issues/5", (5,)),
    "enterprise address": ("Fixes https://git.acme.example/acme/shop/issues/5", (5,)),
    "address of another repository": ("Closes https://github.com/evil/shop/issues/5", ()),
    "address of a pull request": ("Closes https://github.com/acme/shop/pull/5", ()),
    "several": ("Closes #5, fixes #7 and resolves #5", (5, 7)),
    "only the named one": ("Closes #5 and #6", (5,)),
    "in a sentence": ("This change (fixes #5).", (5,)),
    "no keyword": ("See #5", ()),
    "part of a word": ("prefixes #5, disclosed #6, foreclose #7", ()),
    "no number": ("Closes #", ()),
    "number zero": ("Closes #0", ()),
    "leading zeros": ("Closes #005", ()),
    "number too long": ("Closes #1234567890", ()),
    "a word behind": ("Closes #5th", ()),
    "negated": ("This does not close #5", ()),
    "negated short": ("It doesn't fix #5", ()),
    "never": ("This never resolves #5", ()),
    "without": ("without closing? no: without fixes #5", ()),
    "negation elsewhere": ("Not pretty. Closes #5", (5,)),
    "negated with an adverb": ("This does not fully close #5", ()),
    "not yet": ("Not yet fixed #5", ()),
    "cannot": ("We cannot fix #5 here", ()),
    "cannot, near": ("It cannot close #5", ()),
    "typographic": ("It won\u2019t close #5", ()),
    "no longer": ("No longer fixes #5", ()),
    "not, and then it does": ("It did not work before. Fixes #5", (5,)),
    "negated above": ("It does not\ncloses #5", (5,)),
    "quote": ("> closes #5", ()),
    "quote, then own words": ("> closes #5\n\nCloses #6", (6,)),
    "indented quote": ("  > closes #5", ()),
    "tilde fence": ("~~~\ncloses #5\n~~~\n", ()),
    "open fence": ("```\ncloses #5", ()),
    "two backticks": ("``closes ` #5``", ()),
    "fence in a comment": ("<!-- ``` -->\nCloses #5", (5,)),
    "code span": ("Write `closes #5` here", ()),
    "fence": ("```\ncloses #5\n```", ()),
    "comment": ("<!-- closes #5 -->", ()),
    "comment that never ends": ("<!-- template: closes #5", ()),
    "after a comment": ("<!-- template -->\nCloses #5", (5,)),
    "after code": ("`x`\nCloses #5", (5,)),
    "empty": ("", ()),
    "code as HTML": ("<pre>\nCloses #5\n</pre>", ()),
    "code as HTML, then own words": ("<pre>\n\nCloses #5\n</pre>\n\nCloses #6", (6,)),
    "indented code": ("Such as\n\n    Closes #5", ()),
    "a key": ("Press <kbd>Closes #5</kbd>", ()),
    "struck out": ("~~Closes #5~~ Closes #6", (6,)),
    "a number as an entity": ("Closes #&#53; &#35;5", ()),
    "struck out with one mark": ("~Closes #5~", ()),
    "a quote that goes on without its mark": ("> x\ncloses #5", ()),
    "a link's title": ("[x](https://x.example 'Closes #5')", ()),
    "a reference nobody uses": ("[x]: https://x.example 'Closes #5'", ()),
    "a picture's words": ("![Closes #5](https://x.example/y.png)", ()),
    "an attribute": ("<p title='> closes #5'>x</p>", ()),
    "around code": ("closes `x` #5", ()),
    "split by a comment": ("Closes <!-- which issue? --> #5", (5,)),
    "behind a comment": ("<!-- which issue? --> Closes #5", (5,)),
    "within HTML": ("<p align='center'>\nCloses #5\n</p>", (5,)),
    "folded": ("<details>\n<summary>x</summary>\n\nCloses #5\n\n</details>", (5,)),
    "in a list": ("- x\n  - Closes #5", (5,)),
    "a heading": ("## Closes #5", (5,)),
    "in bold": ("**Closes #5**", (5,)),
    "in a link": ("[Closes #5](https://x.example)", (5,)),
    "in a table": ("| a | b |\n|---|---|\n| x | Closes #5 |", (5,)),
}


@pytest.mark.parametrize(("text", "numbers"), LINKS.values(), ids=LINKS)
def test_what_links(text, numbers):
    """Own issues named by keyword are linked; code, comments, negations and others' are not."""
    # B10
    assert numbers == links.closes(text, "acme/shop")


@pytest.mark.parametrize("said", ["    Closes #5", "`Closes #5`", "<pre>Closes #5</pre>"])
def test_a_commits_message_is_no_markdown(said):
    """GitHub shows a message as it is written, so nothing in it is code, hidden or struck out."""
    # B10
    [named] = links.named(f"Export orders\n\n{said}", "acme/shop", markdown=False)

    assert (named.number, named.whole) == (5, True)


PARTS = {
    "no task": ("Part of #5", ((5, ()),)),
    "one task": ("Part of #5, task 2", ((5, (2,)),)),
    "tasks": ("Part of #5 (tasks 1, 3 and 5-7)", ((5, (1, 3, 5, 6, 7)),)),
    "colon": ("part of: #5: tasks 2 & 4", ((5, (2, 4)),)),
    "twice": ("Part of #5, task 1\nPart of #5, task 3", ((5, (1, 3)),)),
    "negated": ("This is not part of #5", ()),
    "code": ("`part of #5`", ()),
    "address": ("Part of https://github.com/acme/shop/issues/5 task 1", ((5, (1,)),)),
    "backwards": ("Part of #5, tasks 9-2", ((5, ()),)),
    "task zero": ("Part of #5, task 0", ((5, ()),)),
}


@pytest.mark.parametrize(("text", "parts"), PARTS.values(), ids=PARTS)
def test_what_is_part_of_an_issue(text, parts):
    """`Part of #n` serves only the tasks it names, and closes nothing."""
    # B10
    named = links.named(text, "acme/shop")

    assert parts == tuple((n.number, n.tasks) for n in named)
    assert not any(n.whole for n in named)
    assert links.closes(text, "acme/shop") == ()


def test_closing_wins_over_being_a_part():
    """An issue that is closed is closed whole, whatever else is said."""
    # B10
    [named] = links.named("Fixes #5. Part of #5, task 1", "acme/shop")

    assert (named.whole, named.tasks) == (True, ())


ELSEWHERE = {
    "short": ("Fixes acme/plans#5", "acme/plans"),
    "address": ("Fixes https://github.com/acme/plans/issues/5", "acme/plans"),
    "ours, other case": ("Fixes ACME/shop#5", ""),
}


@pytest.mark.parametrize(("text", "repository"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_an_issue_of_another_repository_is_named_as_such(text, repository):
    """Nothing is green by omission: an issue elsewhere is a link too."""
    # B10
    [named] = links.named(text, "acme/shop")

    assert (named.number, named.repository) == (5, repository)


def test_a_revert_names_what_it_undoes():
    """GitHub's own revert button names the pull request; quotes and others' repositories do not count."""
    assert links.reverts("Reverts acme/shop#8", "acme/shop") == (8,)
    assert links.reverts("Reverts #8\n\nReverts evil/shop#9", "acme/shop") == (8,)
    assert links.reverts("> Reverts #8", "acme/shop") == ()


def test_a_repository_name_is_no_pattern():
    """Dots in a repository's name match dots only."""
    assert links.closes("Closes acmeXshop/a#5", "acme.shop/a") == ()


MANY = {
    "closed": ("closes #{}", 11),
    "parts": ("part of #{}", 11),
    "both": ("closes #{}, part of #1{}", 22),
    "tasks": ("part of #{0} tasks {0}, 2-9999", 11),
}


@pytest.mark.parametrize(("said", "most"), MANY.values(), ids=MANY)
def test_of_very_many_numbers_few_are_kept(said, most):
    """More than ten issues are too many, whichever they are; a plan has no more than 500 tasks."""
    # issue 19
    text = "; ".join(said.format(n, n) for n in range(1, 1_000))
    found = links.named(text, "acme/shop")

    assert links.MOST_LINKS < len(found) <= most
    assert [n.number for n in found][: links.MOST_LINKS] == [*range(1, 11)]
    assert sum(len(n.tasks) for n in found) <= links.MOST_TASKS


BRANCHES = {
    "planned": ("task/t-00012-export-orders", 12),
    "without slug": ("task/t-00012", 12),
    "capitals": ("Task/T-00012-Export", 12),
    "long number": ("task/t-123456-x", 123456),
    "no digits": ("task/t-export", None),
    "too few digits": ("task/t-12-x", None),
    "not at the start": ("feature/task/t-00012", None),
    "more behind": ("task/t-00012x", None),
    "another": ("fix-12", None),
}


@pytest.mark.parametrize(("branch", "number"), BRANCHES.values(), ids=BRANCHES)
def test_a_planned_branch_names_its_issue(branch, number):
    """`task/t-00012-…` belongs to issue 12; any other branch name says nothing."""
    # B10, S3.6
    assert number == links.branch_issue(branch)


@given(st.integers(1, 999_999_999), st.from_regex(r"\A([a-z]+(-[a-z]+){0,4})?\Z"))
def test_a_branch_name_is_read_back(number, slug):
    """The branch we plan for an issue names that issue."""
    # S3.6
    assert number == links.branch_issue(links.branch_name(number, slug))


@pytest.mark.parametrize(
    "piece",
    [
        *("<!--", "`", "```", "```x", "closes ", "close\t", "closes #", "`<!--", "https://"),
        *("part of #1 tasks 1,", "not yet ", "~~~", "> ", "a/b#", "``"),
        *('<a "', "<p '", "<pre>", "~~a", "\\\n", "![a]("),
    ],
)
def test_hostile_text_is_read_in_linear_time(piece):
    """A description four times as long takes about four times as long to read."""
    # T20
    assert not grows(lambda text: links.named(text, "acme/shop"), repeated(piece), 16_384)
