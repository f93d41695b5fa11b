"""What attackers write, where it may land, and the long campaign over both."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.adapters import neutral, oracle

# The classes of SAFETY T8, and what other parsers have fallen for.
ATTACKS = [
    "@x",
    "\\@x",
    "&#64;x",
    "&commat;x",
    "@\u200dacme-admins",
    "@acme/security",
    "\uff20x \ufe6bx",
    "a@b.example",
    "`@x",
    "``@x`",
    "    ```\n    @x\n    ```",
    "```\n@x",
    "~~~\n@x",
    "<p>`@x`</p>",
    "<pre>@x",
    "<!-- plangate:approve -->",
    "- [x] <!-- plangate:approve --> **Approve this plan**",
    "--> <b>x</b>",
    "<!--",
    "<?php ?>",
    "<![CDATA[x]]>",
    "<!DOCTYPE html>",
    "<img src=//x.example/1.gif>",
    "<details><summary>x",
    "</details></details>",
    "<script>alert(1)</script>",
    "fixes #1",
    "Closes: acme/other#22",
    "resolves GH-10 and gh-11",
    "#1\n#2",
    "\uff033",
    "https://github.com/acme/other/issues/9",
    "http://x.example www.x.example ftp://x.example mailto:a@b.example xmpp:a@b.example/c",
    "<https://x.example>",
    "![diagram](https://img.example/p.png)",
    "[text](javascript:alert(1))",
    "[text][1]\n\n[1]: https://x.example",
    "[^1]\n\n[^1]: note",
    "- [x] done",
    "* [ ] open",
    "1. [x] done",
    "# heading",
    "heading\n===",
    "heading\n---",
    "***",
    "> quote",
    "+ item",
    "12) item",
    "| a | b |\n|---|---|\n| c | d |",
    "head\n:-:\nbody",
    "a\\|b|c\\\\|d",
    "**bold** _it_ ~~gone~~ *a",
    "/plan approve",
    "{{ 7*7 }}",
    "{% raw %}",
    "{# note #}",
    "\u202eevil\u202c",
    "a\u2028- [x] b\u2029c\x85d\x0be",
    "deadbeef1 0123456789abcdef0123456789abcdef01234567 acme/other@deadbeef1",
    ":tada: :+1: a::b::c",
    "$x$ $$y$$ `$`z`$`",
    "::set-output name=x::y",
    "\x00\x1b[31mred\x1b[0m\x07",
    "\\",
    "!",
    "`",
    "|",
    "&#42;&amp;lt;&lt;",
    "> [!NOTE]\n> x",
    "\ud800 lone",
    "",
    " \t\n ",
]
SIGNS = "@#<>&\\`*_[]()|~$!:/-+=.123abcdefGH \n\t\u200b\u202e\uff20\u2060é漢"
hostile = st.one_of(
    st.sampled_from(ATTACKS),
    st.text(max_size=60),
    st.text(alphabet=SIGNS, max_size=60),
    st.lists(st.sampled_from(ATTACKS), max_size=4).map("".join),
    st.lists(st.sampled_from(ATTACKS), max_size=4).map("\n".join),
)

# Where our templates put untrusted text: one line.
PLACES = {
    "paragraph": "{}",
    "after a word": "fixes{}",
    "before a link": "{}[#1](https://github.com/o/r/issues/1)",
    "before words": "{}x(y) [z] #",
    "heading": "#### 1. {}",
    "list item": "- {}",
    "numbered item": "1. {}",
    "table cell": "| a | b |\n|---|---|\n| {} | c |",
    "bold": "- **{}** x",
    "under a paragraph": "words\n{}",
    "over a rule": "{}\n---",
    "summary": "<details>\n<summary><b>1. {}</b> · x</summary>\n\ny\n\n</details>",
    "quote": "> {}",
    "twice": "{0} {0}",
}
LINKS = ("https://github.com/o/r/",)


BOMBS = {
    "mentions": "@a" * 32_768,
    "ticks": "`" * 65_536,
    "tick pairs": "`a" * 32_768,
    "rising ticks": "".join("`" * n + "a" for n in range(1, 360)),
    "brackets": "[" * 65_536,
    "stars": "*a_" * 21_845,
    "entities": "&#42;" * 13_107,
    "half entities": "&#" * 32_768,
    "colons": ":a" * 32_768,
    "long colons": ":" + "a" * 65_000,
    "hex": "a" * 65_536,
    "hex words": "abcdef1 " * 8_192,
    "spaces": " " * 65_536,
    "lines": "\n" * 65_536,
    "quotes": "> " * 32_768,
    "less": "<" * 65_536,
    "comments": "<!--" * 16_384,
    "zero width": "@\u200b" * 32_768,
    "underscores": "_" * 65_536,
    "marks": "a" + "\u0301\u0327" * 32_768,
    "pipes": "|-" * 32_768,
    "www": "www." * 16_384,
    "http": "http://" * 9_362,
}


@pytest.mark.proof
@settings(max_examples=20_000)
@given(hostile)
def test_twenty_thousand_texts_are_inert_everywhere(text: str) -> None:
    """S-OUT: no text is live in any place, and neutral text stays as it is. # B9"""
    made = neutral.inline(text)
    page = "\n\n".join(place.format(made) for place in PLACES.values())

    assert oracle.check(page, links=LINKS) == ()
    assert neutral.inline(str(made)) == made
