"""How a pull request names its issue: closing keywords and the branch's name."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import links

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
    "code span": ("Write `closes #5` here", ()),
    "fence": ("```\ncloses #5\n```", ()),
    "comment": ("<!-- closes #5 -->", ()),
    "comment that never ends": ("<!-- template: closes #5", ()),
    "after a comment": ("<!-- template -->\nCloses #5", (5,)),
    "after code": ("`x`\nCloses #5", (5,)),
    "empty": ("", ()),
}


@pytest.mark.parametrize(("text", "numbers"), LINKS.values(), ids=LINKS)
def test_what_links(text, numbers):
    """Own issues named by keyword are linked; code, comments, negations and others' are not."""
    # B10
    assert numbers == links.closes(text, "acme/shop")


def test_a_repository_name_is_no_pattern():
    """Dots in a repository's name match dots only."""
    assert links.closes("Closes acmeXshop/a#5", "acme.shop/a") == ()


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
    "piece", ["<!--", "`", "```", "```x", "closes ", "close\t", "closes #", "`<!--", "https://"]
)
def test_hostile_text_is_read_in_bounded_time(piece):
    """No description of GitHub's largest size takes noticeable time to read."""
    # T20
    text = (piece * 65_536)[:65_536]
    started = time.process_time()

    links.closes(text, "acme/shop")

    assert time.process_time() - started < 1.5
