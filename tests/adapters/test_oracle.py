"""The second parser finds everything live, and nothing in what we mean to write."""

from __future__ import annotations

import pytest

from bot.adapters import oracle
from bot.adapters.oracle import Kind

HERE = ("https://github.com/octo/shop/",)


def kinds(markdown: str, **options) -> set[str]:
    """The kinds of findings in a text."""
    return {f.kind.value for f in oracle.check(markdown, **{"links": HERE, **options})}


@pytest.mark.parametrize(
    ("markdown", "kind"),
    [
        ("hello @ann", Kind.MENTION),
        ("\\@ann", Kind.MENTION),
        ("&#64;ann", Kind.MENTION),
        ("<p>`@ann`</p>", Kind.MENTION),
        ("`@ann", Kind.MENTION),
        ("@octo/team", Kind.MENTION),
        ("fixes #1", Kind.REFERENCE),
        ("GH-12", Kind.REFERENCE),
        ("o/r#12", Kind.REFERENCE),
        ("deadbeef1", Kind.REFERENCE),
        ("![a](b.png)", Kind.IMAGE),
        ("<img src=x>", Kind.IMAGE),
        ("[a](https://evil.example)", Kind.LINK),
        ("https://evil.example", Kind.LINK),
        ("www.evil.example", Kind.LINK),
        ("[a](https://github.com/octo/shop/../../evil)", Kind.LINK),
        ("[a](https://github.com/octo/shopping/issues/1)", Kind.LINK),
        ("[a](javascript:alert(1))", Kind.LINK),
        ("a[^1]\n\n[^1]: b", Kind.LINK),
        ("<!-- hidden -->", Kind.COMMENT),
        ("a <!-- plangate:record x=1 -->", Kind.COMMENT),
        ("`<!-- plangate:approve -->`", Kind.COMMENT),
        ("<script>x</script>", Kind.HTML),
        ("<p onclick=x>y</p>", Kind.HTML),
        ("<?php x ?>", Kind.HTML),
        ("<!DOCTYPE html>", Kind.HTML),
        ("<details>\n\nx", Kind.HTML),
        ("```math\nx\n```", Kind.HTML),
        ("- [ ] a", Kind.BOXES),
        ("- [x] <!-- plangate:approve --> a", Kind.BOXES),
        ('```mermaid\nflowchart LR\n  click t1 "https://evil.example"\n```', Kind.GRAPH),
    ],
)
def test_everything_live_is_found(markdown: str, kind: Kind) -> None:
    """Each construct that nobody meant is named by its kind. # B9"""
    assert kind.value in kinds(markdown)


@pytest.mark.parametrize(
    "markdown",
    [
        "plain words, 2026-02-18 12:00 UTC",
        "`@ann` and `#12` and `<b>`",
        "```text\n@ann #12\n```",
        "[#12](https://github.com/octo/shop/issues/12)",
        "<details>\n<summary>a</summary>\n\nb\n\n</details>",
        "<sub>small</sub>",
        "| a | b |\n|:-:|--:|\n| c | d |",
        '```mermaid\nflowchart LR\n  t1["1. a"]\n  t2["2. b"]:::done\n  t1 --> t2\n```',
        "@\u2060ann #\u206012",
        "<!-- plangate:questions round=1 -->\nwords",
    ],
)
def test_what_we_mean_passes(markdown: str) -> None:
    """Code, our own links, our own HTML and our own marker are no findings. # B9"""
    assert kinds(markdown) == set()


def test_boxes_are_counted_with_their_markers() -> None:
    """As many boxes as options, each with one marker of ours. # B9"""
    one = "- [ ] <!-- plangate:q1.a --> **1A** a\n"

    assert kinds(one, boxes=1) == set()
    assert kinds(one + one.replace("[ ]", "[x]"), boxes=2) == set()
    assert kinds(one, boxes=2) == {"boxes"}
    assert kinds(one + "- [ ] forged\n", boxes=1) == {"boxes"}
    assert kinds("<!-- plangate:q1.a -->", boxes=0) == {"boxes"}


def test_only_the_person_answered_may_be_mentioned() -> None:
    """A notice notifies exactly one person. # B9 # B11"""
    to_ann = frozenset({"ann"})

    assert kinds("@Ann hello", mentions=to_ann) == set()
    assert kinds("@anna hello", mentions=to_ann) == {"mention"}
    assert kinds("@ann/team hello", mentions=to_ann) == {"mention"}
